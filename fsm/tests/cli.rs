//! The program: exit statuses and what it prints.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use std::io::Write;
use std::process::{Command, Stdio};

/// Exit status, standard output and standard error.
fn fsm(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fsm"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Names, conditions and counts as another place has them.
fn door(n_paths: u32) -> String {
    format!(
        r#"{{"name": "Door", "states": ["open", "shut"], "initial": "open", "transitions": [
            {{"from": "open", "condition": "push", "to": "shut"}},
            {{"from": "open", "condition": "wind", "to": "shut"}}],
            "counts": {{"simple_paths": {n_paths}}}}}"#
    )
}

#[test]
fn every_count_of_the_shipped_machines_holds() {
    let (status, out, err) = fsm(&["labels"], "");
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("sum of simple_paths over Table 1: 5381, as published: 5381"));
    assert!(out.contains("SCTP: task2_queries is published as 19"));
    assert!(out.ends_with("220 counts of 22 machines hold\n"));
}

#[test]
fn drift_and_bad_input_have_their_statuses() {
    assert_eq!(fsm(&["labels", "-"], &door(2)).0, 0);
    let (status, out, _) = fsm(&["labels", "-"], &door(3));
    assert_eq!(status, 2);
    assert!(out.contains("DRIFT: simple_paths is 2, not 3"), "{out}");
    let (status, _, err) = fsm(
        &["labels", "-"],
        &door(2).replace("\"to\": \"shut\"", "\"to\": \"shot\""),
    );
    assert_eq!(status, 4);
    assert!(
        err.contains("no state is called `shot`") && err.contains("did you mean `shut`?"),
        "{err}"
    );
    let (status, out, err) = fsm(&["labels", "-"], &door(2).replace(": 2}", ": \"2\"}"));
    assert_eq!((status, out.as_str()), (4, ""));
    assert!(err.contains("expected f64"), "{err}");
    assert_eq!(fsm(&["stats", "no-such-file"], "").0, 4);
    assert_eq!(fsm(&["stats", "--nonsense"], "").0, 4);
    assert_eq!(fsm(&["paths", "TCP", "--from", "LISTN"], "").0, 4);
    let memory = [
        "count",
        "PPP_full",
        "--method",
        "frontier",
        "--max-memory",
        "0",
    ];
    let (status, out, err) = fsm(&memory, "");
    assert_eq!((status, out.as_str()), (3, ""));
    assert!(err.contains("undetermined"), "{err}");
}

#[test]
fn paths_are_the_same_at_any_number_of_threads_and_as_many_as_counted() {
    let one = fsm(&["paths", "PPP_full", "--threads", "1"], "");
    let four = fsm(&["paths", "PPP_full", "--threads", "4"], "");
    assert_eq!(one, four);
    assert_eq!(one.1.lines().count(), 22_273);
    let few = fsm(&["paths", "PPP_full", "--limit", "100"], "").1;
    assert_eq!(few.lines().count(), 100);
    assert!(one.1.starts_with(&few));
    let counted = fsm(&["count", "PPP_full"], "").1;
    assert_eq!(
        counted,
        "22273 simple paths\n13.90 states and conditions a path on average\n"
    );
}

#[test]
fn selections_narrow_paths() {
    let lines = |arguments: &[&str]| fsm(arguments, "").1.lines().count();
    let base = ["paths", "TCP", "--from", "LISTEN", "--to", "CLOSED"];
    let with = |more: &[&'static str]| lines(&[&base[..], more].concat());
    assert_eq!(with(&[]), 3);
    assert_eq!(with(&["--max-edges", "5"]), 2);
    assert_eq!(with(&["--avoid", "SYN-SENT"]), 1);
    assert_eq!(with(&["--through", "SYN-SENT"]), 2);
    assert_eq!(
        lines(&["paths", "TCP", "--from", "LISTEN", "--to", "LISTEN"]),
        0
    );
    assert_eq!(
        lines(&[
            "paths", "TCP", "--from", "LISTEN", "--to", "LISTEN", "--cycles"
        ]),
        2
    );
}

#[test]
fn a_difference_names_arcs_and_paths() {
    let (status, out, _) = fsm(&["diff", "SIP", "SIP_full", "--paths"], "");
    assert_eq!(status, 2);
    assert_eq!(
        out,
        "+ Proceeding —2xx from TU→ Terminated\n\
         0 simple paths lost\n\
         + path Calling; rcv 1xx; Proceeding; 2xx from TU; Terminated\n\
         + path Proceeding; 2xx from TU; Terminated\n\
         2 simple paths added\n"
    );
    assert_eq!(fsm(&["diff", "SIP", "SIP"], "").0, 0);
    let other = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("other-door.json");
    let ends = "\"initial\": \"shut\", \"final\": [\"open\"]";
    std::fs::write(&other, door(2).replace("\"initial\": \"open\"", ends)).unwrap();
    let (status, out, _) = fsm(&["diff", "-", other.to_str().unwrap()], &door(2));
    assert_eq!(status, 2);
    assert_eq!(
        out,
        "~ initial open → shut\n+ final open\n0 simple paths lost\n0 simple paths added\n"
    );
}

#[test]
fn conversions_are_read_back() {
    for format in ["json", "dot", "mermaid", "scxml", "csv"] {
        let (status, text, err) = fsm(&["convert", "FTP", "--to", format], "");
        assert_eq!((status, err.as_str()), (0, ""), "{format}");
        assert_eq!(fsm(&["diff", "FTP", "-"], &text).0, 0, "{format}:\n{text}");
    }
    for format in ["svg", "html", "minicheck"] {
        let (status, text, _) = fsm(&["convert", "FTP", "--to", format], "");
        assert_eq!((status, text.contains("LoggedIn")), (0, true), "{format}");
    }
}
