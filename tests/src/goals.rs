//! Random goals over few symbols, so that many are equal, as text.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use spthy_parse::Sort;

fn msg_vars() -> impl Strategy<Value = String> {
    select(vec!["x", "y", "x.1", "~x", "$x", "z"]).prop_map(str::to_owned)
}

fn node_vars() -> impl Strategy<Value = String> {
    select(vec!["#i", "#j", "#i.1"]).prop_map(str::to_owned)
}

/// Terms as text.
pub fn terms() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![8 => msg_vars(), 1 => Just("'c'".to_owned()), 1 => Just("1".to_owned())];
    leaf.prop_recursive(3, 8, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        let three = (inner.clone(), inner.clone(), inner.clone());
        prop_oneof![
            2 => inner.prop_map(|a| format!("h({a})")),
            2 => two.clone().prop_map(|(a, b)| format!("f({a}, {b})")),
            2 => two.clone().prop_map(|(a, b)| format!("em({a}, {b})")),
            3 => two.clone().prop_map(|(a, b)| format!("({a} ⊕ {b})")),
            2 => three.clone().prop_map(|(a, b, c)| format!("({a} ⊕ {b} ⊕ {c})")),
            1 => two.clone().prop_map(|(a, b)| format!("({a} ++ {b})")),
            1 => two.clone().prop_map(|(a, b)| format!("({a} * {b})")),
            1 => two.clone().prop_map(|(a, b)| format!("({a})^({b})")),
            1 => three.clone().prop_map(|(a, b, c)| format!("({a} ^ {b} ^ {c})")),
            2 => two.prop_map(|(a, b)| format!("<{a}, {b}>")),
            1 => three.clone().prop_map(|(a, b, c)| format!("<{a}, {b}, {c}>")),
            1 => three.prop_map(|(a, b, c)| format!("senc{{{a}, {b}}}({c})")),
        ]
    })
}

/// Formulas as text, each an atom or in parentheses.
pub fn formulas() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        4 => (terms(), node_vars()).prop_map(|(a, at)| format!("P( {a} ) @ {at}")),
        // A relation of two variables: goals as graphs.
        6 => (msg_vars(), msg_vars()).prop_map(|(a, b)| format!("({a} ⊏ {b})")),
        2 => (terms(), terms()).prop_map(|(a, b)| format!("({a} = {b})")),
        1 => (node_vars(), node_vars()).prop_map(|(a, b)| format!("({a} = {b})")),
        2 => (node_vars(), node_vars()).prop_map(|(a, b)| format!("({a} < {b})")),
        1 => node_vars().prop_map(|at| format!("last({at})")),
        1 => Just("⊥".to_owned()),
    ];
    let binders = prop::collection::vec(prop_oneof![3 => msg_vars(), 1 => node_vars()], 1..4);
    atom.prop_recursive(4, 16, 4, move |inner| {
        let many = prop::collection::vec(inner.clone(), 2..5);
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            3 => many.clone().prop_map(|parts| format!("({})", parts.join(" ∧ "))),
            3 => many.prop_map(|parts| format!("({})", parts.join(" ∨ "))),
            1 => inner.clone().prop_map(|part| format!("(¬({part}))")),
            1 => two.clone().prop_map(|(a, b)| format!("({a} ⇒ {b})")),
            1 => two.prop_map(|(a, b)| format!("({a} ⇔ {b})")),
            4 => (select(vec!["∀", "∃"]), binders.clone(), inner)
                .prop_map(|(quantifier, vars, body)| format!("({quantifier} {}. {body})", vars.join(" "))),
        ]
    })
}

/// Goals as text.
pub fn goals() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (terms(), node_vars()).prop_map(|(a, at)| format!("!KU( {a} ) @ {at}")),
        2 => (terms(), terms(), node_vars(), 0_usize..3)
            .prop_map(|(a, b, at, n)| format!("St( {a}, {b} ) ▶{} {at}", ["₀", "₁", "₁₂"][n])),
        1 => (node_vars(), node_vars(), 0..2).prop_map(|(i, j, n)| format!("({i}, {n}) ~~> ({j}, 1)")),
        1 => (terms(), terms()).prop_map(|(a, b)| format!("{a} ⊏ {b}")),
        1 => (0..4).prop_map(|n| format!("splitEqs({n})")),
        8 => prop::collection::vec(formulas(), 1..4).prop_map(|parts| parts.join(" ∥ ")),
    ]
}

/// What a lemma may bind.
pub fn bound() -> impl Strategy<Value = Vec<(Sort, &'static str)>> {
    subsequence(
        vec![
            (Sort::Msg, "x"),
            (Sort::Msg, "y"),
            (Sort::Msg, "z"),
            (Sort::Fresh, "x"),
            (Sort::Node, "i"),
        ],
        0..=5,
    )
}
