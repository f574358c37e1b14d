//! Any bytes as a theory: no panic, and what parses survives printing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use spthy_parse::{Arena, Log, lemma_rows, parse_theory, warnings};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        theory_holds(text);
    }
});

fn theory_holds(text: &str) {
    let arena = Arena::new();
    let parsed = parse_theory(text, &arena);
    for error in &parsed.errors {
        assert!(error.span.end as usize <= text.len(), "{error:?}");
        let _ = error.diagnostic();
    }
    let _ = warnings(text, &parsed.theory);
    let _ = lemma_rows("file", &parsed.theory);
    let _ = Log::read(text);
    if parsed.errors.is_empty() {
        let printed = parsed.theory.to_string();
        let again = parse_theory(&printed, &arena);
        assert!(again.errors.is_empty(), "{printed}\n{:?}", again.errors);
        let before: Vec<_> = parsed.theory.items.iter().map(|item| &item.value).collect();
        let after: Vec<_> = again.theory.items.iter().map(|item| &item.value).collect();
        assert_eq!(before, after, "{printed}");
    }
}
