//! Re-execution of witnesses: nobody sees a trace that does not replay.

use crate::budget::{Budget, Incomplete, Phase, Progress};
use crate::search::Witness;
use crate::semantics::{Successor, Successors, TransitionSystem};
use crate::visited::{Origin, StateNo, Visited};
use std::time::Duration;

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

/// Re-executes a witness and tests its last state.
///
/// # Errors
/// [`ReplayMismatch`] where a step is missing or the last state fails the test.
pub(crate) fn replay<T: TransitionSystem>(
    system: &T,
    witness: &Witness,
    property: &str,
    is_evidence: impl FnOnce(&T::State) -> bool,
) -> Result<Trace<T::State, T::Action>, ReplayMismatch> {
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
        steps.push(next.ok_or_else(|| ReplayMismatch::NoSuchStep {
            property: property.to_owned(),
            step: index + 1,
        })?);
    }
    let trace = Trace { steps };
    if is_evidence(trace.last()) {
        Ok(trace)
    } else {
        Err(ReplayMismatch::NoEvidence {
            property: property.to_owned(),
        })
    }
}

/// Whether no goal state can be reached from `trap`: its closure is searched
/// anew, without anything from the search that found it.
///
/// # Errors
/// [`Incomplete`] where the budget ends first, so that nothing is confirmed.
pub(crate) fn is_trap<T: TransitionSystem>(
    system: &T,
    trap: &T::State,
    budget: &mut Budget<'_>,
) -> Result<bool, Incomplete> {
    if system.is_goal(trap) {
        return Ok(false);
    }
    let mut closure = Visited::new(trap.clone(), system.heap_bytes(trap));
    let mut expanded: StateNo = 0;
    let mut escapes = false;
    while (expanded as usize) < closure.len() && !escapes {
        let state = closure.state(expanded).clone();
        let mut stopped = None;
        let mut visit = |_, successor: Successor<'_, T::State>| {
            let Successor::State(next) = successor else {
                escapes = true;
                return;
            };
            let progress = || Progress {
                phase: Phase::Liveness,
                states: closure.len() as u64,
                depth: 0,
                frontier: 0,
                elapsed: Duration::ZERO,
            };
            if stopped.is_some() {
                return;
            }
            stopped = budget.work(progress).err();
            escapes |= system.is_goal(&next);
            let hash = closure.hash(&next);
            if closure.find(hash, &next).is_none() {
                let heap_bytes = system.heap_bytes(&next);
                stopped = stopped.take().or(closure.room(budget, heap_bytes).err());
                let origin = Origin {
                    parent: expanded,
                    ordinal: 0,
                };
                closure.push(hash, next.into_owned(), heap_bytes, origin);
            }
        };
        system.successors(&state, &mut Successors::new(&mut visit));
        if let Some(incomplete) = stopped {
            return Err(incomplete);
        }
        expanded += 1;
    }
    Ok(!escapes)
}
