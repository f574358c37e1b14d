//! Breaking lines: what is printed on one line where it fits, and on several
//! where it does not. Each class of the syntax is printed by one function,
//! which marks where its text may break.

use std::fmt::{self, Display, Write};

/// Columns that a printed theory takes at most, where its text can break.
const WIDTH: usize = 100;

/// Furthest column that a broken line starts at.
const MAX_INDENT: usize = 72;

/// Which lines of a group that does not fit are broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Breaks {
    /// All of them.
    All,
    /// Those before what no longer fits.
    Fill,
}

/// Where text is printed to, with marks where it may break.
pub(crate) trait Out {
    fn text(&mut self, text: &str) -> fmt::Result;
    fn show(&mut self, value: impl Display) -> fmt::Result;
    /// A line may break here; `flat` stands here where it does not.
    fn line(&mut self, flat: &'static str) -> fmt::Result;
    /// A group of lines starts, indented by `indent` from the column here.
    fn open(&mut self, _indent: usize, _breaks: Breaks) {}
    fn close(&mut self) {}
}

/// All on one line.
impl<W: Write + ?Sized> Out for W {
    fn text(&mut self, text: &str) -> fmt::Result {
        self.write_str(text)
    }

    fn show(&mut self, value: impl Display) -> fmt::Result {
        write!(self, "{value}")
    }

    fn line(&mut self, flat: &'static str) -> fmt::Result {
        self.write_str(flat)
    }
}

/// Prints a list whose lines break behind `separator`.
pub(crate) fn list<O: Out + ?Sized, T>(
    out: &mut O,
    items: &[T],
    separator: &str,
    breaks: Breaks,
    mut print: impl FnMut(&mut O, &T) -> fmt::Result,
) -> fmt::Result {
    out.open(0, breaks);
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.text(separator)?;
            out.line(" ")?;
        }
        print(out, item)?;
    }
    out.close();
    Ok(())
}

/// Prints with line breaks, from `column` on.
pub(crate) fn wrap(
    f: &mut fmt::Formatter<'_>,
    column: usize,
    print: impl FnOnce(&mut Layout) -> fmt::Result,
) -> fmt::Result {
    Layout::default().wrap(f, column, print)
}

/// What was printed, before it is known which lines break. Widths are those of
/// what has to fit if the mark's line does not break.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    text: String,
    tokens: Vec<Token>,
}

#[derive(Debug, Clone, Copy)]
enum Token {
    /// Text up to this byte.
    Text {
        end: usize,
        width: usize,
    },
    Line {
        flat: &'static str,
        width: usize,
    },
    Open {
        indent: usize,
        breaks: Breaks,
        width: usize,
    },
    Close,
}

impl Out for Layout {
    fn text(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        self.token_of_text(self.text.len() - text.len());
        Ok(())
    }

    fn show(&mut self, value: impl Display) -> fmt::Result {
        let start = self.text.len();
        write!(self.text, "{value}")?;
        self.token_of_text(start);
        Ok(())
    }

    fn line(&mut self, flat: &'static str) -> fmt::Result {
        self.tokens.push(Token::Line { flat, width: 0 });
        Ok(())
    }

    fn open(&mut self, indent: usize, breaks: Breaks) {
        self.tokens.push(Token::Open {
            indent,
            breaks,
            width: 0,
        });
    }

    fn close(&mut self) {
        self.tokens.push(Token::Close);
    }
}

impl Layout {
    /// [`wrap`], in memory that an earlier text had.
    pub(crate) fn wrap(
        &mut self,
        f: &mut fmt::Formatter<'_>,
        column: usize,
        print: impl FnOnce(&mut Self) -> fmt::Result,
    ) -> fmt::Result {
        self.text.clear();
        self.tokens.clear();
        print(self)?;
        self.measure();
        self.write(f, column)
    }

    fn token_of_text(&mut self, start: usize) {
        let width = self.text[start..].chars().count();
        let end = self.text.len();
        self.tokens.push(Token::Text { end, width });
    }

    /// Sets all widths, from the last token to the first.
    fn measure(&mut self) {
        /// A group whose end was passed.
        struct Group {
            /// Width of all that was passed.
            whole: usize,
            /// Width up to the group's next line, or the next one behind the group.
            segment: usize,
            /// Width of what follows the group up to the next line.
            tail: usize,
        }
        let mut tail = 0;
        let mut groups = vec![Group {
            whole: 0,
            segment: 0,
            tail: 0,
        }];
        for token in self.tokens.iter_mut().rev() {
            let Some(group) = groups.last_mut() else {
                return;
            };
            match token {
                Token::Text { width, .. } => {
                    group.whole += *width;
                    group.segment += *width;
                    tail += *width;
                }
                Token::Line { flat, width } => {
                    *width = flat.len() + group.segment;
                    group.whole += flat.len();
                    group.segment = 0;
                    tail = 0;
                }
                Token::Close => groups.push(Group {
                    whole: 0,
                    segment: tail,
                    tail,
                }),
                Token::Open { width, .. } => {
                    let whole = group.whole;
                    *width = whole + group.tail;
                    groups.pop();
                    if let Some(around) = groups.last_mut() {
                        around.whole += whole;
                        around.segment += whole;
                    }
                }
            }
        }
    }

    /// Writes lines, broken where a group does not fit behind `column`.
    fn write(&self, f: &mut impl Write, column: usize) -> fmt::Result {
        let mut column = column;
        let mut start = 0;
        // Of each open group: where its lines start, and which of them break.
        let mut groups: Vec<(usize, Option<Breaks>)> = Vec::new();
        for token in &self.tokens {
            match *token {
                Token::Text { end, width } => {
                    f.write_str(&self.text[start..end])?;
                    start = end;
                    column += width;
                }
                Token::Open {
                    indent,
                    breaks,
                    width,
                } => {
                    let is_flat = matches!(groups.last(), Some((_, None)));
                    let fits = is_flat || column + width <= WIDTH;
                    let from = (column + indent).min(MAX_INDENT);
                    groups.push((from, (!fits).then_some(breaks)));
                }
                Token::Close => {
                    groups.pop();
                }
                Token::Line { flat, width } => match groups.last() {
                    Some(&(from, Some(breaks)))
                        if breaks == Breaks::All || column + width > WIDTH =>
                    {
                        write!(f, "\n{:from$}", "")?;
                        column = from;
                    }
                    _ => {
                        f.write_str(flat)?;
                        column += flat.len();
                    }
                },
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Arena, parse_theory};

    #[test]
    fn lines_break_at_connectives_and_between_facts() {
        let arena = Arena::new();
        let fact = "LongName( a, b )";
        let text = format!(
            "theory T begin rule R: [ {0}, {0}, {0}, {0}, {0}, {0} ] --> [ {0} ] \
             lemma L: \"All a b #i. {0} @ i & {0} @ i & {0} @ i & {0} @ i ==> {0} @ i\" end",
            fact
        );
        let parsed = parse_theory(&text, &arena);
        assert_eq!(parsed.errors, []);
        let printed: Vec<String> = parsed
            .theory
            .items
            .iter()
            .map(|item| item.value.to_string())
            .collect();
        let separator = format!(",\n     {fact}");
        let facts = format!("[ {fact}{} ]", separator.repeat(5));
        assert_eq!(
            printed[0],
            format!("rule R:\n   {facts}\n  -->\n   [ {fact} ]")
        );
        let atom = format!("{fact} @ #i");
        assert_eq!(
            printed[1],
            format!(
                "lemma L:\n  all-traces\n  \"∀ a b #i.\n     \
                 {atom} ∧ {atom} ∧ {atom} ∧ {atom} ⇒\n     {atom}\""
            )
        );
    }
}
