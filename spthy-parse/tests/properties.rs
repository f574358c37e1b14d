//! What holds of every theory, not only of those at hand. The functions of
//! [`properties`] are also the bodies of the fuzz targets.

// Helpers of tests, outside of test functions.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "properties/strategies.rs"]
mod strategies;

use proptest::prelude::*;
use spthy_parse::output::{Tree, write_dot, write_html, write_json, write_mermaid, write_text};
use spthy_parse::{Arena, Log, parse_formula, parse_goal, parse_proof, parse_term, parse_theory};

/// Whatever the text: no panic, spans in the text, and what parses without fault
/// prints to the same theory.
fn theory_holds(text: &str) {
    let arena = Arena::new();
    let parsed = parse_theory(text, &arena);
    for error in &parsed.errors {
        assert!(error.span.end as usize <= text.len(), "{error:?}");
        let _ = error.diagnostic();
    }
    let _ = spthy_parse::warnings(text, &parsed.theory);
    let _ = spthy_parse::lemma_rows("file", &parsed.theory);
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

/// The same of one proof, and every drawing of it can be written.
fn proof_holds(text: &str) {
    let arena = Arena::new();
    let _ = parse_goal(text, &arena).map(|goal| {
        let printed = goal.to_string();
        assert_eq!(
            parse_goal(&printed, &arena).as_ref(),
            Ok(&goal),
            "{printed}"
        );
    });
    let Ok(proof) = parse_proof(text, &arena) else {
        return;
    };
    let printed = proof.to_string();
    assert_eq!(
        parse_proof(&printed, &arena).as_ref(),
        Ok(&proof),
        "{printed}"
    );
    assert_eq!(proof.measure().steps, proof.len() as u64);
    if proof.len() > 10_000 {
        // The drawings visit nodes in the same flat order; one is enough.
        let tree = Tree {
            lemma: "L",
            side: None,
            proof: &proof,
        };
        return write_text(&tree, &mut std::io::sink()).unwrap();
    }
    let tree = Tree {
        lemma: "L",
        side: None,
        proof: &proof,
    };
    let mut out = Vec::new();
    write_text(&tree, &mut out).unwrap();
    write_json(&tree, &mut out).unwrap();
    write_dot(&tree, &mut out).unwrap();
    write_mermaid(&tree, &mut out).unwrap();
    write_html(&tree, &mut out).unwrap();
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic(text in "\\PC{0,200}") {
        theory_holds(&text);
        theory_holds(&format!("theory T begin {text}"));
        proof_holds(&text);
    }

    #[test]
    fn any_tokens_are_read_without_panic(words in prop::collection::vec(strategies::token(), 0..60)) {
        theory_holds(&format!("theory T begin {}", words.join(" ")));
        proof_holds(&words.join(" "));
    }

    #[test]
    fn terms_round_trip(source in strategies::term()) {
        let arena = Arena::new();
        let term = parse_term(&source, &arena).unwrap();
        let printed = term.to_string();
        prop_assert_eq!(parse_term(&printed, &arena).unwrap(), term);
    }

    #[test]
    fn formulas_round_trip(source in strategies::formula()) {
        let arena = Arena::new();
        let formula = parse_formula(&source, &arena).unwrap();
        let printed = formula.to_string();
        prop_assert_eq!(parse_formula(&printed, &arena).unwrap(), formula);
    }

    #[test]
    fn theories_round_trip(source in strategies::theory()) {
        let arena = Arena::new();
        let parsed = parse_theory(&source, &arena);
        prop_assert_eq!(&parsed.errors[..], &[], "{}", source);
        theory_holds(&source);
    }

    #[test]
    fn proofs_round_trip(source in strategies::proof()) {
        let arena = Arena::new();
        parse_proof(&source, &arena).unwrap();
        proof_holds(&source);
    }
}

#[test]
fn a_proof_a_million_deep() {
    let n = 1_000_000;
    let mut text = "solve( A( x ) @ #i )\ncase R\n".repeat(n);
    text.push_str("by sorry\n");
    text.push_str(&"qed\n".repeat(n));
    proof_holds(&text);
    let plain = format!("{}by sorry", "simplify\n".repeat(n));
    proof_holds(&plain);
    // Broken in its middle: an error, no overflow.
    let arena = Arena::new();
    assert!(parse_proof(&text[..text.len() / 2], &arena).is_err());
}

#[test]
fn nesting_is_bounded_and_says_so() {
    let arena = Arena::new();
    let n = 100_000;
    for (open, close) in [
        ("(", ")"),
        ("<", ">"),
        ("h(", ")"),
        ("~", ""),
        ("senc{", "}k"),
        ("a^(", ")"),
    ] {
        let text = format!("{}x{}", open.repeat(n), close.repeat(n));
        assert!(parse_term(&text, &arena).is_err(), "{open}");
        assert!(
            parse_formula(&format!("{text} = y"), &arena).is_err(),
            "{open}"
        );
    }
    for prefix in ["not(", "(", "Ex x. ", "A( x ) @ #i ==> "] {
        let text = format!("{}T", prefix.repeat(n));
        assert!(parse_formula(&text, &arena).is_err(), "{prefix}");
    }
    for operator in ["++", "⊕", "*", "^"] {
        let text = vec!["x"; n].join(operator);
        assert_eq!(parse_term(&text, &arena).unwrap().to_string(), text);
    }
    let rules = "rule A: [ ] --> [ ] left ".repeat(n);
    assert!(
        !parse_theory(&format!("theory T begin {rules}"), &arena)
            .errors
            .is_empty()
    );
    let flags = format!("theory T begin\n#ifdef {}a\n", "(".repeat(n));
    assert!(!parse_theory(&flags, &arena).errors.is_empty());
}

#[test]
fn odd_texts() {
    for text in [
        "",
        "theory",
        "theory T",
        "theory T begin",
        "/*",
        "theory T begin /*",
        "#ifdef",
        "\u{feff}theory T begin end",
        "theory T begin #ifdef",
        "theory T begin #else",
        "theory T begin\n#ifdef a\n",
        "theory T begin lemma L: \"",
        "theory T begin end end",
        "theory T begin text{*",
        "theory T begin heuristic: {",
        "theory T begin rule R [color=",
        "theory T begin rule R [color=é\u{301}",
        "theory T begin functions: f/99999999999",
        "theory T begin\u{a0}end",
        "theory T begin lemma L: \"T\" solve( A( x ) ▶₉₉₉₉₉₉₉₉₉₉₉ #i )",
    ] {
        theory_holds(text);
        proof_holds(text);
    }
}
