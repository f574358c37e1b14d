//! Generated labels that ask for the same as a target label, of another fact.

use super::fact::{common_prefix, head, shape};
use crate::compare::Comparison;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Labels that only the generated side has, by what they ask for, whatever the
/// fact.
pub(super) struct SimilarLabels {
    by_shape: FxHashMap<String, Candidates>,
}

impl SimilarLabels {
    pub(super) fn new(comparison: &Comparison<'_>) -> Self {
        let trie = &comparison.generated_paths.trie;
        let n_target = comparison.target.labels.all().len();
        let numbers: BTreeSet<u32> = trie
            .ids()
            .map(|id| trie.label(id))
            .filter(|&number| number as usize >= n_target)
            .collect();
        let mut by_shape: FxHashMap<String, Candidates> = FxHashMap::default();
        for number in numbers {
            let text = comparison.label(number);
            if let (Some(shape), Some(name)) = (shape(text), head(text)) {
                let candidates = by_shape.entry(shape).or_default();
                candidates.names.push((name.to_owned(), number));
            }
        }
        for candidates in by_shape.values_mut() {
            candidates.names.sort();
        }
        Self { by_shape }
    }

    /// The label of the same shape whose fact has most of the name in common, the
    /// first of several. It is never the label itself, which the target has.
    pub(super) fn find(&mut self, wanted: &str) -> Option<u32> {
        let name = head(wanted)?;
        self.by_shape.get_mut(&shape(wanted)?)?.nearest(name)
    }
}

/// Names of facts and the labels that ask for them, sorted.
#[derive(Default)]
struct Candidates {
    names: Vec<(String, u32)>,
    /// The first label of each range of names that was asked for. Ranges share a
    /// prefix, so that all of them together are no longer than the names.
    first: FxHashMap<(usize, usize), u32>,
}

impl Candidates {
    fn nearest(&mut self, name: &str) -> Option<u32> {
        let names = &self.names;
        // The longest common prefix is one with a neighbour in the order.
        let at = names.partition_point(|(other, _)| &**other < name);
        let neighbours = names.iter().skip(at.saturating_sub(1)).take(2);
        let length = neighbours
            .map(|(other, _)| common_prefix(name, other))
            .max()?;
        // Names are ASCII.
        let prefix = name.get(..length)?;
        let start = names.partition_point(|(other, _)| &**other < prefix);
        let behind = names.get(start..)?;
        let n = behind.partition_point(|(other, _)| other.starts_with(prefix));
        let range = (start, start + n);
        if let Some(&first) = self.first.get(&range) {
            return Some(first);
        }
        let numbers = behind.iter().take(n).map(|(_, number)| *number);
        let first = numbers.min()?;
        self.first.insert(range, first);
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_the_one_of_all_pairs() {
        let all = [
            "Accept", "AcceptP", "Ac", "B", "Begin", "Be", "AcceptQ2", "Z_1", "AcB",
        ];
        let wanted = [
            "AcceptP2", "AcceptR", "A", "Accepted", "C", "Bend", "Zed", "AA", "Z_", "Aczz",
        ];
        for n in 0..=all.len() {
            let mut names: Vec<(String, u32)> = (0..)
                .zip(all.iter().take(n))
                .map(|(at, name)| ((*name).to_owned(), 7 * at % 11))
                .collect();
            let of_all = |name: &str| {
                let key = |(other, number): &&(String, u32)| {
                    (common_prefix(name, other), std::cmp::Reverse(*number))
                };
                names.iter().max_by_key(key).map(|(_, number)| *number)
            };
            let expected = wanted.map(of_all);
            names.sort();
            let mut candidates = Candidates {
                names,
                ..Candidates::default()
            };
            for _ in 0..2 {
                assert_eq!(wanted.map(|name| candidates.nearest(name)), expected);
            }
        }
    }
}
