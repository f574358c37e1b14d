//! Writing terms.

use super::{Sort, Term};
use crate::layout::{Breaks, Out, list};
use std::fmt;

impl Term<'_> {
    pub(crate) fn print<O: Out + ?Sized>(&self, out: &mut O) -> fmt::Result {
        match *self {
            Self::Var(var) => out.show(var),
            Self::Name(sort, text) => {
                out.text(if sort == Sort::Pub { "" } else { sort.prefix() })?;
                out.text("'")?;
                out.text(text)?;
                out.text("'")
            }
            Self::One => out.text("1"),
            Self::NatOne => out.text("%1"),
            Self::App(name, []) => out.text(name),
            Self::App(name, args) => {
                out.text(name)?;
                out.text("(")?;
                print_terms(args, out)?;
                out.text(")")
            }
            Self::Braces(name, args, key) => {
                out.text(name)?;
                out.text("{")?;
                print_terms(args, out)?;
                out.text("}")?;
                key.print_at(12, out)
            }
            Self::Tuple(args) => {
                out.text("<")?;
                print_terms(args, out)?;
                out.text(">")
            }
            Self::Chain(operator, args) => {
                out.open(0, Breaks::Fill);
                for (at, arg) in args.iter().enumerate() {
                    if at > 0 {
                        out.text(operator.sign())?;
                        out.line("")?;
                    }
                    arg.print_at(operator.level() + 1, out)?;
                }
                out.close();
                Ok(())
            }
            Self::Paren(inside) => {
                out.text("(")?;
                inside.print(out)?;
                out.text(")")
            }
        }
    }

    /// Prints a term, in parentheses where it binds less than `level`.
    fn print_at<O: Out + ?Sized>(&self, level: u8, out: &mut O) -> fmt::Result {
        if self.level() < level {
            Term::Paren(self).print(out)
        } else {
            self.print(out)
        }
    }
}

/// Prints terms with commas between them.
pub(crate) fn print_terms<O: Out + ?Sized>(terms: &[Term<'_>], out: &mut O) -> fmt::Result {
    list(out, terms, ",", Breaks::Fill, |out, term| term.print(out))
}

impl fmt::Display for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f)
    }
}
