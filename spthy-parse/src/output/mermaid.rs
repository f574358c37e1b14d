//! Mermaid flowcharts, for pages that draw them.

use super::{Tree, cut, method_class, method_line};
use std::io::{self, Write};

/// Longest label, in characters.
const MAX_LABEL: usize = 80;

/// Writes a flowchart from top to bottom; cases label the edges.
///
/// # Errors
/// Those of `out`.
pub fn write(tree: &Tree<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"flowchart TD\n")?;
    for id in tree.proof.ids() {
        let node = &tree.proof[id];
        let label = escaped(&cut(&method_line(node), MAX_LABEL));
        writeln!(
            out,
            "  n{}[\"{label}\"]:::{}",
            id.0,
            method_class(&node.method)
        )?;
        if let Some(parent) = node.parent {
            match node.case {
                Some(case) => {
                    let case = escaped(&cut(case, MAX_LABEL));
                    writeln!(out, "  n{} -->|\"{case}\"| n{}", parent.0, id.0)?;
                }
                None => writeln!(out, "  n{} --> n{}", parent.0, id.0)?,
            }
        }
    }
    out.write_all(
        b"  classDef found fill:#b7e4c7\n  classDef open fill:#ffd6a5\n  classDef closed fill:#e9ecef\n  classDef solve fill:#d0e4ff\n  classDef step fill:#ffffff\n",
    )
}

/// Letters, digits and spaces stay; all else becomes a numeric entity, which no
/// part of a chart's syntax or markup can be made of.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_alphanumeric() || matches!(c, ' ' | '_' | '.' | ',' | '(' | ')' | '!') {
            escaped.push(c);
        } else {
            escaped.push_str(&format!("#{};", u32::from(c)));
        }
    }
    escaped
}
