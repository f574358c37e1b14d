//! What can be wrong with a label's text.

use diagnostic::{Diagnostic, Span};

/// A fault of a label, with its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct LabelError {
    /// What.
    pub kind: LabelErrorKind,
    /// Where.
    pub span: Span,
}

/// What is wrong with a label.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelErrorKind {
    /// Not TOML, or not the keys and types of a label.
    #[error("{message}")]
    Toml {
        /// What the TOML reader says.
        message: String,
    },
    /// A text that must say something does not.
    #[error("`{key}` is empty")]
    Empty {
        /// The key.
        key: &'static str,
    },
    /// A known counterexample that nobody is said to have published.
    #[error("a KNOWN_COUNTEREXAMPLE needs a `citation`")]
    NoCitation,
    /// A citation where nothing is known to fail.
    #[error("a `citation` says who published that the property fails, and the label is {label}")]
    NeedlessCitation {
        /// The label.
        label: super::LabelKind,
    },
    /// A violated property without the length of its counterexample.
    #[error("a property that fails needs `counterexample_steps`")]
    NoSteps,
    /// The length of a counterexample to a property that holds.
    #[error("a PROVEN_SAFE property has no `counterexample_steps`")]
    NeedlessSteps,
    /// A finding or a fixed twin of a property that holds.
    #[error("a PROVEN_SAFE property has no `{key}`")]
    NeedlessKey {
        /// The key.
        key: &'static str,
    },
    /// A property that the spec does not have.
    #[error("the spec has no property `{property}`")]
    UnknownProperty {
        /// The name in the label.
        property: String,
        /// The properties it has, separated by commas.
        known: String,
    },
    /// A twin that is not among the specs read.
    #[error("there is no spec `{twin}`")]
    UnknownTwin {
        /// Its id in the label.
        twin: String,
    },
    /// A twin that does not show the property holding.
    #[error("`{twin}` is no fixed twin: {why}")]
    NotATwin {
        /// Its id in the label.
        twin: String,
        /// What it lacks.
        why: &'static str,
    },
}

impl LabelError {
    /// The fault for [`diagnostic::render`].
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let help = match &self.kind {
            LabelErrorKind::Toml { .. } => {
                "models/README.md says what each key of a label holds, and shows one".to_owned()
            }
            LabelErrorKind::Empty { key } => format!("write the {key}"),
            LabelErrorKind::NoCitation => {
                "name the publication, or make it a CANDIDATE_COUNTEREXAMPLE".to_owned()
            }
            LabelErrorKind::NeedlessCitation { .. } => {
                "leave it out; where the machine comes from is its `clause`".to_owned()
            }
            LabelErrorKind::NoSteps => {
                "`check SPEC` shows the shortest counterexample and counts its steps".to_owned()
            }
            LabelErrorKind::NeedlessSteps | LabelErrorKind::NeedlessKey { .. } => {
                "leave it out, or correct the label".to_owned()
            }
            LabelErrorKind::UnknownProperty { known, .. } => format!("it has: {known}"),
            LabelErrorKind::UnknownTwin { .. } => {
                "a twin is named by its file without `.json`, and stands in the same folder or \
                 below"
                    .to_owned()
            }
            LabelErrorKind::NotATwin { .. } => {
                "a fixed twin shows the same property holding".to_owned()
            }
        };
        Diagnostic::error(self.to_string()).at(self.span).help(help)
    }
}
