//! Figures of one run: one generated theory as the prover printed it.

use crate::forest::Forest;
use crate::study::verdict;
use spthy_parse::Parsed;

/// How a run went, before anything is compared.
#[derive(Debug, Clone, Copy, PartialEq, Default, serde::Serialize)]
pub struct RunFigures {
    /// Lemmas, those about sources left out.
    pub lemmas: u64,
    /// Of these, those that hold.
    pub verified: u64,
    /// Of these, those that do not.
    pub falsified: u64,
    /// Steps of their proofs.
    pub steps: u64,
    /// The prover's processing time in seconds; undefined where it printed none.
    pub seconds: Option<f64>,
}

impl RunFigures {
    /// The figures of a theory whose trees are given.
    #[must_use]
    pub fn new(parsed: &Parsed<'_>, forest: &Forest) -> Self {
        let mut figures = Self::default();
        for tree in forest.trees.iter().filter(|tree| !tree.is_sources()) {
            figures.lemmas += 1;
            figures.verified += u64::from(verdict(&tree.row) == Some(true));
            figures.falsified += u64::from(verdict(&tree.row) == Some(false));
            figures.steps += tree.row.measure.steps;
        }
        let log = parsed.theory.log();
        let mut seconds = log.summaries.iter().map(|summary| summary.seconds);
        figures.seconds = seconds
            .next()
            .and_then(|first| seconds.try_fold(first?, |sum, seconds| Some(sum + seconds?)));
        figures
    }

    /// Lemmas without a verdict.
    #[must_use]
    pub fn undetermined(&self) -> u64 {
        self.lemmas - self.verified - self.falsified
    }
}

/// Why a file is not all there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Incomplete {
    /// It has faults, and no verdicts of the prover to say what is lost.
    #[error("{first} ({n_faults} in all)")]
    Faults {
        /// The first fault.
        first: String,
        /// How many there are.
        n_faults: usize,
    },
    /// A proof that the prover counted is not there as it counted it.
    #[error("the prover printed {printed} steps for `{lemma}`, {found} can be read: {first}")]
    Lost {
        /// The lemma.
        lemma: String,
        /// Steps as printed.
        printed: u64,
        /// Steps that could be read; 0 without the lemma.
        found: u64,
        /// The first fault.
        first: String,
    },
}

/// What of a file is lost; none where nothing is.
///
/// Some theories that the prover prints have faults that are no fault of the
/// lemmas. Such a file is whole if every lemma of the printed summary is
/// there with as many steps.
#[must_use]
pub fn incomplete(parsed: &Parsed<'_>, forest: &Forest) -> Option<Incomplete> {
    let first = parsed.errors.first().map(ToString::to_string);
    let log = parsed.theory.log();
    let printed = || log.summaries.iter().flat_map(|summary| &summary.rows);
    if printed().next().is_none() {
        return first.map(|first| Incomplete::Faults {
            first,
            n_faults: parsed.errors.len(),
        });
    }
    // A lemma that was lost as a whole is a row too many; one that was lost in part
    // has fewer steps.
    printed()
        .find(|row| {
            !forest
                .trees
                .iter()
                .any(|tree| tree.row.lemma == row.lemma && tree.row.measure.steps == row.steps)
        })
        .map(|row| Incomplete::Lost {
            lemma: row.lemma.to_owned(),
            printed: row.steps,
            found: forest
                .trees
                .iter()
                .find(|tree| tree.row.lemma == row.lemma)
                .map_or(0, |tree| tree.row.measure.steps),
            first: first.unwrap_or_else(|| "the file has no fault".to_owned()),
        })
}
