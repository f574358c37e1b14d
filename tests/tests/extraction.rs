//! Code taken from replies that were put together of known pieces, and fenced
//! blocks against the naive reader.

use plumbline_tests::oracle::crypform::blocks;
use plumbline_tests::properties::extraction::extraction_holds;
use plumbline_tests::strategies::spthy;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use score::crypform::{NoCode, extract, fences};

/// What a piece of a reply says, by the number of its theory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Theory(u8),
    Broken(u8),
    Rule(u8),
    Json,
}

impl Content {
    fn text(self) -> String {
        match self {
            Self::Theory(n) => format!("theory T{n} begin\nrule R: [ ] --> [ ]\nend"),
            Self::Broken(n) => format!("theory T{n} begin\nrule R: [ ] -- [ ]\nend"),
            Self::Rule(n) => format!("rule R{n}: [ ] --> [ ]"),
            Self::Json => "{\"theory\": 1}".to_owned(),
        }
    }
}

#[derive(Debug, Clone)]
enum Piece {
    Prose(&'static str),
    Bare(Content),
    Fenced {
        fence: String,
        indent: usize,
        tag: &'static str,
        content: Content,
    },
}

impl Piece {
    fn text(&self) -> String {
        match self {
            Self::Prose(text) => format!("{text}\n"),
            Self::Bare(content) => format!("{}\n", content.text()),
            Self::Fenced {
                fence,
                indent,
                tag,
                content,
            } => {
                let indent = " ".repeat(*indent);
                let code = content.text();
                format!("{indent}{fence}{tag}\n{code}\n{indent}{fence}\n")
            }
        }
    }

    fn content(&self) -> Option<Content> {
        match self {
            Self::Prose(_) => None,
            Self::Bare(content) | Self::Fenced { content, .. } => Some(*content),
        }
    }

    fn is_fenced(&self) -> bool {
        matches!(self, Self::Fenced { .. })
    }

    fn is_tagged(&self) -> bool {
        matches!(self, Self::Fenced { tag, .. } if matches!(tag.trim(), "spthy" | "TAMARIN x"))
    }
}

fn content() -> impl Strategy<Value = Content> {
    prop_oneof![
        (0_u8..4).prop_map(Content::Theory),
        (0_u8..4).prop_map(Content::Broken),
        (0_u8..4).prop_map(Content::Rule),
        Just(Content::Json),
    ]
}

fn piece() -> impl Strategy<Value = Piece> {
    let prose = select(vec![
        "In the end, the theory of it is this.",
        "Use ``` or ~~~ for code, as in `x`.",
        "theory of everything",
        "end",
        "",
    ]);
    let fence = select(vec!["```", "````", "~~~", "~~~~~"]);
    let tag = select(vec!["", "spthy", " TAMARIN x", "json", "python"]);
    prop_oneof![
        prose.prop_map(Piece::Prose),
        select(vec![0, 1, 2, 3, 4, 5, 6, 7]).prop_map(|n: u8| Piece::Bare(if n < 4 {
            Content::Theory(n)
        } else {
            Content::Broken(n - 4)
        })),
        (fence, 0_usize..4, tag, content()).prop_map(|(fence, indent, tag, content)| {
            Piece::Fenced {
                fence: fence.to_owned(),
                indent,
                tag,
                content,
            }
        }),
    ]
}

fn text(pieces: &[Piece]) -> String {
    pieces.iter().map(Piece::text).collect()
}

/// The rule of `extract`, class by class.
fn expected(reply: &[Piece], prompt: &[Piece]) -> Result<String, NoCode> {
    let is_piece = |piece: &&Piece| piece.content().is_some();
    let known: Vec<_> = prompt.iter().filter_map(Piece::content).collect();
    let is_echo = |piece: &&Piece| piece.content().is_some_and(|one| known.contains(&one));
    let answers: Vec<_> = reply
        .iter()
        .filter(is_piece)
        .filter(|one| !is_echo(one))
        .collect();
    let is_theory = |piece: &Piece| matches!(piece.content(), Some(Content::Theory(_)));
    let is_broken = |piece: &Piece| matches!(piece.content(), Some(Content::Broken(_)));
    let classes: [&dyn Fn(&Piece) -> bool; 5] = [
        &|piece| is_theory(piece) && piece.is_fenced(),
        &|piece| is_theory(piece),
        &|piece| is_broken(piece) && piece.is_fenced(),
        &|piece| is_broken(piece),
        &|piece| piece.is_tagged(),
    ];
    for class in classes {
        if let Some(piece) = answers.iter().rev().find(|piece| class(piece)) {
            return Ok(piece.content().unwrap_or(Content::Json).text());
        }
    }
    match reply.iter().filter(is_echo).count() {
        0 => Err(NoCode::NoTheory),
        n_echoes => Err(NoCode::OnlyEchoes { n_echoes }),
    }
}

proptest! {
    #[test]
    fn the_piece_that_counts_is_found(reply in vec(piece(), 0..8), prompt in vec(piece(), 0..4)) {
        let (reply_text, prompt_text) = (text(&reply), text(&prompt));
        let found = extract(&reply_text, &prompt_text);
        let code = found.map(|code| code.text.trim_end().to_owned());
        prop_assert_eq!(code, expected(&reply, &prompt), "{}", reply_text);
        extraction_holds(&reply_text, &prompt_text);
    }

    #[test]
    fn fences_equal_the_naive_ones(words in vec(select(vec![
        "```", "`", "~~~", "~", "\n", "\n", "\n", "\r\n", "\r", " ", "   ", "\t", "a", "é", "{.spthy}",
    ]), 0..40)) {
        let text = words.concat();
        let found: Vec<_> = fences(&text).map(|fence| {
            (fence.info.to_owned(), fence.code.start, fence.code.end, fence.is_closed)
        }).collect();
        prop_assert_eq!(found, blocks(&text), "{:?}", text);
    }

    #[test]
    fn any_text_is_a_reply(reply in "\\PC{0,200}", prompt in "\\PC{0,20}") {
        extraction_holds(&reply, &prompt);
    }

    #[test]
    fn any_tokens_are_a_reply(words in vec(prop_oneof![
        spthy::token().prop_map(|token| token.to_string()),
        select(vec!["```", "~~~", "\n", "\ntheory T begin ", " end\n", "/*", "*/"]).prop_map(str::to_owned),
    ], 0..40)) {
        extraction_holds(&words.join(" "), "");
    }

    #[test]
    fn whole_theories_are_taken_as_they_are(source in spthy::theory(), prose in "[A-Z][a-z ]{0,20}") {
        let reply = format!("{prose}\n```spthy\n{source}\n```\n{prose}");
        let code = extract(&reply, "").map(|code| (code.text, code.parses()));
        let expected = format!("{source}\n");
        prop_assert_eq!(code, Ok((expected.as_str(), true)));
    }
}
