//! Finding the next item: after a fault, behind exact text, in branches.

use super::Item;
use crate::error::Parse;
use crate::lexeme::{Reader, is_word};
use crate::term::Sort;

impl<'a> Reader<'a> {
    pub(super) fn opaque(&mut self, start: usize, keyword: &'a str) -> Item<'a> {
        self.pos += keyword.len();
        self.until_next_item();
        Item::Opaque {
            keyword,
            text: self.text[start..self.pos].trim_end(),
        }
    }

    /// A rule as exact text, without its terms being read. One whose shape is
    /// not a rule's ends at the next item.
    pub(super) fn opaque_rule(&mut self, start: usize) -> Item<'a> {
        if self.skip_rule().is_err() {
            self.pos = start;
            return self.opaque(start, "rule");
        }
        Item::Opaque {
            keyword: "rule",
            text: &self.text[self.span_from(start).range()],
        }
    }

    fn skip_rule(&mut self) -> Parse<()> {
        loop {
            self.rule_header()?;
            let has_lets = self.peek_word() == "let";
            if !has_lets && self.byte() != b'[' {
                return Err(self.expected("`[` and the rule's premises"));
            }
            self.skip_list()?;
            if !self.eat("-->") {
                self.expect("--", "`-->` or `--[`")?;
                self.skip_list()?;
                self.expect("->", "`->` behind the actions")?;
            }
            if self.byte() != b'[' {
                return Err(self.expected("`[` and the rule's conclusions"));
            }
            self.skip_list()?;
            // Instances and variants are rules, too.
            let goes_on = self.eat_word("left")
                || self.eat_word("right")
                || self.eat_word("variants")
                || self.eat(",");
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// To behind the bracket that closes the next one opened.
    fn skip_list(&mut self) -> Parse<()> {
        let mut depth = 0u32;
        loop {
            match self.byte() {
                b'[' => depth += 1,
                b']' if depth == 1 => {
                    self.pos += 1;
                    self.skip();
                    return Ok(());
                }
                b']' => depth = depth.saturating_sub(1),
                b'\'' => {
                    self.name(Sort::Pub)?;
                    continue;
                }
                b'/' if self.comment().is_some() => continue,
                b'"' => return Err(self.expected("a rule")),
                0 if self.at_end() => return Err(self.expected("a rule")),
                _ => {}
            }
            self.pos += 1;
        }
    }

    /// Exact text up to the next item, without the white space around it.
    pub(super) fn until_next_item(&mut self) -> &'a str {
        let start = self.pos;
        self.next_item();
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

    /// Goes to the next item, over comments. On a line of its own any item is
    /// one; behind other text only what nothing else can be read as.
    pub(super) fn next_item(&mut self) {
        let mut is_first = self.is_line_start();
        while !self.at_end() {
            let byte = self.byte();
            if is_word(byte) || byte == b'#' {
                if is_first && self.at_item() || self.at_inline_item() {
                    return;
                }
                is_first = false;
                self.pos += self.peek_word().len().max(1);
            } else if byte != b'/' || self.comment().is_none() {
                is_first = byte == b'\n' || is_first && byte.is_ascii_whitespace();
                self.pos += 1;
            }
        }
    }

    /// Whether a word and an opening parenthesis stand here.
    pub(super) fn at_application(&self) -> bool {
        let word = self.peek_word();
        let rest = &self.text[self.pos + word.len()..];
        !word.is_empty() && rest.starts_with('(')
    }

    fn is_line_start(&self) -> bool {
        // From here back: the line may be long, and asked about at each fault.
        let before = self.bytes[..self.pos].iter().rev();
        let mut before = before.take_while(|byte| **byte != b'\n');
        before.all(u8::is_ascii_whitespace)
    }

    /// After a fault: to the next item, behind `start` where the fault's began.
    pub(crate) fn resync(&mut self, start: usize) {
        if self.pos <= start {
            self.pos = start;
            let rest = self.text[start..].chars().next().map_or(0, char::len_utf8);
            self.pos += self.peek_word().len().max(rest);
        }
        self.next_item();
    }

    /// Whether a named item starts here: its keyword, a name, and what stands
    /// behind the name.
    fn at_inline_item(&self) -> bool {
        let word = self.peek_word();
        if !matches!(
            word,
            "rule" | "restriction" | "axiom" | "lemma" | "diffLemma"
        ) {
            return false;
        }
        let rest = &self.text[self.pos + word.len()..];
        let name = rest.trim_start();
        if name.len() == rest.len() {
            return false;
        }
        let behind = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        match behind.len() == name.len() {
            true => name.starts_with("(modulo"),
            false => behind.trim_start().starts_with([':', '[']),
        }
    }

    /// Whether an item starts here, as far as its first two words tell.
    fn at_item(&self) -> bool {
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
