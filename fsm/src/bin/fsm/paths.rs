//! `fsm paths`: simple paths, one a line.

use crate::{EXIT_BAD_INPUT, EXIT_OK, input, stdout};
use diagnostic::escape_controls;
use fsm::digraph::Digraph;
use fsm::simple_path::{Query, SimplePaths};
use fsm::{Machine, StateId, TransitionId};
use rayon::prelude::*;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// Stop after so many paths.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Write a JSON object a line.
    #[arg(long)]
    json: bool,
    /// Threads; all cores without it. The order of paths is the same.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// A machine and which of its paths are meant.
#[derive(clap::Args)]
pub(crate) struct Selection {
    /// Machine.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// State that the paths start in; every state without it.
    #[arg(long, value_name = "STATE")]
    from: Option<String>,
    /// State that they end in; every state without it.
    #[arg(long, value_name = "STATE")]
    to: Option<String>,
    /// Only paths of at most so many transitions.
    #[arg(long, value_name = "N")]
    max_edges: Option<u32>,
    /// Only paths without this state; may be given several times.
    #[arg(long, value_name = "STATE")]
    avoid: Vec<String>,
    /// Only paths with this state; may be given several times.
    #[arg(long, value_name = "STATE")]
    through: Vec<String>,
    /// Simple cycles through each state too; without it there is no path from a
    /// state to itself.
    #[arg(long)]
    cycles: bool,
}

/// A query a pair of states.
pub(crate) struct Queries {
    sources: Vec<StateId>,
    targets: Vec<StateId>,
    /// What they have in common.
    common: Query,
}

impl Queries {
    pub(crate) fn len(&self) -> usize {
        self.sources.len() * self.targets.len()
    }

    /// One of them; sources in declared order, for each its targets.
    pub(crate) fn get(&self, index: usize) -> Query {
        Query {
            source: self.sources[index / self.targets.len()],
            target: self.targets[index % self.targets.len()],
            ..self.common.clone()
        }
    }
}

impl Selection {
    /// The machine and what is asked of it; shows what is wrong.
    pub(crate) fn read(&self) -> Option<(Machine, Queries)> {
        let machine = input::machine(&self.file)?;
        let named = |name: &String| input::state(&machine, name);
        let one_or_all = |name: &Option<String>| match name {
            Some(name) => named(name).map(|state| vec![state]),
            None => Some(machine.states().collect()),
        };
        let (sources, targets) = (one_or_all(&self.from), one_or_all(&self.to));
        let list = |names: &[String]| names.iter().map(named).collect::<Option<Vec<StateId>>>();
        let (avoid, through) = (list(&self.avoid), list(&self.through));
        let common = Query {
            max_edges: self.max_edges,
            avoid: avoid?,
            through: through?,
            cycles: self.cycles,
            ..Query::between(StateId(0), StateId(0))
        };
        let (sources, targets) = (sources?, targets?);
        let queries = Queries {
            sources,
            targets,
            common,
        };
        Some((machine, queries))
    }
}

/// Text that a part of the paths writes at a time.
const CHUNK_BYTES: usize = 1 << 18;
/// Parts a thread that are written at a time.
const PARTS_A_THREAD: usize = 4;

/// Some of the paths, and the text of those found last.
struct Part {
    source: StateId,
    paths: SimplePaths,
    text: Vec<u8>,
    is_finished: bool,
}

impl Part {
    /// Finds paths until their text is long enough, or there are none left; at most
    /// so many. Returns how many.
    fn fill(&mut self, machine: &Machine, json: bool, limit: u64) -> u64 {
        let mut n_paths = 0;
        while self.text.len() < CHUNK_BYTES && n_paths < limit {
            let Some(path) = self.paths.next_path() else {
                self.is_finished = true;
                break;
            };
            n_paths += 1;
            if json {
                write_json(machine, self.source, path, &mut self.text);
            } else {
                write_text(machine, self.source, path, &mut self.text);
            }
        }
        n_paths
    }
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let Some((machine, queries)) = args.selection.read() else {
        return Ok(EXIT_BAD_INPUT);
    };
    let graph = Arc::new(Digraph::of(&machine));
    let n_threads = args.threads.unwrap_or(0);
    let Ok(pool) = rayon::ThreadPoolBuilder::new()
        .num_threads(n_threads)
        .build()
    else {
        crate::complain("the threads could not be started");
        return Ok(EXIT_BAD_INPUT);
    };
    let mut out = stdout();
    // A limit is a number of paths in order: one after another then.
    let n_parts = match args.limit {
        Some(_) => 1,
        None => pool.current_num_threads() * PARTS_A_THREAD,
    };
    let mut n_left = args.limit.unwrap_or(u64::MAX);
    let mut queries = (0..queries.len()).map(|index| queries.get(index));
    let mut parts: VecDeque<Part> = VecDeque::new();
    loop {
        while parts.len() < n_parts {
            let Some(query) = queries.next() else { break };
            parts.extend(parts_of(&graph, &query, args.limit.is_none()));
        }
        if parts.is_empty() || n_left == 0 {
            break;
        }
        if args.limit.is_some() {
            n_left -= parts[0].fill(&machine, args.json, n_left);
        } else {
            let some = parts.make_contiguous().par_iter_mut().take(n_parts);
            pool.install(|| {
                some.for_each(|part| {
                    part.fill(&machine, args.json, u64::MAX);
                });
            });
        }
        // The first is written as far as it came, the next once it is finished.
        while let Some(part) = parts.front_mut() {
            out.write_all(&part.text)?;
            part.text.clear();
            if !part.is_finished {
                break;
            }
            parts.pop_front();
        }
    }
    out.flush()?;
    Ok(EXIT_OK)
}

/// The paths of a query, by branches at the source if asked for.
fn parts_of(graph: &Arc<Digraph>, query: &Query, by_branches: bool) -> VecDeque<Part> {
    let mut whole = vec![SimplePaths::new(graph, query)];
    let mut done = VecDeque::new();
    while let Some(paths) = whole.pop() {
        match paths.split() {
            (first, Some(second)) if by_branches && done.len() + whole.len() < 16 => {
                whole.push(second);
                whole.push(first);
            }
            (first, second) => {
                for paths in [Some(first), second].into_iter().flatten() {
                    done.push_back(Part {
                        source: query.source,
                        paths,
                        text: Vec::new(),
                        is_finished: false,
                    });
                }
            }
        }
    }
    done
}

/// `s; γ; s₁; …; s′`.
fn write_text(machine: &Machine, source: StateId, path: &[TransitionId], out: &mut Vec<u8>) {
    out.extend(escape_controls(machine.state_name(source)).bytes());
    for &id in path {
        let arc = machine.transition(id);
        for part in [arc.condition, machine.state_name(arc.to)] {
            out.extend(b"; ");
            out.extend(escape_controls(part).bytes());
        }
    }
    out.push(b'\n');
}

/// A list of states and conditions by turns.
fn write_json(machine: &Machine, source: StateId, path: &[TransitionId], out: &mut Vec<u8>) {
    let arcs = path.iter().map(|&id| machine.transition(id));
    let rest = arcs.flat_map(|arc| [arc.condition, machine.state_name(arc.to)]);
    let names: Vec<&str> = std::iter::once(machine.state_name(source))
        .chain(rest)
        .collect();
    out.extend(serde_json::json!({ "path": names }).to_string().bytes());
    out.push(b'\n');
}
