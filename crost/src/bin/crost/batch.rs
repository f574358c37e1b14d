//! `crost batch`: many runs, each a row, none lost.

mod journal;
mod load;
mod manifest;
mod parquet;
mod report;
mod rows;

use crate::input::{self, Reading};
use crate::{EXIT_BAD_INPUT, EXIT_OK, EXIT_UNDEFINED, complain};
use crost::study::{RunName, RunRecord, RunStatus};
use indicatif::{ProgressBar, ProgressStyle};
use journal::{Journal, Key};
use load::Targets;
use manifest::Row;
use rayon::prelude::*;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Scores the runs of a manifest.
///
/// The manifest is CSV with a header, or JSON lines, with the fields run, model,
/// protocol, target, generated, and families where a run has a table of
/// families. Files are relative to the manifest.
///
/// Exit status: 0 every run has a score, 3 some have none, 4 the manifest, the
/// journal or the command line is wrong, or an output cannot be written.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// The runs.
    manifest: PathBuf,
    #[command(flatten)]
    reading: Reading,
    /// Append each result to this file of JSON lines as soon as it is there.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Take results from the journal where neither the row, the settings nor the
    /// files have changed since.
    #[arg(long, requires = "journal")]
    resume: bool,
    /// Write a row a run; the name ends in .csv, .jsonl or .parquet. May be repeated.
    #[arg(short, long = "output", value_name = "FILE", value_parser = rows::output)]
    outputs: Vec<rows::Output>,
    /// Write a page with tables and plots.
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Write one JSON document to standard output in place of the table.
    #[arg(long)]
    json: bool,
    /// Report the share of target lemmas whose coverage is above this.
    #[arg(long, value_name = "SCORE", default_value_t = 0.8, value_parser = crate::compare::share)]
    threshold: f64,
    /// How many runs at once; all cores where not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let Some(rows) = manifest::read(&args.manifest) else {
        return Ok(EXIT_BAD_INPUT);
    };
    if let Some(path) = overwritten(args, &rows) {
        complain(&format!(
            "{} is read or written twice; choose another name",
            path.display()
        ));
        return Ok(EXIT_BAD_INPUT);
    }
    if let Some(RunName {
        run,
        model,
        protocol,
        ..
    }) = manifest::repeated(&rows)
    {
        complain(&format!(
            "warning: run {run} of {model} on {protocol} is in the manifest twice; both count"
        ));
    }
    let targets = Targets::new(&rows);
    if let Some(lemma) = targets.unknown_lemma(&args.reading) {
        complain(&format!("no lemma of the target is called `{lemma}`"));
        return Ok(EXIT_BAD_INPUT);
    }
    let journal = match &args.journal {
        None => Journal::none(),
        Some(path) => match Journal::open(path, args.resume) {
            Ok(journal) => journal,
            Err(error) => {
                complain(&error.to_string());
                return Ok(EXIT_BAD_INPUT);
            }
        },
    };
    let threads = usize::from(args.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(io::Error::other)?;
    let records = pool.install(|| score_all(&rows, args, &targets, &journal))?;
    for output in &args.outputs {
        output.write(&records)?;
    }
    report::write(&records, args)?;
    let all_scored = records.iter().all(|run| run.status == RunStatus::Scored);
    Ok(if all_scored { EXIT_OK } else { EXIT_UNDEFINED })
}

/// A file that would be overwritten by one of the outputs, or by the journal.
fn overwritten<'a>(args: &'a Args, rows: &'a [Row]) -> Option<&'a Path> {
    let read = rows.iter().flat_map(|row| {
        let always = [row.target.as_path(), &row.generated];
        always.into_iter().chain(row.families.as_deref())
    });
    let outputs = args.outputs.iter().map(rows::Output::path);
    input::overwritten(
        read.chain([args.manifest.as_path()]),
        (args.journal.as_deref().into_iter())
            .chain(outputs)
            .chain(args.page.as_deref()),
    )
}

/// Scores every row; the records are in the order of the rows.
fn score_all(
    rows: &[Row],
    args: &Args,
    targets: &Targets,
    journal: &Journal,
) -> io::Result<Vec<RunRecord>> {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} runs, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    // Drawn on standard error, and only on a terminal.
    let progress = ProgressBar::new(rows.len() as u64).with_style(style);
    let records = rows
        .par_iter()
        .map(|row| {
            let key = Key::new(row, &args.reading);
            let record = match journal.find(&key) {
                Some(record) => record.clone(),
                None => {
                    let record = score(row, args, targets);
                    journal.append(&key, &record)?;
                    record
                }
            };
            progress.inc(1);
            Ok(record)
        })
        .collect();
    progress.finish_and_clear();
    records
}

/// Scores one row. Whatever is wrong with it is in the record.
fn score(row: &Row, args: &Args, targets: &Targets) -> RunRecord {
    let scored = catch_unwind(AssertUnwindSafe(|| {
        let target = match targets.get(row, &args.reading) {
            Ok(target) => target,
            Err(reason) => return RunRecord::error(row.name.clone(), None, reason),
        };
        let generated = match load::load(&row.generated, &args.reading) {
            Ok(generated) => generated,
            Err(fault) => {
                let reason = format!("generated: {}", fault.reason);
                return RunRecord::error(row.name.clone(), fault.syntax, reason);
            }
        };
        let options = args.reading.options(&crate::input::Low::ALL);
        let (forest, figures) = (&generated.forest, generated.figures);
        let mut record =
            RunRecord::score(row.name.clone(), &target.forest, forest, figures, &options);
        record.warnings.extend(target.warnings);
        record.syntax = Some(generated.loads);
        record
    }));
    scored.unwrap_or_else(|_| {
        let reason = "a fault of this program; please report it with both files".to_owned();
        RunRecord::error(row.name.clone(), None, reason)
    })
}
