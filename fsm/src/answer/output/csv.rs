//! Scores for spreadsheets: one table, a score a row.

use super::Report;
use crate::answer::{Interval, Mean};
use serde::Serialize;
use std::io::{self, Write};

/// A row; what is undefined or does not apply is empty.
#[derive(Serialize, Default)]
struct Row<'d> {
    score: &'d str,
    model: &'d str,
    judge: &'d str,
    context: &'d str,
    protocol: &'d str,
    measure: &'d str,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    /// Questions, or scores that a mean is over.
    n: usize,
    /// Scores that a mean leaves out.
    undefined: Option<usize>,
    correct: Option<usize>,
    unparseable: Option<usize>,
    missing: Option<usize>,
    true_positives: Option<u64>,
    false_positives: Option<u64>,
    false_negatives: Option<u64>,
}

impl<'d> Row<'d> {
    fn within(mut self, interval: Option<Interval>) -> Self {
        self.low = interval.map(|interval| interval.low);
        self.high = interval.map(|interval| interval.high);
        self
    }

    fn mean(mut self, score: &'d str, mean: Mean) -> Self {
        self.score = score;
        self.value = mean.mean;
        self.n = mean.n;
        self.undefined = Some(mean.undefined);
        self
    }
}

/// Writes one table.
///
/// # Errors
/// What `out` refuses.
pub fn write_csv(report: &Report<'_, '_>, out: &mut impl Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let scores = report.scores;
    for cell in &scores.cells {
        let row = Row {
            score: "Acc",
            model: cell.model,
            judge: cell.judge,
            context: cell.context,
            protocol: cell.protocol,
            measure: cell.measure.name(),
            value: Some(cell.accuracy),
            n: cell.n,
            correct: Some(cell.n_correct),
            unparseable: Some(cell.n_unparseable),
            missing: Some(cell.n_missing),
            ..Row::default()
        };
        writer.serialize(row.within(cell.interval))?;
    }
    for score in &scores.means {
        let mut row = Row {
            model: score.model,
            ..Row::default()
        };
        let (name, column) = match score.index {
            'j' => ("Score_j", &mut row.judge),
            'o' => ("Score_o", &mut row.measure),
            'c' => ("Score_c", &mut row.context),
            _ => ("Score_p", &mut row.protocol),
        };
        *column = score.value;
        writer.serialize(row.mean(name, score.mean).within(score.interval))?;
    }
    for cell in &scores.path_cells {
        let matches = cell.matches;
        let values = [
            ("precision", matches.precision(), None),
            ("recall", matches.recall(), None),
            ("F1", matches.f1(), cell.interval),
        ];
        for (score, value, interval) in values {
            let row = Row {
                score,
                model: cell.model,
                judge: cell.judge,
                context: cell.context,
                protocol: cell.protocol,
                measure: "4 paths",
                value,
                n: cell.n,
                true_positives: Some(matches.true_positives),
                false_positives: Some(matches.false_positives),
                false_negatives: Some(matches.false_negatives),
                ..Row::default()
            };
            writer.serialize(row.within(interval))?;
        }
    }
    for score in &scores.path_means {
        let values = [
            ("mean precision", score.precision, None),
            ("mean recall", score.recall, None),
            ("mean F1", score.f1, score.interval),
        ];
        for (name, mean, interval) in values {
            let row = Row {
                model: score.model,
                protocol: score.protocol.unwrap_or_default(),
                measure: "4 paths",
                ..Row::default()
            };
            writer.serialize(row.mean(name, mean).within(interval))?;
        }
    }
    writer.flush()
}
