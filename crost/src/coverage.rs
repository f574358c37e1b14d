//! Algorithm 1 of the paper, on tries.
//!
//! A target path p is covered iff it is a subsequence of some generated path.
//! Generated paths that end where an earliest match of p ends stand for all that
//! have it, and for p followed by a label only continuations of them are looked
//! at. One walk over both tries does all paths: it follows one match as far as it
//! goes and turns to the next only for what is not covered yet.

use crate::path::{PathId, PathTrie, number};
use rustc_hash::FxHashMap;

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
    walk(target, |label, below, last| {
        let places = places.of(label);
        let end = below.map_or(u32::MAX, |below| generated.end(below));
        // What continues the last match is no earliest match.
        let least = match (last, below) {
            (Some(last), _) => generated.end(last),
            (None, Some(below)) => below.0 + 1,
            (None, None) => 0,
        };
        let place = places.partition_point(|&place| place < least);
        let place = places.get(place).filter(|&&place| place < end)?;
        Some(PathId(*place))
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
    walk(target, |label, below, last| match (below, last) {
        (Some(below), None) => next.get(&(below, label)).map(|&place| PathId(place)),
        (Some(_), Some(_)) => None,
        (None, last) => {
            let places = places.of(label);
            let place = last.map_or(0, |last| places.partition_point(|&place| place <= last.0));
            places.get(place).map(|&place| PathId(place))
        }
    })
}

/// A target path and a generated one that covers it.
struct Visit {
    /// Where the generated path ends; none for the empty path.
    at: Option<PathId>,
    /// The continuation of the target path that is looked at, and its last match.
    next: u32,
    last: Option<PathId>,
    /// One past the last continuation of the target path.
    end: u32,
    /// Whether everything so far below the target path is covered.
    is_whole: bool,
}

/// Walks over the target's trie. `next(label, at, last)` is the first match of a
/// label below a generated path (none: anywhere) that comes behind the last one.
fn walk(
    target: &PathTrie,
    mut next: impl FnMut(u32, Option<PathId>, Option<PathId>) -> Option<PathId>,
) -> Coverage {
    let mut witnesses: Vec<Option<PathId>> = vec![None; target.len()];
    // Of which paths all continuations are covered too.
    let mut is_whole = vec![false; target.len()];
    let mut visits = vec![Visit {
        at: None,
        next: 0,
        last: None,
        end: number(target.len()),
        is_whole: true,
    }];
    while let Some(visit) = visits.last_mut() {
        if visit.next == visit.end {
            let is_covered = visit.is_whole;
            visits.pop();
            if let Some(above) = visits.last() {
                is_whole[above.next as usize] = is_covered;
            }
            continue;
        }
        let path = PathId(visit.next);
        let place = if is_whole[path.0 as usize] {
            None
        } else {
            next(target.label(path), visit.at, visit.last)
        };
        if let Some(place) = place {
            witnesses[path.0 as usize].get_or_insert(place);
            visit.last = Some(place);
            visits.push(Visit {
                at: Some(place),
                next: path.0 + 1,
                last: None,
                end: target.end(path),
                is_whole: true,
            });
        } else {
            visit.is_whole &= is_whole[path.0 as usize];
            visit.next = target.end(path);
            visit.last = None;
        }
    }
    Coverage { witnesses }
}
