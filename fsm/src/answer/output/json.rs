//! Scores for programs.

use super::Report;
use crate::answer::{Interval, Mean, Status, Style};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, Write};

#[derive(Serialize)]
struct Document<'d> {
    replies: RepliesRecord,
    accuracies: Vec<CellRecord<'d>>,
    scores: Vec<ScoreRecord<'d>>,
    paths: Vec<PathRecord<'d>>,
    path_scores: Vec<PathScoreRecord<'d>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<Vec<WrongRecord<'d>>>,
}

#[derive(Serialize)]
struct RepliesRecord {
    asked: usize,
    read: usize,
    unparseable: usize,
    missing: usize,
    truncated: usize,
    repeated_elements: usize,
    styles: BTreeMap<Style, usize>,
}

#[derive(Serialize)]
struct IntervalRecord {
    low: f64,
    high: f64,
    undefined: usize,
}

impl From<Interval> for IntervalRecord {
    fn from(interval: Interval) -> Self {
        Self {
            low: interval.low,
            high: interval.high,
            undefined: interval.undefined,
        }
    }
}

#[derive(Serialize)]
struct CellRecord<'d> {
    model: &'d str,
    judge: &'d str,
    task: u8,
    measure: &'d str,
    context: &'d str,
    protocol: &'d str,
    accuracy: f64,
    interval: Option<IntervalRecord>,
    asked: usize,
    correct: usize,
    unparseable: usize,
    missing: usize,
}

/// A mean; `value` is null where it is undefined.
#[derive(Serialize)]
struct MeanRecord {
    value: Option<f64>,
    n: usize,
    undefined: usize,
}

impl From<Mean> for MeanRecord {
    fn from(mean: Mean) -> Self {
        Self {
            value: mean.mean,
            n: mean.n,
            undefined: mean.undefined,
        }
    }
}

#[derive(Serialize)]
struct ScoreRecord<'d> {
    model: &'d str,
    score: String,
    of: &'d str,
    #[serde(flatten)]
    mean: MeanRecord,
    interval: Option<IntervalRecord>,
}

#[derive(Serialize)]
struct PathRecord<'d> {
    model: &'d str,
    judge: &'d str,
    context: &'d str,
    protocol: &'d str,
    true_positives: u64,
    false_positives: u64,
    false_negatives: u64,
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
    f1_interval: Option<IntervalRecord>,
}

#[derive(Serialize)]
struct PathScoreRecord<'d> {
    model: &'d str,
    /// Null: the mean over protocols.
    protocol: Option<&'d str>,
    precision: MeanRecord,
    recall: MeanRecord,
    f1: MeanRecord,
    f1_interval: Option<IntervalRecord>,
}

#[derive(Serialize)]
struct WrongRecord<'d> {
    id: &'d str,
    model: &'d str,
    context: &'d str,
    judge: &'d str,
    status: &'static str,
    style: Option<Style>,
    truncated: bool,
    repeated_elements: usize,
    correct: BTreeMap<&'static str, bool>,
    extra: Vec<ExtraRecord>,
    missing: Vec<Value>,
}

#[derive(Serialize)]
struct ExtraRecord {
    item: Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mistakes: Vec<MistakeRecord>,
}

#[derive(Serialize)]
struct MistakeRecord {
    position: usize,
    kind: &'static str,
    message: String,
}

/// Writes one JSON document. What is undefined is null.
///
/// # Errors
/// What `out` refuses.
pub fn write_json(report: &Report<'_, '_>, out: &mut impl Write) -> io::Result<()> {
    let scores = report.scores;
    let replies = report.replies();
    let document = Document {
        replies: RepliesRecord {
            asked: replies.asked,
            read: replies.read,
            unparseable: replies.unparseable,
            missing: replies.missing,
            truncated: replies.truncated,
            repeated_elements: replies.repeated,
            styles: replies.styles,
        },
        accuracies: scores.cells.iter().map(cell).collect(),
        scores: scores
            .means
            .iter()
            .map(|score| ScoreRecord {
                model: score.model,
                score: format!("Score_{}", score.index),
                of: score.value,
                mean: score.mean.into(),
                interval: score.interval.map(Into::into),
            })
            .collect(),
        paths: scores.path_cells.iter().map(path_cell).collect(),
        path_scores: scores
            .path_means
            .iter()
            .map(|score| PathScoreRecord {
                model: score.model,
                protocol: score.protocol,
                precision: score.precision.into(),
                recall: score.recall.into(),
                f1: score.f1.into(),
                f1_interval: score.interval.map(Into::into),
            })
            .collect(),
        wrong: report.explain.then(|| report.wrong().map(wrong).collect()),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn cell<'d>(cell: &crate::answer::Cell<'d>) -> CellRecord<'d> {
    CellRecord {
        model: cell.model,
        judge: cell.judge,
        task: cell.measure.task.number(),
        measure: cell.measure.name(),
        context: cell.context,
        protocol: cell.protocol,
        accuracy: cell.accuracy,
        interval: cell.interval.map(Into::into),
        asked: cell.n,
        correct: cell.n_correct,
        unparseable: cell.n_unparseable,
        missing: cell.n_missing,
    }
}

fn path_cell<'d>(cell: &crate::answer::PathCell<'d>) -> PathRecord<'d> {
    PathRecord {
        model: cell.model,
        judge: cell.judge,
        context: cell.context,
        protocol: cell.protocol,
        true_positives: cell.matches.true_positives,
        false_positives: cell.matches.false_positives,
        false_negatives: cell.matches.false_negatives,
        precision: cell.matches.precision(),
        recall: cell.matches.recall(),
        f1: cell.matches.f1(),
        f1_interval: cell.interval.map(Into::into),
    }
}

fn wrong<'d>(one: &'d crate::answer::Judged<'d>) -> WrongRecord<'d> {
    let task = one.question.task;
    let (status, style) = match one.status {
        Status::Read(style) => ("read", Some(style)),
        Status::Unparseable => ("unparseable", None),
        Status::Missing => ("missing", None),
    };
    let extra = one.extra.iter().map(|(item, mistakes)| ExtraRecord {
        item: task.item_json(item),
        mistakes: mistakes
            .iter()
            .map(|mistake| MistakeRecord {
                position: mistake.position,
                kind: mistake.kind.code(),
                message: mistake.kind.to_string(),
            })
            .collect(),
    });
    WrongRecord {
        id: &one.question.id,
        model: one.model,
        context: one.context,
        judge: one.judge,
        status,
        style,
        truncated: one.truncated,
        repeated_elements: one.n_repeated,
        correct: one
            .correct
            .iter()
            .map(|(measure, is)| (measure.name(), *is))
            .collect(),
        extra: extra.collect(),
        missing: one
            .missing
            .iter()
            .map(|item| task.item_json(item))
            .collect(),
    }
}
