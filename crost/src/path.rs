//! Root-to-solve paths, as a trie.

use rustc_hash::FxHashMap;

/// Which node of a [`PathTrie`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PathId(pub u32);

/// A set of paths closed under prefixes: one node a path, that of its last label.
///
/// Nodes stand in preorder, so a subtree is an interval of numbers. The empty
/// path is no node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PathTrie {
    labels: Vec<u32>,
    parents: Vec<Option<PathId>>,
    ends: Vec<u32>,
}

impl PathTrie {
    /// Number of distinct paths.
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no path at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// All paths in preorder.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = PathId> + use<> {
        (0..number(self.len())).map(PathId)
    }

    /// The last label of a path.
    #[must_use]
    pub fn label(&self, id: PathId) -> u32 {
        self.labels[id.0 as usize]
    }

    /// The path without its last label; none for a path of one label.
    #[must_use]
    pub fn parent(&self, id: PathId) -> Option<PathId> {
        self.parents[id.0 as usize]
    }

    /// One past the last path that continues this one.
    #[must_use]
    pub fn end(&self, id: PathId) -> u32 {
        self.ends[id.0 as usize]
    }

    /// The paths that continue this one by one label.
    pub fn children(&self, id: PathId) -> impl Iterator<Item = PathId> + '_ {
        let end = self.end(id);
        let mut next = id.0 + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = PathId(next);
                next = self.end(child);
                child
            })
        })
    }

    /// The labels of a path, first to last.
    #[must_use]
    pub fn labels_of(&self, id: PathId) -> Vec<u32> {
        let mut labels: Vec<u32> = std::iter::successors(Some(id), |&id| self.parent(id))
            .map(|id| self.label(id))
            .collect();
        labels.reverse();
        labels
    }
}

pub(crate) fn number(n: usize) -> u32 {
    // Each path stands for a node of a proof, and texts are at most 4 GiB.
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Collects paths one node at a time.
#[derive(Debug, Default)]
pub struct PathTrieBuilder {
    nodes: FxHashMap<(u32, u32), u32>,
    labels: Vec<u32>,
    parents: Vec<u32>,
}

const ROOT: u32 = u32::MAX;

impl PathTrieBuilder {
    /// Adds the path that continues `above` (none: the empty path) by a label;
    /// returns a provisional number for it, the same for the same path.
    pub fn add(&mut self, above: Option<u32>, label: u32) -> u32 {
        let above = above.unwrap_or(ROOT);
        let next = number(self.labels.len());
        *self.nodes.entry((above, label)).or_insert_with(|| {
            self.labels.push(label);
            self.parents.push(above);
            next
        })
    }

    /// The trie, and for each provisional number the path it became.
    #[must_use]
    pub fn build(self) -> (PathTrie, Vec<PathId>) {
        let n = self.labels.len();
        // Sizes of subtrees: a child's number is larger than its parent's.
        let mut sizes = vec![1_u32; n];
        for (at, &parent) in self.parents.iter().enumerate().rev() {
            if parent != ROOT {
                sizes[parent as usize] += sizes[at];
            }
        }
        let mut ids = vec![PathId(0); n];
        // For each node, where its next child goes.
        let mut next = vec![0_u32; n];
        let mut next_root = 0;
        let mut trie = PathTrie {
            labels: vec![0; n],
            parents: vec![None; n],
            ends: vec![0; n],
        };
        for (at, &parent) in self.parents.iter().enumerate() {
            let place = if parent == ROOT {
                &mut next_root
            } else {
                &mut next[parent as usize]
            };
            let id = *place;
            *place += sizes[at];
            next[at] = id + 1;
            ids[at] = PathId(id);
            trie.labels[id as usize] = self.labels[at];
            trie.parents[id as usize] = (parent != ROOT).then(|| ids[parent as usize]);
            trie.ends[id as usize] = id + sizes[at];
        }
        (trie, ids)
    }
}
