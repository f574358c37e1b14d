//! A language model's reply → what it claims.

mod json;

use serde_json::{Map, Value as Json};

/// The claim found in a reply: an entry of a [`Submission`](crate::Submission).
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// The last JSON object in the text that says something about `violated`.
    Claim(Map<String, Json>),
    /// There is none. That is no detection, and no finding of safety either.
    Unparseable,
}

/// Finds the claim in a reply: bare JSON, fenced, or JSON in prose; of several
/// objects with the key `violated`, the last one.
///
/// Every `{` outside of an object already read starts an attempt, up to the last
/// `"violated"`. An attempt ends at the first fault or 128 levels down, so the
/// work is linear in the length of the text. NaN, infinities and halves of
/// surrogate pairs, as Python writes them, are no faults.
///
/// ```
/// use score::{Reply, parse_reply};
/// let text = "I think {it} holds:\n```json\n{\"violated\": false}\n```";
/// assert!(matches!(parse_reply(text), Reply::Claim(claim) if claim["violated"] == false));
/// assert_eq!(parse_reply(&"{".repeat(100_000)), Reply::Unparseable);
/// ```
#[must_use]
pub fn parse_reply(text: &str) -> Reply {
    let mut found = None;
    let last_key = text.rfind("\"violated\"").unwrap_or(0);
    let mut at = 0;
    while let Some(offset) = text[..last_key].get(at..).and_then(|rest| rest.find('{')) {
        at += offset;
        match json::object_at_start(&text[at..]) {
            Some((object, length)) => {
                at += length;
                if object.contains_key("violated") {
                    found = Some(object);
                }
            }
            None => at += 1,
        }
    }
    found.map_or(Reply::Unparseable, Reply::Claim)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violated(text: &str) -> Option<Json> {
        match parse_reply(text) {
            Reply::Claim(claim) => Some(claim["violated"].clone()),
            Reply::Unparseable => None,
        }
    }

    #[test]
    fn finds_the_claim_wherever_it_is() {
        for (text, found) in [
            (r#"{"violated": true}"#, Some(true)),
            ("```json\n{\"violated\": true}\n```", Some(true)),
            ("```\n{\"violated\": false}\n```", Some(false)),
            (
                r#"So "it" {fails}: {"violated": true}, I think."#,
                Some(true),
            ),
            (
                r#"{"violated": true} – no: {"violated": false}"#,
                Some(false),
            ),
            (
                r#"{"violated": true} and {"state": 1} and {"violated": "#,
                Some(true),
            ),
            (r#"an unclosed " quote {"violated": true}"#, Some(true)),
            (r#"{ { {"violated": true} } }"#, Some(true)),
            (r#"{"answer": {"violated": true}}"#, None),
            ("", None),
            ("violated: true", None),
            (r#""violated""#, None),
            (r#"["violated", true]"#, None),
        ] {
            assert_eq!(violated(text), found.map(Json::Bool), "{text}");
        }
    }

    #[test]
    fn hostile_replies_end() {
        for piece in [
            r#"{"a":"#,
            r#"{"a":["#,
            "{\"",
            "{",
            "é{\\\"",
            r#"{"violated":"#,
        ] {
            let mut text = piece.repeat(6_000 / piece.len());
            assert_eq!(parse_reply(&text), Reply::Unparseable);
            // With something to look for, every brace is tried.
            text += "\"violated\"";
            assert_eq!(parse_reply(&text), Reply::Unparseable);
        }
    }
}
