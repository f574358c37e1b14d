//! Holding a claimed counterexample against its machine.

use crate::Task;
use checker::{Float, State, Value, steps_from};
use serde::Serialize;
use serde_json::Value as Json;
use std::fmt;

/// How exact a claim has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Values are compared with their types, and a trace ends at its first violation.
    #[default]
    Strict,
    /// As protocol-bench 1.1.0: `true`, 1 and 1.0 are equal, and a trace may go on
    /// behind a violation as long as it ends in one.
    Lenient,
}

/// What became of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replay {
    /// No violation was claimed, so none was looked for.
    NotAsked,
    /// It replays, through so many states.
    Valid {
        /// States, the initial one included.
        n_states: usize,
    },
    /// It does not.
    Invalid(Fault),
}

/// The first thing that is wrong with a trace, in the order of the checks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// There is none.
    Missing,
    /// It is no list, or an empty one.
    NotAList,
    /// A step does not give a value to each field.
    Fields {
        /// The step, from 0.
        step: usize,
        /// The fields of the machine.
        fields: Vec<String>,
    },
    /// It starts elsewhere.
    NotInitial,
    /// The machine has no such step.
    NoStep {
        /// The step it leaves from, from 0.
        step: usize,
    },
    /// The property fails before the end; only in [`Mode::Strict`].
    PastViolation {
        /// The step at which it fails, from 0.
        step: usize,
    },
    /// The property holds at the end.
    NoViolation,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("no trace supplied"),
            Self::NotAList => f.write_str("trace is empty"),
            Self::Fields { step, fields } => write!(
                f,
                "step {step} does not give a value to each of {}",
                fields.join(", ")
            ),
            Self::NotInitial => f.write_str("step 0 is not the initial state"),
            Self::NoStep { step } => {
                write!(
                    f,
                    "step {step} -> {} is no transition of the machine",
                    step + 1
                )
            }
            Self::PastViolation { step } => {
                write!(
                    f,
                    "the property fails at step {step} already, and the trace goes on"
                )
            }
            Self::NoViolation => f.write_str("the property holds in the last state"),
        }
    }
}

impl Replay {
    /// Whether it shows the violation.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        matches!(self, Self::Valid { .. })
    }
}

/// protocol-bench's keys.
impl Serialize for Replay {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Keys {
            supplied: bool,
            valid: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            reason: Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            length: Option<usize>,
        }
        let keys = match self {
            Self::NotAsked => Keys {
                supplied: false,
                valid: false,
                reason: Some("no violation predicted".to_owned()),
                length: None,
            },
            Self::Valid { n_states } => Keys {
                supplied: true,
                valid: true,
                reason: None,
                length: Some(*n_states),
            },
            Self::Invalid(fault) => Keys {
                supplied: *fault != Fault::Missing,
                valid: false,
                reason: Some(fault.to_string()),
                length: None,
            },
        };
        keys.serialize(serializer)
    }
}

/// Replays a claimed counterexample: is it a list, does each step name the
/// fields, does it start at the initial state, is each step a transition, does
/// the last state violate the property.
///
/// A step is an object of fields under `state`, or a list of values in the
/// order of the fields, there or in place of the object.
///
/// ```
/// use score::{Mode, Task, replay};
/// let tasks = Task::all()?;
/// let state = |installed: bool, nonce: u32, reused: bool| {
///     serde_json::json!({"state": {"ptk_installed": installed, "tx_nonce": nonce, "nonce_reused": reused}})
/// };
/// let trace = serde_json::json!([
///     state(false, 0, false), state(true, 0, false), state(true, 1, false), state(true, 0, true)
/// ]);
/// assert!(replay(&tasks[0], Some(&trace), Mode::Strict).is_valid());
/// # Ok::<(), score::TaskError>(())
/// ```
#[must_use]
pub fn replay(task: &Task, trace: Option<&Json>, mode: Mode) -> Replay {
    match walk(task, trace, mode) {
        Ok(n_states) => Replay::Valid { n_states },
        Err(fault) => Replay::Invalid(fault),
    }
}

fn walk(task: &Task, trace: Option<&Json>, mode: Mode) -> Result<usize, Fault> {
    let trace = match trace {
        None | Some(Json::Null) => return Err(Fault::Missing),
        Some(Json::Array(trace)) if !trace.is_empty() => trace,
        Some(_) => return Err(Fault::NotAList),
    };
    let fields = task.model.fields();
    let mut claimed = Vec::with_capacity(trace.len());
    for (step, entry) in trace.iter().enumerate() {
        let values = values(entry, fields).ok_or_else(|| Fault::Fields {
            step,
            fields: fields.to_vec(),
        })?;
        claimed.push(values);
    }
    let is = |state: &State, claimed: &[&Json]| {
        let mut pairs = state.iter().zip(claimed);
        pairs.all(|(value, claimed)| is_value(value, claimed, mode))
    };
    let mut state: State = task.model.initial_values().into();
    if !is(&state, &claimed[0]) {
        return Err(Fault::NotInitial);
    }
    let mut first_violation = task.fails_in(&state).then_some(0);
    for (step, next) in claimed.iter().enumerate().skip(1) {
        let mut successors = steps_from(&task.model, &state).into_iter();
        let taken = successors.find(|(_, successor)| is(successor, next));
        state = taken.ok_or(Fault::NoStep { step: step - 1 })?.1;
        if first_violation.is_none() && task.fails_in(&state) {
            first_violation = Some(step);
        }
    }
    if !task.fails_in(&state) {
        return Err(Fault::NoViolation);
    }
    match first_violation {
        Some(step) if mode == Mode::Strict && step + 1 < claimed.len() => {
            Err(Fault::PastViolation { step })
        }
        _ => Ok(claimed.len()),
    }
}

/// The values of one step in the order of the fields.
fn values<'j>(entry: &'j Json, fields: &[String]) -> Option<Vec<&'j Json>> {
    let state = match entry {
        Json::Object(entry) => entry.get("state")?,
        other => other,
    };
    match state {
        Json::Object(state) => fields.iter().map(|field| state.get(field)).collect(),
        Json::Array(values) => (values.len() == fields.len()).then(|| values.iter().collect()),
        _ => None,
    }
}

fn is_value(value: &Value, claimed: &Json, mode: Mode) -> bool {
    let claimed = match claimed {
        Json::Null => Value::Null,
        Json::Bool(truth) => Value::Bool(*truth),
        Json::String(text) => Value::from(text.as_str()),
        Json::Number(number) => {
            let int = number.as_i64().map(Value::Int);
            let float = || Some(Value::Float(Float::new(number.as_f64()?)?));
            match int.or_else(float) {
                Some(claimed) => claimed,
                None => return false,
            }
        }
        Json::Array(_) | Json::Object(_) => return false,
    };
    match mode {
        Mode::Strict => *value == claimed,
        Mode::Lenient => value.matches(&claimed),
    }
}
