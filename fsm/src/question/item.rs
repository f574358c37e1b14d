//! What an answer set holds, and how it is written in JSON.

use crate::answer::Role;
use serde_json::{Value, json};

/// The four tasks; the first is keyed in two ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Task {
    /// Task 1 by (s, γ): the set of (s′, A′).
    Next,
    /// Task 1 by s: the set of (γ, s′, A′).
    NextOfState,
    /// Task 2 by (s, s′): the conditions.
    Conditions,
    /// Task 3 by (γ, s′): the previous states.
    Previous,
    /// Task 4 by (s, s′): the simple paths.
    Paths,
}

/// An element of an answer set.
///
/// `names` by task: [`Task::Next`] s′; [`Task::NextOfState`] γ, s′;
/// [`Task::Conditions`] γ; [`Task::Previous`] s; [`Task::Paths`] s, γ₁, s₁, …, s′.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Item {
    /// States and conditions.
    pub names: Vec<String>,
    /// A′, as a set: sorted, each once. Empty in tasks 2 to 4.
    pub actions: Vec<String>,
}

impl Item {
    /// An item without actions.
    pub fn of<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        Self {
            names: names.into_iter().map(Into::into).collect(),
            actions: Vec::new(),
        }
    }

    /// The same with a set of actions.
    #[must_use]
    pub fn with_actions<N: Into<String>>(mut self, actions: impl IntoIterator<Item = N>) -> Self {
        self.actions = actions.into_iter().map(Into::into).collect();
        self.actions.sort_unstable();
        self.actions.dedup();
        self
    }
}

impl Task {
    /// All of them, in order.
    pub const ALL: [Self; 5] = [
        Self::Next,
        Self::NextOfState,
        Self::Conditions,
        Self::Previous,
        Self::Paths,
    ];

    /// Its number in the paper, 1 to 4.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Next | Self::NextOfState => 1,
            Self::Conditions => 2,
            Self::Previous => 3,
            Self::Paths => 4,
        }
    }

    /// The key of the answer object.
    #[must_use]
    pub fn answer_key(self) -> &'static str {
        match self {
            Self::Next | Self::NextOfState => "next",
            Self::Conditions => "conditions",
            Self::Previous => "states",
            Self::Paths => "paths",
        }
    }

    /// What the name at a position of an item names.
    #[must_use]
    pub fn role(self, position: usize) -> Role {
        match self {
            Self::Next | Self::Previous => Role::State,
            Self::Conditions => Role::Condition,
            Self::NextOfState if position == 0 => Role::Condition,
            Self::NextOfState => Role::State,
            Self::Paths if position % 2 == 1 => Role::Condition,
            Self::Paths => Role::State,
        }
    }

    /// An item as the answer object has it.
    ///
    /// ```
    /// use fsm::question::{Item, Task};
    /// let item = Item::of(["LISTEN", "SEND", "SYN-SENT"]);
    /// assert_eq!(Task::Paths.item_json(&item).to_string(), r#"["LISTEN","SEND","SYN-SENT"]"#);
    /// ```
    #[must_use]
    pub fn item_json(self, item: &Item) -> Value {
        let name = |position: usize| item.names.get(position);
        match self {
            Self::Next => json!({"state": name(0), "actions": item.actions}),
            Self::NextOfState => {
                json!({"condition": name(0), "state": name(1), "actions": item.actions})
            }
            Self::Conditions | Self::Previous => json!(name(0)),
            Self::Paths => json!(item.names),
        }
    }

    /// The answer object that holds these items: what a perfect reply is.
    ///
    /// ```
    /// use fsm::question::{Item, Task};
    /// let reply = Task::Conditions.answer_json(&[Item::of(["rcv SYN"])]);
    /// assert_eq!(reply.to_string(), r#"{"conditions":["rcv SYN"]}"#);
    /// ```
    #[must_use]
    pub fn answer_json(self, items: &[Item]) -> Value {
        let items: Vec<Value> = items.iter().map(|item| self.item_json(item)).collect();
        json!({self.answer_key(): items})
    }
}
