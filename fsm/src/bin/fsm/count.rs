//! `fsm count`: how many simple paths there are, without listing them.

use crate::{EXIT_BAD_INPUT, EXIT_OK, EXIT_UNDETERMINED, complain, paths::Selection, stdout};
use clap::ValueEnum;
use fsm::count::{Histogram, Method, count_within, decimal};
use fsm::digraph::Digraph;
use num_bigint::BigUint;
use rayon::prelude::*;
use std::io::{self, Write};
use std::sync::Arc;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    selection: Selection,
    /// How to count; both ways give the same numbers.
    #[arg(long, value_enum, default_value = "auto")]
    method: MethodArg,
    /// Memory for counting, in MiB; beyond, no number is given (exit status 3).
    #[arg(long, value_name = "MIB", default_value = "1024")]
    max_memory: usize,
    /// How many paths there are of each length, too.
    #[arg(long)]
    histogram: bool,
    /// Write JSON; numbers that 53 bits may not hold are strings.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum MethodArg {
    /// Over subsets where there are few states, else over the frontier.
    Auto,
    /// Over the subsets of states.
    Subset,
    /// Over the frontier between states looked at and the rest.
    Frontier,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let Some((machine, queries)) = args.selection.read() else {
        return Ok(EXIT_BAD_INPUT);
    };
    let graph = Arc::new(Digraph::of(&machine));
    let method = match args.method {
        MethodArg::Auto => Method::Automatic,
        MethodArg::Subset => Method::Subset,
        MethodArg::Frontier => Method::Frontier,
    };
    let max_bytes = args.max_memory.saturating_mul(1 << 20);
    let total = (0..queries.len())
        .into_par_iter()
        .map(|index| count_within(&graph, &queries.get(index), method, max_bytes))
        .try_reduce(Histogram::default, |mut sum, part| {
            sum.add(&part);
            Ok(sum)
        });
    let paths = match total {
        Ok(paths) => paths,
        Err(error) => {
            complain(&format!("undetermined: {error}"));
            return Ok(EXIT_UNDETERMINED);
        }
    };
    let mean = paths.mean_length().map(|(sum, n)| decimal(&sum, &n, 2));
    let mut out = stdout();
    if args.json {
        let by_edges: Vec<String> = paths.by_edges().iter().map(BigUint::to_string).collect();
        let document = serde_json::json!({
            "machine": machine.name(),
            "n_paths": paths.n_paths().to_string(),
            "average_path_length": mean,
            "by_edges": by_edges,
        });
        writeln!(out, "{document:#}")?;
    } else {
        writeln!(out, "{} simple paths", paths.n_paths())?;
        if let Some(mean) = mean {
            writeln!(out, "{mean} states and conditions a path on average")?;
        }
        if args.histogram {
            for (n_edges, n_paths) in paths.by_edges().iter().enumerate() {
                if *n_paths != BigUint::ZERO {
                    writeln!(out, "{n_paths} of {n_edges} transitions")?;
                }
            }
        }
    }
    out.flush()?;
    Ok(EXIT_OK)
}
