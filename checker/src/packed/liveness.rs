//! AG EF goal over packed states, without stored steps.
//!
//! Backwards from the goal states, every state that can reach one is marked;
//! where predecessors are many, forwards, until a marked state is met.

mod backward;
mod component;

use super::explore::Explore;
use super::images::Images;
use super::machine::{Machine, Property};
use crate::budget::{Budget, Incomplete, Limits, Phase, Progress};
use crate::replay::ReplayMismatch;
use crate::search::{Exhaustive, Witness};
use crate::verdict::Outcome;
use crate::visited::{Packed, Partition, Set};
use bitvec::vec::BitVec;
use component::Components;
use std::collections::VecDeque;
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
    let (layout, tuning) = (explore.layout, explore.tuning);
    // The second search knows nothing of the first one, but may need as much memory.
    let model = explore.machine.model.with_goal_only();
    let machine = Machine::new(&model, layout);
    let mut visited = explore.visited;
    visited.clear();
    let limits = Limits {
        max_states: u64::MAX,
        ..budget.limits
    };
    let mut closure = Explore::new(&machine, layout, visited, tuning, &limits, trap);
    let searched = closure.run(budget);
    match searched {
        Ok(_) if closure.n_goal_states == 0 => Ok(Outcome::Violated(Witness { ordinals })),
        Ok(_) | Err(Incomplete::BoundExceeded(_)) => Err(ReplayMismatch::NoEvidence {
            property: "liveness".to_owned(),
        }),
        Err(incomplete) => Ok(Outcome::Unknown(incomplete)),
    }
}

/// The first state in breadth-first order that is expanded and from which
/// neither a goal state nor one that is not expanded can be reached.
fn first_trap<const N: usize, S: Set<N>>(
    explore: &Explore<'_, N, S>,
    goal: &Property<N>,
    budget: &mut Budget<'_>,
) -> Result<Option<(u64, Packed<N>)>, Incomplete> {
    if explore.n_goal_states == explore.n_states {
        return Ok(None);
    }
    let visited = &explore.visited;
    let bytes = explore.bytes(0) + Marks::bytes(visited);
    budget.memory(bytes)?;
    let mut marks = Marks::new(visited, goal);
    for state in explore.queue.range(0..explore.queue.len()) {
        marks.mark(visited.key(state), state);
    }
    let is_complete = backward::mark(explore, &mut marks, bytes, budget)?;
    let trap = match is_complete && marks.n_marked + explore.n_goal_states == explore.n_states {
        true => None,
        false => walk(explore, &mut marks, is_complete, bytes, budget)?,
    };
    // That there is no trap rests on a mark for every state. A trap that is
    // not found again is our fault: the search that confirms traps will say so
    // of any other state.
    let is_all = marks.n_marked + explore.n_goal_states == explore.n_states;
    Ok(trap.or((!is_all).then_some((0, explore.machine.initial))))
}

/// The first trap on a walk along the breadth-first tree; `is_complete` where
/// every state without a mark is one.
fn walk<const N: usize, S: Set<N>>(
    explore: &Explore<'_, N, S>,
    marks: &mut Marks<'_, N, S>,
    is_complete: bool,
    bytes: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<(u64, Packed<N>)>, Incomplete> {
    let visited = &explore.visited;
    let mut components = match is_complete {
        true => None,
        false => Some(Components::new(
            explore,
            explore.successors(),
            bytes,
            budget,
        )?),
    };
    let mut successors = explore.successors();
    let mut children = explore.origins.walk();
    let mut queue = VecDeque::from([explore.machine.initial]);
    let mut next = Images::default();
    // Numbers of states are positions in the order of discovery.
    for no in 0..explore.n_expanded {
        let Some(state) = queue.pop_front() else {
            break;
        };
        if let Some(ahead) = queue.get(AHEAD) {
            visited.prefetch(visited.key(ahead));
        }
        let is_trap = !marks.has(&state)
            && match &mut components {
                None => true,
                Some(components) => components.is_trap(&state, marks, budget)?,
            };
        if is_trap {
            return Ok(Some((no, state)));
        }
        // Most states have no children.
        let mut child = children.next().flatten();
        if child.is_some() {
            next.truncate(0);
            if successors(&state, &mut next).is_err() {
                break;
            }
            budget.batch(next.len() as u32, || progress(explore.n_states))?;
        }
        while let Some(ordinal) = child {
            let Some(state) = next.get().get(ordinal as usize) else {
                return Ok(None);
            };
            if queue.len() == queue.capacity() {
                budget.memory(bytes + 3 * queue.len() * size_of::<Packed<N>>())?;
            }
            queue.push_back(*state);
            child = children.next().flatten();
        }
    }
    Ok(None)
}

/// States whose memory is asked for ahead.
const AHEAD: usize = 32;

/// The partition and the slot of a state.
type Place = (usize, usize);

/// States from which a goal state, or one that is not expanded, can be reached:
/// of those that are no goal states themselves.
struct Marks<'e, const N: usize, S> {
    visited: &'e S,
    goal: &'e Property<N>,
    slots: Slots,
    n_marked: u64,
}

impl<'e, const N: usize, S: Set<N>> Marks<'e, N, S> {
    fn new(visited: &'e S, goal: &'e Property<N>) -> Self {
        Self {
            visited,
            goal,
            slots: Slots::new(visited),
            n_marked: 0,
        }
    }

    fn bytes(visited: &S) -> usize {
        Slots::bytes(visited)
    }

    /// Marks a state if it was found and is no goal state; whether it is one
    /// that had no mark.
    fn mark(&mut self, key: u64, state: &Packed<N>) -> bool {
        if self.goal.holds(state) {
            return false;
        }
        let place = self.visited.find(key, state);
        place.is_some_and(|place| self.mark_place(place))
    }

    fn mark_place(&mut self, place: Place) -> bool {
        let is_fresh = self.slots.set(place);
        self.n_marked += u64::from(is_fresh);
        is_fresh
    }

    fn has(&self, state: &Packed<N>) -> bool {
        let find = || self.visited.find(self.visited.key(state), state);
        self.goal.holds(state) || find().is_some_and(|place| self.slots.has(place))
    }
}

/// A bit for each slot of a set.
struct Slots(Vec<BitVec>);

impl Slots {
    fn new<const N: usize, S: Set<N>>(visited: &S) -> Self {
        let partitions = visited.partitions().iter();
        let slots = partitions.map(|partition| BitVec::repeat(false, partition.n_slots()));
        Self(slots.collect())
    }

    fn bytes<const N: usize, S: Set<N>>(visited: &S) -> usize {
        let partitions = visited.partitions().iter();
        partitions
            .map(|partition| partition.n_slots() / 8 + 8)
            .sum()
    }

    fn has(&self, (partition, slot): Place) -> bool {
        self.0[partition][slot]
    }

    /// Whether it was not set.
    fn set(&mut self, (partition, slot): Place) -> bool {
        !self.0[partition].replace(slot, true)
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

/// Asks for the memory of one more entry beside what else is in use.
fn grow<T>(
    list: &[T],
    capacity: usize,
    bytes: usize,
    budget: &Budget<'_>,
) -> Result<(), Incomplete> {
    if list.len() == capacity {
        budget.memory(bytes + 3 * list.len().max(64) * size_of::<T>())?;
    }
    Ok(())
}
