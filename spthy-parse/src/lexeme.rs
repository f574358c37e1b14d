//! White space, nested comments, names and numbers; the reader all parsers share.

use crate::arena::Arena;
use crate::error::{Parse, SyntaxError, SyntaxErrorKind};
use crate::fact::Fact;
use crate::formula::Formula;
use crate::signature::Signature;
use crate::term::{Term, Var};
use diagnostic::Span;

/// Deepest nesting of terms and formulas that is read.
///
/// Nested parentheses, tuples, applications, negations and quantifiers each
/// count one level. Long lists, chains of one operator and proofs count none.
pub const MAX_DEPTH: u32 = 200;

/// A place in a text, the arena that trees go to, and scratch stacks on which
/// lists grow before they are copied there.
pub(crate) struct Reader<'a> {
    pub(crate) text: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) pos: usize,
    /// Where the last token ended, and how far was skipped behind it.
    token_end: usize,
    skipped_to: usize,
    /// Where comments start that are known never to be closed, in ascending order.
    unclosed: Vec<usize>,
    pub(crate) arena: &'a Arena,
    pub(crate) depth: u32,
    pub(crate) signature: Signature<'a>,
    pub(crate) terms: Vec<Term<'a>>,
    pub(crate) formulas: Vec<Formula<'a>>,
    pub(crate) facts: Vec<Fact<'a>>,
    pub(crate) vars: Vec<Var<'a>>,
}

/// Bytes of identifiers: letters, digits, underscore.
const IS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

pub(crate) fn is_word(byte: u8) -> bool {
    IS_WORD[byte as usize]
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str, arena: &'a Arena) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            pos: 0,
            token_end: 0,
            skipped_to: 0,
            unclosed: Vec::new(),
            arena,
            depth: 0,
            signature: Signature::new(),
            terms: Vec::new(),
            formulas: Vec::new(),
            facts: Vec::new(),
            vars: Vec::new(),
        }
    }

    /// The byte here, or 0 at the end.
    #[inline]
    pub(crate) fn byte(&self) -> u8 {
        self.bytes.get(self.pos).copied().unwrap_or(0)
    }

    /// The byte `ahead` bytes further, or 0.
    #[inline]
    pub(crate) fn byte_at(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    #[inline]
    pub(crate) fn starts_with(&self, token: &str) -> bool {
        self.bytes
            .get(self.pos..)
            .is_some_and(|rest| rest.starts_with(token.as_bytes()))
    }

    pub(crate) fn at_end(&self) -> bool {
        self.pos >= self.bytes.len()
    }

    /// Skips white space and comments. An unclosed comment is left in place.
    #[inline]
    pub(crate) fn skip(&mut self) {
        if self.pos != self.skipped_to {
            self.token_end = self.pos;
        }
        self.skip_space();
        self.skipped_to = self.pos;
    }

    #[inline]
    fn skip_space(&mut self) {
        loop {
            match self.byte() {
                b' ' | b'\n' | b'\t' | b'\r' | 0x0b | 0x0c => {
                    self.pos += 1;
                    // Indentation is a good part of a proof's text.
                    while self.starts_with("        ") {
                        self.pos += 8;
                    }
                    while self.byte() == b' ' {
                        self.pos += 1;
                    }
                }
                b'/' => {
                    if self.comment().is_none() {
                        return;
                    }
                }
                0xC2 | 0xE2 | 0xEF if self.skip_unicode_space() => {}
                _ => return,
            }
        }
    }

    /// White space outside ASCII: the prover's lexer takes all of Unicode's.
    #[cold]
    fn skip_unicode_space(&mut self) -> bool {
        let Some(c) = self
            .text
            .get(self.pos..)
            .and_then(|rest| rest.chars().next())
        else {
            return false;
        };
        if c.is_whitespace() {
            self.pos += c.len_utf8();
        }
        c.is_whitespace()
    }

    /// Skips one comment and returns its inner text; none where no comment
    /// starts, or the one that starts is never closed.
    pub(crate) fn comment(&mut self) -> Option<&'a str> {
        let start = self.pos;
        match self.byte_at(1) {
            b'/' => {
                let rest = &self.bytes[start..];
                let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                self.pos += length;
                Some(self.text[start + 2..self.pos].trim_end_matches('\r'))
            }
            b'*' if self.unclosed.binary_search(&start).is_ok() => None,
            b'*' => {
                let mut at = start + 2;
                let mut inside = Vec::new();
                // Only `/` can end or open a comment; look at what stands beside it.
                while let Some(length) = memchr::memchr(b'/', &self.bytes[at..]) {
                    let slash = at + length;
                    if slash > at && self.bytes[slash - 1] == b'*' {
                        at = slash + 1;
                        if inside.pop().is_none() {
                            self.pos = at;
                            return Some(&self.text[start + 2..slash - 1]);
                        }
                    } else if self.bytes.get(slash + 1) == Some(&b'*') {
                        inside.push(slash);
                        at = slash + 2;
                    } else {
                        at = slash + 1;
                    }
                }
                // Whoever recovers inside of it would else look for the end of
                // each of them again.
                self.unclosed.push(start);
                self.unclosed.append(&mut inside);
                self.unclosed.sort_unstable();
                None
            }
            _ => None,
        }
    }

    /// The identifier here, without skipping before or after; empty if none.
    #[inline]
    pub(crate) fn peek_word(&self) -> &'a str {
        let rest = &self.bytes[self.pos.min(self.bytes.len())..];
        let length = rest
            .iter()
            .position(|&byte| !is_word(byte))
            .unwrap_or(rest.len());
        &self.text[self.pos..self.pos + length]
    }

    /// Takes an identifier and skips behind it.
    #[inline]
    pub(crate) fn word(&mut self, expected: &'static str) -> Parse<&'a str> {
        let word = self.peek_word();
        if word.is_empty() {
            return Err(self.expected(expected));
        }
        self.pos += word.len();
        self.skip();
        Ok(word)
    }

    /// Takes `keyword` if it stands here as a whole word.
    pub(crate) fn eat_word(&mut self, keyword: &str) -> bool {
        let found = self.peek_word() == keyword;
        if found {
            self.pos += keyword.len();
            self.skip();
        }
        found
    }

    /// Takes `token` if it stands here.
    #[inline]
    pub(crate) fn eat(&mut self, token: &str) -> bool {
        let found = self.starts_with(token);
        if found {
            self.pos += token.len();
            self.skip();
        }
        found
    }

    /// Takes `token` or fails.
    #[inline]
    pub(crate) fn expect(&mut self, token: &str, expected: &'static str) -> Parse<()> {
        if self.eat(token) {
            Ok(())
        } else {
            Err(self.expected(expected))
        }
    }

    /// Decimal digits here, as a number.
    pub(crate) fn number(&mut self, expected: &'static str) -> Parse<u32> {
        let start = self.pos;
        while self.byte().is_ascii_digit() {
            self.pos += 1;
        }
        let text = &self.text[start..self.pos];
        if text.is_empty() {
            return Err(self.expected(expected));
        }
        text.parse().map_err(|_| {
            let text: String = text.chars().take(24).collect();
            self.error_at(start, SyntaxErrorKind::NumberTooLarge { text })
        })
    }

    /// A text in double quotes, without them.
    pub(crate) fn quoted(&mut self, what: &'static str) -> Parse<&'a str> {
        let start = self.pos;
        if self.byte() != b'"' {
            return Err(self.expected("a text in double quotes"));
        }
        match memchr::memchr(b'"', &self.bytes[start + 1..]) {
            None => Err(self.error_at(start, SyntaxErrorKind::Unclosed { what })),
            Some(length) => {
                self.pos = start + length + 2;
                self.skip();
                Ok(&self.text[start + 1..start + 1 + length])
            }
        }
    }

    pub(crate) fn offset(at: usize) -> u32 {
        u32::try_from(at).unwrap_or(u32::MAX)
    }

    pub(crate) fn span_from(&self, start: usize) -> Span {
        // The span ends where the last token ended, not where the next starts.
        let end = if self.pos == self.skipped_to {
            self.token_end
        } else {
            self.pos
        };
        Span::new(Self::offset(start), Self::offset(end))
    }

    /// Where a name that was cut out of this text stands.
    pub(crate) fn span_of(&self, name: &str) -> Span {
        crate::span_in(self.text, name).unwrap_or_default()
    }

    #[cold]
    pub(crate) fn error_at(&self, start: usize, kind: SyntaxErrorKind) -> Box<SyntaxError> {
        let end = start + self.text.get(start..).map_or(0, token_length);
        Box::new(SyntaxError::new(
            kind,
            Span::new(Self::offset(start), Self::offset(end)),
        ))
    }

    /// The error that something else was expected here.
    #[cold]
    pub(crate) fn expected(&self, expected: &'static str) -> Box<SyntaxError> {
        let rest = self.text.get(self.pos..).unwrap_or_default();
        if rest.starts_with("/*") {
            return self.error_at(self.pos, SyntaxErrorKind::UnclosedComment);
        }
        let length = token_length(rest);
        let found = match rest.get(..length).unwrap_or_default() {
            "" => "the end of the text".to_owned(),
            token => format!("`{token}`"),
        };
        self.error_at(self.pos, SyntaxErrorKind::Expected { expected, found })
    }

    /// Runs `read` one level deeper.
    #[inline]
    pub(crate) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error_at(self.pos, SyntaxErrorKind::TooDeep));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}

/// Length of the word or sign at the start of `rest`, at most a few characters.
fn token_length(rest: &str) -> usize {
    let mut chars = rest.chars();
    let Some(first) = chars.next() else { return 0 };
    if first.is_alphanumeric() || first == '_' {
        rest.char_indices()
            .take(40)
            .take_while(|(_, c)| c.is_alphanumeric() || *c == '_')
            .last()
            .map_or(0, |(at, c)| at + c.len_utf8())
    } else {
        first.len_utf8()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_nest_and_unclosed_ones_stay() {
        let arena = Arena::new();
        let mut reader = Reader::new(" /* a /* b */ c */ // d\n x /* y", &arena);
        reader.skip();
        assert_eq!(reader.word("a word").unwrap(), "x");
        reader.skip();
        assert!(reader.starts_with("/* y"));
        assert_eq!(reader.expected("z").kind, SyntaxErrorKind::UnclosedComment);
        // The one inside is found again after the outer one was not.
        let mut reader = Reader::new("/* a /* b */ /* c", &arena);
        assert_eq!(reader.comment(), None);
        for (pos, inner) in [(5, Some(" b ")), (13, None), (0, None)] {
            reader.pos = pos;
            assert_eq!(reader.comment(), inner);
        }
        for odd in ["/*/", "/**/x", "/*/**/*/x", "/", "/* /* */", "//"] {
            Reader::new(odd, &arena).skip();
        }
    }
}
