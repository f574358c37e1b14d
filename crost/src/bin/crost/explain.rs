//! `crost explain`.

use crate::input::Reading;
use crate::{EXIT_BAD_INPUT, EXIT_OK, EXIT_UNDEFINED, complain, stdout};
use crost::{compare, explain, output};
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Theory with the proofs of the experts' lemmas.
    target: PathBuf,
    /// Theories with the proofs of the generated lemmas; several are one set.
    #[arg(required = true)]
    generated: Vec<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    /// Most places a lemma to show, those with most uncovered paths first.
    #[arg(long, value_name = "N", default_value_t = 5)]
    limit: usize,
    /// Write one JSON list with everything.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let Some((target, generated)) = args.reading.open_sides(&args.target, &args.generated) else {
        return Ok(EXIT_BAD_INPUT);
    };
    let options = args.reading.options(&[]);
    let comparison = compare(&target, &generated, &options);
    let explanations = explain::explain(&comparison);
    let mut out = stdout();
    if args.json {
        output::write_explanations_json(&comparison, &explanations, &mut out)?;
    } else if comparison.crost.value().is_some() {
        output::write_explanations(&comparison, &explanations, args.limit, &mut out)?;
    }
    out.flush()?;
    if comparison.crost.value().is_none() {
        complain("there is nothing to explain: the target has no path");
        return Ok(EXIT_UNDEFINED);
    }
    Ok(EXIT_OK)
}
