//! Submissions to compare with: the ceiling and two floors.

use crate::{Submission, Task};
use checker::{Limits, Outcome, ReplayMismatch, Value, check};
use serde_json::{Map, Value as Json, json};

/// Exhaustive search: each violation with its shortest counterexample.
///
/// # Errors
/// [`ReplayMismatch`] as [`check`].
pub fn bfs(tasks: &[Task]) -> Result<Submission, ReplayMismatch> {
    let mut entries = Map::new();
    for task in tasks {
        let report = check(&task.model, &Limits::default())?;
        let violated = report
            .invariants
            .iter()
            .find_map(|result| match &result.outcome {
                Outcome::Violated(trace) => Some(trace),
                Outcome::Holds(_) | Outcome::Unknown(_) => None,
            });
        let trace = violated.map(|trace| {
            let steps = trace.steps().iter().map(|step| {
                let label = step.action.map(|id| &task.model.transition(id).label);
                let fields = task.model.fields().iter().cloned();
                let state: Map<_, _> = fields.zip(step.state.iter().map(json_of)).collect();
                json!({"label": label, "state": state})
            });
            steps.collect::<Vec<_>>()
        });
        let entry = json!({"violated": trace.is_some(), "trace": trace});
        entries.insert(task.id.clone(), entry);
    }
    Ok(Submission { entries })
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
