//! Reading declarations: functions, equations, predicates, macros, rankings.

use super::{Function, Macro};
use crate::error::Parse;
use crate::lexeme::{Reader, is_word};

impl<'a> Reader<'a> {
    pub(super) fn function(&mut self) -> Parse<Function<'a>> {
        let name = self.word("the name of a function")?;
        let mut types = None;
        let arity = if self.eat("/") {
            self.number("the number of arguments")?
        } else if self.byte() == b'(' {
            let start = self.pos;
            self.expect("(", "`(`")?;
            let mut n = 0;
            while !self.starts_with(")") {
                self.word("the type of an argument")?;
                n += 1;
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")", "`,` or `)` behind the type")?;
            self.expect(":", "`:` and the type of the result")?;
            let word = self.peek_word();
            if word.is_empty() {
                return Err(self.expected("the type of the result"));
            }
            self.pos += word.len();
            types = Some(&self.text[start..self.pos]);
            n
        } else {
            return Err(self.expected("`/` and the number of arguments"));
        };
        self.skip();
        const KNOWN: [&str; 4] = ["private", "public", "destructor", "constructor"];
        let attributes = self.attributes("function", &KNOWN)?;
        let attributes = attributes
            .into_iter()
            .map(|attribute| attribute.name)
            .collect();
        Ok(Function {
            name,
            arity,
            types,
            attributes,
        })
    }

    pub(super) fn equations(&mut self) -> Parse<Vec<(crate::Term<'a>, crate::Term<'a>)>> {
        let mut equations = Vec::new();
        loop {
            let left = self.term()?;
            self.expect("=", "`=` between the sides of the equation")?;
            equations.push((left, self.term()?));
            if !self.eat(",") {
                return Ok(equations);
            }
        }
    }

    pub(super) fn predicates(&mut self) -> Parse<Vec<(crate::Fact<'a>, crate::Formula<'a>)>> {
        let mut predicates = Vec::new();
        loop {
            let head = self.fact()?;
            if !self.eat("<=>") && !self.eat("⇔") {
                return Err(self.expected("`<=>` behind the predicate"));
            }
            predicates.push((head, self.formula()?));
            if !self.eat(",") {
                return Ok(predicates);
            }
        }
    }

    /// One macro, which is known from behind it on.
    pub(super) fn one_macro(&mut self) -> Parse<Macro<'a>> {
        let name = self.word("the name of a macro")?;
        self.expect("(", "`(` and the macro's parameters")?;
        let mut params = Vec::new();
        while !self.starts_with(")") {
            params.push(self.var("a parameter")?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")", "`,` or `)` behind the parameter")?;
        self.expect("=", "`=` behind the macro's parameters")?;
        let body = self.term()?;
        self.signature.declare(name, params.len(), self.pos);
        Ok(Macro {
            name,
            params: self.arena.alloc_slice(&params),
            body,
        })
    }

    pub(super) fn heuristic(&mut self) -> Parse<Vec<&'a str>> {
        let mut rankings = Vec::new();
        loop {
            let start = self.pos;
            let word = self.peek_word();
            if !word.is_empty() && word.bytes().all(|byte| b"sScCiIpPoO".contains(&byte)) {
                self.pos += word.len();
                let end = self.pos;
                self.skip();
                if self.byte() == b'"' {
                    self.quoted("name of the oracle")?;
                    rankings.push(self.text[start..self.pos].trim_end());
                } else {
                    rankings.push(&self.text[start..end]);
                }
            } else if self.eat("{") {
                while !self.at_end() && self.byte() != b'}' && self.byte() != b'\n' {
                    self.pos += self.text[self.pos..]
                        .chars()
                        .next()
                        .map_or(1, char::len_utf8);
                }
                self.expect("}", "`}` behind the name of the tactic")?;
                rankings.push(self.text[start..self.pos].trim_end());
            } else if rankings.is_empty() {
                return Err(self.expected("a ranking such as `s`, or `{` and a tactic"));
            } else {
                return Ok(rankings);
            }
        }
    }

    /// Names that may have hyphens, separated by commas.
    pub(super) fn hyphenated_list(&mut self, expected: &'static str) -> Parse<Vec<&'a str>> {
        let mut names = Vec::new();
        loop {
            let start = self.pos;
            while is_word(self.byte()) || (self.byte() == b'-' && is_word(self.byte_at(1))) {
                self.pos += 1;
            }
            if self.pos == start {
                return Err(self.expected(expected));
            }
            names.push(&self.text[start..self.pos]);
            self.skip();
            if !self.eat(",") {
                return Ok(names);
            }
        }
    }
}
