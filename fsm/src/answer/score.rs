//! Judging answers question by question.

mod cell;
mod means;
mod subject;

pub use cell::{Cell, PathCell};
pub use means::{PathScore, Score, Scores, scores};
pub use subject::{Subject, Subjects};

use super::judge::{Bench, is_open, pairs};
use super::{Judge, Mistake, Pair, Pairing, Reply, Style, explain, parse_reply};
use crate::question::{Item, Question, Task};
use statistics::Matches;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// A reply to a question.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Answer {
    /// The id of the question.
    pub id: String,
    /// What was replied, as it came.
    pub reply: String,
    /// Who replied.
    pub model: String,
    /// Which context went with the question; none: it is not known.
    pub context: Option<String>,
    /// The only judge that this reply is for; none: for all.
    pub judge: Option<String>,
}

/// What an accuracy is of; the paper scores task 1 in three ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Measure {
    /// The task.
    pub task: Task,
    /// Which part of its items counts.
    pub part: Part,
}

/// The part of items that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// All but the actions: next states.
    State,
    /// All but the next states: actions.
    Actions,
    /// Everything.
    Whole,
}

impl Measure {
    /// The measures of a task.
    #[must_use]
    pub fn of(task: Task) -> Vec<Self> {
        let parts: &[Part] = match task {
            Task::Next | Task::NextOfState => &[Part::State, Part::Actions, Part::Whole],
            Task::Conditions | Task::Previous | Task::Paths => &[Part::Whole],
        };
        parts.iter().map(|&part| Self { task, part }).collect()
    }

    /// The name that scores use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match (self.task, self.part) {
            (Task::Next, Part::State) => "1 next state",
            (Task::Next, Part::Actions) => "1 actions",
            (Task::Next, Part::Whole) => "1 both",
            (Task::NextOfState, Part::State) => "1 by state: next state",
            (Task::NextOfState, Part::Actions) => "1 by state: actions",
            (Task::NextOfState, Part::Whole) => "1 by state: both",
            (Task::Conditions, _) => "2 conditions",
            (Task::Previous, _) => "3 previous states",
            (Task::Paths, _) => "4 paths",
        }
    }

    /// The set of what counts of these items, each once.
    fn project(self, items: &[Item]) -> Vec<Item> {
        let mut seen = HashSet::new();
        let parts = items.iter().map(|item| {
            let mut item = item.clone();
            match self.part {
                Part::State => item.actions.clear(),
                // The last name of an item of task 1 is the next state.
                Part::Actions => drop(item.names.pop()),
                Part::Whole => {}
            }
            item
        });
        parts.filter(|item| seen.insert(item.clone())).collect()
    }
}

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The reply was read.
    Read(Style),
    /// The reply could not be read: wrong, and counted apart.
    Unparseable,
    /// There is no reply: wrong, and counted apart.
    Missing,
}

/// A question judged.
#[derive(Debug, Clone)]
pub struct Judged<'q> {
    /// The question.
    pub question: &'q Question,
    /// Who replied.
    pub model: &'q str,
    /// Which context went with the question.
    pub context: &'q str,
    /// The name of the judge.
    pub judge: &'q str,
    /// What became of it.
    pub status: Status,
    /// Whether the reply ends inside of a JSON value.
    pub truncated: bool,
    /// Elements that the reply gave more than once.
    pub n_repeated: usize,
    /// Whether the sets are equal, by measure.
    pub correct: Vec<(Measure, bool)>,
    /// Whole items found and expected.
    pub matches: Matches,
    /// Answer items that are no gold items; paths with what is wrong with them.
    pub extra: Vec<(Item, Vec<Mistake>)>,
    /// Gold items that were not found.
    pub missing: Vec<&'q Item>,
}

/// The name of the context of answers that do not give one.
const UNSPECIFIED: &str = "unspecified";

/// Who is to be judged by whom, with their answers by question.
type Groups<'q> = BTreeMap<(&'q str, &'q str, usize), HashMap<&'q str, &'q Answer>>;

fn groups<'q>(answers: &'q [Answer], judges: &'q [Judge]) -> Groups<'q> {
    let mut groups = Groups::new();
    for answer in answers {
        for (index, judge) in judges.iter().enumerate() {
            let is_for = answer.judge.as_ref().is_none_or(|name| *name == judge.name);
            if !is_for {
                continue;
            }
            let context = answer.context.as_deref().unwrap_or(UNSPECIFIED);
            let group = groups.entry((&answer.model, context, index)).or_default();
            // An answer for this judge alone goes before one for all.
            if answer.judge.is_some() || !group.contains_key(answer.id.as_str()) {
                group.insert(&answer.id, answer);
            }
        }
    }
    groups
}

/// The questions that a context is asked: those that name it, or all.
fn asked<'q>(questions: &'q [Question], context: &str) -> Vec<&'q Question> {
    let named: Vec<&Question> = questions.iter().filter(|q| q.context == context).collect();
    if !named.is_empty() {
        return named;
    }
    let mut seen = HashSet::new();
    questions
        .iter()
        .filter(|question| seen.insert(&question.id))
        .collect()
}

/// Judges every question for every model, context and judge that has answers.
///
/// A question without an answer is judged as missing. Answers to other questions
/// are left out: the caller reports them.
///
/// # Errors
/// The pairs that a judge by verdicts has none for.
pub fn judge<'q>(
    questions: &'q [Question],
    subjects: &Subjects,
    answers: &'q [Answer],
    judges: &'q [Judge],
) -> Result<Vec<Judged<'q>>, BTreeSet<Pair>> {
    let mut judged = Vec::new();
    let mut open = BTreeSet::new();
    for ((model, context, index), group) in groups(answers, judges) {
        let judge = &judges[index];
        let mut benches: HashMap<&str, Bench<'_>> = HashMap::new();
        for question in asked(questions, context) {
            let subject = subjects.of(&question.machine);
            let bench = benches
                .entry(&question.machine)
                .or_insert_with(|| Bench::new(judge, &subject.names));
            let reply = group
                .get(question.id.as_str())
                .map(|answer| parse_reply(question.task, &answer.reply, &subject.names));
            judged.push(Judged {
                model,
                context,
                judge: &judge.name,
                ..judge_one(question, reply, bench, subject)
            });
        }
        open.extend(benches.into_values().flat_map(Bench::into_open));
    }
    if open.is_empty() {
        Ok(judged)
    } else {
        Err(open)
    }
}

/// The pairs of gold and answer texts that a judge can be asked about: those of
/// items that no answer equals and that only unknown names part.
#[must_use]
pub fn open_pairs(
    questions: &[Question],
    subjects: &Subjects,
    answers: &[Answer],
) -> BTreeSet<Pair> {
    let by_id: HashMap<&str, &Question> = questions
        .iter()
        .map(|question| (question.id.as_str(), question))
        .collect();
    let mut open = BTreeSet::new();
    for answer in answers {
        let Some(question) = by_id.get(answer.id.as_str()) else {
            continue;
        };
        let names = &subjects.of(&question.machine).names;
        let reply = parse_reply(question.task, &answer.reply, names);
        let items = reply.items.unwrap_or_default();
        for measure in Measure::of(question.task) {
            let (gold, items) = (measure.project(&question.gold), measure.project(&items));
            let pairing = super::pair(&gold, &items, |_| false, |_, _| false);
            let extra: Vec<usize> = pairing.extra().collect();
            for missing in pairing.missing(gold.len()) {
                for &extra in &extra {
                    if is_open(question.task, &gold[missing], &items[extra], names) {
                        open.extend(pairs(&question.id, &gold[missing], &items[extra]));
                    }
                }
            }
        }
    }
    open
}

fn judge_one<'q>(
    question: &'q Question,
    reply: Option<Reply>,
    bench: &Bench<'_>,
    subject: &Subject,
) -> Judged<'q> {
    let measures = Measure::of(question.task);
    let mut judged = Judged {
        question,
        model: "",
        context: "",
        judge: "",
        status: Status::Missing,
        truncated: false,
        n_repeated: 0,
        correct: measures.iter().map(|&measure| (measure, false)).collect(),
        matches: Matches {
            false_negatives: question.gold.len() as u64,
            ..Matches::default()
        },
        extra: Vec::new(),
        missing: question.gold.iter().collect(),
    };
    let Some(reply) = reply else {
        return judged;
    };
    judged.truncated = reply.truncated;
    judged.n_repeated = reply.n_repeated;
    let (Some(items), Some(style)) = (reply.items, reply.style) else {
        judged.status = Status::Unparseable;
        return judged;
    };
    judged.status = Status::Read(style);
    for (measure, is_correct) in &mut judged.correct {
        let (gold, items) = (measure.project(&question.gold), measure.project(&items));
        let pairing = bench.pair(&question.id, question.task, &gold, &items);
        let n_matched = pairing.n_matched();
        // What was cut off is not known, so the set is not known to be equal.
        *is_correct = !reply.truncated && n_matched == gold.len() && n_matched == items.len();
        if measure.part == Part::Whole {
            judged.matches = matches(&pairing, gold.len());
            // Gold sets hold each item once, so positions are those of the question.
            judged.missing = pairing
                .missing(gold.len())
                .map(|at| &question.gold[at])
                .collect();
            let extra = pairing.extra().map(|at| {
                let item = items[at].clone();
                let mistakes = match question.task {
                    Task::Paths => {
                        explain(question, &item, subject.machine.as_ref(), &subject.names)
                    }
                    _ => Vec::new(),
                };
                (item, mistakes)
            });
            judged.extra = extra.collect();
        }
    }
    judged
}

fn matches(pairing: &Pairing, n_gold: usize) -> Matches {
    let n_matched = pairing.n_matched();
    Matches {
        true_positives: n_matched as u64,
        false_positives: (pairing.gold.len() - n_matched) as u64,
        false_negatives: (n_gold - n_matched) as u64,
    }
}
