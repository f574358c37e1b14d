//! An indented tree, one line a node.

use super::{Tree, method_line};
use crate::proof::NodeId;
use std::io::{self, Write};

/// Deepest indentation, in levels; deeper nodes say their depth instead.
const MAX_LEVELS: u32 = 40;

/// Writes one line a node: number, case, method.
///
/// # Errors
/// Those of `out`.
pub fn write(tree: &Tree<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    // A step with one successor continues on its level, as the prover prints it.
    let mut levels: Vec<u32> = Vec::with_capacity(tree.proof.len());
    for id in tree.proof.ids() {
        let node = &tree.proof[id];
        let level = match node.parent {
            None => 0,
            Some(NodeId(above)) => levels[above as usize] + u32::from(node.case.is_some()),
        };
        levels.push(level);
        for _ in 0..level.min(MAX_LEVELS) {
            out.write_all(b"  ")?;
        }
        if level > MAX_LEVELS {
            write!(out, "[level {level}] ")?;
        }
        if let Some(case) = node.case {
            write!(out, "{case}: ")?;
        }
        writeln!(out, "{}", method_line(node))?;
    }
    Ok(())
}
