//! State machines as data: fields, guarded transitions, invariants, a goal.
//!
//! A [`Model`] is checked when it is made, so that the search never meets an
//! unknown field or a literal that the bound excludes.

mod build;
mod draft;
mod error;
mod mutant;

pub use draft::{Draft, DraftCondition, DraftTransition};
pub use error::{ModelError, ModelErrorKind, ModelErrors, Place};

use crate::Value;

/// The default of [`Draft::int_bound`].
pub const DEFAULT_INT_BOUND: i64 = 64;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);

        impl $name {
            /// The position in the model's list.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            fn at(index: usize) -> Self {
                // A list of 2^32 entries cannot come from a source of less than 4 GiB.
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }
        }
    };
}

index! {
    /// A field of a [`Model`].
    FieldId
}
index! {
    /// A transition of a [`Model`]; their order is the order of successors.
    TransitionId
}

/// A finite-state machine with its properties, known to be well formed.
///
/// States are vectors of [`Value`]s in the order of [`Model::fields`].
///
/// ```
/// use checker::{Draft, Value};
/// let model = Draft::new("lock")
///     .field("held", false)
///     .transition("acquire", [("held", false.into())], [("held", true.into())])
///     .transition("release", [("held", true.into())], [("held", false.into())])
///     .forbid("never_null", [("held", Value::Null)])
///     .build()?;
/// assert_eq!(model.fields(), ["held"]);
/// # Ok::<(), checker::ModelErrors>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    name: String,
    fields: Vec<String>,
    initial: Vec<Value>,
    transitions: Vec<Transition>,
    invariants: Vec<Invariant>,
    goal: Option<Condition>,
    int_bound: i64,
}

/// A guarded update. Duplicate labels are fine: the [`TransitionId`] tells them apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// The label that traces show.
    pub label: String,
    /// When it is enabled.
    pub guard: Guard,
    /// What it writes, each field at most once, not empty.
    pub updates: Vec<(FieldId, Update)>,
}

/// A conjunction of tests `field == value`; empty means always.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Guard(pub Vec<(FieldId, Value)>);

impl Guard {
    /// Whether every test matches the state.
    #[must_use]
    pub fn matches(&self, state: &[Value]) -> bool {
        self.0
            .iter()
            .all(|(field, value)| state[field.index()].matches(value))
    }
}

/// What a transition does to one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Update {
    /// Writes a literal.
    Set(Value),
    /// Adds to an integer; leaves any other value as it is.
    Add(i64),
}

impl<V: Into<Value>> From<V> for Update {
    fn from(value: V) -> Self {
        Self::Set(value.into())
    }
}

/// A condition on one state.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// Fails where every test matches.
    Forbid(Guard),
    /// Fails unless every test matches.
    Require(Guard),
}

impl Condition {
    /// Whether the state satisfies the condition.
    #[must_use]
    pub fn holds(&self, state: &[Value]) -> bool {
        match self {
            Self::Forbid(guard) => !guard.matches(state),
            Self::Require(guard) => guard.matches(state),
        }
    }

    /// The tests, whichever kind it is.
    #[must_use]
    pub fn guard(&self) -> &Guard {
        match self {
            Self::Forbid(guard) | Self::Require(guard) => guard,
        }
    }
}

/// A named condition that every reachable state must satisfy.
#[derive(Debug, Clone, PartialEq)]
pub struct Invariant {
    /// The name; unique in its model.
    pub name: String,
    /// What must hold.
    pub condition: Condition,
}

impl Model {
    /// The name of the machine.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the fields, in the order of the values of a state.
    #[must_use]
    pub fn fields(&self) -> &[String] {
        &self.fields
    }

    /// The name of one field.
    #[must_use]
    pub fn field(&self, id: FieldId) -> &str {
        &self.fields[id.index()]
    }

    /// Every field's id, in order.
    pub fn field_ids(&self) -> impl Iterator<Item = FieldId> + use<> {
        (0..self.fields.len()).map(FieldId::at)
    }

    /// The values of the initial state.
    #[must_use]
    pub fn initial_values(&self) -> &[Value] {
        &self.initial
    }

    /// The transitions in declared order.
    #[must_use]
    pub fn transitions(&self) -> &[Transition] {
        &self.transitions
    }

    /// One transition.
    #[must_use]
    pub fn transition(&self, id: TransitionId) -> &Transition {
        &self.transitions[id.index()]
    }

    /// Every transition's id, in order.
    pub fn transition_ids(&self) -> impl Iterator<Item = TransitionId> + use<> {
        (0..self.transitions.len()).map(TransitionId::at)
    }

    /// The invariants in declared order.
    #[must_use]
    pub fn invariants(&self) -> &[Invariant] {
        &self.invariants
    }

    /// The goal of AG EF goal, if a liveness question is asked.
    #[must_use]
    pub fn goal(&self) -> Option<&Condition> {
        self.goal.as_ref()
    }

    /// The greatest magnitude an integer may take.
    #[must_use]
    pub fn int_bound(&self) -> i64 {
        self.int_bound
    }
}
