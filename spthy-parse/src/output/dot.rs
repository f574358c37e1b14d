//! Graphviz.

use super::{Tree, cut, method_class, method_line, title};
use std::io::{self, Write};

/// Longest label, in characters.
const MAX_LABEL: usize = 120;

/// Writes a digraph; cases label the edges.
///
/// # Errors
/// Those of `out`.
pub fn write(tree: &Tree<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "digraph \"{}\" {{", escaped(&title(tree)))?;
    writeln!(
        out,
        "  node [shape=box, fontname=\"monospace\", style=filled, fillcolor=white];"
    )?;
    for id in tree.proof.ids() {
        let node = &tree.proof[id];
        let label = escaped(&cut(&method_line(node), MAX_LABEL));
        let color = match method_class(&node.method) {
            "found" => "#b7e4c7",
            "open" => "#ffd6a5",
            "closed" => "#e9ecef",
            "solve" => "#d0e4ff",
            _ => "#ffffff",
        };
        writeln!(
            out,
            "  n{} [label=\"{label}\", fillcolor=\"{color}\"];",
            id.0
        )?;
        if let Some(parent) = node.parent {
            write!(out, "  n{} -> n{}", parent.0, id.0)?;
            if let Some(case) = node.case {
                let case = escaped(&cut(case, MAX_LABEL));
                write!(out, " [label=\"{case}\"]")?;
            }
            writeln!(out, ";")?;
        }
    }
    out.write_all(b"}\n")
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
