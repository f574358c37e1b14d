//! Algorithm 1 of the paper, on tries.
//!
//! A target path p is covered iff it is a subsequence of some generated path.
//! The *frontier* of p is the set of generated paths that end where an earliest
//! match of p ends: none of them continues another. The frontier of p followed by
//! a label is found among the continuations of p's frontier, so one walk over the
//! target's trie does all paths, and where a frontier is empty the whole subtree
//! is uncovered.

use crate::path::{PathId, PathTrie, number};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// For each path of a target whether a generated path covers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    witnesses: Vec<Option<PathId>>,
}

impl Coverage {
    /// The generated path that covers a target path: the first in preorder that
    /// ends with an earliest match; none for an uncovered path.
    #[must_use]
    pub fn witness(&self, path: PathId) -> Option<PathId> {
        self.witnesses[path.0 as usize]
    }

    /// Whether a target path is covered.
    #[must_use]
    pub fn is_covered(&self, path: PathId) -> bool {
        self.witness(path).is_some()
    }

    /// Number of target paths.
    #[must_use]
    pub fn len(&self) -> usize {
        self.witnesses.len()
    }

    /// Whether the target has no path.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.witnesses.is_empty()
    }

    /// Number of covered paths.
    #[must_use]
    pub fn n_covered(&self) -> usize {
        self.witnesses.iter().flatten().count()
    }
}

/// Where each label ends a generated path, in preorder.
struct Places {
    starts: Vec<u32>,
    paths: Vec<u32>,
}

impl Places {
    fn new(trie: &PathTrie) -> Self {
        let n_labels = trie.ids().map(|id| trie.label(id) + 1).max().unwrap_or(0);
        let mut starts = vec![0_u32; n_labels as usize + 1];
        for id in trie.ids() {
            starts[trie.label(id) as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut paths = vec![0; trie.len()];
        for id in trie.ids() {
            let place = &mut next[trie.label(id) as usize];
            paths[*place as usize] = id.0;
            *place += 1;
        }
        Self { starts, paths }
    }

    fn of(&self, label: u32) -> &[u32] {
        let label = label as usize;
        match (self.starts.get(label), self.starts.get(label + 1)) {
            (Some(&start), Some(&end)) => &self.paths[start as usize..end as usize],
            _ => &[],
        }
    }
}

/// Which paths of `target` are covered by `generated`; both use one numbering of
/// labels.
///
/// ```
/// use crost::coverage::cover;
/// use crost::path::PathTrieBuilder;
/// let mut target = PathTrieBuilder::default();
/// let a = target.add(None, 0);
/// target.add(Some(a), 2);
/// let (target, _) = target.build();
/// let mut generated = PathTrieBuilder::default();
/// let a = generated.add(None, 0);
/// let b = generated.add(Some(a), 1);
/// generated.add(Some(b), 2);
/// let (generated, _) = generated.build();
/// assert_eq!(cover(&target, &generated).n_covered(), 2);
/// assert_eq!(cover(&generated, &target).n_covered(), 1);
/// ```
#[must_use]
pub fn cover(target: &PathTrie, generated: &PathTrie) -> Coverage {
    let places = Places::new(generated);
    walk(target, |label, above, frontiers| {
        let mut rest = places.of(label);
        let Some(above) = above else {
            return first_ends(generated, rest, frontiers);
        };
        for at in above {
            let start = PathId(frontiers[at]);
            rest = from_least(rest, start.0 + 1);
            let end = generated.end(start);
            let (inside, behind) = rest.split_at(rest.partition_point(|&path| path < end));
            first_ends(generated, inside, frontiers);
            rest = behind;
        }
    })
}

/// Which paths of `target` are, without gaps, a part of a generated path; see
/// [`cover`].
#[must_use]
pub fn cover_contiguous(target: &PathTrie, generated: &PathTrie) -> Coverage {
    let places = Places::new(generated);
    let next: FxHashMap<(PathId, u32), u32> = generated
        .ids()
        .filter_map(|id| Some(((generated.parent(id)?, generated.label(id)), id.0)))
        .collect();
    walk(target, |label, above, frontiers| match above {
        None => frontiers.extend(places.of(label)),
        Some(above) => {
            for at in above {
                frontiers.extend(next.get(&(PathId(frontiers[at]), label)));
            }
        }
    })
}

/// Walks over the target's trie with the frontier of each path, which
/// `extend(label, above, frontiers)` appends to the list of frontiers: `above` is
/// where the frontier of the path without its last label stands there, none for
/// that of the empty path.
fn walk(
    target: &PathTrie,
    mut extend: impl FnMut(u32, Option<Range<usize>>, &mut Vec<u32>),
) -> Coverage {
    let mut witnesses = vec![None; target.len()];
    let mut frontiers: Vec<u32> = Vec::new();
    // For each path from the root to the current one: one past its last
    // continuation, and where its frontier stands.
    let mut above: Vec<(u32, Range<usize>)> = Vec::new();
    let mut at = 0;
    while at < number(target.len()) {
        while above.last().is_some_and(|&(end, _)| end <= at) {
            above.pop();
        }
        let parent = above.last().map(|(_, range)| range.clone());
        let start = parent.as_ref().map_or(0, |range| range.end);
        frontiers.truncate(start);
        let id = PathId(at);
        extend(target.label(id), parent, &mut frontiers);
        match frontiers.get(start) {
            Some(&first) => {
                witnesses[at as usize] = Some(PathId(first));
                above.push((target.end(id), start..frontiers.len()));
                at += 1;
            }
            None => at = target.end(id),
        }
    }
    Coverage { witnesses }
}

/// Those of `paths` that continue no other of them.
fn first_ends(trie: &PathTrie, mut paths: &[u32], out: &mut Vec<u32>) {
    while let Some(&first) = paths.first() {
        out.push(first);
        paths = from_least(paths, trie.end(PathId(first)));
    }
}

/// The part of a sorted list from the first that is at least `least`; found by
/// doubling steps, since it is near most of the time.
fn from_least(paths: &[u32], least: u32) -> &[u32] {
    let mut step = 1;
    while step < paths.len() && paths[step] < least {
        step *= 2;
    }
    let within = &paths[..paths.len().min(step + 1)];
    &paths[within.partition_point(|&path| path < least)..]
}
