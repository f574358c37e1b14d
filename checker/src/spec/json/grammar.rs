//! The grammar of JSON, and how a departure from it is mended.
//!
//! It is a machine of four expectations over an explicit stack, so that nesting
//! costs no stack of ours. Where a text departs from the grammar in a way that
//! people do (a trailing comma, single quotes, a comment), the fault is reported
//! and the text taken as it was meant. A departure without such a reading is
//! reported once for the whole run of lexemes that it spoils.

use super::token::{Bracket, Token, Tokens};
use super::{Json, MAX_DEPTH, Member};
use crate::spec::ast::Entries;
use crate::spec::error::{JsonType, SpecError, SyntaxErrorKind};
use diagnostic::{Span, Spanned};
use std::collections::HashSet;

/// What the grammar wants next. A comma that stands before it is remembered.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Expect {
    Value { comma: Option<Span> },
    Key { comma: Option<Span> },
    Colon,
    CommaOrEnd,
}

/// A list or object that is still open.
struct Frame {
    open: Span,
    is_complete: bool,
    /// It stands where a key belongs; that is reported, and its value is lost.
    is_key: bool,
    body: Body,
}

enum Body {
    List(Vec<Spanned<Json>>),
    Object {
        members: Vec<Member>,
        /// The key whose value comes next; none where the key was faulty.
        key: Option<Spanned<String>>,
    },
}

impl Frame {
    fn bracket(&self) -> Bracket {
        match self.body {
            Body::List(_) => Bracket::List,
            Body::Object { .. } => Bracket::Object,
        }
    }
}

pub(super) struct Reader<'a> {
    tokens: Tokens<'a>,
    stack: Vec<Frame>,
    expect: Expect,
    root: Option<Spanned<Json>>,
    n_tokens: u64,
    /// The last lexeme that did not fit: a fault of the next one is the same fault.
    last_misfit: u64,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            tokens: Tokens::new(text),
            stack: Vec::new(),
            expect: Expect::Value { comma: None },
            root: None,
            // Ahead of `last_misfit` by more than one from the start.
            n_tokens: 1,
            last_misfit: 0,
        }
    }

    pub(super) fn read(mut self) -> (Spanned<Json>, Vec<SpecError>) {
        loop {
            let Spanned { value: token, span } = self.tokens.next();
            self.n_tokens += 1;
            if token == Token::End {
                self.end(span);
                break;
            }
            if self.root.is_some() {
                self.misfit(SyntaxErrorKind::TrailingText, span);
                break;
            }
            if self.tokens.was_unterminated {
                self.last_misfit = self.n_tokens;
            }
            if matches!(token, Token::Open(_)) && self.stack.len() == MAX_DEPTH {
                self.tokens.report(SyntaxErrorKind::TooDeep, span);
                break;
            }
            self.step(token, span);
        }
        let end = Span::new(self.tokens.offset(), self.tokens.offset());
        while !self.stack.is_empty() {
            self.close(end, false);
        }
        let root = self.root.unwrap_or(Spanned::new(Json::Faulty, end));
        (root, self.tokens.errors)
    }

    /// Takes one lexeme; a missing one before it is reported and supplied.
    fn step(&mut self, token: Token, span: Span) {
        use SyntaxErrorKind as Kind;
        match (self.expect, token) {
            (_, Token::Close(bracket)) => self.closing(bracket, span),
            (Expect::Value { .. }, Token::Value(json)) => self.push(json, span),
            (Expect::Value { .. }, Token::Word(word)) => {
                self.misfit(Kind::BareWord { word }, span);
                self.push(Json::Faulty, span);
            }
            (Expect::Value { .. } | Expect::Key { .. }, Token::Comma) => {
                if self.is_after_colon() {
                    self.valueless(span);
                    self.step(Token::Comma, span);
                } else {
                    self.misfit(Kind::ExtraComma, span);
                }
            }
            (Expect::Value { .. }, Token::Open(bracket)) => self.open(bracket, false, span),
            (Expect::Key { .. }, Token::Value(Json::Text(key))) => {
                self.key(Some(Spanned::new(key, span)));
            }
            (Expect::Key { .. }, Token::Word(word)) => {
                let kind = Kind::UnquotedKey { key: word.clone() };
                self.misfit(kind, span);
                self.key(Some(Spanned::new(word, span)));
            }
            (Expect::Key { .. }, Token::Value(json)) => {
                if let Some(found) = json.json_type() {
                    self.misfit(Kind::KeyType { found }, span);
                }
                self.spoil();
                self.key(None);
            }
            (Expect::Key { .. }, Token::Open(bracket)) => {
                let found = match bracket {
                    Bracket::List => JsonType::List,
                    Bracket::Object => JsonType::Object,
                };
                self.misfit(Kind::KeyType { found }, span);
                self.spoil();
                self.open(bracket, true, span);
            }
            (Expect::Colon, Token::Colon) => self.expect = Expect::Value { comma: None },
            (Expect::Colon, Token::Stray(text)) => {
                self.misfit(Kind::Unexpected { text }, span);
                self.expect = Expect::Value { comma: None };
            }
            (Expect::Colon, Token::Comma) => {
                self.valueless(span);
                self.step(Token::Comma, span);
            }
            (Expect::Colon, token) => {
                self.misfit(Kind::MissingColon, span);
                self.expect = Expect::Value { comma: None };
                self.step(token, span);
            }
            (Expect::CommaOrEnd, Token::Comma) => self.next_entry(Some(span)),
            (_, Token::Stray(text)) => self.unexpected(text, span),
            (_, Token::Colon) => self.unexpected(":".to_owned(), span),
            (Expect::CommaOrEnd, token) => {
                self.misfit(Kind::MissingComma, span);
                self.next_entry(None);
                self.step(token, span);
            }
            (_, Token::End) => {}
        }
    }

    /// A fault of structure; silent right behind another one.
    fn misfit(&mut self, kind: SyntaxErrorKind, span: Span) {
        if self.last_misfit + 1 < self.n_tokens {
            self.tokens.report(kind, span);
        }
        self.last_misfit = self.n_tokens;
    }

    fn unexpected(&mut self, text: String, span: Span) {
        self.misfit(SyntaxErrorKind::Unexpected { text }, span);
        self.spoil();
    }

    /// Notes that what is open may lack entries.
    fn spoil(&mut self) {
        if let Some(frame) = self.stack.last_mut() {
            frame.is_complete = false;
        }
    }

    fn is_after_colon(&self) -> bool {
        let in_object = self
            .stack
            .last()
            .is_some_and(|frame| frame.bracket() == Bracket::Object);
        in_object && matches!(self.expect, Expect::Value { .. })
    }

    fn open(&mut self, bracket: Bracket, is_key: bool, open: Span) {
        let comma = None;
        let (body, expect) = match bracket {
            Bracket::List => (Body::List(Vec::new()), Expect::Value { comma }),
            Bracket::Object => {
                let (members, key) = (Vec::new(), None);
                (Body::Object { members, key }, Expect::Key { comma })
            }
        };
        let is_complete = true;
        self.stack.push(Frame {
            open,
            is_complete,
            is_key,
            body,
        });
        self.expect = expect;
    }

    fn key(&mut self, next: Option<Spanned<String>>) {
        if let Some(Frame {
            body: Body::Object { key, .. },
            ..
        }) = self.stack.last_mut()
        {
            *key = next;
        }
        self.expect = Expect::Colon;
    }

    fn next_entry(&mut self, comma: Option<Span>) {
        self.expect = match self.stack.last().map(Frame::bracket) {
            Some(Bracket::Object) => Expect::Key { comma },
            Some(Bracket::List) | None => Expect::Value { comma },
        };
    }

    /// Adds a value to what is open.
    fn push(&mut self, json: Json, span: Span) {
        let value = Spanned::new(json, span);
        self.expect = Expect::CommaOrEnd;
        match self.stack.last_mut().map(|frame| &mut frame.body) {
            None => self.root = Some(value),
            Some(Body::List(items)) => items.push(value),
            Some(Body::Object { members, key }) => {
                if let Some(key) = key.take() {
                    members.push(Member { key, value });
                }
            }
        }
    }

    /// A key that has no value: reported, and the value taken as faulty.
    fn valueless(&mut self, span: Span) {
        let mut at = span;
        if let Some(Frame {
            body: Body::Object { key: Some(key), .. },
            ..
        }) = self.stack.last()
        {
            at = key.span;
        }
        self.misfit(SyntaxErrorKind::MissingValue, at);
        self.push(Json::Faulty, span);
    }

    fn closing(&mut self, bracket: Bracket, span: Span) {
        let Some(frame) = self.stack.last() else {
            return self.unexpected(bracket.close().to_owned(), span);
        };
        if frame.bracket() != bracket {
            let kind = SyntaxErrorKind::WrongBracket {
                open: frame.bracket().open(),
                close: bracket.close(),
            };
            self.misfit(kind, span);
            self.spoil();
            if !self.stack.iter().any(|frame| frame.bracket() == bracket) {
                return;
            }
            while self
                .stack
                .last()
                .is_some_and(|frame| frame.bracket() != bracket)
            {
                self.close(span, false);
            }
            return self.close(span, false);
        }
        match self.expect {
            Expect::Value { comma: Some(comma) } | Expect::Key { comma: Some(comma) } => {
                self.misfit(SyntaxErrorKind::TrailingComma, comma);
            }
            Expect::Colon => self.valueless(span),
            Expect::Value { comma: None } if self.is_after_colon() => self.valueless(span),
            _ => {}
        }
        self.close(span, true);
    }

    /// Turns the innermost open list or object into a value.
    fn close(&mut self, end: Span, is_complete: bool) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        if frame.is_key {
            return self.key(None);
        }
        let span = frame.open.to(end);
        let is_complete = is_complete && frame.is_complete;
        let json = match frame.body {
            Body::List(entries) => Json::List(Entries {
                entries,
                span,
                is_complete,
            }),
            Body::Object { members, .. } => {
                let entries = self.without_duplicates(members);
                Json::Object(Entries {
                    entries,
                    span,
                    is_complete,
                })
            }
        };
        self.push(json, span);
    }

    /// The first member of each key; the others are reported.
    fn without_duplicates(&mut self, members: Vec<Member>) -> Vec<Member> {
        let mut seen = HashSet::with_capacity(members.len());
        let is_first: Vec<bool> = members
            .iter()
            .map(|member| seen.insert(member.key.value.as_str()))
            .collect();
        let mut firsts = Vec::with_capacity(seen.len());
        for (member, is_first) in members.into_iter().zip(is_first) {
            if is_first {
                firsts.push(member);
            } else {
                let Spanned { value: key, span } = member.key;
                self.tokens
                    .report(SyntaxErrorKind::DuplicateKey { key }, span);
            }
        }
        firsts
    }

    fn end(&mut self, span: Span) {
        match self.stack.last() {
            Some(frame) => {
                let open = frame.bracket().open();
                let at = frame.open;
                self.misfit(SyntaxErrorKind::Unclosed { open }, at);
            }
            None if self.root.is_none() && self.tokens.errors.is_empty() => {
                self.tokens.report(SyntaxErrorKind::Empty, span);
            }
            None => {}
        }
    }
}
