//! The reachable graph of a model, for drawings.

use crate::semantics::{Successor, Successors};
use crate::{Model, Report, State, TransitionId, TransitionSystem};
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::HashMap;

/// The states that a search found, in the order in which it found them, and
/// the steps between them in the order of transitions. Parallel steps are
/// distinct edges.
pub(crate) struct Graph {
    /// Node `i` is the state S`i`.
    pub(crate) graph: DiGraph<Node, TransitionId>,
    numbers: HashMap<State, NodeIndex>,
}

/// A state of a [`Graph`].
pub(crate) struct Node {
    pub(crate) state: State,
    /// Steps from the initial state.
    pub(crate) depth: u32,
    /// Every step from here is in the graph.
    pub(crate) is_complete: bool,
}

impl Graph {
    /// Searches again, as far as the search of the report went: a drawing
    /// shows neither more nor less than what the verdict rests on.
    ///
    /// None where that is more than `max_nodes` states; nothing is searched then.
    pub(crate) fn of(model: &Model, report: &Report, max_nodes: usize) -> Option<Self> {
        let n_states = usize::try_from(report.n_states).ok()?;
        if n_states > max_nodes {
            return None;
        }
        let mut found = Self {
            graph: DiGraph::new(),
            numbers: HashMap::new(),
        };
        found.add(model.initial(), 0);
        // The search stopped in the middle of a state where a limit met it:
        // the number of steps it had taken tells where.
        let mut n_steps_left = report.n_edges;
        let mut next = 0;
        while next < found.graph.node_count() && n_steps_left > 0 {
            found.expand(model, NodeIndex::new(next), n_states, &mut n_steps_left);
            next += 1;
        }
        if report.completeness.is_ok() {
            // States behind the last step have no steps.
            found
                .graph
                .node_weights_mut()
                .for_each(|node| node.is_complete = true);
        }
        Some(found)
    }

    fn add(&mut self, state: State, depth: u32) -> NodeIndex {
        let index = self.graph.add_node(Node {
            state: state.clone(),
            depth,
            is_complete: false,
        });
        self.numbers.insert(state, index);
        index
    }

    fn expand(&mut self, model: &Model, from: NodeIndex, n_states: usize, n_steps_left: &mut u64) {
        let Node { state, depth, .. } = &self.graph[from];
        let (state, depth) = (state.clone(), depth + 1);
        let mut is_complete = true;
        let mut visit = |action, successor: Successor<'_, State>| {
            let Successor::State(next) = successor else {
                is_complete = false;
                return;
            };
            if *n_steps_left == 0 {
                is_complete = false;
                return;
            }
            *n_steps_left -= 1;
            let known = self.numbers.get(next.as_ref()).copied();
            let to = known.or_else(|| {
                (self.graph.node_count() < n_states).then(|| self.add(next.into_owned(), depth))
            });
            match to {
                Some(to) => drop(self.graph.add_edge(from, to, action)),
                None => is_complete = false,
            }
        };
        model.successors(&state, &mut Successors::new(&mut visit));
        self.graph[from].is_complete = is_complete;
    }

    /// The number of a state, if it is in the graph.
    pub(crate) fn number(&self, state: &State) -> Option<usize> {
        self.numbers.get(state).map(|index| index.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draft, Limits, Update, Value, check};

    fn counter(int_bound: i64) -> Model {
        Draft::new("counter")
            .field("n", 0)
            .transition("up", [], [("n", Update::Add(1))])
            .transition("reset", [], [("n", 0.into())])
            .transition("again", [], [("n", 0.into())])
            .forbid("null", [("n", Value::Null)])
            .int_bound(int_bound)
            .build()
            .unwrap()
    }

    fn shape(graph: &Graph) -> Vec<(usize, usize, usize)> {
        let edges = graph.graph.raw_edges().iter();
        edges
            .map(|edge| {
                (
                    edge.source().index(),
                    edge.target().index(),
                    edge.weight.index(),
                )
            })
            .collect()
    }

    #[test]
    fn an_exhausted_search_is_drawn_whole_with_parallel_steps() {
        let model = Draft::new("m")
            .field("on", false)
            .transition("a", [("on", false.into())], [("on", true.into())])
            .transition("b", [("on", false.into())], [("on", true.into())])
            .forbid("null", [("on", Value::Null)])
            .build()
            .unwrap();
        let report = check(&model, &Limits::default()).unwrap();
        let graph = Graph::of(&model, &report, 2).unwrap();
        assert_eq!(shape(&graph), [(0, 1, 0), (0, 1, 1)]);
        assert!(graph.graph.node_weights().all(|node| node.is_complete));
        assert!(Graph::of(&model, &report, 1).is_none());
    }

    #[test]
    fn a_stopped_search_is_drawn_as_far_as_it_went() {
        for max_states in 1..8 {
            let model = counter(64);
            let limits = Limits {
                max_states,
                ..Limits::default()
            };
            let report = check(&model, &limits).unwrap();
            let graph = Graph::of(&model, &report, 60).unwrap();
            assert_eq!(graph.graph.node_count() as u64, max_states);
            // The step that met the limit was taken but leads nowhere.
            assert_eq!(graph.graph.edge_count() as u64, report.n_edges - 1);
            let complete: Vec<_> = graph.graph.node_weights().map(|n| n.is_complete).collect();
            assert_eq!(complete.iter().filter(|complete| !**complete).count(), 1);
            assert_eq!(complete.last(), Some(&false));
        }
    }

    #[test]
    fn steps_beyond_the_bound_are_left_out() {
        let model = counter(2);
        let report = check(&model, &Limits::default()).unwrap();
        let graph = Graph::of(&model, &report, 60).unwrap();
        assert_eq!(graph.graph.node_count(), 3);
        assert_eq!(graph.graph.edge_count() as u64, report.n_edges);
        assert!(!graph.graph[NodeIndex::new(2)].is_complete);
    }
}
