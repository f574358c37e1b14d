//! The four tasks: questions with their gold answers (arXiv 2609.13389, section 3).
//!
//! 1. (s, γ) → the set of (s′, A′); the paper counts one question a state, so
//!    that keying is here too. 2. (s, s′) → the conditions. 3. (γ, s′) → the
//!    previous states. 4. (s, s′) → the simple paths, for all n(n−1) ordered
//!    pairs: where no path leads, the empty set is the answer and is asked for.

mod count;
mod file;
mod item;
mod prompt;

pub use count::Counts;
pub use file::{QuestionError, QuestionErrorKind, read, write};
pub use item::{Item, Task};
pub use prompt::{Messages, messages, table};

use crate::answer::{Lexicon, Names, Synonyms};
use crate::digraph::Digraph;
use crate::machine::{Machine, StateId};
use crate::simple_path::{Query, SimplePaths};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What a question gives its reader beside itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Context {
    /// The transition table.
    Easy,
    /// An excerpt of the RFC, given by the caller.
    Rfc,
    /// Nothing.
    None,
}

impl Context {
    /// The name that files use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Rfc => "rfc",
            Self::None => "none",
        }
    }
}

/// A question, what goes with it, and its gold answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Machine, task number and key, percent-encoded: `TCP/4/LISTEN/CLOSED`.
    /// It does not depend on the order of transitions nor on the context.
    pub id: String,
    /// The name of the machine.
    pub machine: String,
    /// The protocol.
    pub protocol: String,
    /// Which reading of the protocol: `table1` or `rfc`.
    pub variant: Option<String>,
    /// Which task.
    pub task: Task,
    /// s, in tasks 1, 2 and 4.
    pub from: Option<String>,
    /// γ, in tasks 1 and 3.
    pub condition: Option<String>,
    /// s′, in tasks 2, 3 and 4.
    pub to: Option<String>,
    /// The name of the context: `easy`, `rfc`, `none`, or the caller's own.
    pub context: String,
    /// The text of the context.
    pub material: Option<String>,
    /// The question and the form of its answer.
    pub prompt: String,
    /// The gold answer: a set, which may be empty.
    pub gold: Vec<Item>,
}

/// The gold sets of task 4 hold more simple paths together than the caller allows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{machine}: there are more than {limit} simple paths between all pairs of states")]
pub struct TooManyPaths {
    /// The machine.
    pub machine: String,
    /// The limit.
    pub limit: usize,
}

/// Characters of names that an id writes as they are.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

fn id(machine: &str, task: Task, key: &[&str]) -> String {
    let encode = |name: &str| utf8_percent_encode(name, KEPT).to_string();
    let mut id = format!("{}/{}", encode(machine), task.number());
    for name in key {
        id.push('/');
        id.push_str(&encode(name));
    }
    id
}

/// The questions of one task on a machine, in declared order.
///
/// `material` is the text of the context; [`table`] makes the easy one.
///
/// # Errors
/// [`TooManyPaths`] where the gold sets of task 4 would hold more than `max_paths`
/// together. Paths are counted before any is kept.
///
/// ```
/// use diagnostic::SourceFile;
/// use fsm::question::{Context, Task, questions};
/// let tcp = fsm::read::json(&SourceFile::new("TCP", models::fsm::get("TCP").unwrap())).unwrap();
/// let asked = questions(&tcp, Task::Paths, Context::None, None, 1000).unwrap();
/// assert_eq!(asked.len(), 110);
/// let paths: usize = asked.iter().map(|question| question.gold.len()).sum();
/// assert_eq!(paths, 107);
/// ```
pub fn questions(
    machine: &Machine,
    task: Task,
    context: Context,
    material: Option<&str>,
    max_paths: usize,
) -> Result<Vec<Question>, TooManyPaths> {
    let make = |from: Option<&str>, condition: Option<&str>, to: Option<&str>, gold| {
        let key: Vec<&str> = [from, condition, to].into_iter().flatten().collect();
        let owned = |name: Option<&str>| name.map(str::to_owned);
        let about = machine.about();
        let mut question = Question {
            id: id(machine.name(), task, &key),
            machine: machine.name().to_owned(),
            protocol: about
                .protocol
                .clone()
                .unwrap_or_else(|| machine.name().to_owned()),
            variant: about.variant.clone(),
            task,
            from: owned(from),
            condition: owned(condition),
            to: owned(to),
            context: context.name().to_owned(),
            material: owned(material),
            prompt: String::new(),
            gold,
        };
        question.prompt = prompt::text(&question, about.rfc.as_deref());
        question
    };
    let name = |state: StateId| machine.state_name(state);
    let mut asked = Vec::new();
    match task {
        Task::Next => {
            let sets = grouped(machine.transitions().map(|t| {
                let item = Item::of([name(t.to)]).with_actions(t.actions);
                ((t.from, t.condition), item)
            }));
            for ((from, condition), gold) in sets {
                asked.push(make(Some(name(from)), Some(condition), None, gold));
            }
        }
        Task::NextOfState => {
            let mut sets: HashMap<StateId, Vec<Item>> = grouped(machine.transitions().map(|t| {
                let item = Item::of([t.condition, name(t.to)]).with_actions(t.actions);
                (t.from, item)
            }))
            .into_iter()
            .collect();
            for state in machine.states() {
                let gold = sets.remove(&state).unwrap_or_default();
                asked.push(make(Some(name(state)), None, None, gold));
            }
        }
        Task::Conditions => {
            let sets = grouped(
                machine
                    .transitions()
                    .map(|t| ((t.from, t.to), Item::of([t.condition]))),
            );
            for ((from, to), gold) in sets {
                asked.push(make(Some(name(from)), None, Some(name(to)), gold));
            }
        }
        Task::Previous => {
            let sets = grouped(
                machine
                    .transitions()
                    .map(|t| ((t.condition, t.to), Item::of([name(t.from)]))),
            );
            for ((condition, to), gold) in sets {
                asked.push(make(None, Some(condition), Some(name(to)), gold));
            }
        }
        Task::Paths => {
            let graph = Arc::new(Digraph::of(machine));
            if has_more_paths(&graph, max_paths) {
                return Err(TooManyPaths {
                    machine: machine.name().to_owned(),
                    limit: max_paths,
                });
            }
            for query in Query::all_pairs(machine.n_states()) {
                let gold = paths(machine, &graph, &query);
                let ends = (name(query.source), name(query.target));
                asked.push(make(Some(ends.0), None, Some(ends.1), gold));
            }
        }
    }
    Ok(asked)
}

/// Sets by their key, both in the order in which they first come.
fn grouped<K: Eq + std::hash::Hash + Copy>(
    pairs: impl Iterator<Item = (K, Item)>,
) -> Vec<(K, Vec<Item>)> {
    let mut groups: Vec<(K, Vec<Item>)> = Vec::new();
    let mut positions = HashMap::new();
    let mut seen = HashSet::new();
    for (key, item) in pairs {
        if !seen.insert((key, item.clone())) {
            continue;
        }
        let position = *positions.entry(key).or_insert_with(|| {
            groups.push((key, Vec::new()));
            groups.len() - 1
        });
        groups[position].1.push(item);
    }
    groups
}

/// Whether there are more simple paths than `limit` between all pairs. It lists
/// paths until it has seen too many, and keeps none: that takes no memory and, unlike
/// an exact count, no more time than the limit says.
fn has_more_paths(graph: &Arc<Digraph>, limit: usize) -> bool {
    let mut n_left = limit;
    for query in Query::all_pairs(graph.n_vertices()) {
        let mut paths = SimplePaths::new(graph, &query);
        while paths.next_path().is_some() {
            if n_left == 0 {
                return true;
            }
            n_left -= 1;
        }
    }
    false
}

fn paths(machine: &Machine, graph: &Arc<Digraph>, query: &Query) -> Vec<Item> {
    let paths = SimplePaths::new(graph, query).map(|path| {
        let arcs = path.0.into_iter().map(|id| machine.transition(id));
        let rest = arcs.flat_map(|arc| [arc.condition, machine.state_name(arc.to)]);
        Item::of(std::iter::once(machine.state_name(query.source)).chain(rest))
    });
    paths.collect()
}

/// The names of a machine, for reading answers about it.
#[must_use]
pub fn names(machine: &Machine, synonyms: &Synonyms) -> Names {
    let states = machine.states().map(|state| machine.state_name(state));
    let transitions = || machine.transitions();
    Names {
        states: Lexicon::new(states, synonyms),
        conditions: Lexicon::new(transitions().map(|t| t.condition), synonyms),
        actions: Lexicon::new(
            transitions().flat_map(|t| t.actions.iter().cloned()),
            synonyms,
        ),
    }
}
