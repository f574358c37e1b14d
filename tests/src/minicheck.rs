//! minicheck 0.4.0, run for real, and what the oracle predicts of it.

use crate::oracle::{Answer, Answers, Datum, Liveness, Machine, Path, Stop};
use crate::strategies::default_label;
use crate::tool;
use checker::{Draft, DraftCondition, Update, Value};
use serde_json::{Map, Value as Json, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The version that everything here is about.
pub const VERSION: &str = "0.4.0";

/// A Python process that runs minicheck's command line, spec by spec.
pub struct Minicheck {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// What the command did.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The exit status.
    pub exit: i64,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Minicheck {
    /// Starts the Python of the variable `PLUMBLINE_PYTHON`.
    ///
    /// None, and a line that says SKIPPED, where it is not set or has no
    /// minicheck 0.4.0.
    ///
    /// # Panics
    /// In place of skipping, where `PLUMBLINE_REQUIRE_ORACLES` is 1.
    #[must_use]
    pub fn start() -> Option<Self> {
        let started = Self::try_start();
        if let Err(why) = &started {
            tool::skip(&format!("comparison with minicheck {VERSION} ({why})"));
        }
        started.ok()
    }

    fn try_start() -> Result<Self, String> {
        let python = std::env::var_os("PLUMBLINE_PYTHON")
            .ok_or("PLUMBLINE_PYTHON names no Python with minicheck 0.4.0")?;
        let version = "import importlib.metadata as m; print(m.version('minicheck'))";
        let output = Command::new(&python)
            .args(["-c", version])
            .output()
            .map_err(|error| format!("{} does not run: {error}", python.display()))?;
        let found = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        if found != VERSION {
            return Err(format!("{} has minicheck {found:?}", python.display()));
        }
        let mut process = Command::new(&python)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/minicheck_driver.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        Ok(Self {
            requests: process.stdin.take().ok_or("no standard input")?,
            answers: BufReader::new(process.stdout.take().ok_or("no standard output")?),
            process,
        })
    }

    /// `minicheck check SPEC args…`.
    ///
    /// # Panics
    /// Where the driver ends or writes something else than an answer.
    pub fn check(&mut self, spec: &[u8], args: &[String]) -> Run {
        let hexadecimal: String = spec.iter().map(|byte| format!("{byte:02x}")).collect();
        let request = json!({"spec": hexadecimal, "args": args});
        writeln!(self.requests, "{request}").unwrap();
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        let answer: Json = serde_json::from_str(&line).unwrap();
        Run {
            exit: answer["exit"].as_i64().unwrap(),
            stdout: answer["stdout"].as_str().unwrap().to_owned(),
            stderr: answer["stderr"].as_str().unwrap().to_owned(),
        }
    }
}

impl Drop for Minicheck {
    fn drop(&mut self) {
        // It may have ended already, and a test has no use for the answer.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The spec of a draft. Labels of the form `t{i}` are left out, as a missing
/// label reads.
#[must_use]
pub fn spec_text(draft: &Draft) -> String {
    let transitions = draft.transitions.iter().enumerate();
    let transitions: Vec<Json> = transitions
        .map(|(index, transition)| {
            let mut object = Map::new();
            if transition.label != default_label(index) {
                object.insert("label".into(), json!(transition.label));
            }
            if !transition.when.is_empty() || index % 2 == 0 {
                object.insert("when".into(), tests_json(&transition.when));
            }
            let set = transition.set.iter();
            let set = set.map(|(name, update)| (name.clone(), update_json(update)));
            object.insert("set".into(), Json::Object(set.collect()));
            Json::Object(object)
        })
        .collect();
    let mut spec = Map::new();
    spec.insert("name".into(), json!(draft.name));
    spec.insert("fields".into(), json!(draft.fields));
    spec.insert("initial".into(), tests_json(&draft.initial));
    spec.insert("transitions".into(), json!(transitions));
    let invariants = draft.invariants.iter();
    let invariants = invariants.map(|(name, inv)| (name.clone(), condition_json(inv)));
    spec.insert("invariants".into(), Json::Object(invariants.collect()));
    if let Some(goal) = &draft.goal {
        spec.insert("goal".into(), condition_json(goal));
    }
    Json::Object(spec).to_string()
}

fn tests_json(tests: &[(String, Value)]) -> Json {
    let tests = tests.iter();
    let tests = tests.map(|(name, value)| (name.clone(), datum_json(&value.into())));
    Json::Object(tests.collect())
}

fn update_json(update: &Update) -> Json {
    match update {
        Update::Set(value) => datum_json(&value.into()),
        // `decr` of the least integer would not fit.
        Update::Add(amount) if *amount < 0 && *amount != i64::MIN => json!({"decr": -amount}),
        Update::Add(amount) => json!({"incr": amount}),
    }
}

fn condition_json(condition: &DraftCondition) -> Json {
    let kind = if condition.forbids {
        "forbid"
    } else {
        "require"
    };
    json!({kind: tests_json(&condition.tests)})
}

fn datum_json(datum: &Datum) -> Json {
    match datum {
        Datum::Null => Json::Null,
        Datum::Bool(truth) => json!(truth),
        Datum::Int(int) => json!(int),
        Datum::Float(bits) => json!(f64::from_bits(*bits)),
        Datum::Text(text) => json!(text),
    }
}

/// Whether every name is quoted by Python as it is by anyone.
#[must_use]
pub fn has_plain_names(draft: &Draft) -> bool {
    let labels = draft.transitions.iter().map(|transition| &transition.label);
    let invariants = draft.invariants.iter().map(|(name, _)| name);
    let mut names = draft.fields.iter().chain(labels).chain(invariants);
    names.all(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}

/// Tests of an integer beyond the bound, as the payload's `warnings` name them.
#[derive(Debug, Clone, PartialEq)]
pub struct OutOfBound {
    /// `invariant 'name'` or `goal`.
    pub property: String,
    /// The field.
    pub field: String,
    /// The integer.
    pub value: i64,
    /// Some state may hold it for all that, as a float.
    pub is_written: bool,
}

/// All of them in order.
#[must_use]
pub fn out_of_bound(draft: &Draft) -> Vec<OutOfBound> {
    let invariants = draft.invariants.iter();
    let conditions = invariants
        .map(|(name, condition)| (format!("invariant '{name}'"), condition))
        .chain(draft.goal.iter().map(|goal| ("goal".to_owned(), goal)));
    let mut found = Vec::new();
    for (property, condition) in conditions {
        for (field, value) in &condition.tests {
            if let Value::Int(int) = value
                && i128::from(*int).abs() > i128::from(draft.int_bound)
            {
                let wanted = Datum::from(value).python_key();
                let is_wanted = |value: &Value| Datum::from(value).python_key() == wanted;
                let mut initial = draft.initial.iter();
                let mut updates = draft.transitions.iter().flat_map(|t| &t.set);
                found.push(OutOfBound {
                    property: property.clone(),
                    field: field.clone(),
                    value: *int,
                    is_written: initial.any(|(name, value)| name == field && is_wanted(value))
                        || updates.any(|(name, update)| {
                            name == field
                                && matches!(update, Update::Set(value) if is_wanted(value))
                        }),
                });
            }
        }
    }
    found
}

/// The JSON payload of some answers, its prose reduced to its subject: see
/// [`reduced`].
#[must_use]
pub fn payload(
    draft: &Draft,
    answers: &Answers,
    warnings: &[OutOfBound],
    allow_undetermined: bool,
) -> Json {
    let machine = Machine::new(draft);
    let is_plain = has_plain_names(draft);
    let reason = |stop: &Stop| json!(reason(stop, is_plain));
    let mut parts: Vec<&Answer> = answers
        .invariants
        .iter()
        .map(|(_, answer)| answer)
        .collect();
    parts.extend(answers.liveness.as_ref().map(|live| &live.answer));
    let (verdict, mut exit) = if parts.iter().any(|part| matches!(part, Answer::Fails(_))) {
        ("REFUTED", 2)
    } else if answers.stop.is_some() || parts.iter().any(|part| matches!(part, Answer::Unknown(_)))
    {
        // No proof survives a partial search, not even one from another search.
        ("UNDETERMINED", 3)
    } else {
        ("PROVED", 0)
    };
    if allow_undetermined && exit == 3 {
        exit = 0;
    }
    let mut invariants = Map::new();
    for (name, answer) in &answers.invariants {
        invariants.insert(
            name.clone(),
            match answer {
                Answer::Holds => json!({"holds": true, "counterexample": null}),
                Answer::Fails(path) => {
                    json!({"holds": false, "counterexample": steps(&machine, path)})
                }
                Answer::Unknown(_) => {
                    json!({"holds": null, "counterexample": null, "reason": PROSE})
                }
            },
        );
    }
    let mut payload = Map::new();
    payload.insert("ok".into(), json!(true));
    payload.insert("verdict".into(), json!(verdict));
    payload.insert("exhaustive".into(), json!(answers.stop.is_none()));
    payload.insert("reachable_states".into(), json!(answers.n_states));
    payload.insert("invariants".into(), Json::Object(invariants));
    payload.insert("exit_code".into(), json!(exit));
    if let Some(stop) = &answers.stop {
        payload.insert("incomplete_reason".into(), reason(stop));
    }
    if let Some(Liveness {
        answer,
        n_states,
        n_goal_states,
    }) = &answers.liveness
    {
        payload.insert(
            "liveness".into(),
            match answer {
                Answer::Holds => json!({
                    "holds": true, "reachable_states": n_states, "goal_states": n_goal_states,
                }),
                Answer::Fails(path) => json!({
                    "holds": false, "reachable_states": n_states,
                    "counterexample": steps(&machine, path), "note": PROSE,
                }),
                Answer::Unknown(stop) => json!({
                    "holds": null, "note": PROSE, "incomplete_reason": reason(stop),
                }),
            },
        );
    }
    if !warnings.is_empty() {
        let subjects = warnings.iter().map(|warning| {
            let OutOfBound {
                property,
                field,
                value,
                ..
            } = warning;
            let subject = format!("{value} beyond {}", draft.int_bound);
            if is_plain {
                format!("{property}: field '{field}' {subject}")
            } else {
                subject
            }
        });
        payload.insert("warnings".into(), subjects.collect());
    }
    Json::Object(payload)
}

const PROSE: &str = "<prose>";

fn steps(machine: &Machine, path: &Path) -> Json {
    let labels = path
        .transitions
        .iter()
        .map(|index| json!(machine.label(*index)));
    let labels = std::iter::once(Json::Null).chain(labels);
    let steps = labels.zip(&path.nodes).map(|(label, node)| {
        let fields = machine.fields().iter().cloned();
        let state: Map<_, _> = fields.zip(node.iter().map(datum_json)).collect();
        json!({"label": label, "state": state})
    });
    steps.collect()
}

fn reason(stop: &Stop, is_plain: bool) -> String {
    match stop {
        Stop::States(limit) => format!("StateSpaceExceeded: state space > {limit}"),
        Stop::Beyond(beyond) => {
            let needed = beyond.value.unsigned_abs();
            let from = if is_plain {
                format!(
                    "transition '{}' drives field '{}' to ",
                    beyond.label, beyond.field
                )
            } else {
                String::new()
            };
            format!(
                "IntBoundExceeded: {from}{}, outside int_bound {}. Re-run with int_bound >= {needed}.",
                beyond.value, beyond.int_bound
            )
        }
    }
}

/// minicheck's keys of an actual payload in their order, prose reduced to its subject.
///
/// * Keys that only we write are dropped; they must come after all of minicheck's.
/// * The first and the last sentence of an overflow's reason are kept, without
///   the names where Python would quote them in its own way.
/// * Of the warnings those about the bound are kept, as property, field, value and bound.
/// * Other prose must be there, an invariant's `reason` naming the reason of
///   the whole, and becomes `<prose>`.
///
/// # Panics
/// Where the payload has another shape.
#[must_use]
pub fn reduced(payload: &str, draft: &Draft) -> Json {
    const KEYS: [&str; 9] = [
        "ok",
        "verdict",
        "exhaustive",
        "reachable_states",
        "invariants",
        "exit_code",
        "incomplete_reason",
        "liveness",
        "warnings",
    ];
    let is_plain = has_plain_names(draft);
    let Json::Object(mut payload) = serde_json::from_str(payload).unwrap() else {
        panic!("not an object: {payload}");
    };
    let is_ours: Vec<_> = payload
        .keys()
        .map(|key| !KEYS.contains(&key.as_str()))
        .collect();
    assert!(
        is_ours.is_sorted(),
        "a key of ours before one of minicheck's"
    );
    payload.retain(|key, _| KEYS.contains(&key.as_str()));
    let whole = payload.get("incomplete_reason").cloned();
    for invariant in payload["invariants"].as_object_mut().unwrap().values_mut() {
        if let Some(reason) = invariant.get_mut("reason") {
            let whole = whole.as_ref().unwrap().as_str().unwrap();
            assert!(reason.as_str().unwrap().contains(whole));
            *reason = json!(PROSE);
        }
    }
    if let Some(liveness) = payload.get_mut("liveness") {
        if let Some(note) = liveness.get_mut("note") {
            assert!(note.as_str().unwrap().len() > 10);
            *note = json!(PROSE);
        }
        if let Some(reason) = liveness.get_mut("incomplete_reason") {
            *reason = reduced_reason(reason, is_plain);
        }
    }
    if let Some(reason) = payload.get_mut("incomplete_reason") {
        *reason = reduced_reason(reason, is_plain);
    }
    if let Some(warnings) = payload.get_mut("warnings") {
        let warnings = warnings.as_array_mut().unwrap();
        *warnings = warnings
            .iter()
            .filter_map(|warning| reduced_warning(warning.as_str().unwrap(), is_plain))
            .collect();
        if warnings.is_empty() {
            payload.shift_remove("warnings");
        }
    }
    Json::Object(payload)
}

fn reduced_reason(reason: &Json, is_plain: bool) -> Json {
    let reason = reason.as_str().unwrap();
    let Some((driven, rest)) = reason.rsplit_once(", outside int_bound ") else {
        return json!(reason);
    };
    let (bound, _) = rest.split_once(". ").unwrap();
    let (_, advice) = rest.rsplit_once(". ").unwrap();
    let (names, value) = driven.rsplit_once(' ').unwrap();
    if is_plain {
        json!(format!(
            "{names} {value}, outside int_bound {bound}. {advice}"
        ))
    } else {
        let (kind, _) = names.split_once(' ').unwrap();
        json!(format!(
            "{kind} {value}, outside int_bound {bound}. {advice}"
        ))
    }
}

fn reduced_warning(warning: &str, is_plain: bool) -> Option<Json> {
    let (tested, rest) = warning.rsplit_once("outside int_bound ")?;
    let bound: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let tested = tested.trim_end_matches("which is ").trim_end_matches(", ");
    let (subject, value) = tested.rsplit_once(' ').unwrap();
    let (place, _) = subject.rsplit_once(" is compared ").unwrap();
    Some(json!(if is_plain {
        format!("{place} {value} beyond {bound}")
    } else {
        format!("{value} beyond {bound}")
    }))
}
