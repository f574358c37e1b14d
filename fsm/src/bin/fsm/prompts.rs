//! `fsm prompts`: messages ready to send.

use crate::{EXIT_BAD_INPUT, EXIT_OK, input, stdout};
use fsm::question;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file of `fsm questions`, `-` for standard input
    questions: PathBuf,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let Some(source) = input::source(&args.questions) else {
        return Ok(EXIT_BAD_INPUT);
    };
    let Some(questions) = input::questions(&source) else {
        return Ok(EXIT_BAD_INPUT);
    };
    let mut out = stdout();
    for question in &questions {
        serde_json::to_writer(&mut out, &question::messages(question))?;
        writeln!(out)?;
    }
    out.flush()?;
    Ok(EXIT_OK)
}
