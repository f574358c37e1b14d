//! Machines: states and labelled transitions, a multigraph.

mod about;
mod draft;

pub use about::{About, Published, Trust, Wanted};
pub use draft::{Draft, DraftTransition};

use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::HashMap;

/// A state, by its position in declared order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

/// A transition, by its position in declared order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TransitionId(pub u32);

impl StateId {
    /// The position as an index of lists.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl TransitionId {
    /// The position as an index of lists.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a transition carries beside its two states.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label {
    /// γ: what makes the machine move.
    pub condition: String,
    /// A′: what it does then, in order.
    pub actions: Vec<String>,
}

/// A tuple ⟨s, γ, s′, A′⟩ of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transition<'m> {
    /// s: the state it leaves.
    pub from: StateId,
    /// γ: what makes the machine move.
    pub condition: &'m str,
    /// s′: the state it enters.
    pub to: StateId,
    /// A′: what the machine does then, in order.
    pub actions: &'m [String],
}

/// A finite state machine: a labelled directed multigraph.
///
/// States have distinct names. Transitions are tuples ⟨s, γ, s′, A′⟩ in declared
/// order; parallel ones stay distinct, and so do tuples that are given twice.
/// Made by [`Draft::build`], which every reader of [`crate::read`] ends in.
#[derive(Debug, Clone)]
pub struct Machine {
    about: About,
    graph: DiGraph<String, Label>,
    initial: Option<StateId>,
    finals: Vec<StateId>,
    by_name: HashMap<String, StateId>,
}

impl Machine {
    /// Name, provenance, and the counts it must meet.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The name, such as `TCP` or `TCP_full`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.about.name
    }

    /// Gives the machine another name.
    pub(crate) fn rename(&mut self, name: &str) {
        name.clone_into(&mut self.about.name);
    }

    /// The multigraph: nodes are names of states, edges labels, both in declared
    /// order, so that a [`StateId`] is a node's index and a [`TransitionId`] an edge's.
    #[must_use]
    pub fn graph(&self) -> &DiGraph<String, Label> {
        &self.graph
    }

    /// How many states there are.
    #[must_use]
    pub fn n_states(&self) -> usize {
        self.graph.node_count()
    }

    /// How many transitions there are, self-loops included.
    #[must_use]
    pub fn n_transitions(&self) -> usize {
        self.graph.edge_count()
    }

    /// The states in declared order.
    pub fn states(&self) -> impl ExactSizeIterator<Item = StateId> + Clone + use<> {
        // A graph of `u32` indices has no more nodes than that.
        (0..self.n_states() as u32).map(StateId)
    }

    /// The transitions in declared order.
    pub fn transitions(&self) -> impl ExactSizeIterator<Item = Transition<'_>> + Clone {
        self.graph.raw_edges().iter().map(|edge| Transition {
            from: StateId(edge.source().index() as u32),
            condition: &edge.weight.condition,
            to: StateId(edge.target().index() as u32),
            actions: &edge.weight.actions,
        })
    }

    /// One transition.
    ///
    /// # Panics
    /// Where `id` is of another machine and out of range.
    #[must_use]
    pub fn transition(&self, id: TransitionId) -> Transition<'_> {
        let edge = &self.graph.raw_edges()[id.index()];
        Transition {
            from: StateId(edge.source().index() as u32),
            condition: &edge.weight.condition,
            to: StateId(edge.target().index() as u32),
            actions: &edge.weight.actions,
        }
    }

    /// The name of a state.
    ///
    /// # Panics
    /// Where `id` is of another machine and out of range.
    #[must_use]
    pub fn state_name(&self, id: StateId) -> &str {
        &self.graph[NodeIndex::new(id.index())]
    }

    /// The state of that name.
    #[must_use]
    pub fn state(&self, name: &str) -> Option<StateId> {
        self.by_name.get(name).copied()
    }

    /// The state whose name is nearest to one that no state has, if it is near.
    #[must_use]
    pub fn nearest_state(&self, name: &str) -> Option<&str> {
        draft::nearest(name, self.graph.node_weights().map(String::as_str))
    }

    /// The state that the machine starts in, where one is declared.
    #[must_use]
    pub fn initial(&self) -> Option<StateId> {
        self.initial
    }

    /// The states that the machine may end in, in declared order.
    #[must_use]
    pub fn finals(&self) -> &[StateId] {
        &self.finals
    }

    /// The transition classes that paths tell apart: of all transitions with
    /// equal (s, γ, s′) the first, in declared order. Tuples that differ only in
    /// their actions are one arc (the RTSP machine: 28 arcs of 33 transitions).
    #[must_use]
    pub fn arcs(&self) -> Vec<TransitionId> {
        let mut seen = std::collections::HashSet::new();
        (0..self.n_transitions() as u32)
            .map(TransitionId)
            .filter(|&id| {
                let Transition {
                    from,
                    condition,
                    to,
                    ..
                } = self.transition(id);
                seen.insert((from, condition, to))
            })
            .collect()
    }
}
