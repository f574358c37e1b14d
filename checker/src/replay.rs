//! Re-execution of witnesses: nobody sees a trace that does not replay.

use crate::budget::{Budget, Incomplete};
use crate::search::Witness;
use crate::semantics::{Successor, Successors, TransitionSystem};

/// A path from the initial state, re-executed step by step.
///
/// A counterexample where it leads to a violation, else the path to a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace<S, A> {
    steps: Vec<Step<S, A>>,
}

/// One state of a [`Trace`] with what led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<S, A> {
    /// None for the initial state.
    pub action: Option<A>,
    /// The state.
    pub state: S,
}

impl<S, A> Trace<S, A> {
    /// The states in order; the first one is the initial state.
    #[must_use]
    pub fn steps(&self) -> &[Step<S, A>] {
        &self.steps
    }

    /// How many transitions were taken.
    #[must_use]
    pub fn n_transitions(&self) -> usize {
        self.steps.len() - 1
    }

    /// The state it leads to.
    #[must_use]
    pub fn last(&self) -> &S {
        &self.steps[self.steps.len() - 1].state
    }
}

/// A witness did not replay. That is a fault of the checker, or a
/// [`TransitionSystem`] that does not answer the same twice: the result is void.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayMismatch {
    /// A step of the witness is not enabled in the state reached.
    #[error("internal fault: the witness for {property} has no step {step} when replayed")]
    NoSuchStep {
        /// The property.
        property: String,
        /// The step, from 1.
        step: usize,
    },
    /// The last state is not what the search claimed.
    #[error("internal fault: the witness for {property} replays to a state that is no evidence")]
    NoEvidence {
        /// The property.
        property: String,
    },
}

type TraceOf<T> = Trace<<T as TransitionSystem>::State, <T as TransitionSystem>::Action>;

/// Re-executes a witness and tests its last state.
///
/// A trace that does not fit the memory left is not made: nobody can check it
/// then, so nothing is known. Time is not asked for, since a witness in hand
/// stands even after a search that was cut off.
///
/// # Errors
/// [`ReplayMismatch`] where a step is missing or the last state fails the test.
pub(crate) fn replay<T: TransitionSystem>(
    system: &T,
    witness: &Witness,
    property: &str,
    budget: &mut Budget<'_>,
    is_evidence: impl FnOnce(&T::State) -> bool,
) -> Result<Result<TraceOf<T>, Incomplete>, ReplayMismatch> {
    let mut steps = vec![Step {
        action: None,
        state: system.initial(),
    }];
    for (index, &wanted) in witness.ordinals.iter().enumerate() {
        let mut next = None;
        let mut ordinal = 0;
        let mut visit = |action, successor: Successor<'_, T::State>| {
            if ordinal == wanted
                && let Successor::State(state) = successor
            {
                next = Some(Step {
                    action: Some(action),
                    state: state.into_owned(),
                });
            }
            ordinal += 1;
        };
        let state = &steps[index].state;
        system.successors(state, &mut Successors::new(&mut visit));
        let next = next.ok_or_else(|| ReplayMismatch::NoSuchStep {
            property: property.to_owned(),
            step: index + 1,
        })?;
        // Twice the step itself: the list may just have doubled.
        let bytes = 2 * size_of::<Step<T::State, T::Action>>() + system.heap_bytes(&next.state);
        if let Err(incomplete) = budget.hold(bytes) {
            return Ok(Err(incomplete));
        }
        steps.push(next);
    }
    let trace = Trace { steps };
    if is_evidence(trace.last()) {
        Ok(Ok(trace))
    } else {
        Err(ReplayMismatch::NoEvidence {
            property: property.to_owned(),
        })
    }
}
