//! Any text as a theory: no panic, and what parses survives printing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plumbline_tests::properties::spthy::theory_holds;

fuzz_target!(|text: &str| theory_holds(text));
