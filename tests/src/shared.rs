//! Where the shared test files are.

// A skipped test says so.
#![allow(clippy::print_stderr)]

use std::path::{Path, PathBuf};

/// The folder of Tamarin files; none, said on standard error, where it is not
/// there. `PLUMBLINE_SHARED` names its parent, `PLUMBLINE_REQUIRE_SHARED=1` makes
/// its absence a failure.
#[must_use]
pub fn tamarin(test: &str) -> Option<PathBuf> {
    let shared = std::env::var_os("PLUMBLINE_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let root = shared.join("tamarin");
    if root.is_dir() {
        return Some(root);
    }
    let is_required = std::env::var_os("PLUMBLINE_REQUIRE_SHARED").is_some_and(|flag| flag == "1");
    assert!(!is_required, "{test}: no {}", root.display());
    eprintln!(
        "SKIPPED: {test}: no {}; set PLUMBLINE_SHARED",
        root.display()
    );
    None
}

/// All theories below a folder, in order.
#[must_use]
pub fn spthy_files(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "spthy")
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
