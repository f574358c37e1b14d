//! One verdict a scheme: the benchmark's own mode.

use super::attempt::combine;
use super::counts::{Column, Level};
use super::{Attempt, Counts, Security};

/// Marks [`Counts`] of schemes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scheme;

/// How an attempt judges its scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// SAFE if there is at least one goal and all are verified, UNSAFE if one is
    /// falsified.
    Judged(Security),
    /// No goal is falsified and one is open. That is not SAFE.
    Undetermined,
    /// The model states no goal, so that nothing was verified.
    NoGoals,
    /// The prover was stopped.
    TimedOut,
    /// The prover does not load the model, or there is none.
    NotAnalysable,
}

/// Judges a scheme by the goals of its model.
///
/// ```
/// use score::crypform::{Attempt, Goal, Security, scheme};
/// use spthy_parse::Status;
/// let goal = |status| Goal { name: "g".into(), status: Some(status) };
/// let judge = |goals| scheme::judge(&Attempt::Analysed(goals));
/// assert_eq!(judge(vec![goal(Status::Verified)]), scheme::Outcome::Judged(Security::Safe));
/// assert_eq!(judge(vec![goal(Status::Verified), goal(Status::Incomplete)]), scheme::Outcome::Undetermined);
/// assert_eq!(
///     judge(vec![goal(Status::Incomplete), goal(Status::FalsifiedTrace)]),
///     scheme::Outcome::Judged(Security::Unsafe)
/// );
/// assert_eq!(judge(vec![]), scheme::Outcome::NoGoals);
/// ```
#[must_use]
pub fn judge(attempt: &Attempt) -> Outcome {
    match attempt {
        Attempt::NotAnalysable => Outcome::NotAnalysable,
        Attempt::TimedOut => Outcome::TimedOut,
        Attempt::Analysed(goals) => match combine(goals.iter().map(|goal| goal.status)) {
            Some(Ok(security)) => Outcome::Judged(security),
            Some(Err(_)) => Outcome::Undetermined,
            None => Outcome::NoGoals,
        },
    }
}

/// Judges and counts schemes: pairs of the truth and the attempt.
pub fn count<'a>(schemes: impl IntoIterator<Item = (Security, &'a Attempt)>) -> Counts<Scheme> {
    let mut counts = Counts::default();
    for (truth, attempt) in schemes {
        counts.record(truth, judge(attempt));
    }
    counts
}

impl Level for Scheme {
    type Outcome = Outcome;

    fn column(outcome: Outcome) -> Column {
        match outcome {
            Outcome::Judged(security) => Column::Judged(security),
            Outcome::Undetermined => Column::Undetermined,
            Outcome::NoGoals => Column::Absent,
            Outcome::TimedOut => Column::TimedOut,
            Outcome::NotAnalysable => Column::NotAnalysable,
        }
    }
}
