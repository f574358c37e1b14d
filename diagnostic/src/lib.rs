//! Source files, spans, and diagnostics rendered for people and for programs.
//!
//! This crate is the bottom of the workspace: it knows no language. A parser
//! reads a [`SourceFile`], reports what is wrong as [`Diagnostic`]s with a
//! [`Span`], and [`render`] draws them. It is the only crate that knows the
//! rendering library.
//!
//! ```
//! use diagnostic::{Diagnostic, SourceFile, Span, render};
//!
//! let file = SourceFile::new("lock.json", "{\"fields\": 3}");
//! let fault = Diagnostic::error("`fields` must be a list")
//!     .at(Span::new(11, 12))
//!     .label("found an integer")
//!     .help("list the names of the state variables");
//! let text = render(&file, &[fault], false);
//! assert!(text.contains("lock.json:1:12"));
//! ```

mod render;
mod source;
mod span;

pub use render::{Diagnostic, Severity, escape_controls, is_unsafe, render};
pub use source::{Location, MAX_SOURCE_BYTES, ReadError, SourceFile};
pub use span::{Span, Spanned};
