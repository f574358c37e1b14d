//! What can be wrong with the text of a machine.

use diagnostic::{Diagnostic, Span};

/// A fault of a machine's text, with its place.
///
/// `Display` writes the message alone; [`FsmError::diagnostic`] adds the place,
/// what was expected there, and the fix.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{kind}")]
pub struct FsmError {
    /// What.
    pub kind: FsmErrorKind,
    /// Where.
    pub span: Span,
}

/// What is wrong with the text of a machine.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FsmErrorKind {
    /// The text is not JSON, or not of the shape that a machine has.
    #[error("{message}")]
    Json {
        /// What the JSON reader said.
        message: String,
    },
    /// The text is not of its format, or of a part of it that is not read.
    #[error("{format}: {message}")]
    Syntax {
        /// The format.
        format: &'static str,
        /// What was expected, or what is not read.
        message: String,
    },
    /// An action without a text.
    #[error("an action is empty")]
    EmptyAction,
    /// A name, condition or action that formats cannot all hold.
    #[error("`{text}` has a control character")]
    ControlCharacter {
        /// The text.
        text: String,
    },
    /// A name, condition or action that starts or ends in white space, which nobody sees.
    #[error("`{text}` starts or ends in white space")]
    OuterWhiteSpace {
        /// The text.
        text: String,
    },
    /// There are no states.
    #[error("the machine has no states")]
    NoStates,
    /// A state without a name.
    #[error("a state has an empty name")]
    EmptyName,
    /// Two states of one name.
    #[error("the state `{name}` is declared twice")]
    DuplicateState {
        /// The name.
        name: String,
    },
    /// A name that no state has.
    #[error("no state is called `{name}`")]
    UnknownState {
        /// The name.
        name: String,
        /// The state that was probably meant.
        suggestion: Option<String>,
    },
}

/// Longest message that is shown, in bytes.
const MAX_MESSAGE: usize = 300;

impl FsmError {
    /// Joins a fault with its place.
    #[must_use]
    pub fn new(kind: FsmErrorKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// The fault for [`diagnostic::render`].
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let mut message = self.to_string();
        if message.len() > MAX_MESSAGE {
            message.truncate(message.floor_char_boundary(MAX_MESSAGE));
            message.push('…');
        }
        let diagnostic = Diagnostic::error(message).at(self.span);
        match self.help() {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    fn help(&self) -> Option<String> {
        Some(match &self.kind {
            FsmErrorKind::Json { .. } | FsmErrorKind::Syntax { .. } => return None,
            FsmErrorKind::EmptyAction => "name the action or leave it out".to_owned(),
            FsmErrorKind::ControlCharacter { .. } => {
                "write it without line breaks, tabs and the like".to_owned()
            }
            FsmErrorKind::OuterWhiteSpace { .. } => "write it without".to_owned(),
            FsmErrorKind::NoStates => "declare at least one state".to_owned(),
            FsmErrorKind::EmptyName => "give every state a name".to_owned(),
            FsmErrorKind::DuplicateState { .. } => {
                "rename or remove one of the two; names of states are distinct".to_owned()
            }
            FsmErrorKind::UnknownState { suggestion, .. } => match suggestion {
                Some(name) => format!("did you mean `{name}`?"),
                None => "add it to the states, or correct the name".to_owned(),
            },
        })
    }
}
