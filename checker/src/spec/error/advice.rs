//! What each fault is told with: what was expected, and the fix.

use super::{Owner, SpecErrorKind, SyntaxErrorKind};
use crate::model::ModelErrorKind;

pub(super) struct Advice {
    /// What was expected at the place; none where the message says it.
    pub(super) expected: Option<String>,
    /// What to do.
    pub(super) fix: String,
}

fn advice_of(expected: impl Into<String>, fix: impl Into<String>) -> Advice {
    Advice {
        expected: Some(expected.into()),
        fix: fix.into(),
    }
}

pub(super) fn advice(kind: &SpecErrorKind) -> Advice {
    match kind {
        SpecErrorKind::Syntax(kind) => syntax(kind),
        SpecErrorKind::WrongType { expected, what, .. } => advice_of(
            format!("expected {expected}"),
            format!("make {what} {expected}"),
        ),
        SpecErrorKind::MissingKey { key, owner } => advice_of(
            format!("expected `{key}` in here"),
            format!("add {}", example(*owner, key)),
        ),
        SpecErrorKind::UnknownKey {
            owner, suggestion, ..
        } => {
            let keys = listed(owner.keys());
            let fix = match suggestion {
                Some(key) => format!("did you mean `{key}`?"),
                None => "remove it; nothing reads it".to_owned(),
            };
            advice_of(format!("expected {keys}"), fix)
        }
        SpecErrorKind::NotExactlyOne { owner, .. } => {
            let keys = listed(owner.keys());
            let fix = match owner {
                Owner::Update => "write a literal, {\"incr\": 1} or {\"decr\": 1}",
                _ => "write {\"forbid\": {…}} or {\"require\": {…}}",
            };
            advice_of(format!("expected exactly one of {keys}"), fix)
        }
        SpecErrorKind::Model { kind, suggestion } => model(kind, suggestion.as_deref()),
        SpecErrorKind::NothingToCheck => advice_of(
            "expected an invariant here, or a goal",
            "add an invariant, such as \"invariants\": {\"safe\": {\"forbid\": {\"x\": 1}}}",
        ),
        SpecErrorKind::More { .. } => Advice {
            expected: None,
            fix: "mend the faults above and look again".into(),
        },
    }
}

/// `a`, `b` or `c`.
fn listed(keys: &[&str]) -> String {
    let quoted: Vec<_> = keys.iter().map(|key| format!("`{key}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

fn example(owner: Owner, key: &str) -> &'static str {
    match (owner, key) {
        (Owner::Spec, "fields") => "the names of the state variables, such as \"fields\": [\"x\"]",
        (Owner::Spec, "initial") => {
            "the first value of each field, such as \"initial\": {\"x\": 0}"
        }
        (Owner::Spec, _) => {
            "the steps, such as \"transitions\": [{\"label\": \"up\", \"set\": {\"x\": 1}}]"
        }
        _ => "the fields that it writes, such as \"set\": {\"x\": 1}",
    }
}

fn syntax(kind: &SyntaxErrorKind) -> Advice {
    use SyntaxErrorKind as Kind;
    match kind {
        Kind::Empty => advice_of(
            "expected a JSON object",
            "write a spec: an object with `fields`, `initial` and `transitions`",
        ),
        Kind::ByteOrderMark => advice_of(
            "expected `{`",
            "save the file as UTF-8 without a byte order mark",
        ),
        Kind::Comment => advice_of("expected JSON", "remove the comment"),
        Kind::TrailingComma => advice_of(
            "expected no comma before the closing bracket",
            "remove the comma",
        ),
        Kind::ExtraComma => advice_of("expected an entry", "remove the comma"),
        Kind::MissingComma => advice_of(
            "expected `,` or a closing bracket before this",
            "put a comma before it",
        ),
        Kind::MissingColon => advice_of("expected `:` before this", "write \"key\": value"),
        Kind::MissingValue => advice_of(
            "expected `:` and a value",
            "write \"key\": value, or remove the key",
        ),
        Kind::DuplicateKey { .. } => advice_of(
            "expected a key that is new here",
            "remove or rename one of the two",
        ),
        Kind::SingleQuotes => advice_of("expected `\"`", "JSON quotes strings with \" only"),
        Kind::UnquotedKey { .. } | Kind::KeyType { .. } => advice_of(
            "expected a string in double quotes",
            "put the key in double quotes",
        ),
        Kind::BareWord { word } => {
            let fix = match word.to_ascii_lowercase().as_str() {
                "true" => "write true",
                "false" => "write false",
                "null" | "none" | "nil" | "undefined" => "write null",
                _ => "put a string in double quotes; the words of JSON are true, false and null",
            };
            advice_of("expected a value", fix)
        }
        Kind::NotFinite { .. } => advice_of(
            "expected a finite number",
            "use a finite number, a string or null",
        ),
        Kind::BadNumber { .. } => advice_of(
            "expected a number of JSON",
            "write it like -1, 10, 0.5 or 1e3: decimal, no leading + or 0, digits around the point",
        ),
        Kind::IntegerTooLarge { .. } => advice_of(
            format!("expected a magnitude of at most {}", i64::MAX),
            "use a smaller integer, or a string where only equality matters",
        ),
        Kind::FloatTooLarge => advice_of("expected a finite number", "use a smaller number"),
        Kind::Unterminated => advice_of(
            "expected `\"` before the end of the line",
            "close the string; a line feed in it is written \\n",
        ),
        Kind::BadEscape { .. } => advice_of(
            "expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX",
            "write a backslash itself as \\\\",
        ),
        Kind::LoneSurrogate { .. } => advice_of(
            "expected both halves, such as \\ud83d\\ude00",
            "write the character itself, or both of its halves",
        ),
        Kind::ControlCharacter { character } => advice_of(
            "expected an escape",
            match character {
                '\t' => "write \\t".to_owned(),
                '\r' => "write \\r".to_owned(),
                c => format!("write \\u{:04x}", u32::from(*c)),
            },
        ),
        Kind::Unexpected { .. } => advice_of(
            "expected JSON",
            "remove it; JSON quotes strings with \" only",
        ),
        Kind::WrongBracket { .. } => {
            advice_of("expected the other bracket", "make the brackets pair up")
        }
        Kind::Unclosed { .. } => advice_of("opened here", "add the closing bracket"),
        Kind::TrailingText => advice_of(
            "expected the end of the text",
            "keep one spec a file, and nothing behind it",
        ),
        Kind::TooDeep => advice_of(
            format!("expected at most {} levels", crate::spec::json::MAX_DEPTH),
            "a spec needs five levels; remove the others",
        ),
        Kind::TooMany => advice_of(
            "not read from here on",
            "mend the faults above; is this file JSON?",
        ),
    }
}

fn model(kind: &ModelErrorKind, suggestion: Option<&str>) -> Advice {
    use ModelErrorKind as Kind;
    match kind {
        Kind::NoFields => advice_of("expected a name", "list the names of the state variables"),
        Kind::NoTransitions => advice_of(
            "expected a transition",
            "add one, such as {\"label\": \"up\", \"set\": {\"x\": 1}}",
        ),
        Kind::DuplicateField { .. } => {
            advice_of("expected a new name", "remove or rename one of the two")
        }
        Kind::DuplicateInvariant { .. } => {
            advice_of("expected a new name", "rename one of the two")
        }
        Kind::UnknownField { .. } => advice_of(
            "expected a name from `fields`",
            match suggestion {
                Some(field) => format!("did you mean `{field}`?"),
                None => "add it to `fields`, or remove it".to_owned(),
            },
        ),
        Kind::RepeatedField { .. } => {
            advice_of("expected each field once", "remove one of the two")
        }
        Kind::MissingInitial { name } => advice_of(
            "expected a value for every field",
            format!("give `{name}` its first value here"),
        ),
        Kind::OutOfBound {
            value, int_bound, ..
        } => advice_of(
            format!("expected {} to {int_bound}", -i128::from(*int_bound)),
            format!(
                "use an int bound of at least {}, or a smaller integer",
                value.unsigned_abs()
            ),
        ),
        Kind::EmptyUpdate { .. } => advice_of(
            "expected at least one field",
            "name what it writes, such as {\"x\": 1}",
        ),
        Kind::EmptyCondition { .. } => advice_of(
            "expected at least one field",
            "name what it tests, such as {\"x\": 1}",
        ),
        Kind::BadBound { .. } => Advice {
            expected: None,
            fix: "use a bound of at least 1".into(),
        },
    }
}
