//! Names, values and sentences as drawings show them.
//!
//! Names, labels and values come from an untrusted file: what is returned here
//! holds no control character and nothing that XML forbids.

use crate::value::quoted;
use crate::{Condition, Finding, Incomplete, Model, Property, Reach, Report, Value};
use diagnostic::escape_controls;
use std::borrow::Cow;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Widest name and value in a drawing, in columns.
const MAX_NAME: usize = 32;
const MAX_VALUE: usize = 40;

/// A text with everything invisible replaced by escapes.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    let escaped = escape_controls(text);
    // Two code points that are no characters: XML forbids them.
    if escaped.contains(['\u{fffe}', '\u{ffff}']) {
        let escaped = escaped.replace('\u{fffe}', "\\u{fffe}");
        Cow::Owned(escaped.replace('\u{ffff}', "\\u{ffff}"))
    } else {
        escaped
    }
}

/// Columns that a text takes in a monospaced font.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// The text, cut with an ellipsis where it is wider than `columns`.
pub(super) fn elide(text: &str, columns: usize) -> Cow<'_, str> {
    // Marks without a width pile up on one character: they are bounded too.
    let is_long = text.chars().nth(2 * columns).is_some();
    if !is_long && text.width() <= columns {
        return Cow::Borrowed(text);
    }
    let mut taken = 0;
    let cut = text.chars().take(2 * columns).take_while(|c| {
        taken += c.width().unwrap_or(0);
        taken < columns
    });
    Cow::Owned(cut.chain(['…']).collect())
}

/// A name as it is, or quoted where it could be taken for punctuation.
pub(super) fn name(name: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if !name.is_empty() && name.chars().all(is_plain) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(visible(&quoted(name)).into_owned())
    }
}

/// A name for a place where room is short.
pub(super) fn short_name(text: &str) -> String {
    elide(&name(text), MAX_NAME).into_owned()
}

/// A label of a transition for a place where room is short.
pub(super) fn short_label(label: &str) -> String {
    let label = if label.trim().is_empty() {
        Cow::Owned(quoted(label))
    } else {
        visible(label)
    };
    elide(&label, MAX_NAME).into_owned()
}

/// A value as a JSON literal.
pub(super) fn value(value: &Value) -> String {
    visible(&value.to_string()).into_owned()
}

/// A value for a place where room is short.
pub(super) fn short_value(of: &Value) -> String {
    elide(&value(of), MAX_VALUE).into_owned()
}

/// Every field of a state, whole: for the places that show what was cut.
pub(super) fn whole_state(model: &Model, state: &[Value]) -> String {
    let fields = model.fields().iter().zip(state);
    fields
        .map(|(field, now)| format!("{} = {}", name(field), value(now)))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Items side by side, `columns` wide, at most `max_lines` lines.
pub(super) fn wrap(items: &[String], columns: usize, max_lines: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let n_lines = lines.len();
        match lines.last_mut() {
            Some(line) if line.width() + item.width() + 2 <= columns => {
                line.push_str(", ");
                line.push_str(item);
            }
            _ if n_lines == max_lines => {
                lines.push(format!("… {} more", items.len() - index));
                return lines;
            }
            Some(line) => {
                line.push(',');
                lines.push(item.clone());
            }
            None => lines.push(item.clone()),
        }
    }
    lines
}

/// A condition as a claim about states.
pub(super) fn condition(model: &Model, condition: &Condition) -> String {
    let tests = condition.guard().0.iter();
    let tests: Vec<_> = tests
        .map(|(field, wanted)| format!("{} = {}", name(model.field(*field)), value(wanted)))
        .collect();
    let keyword = match condition {
        Condition::Forbid(_) => "forbid",
        Condition::Require(_) => "require",
    };
    format!("{keyword} {}", tests.join(" and "))
}

/// What was found out about a property, without its trace.
pub(super) fn conclusion(report: &Report, finding: &Finding<'_>) -> String {
    let all = || format!("holds in all {}", states(report.n_states));
    let length = finding.trace.map(|trace| steps(trace.n_transitions()));
    match (finding.property, finding.incomplete, length) {
        (_, Some(incomplete), _) => short_reason(incomplete).to_owned(),
        (Property::Invariant, None, Some(length)) => format!("fails after {length}"),
        (Property::Liveness, None, Some(length)) => {
            format!("after {length} no goal state can be reached any more")
        }
        (Property::Within(_), None, Some(length)) => format!("reached after {length}"),
        (Property::Within(_), None, None) => match nearest_goal(report) {
            Some(distance) => format!("the nearest goal state found takes {}", steps(distance)),
            None => "no goal state was found at all".to_owned(),
        },
        (Property::Invariant | Property::Liveness, None, None) => all(),
    }
}

fn nearest_goal(report: &Report) -> Option<usize> {
    match report.within.as_ref()?.outcome {
        Reach::NotReached { steps_to_goal } => steps_to_goal.map(|steps| steps as usize),
        Reach::Reached(_) | Reach::Unknown(_) => None,
    }
}

fn short_reason(incomplete: &Incomplete) -> &'static str {
    match incomplete {
        Incomplete::StateLimit { .. } => "stopped by the limit of states",
        Incomplete::BoundExceeded(_) => "stopped by the bound of integers",
        Incomplete::MemoryLimit { .. } => "stopped by the limit of memory",
        Incomplete::TimeLimit { .. } => "stopped by the limit of time",
        Incomplete::Interrupted => "interrupted",
    }
}

/// `1 step`, `2 steps`.
pub(super) fn steps(n: usize) -> String {
    format!("{n} {}", if n == 1 { "step" } else { "steps" })
}

/// `1 state`, `2 states`.
pub(super) fn states(n: u64) -> String {
    format!("{n} {}", if n == 1 { "state" } else { "states" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_keeps_the_width_and_marks_the_cut() {
        assert_eq!(elide("abc", 3), "abc");
        assert_eq!(elide("abcd", 3), "ab…");
        assert_eq!(elide("日本語", 5), "日本…");
        let piled = "e\u{301}".to_owned() + &"\u{301}".repeat(1_000);
        assert!(elide(&piled, 10).chars().count() <= 21);
    }

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        assert_eq!(visible("a\u{0}\u{ffff}"), "a\\u{0}\\u{ffff}");
        assert_eq!(name("two words"), "\"two words\"");
        assert_eq!(name(""), "\"\"");
    }

    #[test]
    fn items_wrap_and_the_rest_is_counted() {
        let items: Vec<_> = (0..9).map(|n| format!("f{n}=0")).collect();
        assert_eq!(
            wrap(&items, 12, 2),
            ["f0=0, f1=0,", "f2=0, f3=0,", "… 5 more"].map(str::to_owned)
        );
        assert_eq!(wrap(&items, 80, 2).len(), 1);
    }
}
