//! External tools that tests run, where the machine has them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program on `PATH`, or none: then says what is skipped, and fails if
/// `PLUMBLINE_REQUIRE_ORACLES=1`.
#[must_use]
pub fn on_path(program: &str, what: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file());
    if found.is_none() {
        skip(&format!("{what} (`{program}` is not on PATH)"));
    }
    found
}

/// The file that an environment variable names, likewise.
#[must_use]
pub fn by_variable(variable: &str, what: &str) -> Option<PathBuf> {
    let found = env::var_os(variable)
        .map(PathBuf::from)
        .filter(|file| file.is_file());
    if found.is_none() {
        skip(&format!("{what} ({variable} names no file)"));
    }
    found
}

/// Says what is skipped.
///
/// # Panics
/// In place of that, if `PLUMBLINE_REQUIRE_ORACLES=1`.
#[expect(clippy::print_stderr, reason = "a skipped oracle must be seen")]
pub fn skip(what: &str) {
    assert!(
        env::var_os("PLUMBLINE_REQUIRE_ORACLES").is_none_or(|required| required != "1"),
        "an oracle is required and missing: {what}"
    );
    eprintln!("SKIPPED: {what}");
}

/// Runs a command and returns what it wrote to both streams, with whether it
/// exited with 0.
#[must_use]
pub fn run(command: &mut Command) -> (bool, String) {
    let output = command.output().expect("the command starts");
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    (output.status.success(), text)
}

/// Applies `test` to every item on two threads, each with a folder of its own.
pub fn on_two_threads<T: Sync>(items: &[T], test: impl Fn(usize, &T, &Path) + Sync) {
    const THREADS: usize = 2;
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let test = &test;
            scope.spawn(move || {
                let folder = tempfile::tempdir().expect("a folder for temporary files");
                for (index, item) in items.iter().enumerate().skip(thread).step_by(THREADS) {
                    test(index, item, folder.path());
                }
            });
        }
    });
}
