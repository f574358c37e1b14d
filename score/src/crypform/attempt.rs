//! What came of a generated model.

use spthy_parse::{Side, Status, Summary, SummaryRow, SummarySide, TraceQuantifier};

/// The security of a scheme or of one goal of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Security {
    /// SAFE: there is no attack.
    Safe,
    /// UNSAFE: there is one. The positive class.
    Unsafe,
}

/// A goal and what the prover says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goal {
    /// The name of the lemma, with `LHS : `, `RHS : ` or `DiffLemma: ` before it
    /// in a theory about observational equivalence.
    pub name: String,
    /// The verdict; none where the prover printed one that cannot be read.
    pub status: Option<Status>,
}

/// What came of a generated model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attempt {
    /// There is none, or the prover does not load it.
    NotAnalysable,
    /// The prover loaded it and was stopped before it said anything. If it said
    /// something about some goals, that is [`Attempt::Analysed`], where the
    /// others are incomplete: an attack that was found stays found.
    TimedOut,
    /// The prover said something about each goal.
    Analysed(Vec<Goal>),
}

/// Which lemmas of a summary are goals.
///
/// The benchmark does not say. A lemma over `exists-trace` mostly states that a
/// protocol can be run: if it is falsified the model is of little use, but
/// nobody attacked anything, and if it alone is verified nothing is secure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lemmas {
    /// Those over all traces, and diff lemmas.
    AllTraces,
    /// All.
    Every,
}

impl Lemmas {
    fn has(self, row: &SummaryRow<'_>) -> bool {
        self == Self::Every || row.quantifier != Some(TraceQuantifier::ExistsTrace)
    }
}

impl Attempt {
    /// The goals of one analysed file.
    ///
    /// A row that cannot be read is a goal without a verdict, never left out.
    /// Warnings of wellformedness say nothing here: the prover analyses such a
    /// theory, and [`Summary::n_failed_checks`] tells who wants to refuse it.
    ///
    /// ```
    /// use score::crypform::{Attempt, Lemmas};
    /// let log = spthy_parse::Log::read(
    ///     "analyzed: a.spthy\n  runs (exists-trace): verified (4 steps)\n  auth (all-traces): verified (9 steps)\n");
    /// let Attempt::Analysed(goals) = Attempt::of_summary(&log.summaries[0], Lemmas::AllTraces) else { panic!() };
    /// assert_eq!(goals[0].name, "auth");
    /// assert_eq!(goals.len(), 1);
    /// ```
    #[must_use]
    pub fn of_summary(summary: &Summary<'_>, lemmas: Lemmas) -> Self {
        let rows = summary.rows.iter().filter(|row| lemmas.has(row));
        let read = rows.map(|row| Goal {
            name: format!("{}{}", prefix(row.side), row.lemma),
            status: Some(row.status),
        });
        let unread = summary.unread_rows.iter().map(|row| Goal {
            name: (*row).to_owned(),
            status: None,
        });
        Self::Analysed(read.chain(unread).collect())
    }
}

/// What the prover prints before the name of a lemma.
fn prefix(side: Option<SummarySide>) -> &'static str {
    match side {
        None => "",
        Some(SummarySide::Trace(Side::Left)) => "LHS : ",
        Some(SummarySide::Trace(Side::Right)) => "RHS : ",
        Some(SummarySide::Diff) => "DiffLemma: ",
    }
}

/// What verdicts come to together: falsified if one is, else open if one is,
/// else verified; nothing if there are none.
pub(super) fn combine(
    statuses: impl IntoIterator<Item = Option<Status>>,
) -> Option<Result<Security, Open>> {
    let mut combined = None;
    for status in statuses {
        let next = match status {
            Some(Status::Verified) => Ok(Security::Safe),
            Some(Status::FalsifiedTrace | Status::FalsifiedNoTrace) => Ok(Security::Unsafe),
            Some(
                Status::Incomplete
                | Status::Undetermined
                | Status::Unfinishable
                | Status::Invalidated,
            )
            | None => Err(Open),
        };
        combined = match (combined, next) {
            (Some(Ok(Security::Unsafe)), _) | (_, Ok(Security::Unsafe)) => {
                Some(Ok(Security::Unsafe))
            }
            (Some(Err(Open)), _) | (_, Err(Open)) => Some(Err(Open)),
            (_, Ok(Security::Safe)) => Some(Ok(Security::Safe)),
        };
    }
    combined
}

/// The prover left a goal open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Open;
