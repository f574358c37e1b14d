//! Scores for people.

use super::{Report, style_name};
use crate::answer::{Interval, Judged, Mean, Status};
use crate::question::{Item, Task};
use diagnostic::escape_controls;
use std::io::{self, Write};

/// Writes tables of scores; with `explain`, then what was wrong.
///
/// # Errors
/// What `out` refuses.
pub fn write_text(report: &Report<'_, '_>, out: &mut impl Write) -> io::Result<()> {
    let replies = report.replies();
    writeln!(
        out,
        "{} questions asked: {} replies read, {} unparseable, {} missing",
        replies.asked, replies.read, replies.unparseable, replies.missing
    )?;
    let styles: Vec<String> = replies
        .styles
        .iter()
        .map(|(&style, n)| format!("{n} {}", style_name(style)))
        .collect();
    if !styles.is_empty() {
        writeln!(out, "read as {}", styles.join(", "))?;
    }
    if replies.truncated + replies.repeated > 0 {
        writeln!(
            out,
            "replies that end inside of a JSON value: {}; repeated elements: {}",
            replies.truncated, replies.repeated
        )?;
    }
    let scores = report.scores;
    let mut rows = vec![row(&[
        "model",
        "judge",
        "measure",
        "context",
        "protocol",
        "accuracy",
        "interval",
        "right",
        "asked",
        "unparseable",
        "missing",
    ])];
    rows.extend(scores.cells.iter().map(|cell| {
        vec![
            cell.model.to_owned(),
            cell.judge.to_owned(),
            cell.measure.name().to_owned(),
            cell.context.to_owned(),
            cell.protocol.to_owned(),
            number(Some(cell.accuracy)),
            interval(cell.interval),
            cell.n_correct.to_string(),
            cell.n.to_string(),
            cell.n_unparseable.to_string(),
            cell.n_missing.to_string(),
        ]
    }));
    table("Accuracy: questions answered rightly", &rows, out)?;

    let mut rows = vec![row(&[
        "model",
        "score",
        "of",
        "value",
        "interval",
        "accuracies",
    ])];
    rows.extend(scores.means.iter().map(|score| {
        vec![
            score.model.to_owned(),
            format!("Score_{}", score.index),
            score.value.to_owned(),
            number(score.mean.mean),
            interval(score.interval),
            score.mean.n.to_string(),
        ]
    }));
    table("Scores: unweighted means of accuracies", &rows, out)?;

    if !scores.path_cells.is_empty() {
        let mut rows = vec![row(&[
            "model",
            "judge",
            "context",
            "protocol",
            "precision",
            "recall",
            "F1",
            "interval",
            "found",
            "wrong",
            "missed",
        ])];
        rows.extend(scores.path_cells.iter().map(|cell| {
            let matches = cell.matches;
            vec![
                cell.model.to_owned(),
                cell.judge.to_owned(),
                cell.context.to_owned(),
                cell.protocol.to_owned(),
                number(matches.precision()),
                number(matches.recall()),
                number(matches.f1()),
                interval(cell.interval),
                matches.true_positives.to_string(),
                matches.false_positives.to_string(),
                matches.false_negatives.to_string(),
            ]
        }));
        table(
            "Task 4: paths, summed over the questions of a protocol",
            &rows,
            out,
        )?;

        let mut rows = vec![row(&[
            "model",
            "protocol",
            "precision",
            "recall",
            "F1",
            "interval",
        ])];
        rows.extend(scores.path_means.iter().map(|score| {
            vec![
                score.model.to_owned(),
                score.protocol.unwrap_or("all, mean").to_owned(),
                mean(score.precision),
                mean(score.recall),
                mean(score.f1),
                interval(score.interval),
            ]
        }));
        table("Task 4: averaged over contexts, then judges", &rows, out)?;
    }
    if report.explain {
        writeln!(out, "\nWhat was wrong")?;
    }
    for one in report.wrong() {
        explanation(one, out)?;
    }
    Ok(())
}

fn row(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "undefined".to_owned(), |value| format!("{value:.4}"))
}

/// A mean, and how many of its terms were undefined.
fn mean(mean: Mean) -> String {
    let value = number(mean.mean);
    match (mean.mean, mean.undefined) {
        (None, _) | (_, 0) => value,
        (_, undefined) => format!("{value} ({undefined} undefined left out)"),
    }
}

fn interval(interval: Option<Interval>) -> String {
    interval.map_or_else(
        || "-".to_owned(),
        |interval| format!("{:.4}–{:.4}", interval.low, interval.high),
    )
}

/// Columns as wide as their widest cell.
fn table(title: &str, rows: &[Vec<String>], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n{title}")?;
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            row.iter()
                .map(|cell| escape_controls(cell).into_owned())
                .collect()
        })
        .collect();
    let n_columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..n_columns)
        .map(|column| {
            rows.iter()
                .map(|row| row[column].chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    for row in &rows {
        let cells = row.iter().zip(&widths);
        let line: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        writeln!(out, "  {}", line.join("  ").trim_end())?;
    }
    Ok(())
}

fn explanation(one: &Judged<'_>, out: &mut impl Write) -> io::Result<()> {
    let task = one.question.task;
    let status = match one.status {
        Status::Missing => ": there is no reply",
        Status::Unparseable => ": the reply could not be read",
        Status::Read(_) => "",
    };
    let head = format!(
        "{} ({}, {}, {})",
        one.question.id, one.model, one.context, one.judge
    );
    writeln!(out, "  {}{status}", escape_controls(&head))?;
    if !matches!(one.status, Status::Read(_)) {
        return Ok(());
    }
    if one.n_repeated > 0 {
        writeln!(out, "    repeated elements: {}", one.n_repeated)?;
    }
    for (item, mistakes) in &one.extra {
        writeln!(out, "    wrong: {}", shown(task, item))?;
        for mistake in mistakes {
            writeln!(out, "      {}", escape_controls(&mistake.kind.to_string()))?;
        }
    }
    for item in &one.missing {
        writeln!(out, "    missing: {}", shown(task, item))?;
    }
    Ok(())
}

fn shown(task: Task, item: &Item) -> String {
    let text = match task {
        Task::Paths => item.names.join(" → "),
        _ => task.item_json(item).to_string(),
    };
    escape_controls(&text).into_owned()
}
