//! `crost paths`.

use crate::input::Reading;
use crate::{EXIT_BAD_INPUT, EXIT_OK, stdout};
use clap::ValueEnum;
use crost::view::View;
use diagnostic::escape_controls;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Theory with proofs.
    file: PathBuf,
    #[command(flatten)]
    reading: Reading,
    /// How to write it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A path a line.
    Text,
    /// A JSON object a line.
    Jsonl,
    /// A row a path; labels are one JSON list.
    Csv,
}

/// A distinct path of one lemma.
#[derive(Serialize)]
struct Row<'f> {
    lemma: &'f str,
    n_nodes: u64,
    path: Vec<&'f str>,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let Some(forest) = args.reading.open_target(&args.file) else {
        return Ok(EXIT_BAD_INPUT);
    };
    let options = args.reading.options(&[]);
    let mut out = stdout();
    let mut table = csv::Writer::from_writer(Vec::new());
    if matches!(args.format, Format::Csv) {
        table.write_record(["lemma", "n_nodes", "length", "path"])?;
    }
    for tree in forest
        .trees
        .iter()
        .filter(|tree| options.keeps_target(tree))
    {
        let view = View::new([tree], |label| Some(label.0));
        let name = tree.name();
        for path in view.trie.ids() {
            let labels = view.trie.labels_of(path);
            let row = Row {
                lemma: &name,
                n_nodes: view.n_nodes[path.0 as usize],
                path: labels
                    .into_iter()
                    .map(|label| forest.labels[crost::LabelId(label)].text.as_str())
                    .collect(),
            };
            match args.format {
                Format::Text => {
                    let path = row.path.join("  →  ");
                    writeln!(
                        out,
                        "{}: {}",
                        escape_controls(&name),
                        escape_controls(&path)
                    )?;
                }
                Format::Jsonl => {
                    serde_json::to_writer(&mut out, &row)?;
                    out.write_all(b"\n")?;
                }
                Format::Csv => {
                    let labels = serde_json::to_string(&row.path)?;
                    let (n_nodes, length) = (row.n_nodes.to_string(), row.path.len().to_string());
                    table.write_record([&name, &n_nodes, &length, &labels])?;
                }
            }
        }
    }
    out.write_all(
        &table
            .into_inner()
            .map_err(csv::IntoInnerError::into_error)?,
    )?;
    out.flush()?;
    Ok(EXIT_OK)
}
