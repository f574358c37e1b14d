//! Proof skeletons: the tree of proof methods below a lemma.

mod measure;
mod parse;
mod print;

pub use measure::{Measure, Status};

use crate::goal::Goal;

/// Which node of a [`ProofSkeleton`]; nodes are numbered in order of the text,
/// the root is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The root of every proof.
    pub const ROOT: Self = Self(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method<'a> {
    /// Not proved; the reason the prover gives, such as `bound 5 hit`.
    Sorry(Option<Comment<'a>>),
    /// Simplification.
    Simplify,
    /// Induction over the trace.
    Induction,
    /// The constraints contradict each other; the reason, such as `cyclic`.
    Contradiction(Option<Comment<'a>>),
    /// The proof step no longer fits its theory.
    Invalidated(Option<Comment<'a>>),
    /// The prover cannot go on (reducible operators in subterms).
    Unfinishable(Option<Comment<'a>>),
    /// One goal is solved by cases.
    Solve(&'a Goal<'a>),
    /// A trace was found.
    Solved(Option<Comment<'a>>),
    /// Diff: start of the proof of observational equivalence.
    RuleEquivalence,
    /// Diff: one rule is looked at backwards.
    BackwardSearch,
    /// Diff: the other side has the same behaviour.
    Mirrored(Option<Comment<'a>>),
    /// Diff: a behaviour the other side has not.
    Attack(Option<Comment<'a>>),
    /// Diff: the prover cannot go on.
    UnfinishableDiff(Option<Comment<'a>>),
}

/// A comment that belongs to a method, with its exact text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comment<'a> {
    /// The text between the comment signs.
    pub text: &'a str,
    /// `// …` rather than `/* … */`.
    pub is_line: bool,
}

/// One node of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProofNode<'a> {
    /// What the node does.
    pub method: Method<'a>,
    /// The name behind `case`, where the node is one of several cases.
    pub case: Option<&'a str>,
    /// Diff: written inside `step( … )`.
    pub is_step: bool,
    /// The node above; none for the root.
    pub parent: Option<NodeId>,
    /// Number of nodes from the root to this one, itself included.
    pub depth: u32,
    /// One past the last node of the subtree; its nodes stand in one piece.
    pub end: NodeId,
}

impl<'a> ProofNode<'a> {
    /// The goal of a solve node.
    #[must_use]
    pub fn goal(&self) -> Option<&'a Goal<'a>> {
        match self.method {
            Method::Solve(goal) => Some(goal),
            _ => None,
        }
    }
}

/// A proof tree in one list, in the order of the text. Nothing about it is
/// recursive: a proof a million deep is read, walked, printed and dropped.
///
/// ```
/// use spthy_parse::{Arena, NodeId, parse_theory};
/// let arena = Arena::new();
/// let text = "theory T begin lemma L: \"T\" simplify solve( A( x ) ▶₀ #i ) \
///     case R1 by contradiction next case R2 SOLVED qed end";
/// let theory = parse_theory(text, &arena).theory;
/// let proof = theory.lemmas().next().unwrap().proof.as_ref().unwrap();
/// assert_eq!(proof.len(), 4);
/// let solve = proof.children(NodeId::ROOT).next().unwrap();
/// let cases: Vec<_> = proof.children(solve).filter_map(|id| proof[id].case).collect();
/// assert_eq!(cases, ["R1", "R2"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofSkeleton<'a> {
    nodes: Vec<ProofNode<'a>>,
}

impl<'a> ProofSkeleton<'a> {
    /// Number of nodes, which the prover calls steps; at least 1.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // never empty: there is always a root
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes in the order of the text.
    #[must_use]
    pub fn nodes(&self) -> &[ProofNode<'a>] {
        &self.nodes
    }

    /// The nodes directly below `id`, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.nodes[id.index()].end;
        let mut next = NodeId(id.0 + 1);
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = next;
                next = self.nodes[child.index()].end;
                child
            })
        })
    }

    /// The ids of all nodes in order.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)).map(NodeId)
    }
}

impl<'a> std::ops::Index<NodeId> for ProofSkeleton<'a> {
    type Output = ProofNode<'a>;

    fn index(&self, id: NodeId) -> &ProofNode<'a> {
        &self.nodes[id.index()]
    }
}
