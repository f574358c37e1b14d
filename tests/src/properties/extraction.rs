//! What holds of the code taken from any reply.

use score::crypform::{NoCode, extract, fences};
use spthy_parse::{Arena, parse_theory};

/// No panic; the code is a slice of the reply, its faults lie inside of it and
/// are those of the slice alone; who repeats the prompt has answered nothing.
pub fn extraction_holds(reply: &str, prompt: &str) {
    if let Ok(code) = extract(reply, prompt) {
        assert_eq!(&reply[code.span.range()], code.text);
        let arena = Arena::new();
        let alone = parse_theory(code.text, &arena);
        assert_eq!(code.parses(), alone.errors.is_empty());
        for error in &code.errors {
            let span = error.span.range();
            assert!(code.span.range().start <= span.start && span.end <= reply.len());
        }
        for rival in &code.rivals {
            assert_ne!(reply[rival.range()], *code.text);
        }
        assert!(code.n_echoes == 0 || !prompt.is_empty());
    }
    match extract(reply, reply) {
        Err(NoCode::NoTheory | NoCode::OnlyEchoes { .. }) => {}
        other => panic!("{other:?} in an echo of {reply:?}"),
    }
    let mut end = 0;
    for fence in fences(reply) {
        assert!(end <= fence.block.start && fence.block.start <= fence.code.start);
        assert!(fence.code.start <= fence.code.end && fence.code.end <= fence.block.end);
        end = fence.block.end;
    }
    assert!(end <= reply.len());
}
