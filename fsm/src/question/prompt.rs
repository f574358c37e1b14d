//! The words of questions. Names stand in JSON strings: those of machines hold
//! blanks, commas, arrows and parentheses, and a JSON string parts them exactly.

use super::{Question, Task};
use crate::machine::Machine;
use serde::Serialize;
use serde_json::{Value, json};

/// The easy context: the machine's states and its transition table.
///
/// One JSON array a transition: state, condition, next state, list of actions.
#[must_use]
pub fn table(machine: &Machine) -> String {
    let states: Vec<&str> = machine
        .states()
        .map(|state| machine.state_name(state))
        .collect();
    let mut text = format!("States: {}\n", json!(states));
    text.push_str("Transitions, one a line: [state, condition, next state, [actions]]\n");
    for transition in machine.transitions() {
        let row = json!([
            machine.state_name(transition.from),
            transition.condition,
            machine.state_name(transition.to),
            transition.actions
        ]);
        text.push_str(&row.to_string());
        text.push('\n');
    }
    text
}

/// The question and the form of its answer.
pub(super) fn text(question: &Question, rfc: Option<&str>) -> String {
    let quoted = |name: &Option<String>| json!(name.as_deref().unwrap_or_default()).to_string();
    let (from, condition) = (quoted(&question.from), quoted(&question.condition));
    let to = quoted(&question.to);
    let ask = match question.task {
        Task::Next => format!(
            "The machine is in state {from} and condition {condition} occurs. To which state does \
             it go, and with which actions? Give every possibility, if there are several."
        ),
        Task::NextOfState => format!(
            "Which transitions leave state {from}? Give the condition, the next state and the \
             actions of each, self-loops included."
        ),
        Task::Conditions => format!(
            "Under which conditions does the machine go from state {from} to state {to} in one \
             transition? Give all of them."
        ),
        Task::Previous => format!(
            "From which states does condition {condition} lead to state {to} in one transition? \
             Give all of them."
        ),
        Task::Paths => format!(
            "List all simple paths from state {from} to state {to}. A path is a sequence that \
             begins with {from}, then alternates between the condition of a transition and the \
             state it leads to, and ends with {to}. No state occurs twice in a path. Transitions \
             between the same two states under different conditions make different paths."
        ),
    };
    let form = match question.task {
        Task::Next => r#"{"next": [{"state": "...", "actions": ["...", "..."]}]}"#,
        Task::NextOfState => {
            r#"{"next": [{"condition": "...", "state": "...", "actions": ["...", "..."]}]}"#
        }
        Task::Conditions => r#"{"conditions": ["...", "..."]}"#,
        Task::Previous => r#"{"states": ["...", "..."]}"#,
        Task::Paths => {
            r#"{"paths": [["state", "condition", "state", "condition", "state"], ["..."]]}"#
        }
    };
    let rfc = rfc.map_or(String::new(), |rfc| format!(" ({rfc})"));
    format!(
        "The question is about the state machine of {}{rfc}.\n{ask}\nAnswer with one JSON object \
         of this form and nothing else:\n{form}\nEvery state, condition and action is a JSON \
         string of its own. The order of the elements of a set does not matter. If there are \
         none, the list is empty: {}",
        question.protocol,
        json!({question.task.answer_key(): Value::Array(vec![])}),
    )
}

/// A prompt in the form that chat programs take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Messages {
    /// The id of the question.
    pub id: String,
    /// The name of the context.
    pub context: String,
    /// A system message, then a user message.
    pub messages: [Message; 2],
}

/// A message of a chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    /// `system` or `user`.
    pub role: &'static str,
    /// Its text.
    pub content: String,
}

/// A question as messages: what the reader is, then context and question.
#[must_use]
pub fn messages(question: &Question) -> Messages {
    let system = match question.material {
        Some(_) => {
            "You answer questions about state machines of network protocols. Use the given \
             material only, and spell names as it does."
        }
        None => {
            "You answer questions about state machines of network protocols. Spell names as the \
             RFC does."
        }
    };
    let user = match &question.material {
        Some(material) => {
            let end = if material.ends_with('\n') { "" } else { "\n" };
            format!("Material:\n{material}{end}\n{}", question.prompt)
        }
        None => question.prompt.clone(),
    };
    let message = |role, content| Message { role, content };
    Messages {
        id: question.id.clone(),
        context: question.context.clone(),
        messages: [message("system", system.to_owned()), message("user", user)],
    }
}
