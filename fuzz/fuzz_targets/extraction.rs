//! Any reply to any prompt: the code taken is a slice of it, told right.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plumbline_tests::properties::extraction::extraction_holds;

fuzz_target!(|texts: (&str, &str)| extraction_holds(texts.0, texts.1));
