//! Multiset rewriting rules.

use crate::error::{Parse, SyntaxErrorKind};
use crate::fact::Fact;
use crate::formula::Formula;
use crate::layout::{Breaks, Layout, Out, list, wrap};
use crate::lexeme::Reader;
use crate::term::{Term, Var};
use std::fmt;

/// Modulo which equational theory a rule or lemma is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Modulo {
    /// The declared equations.
    E,
    /// Associativity and commutativity.
    Ac,
}

/// An attribute as written: a name and, behind `=`, a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attribute<'a> {
    /// The attribute's name.
    pub name: &'a str,
    /// What stands behind `=`, with its quotes or brackets.
    pub value: Option<&'a str>,
}

impl fmt::Display for Attribute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        match self.value {
            Some(value) => write!(f, "={value}"),
            None => Ok(()),
        }
    }
}

/// One rule. In a `let` block the definitions stay as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule<'a> {
    /// Name.
    pub name: &'a str,
    /// `(modulo E)` or `(modulo AC)`, where written.
    pub modulo: Option<Modulo>,
    /// Attributes in brackets.
    pub attributes: Vec<Attribute<'a>>,
    /// Definitions between `let` and `in`.
    pub lets: Vec<(Var<'a>, Term<'a>)>,
    /// Left-hand side.
    pub premises: &'a [Fact<'a>],
    /// Facts on the arrow.
    pub actions: &'a [Fact<'a>],
    /// Formulas of `_restrict( … )` on the arrow.
    pub restricts: Vec<Formula<'a>>,
    /// Right-hand side.
    pub conclusions: &'a [Fact<'a>],
    /// Diff: the rule's left and right instance, where written out.
    pub sides: Option<Box<(Rule<'a>, Rule<'a>)>>,
    /// Variants, where written out.
    pub variants: Vec<Rule<'a>>,
}

const ATTRIBUTES: [&str; 8] = [
    "color",
    "colour",
    "process",
    "issapicrule",
    "role",
    "no_derivcheck",
    "derivcheck",
    "derivchecks",
];

impl<'a> Reader<'a> {
    /// A rule, from its keyword on.
    pub(crate) fn rule(&mut self) -> Parse<Rule<'a>> {
        self.rule_below(2)
    }

    /// A rule with at most so many levels of instances and variants below it: the
    /// instances of a rule, and their variants.
    fn rule_below(&mut self, levels: u8) -> Parse<Rule<'a>> {
        let (modulo, name, attributes) = self.rule_header()?;
        let lets = if self.eat_word("let") {
            self.lets()?
        } else {
            Vec::new()
        };
        self.expect("[", "`[` and the rule's premises")?;
        let premises = self.fact_list("]")?;
        let (actions, restricts) = self.arrow()?;
        self.expect("[", "`[` and the rule's conclusions")?;
        let conclusions = self.fact_list("]")?;
        let sides = if levels > 0 && self.peek_word() == "left" {
            self.word("`left`")?;
            let left = self.rule_below(levels - 1)?;
            if !self.eat_word("right") {
                return Err(self.expected("`right` and the right instance of the rule"));
            }
            Some(Box::new((left, self.rule_below(levels - 1)?)))
        } else {
            None
        };
        let mut variants = Vec::new();
        if levels > 0 && self.eat_word("variants") {
            loop {
                variants.push(self.rule_below(levels - 1)?);
                if !self.eat(",") {
                    break;
                }
            }
        }
        Ok(Rule {
            name,
            modulo,
            attributes,
            lets,
            premises,
            actions,
            restricts,
            conclusions,
            sides,
            variants,
        })
    }

    /// Keyword, name and attributes of a rule, and the colon behind them.
    pub(crate) fn rule_header(&mut self) -> Parse<(Option<Modulo>, &'a str, Vec<Attribute<'a>>)> {
        if !self.eat_word("rule") {
            return Err(self.expected("`rule`"));
        }
        let modulo = self.modulo()?;
        let name = self.word("the name of the rule")?;
        let attributes = self.attributes("rule", &ATTRIBUTES)?;
        self.expect(":", "`:` behind the name of the rule")?;
        Ok((modulo, name, attributes))
    }

    /// `(modulo E)` or `(modulo AC)`, where it stands here.
    pub(crate) fn modulo(&mut self) -> Parse<Option<Modulo>> {
        if !self.eat("(") {
            return Ok(None);
        }
        if !self.eat_word("modulo") {
            return Err(self.expected("`modulo`"));
        }
        let modulo = if self.eat_word("AC") {
            Modulo::Ac
        } else if self.eat_word("E") {
            Modulo::E
        } else {
            return Err(self.expected("`E` or `AC`"));
        };
        self.expect(")", "`)`")?;
        Ok(Some(modulo))
    }

    /// Attributes in brackets, none where no bracket stands here.
    pub(crate) fn attributes(
        &mut self,
        of: &'static str,
        known: &[&str],
    ) -> Parse<Vec<Attribute<'a>>> {
        let mut attributes = Vec::new();
        while self.byte() == b'[' {
            self.expect("[", "`[`")?;
            while !self.starts_with("]") {
                let name = self.word("an attribute")?;
                if !known.contains(&name) {
                    let kind = SyntaxErrorKind::UnknownAttribute {
                        of,
                        name: name.to_owned(),
                    };
                    let span = self.span_of(name);
                    return Err(Box::new(crate::SyntaxError::new(kind, span)));
                }
                let value = if self.eat("=") {
                    Some(self.attribute_value()?)
                } else {
                    None
                };
                attributes.push(Attribute { name, value });
                if !self.eat(",") {
                    break;
                }
            }
            self.expect("]", "`,` or `]` behind the attribute")?;
        }
        Ok(attributes)
    }

    /// Text up to the next comma or bracket that stands outside of quotes.
    fn attribute_value(&mut self) -> Parse<&'a str> {
        let start = self.pos;
        let mut depth = 0u32;
        loop {
            match self.byte() {
                b'"' => {
                    self.quoted("value of the attribute")?;
                    continue;
                }
                b'\'' => {
                    self.name(crate::term::Sort::Pub)?;
                    continue;
                }
                b'[' | b'{' | b'(' => depth += 1,
                b']' | b'}' | b')' if depth > 0 => depth -= 1,
                b',' | b']' if depth == 0 => break,
                0 if self.at_end() => return Err(self.expected("the value of the attribute")),
                _ => {}
            }
            // Whole characters: a value may hold any text.
            self.pos += self.text[self.pos..]
                .chars()
                .next()
                .map_or(1, char::len_utf8);
        }
        let value = self.text[start..self.pos].trim_end();
        if value.is_empty() {
            return Err(self.expected("the value of the attribute"));
        }
        Ok(value)
    }

    fn lets(&mut self) -> Parse<Vec<(Var<'a>, Term<'a>)>> {
        let mut lets = Vec::new();
        loop {
            let var = self.var("a definition, or `in` behind the definitions")?;
            self.expect("=", "`=` behind the defined variable")?;
            lets.push((var, self.term()?));
            if self.eat_word("in") {
                return Ok(lets);
            }
        }
    }

    /// `-->` or `--[ … ]->`.
    fn arrow(&mut self) -> Parse<(&'a [Fact<'a>], Vec<Formula<'a>>)> {
        let mut restricts = Vec::new();
        if self.eat("-->") {
            return Ok((&[], restricts));
        }
        self.expect("--[", "`-->` or `--[`")?;
        let mut facts = Vec::new();
        if !self.starts_with("]->") {
            loop {
                if self.eat_word("_restrict") {
                    self.expect("(", "`(` behind `_restrict`")?;
                    restricts.push(self.formula()?);
                    self.expect(")", "`)` behind the formula")?;
                } else {
                    facts.push(self.fact()?);
                }
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.expect("]->", "`,` or `]->` behind the action")?;
        Ok((self.arena.alloc_slice(&facts), restricts))
    }
}

impl fmt::Display for Rule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_header(f, "rule", self.modulo, self.name, &self.attributes)?;
        f.write_str("\n")?;
        if !self.lets.is_empty() {
            f.write_str("   let\n")?;
            for (var, term) in &self.lets {
                f.write_str("     ")?;
                wrap(f, 5, |out| {
                    out.show(var)?;
                    out.text(" = ")?;
                    term.print(out)
                })?;
                f.write_str("\n")?;
            }
            f.write_str("   in\n")?;
        }
        f.write_str("   ")?;
        wrap(f, 3, |out| print_side(out, self.premises))?;
        if self.actions.is_empty() && self.restricts.is_empty() {
            f.write_str("\n  -->\n   ")?;
        } else {
            f.write_str("\n  ")?;
            wrap(f, 2, |out| self.print_arrow(out))?;
            f.write_str("\n   ")?;
        }
        wrap(f, 3, |out| print_side(out, self.conclusions))?;
        if let Some(sides) = &self.sides {
            write!(f, "\nleft\n{}\nright\n{}", sides.0, sides.1)?;
        }
        for (at, variant) in self.variants.iter().enumerate() {
            write!(
                f,
                "{}{variant}",
                if at == 0 { "\nvariants\n" } else { ",\n" }
            )?;
        }
        Ok(())
    }
}

impl Rule<'_> {
    fn print_arrow(&self, out: &mut Layout) -> fmt::Result {
        let facts = self.actions.iter().map(Ok);
        let labels: Vec<_> = facts.chain(self.restricts.iter().map(Err)).collect();
        out.text("--[ ")?;
        list(out, &labels, ",", Breaks::All, |out, label| match label {
            Ok(fact) => fact.print(out),
            Err(formula) => {
                out.text("_restrict( ")?;
                formula.print(out)?;
                out.text(" )")
            }
        })?;
        out.text(" ]->")
    }
}

/// Prints a side of a rule: on one line, or one fact a line.
fn print_side(out: &mut Layout, facts: &[Fact<'_>]) -> fmt::Result {
    out.text("[ ")?;
    list(out, facts, ",", Breaks::All, |out, fact| fact.print(out))?;
    out.text(if facts.is_empty() { "]" } else { " ]" })
}

/// Writes the first line of an item: keyword, name, attributes.
pub(crate) fn write_header(
    f: &mut fmt::Formatter<'_>,
    keyword: &str,
    modulo: Option<Modulo>,
    name: &str,
    attributes: &[Attribute<'_>],
) -> fmt::Result {
    wrap(f, 0, |out| {
        out.text(keyword)?;
        out.text(match modulo {
            None => " ",
            Some(Modulo::E) => " (modulo E) ",
            Some(Modulo::Ac) => " (modulo AC) ",
        })?;
        out.text(name)?;
        if !attributes.is_empty() {
            out.text(" [")?;
            list(out, attributes, ",", Breaks::Fill, |out, one| out.show(one))?;
            out.text("]")?;
        }
        out.text(":")
    })
}
