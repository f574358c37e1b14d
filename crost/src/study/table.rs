//! Tables over many runs: per protocol and model, as the paper's Tables I, III and V.

use crate::score::Score;
use crate::study::{Covered, RunRecord, RunStatus};
use serde::Serialize;
use statistics::Mean;
use std::collections::{BTreeMap, BTreeSet};

/// A mean over runs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MeanScore {
    /// The mean; undefined if no run has a score.
    pub mean: Option<f64>,
    /// Runs with a score.
    pub n: usize,
    /// Runs without.
    pub undefined: usize,
}

impl From<Mean> for MeanScore {
    fn from(mean: Mean) -> Self {
        Self {
            mean: mean.mean,
            n: mean.n,
            undefined: mean.undefined,
        }
    }
}

/// A sum over runs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Total {
    /// The sum over the runs that have the figure; undefined if none has.
    pub sum: Option<f64>,
    /// Runs without the figure.
    pub unknown: usize,
}

impl Total {
    fn of(values: impl Iterator<Item = Option<f64>>) -> Self {
        let (mut sum, mut unknown) = (None, 0);
        for value in values {
            match value {
                Some(value) => sum = Some(sum.unwrap_or(0.0) + value),
                None => unknown += 1,
            }
        }
        Self { sum, unknown }
    }
}

/// The runs of one model on one protocol, or on all of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Group {
    /// Which protocol; none for all of them.
    pub protocol: Option<String>,
    /// Which model.
    pub model: String,
    /// Number of runs.
    pub runs: usize,
    /// Runs with status error.
    pub errors: usize,
    /// Runs whose theory loads, of those that could be read.
    pub syntax: Score,
    /// Generated lemmas (Table I).
    pub lemmas: Total,
    /// Lemmas that hold.
    pub verified: Total,
    /// Mean CRoST of the runs (Table III, overall).
    pub crost: MeanScore,
    /// Mean CRoST of the runs on the target's lemmas of a family (Table III).
    pub families: BTreeMap<String, MeanScore>,
    /// Seconds of the prover (Table V).
    pub seconds: Total,
    /// Proof steps (Table V).
    pub steps: Total,
    /// Cumulative coverage after each run, in order; none where a run has no score,
    /// which adds nothing. Empty for a group over all protocols, and where
    /// the runs have different targets.
    pub curve: Vec<Option<f64>>,
}

/// The families that any record has, after the three of the paper.
#[must_use]
pub fn family_names(records: &[RunRecord]) -> Vec<String> {
    let mut names: Vec<String> = ["secrecy", "authentication", "sanity"]
        .map(str::to_owned)
        .into();
    let others: BTreeSet<&String> = records.iter().flat_map(|run| run.families.keys()).collect();
    for name in others {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// Groups of runs: for each protocol and model, in the order they first come, then
/// for each model over all protocols.
#[must_use]
pub fn groups(records: &[RunRecord]) -> Vec<Group> {
    let mut keys: Vec<(Option<&str>, &str)> = Vec::new();
    let mut models = Vec::new();
    for record in records {
        let key = (
            Some(record.name.protocol.as_str()),
            record.name.model.as_str(),
        );
        if !keys.contains(&key) {
            keys.push(key);
        }
        if !models.contains(&(None, key.1)) {
            models.push((None, key.1));
        }
    }
    let families = family_names(records);
    keys.into_iter()
        .chain(models)
        .map(|(protocol, model)| {
            let runs: Vec<&RunRecord> = records
                .iter()
                .filter(|record| {
                    record.name.model == model
                        && protocol.is_none_or(|protocol| record.name.protocol == protocol)
                })
                .collect();
            group(protocol, model, &runs, &families)
        })
        .collect()
}

fn group(protocol: Option<&str>, model: &str, runs: &[&RunRecord], families: &[String]) -> Group {
    let mut syntax = Score::default();
    for loads in runs.iter().filter_map(|run| run.syntax) {
        syntax.total += 1;
        syntax.covered += u64::from(loads);
    }
    let total =
        |figure: &dyn Fn(&RunRecord) -> Option<f64>| Total::of(runs.iter().map(|run| figure(run)));
    let count = |figure: Option<u64>| figure.map(crate::Quantity::number);
    let family_mean = |name: &String| {
        Mean::of(runs.iter().map(|run| {
            let paths = run.families.get(name).copied();
            paths.and_then(Covered::value)
        }))
    };
    Group {
        protocol: protocol.map(str::to_owned),
        model: model.to_owned(),
        runs: runs.len(),
        errors: runs
            .iter()
            .filter(|run| run.status == RunStatus::Error)
            .count(),
        syntax,
        lemmas: total(&|run| count(run.lemmas)),
        verified: total(&|run| count(run.verified)),
        crost: Mean::of(runs.iter().map(|run| run.crost)).into(),
        families: families
            .iter()
            .map(|name| (name.clone(), family_mean(name).into()))
            .collect(),
        seconds: total(&|run| run.seconds),
        steps: total(&|run| count(run.steps)),
        curve: protocol.map_or_else(Vec::new, |_| curve(runs)),
    }
}

fn curve(runs: &[&RunRecord]) -> Vec<Option<f64>> {
    let has_other_target = |run: &&&RunRecord| run.name.target != runs[0].name.target;
    if runs.iter().any(|run| has_other_target(&run)) {
        return Vec::new();
    }
    let mut covered: Vec<u8> = Vec::new();
    runs.iter()
        .map(|run| {
            run.crost?;
            let bits = run.covered_bits()?;
            covered.resize(covered.len().max(bits.len()), 0);
            for (all, one) in covered.iter_mut().zip(bits) {
                *all |= one;
            }
            let n_covered = covered
                .iter()
                .map(|byte| u64::from(byte.count_ones()))
                .sum();
            let total = run.paths?.total;
            Covered {
                covered: n_covered,
                total,
            }
            .value()
        })
        .collect()
}
