//! Names, labels and values cut to fit a drawing.
//!
//! Names, labels and values come from an untrusted file: what is returned here
//! holds no control character and nothing that XML forbids.

use super::wording;
use crate::value::quoted;
use crate::{Model, Value};
use diagnostic::escape_controls;
use std::borrow::Cow;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Widest name, label and value in a drawing, in columns.
const MAX_NAME: usize = 24;
const MAX_LABEL: usize = 32;
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

/// A name for a place where room is short.
pub(super) fn short_name(text: &str) -> String {
    elide(&wording::name(text), MAX_NAME).into_owned()
}

/// A label of a transition for a place where room is short.
pub(super) fn short_label(label: &str) -> String {
    let label = if label.trim().is_empty() {
        Cow::Owned(quoted(label))
    } else {
        visible(label)
    };
    elide(&label, MAX_LABEL).into_owned()
}

/// A value for a place where room is short.
pub(super) fn short_value(of: &Value) -> String {
    elide(&wording::value(of), MAX_VALUE).into_owned()
}

/// Every field of a state, for the places that show what was cut.
pub(super) fn whole_state(model: &Model, state: &[Value]) -> String {
    wording::state(model, state).collect::<Vec<_>>().join(", ")
}

/// A field with its value in a state.
pub(super) fn pair(model: &Model, state: &[Value], field: usize) -> String {
    let name = short_name(&model.fields()[field]);
    format!("{name} = {}", short_value(&state[field]))
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
            Some(line) => {
                line.push(',');
                if n_lines == max_lines {
                    lines.push(format!("… {} more", items.len() - index));
                    return lines;
                }
                lines.push(item.clone());
            }
            None => lines.push(item.clone()),
        }
    }
    lines
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
        assert_eq!(short_label(" "), "\" \"");
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
