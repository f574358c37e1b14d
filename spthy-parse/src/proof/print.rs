//! Writing proofs as the prover does.

use super::{Comment, Method, NodeId, ProofNode, ProofSkeleton};
use std::fmt::{self, Display, Write};

/// Deepest indentation written; a deeper proof stays readable and its text
/// stays linear in its size.
const MAX_INDENT: usize = 30;

impl Display for Comment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_line {
            write!(f, "//{}", self.text)
        } else {
            write!(f, "/*{}*/", self.text)
        }
    }
}

impl Display for Method<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, comment) = match self {
            Self::Simplify => ("simplify", &None),
            Self::Induction => ("induction", &None),
            Self::RuleEquivalence => ("rule-equivalence", &None),
            Self::BackwardSearch => ("backward-search", &None),
            Self::Solve(goal) => return write!(f, "solve( {goal} )"),
            Self::Sorry(comment) => ("sorry", comment),
            Self::Contradiction(comment) => ("contradiction", comment),
            Self::Invalidated(comment) => ("INVALIDATED", comment),
            Self::Unfinishable(comment) => ("UNFINISHABLE", comment),
            Self::Solved(comment) => ("SOLVED", comment),
            Self::Mirrored(comment) => ("MIRRORED", comment),
            Self::Attack(comment) => ("ATTACK", comment),
            Self::UnfinishableDiff(comment) => ("UNFINISHABLEdiff", comment),
        };
        f.write_str(word)?;
        match comment {
            None => Ok(()),
            Some(comment) => write!(f, " {comment}"),
        }
    }
}

impl<'a> Method<'a> {
    /// The comment behind the method.
    #[must_use]
    pub fn comment(&self) -> Option<Comment<'a>> {
        match *self {
            Self::Sorry(comment)
            | Self::Contradiction(comment)
            | Self::Invalidated(comment)
            | Self::Unfinishable(comment)
            | Self::Solved(comment)
            | Self::Mirrored(comment)
            | Self::Attack(comment)
            | Self::UnfinishableDiff(comment) => comment,
            _ => None,
        }
    }
}

impl ProofNode<'_> {
    /// The method as the node's line has it, without `by`.
    pub(crate) fn write_method(&self, f: &mut impl Write) -> fmt::Result {
        let is_line = self.method.comment().is_some_and(|comment| comment.is_line);
        match (self.is_step, is_line) {
            (false, _) => write!(f, "{}", self.method),
            (true, false) => write!(f, "step( {} )", self.method),
            // A line comment would swallow the parenthesis.
            (true, true) => write!(f, "step( {}\n)", self.method),
        }
    }
}

impl Display for ProofSkeleton<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is still to be written, last first.
        enum Piece {
            Node(NodeId, usize),
            Word(&'static str, usize),
        }
        let mut pieces = vec![Piece::Node(NodeId::ROOT, 0)];
        while let Some(piece) = pieces.pop() {
            let (id, indent) = match piece {
                Piece::Word(word, indent) => {
                    write_line(f, indent)?;
                    f.write_str(word)?;
                    continue;
                }
                Piece::Node(id, indent) => (id, indent),
            };
            let node = &self[id];
            let mut children = self.children(id);
            let first = children.next();
            if id != NodeId::ROOT {
                write_line(f, indent)?;
            }
            if let Some(case) = node.case {
                write!(f, "case {case}")?;
                write_line(f, indent)?;
            }
            let stands_alone = matches!(node.method, Method::Solved(_) | Method::Mirrored(_));
            if first.is_none() && !stands_alone {
                f.write_str("by ")?;
            }
            node.write_method(f)?;
            let Some(first) = first else { continue };
            if self[first].case.is_none() {
                pieces.push(Piece::Node(first, indent));
                continue;
            }
            pieces.push(Piece::Word("qed", indent));
            let cases: Vec<NodeId> = std::iter::once(first).chain(children).collect();
            for (at, &child) in cases.iter().enumerate().rev() {
                pieces.push(Piece::Node(child, indent + 1));
                if at > 0 {
                    pieces.push(Piece::Word("next", indent));
                }
            }
        }
        Ok(())
    }
}

fn write_line(f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
    let width = 2 * indent.min(MAX_INDENT);
    write!(f, "\n{:width$}", "")
}
