//! `fsm paths`: simple paths, one a line.

use crate::{EXIT_BAD_INPUT, EXIT_OK, input, stdout};
use diagnostic::escape_controls;
use fsm::simple_path::SimplePaths;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Machine.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// State that the paths start in.
    #[arg(long, value_name = "STATE")]
    from: String,
    /// State that they end in.
    #[arg(long, value_name = "STATE")]
    to: String,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let Some(machine) = input::machine(&args.file) else {
        return Ok(EXIT_BAD_INPUT);
    };
    let ends = (
        input::state(&machine, &args.from),
        input::state(&machine, &args.to),
    );
    let (Some(source), Some(target)) = ends else {
        return Ok(EXIT_BAD_INPUT);
    };
    let mut out = stdout();
    let mut paths = SimplePaths::between(&machine, source, target);
    while let Some(path) = paths.next_path() {
        write!(out, "{}", escape_controls(machine.state_name(source)))?;
        for &id in path {
            let arc = machine.transition(id);
            let condition = escape_controls(arc.condition);
            let to = escape_controls(machine.state_name(arc.to));
            write!(out, "; {condition}; {to}")?;
        }
        writeln!(out)?;
    }
    out.flush()?;
    Ok(EXIT_OK)
}
