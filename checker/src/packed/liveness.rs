//! AG EF goal over packed states, without stored steps where predecessors can
//! be computed.

use super::direction::Backward;
use super::explore::Explore;
use super::images::Images;
use super::machine::Property;
use super::program::Program;
use crate::budget::{Budget, Incomplete, Limits, Phase, Progress};
use crate::liveness::Predecessors;
use crate::replay::ReplayMismatch;
use crate::search::seen::StateNo;
use crate::search::{Exhaustive, Witness};
use crate::verdict::Outcome;
use crate::visited::{Packed, Partition, Set};
use bitvec::vec::BitVec;
use std::time::Duration;

/// Decides AG EF goal over the states that a search found, as
/// [`crate::liveness::check`] does.
///
/// # Errors
/// [`ReplayMismatch`] where a forward search from the trap finds a goal state.
pub(super) fn check<const N: usize, S: Set<N>>(
    explore: Explore<'_, N, S>,
    goal: &Property<N>,
    completeness: &Result<Exhaustive, Incomplete>,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Witness>, ReplayMismatch> {
    let (no, trap) = match first_trap(&explore, goal, budget) {
        Ok(Some(trap)) => trap,
        Ok(None) => return Ok(Outcome::of_exhaustion(completeness)),
        Err(incomplete) => return Ok(Outcome::Unknown(incomplete)),
    };
    let ordinals = explore.origins.path(no);
    let (machine, layout, tuning) = (explore.machine, explore.layout, explore.tuning);
    // The second search knows nothing of the first one, but may need as much memory.
    let mut visited = explore.visited;
    visited.clear();
    let limits = Limits {
        max_states: u64::MAX,
        ..budget.limits
    };
    let mut closure = Explore::new(machine, layout, visited, tuning, &limits, trap);
    let searched = closure.run(budget);
    match searched {
        Ok(_) if closure.n_goal_states == 0 => Ok(Outcome::Violated(Witness { ordinals })),
        Ok(_) | Err(Incomplete::BoundExceeded(_)) => Err(ReplayMismatch::NoEvidence {
            property: "liveness".to_owned(),
        }),
        Err(incomplete) => Ok(Outcome::Unknown(incomplete)),
    }
}

/// A mark for each slot of a set.
struct Marks {
    partitions: Vec<BitVec>,
    n_marked: u64,
}

impl Marks {
    fn new<const N: usize, S: Set<N>>(visited: &S) -> Self {
        let partitions = visited.partitions().iter();
        Self {
            partitions: partitions
                .map(|partition| BitVec::repeat(false, partition.n_slots()))
                .collect(),
            n_marked: 0,
        }
    }

    fn bytes<const N: usize, S: Set<N>>(visited: &S) -> usize {
        let partitions = visited.partitions().iter();
        partitions
            .map(|partition| partition.n_slots() / 8 + 8)
            .sum()
    }

    /// Marks a state of the set; whether it is one that had no mark.
    fn mark<const N: usize, S: Set<N>>(&mut self, visited: &S, state: &Packed<N>) -> bool {
        let Some((partition, slot)) = visited.find(visited.key(state), state) else {
            return false;
        };
        let is_fresh = !self.partitions[partition].replace(slot, true);
        self.n_marked += u64::from(is_fresh);
        is_fresh
    }

    fn has<const N: usize, S: Set<N>>(&self, visited: &S, state: &Packed<N>) -> bool {
        let found = visited.find(visited.key(state), state);
        found.is_some_and(|(partition, slot)| self.partitions[partition][slot])
    }
}

fn progress(n_states: u64) -> Progress {
    Progress {
        phase: Phase::Liveness,
        states: n_states,
        depth: 0,
        frontier: 0,
        elapsed: Duration::ZERO,
    }
}

/// States looked up together.
const BATCH: usize = 64;

/// The first state in breadth-first order that is expanded and from which
/// neither a goal state nor one that is not expanded can be reached.
fn first_trap<const N: usize, S: Set<N>>(
    explore: &Explore<'_, N, S>,
    goal: &Property<N>,
    budget: &mut Budget<'_>,
) -> Result<Option<(u64, Packed<N>)>, Incomplete> {
    let visited = &explore.visited;
    let n_states = explore.n_states;
    let fixed = explore.bytes(0) + Marks::bytes(visited);
    budget.memory(fixed)?;
    let mut marks = Marks::new(visited);
    let mut pending = Vec::new();
    let mut stopped = Ok(());
    visited.for_each(|state| {
        if goal.holds(&state) && marks.mark(visited, &state) && stopped.is_ok() {
            stopped = grow(&mut pending, fixed, budget);
            pending.push(state);
        }
    });
    stopped?;
    for state in explore.queue.range(0..explore.queue.len()) {
        if marks.mark(visited, state) {
            grow(&mut pending, fixed, budget)?;
            pending.push(*state);
        }
    }
    let (machine, layout) = (explore.machine, explore.layout);
    let program = explore
        .is_large()
        .then(|| Program::new(machine, layout, Backward { layout }));
    match program.flatten() {
        Some(program) => {
            let mut met = program.marks();
            let mut before = Images::default();
            while !pending.is_empty() {
                before.truncate(0);
                for state in pending.drain(pending.len().saturating_sub(BATCH)..) {
                    // Backwards no step leaves the bound.
                    let _ = program.images(machine, &state, &mut before, &mut met);
                }
                budget.batch(before.len() as u32, || progress(n_states))?;
                prefetch(visited, before.get());
                for state in before.get() {
                    if marks.mark(visited, state) {
                        grow(&mut pending, fixed, budget)?;
                        pending.push(*state);
                    }
                }
            }
        }
        None => mark_by_steps(explore, &mut marks, &pending, fixed, budget)?,
    }
    if marks.n_marked == n_states {
        return Ok(None);
    }
    // A trap that is not found again is our fault: the search that confirms
    // traps will say so of any other state.
    let trap = first_unmarked(explore, &marks, fixed, budget)?;
    Ok(Some(trap.unwrap_or((0, machine.initial))))
}

/// Marks by a list of all steps, where there are few, or some transition has
/// too many predecessors.
fn mark_by_steps<const N: usize, S: Set<N>>(
    explore: &Explore<'_, N, S>,
    marks: &mut Marks,
    pending: &[Packed<N>],
    fixed: usize,
    budget: &mut Budget<'_>,
) -> Result<(), Incomplete> {
    let Explore {
        machine, visited, ..
    } = explore;
    let n_slots: usize = marks.partitions.iter().map(BitVec::len).sum();
    if n_slots > StateNo::MAX as usize {
        return Err(Incomplete::StateLimit {
            limit: StateNo::MAX.into(),
        });
    }
    let mut first_slot = 0;
    let first_slots: Vec<usize> = visited
        .partitions()
        .iter()
        .map(|partition| {
            let first = first_slot;
            first_slot += partition.n_slots();
            first
        })
        .collect();
    // Whether all slots fit was just asked.
    let slot = |state: &Packed<N>| {
        let (partition, slot) = visited.find(visited.key(state), state)?;
        Some((first_slots[partition] + slot) as StateNo)
    };
    let fixed = fixed + n_slots * size_of::<usize>();
    budget.memory(fixed)?;
    let mut steps: Vec<(StateNo, StateNo)> = Vec::new();
    let mut stopped = Ok(());
    visited.for_each(|state| {
        // What is marked needs no way out.
        if stopped.is_err() || marks.has(visited, &state) {
            return;
        }
        stopped = budget.expand(|| progress(explore.n_states));
        let enabled = machine.transitions.iter();
        for transition in enabled.filter(|transition| transition.guard.matches(&state)) {
            let next = transition.step(&state).ok();
            let next = next.and_then(|next| slot(&next));
            if let (Some(next), Some(state), Ok(())) = (next, slot(&state), &stopped) {
                // Sorted into lists afterwards: half as much again.
                stopped = grow(&mut steps, fixed, budget);
                steps.push((state, next));
            }
        }
    });
    stopped?;
    let predecessors = Predecessors::sorted(n_slots, &steps);
    let mut marked: BitVec = BitVec::repeat(false, n_slots);
    let mut pending: Vec<StateNo> = pending.iter().filter_map(slot).collect();
    while let Some(no) = pending.pop() {
        for &predecessor in predecessors.of_state(no) {
            budget.work(|| progress(explore.n_states))?;
            if !marked.replace(predecessor as usize, true) {
                pending.push(predecessor);
            }
        }
    }
    for (partition, first) in marks.partitions.iter_mut().zip(first_slots) {
        let n_slots = partition.len();
        marks.n_marked += marked[first..first + n_slots].count_ones() as u64;
        *partition |= &marked[first..first + n_slots];
    }
    Ok(())
}

fn prefetch<const N: usize, S: Set<N>>(visited: &S, states: &[Packed<N>]) {
    for state in states {
        visited.prefetch(visited.key(state));
    }
}

/// Asks for the memory of one more entry.
fn grow<T>(list: &mut Vec<T>, fixed: usize, budget: &Budget<'_>) -> Result<(), Incomplete> {
    if list.len() == list.capacity() {
        budget.memory(fixed + 3 * list.len().max(64) * size_of::<T>())?;
    }
    Ok(())
}

/// Searches again over the same set, for the first state without a mark.
fn first_unmarked<const N: usize, S: Set<N>>(
    explore: &Explore<'_, N, S>,
    marks: &Marks,
    fixed: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<(u64, Packed<N>)>, Incomplete> {
    let Explore {
        machine, visited, ..
    } = explore;
    let fixed = fixed + Marks::bytes(visited);
    budget.memory(fixed)?;
    let mut seen = Marks::new(visited);
    let mut successors = explore.successors();
    let mut queue = std::collections::VecDeque::from([machine.initial]);
    seen.mark(visited, &machine.initial);
    let mut next = Images::default();
    let mut no = 0;
    // Numbers of states are positions in the order of discovery.
    while let Some(state) = queue.pop_front() {
        if !marks.has(visited, &state) {
            return Ok(Some((no, state)));
        }
        no += 1;
        next.truncate(0);
        // A state whose steps leave the bound is marked, and the last one expanded.
        if successors(&state, &mut next).is_err() {
            break;
        }
        budget.batch(next.len() as u32, || progress(explore.n_states))?;
        prefetch(visited, next.get());
        for state in next.get() {
            if seen.mark(visited, state) {
                if queue.len() == queue.capacity() {
                    budget.memory(fixed + 3 * queue.len() * size_of::<Packed<N>>())?;
                }
                queue.push_back(*state);
            }
        }
    }
    Ok(None)
}
