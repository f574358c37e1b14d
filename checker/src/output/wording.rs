//! Sentences about findings that several formats share.
//!
//! Names, labels and values come from an untrusted file: what is written here
//! holds no control character, whatever they hold.

use crate::value::quoted;
use crate::{Condition, Finding, Incomplete, Model, Property, Reach, Report, Trace, Value};
use diagnostic::escape_controls;
use std::borrow::Cow;

/// A name as it is, or quoted where it could be taken for punctuation.
pub(super) fn name(name: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if !name.is_empty() && name.chars().all(is_plain) {
        Cow::Borrowed(name)
    } else {
        // A few invisible characters are legal in a quoted literal.
        Cow::Owned(escape_controls(&quoted(name)).into_owned())
    }
}

/// A value as a JSON literal.
pub(super) fn value(value: &Value) -> String {
    escape_controls(&value.to_string()).into_owned()
}

/// What a property claims. The findings of a report are counted by `index`.
pub(super) fn claim(model: &Model, finding: &Finding<'_>, index: usize) -> String {
    match finding.property {
        Property::Invariant => match model.invariants().get(index) {
            Some(invariant) => match &invariant.condition {
                condition @ Condition::Forbid(_) => format!("never {}", tests(model, condition)),
                condition @ Condition::Require(_) => format!("always {}", tests(model, condition)),
            },
            None => String::new(),
        },
        Property::Liveness => format!(
            "from every state a goal state can be reached{}",
            goal(model)
        ),
        Property::Within(bound) => {
            format!(
                "a goal state within {}{}",
                steps(bound as usize),
                goal(model)
            )
        }
    }
}

fn goal(model: &Model) -> String {
    match model.goal() {
        Some(goal @ Condition::Require(_)) => format!(", goal: {}", tests(model, goal)),
        Some(goal @ Condition::Forbid(_)) => format!(", goal: not ({})", tests(model, goal)),
        None => String::new(),
    }
}

fn tests(model: &Model, condition: &Condition) -> String {
    let tests = condition.guard().0.iter();
    tests
        .map(|(field, wanted)| format!("{} = {}", name(model.field(*field)), value(wanted)))
        .collect::<Vec<_>>()
        .join(" and ")
}

/// What was found out about a property, without its trace and without why it
/// is undetermined.
pub(super) fn conclusion(report: &Report, finding: &Finding<'_>) -> String {
    if finding.incomplete.is_some() {
        return match finding.property {
            Property::Within(_) => "no goal state was found so near".to_owned(),
            Property::Liveness => "not every state was examined".to_owned(),
            Property::Invariant => format!(
                "no violation among the {} found, which proves nothing",
                states(report.n_states)
            ),
        };
    }
    match (finding.property, finding.trace) {
        (Property::Invariant, Some(trace)) => format!("fails after {}", length(trace)),
        (Property::Invariant, None) => format!("holds in all {}", states(report.n_states)),
        (Property::Liveness, Some(trace)) => {
            format!(
                "after {} no goal state can be reached any more",
                length(trace)
            )
        }
        (Property::Liveness, None) => format!("holds in all {}", states(report.n_states)),
        (Property::Within(_), Some(trace)) => format!("reached after {}", length(trace)),
        (Property::Within(_), None) => match nearest_goal(report) {
            Some(distance) => {
                format!(
                    "the nearest goal state found takes {}",
                    steps(distance as usize)
                )
            }
            None => "no goal state was found at all".to_owned(),
        },
    }
}

/// Steps to a goal state that lies beyond the number asked for.
pub(super) fn nearest_goal(report: &Report) -> Option<u32> {
    match &report.within.as_ref()?.outcome {
        Reach::NotReached { steps_to_goal } => *steps_to_goal,
        Reach::Reached(_) | Reach::Unknown(_) => None,
    }
}

/// Why a search ended early, safe to write.
pub(super) fn reason(incomplete: &Incomplete) -> String {
    escape_controls(&incomplete.to_string()).into_owned()
}

/// Why a property is undetermined, and what to do about it.
pub(super) fn advice(incomplete: &Incomplete) -> String {
    format!(
        "The search stopped: {}. An undetermined result is not a pass. For a definite answer, {}.",
        reason(incomplete).trim_end_matches('.'),
        remedy(incomplete)
    )
}

/// What to do to get a definite answer.
pub(super) fn remedy(incomplete: &Incomplete) -> String {
    match incomplete {
        Incomplete::StateLimit { limit } => {
            format!("allow more than {limit} states with --max-states")
        }
        Incomplete::BoundExceeded(exceeded) => {
            let guard = format!(
                "guard transition {} so that {} stops growing",
                name(&exceeded.transition),
                name(&exceeded.field)
            );
            match i64::try_from(exceeded.value.unsigned_abs()) {
                Ok(bound) => {
                    format!("raise the bound with --int-bound {bound} or more, or {guard}")
                }
                Err(_) => guard,
            }
        }
        Incomplete::MemoryLimit { limit } => {
            format!("allow more than {limit} bytes with --max-memory")
        }
        Incomplete::TimeLimit { limit } => format!("allow more than {limit:?} with --timeout"),
        Incomplete::Interrupted => "run again and let the search finish".to_owned(),
    }
}

/// Every field of a state with its value, in declared order.
pub(super) fn state<'a>(model: &'a Model, state: &'a [Value]) -> impl Iterator<Item = String> + 'a {
    let fields = model.fields().iter().zip(state);
    fields.map(|(field, now)| format!("{} = {}", name(field), value(now)))
}

/// The fields that a step changed, with the value before and after.
pub(super) fn changes<'a>(
    model: &'a Model,
    before: &'a [Value],
    after: &'a [Value],
) -> impl Iterator<Item = String> + 'a {
    let fields = model.fields().iter().zip(before.iter().zip(after));
    fields
        .filter(|(_, (before, after))| before != after)
        .map(|(field, (before, after))| {
            format!("{}: {} → {}", name(field), value(before), value(after))
        })
}

/// The steps of a trace: the label, none at first, and what to write of the
/// state: all of the first one, then what changed.
pub(super) fn trace<'a>(
    model: &'a Model,
    trace: &'a Trace<crate::State, crate::TransitionId>,
) -> impl Iterator<Item = (Option<Cow<'a, str>>, Vec<String>)> + 'a {
    let steps = trace.steps();
    steps.iter().enumerate().map(move |(index, step)| {
        let label = step
            .action
            .map(|id| escape_controls(&model.transition(id).label));
        let details = match index.checked_sub(1) {
            None => state(model, &step.state).collect(),
            Some(previous) => changes(model, &steps[previous].state, &step.state).collect(),
        };
        (label, details)
    })
}

fn length<S, A>(trace: &Trace<S, A>) -> String {
    steps(trace.n_transitions())
}

/// `1 step`, `2 steps`.
pub(super) fn steps(n: usize) -> String {
    format!("{n} {}", if n == 1 { "step" } else { "steps" })
}

/// `1 state`, `2 states`.
pub(super) fn states(n: u64) -> String {
    format!("{n} {}", if n == 1 { "state" } else { "states" })
}
