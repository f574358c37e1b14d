//! The `score` program: claims in, scores out.

mod args;
mod extract;
mod threshold;
mod write;

use args::{About, Args, Baseline, Command, Options};
use clap::Parser;
use diagnostic::{SourceFile, escape_controls};
use score::{Reply, Submission, Task, baseline, export, parse_reply};
use serde_json::{Map, Value as Json};
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// A score misses a threshold, or a theory has faults.
const EXIT_BELOW: u8 = 2;
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
        Ok(missed) => {
            missed.iter().for_each(|sentence| complain(sentence));
            ExitCode::from(if missed.is_empty() { 0 } else { EXIT_BELOW })
        }
        Err(error) => {
            complain(&error.to_string());
            ExitCode::from(EXIT_BAD_INPUT)
        }
    }
}

/// Tells what went wrong on standard error.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "score: {}", escape_controls(message));
}

/// The thresholds that are missed, and that a theory has faults: a sentence each.
fn run(command: &Command, out: &mut Vec<u8>) -> Result<Vec<String>, Box<dyn Error>> {
    let tasks = Task::all()?;
    match command {
        Command::Tasks { about, json } => match about {
            About::List => write::tasks(&tasks, *json, out)?,
            About::Info => write::info(&tasks, *json, out)?,
        },
        Command::Prompts { shown, json } => write::prompts(&tasks, shown.mode(), *json, out)?,
        Command::Export { shown, json } => {
            let rows = tasks.iter().map(|task| export(task, shown.mode()));
            write::export(&rows.collect::<Result<Vec<_>, _>>()?, *json, out)?;
        }
        Command::Extract { file, prompt } => {
            return extract::run(file, prompt.as_deref(), out);
        }
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
            return scored(&submission, &tasks, None, *options, out);
        }
        Command::Submission { file, options } => {
            let submission = Submission::parse(&text(file)?)?;
            warn_of_unknown(submission.entries.keys(), &tasks);
            return scored(&submission, &tasks, None, *options, out);
        }
        Command::Completions {
            file,
            options,
            max_unparseable,
        } => {
            let replies = Submission::parse(&text(file)?)?.entries;
            warn_of_unknown(replies.keys(), &tasks);
            let (submission, n_unparseable) = read_replies(&replies, &tasks);
            let mut missed = scored(&submission, &tasks, Some(n_unparseable), *options, out)?;
            missed.extend(threshold::above(
                "replies without a claim",
                n_unparseable,
                "--max-unparseable",
                *max_unparseable,
            ));
            return Ok(missed);
        }
    }
    Ok(Vec::new())
}

fn scored(
    submission: &Submission,
    tasks: &[Task],
    n_unparseable: Option<usize>,
    options: Options,
    out: &mut Vec<u8>,
) -> Result<Vec<String>, Box<dyn Error>> {
    let report = score::score(submission, tasks, options.mode());
    write::report(&report, n_unparseable, options.mode(), options.json, out)?;
    Ok(options.thresholds.missed(&report))
}

fn text(path: &Path) -> Result<String, Box<dyn Error>> {
    Ok(SourceFile::read(path)?.text().to_owned())
}

/// A misspelt id would silently count as a claim of safety.
fn warn_of_unknown<'a>(ids: impl Iterator<Item = &'a String>, tasks: &[Task]) {
    for id in ids.filter(|id| tasks.iter().all(|task| task.id != **id)) {
        complain(&format!("there is no task {id}; its entry is not scored"));
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
