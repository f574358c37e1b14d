//! The table of a study for people at a terminal.

use crate::study::{Group, MeanScore, RunRecord, RunStatus, ShareAbove, Total, family_names};
use diagnostic::escape_controls;
use std::io::{self, Write};

/// The cells of the table, the header first. Undefined is a dash; a mean that
/// leaves out runs says over how many it is, a sum how many it lacks.
pub(super) fn cells(records: &[RunRecord], groups: &[Group]) -> Vec<Vec<String>> {
    let families = family_names(records);
    let mut header: Vec<String> = ["protocol", "model", "runs", "errors", "syntax", "lemmas"]
        .into_iter()
        .chain(["verified", "CRoST"])
        .map(str::to_owned)
        .collect();
    header.extend(families.iter().cloned());
    header.extend(["seconds", "steps"].map(str::to_owned));
    let mut rows = vec![header];
    for group in groups {
        let mut row = vec![
            group.protocol.clone().unwrap_or_else(|| "all".to_owned()),
            group.model.clone(),
            group.runs.to_string(),
            group.errors.to_string(),
            group.syntax.value().map_or_else(dash, |share| {
                format!("{:.0}% of {}", share * 100.0, group.syntax.total)
            }),
            total(group.lemmas, 0),
            total(group.verified, 0),
            mean(group.crost),
        ];
        row.extend(families.iter().map(|family| {
            let score = group.families.get(family).copied();
            score.map_or_else(dash, mean)
        }));
        row.extend([total(group.seconds, 1), total(group.steps, 0)]);
        rows.push(row);
    }
    rows
}

fn dash() -> String {
    "–".to_owned()
}

fn mean(score: MeanScore) -> String {
    match score.mean {
        None => dash(),
        Some(mean) if score.undefined == 0 => format!("{mean:.3}"),
        Some(mean) => format!("{mean:.3} of {}", score.n),
    }
}

fn total(total: Total, digits: usize) -> String {
    match total.sum {
        None => dash(),
        Some(sum) if total.unknown == 0 => format!("{sum:.digits$}"),
        Some(sum) => format!("{sum:.digits$} + {}?", total.unknown),
    }
}

/// A share in percent as one would write it: 57 of 0.57, which no product of binary
/// fractions gives.
fn percent(share: f64) -> f64 {
    format!("{share}e2").parse().unwrap_or(share * 100.0)
}

/// What is said of the distribution over target lemmas.
pub(super) fn distribution(share: ShareAbove) -> String {
    let undefined = match share.undefined {
        0 => String::new(),
        n => format!(", {n} more without paths"),
    };
    match share.above.value() {
        None => "no target lemma has a score".to_owned(),
        Some(value) => format!(
            "{:.1}% of target lemmas, each counted once a run, are covered by more than {}% ({} of \
             {}{undefined})",
            value * 100.0,
            percent(share.threshold),
            share.above.covered,
            share.above.total
        ),
    }
}

/// Writes the table, the distribution over target lemmas and the runs without a
/// score.
///
/// # Errors
/// Those of `out`.
pub fn write(
    records: &[RunRecord],
    groups: &[Group],
    target_lemmas: ShareAbove,
    out: &mut dyn Write,
) -> io::Result<()> {
    let rows: Vec<Vec<String>> = cells(records, groups)
        .into_iter()
        .map(|row| {
            row.iter()
                .map(|cell| escape_controls(cell).into_owned())
                .collect()
        })
        .collect();
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|at| rows.iter().map(|row| row[at].chars().count()).max())
        .map(Option::unwrap_or_default)
        .collect();
    for row in &rows {
        let mut line = String::new();
        for (at, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let padding = " ".repeat(width - cell.chars().count());
            // Names to the left, numbers to the right.
            if at < 2 {
                line.extend([cell.as_str(), &padding, "  "]);
            } else {
                line.extend([padding.as_str(), cell, "  "]);
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out, "\n{}", distribution(target_lemmas))?;
    let without: Vec<&RunRecord> = records
        .iter()
        .filter(|run| run.status != RunStatus::Scored)
        .collect();
    if !without.is_empty() {
        writeln!(
            out,
            "\n{} of {} runs have no score",
            without.len(),
            records.len()
        )?;
    }
    for run in without {
        writeln!(
            out,
            "  {} {} {}: {}: {}",
            escape_controls(&run.name.protocol),
            escape_controls(&run.name.model),
            escape_controls(&run.name.run),
            run.status.name(),
            escape_controls(run.reason.as_deref().unwrap_or_default())
        )?;
    }
    Ok(())
}
