//! Breadth-first search over packed states, first in, first out.
//!
//! States are numbered in the order of discovery whatever the batches and
//! threads, so that everything found is what one state after another would find.

use super::Tuning;
use super::batch::Batch;
use super::crew::Crew;
use super::direction::{Direction, Exceeds, Forward};
use super::images::Images;
use super::layout::Layout;
use super::machine::Machine;
use super::news::{News, Watched};
use super::origins::Origins;
use super::program::{Marks, Program};
use super::queue::Queue;
use crate::budget::{Budget, Incomplete, Limits, Phase, Progress};
use crate::search::{self, Exhaustive, Exploration, Frontier, Witness};
use crate::visited::{Kept, Packed, Set};
use bitvec::vec::BitVec;
use std::time::Duration;

/// Most successors that threads find between two looks at each other; they
/// take some 20 bytes each.
const MAX_ROUND: usize = 1 << 19;

/// A search from one state, and what it found.
pub(super) struct Explore<'m, const N: usize, S> {
    pub(super) machine: &'m Machine<'m, N>,
    pub(super) layout: &'m Layout,
    pub(super) tuning: &'m Tuning,
    max_states: u64,
    program: Option<(Program<N>, Marks)>,
    batch: Batch<N>,
    news: News<N>,
    n_threads: usize,
    /// Threads, once a level was wide enough.
    crew: Option<Crew<N>>,
    pub(super) visited: S,
    /// States found and not expanded, in order.
    pub(super) queue: Queue<Packed<N>>,
    pub(super) origins: Origins,
    pub(super) n_states: u64,
    pub(super) n_expanded: u64,
    n_edges: u64,
    /// Depth of the state being expanded.
    depth: u32,
    /// Number of the first state deeper than that.
    level_end: u64,
    /// Greatest depth of a state found.
    depth_found: u32,
    /// For each invariant its first violation.
    violations: Vec<Option<u64>>,
    watched: Watched<'m, N>,
    nearest_goal: Option<u64>,
    pub(super) n_goal_states: u64,
    fired: BitVec,
    /// Steps taken since the budget was last told.
    n_unpaid: u32,
}

impl<'m, const N: usize, S: Set<N>> Explore<'m, N, S> {
    pub(super) fn new(
        machine: &'m Machine<'m, N>,
        layout: &'m Layout,
        mut visited: S,
        tuning: &'m Tuning,
        limits: &Limits,
        initial: Packed<N>,
    ) -> Self {
        visited.insert(visited.key(&initial), &initial);
        let n_invariants = machine.invariants.len();
        let mut explore = Self {
            machine,
            layout,
            tuning,
            max_states: limits.max_states,
            program: None,
            batch: Batch::default(),
            news: News::default(),
            n_threads: limits.n_threads(),
            crew: None,
            visited,
            queue: Queue::new(),
            origins: Origins::default(),
            n_states: 0,
            n_expanded: 0,
            n_edges: 0,
            depth: 0,
            level_end: 1,
            depth_found: 0,
            violations: vec![None; n_invariants],
            watched: Watched {
                invariants: machine.invariants.iter().enumerate().collect(),
                goal: machine.goal.as_ref(),
            },
            nearest_goal: None,
            n_goal_states: 0,
            fired: BitVec::repeat(false, machine.model.transitions().len()),
            n_unpaid: 0,
        };
        let news = News::initial(initial, &explore.watched);
        explore.add(&news);
        explore
    }

    /// Searches until nothing is left or a limit is met.
    pub(super) fn run(&mut self, budget: &mut Budget<'_>) -> Result<Exhaustive, Incomplete> {
        search::exhaust(self, budget)
    }

    pub(super) fn exploration(
        &mut self,
        completeness: Result<Exhaustive, Incomplete>,
    ) -> Exploration {
        if let Some((program, marks)) = &mut self.program {
            if let Some(crew) = &mut self.crew {
                crew.collect_marks(marks);
            }
            program.fired(self.machine, marks, &mut self.fired);
        }
        let witness = |state: &Option<u64>| {
            state.map(|state| Witness {
                ordinals: self.origins.path(state),
            })
        };
        Exploration {
            n_states: self.n_states,
            n_edges: self.n_edges,
            depth: self.depth_found,
            covered_depth: completeness.as_ref().map_or(self.depth, |_| u32::MAX),
            completeness,
            violations: self.violations.iter().map(witness).collect(),
            nearest_goal: witness(&self.nearest_goal),
            n_goal_states: self.n_goal_states,
            fired: self.fired.clone(),
        }
    }

    /// Numbers states that were just inserted.
    fn add(&mut self, news: &News<N>) {
        let first = self.n_states;
        self.n_states += news.states.len() as u64;
        self.queue.extend(&news.states);
        self.origins.append(&news.origins);
        for &(invariant, position) in &news.violations {
            // Pieces of one round do not know of each other.
            self.violations[invariant].get_or_insert(first + position);
        }
        if !news.violations.is_empty() {
            let is_unviolated = |(no, _): &(usize, _)| self.violations[*no].is_none();
            self.watched.invariants.retain(is_unviolated);
        }
        if let Some(position) = news.first_goal {
            self.nearest_goal.get_or_insert(first + position);
        }
        self.n_goal_states += news.n_goal_states;
        self.queue.pop(news.n_sources);
        self.n_expanded += news.n_sources as u64;
        self.n_edges += news.n_steps as u64;
        self.n_unpaid += (news.n_steps + news.n_sources) as u32;
        if news.n_sources > 0 && !news.states.is_empty() {
            self.depth_found = self.depth + 1;
        }
    }

    /// Whether so many more states are within all limits.
    fn has_room(&self, budget: &Budget<'_>, n: usize) -> Result<(), Incomplete> {
        if self.n_states + n as u64 > self.max_states {
            return Err(Incomplete::StateLimit {
                limit: self.max_states,
            });
        }
        budget.memory(self.bytes(n))
    }

    /// Bytes in use, with so many more states.
    pub(super) fn bytes(&self, n: usize) -> usize {
        let n_states = self.n_states + n as u64;
        let n_waiting = (self.queue.len() + n) as u64;
        let bytes = self
            .visited
            .bytes(n_states)
            .saturating_add(Origins::bytes(n_states))
            .saturating_add(Queue::<Packed<N>>::bytes(n_waiting));
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }

    /// Whether arranging the transitions pays.
    pub(super) fn is_large(&self) -> bool {
        let n_transitions = self.machine.transitions.len() as u64;
        self.n_expanded * n_transitions >= self.tuning.plain_steps
    }

    /// What appends the successors of a state, apart from this search.
    pub(super) fn successors(
        &self,
    ) -> impl FnMut(&Packed<N>, &mut Images<N>) -> Result<(), Exceeds> {
        let machine = self.machine;
        let mut found = Vec::new();
        let mut program = self
            .program
            .as_ref()
            .map(|(program, _)| (program, program.marks()));
        move |state, out| match &mut program {
            Some((program, marks)) => program.images(machine, state, out, marks),
            None => {
                found.clear();
                let mut all = machine.transitions.iter();
                all.try_for_each(|transition| Forward.images(transition, state, &mut found))?;
                out.extend(&found);
                Ok(())
            }
        }
    }

    /// Expands the next state alone, transition by transition.
    fn expand_one(&mut self, budget: &mut Budget<'_>) -> Result<(), Incomplete> {
        budget.expand(|| self.progress())?;
        let machine = self.machine;
        let Some(&state) = self.queue.get(0) else {
            return Ok(());
        };
        let enabled = machine.transitions.iter();
        let enabled = enabled.filter(|transition| transition.guard.matches(&state));
        let mut exceeded = None;
        for (ordinal, transition) in (0..).zip(enabled) {
            match transition.step(&state) {
                Err(overflow) => {
                    let beyond = overflow.of(machine.model, transition.id);
                    exceeded.get_or_insert(Incomplete::BoundExceeded(beyond));
                }
                Ok(next) => {
                    let taken = self.take(transition.id.index(), ordinal, &next, budget);
                    if let Err(incomplete) = taken {
                        // It came after the first step beyond the bound.
                        return Err(exceeded.unwrap_or(incomplete));
                    }
                }
            }
        }
        if let Some(exceeded) = exceeded {
            return Err(exceeded);
        }
        self.origins.end();
        self.queue.pop(1);
        self.n_expanded += 1;
        Ok(())
    }

    /// Takes one step.
    fn take(
        &mut self,
        transition: usize,
        ordinal: u32,
        next: &Packed<N>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Incomplete> {
        budget.work(|| self.progress())?;
        self.n_edges += 1;
        self.fired.set(transition, true);
        let key = self.visited.key(next);
        if self.visited.contains(key, next) {
            return Ok(());
        }
        self.has_room(budget, 1)?;
        self.visited.reserve(1);
        self.visited.insert(key, next);
        self.origins.child(ordinal);
        self.depth_found = self.depth + 1;
        let news = News::initial(*next, &self.watched);
        self.add(&news);
        Ok(())
    }

    /// Expands some of the next states together, where all that they can lead
    /// to is within the limits.
    fn expand_some(&mut self, budget: &mut Budget<'_>) -> Result<(), Incomplete> {
        let Some((program, _)) = &self.program else {
            return self.expand_one(budget);
        };
        let most = self.tuning.batch;
        let n_most = most + program.max_degree;
        let left = (self.level_end - self.n_expanded) as usize;
        if left >= self.tuning.wide_level && self.visited.is_slow() && self.n_threads > 1 {
            let most_sources = MAX_ROUND / program.max_degree.max(1) + 1;
            let n_sources = left
                .min(self.n_threads * self.tuning.round)
                .min(most_sources);
            let n_successors = n_sources.saturating_mul(program.max_degree);
            let has_room = self.has_room(budget, n_successors).is_ok();
            if has_room && self.expand_wide(n_sources, budget)? {
                return Ok(());
            }
        }
        if self.has_room(budget, n_most).is_err() {
            return self.expand_one(budget);
        }
        budget.batch(std::mem::take(&mut self.n_unpaid), || self.progress())?;
        let Some((program, marks)) = &mut self.program else {
            return Ok(());
        };
        let front = self.queue.front();
        let sources = front[..front.len().min(left).min(most)].iter();
        let visited = &mut self.visited;
        let admit =
            |recent: &mut _, states: &_, kept: Kept<'_, N>| visited.admit(recent, states, kept);
        let (machine, batch) = (self.machine, &mut self.batch);
        let exceeds = batch.fill(machine, program, sources, most, marks, admit);
        let mut news = std::mem::take(&mut self.news);
        news.collect(batch, 0..batch.n_kept(), &self.watched);
        self.add(&news);
        self.news = news;
        if exceeds {
            return self.expand_one(budget);
        }
        Ok(())
    }

    /// Expands so many of the next states on all threads if they can be had.
    /// False where a step leaves the bound; nothing was expanded then.
    fn expand_wide(
        &mut self,
        n_sources: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Incomplete> {
        budget.batch(std::mem::take(&mut self.n_unpaid), || self.progress())?;
        let Some((program, marks)) = &mut self.program else {
            return Ok(false);
        };
        let crew = self.crew.take().or_else(|| Crew::new(self.n_threads));
        let Some(mut crew) = crew else {
            self.n_threads = 1;
            return Ok(false);
        };
        let (visited, queue) = (&self.visited, &self.queue);
        let is_filled = crew.fill(self.machine, program, visited, queue, n_sources);
        if is_filled {
            if program.may_exceed {
                // What a round that fails marks must not be mixed in.
                crew.collect_marks(marks);
            }
            self.visited.reserve(crew.n_kept());
            crew.insert(&mut self.visited, &self.watched);
            crew.news().for_each(|news| self.add(news));
        }
        if !is_filled {
            // The search ends in this round, at the step that leaves the bound.
            self.n_threads = 1;
        }
        self.crew = Some(crew);
        Ok(is_filled)
    }

    fn progress(&self) -> Progress {
        Progress {
            phase: Phase::Search,
            states: self.n_states,
            depth: self.depth,
            frontier: self.queue.len() as u64,
            elapsed: Duration::ZERO,
        }
    }
}

impl<const N: usize, S: Set<N>> Frontier for Explore<'_, N, S> {
    fn is_empty(&self) -> bool {
        self.queue.len() == 0
    }

    fn expand(&mut self, budget: &mut Budget<'_>) -> Result<(), Incomplete> {
        if self.n_expanded == self.level_end {
            self.depth += 1;
            self.level_end = self.n_states;
        }
        if self.program.is_none() && self.is_large() {
            let program = Program::new(self.machine, self.layout, Forward);
            self.program = program.map(|program| {
                let marks = program.marks();
                (program, marks)
            });
        }
        self.expand_some(budget)
    }
}
