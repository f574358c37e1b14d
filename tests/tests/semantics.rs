//! The deliberate differences from minicheck 0.4.0, one named test each.
//!
//! Where minicheck is on the machine, each test also shows what it does there,
//! so that a difference that has gone away is noticed. `checker/README.md` has
//! a row for each.

#![allow(clippy::unwrap_used, clippy::panic)]

use checker::{
    Incomplete, Limits, Model, Outcome, Report, Verdict, Warning, check, spec, warnings,
};
use diagnostic::SourceFile;
use plumbline_tests::minicheck::Minicheck;
use serde_json::Value as Json;

const UNLIMITED: i64 = 200_000;

/// minicheck's exit status and payload, where it can be run.
fn theirs(spec: &[u8], int_bound: i64, max_states: i64, exit: i64) -> Option<Json> {
    let args = [
        "--json".to_owned(),
        format!("--int-bound={int_bound}"),
        format!("--max-states={max_states}"),
    ];
    let run = Minicheck::start()?.check(spec, &args);
    assert_eq!(run.exit, exit, "{run:?}");
    serde_json::from_str(&run.stdout).ok()
}

fn read(spec: &[u8], int_bound: i64) -> Result<Model, Vec<String>> {
    let source = SourceFile::from_bytes("spec.json", spec.to_vec())
        .map_err(|error| vec![error.diagnostic().message])?;
    spec::read_checkable(&source, int_bound)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect())
}

fn ours(spec: &str, int_bound: i64, max_states: u64) -> (Model, Report) {
    let model = read(spec.as_bytes(), int_bound).unwrap();
    let limits = Limits {
        max_states,
        ..Limits::default()
    };
    let report = check(&model, &limits).unwrap();
    (model, report)
}

/// The spec with fields, initial values, transitions and the rest.
fn spec(initial: &str, transitions: &[&str], rest: &str) -> String {
    let fields: serde_json::Map<String, Json> = serde_json::from_str(initial).unwrap();
    let fields: Vec<_> = fields.keys().collect();
    let transitions = transitions.join(", ");
    format!(
        r#"{{"fields": {fields:?}, "initial": {initial}, "transitions": [{transitions}], {rest}}}"#
    )
}

fn labels(
    model: &Model,
    outcome: &Outcome<checker::Trace<checker::State, checker::TransitionId>>,
) -> Vec<String> {
    let trace = outcome.counterexample().unwrap();
    let actions = trace.steps().iter().filter_map(|step| step.action);
    actions
        .map(|id| model.transition(id).label.clone())
        .collect()
}

/// Bad input for us, with that in its first message; minicheck exits with `exit`.
fn is_bad_input(text: impl AsRef<[u8]>, message: &str, exit: i64) {
    let errors = read(text.as_ref(), 64).unwrap_err();
    assert!(errors[0].contains(message), "{errors:?}");
    theirs(text.as_ref(), 64, UNLIMITED, exit);
}

const UP: &str = r#"{"label": "up", "set": {"x": {"incr": 1}}}"#;

#[test]
fn true_and_one_are_two_states() {
    let truth = r#"{"label": "truth", "when": {"x": 0}, "set": {"x": true}}"#;
    let one = r#"{"label": "one", "when": {"x": 0}, "set": {"x": 1}}"#;
    let next = r#"{"label": "next", "when": {"x": 1}, "set": {"x": {"incr": 1}}}"#;
    let rest = r#""invariants": {"below_two": {"forbid": {"x": 2}}}"#;
    for (order, exit) in [([truth, one, next], 0), ([one, truth, next], 2)] {
        let text = spec(r#"{"x": 0}"#, &order, rest);
        let (model, report) = ours(&text, 64, 200_000);
        assert_eq!(report.verdict(), Verdict::Refuted);
        assert_eq!(
            labels(&model, &report.invariants[0].outcome),
            ["one", "next"]
        );
        let warned = warnings(&model, Some(&report));
        assert!(
            warned
                .iter()
                .any(|warning| matches!(warning, Warning::MixedTypes { .. }))
        );
        theirs(text.as_bytes(), 64, UNLIMITED, exit);
    }
}

#[test]
fn a_violation_beside_an_overflow_is_found() {
    let bad = r#"{"label": "bad", "set": {"y": 1}}"#;
    let rest = r#""invariants": {"never": {"forbid": {"y": 1}}}"#;
    let text = spec(r#"{"x": 3, "y": 0}"#, &[UP, bad], rest);
    let (model, report) = ours(&text, 3, 200_000);
    assert_eq!(report.verdict(), Verdict::Refuted);
    assert_eq!(labels(&model, &report.invariants[0].outcome), ["bad"]);
    theirs(text.as_bytes(), 3, UNLIMITED, 3);
}

#[test]
fn liveness_keeps_to_the_state_budget() {
    let stay = r#"{"label": "stay", "when": {"x": 50}, "set": {"x": 50}}"#;
    let up: Vec<String> = (0..50)
        .map(|x| format!(r#"{{"when": {{"x": {x}}}, "set": {{"x": {}}}}}"#, x + 1))
        .collect();
    let mut transitions: Vec<&str> = up.iter().map(String::as_str).collect();
    transitions.push(stay);
    let text = spec(
        r#"{"x": 0}"#,
        &transitions,
        r#""goal": {"require": {"x": 0}}"#,
    );
    let (_, report) = ours(&text, 64, 10);
    assert_eq!(report.n_states, 10);
    let liveness = report.liveness.unwrap().outcome;
    assert_eq!(
        liveness,
        Outcome::Unknown(Incomplete::StateLimit { limit: 10 })
    );
    if let Some(payload) = theirs(text.as_bytes(), 64, 10, 2) {
        assert_eq!(payload["liveness"]["reachable_states"], 51);
    }
}

#[test]
fn a_trap_found_by_a_partial_search_refutes() {
    let fall = r#"{"label": "fall", "when": {"x": 0}, "set": {"x": null}}"#;
    let text = spec(
        r#"{"x": 0}"#,
        &[fall, UP],
        r#""goal": {"require": {"x": 1}}"#,
    );
    let (model, report) = ours(&text, 3, 200_000);
    assert!(report.completeness.is_err());
    assert_eq!(report.verdict(), Verdict::Refuted);
    assert_eq!(labels(&model, &report.liveness.unwrap().outcome), ["fall"]);
    theirs(text.as_bytes(), 3, UNLIMITED, 3);
}

#[test]
fn a_requirement_beyond_the_bound_can_never_hold() {
    let stay = r#"{"set": {"x": 1}}"#;
    let text = spec(
        r#"{"x": 0}"#,
        &[stay],
        r#""invariants": {"far": {"require": {"x": 99}}}"#,
    );
    let (model, report) = ours(&text, 64, 200_000);
    let warning = warnings(&model, Some(&report))[0].to_string();
    assert!(warning.contains("can never hold") && !warning.contains("trivially"));
    if let Some(payload) = theirs(text.as_bytes(), 64, UNLIMITED, 2) {
        assert!(
            payload["warnings"][0]
                .as_str()
                .unwrap()
                .contains("trivially satisfied")
        );
    }
}

#[test]
fn a_float_beyond_the_bound_is_not_warned_of() {
    let float = r#"{"set": {"x": 65.0}}"#;
    let text = spec(
        r#"{"x": 0}"#,
        &[float],
        r#""invariants": {"no_65": {"forbid": {"x": 65}}}"#,
    );
    let (model, report) = ours(&text, 64, 200_000);
    assert_eq!(report.verdict(), Verdict::Refuted);
    let warned = warnings(&model, Some(&report));
    assert!(
        !warned
            .iter()
            .any(|warning| matches!(warning, Warning::OutOfBound { .. }))
    );
    if let Some(payload) = theirs(text.as_bytes(), 64, UNLIMITED, 2) {
        assert_eq!(payload["warnings"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn an_invariant_that_nothing_can_break_is_warned_of() {
    let rest = r#""invariants": {"untouched": {"forbid": {"y": 1}}}"#;
    let stay = r#"{"set": {"x": 1}}"#;
    let text = spec(r#"{"x": 0, "y": 0}"#, &[stay], rest);
    let (model, report) = ours(&text, 64, 200_000);
    assert_eq!(report.verdict(), Verdict::Proved);
    let vacuous = Warning::Vacuous {
        invariant: "untouched".to_owned(),
    };
    assert_eq!(warnings(&model, Some(&report)), [vacuous]);
    if let Some(payload) = theirs(text.as_bytes(), 64, UNLIMITED, 0) {
        assert_eq!(payload.get("warnings"), None);
    }
}

#[test]
fn a_negative_state_limit_is_reported_as_zero() {
    let text = spec(
        r#"{"x": 0}"#,
        &[UP],
        r#""invariants": {"i": {"forbid": {"x": 9}}}"#,
    );
    let (_, report) = ours(&text, 64, 0);
    let reason = report.completeness.unwrap_err().to_string();
    assert_eq!(
        (report.n_states, reason.as_str()),
        (1, "StateSpaceExceeded: state space > 0")
    );
    if let Some(payload) = theirs(text.as_bytes(), 64, -3, 3) {
        assert_eq!(payload["reachable_states"], 1);
        assert_eq!(
            payload["incomplete_reason"],
            "StateSpaceExceeded: state space > -3"
        );
    }
}

const SAFE: &str = r#""invariants": {"i": {"forbid": {"x": 9}}}"#;
const STAY: &str = r#"{"set": {"x": 1}}"#;

#[test]
fn lists_and_objects_are_no_values() {
    is_bad_input(spec(r#"{"x": []}"#, &[STAY], SAFE), "is a list", 1);
    is_bad_input(spec(r#"{"x": {}}"#, &[STAY], SAFE), "is an object", 1);
    let list = r#""invariants": {"i": {"forbid": {"x": [1]}}}"#;
    is_bad_input(spec(r#"{"x": 0}"#, &[STAY], list), "is a list", 0);
}

#[test]
fn bytes_that_are_no_text_are_bad_input() {
    is_bad_input(b"{\"name\": \"caf\xe9\"}", "not UTF-8", 1);
}

#[test]
fn deep_nesting_is_bad_input() {
    let errors = read("[".repeat(100_000).as_bytes(), 64).unwrap_err();
    assert!(!errors.is_empty());
    theirs("[".repeat(100_000).as_bytes(), 64, UNLIMITED, 1);
}

#[test]
fn integers_beyond_64_bits_are_bad_input() {
    let digits = "9".repeat(5_000);
    let huge = |digits: &str| format!(r#"{{"set": {{"x": {{"incr": {digits}}}}}}}"#);
    is_bad_input(spec(r#"{"x": 0}"#, &[&huge(&digits)], SAFE), "too large", 1);
    is_bad_input(
        spec(r#"{"x": 0}"#, &[&huge(&digits[..30])], SAFE),
        "too large",
        3,
    );
}

#[test]
fn numbers_that_are_not_finite_are_bad_input() {
    let nan = r#"{"set": {"x": NaN}}"#;
    is_bad_input(spec(r#"{"x": 0}"#, &[nan], SAFE), "NaN", 0);
    let huge = r#"{"set": {"x": 1e400}}"#;
    is_bad_input(
        spec(r#"{"x": 0}"#, &[huge], SAFE),
        "too large for a float",
        0,
    );
}

#[test]
fn negative_zero_is_written_as_zero() {
    let text = spec(
        r#"{"x": -0.0}"#,
        &[UP],
        r#""invariants": {"i": {"forbid": {"x": 0}}}"#,
    );
    let (model, report) = ours(&text, 64, 100);
    assert_eq!(report.verdict(), Verdict::Refuted);
    assert_eq!(model.initial_values()[0].to_string(), "0.0");
    if let Some(payload) = theirs(text.as_bytes(), 64, 100, 2) {
        let state = &payload["invariants"]["i"]["counterexample"][0]["state"];
        assert_eq!(state["x"].to_string(), "-0.0");
    }
}

#[test]
fn unknown_keys_are_bad_input() {
    let typo = r#"{"whne": {"x": 7}, "set": {"x": 1}}"#;
    is_bad_input(spec(r#"{"x": 0}"#, &[typo], SAFE), "whne", 0);
    let rest = r#""goal": {"require": {"x": 1}}, "invariant": {"i": {"forbid": {"x": 1}}}"#;
    is_bad_input(spec(r#"{"x": 0}"#, &[STAY], rest), "invariant", 0);
}

#[test]
fn duplicate_keys_are_bad_input() {
    let twice = r#"{"set": {"x": 9}, "set": {"x": 1}}"#;
    is_bad_input(spec(r#"{"x": 0}"#, &[twice], SAFE), "set", 0);
}

#[test]
fn names_are_strings() {
    let rest = format!(r#""name": ["m"], {SAFE}"#);
    is_bad_input(spec(r#"{"x": 0}"#, &[STAY], &rest), "`name` is a list", 0);
    let rest = format!(r#""candidate": "yes", {SAFE}"#);
    is_bad_input(spec(r#"{"x": 0}"#, &[STAY], &rest), "`candidate`", 0);
}

/// Not a difference: what minicheck takes as absent is absent.
#[test]
fn null_stands_for_an_absent_key() {
    let stay = r#"{"when": null, "set": {"x": 1}}"#;
    let text = spec(r#"{"x": 0}"#, &[stay], &format!(r#""goal": null, {SAFE}"#));
    assert_eq!(ours(&text, 64, 200_000).1.verdict(), Verdict::Proved);
    theirs(text.as_bytes(), 64, UNLIMITED, 0);
    let rest = r#""invariants": null, "goal": {"require": {"x": 1}}"#;
    let text = spec(r#"{"x": 0}"#, &[STAY], rest);
    assert_eq!(ours(&text, 64, 200_000).1.verdict(), Verdict::Proved);
    theirs(text.as_bytes(), 64, UNLIMITED, 0);
}

#[test]
fn every_difference_in_the_readme_has_its_test() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let readme = std::fs::read_to_string(format!("{root}/checker/README.md")).unwrap();
    let rows = readme.lines().filter(|line| line.starts_with("| "));
    let mut listed = Vec::new();
    for row in rows.skip(1) {
        let cells: Vec<_> = row.trim_matches('|').split(" | ").collect();
        assert_eq!(cells.len(), 4, "{row}");
        let mut quoted = cells[3].split('`').skip(1).step_by(2);
        let test = quoted.next().unwrap();
        let file = quoted.next().unwrap_or("tests/tests/semantics.rs");
        let text = std::fs::read_to_string(format!("{root}/{file}")).unwrap();
        assert!(
            text.contains(&format!("fn {test}(")),
            "{file} has no {test}"
        );
        listed.push(test.to_owned());
    }
    // The other way round: each test of a difference has a row.
    let text = include_str!("semantics.rs");
    let tests = text.split("#[test]\nfn ").skip(1);
    let tests = tests.map(|test| test.split('(').next().unwrap().to_owned());
    let others = [
        "null_stands_for_an_absent_key",
        "every_difference_in_the_readme_has_its_test",
    ];
    for test in tests.filter(|test| !others.contains(&test.as_str())) {
        assert!(listed.contains(&test), "{test} has no row");
    }
}
