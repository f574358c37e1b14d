//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Reads Tamarin theories, proofs and summaries, without the prover.
///
/// Exit status: 0 all files were read, 4 a file could not be read or has faults,
/// or the command line is wrong.
#[derive(Parser)]
#[command(name = "spthy", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Say whether theories parse, and what is wrong where they do not.
    Check(Check),
    /// One row a lemma: status, steps, sizes of its proof.
    Lemmas(Table),
    /// What the prover printed: verdicts, warnings, versions, time. Reads logs too.
    Summary(Table),
    /// Draw the proof of one lemma.
    Tree(TreeArgs),
    /// Print a theory in the prover's form; comments are left out.
    Format(Format),
}

#[derive(Args)]
pub(crate) struct Input {
    /// Theory; `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) flags: Flags,
}

#[derive(Args)]
pub(crate) struct Flags {
    /// Set a flag that `#ifdef` asks for.
    #[arg(short = 'D', long = "define", value_name = "FLAG")]
    pub(crate) defines: Vec<String>,
}

#[derive(Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Write one JSON document to standard output.
    #[arg(long)]
    pub(crate) json: bool,
    /// Leave out warnings of wellformedness.
    #[arg(long)]
    pub(crate) no_warnings: bool,
}

#[derive(Args)]
pub(crate) struct Table {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Write JSON.
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,
    /// Write comma-separated values with a header.
    #[arg(long)]
    pub(crate) csv: bool,
}

#[derive(Args)]
pub(crate) struct TreeArgs {
    /// Theory; `-` reads standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Which lemma.
    #[arg(long, value_name = "NAME")]
    pub(crate) lemma: String,
    /// Which side, in a theory about observational equivalence.
    #[arg(long, value_enum)]
    pub(crate) side: Option<SideArg>,
    /// What to write.
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TreeFormat,
    #[command(flatten)]
    pub(crate) flags: Flags,
}

#[derive(Args)]
pub(crate) struct Format {
    /// Theory; `-` reads standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) flags: Flags,
}

#[derive(Clone, Copy, ValueEnum, PartialEq, Eq)]
pub(crate) enum SideArg {
    /// Left-hand side.
    Lhs,
    /// Right-hand side.
    Rhs,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum TreeFormat {
    /// One indented line a step.
    Text,
    /// A flat list of steps.
    Json,
    /// Graphviz.
    Dot,
    /// A Mermaid flowchart.
    Mermaid,
    /// A foldable page that needs no network.
    Html,
}
