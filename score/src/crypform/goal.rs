//! One verdict a goal: each against its own truth.
//!
//! The benchmark's authors used such a mode once, for Scyther and Tamarin, and
//! defined its counts in other words: there, a goal that the model lacks is a
//! false negative whatever its truth. Here the positive class is UNSAFE as
//! everywhere, and a goal that is missing counts as one that was left open: not
//! right, and a missed attack if there is one.

use super::attempt::combine;
use super::counts::{Column, Level};
use super::{Attempt, Counts, Security};
use std::collections::{BTreeMap, BTreeSet};

/// Marks [`Counts`] of goals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PerGoal;

/// How an attempt judges one goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Verified is SAFE, falsified is UNSAFE.
    Judged(Security),
    /// The prover left it open.
    Undetermined,
    /// The model was analysed and does not state it.
    Missing,
    /// The prover was stopped.
    TimedOut,
    /// The prover does not load the model, or there is none.
    NotAnalysable,
}

/// Judges the goal of this name. Where several have it, they are judged
/// together, as the goals of a scheme are.
#[must_use]
pub fn judge(name: &str, attempt: &Attempt) -> Outcome {
    match attempt {
        Attempt::NotAnalysable => Outcome::NotAnalysable,
        Attempt::TimedOut => Outcome::TimedOut,
        Attempt::Analysed(goals) => {
            let named = goals.iter().filter(|goal| goal.name == name);
            match combine(named.map(|goal| goal.status)) {
                Some(Ok(security)) => Outcome::Judged(security),
                Some(Err(_)) => Outcome::Undetermined,
                None => Outcome::Missing,
            }
        }
    }
}

/// Judges and counts the goals of schemes: pairs of the truths, goal by goal,
/// and the attempt. Goals without a truth are not counted, see [`unknown`].
///
/// ```
/// use score::crypform::{Attempt, Goal, Security, Timeouts, goal};
/// use spthy_parse::Status;
/// let truths = [("secret".to_owned(), Security::Unsafe), ("auth".to_owned(), Security::Safe)].into();
/// let falsified = Goal { name: "secret".into(), status: Some(Status::FalsifiedTrace) };
/// let counts = goal::count([(&truths, &Attempt::Analysed(vec![falsified]))]);
/// // `auth` is missing, which is not right.
/// assert_eq!(counts.accuracy_of_analysed(Timeouts::Unjudged), Some(0.5));
/// ```
pub fn count<'a>(
    schemes: impl IntoIterator<Item = (&'a BTreeMap<String, Security>, &'a Attempt)>,
) -> Counts<PerGoal> {
    let mut counts = Counts::default();
    for (truths, attempt) in schemes {
        for (name, truth) in truths {
            counts.record(*truth, judge(name, attempt));
        }
    }
    counts
}

/// Names of goals that the model states and nothing is known of, each once:
/// often a goal of the truth under another name.
#[must_use]
pub fn unknown<'a>(truths: &BTreeMap<String, Security>, attempt: &'a Attempt) -> BTreeSet<&'a str> {
    let goals = match attempt {
        Attempt::Analysed(goals) => goals.as_slice(),
        Attempt::NotAnalysable | Attempt::TimedOut => &[],
    };
    let names = goals.iter().map(|goal| goal.name.as_str());
    names.filter(|name| !truths.contains_key(*name)).collect()
}

impl Level for PerGoal {
    type Outcome = Outcome;

    fn column(outcome: Outcome) -> Column {
        match outcome {
            Outcome::Judged(security) => Column::Judged(security),
            Outcome::Undetermined => Column::Undetermined,
            Outcome::Missing => Column::Absent,
            Outcome::TimedOut => Column::TimedOut,
            Outcome::NotAnalysable => Column::NotAnalysable,
        }
    }
}
