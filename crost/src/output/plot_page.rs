//! A study as a page: tables, curves, points, distribution. Needs no network.

use super::plot::{Lines, Series, escape, histogram, lines, scatter};
use super::plot_table::{cells, distribution};
use crate::study::{self, Group, RunRecord, RunStatus, ShareAbove};
use statistics::{Correlation, Undefined, kendall, pearson, spearman};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// What the page shows.
#[derive(Debug, Clone, Copy)]
pub struct StudyPage<'s> {
    /// What the runs are listed in.
    pub title: &'s str,
    /// All runs.
    pub records: &'s [RunRecord],
    /// Their groups; see [`study::groups`].
    pub groups: &'s [Group],
    /// The distribution over target lemmas.
    pub target_lemmas: ShareAbove,
}

const STYLE: &str = "
body { font: 14px/1.45 system-ui, sans-serif; margin: 0 auto; padding: 16px 24px; max-width: 1360px; color: #222; background: #fff; }
h1 { font-size: 20px; overflow-wrap: anywhere; } h2 { font-size: 16px; margin-top: 28px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; } td, th { padding: 4px 10px; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap; }
td:first-child, th:first-child, td:nth-child(2), th:nth-child(2) { text-align: left; }
.reasons td { text-align: left; white-space: normal; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(520px, 1fr)); gap: 12px; }
figure { margin: 0; border: 1px solid #ddd; } svg { display: block; width: 100%; } figcaption { padding: 6px 12px; color: #444; }
";

const LEGEND: &str = "<h2>Models over all protocols</h2><p>CRoST is the mean over runs; families \
are scored on the target's lemmas of each. A dash is undefined; “of n” is a mean over the n runs \
that have a score; “+ n?” is a sum that n runs are missing from.</p>";

/// Writes the page.
///
/// # Errors
/// Those of `out`.
pub fn write(page: &StudyPage<'_>, out: &mut dyn Write) -> io::Result<()> {
    let title = format!("Coverage of the runs in {}", escape(page.title));
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head><body>\
         <h1>{title}</h1><p>{} runs. {}.</p>",
        page.records.len(),
        escape(&distribution(page.target_lemmas))
    )?;
    out.write_all(LEGEND.as_bytes())?;
    table(page, |group| group.protocol.is_none(), out)?;
    out.write_all(b"<h2>All runs</h2><div class=\"charts\">")?;
    points(page.records, out)?;
    bars(page, out)?;
    out.write_all(b"</div>")?;
    curves(page.groups, out)?;
    out.write_all(b"<h2>Protocols and models</h2>")?;
    table(page, |group| group.protocol.is_some(), out)?;
    reasons(page.records, out)?;
    out.write_all(b"</body></html>\n")
}

/// The table of some groups.
fn table(
    page: &StudyPage<'_>,
    is_shown: impl Fn(&Group) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(b"<div class=\"wide\"><table>")?;
    for (at, row) in cells(page.records, page.groups).iter().enumerate() {
        let tag = match at.checked_sub(1) {
            None => "th",
            Some(group) if is_shown(&page.groups[group]) => "td",
            Some(_) => continue,
        };
        out.write_all(b"<tr>")?;
        for cell in row {
            write!(out, "<{tag}>{}</{tag}>", escape(cell))?;
        }
        out.write_all(b"</tr>\n")?;
    }
    out.write_all(b"</table></div>")
}

fn figure(svg: &str, caption: &str, out: &mut dyn Write) -> io::Result<()> {
    let caption = escape(caption);
    writeln!(
        out,
        "<figure>{svg}<figcaption>{caption}</figcaption></figure>"
    )
}

/// A chart a protocol, a line a model, where a model has more than one run.
fn curves(groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
    let mut by_protocol: Vec<(&str, Vec<Series>)> = Vec::new();
    for group in groups {
        let Some(protocol) = group
            .protocol
            .as_deref()
            .filter(|_| !group.curve.is_empty())
        else {
            continue;
        };
        let points = (1_u32..).zip(&group.curve);
        let series = Series {
            name: group.model.clone(),
            points: points
                .map(|(run, &score)| (f64::from(run), score))
                .collect(),
        };
        match by_protocol.iter_mut().find(|(name, _)| *name == protocol) {
            Some((_, all)) => all.push(series),
            None => by_protocol.push((protocol, vec![series])),
        }
    }
    by_protocol.retain(|(_, series)| series.iter().any(|series| series.points.len() > 1));
    if by_protocol.is_empty() {
        return Ok(());
    }
    out.write_all(b"<h2>Cumulative coverage</h2><div class=\"charts\">")?;
    for (protocol, series) in by_protocol {
        let chart = Lines {
            title: protocol,
            x_label: "runs so far",
            y_label: "CRoST of all runs together",
            series: &series,
        };
        figure(
            &lines(&chart),
            "A run without a score adds nothing and has no mark.",
            out,
        )?;
    }
    out.write_all(b"</div>")
}

/// A mark a run: how much was generated, how much it covers.
fn points(records: &[RunRecord], out: &mut dyn Write) -> io::Result<()> {
    let mut by_model: BTreeMap<&str, Vec<(f64, Option<f64>)>> = BTreeMap::new();
    let (mut lemmas, mut scores) = (Vec::new(), Vec::new());
    for record in records {
        let Some(n_lemmas) = record.lemmas.map(crate::Quantity::number) else {
            continue;
        };
        by_model
            .entry(&record.name.model)
            .or_default()
            .push((n_lemmas, record.crost));
        if let Some(score) = record.crost {
            lemmas.push(n_lemmas);
            scores.push(score);
        }
    }
    let series: Vec<Series> = by_model
        .into_iter()
        .map(|(model, points)| Series {
            name: model.to_owned(),
            points,
        })
        .collect();
    let chart = Lines {
        title: "Generated lemmas and coverage",
        x_label: "generated lemmas of a run",
        y_label: "CRoST",
        series: &series,
    };
    let shown = |name: &str, found: Result<Correlation, Undefined>| match found {
        Ok(found) if found.p_value > 0.0 && found.p_value < 1e-4 => {
            format!(
                "{name} {:.3} (p = {:.1e})",
                found.coefficient, found.p_value
            )
        }
        Ok(found) => format!("{name} {:.3} (p = {:.4})", found.coefficient, found.p_value),
        Err(undefined) => format!("{name} undefined: {undefined}"),
    };
    let caption = format!(
        "{} runs with a score. {}; {}; {}.",
        scores.len(),
        shown("Pearson r", pearson(&lemmas, &scores)),
        shown("Spearman ρ", spearman(&lemmas, &scores)),
        shown("Kendall τ", kendall(&lemmas, &scores))
    );
    figure(&scatter(&chart), &caption, out)
}

fn bars(page: &StudyPage<'_>, out: &mut dyn Write) -> io::Result<()> {
    let lemmas = page.records.iter().flat_map(|run| &run.target_lemmas);
    let spread = study::histogram(lemmas.map(|lemma| lemma.paths.value()), 10);
    let chart = histogram(
        "Coverage of target lemmas",
        "CRoST of a target lemma",
        &spread.bins,
    );
    let caption = format!(
        "Each target lemma of each run. {}.",
        distribution(page.target_lemmas)
    );
    figure(&chart, &caption, out)
}

fn reasons(records: &[RunRecord], out: &mut dyn Write) -> io::Result<()> {
    let without = || records.iter().filter(|run| run.status != RunStatus::Scored);
    if without().next().is_none() {
        return Ok(());
    }
    out.write_all(
        b"<h2>Runs without a score</h2><div class=\"wide\"><table class=\"reasons\"><tr>\
          <th>protocol</th><th>model</th><th>run</th><th>status</th><th>reason</th></tr>",
    )?;
    for run in without() {
        out.write_all(b"<tr>")?;
        let name = &run.name;
        let reason = run.reason.as_deref().unwrap_or_default();
        for cell in [
            &name.protocol,
            &name.model,
            &name.run,
            run.status.name(),
            reason,
        ] {
            write!(out, "<td>{}</td>", escape(cell))?;
        }
        out.write_all(b"</tr>\n")?;
    }
    out.write_all(b"</table></div>")
}
