//! The command line: what may be asked, and what goes where.

use bytesize::ByteSize;
use checker::{DEFAULT_INT_BOUND, Limits};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Exit status: 0 proved, 2 refuted, 3 undetermined, 4 bad input or usage.
Of several files the worst counts: 4, then 2, then 3. Undetermined is not a pass.

Examples:
  check labels                                 re-derive every label of the models it carries
  check example > spec.json                    a spec to start from
  check spec.json                              check it
  check specs/*.json --json                    several at once, for a program
  check - < spec.json                          from standard input
  check spec.json --within 5                   can a goal state be reached in 5 steps?
  check spec.json --format html -o report.html --format junit -o report.xml
                                               one search, two files
  check spec.json --format promela -o spec.pml the same machine for SPIN";

/// Checks state machines exhaustively: a proof, or the shortest counterexample.
#[derive(Debug, Parser)]
#[command(name = "check", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) check: CheckArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Read specs and report every fault, without a search.
    Validate(ValidateArgs),
    /// Re-derive the labels of known machines: verdict, counts, trace length.
    #[command(after_help = LABELS)]
    Labels(LabelsArgs),
    /// Print a spec to start from.
    Example,
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

const LABELS: &str = "\
A label is NAME.label.toml beside the spec NAME.json. It says whether a property
holds, how many states and transitions are reachable, how long the shortest
counterexample is, and whether the property rests on the guards.

Exit status: 0 all agree, 2 a label says something else than was found,
3 a search did not finish, 4 bad input: a file that cannot be used, or a spec
or a label alone. Of several the worst counts: 4, then 2, then 3.";

#[derive(Debug, clap::Args)]
pub(crate) struct LabelsArgs {
    /// Folder of specs and labels, searched to any depth [default: the models that
    /// the program carries].
    pub(crate) dir: Option<PathBuf>,
    /// Write JSON, also for bad input.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ValidateArgs {
    #[command(flatten)]
    pub(crate) input: Input,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Input {
    /// Spec files in JSON, `-` for standard input.
    #[arg(required = true, value_name = "SPEC")]
    pub(crate) specs: Vec<PathBuf>,
    /// Write JSON, also for bad input.
    #[arg(long)]
    pub(crate) json: bool,
    /// Greatest magnitude of integers. Leaving it ends the search, never clamps.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_INT_BOUND,
          value_parser = clap::value_parser!(i64).range(1..), allow_negative_numbers = true)]
    pub(crate) int_bound: i64,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Output format; may be repeated, each but one with its own -o.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Vec<Format>,
    /// File for the format named before it, instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,
    /// Most states to keep; the next one ends the search.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200_000,
        allow_negative_numbers = true
    )]
    max_states: i64,
    /// Most memory, such as 500MB or 8GiB [default: three quarters of what is free].
    #[arg(long, value_name = "SIZE", value_parser = memory_size)]
    max_memory: Option<ByteSize>,
    /// Most time a file, such as 30s or 5min.
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    timeout: Option<std::time::Duration>,
    /// Threads for the search; the answers are the same for any number [default: all cores].
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Also ask: does a goal state lie within so many steps?
    #[arg(long, value_name = "STEPS")]
    pub(crate) within: Option<u32>,
    /// Most states in a drawn graph.
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) max_nodes: usize,
    /// Exit 0 instead of 3 where the search did not finish.
    #[arg(long)]
    pub(crate) allow_undetermined: bool,
}

/// "8G" is what people type; they mean a binary size as the tools of memory do.
fn memory_size(text: &str) -> Result<ByteSize, String> {
    let text = match text.strip_suffix(['K', 'M', 'G', 'T']) {
        Some(_) => format!("{text}iB"),
        None => text.to_owned(),
    };
    text.parse()
}

impl CheckArgs {
    /// The limits asked for, with the machine's memory as default.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            // Nothing is fewer than no state, as in minicheck.
            max_states: u64::try_from(self.max_states).unwrap_or(0),
            max_memory: self
                .max_memory
                .map(|size| size.as_u64())
                .or_else(crate::memory::default_budget),
            timeout: self.timeout,
            threads: self.threads,
            within: self.within,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people, with traces step by step.
    Text,
    /// minicheck's keys, and more behind them.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// JUnit XML, for CI.
    Junit,
    /// The reachable graph as a Mermaid flowchart.
    Mermaid,
    /// The reachable graph for Graphviz.
    Dot,
    /// The counterexample as a picture.
    Svg,
    /// One page with everything.
    Html,
    /// The machine for SPIN; no search is run.
    Promela,
    /// The machine for TLC; -o X.tla writes X.cfg beside it; no search is run.
    Tla,
}

impl Format {
    /// Whether it translates the machine and needs no search.
    pub(crate) fn is_export(self) -> bool {
        matches!(self, Self::Promela | Self::Tla)
    }
}

/// One thing to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) format: Format,
    /// None for standard output.
    pub(crate) file: Option<PathBuf>,
}

impl Target {
    /// Where TLC's configuration goes: beside the module.
    pub(crate) fn config(file: &Path) -> PathBuf {
        file.with_extension("cfg")
    }

    /// Every file that is written.
    fn files(&self) -> Vec<PathBuf> {
        let file = self.file.iter().cloned();
        let module = self.file.iter().filter(|_| self.format == Format::Tla);
        file.chain(module.map(|file| Self::config(file))).collect()
    }
}

/// What was asked for.
pub(crate) struct Request {
    pub(crate) args: Args,
    /// What to write, in the order asked.
    pub(crate) targets: Vec<Target>,
}

/// Reads the command line.
///
/// # Errors
/// clap's error: help and version among them, usage errors of our own too.
pub(crate) fn parse(argv: impl IntoIterator<Item = OsString>) -> Result<Request, clap::Error> {
    let matches = Args::command().try_get_matches_from(argv)?;
    let args = Args::from_arg_matches(&matches)?;
    let positions = |id| {
        let of_command = args.command.is_none().then(|| matches.indices_of(id));
        of_command
            .flatten()
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
    };
    let targets = targets(&args.check, &positions("format"), &positions("output"))
        .map_err(|message| Args::command().error(ErrorKind::ArgumentConflict, message))?;
    Ok(Request { args, targets })
}

/// Joins each `-o` with the `--format` before it.
fn targets(args: &CheckArgs, formats: &[usize], outputs: &[usize]) -> Result<Vec<Target>, String> {
    let stdin = Path::new("-");
    if args
        .input
        .specs
        .iter()
        .filter(|spec| *spec == stdin)
        .count()
        > 1
    {
        return Err("standard input can be read once: give - once".to_owned());
    }
    if args.input.json && !args.format.is_empty() && !args.format.contains(&Format::Json) {
        return Err(
            "--json is --format json: leave it out, or name json as a --format too".to_owned(),
        );
    }
    let default = if args.input.json {
        Format::Json
    } else {
        Format::Text
    };
    let mut targets: Vec<Target> = args
        .format
        .iter()
        .map(|&format| Target { format, file: None })
        .collect();
    if targets.is_empty() {
        targets.push(Target {
            format: default,
            file: None,
        });
    }
    for (file, output) in args.output.iter().zip(outputs) {
        let before = formats.partition_point(|format| format < output);
        let index = match (before, formats.len()) {
            (_, 0) => 0,
            (0, _) => {
                return Err(format!(
                    "-o {} stands before every --format",
                    file.display()
                ));
            }
            (before, _) => before - 1,
        };
        let target = &mut targets[index];
        if let Some(other) = target.file.replace(file.clone()) {
            return Err(format!(
                "-o {} and -o {} are both for one --format",
                other.display(),
                file.display()
            ));
        }
    }
    if targets
        .iter()
        .filter(|target| target.file.is_none())
        .count()
        > 1
    {
        return Err("several formats would share standard output: give each but one its own -o FILE behind its --format".to_owned());
    }
    let written = targets.iter().flat_map(Target::files);
    let mut files: Vec<PathBuf> = written
        .chain(args.input.specs.iter().cloned().collect::<BTreeSet<_>>())
        .filter(|file| file != Path::new("-"))
        .map(|file| std::path::absolute(&file).unwrap_or(file))
        .collect();
    files.sort();
    if let Some(pair) = files.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!(
            "{} would be written over: it is a spec, or named for two outputs",
            pair[0].display()
        ));
    }
    Ok(targets)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets_of(line: &str) -> Result<Vec<(Format, Option<String>)>, String> {
        let argv = line.split(' ').map(OsString::from);
        let request = parse(argv).map_err(|error| error.to_string())?;
        let name = |file: PathBuf| file.display().to_string();
        Ok(request
            .targets
            .into_iter()
            .map(|target| (target.format, target.file.map(name)))
            .collect())
    }

    #[test]
    fn outputs_belong_to_the_format_before_them() {
        assert_eq!(targets_of("check a").unwrap(), [(Format::Text, None)]);
        assert_eq!(
            targets_of("check a --json -o x").unwrap(),
            [(Format::Json, Some("x".into()))]
        );
        assert_eq!(
            targets_of("check --format html -o h a --format text --format junit -o j").unwrap(),
            [
                (Format::Html, Some("h".into())),
                (Format::Text, None),
                (Format::Junit, Some("j".into()))
            ]
        );
    }

    #[test]
    fn what_cannot_be_paired_is_refused() {
        for line in [
            "check a --format html --format json",
            "check a -o x --format json",
            "check a --format json -o x -o y",
            "check a --format json -o x --format dot -o x",
            "check a -o x -o y",
            "check a --json --format text",
            "check a --json -o ./a",
            "check a --format json -o x --format dot -o ./x",
            "check - -",
            "check a --format tla -o x.cfg",
        ] {
            assert!(targets_of(line).is_err(), "{line}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
        assert_eq!(memory_size("8G").unwrap(), ByteSize::gib(8));
        assert_eq!(memory_size("500MB").unwrap(), ByteSize::mb(500));
    }
}
