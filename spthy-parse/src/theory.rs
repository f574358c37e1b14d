//! Theories: a name and a list of items.

mod declaration;
mod parse;
mod print;
mod recovery;

pub(crate) use parse::parse;

use crate::fact::Fact;
use crate::formula::Formula;
use crate::lemma::{AccountabilityLemma, DiffLemma, Lemma, Restriction};
use crate::rule::Rule;
use crate::summary::{Log, SummaryRow};
use crate::term::{Term, Var};
use diagnostic::Spanned;

/// A theory as far as it could be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Theory<'a> {
    /// Name; empty where the text has none.
    pub name: &'a str,
    /// Text behind `configuration:`.
    pub configuration: Option<&'a str>,
    /// Items in the order of the text.
    pub items: Vec<Spanned<Item<'a>>>,
    /// All text behind the last item: the prover's report and summary.
    pub trailer: &'a str,
}

/// One item of a theory.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Item<'a> {
    /// A rule.
    Rule(Box<Rule<'a>>),
    /// A restriction or axiom.
    Restriction(Restriction<'a>),
    /// A lemma with its proof.
    Lemma(Lemma<'a>),
    /// A lemma about observational equivalence.
    DiffLemma(DiffLemma<'a>),
    /// An accountability lemma.
    AccountabilityLemma(AccountabilityLemma<'a>),
    /// `test NAME: "φ"`: a case test for accountability.
    CaseTest {
        /// Name.
        name: &'a str,
        /// The formula.
        formula: Formula<'a>,
    },
    /// `equivLemma: P Q` or `diffEquivLemma: P`, processes as exact text.
    EquivalenceLemma {
        /// Written `diffEquivLemma`.
        is_diff: bool,
        /// The processes.
        processes: &'a str,
    },
    /// `functions: …`.
    Functions(Vec<Function<'a>>),
    /// `equations: …`, pairs of left- and right-hand side.
    Equations {
        /// Written `[convergent]`.
        is_convergent: bool,
        /// The equations.
        equations: Vec<(Term<'a>, Term<'a>)>,
    },
    /// `builtins: …`.
    Builtins(Vec<&'a str>),
    /// `predicates: …`, pairs of head and meaning.
    Predicates(Vec<(Fact<'a>, Formula<'a>)>),
    /// `macros: …`.
    Macros(Vec<Macro<'a>>),
    /// `heuristic: …`, one entry a ranking, as written.
    Heuristic(Vec<&'a str>),
    /// `options: …`.
    Options(Vec<&'a str>),
    /// `tactic: NAME`, with its body as exact text.
    Tactic {
        /// Name.
        name: &'a str,
        /// What stands behind the name.
        body: &'a str,
    },
    /// `configuration: "…"`: command-line flags.
    Configuration(&'a str),
    /// `export NAME: "…"`.
    Export {
        /// Name.
        name: &'a str,
        /// The text in quotes.
        text: &'a str,
    },
    /// `section{* … *}`, `text{* … *}` and the like.
    FormalComment {
        /// The word before the brace.
        header: &'a str,
        /// The text inside.
        text: &'a str,
    },
    /// `#define FLAG`.
    Define(&'a str),
    /// `#include "file"`; the file is not read.
    Include(&'a str),
    /// `#ifdef CONDITION`.
    IfDef {
        /// The condition as written.
        condition: &'a str,
        /// Whether it holds of the flags given and defined.
        is_taken: bool,
    },
    /// `#else`.
    Else,
    /// `#endif`.
    EndIf,
    /// The branch of an `#ifdef` that is not chosen, as exact text.
    Skipped(&'a str),
    /// A process or process definition, an item that was not asked for, or text
    /// that could not be read.
    Opaque {
        /// The word it starts with.
        keyword: &'a str,
        /// Exact text, keyword included.
        text: &'a str,
    },
}

/// A declared function symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function<'a> {
    /// Name.
    pub name: &'a str,
    /// Number of arguments.
    pub arity: u32,
    /// Types of arguments and result as written, `(t, t):t`, for the typed form.
    pub types: Option<&'a str>,
    /// Attributes such as `private` and `destructor`.
    pub attributes: Vec<&'a str>,
}

/// A macro: parameters and the term it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Macro<'a> {
    /// Name.
    pub name: &'a str,
    /// Parameters.
    pub params: &'a [Var<'a>],
    /// Meaning.
    pub body: Term<'a>,
}

impl<'a> Theory<'a> {
    /// The trace lemmas in order; in a theory about observational equivalence
    /// each side's.
    pub fn lemmas(&self) -> impl Iterator<Item = &Lemma<'a>> {
        self.items.iter().filter_map(|item| match &item.value {
            Item::Lemma(lemma) => Some(lemma),
            _ => None,
        })
    }

    /// The lemmas about observational equivalence.
    pub fn diff_lemmas(&self) -> impl Iterator<Item = &DiffLemma<'a>> {
        self.items.iter().filter_map(|item| match &item.value {
            Item::DiffLemma(lemma) => Some(lemma),
            _ => None,
        })
    }

    /// The rules in order.
    pub fn rules(&self) -> impl Iterator<Item = &Rule<'a>> {
        self.items.iter().filter_map(|item| match &item.value {
            Item::Rule(rule) => Some(&**rule),
            _ => None,
        })
    }

    /// How many parts nobody looked at: included files, and branches of `#ifdef`
    /// that were not chosen. Lemmas may stand there.
    #[must_use]
    pub fn n_unread(&self) -> usize {
        let is_unread = |item: &Item<'_>| matches!(item, Item::Include(_) | Item::Skipped(_));
        let items = self.items.iter();
        items.filter(|item| is_unread(&item.value)).count()
    }

    /// Rows of the printed summary that speak of no lemma of the theory.
    #[must_use]
    pub fn missing_lemmas(&self) -> Vec<SummaryRow<'a>> {
        let trace = self.lemmas().map(|lemma| lemma.name);
        let names = trace.chain(self.diff_lemmas().map(|lemma| lemma.name));
        let names: rustc_hash::FxHashSet<&str> = names.collect();
        let log = self.log();
        let rows = log.summaries.iter().flat_map(|summary| &summary.rows);
        rows.filter(|row| !names.contains(row.lemma))
            .copied()
            .collect()
    }

    /// What the prover printed behind the items.
    #[must_use]
    pub fn log(&self) -> Log<'a> {
        Log::read(self.trailer)
    }
}
