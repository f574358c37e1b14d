//! The frontier method for directed multigraphs, a vertex at a time.
//!
//! Vertices are looked at in an order. Looking at one chooses its arc in and its
//! arc out among those whose other end was not looked at yet. What was chosen is a
//! set of disjoint fragments of paths; all that matters of it is which vertices
//! that are still to come have which arc chosen, and which two arcs are the ends of
//! one fragment: the configuration. Choices of equal configurations are counted
//! together.

use super::layer::{Layer, Value};
use super::{CountError, Part, order};
use num_bigint::BigUint;

/// A plug that is free.
const FREE: u8 = 0;
/// The other end of the fragment is the source, or the target.
const END: u8 = u8::MAX;
/// Most vertices at the frontier: plugs name them by a byte.
const MAX_SLOTS: usize = END as usize - 1;

/// At each number of arcs, how many simple paths have that many.
pub(super) fn count(part: &Part, max_bytes: usize) -> Result<Vec<BigUint>, CountError> {
    let n = part.leaving.len();
    let neighbours = order::neighbours(part);
    let order = order::best(part, &neighbours);
    let (slot, n_slots) = slots(&neighbours, &order);
    if n_slots > MAX_SLOTS {
        return Err(CountError::TooMuchMemory { max_bytes });
    }
    let mut entering = vec![Vec::new(); n];
    for (tail, row) in (0..).zip(&part.leaving) {
        for &(head, multiplicity) in row {
            entering[head as usize].push((tail, multiplicity));
        }
    }
    let key_len = 2 * n_slots;
    let mut complete = vec![BigUint::ZERO; n];
    let mut layer = Layer::new(key_len, 1, 0..1, max_bytes);
    layer.add(&vec![FREE; key_len], Value::ONE, 1, 0)?;
    // No configuration stands for more choices than there were at all.
    let mut log_choices = 0.0;
    let mut is_done = vec![false; n];
    for &vertex in &order {
        is_done[vertex as usize] = true;
        let ends = |arcs: &[(u32, u32)]| -> Vec<(usize, u64)> {
            let ahead = arcs.iter().filter(|(other, _)| !is_done[*other as usize]);
            ahead
                .map(|(other, multiplicity)| (slot[*other as usize], u64::from(*multiplicity)))
                .collect()
        };
        let look = Look {
            slot: slot[vertex as usize],
            is_source: vertex == part.source,
            is_target: vertex == part.target,
            tails: ends(&entering[vertex as usize]),
            heads: ends(&part.leaving[vertex as usize]),
        };
        let arcs = layer.arcs();
        // A path has at most n - 1 arcs.
        let room = arcs.start..(arcs.end + 2).min(n);
        log_choices += look.n_choices().log2();
        let n_words = (log_choices / 64.0).floor() as usize + 1;
        let mut next = Layer::new(key_len, n_words, room, max_bytes);
        for index in 0..layer.len() {
            let value = layer.value(index);
            look.choices(layer.key(index), |key, multiplicity, n_arcs| match key {
                Some(key) => next.add(key, value, multiplicity, n_arcs),
                None => {
                    for (n_arcs, number) in value.numbers() {
                        complete[n_arcs] += number;
                    }
                    Ok(())
                }
            })?;
        }
        layer = next;
    }
    Ok(complete)
}

/// A place in the configuration for each vertex, free again once it was looked at.
fn slots(neighbours: &[Vec<u32>], order: &[u32]) -> (Vec<usize>, usize) {
    let mut slot = vec![usize::MAX; neighbours.len()];
    let mut free = Vec::new();
    let mut n_slots = 0;
    for &vertex in order {
        for &known in neighbours[vertex as usize].iter().chain([&vertex]) {
            if slot[known as usize] == usize::MAX {
                slot[known as usize] = free.pop().unwrap_or_else(|| {
                    n_slots += 1;
                    n_slots - 1
                });
            }
        }
        free.push(slot[vertex as usize]);
    }
    (slot, n_slots)
}

/// A vertex to look at: its place, and the places of its neighbours ahead.
struct Look {
    slot: usize,
    is_source: bool,
    is_target: bool,
    tails: Vec<(usize, u64)>,
    heads: Vec<(usize, u64)>,
}

/// The name of a place in a plug.
fn name(slot: usize) -> u8 {
    slot as u8 + 1
}

impl Look {
    /// At least as many as the choices of any configuration here, parallel arcs
    /// told apart.
    fn n_choices(&self) -> f64 {
        let sum =
            |ends: &[(usize, u64)]| ends.iter().map(|(_, n_arcs)| *n_arcs as f64).sum::<f64>();
        let (n_tails, n_heads) = (sum(&self.tails), sum(&self.heads));
        // A little more, for the rounding of logarithms.
        (1.0 + n_tails * n_heads).max(n_tails).max(n_heads) * (1.0 + 1e-9)
    }

    /// Gives every configuration that the choices at this vertex lead to, with how
    /// many parallel arcs make it and how many arcs were added; no configuration
    /// where the path is complete.
    ///
    /// A configuration has two plugs a place: what the arc into the vertex comes
    /// from, at the far end of its fragment, and what the arc out of it leads to.
    fn choices(
        &self,
        key: &[u8],
        mut give: impl FnMut(Option<&[u8]>, u64, usize) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        let mut rest = key.to_vec();
        let (start, end) = (rest[2 * self.slot], rest[2 * self.slot + 1]);
        rest[2 * self.slot] = FREE;
        rest[2 * self.slot + 1] = FREE;
        // The source needs no arc in, the target none out.
        let start = if self.is_source { END } else { start };
        let end = if self.is_target { END } else { end };
        match (start, end) {
            (FREE, FREE) => {
                give(Some(&rest), 1, 0)?;
                for &(tail, n_tails) in &self.tails {
                    for &(head, n_heads) in &self.heads {
                        if tail != head && rest[2 * tail + 1] == FREE && rest[2 * head] == FREE {
                            let mut key = rest.clone();
                            join(&mut key, name(tail), name(head));
                            give(Some(&key), n_tails * n_heads, 2)?;
                        }
                    }
                }
            }
            (start, FREE) => {
                for &(head, n_arcs) in &self.heads {
                    // The start of its own fragment would close a cycle.
                    if rest[2 * head] == FREE && start != name(head) {
                        let mut key = rest.clone();
                        join(&mut key, start, name(head));
                        give(Some(&key), n_arcs, 1)?;
                    }
                }
            }
            (FREE, end) => {
                for &(tail, n_arcs) in &self.tails {
                    if rest[2 * tail + 1] == FREE && end != name(tail) {
                        let mut key = rest.clone();
                        join(&mut key, name(tail), end);
                        give(Some(&key), n_arcs, 1)?;
                    }
                }
            }
            (END, END) => {
                // Other fragments would be left over.
                if rest.iter().all(|plug| *plug == FREE) {
                    give(None, 1, 0)?;
                }
            }
            (start, end) => {
                // Its own fragment would become a cycle.
                if start != name(self.slot) {
                    join(&mut rest, start, end);
                    give(Some(&rest), 1, 0)?;
                }
            }
        }
        Ok(())
    }
}

/// Notes that a fragment leads from `start` to `end`.
fn join(key: &mut [u8], start: u8, end: u8) {
    if start != END {
        key[2 * (start as usize - 1) + 1] = end;
    }
    if end != END {
        key[2 * (end as usize - 1)] = start;
    }
}
