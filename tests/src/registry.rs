//! The specs of `models`, as the oracle takes them, and protocol-bench 1.1.0
//! run for real.

use crate::oracle::{Answer, Machine, Rules};
use crate::tool;
use checker::label::{self, LIVENESS, Label};
use checker::{Condition, Draft, DraftCondition, DraftTransition, Model, Vacuity, spec};
use diagnostic::SourceFile;
use models::specs::Spec;
use serde_json::Value as Json;
use std::process::Command;

/// The version that the first fifteen specs are about.
pub const PROTOCOL_BENCH: &str = "1.1.0";

/// A spec and its label, read.
///
/// # Panics
/// Where one of them is bad input.
#[must_use]
pub fn read(spec: &Spec) -> (Model, Label) {
    let model = spec::read_checkable(&SourceFile::new(spec.file, spec.spec), 64);
    let label = label::read(&SourceFile::new(spec.label_file, spec.label));
    let model = model.unwrap_or_else(|errors| panic!("{}: {errors:?}", spec.file));
    let label = label.unwrap_or_else(|errors| panic!("{}: {errors:?}", spec.label_file));
    label.check(&model).unwrap();
    (model, label)
}

/// The draft that builds the model.
#[must_use]
pub fn draft_of(model: &Model) -> Draft {
    let name = |id| model.field(id).to_owned();
    let tests = |guard: &checker::Guard| {
        let tests = guard.0.iter();
        tests
            .map(|(field, value)| (name(*field), value.clone()))
            .collect()
    };
    let condition = |condition: &Condition| DraftCondition {
        forbids: matches!(condition, Condition::Forbid(_)),
        tests: tests(condition.guard()),
    };
    let transitions = model.transitions().iter();
    let invariants = model.invariants().iter();
    Draft {
        name: model.name().to_owned(),
        fields: model.fields().to_vec(),
        initial: model
            .field_ids()
            .zip(model.initial_values())
            .map(|(field, value)| (name(field), value.clone()))
            .collect(),
        transitions: transitions
            .map(|transition| DraftTransition {
                label: transition.label.clone(),
                when: tests(&transition.guard),
                set: transition
                    .updates
                    .iter()
                    .map(|(field, update)| (name(*field), update.clone()))
                    .collect(),
            })
            .collect(),
        invariants: invariants
            .map(|invariant| (invariant.name.clone(), condition(&invariant.condition)))
            .collect(),
        goal: model.goal().map(condition),
        int_bound: model.int_bound(),
    }
}

/// What the oracle says of one property: states, steps, and the length of the
/// counterexample.
///
/// # Panics
/// Where the search stops early, or there is no such property.
#[must_use]
pub fn answer(draft: &Draft, property: &str) -> (u64, u64, Option<u64>) {
    let answers = Machine::new(draft).answers(200_000, None, Rules::OURS);
    assert_eq!(answers.stop, None, "{}", draft.name);
    let named = answers.invariants.iter().find(|(name, _)| name == property);
    let answer = match named {
        Some((_, answer)) => answer,
        None => {
            assert_eq!(property, LIVENESS);
            &answers.liveness.as_ref().unwrap().answer
        }
    };
    let steps = match answer {
        Answer::Holds => None,
        Answer::Fails(path) => Some(path.transitions.len() as u64),
        Answer::Unknown(stop) => panic!("{stop:?}"),
    };
    (answers.n_states, answers.n_edges, steps)
}

/// The vacuity of a property, by the oracle and by its definition.
///
/// # Panics
/// As [`answer`].
#[must_use]
pub fn vacuity(draft: &Draft, property: &str) -> Vacuity {
    if answer(draft, property).2.is_some() {
        return Vacuity::None;
    }
    let named = draft.invariants.iter().find(|(name, _)| name == property);
    let refutes = |mutant: &Draft| {
        let answers = Machine::new(mutant).answers(200_000, None, Rules::OURS);
        let mut named = answers
            .invariants
            .iter()
            .filter(|(name, _)| name == property);
        match named.next() {
            Some((_, answer)) => matches!(answer, Answer::Fails(_)),
            None => matches!(answers.liveness.unwrap().answer, Answer::Fails(_)),
        }
    };
    let transitions = 0..draft.transitions.len();
    let sensitive = if let Some((_, condition)) = named {
        let written = |field: &String| {
            let mut sets = draft.transitions.iter().flat_map(|t| &t.set);
            sets.any(|(name, _)| name == field)
        };
        let initially = |(field, value): &(String, checker::Value)| {
            let mut initial = draft.initial.iter();
            initial.any(|(name, first)| name == field && first.matches(value))
        };
        let mut tests = condition.tests.iter();
        let frozen = if condition.forbids {
            tests.any(|test| !written(&test.0) && !initially(test))
        } else {
            tests.all(|test| !written(&test.0) && initially(test))
        };
        if frozen {
            return Vacuity::Vacuous;
        }
        transitions.into_iter().any(|index| {
            (0..draft.transitions[index].when.len()).any(|test| {
                let mut mutant = draft.clone();
                mutant.transitions[index].when.remove(test);
                refutes(&mutant)
            })
        })
    } else {
        let machine = Machine::new(draft);
        let reached = machine.explore(200_000, Rules::OURS);
        if reached.nodes.iter().all(|node| machine.is_goal(node)) {
            return Vacuity::Vacuous;
        }
        transitions.into_iter().any(|index| {
            let mut mutant = draft.clone();
            mutant.transitions.remove(index);
            refutes(&mutant)
        })
    };
    if sensitive {
        Vacuity::None
    } else {
        Vacuity::Insensitive
    }
}

/// The tasks and twins of the installed protocol-bench, as its driver dumps them.
///
/// None, and a line that says SKIPPED, where `PLUMBLINE_PYTHON` is not set or
/// has no protocol-bench 1.1.0.
///
/// # Panics
/// In place of skipping, where `PLUMBLINE_REQUIRE_ORACLES` is 1.
#[must_use]
pub fn protocol_bench() -> Option<Json> {
    let dumped = dump();
    if let Err(why) = &dumped {
        tool::skip(&format!(
            "comparison with protocol-bench {PROTOCOL_BENCH} ({why})"
        ));
    }
    dumped.ok()
}

fn dump() -> Result<Json, String> {
    let python = std::env::var_os("PLUMBLINE_PYTHON").ok_or("PLUMBLINE_PYTHON is not set")?;
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol_bench_driver.py");
    let output = Command::new(python)
        .args([driver, PROTOCOL_BENCH])
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}
