//! What the README pages show is what the programs print.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Builds the programs of the workspace, once, and says where one is.
///
/// All of the workspace at once: its features are those that the tests were
/// built with, so that little is left to build.
pub(crate) fn program(name: &str) -> PathBuf {
    PROGRAMS[name].clone()
}

static PROGRAMS: LazyLock<HashMap<String, PathBuf>> = LazyLock::new(|| {
    let output = Command::new(env!("CARGO"))
        .args(["build", "--offline", "--message-format=json", "--bins"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let messages = String::from_utf8(output.stdout).unwrap();
    let programs = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let path = message["executable"].as_str()?;
        Some((message["target"]["name"].as_str()?.to_owned(), path.into()))
    });
    programs.collect()
});

/// Blocks behind `<!-- run: exit N -->`: exit status, command line, output.
fn runs(text: &str) -> Vec<(i32, String, String)> {
    let mut runs = Vec::new();
    for part in text.split("<!-- run: exit ").skip(1) {
        let (status, rest) = part.split_once(" -->\n```console\n$ ").unwrap();
        let (block, _) = rest.split_once("```").unwrap();
        let (command, output) = block.split_once('\n').unwrap();
        runs.push((
            status.parse().unwrap(),
            command.to_owned(),
            output.to_owned(),
        ));
    }
    runs
}

/// Whether a program printed what the block shows; a line `…` stands for any lines.
fn is_shown(block: &str, printed: &str) -> bool {
    match block.split_once("\n…\n") {
        None => block == printed,
        Some((start, end)) => {
            let rest = printed
                .strip_prefix(start)
                .filter(|rest| rest.starts_with('\n'));
            rest.is_some_and(|rest| rest.ends_with(&format!("\n{end}")))
        }
    }
}

#[test]
fn a_cut_block_still_binds_its_ends() {
    assert!(is_shown("a\n…\nd\n", "a\nb\nc\nd\n"));
    for printed in ["a\nd", "ab\nc\nd\n", "a\nb\ncd\n", "a\nb\nd\ne\n", "a\n"] {
        assert!(!is_shown("a\n…\nd\n", printed), "{printed}");
    }
    assert!(!is_shown("a\n", "a\nb\n"));
}

#[test]
fn every_run_in_a_readme_is_real() {
    for folder in ["", "spthy-parse", "crost"] {
        let folder = root().join(folder);
        let text = std::fs::read_to_string(folder.join("README.md")).unwrap();
        let runs = runs(&text);
        assert!(!runs.is_empty());
        for (status, command, output) in runs {
            let line = command.replace("cargo run --release --bin ", "");
            let line = line.replace(" -- ", " ");
            let (name, arguments) = line.split_once(' ').unwrap();
            let run = Command::new(program(name))
                .args(arguments.split(' '))
                .current_dir(&folder)
                .output()
                .unwrap();
            // On a terminal, diagnostics come before what is flushed at the end.
            let shown = [run.stderr, run.stdout].concat();
            let shown = String::from_utf8_lossy(&shown);
            assert!(is_shown(&output, &shown), "{command} prints\n{shown}");
            assert_eq!(run.status.code(), Some(status), "{command}");
        }
    }
}
