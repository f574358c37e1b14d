//! The command line.

use crate::threshold::Thresholds;
use clap::{Parser, Subcommand, ValueEnum};
use score::{Mode, PromptMode};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Exit status: 0 done, 2 a threshold is missed or the theory has faults,
4 bad input or usage, or no theory.

Examples:
  score tasks                          the tasks and their labels
  score tasks info                     how many, by label
  score run bfs                        score exhaustive search, the ceiling
  score prompts --mode spec --json     what to ask a language model, by task
  score completions replies.json       score what it replied
  score submission mine.json --json    score a file, in protocol-bench's keys
  score submission mine.json --min-balanced-accuracy 0.9 --max-unreplayed 0
                                       exit with 2 below that
  score extract reply.md > a.spthy     the theory that a language model wrote
  score export > tasks.jsonl           the tasks as a data set, answers included";

/// Scores claims about known machines; a detection counts only if its trace replays.
#[derive(Debug, Parser)]
#[command(name = "score", version, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the tasks, or tell of them as a whole.
    Tasks {
        /// Which.
        #[arg(value_enum, default_value_t)]
        about: About,
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
    /// Print a prompt for each task.
    Prompts {
        #[command(flatten)]
        shown: Shown,
        /// Write one JSON object from task id to prompt. Ids tell: send the prompt only.
        #[arg(long)]
        json: bool,
    },
    /// Score replies: an object from task id to the text of a reply.
    Completions {
        /// The file, `-` for standard input.
        file: PathBuf,
        #[command(flatten)]
        options: Options,
        /// Most replies that hold no claim, missing ones included.
        #[arg(long, value_name = "N", help_heading = "Thresholds")]
        max_unparseable: Option<usize>,
    },
    /// Print the Tamarin theory that a reply holds; its faults go to standard error.
    Extract {
        /// The text of the reply, `-` for standard input.
        file: PathBuf,
        /// The prompt it replies to: what repeats its code is no answer.
        #[arg(long, value_name = "FILE")]
        prompt: Option<PathBuf>,
    },
    /// Print the tasks with all that is known of them, one JSON object a line.
    Export {
        #[command(flatten)]
        shown: Shown,
        /// Write one JSON list instead.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum About {
    /// Each task with its label.
    #[default]
    List,
    /// How many there are, by label.
    Info,
}

#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct Shown {
    /// What the prompt shows.
    #[arg(long, value_enum, default_value_t)]
    mode: ShownMode,
}

impl Shown {
    pub(crate) fn mode(self) -> PromptMode {
        match self.mode {
            ShownMode::Model => PromptMode::Model,
            ShownMode::Spec => PromptMode::Spec,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum ShownMode {
    /// The machine.
    #[default]
    Model,
    /// The clause and a description, and of the machine only its fields.
    Spec,
}

#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct Options {
    /// Write JSON with protocol-bench's keys.
    #[arg(long)]
    pub(crate) json: bool,
    /// As lax as protocol-bench: true, 1 and 1.0 are equal, a trace may go on behind a violation.
    #[arg(long)]
    lenient: bool,
    #[command(flatten)]
    pub(crate) thresholds: Thresholds,
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
