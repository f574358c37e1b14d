//! `check labels`: the shipped registry, drift, bad files.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use assert_cmd::Command;
use models::specs::{ALL, Spec};
use serde_json::Value as Json;
use std::path::Path;
use tempfile::TempDir;

fn spec(id: &str) -> &'static Spec {
    ALL.iter().find(|spec| spec.id == id).unwrap()
}

/// The lock that is refuted in four steps, and its twin.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for id in ["mutex", "test_and_set_lock"] {
        let spec = spec(id);
        write(folder.path(), &format!("{id}.json"), spec.spec);
        write(folder.path(), &format!("{id}.label.toml"), spec.label);
    }
    folder
}

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) {
    std::fs::write(folder.join(name), text).unwrap();
}

/// Replaces a line of mutex's label by another, or by none.
fn edit(folder: &Path, line: &str, by: &str) {
    let label = spec("mutex").label;
    assert!(label.contains(line), "{line}");
    write(folder, "mutex.label.toml", label.replacen(line, by, 1));
}

fn check(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_check"));
    command.current_dir(folder).arg("labels").args(arguments);
    command
}

/// Exit status, standard output, standard error.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = check(folder, arguments).output().unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

fn shown(folder: &Path, arguments: &[&str]) -> String {
    let (status, out, err) = run(folder, arguments);
    let arguments = arguments.join(" ");
    format!("$ check labels {arguments}\nexit {status}\n{out}--- stderr\n{err}")
}

#[test]
fn every_shipped_label_agrees_from_anywhere() {
    let elsewhere = tempfile::tempdir().unwrap();
    let (status, out, err) = run(elsewhere.path(), &[]);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let n_agree = out
        .lines()
        .filter(|line| line.starts_with("AGREES"))
        .count();
    assert_eq!(n_agree, ALL.len());
    assert!(out.ends_with(&format!("{0} labels: {0} agree\n", ALL.len())));
}

#[test]
fn the_folder_in_the_repository_agrees_and_says_the_same() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../models/specs");
    let facts = |arguments: &[&str]| -> Vec<Json> {
        let (status, out, _) = run(Path::new("."), arguments);
        assert_eq!(status, 0, "{out}");
        let mut payload: Json = serde_json::from_str(&out).unwrap();
        let mut labels: Vec<Json> = payload["labels"].as_array_mut().unwrap().to_vec();
        for label in &mut labels {
            label["file"].take();
        }
        labels.sort_by_key(|label| label["id"].as_str().unwrap().to_owned());
        labels
    };
    assert_eq!(facts(&["--json"]), facts(&[root, "--json"]));
}

#[test]
fn a_flipped_label_is_drift() {
    let folder = folder();
    let twin = spec("test_and_set_lock").label;
    let flipped = twin
        .replace("PROVEN_SAFE", "CANDIDATE_COUNTEREXAMPLE")
        .replace("vacuity =", "counterexample_steps = 2\nvacuity =");
    write(folder.path(), "test_and_set_lock.label.toml", flipped);
    edit(folder.path(), "fixed_twin = \"test_and_set_lock\"\n", "");
    insta::assert_snapshot!("flipped", shown(folder.path(), &["."]));
    insta::assert_snapshot!("flipped_json", shown(folder.path(), &[".", "--json"]));
    // The other way round: a refuted property that is said to be safe.
    let safe = spec("mutex").label;
    let kept = |line: &&str| {
        let dropped = ["citation", "finding", "fixed_twin", "counterexample_steps"];
        !dropped.iter().any(|key| line.starts_with(key))
    };
    let safe: Vec<_> = safe.lines().filter(kept).collect();
    let safe = safe
        .join("\n")
        .replace("KNOWN_COUNTEREXAMPLE", "PROVEN_SAFE");
    write(folder.path(), "mutex.label.toml", safe);
    let (status, out, _) = run(folder.path(), &["."]);
    assert_eq!(status, 2);
    assert!(
        out.contains("`label` is said to be PROVEN_SAFE, and is REFUTED"),
        "{out}"
    );
    assert!(out.contains("2 labels: 2 drift"), "{out}");
}

#[test]
fn every_fact_is_derived_again() {
    let folder = folder();
    for (line, by, key) in [
        (
            "reachable_states = 13",
            "reachable_states = 14",
            "reachable_states",
        ),
        ("transitions = 24", "transitions = 23", "transitions"),
        (
            "counterexample_steps = 4",
            "counterexample_steps = 5",
            "counterexample_steps",
        ),
        ("vacuity = \"none\"", "vacuity = \"vacuous\"", "vacuity"),
    ] {
        edit(folder.path(), line, by);
        let (status, out, err) = run(folder.path(), &["."]);
        assert_eq!(status, 2, "{out}{err}");
        assert!(out.contains(&format!("`{key}` is said to be")), "{out}");
        assert!(out.contains("mutex.label.toml:"), "{out}");
        let (status, out, _) = run(folder.path(), &[".", "--json"]);
        assert_eq!(status, 2);
        let payload: Json = serde_json::from_str(&out).unwrap();
        assert_eq!(payload["labels"][0]["standing"], "drifts");
        assert_eq!(payload["labels"][0]["differences"][0]["key"], key);
        assert_eq!(payload["labels"][1]["standing"], "agrees");
    }
}

#[test]
fn an_unfinished_search_is_no_agreement() {
    let folder = folder();
    let endless = r#"{"name": "endless", "fields": ["n", "ok"], "initial": {"n": 0, "ok": true},
      "transitions": [{"label": "tick", "set": {"n": {"incr": 1}}}],
      "invariants": {"not_both": {"require": {"ok": true}}}}"#;
    write(folder.path(), "test_and_set_lock.json", endless);
    let (status, out, _) = run(folder.path(), &["."]);
    assert_eq!(status, 3, "{out}");
    assert!(
        out.contains("UNDETERMINED") && out.contains("IntBoundExceeded"),
        "{out}"
    );
    let (status, out, _) = run(folder.path(), &[".", "--json"]);
    let payload: Json = serde_json::from_str(&out).unwrap();
    assert_eq!((status, payload["ok"].as_bool()), (3, Some(false)));
    assert_eq!(payload["labels"][1]["reachable_states"], Json::Null);
    // What is refuted is refuted, finished or not.
    write(
        folder.path(),
        "test_and_set_lock.json",
        endless.replace("\"set\": {", "\"set\": {\"ok\": false, "),
    );
    let (status, out, _) = run(folder.path(), &["."]);
    assert_eq!(status, 2, "{out}");
}

#[test]
fn bad_files_are_told_with_their_place() {
    let folder = folder();
    let at = folder.path();
    let label = spec("mutex").label;
    for (name, text) in [
        ("no_toml", "title = \n".to_owned()),
        ("unknown_key", label.replace("title =", "titel =")),
        ("missing_key", label.replace("vacuity = \"none\"\n", "")),
        ("wrong_type", label.replace("= 13", "= \"13\"")),
        ("negative", label.replace("= 13", "= -13")),
        (
            "unknown_label",
            label.replace("KNOWN_COUNTEREXAMPLE", "BROKEN"),
        ),
        ("no_citation", label.replace("citation =", "# citation =")),
        ("needless_citation", label.replace("KNOWN_", "CANDIDATE_")),
        (
            "several",
            label.replace("KNOWN_COUNTEREXAMPLE", "PROVEN_SAFE"),
        ),
        ("no_steps", label.replace("counterexample_steps = 4\n", "")),
        (
            "empty",
            label.replace("body = \"literature\"", "body = \" \""),
        ),
        (
            "unknown_property",
            label.replace("\"not_both\"", "\"not_bothh\""),
        ),
        (
            "unknown_twin",
            label.replace("\"test_and_set_lock\"", "\"no_such\""),
        ),
        (
            "twin_of_itself",
            label.replace("\"test_and_set_lock\"", "\"mutex\""),
        ),
    ] {
        assert_ne!(text, label, "{name}");
        write(at, "mutex.label.toml", &text);
        let (status, out, err) = run(at, &["."]);
        assert_eq!(status, 4, "{name}: {out}{err}");
        assert!(err.contains("mutex.label.toml:"), "{name}: {err}");
        insta::assert_snapshot!(format!("bad_{name}"), err);
        let (status, out, err) = run(at, &[".", "--json"]);
        assert_eq!((status, err.as_str()), (4, ""), "{name}");
        let payload: Json = serde_json::from_str(&out).unwrap();
        assert!(payload["labels"][0]["errors"][0]["line"].is_u64(), "{name}");
    }
}

#[test]
fn what_is_missing_or_unreadable_is_bad() {
    let folder = folder();
    let at = folder.path();
    let status_of = |arguments: &[&str]| run(at, arguments).0;
    assert_eq!(status_of(&["."]), 0);
    assert_eq!(status_of(&["no such folder"]), 4);
    assert_eq!(status_of(&[".", "too many"]), 4);
    assert_eq!(status_of(&["--no-such-option"]), 4);

    std::fs::create_dir(at.join("below")).unwrap();
    assert_eq!(status_of(&["below"]), 4, "no spec at all");
    write(&at.join("below"), "mutex.json", spec("mutex").spec);
    write(&at.join("below"), "mutex.label.toml", spec("mutex").label);
    let (status, _, err) = run(at, &["."]);
    assert_eq!(status, 4);
    assert!(err.contains("the name `mutex` is taken by"), "{err}");
    assert_eq!(status_of(&["below"]), 4, "the twin is not there");

    std::fs::remove_dir_all(at.join("below")).unwrap();
    write(at, "alone.json", spec("mutex").spec);
    let (status, _, err) = run(at, &["."]);
    assert_eq!(status, 4);
    assert!(err.contains("the spec has no label"), "{err}");
    std::fs::remove_file(at.join("alone.json")).unwrap();
    write(at, "alone.label.toml", spec("mutex").label);
    let (status, _, err) = run(at, &["."]);
    assert_eq!(status, 4);
    assert!(err.contains("the label has no spec"), "{err}");
    std::fs::remove_file(at.join("alone.label.toml")).unwrap();

    write(at, "mutex.json", "{\"fields\": 3}");
    let (status, out, err) = run(at, &["."]);
    assert_eq!(status, 4);
    assert!(
        out.contains("BAD") && err.contains("mutex.json:1:"),
        "{out}{err}"
    );
    for bytes in [
        &b"\xff\xfe"[..],
        b"",
        b"\0",
        &b"[".repeat(100_000),
        &b"a.".repeat(100_000),
    ] {
        write(at, "mutex.json", spec("mutex").spec);
        write(at, "mutex.label.toml", bytes);
        let (status, _, err) = run(at, &["."]);
        assert_eq!(status, 4);
        assert!(err.contains("error: ") && err.len() < 20_000, "{err}");
    }
}

#[test]
fn untrusted_names_reach_no_terminal_as_they_are() {
    let folder = folder();
    let at = folder.path();
    let name = "evil\u{1b}[2J";
    write(at, &format!("{name}.json"), spec("mutex").spec);
    let label = spec("mutex").label.replace("= 13", "= 14");
    write(at, &format!("{name}.label.toml"), label);
    let (status, out, err) = run(at, &["."]);
    assert_eq!(status, 2, "{err}");
    assert!(!out.contains('\u{1b}') && !err.contains('\u{1b}'));
    let label = spec("mutex")
        .label
        .replace("\"not_both\"", "\"\\u001b[2J\"");
    write(at, &format!("{name}.label.toml"), label);
    let (status, out, err) = run(at, &["."]);
    assert_eq!(status, 4);
    assert!(!out.contains('\u{1b}') && !err.contains('\u{1b}'));
}
