//! [`Spec`] → [`Model`], and the model's faults back to places in the text.

use super::MAX_ERRORS;
use super::ast::{Assignment, Condition, Parsed, Spec};
use super::error::{SpecError, SpecErrorKind};
use super::suggest::nearest;
use crate::model::{DraftCondition, DraftTransition, ModelError, ModelErrorKind, Place};
use crate::{Draft, Model, Value};
use diagnostic::Span;
use std::collections::HashSet;

/// Spec → model; `int_bound` is the greatest magnitude of integers, positive.
///
/// # Errors
/// The faults found by parsing and those of meaning together, sorted by place;
/// never an empty list, at most [`MAX_ERRORS`] and one that counts the rest.
pub fn lower(parsed: &Parsed, int_bound: i64) -> Result<Model, Vec<SpecError>> {
    let spec = parsed.spec();
    let mut errors = parsed.errors().to_vec();
    match draft(spec, int_bound).build() {
        Ok(model) if errors.is_empty() => return Ok(model),
        Ok(_) => {}
        Err(faults) => errors.extend(spec_errors(spec, faults.0)),
    }
    errors.sort_by_key(|error| error.span);
    let n_hidden = errors.len().saturating_sub(MAX_ERRORS);
    if n_hidden > 0 {
        errors.truncate(MAX_ERRORS);
        let kind = SpecErrorKind::More { n_hidden };
        errors.extend(
            errors
                .last()
                .map(|last| last.span)
                .map(|span| SpecError { kind, span }),
        );
    }
    Err(errors)
}

fn draft(spec: &Spec, int_bound: i64) -> Draft {
    let name = spec.name.as_ref().map_or("spec", |name| &name.value);
    let transitions = spec.transitions.entries.iter().enumerate();
    let invariants = spec.invariants.entries.iter();
    Draft {
        name: name.to_owned(),
        fields: spec
            .fields
            .entries
            .iter()
            .map(|field| field.value.clone())
            .collect(),
        initial: pairs(&spec.initial.entries),
        transitions: transitions
            .map(|(index, transition)| DraftTransition {
                label: match &transition.label {
                    Some(label) => label.value.clone(),
                    None => format!("t{index}"),
                },
                when: pairs(&transition.when.entries),
                set: pairs(&transition.set.entries),
            })
            .collect(),
        invariants: invariants
            .map(|invariant| {
                (
                    invariant.name.value.clone(),
                    condition(&invariant.condition),
                )
            })
            .collect(),
        goal: spec.goal.as_ref().map(condition),
        int_bound,
    }
}

fn pairs<T: Clone>(assignments: &[Assignment<T>]) -> Vec<(String, T)> {
    let pair = |a: &Assignment<T>| (a.field.value.clone(), a.value.value.clone());
    assignments.iter().map(pair).collect()
}

fn condition(condition: &Condition) -> DraftCondition {
    let tests: Vec<(String, Value)> = pairs(&condition.tests.entries);
    DraftCondition {
        forbids: condition.forbids,
        tests,
    }
}

/// The faults of the model that are faults of the text.
fn spec_errors(spec: &Spec, faults: Vec<ModelError>) -> Vec<SpecError> {
    let fields = || spec.fields.entries.iter().map(|field| field.value.as_str());
    let mut misspelt = HashSet::new();
    let mut errors = Vec::new();
    for ModelError { place, kind } in faults {
        if is_consequence(spec, place, &kind) {
            continue;
        }
        let suggestion = match &kind {
            // A suggestion for a fault that is not shown would be wasted time.
            ModelErrorKind::UnknownField { name } if errors.len() < MAX_ERRORS => {
                nearest(name, fields()).map(str::to_owned)
            }
            _ => None,
        };
        if matches!(place, Place::Initial(_)) {
            misspelt.extend(suggestion.clone());
        }
        // The value is there, under the other spelling.
        if matches!(&kind, ModelErrorKind::MissingInitial { name } if misspelt.contains(name)) {
            continue;
        }
        let span = span(spec, place, &kind);
        errors.push(SpecError {
            kind: SpecErrorKind::Model { kind, suggestion },
            span,
        });
    }
    errors
}

/// Whether a fault only follows from one that was reported in reading the text.
fn is_consequence(spec: &Spec, place: Place, kind: &ModelErrorKind) -> bool {
    let is_whole = match kind {
        ModelErrorKind::NoFields | ModelErrorKind::UnknownField { .. } => spec.fields.is_complete,
        ModelErrorKind::MissingInitial { .. } => spec.initial.is_complete,
        ModelErrorKind::NoTransitions => spec.transitions.is_complete,
        ModelErrorKind::EmptyUpdate { .. } | ModelErrorKind::EmptyCondition { .. } => match place {
            Place::Transition(index) => spec.transitions.entries[index].set.is_complete,
            Place::Invariant(index) => spec.invariants.entries[index].condition.tests.is_complete,
            _ => spec.goal.as_ref().is_none_or(|goal| goal.tests.is_complete),
        },
        _ => true,
    };
    !is_whole
}

fn span(spec: &Spec, place: Place, kind: &ModelErrorKind) -> Span {
    let conditions = &spec.invariants.entries;
    match place {
        Place::Draft => match kind {
            ModelErrorKind::NoFields => spec.fields.span,
            ModelErrorKind::NoTransitions => spec.transitions.span,
            ModelErrorKind::MissingInitial { .. } => spec.initial.span,
            _ => Span::new(spec.span.start, spec.span.start),
        },
        Place::Field(index) => spec.fields.entries[index].span,
        Place::Initial(index) => of_assignment(&spec.initial.entries[index], kind),
        Place::Transition(index) => spec.transitions.entries[index].set.span,
        Place::When { transition, entry } => of_assignment(
            &spec.transitions.entries[transition].when.entries[entry],
            kind,
        ),
        Place::Set { transition, entry } => of_assignment(
            &spec.transitions.entries[transition].set.entries[entry],
            kind,
        ),
        Place::Invariant(index) => match kind {
            ModelErrorKind::EmptyCondition { .. } => conditions[index].condition.tests.span,
            _ => conditions[index].name.span,
        },
        Place::InvariantTest { invariant, entry } => {
            of_assignment(&conditions[invariant].condition.tests.entries[entry], kind)
        }
        Place::Goal => spec.goal.as_ref().map_or(spec.span, |goal| goal.tests.span),
        Place::GoalTest(entry) => spec.goal.as_ref().map_or(spec.span, |goal| {
            of_assignment(&goal.tests.entries[entry], kind)
        }),
    }
}

/// The name or the value, whichever is at fault.
fn of_assignment<T>(assignment: &Assignment<T>, kind: &ModelErrorKind) -> Span {
    match kind {
        ModelErrorKind::OutOfBound { .. } => assignment.value.span,
        _ => assignment.field.span,
    }
}
