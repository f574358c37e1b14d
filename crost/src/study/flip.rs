//! Lemmas that hold of a theory and fail of a mutant of it.

use crate::forest::Forest;
use crate::score::Score;
use spthy_parse::{LemmaRow, Status};
use std::collections::BTreeMap;

/// What became of a lemma that was verified on the original.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FlipOutcome {
    /// Falsified on the mutant.
    Flipped,
    /// Verified on the mutant too.
    Kept,
    /// Not finished on the mutant, or its file contradicts itself.
    Undetermined,
    /// Not in the mutant's file.
    Missing,
    /// The mutant's lemma of this name has another quantifier or formula, so that its
    /// verdict says nothing of this one.
    #[serde(rename = "other lemma")]
    OtherLemma,
}

/// One lemma that was verified on the original.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Flip {
    /// Its name, with the side where it has one.
    pub lemma: String,
    /// What became of it.
    pub outcome: FlipOutcome,
}

/// What became of a theory's lemmas on a mutant.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct Flips {
    /// The lemmas verified on the original, in order.
    pub lemmas: Vec<Flip>,
    /// Lemmas that were not verified on the original, and so cannot flip.
    pub not_verified: Vec<String>,
    /// Lemmas about sources, which state no property and are left out.
    pub sources: Vec<String>,
    /// What a reader of the outcomes should know.
    pub warnings: Vec<String>,
}

impl Flips {
    /// How many lemmas came out in a way.
    #[must_use]
    pub fn count(&self, outcome: FlipOutcome) -> u64 {
        let is_it = |flip: &&Flip| flip.outcome == outcome;
        self.lemmas.iter().filter(is_it).count() as u64
    }

    /// Flip rate: flipped lemmas, of those verified on the original that have a
    /// verdict on the mutant. Undetermined, missing and other ones are in neither.
    #[must_use]
    pub fn rate(&self) -> Score {
        let flipped = self.count(FlipOutcome::Flipped);
        Score {
            covered: flipped,
            total: flipped + self.count(FlipOutcome::Kept),
        }
    }
}

/// Whether a lemma holds: by the verdict the prover printed, else by the proof
/// below it. None if it is not finished, and if the two disagree.
#[must_use]
pub fn verdict(row: &LemmaRow) -> Option<bool> {
    if row.disagrees() {
        return None;
    }
    match row.summary_status.or(row.status)? {
        Status::Verified => Some(true),
        Status::FalsifiedTrace | Status::FalsifiedNoTrace => Some(false),
        _ => None,
    }
}

/// Compares the verdicts on a theory and on a mutant, by name of lemma. Lemmas of one
/// name are the same only if they are printed the same.
///
/// ```
/// use crost::study::{FlipOutcome, flips};
/// use crost::{Forest, NormalForm};
/// use spthy_parse::{Arena, parse_theory};
/// let arena = Arena::new();
/// let forest = |text| Forest::of_theory("t", &parse_theory(text, &arena).theory, NormalForm::Local);
/// let original = forest("theory T begin lemma L: \"T\" by contradiction lemma M: \"T\" by contradiction end");
/// let mutant = forest("theory T begin lemma L: \"T\" SOLVED lemma M: \"T\" by sorry end");
/// let flips = flips(&original, &mutant);
/// assert_eq!(flips.lemmas[0].outcome, FlipOutcome::Flipped);
/// assert_eq!(flips.lemmas[1].outcome, FlipOutcome::Undetermined);
/// assert_eq!(flips.rate().value(), Some(1.0));
/// ```
#[must_use]
pub fn flips(original: &Forest, mutant: &Forest) -> Flips {
    // A name that stands twice has no one verdict.
    let mut on_mutant: BTreeMap<String, Option<&LemmaRow>> = BTreeMap::new();
    for tree in &mutant.trees {
        on_mutant
            .entry(tree.name())
            .and_modify(|row| *row = None)
            .or_insert(Some(&tree.row));
    }
    let mut flips = Flips::default();
    for (side, forest) in [("original", original), ("mutant", mutant)] {
        let disagreeing = forest.trees.iter().filter(|tree| tree.row.disagrees());
        flips.warnings.extend(disagreeing.map(|tree| {
            let name = tree.name();
            format!("{side}: the proof of `{name}` is not what the summary says, it has no verdict")
        }));
    }
    for tree in &original.trees {
        let lemma = tree.name();
        if tree.is_sources() {
            flips.sources.push(lemma);
            continue;
        }
        if verdict(&tree.row) != Some(true) {
            flips.not_verified.push(lemma);
            continue;
        }
        let outcome = match on_mutant.get(&lemma) {
            None => FlipOutcome::Missing,
            Some(None) => FlipOutcome::Undetermined,
            Some(Some(row)) if !states_the_same(&tree.row, row) => FlipOutcome::OtherLemma,
            Some(Some(row)) => match verdict(row) {
                None => FlipOutcome::Undetermined,
                Some(true) => FlipOutcome::Kept,
                Some(false) => FlipOutcome::Flipped,
            },
        };
        flips.lemmas.push(Flip { lemma, outcome });
    }
    flips
}

fn states_the_same(left: &LemmaRow, right: &LemmaRow) -> bool {
    (left.quantifier, &left.formula) == (right.quantifier, &right.formula)
}
