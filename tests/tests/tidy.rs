//! The documents say what the workspace is: arrows, dependencies, sizes.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Longest source file, in lines.
const MAX_LINES: usize = 600;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The part of ARCHITECTURE.md between `<!-- name -->` and `<!-- /name -->`.
fn section(name: &str) -> String {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, rest) = text.split_once(&format!("<!-- {name} -->")).unwrap();
    let (section, _) = rest.split_once(&format!("<!-- /{name} -->")).unwrap();
    section.to_owned()
}

/// Every declared dependency: of which member, on what, and whether that is a member.
fn dependencies() -> Vec<(String, String, bool)> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--no-deps",
            "--offline",
        ])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success());
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut dependencies = Vec::new();
    for package in metadata["packages"].as_array().unwrap() {
        for dependency in package["dependencies"].as_array().unwrap() {
            let name = |value: &Value| value["name"].as_str().unwrap().to_owned();
            let is_member = dependency.get("path").is_some();
            dependencies.push((name(package), name(dependency), is_member));
        }
    }
    dependencies
}

#[test]
fn arrows_between_rooms_are_those_of_the_architecture() {
    let documented: BTreeSet<String> = section("arrows")
        .lines()
        .filter_map(|line| line.strip_prefix("- ").map(str::to_owned))
        .collect();
    let actual: BTreeSet<String> = dependencies()
        .into_iter()
        .filter(|(_, _, is_member)| *is_member)
        .map(|(from, to, _)| format!("{from} → {to}"))
        .collect();
    assert_eq!(documented, actual);
}

#[test]
fn every_outside_dependency_has_its_reason() {
    let documented: BTreeSet<String> = section("dependencies")
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next())
        .filter(|names| *names != "crate")
        .flat_map(|names| names.split(", ").map(str::to_owned))
        .collect();
    let actual: BTreeSet<String> = dependencies()
        .into_iter()
        .filter(|(_, _, is_member)| !is_member)
        .map(|(_, to, _)| to)
        .collect();
    assert_eq!(documented, actual);
}

#[test]
fn source_files_stay_readable() {
    let mut folders = vec![root()];
    let mut n_files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy();
            if path.is_dir() && name != "target" && !name.starts_with('.') {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let lines = std::fs::read_to_string(&path).unwrap().lines().count();
                assert!(lines <= MAX_LINES, "{}: {lines} lines", path.display());
                n_files += 1;
            }
        }
    }
    assert!(n_files > 20, "only {n_files} source files were found");
}
