//! The `check` program: every exit status, every format, every kind of input.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use assert_cmd::Command;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;

const PROVED: &str = r#"{"name": "toggle", "fields": ["on"], "initial": {"on": false},
  "transitions": [{"label": "press", "when": {"on": false}, "set": {"on": true}},
                  {"label": "release", "when": {"on": true}, "set": {"on": false}}],
  "invariants": {"never_null": {"forbid": {"on": null}}},
  "goal": {"require": {"on": true}}}"#;
const TRAP: &str = r#"{"name": "trap", "fields": ["x"], "initial": {"x": 0},
  "transitions": [{"label": "work", "when": {"x": 0}, "set": {"x": 1}},
                  {"label": "reset", "when": {"x": 1}, "set": {"x": 0}},
                  {"label": "break", "when": {"x": 1}, "set": {"x": 2}}],
  "goal": {"require": {"x": 1}}}"#;
const UNBOUNDED: &str = r#"{"name": "counter", "fields": ["n"], "initial": {"n": 0},
  "transitions": [{"label": "tick", "set": {"n": {"incr": 1}}}],
  "invariants": {"never_negative": {"forbid": {"n": -1}}}}"#;
const BAD: &str = r#"{"name": "bad", "fields": ["x"], "initial": {"x": [1]},
  "transitions": [{"label": "t", "whne": {"x": 0}, "set": {"y": 1}}],
  "invariants": {"i": {"forbid": {"x": 1}}}}"#;

/// A folder with the specs above, and the mutex that is refuted.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("proved.json", PROVED),
        ("trap.json", TRAP),
        ("unbounded.json", UNBOUNDED),
        ("bad.json", BAD),
        ("mutex.json", models::MUTEX),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn check(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_check"));
    command.current_dir(folder).args(line.split_whitespace());
    command
}

/// Exit status, standard output, and standard error if there is any.
fn shown(folder: &Path, line: &str) -> String {
    let output = check(folder, line).output().unwrap();
    let mut shown = format!(
        "$ check {line}\nexit {}\n{}",
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap()
    );
    if !output.stderr.is_empty() {
        shown += "--- stderr\n";
        shown += &String::from_utf8(output.stderr).unwrap();
    }
    shown
}

#[test]
fn every_format_of_every_verdict() {
    let folder = folder();
    for format in [
        "text", "json", "sarif", "junit", "mermaid", "dot", "svg", "html", "promela", "tla",
    ] {
        for spec in ["proved", "mutex", "trap", "unbounded", "bad"] {
            let line = format!("{spec}.json --format {format}");
            insta::assert_snapshot!(format!("{format}_{spec}"), shown(folder.path(), &line));
        }
    }
}

#[test]
fn exit_status_is_the_verdict() {
    let folder = folder();
    for (line, status) in [
        ("proved.json", 0),
        ("mutex.json", 2),
        ("trap.json", 2),
        ("unbounded.json", 3),
        ("bad.json", 4),
        ("missing.json", 4),
        (".", 4),
        // Undetermined may be allowed, and nothing else is.
        ("unbounded.json --allow-undetermined", 0),
        ("mutex.json --allow-undetermined", 2),
        ("bad.json --allow-undetermined", 4),
        // Of several files the worst counts.
        ("proved.json proved.json", 0),
        ("proved.json unbounded.json", 3),
        ("unbounded.json mutex.json proved.json", 2),
        ("mutex.json bad.json", 4),
        // Budgets.
        ("mutex.json --max-states 3", 3),
        ("mutex.json --max-states 0", 3),
        ("mutex.json --max-states -7", 3),
        ("mutex.json --max-states 13", 2),
        ("proved.json --max-states 2", 0),
        ("proved.json --max-states 1", 3),
        ("unbounded.json --int-bound 1000 --max-states 10", 3),
        ("proved.json --max-memory 1", 3),
        // Bounded reach.
        ("proved.json --within 1", 0),
        ("proved.json --within 0", 2),
        // Usage.
        ("", 4),
        ("--no-such-option", 4),
        ("proved.json --int-bound 0", 4),
        ("proved.json --int-bound -3", 4),
        ("proved.json --format nothing", 4),
        ("proved.json --format json --format html", 4),
        ("proved.json -o no/such/folder/x.txt", 4),
        ("unbounded.json --within 3", 4),
        ("proved.json mutex.json --format dot", 4),
        ("proved.json --format svg", 4),
        ("proved.json --format dot --max-nodes 1", 4),
        ("mutex.json --format dot --max-nodes 1", 2),
        ("trap.json --format promela", 4),
        ("mutex.json --format promela", 0),
        ("--help", 0),
        ("--version", 0),
        ("example", 0),
        ("completions bash", 0),
        ("validate proved.json mutex.json", 0),
        ("validate proved.json bad.json", 4),
        ("validate --json bad.json", 4),
    ] {
        let output = check(folder.path(), line).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "check {line}");
    }
}

#[test]
fn wording_of_other_runs() {
    let folder = folder();
    for (name, line) in [
        ("help", "--help"),
        ("usage_error", "proved.json --int-bund 3"),
        ("two_formats", "proved.json --format json --format html"),
        (
            "several_text",
            "proved.json mutex.json unbounded.json bad.json missing.json",
        ),
        ("several_json", "proved.json bad.json missing.json --json"),
        ("validate", "validate proved.json bad.json"),
        ("validate_json", "validate --json proved.json bad.json"),
        ("within_reached", "proved.json --within 1"),
        ("within_not_reached", "proved.json --within 0 --json"),
        ("within_without_goal", "unbounded.json --within 3"),
        ("state_limit", "mutex.json --max-states 5"),
        ("too_many_nodes", "mutex.json --format dot --max-nodes 1"),
        ("drawing_refused", "proved.json --format dot --max-nodes 1"),
        ("nothing_to_draw", "proved.json --format svg"),
        ("missing", "missing.json"),
        ("example", "example"),
    ] {
        insta::assert_snapshot!(name, shown(folder.path(), line));
    }
}

#[test]
fn one_search_several_files() {
    let folder = folder();
    let line = "mutex.json --format json -o out.json --format text --format tla -o Mutex.tla --format junit -o out.xml";
    let output = check(folder.path(), line).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .starts_with("REFUTED")
    );
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(read("out.json").contains(r#""verdict": "REFUTED""#));
    assert!(read("out.xml").contains("<failure"));
    assert!(read("Mutex.tla").contains("MODULE Mutex"));
    assert!(read("Mutex.cfg").contains("INVARIANT"));
}

#[test]
fn the_example_is_a_spec() {
    let folder = folder();
    let example = check(folder.path(), "example").output().unwrap().stdout;
    let output = check(folder.path(), "-")
        .write_stdin(example)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_closed_pipe_is_quiet() {
    let folder = folder();
    let spec = UNBOUNDED.replace("-1", "4999");
    std::fs::write(folder.path().join("long.json"), spec).unwrap();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_check"))
        .current_dir(folder.path())
        .args(["long.json", "--int-bound", "5000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut complaint = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut complaint)
        .unwrap();
    assert_eq!(complaint, "");
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn color_is_for_terminals() {
    let folder = folder();
    let output = check(folder.path(), "mutex.json").output().unwrap();
    assert!(!output.stdout.contains(&0x1b));
    let forced = check(folder.path(), "mutex.json")
        .env("CLICOLOR_FORCE", "1")
        .output();
    assert!(forced.unwrap().stdout.contains(&0x1b));
}

/// A machine that no test waits for to end.
fn endless(folder: &Path) -> Vec<&'static str> {
    let fields = ["a", "b", "c", "d"];
    let list = |entry: &dyn Fn(&str) -> String| {
        fields
            .iter()
            .map(|field| entry(field))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let spec = format!(
        r#"{{"fields": [{}], "initial": {{{}}}, "transitions": [{}],
            "invariants": {{"i": {{"forbid": {{"a": -1}}}}}}, "goal": {{"require": {{"a": 1}}}}}}"#,
        list(&|field| format!("{field:?}")),
        list(&|field| format!("{field:?}: 0")),
        list(&|field| format!(r#"{{"set": {{{field:?}: {{"incr": 1}}}}}}"#)),
    );
    std::fs::write(folder.join("endless.json"), spec).unwrap();
    vec![
        "endless.json",
        "--int-bound",
        "1000000",
        "--max-states",
        "4000000000",
    ]
}

#[test]
fn budgets_end_a_long_search_as_undetermined() {
    let folder = folder();
    let arguments = endless(folder.path());
    for (budget, reason) in [
        ("--timeout=300ms", "TimeExceeded"),
        ("--max-memory=20MB", "MemoryExceeded"),
    ] {
        let output = check(folder.path(), "")
            .args(&arguments)
            .args([budget, "--json"])
            .timeout(Duration::from_secs(60))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(3), "{budget}");
        assert!(
            String::from_utf8(output.stdout).unwrap().contains(reason),
            "{budget}"
        );
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_what_is_known() {
    let folder = folder();
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_check"))
        .current_dir(folder.path())
        .args(endless(folder.path()))
        .args(["--json", "--max-memory", "4GB"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(400));
    let killed = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Interrupted"), "{text}");
    assert!(text.contains("reachable_states"));
}

#[test]
fn untrusted_bytes_end_with_a_diagnostic() {
    let folder = folder();
    let deep = "[".repeat(100_000);
    let deep_objects = r#"{"a":"#.repeat(100_000);
    let digits = format!(r#"{{"fields": [{}]}}"#, "9".repeat(5_000));
    let inputs: [&[u8]; 9] = [
        b"",
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b"{\"fields\": [\"\xe9\"]}",
        br#"{"name": "\ud800"}"#,
        b"null",
        deep.as_bytes(),
        deep_objects.as_bytes(),
        digits.as_bytes(),
    ];
    for input in inputs {
        let output = check(folder.path(), "-")
            .write_stdin(input)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(4));
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(complaint.contains("error: "), "{complaint}");
        assert!(complaint.len() < 20_000, "{}", complaint.len());
    }
}

#[test]
fn output_that_cannot_be_written_is_no_verdict() {
    let Ok(mut full) = std::fs::File::options().write(true).open("/dev/full") else {
        return;
    };
    full.flush().unwrap();
    let folder = folder();
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_check"))
        .current_dir(folder.path())
        .arg("proved.json")
        .stdout(full)
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(4));
}
