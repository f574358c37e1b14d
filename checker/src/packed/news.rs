//! What a batch found, apart from the search that it is added to, so that
//! threads prepare it side by side.

use super::batch::Batch;
use super::machine::Property;
use super::origins::Origins;
use crate::visited::Packed;

/// The new states of a batch in order.
#[derive(Default)]
pub(super) struct News<const N: usize> {
    pub(super) states: Vec<Packed<N>>,
    pub(super) origins: Origins,
    /// Positions of the first states that violate invariants.
    pub(super) violations: Vec<(usize, u64)>,
    pub(super) first_goal: Option<u64>,
    pub(super) n_goal_states: u64,
    pub(super) n_sources: usize,
    pub(super) n_steps: usize,
}

/// The properties that are looked for in states.
#[derive(Clone)]
pub(super) struct Watched<'m, const N: usize> {
    /// Invariants without a violation yet, by their numbers.
    pub(super) invariants: Vec<(usize, &'m Property<N>)>,
    pub(super) goal: Option<&'m Property<N>>,
}

impl<const N: usize> News<N> {
    /// Collects what was new: the successors at some positions in order.
    pub(super) fn collect(
        &mut self,
        batch: &Batch<N>,
        new: impl ExactSizeIterator<Item = usize>,
        watched: &Watched<'_, N>,
    ) {
        self.states.clear();
        self.states.reserve(new.len());
        self.origins.clear();
        (self.n_sources, self.n_steps) = (batch.n_sources(), batch.n_steps());
        let n_new = new.len();
        let states = &mut self.states;
        let children = batch.at(new).map(|(state, source, ordinal)| {
            states.push(*state);
            (source, ordinal)
        });
        self.origins.children(self.n_sources, n_new, children);
        self.watch(watched);
    }

    fn watch(&mut self, watched: &Watched<'_, N>) {
        self.violations.clear();
        for (invariant, property) in &watched.invariants {
            let mut states = (0..).zip(&self.states);
            let violation = states.find(|(_, state)| !property.holds(state));
            let violation = violation.map(|(position, _)| (*invariant, position));
            self.violations.extend(violation);
        }
        (self.first_goal, self.n_goal_states) = (None, 0);
        if let Some(goal) = watched.goal {
            let goals = (0..)
                .zip(&self.states)
                .filter(|(_, state)| goal.holds(state));
            for (position, _) in goals {
                self.first_goal.get_or_insert(position);
                self.n_goal_states += 1;
            }
        }
    }

    /// A single state from nowhere: the initial one.
    pub(super) fn initial(state: Packed<N>, watched: &Watched<'_, N>) -> Self {
        let mut news = Self {
            states: vec![state],
            ..Self::default()
        };
        news.watch(watched);
        news
    }
}
