//! Byte ranges of a source text.

use std::ops::Range;

/// A half-open range of byte offsets `start..end` in one source text.
///
/// Offsets are `u32`: a [`SourceFile`](crate::SourceFile) is never longer.
///
/// ```
/// use diagnostic::Span;
/// let span = Span::new(2, 5);
/// assert_eq!(&"abcdefg"[span.range()], "cde");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte; never less than `start`.
    pub end: u32,
}

impl Span {
    /// The range `start..end`; an `end` before `start` is taken as `start`.
    #[must_use]
    pub fn new(start: u32, end: u32) -> Self {
        Self {
            start,
            end: end.max(start),
        }
    }

    /// The same range for slicing.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest span that covers both.
    ///
    /// ```
    /// use diagnostic::Span;
    /// assert_eq!(Span::new(1, 2).to(Span::new(5, 8)), Span::new(1, 8));
    /// ```
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// A value with the place it was read from.
///
/// ```
/// use diagnostic::{Span, Spanned};
/// let name = Spanned::new("lock", Span::new(3, 7));
/// assert_eq!(name.value, "lock");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Joins a value with its place.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}
