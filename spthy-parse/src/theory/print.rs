//! Writing theories.

use super::{Function, Item, Theory};
use crate::Formula;
use crate::formula::write_quoted;
use crate::layout::{Breaks, Layout, Out, list, wrap};
use std::fmt::{self, Display};

impl Display for Theory<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "theory {}", self.name)?;
        if let Some(configuration) = self.configuration {
            write!(f, " configuration: \"{configuration}\"")?;
        }
        f.write_str("\nbegin\n")?;
        for item in &self.items {
            write!(f, "\n{}\n", item.value)?;
        }
        f.write_str("\nend\n")
    }
}

impl Display for Item<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(rule) => rule.fmt(f),
            Self::Restriction(restriction) => restriction.fmt(f),
            Self::Lemma(lemma) => lemma.fmt(f),
            Self::DiffLemma(lemma) => lemma.fmt(f),
            Self::AccountabilityLemma(lemma) => lemma.fmt(f),
            Self::CaseTest { name, formula } => {
                write!(f, "test {name}:")?;
                write_quoted(f, formula)
            }
            Self::EquivalenceLemma { is_diff, processes } => {
                let keyword = if *is_diff {
                    "diffEquivLemma"
                } else {
                    "equivLemma"
                };
                write!(f, "{keyword}:\n{processes}")
            }
            Self::Functions(functions) => {
                write_list(f, "functions: ", functions, |out, one| out.show(one))
            }
            Self::Equations {
                is_convergent,
                equations,
            } => {
                f.write_str(if *is_convergent {
                    "equations [convergent]:"
                } else {
                    "equations:"
                })?;
                write_lines(f, equations, |out, (left, right)| {
                    Formula::Equal(*left, *right).print(out)
                })
            }
            Self::Builtins(names) => write_list(f, "builtins: ", names, |out, name| out.text(name)),
            Self::Predicates(predicates) => {
                f.write_str("predicates:")?;
                write_lines(f, predicates, |out, (head, meaning)| {
                    out.open(2, Breaks::All);
                    head.print(out)?;
                    out.text(" <=>")?;
                    out.line(" ")?;
                    meaning.print(out)?;
                    out.close();
                    Ok(())
                })
            }
            Self::Macros(macros) => {
                f.write_str("macros:")?;
                write_lines(f, macros, |out, one| {
                    out.text(one.name)?;
                    out.text("(")?;
                    list(out, one.params, ",", Breaks::Fill, |out, var| out.show(var))?;
                    out.text(") = ")?;
                    one.body.print(out)
                })
            }
            Self::Heuristic(rankings) => write!(f, "heuristic: {}", rankings.join(" ")),
            Self::Options(options) => write_list(f, "options: ", options, |out, one| out.text(one)),
            Self::Tactic { name, body } => write!(f, "tactic: {name}\n{body}"),
            Self::Configuration(text) => write!(f, "configuration: \"{text}\""),
            Self::Export { name, text } => write!(f, "export {name}: \"{text}\""),
            Self::FormalComment { header, text } => write!(f, "{header}{{*{text}*}}"),
            Self::Define(flag) => write!(f, "#define {flag}"),
            Self::Include(file) => write!(f, "#include \"{file}\""),
            Self::IfDef { condition, .. } => write!(f, "#ifdef {condition}"),
            Self::Else => f.write_str("#else"),
            Self::EndIf => f.write_str("#endif"),
            Self::Skipped(text) => f.write_str(text.trim()),
            Self::Opaque { text, .. } => f.write_str(text),
        }
    }
}

impl Display for Function<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.types {
            Some(types) => write!(f, "{}{types}", self.name)?,
            None => write!(f, "{}/{}", self.name, self.arity)?,
        }
        if !self.attributes.is_empty() {
            write!(f, " [{}]", self.attributes.join(", "))?;
        }
        Ok(())
    }
}

/// Writes a list behind its keyword, on as many lines as it takes.
fn write_list<T>(
    f: &mut fmt::Formatter<'_>,
    keyword: &str,
    items: &[T],
    print: impl FnMut(&mut Layout, &T) -> fmt::Result,
) -> fmt::Result {
    f.write_str(keyword)?;
    wrap(f, keyword.len(), |out| {
        list(out, items, ",", Breaks::Fill, print)
    })
}

/// Writes a list with each item on lines of its own.
fn write_lines<T>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    mut print: impl FnMut(&mut Layout, &T) -> fmt::Result,
) -> fmt::Result {
    for (at, item) in items.iter().enumerate() {
        f.write_str(if at > 0 { ",\n    " } else { "\n    " })?;
        wrap(f, 4, |out| print(out, item))?;
    }
    Ok(())
}
