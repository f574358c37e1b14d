//! JSON as programs write it into replies: what Python's `json` reads, and no more.
//!
//! Beyond the standard those are NaN, infinities, numbers too large for a float and
//! halves of surrogate pairs. None of them is a value that a machine can have, so
//! the numbers are read as null, as JavaScript writes them, and a half as U+FFFD.

use serde_json::{Map, Number, Value as Json};

/// Objects and lists inside each other that are read; it bounds the stack, and how
/// often the same text is read by attempts that start further out.
const MAX_DEPTH: usize = 128;

/// The object at the start of a text, and where it ends; none where a fault or too
/// much depth comes before its end.
pub(super) fn object_at_start(text: &str) -> Option<(Map<String, Json>, usize)> {
    let mut reader = Reader { text, at: 0 };
    reader.take(b'{')?;
    let object = reader.object(MAX_DEPTH - 1)?;
    Some((object, reader.at))
}

struct Reader<'t> {
    text: &'t str,
    /// Between two characters.
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Behind its brace.
    fn object(&mut self, depth: usize) -> Option<Map<String, Json>> {
        let mut object = Map::new();
        self.skip_space();
        if self.take(b'}').is_some() {
            return Some(object);
        }
        loop {
            self.skip_space();
            self.take(b'"')?;
            let key = self.string()?;
            self.skip_space();
            self.take(b':')?;
            object.insert(key, self.value(depth)?);
            self.skip_space();
            if self.take(b'}').is_some() {
                return Some(object);
            }
            self.take(b',')?;
        }
    }

    /// Behind its bracket.
    fn list(&mut self, depth: usize) -> Option<Vec<Json>> {
        let mut list = Vec::new();
        self.skip_space();
        if self.take(b']').is_some() {
            return Some(list);
        }
        loop {
            list.push(self.value(depth)?);
            self.skip_space();
            if self.take(b']').is_some() {
                return Some(list);
            }
            self.take(b',')?;
        }
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        self.skip_space();
        match self.peek()? {
            b'{' => {
                self.at += 1;
                self.object(depth.checked_sub(1)?).map(Json::Object)
            }
            b'[' => {
                self.at += 1;
                self.list(depth.checked_sub(1)?).map(Json::Array)
            }
            b'"' => {
                self.at += 1;
                self.string().map(Json::String)
            }
            b'0'..=b'9' => self.number(),
            b'-' if !self.rest().starts_with("-I") => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Option<Json> {
        let words = [
            ("true", Json::Bool(true)),
            ("false", Json::Bool(false)),
            ("null", Json::Null),
            ("NaN", Json::Null),
            ("Infinity", Json::Null),
            ("-Infinity", Json::Null),
        ];
        let mut words = words.into_iter();
        let (word, value) = words.find(|(word, _)| self.rest().starts_with(word))?;
        self.at += word.len();
        Some(value)
    }

    fn number(&mut self) -> Option<Json> {
        let start = self.at;
        let _ = self.take(b'-');
        if self.take(b'0').is_none() {
            self.digits()?;
        }
        if self.take(b'.').is_some() {
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        let number = self.text[start..self.at].parse::<Number>();
        Some(number.map_or(Json::Null, Json::Number))
    }

    fn digits(&mut self) -> Option<()> {
        let n_digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.at += n_digits;
        (n_digits > 0).then_some(())
    }

    /// Behind its quote.
    fn string(&mut self) -> Option<String> {
        let mut string = String::new();
        loop {
            let is_special = |byte: u8| byte == b'"' || byte == b'\\' || byte < b' ';
            let plain = self.rest().bytes().position(is_special)?;
            string.push_str(&self.rest()[..plain]);
            self.at += plain;
            if self.take(b'"').is_some() {
                return Some(string);
            }
            // A raw control character ends the attempt.
            self.take(b'\\')?;
            string.push(self.escaped()?);
        }
    }

    /// Behind its backslash.
    fn escaped(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += usize::from(letter.is_ascii());
        Some(match letter {
            b'"' | b'\\' | b'/' => char::from(letter),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let unit = self.hex()?;
                let before_second = self.at;
                let is_first = (0xd800..0xdc00).contains(&unit);
                if is_first && self.rest().starts_with("\\u") {
                    self.at += 2;
                    let second = self.hex()?;
                    let pair = char::decode_utf16([unit, second]).next();
                    if let Some(Ok(pair)) = pair {
                        return Some(pair);
                    }
                    // The second is a character of its own.
                    self.at = before_second;
                }
                char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return None,
        })
    }

    fn hex(&mut self) -> Option<u16> {
        let digits = self.rest().get(..4)?;
        let are_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        self.at += 4;
        are_hex.then(|| u16::from_str_radix(digits, 16).ok())?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(text: &str) -> Option<Json> {
        object_at_start(text).map(|(object, end)| {
            assert!(text[..end].ends_with('}'));
            Json::Object(object)
        })
    }

    #[test]
    fn strict_json_is_read_as_serde_json_reads_it() {
        for text in [
            "{}",
            "{ \"a\" : [ ] , \"b\":{\"c\":null}}",
            r#"{"a": [0, -0, 1.50, -2e3, 1E+2, 12345678901234567890123, 1e-400, true, false]}"#,
            r#"{"\u00e9\ud83d\ude00\"\\\/\b\f\n\r\t": "é😀 {\"}", "a": 1, "a": 2}"#,
        ] {
            let strict: Json = serde_json::from_str(text).unwrap_or_default();
            assert_eq!(read(text), Some(strict), "{text}");
        }
        for text in [
            "{",
            "{,}",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{\"a\":[1,]}",
            "{\"a\":01}",
            "{\"a\":1.}",
            "{\"a\":.5}",
            "{\"a\":+1}",
            "{\"a\":-}",
            "{\"a\":1e}",
            "{a:1}",
            "{'a':1}",
            "{\"a\":\"\n\"}",
            "{\"a\":\"\\x\"}",
            "{\"a\":\"\\u12\"}",
            "{\"a\":\"\\é\"}",
            "{\"a\":\"\\u+123\"}",
            "{\"a\":tru}",
            "{\"a\":nan}",
            "{\"a\":-NaN}",
            "[1]",
            "",
            "{\"a\":\"\\ud800\\u00\"}",
        ] {
            assert!(serde_json::from_str::<Json>(text).is_err() || text == "[1]");
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn what_python_writes_is_read() {
        let read = |value: &str| read(&format!("{{\"a\": {value}}}")).map(|it| it["a"].clone());
        for number in ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"] {
            assert_eq!(read(number), Some(Json::Null), "{number}");
        }
        for (string, found) in [
            (r#""\ud83d""#, "\u{fffd}"),
            (r#""\ude00x""#, "\u{fffd}x"),
            (r#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
            (r#""\ud83d\u0041""#, "\u{fffd}A"),
            (r#""\ud83d\n""#, "\u{fffd}\n"),
        ] {
            assert_eq!(read(string), Some(json!(found)), "{string}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |n: usize| format!("{}1{}", "{\"a\":".repeat(n), "}".repeat(n));
        assert!(read(&nested(MAX_DEPTH)).is_some());
        assert!(read(&nested(MAX_DEPTH + 1)).is_none());
        let lists = |n: usize| format!("{{\"a\":{}{}}}", "[".repeat(n), "]".repeat(n));
        assert!(read(&lists(MAX_DEPTH - 1)).is_some());
        assert!(read(&lists(MAX_DEPTH)).is_none());
    }
}
