//! Drawings as the tools read them that they are written for.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a failing test panics, a skipped one says so"
)]

mod drawn;

use checker::Limits;
use checker::output::{Options, dot, mermaid};
use drawn::{Case, NASTY, counter, mutex, named, parallel, trap};
use serde_json::Value;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

fn cases() -> Vec<Case> {
    let stopped = Limits {
        max_states: 3,
        ..Limits::default()
    };
    let mut cases = vec![
        Case::new(mutex(true), &Limits::default()),
        Case::new(mutex(false), &Limits::default()),
        Case::new(trap(), &Limits::default()),
        Case::new(trap(), &stopped),
        Case::new(parallel(), &Limits::default()),
        Case::new(counter(1_000), &Limits::default()),
    ];
    cases.extend(NASTY.map(|text| Case::new(named(text), &Limits::default())));
    cases
}

/// States and steps that a drawing of the case should have.
fn size(case: &Case) -> (usize, usize) {
    match usize::try_from(case.report.n_states).unwrap() {
        // The counterexample alone: its ends, and a box for the rest.
        n if n > 60 => (61, 60),
        n => {
            // The step that met the limit of states leads nowhere.
            let n_lost = u64::from(case.report.completeness.is_err());
            (n, usize::try_from(case.report.n_edges - n_lost).unwrap())
        }
    }
}

fn absent(what: &str) {
    assert_ne!(
        std::env::var("PLUMBLINE_REQUIRE_ORACLES").as_deref(),
        Ok("1"),
        "{what} is required"
    );
    println!("SKIPPED: {what}");
}

/// What a program writes when it is given a text; none where it is absent.
fn run(command: &mut Command, input: &str) -> Option<String> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // Beside the reading: either pipe may fill up.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    // Fonts are the machine's affair.
    let complaints: Vec<_> = stderr
        .lines()
        .filter(|line| !line.to_lowercase().contains("font") && !line.contains("Pango"))
        .collect();
    assert!(output.status.success() && complaints.is_empty(), "{stderr}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn graphviz_reads_the_states_and_steps_that_were_written() {
    let texts: Vec<_> = cases()
        .iter()
        .map(|case| case.written(dot::write, &Options::default()).unwrap())
        .collect();
    let Some(read) = run(Command::new("dot").arg("-Tjson0"), &texts.concat()) else {
        return absent("dot of Graphviz is not on the PATH");
    };
    let graphs: Vec<Value> = serde_json::Deserializer::from_str(&read)
        .into_iter()
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(graphs.len(), texts.len());
    for (graph, case) in graphs.iter().zip(cases()) {
        let (n_states, n_steps) = size(&case);
        // And the dot that stands before the initial state.
        assert_eq!(graph["objects"].as_array().unwrap().len(), n_states + 1);
        assert_eq!(graph["edges"].as_array().unwrap().len(), n_steps + 1);
    }
}

#[test]
fn graphviz_draws_every_label_as_it_was_meant() {
    for text in NASTY {
        let case = Case::new(named(text), &Limits::default());
        let text = case.written(dot::write, &Options::default()).unwrap();
        let Some(drawn) = run(Command::new("dot").arg("-Tsvg"), &text) else {
            return absent("dot of Graphviz is not on the PATH");
        };
        let written = text
            .lines()
            .find_map(|line| line.strip_prefix("  s0 [label=\""))
            .unwrap();
        assert_eq!(drawn_lines(&drawn, "s0"), meant_lines(written));
    }
}

/// The lines of a label, by the rules of the DOT language.
fn meant_lines(rest: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut chars = rest.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => match chars.next() {
                Some('l') => lines.push(String::new()),
                Some(c) => lines.last_mut().unwrap().push(c),
                None => {}
            },
            c => lines.last_mut().unwrap().push(c),
        }
    }
    assert_eq!(lines.pop().as_deref(), Some(""));
    lines
        .iter()
        .map(|line| line.replace("&amp;", "&").replace(' ', "\u{a0}"))
        .collect()
}

/// The lines of text of one node in Graphviz' SVG.
fn drawn_lines(svg: &str, node: &str) -> Vec<String> {
    let start = svg.find(&format!("<title>{node}</title>")).unwrap();
    let end = start + svg[start..].find("</g>").unwrap();
    let texts = svg[start..end].split("<text").skip(1);
    texts
        .map(|text| {
            let (_, text) = text.split_once('>').unwrap();
            let (text, _) = text.split_once("</text>").unwrap();
            let text = quick_xml::escape::unescape(text).unwrap();
            text.replace(' ', "\u{a0}")
        })
        .collect()
}

#[test]
fn mermaid_reads_the_states_and_steps_that_were_written() {
    let Some(modules) = std::env::var_os("PLUMBLINE_NODE_MODULES") else {
        return absent("PLUMBLINE_NODE_MODULES does not name a folder with mermaid and jsdom");
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mermaid_parse.mjs");
    let texts: Vec<_> = cases()
        .iter()
        .map(|case| case.written(mermaid::write, &Options::default()).unwrap())
        .collect();
    let input = serde_json::to_string(&texts).unwrap();
    let Some(read) = run(Command::new("node").arg(script).arg(modules), &input) else {
        return absent("node is not on the PATH");
    };
    let graphs: Vec<Value> = read
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(graphs.len(), texts.len());
    for (graph, case) in graphs.iter().zip(cases()) {
        assert_eq!(graph["diagramType"], "flowchart-v2", "{graph}");
        let (n_states, n_steps) = size(&case);
        // And the dot that stands before the initial state, and the note.
        assert_eq!(
            graph["nodes"].as_array().unwrap().len(),
            n_states + 2,
            "{graph}"
        );
        assert_eq!(
            graph["edges"].as_array().unwrap().len(),
            n_steps + 1,
            "{graph}"
        );
    }
}
