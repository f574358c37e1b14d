//! `crost compare`.

use crate::input::{self, Low, Reading};
use crate::{EXIT_BAD_INPUT, EXIT_BELOW, EXIT_OK, EXIT_UNDEFINED, complain, stdout};
use clap::ValueEnum;
use crost::{Score, compare, output};
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
    /// Table of families, `lemma,family` with a header; other lemmas are classified
    /// by their formulas.
    #[arg(long, value_name = "FILE")]
    families: Option<PathBuf>,
    /// What the measure `informative` leaves out.
    #[arg(long, value_enum, value_delimiter = ',', default_values = ["chain", "ku-variable", "split"])]
    uninformative: Vec<Low>,
    /// Take rarities for the measure `weighted` from these theories.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    corpus: Vec<PathBuf>,
    /// How to write it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Exit with 2 where the score is below this, from 0 to 1.
    #[arg(long, value_name = "SCORE", value_parser = share)]
    min_coverage: Option<f64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// One document.
    Json,
    /// One row a measure and a lemma.
    Csv,
    /// A page with the target's proof trees; needs no network.
    Html,
}

/// A number from 0 to 1.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("write a number from 0 to 1".to_owned()),
    }
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let mut options = args.reading.options(&args.uninformative);
    let sides = args.reading.open_sides(&args.target, &args.generated);
    let families = match &args.families {
        None => Some(std::collections::BTreeMap::new()),
        Some(path) => input::families(path),
    };
    let (Some((mut target, generated)), Some(families)) = (sides, families) else {
        return Ok(EXIT_BAD_INPUT);
    };
    let unknown = target.set_families(&families);
    if !args.corpus.is_empty() {
        let mut rarity = crost::Rarity::default();
        for path in &args.corpus {
            let Some(forest) = args.reading.open(path) else {
                return Ok(EXIT_BAD_INPUT);
            };
            rarity.count(&forest);
        }
        options.rarity = Some(rarity);
    }
    let mut comparison = compare(&target, &generated, &options);
    let unknown = unknown.iter().map(|name| input::no_such_lemma(name));
    comparison.warnings.extend(unknown);
    let mut out = stdout();
    match args.format {
        Format::Text => output::write_text(&comparison, &mut out)?,
        Format::Json => output::write_json(&comparison, &mut out)?,
        Format::Csv => output::write_csv(&comparison, &mut out)?,
        Format::Html => output::write_html(&comparison, &mut out)?,
    }
    out.flush()?;
    Ok(match (comparison.crost.value(), args.min_coverage) {
        (None, _) => {
            complain("the score is undefined: the target has no path (the paper says 0)");
            EXIT_UNDEFINED
        }
        (Some(score), Some(minimum)) if score < minimum => {
            // In full: rounded, it may look like the minimum.
            let Score { covered, total } = comparison.crost;
            complain(&format!(
                "the score {score} ({covered} of {total}) is below {minimum}"
            ));
            EXIT_BELOW
        }
        _ => EXIT_OK,
    })
}
