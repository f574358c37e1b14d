//! Any bytes as a spec: read or refused, and what is read survives writing.

#![no_main]

use checker::{DEFAULT_INT_BOUND, spec};
use diagnostic::{SourceFile, render};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| spec_bytes(bytes));

fn spec_bytes(bytes: &[u8]) {
    let Ok(source) = SourceFile::from_bytes("fuzz", bytes.to_vec()) else {
        return;
    };
    match spec::read(&source, DEFAULT_INT_BOUND) {
        Ok(model) => {
            let written = SourceFile::new("written", spec::write(&model));
            assert_eq!(spec::read(&written, DEFAULT_INT_BOUND), Ok(model));
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            let diagnostics: Vec<_> = errors.iter().map(spec::SpecError::diagnostic).collect();
            assert!(!render(&source, &diagnostics, false).is_empty());
        }
    }
}
