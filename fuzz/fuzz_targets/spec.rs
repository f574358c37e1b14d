//! Any bytes as a spec: read or refused, and what is read survives writing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plumbline_tests::properties::spec_bytes;

fuzz_target!(|bytes: &[u8]| spec_bytes(bytes));
