//! Directed multigraphs as flat arrays: what enumeration and counting run on.

use crate::machine::{Machine, StateId, TransitionId};
use std::ops::Range;

/// A directed multigraph in compressed rows, parallel arcs bundled.
///
/// Its vertices are a machine's states, its arcs [`Machine::arcs`]; or any graph
/// that [`Digraph::from_arcs`] is given.
#[derive(Debug, Clone, Default)]
pub struct Digraph {
    /// The arcs of each vertex in declared order, without self-loops.
    arcs: Rows<Arc>,
    /// The same arcs, up to [`WINDOW`] adjacent ones together.
    windows: Rows<Window>,
    /// The windows' bundles.
    bundles: Vec<Bundle>,
    /// The vertices from which arcs lead to each vertex, each once.
    tails: Rows<u32>,
    /// Self-loops: no simple path has one, but they are cycles.
    loops: Vec<(StateId, TransitionId)>,
}

/// An arc as its tail sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arc {
    pub(crate) id: TransitionId,
    pub(crate) head: u32,
}

/// Most arcs of a window: one bit each.
const WINDOW: usize = 64;

/// Adjacent arcs of one vertex.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    /// The position of the first arc.
    pub(crate) start: u32,
    /// Its bundles, as positions.
    first_bundle: u32,
    end_bundle: u32,
}

/// The arcs of a window that lead to one vertex.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bundle {
    pub(crate) head: u32,
    /// Which arcs of the window: a bit each.
    pub(crate) arcs: u64,
}

/// Lists of a graph's vertices, one behind another.
#[derive(Debug, Clone)]
struct Rows<T> {
    /// Where the row of each vertex starts; one entry more than vertices.
    offsets: Vec<u32>,
    entries: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self::of(std::iter::empty())
    }
}

impl<T> Rows<T> {
    fn of(rows: impl Iterator<Item = Vec<T>>) -> Self {
        let mut offsets = vec![0];
        let mut entries = Vec::new();
        for row in rows {
            entries.extend(row);
            offsets.push(entries.len() as u32);
        }
        Self { offsets, entries }
    }

    #[inline]
    fn range(&self, vertex: u32) -> Range<u32> {
        self.offsets[vertex as usize]..self.offsets[vertex as usize + 1]
    }

    #[inline]
    fn row(&self, vertex: u32) -> &[T] {
        let range = self.range(vertex);
        &self.entries[range.start as usize..range.end as usize]
    }
}

impl Digraph {
    /// The states and arcs of a machine.
    #[must_use]
    pub fn of(machine: &Machine) -> Self {
        let arcs = machine.arcs().into_iter().map(|id| {
            let transition = machine.transition(id);
            (id, transition.from.0, transition.to.0)
        });
        Self::new(machine.n_states(), arcs)
    }

    /// A graph of `n` vertices; an arc's id is its position in the list.
    ///
    /// ```
    /// use fsm::digraph::Digraph;
    /// let triangle = Digraph::from_arcs(3, &[(0, 1), (1, 2), (0, 2)]);
    /// assert_eq!(triangle.n_vertices(), 3);
    /// ```
    ///
    /// # Panics
    /// Where an arc names a vertex that is not below `n`.
    #[must_use]
    pub fn from_arcs(n: usize, arcs: &[(u32, u32)]) -> Self {
        let numbered = (0..).map(TransitionId).zip(arcs);
        Self::new(n, numbered.map(|(id, &(from, to))| (id, from, to)))
    }

    fn new(n: usize, arcs: impl Iterator<Item = (TransitionId, u32, u32)>) -> Self {
        let mut leaving: Vec<Vec<Arc>> = vec![Vec::new(); n];
        let mut loops = Vec::new();
        for (id, from, to) in arcs {
            assert!((to as usize) < n, "the head of an arc is a vertex");
            if from == to {
                loops.push((StateId(from), id));
            } else {
                leaving[from as usize].push(Arc { id, head: to });
            }
        }
        let mut bundles: Vec<Bundle> = Vec::new();
        let mut tails = vec![Vec::new(); n];
        let mut start = 0;
        let windows = leaving.iter().zip(0..).map(|(row, from)| {
            let windows = row.chunks(WINDOW).map(|chunk| {
                let first_bundle = bundles.len();
                for (position, Arc { head, .. }) in chunk.iter().enumerate() {
                    let same = |bundle: &&mut Bundle| bundle.head == *head;
                    match bundles[first_bundle..].iter_mut().find(same) {
                        Some(bundle) => bundle.arcs |= 1 << position,
                        None => bundles.push(Bundle {
                            head: *head,
                            arcs: 1 << position,
                        }),
                    }
                    let tails: &mut Vec<u32> = &mut tails[*head as usize];
                    if tails.last() != Some(&from) {
                        tails.push(from);
                    }
                }
                start += chunk.len() as u32;
                Window {
                    start: start - chunk.len() as u32,
                    first_bundle: first_bundle as u32,
                    end_bundle: bundles.len() as u32,
                }
            });
            windows.collect()
        });
        let windows = Rows::of(windows);
        Self {
            arcs: Rows::of(leaving.into_iter()),
            windows,
            bundles,
            tails: Rows::of(tails.into_iter()),
            loops,
        }
    }

    /// How many vertices there are.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.arcs.offsets.len().saturating_sub(1)
    }

    /// How many arcs there are, self-loops included.
    #[must_use]
    pub fn n_arcs(&self) -> usize {
        self.arcs.entries.len() + self.loops.len()
    }

    /// The arc at a position that a [`Window`] starts from.
    #[inline]
    pub(crate) fn arc(&self, position: u32) -> Arc {
        self.arcs.entries[position as usize]
    }

    /// Positions of a vertex's windows.
    #[inline]
    pub(crate) fn windows(&self, vertex: u32) -> Range<u32> {
        self.windows.range(vertex)
    }

    #[inline]
    pub(crate) fn window(&self, position: u32) -> Window {
        self.windows.entries[position as usize]
    }

    /// The bundles of one window.
    #[inline]
    pub(crate) fn bundles(&self, window: Window) -> &[Bundle] {
        &self.bundles[window.first_bundle as usize..window.end_bundle as usize]
    }

    /// All bundles of a vertex; a head of more than [`WINDOW`] arcs has several.
    #[inline]
    pub(crate) fn leaving(&self, vertex: u32) -> &[Bundle] {
        match self.windows.row(vertex) {
            [] => &[],
            [first, .., last] | [first @ last] => {
                &self.bundles[first.first_bundle as usize..last.end_bundle as usize]
            }
        }
    }

    /// The vertices from which arcs lead to `vertex`, each once.
    #[inline]
    pub(crate) fn tails(&self, vertex: u32) -> &[u32] {
        self.tails.row(vertex)
    }

    /// The graph with one vertex more, which takes over the arcs into `vertex`:
    /// the paths from `vertex` to the new one are the simple cycles through it.
    pub(crate) fn opened_at(&self, vertex: StateId) -> Self {
        let copy = self.n_vertices() as u32;
        let mut arcs: Vec<_> = self
            .loops
            .iter()
            .map(|(at, id)| (*id, at.0, at.0))
            .collect();
        for from in 0..copy {
            let row = self.arcs.row(from).iter();
            arcs.extend(row.map(|arc| (arc.id, from, arc.head)));
        }
        arcs.sort_unstable();
        let turn = |head: u32| if head == vertex.0 { copy } else { head };
        let turned = arcs.into_iter().map(|(id, from, to)| (id, from, turn(to)));
        Self::new(copy as usize + 1, turned)
    }

    /// The least number of arcs from each vertex to `target`, by paths of vertices
    /// for which `is_closed` does not hold; `u32::MAX` where there is none.
    pub(crate) fn distances(&self, target: u32, is_closed: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.n_vertices()];
        distances[target as usize] = 0;
        let mut queue = vec![target];
        let mut n_done = 0;
        while let Some(&vertex) = queue.get(n_done) {
            n_done += 1;
            for &tail in self.tails(vertex) {
                if distances[tail as usize] == u32::MAX && !is_closed(tail) {
                    distances[tail as usize] = distances[vertex as usize] + 1;
                    queue.push(tail);
                }
            }
        }
        distances
    }
}

/// A set of vertices, a bit each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct VertexSet {
    words: Vec<u64>,
}

impl VertexSet {
    /// No vertex of `n`.
    pub(crate) fn none(n: usize) -> Self {
        Self {
            words: vec![0; n.div_ceil(64).max(1)],
        }
    }

    #[inline]
    pub(crate) fn contains(&self, vertex: u32) -> bool {
        self.words[vertex as usize / 64] >> (vertex % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn insert(&mut self, vertex: u32) {
        self.words[vertex as usize / 64] |= 1 << (vertex % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, vertex: u32) {
        self.words[vertex as usize / 64] &= !(1 << (vertex % 64));
    }

    /// The members below 64.
    #[inline]
    pub(crate) fn first_word(&self) -> u64 {
        self.words.first().copied().unwrap_or(0)
    }
}
