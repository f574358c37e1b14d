//! Which vertices a path may still go to: those from which its target can be
//! reached without the vertices it has.
//!
//! For graphs of up to 64 vertices that is found anew for each vertex of the path,
//! a word at a time; for larger ones by [`Routes`]. Measured on PPP_full the first
//! way takes six tenths of the second's time a path.

use super::routes::Routes;
use crate::digraph::{Digraph, VertexSet};

#[derive(Debug, Clone)]
pub(super) enum Reach {
    Word(Word),
    Routes(Routes),
}

impl Reach {
    /// What can reach `target` by paths that enter no vertex of `avoid`.
    pub(super) fn new(graph: &Digraph, target: u32, avoid: VertexSet) -> Self {
        if graph.n_vertices() <= 64 {
            Self::Word(Word::new(graph, target, &avoid))
        } else {
            Self::Routes(Routes::new(graph, target, avoid))
        }
    }

    /// Whether the path may go there.
    #[inline]
    pub(super) fn is_open(&self, vertex: u32) -> bool {
        match self {
            Self::Word(word) => word.open >> vertex & 1 == 1,
            Self::Routes(routes) => routes.is_open(vertex),
        }
    }

    /// Puts an open vertex on the path; what [`Reach::leave`] goes back to.
    #[inline]
    pub(super) fn enter(&mut self, vertex: u32, graph: &Digraph) -> u64 {
        match self {
            Self::Word(word) => {
                let before = word.open;
                word.enter(vertex);
                before
            }
            Self::Routes(routes) => u64::from(routes.enter(vertex, graph)),
        }
    }

    /// Takes the vertex off the path that was entered last.
    #[inline]
    pub(super) fn leave(&mut self, vertex: u32, mark: u64) {
        match self {
            Self::Word(word) => word.open = mark,
            Self::Routes(routes) => routes.leave(vertex, mark as u32),
        }
    }
}

/// Vertices as the bits of a word.
#[derive(Debug, Clone)]
pub(super) struct Word {
    target: u32,
    /// From which vertices arcs lead to each vertex.
    tails: Vec<u64>,
    /// The vertices that the path may go to.
    open: u64,
}

impl Word {
    fn new(graph: &Digraph, target: u32, avoid: &VertexSet) -> Self {
        let n = graph.n_vertices() as u32;
        let set = |vertices: &[u32]| vertices.iter().fold(0, |set, vertex| set | 1 << vertex);
        let all = u64::MAX.checked_shr(64 - n).unwrap_or(0);
        let mut word = Self {
            target,
            tails: (0..n).map(|vertex| set(graph.tails(vertex))).collect(),
            open: all & !avoid.first_word(),
        };
        word.open &= word.reaching(word.open);
        word
    }

    fn enter(&mut self, vertex: u32) {
        self.open = self.reaching(self.open & !(1 << vertex));
    }

    /// Which of the vertices can reach the target over one another.
    fn reaching(&self, vertices: u64) -> u64 {
        let mut frontier = 1 << self.target;
        let mut missing = vertices & !frontier;
        while frontier != 0 && missing != 0 {
            let vertex = frontier.trailing_zeros();
            frontier &= frontier - 1;
            let found = self.tails[vertex as usize] & missing;
            missing &= !found;
            frontier |= found;
        }
        vertices & !missing
    }
}
