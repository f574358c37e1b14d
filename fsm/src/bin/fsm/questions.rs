//! `fsm questions`: the four tasks as JSON lines.

use crate::{EXIT_BAD_INPUT, EXIT_OK, complain, input, stdout};
use clap::ValueEnum;
use diagnostic::SourceFile;
use fsm::Machine;
use fsm::question::{self, Context, Counts, Question, Task};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Machines to ask about
    #[arg(value_name = "FILE", required_unless_present = "all")]
    machines: Vec<PathBuf>,
    /// Ask about all shipped machines of --variant
    #[arg(long, conflicts_with = "machines")]
    all: bool,
    /// The reading of the protocols that --all asks about
    #[arg(long, value_name = "VARIANT", default_value = "table1")]
    variant: Variant,
    /// Ask only this task, 1 to 4; may be given several times
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    task: Vec<u8>,
    /// Key of task 1
    #[arg(long, value_name = "KEY", default_value = "condition")]
    by: Key,
    /// What goes with a question
    #[arg(long, default_value = "easy")]
    context: ContextArg,
    /// The text of --context rfc: a file, or a folder with a file NAME.txt for
    /// each machine or protocol
    #[arg(long, value_name = "PATH", required_if_eq("context", "rfc"))]
    excerpt: Option<PathBuf>,
    /// Refuse to ask for more simple paths than this, all questions together
    #[arg(long, value_name = "N", default_value_t = MAX_PATHS)]
    max_paths: usize,
}

/// Most simple paths of all gold sets together. A path takes about a kilobyte, and
/// the shipped machine with the most has 22 273.
pub(crate) const MAX_PATHS: usize = 200_000;

/// How many simple paths gold sets may still hold, over all machines of a run.
pub(crate) struct Budget {
    max_paths: usize,
    n_left: usize,
}

impl Budget {
    pub(crate) fn new(max_paths: usize) -> Self {
        Self {
            max_paths,
            n_left: max_paths,
        }
    }

    /// The questions of one task; says why where there are none.
    pub(crate) fn questions(
        &mut self,
        machine: &Machine,
        task: Task,
        context: Context,
        material: Option<&str>,
    ) -> Option<Vec<Question>> {
        let asked = question::questions(machine, task, context, material, self.n_left);
        let Ok(asked) = asked else {
            complain(&format!(
                "{}: task 4 has more than {} simple paths, over all machines asked about; raise \
                 --max-paths, or leave the task out",
                machine.name(),
                self.max_paths
            ));
            return None;
        };
        if task == Task::Paths {
            let n_paths: usize = asked.iter().map(|question| question.gold.len()).sum();
            self.n_left -= n_paths;
        }
        Some(asked)
    }
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Variant {
    Table1,
    Rfc,
}

/// A question a (state, condition), or one a state.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Key {
    Condition,
    State,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum ContextArg {
    /// The transition table
    Easy,
    /// An excerpt of the RFC
    Rfc,
    /// Nothing
    None,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let Some(machines) = machines(args) else {
        return Ok(EXIT_BAD_INPUT);
    };
    if args.excerpt.is_some() && args.context != ContextArg::Rfc {
        complain("--excerpt goes with --context rfc");
        return Ok(EXIT_BAD_INPUT);
    }
    let mut asked = Vec::new();
    let mut budget = Budget::new(args.max_paths);
    for machine in &machines {
        let Some(questions) = of(machine, args, &mut budget) else {
            return Ok(EXIT_BAD_INPUT);
        };
        asked.extend(questions);
    }
    let mut out = stdout();
    for question in &asked {
        question::write(question, &mut out)?;
    }
    out.flush()?;
    account(args, &machines, asked.len());
    Ok(EXIT_OK)
}

fn machines(args: &Args) -> Option<Vec<Machine>> {
    if !args.all {
        return args
            .machines
            .iter()
            .map(|name| input::machine(name))
            .collect();
    }
    let all = models::fsm::ALL
        .iter()
        .map(|(name, _)| input::machine(Path::new(name)));
    let all: Option<Vec<Machine>> = all.collect();
    let variant = match args.variant {
        Variant::Table1 => "table1",
        Variant::Rfc => "rfc",
    };
    Some(
        all?.into_iter()
            .filter(|machine| machine.about().variant.as_deref() == Some(variant))
            .collect(),
    )
}

fn tasks(args: &Args) -> impl Iterator<Item = Task> + '_ {
    let key = match args.by {
        Key::Condition => Task::Next,
        Key::State => Task::NextOfState,
    };
    let tasks = [key, Task::Conditions, Task::Previous, Task::Paths].into_iter();
    tasks.filter(|task| args.task.is_empty() || args.task.contains(&task.number()))
}

/// The questions about one machine; says why where there are none.
fn of(machine: &Machine, args: &Args, budget: &mut Budget) -> Option<Vec<Question>> {
    let (context, material) = match args.context {
        ContextArg::Easy => (Context::Easy, Some(question::table(machine))),
        ContextArg::Rfc => (
            Context::Rfc,
            Some(excerpt(machine, args.excerpt.as_deref()?)?),
        ),
        ContextArg::None => (Context::None, None),
    };
    let mut asked = Vec::new();
    for task in tasks(args) {
        let material = material.as_deref();
        asked.extend(budget.questions(machine, task, context, material)?);
    }
    Some(asked)
}

fn excerpt(machine: &Machine, path: &Path) -> Option<String> {
    let protocol = machine.about().protocol.as_deref();
    // A name with a separator in it would lead out of the folder.
    let is_plain = |name: &&str| !name.contains(['/', '\\']) && !name.starts_with('.');
    let names = [Some(machine.name()), protocol];
    let path = if path.is_dir() {
        let mut names = names.into_iter().flatten().filter(is_plain);
        let found = names.find_map(|name| {
            let file = path.join(format!("{name}.txt"));
            file.is_file().then_some(file)
        });
        match found {
            Some(file) => file,
            None => {
                let (name, folder) = (machine.name(), path.display());
                complain(&format!("{folder} has no file {name}.txt with an excerpt"));
                return None;
            }
        }
    } else {
        path.to_owned()
    };
    match SourceFile::read(&path) {
        Ok(source) => Some(source.text().to_owned()),
        Err(error) => {
            complain(&error.to_string());
            None
        }
    }
}

/// Says how many questions there are and why others count other numbers, on
/// standard error: standard output holds questions alone.
fn account(args: &Args, machines: &[Machine], n_asked: usize) {
    let mut counts = Counts::default();
    for machine in machines {
        counts += Counts::of(machine);
    }
    let mut text = format!("{n_asked} questions on {} machines", machines.len());
    if args.task.is_empty() || args.task.contains(&1) {
        text.push_str(&format!(
            "\ntask 1: {} by (state, condition), {} by state; {} transitions",
            counts.state_conditions, counts.states, counts.transitions
        ));
    }
    let published = machines
        .iter()
        .map(Counts::published)
        .collect::<Option<Vec<_>>>();
    if let (true, Variant::Table1, Some(rows)) = (args.all, args.variant, published) {
        let sum = |task: usize| rows.iter().map(|row| row[task]).sum::<usize>();
        let table = [sum(0), sum(1), sum(2), sum(3)];
        let total: usize = table.iter().sum();
        let by_text = total - table[0] + counts.states;
        text.push_str(&format!(
            "\nby Table 1 there are {total} = {} + {} + {} + {}: task 1 once a transition.\n\
             The paper's text says {by_text}, because it counts task 1 once a state: {}.\n\
             Here one (state, condition) with several transitions is one question with a set as \
             its answer: {} instead of {}.",
            table[0],
            table[1],
            table[2],
            table[3],
            counts.states,
            counts.state_conditions,
            counts.transitions
        ));
        let ours = [
            counts.transitions,
            counts.pairs,
            counts.condition_targets,
            counts.ordered_pairs,
        ];
        for (task, (ours, table)) in (1..).zip(ours.into_iter().zip(table)) {
            if ours != table {
                text.push_str(&format!("\nTask {task}: {ours} here, {table} in Table 1."));
            }
        }
        for machine in machines {
            let wanted = machine.about().wanted.iter();
            for other in wanted.flat_map(|wanted| &wanted.published) {
                if other.count.ends_with("_queries") {
                    text.push_str(&format!("\n{}: {}", machine.name(), other.reason));
                }
            }
        }
    }
    for line in text.lines() {
        complain(line);
    }
}
