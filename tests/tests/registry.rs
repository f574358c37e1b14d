//! The specs and labels of `models`: against the oracle, minicheck and protocol-bench.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests; a panic is how they report"
)]

use checker::label::LIVENESS;
use models::specs::{ALL, N_PROTOCOL_BENCH_TASKS};
use plumbline_tests::minicheck::Minicheck;
use plumbline_tests::oracle::{Datum, Machine, Move, Rules};
use plumbline_tests::registry::{answer, draft_of, protocol_bench, read, vacuity};
use serde_json::{Value as Json, json};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

#[test]
fn the_registry_holds_every_file_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/specs");
    let mut files = BTreeSet::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
                files.insert(name.replace('\\', "/"));
            }
        }
    }
    let listed: Vec<_> = ALL.iter().flat_map(|s| [s.file, s.label_file]).collect();
    let set: BTreeSet<String> = listed.iter().map(|file| (*file).to_owned()).collect();
    assert_eq!(set.len(), listed.len(), "a file is listed twice");
    assert_eq!(
        set, files,
        "models/src/specs.rs lists what models/specs holds"
    );
    let ids: BTreeSet<_> = ALL.iter().map(|spec| spec.id).collect();
    assert_eq!(ids.len(), ALL.len());
    for spec in ALL {
        assert_eq!(read(spec).0.name(), spec.id, "a spec's name is its file's");
    }
}

#[test]
fn labels_are_what_the_oracle_finds() {
    for spec in ALL {
        let (model, label) = read(spec);
        let draft = draft_of(&model);
        let property = &label.property.value;
        let (n_states, n_edges, steps) = answer(&draft, property);
        assert_eq!(label.reachable_states.value, n_states, "{}", spec.id);
        assert_eq!(label.transitions.value, n_edges, "{}", spec.id);
        let claimed = label.counterexample_steps.as_ref().map(|steps| steps.value);
        assert_eq!(claimed, steps, "{}", spec.id);
        assert_eq!(
            label.kind.value.is_violated(),
            steps.is_some(),
            "{}",
            spec.id
        );
        assert_eq!(
            label.vacuity.value,
            vacuity(&draft, property),
            "{}",
            spec.id
        );
    }
}

/// A description says what is modelled; what comes of it is the label's to say,
/// so that a description can be shown to whoever is asked for the verdict.
#[test]
fn descriptions_do_not_tell_the_verdict() {
    for spec in ALL {
        let (_, label) = read(spec);
        // Names of specs and fields stand between backticks; what they say is theirs.
        let prose = label.description.split('`').step_by(2);
        let text = format!("{} {}", label.title, prose.collect::<String>()).to_lowercase();
        for word in [
            "counterexample",
            "violat",
            "vulnerab",
            "attack ",
            "attacks ",
            "unsafe",
            "proven",
            "is safe",
            "naive",
            "broken",
            "premature",
            "never becomes",
            "ever sets",
            "any more",
            "cve-",
        ] {
            assert!(!text.contains(word), "{}: {word}", spec.id);
        }
    }
}

#[test]
fn minicheck_finds_the_same() {
    let Some(mut minicheck) = Minicheck::start() else {
        return;
    };
    for spec in ALL {
        let (_, label) = read(spec);
        let run = minicheck.check(spec.spec.as_bytes(), &["--json".to_owned()]);
        let payload: Json = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(payload["exhaustive"], true, "{}: {}", spec.id, run.stderr);
        assert_eq!(
            payload["reachable_states"], label.reachable_states.value,
            "{}",
            spec.id
        );
        let property = &label.property.value;
        let result = match payload["invariants"].get(property) {
            Some(result) => result,
            None => &payload[LIVENESS],
        };
        assert_eq!(
            result["holds"],
            !label.kind.value.is_violated(),
            "{}",
            spec.id
        );
        let steps = result.get("counterexample").and_then(Json::as_array);
        let steps = steps.map(|trace| trace.len() as u64 - 1);
        let claimed = label.counterexample_steps.as_ref().map(|steps| steps.value);
        assert_eq!(claimed, steps, "{}", spec.id);
    }
}

fn json_of(node: &[Datum]) -> Json {
    let values = node.iter().map(|datum| match datum {
        Datum::Bool(truth) => json!(truth),
        Datum::Int(int) => json!(int),
        other => panic!("no task has a value such as {other:?}"),
    });
    Json::Array(values.collect())
}

/// States, edges, and where each invariant of ours fails, as the driver dumps them.
fn graph(machine: &Machine) -> (Vec<Json>, Vec<Json>, Vec<bool>) {
    let nodes = machine.explore(200_000, Rules::OURS).nodes;
    let numbers: HashMap<_, _> = nodes.iter().zip(0..).collect();
    let mut edges = Vec::new();
    for (source, node) in nodes.iter().enumerate() {
        for transition in 0..machine.n_transitions() {
            if let Move::To(next) = machine.step(node, transition) {
                let target: usize = numbers[&next];
                edges.push(json!([source, machine.label(transition), target]));
            }
        }
    }
    // A task's property may be several invariants here: together they are it.
    let fails = |node| (0..machine.invariants().len()).any(|inv| !machine.holds(inv, node));
    (
        nodes.iter().map(|node| json_of(node)).collect(),
        edges,
        nodes.iter().map(fails).collect(),
    )
}

#[test]
fn tasks_and_twins_are_protocol_benchs() {
    let Some(theirs) = protocol_bench() else {
        return;
    };
    let theirs = theirs.as_array().unwrap();
    assert_eq!(theirs.len(), N_PROTOCOL_BENCH_TASKS + 2);
    for (spec, theirs) in ALL.iter().zip(theirs) {
        let (model, label) = read(spec);
        let id = spec.id;
        assert_eq!(id, theirs["id"], "in registry order, twins last");
        assert_eq!(theirs["property"], label.property.value, "{id}");
        assert_eq!(theirs["body"], label.body, "{id}");
        assert_eq!(theirs["fields"], json!(model.fields()), "{id}");

        let machine = Machine::new(&draft_of(&model));
        let (states, edges, violated) = graph(&machine);
        assert_eq!(theirs["states"], json!(states), "{id}");
        assert_eq!(theirs["edges"], json!(edges), "{id}");
        assert_eq!(theirs["violated"], json!(violated), "{id}");
        let nodes = machine.explore(200_000, Rules::OURS).nodes;
        let goals: Vec<_> = nodes.iter().map(|node| machine.is_goal(node)).collect();
        let goals = machine.has_goal().then_some(goals);
        assert_eq!(theirs["goal"], json!(goals), "{id}");

        let steps = theirs["trace"]
            .as_array()
            .map(|trace| trace.len() as u64 - 1);
        let claimed = label.counterexample_steps.as_ref().map(|steps| steps.value);
        assert_eq!(claimed, steps, "{id}");
        let twin = label.fixed_twin.as_ref().map(|twin| twin.value.as_str());
        if let Some(task) = theirs.get("twin_of") {
            let task = ALL.iter().find(|spec| spec.id == task).unwrap();
            let twin = read(task).1.fixed_twin.unwrap().value;
            assert_eq!(twin, id);
            assert!(!label.kind.value.is_violated());
        } else {
            assert_eq!(theirs["label"], label.kind.value.to_string(), "{id}");
            assert_eq!(theirs["has_twin"], twin.is_some(), "{id}");
        }
    }
}
