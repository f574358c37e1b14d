//! Brute-force simple paths: an oracle that shares no code with `fsm`.

use std::collections::BTreeMap;

/// A transition ⟨s, γ, s′⟩ by numbers; actions are not looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arc {
    /// The state it leaves.
    pub from: usize,
    /// Its condition.
    pub condition: usize,
    /// The state it enters.
    pub to: usize,
}

/// Every path from `source` to `target` that repeats no state, as sequences of
/// arcs, each sequence once, in the order of the list of arcs. Where source and
/// target are one, the sequences that come back to it and repeat nothing else.
#[must_use]
pub fn simple_paths(arcs: &[Arc], source: usize, target: usize) -> Vec<Vec<Arc>> {
    let mut found = Vec::new();
    extend(arcs, target, &mut vec![source], &mut Vec::new(), &mut found);
    found
}

fn extend(
    arcs: &[Arc],
    target: usize,
    states: &mut Vec<usize>,
    path: &mut Vec<Arc>,
    found: &mut Vec<Vec<Arc>>,
) {
    let here = *states.last().unwrap();
    let mut tried = Vec::new();
    for &arc in arcs {
        if arc.from != here || tried.contains(&arc) {
            continue;
        }
        tried.push(arc);
        if arc.to == target {
            path.push(arc);
            found.push(path.clone());
            path.pop();
        } else if !states.contains(&arc.to) {
            states.push(arc.to);
            path.push(arc);
            extend(arcs, target, states, path, found);
            path.pop();
            states.pop();
        }
    }
}

/// How many paths there are of each length.
#[must_use]
pub fn histogram(paths: &[Vec<Arc>]) -> BTreeMap<usize, u64> {
    let mut counts = BTreeMap::new();
    for path in paths {
        *counts.entry(path.len()).or_default() += 1;
    }
    counts
}
