//! The generated path that has most goals of an uncovered one, in order.

use crate::path::{PathId, PathTrie};

/// Two paths that have goals in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nearest {
    /// An uncovered path of the target that starts with the parting.
    pub target: PathId,
    /// A generated path.
    pub generated: PathId,
    /// Length of their longest common subsequence.
    pub n_common: u32,
}

/// Looks for nearest paths until so many pairs of paths have been compared.
pub(super) struct Search<'t> {
    target: &'t PathTrie,
    generated: &'t PathTrie,
    lengths: [Vec<u32>; 2],
    budget: usize,
}

/// A row holds, for each generated path, the length of the longest common
/// subsequence with one target path. This many numbers fit in memory at once and
/// are counted in less than a second.
const BUDGET: usize = 50_000_000;

impl<'t> Search<'t> {
    pub(super) fn new(target: &'t PathTrie, generated: &'t PathTrie) -> Self {
        Self {
            target,
            generated,
            lengths: [lengths(target), lengths(generated)],
            budget: BUDGET,
        }
    }

    fn cost(&self, parting: PathId) -> usize {
        let n_above = self.lengths[0][parting.0 as usize] - 1;
        let n_rows = n_above + self.target.end(parting) - parting.0;
        (n_rows as usize).saturating_mul(self.generated.len())
    }

    /// Whether the budget is enough for a search.
    pub(super) fn can_find(&self, parting: PathId) -> bool {
        self.cost(parting) <= self.budget
    }

    /// Of the paths that start with `parting` and of all generated paths those
    /// with most labels in common; of several those with fewest others, then the
    /// first. None where nothing is in common, or where the budget is spent.
    pub(super) fn find(&mut self, parting: PathId) -> Option<Nearest> {
        self.budget = self.budget.checked_sub(self.cost(parting))?;
        let [of_target, of_generated] = &self.lengths;
        let depth = of_target[parting.0 as usize] as usize;
        let end = self.target.end(parting);
        // Rows of the path at hand, that of the empty path first.
        let mut rows = vec![vec![0; self.generated.len()]];
        let above: Vec<u32> = self.target.labels_of(parting);
        for &label in &above[..depth - 1] {
            self.push(&mut rows, label);
        }
        let mut best: Option<(Nearest, u32)> = None;
        for path in (parting.0..end).map(PathId) {
            let length = of_target[path.0 as usize];
            rows.truncate(length as usize);
            self.push(&mut rows, self.target.label(path));
            for (generated, &n_common) in self.generated.ids().zip(rows.last()?) {
                let others = length + of_generated[generated.0 as usize] - 2 * n_common;
                let is_better = best
                    .is_none_or(|(nearest, least)| (n_common, least) > (nearest.n_common, others));
                if n_common > 0 && is_better {
                    let nearest = Nearest {
                        target: path,
                        generated,
                        n_common,
                    };
                    best = Some((nearest, others));
                }
            }
        }
        best.map(|(nearest, _)| nearest)
    }

    /// Appends the row of the last row's path followed by a label.
    fn push(&self, rows: &mut Vec<Vec<u32>>, label: u32) {
        let Some(above) = rows.last() else { return };
        let mut row: Vec<u32> = Vec::with_capacity(above.len());
        for (at, id) in self.generated.ids().enumerate() {
            let before = self.generated.parent(id).map(|id| id.0 as usize);
            let (diagonal, left) = before.map_or((0, 0), |id| (above[id], row[id]));
            row.push(if self.generated.label(id) == label {
                diagonal + 1
            } else {
                left.max(above[at])
            });
        }
        rows.push(row);
    }
}

fn lengths(trie: &PathTrie) -> Vec<u32> {
    let mut lengths: Vec<u32> = Vec::with_capacity(trie.len());
    for id in trie.ids() {
        lengths.push(1 + trie.parent(id).map_or(0, |above| lengths[above.0 as usize]));
    }
    lengths
}

/// Where two sequences of labels agree and where not, by a longest common
/// subsequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// A label of both.
    Both(u32),
    /// A label of the first only.
    Target(u32),
    /// A label of the second only.
    Generated(u32),
}

/// Aligns a target path with a generated one.
///
/// ```
/// use crost::explain::{Side, align};
/// assert_eq!(
///     align(&[1, 2, 3], &[1, 4, 3]),
///     [Side::Both(1), Side::Target(2), Side::Generated(4), Side::Both(3)]
/// );
/// ```
#[must_use]
pub fn align(target: &[u32], generated: &[u32]) -> Vec<Side> {
    // Lengths of longest common subsequences of the rests.
    let mut common = vec![vec![0_u32; generated.len() + 1]; target.len() + 1];
    for at in (0..target.len()).rev() {
        for other in (0..generated.len()).rev() {
            common[at][other] = if target[at] == generated[other] {
                common[at + 1][other + 1] + 1
            } else {
                common[at + 1][other].max(common[at][other + 1])
            };
        }
    }
    let mut sides = Vec::new();
    let (mut at, mut other) = (0, 0);
    loop {
        match (target.get(at), generated.get(other)) {
            (Some(left), Some(right)) if left == right => {
                sides.push(Side::Both(*left));
                (at, other) = (at + 1, other + 1);
            }
            (Some(left), right)
                if right.is_none() || common[at + 1][other] >= common[at][other + 1] =>
            {
                sides.push(Side::Target(*left));
                at += 1;
            }
            (_, Some(right)) => {
                sides.push(Side::Generated(*right));
                other += 1;
            }
            (_, None) => return sides,
        }
    }
}

/// Aligns a target path with a generated one by the earliest match, as coverage
/// does: in time that is linear, for paths of any length.
#[must_use]
pub fn align_earliest(target: &[u32], generated: &[u32]) -> Vec<Side> {
    let mut rest = target.iter();
    let mut wanted = rest.next();
    let mut sides = Vec::new();
    for &label in generated {
        if wanted == Some(&label) {
            sides.push(Side::Both(label));
            wanted = rest.next();
        } else {
            sides.push(Side::Generated(label));
        }
    }
    sides.extend(
        wanted
            .into_iter()
            .chain(rest)
            .map(|&label| Side::Target(label)),
    );
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::PathTrieBuilder;

    fn trie(paths: &[&[u32]]) -> PathTrie {
        let mut builder = PathTrieBuilder::default();
        for path in paths {
            let mut above = None;
            for &label in *path {
                above = Some(builder.add(above, label));
            }
        }
        builder.build().0
    }

    #[test]
    fn the_pair_with_most_in_common_is_found() {
        let target = trie(&[&[9, 1, 2], &[9, 1, 3, 4]]);
        let generated = trie(&[&[8, 1, 3, 7], &[8, 1, 3, 7, 4], &[2]]);
        let nearest = Search::new(&target, &generated).find(PathId(0));
        let nearest = nearest.expect("labels are shared");
        assert_eq!(nearest.n_common, 3);
        assert_eq!(target.labels_of(nearest.target), [9, 1, 3, 4]);
        assert_eq!(generated.labels_of(nearest.generated), [8, 1, 3, 7, 4]);
        // Of the paths below the parting only: 9, 1, 2 has the lone 2 in common, or 1.
        let two = target.ids().find(|&id| target.label(id) == 2);
        let nearest = Search::new(&target, &generated).find(two.expect("a path ends with 2"));
        assert_eq!(nearest.map(|nearest| nearest.n_common), Some(1));
    }

    #[test]
    fn nothing_in_common_is_not_near() {
        let (target, generated) = (trie(&[&[1]]), trie(&[&[2]]));
        assert_eq!(Search::new(&target, &generated).find(PathId(0)), None);
        let nothing = trie(&[]);
        assert_eq!(Search::new(&target, &nothing).find(PathId(0)), None);
    }

    #[test]
    fn an_earliest_match_is_that_of_coverage() {
        let sides = align_earliest(&[1, 2, 3, 2], &[1, 4, 2, 2]);
        let expected = [
            Side::Both(1),
            Side::Generated(4),
            Side::Both(2),
            Side::Generated(2),
            Side::Target(3),
            Side::Target(2),
        ];
        assert_eq!(sides, expected);
    }

    #[test]
    fn a_spent_budget_finds_nothing() {
        let (target, generated) = (trie(&[&[1]]), trie(&[&[1]]));
        let mut search = Search::new(&target, &generated);
        search.budget = 1;
        assert!(search.find(PathId(0)).is_some());
        assert_eq!(search.find(PathId(0)), None);
    }
}
