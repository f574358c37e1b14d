//! Machines from texts, one file a format.
//!
//! All text is untrusted: a fault is an [`FsmError`] with its place.

mod csv;
mod dot;
mod json;
mod mermaid;
mod scxml;

pub(crate) use csv::actions as csv_actions;
pub use csv::read as csv;
pub use dot::read as dot;
pub use json::read as json;
pub use mermaid::read as mermaid;
pub use scxml::read as scxml;

use crate::{FsmError, Machine};
use diagnostic::SourceFile;

/// The formats that machines are read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Ours.
    Json,
    /// Graphviz.
    Dot,
    /// A Mermaid state diagram.
    Mermaid,
    /// SCXML.
    Scxml,
    /// A transition table.
    Csv,
}

impl Format {
    /// The format that a file's name says, or else the start of its text.
    #[must_use]
    pub fn of(source: &SourceFile) -> Self {
        let extension = source
            .name()
            .rsplit_once('.')
            .map_or("", |(_, extension)| extension);
        match extension.to_lowercase().as_str() {
            "json" => return Self::Json,
            "dot" | "gv" => return Self::Dot,
            "mmd" | "mermaid" => return Self::Mermaid,
            "scxml" | "xml" => return Self::Scxml,
            "csv" => return Self::Csv,
            _ => {}
        }
        let text = source.text().trim_start_matches('\u{feff}').trim_start();
        let starts = |words: &[&str]| words.iter().any(|word| text.starts_with(word));
        if starts(&["<"]) {
            Self::Scxml
        } else if starts(&["stateDiagram", "---", "%%"]) {
            Self::Mermaid
        } else if starts(&["digraph", "strict", "graph", "//", "/*"]) {
            Self::Dot
        } else if starts(&["{", "["])
            || text.is_empty()
            || !text.lines().next().unwrap_or("").contains(',')
        {
            Self::Json
        } else {
            Self::Csv
        }
    }
}

/// Reads a machine. Where the text has no name for it, it is the file's, without
/// folders and extension.
///
/// # Errors
/// What is wrong with the text, in order.
pub fn read(source: &SourceFile, format: Format) -> Result<Machine, Vec<FsmError>> {
    let mut machine = match format {
        Format::Json => json(source),
        Format::Dot => dot(source),
        Format::Mermaid => mermaid(source),
        Format::Scxml => scxml(source),
        Format::Csv => csv(source),
    }?;
    if machine.name().is_empty() {
        let file = source.name().rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        machine.rename(stem);
    }
    Ok(machine)
}
