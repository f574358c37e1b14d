//! Reading terms.

use super::{Operator, Sort, Term, Var};
use crate::error::{Parse, SyntaxError, SyntaxErrorKind};
use crate::lexeme::{Reader, is_word};

/// Binding strength from which on only terms are joined.
const TERM: u8 = 7;

impl<'a> Reader<'a> {
    /// A term.
    #[inline]
    pub(crate) fn term(&mut self) -> Parse<Term<'a>> {
        self.term_at(TERM)
    }

    fn term_at(&mut self, level: u8) -> Parse<Term<'a>> {
        let mut left = self.base_term()?;
        while let Some((operator, length)) = self.operator() {
            if operator.level() < level {
                break;
            }
            left = self.term_chain(left, operator, length)?;
        }
        Ok(left)
    }

    /// Terms joined by `operator`, which stands here behind `left`.
    pub(crate) fn term_chain(
        &mut self,
        left: Term<'a>,
        operator: Operator,
        length: usize,
    ) -> Parse<Term<'a>> {
        self.require_operator(operator)?;
        let mark = self.terms.len();
        self.terms.push(left);
        let mut length = length;
        loop {
            self.pos += length;
            self.skip();
            match self.nested(|reader| reader.term_at(operator.level() + 1)) {
                Ok(term) => self.terms.push(term),
                Err(error) => {
                    self.terms.truncate(mark);
                    return Err(error);
                }
            }
            match self.operator() {
                Some((next, next_length)) if next == operator => length = next_length,
                _ => break,
            }
        }
        let list = self.arena.alloc_slice(&self.terms[mark..]);
        self.terms.truncate(mark);
        Ok(Term::Chain(operator, list))
    }

    /// A term without operators outside of brackets.
    pub(crate) fn base_term(&mut self) -> Parse<Term<'a>> {
        match self.byte() {
            b'<' => {
                self.pos += 1;
                self.skip();
                let start = self.pos;
                let parts =
                    self.nested(|reader| reader.term_list(">", "`,` or `>` in the tuple"))?;
                if parts.is_empty() {
                    self.pos = start;
                    return Err(self.expected("a term in the tuple"));
                }
                Ok(Term::Tuple(parts))
            }
            b'(' => {
                self.pos += 1;
                self.skip();
                let term = self.nested(Self::term)?;
                self.expect(")", "`)` behind the term")?;
                Ok(Term::Paren(self.arena.alloc(term)))
            }
            b'\'' => self.name(Sort::Pub),
            b'~' => self.sorted(Sort::Fresh),
            b'$' => self.sorted(Sort::Pub),
            b'%' => self.sorted(Sort::Nat),
            b'#' => self.sorted(Sort::Node),
            byte if is_word(byte) => self.word_term(),
            _ => Err(self.expected("a term")),
        }
    }

    /// A variable, constant or application.
    pub(crate) fn word_term(&mut self) -> Parse<Term<'a>> {
        let name = self.peek_word();
        self.pos += name.len();
        match self.byte() {
            b'.' | b':' => {
                let var = self.var_rest(name, Sort::Msg)?;
                return Ok(if name == "1" && var.sort == Sort::Nat {
                    Term::NatOne
                } else {
                    Term::Var(var)
                });
            }
            b'(' | b'{' => {}
            _ => {
                self.skip();
                if !matches!(self.byte(), b'(' | b'{') || self.starts_with("(<)") {
                    return Ok(self.bare_word(name));
                }
            }
        }
        if self.byte() == b'(' {
            self.pos += 1;
            self.skip();
            let args =
                self.nested(|reader| reader.term_list(")", "`,` or `)` in the list of arguments"))?;
            return self.application(name, args);
        }
        self.pos += 1;
        self.skip();
        self.nested(|reader| {
            let args = reader.term_list("}", "`,` or `}` in the braces")?;
            let key = reader.base_term()?;
            Ok(Term::Braces(name, args, reader.arena.alloc(key)))
        })
    }

    /// A function with arguments, or a constant with empty parentheses. Those of
    /// any other word would be lost when the term is printed.
    pub(crate) fn application(&self, name: &'a str, args: &'a [Term<'a>]) -> Parse<Term<'a>> {
        if !args.is_empty() || self.signature.is_nullary(name) {
            return Ok(Term::App(name, args));
        }
        let kind = match self.signature.arity(name, self.pos) {
            None => SyntaxErrorKind::UnknownFunction {
                name: name.to_owned(),
                n_arguments: 0,
            },
            Some(declared) => SyntaxErrorKind::WrongArity {
                name: name.to_owned(),
                declared,
                found: 0,
            },
        };
        Err(Box::new(SyntaxError::new(kind, self.span_of(name))))
    }

    #[inline]
    fn bare_word(&self, name: &'a str) -> Term<'a> {
        if name == "1" {
            Term::One
        } else if self.signature.is_nullary(name) {
            Term::App(name, &[])
        } else {
            Term::Var(Var {
                name,
                sort: Sort::Msg,
                index: 0,
            })
        }
    }

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
