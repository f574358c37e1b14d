//! Text → tokens, each with its span; faults inside a token are reported here.

use super::{Json, MAX_SYNTAX_ERRORS};
use crate::spec::error::{SpecError, SyntaxErrorKind};
use crate::spec::lexeme::{self, Number, Piece};
use crate::value::Float;
use diagnostic::{Span, Spanned};

/// The two kinds of brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    List,
    Object,
}

impl Bracket {
    pub(super) fn open(self) -> &'static str {
        match self {
            Self::List => "[",
            Self::Object => "{",
        }
    }

    pub(super) fn close(self) -> &'static str {
        match self {
            Self::List => "]",
            Self::Object => "}",
        }
    }
}

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Open(Bracket),
    Close(Bracket),
    Colon,
    Comma,
    /// A string, number, `null`, `true` or `false`; faulty ones are reported.
    Value(Json),
    /// Letters without quotes that are none of JSON's words.
    Word(String),
    /// Characters that begin no token.
    Stray(String),
    End,
}

pub(super) struct Tokens<'a> {
    text: &'a str,
    rest: &'a str,
    pub(super) errors: Vec<SpecError>,
    /// The last token is a string whose line ended before it did.
    pub(super) was_unterminated: bool,
    /// Quotes pair up wrongly behind a string without its end, so only the
    /// first such string is a fault of its own.
    has_unterminated: bool,
    rest_is_unread: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut tokens = Self {
            text,
            rest: text,
            errors: Vec::new(),
            was_unterminated: false,
            has_unterminated: false,
            rest_is_unread: false,
        };
        if let Some(rest) = text.strip_prefix('\u{feff}') {
            tokens.rest = rest;
            tokens.report(SyntaxErrorKind::ByteOrderMark, tokens.since(0));
        }
        tokens
    }

    /// Notes a fault. Behind the last one that is told there is no text.
    pub(super) fn report(&mut self, kind: SyntaxErrorKind, span: Span) {
        let mut push = |kind: SyntaxErrorKind| {
            let kind = kind.into();
            self.errors.push(SpecError { kind, span });
            self.errors.len()
        };
        if self.rest_is_unread {
            return;
        }
        if push(kind) == MAX_SYNTAX_ERRORS {
            push(SyntaxErrorKind::TooMany);
            self.rest_is_unread = true;
            self.rest = "";
        }
    }

    /// Where the next token begins at the earliest.
    pub(super) fn offset(&self) -> u32 {
        u32::try_from(self.text.len() - self.rest.len()).unwrap_or(u32::MAX)
    }

    fn since(&self, start: u32) -> Span {
        Span::new(start, self.offset())
    }

    /// Steps over what a parser takes; the empty text where it takes nothing.
    fn take(&mut self, parser: fn(&'a str) -> nom::IResult<&'a str, &'a str>) -> &'a str {
        match parser(self.rest) {
            Ok((rest, taken)) => {
                self.rest = rest;
                taken
            }
            Err(_) => "",
        }
    }

    /// The next token; [`Token::End`] for ever behind the last one.
    pub(super) fn next(&mut self) -> Spanned<Token> {
        self.was_unterminated = false;
        self.skip();
        let start = self.offset();
        let token = match self.rest.chars().next() {
            None => Token::End,
            Some(quote @ ('"' | '\'')) => self.string(quote),
            Some(c) => match punctuation(c) {
                Some(token) => {
                    self.rest = &self.rest[c.len_utf8()..];
                    token
                }
                None => match self.take(lexeme::word) {
                    "" => Token::Stray(self.take(lexeme::stray).to_owned()),
                    word => self.word(word, start),
                },
            },
        };
        Spanned::new(token, self.since(start))
    }

    /// White space and, as faults, comments.
    fn skip(&mut self) {
        loop {
            self.take(lexeme::blank);
            let start = self.offset();
            if self.take(lexeme::comment).is_empty() {
                return;
            }
            self.report(SyntaxErrorKind::Comment, self.since(start));
        }
    }

    fn word(&mut self, word: &str, start: u32) -> Token {
        let span = self.since(start);
        let unsigned = word.trim_start_matches(['-', '+']);
        if matches!(unsigned, "NaN" | "nan" | "Infinity" | "inf" | "Inf") {
            let word = word.to_owned();
            self.report(SyntaxErrorKind::NotFinite { word }, span);
            return Token::Value(Json::Faulty);
        }
        Token::Value(match word {
            "null" => Json::Null,
            "true" => Json::Bool(true),
            "false" => Json::Bool(false),
            _ if word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) => {
                self.number(word, span)
            }
            _ => return Token::Word(word.to_owned()),
        })
    }

    fn number(&mut self, word: &str, span: Span) -> Json {
        let kind = match lexeme::number(word) {
            Some(Number::Integer { n_digits }) => match word.parse() {
                Ok(int) => return Json::Int(int),
                Err(_) => SyntaxErrorKind::IntegerTooLarge { n_digits },
            },
            Some(Number::Float) => match word.parse().ok().and_then(Float::new) {
                Some(float) => return Json::Float(float),
                None => SyntaxErrorKind::FloatTooLarge,
            },
            None => SyntaxErrorKind::BadNumber {
                word: word.to_owned(),
            },
        };
        self.report(kind, span);
        Json::Faulty
    }

    /// A string; its value is faulty if any of its inside is.
    fn string(&mut self, quote: char) -> Token {
        let open = self.offset();
        self.rest = &self.rest[quote.len_utf8()..];
        if quote == '\'' {
            self.report(SyntaxErrorKind::SingleQuotes, Span::new(open, open + 1));
        }
        let mut value = String::new();
        let mut is_faulty = false;
        loop {
            let start = self.offset();
            let Ok((rest, piece)) = lexeme::piece(self.rest, quote) else {
                // Some piece always fits; stopping is right even if none did.
                break;
            };
            self.rest = rest;
            match piece {
                Piece::End => break,
                Piece::Plain(text) => value.push_str(text),
                Piece::Escape(c) => value.push(c),
                Piece::Fault(kind) => {
                    is_faulty = true;
                    self.report(kind, self.since(start));
                }
                Piece::Unterminated => {
                    is_faulty = true;
                    self.was_unterminated = true;
                    if !self.has_unterminated {
                        self.report(SyntaxErrorKind::Unterminated, self.since(open));
                    }
                    self.has_unterminated = true;
                    break;
                }
            }
        }
        Token::Value(if is_faulty {
            Json::Faulty
        } else {
            Json::Text(value)
        })
    }
}

fn punctuation(c: char) -> Option<Token> {
    Some(match c {
        '[' => Token::Open(Bracket::List),
        ']' => Token::Close(Bracket::List),
        '{' => Token::Open(Bracket::Object),
        '}' => Token::Close(Bracket::Object),
        ':' => Token::Colon,
        ',' => Token::Comma,
        _ => return None,
    })
}
