//! One side of a comparison: the paths of some proof trees.

use crate::forest::ProofTree;
use crate::path::{PathId, PathTrie, PathTrieBuilder};

/// The paths of some trees, and which solve node ends which path.
#[derive(Debug, Clone)]
pub struct View {
    /// The set of paths.
    pub trie: PathTrie,
    /// For each tree, for each of its solve nodes the path that ends there; none
    /// where the label is left out.
    pub places: Vec<Vec<Option<PathId>>>,
    /// For each path the first tree and solve node that has it.
    pub first: Vec<(u32, u32)>,
    /// For each path how many solve nodes end it.
    pub n_nodes: Vec<u64>,
}

impl View {
    /// The paths of `trees`, over the numbers that `number` gives to labels; a
    /// label without a number is left out of every path and ends none.
    pub fn new<'a>(
        trees: impl IntoIterator<Item = &'a ProofTree>,
        number: impl Fn(crate::LabelId) -> Option<u32>,
    ) -> Self {
        let mut builder = PathTrieBuilder::default();
        let mut provisional: Vec<Vec<(Option<u32>, bool)>> = Vec::new();
        for tree in trees {
            let mut ends: Vec<(Option<u32>, bool)> = Vec::with_capacity(tree.solves.len());
            for solve in &tree.solves {
                let above = solve.parent.and_then(|parent| ends[parent as usize].0);
                ends.push(match number(solve.label) {
                    Some(label) => (Some(builder.add(above, label)), true),
                    None => (above, false),
                });
            }
            provisional.push(ends);
        }
        let (trie, ids) = builder.build();
        let mut first = vec![(0, 0); trie.len()];
        let mut n_nodes = vec![0; trie.len()];
        let mut places = Vec::with_capacity(provisional.len());
        for (tree, ends) in (0..).zip(provisional) {
            let mut paths = Vec::with_capacity(ends.len());
            for (solve, (end, is_end)) in (0..).zip(ends) {
                let path = end.filter(|_| is_end).map(|end| ids[end as usize]);
                if let Some(path) = path {
                    let n = &mut n_nodes[path.0 as usize];
                    if *n == 0 {
                        first[path.0 as usize] = (tree, solve);
                    }
                    *n += 1;
                }
                paths.push(path);
            }
            places.push(paths);
        }
        Self {
            trie,
            places,
            first,
            n_nodes,
        }
    }

    /// The distinct paths of one tree, sorted.
    #[must_use]
    pub fn paths_of(&self, tree: usize) -> Vec<PathId> {
        let mut paths: Vec<PathId> = self.places[tree].iter().flatten().copied().collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }
}
