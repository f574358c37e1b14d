//! Translations of a model into the languages of other checkers.
//!
//! An export runs no search. What it says of a model, another tool must find
//! to be what [`check`](crate::check) finds, so every export obeys these rules:
//!
//! - A step is taken whole or not at all, and reads only the old state.
//! - A step that would leave the bound of integers sets the variable `beyond`
//!   and ends the run there. The property `bound` says that this never happens.
//! - Terminal states are no errors.
//! - Names of the model appear in comments only; identifiers are numbered.
//!
//! So without a limit on states, `check` and the other tool relate like this:
//!
//! | `check` | the other tool |
//! |---|---|
//! | an invariant is proved | no property fails: neither it nor `bound` |
//! | an invariant is refuted | it fails |
//! | an invariant is undetermined by the bound | `bound` fails; the invariant may |
//!
//! The last row is no equality: `check` ends at the first step beyond the
//! bound, the other tool looks at all states within it.
//!
//! AG EF goal is neither a safety property nor one of linear time, so no
//! export has it: a model with invariants is exported without its goal and
//! says so, a model with nothing but a goal is refused.

mod encoding;
pub mod promela;
pub mod tla;

use crate::Model;
use std::io;

/// Why a model was not exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The writer failed.
    #[error("could not write: {0}")]
    Io(#[from] io::Error),
    /// The model has a goal and no invariant.
    #[error(
        "the model asks for nothing but AG EF goal, which is no property of linear time: \
         {tool} cannot check it. Add an invariant to export the model for that."
    )]
    GoalOnly {
        /// The other tool.
        tool: &'static str,
    },
    /// A field counts, and its integers do not fit 32 bits.
    #[error(
        "the field `{field}` counts within int_bound {int_bound}, and the other tool's integers \
         have 32 bits. Use int_bound <= {limit} to export the model."
    )]
    BoundTooLarge {
        /// The field.
        field: String,
        /// The bound.
        int_bound: i64,
        /// The greatest bound that can be exported.
        limit: i64,
    },
    /// The name is not one that a TLA+ module can have.
    #[error(
        "`{name}` cannot name a TLA+ module: use at most 100 ASCII letters, digits and `_`, \
         beginning with a letter, and no name of a standard module or reserved word."
    )]
    ModuleName {
        /// The name.
        name: String,
    },
}

/// Refuses a model of which no property would be left.
fn refuse_goal_only(model: &Model, tool: &'static str) -> Result<(), ExportError> {
    if model.invariants().is_empty() && model.goal().is_some() {
        return Err(ExportError::GoalOnly { tool });
    }
    Ok(())
}

/// Any text as printable ASCII on one line that cannot end or open a comment
/// of Promela, C or TLA+: none of their comment marks lacks an asterisk,
/// except the two slashes, which only matter outside a comment.
fn remark(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 2);
    safe.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => safe.extend(['\\', c]),
            '*' => safe.push_str("\\u002a"),
            ' '..='~' => safe.push(c),
            c => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    safe.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    safe.push('"');
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draft, DraftCondition, Update};

    #[test]
    fn remarks_stay_within_their_line_and_comment() {
        assert_eq!(remark("a */ b"), r#""a \u002a/ b""#);
        assert_eq!(remark("(* x *)"), r#""(\u002a x \u002a)""#);
        assert_eq!(
            remark("x\r\n\u{2028}é😀"),
            r#""x\u000d\u000a\u2028\u00e9\ud83d\ude00""#
        );
        assert_eq!(remark(r#"say "\""#), r#""say \"\\\"""#);
    }

    fn counter(int_bound: i64) -> Draft {
        Draft::new("counter")
            .int_bound(int_bound)
            .field("x", 0)
            .transition("up", [], [("x", Update::Add(1))])
    }

    #[test]
    fn a_goal_alone_is_refused() {
        let goal = DraftCondition::require([("x", 1.into())]);
        let model = counter(4).goal(goal).build().unwrap();
        for result in [
            promela::write(&model, &mut Vec::new()),
            tla::write(&model, &mut Vec::new()),
        ] {
            assert!(matches!(result, Err(ExportError::GoalOnly { .. })));
        }
    }

    #[test]
    fn integers_that_count_beyond_32_bits_are_refused() {
        let model = counter(i64::MAX).forbid("p", [("x", 2.into())]);
        let model = model.build().unwrap();
        for result in [
            promela::write(&model, &mut Vec::new()),
            tla::write(&model, &mut Vec::new()),
        ] {
            assert!(matches!(result, Err(ExportError::BoundTooLarge { .. })));
        }
    }
}
