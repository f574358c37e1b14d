//! A task as a question to a language model.

use crate::Task;
use checker::{Condition, FieldId, Guard, Model, Update, Value};
use std::fmt::Write;

/// What a prompt shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PromptMode {
    /// The machine: fields, initial state, transitions, property. Nothing else is
    /// needed for the answer.
    #[default]
    Model,
    /// The clause and a description of what is modelled, and of the machine only its
    /// fields and the property: how the procedure behaves is for the reader to know.
    Spec,
}

impl PromptMode {
    /// protocol-bench's name of it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Spec => "spec",
        }
    }
}

/// What is asked of a language model; [`parse_reply`](crate::parse_reply) reads the answer.
///
/// In [`PromptMode::Spec`] it tells neither the label nor the violating step: the
/// prompt of a violated task is, byte for byte, the one of its repaired twin. In
/// either mode the task's id is left out, as some ids tell. The form of the answer
/// is not valid JSON, so a reply that repeats the prompt claims nothing by it.
///
/// ```
/// use score::{PromptMode, Reply, Task, parse_reply, prompt};
/// let tasks = Task::all()?;
/// let shown = prompt(&tasks[0], PromptMode::Model);
/// assert!(shown.contains("SendEncrypted: if ptk_installed = true and tx_nonce = 0, set tx_nonce = 1"));
/// assert!(!prompt(&tasks[0], PromptMode::Spec).contains("SendEncrypted"));
/// assert_eq!(parse_reply(&shown), Reply::Unparseable);
/// # Ok::<(), score::TaskError>(())
/// ```
#[must_use]
pub fn prompt(task: &Task, mode: PromptMode) -> String {
    let label = &task.label;
    let question = match mode {
        PromptMode::Model => {
            "Below are a procedure of a communication standard as a state machine, and a property. \
             Can the machine reach a state in which the property fails?"
        }
        PromptMode::Spec => {
            "Below are a procedure of a communication standard in words, and a property. Can the \
             procedure, as published, reach a state in which the property fails?"
        }
    };
    let shown = match mode {
        PromptMode::Model => format!("\n{}", machine(task)),
        PromptMode::Spec => format!(
            "Procedure: {}\nThis says what is modelled. When a step is possible, and what else \
             comes of it, is for the clause: reason from the published procedure.\n\n{}{}",
            on_one_line(&label.description),
            fields(&task.model),
            property(task),
        ),
    };
    format!(
        "{question}\n\nStandards body: {}\nClause: {}\n{shown}\n{}",
        label.body,
        label.clause,
        form_of_answer(&task.model)
    )
}

/// The machine in words: fields, initial state, transitions and property.
///
/// ```
/// let tasks = score::Task::all()?;
/// assert!(score::machine(&tasks[0]).contains("tx_nonce: an integer, initially 0"));
/// # Ok::<(), score::TaskError>(())
/// ```
#[must_use]
pub fn machine(task: &Task) -> String {
    let model = &task.model;
    let mut text = fields(model);
    text += "Transitions. Each can be taken in any state in which its condition holds, and leaves \
             the fields that it does not set as they are:\n";
    for transition in model.transitions() {
        let condition = match transition.guard.0.as_slice() {
            [] => "always".to_owned(),
            _ => format!("if {}", tests(model, &transition.guard, " and ")),
        };
        let updates = transition.updates.iter();
        let updates: Vec<_> = updates
            .map(|(field, update)| assignment(model, *field, update))
            .collect();
        let label = name(&transition.label);
        let _ = writeln!(text, "  {label}: {condition}, set {}", updates.join(", "));
    }
    text += &property(task);
    text
}

fn fields(model: &Model) -> String {
    let mut text = "A state has these fields, in this order:\n".to_owned();
    for (field, value) in model.fields().iter().zip(model.initial_values()) {
        let kind = match value {
            Value::Null => "null or another value",
            Value::Bool(_) => "true or false",
            Value::Int(_) => "an integer",
            Value::Float(_) => "a number",
            Value::Text(_) => "a string",
        };
        let _ = writeln!(text, "  {}: {kind}, initially {value}", name(field));
    }
    text
}

fn property(task: &Task) -> String {
    let model = &task.model;
    let mut text = format!(
        "Property: {}. It fails in a state\n",
        name(&task.label.property.value)
    );
    for (index, invariant) in model.invariants().iter().enumerate() {
        let or = if index > 0 { "or " } else { "" };
        let when = match &invariant.condition {
            Condition::Forbid(guard) => format!("where {}", tests(model, guard, " and ")),
            Condition::Require(guard) => format!("unless {}", tests(model, guard, " and ")),
        };
        let _ = writeln!(text, "  {or}{when}");
    }
    text
}

/// Every reply that is to be read has this form; see [`crate::replay`].
fn form_of_answer(model: &Model) -> String {
    let fields = model.fields().iter().zip(model.initial_values());
    let initial: Vec<_> = fields
        .map(|(field, value)| format!("{}: {value}", Value::from(field.as_str())))
        .collect();
    format!(
        "Answer with one JSON object and nothing else:\n\
         {{\"violated\": true or false, \"trace\": [{{\"state\": {{{}}}}}, ...]}}\n\
         \"violated\" is true if a state can be reached in which the property fails. Then \"trace\" \
         is how: the states from the initial one, which is given, to the first one in which the \
         property fails, each one step after the one before it, each with a value for every field. \
         If no such state can be reached, \"violated\" is false and \"trace\" is left out.\n\
         The trace is replayed, and \"violated\": true earns nothing unless it replays.\n",
        initial.join(", ")
    )
}

fn tests(model: &Model, guard: &Guard, joint: &str) -> String {
    let tests = guard.0.iter();
    let tests: Vec<_> = tests
        .map(|(field, value)| format!("{} = {value}", name(model.field(*field))))
        .collect();
    tests.join(joint)
}

fn assignment(model: &Model, field: FieldId, update: &Update) -> String {
    let field = name(model.field(field));
    match update {
        Update::Set(value) => format!("{field} = {value}"),
        Update::Add(amount) if *amount < 0 => {
            format!("{field} = {field} - {}", amount.unsigned_abs())
        }
        Update::Add(amount) => format!("{field} = {field} + {amount}"),
    }
}

/// As it is where that cannot be misread, else as a JSON string.
fn name(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    if !name.is_empty() && name.chars().all(is_plain) {
        name.to_owned()
    } else {
        Value::from(name).to_string()
    }
}

/// A text with each run of white space as one space.
pub(crate) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
