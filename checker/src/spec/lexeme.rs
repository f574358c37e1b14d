//! The lexemes of JSON, and of what is often written in their place.
//!
//! Each parser takes the text from its lexeme on and never fails on a lexeme
//! that begins rightly: what is wrong inside is part of its result.

use super::error::SyntaxErrorKind;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_until, take_while, take_while_m_n, take_while1};
use nom::character::complete::{anychar, char, digit1, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, peek, recognize, rest, value, verify};
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

/// White space of JSON; possibly none.
pub(super) fn blank(text: &str) -> IResult<&str, &str> {
    take_while(|c| matches!(c, ' ' | '\t' | '\n' | '\r')).parse(text)
}

/// A comment of C, C++ or Python, up to the end of its line or of the text.
pub(super) fn comment(text: &str) -> IResult<&str, &str> {
    let line = (alt((tag("//"), tag("#"))), take_till(|c| c == '\n'));
    let block = (
        tag("/*"),
        alt((recognize((take_until("*/"), tag("*/"))), rest)),
    );
    alt((recognize(line), recognize(block))).parse(text)
}

/// A run of characters that could be meant as a number or as a word.
pub(super) fn word(text: &str) -> IResult<&str, &str> {
    take_while1(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '+' | '-'))
        .parse(text)
}

/// A run of characters that begin nothing.
pub(super) fn stray(text: &str) -> IResult<&str, &str> {
    let begins = |c: char| {
        c.is_alphanumeric()
            || matches!(c, '_' | '$' | '.' | '+' | '-')
            || " \t\r\n{}[]:,\"'#/".contains(c)
    };
    alt((
        recognize(pair(char('/'), take_till(begins))),
        take_while1(move |c| !begins(c)),
    ))
    .parse(text)
}

/// Which kind of JSON's numbers a word is; none if it is no number of JSON.
pub(super) fn number(word: &str) -> Option<Number> {
    let digits = alt((tag("0"), preceded(peek(one_of("123456789")), digit1)));
    let fraction = preceded(char('.'), digit1);
    let exponent = preceded((one_of("eE"), opt(one_of("+-"))), digit1);
    let parts = (opt(char('-')), digits, opt(fraction), opt(exponent));
    let parsed: IResult<&str, _> = all_consuming(parts).parse(word);
    let (_, (_, digits, fraction, exponent)) = parsed.ok()?;
    Some(match (fraction, exponent) {
        (None, None) => Number::Integer {
            n_digits: digits.len(),
        },
        _ => Number::Float,
    })
}

/// The two kinds of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    /// Without fraction and exponent.
    Integer { n_digits: usize },
    /// With either.
    Float,
}

/// A piece of a string's inside.
#[derive(Clone)]
pub(super) enum Piece<'a> {
    /// Characters that stand for themselves.
    Plain(&'a str),
    /// What an escape stands for.
    Escape(char),
    /// What may not stand here.
    Fault(SyntaxErrorKind),
    /// The line or the text ends before the string does.
    Unterminated,
    /// The closing quote.
    End,
}

/// The next piece of a string that `quote` delimits.
pub(super) fn piece(text: &str, quote: char) -> IResult<&str, Piece<'_>> {
    let plain = take_while1(|c| c != quote && c != '\\' && c >= ' ');
    let line_end = alt((
        tag("\n"),
        tag("\r\n"),
        recognize(verify(rest, str::is_empty)),
    ));
    let control = take_while1(|c| c < ' ' && c != '\n');
    alt((
        map(plain, Piece::Plain),
        value(Piece::End, char(quote)).or(value(
            Piece::Unterminated,
            preceded(opt(char('\\')), peek(line_end)),
        )),
        map(escape, Piece::Escape),
        map(bad_escape, Piece::Fault),
        map(control, |run: &str| {
            let character = run.chars().next().unwrap_or_default();
            Piece::Fault(SyntaxErrorKind::ControlCharacter { character })
        }),
    ))
    .parse(text)
}

fn escape(text: &str) -> IResult<&str, char> {
    let short = map_opt(preceded(char('\\'), anychar), |c| match c {
        '"' | '\\' | '/' => Some(c),
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        _ => None,
    });
    let astral = map_opt(pair(unit, unit), |(high, low)| {
        char::decode_utf16([high, low])
            .next()
            .and_then(Result::ok)
            .filter(|c| *c > '\u{ffff}')
    });
    let basic = map_opt(unit, |unit| char::from_u32(unit.into()));
    alt((short, astral, basic)).parse(text)
}

/// `\uXXXX`: one unit of UTF-16.
fn unit(text: &str) -> IResult<&str, u16> {
    let digits = take_while_m_n(4, 4, |c: char| c.is_ascii_hexdigit());
    map_opt(preceded(tag("\\u"), digits), |digits| {
        u16::from_str_radix(digits, 16).ok()
    })
    .parse(text)
}

/// An escape that stands for nothing; it never eats the end of the line.
fn bad_escape(text: &str) -> IResult<&str, SyntaxErrorKind> {
    let surrogate = map(recognize(unit), |escape: &str| {
        SyntaxErrorKind::LoneSurrogate {
            escape: escape.to_owned(),
        }
    });
    let after = opt(verify(anychar, |c| *c >= ' '));
    let other = map(recognize(pair(char('\\'), after)), |escape: &str| {
        SyntaxErrorKind::BadEscape {
            escape: escape.to_owned(),
        }
    });
    alt((surrogate, other)).parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_json_s() {
        assert_eq!(number("-0"), Some(Number::Integer { n_digits: 1 }));
        assert_eq!(number("120"), Some(Number::Integer { n_digits: 3 }));
        for float in ["1e2", "1.0", "-0.5E+3", "0e0"] {
            assert_eq!(number(float), Some(Number::Float), "{float}");
        }
        for other in [
            "", "-", "01", "+1", ".5", "1.", "1e", "0x1f", "1_000", "- 1",
        ] {
            assert_eq!(number(other), None, "{other}");
        }
    }

    #[test]
    fn escapes_pair_surrogates() {
        assert_eq!(escape("\\ud83d\\ude00x"), Ok(("x", '😀')));
        assert_eq!(escape("\\u0041"), Ok(("", 'A')));
        assert!(escape("\\ud83d").is_err() && escape("\\ud83d\\u0041").is_err());
        assert!(escape("\\q").is_err() && escape("\\u12").is_err());
    }
}
