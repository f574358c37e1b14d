//! Which code of a reply is taken, case by case.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use diagnostic::{SourceFile, render};
use score::crypform::{Code, NoCode, Origin, extract, fences};

const A: &str = "theory A begin\nrule R: [ ] --> [ ]\nend";
const B: &str = "theory B begin\nrule R: [ ] --> [ ]\nend";
const BROKEN: &str = "theory C begin\nrule R: [ ] -- [ ]\nend";

fn taken(reply: &str) -> Code<'_> {
    extract(reply, "").unwrap()
}

fn codes(text: &str) -> Vec<&str> {
    fences(text).map(|fence| &text[fence.code]).collect()
}

#[test]
fn fences_are_those_of_commonmark() {
    for (text, expected) in [
        ("```\na\n```", vec!["a\n"]),
        ("~~~ x\na\n~~~", vec!["a\n"]),
        ("   ```\na\n  ```", vec!["a\n"]),
        ("    ```\na\n    ```", vec![]),
        ("\t```\na\n```", vec![""]),
        ("````\n```\na\n```\n````", vec!["```\na\n```\n"]),
        ("```\na\n~~~\n```", vec!["a\n~~~\n"]),
        ("```\na\n`````", vec!["a\n"]),
        ("```\na\n``` b\n```  \t", vec!["a\n``` b\n"]),
        ("```\na", vec!["a"]),
        ("```", vec![""]),
        ("``` a ` b\nc\n", vec![]),
        ("~~~ a ` b\nc\n", vec!["c\n"]),
        ("text ```\na\n", vec![]),
        ("``\na\n``", vec![]),
        ("```\r\na\r\n```\r\nb", vec!["a\r\n"]),
        ("```\ra\r```\rb", vec!["a\r"]),
        ("```\na\n```\n```\nb\n```", vec!["a\n", "b\n"]),
        ("> ```\n> a\n> ```", vec![]),
    ] {
        assert_eq!(codes(text), expected, "{text:?}");
    }
}

#[test]
fn the_language_is_the_first_word_of_the_info_string() {
    for (text, tag) in [
        ("```spthy", Some("spthy")),
        ("~~~  Tamarin title=x", Some("Tamarin")),
        ("``` {.spthy}", Some("spthy")),
        ("```spthy,ignore", Some("spthy")),
        ("```", None),
        ("``` {}", None),
        ("``` .", None),
    ] {
        assert_eq!(fences(text).next().unwrap().tag(), tag, "{text}");
    }
}

#[test]
fn the_last_block_that_parses_counts() {
    let reply =
        format!("```spthy\n{A}\n```\nBetter:\n```\n{B}\n```\nNot:\n```spthy\n{BROKEN}\n```");
    let code = taken(&reply);
    assert_eq!(code.text, format!("{B}\n"));
    assert!(code.parses());
    let origin = Origin::Fenced {
        tag: None,
        is_closed: true,
    };
    assert_eq!(code.origin, origin);
    // The first one parses, too, and is another.
    assert_eq!(code.rivals.len(), 1);
    assert_eq!(&reply[code.rivals[0].range()], format!("{A}\n"));
    assert_eq!(code.diagnostics().len(), 1);
}

#[test]
fn the_same_theory_twice_is_no_rival() {
    let reply = format!("```spthy\n{A}\n```\nAgain:\n~~~\n  {A}\n~~~\n");
    assert!(taken(&reply).rivals.is_empty());
}

#[test]
fn without_one_that_parses_the_last_theory_counts_then_the_last_tagged_block() {
    let tagged = "```Tamarin\nrule R: [ ] --> [ ]\n```\n";
    let json = "```json\n{}\n```\n";
    let broken = format!("```\n{BROKEN}\n```\n");
    let bare = format!("{BROKEN}\n");
    let reply = |parts: &[&str]| parts.concat();
    let all = reply(&[&broken, &bare, tagged, json]);
    assert_eq!(taken(&all).text, &broken[4..broken.len() - 4]);
    let no_fenced = reply(&[&bare, tagged, json]);
    assert_eq!(taken(&no_fenced).text, BROKEN);
    assert_eq!(taken(&reply(&[tagged, json])).text, "rule R: [ ] --> [ ]\n");
    assert_eq!(extract(json, ""), Err(NoCode::NoTheory));
}

#[test]
fn a_bare_theory_ends_at_its_end() {
    let reply = format!("Here is the theory of it:\n\n  {A} of story.\nIn the end, fine.\n");
    let code = taken(&reply);
    assert_eq!((code.text, code.origin), (A, Origin::Bare));
    assert_eq!(code.span.range().start, reply.find(A).unwrap());
    assert!(code.parses());
}

#[test]
fn a_bare_theory_inside_a_comment_is_not_taken_for_the_whole() {
    let reply = format!("theory X begin\n/*\n{A}\n*/\nrule Q: [ ] --> [ ]\nend\nSee?");
    let code = taken(&reply);
    assert_eq!(code.text, reply.strip_suffix("\nSee?").unwrap());
    assert!(code.parses() && code.rivals.is_empty());
}

#[test]
fn a_theory_broken_off_does_not_hide_the_next_one() {
    let reply = format!("theory X begin\nrule Q: [ ]\nLet me start again.\n{A}\nDone.");
    let code = taken(&reply);
    assert!(code.parses());
    assert_eq!(code.text, A);
}

#[test]
fn prose_about_theories_is_none() {
    for reply in [
        "theory of protocols begins here, and at the end …",
        "theory\n",
        "theory A",
        "theorytheory A begin end",
        "My theory A begin end",
        "theory begin",
    ] {
        assert_eq!(extract(reply, ""), Err(NoCode::NoTheory), "{reply}");
    }
}

#[test]
fn a_reply_cut_off_tells_what_is_missing() {
    let reply = "```spthy\ntheory A begin\nrule R: [ ] --> [ ]\nlemma l: \"";
    let code = taken(reply);
    let is_closed = matches!(code.origin, Origin::Fenced { is_closed, .. } if is_closed);
    assert!(!is_closed && !code.parses());
}

#[test]
fn diagnostics_point_into_the_reply() {
    let reply = format!("Grüße!\n\n```spthy\n{BROKEN}\n```\n");
    let code = taken(&reply);
    let text = render(
        &SourceFile::new("reply.md", reply.clone()),
        &code.diagnostics(),
        false,
    );
    assert!(text.contains("reply.md:5:13"), "{text}");
    let span = code.errors[0].span.range();
    assert!(code.span.range().start < span.start && span.end <= code.span.range().end);
}

#[test]
fn echoes_of_the_prompt_are_no_answer() {
    let prompt = format!("Complete:\n```\n{A}\n```\nas in\n{B}\n");
    let echo = format!("You gave ```x``` this:\n~~~spthy\n  {A}  \n~~~\nand {B}\n{B}\n");
    assert_eq!(
        extract(&echo, &prompt),
        Err(NoCode::OnlyEchoes { n_echoes: 2 })
    );
    let answer = format!("{echo}My answer:\n```\n{BROKEN}\n```\n");
    let code = extract(&answer, &prompt).unwrap();
    // Even if it does not parse and the echoes do.
    assert_eq!(code.text.trim_end(), BROKEN);
    assert_eq!((code.n_echoes, code.rivals.len()), (2, 0));
    // Without the prompt, they are answers.
    assert_eq!(extract(&answer, "").unwrap().text.trim(), A);
}

#[test]
fn no_text_is_too_hostile() {
    let pieces = [
        "```\n",
        "~~~\n",
        "```spthy\n",
        "theory A begin\n",
        "theory A begin end\n",
        "/*",
        "/*\n",
        "theory A begin /*\n",
        "\"",
        "é",
        "\r",
        "theory A\n",
        "````````````````\n",
        "rule R: [\n",
        "theory A begin lemma x: \"\n",
    ];
    for piece in pieces {
        let text = piece.repeat(2_000);
        let _ = extract(&text, &text);
        let _ = extract(&text, "");
    }
}
