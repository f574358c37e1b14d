//! Accuracies and sums of one model, judge, context and protocol.

use super::{Judged, Measure, Status};
use crate::question::Task;
use statistics::{Bootstrap, Interval, Matches, percentile_interval};
use std::collections::BTreeMap;

/// Acc: the share of questions whose answer set equals the gold set.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell<'q> {
    /// Who replied.
    pub model: &'q str,
    /// Who judged.
    pub judge: &'q str,
    /// Which context went with the questions.
    pub context: &'q str,
    /// The machine.
    pub protocol: &'q str,
    /// What is compared.
    pub measure: Measure,
    /// Questions asked, those without an answer included.
    pub n: usize,
    /// Questions answered rightly.
    pub n_correct: usize,
    /// Questions whose reply could not be read.
    pub n_unparseable: usize,
    /// Questions without a reply.
    pub n_missing: usize,
    /// `n_correct / n`; a cell has at least one question.
    pub accuracy: f64,
    /// Bootstrap interval over questions.
    pub interval: Option<Interval>,
}

/// Micro scores of task 4: sums over the questions of a protocol.
#[derive(Debug, Clone, PartialEq)]
pub struct PathCell<'q> {
    /// Who replied.
    pub model: &'q str,
    /// Who judged.
    pub judge: &'q str,
    /// Which context went with the questions.
    pub context: &'q str,
    /// The machine.
    pub protocol: &'q str,
    /// Questions asked, those without an answer included.
    pub n: usize,
    /// Paths found and expected, summed.
    pub matches: Matches,
    /// Bootstrap interval of F1 over questions.
    pub interval: Option<Interval>,
}

pub(super) fn cells<'q>(judged: &[Judged<'q>], bootstrap: Bootstrap) -> Vec<Cell<'q>> {
    type Key<'q> = (&'q str, &'q str, Measure, &'q str, &'q str);
    let mut groups: BTreeMap<Key<'q>, Vec<(&Judged<'q>, bool)>> = BTreeMap::new();
    for one in judged {
        for &(measure, is_correct) in &one.correct {
            let protocol = one.question.machine.as_str();
            let key = (one.model, one.judge, measure, one.context, protocol);
            groups.entry(key).or_default().push((one, is_correct));
        }
    }
    let cells = groups
        .into_iter()
        .map(|((model, judge, measure, context, protocol), group)| {
            let n_with = |status| group.iter().filter(|(one, _)| one.status == status).count();
            let n_correct = group.iter().filter(|(_, is_correct)| *is_correct).count();
            let outcomes: Vec<bool> = group.iter().map(|(_, is_correct)| *is_correct).collect();
            Cell {
                model,
                judge,
                context,
                protocol,
                measure,
                n: group.len(),
                n_correct,
                n_unparseable: n_with(Status::Unparseable),
                n_missing: n_with(Status::Missing),
                accuracy: n_correct as f64 / group.len() as f64,
                interval: percentile_interval(&outcomes, share, bootstrap),
            }
        });
    cells.collect()
}

fn share(sample: &[&bool]) -> Option<f64> {
    let n_correct = sample.iter().filter(|is_correct| ***is_correct).count();
    (!sample.is_empty()).then(|| n_correct as f64 / sample.len() as f64)
}

pub(super) fn path_cells<'q>(judged: &[Judged<'q>], bootstrap: Bootstrap) -> Vec<PathCell<'q>> {
    type Key<'q> = (&'q str, &'q str, &'q str, &'q str);
    let mut groups: BTreeMap<Key<'q>, Vec<Matches>> = BTreeMap::new();
    for one in judged.iter().filter(|one| one.question.task == Task::Paths) {
        let key = (
            one.model,
            one.judge,
            one.context,
            one.question.machine.as_str(),
        );
        groups.entry(key).or_default().push(one.matches);
    }
    let cells = groups
        .into_iter()
        .map(|((model, judge, context, protocol), group)| {
            let f1 = |sample: &[&Matches]| sample.iter().copied().copied().sum::<Matches>().f1();
            PathCell {
                model,
                judge,
                context,
                protocol,
                n: group.len(),
                matches: group.iter().copied().sum(),
                interval: percentile_interval(&group, f1, bootstrap),
            }
        });
    cells.collect()
}
