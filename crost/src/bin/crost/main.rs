//! The `crost` program: how much of a target's proofs generated proofs cover.

mod ability;
mod batch;
mod compare;
mod correlate;
mod curve;
mod explain;
mod flips;
mod footprint;
mod input;
mod paths;
mod table;

use clap::{Parser, Subcommand};
use diagnostic::escape_controls;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// The answer stands on standard output.
const EXIT_OK: u8 = 0;
/// The score is below what was asked for.
const EXIT_BELOW: u8 = 2;
/// There is nothing to divide by: the score is undefined.
const EXIT_UNDEFINED: u8 = 3;
/// A file could not be read or has faults, or the command line is wrong.
const EXIT_BAD_INPUT: u8 = 4;

/// How much of the proofs of expert lemmas the proofs of generated lemmas cover.
///
/// Exit status: 0 done, 2 below the asked minimum, 3 the score is undefined,
/// 4 a file could not be read or has faults, or the command line is wrong.
#[derive(Parser)]
#[command(name = "crost", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Score generated proofs against a target's.
    Compare(compare::Args),
    /// Score many runs of a manifest, in parallel and resumably.
    Batch(batch::Args),
    /// Say why target lemmas are not covered, and what comes nearest.
    Explain(explain::Args),
    /// List the root-to-solve paths of a theory's proofs.
    Paths(paths::Args),
    /// List the goals that a theory's proofs solve.
    Footprint(footprint::Args),
    /// Compute the paper's closed forms.
    Ability(ability::Args),
    /// Score runs together, one after the other.
    Curve(curve::Args),
    /// Say which lemmas fail of mutants.
    Flips(flips::Args),
    /// Correlate two columns of a table.
    Correlate(correlate::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come the same way, but are no errors.
            let is_error = error.use_stderr();
            let _ = error.print();
            return ExitCode::from(if is_error { EXIT_BAD_INPUT } else { EXIT_OK });
        }
    };
    let result = match cli.command {
        Command::Compare(args) => compare::run(&args),
        Command::Batch(args) => batch::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Paths(args) => paths::run(&args),
        Command::Footprint(args) => footprint::run(&args),
        Command::Ability(args) => ability::run(&args),
        Command::Curve(args) => curve::run(&args),
        Command::Flips(args) => flips::run(&args),
        Command::Correlate(args) => correlate::run(&args),
    };
    match result {
        Ok(status) => ExitCode::from(status),
        // A reader that went away is no fault.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(EXIT_OK),
        Err(error) => {
            complain(&format!("could not write: {error}"));
            ExitCode::from(EXIT_BAD_INPUT)
        }
    }
}

/// Tells what went wrong on standard error.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "crost: {}", escape_controls(message));
}

fn stdout() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Writes an answer to standard output, as JSON or as text.
fn print<T: serde::Serialize>(
    answer: &T,
    is_json: bool,
    write_text: impl FnOnce(&T, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = stdout();
    if is_json {
        serde_json::to_writer_pretty(&mut out, answer)?;
        writeln!(out)?;
    } else {
        write_text(answer, &mut out)?;
    }
    out.flush()
}
