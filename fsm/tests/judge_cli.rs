//! `fsm questions`, `prompts` and `judge`: every exit status, every format.

// Helpers of tests, outside of test functions.
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn fsm(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fsm"))
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A run that fails early does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Exit status, standard output and standard error as one text.
fn run(args: &[&str], input: &str) -> String {
    let output = fsm(args, input);
    format!(
        "exit {}\n--- out\n{}--- err\n{}",
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap()
    )
}

fn out(args: &[&str], input: &str) -> String {
    let output = fsm(args, input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    String::from_utf8(output.stdout).unwrap()
}

fn json_of(args: &[&str], input: &str) -> Value {
    serde_json::from_str(&out(args, input)).unwrap()
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

const ANSWERS: &str = r#"{"id": "POP3/4/AUTHORIZATION/UPDATE", "reply": "- AUTHORIZATION → rcv QUIT → UPDATE\n- AUTHORIZATION → the APOP is valid → TRANSACTION → rcv QUIT → UPDATE\n- AUTHORIZATION → rcv QUIT → UPDATE"}
{"id": "POP3/4/UPDATE/AUTHORIZATION", "reply": "There is no path."}
{"id": "POP3/4/TRANSACTION/UPDATE", "reply": "I cannot tell."}
{"id": "POP3/4/TRANSACTION/AUTHORIZATION", "reply": "{\"paths\": [[\"TRANSACTION\", \"\\u001b[31mreset\", \"LIMBO\"]]}"}
"#;

#[test]
fn the_questions_of_the_table_are_counted_in_both_ways() {
    let output = fsm(&["questions", "--all"], "");
    assert_eq!(output.status.code(), Some(0));
    let stdout = String::from_utf8(output.stdout).unwrap();
    let lines = stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<Value> = lines.collect();
    let of_task = |task: u64| lines.iter().filter(|line| line["task"] == task).count();
    assert_eq!([1, 2, 3, 4].map(of_task), [321, 233, 255, 874]);
    let empty = lines
        .iter()
        .filter(|line| line["gold"]["paths"] == json!([]));
    assert_eq!(empty.count(), 241);
    insta::assert_snapshot!(String::from_utf8(output.stderr).unwrap());
    let by_state = out(&["questions", "--all", "--task", "1", "--by", "state"], "");
    assert_eq!(by_state.lines().count(), 118);
    let rfc = out(
        &["questions", "--all", "--variant", "rfc", "--task", "2"],
        "",
    );
    assert!(rfc.contains("\"id\":\"TCP_full/2/CLOSED/LISTEN\""));
}

#[test]
fn questions_state_the_form_of_the_answer() {
    let args = ["questions", "POP3", "--task", "2", "--context", "none"];
    insta::assert_snapshot!(run(&args, ""));
    let paths = out(&["questions", "POP3", "--task", "4"], "");
    insta::assert_snapshot!(paths.lines().next().unwrap());
}

#[test]
fn prompts_are_ready_to_send() {
    let excerpt = file("POP3.txt", "The session enters the TRANSACTION state.");
    let folder = excerpt.parent().unwrap().to_str().unwrap();
    let args = [
        "questions",
        "POP3",
        "--task",
        "2",
        "--context",
        "rfc",
        "--excerpt",
        folder,
    ];
    let prompts = out(&["prompts", "-"], &out(&args, ""));
    assert_eq!(prompts.lines().count(), 6);
    insta::assert_snapshot!(prompts.lines().next().unwrap());
}

#[test]
fn a_round_trip_scores_one() {
    let questions = out(&["questions", "POP3", "TCP", "--context", "easy"], "");
    let path = file("round-trip.jsonl", &questions);
    let answers: Vec<String> = questions
        .lines()
        .map(|line| {
            let question: Value = serde_json::from_str(line).unwrap();
            json!({"id": question["id"], "reply": question["gold"].to_string()}).to_string()
        })
        .collect();
    let answers = answers.join("\n");
    for questions in [&[][..], &["--questions", path.to_str().unwrap()]] {
        let args = ["judge", "-", "--format", "json", "--resamples", "50"];
        let scores = json_of(&[&args, questions].concat(), &answers);
        let all = |list: &str, key: &str| {
            let list = scores[list].as_array().unwrap();
            assert!(!list.is_empty());
            assert!(list.iter().all(|score| score[key] == 1.0), "{list:?}");
        };
        all("accuracies", "accuracy");
        all("scores", "value");
        all("paths", "f1");
        let context = if questions.is_empty() {
            "unspecified"
        } else {
            "easy"
        };
        assert_eq!(scores["accuracies"][0]["context"], context);
    }
}

#[test]
fn scores_in_every_format() {
    let judges = [
        "judge",
        "-",
        "--judge",
        "exact",
        "--judge",
        "similar",
        "--resamples",
        "100",
    ];
    for format in [&["--format", "text", "--explain"][..], &["--format", "csv"]] {
        insta::assert_snapshot!(run(&[&judges, format].concat(), ANSWERS));
    }
    let args = [
        "judge",
        "-",
        "--resamples",
        "0",
        "--format",
        "json",
        "--explain",
    ];
    insta::assert_snapshot!(run(&args, ANSWERS));
}

#[test]
fn the_same_seed_gives_the_same_scores() {
    let scores = |seed| {
        out(
            &["judge", "-", "--seed", seed, "--resamples", "200"],
            ANSWERS,
        )
    };
    assert_eq!(scores("1"), scores("1"));
}

#[test]
fn another_judge_is_asked_about_open_pairs() {
    let pairs = out(&["judge", "-", "--emit-pairs"], ANSWERS);
    insta::assert_snapshot!(pairs);
    let verdicts: Vec<String> = pairs
        .lines()
        .map(|line| {
            let mut pair: Value = serde_json::from_str(line).unwrap();
            pair["judge"] = "human".into();
            pair["verdict"] = (pair["gold"][1] == "APOP valid").into();
            pair.to_string()
        })
        .collect();
    let path = file("verdicts.jsonl", &verdicts.join("\n"));
    let args = [
        "judge",
        "-",
        "--format",
        "json",
        "--verdicts",
        path.to_str().unwrap(),
    ];
    let scores = json_of(&args, ANSWERS);
    let cells = scores["paths"].as_array().unwrap().iter();
    let found: Vec<Value> = cells
        .map(|cell| json!([cell["judge"], cell["true_positives"]]))
        .collect();
    assert_eq!(found, [json!(["exact", 1]), json!(["human", 2])]);
    // What was not asked is not known.
    let path = file("no-verdicts.jsonl", verdicts.first().unwrap());
    insta::assert_snapshot!(run(
        &["judge", "-", "--verdicts", path.to_str().unwrap()],
        ANSWERS
    ));
}

#[test]
fn synonyms_are_other_spellings() {
    let answers = "{\"id\": \"POP3/2/AUTHORIZATION/UPDATE\", \"reply\": \"- received a QUIT\"}";
    let path = file("synonyms.json", "{\"rcv\": [\"received\", \"received a\"]}");
    let right = |args: &[&str]| {
        let scores = json_of(
            &[&["judge", "-", "--format", "json"], args].concat(),
            answers,
        );
        scores["accuracies"][0]["correct"].as_u64().unwrap()
    };
    assert_eq!(right(&[]), 0);
    assert_eq!(right(&["--synonyms", path.to_str().unwrap()]), 1);
}

#[test]
fn models_contexts_and_judges_of_answers_are_kept_apart() {
    let answers = r#"{"id": "POP3/2/AUTHORIZATION/UPDATE", "reply": "rcv QUIT", "model": "a", "context": "easy"}
{"id": "POP3/2/AUTHORIZATION/UPDATE", "reply": "rcv STAT", "model": "a", "context": "none"}
{"id": "POP3/2/AUTHORIZATION/UPDATE", "reply": "rcv QUIT", "model": "b", "context": "none", "judge": "similar"}
"#;
    let args = [
        "judge", "-", "--judge", "exact", "--judge", "similar", "--format", "json",
    ];
    let scores = json_of(&args, answers);
    let cells = scores["accuracies"].as_array().unwrap().iter();
    let cells: Vec<Value> = cells
        .map(|cell| {
            json!([
                cell["model"],
                cell["judge"],
                cell["context"],
                cell["correct"]
            ])
        })
        .collect();
    let expected = [
        json!(["a", "exact", "easy", 1]),
        json!(["a", "exact", "none", 0]),
        json!(["a", "similar", "easy", 1]),
        json!(["a", "similar", "none", 0]),
        json!(["b", "similar", "none", 1]),
    ];
    assert_eq!(cells, expected);
    // The other five pairs that a transition joins have no answer.
    assert!(
        scores["accuracies"]
            .as_array()
            .unwrap()
            .iter()
            .all(|cell| cell["missing"] == 5)
    );
}

#[test]
fn bad_lines_are_told_and_nothing_is_scored() {
    let answers = r#"{"id": "POP3/2/AUTHORIZATION/UPDATE", "reply": "rcv QUIT", "modell": "x"}
{"id": "POP3/2/AUTHORIZATION/UPDATE", "reply": "rcv STAT"}
{"id": "POP3/2/AUTHORIZATION/UPDATE"}
not JSON

{"id": "POP3/2/TRANSACTION/UPDATE", "reply": 3}
"#;
    insta::assert_snapshot!(run(&["judge", "-"], answers));
    let answers = r#"{"id": "POP3/2/UPDATE/NOWHERE", "reply": ""}
{"id": "X/2/A/B", "reply": ""}
{"id": "POP3", "reply": ""}
{"id": "POP3/2/TRANSACTION/UPDATE", "reply": "rcv QUIT", "judge": "judy"}
"#;
    insta::assert_snapshot!(run(&["judge", "-"], answers));
    let questions = r#"{"id": "a", "machine": "M", "protocol": "M", "task": 5, "context": "none", "prompt": "", "gold": {}}
{"id": "a", "machine": "M", "protocol": "M", "task": 2, "from": "s", "to": "t", "context": "none", "prompt": "", "gold": {"conditions": ["x"]}}
{"id": "a", "machine": "M", "protocol": "M", "task": 2, "from": "s", "to": "t", "context": "none", "prompt": "", "gold": {"conditions": ["x"]}}
{"id": "b", "machine": "M", "protocol": "M", "task": 4, "from": "s", "to": "t", "context": "none", "prompt": "", "gold": {"paths": 3}}
"#;
    insta::assert_snapshot!(run(&["prompts", "-"], questions));
}

#[test]
fn bad_command_lines_and_files_exit_with_4() {
    let pair = r#"{"id": "a", "half": "names", "gold": [], "answer": []"#;
    let contradiction =
        format!("{pair}, \"verdict\": true}}\n{pair}, \"verdict\": false}}\n{pair}}}");
    let verdicts = file("contradiction.jsonl", &contradiction);
    let verdicts = verdicts.to_str().unwrap();
    let synonyms = file("bad-synonyms.json", "{\"a\": \"b\"}");
    for args in [
        &["questions"][..],
        &["questions", "no/such/file"],
        &["questions", "TCP", "--all"],
        &["questions", "TCP", "--task", "5"],
        &["questions", "TCP", "--context", "rfc"],
        &["questions", "TCP", "--excerpt", "x"],
        &["questions", "TCP", "--max-paths", "1"],
        &[
            "questions",
            "TCP",
            "--context",
            "rfc",
            "--excerpt",
            "no/such",
        ],
        &["prompts", "no/such/file"],
        &["judge"],
        &["judge", "no/such/file"],
        &["judge", "-", "--threshold", "0"],
        &["judge", "-", "--questions", "no/such/file"],
        &["judge", "-", "--machine", "no/such/file"],
        &["judge", "-", "--verdicts", verdicts],
        &["judge", "-", "--synonyms", synonyms.to_str().unwrap()],
        &["judge", "-", "--emit-pairs", "--judge", "exact"],
    ] {
        let output = fsm(args, ANSWERS);
        assert_eq!(output.status.code(), Some(4), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
    let told = run(&["judge", "-", "--verdicts", verdicts], ANSWERS);
    insta::assert_snapshot!(told.replace(verdicts, "verdicts.jsonl"));
}

#[test]
fn no_answers_are_no_scores() {
    insta::assert_snapshot!(run(&["judge", "-"], ""));
}

/// Every pair of ten states joined: 9 864 090 simple paths.
fn complete() -> PathBuf {
    let arcs = (0..10).flat_map(|from| (0..10).map(move |to| (from, to)));
    let arcs = arcs.filter(|(from, to)| from != to);
    let arcs: Vec<Value> = arcs
        .map(|(from, to)| {
            json!({"from": format!("s{from}"), "condition": "x", "to": format!("s{to}")})
        })
        .collect();
    let states: Vec<String> = (0..10).map(|state| format!("s{state}")).collect();
    let machine = json!({"name": "K10", "states": states, "transitions": arcs});
    file("K10.json", &machine.to_string())
}

#[test]
fn too_many_paths_are_refused_before_they_are_kept() {
    let machine = complete();
    let machine = machine.to_str().unwrap();
    let answer = r#"{"id": "K10/4/s0/s1", "reply": "none"}"#;
    for args in [
        &["questions", machine, "--task", "4"][..],
        &["judge", "-", "--machine", machine],
        // Each of the two has fewer, both together more.
        &["questions", "TCP", "POP3", "--max-paths", "107"],
    ] {
        let output = fsm(args, answer);
        assert_eq!(output.status.code(), Some(4), "{args:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("--max-paths"), "{stderr}");
    }
    out(&["questions", "TCP", "--max-paths", "107"], "");
}

#[test]
fn a_context_that_was_not_asked_with_is_bad_input() {
    let questions = file(
        "easy.jsonl",
        &out(&["questions", "POP3", "--task", "2"], ""),
    );
    let args = ["judge", "-", "--questions", questions.to_str().unwrap()];
    let answer = r#"{"id": "POP3/2/AUTHORIZATION/UPDATE", "reply": "rcv QUIT", "context": "easy"}"#;
    // A byte order mark is no part of the first line.
    out(&args, &format!("\u{feff}{answer}\n"));
    let output = fsm(&args, &answer.replace("easy", "easi"));
    assert_eq!(output.status.code(), Some(4));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("context `easi`, but with easy"), "{stderr}");
}
