//! The `fsm` program: machines in; paths, counts, questions and drawings out.

mod args;
mod convert;
mod count;
mod diff;
mod input;
mod judge;
mod labels;
mod paths;
mod prompts;
mod questions;
mod stats;

use clap::Parser;
use diagnostic::escape_controls;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// It was done.
const EXIT_OK: u8 = 0;
/// A machine does not meet its counts, or two machines differ.
const EXIT_DIFFERENT: u8 = 2;
/// It would take too much memory; nothing is claimed.
const EXIT_UNDETERMINED: u8 = 3;
/// A file could not be read or has faults, or the command line is wrong.
const EXIT_BAD_INPUT: u8 = 4;

fn main() -> ExitCode {
    let cli = match args::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come the same way, but are no errors.
            let is_error = error.use_stderr();
            let _ = error.print();
            return ExitCode::from(if is_error { EXIT_BAD_INPUT } else { EXIT_OK });
        }
    };
    match cli.command.run() {
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
    let _ = writeln!(io::stderr(), "fsm: {}", escape_controls(message));
}

fn stdout() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}
