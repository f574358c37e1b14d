//! Variables and their sorts.

use crate::error::Parse;
use crate::lexeme::Reader;
use std::fmt;

/// The sort of a variable, written as a prefix or a suffix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Any message; no prefix.
    Msg,
    /// A fresh name, `~x`.
    Fresh,
    /// A public name, `$x`.
    Pub,
    /// A natural number, `%x`.
    Nat,
    /// A point in time, `#i`.
    Node,
}

impl Sort {
    /// The sign before a variable of this sort.
    #[must_use]
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Msg => "",
            Self::Fresh => "~",
            Self::Pub => "$",
            Self::Nat => "%",
            Self::Node => "#",
        }
    }
}

/// A variable: sort, base name and index. Index 0 is not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Var<'a> {
    /// Name without prefix and index.
    pub name: &'a str,
    /// Sort.
    pub sort: Sort,
    /// The number behind the dot, 0 for none.
    pub index: u32,
}

impl fmt::Display for Var<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sort.prefix())?;
        f.write_str(self.name)?;
        if self.index > 0 {
            write!(f, ".{}", self.index)?;
        }
        Ok(())
    }
}

impl<'a> Reader<'a> {
    /// Behind a name: its index and suffixed sort.
    #[inline]
    pub(crate) fn var_rest(&mut self, name: &'a str, prefix: Sort) -> Parse<Var<'a>> {
        let mut sort = prefix;
        let mut index = 0;
        if self.byte() == b'.' && self.byte_at(1).is_ascii_digit() {
            self.pos += 1;
            index = self.number("an index")?;
        }
        if self.byte() == b':' && prefix == Sort::Msg {
            let start = self.pos;
            self.pos += 1;
            self.skip();
            let word = self.peek_word();
            match suffix_sort(word) {
                Some(suffix) => {
                    sort = suffix;
                    self.pos += word.len();
                }
                None => self.pos = start,
            }
        }
        self.skip();
        Ok(Var { name, sort, index })
    }

    /// A variable of any sort, with its prefix.
    pub(crate) fn var(&mut self, expected: &'static str) -> Parse<Var<'a>> {
        let sort = match self.byte() {
            b'~' => Sort::Fresh,
            b'$' => Sort::Pub,
            b'%' => Sort::Nat,
            b'#' => Sort::Node,
            _ => Sort::Msg,
        };
        if sort != Sort::Msg {
            self.pos += 1;
            self.skip();
        }
        let name = self.peek_word();
        if name.is_empty() {
            return Err(self.expected(expected));
        }
        self.pos += name.len();
        self.var_rest(name, sort)
    }

    /// A point in time; `#` may be left out.
    pub(crate) fn node_var(&mut self) -> Parse<Var<'a>> {
        let start = self.pos;
        let var = self.var("a point in time such as `#i`")?;
        match var.sort {
            Sort::Node | Sort::Msg => Ok(Var {
                sort: Sort::Node,
                ..var
            }),
            _ => {
                self.pos = start;
                Err(self.expected("a point in time such as `#i`"))
            }
        }
    }
}

fn suffix_sort(word: &str) -> Option<Sort> {
    Some(match word {
        "msg" => Sort::Msg,
        "fresh" => Sort::Fresh,
        "pub" => Sort::Pub,
        "nat" => Sort::Nat,
        "node" => Sort::Node,
        _ => return None,
    })
}
