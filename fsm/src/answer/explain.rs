//! Why a path is none of the gold.

use super::Names;
use crate::machine::Machine;
use crate::question::{Item, Question};
use std::collections::HashSet;
use std::fmt;

/// A fault of a path, with the position of the name that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Position in the path; its length where something is missing at the end.
    pub position: usize,
    /// What is wrong there.
    pub kind: MistakeKind,
}

/// What is wrong with a path.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum MistakeKind {
    /// It has no names at all.
    Empty,
    /// Two states follow each other: conditions were left out.
    MissingCondition,
    /// It ends with a condition, or does not alternate.
    NotAlternating,
    /// It starts in another state than asked.
    WrongStart {
        /// The state it starts in.
        found: String,
        /// The state asked for.
        expected: String,
    },
    /// It ends in another state than asked.
    WrongEnd {
        /// The state it ends in.
        found: String,
        /// The state asked for.
        expected: String,
    },
    /// The machine has no such state.
    UnknownState {
        /// The name.
        name: String,
    },
    /// The state was on the path already.
    RepeatedState {
        /// The state.
        name: String,
    },
    /// No transition leads from one state to the other.
    NoSuchTransition {
        /// The state before.
        from: String,
        /// The state behind.
        to: String,
    },
    /// Transitions do, but not under this condition.
    WrongCondition {
        /// The condition given.
        found: String,
        /// The conditions of the transitions there are, in declared order.
        expected: Vec<String>,
    },
    /// Nothing was found wrong, yet it is not in the gold set.
    NotInGold,
}

impl MistakeKind {
    /// The name that files use.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::MissingCondition => "missing_condition",
            Self::NotAlternating => "not_alternating",
            Self::WrongStart { .. } => "wrong_start",
            Self::WrongEnd { .. } => "wrong_end",
            Self::UnknownState { .. } => "unknown_state",
            Self::RepeatedState { .. } => "repeated_state",
            Self::NoSuchTransition { .. } => "no_such_transition",
            Self::WrongCondition { .. } => "wrong_condition",
            Self::NotInGold => "not_in_gold",
        }
    }
}

impl fmt::Display for MistakeKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(out, "the path is empty"),
            Self::MissingCondition => write!(out, "the path leaves conditions out"),
            Self::NotAlternating => {
                write!(
                    out,
                    "the path does not alternate between states and conditions"
                )
            }
            Self::WrongStart { found, expected } => {
                write!(out, "the path starts in `{found}` instead of `{expected}`")
            }
            Self::WrongEnd { found, expected } => {
                write!(out, "the path ends in `{found}` instead of `{expected}`")
            }
            Self::UnknownState { name } => write!(out, "no state is called `{name}`"),
            Self::RepeatedState { name } => write!(out, "the state `{name}` is repeated"),
            Self::NoSuchTransition { from, to } => {
                write!(out, "no transition leads from `{from}` to `{to}`")
            }
            Self::WrongCondition { found, expected } => {
                let expected: Vec<String> =
                    expected.iter().map(|name| format!("`{name}`")).collect();
                write!(
                    out,
                    "`{found}` is not a condition there: it is {}",
                    expected.join(" or ")
                )
            }
            Self::NotInGold => write!(out, "the path is not in the gold set"),
        }
    }
}

/// What is wrong with a path that is no gold path of its question, in the order
/// of positions. Without the machine only what the question itself shows is said.
///
/// ```
/// use diagnostic::SourceFile;
/// use fsm::answer::{Synonyms, explain};
/// use fsm::question::{Context, Item, Task, names, questions};
/// let tcp = fsm::read::json(&SourceFile::new("TCP", models::fsm::get("TCP").unwrap())).unwrap();
/// let asked = questions(&tcp, Task::Paths, Context::None, None, 1000).unwrap();
/// let question = asked.iter().find(|question| question.id == "TCP/4/LISTEN/SYN-SENT").unwrap();
/// let path = Item::of(["LISTEN", "rcv SYN", "SYN-SENT"]);
/// let mistakes = explain(question, &path, Some(&tcp), &names(&tcp, &Synonyms::default()));
/// assert_eq!(mistakes[0].kind.to_string(), "`rcv SYN` is not a condition there: it is `SEND`");
/// ```
#[must_use]
pub fn explain(
    question: &Question,
    path: &Item,
    machine: Option<&Machine>,
    names: &Names,
) -> Vec<Mistake> {
    let path = &path.names;
    let mut mistakes = Vec::new();
    let mut say = |position, kind| mistakes.push(Mistake { position, kind });
    let (Some(first), Some(last)) = (path.first(), path.last()) else {
        say(0, MistakeKind::Empty);
        return mistakes;
    };
    let bare_state = path
        .iter()
        .skip(1)
        .step_by(2)
        .any(|name| names.states.has(name) && !names.conditions.has(name));
    if bare_state {
        say(1, MistakeKind::MissingCondition);
        return mistakes;
    }
    if path.len().is_multiple_of(2) {
        say(path.len(), MistakeKind::NotAlternating);
        return mistakes;
    }
    let mut seen = HashSet::new();
    for (index, pair) in path.chunks(2).enumerate() {
        let (state, position) = (&pair[0], 2 * index);
        let is_known = names.states.has(state);
        if index == 0 && question.from.as_ref().is_some_and(|from| from != first) {
            let expected = question.from.clone().unwrap_or_default();
            say(
                0,
                MistakeKind::WrongStart {
                    found: first.clone(),
                    expected,
                },
            );
        }
        if !is_known {
            say(
                position,
                MistakeKind::UnknownState {
                    name: state.clone(),
                },
            );
        } else if !seen.insert(state) {
            say(
                position,
                MistakeKind::RepeatedState {
                    name: state.clone(),
                },
            );
        }
        if let (Some(machine), [from, condition], Some(to)) =
            (machine, pair, path.get(position + 2))
            && let (Some(source), Some(target)) = (machine.state(from), machine.state(to))
        {
            let mut expected: Vec<String> = Vec::new();
            for transition in machine.transitions() {
                let is_new = !expected.iter().any(|name| name == transition.condition);
                if transition.from == source && transition.to == target && is_new {
                    expected.push(transition.condition.to_owned());
                }
            }
            if expected.is_empty() {
                let (from, to) = (from.clone(), to.clone());
                say(position + 1, MistakeKind::NoSuchTransition { from, to });
            } else if !expected.contains(condition) {
                let found = condition.clone();
                say(
                    position + 1,
                    MistakeKind::WrongCondition { found, expected },
                );
            }
        }
    }
    if question.to.as_ref().is_some_and(|to| to != last) {
        let expected = question.to.clone().unwrap_or_default();
        say(
            path.len() - 1,
            MistakeKind::WrongEnd {
                found: last.clone(),
                expected,
            },
        );
    }
    if mistakes.is_empty() {
        mistakes.push(Mistake {
            position: 0,
            kind: MistakeKind::NotInGold,
        });
    }
    mistakes
}
