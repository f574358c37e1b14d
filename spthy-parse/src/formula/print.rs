//! Writing formulas.

use super::{ATOM, Formula, Quantifier};
use crate::layout::{Breaks, Out, list, wrap};
use std::fmt;

impl Formula<'_> {
    pub(crate) fn print<O: Out + ?Sized>(&self, out: &mut O) -> fmt::Result {
        match *self {
            Self::True => out.text("⊤"),
            Self::False => out.text("⊥"),
            Self::Last(at) => {
                out.text("last(")?;
                out.show(at)?;
                out.text(")")
            }
            Self::Action(fact, at) => {
                fact.print(out)?;
                out.text(" @ ")?;
                out.show(at)
            }
            Self::Less(left, right) => {
                out.show(left)?;
                out.text(" < ")?;
                out.show(right)
            }
            Self::Subterm(left, right) => print_relation(out, &left, " ⊏", &right),
            Self::Equal(left, right) => print_relation(out, &left, " =", &right),
            Self::MultisetLess(left, right) => print_relation(out, &left, " (<)", &right),
            Self::Predicate(fact) => fact.print(out),
            Self::Not(inside) => {
                out.text("¬")?;
                print_operand(out, inside, ATOM + 1, true)
            }
            Self::And(parts) => print_chain(out, parts, " ∧", 5),
            Self::Or(parts) => print_chain(out, parts, " ∨", 4),
            Self::Implies(left, right) => print_arrow(out, left, " ⇒", right, 3),
            Self::Iff(left, right) => print_arrow(out, left, " ⇔", right, 2),
            Self::Quantified(quantifier, vars, body) => {
                out.open(2, Breaks::All);
                out.text(match quantifier {
                    Quantifier::ForAll => "∀ ",
                    Quantifier::Exists => "∃ ",
                })?;
                list(out, vars, "", Breaks::Fill, |out, var| out.show(var))?;
                out.text(".")?;
                out.line(" ")?;
                body.print(out)?;
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
}

impl fmt::Display for Formula<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f)
    }
}

/// Writes a formula in quotes on lines of its own, as an item has it.
pub(crate) fn write_quoted(f: &mut fmt::Formatter<'_>, formula: &Formula<'_>) -> fmt::Result {
    f.write_str("\n  ")?;
    wrap(f, 2, |out| {
        out.text("\"")?;
        formula.print(out)?;
        out.text("\"")
    })
}

fn print_relation<O: Out + ?Sized>(
    out: &mut O,
    left: &crate::Term<'_>,
    sign: &str,
    right: &crate::Term<'_>,
) -> fmt::Result {
    out.open(2, Breaks::All);
    left.print(out)?;
    out.text(sign)?;
    out.line(" ")?;
    right.print(out)?;
    out.close();
    Ok(())
}

fn print_chain<O: Out + ?Sized>(
    out: &mut O,
    parts: &[Formula<'_>],
    sign: &str,
    level: u8,
) -> fmt::Result {
    out.open(0, Breaks::All);
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            out.text(sign)?;
            out.line(" ")?;
        }
        print_operand(out, part, level, at + 1 == parts.len())?;
    }
    out.close();
    Ok(())
}

fn print_arrow<O: Out + ?Sized>(
    out: &mut O,
    left: &Formula<'_>,
    sign: &str,
    right: &Formula<'_>,
    level: u8,
) -> fmt::Result {
    out.open(0, Breaks::All);
    print_operand(out, left, level, false)?;
    out.text(sign)?;
    out.line(" ")?;
    print_operand(out, right, 2, true)?;
    out.close();
    Ok(())
}

/// Prints an operand, in parentheses where it binds less than `level`. A
/// quantifier needs none in the last place, where nothing follows that it could
/// take; whether something follows further out is that operand's question.
fn print_operand<O: Out + ?Sized>(
    out: &mut O,
    operand: &Formula<'_>,
    level: u8,
    is_last: bool,
) -> fmt::Result {
    let is_open = ends_in_quantifier(operand);
    let is_strong = operand.level() >= level || matches!(operand, Formula::Quantified(..));
    if is_strong && (is_last || !is_open) {
        operand.print(out)
    } else {
        Formula::Paren(operand).print(out)
    }
}

/// Whether the last thing written is the body of a quantifier.
fn ends_in_quantifier(formula: &Formula<'_>) -> bool {
    let mut formula = formula;
    loop {
        formula = match formula {
            Formula::Quantified(..) => return true,
            Formula::Not(inside) => inside,
            Formula::And(parts) | Formula::Or(parts) => match parts.last() {
                Some(last) => last,
                None => return false,
            },
            Formula::Implies(_, right) | Formula::Iff(_, right) => right,
            _ => return false,
        }
    }
}
