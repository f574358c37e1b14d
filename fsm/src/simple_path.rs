//! Simple paths: sequences ⟨s; γ₁; s₁; …; s′⟩ in which no state repeats.
//!
//! Two paths are equal where their (s, γ, s′) sequences are: parallel transitions
//! with different conditions make different paths, and transitions that differ
//! only in their actions make one (see [`Machine::arcs`]).

mod reach;
mod routes;

use crate::digraph::{Digraph, VertexSet};
use crate::machine::{Machine, StateId, TransitionId};
use rayon::prelude::*;
use reach::Reach;
use std::sync::Arc;

/// A simple path of a machine: its transitions from the first state to the last.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(pub Vec<TransitionId>);

/// Which simple paths are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The state that the paths start in.
    pub source: StateId,
    /// The state that they end in.
    pub target: StateId,
    /// The most transitions in a path.
    pub max_edges: Option<u32>,
    /// States that no path may have; not even its first or last.
    pub avoid: Vec<StateId>,
    /// States that every path must have, in any order.
    pub through: Vec<StateId>,
    /// Where source and target are one: the simple cycles through it, self-loops
    /// included. Otherwise there is no path from a state to itself.
    pub cycles: bool,
}

impl Query {
    /// All simple paths from `source` to `target`; none where they are equal.
    #[must_use]
    pub fn between(source: StateId, target: StateId) -> Self {
        Self {
            source,
            target,
            max_edges: None,
            avoid: Vec::new(),
            through: Vec::new(),
            cycles: false,
        }
    }

    /// Every ordered pair of different states, in declared order.
    ///
    /// ```
    /// use fsm::simple_path::Query;
    /// assert_eq!(Query::all_pairs(11).count(), 110);
    /// ```
    pub fn all_pairs(n_states: usize) -> impl Iterator<Item = Self> + Clone {
        let n = u32::try_from(n_states).unwrap_or(u32::MAX);
        let pairs = (0..n).flat_map(move |s| (0..n).map(move |t| (StateId(s), StateId(t))));
        pairs
            .filter(|(source, target)| source != target)
            .map(|(source, target)| Self::between(source, target))
    }

    /// The graph to walk and the vertices between which: a cycle is a path to a
    /// copy of its state. None where no path can be.
    pub(crate) fn resolve(&self, graph: &Arc<Digraph>) -> Option<(Arc<Digraph>, u32, u32)> {
        let is_avoided = |state| self.avoid.contains(&state);
        if is_avoided(self.source) || is_avoided(self.target) {
            return None;
        }
        if self.source != self.target {
            return Some((Arc::clone(graph), self.source.0, self.target.0));
        }
        let copy = graph.n_vertices() as u32;
        self.cycles
            .then(|| (Arc::new(graph.opened_at(self.source)), self.source.0, copy))
    }
}

/// The simple paths between two states, in declared order: a path comes before
/// another where, at the first place that parts them, its transition is declared
/// earlier.
///
/// It holds O(n) memory for n states beside the graph, however many paths there
/// are. No branch is tried from which the target cannot be reached any more, so
/// that the time between two paths is O(n · m) for m arcs, unless `max_edges` or
/// `through` discards paths.
///
/// ```
/// use fsm::{read, simple_path::SimplePaths};
/// use diagnostic::SourceFile;
/// let tcp = read::json(&SourceFile::new("TCP", models::fsm::get("TCP").unwrap())).unwrap();
/// let (listen, closed) = (tcp.state("LISTEN").unwrap(), tcp.state("CLOSED").unwrap());
/// let mut paths = SimplePaths::between(&tcp, listen, closed);
/// assert_eq!(paths.next().unwrap().0.len(), 5);
/// ```
#[derive(Debug, Clone)]
pub struct SimplePaths {
    graph: Arc<Digraph>,
    target: u32,
    max_edges: u32,
    /// The least number of arcs to the target, where `max_edges` matters.
    distances: Vec<u32>,
    /// Vertices that a path must have, and how many it does not have yet.
    through: Vec<u32>,
    n_missing: u32,
    reach: Reach,
    frames: Vec<Frame>,
    /// The arcs of the path, as many as there are frames once it is complete.
    path: Vec<TransitionId>,
}

/// A vertex of the path and the arcs that are left to be tried from there.
#[derive(Debug, Clone, Copy)]
struct Frame {
    vertex: u32,
    /// The window of arcs that `open` is about, and the end of the vertex's windows.
    window: u32,
    end: u32,
    /// The position of the window's first arc.
    start: u32,
    /// Which arcs of the window lead to where the path may go.
    open: u64,
    /// What [`Reach`] goes back to when the vertex is left.
    mark: u64,
}

impl SimplePaths {
    /// The simple paths from `source` to `target`; none where they are equal.
    #[must_use]
    pub fn between(machine: &Machine, source: StateId, target: StateId) -> Self {
        let graph = Arc::new(Digraph::of(machine));
        Self::new(&graph, &Query::between(source, target))
    }

    /// The simple paths that a query asks for.
    #[must_use]
    pub fn new(graph: &Arc<Digraph>, query: &Query) -> Self {
        let Some((graph, source, target)) = query.resolve(graph) else {
            return Self::none(Arc::clone(graph));
        };
        let n = graph.n_vertices();
        let mut avoid = VertexSet::none(n);
        for state in &query.avoid {
            avoid.insert(state.0);
        }
        let distances = match query.max_edges {
            Some(_) => graph.distances(target, |v| avoid.contains(v)),
            None => Vec::new(),
        };
        let is_inner = |state: &u32| *state != source && *state != target;
        let through = query.through.iter().map(|state| state.0).filter(is_inner);
        let mut through: Vec<_> = through.collect();
        through.sort_unstable();
        through.dedup();
        let mut paths = Self {
            target,
            max_edges: query.max_edges.unwrap_or(u32::MAX),
            distances,
            n_missing: through.len() as u32,
            through,
            reach: Reach::new(&graph, target, avoid),
            path: vec![TransitionId(0); n],
            ..Self::none(graph)
        };
        let is_possible = |state: &u32| paths.reach.is_open(*state);
        if is_possible(&source) && paths.through.iter().all(is_possible) {
            paths.enter(source);
        }
        paths
    }

    fn none(graph: Arc<Digraph>) -> Self {
        Self {
            graph,
            target: 0,
            max_edges: 0,
            distances: Vec::new(),
            through: Vec::new(),
            n_missing: 0,
            reach: Reach::new(&Digraph::default(), 0, VertexSet::default()),
            frames: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Puts a vertex on the path.
    fn enter(&mut self, vertex: u32) {
        let windows = self.graph.windows(vertex);
        let mark = self.reach.enter(vertex, &self.graph);
        if self.through.contains(&vertex) {
            self.n_missing -= 1;
        }
        // What must be passed and cannot be any more leaves nothing to try.
        let is_vain = self.n_missing > 0 && {
            let is_missing = |state: &&u32| self.frames.iter().all(|f| f.vertex != **state);
            let mut missing = self.through.iter().filter(is_missing);
            missing.any(|state| *state != vertex && !self.reach.is_open(*state))
        };
        self.frames.push(Frame {
            vertex,
            window: if is_vain { windows.end } else { windows.start },
            end: windows.end,
            start: 0,
            open: 0,
            mark,
        });
        self.look();
    }

    /// Finds the open arcs of the last vertex's window.
    fn look(&mut self) {
        let depth = self.frames.len() as u32;
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        if frame.window >= frame.end {
            return;
        }
        let window = self.graph.window(frame.window);
        frame.start = window.start;
        for bundle in self.graph.bundles(window) {
            let is_open = self.reach.is_open(bundle.head);
            frame.open |= bundle.arcs & u64::from(is_open).wrapping_neg();
        }
        if self.max_edges != u32::MAX {
            for bundle in self.graph.bundles(window) {
                let rest = self.distances[bundle.head as usize];
                if depth.saturating_add(rest) > self.max_edges {
                    frame.open &= !bundle.arcs;
                }
            }
        }
    }

    /// The next path, without a copy.
    pub fn next_path(&mut self) -> Option<&[TransitionId]> {
        let n_edges = self.advance()?;
        Some(&self.path[..n_edges])
    }

    /// Finds the next path and gives its length.
    fn advance(&mut self) -> Option<usize> {
        loop {
            let depth = self.frames.len();
            let frame = self.frames.last_mut()?;
            if frame.open == 0 {
                frame.window += 1;
                if frame.window < frame.end {
                    self.look();
                } else {
                    self.leave();
                }
                continue;
            }
            let bit = frame.open.trailing_zeros();
            frame.open &= frame.open - 1;
            let arc = self.graph.arc(frame.start + bit);
            self.path[depth - 1] = arc.id;
            if arc.head != self.target {
                self.enter(arc.head);
            } else if self.n_missing == 0 {
                return Some(depth);
            }
        }
    }

    /// Takes the last vertex off the path.
    fn leave(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.reach.leave(frame.vertex, frame.mark);
            if self.through.contains(&frame.vertex) {
                self.n_missing += 1;
            }
        }
    }
}

/// Parallel enumeration.
impl SimplePaths {
    /// Gives away the last part of what is left: the paths of this iterator, then
    /// those of the part, are what was left, in order. None where there is too
    /// little to give.
    ///
    /// The part is a later branch of the state nearest to the source that has one,
    /// so that the parts are large; [`rayon::iter::split`] takes it as it is.
    ///
    /// ```
    /// use fsm::{digraph::Digraph, simple_path::{Query, SimplePaths}, StateId};
    /// let graph = Digraph::from_arcs(3, &[(0, 1), (0, 2), (2, 1)]).into();
    /// let (first, second) = SimplePaths::new(&graph, &Query::between(StateId(0), StateId(1))).split();
    /// assert_eq!((first.count(), second.unwrap().count()), (1, 1));
    /// ```
    #[must_use]
    pub fn split(mut self) -> (Self, Option<Self>) {
        let n_frames = self.frames.len();
        let has_more = |frame: &Frame| frame.open != 0 || frame.window + 1 < frame.end;
        let Some(depth) = self.frames.iter().position(has_more) else {
            return (self, None);
        };
        let frame = self.frames[depth];
        // Below it, this iterator still has work of its own; at the end of the
        // path it keeps half of the arcs, or the window.
        let kept = match (depth + 1 < n_frames, frame.window + 1 < frame.end) {
            (true, _) => 0,
            (false, true) => frame.open,
            (false, false) => first_half(frame.open),
        };
        if kept == frame.open && frame.window + 1 >= frame.end {
            return (self, None);
        }
        let mut part = self.clone();
        while part.frames.len() > depth + 1 {
            part.leave();
        }
        part.frames[depth].open &= !kept;
        for frame in &mut part.frames[..depth] {
            (frame.open, frame.window) = (0, frame.end);
        }
        self.frames[depth].open = kept;
        self.frames[depth].window = frame.end;
        (self, Some(part))
    }
}

/// The lower half of the members of a set, rounded up.
fn first_half(set: u64) -> u64 {
    let mut rest = set;
    for _ in 0..set.count_ones().div_ceil(2) {
        rest &= rest.wrapping_sub(1);
    }
    set & !rest
}

/// The paths of several queries, one query behind another, found in parallel over
/// queries and branches. Collected, they are in the order of [`SimplePaths`].
///
/// ```
/// use fsm::{digraph::Digraph, read, simple_path::{Path, Query, par_paths}};
/// use diagnostic::SourceFile;
/// use rayon::prelude::*;
/// let ppp = read::json(&SourceFile::new("PPP_full", models::fsm::get("PPP_full").unwrap())).unwrap();
/// let queries = Query::all_pairs(ppp.n_states()).collect();
/// let paths: Vec<Path> = par_paths(&Digraph::of(&ppp).into(), queries).collect();
/// assert_eq!(paths.len(), 22_273);
/// ```
pub fn par_paths(graph: &Arc<Digraph>, queries: Vec<Query>) -> impl ParallelIterator<Item = Path> {
    queries.into_par_iter().flat_map(move |query| {
        let paths = SimplePaths::new(graph, &query);
        rayon::iter::split(paths, SimplePaths::split).flat_map_iter(|part| part)
    })
}

impl Iterator for SimplePaths {
    type Item = Path;

    fn next(&mut self) -> Option<Path> {
        self.next_path().map(|arcs| Path(arcs.to_vec()))
    }
}
