//! The `spthy` program: every exit status, every format.

// Helpers of tests, outside of test functions.
#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

const THEORY: &str = include_str!("ping.spthy");

fn spthy(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_spthy"))
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A run that fails early does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Exit status, standard output and standard error as one text.
fn run(args: &[&str], input: &str) -> String {
    let output = spthy(args, input);
    format!(
        "exit {}\n--- out\n{}--- err\n{}",
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap()
    )
}

#[test]
fn check_says_ok() {
    insta::assert_snapshot!(run(&["check", "-"], THEORY));
}

#[test]
fn check_shows_every_error_of_a_file() {
    let text = "theory Broken begin\nrule A: [ In( x ] --> [ ]\nlemma b: \"All x #i. B( foo(x) ) @ i\"\n\
        rule C: [ In( y ) ] --[ B( y^y ) ]-> [ ]\nbuiltins: hash\n";
    insta::assert_snapshot!(run(&["check", "-"], text));
    insta::assert_snapshot!(run(&["check", "--json", "-"], text));
}

#[test]
fn check_warns_under_the_provers_topics() {
    let text = "theory Odd begin\nrule A: [ Out( x ), F( x ) ] --[ G( x, y ), G( x ) ]-> [ ]\n\
        lemma b: \"All x #i. H( x, z ) @ i ==> F\"\nend";
    insta::assert_snapshot!(run(&["check", "-"], text));
    assert_eq!(spthy(&["check", "--no-warnings", "-"], text).stderr, b"");
}

#[test]
fn flags_choose_a_branch() {
    let text = "theory T begin\n#ifdef bad\nrule\n#else\nbuiltins: xor\n#endif\nend";
    assert_eq!(spthy(&["check", "-"], text).status.code(), Some(0));
    assert_eq!(
        spthy(&["check", "-D", "bad", "-"], text).status.code(),
        Some(4)
    );
}

#[test]
fn what_is_not_read_is_said() {
    let text = "theory T begin\n#include \"more.spthy\"\n#ifdef attack & x\nrule\n#endif\n\
        #define y\n#ifdef y\nbuiltins: xor\n#else\nrule\n#endif\n\
        lemma a: \"All #i. A( f(a) ) @ i ==> F\"\nend";
    insta::assert_snapshot!(run(&["check", "-"], text));
    insta::assert_snapshot!(run(&["check", "--json", "-"], text));
}

#[test]
fn lemmas_behind_other_items_on_one_line_are_found() {
    let text = "theory T begin rule R: let x = <'a]', ~k> in [ Fr( ~k ) /* [ */ ] --[ A( x ) ]-> [ ] \
        lemma a: \"T\" process: new x; 0 lemma b [reuse]: \"T\" rule Broken: [ ( ] lemma c: \"T\"\nend";
    insta::assert_snapshot!(run(&["lemmas", "-"], text));
    insta::assert_snapshot!(run(&["check", "-"], text));
}

#[test]
fn a_summary_below_a_broken_theory_shows_its_faults() {
    let text = THEORY.replace("theory Ping begin", "theorem Ping begin");
    insta::assert_snapshot!(run(&["summary", "-"], &text));
    // What the prover says before it prints the theory is no fault.
    let log = format!("maude tool: 'maude'\n checking version: 3.4. OK.\n{THEORY}");
    let output = spthy(&["summary", "-"], &log);
    assert_eq!(output.stdout, spthy(&["summary", "-"], THEORY).stdout);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn bad_command_lines_and_files_exit_with_4() {
    for args in [
        &["check"][..],
        &["check", "no/such/file"],
        &["lemmas", "no/such/file"],
        &["tree", "-", "--lemma", "none"],
        &["tree", "-", "--lemma", "sent", "--side", "lhs"],
        &["summary", "-", "--json", "--csv"],
        &["dance"],
    ] {
        assert_eq!(spthy(args, THEORY).status.code(), Some(4), "{args:?}");
    }
    assert_eq!(
        spthy(&["format", "-"], "theory T begin rule end")
            .status
            .code(),
        Some(4)
    );
    assert_eq!(
        spthy(&["summary", "-"], "theory T begin end").status.code(),
        Some(4)
    );
    assert_eq!(spthy(&["--help"], "").status.code(), Some(0));
}

#[test]
fn lemmas_in_every_format() {
    insta::assert_snapshot!(run(&["lemmas", "-"], THEORY));
    insta::assert_snapshot!(run(&["lemmas", "--json", "-"], THEORY));
    insta::assert_snapshot!(run(&["lemmas", "--csv", "-"], THEORY));
}

#[test]
fn summary_in_every_format() {
    insta::assert_snapshot!(run(&["summary", "-"], THEORY));
    insta::assert_snapshot!(run(&["summary", "--json", "-"], THEORY));
    insta::assert_snapshot!(run(&["summary", "--csv", "-"], THEORY));
    // A log alone has no theory before it.
    let log = &THEORY[THEORY.find("summary of summaries").unwrap()..];
    insta::assert_snapshot!(run(&["summary", "-"], log));
}

#[test]
fn a_proof_that_disagrees_with_its_summary_is_reported() {
    let text = THEORY.replace("verified (4 steps)", "falsified - found trace (9 steps)");
    insta::assert_snapshot!(run(&["summary", "--csv", "-"], &text));
}

#[test]
fn trees_in_every_format() {
    for format in ["text", "json", "dot", "mermaid"] {
        let args = ["tree", "-", "--lemma", "origin", "--format", format];
        insta::assert_snapshot!(format!("tree_{format}"), run(&args, THEORY));
    }
    let page = run(
        &["tree", "-", "--lemma", "origin", "--format", "html"],
        THEORY,
    );
    assert!(page.starts_with("exit 0") && page.contains("<h1>origin</h1>"));
    assert!(!page.contains("http://") && !page.contains("https://"));
}

#[test]
fn untrusted_text_is_escaped() {
    let text = "theory T begin lemma L: \"T\" solve( A( '</script><b>\"\\' ) @ #i ) \
        case R by sorry /* <img src=x> \u{1b}[31m */ qed end";
    for (format, forbidden) in [
        ("html", &["<img", "</script><b>"][..]),
        ("mermaid", &["<", "\"\\", "\u{1b}"]),
        ("dot", &["\u{1b}"]),
        ("text", &["\u{1b}"]),
    ] {
        let output = run(&["tree", "-", "--lemma", "L", "--format", format], text);
        for forbidden in forbidden {
            assert!(!output.contains(forbidden), "{format}: {output}");
        }
    }
}

#[test]
fn format_prints_what_parses_to_the_same() {
    let first = spthy(&["format", "-"], THEORY);
    assert_eq!(first.status.code(), Some(0));
    let printed = String::from_utf8(first.stdout).unwrap();
    insta::assert_snapshot!(printed);
    let second = spthy(&["format", "-"], &printed);
    assert_eq!(String::from_utf8(second.stdout).unwrap(), printed);
}

#[test]
fn what_the_summary_has_and_the_theory_has_not_is_said() {
    let text = "theory T begin\nlemma l1: \"T\"\nlemma l2: \"T\" by contradiction\n\
        #include \"more.spthy\"\nend\nsummary of summaries:\n\nanalyzed: t.spthy\n\n  \
        processing time: infs\n  l1 (all-traces): verified (12 steps)\n  \
        l2 (all-traces): verified (1 steps)\n  l3 (all-traces): verified (40 steps)\n  \
        l4 (all-traces): something new (1 steps)\n";
    let error = |command| String::from_utf8(spthy(&[command, "-"], text).stderr).unwrap();
    let lemmas = error("lemmas");
    assert!(
        lemmas.contains("`l1`: the summary says verified (12 steps)"),
        "{lemmas}"
    );
    assert!(lemmas.contains("`l3`, verified (40 steps), the theory has no such lemma"));
    assert!(lemmas.contains("1 part with possible lemmas not read"));
    assert!(!lemmas.contains("`l2`"));
    let summary = error("summary");
    assert!(
        summary.contains("cannot be read: l4 (all-traces): something new"),
        "{summary}"
    );
    let json = run(&["summary", "--json", "-"], text);
    assert!(json.contains("\"seconds\": null"));
    assert_eq!(json.matches("\"agrees\": false").count(), 2, "{json}");
}
