//! What is true of a model but probably not what its author meant.

use crate::model::{Condition, FieldId, Guard, Update};
use crate::{Model, Report, Value, ValueType};
use std::collections::BTreeSet;
use std::fmt;

/// A remark on a model or on what its check found; never changes a verdict.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// A condition compares a field with an integer beyond the bound.
    OutOfBound {
        /// The invariant's name; none for the goal.
        invariant: Option<String>,
        /// The field.
        field: String,
        /// The integer.
        value: i64,
        /// The bound.
        int_bound: i64,
        /// The condition is `require`, so it can never hold; `forbid` always does.
        never_holds: bool,
    },
    /// A field is given or compared with values of types that are easily confused.
    MixedTypes {
        /// The field.
        field: String,
        /// The types, at least two.
        types: Vec<ValueType>,
    },
    /// No transition can make the invariant fail: none writes the fields it rests on.
    Vacuous {
        /// The invariant.
        invariant: String,
    },
    /// A transition is enabled in no reachable state.
    NeverFires {
        /// Its position.
        index: usize,
        /// Its label.
        label: String,
    },
    /// No reachable state is a goal state.
    UnreachableGoal,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfBound {
                invariant,
                field,
                value,
                int_bound,
                never_holds,
            } => {
                match invariant {
                    Some(name) => write!(f, "invariant '{name}'")?,
                    None => f.write_str("goal")?,
                }
                let consequence = if *never_holds {
                    "the condition can never hold"
                } else {
                    "the condition is trivially satisfied"
                };
                write!(
                    f,
                    ": field '{field}' is compared with {value}, outside int_bound {int_bound}: \
                     no state within the bound matches, so {consequence}. \
                     Use int_bound >= {} to ask about that value.",
                    value.unsigned_abs()
                )
            }
            Self::MixedTypes { field, types } => {
                let types: Vec<_> = types.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "field '{field}' mixes types ({}): conditions take true, 1 and 1.0 as equal \
                     and \"1\" as different, while states keep all of them apart.",
                    types.join(", ")
                )
            }
            Self::Vacuous { invariant } => write!(
                f,
                "invariant '{invariant}' is vacuous: no transition writes a field that could make \
                 it fail, so it holds whatever the transitions do."
            ),
            Self::NeverFires { index, label } => write!(
                f,
                "transition {index} '{label}' never fires: no reachable state enables it."
            ),
            Self::UnreachableGoal => {
                f.write_str("the goal is unreachable: no reachable state satisfies it.")
            }
        }
    }
}

/// All warnings on a model and, where it was checked, on what was found.
///
/// ```
/// use checker::{Draft, Update, warnings};
/// let model = Draft::new("m")
///     .field("x", 0)
///     .transition("up", [("x", 0.into())], [("x", 1.into())])
///     .require("too far", [("x", 99.into())])
///     .build()?;
/// assert!(warnings(&model, None)[0].to_string().contains("can never hold"));
/// # Ok::<(), checker::ModelErrors>(())
/// ```
#[must_use]
pub fn warnings(model: &Model, report: Option<&Report>) -> Vec<Warning> {
    let mut found = out_of_bound(model);
    found.extend(mixed_types(model));
    found.extend(vacuous(model));
    if let Some(report) = report
        && report.completeness.is_ok()
    {
        found.extend(never_fired(model, report));
        found.extend(unreachable_goal(report));
    }
    found
}

/// Every condition, with the name of its invariant or none for the goal.
fn conditions(model: &Model) -> impl Iterator<Item = (Option<&str>, &Condition)> {
    let invariants = model.invariants().iter();
    invariants
        .map(|invariant| (Some(invariant.name.as_str()), &invariant.condition))
        .chain(model.goal().map(|goal| (None, goal)))
}

fn out_of_bound(model: &Model) -> Vec<Warning> {
    let mut found = Vec::new();
    let int_bound = model.int_bound();
    for (invariant, condition) in conditions(model) {
        for (field, value) in &condition.guard().0 {
            let beyond = |value: &Value| !value.is_within(int_bound);
            // A float or a boolean may still match: 65.0 is not bounded.
            if let Value::Int(int) = value
                && beyond(value)
                && !literals(model, *field).any(|literal| literal.matches(value))
            {
                found.push(Warning::OutOfBound {
                    invariant: invariant.map(str::to_owned),
                    field: model.field(*field).to_owned(),
                    value: *int,
                    int_bound,
                    never_holds: matches!(condition, Condition::Require(_)),
                });
            }
        }
    }
    found
}

/// The values that a field is given: initially and by transitions.
fn literals(model: &Model, field: FieldId) -> impl Iterator<Item = &Value> {
    let initial = std::iter::once(&model.initial_values()[field.index()]);
    initial.chain(writes(model, field).filter_map(|update| match update {
        Update::Set(value) => Some(value),
        Update::Add(_) => None,
    }))
}

fn writes(model: &Model, field: FieldId) -> impl Iterator<Item = &Update> {
    let updates = model.transitions().iter().flat_map(|t| &t.updates);
    updates
        .filter(move |(written, _)| *written == field)
        .map(|(_, update)| update)
}

/// The values that a field is compared with.
fn tested(model: &Model, field: FieldId) -> impl Iterator<Item = &Value> {
    let guards = model.transitions().iter().map(|t| &t.guard);
    guards
        .chain(conditions(model).map(|(_, condition)| condition.guard()))
        .flat_map(|Guard(tests)| tests)
        .filter(move |(compared, _)| *compared == field)
        .map(|(_, value)| value)
}

fn mixed_types(model: &Model) -> Vec<Warning> {
    let mut found = Vec::new();
    for id in model.field_ids() {
        let types: BTreeSet<_> = literals(model, id)
            .chain(tested(model, id))
            .map(Value::value_type)
            // `null` beside another type is the common way to say "none yet".
            .filter(|value_type| *value_type != ValueType::Null)
            .collect();
        if types.len() > 1 {
            found.push(Warning::MixedTypes {
                field: model.field(id).to_owned(),
                types: types.into_iter().collect(),
            });
        }
    }
    found
}

fn vacuous(model: &Model) -> Vec<Warning> {
    let invariants = model.invariants().iter();
    invariants
        .filter(|invariant| cannot_fail(model, &invariant.condition))
        .map(|invariant| Warning::Vacuous {
            invariant: invariant.name.clone(),
        })
        .collect()
}

/// Whether no transition writes a field that could make the condition fail.
pub(crate) fn cannot_fail(model: &Model, condition: &Condition) -> bool {
    let is_frozen = |field: FieldId| writes(model, field).next().is_none();
    let initial = model.initial_values();
    let matches_initially =
        |(field, value): &(FieldId, Value)| initial[field.index()].matches(value);
    // Frozen tests keep their initial truth value for ever.
    match condition {
        Condition::Forbid(Guard(tests)) => tests
            .iter()
            .any(|test| is_frozen(test.0) && !matches_initially(test)),
        Condition::Require(Guard(tests)) => tests
            .iter()
            .all(|test| is_frozen(test.0) && matches_initially(test)),
    }
}

fn never_fired(model: &Model, report: &Report) -> Vec<Warning> {
    let transitions = model.transitions().iter().enumerate();
    transitions
        .filter(|(index, _)| !report.has_fired(*index))
        .map(|(index, transition)| Warning::NeverFires {
            index,
            label: transition.label.clone(),
        })
        .collect()
}

fn unreachable_goal(report: &Report) -> Option<Warning> {
    let liveness = report.liveness.as_ref()?;
    (liveness.n_goal_states == 0).then_some(Warning::UnreachableGoal)
}
