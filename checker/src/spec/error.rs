//! What can be wrong with the text of a spec.

mod advice;
mod syntax;

pub use syntax::SyntaxErrorKind;

use crate::model::ModelErrorKind;
use diagnostic::{Diagnostic, Span};
use std::fmt;

/// A fault of a spec's text, with its place.
///
/// `Display` writes the message alone; [`SpecError::diagnostic`] adds the place,
/// what was expected there, and the fix.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{kind}")]
pub struct SpecError {
    /// What.
    pub kind: SpecErrorKind,
    /// Where.
    pub span: Span,
}

impl SpecError {
    /// The fault for [`diagnostic::render`]; its length is bounded, whatever
    /// the text holds.
    ///
    /// ```
    /// use diagnostic::{SourceFile, render};
    /// let source = SourceFile::new("m.json", r#"{"fields": ["x"], "initial": {"x": 0},
    ///  "transitions": [{"whne": {}, "set": {"x": 1}}]}"#);
    /// let errors = checker::spec::read(&source, 64).unwrap_err();
    /// assert_eq!(render(&source, &[errors[0].diagnostic()], false), "\
    /// error: unknown key `whne` in a transition
    ///  --> m.json:2:19
    ///   |
    /// 2 |  \"transitions\": [{\"whne\": {}, \"set\": {\"x\": 1}}]}
    ///   |                   ^^^^^^ expected `label`, `when` or `set`
    ///   |
    ///   = help: did you mean `when`?
    /// ");
    /// ```
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let advice = advice::advice(&self.kind);
        let mut diagnostic = Diagnostic::error(shortened(&self.to_string())).at(self.span);
        if let Some(expected) = advice.expected {
            diagnostic = diagnostic.label(shortened(&expected));
        }
        diagnostic.help(shortened(&advice.fix))
    }
}

/// What is wrong with the text of a spec.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecErrorKind {
    /// The text is not JSON.
    #[error(transparent)]
    Syntax(#[from] SyntaxErrorKind),
    /// A value of the wrong type.
    #[error("{what} is {}, not {expected}", found.with_article())]
    WrongType {
        /// What the value is of, as messages name it.
        what: String,
        /// What would be right, as messages name it.
        expected: &'static str,
        /// The type it has.
        found: JsonType,
    },
    /// A key that must be there is not.
    #[error("`{key}` is missing from {}", owner.definite())]
    MissingKey {
        /// The key.
        key: &'static str,
        /// What lacks it.
        owner: Owner,
    },
    /// A key that nothing reads.
    #[error("unknown key `{key}` in {owner}")]
    UnknownKey {
        /// The key.
        key: String,
        /// What has it.
        owner: Owner,
        /// The key that was probably meant; its value is read as that key's.
        suggestion: Option<&'static str>,
    },
    /// A condition or an update with none or both of its two keys.
    #[error("{what} has {} of `{}` and `{}`", if *both { "both" } else { "neither" }, owner.keys()[0], owner.keys()[1])]
    NotExactlyOne {
        /// What it is, as messages name it.
        what: String,
        /// A condition or an update.
        owner: Owner,
        /// Both keys are there.
        both: bool,
    },
    /// What the text says is no well-formed model.
    #[error("{kind}")]
    Model {
        /// What is wrong.
        kind: ModelErrorKind,
        /// The field that was probably meant by an unknown one.
        suggestion: Option<String>,
    },
    /// There is neither an invariant nor a goal.
    #[error("there is nothing to check: the spec has no invariant and no goal")]
    NothingToCheck,
    /// There are more faults than are reported.
    #[error("{n_hidden} more faults are not shown")]
    More {
        /// How many.
        n_hidden: usize,
    },
}

/// The objects of a spec that have a fixed set of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Owner {
    /// The spec itself.
    Spec,
    /// A transition.
    Transition,
    /// The condition of an invariant or of the goal.
    Condition,
    /// The update of a field.
    Update,
}

impl Owner {
    /// The keys, in the order they are usually written.
    #[must_use]
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Spec => &[
                "name",
                "candidate",
                "fields",
                "initial",
                "transitions",
                "invariants",
                "goal",
            ],
            Self::Transition => &["label", "when", "set"],
            Self::Condition => &["forbid", "require"],
            Self::Update => &["incr", "decr"],
        }
    }

    fn definite(self) -> &'static str {
        match self {
            Self::Spec => "the spec",
            Self::Transition => "the transition",
            Self::Condition => "the condition",
            Self::Update => "the update",
        }
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Spec => "a spec",
            Self::Transition => "a transition",
            Self::Condition => "a condition",
            Self::Update => "an update",
        })
    }
}

/// The types of JSON, with integers apart from other numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonType {
    /// `null`.
    Null,
    /// Booleans.
    Bool,
    /// Integers.
    Int,
    /// Numbers with a fraction or an exponent.
    Float,
    /// Strings.
    Text,
    /// Lists.
    List,
    /// Objects.
    Object,
}

impl JsonType {
    fn with_article(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "a boolean",
            Self::Int => "an integer",
            Self::Float => "a float",
            Self::Text => "a string",
            Self::List => "a list",
            Self::Object => "an object",
        }
    }
}

/// Longest beginning and end of a message that are shown, in bytes.
const SHOWN: (usize, usize) = (160, 60);

/// A message without the middle of the overlong names in it.
fn shortened(text: &str) -> String {
    let (start, end) = SHOWN;
    if text.len() <= start + end {
        return text.to_owned();
    }
    let start = text.floor_char_boundary(start);
    let end = text.ceil_char_boundary(text.len() - end);
    format!("{} … {}", &text[..start], &text[end..])
}
