//! Any text as a goal and as a proof: what parses survives printing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plumbline_tests::properties::spthy::proof_holds;

fuzz_target!(|text: &str| proof_holds(text));
