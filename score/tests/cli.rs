//! The `score` program.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use assert_cmd::Command;
use serde_json::{Value as Json, json};

fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_score"));
    let output = command.args(arguments).write_stdin(input).output().unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

fn scored(arguments: &[&str], input: &str) -> Json {
    let (status, out, err) = run(arguments, input);
    assert_eq!(status, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn baselines_have_their_known_scores() {
    for (baseline, balanced, accuracy, ignoring) in [
        ("bfs", 1.0, 1.0, 1.0),
        ("always-safe", 0.5, 13.0 / 15.0, 13.0 / 15.0),
        ("always-violated", 0.0, 0.0, 2.0 / 15.0),
    ] {
        let report = scored(&["run", baseline, "--json"], "");
        assert_eq!(report["balanced_accuracy"], balanced, "{baseline}");
        assert_eq!(report["accuracy"], accuracy, "{baseline}");
        assert_eq!(report["accuracy_ignoring_replay"], ignoring, "{baseline}");
    }
    assert_eq!(
        scored(&["run", "always-violated", "--json"], "")["unreplayed_claims"],
        15
    );
}

#[test]
fn what_a_baseline_submits_scores_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bfs.json");
    let file = file.to_str().unwrap();
    let direct = scored(&["run", "bfs", "--json", "-o", file], "");
    assert_eq!(direct, scored(&["submission", file, "--json"], ""));
}

#[test]
fn replies_are_read_and_those_that_cannot_be_are_counted() {
    let replies = json!({
        "ieee_4way_handshake_krack": "It is {clearly} \"broken\":\n```json\n{\"violated\": true, \"trace\": [[false, 0, false], [true, 0, false], [true, 1, false], [true, 0, true]]}\n```\nDone }",
        "3gpp_xn_handover_premature_release": {"violated": false},
        "ieee_sa_query": "{\"violated\": \"false\"}",
    });
    let report = scored(&["completions", "-", "--json"], &replies.to_string());
    assert_eq!(
        (&report["true_positives"], &report["n_unparseable"]),
        (&json!(1), &json!(12))
    );
    assert_eq!(report["false_positives"], 0);
}

#[test]
fn bad_input_is_told() {
    for (arguments, input) in [
        (&["submission", "-"][..], "["),
        (&["submission", "-"], "[]"),
        (&["completions", "-"], "3"),
        (&["submission", "no such file"], ""),
        (&["run", "nothing"], ""),
        (&["run", "bfs", "-o", "no/such/folder/x"], ""),
        (&[], ""),
    ] {
        let (status, out, err) = run(arguments, input);
        assert_eq!((status, out.as_str()), (4, ""), "{arguments:?}");
        assert!(!err.is_empty());
    }
    let (status, _, err) = run(&["submission", "-"], r#"{"no_such_task\u001b[2J": {}}"#);
    assert_eq!(status, 0);
    assert!(err.contains("there is no task no_such_task") && !err.contains('\u{1b}'));
    assert_eq!(run(&["--help"], "").0, 0);
    assert_eq!(run(&["tasks"], "").1.lines().count(), 15);
    assert_eq!(
        scored(&["tasks", "--json"], "").as_array().unwrap().len(),
        15
    );
}
