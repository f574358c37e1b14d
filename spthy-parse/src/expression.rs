//! Formulas and the terms in them are read by one loop over operators and their strengths:
//! an opening parenthesis does not tell whether a term or a formula follows, and
//! trying both would cost exponential time on nested ones.

use crate::error::Parse;
use crate::fact::Fact;
use crate::formula::{ATOM, Formula, Quantifier};
use crate::lexeme::Reader;
use crate::term::{Operator, Sort, Term, Var};

/// What an expression turned out to be.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Mixed<'a> {
    Term(Term<'a>),
    /// An application with a capital name: a fact, or a term.
    Fact(Fact<'a>),
    Formula(Formula<'a>),
}

const RELATION: u8 = 6;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Iff,
    Implies,
    Or,
    And,
    Equal,
    Less,
    Subterm,
    MultisetLess,
    At,
    Term(Operator),
}

impl Sign {
    fn level(self) -> u8 {
        match self {
            Self::Iff => 1,
            Self::Implies => 2,
            Self::Or => 3,
            Self::And => 4,
            Self::Equal | Self::Less | Self::Subterm | Self::MultisetLess | Self::At => RELATION,
            Self::Term(operator) => operator.level(),
        }
    }
}

impl<'a> Reader<'a> {
    /// A formula.
    pub(crate) fn formula(&mut self) -> Parse<Formula<'a>> {
        let mixed = self.mixed(0)?;
        self.as_formula(mixed)
    }

    fn as_formula(&self, mixed: Mixed<'a>) -> Parse<Formula<'a>> {
        match mixed {
            Mixed::Formula(formula) => Ok(formula),
            Mixed::Fact(fact) => Ok(Formula::Predicate(fact)),
            Mixed::Term(_) => Err(self.expected("`=`, `<`, `⊏` or `@` behind the term")),
        }
    }

    fn as_term(&self, mixed: Mixed<'a>, expected: &'static str) -> Parse<Term<'a>> {
        match mixed {
            Mixed::Term(term) => Ok(term),
            Mixed::Fact(fact) if !fact.is_persistent && fact.annotations.is_empty() => {
                self.application(fact.name, fact.args)
            }
            _ => Err(self.expected(expected)),
        }
    }

    /// The sign between two operands that stands here, and its length.
    #[inline]
    fn sign(&self) -> Option<(Sign, usize)> {
        Some(match self.byte() {
            b'@' => (Sign::At, 1),
            b'&' => (Sign::And, 1),
            b'|' => (Sign::Or, 1),
            b'=' if self.starts_with("==>") => (Sign::Implies, 3),
            b'=' => (Sign::Equal, 1),
            b'<' if self.starts_with("<=>") => (Sign::Iff, 3),
            b'<' if self.byte_at(1) == b'<' => (Sign::Subterm, 2),
            b'<' => (Sign::Less, 1),
            b'(' if self.starts_with("(<)") => (Sign::MultisetLess, 3),
            0xE2 => match (self.byte_at(1), self.byte_at(2)) {
                (0x88, 0xA7) => (Sign::And, 3),
                (0x88, 0xA8) => (Sign::Or, 3),
                (0x87, 0x92) => (Sign::Implies, 3),
                (0x87, 0x94) => (Sign::Iff, 3),
                (0x8A, 0x8F) => (Sign::Subterm, 3),
                (0x8A, 0x95) => (Sign::Term(Operator::Xor), 3),
                _ => return None,
            },
            _ => {
                let (operator, length) = self.operator()?;
                (Sign::Term(operator), length)
            }
        })
    }

    /// A term or a formula whose operators bind at least `level`.
    pub(crate) fn mixed(&mut self, level: u8) -> Parse<Mixed<'a>> {
        let mut left = self.prefix()?;
        while let Some((sign, length)) = self.sign() {
            if sign.level() < level {
                break;
            }
            left = self.nested(|reader| reader.infix(left, sign, length))?;
        }
        Ok(left)
    }

    fn infix(&mut self, left: Mixed<'a>, sign: Sign, length: usize) -> Parse<Mixed<'a>> {
        let formula = match sign {
            Sign::Term(operator) => {
                let left = self.as_term(left, "a logical operator, or the end of the formula")?;
                return Ok(Mixed::Term(self.term_chain(left, operator, length)?));
            }
            Sign::And | Sign::Or => return self.formula_chain(left, sign, length),
            Sign::Implies | Sign::Iff => {
                let left = self.as_formula(left)?;
                self.pos += length;
                self.skip();
                let right = self.mixed(2)?;
                let right = self.as_formula(right)?;
                let (left, right) = (self.arena.alloc(left), self.arena.alloc(right));
                if sign == Sign::Iff {
                    Formula::Iff(left, right)
                } else {
                    Formula::Implies(left, right)
                }
            }
            Sign::At => {
                let Mixed::Fact(fact) = left else {
                    return Err(
                        self.expected("a logical operator: only a fact has a point in time")
                    );
                };
                self.pos += length;
                self.skip();
                Formula::Action(fact, self.node_var()?)
            }
            Sign::Less => {
                let left = match left {
                    Mixed::Term(Term::Var(var)) if matches!(var.sort, Sort::Msg | Sort::Node) => {
                        Var {
                            sort: Sort::Node,
                            ..var
                        }
                    }
                    _ => {
                        return Err(
                            self.expected("a logical operator: `<` compares points in time")
                        );
                    }
                };
                self.pos += length;
                self.skip();
                Formula::Less(left, self.node_var()?)
            }
            Sign::Equal | Sign::Subterm | Sign::MultisetLess => {
                let left = self.as_term(left, "a logical operator, or the end of the formula")?;
                self.pos += length;
                self.skip();
                let right = self.term()?;
                match sign {
                    Sign::Equal => Formula::Equal(left, right),
                    Sign::Subterm => Formula::Subterm(left, right),
                    _ => Formula::MultisetLess(left, right),
                }
            }
        };
        Ok(Mixed::Formula(formula))
    }

    /// Formulas joined by `sign`, which stands here behind `left`.
    fn formula_chain(&mut self, left: Mixed<'a>, sign: Sign, length: usize) -> Parse<Mixed<'a>> {
        let left = self.as_formula(left)?;
        let mark = self.formulas.len();
        self.formulas.push(left);
        let mut length = length;
        loop {
            self.pos += length;
            self.skip();
            let part = self
                .mixed(sign.level() + 1)
                .and_then(|part| self.as_formula(part));
            match part {
                Ok(part) => self.formulas.push(part),
                Err(error) => {
                    self.formulas.truncate(mark);
                    return Err(error);
                }
            }
            match self.sign() {
                Some((next, next_length)) if next == sign => length = next_length,
                _ => break,
            }
        }
        let list = self.arena.alloc_slice(&self.formulas[mark..]);
        self.formulas.truncate(mark);
        Ok(Mixed::Formula(if sign == Sign::And {
            Formula::And(list)
        } else {
            Formula::Or(list)
        }))
    }

    /// An operand: an atom's first term or fact, a negation, a quantifier, a constant.
    fn prefix(&mut self) -> Parse<Mixed<'a>> {
        match self.byte() {
            b'(' => {
                self.pos += 1;
                self.skip();
                let inside = self.nested(|reader| reader.mixed(0))?;
                self.expect(")", "`)`, or an operator")?;
                Ok(match inside {
                    Mixed::Term(term) => Mixed::Term(Term::Paren(self.arena.alloc(term))),
                    // A fact alone in parentheses is a predicate; a capital function
                    // in parentheses is rare enough to be read as one too.
                    Mixed::Fact(fact) => {
                        Mixed::Formula(Formula::Paren(self.arena.alloc(Formula::Predicate(fact))))
                    }
                    Mixed::Formula(formula) => {
                        Mixed::Formula(Formula::Paren(self.arena.alloc(formula)))
                    }
                })
            }
            b'!' => {
                let fact = self.fact()?;
                Ok(Mixed::Fact(fact))
            }
            0xC2 if self.starts_with("¬") => self.negation("¬".len()),
            0xE2 => match (self.byte_at(1), self.byte_at(2)) {
                (0x88, 0x80) => self.quantified(Quantifier::ForAll, 3),
                (0x88, 0x83) => self.quantified(Quantifier::Exists, 3),
                (0x8A, 0xA4) => Ok(self.constant(Formula::True, 3)),
                (0x8A, 0xA5) => Ok(self.constant(Formula::False, 3)),
                _ => Err(self.expected("a formula")),
            },
            byte if byte.is_ascii_alphabetic() => self.word_operand(),
            _ => self.base_term().map(Mixed::Term),
        }
    }

    fn word_operand(&mut self) -> Parse<Mixed<'a>> {
        let word = self.peek_word();
        match word {
            "not" => return self.negation(3),
            "All" => return self.quantified(Quantifier::ForAll, 3),
            "Ex" => return self.quantified(Quantifier::Exists, 2),
            "T" if self.is_constant() => return Ok(self.constant(Formula::True, 1)),
            "F" if self.is_constant() => return Ok(self.constant(Formula::False, 1)),
            _ => {}
        }
        let start = self.pos;
        self.pos += word.len();
        self.skip();
        if self.byte() == b'(' && !self.starts_with("(<)") {
            if word == "last" {
                self.pos += 1;
                self.skip();
                let at = self.node_var()?;
                self.expect(")", "`)` behind the point in time")?;
                return Ok(Mixed::Formula(Formula::Last(at)));
            }
            if word.as_bytes()[0].is_ascii_uppercase() {
                return self.fact_rest(word, false);
            }
        }
        self.pos = start;
        self.word_term().map(Mixed::Term)
    }

    /// Whether the `T` or `F` here stands for a truth value, not for a variable.
    fn is_constant(&mut self) -> bool {
        let start = self.pos;
        self.pos += 1;
        self.skip();
        let joins = match self.byte() {
            b'(' | b'.' | b':' | b'{' => true,
            _ => self
                .sign()
                .is_some_and(|(sign, _)| sign.level() >= RELATION),
        };
        self.pos = start;
        !joins
    }

    fn constant(&mut self, formula: Formula<'a>, length: usize) -> Mixed<'a> {
        self.pos += length;
        self.skip();
        Mixed::Formula(formula)
    }

    fn negation(&mut self, length: usize) -> Parse<Mixed<'a>> {
        self.pos += length;
        self.skip();
        // The prover wants parentheses around a negation that is negated.
        if self.starts_with("¬") || self.peek_word() == "not" {
            return Err(self.expected("an atom, a quantifier or `(` behind the negation"));
        }
        let inside = self.nested(|reader| reader.mixed(ATOM))?;
        let inside = self.as_formula(inside)?;
        Ok(Mixed::Formula(Formula::Not(self.arena.alloc(inside))))
    }

    fn quantified(&mut self, quantifier: Quantifier, length: usize) -> Parse<Mixed<'a>> {
        self.pos += length;
        self.skip();
        let mark = self.vars.len();
        while self.byte() != b'.' {
            match self.var("a variable, or `.` behind the variables") {
                Ok(var) => self.vars.push(var),
                Err(error) => {
                    self.vars.truncate(mark);
                    return Err(error);
                }
            }
        }
        let vars = self.arena.alloc_slice(&self.vars[mark..]);
        self.vars.truncate(mark);
        if vars.is_empty() {
            return Err(self.expected("a variable behind the quantifier"));
        }
        self.pos += 1;
        self.skip();
        let body = self.nested(|reader| reader.mixed(1))?;
        let body = self.as_formula(body)?;
        Ok(Mixed::Formula(Formula::Quantified(
            quantifier,
            vars,
            self.arena.alloc(body),
        )))
    }
}
