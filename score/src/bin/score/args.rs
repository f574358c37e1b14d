//! The command line.

use clap::{Parser, Subcommand, ValueEnum};
use score::Mode;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Exit status: 0 scored, 4 bad input or usage.

Examples:
  score tasks                          the tasks and their labels
  score run bfs                        score exhaustive search, the ceiling
  score submission mine.json --json    score a file, in protocol-bench's keys
  score completions replies.json       score what a language model replied";

/// Scores claims about known machines; a detection counts only if its trace replays.
#[derive(Debug, Parser)]
#[command(name = "score", version, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the tasks.
    Tasks {
        /// Write JSON.
        #[arg(long)]
        json: bool,
    },
    /// Score a baseline.
    Run {
        /// Which.
        baseline: Baseline,
        /// Also write what it submits to a file.
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        #[command(flatten)]
        options: Options,
    },
    /// Score a file: an object from task id to {"violated", "trace"}.
    Submission {
        /// The file, `-` for standard input.
        file: PathBuf,
        #[command(flatten)]
        options: Options,
    },
    /// Score replies: an object from task id to the text of a reply.
    Completions {
        /// The file, `-` for standard input.
        file: PathBuf,
        #[command(flatten)]
        options: Options,
    },
}

#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct Options {
    /// Write JSON with protocol-bench's keys.
    #[arg(long)]
    pub(crate) json: bool,
    /// As lax as protocol-bench: true, 1 and 1.0 are equal, a trace may go on behind a violation.
    #[arg(long)]
    lenient: bool,
}

impl Options {
    pub(crate) fn mode(self) -> Mode {
        if self.lenient {
            Mode::Lenient
        } else {
            Mode::Strict
        }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Baseline {
    /// Exhaustive search, with counterexamples.
    Bfs,
    /// No violation anywhere.
    AlwaysSafe,
    /// A violation everywhere, without a trace.
    AlwaysViolated,
}
