//! Faults of JSON itself.

use super::JsonType;

/// How a text departs from JSON.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// Nothing but white space.
    #[error("the text is empty")]
    Empty,
    /// A byte order mark at the start.
    #[error("the text begins with a byte order mark")]
    ByteOrderMark,
    /// A comment.
    #[error("a comment, which JSON does not have")]
    Comment,
    /// A comma before a closing bracket.
    #[error("a comma without a next entry")]
    TrailingComma,
    /// A comma with nothing before it.
    #[error("a comma without an entry before it")]
    ExtraComma,
    /// Two entries without a comma between them.
    #[error("a comma is missing before this entry")]
    MissingComma,
    /// A key and a value without a colon between them.
    #[error("a colon is missing between a key and its value")]
    MissingColon,
    /// A key without a value.
    #[error("a key without a value")]
    MissingValue,
    /// A key that its object has already.
    #[error("the key `{key}` appears twice in one object")]
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// A string in single quotes.
    #[error("a string in single quotes")]
    SingleQuotes,
    /// A key without quotes.
    #[error("the key `{key}` is not quoted")]
    UnquotedKey {
        /// The key.
        key: String,
    },
    /// A key that is no string.
    #[error("a key is {}, not a string", found.with_article())]
    KeyType {
        /// What it is.
        found: JsonType,
    },
    /// A word that is none of `true`, `false`, `null`.
    #[error("`{word}` is not a value")]
    BareWord {
        /// The word.
        word: String,
    },
    /// A number that is not finite.
    #[error("`{word}` is not a finite number")]
    NotFinite {
        /// As it is written.
        word: String,
    },
    /// Something like a number that JSON does not have.
    #[error("`{word}` is not how JSON writes a number")]
    BadNumber {
        /// As it is written.
        word: String,
    },
    /// An integer that 64 bits do not hold.
    #[error("an integer of {n_digits} digits is too large")]
    IntegerTooLarge {
        /// Its digits.
        n_digits: usize,
    },
    /// A float that rounds to infinity.
    #[error("a number is too large for a float")]
    FloatTooLarge,
    /// A string that its line ends.
    #[error("a string without its closing quote")]
    Unterminated,
    /// An escape that JSON does not have.
    #[error("`{escape}` is not an escape of JSON")]
    BadEscape {
        /// As it is written.
        escape: String,
    },
    /// One half of a pair of UTF-16.
    #[error("`{escape}` is half of a surrogate pair and no character")]
    LoneSurrogate {
        /// As it is written.
        escape: String,
    },
    /// A control character in a string.
    #[error("the control character U+{:04X} in a string", u32::from(*character))]
    ControlCharacter {
        /// The first of them.
        character: char,
    },
    /// Characters that have no place where they stand.
    #[error("unexpected `{text}`")]
    Unexpected {
        /// The characters.
        text: String,
    },
    /// A closing bracket of the wrong kind.
    #[error("`{close}` does not close `{open}`")]
    WrongBracket {
        /// The opening one.
        open: &'static str,
        /// The closing one.
        close: &'static str,
    },
    /// An opening bracket without a closing one.
    #[error("`{open}` is never closed")]
    Unclosed {
        /// The bracket.
        open: &'static str,
    },
    /// Something behind the end of the spec.
    #[error("the text goes on behind the end of the spec")]
    TrailingText,
    /// Brackets in brackets, too deep to read.
    #[error("lists and objects are nested too deep")]
    TooDeep,
    /// So many faults that the rest was not read.
    #[error("the faults are so many that the text was not read any further")]
    TooMany,
}
