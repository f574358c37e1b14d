//! A trace as the drawings of single traces show it.

use crate::{Condition, Finding, Model, Property, State, Step, TransitionId};

/// A trace with the fields worth showing at each step.
pub(super) struct Path<'a> {
    pub(super) steps: &'a [Step<State, TransitionId>],
    /// Fields that the trace changes or the property tests, in order.
    pub(super) shown: Vec<usize>,
    /// The others keep their initial value all the way.
    pub(super) fixed: Vec<usize>,
    /// For each field whether the property tests it.
    pub(super) tested: Vec<bool>,
}

impl<'a> Path<'a> {
    /// None where the finding has no trace.
    pub(super) fn of(model: &Model, finding: &Finding<'a>, index: usize) -> Option<Self> {
        let steps = finding.trace?.steps();
        let mut tested = vec![false; model.fields().len()];
        for (field, _) in condition(model, finding, index)
            .iter()
            .flat_map(|of| &of.guard().0)
        {
            tested[field.index()] = true;
        }
        let mut varies = tested.clone();
        for pair in steps.windows(2) {
            for (field, varies) in varies.iter_mut().enumerate() {
                *varies |= pair[0].state[field] != pair[1].state[field];
            }
        }
        let (shown, fixed) = (0..varies.len()).partition(|&field| varies[field]);
        Some(Self {
            steps,
            shown,
            fixed,
            tested,
        })
    }

    /// Whether a step changed a field; false at the initial state.
    pub(super) fn is_changed(&self, step: usize, field: usize) -> bool {
        step.checked_sub(1)
            .is_some_and(|before| self.steps[before].state[field] != self.steps[step].state[field])
    }
}

/// The condition that a property is about. The findings of a report are
/// counted by `index`.
fn condition<'m>(model: &'m Model, finding: &Finding<'_>, index: usize) -> Option<&'m Condition> {
    match finding.property {
        Property::Invariant => Some(&model.invariants().get(index)?.condition),
        Property::Liveness | Property::Within(_) => model.goal(),
    }
}

/// What the last state of the trace of a property shows.
pub(super) fn end(finding: &Finding<'_>) -> &'static str {
    match finding.property {
        Property::Invariant => "the invariant fails here",
        Property::Liveness => "no goal state can be reached from here",
        Property::Within(_) => "a goal state",
    }
}
