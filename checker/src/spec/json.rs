//! JSON as a tree with spans, read to the end whatever is wrong with it.

mod grammar;
mod token;

use super::ast::Entries;
use super::error::{JsonType, SpecError};
use crate::value::Float;
use diagnostic::Spanned;

/// The deepest nesting that is read; a spec needs five levels.
pub(super) const MAX_DEPTH: usize = 128;
/// After so many faults of syntax the rest is not read.
pub(super) const MAX_SYNTAX_ERRORS: usize = 20;

/// A value of JSON. Nested at most [`MAX_DEPTH`] deep, so dropping it is safe.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Json {
    /// A value that was reported and is not known.
    Faulty,
    Null,
    Bool(bool),
    Int(i64),
    Float(Float),
    Text(String),
    List(Entries<Spanned<Json>>),
    Object(Entries<Member>),
}

/// A key with its value; the keys of an object are distinct.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Member {
    pub(super) key: Spanned<String>,
    pub(super) value: Spanned<Json>,
}

impl Json {
    /// The type; none for a value that is not known, or known in part only:
    /// the fault that took the rest may have made it what it is.
    pub(super) fn json_type(&self) -> Option<JsonType> {
        Some(match self {
            Self::Faulty => return None,
            Self::Null => JsonType::Null,
            Self::Bool(_) => JsonType::Bool,
            Self::Int(_) => JsonType::Int,
            Self::Float(_) => JsonType::Float,
            Self::Text(_) => JsonType::Text,
            Self::List(list) => return list.is_complete.then_some(JsonType::List),
            Self::Object(object) => return object.is_complete.then_some(JsonType::Object),
        })
    }
}

/// Reads one value and every fault of syntax, in the order found.
pub(super) fn read(text: &str) -> (Spanned<Json>, Vec<SpecError>) {
    grammar::Reader::new(text).read()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn faults(text: &str) -> Vec<String> {
        let (_, errors) = read(text);
        errors
            .iter()
            .map(|error| format!("{}..{} {error}", error.span.start, error.span.end))
            .collect()
    }

    #[test]
    fn each_slip_is_one_fault() {
        let cases = [
            "[1,]",
            "[1 2]",
            "['a']",
            "{'a': 1}",
            "{a: 1}",
            "[NaN]",
            "[-Infinity]",
            "[True]",
            "[1] // end",
            "/* start */ [1]",
            "[# one\n1]",
            "[\"\\q\"]",
            "[\"\\ud800\"]",
            "[\"\\ud800\\u0041\"]",
            "[\"a\tb\"]",
            "[\"a]",
            "[\"a,\n\"b\"]",
            "[\"a\nb\"]",
            "[1] 2",
            "[1]]",
            "",
            "  ",
            "\u{feff}[1]",
            "[1",
            "{\"a\": [1}",
            "{\"a\": [1]",
            "[01]",
            "[+1]",
            "[.5]",
            "[1.]",
            "[0x1]",
            "[1_000]",
            "[99999999999999999999]",
            "[1e400]",
            "[,1]",
            "[1,,2]",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\" 1}",
            "{\"a\" = 1}",
            "{\"a\": 1 \"b\": 2}",
            "{1: 2}",
            "{\"a\": 1:2}",
            "{[1]: 2}",
            "{\"a\": 1, \"a\": 2}",
            "[“x”]",
            "[\u{a0}1]",
            "]",
            "{\"a\",}",
            "{\"a\": 1; \"b\": 2}",
            "[1;2]",
            "{\"a\\q\": 1}",
            "{: 1}",
            "{\"a\":: 1}",
            "[1}",
            "\"abc",
            "[`x`]",
            "[/]",
            "[\"a\\\n\"]",
        ];
        for text in cases {
            assert_eq!(faults(text).len(), 1, "{text:?}: {:?}", faults(text));
        }
    }

    #[test]
    fn several_faults_are_all_found() {
        assert_eq!(faults("{'a': [1,], b: NaN, \"c\": 01}").len(), 5);
    }

    #[test]
    fn what_was_meant_is_kept() {
        let (json, _) = read("{'a': [1,], b: 2}");
        let Json::Object(object) = json.value else {
            panic!("{json:?}")
        };
        let keys: Vec<_> = object
            .entries
            .iter()
            .map(|member| member.key.value.as_str())
            .collect();
        assert_eq!(keys, ["a", "b"]);
        assert!(object.is_complete);
        assert_eq!(object.entries[1].value.value, Json::Int(2));
    }

    #[test]
    fn right_texts_have_no_fault() {
        let text = " {\"a\\u00e9\\ud83d\\ude00\": [1, -0, 1e2, -0.0, true, false, null, {}, []], \"\": \"\\/\u{7f}\"} ";
        assert_eq!(faults(text), [""; 0]);
    }

    #[test]
    fn nesting_and_floods_are_bounded() {
        for open in ["[", "{\"a\":"] {
            assert_eq!(faults(&open.repeat(100_000)).len(), 1);
        }
        let deep = |n| "[".repeat(n) + &"]".repeat(n);
        assert_eq!(faults(&deep(MAX_DEPTH)).len(), 0);
        assert_eq!(faults(&deep(MAX_DEPTH + 1)).len(), 1);
        assert_eq!(faults(&"[NaN,".repeat(100)).len(), MAX_SYNTAX_ERRORS + 1);
        let twins = format!("{{{}\"b\":1}}", "\"a\":1,".repeat(1000));
        assert!(faults(&twins).len() <= MAX_SYNTAX_ERRORS + 1);
    }
}
