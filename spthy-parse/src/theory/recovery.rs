//! Finding the next item: after a fault, behind exact text, in branches.

use super::Item;
use crate::error::Parse;
use crate::lexeme::{Reader, is_word};

impl<'a> Reader<'a> {
    pub(super) fn opaque(&mut self, start: usize, keyword: &'a str) -> Item<'a> {
        self.pos += keyword.len();
        self.until_next_item();
        Item::Opaque {
            keyword,
            text: self.text[start..self.pos].trim_end(),
        }
    }

    /// Exact text up to the next item, without the white space around it.
    pub(super) fn until_next_item(&mut self) -> &'a str {
        let start = self.pos;
        if !self.at_item() || start == 0 || !self.bytes[start - 1].is_ascii_whitespace() {
            self.next_item();
        }
        self.text[start..self.pos].trim()
    }

    pub(super) fn skip_blanks(&mut self) {
        while matches!(self.byte(), b' ' | b'\t') {
            self.pos += 1;
        }
    }

    /// A condition of flags with `not`, `&`, `|` and parentheses.
    pub(super) fn condition(&mut self, holds: &dyn Fn(&str) -> bool) -> Parse<bool> {
        let mut value = self.conjunction(holds)?;
        self.skip_blanks();
        while matches!(self.byte(), b'|') || self.starts_with("∨") {
            self.pos += if self.byte() == b'|' { 1 } else { 3 };
            self.skip_blanks();
            value |= self.conjunction(holds)?;
            self.skip_blanks();
        }
        Ok(value)
    }

    pub(super) fn conjunction(&mut self, holds: &dyn Fn(&str) -> bool) -> Parse<bool> {
        let mut value = self.flag(holds)?;
        self.skip_blanks();
        while matches!(self.byte(), b'&') || self.starts_with("∧") {
            self.pos += if self.byte() == b'&' { 1 } else { 3 };
            self.skip_blanks();
            value &= self.flag(holds)?;
            self.skip_blanks();
        }
        Ok(value)
    }

    pub(super) fn flag(&mut self, holds: &dyn Fn(&str) -> bool) -> Parse<bool> {
        let mut is_negated = false;
        while self.peek_word() == "not" || self.starts_with("¬") {
            self.pos += if self.byte() == b'n' { 3 } else { 2 };
            self.skip_blanks();
            is_negated = !is_negated;
        }
        let value = if self.byte() == b'(' {
            self.pos += 1;
            self.skip_blanks();
            let value = self.nested(|reader| reader.condition(holds))?;
            if self.byte() != b')' {
                return Err(self.expected("`)` behind the flags"));
            }
            self.pos += 1;
            value
        } else {
            let word = self.peek_word();
            if word.is_empty() {
                return Err(self.expected("the name of a flag"));
            }
            self.pos += word.len();
            holds(word)
        };
        Ok(value != is_negated)
    }

    /// Goes to the start of the next line, over comments.
    pub(super) fn next_line(&mut self) {
        loop {
            match memchr::memchr2(b'\n', b'/', &self.bytes[self.pos.min(self.bytes.len())..]) {
                None => {
                    self.pos = self.bytes.len();
                    return;
                }
                Some(length) => {
                    self.pos += length;
                    if self.byte() == b'\n' {
                        break;
                    }
                    if self.comment().is_none() {
                        self.pos += 1;
                    }
                }
            }
        }
        self.skip();
        if self.starts_with("/*") {
            // Unclosed: what follows it still gets read.
            self.pos += 2;
        }
    }

    pub(super) fn next_item(&mut self) {
        self.next_line();
        while !self.at_end() && !self.at_item() {
            self.next_line();
        }
    }

    /// After a fault: to the next item, behind `start` where the fault's began.
    pub(crate) fn resync(&mut self, start: usize) {
        let line = memchr::memrchr(b'\n', &self.bytes[..self.pos]).map_or(0, |at| at + 1);
        let is_line_start = self.bytes[line..self.pos]
            .iter()
            .all(u8::is_ascii_whitespace);
        if !(self.pos > start && is_line_start && self.at_item()) {
            self.next_item();
        }
    }

    /// Whether an item starts here, as far as its first two words tell.
    pub(super) fn at_item(&self) -> bool {
        if self.byte() == b'#' {
            return ["#ifdef", "#else", "#endif", "#define", "#include"]
                .iter()
                .any(|directive| self.starts_with(directive));
        }
        let word = self.peek_word();
        let rest = &self.text[self.pos + word.len()..];
        let next = rest.trim_start().bytes().next().unwrap_or(0);
        match word {
            "" => false,
            "rule" | "restriction" | "axiom" | "lemma" | "diffLemma" | "test" | "export" => {
                rest.starts_with(char::is_whitespace) && (is_word(next) || next == b'(')
            }
            "functions" | "function" | "builtins" | "predicates" | "predicate" | "macros"
            | "heuristic" | "options" | "tactic" | "process" | "equivLemma" | "diffEquivLemma"
            | "configuration" => next == b':',
            "equations" => next == b':' || next == b'[',
            "end" => {
                let line = rest.lines().next().unwrap_or_default().trim();
                line.is_empty() || line.starts_with("//") || line.starts_with("/*")
            }
            _ => rest.starts_with("{*"),
        }
    }
}
