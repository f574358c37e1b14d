//! Formulas of lemmas, restrictions and goals.

mod print;

pub(crate) use print::write_quoted;

use crate::fact::Fact;
use crate::term::{Term, Var};

/// `∀` or `∃`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// `∀`, `All`.
    ForAll,
    /// `∃`, `Ex`.
    Exists,
}

/// A formula; names borrow from the source, lists live in the arena.
///
/// Parentheses are kept as [`Formula::Paren`], so that a formula prints as it
/// was written; [`Formula::inner`] looks through them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Formula<'a> {
    /// `⊤`.
    True,
    /// `⊥`.
    False,
    /// `last(#i)`: the point is the last of the trace.
    Last(Var<'a>),
    /// `F( … ) @ #i`.
    Action(Fact<'a>, Var<'a>),
    /// `s ⊏ t`: a strict subterm.
    Subterm(Term<'a>, Term<'a>),
    /// `#i < #j`.
    Less(Var<'a>, Var<'a>),
    /// `s = t`, between messages or points in time.
    Equal(Term<'a>, Term<'a>),
    /// `s (<) t` between multisets.
    MultisetLess(Term<'a>, Term<'a>),
    /// A predicate applied to arguments.
    Predicate(Fact<'a>),
    /// `¬φ`.
    Not(&'a Formula<'a>),
    /// `φ ∧ ψ ∧ …`.
    And(&'a [Formula<'a>]),
    /// `φ ∨ ψ ∨ …`.
    Or(&'a [Formula<'a>]),
    /// `φ ⇒ ψ`.
    Implies(&'a Formula<'a>, &'a Formula<'a>),
    /// `φ ⇔ ψ`.
    Iff(&'a Formula<'a>, &'a Formula<'a>),
    /// `∀ x #i. φ` or `∃ x #i. φ`.
    Quantified(Quantifier, &'a [Var<'a>], &'a Formula<'a>),
    /// A formula in parentheses.
    Paren(&'a Formula<'a>),
}

/// Binding strength of a negated formula and above: what `¬` may stand before.
pub(crate) const ATOM: u8 = 5;

impl<'a> Formula<'a> {
    /// The formula without parentheses around it.
    #[must_use]
    pub fn inner(self) -> Self {
        let mut formula = self;
        while let Self::Paren(inside) = formula {
            formula = *inside;
        }
        formula
    }

    /// Calls `visit` on the formula and all formulas in it, outermost first.
    pub fn walk(&'a self, visit: &mut impl FnMut(&'a Formula<'a>)) {
        let mut stack = vec![self];
        while let Some(formula) = stack.pop() {
            visit(formula);
            match formula {
                Self::Not(inside) | Self::Paren(inside) | Self::Quantified(_, _, inside) => {
                    stack.push(inside);
                }
                Self::And(parts) | Self::Or(parts) => stack.extend(parts.iter().rev()),
                Self::Implies(left, right) | Self::Iff(left, right) => {
                    stack.extend([right, left]);
                }
                _ => {}
            }
        }
    }

    /// The terms of an atom, none for other formulas. Points in time are left out.
    #[must_use]
    pub fn atom_terms(&self) -> Vec<&Term<'a>> {
        match self {
            Self::Action(fact, _) | Self::Predicate(fact) => fact.args.iter().collect(),
            Self::Subterm(left, right)
            | Self::Equal(left, right)
            | Self::MultisetLess(left, right) => vec![left, right],
            _ => Vec::new(),
        }
    }

    fn level(&self) -> u8 {
        match self {
            Self::Iff(..) => 1,
            Self::Implies(..) => 2,
            Self::Or(_) => 3,
            Self::And(_) => 4,
            // A quantifier takes all that follows, so it only stands last.
            Self::Quantified(..) => 0,
            Self::Not(_) => ATOM,
            _ => ATOM + 1,
        }
    }
}
