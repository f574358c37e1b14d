//! How many questions there are, in the ways there are to count them.

use super::Task;
use crate::machine::Machine;
use std::collections::HashSet;
use std::hash::Hash;
use std::ops::AddAssign;

/// The numbers of questions on machines.
///
/// Table 1 of the paper has a row of task 1 a transition, its text a question a
/// state; well-posed is a question a (s, γ), since one (s, γ) may lead to
/// several (s′, A′).
///
/// ```
/// use diagnostic::SourceFile;
/// use fsm::question::Counts;
/// let ftp = fsm::read::json(&SourceFile::new("FTP", models::fsm::get("FTP").unwrap())).unwrap();
/// let counts = Counts::of(&ftp);
/// assert_eq!((counts.transitions, counts.state_conditions, counts.states), (24, 20, 10));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Tuples ⟨s, γ, s′, A′⟩: task 1 by Table 1.
    pub transitions: usize,
    /// Distinct (s, γ): task 1 as it is asked.
    pub state_conditions: usize,
    /// States: task 1 by the paper's text.
    pub states: usize,
    /// Distinct (s, s′) with a transition: task 2.
    pub pairs: usize,
    /// Distinct (γ, s′): task 3.
    pub condition_targets: usize,
    /// n(n−1): task 4.
    pub ordered_pairs: usize,
}

impl Counts {
    /// The numbers of one machine.
    #[must_use]
    pub fn of(machine: &Machine) -> Self {
        let transitions = || machine.transitions();
        let states = machine.n_states();
        Self {
            transitions: machine.n_transitions(),
            state_conditions: n_distinct(transitions().map(|t| (t.from, t.condition))),
            states,
            pairs: n_distinct(transitions().map(|t| (t.from, t.to))),
            condition_targets: n_distinct(transitions().map(|t| (t.condition, t.to))),
            ordered_pairs: states * states.saturating_sub(1),
        }
    }

    /// What Table 1 has for a machine: the counts it was given to meet, and
    /// where a publication says otherwise, the publication's.
    /// None where the machine states no such counts.
    #[must_use]
    pub fn published(machine: &Machine) -> Option<[usize; 4]> {
        let wanted = machine.about().wanted.as_ref()?;
        // Table 1 has no column for task 1: its rows are the transitions.
        let columns = [
            "transitions",
            "task2_queries",
            "task3_queries",
            "task4_queries",
        ];
        let mut numbers = [0; 4];
        for (number, name) in numbers.iter_mut().zip(columns) {
            let published = wanted.published.iter();
            let value = published
                .filter(|other| other.count == name)
                .map(|other| other.value)
                .chain(
                    wanted
                        .counts
                        .iter()
                        .filter(|(count, _)| *count == name)
                        .map(|(_, n)| *n),
                )
                .next()?;
            // Counts of queries are small whole numbers.
            *number = value as usize;
        }
        Some(numbers)
    }

    /// How many questions of a task [`super::questions`] makes.
    #[must_use]
    pub fn asked(&self, task: Task) -> usize {
        match task {
            Task::Next => self.state_conditions,
            Task::NextOfState => self.states,
            Task::Conditions => self.pairs,
            Task::Previous => self.condition_targets,
            Task::Paths => self.ordered_pairs,
        }
    }
}

fn n_distinct<T: Eq + Hash>(all: impl Iterator<Item = T>) -> usize {
    all.collect::<HashSet<T>>().len()
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.transitions += other.transitions;
        self.state_conditions += other.state_conditions;
        self.states += other.states;
        self.pairs += other.pairs;
        self.condition_targets += other.condition_targets;
        self.ordered_pairs += other.ordered_pairs;
    }
}
