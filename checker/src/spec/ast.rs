//! The typed tree of a spec.

use super::error::{SpecError, SpecErrorKind};
use crate::{Update, Value};
use diagnostic::{Span, Spanned};

/// What was read of a text: the spec as far as it goes, and every fault.
///
/// Where there are faults, parts of the spec are left out or hold `null`; so
/// only [`lower`](super::lower), which also looks at the faults, makes a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    spec: Spec,
    errors: Vec<SpecError>,
}

impl Parsed {
    pub(super) fn new(spec: Spec, mut errors: Vec<SpecError>) -> Self {
        errors.sort_by_key(|error| error.span);
        Self { spec, errors }
    }

    /// The spec; whole if and only if there are no errors.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The faults of syntax and shape, sorted by place.
    #[must_use]
    pub fn errors(&self) -> &[SpecError] {
        &self.errors
    }

    /// Makes the lack of invariants and goal a fault.
    pub(super) fn require_question(&mut self) {
        let Spec {
            invariants, goal, ..
        } = &self.spec;
        if invariants.is_complete && invariants.entries.is_empty() && goal.is_none() {
            self.errors.push(SpecError {
                kind: SpecErrorKind::NothingToCheck,
                span: invariants.span,
            });
        }
    }
}

/// A list or object of the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Entries<T> {
    /// The entries in the order of the text.
    pub entries: Vec<T>,
    /// From the opening to the closing bracket; where the text has none, the
    /// opening bracket of what ought to hold it.
    pub span: Span,
    /// False where a fault that has been reported took entries away, so that
    /// the lack of an entry is no fault of its own.
    pub is_complete: bool,
}

impl<T> Entries<T> {
    /// Nothing, and rightly so.
    pub(super) fn none(span: Span) -> Self {
        Self {
            entries: Vec::new(),
            span,
            is_complete: true,
        }
    }

    /// Nothing that could be read; the reason has been reported.
    pub(super) fn unread(span: Span) -> Self {
        Self {
            is_complete: false,
            ..Self::none(span)
        }
    }
}

/// A spec, each part with its place in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Spec {
    /// The name of the machine, if it has one.
    pub name: Option<Spanned<String>>,
    /// Whether its author calls it a candidate; kept for other tools.
    pub candidate: Option<Spanned<bool>>,
    /// The field names.
    pub fields: Entries<Spanned<String>>,
    /// The initial values.
    pub initial: Entries<Assignment<Value>>,
    /// The transitions.
    pub transitions: Entries<Transition>,
    /// The invariants.
    pub invariants: Entries<Invariant>,
    /// The goal.
    pub goal: Option<Condition>,
    /// The whole object.
    pub span: Span,
}

/// A field with a value, or with what is done to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment<T> {
    /// The field's name.
    pub field: Spanned<String>,
    /// The value.
    pub value: Spanned<T>,
}

/// A transition.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// The label; where it has none, lowering makes it `t{index}`.
    pub label: Option<Spanned<String>>,
    /// The tests of the guard.
    pub when: Entries<Assignment<Value>>,
    /// The updates.
    pub set: Entries<Assignment<Update>>,
    /// The whole object.
    pub span: Span,
}

/// A named condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Invariant {
    /// The name.
    pub name: Spanned<String>,
    /// The condition.
    pub condition: Condition,
}

/// A condition on one state.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// `forbid` where true, `require` where false.
    pub forbids: bool,
    /// The tests.
    pub tests: Entries<Assignment<Value>>,
}
