//! Counting simple paths without listing them.
//!
//! Small graphs are counted over subsets of their vertices, larger ones over the
//! frontier between the vertices that were looked at and the rest. Both give how
//! many paths of each length there are, as integers of any size.

mod frontier;
mod layer;
mod order;
mod subset;

use crate::digraph::Digraph;
use crate::machine::StateId;
use crate::simple_path::Query;
use num_bigint::{BigInt, BigUint};
use std::sync::Arc;

/// How many simple paths there are of each length.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Histogram {
    /// At each number of transitions, how many paths have that many; the last is
    /// not zero.
    by_edges: Vec<BigUint>,
}

impl Histogram {
    /// From the number of paths of 0, 1, 2, … transitions.
    #[must_use]
    pub fn new(mut by_edges: Vec<BigUint>) -> Self {
        while by_edges.last().is_some_and(|count| *count == BigUint::ZERO) {
            by_edges.pop();
        }
        Self { by_edges }
    }

    /// At each number of transitions, how many paths have that many.
    #[must_use]
    pub fn by_edges(&self) -> &[BigUint] {
        &self.by_edges
    }

    /// How many paths there are.
    #[must_use]
    pub fn n_paths(&self) -> BigUint {
        self.by_edges.iter().sum()
    }

    /// How many transitions they have together.
    #[must_use]
    pub fn n_edges(&self) -> BigUint {
        let terms = self.by_edges.iter().enumerate();
        terms.map(|(n_edges, count)| count * n_edges).sum()
    }

    /// The mean of 2·transitions + 1 over all paths, states and conditions both
    /// counted as in Table 1 of arXiv 2609.13389: numerator and denominator.
    /// None where there are no paths.
    #[must_use]
    pub fn mean_length(&self) -> Option<(BigUint, BigUint)> {
        let n_paths = self.n_paths();
        (n_paths != BigUint::ZERO).then(|| (self.n_edges() * 2u32 + &n_paths, n_paths))
    }

    /// Adds the paths of another histogram.
    pub fn add(&mut self, other: &Self) {
        if self.by_edges.len() < other.by_edges.len() {
            self.by_edges.resize(other.by_edges.len(), BigUint::ZERO);
        }
        for (count, more) in self.by_edges.iter_mut().zip(&other.by_edges) {
            *count += more;
        }
    }
}

/// A quotient rounded half up to so many decimals, exactly.
///
/// ```
/// use fsm::count::decimal;
/// assert_eq!(decimal(&309_540u32.into(), &22_273u32.into(), 2), "13.90");
/// assert_eq!(decimal(&1u32.into(), &8u32.into(), 2), "0.13");
/// ```
///
/// # Panics
/// Where the denominator is zero.
#[must_use]
pub fn decimal(numerator: &BigUint, denominator: &BigUint, n_decimals: u32) -> String {
    let scale = BigUint::from(10u32).pow(n_decimals);
    let rounded = (numerator * &scale * 2u32 + denominator) / (denominator * 2u32);
    let (whole, rest) = (&rounded / &scale, &rounded % &scale);
    match n_decimals {
        0 => whole.to_string(),
        n => format!("{whole}.{:0>width$}", rest.to_string(), width = n as usize),
    }
}

/// Why paths were not counted. No number is given then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// It would take more memory than allowed.
    #[error("counting takes more than {} MiB", max_bytes >> 20)]
    TooMuchMemory {
        /// What is allowed, in bytes.
        max_bytes: usize,
    },
    /// Paths through so many states are counted by subsets of those.
    #[error("{n_states} states to go through; at most {MAX_THROUGH} can be counted")]
    TooManyThrough {
        /// How many there are.
        n_states: usize,
    },
}

/// Most states of [`Query::through`] that are counted.
pub const MAX_THROUGH: usize = 12;
/// Most vertices that are counted over subsets.
const MAX_SUBSET_VERTICES: usize = 14;
/// Memory that [`count`] takes at most for one of the two layers it has at a time,
/// in bytes.
pub const MAX_BYTES: usize = 1 << 30;

/// How to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Over subsets where the graph is small, else over the frontier.
    Automatic,
    /// Dynamic programming over the sets of vertices that paths have (after
    /// Bellman, and Held and Karp, 1962).
    Subset,
    /// The frontier method (Knuth's Simpath, The Art of Computer Programming 4A,
    /// 7.1.4, answer 225), a vertex at a time and for directed multigraphs.
    Frontier,
}

/// Counts the simple paths that a query asks for.
///
/// # Errors
/// [`CountError`] where that takes too much memory.
///
/// ```
/// use fsm::{digraph::Digraph, read, simple_path::Query, count::{count, Method}};
/// use diagnostic::SourceFile;
/// let tcp = read::json(&SourceFile::new("TCP", models::fsm::get("TCP").unwrap())).unwrap();
/// let query = Query::between(tcp.state("LISTEN").unwrap(), tcp.state("CLOSED").unwrap());
/// let paths = count(&Digraph::of(&tcp).into(), &query, Method::Automatic).unwrap();
/// assert_eq!(paths.n_paths(), 3u32.into());
/// ```
pub fn count(graph: &Arc<Digraph>, query: &Query, method: Method) -> Result<Histogram, CountError> {
    count_within(graph, query, method, MAX_BYTES)
}

/// [`count`] with a limit of memory in bytes.
///
/// # Errors
/// [`CountError`] where that takes too much memory.
pub fn count_within(
    graph: &Arc<Digraph>,
    query: &Query,
    method: Method,
    max_bytes: usize,
) -> Result<Histogram, CountError> {
    let Some((graph, source, target)) = query.resolve(graph) else {
        return Ok(Histogram::default());
    };
    let is_inner = |state: &StateId| state.0 != source && state.0 != target;
    let mut through: Vec<_> = query.through.iter().copied().filter(is_inner).collect();
    through.sort_unstable();
    through.dedup();
    if through.len() > MAX_THROUGH {
        let n_states = through.len();
        return Err(CountError::TooManyThrough { n_states });
    }
    // Paths with all of these states, by inclusion and exclusion of those without.
    let mut total: Vec<BigInt> = Vec::new();
    for set in 0..1u32 << through.len() {
        let without = (0..).zip(&through).filter(|(bit, _)| set >> bit & 1 == 1);
        let mut is_closed = vec![false; graph.n_vertices()];
        for state in query.avoid.iter().chain(without.map(|(_, state)| state)) {
            is_closed[state.index()] = true;
        }
        let counts = count_open(&graph, source, target, &is_closed, method, max_bytes)?;
        total.resize(total.len().max(counts.len()), BigInt::ZERO);
        for (sum, count) in total.iter_mut().zip(counts) {
            let count = BigInt::from(count);
            *sum += if set.count_ones() % 2 == 0 {
                count
            } else {
                -count
            };
        }
    }
    if let Some(max_edges) = query.max_edges {
        total.truncate((max_edges as usize).saturating_add(1));
    }
    let counts = total
        .into_iter()
        .map(|count| count.to_biguint().unwrap_or_default());
    Ok(Histogram::new(counts.collect()))
}

/// Counts over the vertices that are not closed and lie on some walk from source
/// to target.
fn count_open(
    graph: &Digraph,
    source: u32,
    target: u32,
    is_closed: &[bool],
    method: Method,
    max_bytes: usize,
) -> Result<Vec<BigUint>, CountError> {
    let Some(part) = Part::between(graph, source, target, is_closed) else {
        return Ok(Vec::new());
    };
    let n = part.leaving.len();
    if method == Method::Subset || (method == Method::Automatic && n <= MAX_SUBSET_VERTICES) {
        subset::count(&part, max_bytes)
    } else {
        frontier::count(&part, max_bytes)
    }
}

/// The part of a graph that simple paths from source to target can have, with its
/// vertices numbered anew: parallel arcs are one with a multiplicity.
struct Part {
    /// Heads and multiplicities; no arc enters the source or leaves the target.
    leaving: Vec<Vec<(u32, u32)>>,
    source: u32,
    target: u32,
}

impl Part {
    /// None where the target cannot be reached.
    fn between(graph: &Digraph, source: u32, target: u32, is_closed: &[bool]) -> Option<Self> {
        let n = graph.n_vertices();
        let to_target = graph.distances(target, |vertex| is_closed[vertex as usize]);
        let mut number = vec![u32::MAX; n];
        let mut vertices = vec![source];
        let mut n_done = 0;
        number[source as usize] = 0;
        while let Some(&vertex) = vertices.get(n_done) {
            n_done += 1;
            if vertex == target {
                continue;
            }
            for bundle in graph.leaving(vertex) {
                let head = bundle.head as usize;
                if to_target[head] != u32::MAX && number[head] == u32::MAX {
                    number[head] = vertices.len() as u32;
                    vertices.push(bundle.head);
                }
            }
        }
        let is_inside = |vertex: u32| number[vertex as usize] != u32::MAX;
        let target_number = number[target as usize];
        if target_number == u32::MAX || is_closed[source as usize] {
            return None;
        }
        let leaving = vertices.iter().map(|&vertex| {
            let mut row: Vec<(u32, u32)> = Vec::new();
            let bundles = graph.leaving(vertex).iter();
            for bundle in bundles.filter(|_| vertex != target) {
                let head = number[bundle.head as usize];
                if bundle.head == source || !is_inside(bundle.head) {
                    continue;
                }
                let n_arcs = bundle.arcs.count_ones();
                match row.iter_mut().find(|(other, _)| *other == head) {
                    Some((_, multiplicity)) => *multiplicity += n_arcs,
                    None => row.push((head, n_arcs)),
                }
            }
            row
        });
        Some(Self {
            leaving: leaving.collect(),
            source: 0,
            target: target_number,
        })
    }
}
