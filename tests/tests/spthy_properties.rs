//! What holds of every theory and proof, not only of those at hand.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use plumbline_tests::properties::spthy::{proof_holds, theory_holds};
use plumbline_tests::strategies::spthy as strategies;
use proptest::prelude::*;
use spthy_parse::{Arena, SyntaxErrorKind, parse_formula, parse_proof, parse_term, parse_theory};

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
fn functions_are_known_from_their_declaration_on() {
    let (arena, name) = (Arena::new(), |text: &str| text.to_owned());
    let unknown = |n_arguments| SyntaxErrorKind::UnknownFunction {
        name: name("f"),
        n_arguments,
    };
    let wrong = SyntaxErrorKind::WrongArity {
        name: name("f"),
        declared: 2,
        found: 0,
    };
    let lemma = |term| format!("lemma L: \"All x #i. A( {term} ) @ i ==> F\"\n");
    for (before, term, after, expected) in [
        ("f/2", "f(x, x)", "", None),
        ("f/0", "f()", "", None),
        ("f/0", "f", "", None),
        ("g/1", "f(x, x)", "functions: f/2", Some(unknown(2))),
        // A variable when printed; the prover refuses it. Found by fuzzing.
        ("g/1", "f()", "", Some(unknown(0))),
        ("f/2", "f()", "", Some(wrong)),
    ] {
        let text = format!(
            "theory T begin functions: {before}\n{}{after}\nend",
            lemma(term)
        );
        let errors = parse_theory(&text, &arena).errors;
        let kinds: Vec<_> = errors.into_iter().map(|error| error.kind).collect();
        assert_eq!(kinds, Vec::from_iter(expected), "{text}");
    }
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
        "!KU( z((f()⊕r(~id, h(z)))) ) @ #vk.0",
        "theory T begin lemma L: \"T\" solve( A( x ) ▶₉₉₉₉₉₉₉₉₉₉₉ #i )",
    ] {
        theory_holds(text);
        proof_holds(text);
    }
}
