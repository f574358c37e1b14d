//! Fenced code blocks, as CommonMark 0.31.2 (§4.5) has them at the top level.

use std::ops::Range;

/// A fenced code block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fence<'t> {
    /// What stands behind the opening fence, without white space around it.
    pub info: &'t str,
    /// Where the code is: the lines between the fences, with their line ends.
    pub code: Range<usize>,
    /// Where the block is, from the start of its first line to the end of its last.
    pub block: Range<usize>,
    /// Whether a closing fence was found before the end of the text.
    pub is_closed: bool,
}

impl<'t> Fence<'t> {
    /// The language: the first word of the info string. `{.spthy}` and
    /// `spthy,ignore` name it, too.
    ///
    /// ```
    /// use score::crypform::fences;
    /// assert_eq!(fences("``` spthy title=x\n```").next().unwrap().tag(), Some("spthy"));
    /// assert_eq!(fences("```\n```").next().unwrap().tag(), None);
    /// ```
    #[must_use]
    pub fn tag(&self) -> Option<&'t str> {
        let separates = |c: char| c.is_whitespace() || matches!(c, ',' | ':' | '{' | '}');
        let word = self.info.split(separates).find(|word| !word.is_empty())?;
        Some(word.strip_prefix('.').unwrap_or(word)).filter(|word| !word.is_empty())
    }
}

/// The sign of a fence, how often it stands, and what follows.
struct Marker<'t> {
    sign: u8,
    length: usize,
    rest: &'t str,
}

impl<'t> Marker<'t> {
    /// A line that starts with a fence: at most three spaces, then at least three
    /// backticks or tildes.
    fn read(line: &'t str) -> Option<Self> {
        let text = line.trim_start_matches(' ');
        let &sign = text.as_bytes().first()?;
        if line.len() - text.len() > 3 || !matches!(sign, b'`' | b'~') {
            return None;
        }
        let rest = text.trim_start_matches(char::from(sign));
        let length = text.len() - rest.len();
        (length >= 3).then_some(Self { sign, length, rest })
    }

    fn opens(&self) -> bool {
        self.sign == b'~' || !self.rest.contains('`')
    }

    fn closes(&self, opening: &Marker<'_>) -> bool {
        self.sign == opening.sign
            && self.length >= opening.length
            && self.rest.trim_matches([' ', '\t']).is_empty()
    }
}

/// Lines with the place where each starts and where the next one does; they end
/// at LF, CR or CR LF.
struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Lines<'t> {
    type Item = (&'t str, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (line, end) = rest.split_at(length);
        let end_length = if end.starts_with("\r\n") {
            2
        } else {
            end.len().min(1)
        };
        self.at = start + length + end_length;
        Some((line, start..self.at))
    }
}

/// The fenced code blocks of a text, in its order.
///
/// A fence stands at the start of a line behind at most three spaces, three or
/// more backticks or tildes; nothing but blanks stands behind the closing one,
/// which is at least as long. A block that is never closed ends with the text.
/// (Lists and quotes are not looked into.)
///
/// ```
/// use score::crypform::fences;
/// let text = "So:\n```spthy\ntheory T begin end\n```\nor ``` not.";
/// let blocks: Vec<_> = fences(text).collect();
/// assert_eq!(blocks.len(), 1);
/// assert_eq!(&text[blocks[0].code.clone()], "theory T begin end\n");
/// ```
pub fn fences(text: &str) -> impl Iterator<Item = Fence<'_>> {
    let mut lines = Lines { text, at: 0 };
    std::iter::from_fn(move || {
        let (opening, first) = lines.by_ref().find_map(|(line, range)| {
            let marker = Marker::read(line).filter(Marker::opens)?;
            Some((marker, range))
        })?;
        let closes = |line: &str| Marker::read(line).is_some_and(|marker| marker.closes(&opening));
        let last = lines
            .by_ref()
            .find_map(|(line, range)| closes(line).then_some(range));
        let is_closed = last.is_some();
        let last = last.unwrap_or(text.len()..text.len());
        Some(Fence {
            info: opening.rest.trim(),
            code: first.end..last.start,
            block: first.start..last.end,
            is_closed,
        })
    })
}
