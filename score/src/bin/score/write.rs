//! What the program prints.

use checker::label::LabelKind;
use score::{Exported, Mode, PromptMode, Report, Task, prompt};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use std::io::{self, Write};

/// One JSON value, indented.
pub(crate) fn json(value: &impl Serialize, out: &mut Vec<u8>) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// The tasks with their labels.
pub(crate) fn tasks(tasks: &[Task], as_json: bool, out: &mut Vec<u8>) -> io::Result<()> {
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
        return json(&rows, out);
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

/// The tasks as a whole, in protocol-bench's keys.
pub(crate) fn info(tasks: &[Task], as_json: bool, out: &mut Vec<u8>) -> io::Result<()> {
    let kinds = [LabelKind::Known, LabelKind::Candidate, LabelKind::Safe];
    if as_json {
        let info = json!({
            "name": "plumbline", "version": env!("CARGO_PKG_VERSION"),
            "description": "The fifteen tasks of protocol-bench 1.1.0, each label derived anew.",
            "n_tasks": tasks.len(), "label_values": kinds.map(|kind| kind.to_string()),
        });
        return json(&info, out);
    }
    writeln!(out, "{} tasks, those of protocol-bench 1.1.0", tasks.len())?;
    for kind in kinds {
        let n = tasks.iter().filter(|task| task.label.kind.value == kind);
        writeln!(out, "{:24}  {:2}", kind, n.count())?;
    }
    Ok(())
}

/// A prompt for each task: an object by task id, or texts under the ids.
pub(crate) fn prompts(
    tasks: &[Task],
    mode: PromptMode,
    as_json: bool,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let prompts = tasks.iter().map(|task| (task, prompt(task, mode)));
    if as_json {
        let by_id = prompts.map(|(task, text)| (task.id.clone(), Json::String(text)));
        return json(&by_id.collect::<Map<_, _>>(), out);
    }
    for (index, (task, text)) in prompts.enumerate() {
        let gap = if index > 0 { "\n" } else { "" };
        write!(out, "{gap}==== {}\n\n{text}", task.id)?;
    }
    Ok(())
}

/// The tasks as a data set: JSON lines, or one JSON list.
pub(crate) fn export(rows: &[Exported], as_json: bool, out: &mut Vec<u8>) -> io::Result<()> {
    if as_json {
        return json(&rows, out);
    }
    for row in rows {
        serde_json::to_writer(&mut *out, row)?;
        writeln!(out)?;
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

/// The scores; of replies also how many could not be read.
pub(crate) fn report(
    report: &Report,
    n_unparseable: Option<usize>,
    mode: Mode,
    as_json: bool,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    if as_json {
        let scored = Scored {
            report,
            n_unparseable,
        };
        return json(&scored, out);
    }
    let strictness = match mode {
        Mode::Strict => "strict",
        Mode::Lenient => "lenient",
    };
    for (name, rate) in [
        ("balanced accuracy", report.balanced_accuracy),
        ("accuracy", report.accuracy),
        ("  of claims alone", report.accuracy_ignoring_replay),
        ("  of claiming nothing", report.trivial_always_safe_accuracy),
        ("recall on violated", report.recall_violated),
        ("recall on safe", report.recall_safe),
    ] {
        writeln!(out, "{name:24} {rate:.3}")?;
    }
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
