//! Any text as the reply of a language model: no panic, and the oracle's claim.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plumbline_tests::properties::reply::reply_holds;

fuzz_target!(|text: &str| reply_holds(text));
