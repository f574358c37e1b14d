//! Replies of language models, as `score` reads them: any text, and what protocol-bench finds.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use crate::score::theirs;
use plumbline_tests::properties::reply::reply_holds;
use proptest::prelude::*;
use score::{Reply, parse_reply};
use serde_json::{Value as Json, json};

/// Replies out of what replies are made of, right and wrong.
fn replies() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        "\"",
        "\\",
        ",",
        ":",
        " ",
        "\n",
        "```json\n",
        "```",
        "violated",
        "\"violated\"",
        "\"violated\": ",
        "{\"violated\": true}",
        "{\"violated\": \"false\"",
        "\"trace\": ",
        "[false, 0, false]",
        "{\"state\": ",
        "true",
        "null",
        "0",
        "1.5",
        "-",
        "NaN",
        "-Infinity",
        "1e999",
        "\"\\ud83d\"",
        "\\u00e9",
        "é",
        "{\"a\": 1}",
        "So it is {not}: ",
        "{\"violated\": true, \"trace\": [[false, 0, false], [true, 0, false], [true, 1, false], [true, 0, true]]}",
    ]);
    prop::collection::vec(piece, 0..25).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn replies_are_read_as_the_oracle_reads_them(text in replies()) {
        reply_holds(&text);
    }

    #[test]
    fn any_text_is_a_reply(text in "\\PC{0,60}") {
        reply_holds(&text);
    }
}

/// Replies that both read, and what they claim; none where neither finds a claim.
const READ_ALIKE: &[(&str, Option<bool>)] = &[
    (r#"{"violated": true}"#, Some(true)),
    ("```json\n{\"violated\": false}\n```", Some(false)),
    (
        "I think:\n```\n{\"violated\": true}\n```\nDone.",
        Some(true),
    ),
    (
        r#"It holds. {"violated": false, "trace": null} So it is."#,
        Some(false),
    ),
    (r#"{"note": "{", "violated": true}"#, Some(true)),
    (r#"{"note": 1} {"violated": true}"#, Some(true)),
    (
        r#"{"violated": true, "score": NaN, "low": -Infinity, "high": 1e999}"#,
        Some(true),
    ),
    (r#"{"violated": true, "note": "\ud83d cut"}"#, Some(true)),
    (r#"{"violated": false, "violated": true}"#, Some(true)),
    ("It is violated: true.", None),
    (r#"{"answer": {"violated": true}}"#, None),
    (r#"{"violated": true"#, None),
    ("", None),
];

/// Each way in which ours differs: its name in score/README.md, a reply, what
/// protocol-bench makes of it (null where it raises), what we make of it.
const READ_OTHERWISE: &[(&str, &str, Option<&str>, Option<bool>)] = &[
    (
        "last",
        r#"{"violated": true} No: {"violated": false}"#,
        Some("true"),
        Some(false),
    ),
    (
        "last, fenced or not",
        "```\n{\"violated\": true}\n```\nCorrected: {\"violated\": false}",
        Some("true"),
        Some(false),
    ),
    (
        "stray quote",
        r#"The 12" rule: {"violated": true}"#,
        Some("none"),
        Some(true),
    ),
    (
        "stray brace",
        r#"The set {a: {"violated": true}"#,
        Some("none"),
        Some(true),
    ),
];

fn ours(text: &str) -> Option<bool> {
    match parse_reply(text) {
        Reply::Claim(claim) => Some(claim["violated"] == json!(true)),
        Reply::Unparseable => None,
    }
}

#[test]
fn replies_are_protocol_benchs_but_for_what_is_named() {
    // 200 levels are too many for us; 100,000 make protocol-bench raise.
    let nested = |n: usize| {
        let (open, close) = ("[".repeat(n), "]".repeat(n));
        format!(r#"{{"violated": true, "a": {open}{close}}}"#)
    };
    let (deep, bottomless) = (nested(200), nested(100_000));
    let mut otherwise = READ_OTHERWISE.to_vec();
    otherwise.push(("depth", &deep, Some("true"), None));
    otherwise.push(("depth", &bottomless, None, None));

    for (text, found) in READ_ALIKE {
        assert_eq!(ours(text), *found, "{text}");
    }
    for (name, text, _, found) in &otherwise {
        assert_eq!(ours(text), *found, "{name}");
    }
    let alike = READ_ALIKE.iter().map(|(text, _)| *text);
    let texts: Vec<_> = alike.chain(otherwise.iter().map(|it| it.1)).collect();
    let Some(theirs) = theirs(&[], &texts) else {
        return;
    };
    let mut theirs = theirs["replies"].as_array().unwrap().iter();
    let mut next = || {
        let reply = theirs.next().unwrap();
        match &reply["parse_error"] {
            Json::Bool(true) => Some("none"),
            Json::Bool(false) if reply["violated"] == json!(true) => Some("true"),
            Json::Bool(false) => Some("false"),
            _ => None,
        }
    };
    for (text, found) in READ_ALIKE {
        let found = found.map_or("none", |violated| if violated { "true" } else { "false" });
        assert_eq!(next(), Some(found), "{text}");
    }
    for (name, _, theirs, _) in &otherwise {
        assert_eq!(next(), *theirs, "{name}");
    }
}
