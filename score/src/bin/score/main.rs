//! The `score` program: claims in, scores out.

mod args;

use args::{Args, Baseline, Command, Options};
use clap::Parser;
use diagnostic::{SourceFile, escape_controls};
use score::{Mode, Reply, Report, Submission, Task, baseline, parse_reply};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Bad input or usage.
const EXIT_BAD_INPUT: u8 = 4;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Help and version are no errors, but come the same way.
            let is_usage_error = error.use_stderr();
            let _ = error.print();
            return ExitCode::from(if is_usage_error { EXIT_BAD_INPUT } else { 0 });
        }
    };
    let mut out = Vec::new();
    let result = run(&args.command, &mut out);
    // A reader that went away is no fault.
    let _ = io::stdout().lock().write_all(&out);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let message = error.to_string();
            let _ = writeln!(io::stderr(), "score: {}", escape_controls(&message));
            ExitCode::from(EXIT_BAD_INPUT)
        }
    }
}

fn run(command: &Command, out: &mut Vec<u8>) -> Result<(), Box<dyn Error>> {
    let tasks = Task::all()?;
    match command {
        Command::Tasks { json } => list(&tasks, *json, out)?,
        Command::Run {
            baseline,
            output,
            options,
        } => {
            let submission = match baseline {
                Baseline::Bfs => baseline::bfs(&tasks)?,
                Baseline::AlwaysSafe => baseline::always_safe(&tasks),
                Baseline::AlwaysViolated => baseline::always_violated(&tasks),
            };
            if let Some(path) = output {
                let text = serde_json::to_string_pretty(&submission.entries)?;
                std::fs::write(path, text + "\n")
                    .map_err(|error| format!("could not write {}: {error}", path.display()))?;
            }
            let report = score::score(&submission, &tasks, options.mode());
            write(&report, None, *options, out)?;
        }
        Command::Submission { file, options } => {
            let submission = Submission::parse(&text(file)?)?;
            warn_of_unknown(submission.entries.keys(), &tasks);
            let report = score::score(&submission, &tasks, options.mode());
            write(&report, None, *options, out)?;
        }
        Command::Completions { file, options } => {
            let replies = Submission::parse(&text(file)?)?.entries;
            warn_of_unknown(replies.keys(), &tasks);
            let (submission, n_unparseable) = read_replies(&replies, &tasks);
            let report = score::score(&submission, &tasks, options.mode());
            write(&report, Some(n_unparseable), *options, out)?;
        }
    }
    Ok(())
}

fn text(path: &Path) -> Result<String, Box<dyn Error>> {
    Ok(SourceFile::read(path)?.text().to_owned())
}

/// A misspelt id would silently count as a claim of safety.
fn warn_of_unknown<'a>(ids: impl Iterator<Item = &'a String>, tasks: &[Task]) {
    for id in ids.filter(|id| tasks.iter().all(|task| task.id != **id)) {
        let _ = writeln!(
            io::stderr(),
            "score: there is no task {}; its entry is not scored",
            escape_controls(id)
        );
    }
}

/// A reply is text, or the object that a text would hold. Tasks without a reply
/// have an unparseable one.
fn read_replies(replies: &Map<String, Json>, tasks: &[Task]) -> (Submission, usize) {
    let mut submission = Submission::default();
    let mut n_unparseable = 0;
    for task in tasks {
        let reply = match replies.get(&task.id) {
            Some(Json::String(text)) => parse_reply(text),
            Some(Json::Object(claim)) => Reply::Claim(claim.clone()),
            _ => Reply::Unparseable,
        };
        match reply {
            Reply::Claim(claim) => {
                submission
                    .entries
                    .insert(task.id.clone(), Json::Object(claim));
            }
            Reply::Unparseable => n_unparseable += 1,
        }
    }
    (submission, n_unparseable)
}

fn list(tasks: &[Task], as_json: bool, out: &mut Vec<u8>) -> Result<(), Box<dyn Error>> {
    if as_json {
        let rows: Vec<_> = tasks
            .iter()
            .map(|task| {
                let label = &task.label;
                json!({
                    "id": task.id, "title": label.title, "standards_body": label.body,
                    "spec_clause": label.clause, "property": label.property.value,
                    "label": label.kind.value.to_string(), "citation": label.citation,
                    "known_finding": label.finding,
                })
            })
            .collect();
        return Ok(writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?);
    }
    for task in tasks {
        let label = &task.label;
        writeln!(
            out,
            "{:24}  {:4}  {:34}  {}",
            label.kind.value, label.body, task.id, label.property.value
        )?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Scored<'r> {
    #[serde(flatten)]
    report: &'r Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    n_unparseable: Option<usize>,
}

fn write(
    report: &Report,
    n_unparseable: Option<usize>,
    options: Options,
    out: &mut Vec<u8>,
) -> Result<(), Box<dyn Error>> {
    if options.json {
        let scored = Scored {
            report,
            n_unparseable,
        };
        return Ok(writeln!(out, "{}", serde_json::to_string_pretty(&scored)?)?);
    }
    let strictness = match options.mode() {
        Mode::Strict => "strict",
        Mode::Lenient => "lenient",
    };
    writeln!(
        out,
        "balanced accuracy        {:.3}",
        report.balanced_accuracy
    )?;
    writeln!(out, "accuracy                 {:.3}", report.accuracy)?;
    writeln!(
        out,
        "  of claims alone        {:.3}",
        report.accuracy_ignoring_replay
    )?;
    writeln!(
        out,
        "  of claiming nothing    {:.3}",
        report.trivial_always_safe_accuracy
    )?;
    writeln!(
        out,
        "recall on violated       {:.3}",
        report.recall_violated
    )?;
    writeln!(out, "recall on safe           {:.3}", report.recall_safe)?;
    writeln!(
        out,
        "detections               {} claimed, {} replayed ({strictness})",
        report.detections_claimed, report.valid_counterexamples
    )?;
    writeln!(
        out,
        "TP {}  FP {}  FN {}  TN {}  of {} tasks",
        report.true_positives,
        report.false_positives,
        report.false_negatives,
        report.true_negatives,
        report.n_tasks
    )?;
    if let Some(n_unparseable) = n_unparseable {
        writeln!(out, "unparseable replies      {n_unparseable}")?;
    }
    Ok(())
}
