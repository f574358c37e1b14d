//! Answers written in JSON, alone, fenced, or amid prose.

use crate::question::{Item, Task};
use serde_json::{Map, Value};

/// What JSON a text holds.
pub(super) struct Found {
    /// Objects and arrays in order, with what they stand for.
    pub(super) values: Vec<Value>,
    /// Whether a value was cut off by the end of the text.
    pub(super) truncated: bool,
}

/// Bytes that failed attempts may read, for each byte of the text. An attempt
/// at each bracket would take quadratic time on a text of nothing but brackets. A
/// list of paths that was cut off needs four: one an enclosing bracket.
const BYTES_READ_PER_BYTE: usize = 8;

/// All JSON objects and arrays of a text that are not inside another.
pub(super) fn values(text: &str) -> Found {
    let mut found = Found {
        values: Vec::new(),
        truncated: false,
    };
    let mut budget = text.len().saturating_mul(BYTES_READ_PER_BYTE);
    let mut at = 0;
    while let Some(start) = text[at..].find(['{', '[']).map(|start| at + start) {
        let rest = &text[start..];
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        match stream.next() {
            Some(Ok(value)) => {
                found.values.push(value);
                at = start + stream.byte_offset().max(1);
            }
            Some(Err(error)) => {
                found.truncated |= error.is_eof();
                let read = offset(rest, error.line(), error.column());
                if read > budget {
                    return found;
                }
                budget -= read;
                at = start + 1;
            }
            None => break,
        }
    }
    found
}

/// How far into a text a line and column are, in bytes.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
    lines.map(str::len).sum::<usize>() + column
}

/// The items of the answer that the values hold.
///
/// The last object that answers the task is the answer: what comes before is
/// thinking. Without one, the last list; paths may also stand one a value.
pub(super) fn items(
    task: Task,
    values: &[Value],
    path: &dyn Fn(&str) -> Option<Vec<String>>,
) -> Option<Vec<Item>> {
    let objects = values.iter().rev().filter(|value| value.is_object());
    if let Some(items) = objects
        .filter_map(|value| value_items(task, value, path))
        .next()
    {
        return Some(items);
    }
    let arrays = values
        .iter()
        .filter_map(|value| Some((value.as_array()?, value)));
    let (mut list, mut single) = (None, Vec::new());
    for (elements, value) in arrays {
        let is_path = |names: &Vec<Value>| {
            !names.is_empty()
                && names
                    .iter()
                    .all(|name| name.as_str().is_some_and(|text| path(text).is_none()))
        };
        if task == Task::Paths && is_path(elements) {
            single.extend(path_item(value, path));
        } else if let Some(items) = value_items(task, value, path) {
            list = Some(items);
        }
    }
    list.or_else(|| (!single.is_empty()).then_some(single))
}

/// The items of one value: an object that answers, or the list in it.
pub(super) fn value_items(
    task: Task,
    value: &Value,
    path: &dyn Fn(&str) -> Option<Vec<String>>,
) -> Option<Vec<Item>> {
    match value {
        Value::Array(elements) => elements
            .iter()
            .map(|element| item(task, element, path))
            .collect(),
        Value::Object(object) => {
            if let Some(inner) = get(object, aliases(task)) {
                return match inner {
                    Value::Array(_) => value_items(task, inner, path),
                    // One element without its list.
                    Value::Object(_) | Value::String(_) => Some(vec![item(task, inner, path)?]),
                    _ => None,
                };
            }
            // A lone element.
            matches!(task, Task::Next | Task::NextOfState)
                .then(|| item(task, value, path).map(|item| vec![item]))?
        }
        _ => None,
    }
}

/// Keys under which replies put the answer; the first is the one asked for.
fn aliases(task: Task) -> &'static [&'static str] {
    match task {
        Task::Next | Task::NextOfState => &[
            "next",
            "next_states",
            "transitions",
            "outcomes",
            "answer",
            "answers",
            "result",
        ],
        Task::Conditions => &[
            "conditions",
            "condition",
            "events",
            "event",
            "answer",
            "answers",
            "result",
        ],
        Task::Previous => &[
            "states",
            "previous_states",
            "previous",
            "state",
            "answer",
            "answers",
            "result",
        ],
        Task::Paths => &[
            "paths",
            "simple_paths",
            "path",
            "answer",
            "answers",
            "result",
        ],
    }
}

const STATE: &[&str] = &["state", "next_state", "to", "next", "target"];
const CONDITION: &[&str] = &["condition", "event", "trigger"];
const ACTIONS: &[&str] = &["actions", "action", "outputs", "output"];
const SOURCE: &[&str] = &["from", "source", "state"];
const STEPS: &[&str] = &["path", "steps", "transitions", "sequence"];

/// The value of the first key that is there; case does not count.
fn get<'v>(object: &'v Map<String, Value>, keys: &[&str]) -> Option<&'v Value> {
    keys.iter().find_map(|key| {
        object.get(*key).or_else(|| {
            let mut entries = object.iter();
            entries
                .find(|(name, _)| name.eq_ignore_ascii_case(key))
                .map(|(_, value)| value)
        })
    })
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

fn item(task: Task, element: &Value, path: &dyn Fn(&str) -> Option<Vec<String>>) -> Option<Item> {
    match task {
        Task::Paths => path_item(element, path),
        Task::Conditions | Task::Previous => {
            let keys = if task == Task::Conditions {
                CONDITION
            } else {
                SOURCE
            };
            let name = match element {
                Value::Object(object) => scalar(get(object, keys)?),
                other => scalar(other),
            };
            Some(Item::of([name?]))
        }
        Task::Next | Task::NextOfState => {
            let Value::Object(object) = element else {
                return None;
            };
            let mut names = Vec::new();
            if task == Task::NextOfState {
                names.push(scalar(get(object, CONDITION)?)?);
            }
            names.push(scalar(get(object, STATE)?)?);
            let actions: Vec<String> = match get(object, ACTIONS) {
                None | Some(Value::Null) => Vec::new(),
                Some(Value::Array(actions)) => actions.iter().map(scalar).collect::<Option<_>>()?,
                Some(action) => vec![scalar(action)?],
            };
            Some(Item::of(names).with_actions(actions))
        }
    }
}

fn path_item(element: &Value, path: &dyn Fn(&str) -> Option<Vec<String>>) -> Option<Item> {
    match element {
        Value::String(text) => Some(Item::of(path(text)?)),
        Value::Array(parts) if parts.first().is_some_and(|part| !part.is_string()) => {
            let steps = parts.iter().map(step).collect::<Option<Vec<_>>>();
            match steps {
                Some(steps) => Some(Item::of(joined(&steps))),
                None => Some(Item::of(
                    parts.iter().map(scalar).collect::<Option<Vec<_>>>()?,
                )),
            }
        }
        Value::Array(parts) => Some(Item::of(
            parts.iter().map(scalar).collect::<Option<Vec<_>>>()?,
        )),
        Value::Object(object) => {
            let list = |key: &[&str]| get(object, key)?.as_array()?.iter().map(scalar).collect();
            let states: Option<Vec<String>> = list(&["states"]);
            let conditions: Option<Vec<String>> = list(&["conditions"]);
            if let (Some(states), Some(conditions)) = (states, conditions) {
                return (states.len() == conditions.len() + 1).then(|| {
                    let mut names: Vec<String> = Vec::new();
                    let mut conditions = conditions.into_iter();
                    for state in states {
                        names.push(state);
                        names.extend(conditions.next());
                    }
                    Item::of(names)
                });
            }
            match get(object, STEPS)? {
                // Nothing nests further: no path has an object in an object.
                inner @ (Value::Array(_) | Value::String(_)) => path_item(inner, path),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A transition of a path that is written as a list of transitions.
fn step(part: &Value) -> Option<[String; 3]> {
    match part {
        Value::Object(object) => Some([
            scalar(get(object, &["from", "source", "state"])?)?,
            scalar(get(object, CONDITION)?)?,
            scalar(get(object, &["to", "target", "next_state", "next"])?)?,
        ]),
        Value::Array(names) => match &names[..] {
            [from, condition, to] => Some([scalar(from)?, scalar(condition)?, scalar(to)?]),
            _ => None,
        },
        _ => None,
    }
}

/// Steps as one sequence; where a step does not begin where the last one ended,
/// both states stay, and the path is seen to be none.
fn joined(steps: &[[String; 3]]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for [from, condition, to] in steps {
        if names.last() != Some(&from.as_str()) {
            names.push(from);
        }
        names.extend([condition.as_str(), to.as_str()]);
    }
    names
}
