//! Specs: minicheck's JSON format, read with spans, and written.
//!
//! [`read`] is the whole line: text → tree of JSON → [`Spec`] → [`Model`], with
//! every fault of the text on the way as a [`SpecError`].

mod ast;
mod error;
mod json;
mod lexeme;
mod lower;
mod print;
mod shape;
mod suggest;

pub use ast::{Assignment, Condition, Entries, Invariant, Parsed, Spec, Transition};
pub use error::{JsonType, Owner, SpecError, SpecErrorKind, SyntaxErrorKind};
pub use lower::lower;
pub use print::write;

use crate::Model;
use diagnostic::SourceFile;

/// How many faults are reported; a last one says how many more there are.
pub const MAX_ERRORS: usize = 100;

/// Text → spec, with every fault of syntax and of shape.
///
/// ```
/// use diagnostic::SourceFile;
/// let source = SourceFile::new("m.json", r#"{"fields": ["x"], "initial": {"x": 0,}}"#);
/// let parsed = checker::spec::parse(&source);
/// assert_eq!(parsed.spec().fields.entries[0].value, "x");
/// let errors: Vec<_> = parsed.errors().iter().map(ToString::to_string).collect();
/// assert_eq!(errors, ["`transitions` is missing from the spec", "a comma without a next entry"]);
/// ```
#[must_use]
pub fn parse(source: &SourceFile) -> Parsed {
    let (json, mut errors) = json::read(source.text());
    let spec = shape::spec(json, &mut errors);
    Parsed::new(spec, errors)
}

/// Text → model, or every fault of the text, sorted by place.
///
/// A spec without invariants and goal is accepted: it is a machine. Where it
/// is to be checked, use [`read_checkable`].
///
/// # Errors
/// All faults of syntax, shape and meaning; never an empty list, at most
/// [`MAX_ERRORS`] and one that counts the rest.
///
/// ```
/// use diagnostic::SourceFile;
/// let source = SourceFile::new("m.json", r#"{
///     "fields": ["x"],
///     "initial": {"x": 0},
///     "transitions": [{"label": "up", "set": {"x": {"incr": 1}}}]
/// }"#);
/// let model = checker::spec::read(&source, checker::DEFAULT_INT_BOUND).unwrap();
/// assert_eq!(model.fields(), ["x"]);
/// assert!(checker::spec::read_checkable(&source, 64).is_err());
/// ```
pub fn read(source: &SourceFile, int_bound: i64) -> Result<Model, Vec<SpecError>> {
    lower(&parse(source), int_bound)
}

/// [`read`], where a spec with neither invariants nor a goal is a fault too:
/// its verdict would say nothing.
///
/// # Errors
/// As [`read`], and [`SpecErrorKind::NothingToCheck`].
///
/// ```
/// use diagnostic::{SourceFile, render};
/// let source = SourceFile::new("m.json", r#"{"fields": ["x"], "initial": {"x": 0},
///     "transitions": [{"whne": {"x": 0}, "set": {"x": 1}}], "goal": {"require": {"x": 1}}}"#);
/// let errors = checker::spec::read_checkable(&source, 64).unwrap_err();
/// let text = render(&source, &[errors[0].diagnostic()], false);
/// assert!(text.contains("did you mean `when`?"));
/// ```
pub fn read_checkable(source: &SourceFile, int_bound: i64) -> Result<Model, Vec<SpecError>> {
    let mut parsed = parse(source);
    parsed.require_question();
    lower(&parsed, int_bound)
}
