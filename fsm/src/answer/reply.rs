//! Replies as language models write them, read tolerantly.
//!
//! JSON is looked for first, alone, fenced or amid prose; then bullet lists,
//! arrows and short prose. Where a text is ambiguous, the machine's names decide.
//! A reply that none of this reads is [`Reply::items`] `None`: never an empty
//! answer, which a reply has to state.

mod cut;
mod json;
mod nothing;
mod outcome;
mod path;
mod text;

use super::Names;
use crate::question::{Item, Task};
use cut::Cutter;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashSet;

/// How a reply was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// JSON and nothing else.
    Json,
    /// JSON in a code fence.
    Fenced,
    /// JSON amid other text.
    JsonInProse,
    /// A list with bullets or numbers.
    Bullets,
    /// Lines of names with arrows or other signs between them.
    Arrows,
    /// Other text in which names of the machine were found.
    Prose,
    /// Words that say that there is nothing.
    Nothing,
}

/// Stands for actions that a reply does not state: equal to no action, and not to
/// none, so that only the next state can be right.
const UNSTATED: &str = "(unstated)";

/// A reply as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The answer set in the machine's own spelling where a name is known, each
    /// element once; none where the reply could not be read.
    pub items: Option<Vec<Item>>,
    /// How it was written; none where it could not be read.
    pub style: Option<Style>,
    /// Elements that were given more than once: a set holds them once.
    pub n_repeated: usize,
    /// Whether the text ends inside of a JSON value.
    pub truncated: bool,
}

/// Reads a reply to a question of a task about a machine with these names.
///
/// Takes time linear in the text, for given names.
///
/// ```
/// use fsm::answer::{Lexicon, Names, Synonyms, parse_reply};
/// use fsm::question::{Item, Task};
/// let lexicon = |names: &[&str]| Lexicon::new(names.iter().copied(), &Synonyms::default());
/// let names = Names {
///     states: lexicon(&["LISTEN", "SYN-SENT"]),
///     conditions: lexicon(&["SEND"]),
///     actions: lexicon(&[]),
/// };
/// let path = vec![Item::of(["LISTEN", "SEND", "SYN-SENT"])];
/// for text in [
///     r#"{"paths": [["listen", "SEND", "SYN_SENT"]]}"#,
///     "There is one:\n1. LISTEN → send → Syn-Sent.",
///     "- `LISTEN` --SEND--> `SYN-SENT`",
/// ] {
///     assert_eq!(parse_reply(Task::Paths, text, &names).items, Some(path.clone()));
/// }
/// let reply = parse_reply(Task::Paths, "I do not know.", &names);
/// assert_eq!(reply.items, None);
/// ```
#[must_use]
pub fn parse_reply(task: Task, text: &str, names: &Names) -> Reply {
    // What a model thinks before it answers is not its answer.
    let text = text
        .rsplit_once("</think>")
        .map_or(text, |(_, answer)| answer);
    let found = json::values(text);
    let (items, style) = match json::items(task, &found.values, json_style(text), names) {
        // An empty list in words of why there is no answer is none.
        Some(items)
            if items.is_empty()
                && json_style(text) == Style::JsonInProse
                && nothing::refuses(text) =>
        {
            (None, None)
        }
        Some(items) => (Some(items), Some(json_style(text))),
        None => match text::items(task, text, names) {
            Some((items, style)) => (Some(items), Some(style)),
            None => (None, None),
        },
    };
    let mut n_repeated = 0;
    let items = items.map(|items| {
        let n_items = items.len();
        let distinct = canonical(task, items, names);
        n_repeated = n_items - distinct.len();
        distinct
    });
    Reply {
        items,
        style,
        n_repeated,
        truncated: found.truncated,
    }
}

/// The items of an answer object of the form that prompts ask for.
#[must_use]
pub fn json_items(task: Task, value: &Value) -> Option<Vec<Item>> {
    json::value_items(task, value, None)
}

fn json_style(text: &str) -> Style {
    let text = text.trim();
    if text.starts_with(['{', '[']) && text.ends_with(['}', ']']) {
        Style::Json
    } else if text.contains("```") {
        Style::Fenced
    } else {
        Style::JsonInProse
    }
}

/// The items in the machine's spelling, each once, in order.
fn canonical(task: Task, items: Vec<Item>, names: &Names) -> Vec<Item> {
    let mut seen = HashSet::new();
    let spelled = items.into_iter().map(|item| {
        let spell =
            |(position, name): (usize, &String)| names.of(task.role(position)).canonical(name);
        let actions = item
            .actions
            .iter()
            .map(|action| names.actions.canonical(action));
        Item::of(item.names.iter().enumerate().map(spell)).with_actions(actions)
    });
    spelled
        .filter(|item| {
            // Unknown names differ where their words do.
            let key = |lexicon: &super::Lexicon, name: &String| {
                if lexicon.has(name) {
                    (true, name.clone())
                } else {
                    (false, lexicon.key(name))
                }
            };
            let positions = item.names.iter().enumerate();
            let names_key: Vec<_> = positions
                .map(|(position, name)| key(names.of(task.role(position)), name))
                .collect();
            let actions_key: Vec<_> = {
                let mut keys: Vec<_> = item
                    .actions
                    .iter()
                    .map(|action| key(&names.actions, action))
                    .collect();
                keys.sort_unstable();
                keys.dedup();
                keys
            };
            seen.insert((names_key, actions_key))
        })
        .collect()
}

#[cfg(test)]
mod tests;
