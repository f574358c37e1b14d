//! Where strict scoring differs from protocol-bench, one test a difference.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use score::{Fault, Mode, Outcome, Replay, Submission, Task, replay, score};
use serde_json::{Value as Json, json};

fn krack() -> Task {
    Task::all().unwrap().swap_remove(0)
}

fn step(installed: impl Into<Json>, nonce: u32, reused: bool) -> Json {
    let installed = installed.into();
    json!({"state": {"ptk_installed": installed, "tx_nonce": nonce, "nonce_reused": reused}})
}

fn attack() -> Vec<Json> {
    vec![
        step(false, 0, false),
        step(true, 0, false),
        step(true, 1, false),
        step(true, 0, true),
    ]
}

fn fault(trace: &Json, mode: Mode) -> Option<Fault> {
    match replay(&krack(), Some(trace), mode) {
        Replay::Invalid(fault) => Some(fault),
        Replay::Valid { .. } | Replay::NotAsked => None,
    }
}

#[test]
fn one_is_not_true() {
    let mut trace = attack();
    trace[1] = step(1, 0, false);
    assert_eq!(fault(&json!(trace), Mode::Lenient), None);
    assert_eq!(
        fault(&json!(trace), Mode::Strict),
        Some(Fault::NoStep { step: 0 })
    );
}

#[test]
fn a_step_past_the_violation_is_refused() {
    let mut trace = attack();
    trace.push(step(true, 1, true));
    assert_eq!(fault(&json!(trace), Mode::Lenient), None);
    assert_eq!(
        fault(&json!(trace), Mode::Strict),
        Some(Fault::PastViolation { step: 3 })
    );
}

#[test]
fn the_word_false_is_false() {
    let task = krack();
    let submission = Submission::parse(&format!(r#"{{"{}": {{"violated": "false"}}}}"#, task.id));
    let submission = submission.unwrap();
    let outcome = |mode| score(&submission, std::slice::from_ref(&task), mode).per_task[0].outcome;
    assert_eq!(outcome(Mode::Lenient), Outcome::FalseNegativeUnreplayed);
    assert_eq!(outcome(Mode::Strict), Outcome::FalseNegative);
}

#[test]
fn faults_are_told_in_the_order_of_the_checks_with_their_step() {
    let trace = attack();
    let without = |range: std::ops::Range<usize>| json!(trace[range].to_vec());
    assert_eq!(fault(&json!(null), Mode::Strict), Some(Fault::Missing));
    assert_eq!(
        replay(&krack(), None, Mode::Strict),
        Replay::Invalid(Fault::Missing)
    );
    for no_list in [json!([]), json!("trace"), json!({"a": 1}), json!(3)] {
        assert_eq!(fault(&no_list, Mode::Strict), Some(Fault::NotAList));
    }
    assert_eq!(fault(&without(1..4), Mode::Strict), Some(Fault::NotInitial));
    assert_eq!(
        fault(&without(0..3), Mode::Strict),
        Some(Fault::NoViolation)
    );
    let gap = json!([trace[0], trace[1], trace[3]]);
    assert_eq!(fault(&gap, Mode::Strict), Some(Fault::NoStep { step: 1 }));
    // Fields come first, even where the start is wrong too.
    let unnamed = json!([trace[1], {"state": {"ptk_installed": true}}]);
    let told = fault(&unnamed, Mode::Strict).unwrap();
    assert!(matches!(told, Fault::Fields { step: 1, .. }));
    assert!(
        told.to_string()
            .contains("ptk_installed, tx_nonce, nonce_reused")
    );
    // Lists in the order of the fields are states too.
    let lists =
        json!([[false, 0, false], {"state": [true, 0, false]}, [true, 1, false], [true, 0, true]]);
    assert_eq!(fault(&lists, Mode::Strict), None);
}

#[test]
fn a_file_is_standard_json_with_one_claim_a_task() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for claim in [
        "NaN",
        "Infinity",
        "-Infinity",
        "1e999",
        r#""\ud800""#,
        &deep,
    ] {
        let text = format!(r#"{{"a": {{"violated": true, "note": {claim}}}}}"#);
        assert!(Submission::parse(&text).is_err(), "{text}");
    }
    let two = r#"{"a": {"violated": true}, "a": {"violated": false}}"#;
    let error = Submission::parse(two).unwrap_err().to_string();
    assert!(error.contains("`a` has two claims"), "{error}");
}
