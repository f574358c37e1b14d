//! Message terms: variables, names, applications, operators.

use crate::error::{Parse, SyntaxErrorKind};
use crate::lexeme::{Reader, is_word};
use std::fmt::{self, Display, Write};

/// The sort of a variable, written as a prefix or a suffix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Any message; no prefix.
    Msg,
    /// A fresh name, `~x`.
    Fresh,
    /// A public name, `$x`.
    Pub,
    /// A natural number, `%x`.
    Nat,
    /// A point in time, `#i`.
    Node,
}

impl Sort {
    /// The sign before a variable of this sort.
    #[must_use]
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Msg => "",
            Self::Fresh => "~",
            Self::Pub => "$",
            Self::Nat => "%",
            Self::Node => "#",
        }
    }
}

/// A variable: sort, base name and index. Index 0 is not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Var<'a> {
    /// Name without prefix and index.
    pub name: &'a str,
    /// Sort.
    pub sort: Sort,
    /// The number behind the dot, 0 for none.
    pub index: u32,
}

impl fmt::Display for Var<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sort.prefix())?;
        f.write_str(self.name)?;
        if self.index > 0 {
            write!(f, ".{}", self.index)?;
        }
        Ok(())
    }
}

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

/// Writes a list with a separator.
pub(crate) fn write_list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    separator: &str,
) -> fmt::Result {
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            f.write_str(separator)?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

impl fmt::Display for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Var(var) => var.fmt(f),
            Self::Name(sort, text) => write!(f, "{}'{text}'", name_prefix(sort)),
            Self::One => f.write_char('1'),
            Self::NatOne => f.write_str("%1"),
            Self::App(name, []) => f.write_str(name),
            Self::App(name, args) => {
                write!(f, "{name}(")?;
                write_list(f, args, ", ")?;
                f.write_char(')')
            }
            Self::Braces(name, args, key) => {
                write!(f, "{name}{{")?;
                write_list(f, args, ", ")?;
                f.write_char('}')?;
                write_at(f, key, 12)
            }
            Self::Tuple(args) => {
                f.write_char('<')?;
                write_list(f, args, ", ")?;
                f.write_char('>')
            }
            Self::Chain(operator, args) => {
                for (at, arg) in args.iter().enumerate() {
                    if at > 0 {
                        f.write_str(operator.sign())?;
                    }
                    write_at(f, arg, operator.level() + 1)?;
                }
                Ok(())
            }
            Self::Paren(inside) => write!(f, "({inside})"),
        }
    }
}

/// Writes a term, in parentheses where it binds less than `level`.
fn write_at(f: &mut fmt::Formatter<'_>, term: &Term<'_>, level: u8) -> fmt::Result {
    if term.level() < level {
        write!(f, "({term})")
    } else {
        term.fmt(f)
    }
}

fn name_prefix(sort: Sort) -> &'static str {
    if sort == Sort::Pub { "" } else { sort.prefix() }
}

impl<'a> Reader<'a> {
    /// A comma-separated list of terms up to `close`, which is taken.
    pub(crate) fn term_list(
        &mut self,
        close: &str,
        expected: &'static str,
    ) -> Parse<&'a [Term<'a>]> {
        let mark = self.terms.len();
        if !self.starts_with(close) {
            loop {
                let term = match self.term() {
                    Ok(term) => term,
                    Err(error) => {
                        self.terms.truncate(mark);
                        return Err(error);
                    }
                };
                self.terms.push(term);
                if !self.eat(",") {
                    break;
                }
            }
        }
        let list = self.arena.alloc_slice(&self.terms[mark..]);
        self.terms.truncate(mark);
        self.expect(close, expected)?;
        Ok(list)
    }

    /// Behind a name: its index and suffixed sort.
    #[inline]
    pub(crate) fn var_rest(&mut self, name: &'a str, prefix: Sort) -> Parse<Var<'a>> {
        let mut sort = prefix;
        let mut index = 0;
        if self.byte() == b'.' && self.byte_at(1).is_ascii_digit() {
            self.pos += 1;
            index = self.number("an index")?;
        }
        if self.byte() == b':' && prefix == Sort::Msg {
            let start = self.pos;
            self.pos += 1;
            self.skip();
            let word = self.peek_word();
            match suffix_sort(word) {
                Some(suffix) => {
                    sort = suffix;
                    self.pos += word.len();
                }
                None => self.pos = start,
            }
        }
        self.skip();
        Ok(Var { name, sort, index })
    }

    /// A variable of any sort, with its prefix.
    pub(crate) fn var(&mut self, expected: &'static str) -> Parse<Var<'a>> {
        let sort = match self.byte() {
            b'~' => Sort::Fresh,
            b'$' => Sort::Pub,
            b'%' => Sort::Nat,
            b'#' => Sort::Node,
            _ => Sort::Msg,
        };
        if sort != Sort::Msg {
            self.pos += 1;
            self.skip();
        }
        let name = self.peek_word();
        if name.is_empty() {
            return Err(self.expected(expected));
        }
        self.pos += name.len();
        self.var_rest(name, sort)
    }

    /// A point in time; `#` may be left out.
    pub(crate) fn node_var(&mut self) -> Parse<Var<'a>> {
        let start = self.pos;
        let var = self.var("a point in time such as `#i`")?;
        match var.sort {
            Sort::Node | Sort::Msg => Ok(Var {
                sort: Sort::Node,
                ..var
            }),
            _ => {
                self.pos = start;
                Err(self.expected("a point in time such as `#i`"))
            }
        }
    }

    /// A name in single quotes; the cursor is on the quote.
    pub(crate) fn name(&mut self, sort: Sort) -> Parse<Term<'a>> {
        let start = self.pos;
        let rest = &self.bytes[start + 1..];
        match memchr::memchr2(b'\'', b'\n', rest) {
            Some(length) if rest[length] == b'\'' => {
                self.pos = start + length + 2;
                self.skip();
                Ok(Term::Name(sort, &self.text[start + 1..start + 1 + length]))
            }
            _ => Err(self.error_at(
                start,
                SyntaxErrorKind::Unclosed {
                    what: "name in quotes",
                },
            )),
        }
    }

    /// A term that starts with the sign of a sort: a name or a variable.
    pub(crate) fn sorted(&mut self, sort: Sort) -> Parse<Term<'a>> {
        self.pos += 1;
        self.skip();
        if self.byte() == b'\'' {
            return self.name(sort);
        }
        let name = self.peek_word();
        if name.is_empty() {
            return Err(self.expected("a name behind the sign of its sort"));
        }
        self.pos += name.len();
        if sort == Sort::Nat && name == "1" {
            self.skip();
            return Ok(Term::NatOne);
        }
        Ok(Term::Var(self.var_rest(name, sort)?))
    }

    /// The operator between terms that stands here, and the length of its sign.
    #[inline]
    pub(crate) fn operator(&self) -> Option<(Operator, usize)> {
        match self.byte() {
            b'+' if self.byte_at(1) == b'+' => Some((Operator::Union, 2)),
            b'+' => Some((Operator::Union, 1)),
            b'%' if self.byte_at(1) == b'+' => Some((Operator::NatPlus, 2)),
            b'*' if !matches!(self.byte_at(1), b'}' | b'/') => Some((Operator::Mult, 1)),
            b'^' => Some((Operator::Exp, 1)),
            0xE2 if self.starts_with("⊕") => Some((Operator::Xor, 3)),
            b'X' if self.starts_with("XOR") && !is_word(self.byte_at(3)) => {
                Some((Operator::Xor, 3))
            }
            _ => None,
        }
    }

    pub(crate) fn require_operator(&self, operator: Operator) -> Parse<()> {
        let declared = match operator {
            Operator::Union => self.signature.has_multiset,
            Operator::NatPlus => self.signature.has_nat,
            Operator::Xor => self.signature.has_xor,
            Operator::Mult | Operator::Exp => self.signature.has_dh,
        };
        if declared {
            return Ok(());
        }
        Err(self.error_at(
            self.pos,
            SyntaxErrorKind::OperatorWithoutBuiltin {
                operator: operator.sign(),
                builtin: operator.builtin(),
            },
        ))
    }
}

pub(crate) fn suffix_sort(word: &str) -> Option<Sort> {
    Some(match word {
        "msg" => Sort::Msg,
        "fresh" => Sort::Fresh,
        "pub" => Sort::Pub,
        "nat" => Sort::Nat,
        "node" => Sort::Node,
        _ => return None,
    })
}
