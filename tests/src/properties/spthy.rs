//! What holds of every text read as a theory or a proof of Tamarin.

use diagnostic::{SourceFile, render};
use spthy_parse::output::{Tree, write_dot, write_html, write_json, write_mermaid, write_text};
use spthy_parse::{
    Arena, Item, Lemma, Log, Options, lemma_rows, parse_goal, parse_proof, parse_theory,
    parse_theory_with, warnings,
};

/// Proofs with more steps are drawn in one format only, to save time.
const MAX_DRAWN: usize = 10_000;

/// Whatever the text: no panic, faults lie in it and can be shown, and what
/// parses without fault prints to the same theory.
pub fn theory_holds(text: &str) {
    let arena = Arena::new();
    let parsed = parse_theory(text, &arena);
    let warnings = warnings(text, &parsed.theory);
    let spans = parsed.errors.iter().map(|error| error.span);
    for span in spans.chain(warnings.iter().map(|warning| warning.span)) {
        assert!(text.get(span.range()).is_some(), "{span:?}");
    }
    let errors = parsed.errors.iter().map(|error| error.diagnostic());
    let diagnostics: Vec<_> = errors
        .chain(warnings.iter().map(|warning| warning.diagnostic()))
        .collect();
    let _ = render(&SourceFile::new("file", text), &diagnostics, false);
    let _ = lemma_rows("file", &parsed.theory);
    let _ = Log::read(text);
    if !parsed.errors.is_empty() {
        return;
    }
    let printed = parsed.theory.to_string();
    let again = parse_theory(&printed, &arena);
    assert!(again.errors.is_empty(), "{printed}\n{:?}", again.errors);
    assert_eq!(items(&parsed.theory), items(&again.theory), "{printed}");
    assert_eq!(again.theory.to_string(), printed);

    let options = Options {
        lemmas_only: true,
        ..Options::default()
    };
    let lemmas_only = parse_theory_with(text, &arena, &options).theory;
    let lemmas: Vec<&Lemma<'_>> = parsed.theory.lemmas().collect();
    assert_eq!(lemmas_only.lemmas().collect::<Vec<_>>(), lemmas);
}

fn items<'t, 'a>(theory: &'t spthy_parse::Theory<'a>) -> Vec<&'t Item<'a>> {
    theory.items.iter().map(|item| &item.value).collect()
}

/// The same of one proof and one goal, and every drawing can be written.
pub fn proof_holds(text: &str) {
    let arena = Arena::new();
    if let Ok(goal) = parse_goal(text, &arena) {
        let printed = goal.to_string();
        let again = parse_goal(&printed, &arena);
        assert_eq!(again.as_ref(), Ok(&goal), "{printed}");
    }
    let Ok(proof) = parse_proof(text, &arena) else {
        return;
    };
    let printed = proof.to_string();
    let again = parse_proof(&printed, &arena);
    assert_eq!(again.as_ref(), Ok(&proof), "{printed}");
    assert_eq!(again.unwrap().to_string(), printed);
    assert_eq!(proof.measure().steps, proof.len() as u64);
    let tree = Tree {
        lemma: "L",
        side: None,
        proof: &proof,
    };
    let mut out = Vec::new();
    write_text(&tree, &mut out).unwrap();
    if proof.len() <= MAX_DRAWN {
        write_json(&tree, &mut out).unwrap();
        write_dot(&tree, &mut out).unwrap();
        write_mermaid(&tree, &mut out).unwrap();
        write_html(&tree, &mut out).unwrap();
    }
}
