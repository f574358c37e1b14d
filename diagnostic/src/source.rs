//! Reading source texts and finding lines in them.

use crate::{Diagnostic, Span};
use std::io::{self, Read};
use std::path::Path;

/// The longest text accepted, in bytes: spans are 32 bits wide.
pub const MAX_SOURCE_BYTES: u64 = u32::MAX as u64 - 1;

/// A named text, as read from a file or standard input.
///
/// ```
/// use diagnostic::SourceFile;
/// let file = SourceFile::new("a.txt", "one\ntwø x\n");
/// let location = file.location(9);
/// assert_eq!((location.line, location.column), (2, 5));
/// ```
#[derive(Debug, Clone)]
pub struct SourceFile {
    name: String,
    text: String,
    line_starts: Vec<u32>,
}

/// A place in a source text as people count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location {
    /// Line number, from 1.
    pub line: u32,
    /// Column in Unicode scalar values, from 1.
    pub column: u32,
}

/// Why a source could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// No file of that name exists.
    #[error("no such file: {name}")]
    NotFound {
        /// The name as given.
        name: String,
    },
    /// The name is that of a directory.
    #[error("{name} is a directory, not a file")]
    Directory {
        /// The name as given.
        name: String,
    },
    /// The bytes are not UTF-8.
    #[error(
        "{name} is not UTF-8: byte 0x{byte:02x} at line {}, column {} (offset {offset})",
        location.line,
        location.column
    )]
    NotUtf8 {
        /// The name as given.
        name: String,
        /// The first byte that does not fit.
        byte: u8,
        /// Its offset from the start of the text.
        offset: usize,
        /// Its line and column.
        location: Location,
    },
    /// The text is longer than [`MAX_SOURCE_BYTES`].
    #[error("{name} is longer than {MAX_SOURCE_BYTES} bytes")]
    TooLarge {
        /// The name as given.
        name: String,
    },
    /// The operating system refused.
    #[error("could not read {name}: {error}")]
    Io {
        /// The name as given.
        name: String,
        /// What the system said.
        error: io::Error,
    },
}

impl ReadError {
    /// The error as a diagnostic without a span.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let help = match self {
            Self::NotFound { .. } => "check the path; `-` reads standard input",
            Self::Directory { .. } => "name the files in it, for example with a glob",
            Self::NotUtf8 { .. } => "save the file as UTF-8",
            Self::TooLarge { .. } => "split the input into smaller files",
            Self::Io { .. } => "check that the file can be read by you",
        };
        Diagnostic::error(self.to_string()).help(help)
    }
}

impl SourceFile {
    /// A text that is already in memory.
    ///
    /// Bytes behind [`MAX_SOURCE_BYTES`] have no location; [`SourceFile::read`]
    /// refuses such texts, so only a caller's own text can have them.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let line_starts = std::iter::once(0)
            .chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1))
            .map_while(|at| u32::try_from(at).ok())
            .collect();
        Self {
            name: name.into(),
            text,
            line_starts,
        }
    }

    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// [`ReadError`] where the file is missing, a directory, not UTF-8, too
    /// large, or not readable.
    ///
    /// ```
    /// use diagnostic::{ReadError, SourceFile};
    /// let error = SourceFile::read("no/such/file".as_ref()).unwrap_err();
    /// assert!(matches!(error, ReadError::NotFound { .. }));
    /// ```
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        let name = path.display().to_string();
        let result = if path == Path::new("-") {
            read_bounded(io::stdin().lock())
        } else {
            std::fs::File::open(path).and_then(|file| {
                if file.metadata()?.is_dir() {
                    return Err(io::ErrorKind::IsADirectory.into());
                }
                read_bounded(file)
            })
        };
        let name = if name == "-" { "<stdin>".into() } else { name };
        match result {
            Ok(bytes) if bytes.len() as u64 > MAX_SOURCE_BYTES => Err(ReadError::TooLarge { name }),
            Ok(bytes) => Self::from_bytes(name, bytes),
            Err(error) => Err(match error.kind() {
                io::ErrorKind::NotFound => ReadError::NotFound { name },
                io::ErrorKind::IsADirectory => ReadError::Directory { name },
                _ => ReadError::Io { name, error },
            }),
        }
    }

    /// A text from bytes that ought to be UTF-8.
    ///
    /// # Errors
    /// [`ReadError::NotUtf8`] with the place of the first bad byte.
    ///
    /// ```
    /// use diagnostic::SourceFile;
    /// let error = SourceFile::from_bytes("latin1.json", b"\"\xe9\"".to_vec()).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "latin1.json is not UTF-8: byte 0xe9 at line 1, column 2 (offset 1)"
    /// );
    /// ```
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, ReadError> {
        let name = name.into();
        String::from_utf8(bytes)
            .map(|text| Self::new(name.clone(), text))
            .map_err(|error| {
                let offset = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                let byte = bytes.get(offset).copied().unwrap_or_default();
                let valid = String::from_utf8_lossy(&bytes[..offset]).into_owned();
                let location =
                    Self::new("", valid).location(u32::try_from(offset).unwrap_or(u32::MAX));
                ReadError::NotUtf8 {
                    name,
                    byte,
                    offset,
                    location,
                }
            })
    }

    /// The name that messages use.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty where the span does not fit the text.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Line and column of a byte offset; an offset past the end counts as the end.
    #[must_use]
    pub fn location(&self, offset: u32) -> Location {
        let index = self
            .line_starts
            .partition_point(|&start| start <= offset)
            .saturating_sub(1);
        let start = self.line_starts[index] as usize;
        let end = (offset as usize).min(self.text.len());
        let before = &self.text.as_bytes()[start.min(end)..end];
        // A byte that is no continuation byte starts a scalar value.
        let column = before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        Location {
            line: saturate(index) + 1,
            column: saturate(column) + 1,
        }
    }

    /// The span of the whole line that holds `offset`, without its line feed.
    #[must_use]
    pub fn line_span(&self, offset: u32) -> Span {
        let next = self.line_starts.partition_point(|&start| start <= offset);
        let start = self.line_starts[next.saturating_sub(1)];
        let end = self
            .line_starts
            .get(next)
            .map_or(saturate(self.text.len()), |&end| end - 1);
        let text = &self.text.as_bytes()[start as usize..end as usize];
        let end = if text.last() == Some(&b'\r') {
            end - 1
        } else {
            end
        };
        Span::new(start, end)
    }
}

fn saturate(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn read_bounded(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MAX_SOURCE_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_count_scalars_and_clamp() {
        let file = SourceFile::new("f", "a\r\nβγ\n");
        assert_eq!(file.location(0), Location { line: 1, column: 1 });
        assert_eq!(file.location(5), Location { line: 2, column: 2 });
        assert_eq!(file.location(999), Location { line: 3, column: 1 });
        assert_eq!(file.slice(file.line_span(1)), "a");
        assert_eq!(file.slice(file.line_span(4)), "βγ");
        assert_eq!(file.slice(file.line_span(8)), "");
    }

    #[test]
    fn reading_names_what_is_wrong() {
        let missing = SourceFile::read(Path::new("no/such/file")).unwrap_err();
        assert!(matches!(missing, ReadError::NotFound { .. }));
        let directory = SourceFile::read(Path::new(".")).unwrap_err();
        assert!(matches!(directory, ReadError::Directory { .. }));
    }
}
