//! A task with all that is known of it, as one row of a data set.

use crate::baseline::{counterexample, object};
use crate::{PromptMode, Task, TaskError, machine, prompt};
use checker::{Limits, ReplayMismatch, TransitionSystem, Verdict, check, steps_from};
use serde::Serialize;
use serde_json::Value as Json;
use std::collections::HashSet;

/// A task in protocol-bench's keys and order. Counts, steps, the counterexample and
/// whether the twin holds are found again, not copied from the label.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Exported {
    /// The task.
    pub id: String,
    /// Who publishes the procedure.
    pub standards_body: String,
    /// Where.
    pub spec_clause: String,
    /// The property.
    pub property: String,
    /// What the prompt shows: `model` or `spec`.
    pub prompt_mode: &'static str,
    /// The prompt.
    pub prompt: String,
    /// The machine in words.
    pub state_machine: String,
    /// The ground truth.
    pub label: String,
    /// The ground truth, whoever is cited for it.
    pub violated: bool,
    /// Who published that the property fails.
    pub citation: Option<String>,
    /// What goes wrong.
    pub known_finding: Option<String>,
    /// There is a machine in which the property holds.
    pub has_fixed_twin: bool,
    /// And it does; null where there is none.
    pub fixed_twin_holds: Option<bool>,
    /// Fields of a state.
    pub n_state_fields: usize,
    /// Reachable states.
    pub n_reachable_states: usize,
    /// Steps between them, self-loops and parallel steps included.
    pub n_transitions: usize,
    /// The fields' names in order.
    pub state_fields: Vec<String>,
    /// The initial state as an object.
    pub initial_state: Json,
    /// The steps, breadth first, those of a state in the machine's order.
    pub transitions: Vec<ExportedStep>,
    /// A shortest counterexample, as the trace of a submission; null where there is none.
    pub counterexample: Option<Vec<Json>>,
    /// Its states, the initial one included; 0 where there is none.
    pub counterexample_length: usize,
}

/// A step between two reachable states.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExportedStep {
    /// Where it starts, as an object of fields.
    pub from: Json,
    /// The transition.
    pub label: String,
    /// Where it ends.
    pub to: Json,
}

/// Why a task cannot be exported: a fault of this program, either way.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The twin's embedded files are faulty.
    #[error(transparent)]
    Task(#[from] TaskError),
    /// A trace of the search did not replay.
    #[error(transparent)]
    Replay(#[from] ReplayMismatch),
}

/// Writes down a task with all that is known of it.
///
/// # Errors
/// [`ExportError`], where this program is at fault.
///
/// ```
/// use score::{PromptMode, Task, export};
/// let row = export(&Task::all()?[0], PromptMode::Model)?;
/// assert_eq!((row.n_reachable_states, row.n_transitions), (7, 11));
/// assert_eq!((row.counterexample_length, row.fixed_twin_holds), (4, Some(true)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export(task: &Task, mode: PromptMode) -> Result<Exported, ExportError> {
    let (model, label) = (&task.model, &task.label);
    let twin = task.twin()?;
    let holds = |twin: &Task| -> Result<bool, ReplayMismatch> {
        let report = check(&twin.model, &Limits::default())?;
        let mut invariants = report.findings();
        Ok(invariants.all(|finding| {
            let is_liveness = finding.property == checker::Property::Liveness;
            is_liveness || finding.verdict == Verdict::Proved
        }))
    };
    let (n_reachable_states, transitions) = reachable(task);
    let counterexample = counterexample(task)?;
    Ok(Exported {
        id: task.id.clone(),
        standards_body: label.body.clone(),
        spec_clause: label.clause.clone(),
        property: label.property.value.clone(),
        prompt_mode: mode.name(),
        prompt: prompt(task, mode),
        state_machine: machine(task),
        label: label.kind.value.to_string(),
        violated: task.is_violated(),
        citation: label.citation.clone(),
        known_finding: label.finding.clone(),
        has_fixed_twin: twin.is_some(),
        fixed_twin_holds: twin.as_ref().map(holds).transpose()?,
        n_state_fields: model.fields().len(),
        n_reachable_states,
        n_transitions: transitions.len(),
        state_fields: model.fields().to_vec(),
        initial_state: object(model, model.initial_values()),
        transitions,
        counterexample_length: counterexample.as_ref().map_or(0, Vec::len),
        counterexample,
    })
}

/// How many states can be reached, and by which steps. The machines are small and
/// every step is wanted, so the plain semantics does.
fn reachable(task: &Task) -> (usize, Vec<ExportedStep>) {
    let model = &task.model;
    let mut order = vec![model.initial()];
    let mut found: HashSet<_> = order.iter().cloned().collect();
    let mut steps = Vec::new();
    let mut at = 0;
    while let Some(from) = order.get(at).cloned() {
        for (action, to) in steps_from(model, &from) {
            steps.push(ExportedStep {
                from: object(model, &from),
                label: model.transition(action).label.clone(),
                to: object(model, &to),
            });
            if found.insert(to.clone()) {
                order.push(to);
            }
        }
        at += 1;
    }
    (order.len(), steps)
}
