//! What can be wrong with a draft, and where.

/// Where in a [`Draft`](super::Draft) a fault is: positions in its lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Place {
    /// The draft as a whole.
    Draft,
    /// `fields[i]`.
    Field(usize),
    /// `initial[i]`.
    Initial(usize),
    /// `transitions[i]` as a whole.
    Transition(usize),
    /// `transitions[transition].when[entry]`.
    When {
        /// The transition.
        transition: usize,
        /// The test.
        entry: usize,
    },
    /// `transitions[transition].set[entry]`.
    Set {
        /// The transition.
        transition: usize,
        /// The update.
        entry: usize,
    },
    /// `invariants[i]` as a whole.
    Invariant(usize),
    /// `invariants[invariant].1.tests[entry]`.
    InvariantTest {
        /// The invariant.
        invariant: usize,
        /// The test.
        entry: usize,
    },
    /// The goal as a whole.
    Goal,
    /// `goal.tests[i]`.
    GoalTest(usize),
}

/// A fault of a [`Draft`](super::Draft).
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{kind}")]
pub struct ModelError {
    /// Where.
    pub place: Place,
    /// What.
    pub kind: ModelErrorKind,
}

/// What is wrong with a [`Draft`](super::Draft).
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelErrorKind {
    /// The list of fields is empty.
    #[error("a model needs at least one field")]
    NoFields,
    /// The list of transitions is empty.
    #[error("a model needs at least one transition")]
    NoTransitions,
    /// Two fields have one name.
    #[error("the field `{name}` is declared twice")]
    DuplicateField {
        /// The name.
        name: String,
    },
    /// Two invariants have one name.
    #[error("the invariant `{name}` is declared twice")]
    DuplicateInvariant {
        /// The name.
        name: String,
    },
    /// A field that no list declares.
    #[error("`{name}` is not a declared field")]
    UnknownField {
        /// The name.
        name: String,
    },
    /// A field is named twice where once is meant.
    #[error("the field `{name}` is named twice here")]
    RepeatedField {
        /// The name.
        name: String,
    },
    /// A field without an initial value.
    #[error("the field `{name}` has no initial value")]
    MissingInitial {
        /// The name.
        name: String,
    },
    /// An integer literal beyond the bound.
    #[error("the field `{name}` is {value} here, outside int_bound {int_bound}")]
    OutOfBound {
        /// The field.
        name: String,
        /// The literal.
        value: i64,
        /// The bound.
        int_bound: i64,
    },
    /// A transition that writes nothing.
    #[error("the transition `{label}` writes no field")]
    EmptyUpdate {
        /// Its label.
        label: String,
    },
    /// A condition without a test.
    #[error("the condition of {property} tests no field")]
    EmptyCondition {
        /// `invariant "name"` or `the goal`.
        property: String,
    },
    /// A bound below one.
    #[error("int_bound must be positive, but is {int_bound}")]
    BadBound {
        /// The bound.
        int_bound: i64,
    },
}

/// All faults of a [`Draft`](super::Draft); never empty.
///
/// ```
/// use checker::{Draft, ModelErrorKind};
/// let errors = Draft::new("empty").build().unwrap_err().0;
/// assert!(errors.iter().any(|error| error.kind == ModelErrorKind::NoFields));
/// assert!(errors.iter().any(|error| error.kind == ModelErrorKind::NoTransitions));
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct ModelErrors(pub Vec<ModelError>);
