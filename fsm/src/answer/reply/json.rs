//! Answers written in JSON, alone, fenced, or amid prose.

use super::outcome::{is_no_action, stated};
use super::{Style, path};
use crate::answer::Names;
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
/// thinking. Elements may also stand one a value. Without an object, the last list
/// with a known name, or, where nothing but JSON is there, any list.
pub(super) fn items(
    task: Task,
    values: &[Value],
    style: Style,
    names: &Names,
) -> Option<Vec<Item>> {
    // What is under a key that any answer may have comes second.
    for is_generic in [false, true] {
        let mut answer: Option<(Vec<Item>, bool)> = None;
        let objects = values.iter().filter_map(Value::as_object);
        for object in objects {
            let has_own = get(object, aliases(task)).is_some();
            if !has_own && get(object, GENERIC).is_some() != is_generic {
                continue;
            }
            if has_own && is_generic {
                continue;
            }
            let Some((found, is_element)) = object_items(task, object, Some(names)) else {
                continue;
            };
            match &mut answer {
                Some((items, true)) if is_element => items.extend(found),
                _ => answer = Some((found, is_element)),
            }
        }
        if let Some((items, _)) = answer {
            return Some(items);
        }
    }
    let (mut list, mut single) = (None, Vec::new());
    let mut has_path = false;
    for value in values {
        let Some(elements) = value.as_array() else {
            continue;
        };
        if task == Task::Paths && is_sequence(elements, Some(names)) {
            let is_state = |name: Option<&Value>| {
                name.and_then(Value::as_str)
                    .is_some_and(|name| names.states.resolve(name).is_some())
            };
            has_path |=
                elements.len() >= 3 && is_state(elements.first()) && is_state(elements.last());
            single.extend(path_item(value, Some(names)));
        } else if let Some(items) = value_items(task, value, Some(names)) {
            let is_known = items.iter().any(|item| {
                let mut positions = item.names.iter().enumerate();
                positions.any(|(at, name)| names.of(task.role(at)).resolve(name).is_some())
            });
            // No question of task 1 has an empty answer: those are actions.
            let is_nothing = items.is_empty() && !matches!(task, Task::Next | Task::NextOfState);
            let is_alone = style != Style::JsonInProse && !items.is_empty();
            let may_replace = list.as_ref().is_none_or(|(_, was_known)| !was_known);
            if is_known || ((is_nothing || is_alone) && may_replace) {
                list = Some((items, is_known));
            }
        }
    }
    list.map(|(items, _)| items)
        .or_else(|| has_path.then_some(single))
}

/// Whether a list is of names, as a path is, and not of paths.
fn is_sequence(elements: &[Value], names: Option<&Names>) -> bool {
    let is_name = |text: &str| names.is_none_or(|names| path::names(text, names).is_none());
    !elements.is_empty()
        && elements
            .iter()
            .all(|name| name.as_str().is_some_and(is_name))
}

/// The items of one value: an object that answers, or the list in it.
pub(super) fn value_items(task: Task, value: &Value, names: Option<&Names>) -> Option<Vec<Item>> {
    match value {
        Value::Array(elements) => elements
            .iter()
            .map(|element| item(task, element, names))
            .collect(),
        Value::Object(object) => object_items(task, object, names).map(|(items, _)| items),
        _ => None,
    }
}

/// The items of an object, and whether it is one element and not a list.
fn object_items(
    task: Task,
    object: &Map<String, Value>,
    names: Option<&Names>,
) -> Option<(Vec<Item>, bool)> {
    let is_outcome = matches!(task, Task::Next | Task::NextOfState);
    let inner = get(object, aliases(task)).or_else(|| get(object, GENERIC));
    match inner {
        Some(Value::Array(parts)) if task == Task::Paths && is_sequence(parts, names) => {
            Some((vec![path_item(inner?, names)?], true))
        }
        Some(inner @ Value::Array(_)) => Some((value_items(task, inner, names)?, false)),
        Some(Value::String(text)) if !is_outcome && is_none(text) => Some((Vec::new(), false)),
        // The state of an outcome: the object itself is the element.
        Some(Value::String(_)) if is_outcome => {
            item(task, &Value::Object(object.clone()), names).map(|item| (vec![item], true))
        }
        // One element without its list.
        Some(inner @ (Value::Object(_) | Value::String(_))) => {
            Some((vec![item(task, inner, names)?], true))
        }
        Some(_) => None,
        // A lone element.
        None if is_outcome => {
            item(task, &Value::Object(object.clone()), names).map(|item| (vec![item], true))
        }
        None => None,
    }
}

fn is_none(text: &str) -> bool {
    matches!(text.trim().to_lowercase().as_str(), "none" | "empty" | "∅")
}

/// Keys under which replies put the answer; the first is the one asked for.
fn aliases(task: Task) -> &'static [&'static str] {
    match task {
        Task::Next | Task::NextOfState => &["next", "next_states", "transitions", "outcomes"],
        Task::Conditions => &["conditions", "condition", "events", "event"],
        Task::Previous => &["states", "previous_states", "previous", "state"],
        Task::Paths => &["paths", "simple_paths", "path"],
    }
}

/// Keys that any answer may stand under.
const GENERIC: &[&str] = &["answer", "answers", "result"];
const STATE: &[&str] = &["next_state", "to", "target", "next", "state"];
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

fn item(task: Task, element: &Value, names: Option<&Names>) -> Option<Item> {
    match task {
        Task::Paths => path_item(element, names),
        Task::Conditions | Task::Previous => {
            let keys = if task == Task::Conditions {
                CONDITION
            } else {
                SOURCE
            };
            let name_value = match element {
                Value::Object(object) => get(object, keys)?,
                other => other,
            };
            // `[1]` is a note, unless the machine has such a name.
            let is_name = |name: &String| {
                name_value.is_string()
                    || names.is_none_or(|names| names.of(task.role(0)).resolve(name).is_some())
            };
            Some(Item::of([scalar(name_value).filter(is_name)?]))
        }
        Task::Next | Task::NextOfState => {
            let Value::Object(object) = element else {
                return None;
            };
            let mut names_of = Vec::new();
            if task == Task::NextOfState {
                names_of.push(scalar(get(object, CONDITION)?)?);
            }
            names_of.push(scalar(get(object, STATE)?)?);
            // Gold leaves nothing unstated.
            let actions = match actions(object)? {
                None if names.is_none() => Vec::new(),
                actions => stated(actions),
            };
            Some(Item::of(names_of).with_actions(actions))
        }
    }
}

/// The actions of an outcome; none inside where it does not state them.
fn actions(object: &Map<String, Value>) -> Option<Option<Vec<String>>> {
    let similar = || {
        object.iter().find_map(|(key, value)| {
            let key = key.to_lowercase();
            (key.contains("action") || key.contains("output")).then_some(value)
        })
    };
    let mut actions = match get(object, ACTIONS).or_else(similar) {
        None => return Some(None),
        Some(Value::Null) => Vec::new(),
        Some(Value::Array(actions)) => actions.iter().map(scalar).collect::<Option<_>>()?,
        Some(action) => vec![scalar(action)?],
    };
    actions.retain(|action: &String| !is_no_action(action));
    Some(Some(actions))
}

fn path_item(element: &Value, names: Option<&Names>) -> Option<Item> {
    match element {
        Value::String(text) => Some(Item::of(path::names(text, names?)?)),
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
                inner @ (Value::Array(_) | Value::String(_)) => path_item(inner, names),
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
