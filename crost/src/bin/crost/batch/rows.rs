//! One tidy row a run, as CSV, JSON lines or Parquet.

use crost::study::{Covered, RunRecord, family_names};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where rows go, and how.
#[derive(Debug, Clone)]
pub(crate) struct Output {
    path: PathBuf,
    format: Format,
}

#[derive(Debug, Clone, Copy)]
enum Format {
    Csv,
    JsonLines,
    Parquet,
}

/// The output that a name asks for by its ending.
pub(crate) fn output(text: &str) -> Result<Output, String> {
    let path = PathBuf::from(text);
    let format = match path.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => Format::Csv,
        Some("jsonl" | "ndjson") => Format::JsonLines,
        Some("parquet") => Format::Parquet,
        _ => return Err("write a name that ends in .csv, .jsonl or .parquet".to_owned()),
    };
    Ok(Output { path, format })
}

impl Output {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn write(&self, records: &[RunRecord]) -> io::Result<()> {
        let name = |error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
        };
        let mut out = BufWriter::new(File::create(&self.path).map_err(name)?);
        match self.format {
            Format::Csv => csv(records, &mut out),
            Format::JsonLines => json_lines(records, &mut out),
            Format::Parquet => super::parquet::write(&columns(records), &mut out),
        }
        .and_then(|()| out.flush())
        .map_err(name)
    }
}

/// The cells of a column, a run each.
pub(crate) enum Cells {
    Texts(Vec<Option<String>>),
    Counts(Vec<Option<u64>>),
    Numbers(Vec<Option<f64>>),
    Flags(Vec<Option<bool>>),
}

pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) cells: Cells,
}

/// All columns, in order; an undefined cell is none.
pub(crate) fn columns(records: &[RunRecord]) -> Vec<Column> {
    let mut columns = Vec::new();
    let mut add = |name: &str, cells: Cells| {
        columns.push(Column {
            name: name.to_owned(),
            cells,
        });
    };
    let texts = |get: &dyn Fn(&RunRecord) -> Option<&str>| {
        let cells = records.iter().map(|run| get(run).map(str::to_owned));
        Cells::Texts(cells.collect())
    };
    let counts =
        |get: &dyn Fn(&RunRecord) -> Option<u64>| Cells::Counts(records.iter().map(get).collect());
    let numbers =
        |get: &dyn Fn(&RunRecord) -> Option<f64>| Cells::Numbers(records.iter().map(get).collect());
    add("run", texts(&|run| Some(&run.name.run)));
    add("model", texts(&|run| Some(&run.name.model)));
    add("protocol", texts(&|run| Some(&run.name.protocol)));
    add("target", texts(&|run| Some(&run.name.target)));
    add("generated", texts(&|run| Some(&run.name.generated)));
    add("status", texts(&|run| Some(run.status.name())));
    add("reason", texts(&|run| run.reason.as_deref()));
    let syntax = records.iter().map(|run| run.syntax).collect();
    add("syntax", Cells::Flags(syntax));
    add("lemmas", counts(&|run| run.lemmas));
    add("verified", counts(&|run| run.verified));
    add("falsified", counts(&|run| run.falsified));
    add("undetermined", counts(&|run| run.undetermined));
    add("steps", counts(&|run| run.steps));
    add("seconds", numbers(&|run| run.seconds));
    add("crost", numbers(&|run| run.crost));
    add(
        "covered",
        counts(&|run| run.paths.map(|paths| paths.covered)),
    );
    add("total", counts(&|run| run.paths.map(|paths| paths.total)));
    for measure in [
        "reverse",
        "footprint",
        "reverse_footprint",
        "informative",
        "weighted",
        "strict",
        "contiguous",
        "multiset",
    ] {
        add(
            measure,
            numbers(&|run| run.measures.get(measure).copied().flatten()),
        );
    }
    for family in family_names(records) {
        let paths = |run: &RunRecord| run.families.get(&family).copied();
        let column = format!("crost_{family}");
        add(&column, numbers(&|run| paths(run).and_then(Covered::value)));
    }
    add("n_warnings", counts(&|run| Some(run.warnings.len() as u64)));
    columns
}

fn csv(records: &[RunRecord], out: &mut dyn Write) -> io::Result<()> {
    let columns = columns(records);
    let mut table = ::csv::Writer::from_writer(out);
    table.write_record(columns.iter().map(|column| &column.name))?;
    for at in 0..records.len() {
        table.write_record(columns.iter().map(|column| column.cells.text(at)))?;
    }
    table.flush()
}

impl Cells {
    fn text(&self, at: usize) -> String {
        fn shown(value: Option<&impl ToString>) -> String {
            value.map_or_else(String::new, ToString::to_string)
        }
        match self {
            Self::Texts(cells) => shown(cells[at].as_ref()),
            Self::Counts(cells) => shown(cells[at].as_ref()),
            Self::Numbers(cells) => shown(cells[at].as_ref()),
            Self::Flags(cells) => shown(cells[at].as_ref()),
        }
    }
}

fn json_lines(records: &[RunRecord], out: &mut dyn Write) -> io::Result<()> {
    for record in records {
        serde_json::to_writer(&mut *out, record)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
