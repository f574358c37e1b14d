//! `crost flips`.

use crate::input::Reading;
use crate::{EXIT_BAD_INPUT, EXIT_OK, EXIT_UNDEFINED, complain, print};
use crost::Score;
use crost::study::{FlipOutcome, Flips, flips};
use diagnostic::escape_controls;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

/// Says which lemmas hold of a theory and fail of mutants of it.
///
/// A lemma flips if it is verified on the original and falsified on the mutant. What
/// is not finished on the mutant is undetermined, and neither flipped nor kept; nor is
/// a lemma of the same name with another quantifier or formula. The flip rate is
/// flipped of flipped and kept.
///
/// Exit status: 0 done, 3 no lemma has both verdicts, 4 a file is wrong.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Theory with the prover's verdicts.
    original: PathBuf,
    /// Mutants of it with the prover's verdicts.
    #[arg(required = true)]
    mutants: Vec<PathBuf>,
    /// Set a flag that `#ifdef` asks for.
    #[arg(short = 'D', long = "define", value_name = "FLAG")]
    defines: Vec<String>,
    /// Go on with what could be read of a file with faults.
    #[arg(long)]
    lenient: bool,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    original: String,
    mutants: Vec<Mutant>,
    /// Over all mutants.
    flip_rate: Score,
}

#[derive(Serialize)]
struct Mutant {
    mutant: String,
    flip_rate: Score,
    flipped: u64,
    kept: u64,
    undetermined: u64,
    missing: u64,
    other_lemma: u64,
    #[serde(flatten)]
    flips: Flips,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let reading = Reading::plain(args.defines.clone(), args.lenient);
    let original = reading.open(&args.original);
    let mutants: Vec<_> = args.mutants.iter().map(|path| reading.open(path)).collect();
    let (Some(original), Some(mutants)) =
        (original, mutants.into_iter().collect::<Option<Vec<_>>>())
    else {
        return Ok(EXIT_BAD_INPUT);
    };
    let mutants: Vec<Mutant> = mutants
        .iter()
        .zip(&args.mutants)
        .map(|(mutant, path)| {
            let flips = flips(&original, mutant);
            Mutant {
                mutant: path.display().to_string(),
                flip_rate: flips.rate(),
                flipped: flips.count(FlipOutcome::Flipped),
                kept: flips.count(FlipOutcome::Kept),
                undetermined: flips.count(FlipOutcome::Undetermined),
                missing: flips.count(FlipOutcome::Missing),
                other_lemma: flips.count(FlipOutcome::OtherLemma),
                flips,
            }
        })
        .collect();
    let flip_rate = Score {
        covered: mutants.iter().map(|mutant| mutant.flip_rate.covered).sum(),
        total: mutants.iter().map(|mutant| mutant.flip_rate.total).sum(),
    };
    let document = Document {
        original: args.original.display().to_string(),
        mutants,
        flip_rate,
    };
    print(&document, args.json, write_text)?;
    if flip_rate.value().is_none() {
        complain(
            "the flip rate is undefined: no lemma is verified on the original and decided on a mutant",
        );
        return Ok(EXIT_UNDEFINED);
    }
    Ok(EXIT_OK)
}

fn write_text(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    for mutant in &document.mutants {
        writeln!(
            out,
            "{}: {} flipped, {} kept, {} undetermined, {} missing, {} other lemmas",
            escape_controls(&mutant.mutant),
            mutant.flipped,
            mutant.kept,
            mutant.undetermined,
            mutant.missing,
            mutant.other_lemma
        )?;
        for flip in &mutant.flips.lemmas {
            let outcome = match flip.outcome {
                FlipOutcome::Flipped => "flipped",
                FlipOutcome::Kept => "kept",
                FlipOutcome::Undetermined => "undetermined",
                FlipOutcome::Missing => "missing",
                FlipOutcome::OtherLemma => "other lemma",
            };
            writeln!(out, "  {outcome:<13} {}", escape_controls(&flip.lemma))?;
        }
        for (what, lemmas) in [
            ("not verified on the original", &mutant.flips.not_verified),
            ("left out, about sources", &mutant.flips.sources),
        ] {
            if !lemmas.is_empty() {
                writeln!(out, "  {what}: {}", escape_controls(&lemmas.join(", ")))?;
            }
        }
        for warning in &mutant.flips.warnings {
            writeln!(out, "  warning: {}", escape_controls(warning))?;
        }
    }
    let rate = document.flip_rate;
    let shown = rate
        .value()
        .map_or_else(|| "undefined".to_owned(), |rate| format!("{rate:.4}"));
    writeln!(
        out,
        "flip rate {shown} ({} of {})",
        rate.covered, rate.total
    )
}
