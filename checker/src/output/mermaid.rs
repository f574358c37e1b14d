//! Mermaid: the reachable graph, or the counterexample where that is too large.

use super::dot::{edge_label, label};
use super::drawing::{Drawing, Node, PathKind, only};
use super::{Checked, Entry, Options, OutputError};
use crate::Model;
use diagnostic::escape_controls;
use std::fmt::{self, Write as _};
use std::io;

/// Mermaid's own limits; a diagram cannot lift them.
pub(super) const MAX_EDGES: usize = 500;
pub(super) const MAX_BYTES: usize = 50_000;

/// Writes the reachable graph as a Mermaid flowchart.
///
/// Nodes `S0`, `S1`, … are the states in breadth-first order. The path to the
/// first violation is red, the way to a goal state within the bound asked for
/// is green; their steps are numbered. A dashed state may have steps that a
/// search cut short has not found. The note says what the verdict is.
///
/// # Errors
/// [`OutputError::TooLarge`] where there are more than `max_nodes` states and
/// [`OutputError::TooDense`] where Mermaid would refuse the text, if nothing is
/// refuted; [`OutputError::OneFileOnly`], [`OutputError::BadInput`], and errors
/// of the writer.
///
/// ```
/// use checker::output::{Checked, Entry, Options, mermaid};
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
/// mermaid::write(&[entry], &Options::default(), &mut text)?;
/// assert!(String::from_utf8(text)?.contains(r#"flowchart"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    entries: &[Entry<'_>],
    options: &Options,
    out: &mut dyn io::Write,
) -> Result<(), OutputError> {
    let checked = only(entries)?;
    let drawing = Drawing::of(checked, options.max_nodes)?;
    let text = flowchart(checked.model, &drawing);
    let text = if fits(&drawing, &text) {
        text
    } else {
        shorter(checked, options.max_nodes).ok_or(OutputError::TooDense {
            n_edges: drawing.edges.len(),
            n_bytes: text.len(),
        })?
    };
    out.write_all(text.as_bytes())?;
    Ok(())
}

fn fits(drawing: &Drawing, text: &str) -> bool {
    drawing.edges.len() < MAX_EDGES && text.len() < MAX_BYTES
}

/// As much of the counterexample as Mermaid accepts; none without one.
fn shorter(checked: Checked<'_>, max_nodes: usize) -> Option<String> {
    let why = "Mermaid would refuse the whole graph";
    let mut n_shown = max_nodes.min(MAX_EDGES);
    loop {
        let drawing = Drawing::counterexample(checked, n_shown, why)?;
        let text = flowchart(checked.model, &drawing);
        if fits(&drawing, &text) || n_shown <= 2 {
            return Some(text);
        }
        n_shown /= 2;
    }
}

fn flowchart(model: &Model, drawing: &Drawing) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_flowchart(model, drawing, &mut text);
    text
}

fn write_flowchart(model: &Model, drawing: &Drawing, out: &mut String) -> fmt::Result {
    // The default would break the lines of labels anew.
    writeln!(
        out,
        "---\nconfig:\n  flowchart:\n    wrappingWidth: 900\n---"
    )?;
    let direction = if drawing.is_deep() { "TB" } else { "LR" };
    writeln!(out, "flowchart {direction}")?;
    writeln!(out, "  note[\"{}\"]:::note", Lines(&drawing.caption))?;
    writeln!(out, "  start((\" \")):::start --> S0")?;
    for (id, node) in drawing.nodes.iter().enumerate() {
        let class = match node {
            Node::Gap(_) => ":::gap",
            Node::State {
                is_complete: false,
                is_on_path: true,
                ..
            } => ":::pathpart",
            Node::State {
                is_complete: false, ..
            } => ":::part",
            Node::State {
                is_on_path: true, ..
            } => ":::path",
            Node::State { .. } => ":::state",
        };
        writeln!(out, "  S{id}[\"{}\"]{class}", Lines(&label(model, node)))?;
    }
    let mut on_path = Vec::new();
    for (index, edge) in drawing.edges.iter().enumerate() {
        let arrow = if edge.action.is_none() { "-.->" } else { "-->" };
        let label = edge_label(model, edge);
        let label = if edge.action.is_none() {
            String::new()
        } else {
            format!("|\"{}\"|", Escaped(&label))
        };
        writeln!(out, "  S{} {arrow}{label} S{}", edge.from, edge.to)?;
        if edge.step.is_some() {
            // The arrow from `start` is number 0.
            on_path.push((index + 1).to_string());
        }
    }
    let (stroke, fill) = match drawing.path {
        PathKind::Counterexample => ("#b42318", "#fee4e2"),
        PathKind::Goal => ("#067647", "#d1fadf"),
    };
    writeln!(
        out,
        "  classDef note fill:#fffaeb,stroke:#dc6803,color:#1d2939,text-align:left"
    )?;
    writeln!(out, "  classDef start fill:#344054,stroke:#344054")?;
    writeln!(
        out,
        "  classDef state fill:#f9fafb,stroke:#98a2b3,color:#1d2939,text-align:left"
    )?;
    writeln!(
        out,
        "  classDef part fill:#f9fafb,stroke:#98a2b3,color:#1d2939,text-align:left,stroke-dasharray:5 4"
    )?;
    writeln!(
        out,
        "  classDef path fill:{fill},stroke:{stroke},color:#1d2939,text-align:left,stroke-width:2px"
    )?;
    writeln!(
        out,
        "  classDef pathpart fill:{fill},stroke:{stroke},color:#1d2939,text-align:left,stroke-width:2px,stroke-dasharray:5 4"
    )?;
    writeln!(out, "  classDef gap fill:none,stroke:none")?;
    if !on_path.is_empty() {
        writeln!(
            out,
            "  linkStyle {} stroke:{stroke},stroke-width:2px",
            on_path.join(",")
        )?;
    }
    Ok(())
}

/// Lines of a label.
struct Lines<'a>(&'a [String]);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, line) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "<br/>" };
            write!(f, "{separator}{}", Escaped(line))?;
        }
        Ok(())
    }
}

/// Text as entity codes wherever Mermaid, Markdown or HTML could see more in it.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in escape_controls(self.0).chars() {
            if c.is_alphanumeric()
                || matches!(c, ' ' | '_' | '=' | ',' | '.' | '-' | '…' | '(' | ')' | '/')
            {
                write!(f, "{c}")?;
            } else {
                write!(f, "#{};", u32::from(c))?;
            }
            if c == '\\' {
                // Mermaid would take a following n for a line feed: a word
                // joiner, which is invisible, keeps them apart.
                f.write_str("#8288;")?;
            }
        }
        Ok(())
    }
}
