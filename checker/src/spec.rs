//! Specs: minicheck's JSON format, read with spans.
