//! One system, behind the interfaces of both checkers.

use checker::{Successors, TransitionSystem};
use std::fmt::Debug;
use std::hash::Hash;

/// A transition system with one invariant.
pub trait System: Send + Sync + 'static {
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    type Action: Clone + PartialEq + Debug + Send + Sync;
    const INVARIANT: &'static str;

    fn initial(&self) -> Self::State;
    fn enabled(&self, state: &Self::State, act: impl FnMut(Self::Action));
    fn take(&self, action: &Self::Action, state: &mut Self::State);
    fn holds(&self, state: &Self::State) -> bool;
}

pub struct Ours<S>(pub S);

impl<S: System> TransitionSystem for Ours<S> {
    type State = S::State;
    type Action = S::Action;

    fn initial(&self) -> S::State {
        self.0.initial()
    }

    fn successors(&self, state: &S::State, out: &mut Successors<'_, S::State, S::Action>) {
        let mut next = state.clone();
        self.0.enabled(state, |action| {
            next.clone_from(state);
            self.0.take(&action, &mut next);
            out.push_ref(action, &next);
        });
    }

    fn invariants(&self) -> Vec<String> {
        vec![S::INVARIANT.to_owned()]
    }

    fn holds(&self, _invariant: usize, state: &S::State) -> bool {
        self.0.holds(state)
    }
}

pub struct Theirs<S>(pub S);

impl<S: System> stateright::Model for Theirs<S> {
    type State = S::State;
    type Action = S::Action;

    fn init_states(&self) -> Vec<S::State> {
        vec![self.0.initial()]
    }

    fn actions(&self, state: &S::State, actions: &mut Vec<S::Action>) {
        self.0.enabled(state, |action| actions.push(action));
    }

    fn next_state(&self, state: &S::State, action: S::Action) -> Option<S::State> {
        let mut next = state.clone();
        self.0.take(&action, &mut next);
        Some(next)
    }

    fn properties(&self) -> Vec<stateright::Property<Self>> {
        let property = |theirs: &Self, state: &S::State| theirs.0.holds(state);
        vec![stateright::Property::always(S::INVARIANT, property)]
    }
}
