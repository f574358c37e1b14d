//! A flat list of nodes that refer to their parents: no reader needs recursion.

use super::Tree;
use crate::proof::Method;
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Node<'t> {
    id: u32,
    parent: Option<u32>,
    case: Option<&'t str>,
    method: &'static str,
    is_step: bool,
    goal: Option<String>,
    comment: Option<&'t str>,
    depth: u32,
}

/// Writes `{"lemma", "side", "nodes": [{"id", "parent", "case", "method",
/// "is_step", "goal", "comment", "depth"}, …]}`, nodes in the order of the text.
///
/// # Errors
/// Those of `out`.
pub fn write(tree: &Tree<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    write!(
        out,
        "{{\"lemma\":{},\"side\":{},\"nodes\":[",
        serde_json::to_string(tree.lemma)?,
        serde_json::to_string(&tree.side)?
    )?;
    for id in tree.proof.ids() {
        let node = &tree.proof[id];
        out.write_all(if id.0 == 0 { b"\n" } else { b",\n" })?;
        let record = Node {
            id: id.0,
            parent: node.parent.map(|parent| parent.0),
            case: node.case,
            method: node.method.word(),
            is_step: node.is_step,
            goal: node.goal().map(ToString::to_string),
            comment: comment(&node.method),
            depth: node.depth,
        };
        serde_json::to_writer(&mut *out, &record)?;
    }
    out.write_all(b"\n]}\n")
}

fn comment<'a>(method: &Method<'a>) -> Option<&'a str> {
    method.comment().map(|comment| comment.text.trim())
}
