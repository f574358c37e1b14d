//! `crost footprint`.

use crate::input::Reading;
use crate::{EXIT_BAD_INPUT, EXIT_OK, stdout};
use crost::Rarity;
use diagnostic::escape_controls;
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Theory with proofs.
    file: PathBuf,
    #[command(flatten)]
    reading: Reading,
    /// Write one JSON list.
    #[arg(long)]
    json: bool,
}

/// A goal that is solved.
#[derive(Serialize)]
struct Row<'f> {
    label: &'f str,
    n_nodes: u64,
    n_lemmas: usize,
    bits: f64,
    low_information: Option<crost::goal::LowInformation>,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let Some(forest) = args.reading.open_target(&args.file) else {
        return Ok(EXIT_BAD_INPUT);
    };
    let options = args.reading.options(&[]);
    let mut rarity = Rarity::default();
    rarity.count(&forest);
    let n_labels = forest.labels.all().len();
    let mut n_nodes = vec![0_u64; n_labels];
    let mut lemmas = vec![BTreeSet::new(); n_labels];
    for tree in forest
        .trees
        .iter()
        .filter(|tree| options.keeps_target(tree))
    {
        for solve in &tree.solves {
            n_nodes[solve.label.0 as usize] += 1;
            lemmas[solve.label.0 as usize].insert(tree.name());
        }
    }
    let mut rows: Vec<Row<'_>> = Vec::new();
    for (at, label) in forest.labels.all().iter().enumerate() {
        if n_nodes[at] > 0 {
            rows.push(Row {
                label: &label.text,
                n_nodes: n_nodes[at],
                n_lemmas: lemmas[at].len(),
                bits: rarity.bits(label),
                low_information: label.low_information,
            });
        }
    }
    rows.sort_by(|left, right| (right.n_nodes, left.label).cmp(&(left.n_nodes, right.label)));
    let mut out = stdout();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &rows)?;
        out.write_all(b"\n")?;
    } else {
        writeln!(out, "{:>7} {:>7} {:>6}  goal", "solved", "lemmas", "bits")?;
        for row in rows {
            let (n_nodes, n_lemmas) = (row.n_nodes, row.n_lemmas);
            let label = escape_controls(row.label);
            writeln!(out, "{n_nodes:>7} {n_lemmas:>7} {:>6.2}  {label}", row.bits)?;
        }
    }
    out.flush()?;
    Ok(EXIT_OK)
}
