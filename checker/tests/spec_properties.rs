//! Spec reading on texts that nobody wrote: no text does harm, and what is
//! written is read again as it was.

#![allow(clippy::unwrap_used)]

use checker::spec::{self, SpecError};
use checker::{DEFAULT_INT_BOUND, Model};
use diagnostic::{SourceFile, render};
use proptest::prelude::*;

/// A right spec with everything in it.
const SPEC: &str = r#"{"name": "\ud83d\ude00", "candidate": true,
 "fields": ["x", "turn"], "initial": {"x": 0, "turn": "a"},
 "transitions": [{"label": "up", "when": {"x": 0}, "set": {"x": {"incr": 1}, "turn": null}}],
 "invariants": {"safe": {"forbid": {"x": 1e2}}}, "goal": {"require": {"turn": "\n"}}}"#;

#[test]
fn the_spec_to_be_damaged_is_right() {
    assert!(spec::read_checkable(&SourceFile::new("spec", SPEC), DEFAULT_INT_BOUND).is_ok());
}

/// Text that is near to a spec: pieces of specs in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "'",
        "\\",
        "\\u",
        "d83d",
        "\\ude00",
        "\"x\"",
        "\"fields\"",
        "\"initial\"",
        "\"transitions\"",
        "\"set\"",
        "\"when\"",
        "\"forbid\"",
        "\"incr\"",
        "{\"x\": 1}",
        "[\"x\"]",
        "0",
        "-1",
        "1e9",
        "1e999",
        "NaN",
        "true",
        "null",
        "//",
        "/*",
        "*/",
        "#",
        "\n",
        "\r\n",
        "\t",
        " ",
        "é",
        "\u{feff}",
        "\u{0}",
        "😀",
        "-",
        ".",
        "\"invariants\"",
        "\"goal\"",
        "x",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn harmless(bytes: Vec<u8>) {
    let Ok(source) = SourceFile::from_bytes("any", bytes) else {
        return;
    };
    match spec::read(&source, DEFAULT_INT_BOUND) {
        Ok(model) => {
            let json: Result<serde_json::Value, _> = serde_json::from_str(source.text());
            assert!(json.is_ok(), "what is no JSON was read");
            let again = SourceFile::new("again", spec::write(&model));
            assert_eq!(spec::read(&again, DEFAULT_INT_BOUND), Ok(model));
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            let length = u32::try_from(source.text().len()).unwrap();
            for error in &errors {
                assert!(error.span.end <= length, "{error:?}");
                let range = error.span.range();
                assert!(source.text().get(range).is_some(), "{error:?}");
            }
            let diagnostics: Vec<_> = errors.iter().map(SpecError::diagnostic).collect();
            assert!(!render(&source, &diagnostics, false).is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_bytes_are_harmless(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        harmless(bytes);
    }

    #[test]
    fn any_pieces_are_harmless(text in pieces()) {
        harmless(text.into_bytes());
    }

    #[test]
    fn a_damaged_spec_is_harmless(at in 0..SPEC.len(), length in 0usize..4, piece in pieces()) {
        let mut text = SPEC.to_owned();
        let start = text.floor_char_boundary(at);
        let end = text.floor_char_boundary((start + length).min(text.len()));
        text.replace_range(start..end.max(start), &piece);
        harmless(text.into_bytes());
    }
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,3}",
        any::<String>(),
        Just("\u{7f}\u{2028}\"\\\u{0}".to_owned())
    ]
}

fn value() -> impl Strategy<Value = checker::Value> {
    use checker::{Float, Value};
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        (-64i64..=64).prop_map(Value::Int),
        any::<f64>().prop_map(|f| Float::new(f).map_or(Value::Null, Value::Float)),
        text().prop_map(|text| Value::Text(text.into())),
    ]
}

/// Any well-formed model, odd names included.
fn model() -> impl Strategy<Value = Model> {
    use checker::{Draft, DraftCondition, DraftTransition, Update};
    let names = prop::collection::btree_set(text(), 1..4);
    let names = names.prop_map(|names| names.into_iter().collect::<Vec<_>>());
    names.prop_flat_map(|fields| {
        let n = fields.len();
        let update = prop_oneof![
            value().prop_map(Update::Set),
            any::<i64>().prop_map(Update::Add)
        ];
        let name = fields.clone();
        let tests = move |least| {
            let name = name.clone();
            prop::collection::btree_map(0..n, value(), least..=n).prop_map(move |tests| {
                tests
                    .into_iter()
                    .map(|(id, value)| (name[id].clone(), value))
                    .collect::<Vec<_>>()
            })
        };
        let name = fields.clone();
        let set = prop::collection::btree_map(0..n, update, 1..=n).prop_map(move |set| {
            set.into_iter()
                .map(|(id, update)| (name[id].clone(), update))
                .collect::<Vec<_>>()
        });
        let transition = (text(), tests(0), set).prop_map(|(label, when, set)| DraftTransition {
            label,
            when,
            set,
        });
        let condition = || {
            (any::<bool>(), tests(1)).prop_map(|(forbids, tests)| DraftCondition { forbids, tests })
        };
        (
            text(),
            prop::collection::vec(value(), n),
            prop::collection::vec(transition, 1..4),
            prop::collection::btree_map(text(), condition(), 0..3),
            prop::option::of(condition()),
        )
            .prop_map(
                move |(name, initial, transitions, invariants, goal)| Draft {
                    name,
                    fields: fields.clone(),
                    initial: fields.iter().cloned().zip(initial).collect(),
                    transitions,
                    invariants: invariants.into_iter().collect(),
                    goal,
                    int_bound: DEFAULT_INT_BOUND,
                },
            )
            .prop_map(|draft| draft.build().unwrap())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn reading_what_was_written_is_the_identity(model in model()) {
        let text = spec::write(&model);
        let source = SourceFile::new("written", text.as_str());
        let again = spec::read(&source, model.int_bound());
        prop_assert_eq!(again.as_ref(), Ok(&model));
        prop_assert_eq!(spec::write(&again.unwrap()), text);
    }
}
