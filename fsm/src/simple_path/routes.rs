//! Which vertices a path may still go to: those from which its target can be
//! reached without the vertices it has.
//!
//! Each open vertex keeps one arc of a way to the target, its route. When the path
//! takes a vertex, only the vertices whose routes led over it need another one;
//! those that find none are cut off until the path gives the vertex back. Routes
//! found meanwhile stay true then, so that nothing but the cuts is undone.

use crate::digraph::{Digraph, VertexSet};

#[derive(Debug, Clone, Default)]
pub(super) struct Routes {
    /// The next vertex of each open vertex's route; the target's is itself.
    next: Vec<u32>,
    /// On the path, to be avoided, or cut off.
    blocked: VertexSet,
    /// The vertices cut off, in order.
    cuts: Vec<u32>,
    /// Vertices that lost their routes, while they look for others.
    lost: Vec<u32>,
    is_lost: VertexSet,
    found: Vec<u32>,
}

impl Routes {
    /// Routes to `target` that enter no vertex of `avoid`.
    pub(super) fn new(graph: &Digraph, target: u32, avoid: VertexSet) -> Self {
        let n = graph.n_vertices();
        let mut next = vec![u32::MAX; n];
        let mut blocked = avoid;
        next[target as usize] = target;
        let mut queue = vec![target];
        let mut n_done = 0;
        while let Some(&vertex) = queue.get(n_done) {
            n_done += 1;
            for &tail in graph.tails(vertex) {
                if next[tail as usize] == u32::MAX && !blocked.contains(tail) {
                    next[tail as usize] = vertex;
                    queue.push(tail);
                }
            }
        }
        for vertex in 0..n as u32 {
            if next[vertex as usize] == u32::MAX {
                blocked.insert(vertex);
            }
        }
        Self {
            next,
            blocked,
            is_lost: VertexSet::none(n),
            ..Self::default()
        }
    }

    /// Whether the path may go there.
    #[inline]
    pub(super) fn is_open(&self, vertex: u32) -> bool {
        !self.blocked.contains(vertex)
    }

    /// Puts an open vertex on the path; a mark to which [`Routes::leave`] goes back.
    pub(super) fn enter(&mut self, vertex: u32, graph: &Digraph) -> u32 {
        let mark = self.cuts.len() as u32;
        self.blocked.insert(vertex);
        self.lose(vertex, graph);
        let mut n_seen = 0;
        while let Some(&lost) = self.lost.get(n_seen) {
            n_seen += 1;
            self.lose(lost, graph);
        }
        if n_seen > 0 {
            self.reroute(graph);
        }
        mark
    }

    /// Notes the open vertices whose routes start with `vertex`.
    fn lose(&mut self, vertex: u32, graph: &Digraph) {
        for &tail in graph.tails(vertex) {
            if self.next[tail as usize] == vertex
                && !self.blocked.contains(tail)
                && !self.is_lost.contains(tail)
            {
                self.is_lost.insert(tail);
                self.lost.push(tail);
            }
        }
    }

    /// Finds other routes for lost vertices, and cuts off those that have none.
    fn reroute(&mut self, graph: &Digraph) {
        for &lost in &self.lost {
            let mut bundles = graph.leaving(lost).iter();
            let is_safe = |head: u32| !self.blocked.contains(head) && !self.is_lost.contains(head);
            if let Some(bundle) = bundles.find(|bundle| is_safe(bundle.head)) {
                self.next[lost as usize] = bundle.head;
                self.is_lost.remove(lost);
                self.found.push(lost);
            }
        }
        while let Some(found) = self.found.pop() {
            for &tail in graph.tails(found) {
                if self.is_lost.contains(tail) {
                    self.next[tail as usize] = found;
                    self.is_lost.remove(tail);
                    self.found.push(tail);
                }
            }
        }
        for lost in self.lost.drain(..) {
            if self.is_lost.contains(lost) {
                self.is_lost.remove(lost);
                self.blocked.insert(lost);
                self.cuts.push(lost);
            }
        }
    }

    /// Takes a vertex off the path, and back what was cut off since `mark`.
    pub(super) fn leave(&mut self, vertex: u32, mark: u32) {
        for cut in self.cuts.drain(mark as usize..) {
            self.blocked.remove(cut);
        }
        self.blocked.remove(vertex);
    }
}
