//! Message terms: variables, names, applications, operators.

mod parse;
mod print;
mod var;

pub(crate) use print::print_terms;
pub use var::{Sort, Var};

/// Operators that are associative; a chain of one is kept as one list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    /// Multiset union `++` (or `+`).
    Union,
    /// Addition of natural numbers `%+`.
    NatPlus,
    /// Exclusive or `⊕` (or `XOR`).
    Xor,
    /// Multiplication of exponents `*`.
    Mult,
    /// Exponentiation `^`; left associative, not commutative.
    Exp,
}

impl Operator {
    /// The sign the prover prints.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Union => "++",
            Self::NatPlus => "%+",
            Self::Xor => "⊕",
            Self::Mult => "*",
            Self::Exp => "^",
        }
    }

    /// Binding strength; larger binds tighter.
    pub(crate) fn level(self) -> u8 {
        match self {
            Self::Union => 7,
            Self::NatPlus => 8,
            Self::Xor => 9,
            Self::Mult => 10,
            Self::Exp => 11,
        }
    }

    /// The builtin that provides the operator.
    #[must_use]
    pub fn builtin(self) -> &'static str {
        match self {
            Self::Union => "multiset",
            Self::NatPlus => "natural-numbers",
            Self::Xor => "xor",
            Self::Mult | Self::Exp => "diffie-hellman",
        }
    }
}

/// A message term. Names are slices of the source text, lists live in the arena.
///
/// Parentheses are kept as [`Term::Paren`], so that a term prints as it was
/// written; [`Term::inner`] looks through them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Term<'a> {
    /// A variable.
    Var(Var<'a>),
    /// A constant in quotes: `'c'`, `~'n'`, `%'n'`.
    Name(Sort, &'a str),
    /// The neutral exponent `1`.
    One,
    /// The natural number `%1`, or `1:nat`.
    NatOne,
    /// A function applied to arguments; without arguments, a declared constant.
    App(&'a str, &'a [Term<'a>]),
    /// A binary function in braces: `senc{m1, m2}k`.
    Braces(&'a str, &'a [Term<'a>], &'a Term<'a>),
    /// `<a, b, …>`.
    Tuple(&'a [Term<'a>]),
    /// Two or more terms joined by one operator.
    Chain(Operator, &'a [Term<'a>]),
    /// A term in parentheses.
    Paren(&'a Term<'a>),
}

impl<'a> Term<'a> {
    /// The term without parentheses around it.
    #[must_use]
    pub fn inner(self) -> Self {
        let mut term = self;
        while let Self::Paren(inside) = term {
            term = *inside;
        }
        term
    }

    /// The parts one level down, in order.
    #[must_use]
    pub fn parts(&self) -> (&'a [Term<'a>], Option<&'a Term<'a>>) {
        match *self {
            Self::Var(_) | Self::Name(..) | Self::One | Self::NatOne => (&[], None),
            Self::App(_, args) | Self::Tuple(args) | Self::Chain(_, args) => (args, None),
            Self::Braces(_, args, key) => (args, Some(key)),
            Self::Paren(inside) => (&[], Some(inside)),
        }
    }

    /// Calls `visit` on the term and all its parts, outermost first.
    pub fn walk(&'a self, visit: &mut impl FnMut(&'a Term<'a>)) {
        let mut stack = vec![self];
        while let Some(term) = stack.pop() {
            visit(term);
            let (parts, last) = term.parts();
            stack.extend(last);
            stack.extend(parts.iter().rev());
        }
    }

    fn level(&self) -> u8 {
        match self {
            Self::Chain(operator, _) => operator.level(),
            _ => 12,
        }
    }
}
