//! Graphviz: the reachable graph, or the counterexample where that is too large.

use super::drawing::{Drawing, Edge, Node, PathKind, only};
use super::{Entry, Options, OutputError, fit, wording};
use crate::Model;
use diagnostic::escape_controls;
use std::fmt;
use std::io;

/// Writes the reachable graph in the DOT language.
///
/// Nodes `s0`, `s1`, … are the states in breadth-first order. The path to the
/// first violation is red, the way to a goal state within the bound asked for
/// is green; their steps are numbered. A dashed state may have steps that a
/// search cut short has not found.
///
/// # Errors
/// [`OutputError::TooLarge`] where there are more than `max_nodes` states and
/// nothing is refuted, [`OutputError::OneFileOnly`], [`OutputError::BadInput`],
/// and errors of the writer.
///
/// ```
/// use checker::output::{Checked, Entry, Options, dot};
/// use checker::{Draft, Limits, check};
/// let model = Draft::new("m")
///     .field("x", 0)
///     .transition("up", [], [("x", 1.into())])
///     .forbid("never_one", [("x", 1.into())])
///     .build()?;
/// let report = check(&model, &Limits::default())?;
/// let checked = Checked { model: &model, report: &report, warnings: &[] };
/// let entry = Entry { file: "m.json", result: Ok(checked) };
/// let mut text = Vec::new();
/// dot::write(&[entry], &Options::default(), &mut text)?;
/// assert!(String::from_utf8(text)?.contains(r#"digraph"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    entries: &[Entry<'_>],
    options: &Options,
    out: &mut dyn io::Write,
) -> Result<(), OutputError> {
    let checked = only(entries)?;
    let drawing = Drawing::of(checked, options.max_nodes)?;
    let color = match drawing.path {
        PathKind::Counterexample => "#b42318",
        PathKind::Goal => "#067647",
    };
    let fill = match drawing.path {
        PathKind::Counterexample => "#fee4e2",
        PathKind::Goal => "#d1fadf",
    };
    writeln!(out, "digraph reachable {{")?;
    writeln!(
        out,
        "  label={}; labelloc=t; labeljust=l;",
        Lines(&drawing.caption)
    )?;
    writeln!(
        out,
        "  rankdir={}; bgcolor=white; nodesep=0.35; ranksep=0.7;",
        if drawing.is_deep() { "TB" } else { "LR" }
    )?;
    writeln!(out, "  fontname=\"Helvetica\"; fontsize=12;")?;
    writeln!(
        out,
        "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f9fafb\", color=\"#98a2b3\", \
         fontname=\"Courier\", fontsize=11];"
    )?;
    writeln!(
        out,
        "  edge [color=\"#98a2b3\", fontcolor=\"#475467\", fontname=\"Helvetica\", fontsize=10];"
    )?;
    writeln!(
        out,
        "  start [shape=point, width=0.12, fillcolor=\"#344054\", color=\"#344054\"];"
    )?;
    for (id, node) in drawing.nodes.iter().enumerate() {
        let mut lines = label(checked.model, node);
        match node {
            Node::State {
                is_complete,
                is_on_path,
                ..
            } => {
                // Left-aligned lines want a terminator each.
                lines.retain(|line| !line.is_empty());
                write!(out, "  s{id} [label={}", Lines(&lines))?;
                if *is_on_path {
                    write!(out, ", fillcolor=\"{fill}\", color=\"{color}\", penwidth=2")?;
                }
                if !is_complete {
                    write!(out, ", style=\"rounded,filled,dashed\"")?;
                }
                writeln!(out, "];")?;
            }
            Node::Gap(_) => writeln!(
                out,
                "  s{id} [label={}, shape=plaintext, style=\"\"];",
                Lines(&lines)
            )?,
        }
    }
    writeln!(out, "  start -> s0;")?;
    for edge in &drawing.edges {
        let label = edge_label(checked.model, edge);
        write!(
            out,
            "  s{} -> s{} [label={}",
            edge.from,
            edge.to,
            Quoted(&label)
        )?;
        if edge.step.is_some() {
            write!(
                out,
                ", color=\"{color}\", fontcolor=\"{color}\", penwidth=2"
            )?;
        }
        if edge.action.is_none() {
            write!(out, ", style=dashed")?;
        }
        writeln!(out, "];")?;
    }
    writeln!(out, "}}")?;
    Ok(())
}

/// Columns and lines of a state's label.
const COLUMNS: usize = 36;
const MAX_LINES: usize = 16;

/// The name of a state and its fields, or what was left out.
pub(super) fn label(model: &Model, node: &Node) -> Vec<String> {
    match node {
        Node::State { name, state, .. } => {
            let fields = model.fields().iter().zip(state);
            let fields: Vec<_> = fields
                .map(|(field, value)| {
                    format!("{}={}", fit::short_name(field), fit::short_value(value))
                })
                .collect();
            let mut lines = vec![name.clone()];
            lines.extend(fit::wrap(&fields, COLUMNS, MAX_LINES));
            lines
        }
        Node::Gap(n) => vec![format!("… {} left out …", wording::states(*n as u64))],
    }
}

/// The label of a transition, numbered on the highlighted path.
pub(super) fn edge_label(model: &Model, edge: &Edge) -> String {
    let label = edge.action.map_or_else(String::new, |id| {
        fit::short_label(&model.transition(id).label)
    });
    match (edge.step, edge.action) {
        (Some(step), Some(_)) => format!("{step}. {label}"),
        _ => label,
    }
}

/// A quoted string of the DOT language.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", escaped(self.0))
    }
}

/// Lines of a label, each aligned to the left.
struct Lines<'a>(&'a [String]);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for line in self.0 {
            write!(f, "{}\\l", escaped(line))?;
        }
        f.write_str("\"")
    }
}

/// Graphviz reads backslash escapes and, in labels, HTML entities.
fn escaped(text: &str) -> String {
    let text = escape_controls(text);
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => escaped.extend(['\\', c]),
            '&' => escaped.push_str("&amp;"),
            c => escaped.push(c),
        }
    }
    escaped
}
