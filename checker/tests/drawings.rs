//! What the drawings show, and that no name breaks them.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a failing test panics, a skipped one says so"
)]

mod drawn;

use checker::output::{Entry, Options, OutputError, Rejected, dot, html, mermaid, svg};
use checker::{Limits, Verdict};
use diagnostic::{Diagnostic, SourceFile, Span};
use drawn::{Case, NASTY, Write, counter, mutex, named, parallel, trap, written};
use proptest::prelude::*;

const FORMATS: [(&str, Write); 4] = [
    ("dot", dot::write),
    ("html", html::write),
    ("mermaid", mermaid::write),
    ("svg", svg::write),
];

fn limits(max_states: u64, within: Option<u32>) -> Limits {
    Limits {
        max_states,
        within,
        ..Limits::default()
    }
}

fn snapshot(name: &str, case: &Case) {
    for (format, write) in FORMATS {
        let text = match case.written(write, &Options::default()) {
            // The sheet of styles is no news.
            Ok(text) => match (text.find("<style>"), text.find("</style>")) {
                (Some(start), Some(end)) if format == "html" => {
                    format!("{}{}", &text[..start], &text[end + 8..])
                        .replace(env!("CARGO_PKG_VERSION"), "VERSION")
                }
                _ => text,
            },
            Err(error) => format!("error: {error}"),
        };
        insta::assert_snapshot!(format!("{name}_{format}"), text);
    }
}

#[test]
fn refuted() {
    snapshot("refuted", &Case::new(mutex(true), &Limits::default()));
}

#[test]
fn a_trap_is_a_counterexample() {
    snapshot("trap", &Case::new(trap(), &Limits::default()));
}

#[test]
fn undetermined() {
    snapshot("undetermined", &Case::new(trap(), &limits(3, None)));
}

#[test]
fn the_way_to_a_goal_within_a_bound() {
    snapshot("within", &Case::new(mutex(false), &limits(100, Some(2))));
}

#[test]
fn nothing_to_highlight_when_proved() {
    snapshot("proved", &Case::new(mutex(false), &Limits::default()));
}

#[test]
fn only_the_parallel_edge_taken_is_numbered() {
    let case = Case::new(parallel(), &Limits::default());
    let text = case.written(dot::write, &Options::default()).unwrap();
    assert!(text.contains(r#"s0 -> s1 [label="1. a", color="#), "{text}");
    assert!(text.contains(r#"s0 -> s1 [label="b"];"#), "{text}");
    let text = case.written(mermaid::write, &Options::default()).unwrap();
    assert!(text.contains(r#"S0 -->|"1. a"| S1"#), "{text}");
    assert!(text.contains(r#"S0 -->|"b"| S1"#), "{text}");
    // The first arrow is that of the initial state.
    assert!(text.contains("linkStyle 1 stroke"), "{text}");
}

#[test]
fn large_graphs_are_refused_unless_refuted() {
    let options = Options {
        max_nodes: 5,
        ..Options::default()
    };
    // Refuted after 12 steps, with 13 states on the trace.
    let refuted = Case::new(counter(12), &Limits::default());
    let proved = Case::new(counter(64), &limits(13, None));
    assert_eq!(proved.report.verdict(), Verdict::Undetermined);
    for write in [dot::write as Write, mermaid::write] {
        let text = refuted.written(write, &options).unwrap();
        assert!(text.contains("only the counterexample is drawn"), "{text}");
        assert!(text.contains("13 states, more than 5"), "{text}");
        assert!(text.contains("8 states left out"), "{text}");
        assert!(
            text.contains("12. tock") && !text.contains("6. tock"),
            "{text}"
        );
        let error = proved.written(write, &options).unwrap_err();
        assert!(matches!(error, OutputError::TooLarge { max_nodes: 5 }));
    }
}

#[test]
fn a_huge_space_is_refused_without_a_search() {
    let case = Case::new(counter(3_000_000), &limits(100_000, None));
    let start = std::time::Instant::now();
    assert!(case.written(dot::write, &Options::default()).is_err());
    assert!(start.elapsed().as_millis() < 100);
}

#[test]
fn mermaid_texts_stay_within_what_mermaid_accepts() {
    // 60 states, each with a step to each: 3,600 edges.
    let mut draft = checker::Draft::new("dense").field("x", 0);
    for to in 0..60_i64 {
        draft = draft.transition(&format!("to {to}"), [], [("x", to.into())]);
    }
    let safe = Case::new(
        draft.clone().forbid("no", [("x", 60.into())]),
        &Limits::default(),
    );
    let error = safe
        .written(mermaid::write, &Options::default())
        .unwrap_err();
    assert!(matches!(
        error,
        OutputError::TooDense { n_edges: 3_600, .. }
    ));
    assert!(safe.written(dot::write, &Options::default()).is_ok());
    let refuted = Case::new(draft.forbid("no", [("x", 7.into())]), &Limits::default());
    let text = refuted
        .written(mermaid::write, &Options::default())
        .unwrap();
    assert!(text.contains("Mermaid would refuse the whole graph") && text.contains("1. to 7"));

    // Forty fields of forty characters that need an entity code each.
    let mut draft = counter(59);
    for n in 0..40 {
        draft = draft.field(&format!("{n}{}", "&".repeat(20)), "<".repeat(40));
    }
    let long = Case::new(draft, &Limits::default());
    let text = long.written(mermaid::write, &Options::default()).unwrap();
    assert!(
        text.len() < 50_000 && text.contains("59. tick"),
        "{}",
        text.len()
    );
}

#[test]
fn drawings_take_one_file_that_was_checked() {
    let case = Case::new(mutex(true), &Limits::default());
    let faults = [Diagnostic::error("no <good>")];
    let rejected = Entry {
        file: "bad.json",
        result: Err(Rejected {
            source: None,
            diagnostics: &faults,
        }),
    };
    for write in [dot::write as Write, mermaid::write, svg::write] {
        let two = [case.entry("a"), case.entry("b")];
        let error = written(&two, write, &Options::default()).unwrap_err();
        assert!(matches!(error, OutputError::OneFileOnly { n_files: 2 }));
        let error = written(&[rejected], write, &Options::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is nothing to draw: bad.json is bad input"
        );
    }
}

#[test]
fn a_page_holds_many_files_and_what_is_wrong_with_bad_ones() {
    let good = Case::new(mutex(true), &Limits::default());
    let source = SourceFile::new("bad.json", "{\"whne\": <b>}");
    let faults = [Diagnostic::error("unknown key `whne`")
        .at(Span::new(1, 7))
        .help("did you mean `when`?")];
    let rejected = |source, file| Entry {
        file,
        result: Err(Rejected {
            source,
            diagnostics: &faults,
        }),
    };
    let entries = [
        good.entry("a&b.json"),
        rejected(Some(&source), "bad.json"),
        rejected(None, "missing.json"),
    ];
    let page = written(&entries, html::write, &Options::default()).unwrap();
    assert_well_formed(&page);
    assert!(page.contains(r##"<a href="#f0">a&amp;b.json</a>"##));
    assert_eq!(page.matches("BAD INPUT</span>").count(), 4);
    assert!(page.contains("unknown key `whne`") && page.contains("&lt;b&gt;"));
}

#[test]
fn long_traces_show_their_ends_and_keep_the_rest() {
    let case = Case::new(counter(10_000), &Limits::default());
    let page = case.written(html::write, &Options::default()).unwrap();
    assert_well_formed(&page);
    assert_eq!(
        page.matches("<tr").count() - page.matches("<thead><tr").count(),
        10_001 + 1 + 1
    );
    assert!(page.contains("<summary>Steps 100 to 599</summary>"));
    let strip = case.written(svg::write, &Options::default()).unwrap();
    assert_well_formed(&strip);
    assert!(strip.contains("9601 states left out"), "{}", strip.len());
}

#[test]
fn pages_fetch_nothing_and_run_nothing() {
    let case = Case::new(
        named("<img src=http://x/ onerror=alert(1)>"),
        &Limits::default(),
    );
    let page = case.written(html::write, &Options::default()).unwrap();
    assert!(page.contains("default-src 'none'"));
    assert!(!page.contains("<script") && !page.contains("<img"));
    assert!(!page.contains("url(") && !page.contains("@import"));
}

/// Reads all of it as XML: tags match, and every character is one of XML's.
fn assert_well_formed(text: &str) {
    let mut reader = quick_xml::Reader::from_str(text);
    reader.config_mut().check_end_names = true;
    reader.config_mut().check_comments = true;
    let mut depth = 0;
    loop {
        match reader.read_event() {
            Ok(quick_xml::events::Event::Start(tag)) => {
                depth += 1;
                for attribute in tag.attributes() {
                    attribute.unwrap();
                }
            }
            Ok(quick_xml::events::Event::End(_)) => depth -= 1,
            Ok(quick_xml::events::Event::GeneralRef(entity)) => {
                let name: &str = entity.as_ref();
                assert!(
                    ["lt", "gt", "amp", "quot", "apos"].contains(&name) || name.starts_with('#'),
                    "{name}"
                );
            }
            Ok(quick_xml::events::Event::Eof) => break,
            Ok(_) => {}
            Err(error) => panic!("{error} at {} in {text}", reader.error_position()),
        }
    }
    assert_eq!(depth, 0);
    let is_allowed = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    assert!(text.chars().all(is_allowed));
}

fn assert_unbroken(case: &Case) {
    let options = Options::default();
    assert_well_formed(&case.written(html::write, &options).unwrap());
    assert_well_formed(&case.written(svg::write, &options).unwrap());
    // Every line feed and every quote that is not escaped is our own.
    let text = case.written(dot::write, &options).unwrap();
    for line in text.lines() {
        let quotes = line
            .replace("\\\\", "")
            .replace("\\\"", "")
            .matches('"')
            .count();
        assert_eq!(quotes % 2, 0, "{line}");
        assert!(line.ends_with([';', '{', '}']), "{line}");
    }
    let text = case.written(mermaid::write, &options).unwrap();
    for line in text.lines() {
        assert!(matches!(line.matches('"').count(), 0 | 2), "{line}");
        assert!(!line.contains(['`', '%', '\\']), "{line}");
    }
}

#[test]
fn nasty_names_break_nothing() {
    for text in NASTY {
        assert_unbroken(&Case::new(named(text), &Limits::default()));
    }
}

proptest! {
    #[test]
    fn no_name_breaks_anything(text in any::<String>()) {
        assert_unbroken(&Case::new(named(&text), &Limits::default()));
    }
}
