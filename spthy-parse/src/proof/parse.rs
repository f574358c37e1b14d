//! Reading proofs with an explicit stack.

use super::{Comment, Method, NodeId, ProofNode, ProofSkeleton};
use crate::error::Parse;
use crate::lexeme::Reader;

/// What one line of a proof starts with.
enum Start<'a> {
    /// A method behind `by`, or one that ends a proof by itself.
    Leaf(Method<'a>, bool),
    /// A method that something follows.
    Inner(Method<'a>, bool),
}

impl<'a> Reader<'a> {
    /// Whether a proof starts here.
    pub(crate) fn at_proof(&self) -> bool {
        matches!(
            self.peek_word(),
            "by" | "solve"
                | "simplify"
                | "induction"
                | "contradiction"
                | "sorry"
                | "SOLVED"
                | "INVALIDATED"
                | "UNFINISHABLE"
                | "UNFINISHABLEdiff"
                | "MIRRORED"
                | "ATTACK"
                | "step"
                | "rule"
                | "backward"
        ) && match self.peek_word() {
            "rule" => self.starts_with("rule-equivalence"),
            "backward" => self.starts_with("backward-search"),
            _ => true,
        }
    }

    /// A whole proof.
    pub(crate) fn proof(&mut self) -> Parse<ProofSkeleton<'a>> {
        let mut nodes: Vec<ProofNode<'a>> = Vec::new();
        // Nodes whose block of cases is open.
        let mut open: Vec<NodeId> = Vec::new();
        let mut parent = None;
        let mut case = None;
        loop {
            let (method, is_step, is_inner) = match self.proof_start()? {
                Start::Leaf(method, is_step) => (method, is_step, false),
                Start::Inner(method, is_step) => (method, is_step, true),
            };
            let id = NodeId(Self::offset(nodes.len()));
            let depth = parent.map_or(1, |NodeId(above)| nodes[above as usize].depth + 1);
            let end = NodeId(id.0 + 1);
            nodes.push(ProofNode {
                method,
                case: case.take(),
                is_step,
                parent,
                depth,
                end,
            });
            if is_inner {
                match self.byte() {
                    b'c' if self.eat_word("case") => {
                        case = Some(self.word("the name of a case")?);
                        open.push(id);
                        parent = Some(id);
                        continue;
                    }
                    // A block without any case: the method had no case left.
                    b'q' if self.eat_word("qed") => {}
                    _ => {
                        parent = Some(id);
                        continue;
                    }
                }
            }
            // A subproof is complete: the next case, or the end of blocks.
            loop {
                let Some(&NodeId(above)) = open.last() else {
                    close(&mut nodes);
                    return Ok(ProofSkeleton { nodes });
                };
                if self.byte() == b'q' && self.eat_word("qed") {
                    open.pop();
                } else if self.byte() == b'n' && self.eat_word("next") {
                    if !self.eat_word("case") {
                        return Err(self.expected("`case` behind `next`"));
                    }
                    case = Some(self.word("the name of a case")?);
                    parent = Some(NodeId(above));
                    break;
                } else {
                    return Err(self.expected("`next` or `qed`"));
                }
            }
        }
    }

    fn proof_start(&mut self) -> Parse<Start<'a>> {
        if self.byte() == b'b' && self.eat_word("by") {
            let (method, is_step) = self.method()?;
            return Ok(Start::Leaf(method, is_step));
        }
        let (method, is_step) = self.method()?;
        Ok(match method {
            Method::Solved(_) | Method::Mirrored(_) => Start::Leaf(method, is_step),
            _ => Start::Inner(method, is_step),
        })
    }

    fn method(&mut self) -> Parse<(Method<'a>, bool)> {
        if self.byte() == b's' && self.eat_word("step") {
            self.expect("(", "`(` behind `step`")?;
            let method = self.plain_method()?;
            self.expect(")", "`)` behind the method")?;
            return Ok((method, true));
        }
        Ok((self.plain_method()?, false))
    }

    fn plain_method(&mut self) -> Parse<Method<'a>> {
        let start = self.pos;
        let word = self.peek_word();
        self.pos += word.len();
        if word == "solve" {
            self.skip();
            self.expect("(", "`(` behind `solve`")?;
            let goal = self.goal()?;
            let goal = self.arena.alloc(goal);
            self.expect(")", "`)` behind the goal")?;
            return Ok(Method::Solve(goal));
        }
        let plain = match word {
            "simplify" => Some(Method::Simplify),
            "induction" => Some(Method::Induction),
            "rule" if self.starts_with("-equivalence") => {
                self.pos += "-equivalence".len();
                Some(Method::RuleEquivalence)
            }
            "backward" if self.starts_with("-search") => {
                self.pos += "-search".len();
                Some(Method::BackwardSearch)
            }
            _ => None,
        };
        if let Some(method) = plain {
            self.skip();
            return Ok(method);
        }
        let commented: fn(Option<Comment<'a>>) -> Method<'a> = match word {
            "sorry" => Method::Sorry,
            "contradiction" => Method::Contradiction,
            "INVALIDATED" => Method::Invalidated,
            "UNFINISHABLE" => Method::Unfinishable,
            "UNFINISHABLEdiff" => Method::UnfinishableDiff,
            "SOLVED" => Method::Solved,
            "MIRRORED" => Method::Mirrored,
            "ATTACK" => Method::Attack,
            _ => {
                self.pos = start;
                return Err(self.expected("a proof method"));
            }
        };
        Ok(commented(self.method_comment()))
    }

    /// The comment that stands directly behind a method, on its line or wrapped.
    fn method_comment(&mut self) -> Option<Comment<'a>> {
        let word_end = self.pos;
        while matches!(self.byte(), b' ' | b'\n' | b'\t' | b'\r') {
            self.pos += 1;
        }
        // What stands further down is about the next item, not about the method.
        let is_near = self.bytes[word_end..self.pos]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count()
            <= 1;
        if self.byte() != b'/' || !is_near {
            self.pos = word_end;
            self.skip();
            return None;
        }
        let is_line = self.starts_with("//");
        let text = self.comment()?;
        self.skip();
        Some(Comment { text, is_line })
    }
}

/// Sets where each subtree ends, from the last node to the first.
fn close(nodes: &mut [ProofNode<'_>]) {
    for at in (1..nodes.len()).rev() {
        let end = nodes[at].end;
        if let Some(NodeId(above)) = nodes[at].parent {
            let above = &mut nodes[above as usize].end;
            *above = end.max(*above);
        }
    }
}
