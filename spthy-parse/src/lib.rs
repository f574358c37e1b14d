//! Tamarin theories, proof skeletons and prover summaries, exactly.
//!
//! One pass over the text gives a [`Theory`] and every [`SyntaxError`] in it.
//! Names are slices of the text and lists live in an [`Arena`], so a tree costs
//! little and drops at once. Proofs are flat lists ([`ProofSkeleton`]) and may be
//! a million deep; terms and formulas nest at most [`MAX_DEPTH`] levels.
//!
//! A name is a slice, not a number in a table: a slice says where it stands
//! ([`span_in`]), compares and prints without the table, and trees of several
//! files mix. The 90,595 names in fact goals of a corpus of 153 files are 2.8
//! bytes long on average; numbering them costs 3 % of the time that parsing takes,
//! so a reader that compares names often can do it for those it keeps.
//!
//! ```
//! use spthy_parse::{Arena, parse_theory};
//! let text = r#"theory Ping begin
//! rule Send: [ Fr( ~n ) ] --[ Sent( ~n ) ]-> [ Out( ~n ) ]
//! lemma sent: exists-trace "Ex n #i. Sent( n ) @ #i"
//! simplify
//! solve( Sent( n ) @ #i )
//!   case Send
//!   SOLVED // trace found
//! qed
//! end"#;
//! let arena = Arena::new();
//! let parsed = parse_theory(text, &arena);
//! assert!(parsed.errors.is_empty());
//! let lemma = parsed.theory.lemmas().next().unwrap();
//! assert_eq!(lemma.formula.to_string(), "∃ n #i. Sent( n ) @ #i");
//! let proof = lemma.proof.as_ref().unwrap();
//! assert_eq!(proof.measure().solve_nodes, 1);
//! ```

mod arena;
mod error;
mod expression;
mod fact;
mod formula;
mod goal;
mod layout;
mod lemma;
mod lexeme;
pub mod output;
mod proof;
mod row;
mod rule;
mod signature;
mod summary;
mod term;
mod theory;
mod wellformed;

pub use arena::Arena;
pub use error::{SyntaxError, SyntaxErrorKind};
pub use fact::{Annotation, Fact};
pub use formula::{Formula, Quantifier};
pub use goal::Goal;
pub use lemma::{AccountabilityLemma, DiffLemma, Lemma, Restriction, Side, TraceQuantifier};
pub use lexeme::MAX_DEPTH;
pub use proof::{Comment, Measure, Method, NodeId, ProofNode, ProofSkeleton, Status};
pub use row::{LemmaRow, ProofState, lemma_rows};
pub use rule::{Attribute, Modulo, Rule};
pub use summary::{Log, Summary, SummaryRow, SummarySide, Topic};
pub use term::{Operator, Sort, Term, Var};
pub use theory::{Function, Item, Macro, Theory};
pub use wellformed::{Warning, WarningTopic, warnings};

use diagnostic::Span;
use lexeme::Reader;

/// How a theory is read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Flags that `#ifdef` asks for, besides those the text defines.
    pub defines: Vec<String>,
    /// Keep rules as [`Item::Opaque`] without reading them.
    pub lemmas_only: bool,
}

/// A theory as far as it could be read, and all that is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed<'a> {
    /// The items that could be read.
    pub theory: Theory<'a>,
    /// Every fault, in the order of the text; empty where the prover would load
    /// the theory.
    pub errors: Vec<SyntaxError>,
}

/// Reads a theory with no flags set.
///
/// Never fails as a whole: a fault is reported and reading goes on at the next
/// item. Texts are at most 4 GiB, as [`diagnostic::SourceFile`] ensures.
#[must_use]
pub fn parse_theory<'a>(text: &'a str, arena: &'a Arena) -> Parsed<'a> {
    parse_theory_with(text, arena, &Options::default())
}

/// Reads a theory; see [`parse_theory`] and [`Options`].
///
/// ```
/// use spthy_parse::{Arena, Options, parse_theory_with};
/// let text = "theory T begin\n#ifdef attack\nbuiltins: xor\n#endif\nend";
/// let options = Options { defines: vec!["attack".into()], ..Options::default() };
/// let arena = Arena::new();
/// assert_eq!(parse_theory_with(text, &arena, &options).theory.items.len(), 3);
/// ```
#[must_use]
pub fn parse_theory_with<'a>(text: &'a str, arena: &'a Arena, options: &Options) -> Parsed<'a> {
    theory::parse(Reader::new(text, arena), options)
}

/// Reads one goal, as it stands between `solve(` and `)`.
///
/// All operators are available, and words without arguments are variables.
///
/// # Errors
/// The first fault, or text behind the goal.
///
/// ```
/// use spthy_parse::{Arena, parse_goal};
/// let arena = Arena::new();
/// let goal = parse_goal("!KU( senc(~m,\n k) ) @ #vk.1", &arena).unwrap();
/// assert_eq!(goal.to_string(), "!KU( senc(~m, k) ) @ #vk.1");
/// ```
pub fn parse_goal<'a>(text: &'a str, arena: &'a Arena) -> Result<Goal<'a>, SyntaxError> {
    whole(text, arena, Reader::goal)
}

/// Reads one formula, without quotes around it; see [`parse_goal`].
///
/// # Errors
/// The first fault, or text behind the formula.
pub fn parse_formula<'a>(text: &'a str, arena: &'a Arena) -> Result<Formula<'a>, SyntaxError> {
    whole(text, arena, Reader::formula)
}

/// Reads one term; see [`parse_goal`].
///
/// # Errors
/// The first fault, or text behind the term.
pub fn parse_term<'a>(text: &'a str, arena: &'a Arena) -> Result<Term<'a>, SyntaxError> {
    whole(text, arena, Reader::term)
}

/// Reads one proof, as it stands below a lemma; see [`parse_goal`].
///
/// # Errors
/// The first fault, or text behind the proof.
pub fn parse_proof<'a>(text: &'a str, arena: &'a Arena) -> Result<ProofSkeleton<'a>, SyntaxError> {
    whole(text, arena, Reader::proof)
}

fn whole<'a, T>(
    text: &'a str,
    arena: &'a Arena,
    read: impl FnOnce(&mut Reader<'a>) -> error::Parse<T>,
) -> Result<T, SyntaxError> {
    let mut reader = Reader::new(text, arena);
    reader.signature = signature::Signature::permissive();
    reader.skip();
    let value = read(&mut reader).map_err(|error| *error)?;
    if reader.at_end() {
        Ok(value)
    } else {
        Err(*reader.expected("the end of the text"))
    }
}

/// Where a name of a tree stands in the text it was read from; none for a name
/// from elsewhere.
///
/// ```
/// use spthy_parse::{Arena, parse_term, span_in, Term};
/// let (text, arena) = ("h(x)", Arena::new());
/// let Term::App(name, _) = parse_term(text, &arena).unwrap() else { unreachable!() };
/// assert_eq!(span_in(text, name).unwrap().range(), 0..1);
/// ```
#[must_use]
pub fn span_in(text: &str, name: &str) -> Option<Span> {
    let start = (name.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let end = start + name.len();
    if end > text.len() {
        return None;
    }
    Some(Span::new(
        u32::try_from(start).ok()?,
        u32::try_from(end).ok()?,
    ))
}
