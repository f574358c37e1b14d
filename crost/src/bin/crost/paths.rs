//! `crost paths`.

use crate::input::Reading;
use crate::{EXIT_BAD_INPUT, EXIT_OK, stdout};
use clap::ValueEnum;
use crost::view::View;
use crost::{Forest, ProofTree};
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
    let trees = forest
        .trees
        .iter()
        .filter(|tree| options.keeps_target(tree));
    let mut out = stdout();
    match args.format {
        Format::Text => each_path(&forest, trees, |row| {
            let path = row.path.join("  →  ");
            let (name, path) = (escape_controls(row.lemma), escape_controls(&path));
            writeln!(out, "{name}: {path}")
        })?,
        Format::Jsonl => each_path(&forest, trees, |row| {
            serde_json::to_writer(&mut out, &row)?;
            out.write_all(b"\n")
        })?,
        Format::Csv => {
            let mut table = csv::Writer::from_writer(&mut out);
            table.write_record(["lemma", "n_nodes", "length", "path"])?;
            each_path(&forest, trees, |row| {
                let labels = serde_json::to_string(&row.path)?;
                let (n_nodes, length) = (row.n_nodes.to_string(), row.path.len().to_string());
                table.write_record([row.lemma, &n_nodes, &length, &labels])?;
                Ok(())
            })?;
            table.flush()?;
        }
    }
    out.flush()?;
    Ok(EXIT_OK)
}

/// Writes the distinct paths of lemmas one by one: together they may not fit in
/// memory.
fn each_path<'f>(
    forest: &'f Forest,
    trees: impl Iterator<Item = &'f ProofTree>,
    mut write: impl FnMut(Row<'_>) -> io::Result<()>,
) -> io::Result<()> {
    for tree in trees {
        let view = View::new([tree], |label| Some(label.0));
        let name = tree.name();
        for path in view.trie.ids() {
            let labels = view.trie.labels_of(path);
            write(Row {
                lemma: &name,
                n_nodes: view.n_nodes[path.0 as usize],
                path: labels
                    .into_iter()
                    .map(|label| forest.labels[crost::LabelId(label)].text.as_str())
                    .collect(),
            })?;
        }
    }
    Ok(())
}
