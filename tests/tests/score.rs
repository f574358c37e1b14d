//! `score` against protocol-bench 1.1.0, run for real on mutated submissions.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests; a panic is how they report"
)]

use plumbline_tests::oracle::{Datum, Machine, Move, Node};
use plumbline_tests::registry::{PROTOCOL_BENCH, draft_of};
use plumbline_tests::tool;
use score::{Mode, PromptMode, Submission, Task, baseline, export, score};
use serde_json::{Map, Value as Json, json};
use std::io::Write;
use std::process::{Command, Stdio};

const SUBMISSIONS: usize = 2_000;

/// A small generator of its own, so that every run scores the same submissions.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}

fn value(datum: &Datum) -> Json {
    match datum {
        Datum::Bool(truth) => json!(truth),
        Datum::Int(int) => json!(int),
        other => panic!("no task has a value such as {other:?}"),
    }
}

/// A walk through the machine, or the violation it is asked for.
fn walk(machine: &Machine, random: &mut Random) -> Vec<Node> {
    let mut nodes = vec![machine.initial().clone()];
    for _ in 0..random.below(7) {
        let moves = (0..machine.n_transitions()).filter_map(|transition| {
            match machine.step(nodes.last().unwrap(), transition) {
                Move::To(next) => Some(next),
                Move::Disabled | Move::Beyond(_) => None,
            }
        });
        let moves: Vec<_> = moves.collect();
        if moves.is_empty() {
            break;
        }
        nodes.push(random.one(&moves));
        let fails =
            (0..machine.invariants().len()).any(|i| !machine.holds(i, &nodes[nodes.len() - 1]));
        if fails && random.below(4) > 0 {
            break;
        }
    }
    nodes
}

/// A step in one of the forms that are read, sometimes spoilt.
fn step(machine: &Machine, node: &Node, random: &mut Random) -> Json {
    let mut values: Vec<Json> = node.iter().map(value).collect();
    match random.below(30) {
        0 => {
            let index = random.below(values.len());
            let other = json!([true, false, 0, 1, 2, 1.0, 0.0, 0.5, "true", null, [], {"a": 1}]);
            values[index] = random.one(other.as_array().unwrap());
        }
        1..4 => {
            // Python's equals.
            for value in &mut values {
                *value = match &*value {
                    Json::Bool(truth) => json!(i32::from(*truth)),
                    Json::Number(number) if random.below(2) == 0 => json!(number.as_f64().unwrap()),
                    other => other.clone(),
                };
            }
        }
        _ => {}
    }
    let fields = machine.fields().iter().cloned();
    let mut object: Map<String, Json> = fields.zip(values.iter().cloned()).collect();
    match random.below(40) {
        0 => drop(object.shift_remove(&machine.fields()[0])),
        1 => drop(object.insert("surplus".to_owned(), json!(1))),
        2 => drop(values.pop()),
        _ => {}
    }
    match random.below(20) {
        0 => json!({"state": values}),
        1 => json!(values),
        2 if random.below(4) == 0 => json!(object),
        3 if random.below(4) == 0 => random.one(&[json!("step"), json!(1), json!(null), json!({})]),
        _ => json!({"label": "any", "state": object}),
    }
}

fn entry(machine: &Machine, random: &mut Random) -> Json {
    let mut object = Map::new();
    let violated = match random.below(10) {
        0 => random.one(&[
            json!(0),
            json!(1),
            json!("false"),
            json!(""),
            json!(null),
            json!([]),
            json!({"a": 1}),
        ]),
        1..3 => json!(false),
        _ => json!(true),
    };
    object.insert("violated".to_owned(), violated);
    let mut nodes = walk(machine, random);
    if random.below(8) == 0 {
        nodes.remove(random.below(nodes.len()));
    }
    let trace: Vec<_> = nodes
        .iter()
        .map(|node| step(machine, node, random))
        .collect();
    let trace = match random.below(15) {
        0 => random.one(&[json!(null), json!("trace"), json!([]), json!({}), json!(0)]),
        _ => json!(trace),
    };
    if random.below(15) > 0 {
        object.insert("trace".to_owned(), trace);
    }
    match random.below(40) {
        0 => random.one(&[json!("violated"), json!([true]), json!(null), json!(true)]),
        _ => Json::Object(object),
    }
}

/// What protocol-bench makes of submissions and replies, where it is installed.
pub(crate) fn theirs(submissions: &[Json], replies: &[&str]) -> Option<Json> {
    let scored = run(&json!({"submissions": submissions, "replies": replies}));
    if let Err(why) = &scored {
        tool::skip(&format!(
            "scores of protocol-bench {PROTOCOL_BENCH} ({why})"
        ));
    }
    scored.ok()
}

fn run(given: &Json) -> Result<Json, String> {
    let python = std::env::var_os("PLUMBLINE_PYTHON").ok_or("PLUMBLINE_PYTHON is not set")?;
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol_bench_scores.py");
    let mut process = Command::new(python)
        .args([driver, PROTOCOL_BENCH])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut input = process.stdin.take().unwrap();
    let text = given.to_string();
    let writer = std::thread::spawn(move || drop(input.write_all(text.as_bytes())));
    let output = process.wait_with_output().unwrap();
    writer.join().unwrap();
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}

/// The reason in their words, as the check that it is about.
fn kind_of(reason: &str) -> &str {
    let kinds = [
        "no violation predicted",
        "no trace supplied",
        "trace is empty",
        "fields",
        "does not give a value",
        "initial state",
        "transition",
        "does not violate",
        "property holds in the last state",
    ];
    let found = kinds.into_iter().find(|kind| reason.contains(kind));
    match found.unwrap_or_else(|| panic!("{reason}")) {
        "does not give a value" => "fields",
        "property holds in the last state" => "does not violate",
        kind => kind,
    }
}

/// A score with each reason reduced to its check, and the step it names if it names one.
fn reduced(mut score: Json) -> Json {
    for task in score["per_task"].as_array_mut().unwrap() {
        if let Some(reason) = task["trace"].get_mut("reason") {
            *reason = json!(kind_of(reason.as_str().unwrap()));
        }
    }
    score
}

#[test]
fn lenient_scores_are_protocol_benchs() {
    let tasks = Task::all().unwrap();
    let machines: Vec<_> = tasks
        .iter()
        .map(|task| Machine::new(&draft_of(&task.model)))
        .collect();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let submissions: Vec<Json> = (0..SUBMISSIONS)
        .map(|_| {
            let mut entries = Map::new();
            for (task, machine) in tasks.iter().zip(&machines) {
                // Violated tasks are where a trace can be right.
                if task.is_violated() || random.below(3) == 0 {
                    entries.insert(task.id.clone(), entry(machine, &mut random));
                }
            }
            Json::Object(entries)
        })
        .collect();
    let Some(theirs) = theirs(&submissions, &[]) else {
        return;
    };
    let (mut n_valid, mut n_raised, mut n_strict_differs) = (0, 0, 0);
    for (submission, theirs) in submissions.iter().zip(theirs["scores"].as_array().unwrap()) {
        let submission = Submission::parse(&submission.to_string()).unwrap();
        let ours = score(&submission, &tasks, Mode::Lenient);
        let strict = score(&submission, &tasks, Mode::Strict);
        n_strict_differs += usize::from(strict != ours);
        assert!(
            strict.true_positives <= ours.true_positives,
            "strict never credits more"
        );
        n_valid += ours.valid_counterexamples;
        if theirs.is_null() {
            // It raises where a step is a list in a state, and so cannot be looked up.
            n_raised += 1;
            continue;
        }
        let ours = serde_json::to_value(&ours).unwrap();
        let keys = |score: &Json| {
            score
                .as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(keys(&ours), keys(theirs));
        assert_eq!(
            reduced(ours),
            reduced(theirs.clone()),
            "{:?}",
            submission.entries
        );
    }
    assert!(n_valid > 300, "{n_valid} traces replayed");
    assert!(
        n_raised < SUBMISSIONS / 4,
        "{n_raised} submissions made protocol-bench raise"
    );
    assert!(n_strict_differs > 100, "{n_strict_differs}");
}

#[test]
fn baselines_are_protocol_benchs_key_by_key() {
    let Some(theirs) = theirs(&[], &[]) else {
        return;
    };
    let tasks = Task::all().unwrap();
    for (name, submission) in [
        ("bfs", baseline::bfs(&tasks).unwrap()),
        ("always-safe", baseline::always_safe(&tasks)),
        ("always-violated", baseline::always_violated(&tasks)),
    ] {
        let ours = score(&submission, &tasks, Mode::Strict);
        let text = serde_json::to_string(&ours).unwrap();
        let theirs = theirs["baselines"][name].to_string();
        assert_eq!(text, theirs, "{name}: keys, their order, and values");
    }
}

/// Their wording and ours differ; whether there is any does not.
const WORDED: &[&str] = &[
    "spec_clause",
    "prompt",
    "state_machine",
    "citation",
    "known_finding",
];

#[test]
fn exports_and_prompts_are_protocol_benchs_key_by_key() {
    let Some(theirs) = theirs(&[], &[]) else {
        return;
    };
    let tasks = Task::all().unwrap();
    for mode in [PromptMode::Model, PromptMode::Spec] {
        let prompts = theirs["prompts"][mode.name()].as_object().unwrap();
        let ids: Vec<_> = tasks.iter().map(|task| &task.id).collect();
        assert_eq!(prompts.keys().collect::<Vec<_>>(), ids);

        let rows = theirs["exports"][mode.name()].as_array().unwrap();
        assert_eq!(rows.len(), tasks.len());
        for (task, theirs) in tasks.iter().zip(rows) {
            let ours = export(task, mode).unwrap();
            let ours = serde_json::to_value(&ours).unwrap();
            let (ours, theirs) = (ours.as_object().unwrap(), theirs.as_object().unwrap());
            let keys = |row: &Map<String, Json>| row.keys().cloned().collect::<Vec<_>>();
            assert_eq!(keys(ours), keys(theirs), "{}", task.id);
            for (key, value) in ours {
                let theirs = &theirs[key];
                if key == "known_finding" && theirs.is_null() && task.is_violated() {
                    // We also say what goes wrong where nobody is cited for it.
                    assert!(value.is_string(), "{}", task.id);
                } else if WORDED.contains(&key.as_str()) {
                    assert_eq!(value.is_null(), theirs.is_null(), "{}: {key}", task.id);
                    assert_eq!(value.is_string(), theirs.is_string(), "{}: {key}", task.id);
                } else {
                    // As text, so that true is not 1 and keys are in order.
                    assert_eq!(value.to_string(), theirs.to_string(), "{}: {key}", task.id);
                }
            }
        }
    }
}
