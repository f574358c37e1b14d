//! Counting nodes, solves and paths, and what a proof's leaves say of its lemma.

use super::{Method, ProofSkeleton};
use crate::goal::Goal;
use crate::lemma::TraceQuantifier;
use rustc_hash::FxHashMap;

/// Sizes of a proof. Lengths of paths count solve nodes only; a path runs from
/// the root to a solve node, that node included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct Measure {
    /// All nodes; what the prover prints as steps.
    pub steps: u64,
    /// Nodes that solve a goal.
    pub solve_nodes: u64,
    /// Most nodes from the root to a leaf.
    pub max_depth: u64,
    /// Most solve nodes from the root to a leaf.
    pub max_solves_on_path: u64,
    /// Sum of the lengths of all paths.
    pub sum_path_lengths: u64,
    /// Paths that differ in the goals on them; goals are compared as written,
    /// up to white space. Names of cases are no part of a path.
    pub distinct_raw_paths: u64,
}

/// What a proof shows of its lemma, in the words of the prover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
pub enum Status {
    /// The lemma holds.
    #[serde(rename = "verified")]
    Verified,
    /// A trace contradicts the lemma, or two sides differ.
    #[serde(rename = "falsified - found trace")]
    FalsifiedTrace,
    /// No trace has the property that one should have.
    #[serde(rename = "falsified - no trace found")]
    FalsifiedNoTrace,
    /// A part is not proved.
    #[serde(rename = "analysis incomplete")]
    Incomplete,
    /// Nothing is known.
    #[serde(rename = "analysis undetermined")]
    Undetermined,
    /// The prover could not go on.
    #[serde(rename = "analysis cannot be finished (reducible operators in subterms)")]
    Unfinishable,
    /// A step no longer fits the theory.
    #[serde(rename = "proof has been invalidated")]
    Invalidated,
}

impl Status {
    const ALL: [Self; 7] = [
        Self::Verified,
        Self::FalsifiedTrace,
        Self::FalsifiedNoTrace,
        Self::Incomplete,
        Self::Undetermined,
        Self::Unfinishable,
        Self::Invalidated,
    ];

    /// The words the prover prints.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::FalsifiedTrace => "falsified - found trace",
            Self::FalsifiedNoTrace => "falsified - no trace found",
            Self::Incomplete => "analysis incomplete",
            Self::Undetermined => "analysis undetermined",
            Self::Unfinishable => "analysis cannot be finished (reducible operators in subterms)",
            Self::Invalidated => "proof has been invalidated",
        }
    }

    /// The status of these words; none for others.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.text() == text)
    }
}

impl ProofSkeleton<'_> {
    /// Counts nodes, solves and paths in one pass.
    #[must_use]
    pub fn measure(&self) -> Measure {
        let mut labels: FxHashMap<&Goal<'_>, u32> = FxHashMap::default();
        let mut trie: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        // For each node: solves on its path, and where in the trie it stands.
        let mut places: Vec<(u32, u32)> = Vec::with_capacity(self.nodes.len());
        let mut measure = Measure {
            steps: self.nodes.len() as u64,
            ..Measure::default()
        };
        for node in &self.nodes {
            let (mut solves, mut place) = node.parent.map_or((0, 0), |above| places[above.index()]);
            if let Method::Solve(goal) = node.method {
                let n_labels = count(labels.len());
                let label = *labels.entry(goal).or_insert(n_labels);
                let fresh = count(trie.len()) + 1;
                place = *trie.entry((place, label)).or_insert(fresh);
                solves += 1;
                measure.solve_nodes += 1;
                measure.sum_path_lengths += u64::from(solves);
                measure.max_solves_on_path = measure.max_solves_on_path.max(u64::from(solves));
            }
            measure.max_depth = measure.max_depth.max(u64::from(node.depth));
            places.push((solves, place));
        }
        measure.distinct_raw_paths = trie.len() as u64;
        measure
    }

    /// What the leaves show of a lemma with this quantifier. A found trace
    /// proves a lemma that asks for one and refutes one that speaks of all.
    #[must_use]
    pub fn status(&self, quantifier: TraceQuantifier) -> Status {
        let any =
            |wanted: fn(&Method<'_>) -> bool| self.nodes.iter().any(|node| wanted(&node.method));
        if any(|method| matches!(method, Method::Solved(_))) {
            return match quantifier {
                TraceQuantifier::AllTraces => Status::FalsifiedTrace,
                TraceQuantifier::ExistsTrace => Status::Verified,
            };
        }
        if any(|method| matches!(method, Method::Attack(_))) {
            return Status::FalsifiedTrace;
        }
        if any(|method| matches!(method, Method::Invalidated(_))) {
            return Status::Invalidated;
        }
        if any(|method| matches!(method, Method::Sorry(_))) || self.has_open_leaf() {
            return Status::Incomplete;
        }
        if any(|method| {
            matches!(
                method,
                Method::Unfinishable(_) | Method::UnfinishableDiff(_)
            )
        }) {
            return Status::Unfinishable;
        }
        match quantifier {
            TraceQuantifier::AllTraces => Status::Verified,
            TraceQuantifier::ExistsTrace => Status::FalsifiedNoTrace,
        }
    }

    /// Whether a leaf is a method that leaves something to do: after an induction
    /// there is always another step. Simplification may leave no case.
    fn has_open_leaf(&self) -> bool {
        self.ids().any(|id| {
            let node = &self[id];
            node.end.0 == id.0 + 1
                && matches!(node.method, Method::Induction | Method::RuleEquivalence)
        })
    }

    /// Whether any node is `sorry`, and whether all there is, is `sorry`.
    #[must_use]
    pub fn is_sorry(&self) -> (bool, bool) {
        let any = self
            .nodes
            .iter()
            .any(|node| matches!(node.method, Method::Sorry(_)));
        (any, any && self.nodes.len() == 1)
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
