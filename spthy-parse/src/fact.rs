//! Facts: a name, arguments, persistence, annotations.

use crate::error::Parse;
use crate::expression::Mixed;
use crate::layout::{Breaks, Out, list};
use crate::lexeme::Reader;
use crate::term::{Term, print_terms};
use std::fmt;

/// What a fact's annotation asks of the prover's heuristic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Annotation {
    /// `+`: solve first.
    SolveFirst,
    /// `-`: solve last.
    SolveLast,
    /// `no_precomp`: do not compute its sources beforehand.
    NoSources,
}

/// A fact such as `!Ltk( A, k )`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fact<'a> {
    /// Name, without the mark of persistence.
    pub name: &'a str,
    /// Arguments, in order.
    pub args: &'a [Term<'a>],
    /// Written with `!`.
    pub is_persistent: bool,
    /// Annotations in brackets, in order.
    pub annotations: &'a [Annotation],
}

impl Fact<'_> {
    pub(crate) fn print<O: Out + ?Sized>(&self, out: &mut O) -> fmt::Result {
        out.text(if self.is_persistent { "!" } else { "" })?;
        out.text(self.name)?;
        out.text("( ")?;
        print_terms(self.args, out)?;
        out.text(if self.args.is_empty() { ")" } else { " )" })?;
        if !self.annotations.is_empty() {
            out.text("[")?;
            list(out, self.annotations, ",", Breaks::Fill, |out, one| {
                out.text(match one {
                    Annotation::SolveFirst => "+",
                    Annotation::SolveLast => "-",
                    Annotation::NoSources => "no_precomp",
                })
            })?;
            out.text("]")?;
        }
        Ok(())
    }
}

impl fmt::Display for Fact<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f)
    }
}

impl<'a> Reader<'a> {
    /// A fact.
    pub(crate) fn fact(&mut self) -> Parse<Fact<'a>> {
        let start = self.pos;
        let is_persistent = self.eat("!");
        if !self.byte().is_ascii_uppercase() {
            return Err(self.expected("a fact such as `F( x )`"));
        }
        let name = self.word("the name of a fact")?;
        match self.fact_rest(name, is_persistent)? {
            Mixed::Fact(fact) => Ok(fact),
            _ => {
                self.pos = start;
                Err(self.expected("a fact"))
            }
        }
    }

    /// Arguments and annotations behind a fact's name.
    pub(crate) fn fact_rest(&mut self, name: &'a str, is_persistent: bool) -> Parse<Mixed<'a>> {
        self.expect("(", "`(` behind the fact's name")?;
        let args =
            self.nested(|reader| reader.term_list(")", "`,` or `)` in the list of arguments"))?;
        let annotations = if self.byte() == b'[' {
            self.annotations()?
        } else {
            &[]
        };
        Ok(Mixed::Fact(Fact {
            name,
            args,
            is_persistent,
            annotations,
        }))
    }

    fn annotations(&mut self) -> Parse<&'a [Annotation]> {
        self.expect("[", "`[`")?;
        let mut annotations = Vec::new();
        while !self.starts_with("]") {
            annotations.push(if self.eat("+") {
                Annotation::SolveFirst
            } else if self.eat("-") {
                Annotation::SolveLast
            } else if self.eat_word("no_precomp") {
                Annotation::NoSources
            } else {
                return Err(self.expected("`+`, `-` or `no_precomp`"));
            });
            if !self.eat(",") {
                break;
            }
        }
        self.expect("]", "`]` behind the annotations")?;
        Ok(self.arena.alloc_slice(&annotations))
    }

    /// Facts in brackets, as in a rule.
    pub(crate) fn fact_list(&mut self, close: &str) -> Parse<&'a [Fact<'a>]> {
        let mark = self.facts.len();
        if !self.starts_with(close) {
            loop {
                match self.fact() {
                    Ok(fact) => self.facts.push(fact),
                    Err(error) => {
                        self.facts.truncate(mark);
                        return Err(error);
                    }
                }
                if !self.eat(",") {
                    break;
                }
            }
        }
        let list = self.arena.alloc_slice(&self.facts[mark..]);
        self.facts.truncate(mark);
        self.expect(close, "`,` or the end of the list of facts")?;
        Ok(list)
    }
}
