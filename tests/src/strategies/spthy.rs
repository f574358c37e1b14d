//! Texts that parse, and texts made of the grammar's words.

use proptest::prelude::*;

/// A word or sign of the grammar.
pub fn token() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "theory",
        "begin",
        "end",
        "rule",
        "lemma",
        "restriction",
        "functions:",
        "builtins:",
        "equations:",
        "xor",
        "R",
        "F(",
        "h(",
        "x",
        "~n",
        "$A",
        "#i",
        "'c'",
        "(",
        ")",
        "[",
        "]",
        "<",
        ">",
        "-->",
        "--[",
        "]->",
        ",",
        ":",
        "\"",
        "All",
        "Ex",
        ".",
        "==>",
        "&",
        "|",
        "not",
        "T",
        "@",
        "=",
        "<<",
        "⊏",
        "∥",
        "▶₁",
        "~~>",
        "splitEqs(1)",
        "solve(",
        "by",
        "sorry",
        "case",
        "next",
        "qed",
        "simplify",
        "induction",
        "SOLVED",
        "step(",
        "MIRRORED",
        "/*",
        "*/",
        "//",
        "\n",
        "#ifdef",
        "#else",
        "#endif",
        "let",
        "in",
        "variants",
        "all-traces",
        "exists-trace",
        "text{*",
        "*}",
        "{",
        "}",
        "^",
        "++",
        "⊕",
        "é",
        "_restrict(",
        "process:",
        "last(",
        "!K(",
        "1",
        "%1",
        ".1",
        "diffLemma",
        "tactic:",
        "heuristic:",
        "macros:",
        "predicates:",
    ])
}

fn leaf() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z][a-z0-9_]{0,4}".prop_filter("reserved", |word| !["in", "let", "last", "not"]
            .contains(&word.as_str())),
        "[~$][a-z]{1,3}(\\.[1-9])?",
        "'[a-z0-9 ]{1,4}'",
        Just("1".to_owned()),
        Just("%1".to_owned()),
        Just("x:fresh".to_owned()),
    ]
}

/// A term with every operator and bracket.
pub fn term() -> BoxedStrategy<String> {
    leaf()
        .prop_recursive(4, 24, 4, |inner| {
            let list =
                prop::collection::vec(inner.clone(), 1..4).prop_map(|terms| terms.join(", "));
            prop_oneof![
                list.clone().prop_map(|list| format!("<{list}>")),
                list.clone().prop_map(|list| format!("h({list})")),
                (list, inner.clone()).prop_map(|(list, key)| format!("senc{{{list}}}({key})")),
                inner.clone().prop_map(|term| format!("({term})")),
                (
                    inner.clone(),
                    prop::sample::select(vec!["++", "+", "%+", "⊕", " XOR ", "*", "^"]),
                    inner
                )
                    .prop_map(|(left, operator, right)| format!("{left}{operator}{right}")),
            ]
        })
        .boxed()
}

fn fact() -> impl Strategy<Value = String> {
    ("!?[A-Z][a-z]{1,4}", prop::collection::vec(term(), 0..3))
        .prop_map(|(name, args)| format!("{name}( {} )", args.join(", ")))
}

/// A formula with every connective, in both spellings.
pub fn formula() -> BoxedStrategy<String> {
    let atom = prop_oneof![
        Just("⊥".to_owned()),
        Just("T".to_owned()),
        Just("last(#i)".to_owned()),
        Just("#i < j".to_owned()),
        fact().prop_map(|fact| format!("{fact} @ #i")),
        fact(),
        (
            term(),
            prop::sample::select(vec!["=", "⊏", "<<", "(<)"]),
            term()
        )
            .prop_map(|(left, sign, right)| format!("{left} {sign} {right}")),
    ];
    atom.prop_recursive(4, 16, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|formula| format!("not({formula})")),
            inner.clone().prop_map(|formula| format!("({formula})")),
            (
                prop::sample::select(vec!["All", "Ex", "∀", "∃"]),
                inner.clone()
            )
                .prop_map(|(quantifier, formula)| format!("({quantifier} x ~y.1 #i. {formula})")),
            (
                inner.clone(),
                prop::sample::select(vec!["&", "∧", "|", "∨", "==>", "⇒"]),
                inner
            )
                .prop_map(|(left, sign, right)| format!("{left} {sign} {right}")),
        ]
    })
    .boxed()
}

/// A proof with cases, sequences and decorations.
pub fn proof() -> BoxedStrategy<String> {
    let leaf = prop::sample::select(vec![
        "by sorry",
        "by contradiction /* cyclic */",
        "SOLVED // trace found\n",
        "MIRRORED",
        "by step( contradiction /* from\n formulas */ )",
        "by sorry // Cannot prove\n",
        "by ATTACK",
        "by UNFINISHABLE",
    ])
    .prop_map(str::to_owned);
    let goal = prop_oneof![
        (fact(), 0..40u32).prop_map(|(fact, n)| {
            let digits: String = n
                .to_string()
                .chars()
                .filter_map(|c| char::from_u32(0x2080 + c.to_digit(10)?))
                .collect();
            format!("{fact} ▶{digits} #i")
        }),
        fact().prop_map(|fact| format!("{fact} @ #vk.3")),
        Just("(#vr.1, 0) ~~> (#i, 12)".to_owned()),
        Just("splitEqs(7)".to_owned()),
        prop::collection::vec(formula(), 1..3).prop_map(|parts| {
            parts
                .iter()
                .map(|part| format!("({part})"))
                .collect::<Vec<_>>()
                .join(" ∥ ")
        }),
        (term(), term()).prop_map(|(left, right)| format!("{left} ⊏ {right}")),
    ];
    leaf.prop_recursive(5, 30, 4, move |inner| {
        let method = prop_oneof![
            Just("simplify".to_owned()),
            Just("induction".to_owned()),
            Just("rule-equivalence".to_owned()),
            Just("backward-search".to_owned()),
            Just("step( simplify )".to_owned()),
            goal.clone().prop_map(|goal| format!("solve( {goal} )")),
            goal.clone()
                .prop_map(|goal| format!("step( solve( {goal} ) )")),
        ];
        let cases = prop::collection::vec(("[A-Za-z_][A-Za-z0-9_]{0,6}", inner.clone()), 1..4)
            .prop_map(|cases| {
                let cases: Vec<_> = cases
                    .into_iter()
                    .map(|(name, proof)| format!("case {name}\n{proof}"))
                    .collect();
                format!("{}\nqed", cases.join("\nnext\n"))
            });
        (method, prop_oneof![inner, cases]).prop_map(|(method, rest)| format!("{method}\n{rest}"))
    })
    .boxed()
}

/// A theory with one of most items.
pub fn theory() -> BoxedStrategy<String> {
    let facts = || prop::collection::vec(fact(), 0..3).prop_map(|facts| facts.join(", "));
    (facts(), facts(), facts(), formula(), proof(), term())
        .prop_map(|(premises, actions, conclusions, formula, proof, term)| {
            format!(
                "theory T configuration: \"--auto-sources\" begin\n\
                 builtins: diffie-hellman, xor, multiset, natural-numbers, hashing, symmetric-encryption\n\
                 functions: f/2 [private], g(a, b):c\n\
                 equations [convergent]: f(g(x, y), y) = x\n\
                 heuristic: s o \"oracle\" {{tactic}}\n\
                 macros: m(x, $y) = <x, $y>\n\
                 predicates: Pred( x ) <=> {formula}\n\
                 rule R [color=#ff0000, role=\"A\"]: let z = {term} in [ {premises} ] --[ {actions} ]-> [ {conclusions} ]\n\
                 rule (modulo E) S: [ {premises} ] --[ _restrict( {formula} ) ]-> [ {conclusions} ]\n\
                 restriction A [left]: \"{formula}\"\naxiom B: \"{formula}\"\n\
                 section{{* Free text *}}\ntest c: \"{formula}\"\nlemma blame: c accounts for \"{formula}\"\n\
                 lemma L [reuse, hide_lemma=B, heuristic={{tactic}}]: exists-trace \"{formula}\"\n{proof}\n\
                 diffLemma D:\n{proof}\n\
                 tactic: tactic\nprio:\n  regex \"x\"\n\
                 #ifdef not flag & (a | b)\nrule broken\n#else\noptions: translation-progress\n#endif\n\
                 process:\nin(x); out(x)\n\nend"
            )
        })
        .boxed()
}
