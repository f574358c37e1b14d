//! Models under construction, with names in place of ids.

use super::{DEFAULT_INT_BOUND, Model, ModelErrors, Update, build};
use crate::Value;

/// A model under construction, with names in place of ids.
///
/// Build one by its methods, or fill its lists; [`Draft::build`] checks it and
/// reports every fault at once.
///
/// ```
/// use checker::{Draft, DraftCondition, Update};
/// let model = Draft::new("counter")
///     .field("n", 0)
///     .transition("tick", [("n", 0.into())], [("n", Update::Add(1))])
///     .require("small", [("n", 0.into())])
///     .goal(DraftCondition::require([("n", 1.into())]))
///     .int_bound(8)
///     .build()?;
/// assert_eq!(model.transitions()[0].label, "tick");
/// # Ok::<(), checker::ModelErrors>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// The name of the machine.
    pub name: String,
    /// The field names in state order.
    pub fields: Vec<String>,
    /// The initial value of each field, in any order.
    pub initial: Vec<(String, Value)>,
    /// The transitions.
    pub transitions: Vec<DraftTransition>,
    /// The invariants.
    pub invariants: Vec<(String, DraftCondition)>,
    /// The goal.
    pub goal: Option<DraftCondition>,
    /// The greatest magnitude of integers, positive.
    pub int_bound: i64,
}

/// A transition of a [`Draft`].
#[derive(Debug, Clone, PartialEq)]
pub struct DraftTransition {
    /// The label that traces show.
    pub label: String,
    /// The tests of the guard.
    pub when: Vec<(String, Value)>,
    /// The updates.
    pub set: Vec<(String, Update)>,
}

/// A condition of a [`Draft`].
#[derive(Debug, Clone, PartialEq)]
pub struct DraftCondition {
    /// `forbid` where true, `require` where false.
    pub forbids: bool,
    /// The tests.
    pub tests: Vec<(String, Value)>,
}

impl DraftCondition {
    /// Fails where every test matches.
    pub fn forbid<'a>(tests: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        Self {
            forbids: true,
            tests: owned(tests),
        }
    }

    /// Fails unless every test matches.
    pub fn require<'a>(tests: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        Self {
            forbids: false,
            tests: owned(tests),
        }
    }
}

fn owned<'a, T>(pairs: impl IntoIterator<Item = (&'a str, T)>) -> Vec<(String, T)> {
    pairs
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

impl Draft {
    /// An empty draft with the default bound.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            fields: Vec::new(),
            initial: Vec::new(),
            transitions: Vec::new(),
            invariants: Vec::new(),
            goal: None,
            int_bound: DEFAULT_INT_BOUND,
        }
    }

    /// Adds a field with its initial value.
    #[must_use]
    pub fn field(mut self, name: &str, initial: impl Into<Value>) -> Self {
        self.fields.push(name.to_owned());
        self.initial.push((name.to_owned(), initial.into()));
        self
    }

    /// Adds a transition.
    #[must_use]
    pub fn transition<'a>(
        mut self,
        label: &str,
        when: impl IntoIterator<Item = (&'a str, Value)>,
        set: impl IntoIterator<Item = (&'a str, Update)>,
    ) -> Self {
        self.transitions.push(DraftTransition {
            label: label.to_owned(),
            when: owned(when),
            set: owned(set),
        });
        self
    }

    /// Adds an invariant that fails where every test matches.
    #[must_use]
    pub fn forbid<'a>(
        mut self,
        name: &str,
        tests: impl IntoIterator<Item = (&'a str, Value)>,
    ) -> Self {
        self.invariants
            .push((name.to_owned(), DraftCondition::forbid(tests)));
        self
    }

    /// Adds an invariant that fails unless every test matches.
    #[must_use]
    pub fn require<'a>(
        mut self,
        name: &str,
        tests: impl IntoIterator<Item = (&'a str, Value)>,
    ) -> Self {
        self.invariants
            .push((name.to_owned(), DraftCondition::require(tests)));
        self
    }

    /// Sets the goal: AG EF of the condition.
    #[must_use]
    pub fn goal(mut self, condition: DraftCondition) -> Self {
        self.goal = Some(condition);
        self
    }

    /// Sets the bound of integers.
    #[must_use]
    pub fn int_bound(mut self, int_bound: i64) -> Self {
        self.int_bound = int_bound;
        self
    }

    /// Checks the draft.
    ///
    /// # Errors
    /// Every fault of the draft, each with its [`Place`](super::Place), in the order of the
    /// draft's lists.
    pub fn build(self) -> Result<Model, ModelErrors> {
        build::build(&self)
    }
}
