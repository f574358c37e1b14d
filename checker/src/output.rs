//! Formats of a report, one module each.
//!
//! Every `write` emits many small pieces: hand it a buffered writer.

pub mod dot;
pub mod html;
pub mod json;
pub mod junit;
pub mod mermaid;
pub mod sarif;
pub mod svg;
pub mod text;

mod drawing;
mod fit;
mod layout;
mod path;
mod picture;
mod wording;
mod xml;

#[cfg(test)]
mod tests;

use crate::{Model, Report, Verdict, Warning};
use diagnostic::{Diagnostic, Location, SourceFile};
use std::io;

/// One input file and what became of it: every format writes a list of these.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// The file's name as given, `-` for standard input.
    pub file: &'a str,
    /// The check, or why there was none.
    pub result: Result<Checked<'a>, Rejected<'a>>,
}

/// A file that was checked.
#[derive(Debug, Clone, Copy)]
pub struct Checked<'a> {
    /// What was checked.
    pub model: &'a Model,
    /// What was found.
    pub report: &'a Report,
    /// What deserves a look.
    pub warnings: &'a [Warning],
}

/// A file that was bad input.
#[derive(Debug, Clone, Copy)]
pub struct Rejected<'a> {
    /// The text, if it could be read.
    pub source: Option<&'a SourceFile>,
    /// Every fault of it; never empty.
    pub diagnostics: &'a [Diagnostic],
}

/// What a format may vary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// ANSI styles in text.
    pub color: bool,
    /// Largest number of states in a drawn graph.
    pub max_nodes: usize,
    /// Undetermined exits with 0: what the JSON's `exit_code` says.
    pub allow_undetermined: bool,
}

impl Options {
    /// The exit status of a verdict under these options.
    ///
    /// ```
    /// use checker::{Verdict, output::Options};
    /// let lenient = Options { allow_undetermined: true, ..Options::default() };
    /// assert_eq!(lenient.exit_code(Verdict::Undetermined), 0);
    /// assert_eq!(lenient.exit_code(Verdict::Refuted), 2);
    /// ```
    #[must_use]
    pub fn exit_code(&self, verdict: Verdict) -> u8 {
        match verdict {
            Verdict::Undetermined if self.allow_undetermined => Verdict::Proved.exit_code(),
            verdict => verdict.exit_code(),
        }
    }
}

/// The exit status of bad input.
pub const EXIT_BAD_INPUT: u8 = 4;

/// The longest piece of an offending text that is repeated, in characters.
const MAX_OFFENDING_CHARS: usize = 80;

impl<'a> Rejected<'a> {
    /// The text that a diagnostic points at, cut where it is long.
    fn offending(&self, diagnostic: &Diagnostic) -> Option<&'a str> {
        let text = self.source?.slice(diagnostic.span?);
        let end = text.char_indices().nth(MAX_OFFENDING_CHARS);
        Some(end.map_or(text, |(end, _)| &text[..end]))
    }

    /// Start and end of what a diagnostic points at; the end is exclusive.
    fn locations(&self, diagnostic: &Diagnostic) -> Option<(Location, Location)> {
        let (source, span) = self.source.zip(diagnostic.span)?;
        Some((source.location(span.start), source.location(span.end)))
    }

    /// The first fault, and how many there are beside it.
    fn summary(&self) -> String {
        let first = self.diagnostics.first();
        let message = first.map_or("bad input", |fault| fault.message.as_str());
        match self.diagnostics.len() {
            0 | 1 => message.to_owned(),
            n => format!("{message} (and {} more)", n - 1),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            color: false,
            max_nodes: 60,
            allow_undetermined: false,
        }
    }
}

/// Why a format was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The writer failed.
    #[error("could not write: {0}")]
    Io(#[from] io::Error),
    /// A drawing of all states was asked for, and there are too many.
    #[error("the graph has more than {max_nodes} states, too many to read as a drawing")]
    TooLarge {
        /// The limit.
        max_nodes: usize,
    },
    /// Mermaid refuses larger texts and more edges, whatever a page does.
    #[error(
        "the graph has {n_edges} steps and needs {n_bytes} bytes, more than the {} and {} that \
         Mermaid accepts",
        mermaid::MAX_EDGES,
        mermaid::MAX_BYTES
    )]
    TooDense {
        /// How many steps the drawing has.
        n_edges: usize,
        /// How long it is.
        n_bytes: usize,
    },
    /// A drawing of a counterexample was asked for, and there is none.
    #[error("there is no counterexample to draw: the verdict is {verdict}")]
    NothingToDraw {
        /// The verdict.
        verdict: crate::Verdict,
    },
    /// A drawing of a file that was bad input was asked for.
    #[error("there is nothing to draw: {file} is bad input")]
    BadInput {
        /// The file's name as given.
        file: String,
    },
    /// The format holds one machine, and several files were given.
    #[error("this format holds one machine, and {n_files} files were given")]
    OneFileOnly {
        /// How many.
        n_files: usize,
    },
}
