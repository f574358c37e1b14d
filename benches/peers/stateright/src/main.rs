//! Runs one system under `checker` or under Stateright and prints its states.
//!
//!     peer (checker|stateright) SYSTEM SIZE [THREADS]
//!     peer (checker|stateright) rules SPEC.json [THREADS]
//!
//! SYSTEM is two-phase-commit, philosophers or increment-lock. Both get the
//! same states, actions and successors; both search breadth-first to the end.

mod increment_lock;
mod philosophers;
mod rule_table;
mod system;
mod two_phase_commit;

use checker::{Limits, Verdict, check};
use increment_lock::IncrementLock;
use philosophers::Philosophers;
use rule_table::RuleTable;
use stateright::{Checker, Model};
use std::env::args;
use std::path::Path;
use system::{Ours, System, Theirs};
use two_phase_commit::TwoPhaseCommit;

fn main() {
    let args: Vec<_> = args().skip(1).collect();
    let [program, system, size, threads @ ..] = args.as_slice() else {
        panic!("peer (checker|stateright) SYSTEM SIZE [THREADS]");
    };
    let n_threads = threads.first().map_or(1, |n| n.parse().expect("threads"));
    let run_rules = || run(program, RuleTable::read(Path::new(size)), n_threads);
    let n_states = match (system.as_str(), size.as_str()) {
        ("two-phase-commit", "7") => run(program, TwoPhaseCommit::<7>, n_threads),
        ("two-phase-commit", "8") => run(program, TwoPhaseCommit::<8>, n_threads),
        ("two-phase-commit", "9") => run(program, TwoPhaseCommit::<9>, n_threads),
        ("philosophers", "13") => run(program, Philosophers::<13>, n_threads),
        ("philosophers", "16") => run(program, Philosophers::<16>, n_threads),
        ("philosophers", "18") => run(program, Philosophers::<18>, n_threads),
        ("increment-lock", "8") => run(program, IncrementLock::<8>, n_threads),
        ("increment-lock", "9") => run(program, IncrementLock::<9>, n_threads),
        ("increment-lock", "10") => run(program, IncrementLock::<10>, n_threads),
        ("rules", _) => run_rules(),
        _ => panic!("no system {system} of size {size}"),
    };
    println!("{n_states} states");
}

fn run(program: &str, system: impl System, n_threads: usize) -> u64 {
    match program {
        "checker" => ours(system, n_threads),
        "stateright" => theirs(system, n_threads),
        _ => panic!("no program {program}"),
    }
}

fn ours(system: impl System, n_threads: usize) -> u64 {
    let limits = Limits {
        max_states: u32::MAX.into(),
        threads: Some(n_threads.try_into().expect("threads")),
        ..Limits::default()
    };
    let report = check(&Ours(system), &limits).expect("witnesses replay");
    assert_eq!(report.verdict(), Verdict::Proved);
    report.n_states
}

fn theirs(system: impl System, n_threads: usize) -> u64 {
    let builder = Theirs(system).checker().threads(n_threads);
    let checker = builder.spawn_bfs().join();
    assert!(checker.discoveries().is_empty());
    checker.unique_state_count() as u64
}
