//! `crost ability`.

use crate::table::Table;
use crate::{EXIT_BAD_INPUT, EXIT_OK, EXIT_UNDEFINED, complain, print};
use crost::ability::{Ability, AbilityError, Bound, Run, estimate_rho};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

/// Computes what a lemma set of a given size can be expected to do.
///
/// The closed forms are reconstructed from the paper's published values; where
/// these leave a choice, the documentation of the library's module `ability` says
/// which one was made.
///
/// Exit status: 0 done, 3 ρ̂ is undefined, 4 a parameter or the file is wrong.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many lemmas there are.
    #[arg(short = 'n', long, requires = "generated")]
    lemmas: Option<u64>,
    /// How many of them are generated.
    #[arg(short = 'k', long, requires = "lemmas")]
    generated: Option<u64>,
    /// Probability of the outcome where the generated lemmas miss a critical set.
    #[arg(long, conflicts_with = "runs", required_unless_present = "runs")]
    rho: Option<f64>,
    /// Estimate ρ from repeated runs: a table, CSV or JSON lines, with the fields
    /// hit and pred.
    #[arg(long, value_name = "FILE")]
    runs: Option<PathBuf>,
    /// Size of the one critical set any lemma of which suffices.
    #[arg(short = 'r', long, requires = "lemmas")]
    single: Option<u64>,
    /// Sizes of critical sets that all have to be met.
    #[arg(short = 's', long, value_delimiter = ',', requires = "lemmas")]
    sets: Vec<u64>,
    /// Write JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    rho: Option<f64>,
    /// Whether ρ is an estimate, and of how many runs with a hit.
    n_hits: Option<usize>,
    n: Option<u64>,
    k: Option<u64>,
    singleton: Option<Singleton>,
    sets: Option<Sets>,
}

#[derive(Serialize)]
struct Singleton {
    r: u64,
    miss: f64,
    pred: f64,
}

#[derive(Serialize)]
struct Sets {
    sizes: Vec<u64>,
    bound: Bound,
    approximation: Bound,
    /// What keeps these from being the paper's figures.
    note: Option<&'static str>,
}

const NOTE: &str = "the paper's values settle (25)–(27) at ρ = 0.5 only; at another ρ this is one \
                    of four readings of them";

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    if args.rho.is_some() && args.single.is_none() && args.sets.is_empty() {
        complain("nothing to compute: give -n, -k and -r or -s");
        return Ok(EXIT_BAD_INPUT);
    }
    let runs = match &args.runs {
        None => None,
        Some(path) => match read_runs(path) {
            Some(runs) => Some(runs),
            None => return Ok(EXIT_BAD_INPUT),
        },
    };
    let rho = args.rho.or_else(|| runs.as_deref().and_then(estimate_rho));
    let mut document = Document {
        rho,
        n_hits: runs.map(|runs| runs.iter().filter(|run| run.hit).count()),
        n: args.lemmas,
        k: args.generated,
        singleton: None,
        sets: None,
    };
    if let (Some(rho), Some(n), Some(k)) = (rho, args.lemmas, args.generated)
        && let Err(error) = compute(&mut document, args, (n, k, rho))
    {
        complain(&error.to_string());
        return Ok(EXIT_BAD_INPUT);
    }
    print(&document, args.json, write_text)?;
    if rho.is_none() {
        complain("ρ is undefined: no run has a hit");
        return Ok(EXIT_UNDEFINED);
    }
    Ok(EXIT_OK)
}

fn compute(
    document: &mut Document,
    args: &Args,
    (n, k, rho): (u64, u64, f64),
) -> Result<(), AbilityError> {
    let ability = Ability::new(n, k, rho)?;
    if let Some(r) = args.single {
        document.singleton = Some(Singleton {
            r,
            miss: ability.miss(r)?,
            pred: ability.singleton(r)?,
        });
    }
    if !args.sets.is_empty() {
        document.sets = Some(Sets {
            sizes: args.sets.clone(),
            bound: ability.bound(&args.sets)?,
            approximation: ability.approximation(&args.sets)?,
            note: (rho - 0.5).abs().gt(&f64::EPSILON).then_some(NOTE),
        });
    }
    Ok(())
}

fn write_text(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    match (document.rho, document.n_hits) {
        (None, _) => writeln!(out, "ρ                undefined")?,
        (Some(rho), None) => writeln!(out, "ρ                {rho}")?,
        (Some(rho), Some(n)) => writeln!(out, "ρ                {rho:.6}  of {n} hits")?,
    }
    if let Some(single) = &document.singleton {
        writeln!(out, "Pr[miss]         {:.6}", single.miss)?;
        writeln!(out, "Pr[Pred]         {:.6}  (17)–(19)", single.pred)?;
    }
    if let Some(sets) = &document.sets {
        for (name, bound, equation) in [
            ("bound", sets.bound, "(25)"),
            ("approximation", sets.approximation, "(26)–(27)"),
        ] {
            let clamped = bound.clamped;
            writeln!(
                out,
                "{name:<16} {clamped:.6}  {equation}, {:.6} before clamping",
                bound.raw
            )?;
        }
        if let Some(note) = sets.note {
            writeln!(out, "note: {note}")?;
        }
    }
    Ok(())
}

fn read_runs(path: &std::path::Path) -> Option<Vec<Run>> {
    let table = Table::read(path)?;
    let hits = table.flags("hit")?;
    let preds = table.flags("pred")?;
    let runs = hits.into_iter().zip(preds);
    Some(runs.map(|(hit, pred)| Run { hit, pred }).collect())
}
