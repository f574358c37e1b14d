//! The Promela export against SPIN run for real.

// A panic is how a test reports.
#![allow(clippy::unwrap_used, clippy::panic)]

use checker::export::promela;
use plumbline_tests::exported::{Case, Found, hard_cases, random_cases};
use plumbline_tests::tool;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The compiler of that name, where SPIN is there too.
fn compiler(name: &str, what: &str) -> Option<PathBuf> {
    tool::on_path("spin", what)?;
    tool::on_path(name, what)
}

/// Exports and compiles with `compiler`; returns the text of the export.
fn compile(case: &Case, compiler: &Path, folder: &Path) -> String {
    let mut text = Vec::new();
    promela::write(&case.model, &mut text).unwrap();
    fs::write(folder.join("machine.pml"), &text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let (ok, said) = tool::run(
        Command::new("spin")
            .args(["-o2", "-a", "machine.pml"])
            .current_dir(folder),
    );
    assert!(ok && !said.contains("rror"), "spin: {said}\n{text}");
    assert!(text.contains("spin -o2 -a FILE"));
    // The command that the head of the export names, without optimisation.
    let gcc = text.lines().find(|line| line.contains("gcc ")).unwrap();
    let arguments = gcc
        .split_whitespace()
        .skip(2)
        .map(|argument| match argument {
            "-O1" => "-O0",
            other => other,
        });
    let (ok, said) = tool::run(Command::new(compiler).args(arguments).current_dir(folder));
    assert!(ok, "{}: {said}\n{text}", compiler.display());
    text
}

/// Whether a claim fails, and the number of states if it does not.
fn verify(claim: &str, folder: &Path) -> (bool, u64) {
    let pan = folder.join("pan");
    // Small machines: a verifier spends its time on clearing a large table and
    // stack, not on states.
    let (_, said) = tool::run(
        Command::new(pan)
            .args(["-m20000", "-w16", "-N", claim])
            .current_dir(folder),
    );
    let number_before = |mark: &str| -> Option<u64> {
        let line = said.lines().find(|line| line.contains(mark))?;
        line.split(mark)
            .next()?
            .split_whitespace()
            .last()?
            .parse()
            .ok()
    };
    let errors = said
        .split("errors: ")
        .nth(1)
        .and_then(|rest| rest.split_whitespace().next());
    let errors: u64 = errors
        .and_then(|n| n.parse().ok())
        .unwrap_or_else(|| panic!("pan: {said}"));
    assert!(!said.contains("max search depth too small"), "{said}");
    assert!(
        said.contains(&format!("+ ({claim})")),
        "another claim ran: {said}"
    );
    // A failure must be that of the claim and nothing else, a dead end say.
    assert_eq!(errors > 0, said.contains("assertion violated"), "{said}");
    (
        errors > 0,
        number_before(" states, stored").unwrap_or_else(|| panic!("pan: {said}")),
    )
}

fn agrees(case: &Case, compiler: &Path, folder: &Path) {
    let text = compile(case, compiler, folder);
    let (beyond, n_states) = verify("bound", folder);
    let n_invariants = case.model.invariants().len();
    let fails: Vec<_> = (0..n_invariants)
        .map(|i| verify(&format!("p{i}"), folder).0)
        .collect();
    let any = verify("all", folder).0;
    assert_eq!(any, beyond || fails.contains(&true), "{text}");
    let found = Found {
        beyond,
        fails: fails.into_iter().map(Some).collect(),
        n_states: (!beyond).then_some(n_states),
    };
    case.assert_agrees(&found, &text);
}

#[test]
fn hand_written_machines_agree_with_spin() {
    if let Some(gcc) = compiler("gcc", "SPIN on the hand-written machines") {
        let cases = hard_cases();
        assert_eq!(cases.len(), 15);
        tool::on_two_threads(&cases, |_, case, folder| agrees(case, &gcc, folder));
    }
}

/// gcc takes twenty times as long over a verifier as tcc, and longer than all the
/// rest of the test.
#[test]
fn random_machines_agree_with_spin() {
    if let Some(tcc) = compiler("tcc", "SPIN on random machines") {
        let cases = random_cases(200);
        tool::on_two_threads(&cases, |_, case, folder| agrees(case, &tcc, folder));
    }
}
