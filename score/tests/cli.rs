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
    assert_eq!(run(&["tasks"], ""), run(&["tasks", "list"], ""));
    assert_eq!(scored(&["tasks", "info", "--json"], "")["n_tasks"], 15);
    assert_eq!(
        scored(&["tasks", "--json"], "").as_array().unwrap().len(),
        15
    );
}

#[test]
fn a_missed_threshold_is_told_and_exits_with_2() {
    let reply = json!({"ieee_sa_query": "I cannot tell"}).to_string();
    let told = |arguments: &[&str]| {
        let (status, out, err) = run(arguments, &reply);
        assert!(!out.is_empty(), "the scores come in any case");
        (status, err)
    };
    for (arguments, missed) in [
        (
            &["run", "always-safe", "--min-balanced-accuracy", "0.50001"][..],
            "score: balanced accuracy is 0.5, below --min-balanced-accuracy 0.50001\n",
        ),
        (
            &["run", "always-safe", "--min-accuracy", "0.867", "--json"],
            "score: accuracy is 0.8666666666666667, below --min-accuracy 0.867\n",
        ),
        (
            &["run", "always-violated", "--max-unreplayed", "14"],
            "score: claims that do not replay: 15, above --max-unreplayed 14\n",
        ),
        (
            &["run", "always-violated", "--max-false-positives", "12"],
            "score: claims on safe tasks: 13, above --max-false-positives 12\n",
        ),
        (
            &["completions", "-", "--max-unparseable", "14"],
            "score: replies without a claim: 15, above --max-unparseable 14\n",
        ),
    ] {
        assert_eq!(told(arguments), (2, missed.to_owned()), "{arguments:?}");
    }
    // What is just reached is not missed.
    for arguments in [
        &["run", "always-safe", "--min-balanced-accuracy", "0.5"][..],
        &[
            "run",
            "bfs",
            "--min-balanced-accuracy",
            "1",
            "--min-accuracy",
            "1",
            "--max-unreplayed",
            "0",
        ],
        &[
            "run",
            "always-violated",
            "--max-unreplayed",
            "15",
            "--max-false-positives",
            "13",
        ],
        &["completions", "-", "--max-unparseable", "15"],
    ] {
        assert_eq!(told(arguments), (0, String::new()), "{arguments:?}");
    }
    let (_, err) = told(&[
        "run",
        "always-violated",
        "--min-accuracy",
        "1",
        "--max-unreplayed",
        "0",
    ]);
    assert_eq!(err.lines().count(), 2, "each that is missed is told");
    for bad in ["NaN", "-0.1", "1.1", "90%", ""] {
        let (status, out, err) = run(&["run", "bfs", "--min-accuracy", bad], "");
        assert_eq!((status, out.as_str()), (4, ""), "{bad}");
        assert!(err.contains("--min-accuracy"), "{err}");
    }
    assert_eq!(
        run(&["run", "bfs", "--max-unparseable", "0"], "").0,
        4,
        "no replies here"
    );
}

#[test]
fn prompts_are_printed_one_a_task() {
    for mode in ["model", "spec"] {
        let by_id = scored(&["prompts", "--mode", mode, "--json"], "");
        let by_id = by_id.as_object().unwrap();
        let listed = scored(&["tasks", "--json"], "");
        let ids: Vec<_> = listed
            .as_array()
            .unwrap()
            .iter()
            .map(|task| &task["id"])
            .collect();
        assert_eq!(by_id.keys().collect::<Vec<_>>(), ids);
        let texts = run(&["prompts", "--mode", mode], "").1;
        for (id, prompt) in by_id {
            let section = format!("==== {id}\n\n{}", prompt.as_str().unwrap());
            assert!(texts.contains(&section), "{id}");
        }
        insta::assert_snapshot!(
            format!("prompt_{mode}"),
            by_id["3gpp_xn_handover_premature_release"]
                .as_str()
                .unwrap()
        );
    }
    assert_eq!(
        run(&["prompts"], "").1,
        run(&["prompts", "--mode", "model"], "").1
    );
}

#[test]
fn an_export_has_a_line_a_task_and_its_counterexamples_score() {
    let lines = run(&["export", "--mode", "spec"], "").1;
    let rows: Vec<Json> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        json!(rows),
        scored(&["export", "--mode", "spec", "--json"], "")
    );
    let prompts = scored(&["prompts", "--mode", "spec", "--json"], "");
    let mut submission = serde_json::Map::new();
    for row in &rows {
        let id = row["id"].as_str().unwrap();
        assert_eq!(row["prompt"], prompts[id]);
        let claim = json!({"violated": row["violated"], "trace": row["counterexample"]});
        submission.insert(id.to_owned(), claim);
    }
    let report = scored(
        &["submission", "-", "--json"],
        &json!(submission).to_string(),
    );
    assert_eq!(report["accuracy"], 1.0);
    insta::assert_snapshot!("export", serde_json::to_string_pretty(&rows[14]).unwrap());
}

#[test]
fn what_people_read_keeps_its_wording() {
    insta::assert_snapshot!("help", run(&["--help"], "").1);
    insta::assert_snapshot!("help_completions", run(&["completions", "--help"], "").1);
    insta::assert_snapshot!("completions", run(&["completions", "-"], "{}").1);
    insta::assert_snapshot!("tasks", run(&["tasks"], "").1);
    insta::assert_snapshot!("info", run(&["tasks", "info"], "").1);
}

#[test]
fn the_theory_of_a_reply() {
    let theory = "theory A begin\nrule R: [ ] --> [ ]\nend\n";
    let reply = format!("Here:\n```spthy\n{theory}```\n");
    let nothing = String::new();
    assert_eq!(
        run(&["extract", "-"], &reply),
        (0, theory.to_owned(), nothing)
    );
    let (status, out, err) = run(&["extract", "-"], &reply.replace("-->", "--"));
    assert_eq!((status, out), (2, theory.replace("-->", "--")));
    // The place is one in the reply.
    assert!(err.contains(":4:13"), "{err}");
    assert!(err.ends_with("has a fault\n"), "{err}");
    let (status, out, err) = run(&["extract", "-"], "I cannot.");
    assert_eq!((status, out.as_str()), (4, ""));
    assert_eq!(err, "score: the reply has no theory\n");
    let folder = tempfile::tempdir().unwrap();
    let prompt = folder.path().join("prompt.md");
    std::fs::write(&prompt, theory).unwrap();
    let (status, _, err) = run(
        &["extract", "-", "--prompt", prompt.to_str().unwrap()],
        &reply,
    );
    assert_eq!(status, 4);
    assert!(err.contains("only repeats"), "{err}");
}
