//! Writing theories.

use super::{Function, Item, Macro, Theory};
use crate::term::write_list;
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
            Self::CaseTest { name, formula } => write!(f, "test {name}:\n  \"{formula}\""),
            Self::EquivalenceLemma { is_diff, processes } => {
                let keyword = if *is_diff {
                    "diffEquivLemma"
                } else {
                    "equivLemma"
                };
                write!(f, "{keyword}:\n{processes}")
            }
            Self::Functions(functions) => {
                f.write_str("functions: ")?;
                write_list(f, functions, ", ")
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
                for (at, (left, right)) in equations.iter().enumerate() {
                    write!(f, "{}\n    {left} = {right}", if at > 0 { "," } else { "" })?;
                }
                Ok(())
            }
            Self::Builtins(names) => write!(f, "builtins: {}", names.join(", ")),
            Self::Predicates(predicates) => {
                f.write_str("predicates:")?;
                for (at, (head, meaning)) in predicates.iter().enumerate() {
                    write!(
                        f,
                        "{}\n    {head} <=> {meaning}",
                        if at > 0 { "," } else { "" }
                    )?;
                }
                Ok(())
            }
            Self::Macros(macros) => {
                f.write_str("macros:\n    ")?;
                write_list(f, macros, ",\n    ")
            }
            Self::Heuristic(rankings) => write!(f, "heuristic: {}", rankings.join(" ")),
            Self::Options(options) => write!(f, "options: {}", options.join(", ")),
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

impl Display for Macro<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.name)?;
        write_list(f, self.params, ", ")?;
        write!(f, ") = {}", self.body)
    }
}
