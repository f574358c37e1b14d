//! Conditions and actions as one line of text: `condition / action; action`.
//!
//! Characters that would be read otherwise, here or by the format around it, are
//! character references, which drawing tools show as the characters.

use diagnostic::is_unsafe;

/// How a format writes character references.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reference {
    /// What is before the number; a semicolon is behind it.
    pub(crate) prefix: &'static str,
    /// Characters that the format takes otherwise.
    pub(crate) special: &'static str,
    /// Names that stand for numbers.
    pub(crate) names: &'static [(&'static str, char)],
}

/// Graphviz reads HTML's references.
pub(crate) const DOT: Reference = Reference {
    prefix: "&#",
    special: "&\"\\<>",
    names: &[
        ("&amp;", '&'),
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&quot;", '"'),
        ("&apos;", '\''),
        ("&nbsp;", '\u{a0}'),
    ],
};

/// Mermaid has its own.
pub(crate) const MERMAID: Reference = Reference {
    prefix: "#",
    special: "#;:%\"\\<>{}[]&`",
    names: &[
        ("#amp;", '&'),
        ("#lt;", '<'),
        ("#gt;", '>'),
        ("#quot;", '"'),
    ],
};

/// Writes a text so that only [`decode`] gives it back; `more` are characters that
/// its place takes otherwise. Spaces at the ends are kept.
pub(crate) fn encode(text: &str, reference: Reference, more: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
    for (at, c) in text.char_indices() {
        let is_outer_space = c.is_whitespace() && (at == 0 || at == last);
        let is_odd_space = c.is_whitespace() && c != ' ';
        let is_special = reference.special.contains(c) || more.contains(c);
        if is_outer_space || is_odd_space || is_special || is_unsafe(c) {
            encoded.push_str(&format!("{}{};", reference.prefix, c as u32));
        } else {
            encoded.push(c);
        }
    }
    encoded
}

/// Resolves character references; what is none stays as it is.
pub(crate) fn decode(text: &str, reference: Reference) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(&reference.prefix[..1]) {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let named = reference
            .names
            .iter()
            .find(|(name, _)| rest.starts_with(name));
        let found = match named {
            Some((name, c)) => Some((*c, name.len())),
            None => numbered(rest, reference),
        };
        let (c, len) = found.unwrap_or_else(|| (rest.chars().next().unwrap_or(' '), 1));
        decoded.push(c);
        rest = &rest[len..];
    }
    decoded + rest
}

/// The character of a numbered reference and the length of the reference.
fn numbered(text: &str, reference: Reference) -> Option<(char, usize)> {
    let digits = text.strip_prefix(reference.prefix)?;
    let end = digits.bytes().take(9).position(|byte| byte == b';')?;
    let number = match digits[..end].strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
        None => digits[..end].parse(),
    };
    let c = char::from_u32(number.ok()?)?;
    Some((c, reference.prefix.len() + end + 1))
}

/// `condition / action; action`; without actions the condition alone.
pub(crate) fn join(condition: &str, actions: &[String], reference: Reference) -> String {
    let condition = encode(condition, reference, "/");
    if actions.is_empty() {
        return condition;
    }
    let actions = actions.iter().map(|action| encode(action, reference, ";"));
    format!("{condition} / {}", actions.collect::<Vec<_>>().join("; "))
}

/// What [`join`] joined; `in/out` as automata learners write it is read too.
pub(crate) fn part(label: &str, reference: Reference) -> (String, Vec<String>) {
    let (condition, actions) = label.split_once('/').unwrap_or((label, ""));
    // The semicolon of a reference separates nothing.
    let mut parts = vec![String::new()];
    let mut rest = actions;
    while let Some(c) = rest.chars().next() {
        let named = reference
            .names
            .iter()
            .find(|(name, _)| rest.starts_with(name));
        let len = match (named, numbered(rest, reference)) {
            (Some((name, _)), _) => name.len(),
            (None, Some((_, len))) => len,
            (None, None) => c.len_utf8(),
        };
        if c == ';' {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push_str(&rest[..len]);
        }
        rest = &rest[len..];
    }
    let actions = parts
        .iter()
        .map(|action| action.trim())
        .filter(|action| !action.is_empty());
    let actions = actions.map(|action| decode(action, reference)).collect();
    (decode(condition.trim(), reference), actions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_come_back() {
        for reference in [DOT, MERMAID] {
            for condition in [
                "",
                "a",
                " a/b; c ",
                "&#47;",
                "#47;",
                "\"<>\\",
                "é → ü",
                "/",
                ";",
            ] {
                for actions in [&[][..], &["x"], &["a; b", " / ", "&amp;#59;"]] {
                    let actions: Vec<String> = actions.iter().map(|a| (*a).to_owned()).collect();
                    let label = join(condition, &actions, reference);
                    assert_eq!(
                        part(&label, reference),
                        (condition.to_owned(), actions),
                        "{label}"
                    );
                }
            }
        }
        assert_eq!(
            part("in/out", DOT),
            ("in".to_owned(), vec!["out".to_owned()])
        );
    }
}
