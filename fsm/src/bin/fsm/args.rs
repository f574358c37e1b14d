//! The command line: one subcommand a file, which has its own arguments.

use crate::{convert, count, diff, judge, labels, paths, prompts, questions, stats};
use clap::{Parser, Subcommand};

/// Protocol state machines: simple paths, counts, questions.
///
/// FILE is a machine's file, `-` for standard input, or the name of a shipped
/// machine, such as TCP; `./TCP` is a file in any case.
///
/// Exit status: 0 done, 2 a machine does not meet its counts or two machines
/// differ, 3 counting takes too much memory, 4 a file could not be read or has faults, or the command line is wrong.
#[derive(Parser)]
#[command(name = "fsm", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Count states, paths and questions; name unreachable states and the like.
    Stats(stats::Args),
    /// List simple paths.
    Paths(paths::Args),
    /// Ask the four question tasks, as JSON lines with gold answers.
    Questions(questions::Args),
    /// Turn questions into messages ready to send.
    Prompts(prompts::Args),
    /// Judge replies and sum up their scores.
    Judge(judge::Args),
    /// Count simple paths without listing them.
    Count(count::Args),
    /// Derive every count of the shipped machines anew and compare.
    Labels(labels::Args),
    /// Name the arcs that part two machines, and the paths this adds or loses.
    Diff(diff::Args),
    /// Write a machine in another format.
    Convert(convert::Args),
}

impl Command {
    /// Runs the subcommand and gives the exit status.
    pub(crate) fn run(&self) -> std::io::Result<u8> {
        match self {
            Self::Stats(args) => stats::run(args),
            Self::Paths(args) => paths::run(args),
            Self::Questions(args) => questions::run(args),
            Self::Prompts(args) => prompts::run(args),
            Self::Judge(args) => judge::run(args),
            Self::Count(args) => count::run(args),
            Self::Labels(args) => labels::run(args),
            Self::Diff(args) => diff::run(args),
            Self::Convert(args) => convert::run(args),
        }
    }
}
