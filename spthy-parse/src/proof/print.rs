//! Writing proofs as the prover does.

use super::{Comment, Method, NodeId, ProofNode, ProofSkeleton};
use crate::layout::{Layout, Out};
use std::fmt::{self, Display};

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

impl Method<'_> {
    fn print<O: Out + ?Sized>(&self, out: &mut O) -> fmt::Result {
        out.text(self.word())?;
        match self {
            Self::Solve(goal) => {
                out.text("( ")?;
                goal.print(out)?;
                out.text(" )")
            }
            _ => match self.comment() {
                None => Ok(()),
                Some(comment) => out.show(format_args!(" {comment}")),
            },
        }
    }
}

impl Display for Method<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f)
    }
}

impl<'a> Method<'a> {
    /// The word that the method starts with.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Sorry(_) => "sorry",
            Self::Simplify => "simplify",
            Self::Induction => "induction",
            Self::Contradiction(_) => "contradiction",
            Self::Invalidated(_) => "INVALIDATED",
            Self::Unfinishable(_) => "UNFINISHABLE",
            Self::Solve(_) => "solve",
            Self::Solved(_) => "SOLVED",
            Self::RuleEquivalence => "rule-equivalence",
            Self::BackwardSearch => "backward-search",
            Self::Mirrored(_) => "MIRRORED",
            Self::Attack(_) => "ATTACK",
            Self::UnfinishableDiff(_) => "UNFINISHABLEdiff",
        }
    }

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
    pub(crate) fn print_method<O: Out + ?Sized>(&self, out: &mut O) -> fmt::Result {
        if !self.is_step {
            return self.method.print(out);
        }
        out.text("step( ")?;
        self.method.print(out)?;
        let is_line = self.method.comment().is_some_and(|comment| comment.is_line);
        // A line comment would swallow the parenthesis.
        out.text(if is_line { "\n)" } else { " )" })
    }
}

impl Display for ProofSkeleton<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is still to be written, last first.
        enum Piece {
            Node(NodeId, usize),
            Word(&'static str, usize),
        }
        let mut layout = Layout::default();
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
            let by = if first.is_none() && !stands_alone {
                "by "
            } else {
                ""
            };
            f.write_str(by)?;
            let column = indent_width(indent) + by.len();
            layout.wrap(f, column, |out| node.print_method(out))?;
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
    let width = indent_width(indent);
    write!(f, "\n{:width$}", "")
}

fn indent_width(indent: usize) -> usize {
    2 * indent.min(MAX_INDENT)
}
