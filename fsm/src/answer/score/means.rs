//! Score_j, Score_o, Score_c, Score_p, and the means of task 4.
//!
//! Score_j is the unweighted mean of the accuracies Acc of one judge: over every
//! protocol, context and measure, a cell of few questions counting as much as one
//! of many. Score_o (a measure, what is asked for), Score_c (a context) and
//! Score_p (a protocol) are the same for the others. Task 4's precision, recall
//! and F1 are summed over the questions of a protocol, then averaged over
//! contexts, then over judges (section 4.6), in that order.

use super::cell::{cells, path_cells};
use super::{Cell, Judged, Measure, PathCell};
use crate::question::Task;
use statistics::{Bootstrap, Interval, Matches, Mean, percentile_interval};
use std::collections::{BTreeMap, BTreeSet};

/// All scores of judged answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores<'q> {
    /// Acc by model, judge, measure, context, protocol.
    pub cells: Vec<Cell<'q>>,
    /// Score_j, Score_o, Score_c, Score_p by model.
    pub means: Vec<Score<'q>>,
    /// Micro sums of task 4 by model, judge, context, protocol.
    pub path_cells: Vec<PathCell<'q>>,
    /// Means of task 4 by model: one a protocol, then one over protocols.
    pub path_means: Vec<PathScore<'q>>,
}

/// An unweighted mean of accuracies.
#[derive(Debug, Clone, PartialEq)]
pub struct Score<'q> {
    /// Who replied.
    pub model: &'q str,
    /// `j`, `o`, `c` or `p`.
    pub index: char,
    /// The judge, measure, context or protocol.
    pub value: &'q str,
    /// The mean, over how many accuracies.
    pub mean: Mean,
    /// Bootstrap interval over questions: a question that is drawn brings its
    /// outcomes in all contexts and by all judges.
    pub interval: Option<Interval>,
}

/// Precision, recall and F1 of task 4, averaged over contexts, then judges.
#[derive(Debug, Clone, PartialEq)]
pub struct PathScore<'q> {
    /// Who replied.
    pub model: &'q str,
    /// The protocol; none: the mean over protocols.
    pub protocol: Option<&'q str>,
    /// Mean precision.
    pub precision: Mean,
    /// Mean recall.
    pub recall: Mean,
    /// Mean F1.
    pub f1: Mean,
    /// Bootstrap interval of the mean F1 over questions.
    pub interval: Option<Interval>,
}

/// The scores of judged answers.
#[must_use]
pub fn scores<'q>(judged: &[Judged<'q>], bootstrap: Bootstrap) -> Scores<'q> {
    let models: BTreeSet<&'q str> = judged.iter().map(|one| one.model).collect();
    let mut means = Vec::new();
    let mut path_means = Vec::new();
    for model in models {
        let of_model: Vec<&Judged<'q>> = judged.iter().filter(|one| one.model == model).collect();
        means.extend(means_of(model, &of_model, bootstrap));
        path_means.extend(path_means_of(model, &of_model, bootstrap));
    }
    Scores {
        cells: cells(judged, bootstrap),
        means,
        path_cells: path_cells(judged, bootstrap),
        path_means,
    }
}

/// Where an outcome belongs: judge, measure, context, protocol.
type Place<'q> = (&'q str, Measure, &'q str, &'q str);

fn means_of<'q>(model: &'q str, judged: &[&Judged<'q>], bootstrap: Bootstrap) -> Vec<Score<'q>> {
    type Value<'q> = fn(&Place<'q>) -> &'q str;
    let indices: [(char, Value<'q>); 4] = [
        ('j', |place| place.0),
        ('o', |place| place.1.name()),
        ('c', |place| place.2),
        ('p', |place| place.3),
    ];
    let mut means = Vec::new();
    for (index, value) in indices {
        // By value: the outcomes of each question, the unit that is resampled.
        type Units<'q> = BTreeMap<&'q str, Vec<(Place<'q>, bool)>>;
        let mut units: BTreeMap<&'q str, Units<'q>> = BTreeMap::new();
        for one in judged {
            for &(measure, is_correct) in &one.correct {
                let place = (
                    one.judge,
                    measure,
                    one.context,
                    one.question.machine.as_str(),
                );
                let unit = units.entry(value(&place)).or_default();
                unit.entry(&one.question.id)
                    .or_default()
                    .push((place, is_correct));
            }
        }
        for (value, units) in units {
            let places: BTreeSet<Place<'q>> =
                units.values().flatten().map(|(place, _)| *place).collect();
            let places: Vec<Place<'q>> = places.into_iter().collect();
            let position = |place: &Place<'q>| places.binary_search(place).unwrap_or_default();
            let sample: Vec<Vec<(usize, bool)>> = units
                .into_values()
                .map(|unit| {
                    unit.iter()
                        .map(|(place, is)| (position(place), *is))
                        .collect()
                })
                .collect();
            let mean = |sample: &[&Vec<(usize, bool)>]| {
                let mut sums = vec![(0_usize, 0_usize); places.len()];
                for &(place, is_correct) in sample.iter().copied().flatten() {
                    sums[place].0 += usize::from(is_correct);
                    sums[place].1 += 1;
                }
                Mean::of(
                    sums.iter()
                        .map(|&(right, n)| (n > 0).then(|| right as f64 / n as f64)),
                )
            };
            let all: Vec<&Vec<(usize, bool)>> = sample.iter().collect();
            means.push(Score {
                model,
                index,
                value,
                mean: mean(&all),
                interval: percentile_interval(&sample, |drawn| mean(drawn).mean, bootstrap),
            });
        }
    }
    means
}

/// Where sums of paths belong: protocol, judge, context.
type PathPlace<'q> = (&'q str, &'q str, &'q str);

/// What is averaged of sums.
type PathMeasure = fn(Matches) -> Option<f64>;

/// Contexts, then judges, then protocols.
fn accumulate(sums: &BTreeMap<PathPlace<'_>, Matches>, score: PathMeasure) -> Mean {
    let mut protocols: BTreeMap<&str, BTreeMap<&str, Vec<Option<f64>>>> = BTreeMap::new();
    for (&(protocol, judge, _), &matches) in sums {
        let judges = protocols.entry(protocol).or_default();
        judges.entry(judge).or_default().push(score(matches));
    }
    let mut means: Vec<Mean> = protocols
        .into_values()
        .map(|judges| over(judges.into_values().map(Mean::of).collect()))
        .collect();
    match &means[..] {
        [_] => means.remove(0),
        _ => over(means),
    }
}

/// The mean of means. It also counts the undefined scores that they leave out, which
/// nobody would see otherwise; a mean of none of its scores is no further one.
fn over(means: Vec<Mean>) -> Mean {
    let outer = Mean::of(means.iter().map(|mean| mean.mean));
    Mean {
        undefined: means.iter().map(|mean| mean.undefined).sum(),
        ..outer
    }
}

fn path_means_of<'q>(
    model: &'q str,
    judged: &[&Judged<'q>],
    bootstrap: Bootstrap,
) -> Vec<PathScore<'q>> {
    let paths = || judged.iter().filter(|one| one.question.task == Task::Paths);
    let protocols: BTreeSet<&'q str> = paths().map(|one| one.question.machine.as_str()).collect();
    let mut selections: Vec<Option<&'q str>> = protocols.into_iter().map(Some).collect();
    if selections.is_empty() {
        return Vec::new();
    }
    selections.push(None);
    let scores = selections.into_iter().map(|protocol| {
        let mut units: BTreeMap<&'q str, Vec<(PathPlace<'q>, Matches)>> = BTreeMap::new();
        for one in paths() {
            let machine = one.question.machine.as_str();
            if protocol.is_none_or(|protocol| protocol == machine) {
                let place = (machine, one.judge, one.context);
                units
                    .entry(&one.question.id)
                    .or_default()
                    .push((place, one.matches));
            }
        }
        let sample: Vec<Vec<(PathPlace<'q>, Matches)>> = units.into_values().collect();
        let mean = |sample: &[&Vec<(PathPlace<'q>, Matches)>], score: PathMeasure| {
            let mut sums: BTreeMap<PathPlace<'q>, Matches> = BTreeMap::new();
            for &(place, matches) in sample.iter().copied().flatten() {
                *sums.entry(place).or_default() += matches;
            }
            accumulate(&sums, score)
        };
        let all: Vec<&Vec<(PathPlace<'q>, Matches)>> = sample.iter().collect();
        let f1 = |drawn: &[&Vec<(PathPlace<'q>, Matches)>]| mean(drawn, Matches::f1).mean;
        PathScore {
            model,
            protocol,
            precision: mean(&all, Matches::precision),
            recall: mean(&all, Matches::recall),
            f1: mean(&all, Matches::f1),
            interval: percentile_interval(&sample, f1, bootstrap),
        }
    });
    scores.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_means_count_every_undefined_score() {
        let found = Matches {
            true_positives: 1,
            ..Matches::default()
        };
        let none = Matches::default();
        let sums = BTreeMap::from([
            (("A", "exact", "easy"), found),
            (("A", "exact", "none"), none),
            (("A", "similar", "easy"), none),
            (("A", "similar", "none"), none),
        ]);
        let mean = accumulate(&sums, Matches::precision);
        assert_eq!((mean.mean, mean.n, mean.undefined), (Some(1.0), 1, 3));
        let mut both = sums;
        both.insert(("B", "exact", "easy"), none);
        let mean = accumulate(&both, Matches::precision);
        assert_eq!((mean.mean, mean.n, mean.undefined), (Some(1.0), 1, 4));
    }
}
