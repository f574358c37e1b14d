//! What answers are about.

use crate::answer::{Lexicon, Names, Role, Synonyms};
use crate::machine::Machine;
use crate::question::{Question, names};
use std::collections::{BTreeSet, HashMap};

/// A machine's names, and the machine where it is known.
#[derive(Debug, Clone, Default)]
pub struct Subject {
    /// The machine, by which wrong paths are explained.
    pub machine: Option<Machine>,
    /// The names.
    pub names: Names,
}

/// The subjects of questions by the name of the machine.
#[derive(Debug, Clone, Default)]
pub struct Subjects {
    by_name: HashMap<String, Subject>,
    /// Of a machine that no question is about: it has no names.
    none: Subject,
}

impl Subjects {
    /// The subjects of these questions. A machine that is not given has the names
    /// that its questions and their gold have.
    #[must_use]
    pub fn new(questions: &[Question], machines: Vec<Machine>, synonyms: &Synonyms) -> Self {
        let mut given: HashMap<String, Machine> = HashMap::new();
        for machine in machines {
            given.insert(machine.name().to_owned(), machine);
        }
        let wanted: BTreeSet<&str> = questions.iter().map(|q| q.machine.as_str()).collect();
        let subjects = wanted.into_iter().map(|name| {
            let of_machine = || questions.iter().filter(|q| q.machine == name);
            let subject = match given.remove(name) {
                Some(machine) => Subject {
                    names: names(&machine, synonyms),
                    machine: Some(machine),
                },
                None => Subject {
                    machine: None,
                    names: names_in(of_machine(), synonyms),
                },
            };
            (name.to_owned(), subject)
        });
        Self {
            by_name: subjects.collect(),
            none: Subject::default(),
        }
    }

    /// The subject of that name.
    #[must_use]
    pub fn of(&self, machine: &str) -> &Subject {
        self.by_name.get(machine).unwrap_or(&self.none)
    }
}

fn names_in<'q>(
    questions: impl Iterator<Item = &'q Question> + Clone,
    synonyms: &Synonyms,
) -> Names {
    let in_role = |role: Role| {
        questions.clone().flat_map(move |question| {
            let asked: Vec<&String> = match role {
                Role::State => question.from.iter().chain(&question.to).collect(),
                Role::Condition => question.condition.iter().collect(),
                Role::Action => Vec::new(),
            };
            let gold = question.gold.iter().flat_map(move |item| {
                let positions = item.names.iter().enumerate();
                let names = positions.filter(move |(at, _)| question.task.role(*at) == role);
                let actions = item.actions.iter().filter(move |_| role == Role::Action);
                names.map(|(_, name)| name).chain(actions)
            });
            asked.into_iter().chain(gold)
        })
    };
    let lexicon = |role| Lexicon::new(in_role(role).cloned(), synonyms);
    Names {
        states: lexicon(Role::State),
        conditions: lexicon(Role::Condition),
        actions: lexicon(Role::Action),
    }
}
