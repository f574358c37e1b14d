//! Submissions to compare with: the ceiling and two floors.

use crate::{Submission, Task};
use checker::{Limits, Model, Outcome, ReplayMismatch, Value, check};
use serde_json::{Map, Value as Json, json};

/// Exhaustive search: each violation with its shortest counterexample.
///
/// # Errors
/// [`ReplayMismatch`] as [`check`].
pub fn bfs(tasks: &[Task]) -> Result<Submission, ReplayMismatch> {
    let mut entries = Map::new();
    for task in tasks {
        let trace = counterexample(task)?;
        let entry = json!({"violated": trace.is_some(), "trace": trace});
        entries.insert(task.id.clone(), entry);
    }
    Ok(Submission { entries })
}

/// The shortest way to where the property fails, as the steps of a submission;
/// none where it holds.
///
/// # Errors
/// [`ReplayMismatch`] as [`check`].
pub fn counterexample(task: &Task) -> Result<Option<Vec<Json>>, ReplayMismatch> {
    let report = check(&task.model, &Limits::default())?;
    let traces = report.invariants.iter();
    let traces = traces.filter_map(|result| match &result.outcome {
        Outcome::Violated(trace) => Some(trace),
        Outcome::Holds(_) | Outcome::Unknown(_) => None,
    });
    let shortest = traces.min_by_key(|trace| trace.n_transitions());
    Ok(shortest.map(|trace| {
        let steps = trace.steps().iter().map(|step| {
            let label = step.action.map(|id| &task.model.transition(id).label);
            json!({"label": label, "state": object(&task.model, &step.state)})
        });
        steps.collect()
    }))
}

/// A state as an object of its fields.
pub(crate) fn object(model: &Model, state: &[Value]) -> Json {
    let fields = model.fields().iter().cloned();
    Json::Object(fields.zip(state.iter().map(json_of)).collect())
}

fn json_of(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(truth) => json!(truth),
        Value::Int(int) => json!(int),
        Value::Float(float) => json!(float.get()),
        Value::Text(text) => json!(text.to_string()),
    }
}

/// No violation anywhere.
#[must_use]
pub fn always_safe(tasks: &[Task]) -> Submission {
    of_all(tasks, false)
}

/// A violation everywhere, without a trace.
#[must_use]
pub fn always_violated(tasks: &[Task]) -> Submission {
    of_all(tasks, true)
}

fn of_all(tasks: &[Task], violated: bool) -> Submission {
    let entry = json!({"violated": violated});
    let entries = tasks.iter().map(|task| (task.id.clone(), entry.clone()));
    Submission {
        entries: entries.collect(),
    }
}
