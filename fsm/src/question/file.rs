//! Questions as JSON lines.

use super::{Question, Task};
use crate::answer::json_items;
use diagnostic::{Diagnostic, SourceFile, Span};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

/// A line, in the order of its keys.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    machine: String,
    protocol: String,
    #[serde(default)]
    variant: Option<String>,
    task: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    context: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    material: Option<String>,
    prompt: String,
    gold: Value,
}

/// Writes one question as a line.
///
/// # Errors
/// What `out` refuses.
pub fn write(question: &Question, out: &mut impl Write) -> io::Result<()> {
    let Question {
        id,
        machine,
        protocol,
        variant,
        task,
        from,
        condition,
        to,
        context,
        material,
        prompt,
        gold,
    } = question.clone();
    let line = Line {
        id,
        machine,
        protocol,
        variant,
        task: task.number(),
        from,
        condition,
        to,
        context,
        material,
        prompt,
        gold: task.answer_json(&gold),
    };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)
}

/// A fault of a file of questions, with its line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct QuestionError {
    /// What.
    pub kind: QuestionErrorKind,
    /// The line.
    pub span: Span,
}

/// What is wrong with a line of a file of questions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionErrorKind {
    /// Not a JSON object of the form that [`write()`] writes.
    #[error("the line is not a question: {message}")]
    Json {
        /// What the JSON reader said.
        message: String,
    },
    /// A task and keys that do not go together.
    #[error("task {task} is not asked with these keys")]
    Keys {
        /// The number given.
        task: u8,
    },
    /// The gold answer is not one of the task.
    #[error("`gold` is not an answer of task {task}")]
    Gold {
        /// The number of the task.
        task: u8,
    },
    /// Two questions with the same id and context.
    #[error("the question `{id}` with context `{context}` is there twice, first in line {first}")]
    Duplicate {
        /// The id.
        id: String,
        /// The context.
        context: String,
        /// The line that has it first.
        first: u32,
    },
}

impl QuestionError {
    /// The fault for [`diagnostic::render`].
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let help = match &self.kind {
            QuestionErrorKind::Json { .. } => {
                "a line is a JSON object with id, machine, protocol, task, context, prompt, gold"
            }
            QuestionErrorKind::Keys { .. } => {
                "task 1 has from and condition, or from alone; task 2 from and to; task 3 \
                 condition and to; task 4 from and to"
            }
            QuestionErrorKind::Gold { .. } => "gold has the form that the prompt asks for",
            QuestionErrorKind::Duplicate { .. } => "remove one of them, or rename its context",
        };
        Diagnostic::error(self.to_string()).at(self.span).help(help)
    }
}

/// Reads questions, one a line; empty lines are left out.
///
/// # Errors
/// Every line that is not a question, and every one that is there twice.
pub fn read(source: &SourceFile) -> Result<Vec<Question>, Vec<QuestionError>> {
    let mut questions: Vec<Question> = Vec::new();
    let mut errors = Vec::new();
    let mut seen: HashMap<(String, String), Span> = HashMap::new();
    for (span, text) in crate::answer::lines(source) {
        let question = match question(text) {
            Ok(question) => question,
            Err(kind) => {
                errors.push(QuestionError { kind, span });
                continue;
            }
        };
        let key = (question.id.clone(), question.context.clone());
        if let Some(first) = seen.get(&key) {
            let first = source.location(first.start).line;
            let (id, context) = key;
            let kind = QuestionErrorKind::Duplicate { id, context, first };
            errors.push(QuestionError { kind, span });
            continue;
        }
        seen.insert(key, span);
        questions.push(question);
    }
    if errors.is_empty() {
        Ok(questions)
    } else {
        Err(errors)
    }
}

fn question(text: &str) -> Result<Question, QuestionErrorKind> {
    let line: Line = serde_json::from_str(text).map_err(|error| QuestionErrorKind::Json {
        message: crate::answer::reason(&error),
    })?;
    let keys = (
        line.from.is_some(),
        line.condition.is_some(),
        line.to.is_some(),
    );
    let task = match (line.task, keys) {
        (1, (true, true, false)) => Task::Next,
        (1, (true, false, false)) => Task::NextOfState,
        (2, (true, false, true)) => Task::Conditions,
        (3, (false, true, true)) => Task::Previous,
        (4, (true, false, true)) => Task::Paths,
        (task, _) => return Err(QuestionErrorKind::Keys { task }),
    };
    let mut gold =
        json_items(task, &line.gold).ok_or(QuestionErrorKind::Gold { task: line.task })?;
    // A set holds each element once.
    let mut seen = HashSet::new();
    gold.retain(|item| seen.insert(item.clone()));
    Ok(Question {
        id: line.id,
        machine: line.machine,
        protocol: line.protocol,
        variant: line.variant,
        task,
        from: line.from,
        condition: line.condition,
        to: line.to,
        context: line.context,
        material: line.material,
        prompt: line.prompt,
        gold,
    })
}
