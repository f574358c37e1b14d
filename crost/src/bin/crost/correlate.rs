//! `crost correlate`.

use crate::table::Table;
use crate::{EXIT_BAD_INPUT, EXIT_OK, EXIT_UNDEFINED, stdout};
use serde::Serialize;
use statistics::{Correlation, Undefined, kendall, pearson, pearson_p_value, spearman};
use std::io::{self, Write};
use std::path::PathBuf;

/// Says whether two columns of a table move together.
///
/// Rows without a number in one of the columns are left out, and counted. All
/// p-values are two-sided: of Pearson's coefficient by Student's t, of Spearman's exact
/// up to 9 pairs, else by Student's t, of Kendall's τ-b exact up to 33 pairs without
/// ties, else by the normal distribution.
///
/// Exit status: 0 done, 3 a coefficient is undefined, 4 the table or the command
/// line is wrong.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Table, CSV with a header or JSON lines, such as `crost batch` writes.
    #[arg(
        required_unless_present = "coefficient",
        requires = "x",
        requires = "y"
    )]
    table: Option<PathBuf>,
    /// First column.
    #[arg(long, value_name = "COLUMN")]
    x: Option<String>,
    /// Second column.
    #[arg(long, value_name = "COLUMN")]
    y: Option<String>,
    /// Give the p-value of this Pearson coefficient in place of reading a table.
    #[arg(long, value_name = "R", requires = "pairs", conflicts_with = "table")]
    #[arg(allow_negative_numbers = true)]
    coefficient: Option<f64>,
    /// Over how many pairs the coefficient is.
    #[arg(long, value_name = "N", requires = "coefficient")]
    pairs: Option<usize>,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    x: Option<String>,
    y: Option<String>,
    /// Pairs of numbers.
    n: usize,
    /// Rows without such a pair.
    left_out: usize,
    coefficients: Vec<Coefficient>,
}

#[derive(Serialize)]
struct Coefficient {
    name: &'static str,
    coefficient: Option<f64>,
    p_value: Option<f64>,
    /// Why there is none.
    undefined: Option<String>,
}

impl Coefficient {
    fn new(name: &'static str, found: Result<Correlation, Undefined>) -> Self {
        Self {
            name,
            coefficient: found.ok().map(|found| found.coefficient),
            p_value: found.ok().map(|found| found.p_value),
            undefined: found.err().map(|undefined| undefined.to_string()),
        }
    }
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let Some(document) = correlate(args) else {
        return Ok(EXIT_BAD_INPUT);
    };
    let mut out = stdout();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &document)?;
        writeln!(out)?;
    } else {
        writeln!(
            out,
            "{} pairs, {} rows left out",
            document.n, document.left_out
        )?;
        for found in &document.coefficients {
            match (found.coefficient, found.p_value) {
                (Some(coefficient), Some(p_value)) => {
                    let p_value = shown(p_value);
                    writeln!(out, "{:<9} {coefficient:>8.4}  p = {p_value}", found.name)?;
                }
                _ => {
                    let reason = found.undefined.as_deref().unwrap_or_default();
                    writeln!(out, "{:<9} undefined: {reason}", found.name)?;
                }
            }
        }
    }
    out.flush()?;
    let all_defined = document
        .coefficients
        .iter()
        .all(|found| found.p_value.is_some());
    Ok(if all_defined { EXIT_OK } else { EXIT_UNDEFINED })
}

fn correlate(args: &Args) -> Option<Document> {
    if let (Some(r), Some(n)) = (args.coefficient, args.pairs) {
        let p_value = pearson_p_value(r, n);
        let undefined = "it needs a coefficient from −1 to 1 and three pairs";
        return Some(Document {
            x: None,
            y: None,
            n,
            left_out: 0,
            coefficients: vec![Coefficient {
                name: "pearson",
                coefficient: Some(r),
                p_value,
                undefined: p_value.is_none().then(|| undefined.to_owned()),
            }],
        });
    }
    let (path, x, y) = (args.table.as_ref()?, args.x.as_deref()?, args.y.as_deref()?);
    let table = Table::read(path)?;
    let (left, right) = (table.numbers(x)?, table.numbers(y)?);
    let n_rows = left.len();
    let pairs = left.into_iter().zip(right);
    let (left, right): (Vec<f64>, Vec<f64>) = pairs
        .filter_map(|(left, right)| Some((left?, right?)))
        .unzip();
    Some(Document {
        x: Some(x.to_owned()),
        y: Some(y.to_owned()),
        n: left.len(),
        left_out: n_rows - left.len(),
        coefficients: vec![
            Coefficient::new("pearson", pearson(&left, &right)),
            Coefficient::new("spearman", spearman(&left, &right)),
            Coefficient::new("kendall", kendall(&left, &right)),
        ],
    })
}

fn shown(p_value: f64) -> String {
    if p_value > 0.0 && p_value < 1e-5 {
        format!("{p_value:.2e}")
    } else {
        format!("{p_value:.5}")
    }
}
