//! Models with one thing less, to see what a property rests on.

use super::Model;

impl Model {
    /// The same machine with one invariant for all properties.
    pub(crate) fn with_invariant_only(&self, name: &str) -> Self {
        let mut model = self.clone();
        model.invariants.retain(|invariant| invariant.name == name);
        model.goal = None;
        model
    }

    /// The same machine with the goal for all properties.
    pub(crate) fn with_goal_only(&self) -> Self {
        let mut model = self.clone();
        model.invariants.clear();
        model
    }

    /// One for each test of each guard: the model without it, in declared order.
    pub(crate) fn without_each_test(&self) -> impl Iterator<Item = Self> {
        let tests = self.transitions.iter().enumerate();
        let tests = tests.flat_map(|(index, transition)| {
            (0..transition.guard.0.len()).map(move |test| (index, test))
        });
        tests.map(|(index, test)| {
            let mut model = self.clone();
            model.transitions[index].guard.0.remove(test);
            model
        })
    }

    /// One for each transition: the model without it, in declared order.
    pub(crate) fn without_each_transition(&self) -> impl Iterator<Item = Self> {
        (0..self.transitions.len()).map(|index| {
            let mut model = self.clone();
            model.transitions.remove(index);
            model
        })
    }
}
