//! AG EF goal: can every reachable state still reach a goal state?

use crate::budget::{Budget, Incomplete, Phase, Progress};
use crate::replay::ReplayMismatch;
use crate::search::seen::{self, Origin, Seen, StateNo};
use crate::search::{Exhaustive, Space, Witness};
use crate::semantics::{Successor, Successors, TransitionSystem};
use crate::verdict::Outcome;
use bitvec::vec::BitVec;
use std::time::Duration;

/// Decides AG EF goal over the states that a search found.
///
/// Backwards from the goal states, every state that can reach one is marked.
/// States whose successors were not all found are marked too, since nothing is
/// known of them: so a state without a mark is a trap even after a search that
/// was cut off, while the absence of traps means something only after an
/// exhaustive one. The trap is the first in breadth-first order.
///
/// # Errors
/// [`ReplayMismatch`] where a forward search from the trap finds a goal state.
pub(crate) fn check<T: TransitionSystem>(
    system: &T,
    completeness: &Result<Exhaustive, Incomplete>,
    space: Space<T::State>,
    budget: &mut Budget<'_>,
) -> Result<Outcome<Witness>, ReplayMismatch> {
    let trap = match first_trap(system, &space, budget) {
        Ok(Some(trap)) => trap,
        Ok(None) => return Ok(Outcome::of_exhaustion(completeness)),
        Err(incomplete) => return Ok(Outcome::Unknown(incomplete)),
    };
    let witness = space.witness(trap);
    let state = space.seen.state(trap).clone();
    // The second search may need as much memory as the first one.
    drop(space);
    match is_trap(system, &state, budget) {
        Ok(true) => Ok(Outcome::Violated(witness)),
        Ok(false) => Err(ReplayMismatch::NoEvidence {
            property: "liveness".to_owned(),
        }),
        Err(incomplete) => Ok(Outcome::Unknown(incomplete)),
    }
}

fn first_trap<T: TransitionSystem>(
    system: &T,
    space: &Space<T::State>,
    budget: &mut Budget<'_>,
) -> Result<Option<StateNo>, Incomplete> {
    let n_states = space.seen.len();
    let predecessors = Predecessors::of(system, space, budget)?;
    let mut marked: BitVec = BitVec::repeat(false, n_states);
    let mut stack = Vec::new();
    for (index, state) in space.seen.states().iter().enumerate() {
        budget.work(|| progress(n_states))?;
        if index >= space.n_expanded || system.is_goal(state) {
            marked.set(index, true);
            stack.push(index as StateNo);
        }
    }
    while let Some(no) = stack.pop() {
        for &predecessor in predecessors.of_state(no) {
            budget.work(|| progress(n_states))?;
            if !marked.replace(predecessor as usize, true) {
                stack.push(predecessor);
            }
        }
    }
    Ok(marked.first_zero().map(|index| index as StateNo))
}

/// Whether no goal state can be reached from `trap`: its closure is searched
/// anew and forwards, without anything from the search that found it.
///
/// # Errors
/// [`Incomplete`] where the budget ends first, so that nothing is confirmed.
fn is_trap<T: TransitionSystem>(
    system: &T,
    trap: &T::State,
    budget: &mut Budget<'_>,
) -> Result<bool, Incomplete> {
    if system.is_goal(trap) {
        return Ok(false);
    }
    let mut closure = Seen::new(trap.clone(), system.heap_bytes(trap));
    let mut expanded: StateNo = 0;
    let mut escapes = false;
    while (expanded as usize) < closure.len() && !escapes {
        budget.expand(|| progress(closure.len()))?;
        let state = closure.state(expanded).clone();
        let mut stopped = None;
        let mut visit = |_, successor: Successor<'_, T::State>| {
            let Successor::State(next) = successor else {
                escapes = true;
                return;
            };
            if stopped.is_some() {
                return;
            }
            stopped = budget.work(|| progress(closure.len())).err();
            escapes |= system.is_goal(&next);
            let hash = seen::hash(&next);
            if closure.find(hash, &next).is_none() {
                let heap_bytes = system.heap_bytes(&next);
                stopped = stopped.take().or(closure.room(budget, heap_bytes).err());
                if stopped.is_none() {
                    let origin = Origin {
                        parent: expanded,
                        ordinal: 0,
                    };
                    closure.push(hash, next.into_owned(), heap_bytes, origin);
                }
            }
        };
        system.successors(&state, &mut Successors::new(&mut visit));
        if let Some(incomplete) = stopped {
            return Err(incomplete);
        }
        expanded += 1;
    }
    Ok(!escapes)
}

fn progress(n_states: usize) -> Progress {
    Progress {
        phase: Phase::Liveness,
        states: n_states as u64,
        depth: 0,
        frontier: 0,
        elapsed: Duration::ZERO,
    }
}

/// For each state the states with a step to it, as one list with offsets.
struct Predecessors {
    offsets: Vec<usize>,
    sources: Vec<StateNo>,
}

impl Predecessors {
    fn of<T: TransitionSystem>(
        system: &T,
        space: &Space<T::State>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Incomplete> {
        let seen = &space.seen;
        let n_states = seen.len();
        // Marks, stack and offsets.
        let fixed = seen.bytes() + n_states * (size_of::<usize>() + size_of::<StateNo>() + 1);
        let mut edges: Vec<(StateNo, StateNo)> = Vec::new();
        for source in 0..space.n_expanded {
            budget.expand(|| progress(n_states))?;
            let mut stopped = None;
            let mut visit = |_, successor: Successor<'_, T::State>| {
                if let Successor::State(next) = successor
                    && stopped.is_none()
                    && let Some(target) = seen.find(seen::hash(&next), &next)
                {
                    stopped = budget.work(|| progress(n_states)).err();
                    if edges.len() == edges.capacity() {
                        // While it grows, and then sorted into the lists.
                        let n_edges = 3 * edges.len().max(4);
                        let bytes = fixed + n_edges * size_of::<(StateNo, StateNo)>();
                        stopped = stopped.take().or(budget.memory(bytes).err());
                    }
                    if stopped.is_none() {
                        edges.push((source as StateNo, target));
                    }
                }
            };
            let state = seen.state(source as StateNo);
            system.successors(state, &mut Successors::new(&mut visit));
            if let Some(incomplete) = stopped {
                return Err(incomplete);
            }
        }
        Ok(Self::sorted(n_states, &edges))
    }

    fn sorted(n_states: usize, edges: &[(StateNo, StateNo)]) -> Self {
        let mut offsets = vec![0; n_states + 1];
        for &(_, target) in edges {
            offsets[target as usize] += 1;
        }
        // Ends of the lists first; filling from behind turns them into starts.
        let mut end = 0;
        for offset in &mut offsets {
            end += *offset;
            *offset = end;
        }
        let mut sources = vec![0; edges.len()];
        for &(source, target) in edges {
            let offset = &mut offsets[target as usize];
            *offset -= 1;
            sources[*offset] = source;
        }
        Self { offsets, sources }
    }

    fn of_state(&self, no: StateNo) -> &[StateNo] {
        let no = no as usize;
        &self.sources[self.offsets[no]..self.offsets[no + 1]]
    }
}
