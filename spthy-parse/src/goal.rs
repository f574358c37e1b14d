//! Goals: the obligations that `solve( … )` names.

use crate::error::Parse;
use crate::fact::Fact;
use crate::formula::Formula;
use crate::layout::{Breaks, Out, list};
use crate::lexeme::Reader;
use crate::term::{Term, Var};
use std::fmt;

/// What a solve node solves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal<'a> {
    /// `F( … ) ▶₂ #i`: which rule made premise number 2 of the rule at `#i`.
    Premise {
        /// The fact that is asked for.
        fact: Fact<'a>,
        /// Number of the premise, from 0.
        index: u32,
        /// The rule instance that has the premise.
        at: Var<'a>,
    },
    /// `F( … ) @ #i`: which rule has this action.
    Action(Fact<'a>, Var<'a>),
    /// `(#i, 0) ~~> (#j, 1)`: deconstruction from a conclusion to a premise.
    Chain {
        /// Rule instance and number of the conclusion.
        from: (Var<'a>, u32),
        /// Rule instance and number of the premise.
        to: (Var<'a>, u32),
    },
    /// `s ⊏ t`.
    Subterm(Term<'a>, Term<'a>),
    /// `φ ∥ ψ ∥ …`: which of the formulas holds.
    Disjunction(&'a [Formula<'a>]),
    /// `splitEqs(n)`: which unifier of an equation holds.
    Split(u32),
}

const SUBDIGITS: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];

impl Goal<'_> {
    pub(crate) fn print<O: Out + ?Sized>(&self, out: &mut O) -> fmt::Result {
        match *self {
            Self::Premise { fact, index, at } => {
                fact.print(out)?;
                out.text(" ▶")?;
                for digit in index.to_string().bytes() {
                    out.show(SUBDIGITS[usize::from(digit - b'0')])?;
                }
                out.text(" ")?;
                out.show(at)
            }
            Self::Action(fact, at) => Formula::Action(fact, at).print(out),
            Self::Chain { from, to } => out.show(format_args!(
                "({}, {}) ~~> ({}, {})",
                from.0, from.1, to.0, to.1
            )),
            Self::Subterm(left, right) => Formula::Subterm(left, right).print(out),
            Self::Disjunction(parts) => {
                list(out, parts, " ∥", Breaks::All, |out, part| part.print(out))
            }
            Self::Split(n) => out.show(format_args!("splitEqs({n})")),
        }
    }
}

impl fmt::Display for Goal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f)
    }
}

impl<'a> Reader<'a> {
    /// A goal, up to the parenthesis that closes it.
    pub(crate) fn goal(&mut self) -> Parse<Goal<'a>> {
        if self.peek_word() == "splitEqs" {
            let start = self.pos;
            self.pos += "splitEqs".len();
            self.skip();
            if self.eat("(") {
                let n = self.number("the number of the split")?;
                self.skip();
                self.expect(")", "`)` behind the number of the split")?;
                return Ok(Goal::Split(n));
            }
            self.pos = start;
        }
        if self.byte() == b'('
            && let Some(goal) = self.chain()?
        {
            return Ok(goal);
        }
        // Most goals are one fact with a premise or a point in time behind it.
        if self.byte() == b'!' || self.byte().is_ascii_uppercase() {
            let start = self.pos;
            let is_persistent = self.eat("!");
            let name = self.word("the name of a fact")?;
            if self.byte() == b'(' {
                let fact = self.fact_rest(name, is_persistent)?;
                if let crate::expression::Mixed::Fact(fact) = fact
                    && self.starts_with("▶")
                {
                    self.pos += "▶".len();
                    self.skip();
                    let index = self.subdigits()?;
                    return Ok(Goal::Premise {
                        fact,
                        index,
                        at: self.node_var()?,
                    });
                }
                if let crate::expression::Mixed::Fact(fact) = fact
                    && self.eat("@")
                {
                    let at = self.node_var()?;
                    if self.ends_goal() {
                        return Ok(Goal::Action(fact, at));
                    }
                }
            }
            self.pos = start;
        }
        self.disjunction()
    }

    /// Nothing of the goal follows: it is closed, or was given alone.
    fn ends_goal(&self) -> bool {
        self.byte() == b')' || self.at_end()
    }

    fn disjunction(&mut self) -> Parse<Goal<'a>> {
        let first = self.formula()?;
        if let Formula::Subterm(left, right) = first
            && self.ends_goal()
        {
            return Ok(Goal::Subterm(left, right));
        }
        let mark = self.formulas.len();
        self.formulas.push(first);
        while self.eat("∥") {
            match self.formula() {
                Ok(part) => self.formulas.push(part),
                Err(error) => {
                    self.formulas.truncate(mark);
                    return Err(error);
                }
            }
        }
        let parts = self.arena.alloc_slice(&self.formulas[mark..]);
        self.formulas.truncate(mark);
        Ok(Goal::Disjunction(parts))
    }

    /// `(#i, n) ~~> (#j, m)`; none, at the same place, where another goal starts.
    fn chain(&mut self) -> Parse<Option<Goal<'a>>> {
        let start = self.pos;
        let Ok(from) = self.chain_end() else {
            self.pos = start;
            return Ok(None);
        };
        if !self.eat("~~>") {
            self.pos = start;
            return Ok(None);
        }
        Ok(Some(Goal::Chain {
            from,
            to: self.chain_end()?,
        }))
    }

    fn chain_end(&mut self) -> Parse<(Var<'a>, u32)> {
        self.expect("(", "`(` and a rule instance")?;
        let at = self.node_var()?;
        self.expect(",", "`,` behind the rule instance")?;
        let n = self.number("the number of a premise or conclusion")?;
        self.skip();
        self.expect(")", "`)` behind the number")?;
        Ok((at, n))
    }

    fn subdigits(&mut self) -> Parse<u32> {
        let mut index: Option<u32> = None;
        while let Some(digit) = (0..10u32).find(|&digit| {
            // The subscripts are U+2080 to U+2089.
            self.bytes.get(self.pos..self.pos + 3) == Some(&[0xE2, 0x82, 0x80 + digit as u8][..])
        }) {
            self.pos += 3;
            let next = index
                .unwrap_or(0)
                .checked_mul(10)
                .and_then(|n| n.checked_add(digit));
            let Some(next) = next else {
                let text = "₉…".to_owned();
                return Err(self.error_at(
                    self.pos,
                    crate::error::SyntaxErrorKind::NumberTooLarge { text },
                ));
            };
            index = Some(next);
        }
        self.skip();
        index.ok_or_else(|| self.expected("the number of the premise as subscript digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::Goal;
    use crate::{Arena, parse_goal};

    #[test]
    fn a_goal_given_alone_is_of_its_own_kind() {
        let arena = Arena::new();
        let goal = |text| parse_goal(text, &arena).unwrap();
        assert!(matches!(goal("A( x ) @ #i"), Goal::Action(..)));
        assert!(matches!(goal("x ⊏ h(x)"), Goal::Subterm(..)));
        assert!(matches!(goal("(A( x ) @ #i)"), Goal::Disjunction(_)));
    }
}
