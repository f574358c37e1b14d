//! `fsm convert`: a machine in another format.

use crate::{EXIT_BAD_INPUT, EXIT_OK, EXIT_UNDETERMINED, complain, input, stdout};
use clap::ValueEnum;
use fsm::census::Census;
use fsm::output;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Machine.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What to write.
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: To,
}

#[derive(Clone, Copy, ValueEnum)]
enum To {
    /// Our format, with everything that is known of the machine.
    Json,
    /// Graphviz, as automata learners write it.
    Dot,
    /// A Mermaid state diagram.
    Mermaid,
    /// SCXML.
    Scxml,
    /// A transition table.
    Csv,
    /// A drawing.
    Svg,
    /// A page with the drawing, the transitions and the paths.
    Html,
    /// A spec of the model checker `check`.
    Minicheck,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let Some(machine) = input::machine(&args.file) else {
        return Ok(EXIT_BAD_INPUT);
    };
    let mut out = stdout();
    match args.to {
        To::Json => output::write_json(&machine, &mut out)?,
        To::Dot => output::write_dot(&machine, &mut out)?,
        To::Mermaid => output::write_mermaid(&machine, &mut out)?,
        To::Scxml => output::write_scxml(&machine, &mut out)?,
        To::Csv => output::write_csv(&machine, &mut out)?,
        To::Svg => output::write_svg(&machine, &mut out)?,
        To::Html => match Census::of(&machine) {
            Ok(census) => output::write_html(&machine, &census, Default::default(), &mut out)?,
            Err(error) => {
                complain(&format!("undetermined: {error}"));
                return Ok(EXIT_UNDETERMINED);
            }
        },
        To::Minicheck => {
            if machine.initial().is_none() {
                complain("a spec starts in an initial state, and the machine declares none");
                return Ok(EXIT_BAD_INPUT);
            }
            output::write_minicheck(&machine, &mut out)?;
        }
    }
    out.flush()?;
    Ok(EXIT_OK)
}
