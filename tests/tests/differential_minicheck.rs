//! `checker` against minicheck 0.4.0, run for real on generated specs.
//!
//! Nothing is skipped where the two differ. The oracle predicts both payloads,
//! under our rules and under minicheck's, and each program must give the one
//! predicted for it. Where the predictions are the same text, the two must
//! agree key by key; where not, the rule that makes the difference is counted.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::readme::program;
use checker::output::{Checked, Entry, Options, json};
use checker::{Draft, Limits, Value, check, spec, warnings};
use diagnostic::SourceFile;
use plumbline_tests::minicheck::{
    Minicheck, OutOfBound, out_of_bound, payload, reduced, spec_text,
};
use plumbline_tests::oracle::{Answer, Machine, Rules, Stop};
use plumbline_tests::strategies::{Profile, draft};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::process::Command;

const CASES: u32 = 5_000;
const LEAST_EQUAL: u32 = 3_000;
const LEAST_OF_EACH_DIFFERENCE: u32 = 5;

#[derive(Debug, Clone)]
struct Case {
    draft: Draft,
    /// None for the option left out.
    max_states: Option<i64>,
    allow_undetermined: bool,
}

impl Case {
    fn args(&self) -> Vec<String> {
        let mut args = vec!["--format".to_owned(), "json".to_owned()];
        if self.draft.int_bound != 64 {
            args.push(format!("--int-bound={}", self.draft.int_bound));
        }
        if let Some(max_states) = self.max_states {
            args.push(format!("--max-states={max_states}"));
        }
        if self.allow_undetermined {
            args.push("--allow-undetermined".to_owned());
        }
        args
    }

    fn limit(&self) -> i64 {
        self.max_states.unwrap_or(200_000)
    }

    fn payload(&self, rules: Rules, warnings: &[OutOfBound]) -> String {
        // Ours reports a negative limit as the 0 that it amounts to.
        let limit = if rules.separate_liveness {
            self.limit()
        } else {
            self.limit().max(0)
        };
        let answers = Machine::new(&self.draft).answers(limit, None, rules);
        payload(&self.draft, &answers, warnings, self.allow_undetermined).to_string()
    }

    /// Our payload, from the same text, by the library.
    fn ours(&self) -> String {
        let source = SourceFile::new("spec.json", spec_text(&self.draft));
        let model = spec::read_checkable(&source, self.draft.int_bound).unwrap();
        assert_eq!(Ok(&model), self.draft.clone().build().as_ref());
        let limits = Limits {
            max_states: u64::try_from(self.limit()).unwrap_or(0),
            ..Limits::default()
        };
        let report = check(&model, &limits).unwrap();
        let checked = Checked {
            model: &model,
            report: &report,
            warnings: &warnings(&model, Some(&report)),
        };
        let entry = Entry {
            file: "spec.json",
            result: Ok(checked),
        };
        let options = Options {
            allow_undetermined: self.allow_undetermined,
            ..Options::default()
        };
        let mut text = Vec::new();
        json::write(&[entry], &options, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }
}

/// minicheck's liveness, and a search with the default limit, take all states.
const LARGEST: i64 = 2_000;

fn cases() -> impl Strategy<Value = Case> {
    let profile = Profile {
        checkable: true,
        // Chains seldom leave the bound beside a trap.
        chained: 0.02,
        goal: 0.6,
        ..Profile::wild()
    };
    let floats = Profile {
        floats: 8,
        beyond: 0.4,
        ..profile.clone()
    };
    let unmixed = Profile {
        mixed: 0.0,
        ..profile.clone()
    };
    let draft = prop_oneof![
        4 => draft(profile),
        1 => draft(floats),
        4 => draft(unmixed),
        4 => draft(Profile::plain()),
    ];
    let max_states = prop_oneof![
        1 => select(vec![-3, -1, 0, 1, 2, 3]),
        2 => select(vec![5, 10, 20, 50, 100]).boxed(),
        6 => Just(1_000),
    ];
    let max_states = prop::option::weighted(0.8, max_states);
    (draft, max_states, prop::bool::weighted(0.1))
        .prop_map(|(draft, max_states, allow_undetermined)| Case {
            draft,
            max_states,
            allow_undetermined,
        })
        .prop_filter("a small machine", |case| {
            let takes_all = case.draft.goal.is_some() || case.max_states.is_none();
            let machine = Machine::new(&case.draft);
            let is_small = |rules| {
                let reached = machine.explore(LARGEST, rules);
                !matches!(reached.stop, Some(Stop::States(_)))
            };
            !takes_all || (is_small(Rules::OURS) && is_small(Rules::MINICHECK))
        })
}

/// The listed differences that change the payload of a case.
fn differences(case: &Case, ours: &str, written: &[OutOfBound]) -> Vec<&'static str> {
    let none = Rules::OURS;
    let differs = |rules| case.payload(rules, written) != ours;
    let mut found = Vec::new();
    if differs(Rules {
        merge_equal: true,
        ..none
    }) {
        found.push("true, 1 and 1.0 are one state");
    }
    if differs(Rules {
        lose_siblings: true,
        ..none
    }) {
        found.push("the siblings of an overflow are lost");
    }
    let is_negative = case.limit() < 0;
    if is_negative {
        found.push("a negative limit is reported as it is");
    }
    let answers = Machine::new(&case.draft).answers(case.limit().max(0), None, none);
    if let Some(live) = &answers.liveness
        && let Some(stop) = &answers.stop
    {
        match (&live.answer, stop) {
            (Answer::Fails(_), _) => found.push("no trap is named after a partial search"),
            (_, Stop::States(_)) => found.push("liveness has a budget of its own"),
            (_, Stop::Beyond(_)) => {}
        }
    }
    if out_of_bound(&case.draft).iter().any(|test| test.is_written) {
        found.push("a float beyond the bound is warned of");
    }
    found
}

fn differences_count(minicheck: &RefCell<Minicheck>, case: &Case) -> Vec<&'static str> {
    let all = out_of_bound(&case.draft);
    let written: Vec<_> = all
        .iter()
        .filter(|test| !test.is_written)
        .cloned()
        .collect();
    let predicted_ours = case.payload(Rules::OURS, &written);
    let predicted = case.payload(Rules::MINICHECK, &all);

    let run = minicheck
        .borrow_mut()
        .check(spec_text(&case.draft).as_bytes(), &case.args());
    let theirs = reduced(&run.stdout, &case.draft);
    assert_eq!(
        theirs.to_string(),
        predicted,
        "minicheck is not as predicted"
    );
    assert_eq!(run.exit, theirs["exit_code"].as_i64().unwrap());
    let ours = reduced(&case.ours(), &case.draft).to_string();
    assert_eq!(ours, predicted_ours, "ours is not as predicted");

    if predicted == predicted_ours {
        assert_eq!(ours, theirs.to_string());
        return Vec::new();
    }
    let found = differences(case, &predicted_ours, &written);
    assert!(!found.is_empty(), "a difference that is not listed");
    found
}

#[test]
fn payloads_equal_minichecks_apart_from_the_listed_differences() {
    let Some(minicheck) = Minicheck::start() else {
        return;
    };
    let minicheck = RefCell::new(minicheck);
    let n_equal = RefCell::new(0);
    let counts = RefCell::new(BTreeMap::new());
    let config = Config {
        cases: CASES,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(&cases(), |case| {
        let found = differences_count(&minicheck, &case);
        if found.is_empty() {
            *n_equal.borrow_mut() += 1;
        }
        for difference in found {
            *counts.borrow_mut().entry(difference).or_insert(0) += 1;
        }
        Ok(())
    });
    println!("{n_equal:?} of {CASES} equal, differences: {counts:#?}");
    result.unwrap();
    assert!(*n_equal.borrow() >= LEAST_EQUAL);
    let counts = counts.borrow();
    assert_eq!(counts.len(), 6);
    assert!(
        counts
            .values()
            .all(|count| *count >= LEAST_OF_EACH_DIFFERENCE)
    );
}

/// One fault put into a well-formed draft.
fn spoiled(mut draft: Draft, fault: usize) -> Draft {
    let beyond = Value::Int(-draft.int_bound - 1);
    let first = draft.fields[0].clone();
    let transition = &mut draft.transitions[0];
    match fault {
        0 => draft.initial[0].1 = beyond,
        1 => transition.when = vec![(first, beyond)],
        2 => transition.set = vec![(first, beyond.into())],
        3 => transition.set.clear(),
        4 => transition.when = vec![("undeclared".to_owned(), Value::Null)],
        5 => transition.set = vec![("undeclared".to_owned(), Value::Null.into())],
        6 => drop(draft.initial.pop()),
        7 => draft.transitions.clear(),
        8 => draft.fields.push(first),
        9 => draft.int_bound = 0,
        10 => draft.int_bound = -5,
        11 => draft.fields.clear(),
        12 => draft.initial.push(("undeclared".to_owned(), Value::Null)),
        _ => {
            let tests = vec![("undeclared".to_owned(), Value::Null)];
            let tests = if fault == 13 { tests } else { Vec::new() };
            draft.goal = Some(checker::DraftCondition {
                forbids: false,
                tests,
            });
        }
    }
    draft
}

#[test]
fn what_minicheck_refuses_is_refused() {
    let Some(minicheck) = Minicheck::start() else {
        return;
    };
    let minicheck = RefCell::new(minicheck);
    let config = Config {
        cases: 600,
        failure_persistence: None,
        ..Config::default()
    };
    let drafts = draft(Profile {
        checkable: true,
        ..Profile::wild()
    });
    let mut runner = TestRunner::new(config);
    let result = runner.run(&(drafts, 0..15_usize), |(draft, fault)| {
        let draft = spoiled(draft, fault);
        let case = Case {
            draft,
            max_states: Some(10),
            allow_undetermined: true,
        };
        let run = minicheck
            .borrow_mut()
            .check(spec_text(&case.draft).as_bytes(), &case.args());
        assert_eq!(run.exit, 4, "{run:?}");
        assert!(case.draft.clone().build().is_err());
        let source = SourceFile::new("spec.json", spec_text(&case.draft));
        assert!(spec::read_checkable(&source, case.draft.int_bound).is_err());
        Ok(())
    });
    result.unwrap();
}

/// What the comparisons say of the library is true of the program.
#[test]
fn the_program_writes_what_the_library_does() {
    let program = program("check");
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        cases: 200,
        failure_persistence: None,
        ..Config::default()
    };
    let result = TestRunner::new(config).run(&cases(), |case| {
        std::fs::write(folder.path().join("spec.json"), spec_text(&case.draft)).unwrap();
        let output = Command::new(&program)
            .current_dir(folder.path())
            .arg("spec.json")
            .args(case.args())
            .output()
            .unwrap();
        let ours = case.ours();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), ours);
        let exit = reduced(&ours, &case.draft)["exit_code"].as_i64();
        assert_eq!(output.status.code().map(i64::from), exit);
        Ok(())
    });
    result.unwrap();
}
