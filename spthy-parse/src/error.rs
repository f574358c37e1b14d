//! What can be wrong with a theory's text.

use diagnostic::{Diagnostic, Span};

/// One fault of a text, with its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct SyntaxError {
    /// What was found.
    pub kind: SyntaxErrorKind,
    /// Where.
    pub span: Span,
}

/// The kinds of faults the prover's parser has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// Something else was expected here.
    #[error("found {found} where {expected} was expected")]
    Expected {
        /// What could have stood here.
        expected: &'static str,
        /// The word or sign that stands here, cut to a few characters.
        found: String,
    },
    /// A comment is opened and never closed.
    #[error("the comment that starts here is never closed")]
    UnclosedComment,
    /// A quoted text is opened and never closed.
    #[error("the {what} that starts here is never closed")]
    Unclosed {
        /// What was opened.
        what: &'static str,
    },
    /// Terms or formulas nest deeper than [`MAX_DEPTH`](crate::MAX_DEPTH).
    #[error("nested more than {} levels deep", crate::MAX_DEPTH)]
    TooDeep,
    /// An operator stands where its builtin is not declared.
    #[error("the operator `{operator}` is used without the builtin `{builtin}`")]
    OperatorWithoutBuiltin {
        /// The operator as written.
        operator: &'static str,
        /// The builtin that provides it.
        builtin: &'static str,
    },
    /// No builtin has this name.
    #[error("no builtin is called `{name}`")]
    UnknownBuiltin {
        /// The name as written.
        name: String,
    },
    /// A function is applied that nothing before this place declares.
    #[error("the function `{name}` is not declared")]
    UnknownFunction {
        /// The name as written.
        name: String,
        /// Number of arguments given.
        n_arguments: usize,
    },
    /// A function is applied to another number of arguments than declared.
    #[error("the function `{name}` takes {} and is given {found}", n_arguments(*.declared))]
    WrongArity {
        /// The name as written.
        name: String,
        /// Number of arguments declared.
        declared: usize,
        /// Number of arguments given.
        found: usize,
    },
    /// Two items of one kind have the same name.
    #[error("a second {what} is called `{name}`")]
    Duplicate {
        /// Rule, lemma or restriction.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A function of a builtin is declared by the theory.
    #[error("the function name `{name}` is reserved for a builtin")]
    ReservedFunction {
        /// The function.
        name: String,
    },
    /// A function is declared again with another number of arguments.
    #[error("the function `{name}` is declared with {first} and with {}", n_arguments(*.second))]
    ConflictingArity {
        /// The function.
        name: String,
        /// Arguments of the first declaration.
        first: usize,
        /// Arguments of this declaration.
        second: usize,
    },
    /// A lemma attribute the prover does not know.
    #[error("no {of} has an attribute `{name}`")]
    UnknownAttribute {
        /// Lemma, rule, restriction or function.
        of: &'static str,
        /// The attribute as written.
        name: String,
    },
    /// A number does not fit.
    #[error("the number `{text}` is too large")]
    NumberTooLarge {
        /// The digits.
        text: String,
    },
    /// An `#ifdef` without `#endif`, or the other way round.
    #[error("`{directive}` has no counterpart")]
    UnbalancedDirective {
        /// The directive as written.
        directive: &'static str,
    },
}

/// A parser's result; errors are boxed because they are rare and large.
pub(crate) type Parse<T> = Result<T, Box<SyntaxError>>;

impl SyntaxError {
    pub(crate) fn new(kind: SyntaxErrorKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// The error as a diagnostic, with the fix where one is known.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let diagnostic = Diagnostic::error(self.to_string()).at(self.span);
        let (label, help) = match &self.kind {
            SyntaxErrorKind::Expected { expected, .. } => {
                (format!("expected {expected}"), expected_help(expected))
            }
            SyntaxErrorKind::UnclosedComment => (
                "opened here".into(),
                Some("close it with `*/`; comments nest".into()),
            ),
            SyntaxErrorKind::Unclosed { .. } => ("opened here".into(), None),
            SyntaxErrorKind::TooDeep => (
                "deepest level read".into(),
                Some("name parts of the term with `let` or a macro".into()),
            ),
            SyntaxErrorKind::OperatorWithoutBuiltin { builtin, .. } => (
                "not an operator here".into(),
                Some(format!("add `builtins: {builtin}` before its first use")),
            ),
            SyntaxErrorKind::UnknownBuiltin { .. } => (
                "not a builtin".into(),
                Some(format!(
                    "the builtins are {}",
                    crate::signature::BUILTIN_NAMES.join(", ")
                )),
            ),
            SyntaxErrorKind::UnknownFunction { name, n_arguments } => (
                "not declared before this place".into(),
                Some(if name.starts_with(|c: char| c.is_ascii_uppercase()) {
                    "a fact cannot stand inside a term; functions start with a small letter by custom".into()
                } else {
                    format!(
                        "declare it before its first use, `functions: {name}/{n_arguments}`, or add the builtin that provides it"
                    )
                }),
            ),
            SyntaxErrorKind::WrongArity { declared, .. } => {
                (format!("declared with {}", n_arguments(*declared)), None)
            }
            SyntaxErrorKind::Duplicate { .. } => (
                "second of this name".into(),
                Some("give it another name".into()),
            ),
            SyntaxErrorKind::ReservedFunction { .. } => (
                "declared here".into(),
                Some("give it another name, or use the builtin that provides it".into()),
            ),
            SyntaxErrorKind::ConflictingArity { .. } => ("declared again".into(), None),
            SyntaxErrorKind::UnknownAttribute { of, name } => (
                "not an attribute".into(),
                (*of == "lemma" && matches!(name.as_str(), "exists" | "all")).then(|| {
                    "`exists-trace` and `all-traces` stand behind the colon of a lemma".into()
                }),
            ),
            SyntaxErrorKind::NumberTooLarge { .. } => ("does not fit 32 bits".into(), None),
            SyntaxErrorKind::UnbalancedDirective { .. } => ("stands alone".into(), None),
        };
        let diagnostic = diagnostic.label(label);
        match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

/// `1 argument`, `2 arguments`.
pub(crate) fn n_arguments(n: usize) -> String {
    format!("{n} argument{}", if n == 1 { "" } else { "s" })
}

/// The fix where what was expected suggests one.
fn expected_help(expected: &str) -> Option<String> {
    match expected {
        "`theory`" => {
            Some("a theory file starts with `theory NAME begin`, without any text around it".into())
        }
        "`end` or an item" => Some(
            "an item is a rule, a lemma, a restriction, `functions:` …; the theory ends with `end`"
                .into(),
        ),
        _ => None,
    }
}
