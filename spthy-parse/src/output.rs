//! Proof trees for people and for programs, one file a format.
//!
//! Everything that comes from the theory is escaped for the format it is
//! written to: theories are untrusted text.

mod dot;
mod html;
mod json;
mod mermaid;
mod text;

pub use dot::write as write_dot;
pub use html::write as write_html;
pub use json::write as write_json;
pub use mermaid::write as write_mermaid;
pub use text::write as write_text;

use crate::proof::{Method, ProofNode, ProofSkeleton};
use crate::{DiffLemma, Lemma};
use std::fmt::Write;

/// A lemma whose proof is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Tree<'t, 'a> {
    /// Name of the lemma.
    pub lemma: &'t str,
    /// `LHS` or `RHS` in a theory about observational equivalence.
    pub side: Option<&'t str>,
    /// The proof.
    pub proof: &'t ProofSkeleton<'a>,
}

impl<'t, 'a> Tree<'t, 'a> {
    /// The tree of a lemma; none where no proof stands below it.
    #[must_use]
    pub fn of_lemma(lemma: &'t Lemma<'a>, side: Option<&'t str>) -> Option<Self> {
        Some(Self {
            lemma: lemma.name,
            side,
            proof: lemma.proof.as_ref()?,
        })
    }

    /// The tree of a diff lemma; none where no proof stands below it.
    #[must_use]
    pub fn of_diff_lemma(lemma: &'t DiffLemma<'a>) -> Option<Self> {
        Some(Self {
            lemma: lemma.name,
            side: None,
            proof: lemma.proof.as_ref()?,
        })
    }
}

/// The method on one line, white space and control characters made plain.
fn method_line(node: &ProofNode<'_>) -> String {
    let mut line = String::new();
    // Writing to a string cannot fail.
    let _ = node.print_method(&mut line);
    let line: Vec<&str> = line.split_whitespace().collect();
    diagnostic::escape_controls(&line.join(" ")).into_owned()
}

/// How much a node matters to a reader: a found trace or attack, an open end.
fn method_class(method: &Method<'_>) -> &'static str {
    match method {
        Method::Solved(_) | Method::Attack(_) => "found",
        Method::Sorry(_)
        | Method::Invalidated(_)
        | Method::Unfinishable(_)
        | Method::UnfinishableDiff(_) => "open",
        Method::Contradiction(_) | Method::Mirrored(_) => "closed",
        Method::Solve(_) => "solve",
        _ => "step",
    }
}

/// The first `limit` characters, with a sign where some were left out.
fn cut(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Appends text escaped for HTML.
fn push_html(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
}

fn title(tree: &Tree<'_, '_>) -> String {
    let mut title = String::new();
    if let Some(side) = tree.side {
        let _ = write!(title, "{side} ");
    }
    title.push_str(tree.lemma);
    title
}
