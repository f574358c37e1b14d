//! The list of runs.

use crate::input::{Fields, header, show, source};
use crost::study::RunName;
use diagnostic::{Diagnostic, Span};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// One run, with files where they are.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) name: RunName,
    pub(crate) target: PathBuf,
    pub(crate) generated: PathBuf,
    /// Table of families.
    pub(crate) families: Option<PathBuf>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    run: String,
    model: String,
    protocol: String,
    target: String,
    generated: String,
    #[serde(default)]
    families: Option<String>,
}

const HELP: &str = "fields are run, model, protocol, target, generated and, where there is a \
                    table of families, families";

/// Reads a manifest, CSV or JSON lines; none, said so, where it has faults.
pub(crate) fn read(path: &Path) -> Option<Vec<Row>> {
    let file = source(path)?;
    let text = file.text();
    let bare = text.trim_start_matches('\u{feff}').trim_start();
    let (entries, mut faults) = match bare.chars().next() {
        Some('{') => json(text),
        Some('[') => {
            let message = "this is an array; write JSON lines, one object a line";
            (Vec::new(), vec![fault(0, 0, message)])
        }
        _ => table(text),
    };
    if entries.is_empty() && faults.is_empty() {
        faults.push(fault(0, 0, "the manifest has no runs"));
    }
    show(&file, &faults);
    if !faults.is_empty() {
        return None;
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let rows = entries.into_iter().map(|entry| Row {
        target: folder.join(&entry.target),
        generated: folder.join(&entry.generated),
        families: entry
            .families
            .filter(|families| !families.is_empty())
            .map(|families| folder.join(families)),
        name: RunName {
            run: entry.run,
            model: entry.model,
            protocol: entry.protocol,
            target: entry.target,
            generated: entry.generated,
        },
    });
    Some(rows.collect())
}

/// The first run that a row before it is called like.
pub(crate) fn repeated(rows: &[Row]) -> Option<&RunName> {
    let mut seen = HashSet::new();
    rows.iter()
        .map(|row| &row.name)
        .find(|name| !seen.insert((&name.run, &name.model, &name.protocol)))
}

fn json(text: &str) -> (Vec<Entry>, Vec<Diagnostic>) {
    let (mut entries, mut faults) = (Vec::new(), Vec::new());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start_matches('\u{feff}').trim();
        if !bare.is_empty() {
            match entry(bare) {
                Ok(entry) => entries.push(entry),
                Err(error) => {
                    // Positions in the message are of the line, which has a span here.
                    let message = error.to_string();
                    let message = message.split(" at line ").next().unwrap_or_default();
                    faults.push(fault(start, start + line.trim_end().len(), message));
                }
            }
        }
        start += line.len();
    }
    (entries, faults)
}

/// One line of JSON; runs may be numbered by numbers.
fn entry(line: &str) -> serde_json::Result<Entry> {
    let Fields(mut fields) = serde_json::from_str(line)?;
    if let Some(run) = fields.get_mut("run").filter(|run| run.is_u64()) {
        *run = Value::String(run.to_string());
    }
    serde_json::from_value(Value::Object(fields))
}

fn table(text: &str) -> (Vec<Entry>, Vec<Diagnostic>) {
    let (mut entries, mut faults) = (Vec::new(), Vec::new());
    let mut table = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    // A wrong header is wrong for every row, and for none where there are none.
    let required = ["run", "model", "protocol", "target", "generated"];
    let found = table.headers().map_err(|error| error.to_string());
    if let Err(message) = found.and_then(|found| header(found, &required, &["families"])) {
        faults.push(fault(0, 0, &message));
        return (entries, faults);
    }
    for entry in table.deserialize() {
        match entry {
            Ok(entry) => entries.push(entry),
            Err(error) => {
                let at = error.position().map_or(0, csv::Position::byte);
                let at = usize::try_from(at).unwrap_or(usize::MAX);
                let message = match error.kind() {
                    csv::ErrorKind::Deserialize { err, .. } => err.kind().to_string(),
                    _ => error.to_string(),
                };
                faults.push(fault(at, at, &message));
            }
        }
    }
    (entries, faults)
}

fn fault(start: usize, end: usize, message: &str) -> Diagnostic {
    let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
    Diagnostic::error("the manifest cannot be read here")
        .at(Span::new(offset(start), offset(end)))
        .label(message)
        .help(HELP)
}
