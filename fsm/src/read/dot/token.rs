//! The lexemes of the DOT language.

use super::fault;
use crate::FsmError;
use diagnostic::{Span, Spanned};

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    /// A name, and whether it was quoted: a quoted one is no keyword.
    Id(String, bool),
    Mark(&'static str),
    End,
}

impl Token {
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self, Self::Id(id, false) if id.eq_ignore_ascii_case(word))
    }
}

#[derive(Default)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

const MARKS: [&str; 10] = ["->", "--", "{", "}", "[", "]", ";", ",", "=", ":"];

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Where the last lexeme ended.
    pub(super) fn end(&self) -> u32 {
        self.at as u32
    }

    pub(super) fn peek(&mut self) -> Result<Spanned<Token>, FsmError> {
        let at = self.at;
        let token = self.next();
        self.at = at;
        token
    }

    /// Takes a mark if it is the next lexeme.
    pub(super) fn take(&mut self, mark: &str) -> Result<bool, FsmError> {
        let at = self.at;
        let is_next = matches!(self.next()?.value, Token::Mark(found) if found == mark);
        if !is_next {
            self.at = at;
        }
        Ok(is_next)
    }

    pub(super) fn next(&mut self) -> Result<Spanned<Token>, FsmError> {
        self.skip()?;
        let start = self.at;
        let rest = &self.text[start..];
        let span = |end: usize| Span::new(start as u32, end as u32);
        let Some(c) = rest.chars().next() else {
            return Ok(Spanned::new(Token::End, span(start)));
        };
        if c == '"' {
            let mut id = self.quoted()?;
            // `"a" + "b"` is one name.
            loop {
                let at = self.at;
                self.skip()?;
                let is_more = self.text[self.at..].starts_with('+');
                if !is_more {
                    self.at = at;
                    return Ok(Spanned::new(Token::Id(id, true), span(self.at)));
                }
                self.at += 1;
                self.skip()?;
                if !self.text[self.at..].starts_with('"') {
                    return Err(fault(self.here(), "expected a quoted text behind `+`"));
                }
                id.push_str(&self.quoted()?);
            }
        }
        if c == '<' {
            let mut depth = 0;
            let end = rest.char_indices().find(|(_, c)| {
                depth += i64::from(*c == '<') - i64::from(*c == '>');
                depth == 0
            });
            let Some((end, _)) = end else {
                return Err(fault(span(start + 1), "this `<` has no `>`"));
            };
            self.at += end + 1;
            return Ok(Spanned::new(
                Token::Id(rest[1..end].to_owned(), true),
                span(self.at),
            ));
        }
        if let Some(mark) = MARKS.into_iter().find(|mark| rest.starts_with(mark)) {
            // `-` also starts a number.
            self.at += mark.len();
            if mark == "--" {
                return Err(fault(span(self.at), "`--` has no direction; write `->`"));
            }
            return Ok(Spanned::new(Token::Mark(mark), span(self.at)));
        }
        let is_bare = |c: char| c.is_alphanumeric() || c == '_' || c == '.' || !c.is_ascii();
        let body = rest.strip_prefix('-').unwrap_or(rest);
        let len = body
            .find(|c: char| !is_bare(c) || c.is_whitespace())
            .unwrap_or(body.len());
        if len == 0 {
            return Err(fault(
                span(start + c.len_utf8()),
                "this character needs quotes",
            ));
        }
        self.at += rest.len() - body.len() + len;
        Ok(Spanned::new(
            Token::Id(self.text[start..self.at].to_owned(), false),
            span(self.at),
        ))
    }

    /// White space, comments, and lines of a preprocessor.
    fn skip(&mut self) -> Result<(), FsmError> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at += rest.len() - trimmed.len();
            let is_line_start = self.at == 0 || self.text[..self.at].ends_with('\n');
            if trimmed.starts_with("//") || (trimmed.starts_with('#') && is_line_start) {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                match trimmed.find("*/") {
                    Some(len) => self.at += len + 2,
                    None => {
                        let start = self.at as u32;
                        return Err(fault(
                            Span::new(start, start + 2),
                            "this comment has no end",
                        ));
                    }
                }
            } else {
                return Ok(());
            }
        }
    }

    fn here(&self) -> Span {
        Span::new(self.at as u32, self.at as u32)
    }

    /// A quoted text; `\"` is a quote, `\n`, `\l` and `\r` break lines, other
    /// backslashes stay.
    fn quoted(&mut self) -> Result<String, FsmError> {
        let start = self.at;
        let mut chars = self.text[start + 1..].char_indices().peekable();
        let mut id = String::new();
        while let Some((at, c)) = chars.next() {
            match (c, chars.peek().map(|(_, next)| *next)) {
                ('"', _) => {
                    self.at = start + 1 + at + 1;
                    return Ok(id);
                }
                ('\\', Some(next @ ('"' | '\\'))) => {
                    id.push(next);
                    chars.next();
                }
                ('\\', Some('n' | 'l' | 'r' | '\n')) => {
                    id.push(' ');
                    chars.next();
                }
                ('\n' | '\r' | '\t', _) => id.push(' '),
                _ => id.push(c),
            }
        }
        Err(fault(
            Span::new(start as u32, start as u32 + 1),
            "this quote has no end",
        ))
    }
}
