//! Properties of the checker on random machines.

use checker::{Draft, Limits};
use plumbline_tests::strategies::{Profile, draft, limits, wide_draft};
use plumbline_tests::{minicheck, properties};
use proptest::prelude::*;

fn drafts() -> impl Strategy<Value = Draft> {
    prop_oneof![3 => draft(Profile::wild()), 1 => draft(Profile::plain())]
}

fn wide_drafts() -> impl Strategy<Value = Draft> {
    prop_oneof![draft(Profile::wide()), wide_draft()]
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn engines_agree_with_the_oracle(draft in drafts(), limits in limits()) {
        properties::agrees_with_oracle(&draft, &limits);
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn threads_keep_answers(draft in draft(Profile { transitions: 3..=10, ..Profile::wild() }), limits in limits()) {
        properties::threads_keep_answers(&draft, &limits);
    }
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn threads_keep_answers_of_the_generic_search(draft in drafts(), limits in limits()) {
        properties::generic_threads_keep_answers(&draft, &limits);
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn tuning_keeps_answers(draft in drafts(), limits in limits()) {
        properties::tuning_keeps_answers(&draft, &limits);
    }

}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn threads_keep_answers_on_wide_states(draft in wide_drafts(), limits in limits()) {
        properties::threads_keep_answers(&draft, &limits);
    }
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn tuning_keeps_answers_on_wide_states(draft in wide_drafts(), limits in limits()) {
        properties::tuning_keeps_answers(&draft, &limits);
    }

    #[test]
    fn little_memory_only_loses_answers_on_wide_states(
        draft in wide_drafts(),
        limits in limits(),
        max_memory in prop_oneof![0..20_000_u64, 0..300_000_u64],
    ) {
        properties::memory_only_loses_answers(&draft, &limits, max_memory);
    }
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn traces_are_evidence(draft in drafts(), limits in limits()) {
        properties::traces_are_evidence(&draft, &limits);
    }

    #[test]
    fn verdicts_rest_on_evidence(draft in drafts(), limits in limits()) {
        properties::verdicts_rest_on_evidence(&draft, &limits);
    }

    #[test]
    fn renaming_fields_keeps_answers(draft in drafts(), limits in limits()) {
        properties::renaming_keeps_answers(&draft, &limits);
    }

    #[test]
    fn permuting_fields_and_invariants_keeps_answers(
        draft in drafts(),
        limits in limits(),
        rotation in 0..5_usize,
    ) {
        properties::permuting_keeps_answers(&draft, &limits, rotation);
    }

    #[test]
    fn little_memory_only_loses_answers(
        draft in drafts(),
        limits in limits(),
        max_memory in prop_oneof![0..2_000_u64, 0..60_000_u64],
    ) {
        properties::memory_only_loses_answers(&draft, &limits, max_memory);
    }
}

/// Three counters with 24,389 states, a violation and a trap on the way.
fn large() -> Draft {
    use checker::{DraftCondition, Update, Value};
    let mut draft = Draft::new("large").int_bound(14);
    for name in ["a", "b", "c"] {
        draft = draft.field(name, -14).transition(
            "up",
            [(name, 14.into())],
            [(name, Value::Int(-14).into())],
        );
        for value in -14..14 {
            let next = Update::Add(1);
            draft = draft.transition("up", [(name, value.into())], [(name, next)]);
        }
    }
    draft
        .transition(
            "trap",
            [("a", 0.into()), ("b", 1.into())],
            [("c", Value::Null.into())],
        )
        .forbid(
            "corner",
            [("a", 14.into()), ("b", 14.into()), ("c", 14.into())],
        )
        .forbid(
            "middle",
            [("a", 0.into()), ("b", 0.into()), ("c", 0.into())],
        )
        .forbid("never", [("a", Value::Null)])
        .goal(DraftCondition::require([("c", 13.into())]))
}

#[test]
fn interruption_only_loses_answers_at_any_moment() {
    for looks in 1..60 {
        let limits = Limits {
            within: Some(30),
            max_states: 100_000,
            ..Limits::default()
        };
        properties::interruption_only_loses_answers(&large(), &limits, looks);
    }
}

#[test]
fn threads_keep_answers_on_a_large_machine() {
    let model = large().build().unwrap();
    for max_states in [100_000, 24_000, 9_000, 2_000] {
        for max_memory in [None, Some(600_000), Some(150_000)] {
            let check = |threads, max_bitmap| {
                let limits = Limits {
                    within: Some(30),
                    max_states,
                    max_memory,
                    threads: std::num::NonZeroUsize::new(threads),
                    ..Limits::default()
                };
                let tuning = checker::Tuning {
                    wide_level: 64,
                    round: 50,
                    max_bitmap,
                    cache: 0,
                    ..checker::Tuning::default()
                };
                checker::check_tuned(&model, &limits, &tuning, |_| {
                    std::ops::ControlFlow::Continue(())
                })
                .unwrap()
            };
            let one = check(1, 0);
            if max_memory.is_none() {
                assert_eq!(one.completeness.is_ok(), max_states == 100_000);
            }
            for threads in [2, 3, 5] {
                assert_eq!(check(threads, 0), one);
            }
        }
    }
}

/// The same of states too wide for a word, kept as trees.
#[test]
fn threads_keep_answers_on_a_large_tree() {
    let mut draft = large().int_bound(1 << 40);
    for (no, transition) in draft.transitions.iter_mut().enumerate() {
        let sum = format!("sum{}", no % 2);
        let amount = checker::Update::Add((no as i64) << 20);
        transition.set.push((sum, amount));
    }
    let draft = draft.field("sum0", 0).field("sum1", 0);
    let model = draft.build().unwrap();
    for max_states in [20_000, 3_000] {
        for max_memory in [None, Some(2_000_000), Some(600_000)] {
            let check = |threads, tree| {
                let limits = Limits {
                    max_states,
                    max_memory,
                    threads: std::num::NonZeroUsize::new(threads),
                    ..Limits::default()
                };
                let tuning = checker::Tuning {
                    wide_level: 64,
                    round: 50,
                    tree,
                    ..checker::Tuning::default()
                };
                checker::check_tuned(&model, &limits, &tuning, |_| {
                    std::ops::ControlFlow::Continue(())
                })
                .unwrap()
            };
            let one = check(1, Some(true));
            for threads in [2, 3] {
                assert_eq!(check(threads, Some(true)), one);
            }
            if max_memory.is_none() {
                assert_eq!(one.n_states, max_states);
                assert_eq!(check(1, Some(false)), one);
            }
        }
    }
}

#[test]
fn threads_keep_answers_of_the_generic_search_on_a_large_machine() {
    let machine = plumbline_tests::oracle::Machine::new(&large());
    for max_states in [100_000, 9_000] {
        let check = |threads| {
            let limits = Limits {
                within: Some(30),
                max_states,
                threads: std::num::NonZeroUsize::new(threads),
                ..Limits::default()
            };
            let tuning = checker::Tuning {
                wide_level: 64,
                ..checker::Tuning::default()
            };
            checker::check_tuned(&machine, &limits, &tuning, |_| {
                std::ops::ControlFlow::Continue(())
            })
            .unwrap()
        };
        let one = check(1);
        assert_eq!(one.completeness.is_ok(), max_states == 100_000);
        assert_eq!(check(3), one);
    }
}

#[test]
fn a_timeout_only_loses_answers() {
    let limits = Limits {
        within: Some(30),
        max_states: 100_000,
        ..Limits::default()
    };
    let model = large().build().unwrap();
    let full = checker::check(&model, &limits).unwrap();
    assert!(full.completeness.is_ok());
    for micros in [0, 100, 1_000, 10_000, 30_000] {
        let timeout = Some(std::time::Duration::from_micros(micros));
        let part = checker::check(&model, &Limits { timeout, ..limits }).unwrap();
        assert!(micros > 0 || part.completeness.is_err());
        properties::only_loses_answers(&large(), &full, &part);
    }
}

#[test]
fn memory_only_loses_answers_at_any_size() {
    let limits = Limits {
        within: Some(30),
        max_states: 100_000,
        ..Limits::default()
    };
    for step in 0..24 {
        properties::memory_only_loses_answers(&large(), &limits, 3_000 << (step / 2));
    }
}

/// A spec's bytes with a few of them replaced, dropped, inserted or cut off.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let fragment = prop::sample::select(vec![
        "\"",
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "null",
        "1e9",
        "-",
        "99999999999999999999",
        "\\ud800",
        "\u{feff}",
        "\"x\"",
        "\"when\"",
        "true",
        "\n",
        "\u{e9}",
        "0.5",
        "//",
    ]);
    let edit = (any::<prop::sample::Index>(), 0..4_usize, fragment);
    (drafts(), prop::collection::vec(edit, 0..5), any::<u8>()).prop_map(|(draft, edits, byte)| {
        let mut bytes = minicheck::spec_text(&draft).into_bytes();
        for (at, n_dropped, fragment) in edits {
            let start = at.index(bytes.len() + 1);
            let end = (start + n_dropped).min(bytes.len());
            bytes.splice(start..end, fragment.bytes());
        }
        if byte > 250 {
            bytes.push(byte);
        }
        bytes
    })
}

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn damaged_specs_never_panic(bytes in damaged()) {
        properties::spec_bytes(&bytes);
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        properties::spec_bytes(&bytes);
    }

    #[test]
    fn any_text_never_panics(text in "\\PC{0,80}") {
        properties::spec_bytes(text.as_bytes());
    }
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn a_spec_reads_as_the_model_it_was_written_from(draft in drafts()) {
        let model = draft.clone().build().unwrap();
        for text in [minicheck::spec_text(&draft), checker::spec::write(&model)] {
            let source = diagnostic::SourceFile::new("spec.json", text);
            let read = checker::spec::read(&source, draft.int_bound);
            prop_assert_eq!(read.as_ref(), Ok(&model));
        }
    }
}
