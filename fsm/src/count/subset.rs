//! Dynamic programming over the sets of vertices that paths have.

use super::{CountError, Part};
use num_bigint::BigUint;
use std::collections::HashMap;

/// Paths from the source by the set of their vertices and their last vertex.
type Layer = HashMap<(Box<[u64]>, u32), BigUint>;

/// At each number of arcs, how many simple paths have that many.
///
/// Layer k holds, for each set of k + 1 vertices and each vertex of it, how many
/// paths from the source have just that set and end in that vertex.
pub(super) fn count(part: &Part, max_bytes: usize) -> Result<Vec<BigUint>, CountError> {
    let n_words = part.leaving.len().div_ceil(64);
    // A set, a number of about as many words, and what a table needs beside them.
    let entry_bytes = 16 * n_words + 96;
    let mut counts = vec![BigUint::ZERO];
    let mut set = vec![0u64; n_words].into_boxed_slice();
    insert(&mut set, part.source);
    let mut layer = Layer::from([((set, part.source), BigUint::from(1u32))]);
    while !layer.is_empty() {
        let mut next = Layer::new();
        let mut arrived = BigUint::ZERO;
        for ((set, last), n_paths) in &layer {
            for &(head, multiplicity) in &part.leaving[*last as usize] {
                if head == part.target {
                    arrived += n_paths * multiplicity;
                } else if set[head as usize / 64] >> (head % 64) & 1 == 0 {
                    let mut larger = set.clone();
                    insert(&mut larger, head);
                    *next.entry((larger, head)).or_default() += n_paths * multiplicity;
                }
            }
            if (layer.len() + next.len()).saturating_mul(entry_bytes) > max_bytes {
                return Err(CountError::TooMuchMemory { max_bytes });
            }
        }
        counts.push(arrived);
        layer = next;
    }
    Ok(counts)
}

fn insert(set: &mut [u64], vertex: u32) {
    set[vertex as usize / 64] |= 1 << (vertex % 64);
}
