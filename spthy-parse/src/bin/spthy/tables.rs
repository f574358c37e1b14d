//! `spthy lemmas` and `spthy summary`: rows for people, JSON and CSV.

use crate::args::Table;
use crate::{EXIT_BAD_INPUT, EXIT_OK, complain, counted, options, show, show_unread, stdout};
use diagnostic::{Diagnostic, SourceFile, escape_controls};
use rayon::prelude::*;
use serde::Serialize;
use spthy_parse::{
    Arena, LemmaRow, Log, Side, Status, SummarySide, Theory, lemma_rows, parse_theory_with, span_in,
};
use std::io::{self, Write};
use std::path::Path;

/// Reads every file in parallel; shows faults in the order of the files.
fn each<T: Send>(
    args: &Table,
    read: impl Fn(&str, &SourceFile) -> (T, Vec<Diagnostic>) + Sync,
) -> (Vec<T>, u8) {
    type Outcome<T> = Result<(SourceFile, T, Vec<Diagnostic>), Diagnostic>;
    let outcomes: Vec<Outcome<T>> = args
        .input
        .files
        .par_iter()
        .map(|path| {
            let source = SourceFile::read(path).map_err(|error| error.diagnostic())?;
            let (value, errors) = read(&path.display().to_string(), &source);
            Ok((source, value, errors))
        })
        .collect();
    let mut status = EXIT_OK;
    let mut values = Vec::new();
    for (path, outcome) in args.input.files.iter().zip(outcomes) {
        match outcome {
            Err(diagnostic) => {
                show_unread(path, &diagnostic);
                status = EXIT_BAD_INPUT;
            }
            Ok((source, value, errors)) => {
                show(&source, &errors);
                if !errors.is_empty() {
                    status = EXIT_BAD_INPUT;
                }
                values.push(value);
            }
        }
    }
    (values, status)
}

pub(crate) fn lemmas(args: &Table) -> io::Result<u8> {
    let (rows, status) = each(args, |name, source| {
        let arena = Arena::new();
        let parsed = parse_theory_with(source.text(), &arena, &options(&args.input.flags, true));
        let errors = parsed
            .errors
            .iter()
            .map(|error| error.diagnostic())
            .collect();
        let notes = notes(name, &parsed.theory);
        ((lemma_rows(name, &parsed.theory), notes), errors)
    });
    for note in rows.iter().flat_map(|(_, notes)| notes) {
        complain(note);
    }
    let rows: Vec<LemmaRow> = rows.into_iter().flat_map(|(rows, _)| rows).collect();
    for row in rows.iter().filter(|row| row.disagrees()) {
        warn_of_disagreement(row);
    }
    let mut out = stdout();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &rows)?;
        writeln!(out)?;
    } else if args.csv {
        write_csv(&mut out, &rows)?;
    } else {
        for row in &rows {
            let side = row.side.map_or(String::new(), |side| format!("{side} "));
            let (file, measure) = (escape_controls(&row.file), &row.measure);
            write!(out, "{file}: {side}{} ({}): ", row.lemma, row.quantifier)?;
            match row.status {
                None => writeln!(out, "no proof")?,
                Some(status) => writeln!(
                    out,
                    "{} ({}, {}, depth {}, {})",
                    status.text(),
                    counted(measure.steps, "step"),
                    counted(measure.solve_nodes, "solve"),
                    measure.max_depth,
                    counted(measure.distinct_raw_paths, "path")
                )?,
            }
        }
    }
    out.flush()?;
    Ok(status)
}

/// What a reader of a theory's rows should know: lemmas that may be missing.
fn notes(file: &str, theory: &Theory<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    let n_unread = theory.n_unread();
    if n_unread > 0 {
        let parts = counted(n_unread as u64, "part");
        notes.push(format!(
            "warning: {file}: {parts} with possible lemmas not read; `spthy check` says which"
        ));
    }
    for row in theory.missing_lemmas() {
        notes.push(format!(
            "warning: {file}: the summary has `{}`, {} ({} steps), the theory has no such lemma",
            row.lemma,
            row.status.text(),
            row.steps
        ));
    }
    notes
}

fn warn_of_disagreement(row: &LemmaRow) {
    let printed = row.summary_status.map_or("no status", Status::text);
    let shown = row.status.map_or("nothing", Status::text);
    complain(&format!(
        "warning: {}: lemma `{}`: the summary says {printed} ({} steps), the proof shows {shown} ({} steps)",
        row.file,
        row.lemma,
        row.summary_steps.unwrap_or_default(),
        row.measure.steps
    ));
}

/// One row as a spreadsheet has it; lists are joined by semicolons.
fn write_csv(out: &mut impl Write, rows: &[LemmaRow]) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record([
        "file",
        "side",
        "lemma",
        "quantifier",
        "attributes",
        "formula",
        "proof",
        "status",
        "steps",
        "solve_nodes",
        "max_depth",
        "max_solves_on_path",
        "sum_path_lengths",
        "distinct_raw_paths",
        "summary_status",
        "summary_steps",
    ])?;
    for row in rows {
        let measure = &row.measure;
        let attributes = row.attributes.join(";");
        writer.serialize((
            (
                &row.file,
                row.side.unwrap_or_default(),
                &row.lemma,
                row.quantifier,
            ),
            (
                attributes,
                row.formula.as_deref().unwrap_or_default(),
                row.proof,
                row.status,
            ),
            (
                measure.steps,
                measure.solve_nodes,
                measure.max_depth,
                measure.max_solves_on_path,
            ),
            (measure.sum_path_lengths, measure.distinct_raw_paths),
            (row.summary_status, row.summary_steps),
        ))?;
    }
    writer.flush()
}

#[derive(Serialize)]
struct FileSummary {
    file: String,
    tamarin_version: Option<String>,
    maude_version: Option<String>,
    git_revision: Option<String>,
    compiled_at: Option<String>,
    warnings: Vec<TopicRecord>,
    summaries: Vec<SummaryRecord>,
    #[serde(skip)]
    notes: Vec<String>,
}

#[derive(Serialize)]
struct TopicRecord {
    topic: String,
    text: String,
}

#[derive(Serialize)]
struct SummaryRecord {
    analyzed: String,
    output: Option<String>,
    seconds: Option<f64>,
    n_failed_checks: u64,
    lemmas: Vec<RowRecord>,
}

#[derive(Serialize)]
struct RowRecord {
    side: Option<&'static str>,
    lemma: String,
    quantifier: &'static str,
    status: Status,
    steps: u64,
    /// What the proof in the same file shows; none without one.
    proof_status: Option<Status>,
    proof_steps: Option<u64>,
    agrees: Option<bool>,
}

pub(crate) fn summary(args: &Table) -> io::Result<u8> {
    let (files, status) = each(args, |name, source| summarise(name, source, args));
    for (file, rows) in &files {
        rows.iter()
            .filter(|row| row.disagrees())
            .for_each(warn_of_disagreement);
        for note in &file.notes {
            complain(note);
        }
    }
    let files: Vec<FileSummary> = files.into_iter().map(|(file, _)| file).collect();
    let mut out = stdout();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &files)?;
        writeln!(out)?;
    } else if args.csv {
        let mut writer = csv::Writer::from_writer(&mut out);
        writer.write_record([
            "file",
            "analyzed",
            "side",
            "lemma",
            "quantifier",
            "status",
            "steps",
            "proof_status",
            "proof_steps",
            "agrees",
        ])?;
        for (file, summary, row) in rows_of(&files) {
            writer.serialize((
                (&file.file, &summary.analyzed, row.side, &row.lemma),
                (row.quantifier, row.status, row.steps),
                (row.proof_status, row.proof_steps, row.agrees),
            ))?;
        }
        writer.flush()?;
    } else {
        for file in &files {
            write!(out, "{}: ", escape_controls(&file.file))?;
            match &file.tamarin_version {
                Some(version) => write!(out, "prover {}", escape_controls(version))?,
                None => write!(out, "version of the prover unknown")?,
            }
            for summary in &file.summaries {
                if let Some(seconds) = summary.seconds {
                    write!(out, ", {seconds} s")?;
                }
            }
            writeln!(out)?;
            for topic in &file.warnings {
                writeln!(out, "  warning: {}", escape_controls(&topic.topic))?;
            }
            let mut last = None;
            for (summary, row) in rows_of(std::slice::from_ref(file)).map(|(_, a, b)| (a, b)) {
                // Several analysed files in one log.
                if file.summaries.len() > 1 && last != Some(&summary.analyzed) {
                    writeln!(out, "  {}:", escape_controls(&summary.analyzed))?;
                    last = Some(&summary.analyzed);
                }
                let side = row.side.map_or(String::new(), |side| format!("{side} "));
                let (status, steps) = (row.status.text(), row.steps);
                writeln!(
                    out,
                    "  {side}{} ({}): {status} ({steps} steps)",
                    escape_controls(&row.lemma),
                    row.quantifier
                )?;
            }
        }
    }
    out.flush()?;
    Ok(status)
}

fn rows_of(
    files: &[FileSummary],
) -> impl Iterator<Item = (&FileSummary, &SummaryRecord, &RowRecord)> {
    files.iter().flat_map(|file| {
        file.summaries
            .iter()
            .flat_map(move |summary| summary.lemmas.iter().map(move |row| (file, summary, row)))
    })
}

fn summarise(
    name: &str,
    source: &SourceFile,
    args: &Table,
) -> ((FileSummary, Vec<LemmaRow>), Vec<Diagnostic>) {
    let arena = Arena::new();
    let text = source.text();
    let parsed = parse_theory_with(text, &arena, &options(&args.input.flags, true));
    // A log has no theory before its summary; a theory without its header has lemmas.
    let has_header = !parsed.theory.name.is_empty();
    let is_theory = has_header || parsed.theory.lemmas().next().is_some();
    let (log, rows) = if is_theory {
        (parsed.theory.log(), lemma_rows(name, &parsed.theory))
    } else {
        (Log::read(text), Vec::new())
    };
    let mut errors: Vec<Diagnostic> = Vec::new();
    if is_theory || log.summaries.is_empty() {
        // What stands before the header is what the prover said on its way.
        let header = span_in(text, parsed.theory.name).filter(|_| has_header);
        let start = header.map_or(0, |span| span.start);
        let errors_behind = parsed
            .errors
            .iter()
            .filter(|error| error.span.start >= start);
        errors.extend(errors_behind.map(|error| error.diagnostic()));
    }
    if log.summaries.is_empty() {
        errors.push(
            Diagnostic::error(format!(
                "{} has no summary of the prover",
                Path::new(name).display()
            ))
            .help("run the prover with --prove and keep its output"),
        );
    }
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let summaries = log.summaries.iter().map(|summary| SummaryRecord {
        analyzed: summary.file.to_owned(),
        output: owned(summary.output),
        seconds: summary.seconds,
        n_failed_checks: summary.n_failed_checks,
        lemmas: summary
            .rows
            .iter()
            .map(|row| {
                let side = row.side.map(|side| match side {
                    SummarySide::Trace(Side::Left) => "LHS",
                    SummarySide::Trace(Side::Right) => "RHS",
                    SummarySide::Diff => "D",
                });
                let proved = rows
                    .iter()
                    .find(|proved| proved.lemma == row.lemma && proved.side == side);
                RowRecord {
                    side,
                    lemma: row.lemma.to_owned(),
                    quantifier: row
                        .quantifier
                        .map_or("diff", |quantifier| quantifier.text()),
                    status: row.status,
                    steps: row.steps,
                    proof_status: proved.and_then(|proved| proved.status),
                    proof_steps: proved
                        .filter(|proved| proved.status.is_some())
                        .map(|proved| proved.measure.steps),
                    agrees: is_theory.then(|| proved.is_some_and(|proved| !proved.disagrees())),
                }
            })
            .collect(),
    });
    let mut notes = if is_theory {
        notes(name, &parsed.theory)
    } else {
        Vec::new()
    };
    let unread = log
        .summaries
        .iter()
        .flat_map(|summary| &summary.unread_rows);
    notes.extend(unread.map(|line| format!("warning: {name}: this row cannot be read: {line}")));
    let file = FileSummary {
        file: name.to_owned(),
        tamarin_version: owned(log.tamarin_version),
        maude_version: owned(log.maude_version),
        git_revision: owned(log.git_revision),
        compiled_at: owned(log.compiled_at),
        summaries: summaries.collect(),
        notes,
        warnings: log
            .topics
            .iter()
            .map(|topic| TopicRecord {
                topic: topic.title.to_owned(),
                text: topic.text.to_owned(),
            })
            .collect(),
    };
    ((file, rows), errors)
}
