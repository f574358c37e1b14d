//! Lemmas and restrictions.

use crate::error::Parse;
use crate::formula::{Formula, write_quoted};
use crate::lexeme::Reader;
use crate::proof::ProofSkeleton;
use crate::rule::{Attribute, Modulo, write_header};
use std::fmt;

/// Whether a lemma speaks of all traces or asks for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TraceQuantifier {
    /// `all-traces`, also where nothing is written.
    AllTraces,
    /// `exists-trace`.
    ExistsTrace,
}

impl TraceQuantifier {
    /// The word as written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::AllTraces => "all-traces",
            Self::ExistsTrace => "exists-trace",
        }
    }
}

/// Side of a theory about observational equivalence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Left-hand side.
    Left,
    /// Right-hand side.
    Right,
}

/// A lemma.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lemma<'a> {
    /// Name.
    pub name: &'a str,
    /// `(modulo E)`, where written.
    pub modulo: Option<Modulo>,
    /// Attributes such as `sources`, `reuse`, `use_induction`.
    pub attributes: Vec<Attribute<'a>>,
    /// Over which traces; all where nothing is written.
    pub quantifier: TraceQuantifier,
    /// The formula.
    pub formula: Formula<'a>,
    /// The proof below it, where one stands there.
    pub proof: Option<ProofSkeleton<'a>>,
}

/// A lemma about observational equivalence, which has no formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffLemma<'a> {
    /// Name.
    pub name: &'a str,
    /// Attributes.
    pub attributes: Vec<Attribute<'a>>,
    /// The proof below it, where one stands there.
    pub proof: Option<ProofSkeleton<'a>>,
}

/// A lemma on who is to blame: `lemma L: a, b accounts for "φ"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountabilityLemma<'a> {
    /// Name.
    pub name: &'a str,
    /// Attributes.
    pub attributes: Vec<Attribute<'a>>,
    /// Names of the case tests.
    pub tests: Vec<&'a str>,
    /// The formula.
    pub formula: Formula<'a>,
}

/// A restriction on traces; `axiom` is its old name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restriction<'a> {
    /// Written `axiom`.
    pub is_axiom: bool,
    /// Name.
    pub name: &'a str,
    /// `left` or `right`, where the restriction is for one side.
    pub attributes: Vec<Attribute<'a>>,
    /// The formula.
    pub formula: Formula<'a>,
}

const ATTRIBUTES: [&str; 11] = [
    "sources",
    "typing",
    "reuse",
    "diff_reuse",
    "use_induction",
    "left",
    "right",
    "hide_lemma",
    "heuristic",
    "output",
    "invariant",
];

/// The side that attributes name.
fn side(attributes: &[Attribute<'_>]) -> Option<Side> {
    attributes
        .iter()
        .find_map(|attribute| match attribute.name {
            "left" => Some(Side::Left),
            "right" => Some(Side::Right),
            _ => None,
        })
}

impl Lemma<'_> {
    /// The side the lemma is for, in a theory about observational equivalence.
    #[must_use]
    pub fn side(&self) -> Option<Side> {
        side(&self.attributes)
    }
}

/// What the keyword `lemma` began.
pub(crate) enum AnyLemma<'a> {
    Trace(Lemma<'a>),
    Accountability(AccountabilityLemma<'a>),
}

impl<'a> Reader<'a> {
    /// A lemma from its keyword on, up to where its proof may start.
    pub(crate) fn lemma(&mut self) -> Parse<AnyLemma<'a>> {
        self.word("`lemma`")?;
        let modulo = self.modulo()?;
        let name = self.word("the name of the lemma")?;
        let attributes = self.attributes("lemma", &ATTRIBUTES)?;
        self.expect(":", "`:` behind the name of the lemma")?;
        let quantifier = if self.eat("all-traces") {
            TraceQuantifier::AllTraces
        } else if self.eat("exists-trace") {
            TraceQuantifier::ExistsTrace
        } else {
            if self.byte() != b'"' && !self.peek_word().is_empty() {
                return self.accountability(name, attributes);
            }
            TraceQuantifier::AllTraces
        };
        let formula = self.quoted_formula()?;
        Ok(AnyLemma::Trace(Lemma {
            name,
            modulo,
            attributes,
            quantifier,
            formula,
            proof: None,
        }))
    }

    fn accountability(
        &mut self,
        name: &'a str,
        attributes: Vec<Attribute<'a>>,
    ) -> Parse<AnyLemma<'a>> {
        const EXPECTED: &str = "`all-traces`, `exists-trace` or a formula in double quotes";
        let mut tests = Vec::new();
        let start = self.pos;
        loop {
            tests.push(self.word(EXPECTED)?);
            if !self.eat(",") {
                break;
            }
        }
        if !self.eat_word("account") && !self.eat_word("accounts") {
            self.pos = start;
            return Err(self.expected(EXPECTED));
        }
        if !self.eat_word("for") {
            return Err(self.expected("`for` and a formula in double quotes"));
        }
        let formula = self.quoted_formula()?;
        Ok(AnyLemma::Accountability(AccountabilityLemma {
            name,
            attributes,
            tests,
            formula,
        }))
    }

    pub(crate) fn diff_lemma(&mut self) -> Parse<DiffLemma<'a>> {
        self.word("`diffLemma`")?;
        let name = self.word("the name of the lemma")?;
        let attributes = self.attributes("lemma", &ATTRIBUTES)?;
        self.expect(":", "`:` behind the name of the lemma")?;
        Ok(DiffLemma {
            name,
            attributes,
            proof: None,
        })
    }

    pub(crate) fn restriction(&mut self) -> Parse<Restriction<'a>> {
        let is_axiom = self.word("`restriction`")? == "axiom";
        let name = self.word("the name of the restriction")?;
        let attributes = self.attributes("restriction", &["left", "right"])?;
        self.expect(":", "`:` behind the name of the restriction")?;
        let formula = self.quoted_formula()?;
        Ok(Restriction {
            is_axiom,
            name,
            attributes,
            formula,
        })
    }

    /// A formula in double quotes.
    pub(crate) fn quoted_formula(&mut self) -> Parse<Formula<'a>> {
        self.expect("\"", "a formula in double quotes")?;
        let formula = self.formula()?;
        self.expect("\"", "an operator, or `\"` behind the formula")?;
        Ok(formula)
    }
}

impl fmt::Display for Lemma<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_header(f, "lemma", self.modulo, self.name, &self.attributes)?;
        write!(f, "\n  {}", self.quantifier.text())?;
        write_quoted(f, &self.formula)?;
        write_proof(f, self.proof.as_ref())
    }
}

impl fmt::Display for DiffLemma<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_header(f, "diffLemma", None, self.name, &self.attributes)?;
        write_proof(f, self.proof.as_ref())
    }
}

impl fmt::Display for AccountabilityLemma<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_header(f, "lemma", None, self.name, &self.attributes)?;
        let verb = if self.tests.len() == 1 {
            "accounts"
        } else {
            "account"
        };
        write!(f, "\n  {} {verb} for", self.tests.join(", "))?;
        write_quoted(f, &self.formula)
    }
}

impl fmt::Display for Restriction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keyword = if self.is_axiom {
            "axiom"
        } else {
            "restriction"
        };
        write_header(f, keyword, None, self.name, &self.attributes)?;
        write_quoted(f, &self.formula)
    }
}

fn write_proof(f: &mut fmt::Formatter<'_>, proof: Option<&ProofSkeleton<'_>>) -> fmt::Result {
    match proof {
        Some(proof) => write!(f, "\n{proof}"),
        None => Ok(()),
    }
}
