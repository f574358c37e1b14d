//! Marking backwards, from goal states to their predecessors.

use super::{AHEAD, Marks, grow, progress};
use crate::budget::{Budget, Incomplete};
use crate::packed::direction::Backward;
use crate::packed::explore::Explore;
use crate::packed::images::Images;
use crate::packed::machine::Machine;
use crate::packed::program::{self, Program};
use crate::visited::{Packed, Set};

/// Marks the states from which a goal state or a marked one can be reached.
/// Whether it came to an end: not where predecessors cannot be computed, or are
/// so many that it is better to go forwards from the states that are left.
pub(super) fn mark<const N: usize, S: Set<N>>(
    explore: &Explore<'_, N, S>,
    marks: &mut Marks<'_, N, S>,
    bytes: usize,
    budget: &mut Budget<'_>,
) -> Result<bool, Incomplete> {
    let Explore {
        machine, layout, ..
    } = explore;
    if !explore.is_large() {
        return Ok(false);
    }
    let Some(program) = Program::new(machine, layout, Backward { layout }) else {
        return Ok(false);
    };
    let mut wave = Wave {
        machine,
        met: program.marks(),
        program,
        pending: Vec::new(),
        images: Images::default(),
        before: Vec::new(),
        keys: Vec::new(),
        n_left: explore.n_states
            * match explore.visited.is_slow() {
                true => LOOKUPS_A_STATE,
                false => FAST_LOOKUPS_A_STATE,
            },
        batch: explore.tuning.batch,
        n_states: explore.n_states,
        bytes,
    };
    for state in explore.queue.range(0..explore.queue.len()) {
        if !marks.goal.holds(state) {
            wave.push(state, budget)?;
        }
    }
    let mut goes_on = Ok(true);
    let (visited, goal) = (&explore.visited, marks.goal);
    visited.for_each(|state| {
        if goes_on == Ok(true) && goal.holds(&state) {
            goes_on = wave.push(&state, budget).map(|()| true);
            if goes_on.is_ok() && wave.pending.len() >= wave.batch {
                goes_on = wave.run(marks, budget);
            }
        }
    });
    match goes_on {
        Ok(true) => wave.run(marks, budget),
        other => other,
    }
}

/// Most predecessors that are looked up for each state that was found. Forwards
/// it mostly takes one or two, but they cannot be looked up together.
const LOOKUPS_A_STATE: u64 = 2;
/// The same where no lookup waits for memory.
const FAST_LOOKUPS_A_STATE: u64 = 8;

/// States on their way backwards.
struct Wave<'e, const N: usize> {
    machine: &'e Machine<'e, N>,
    program: Program<N, Backward<'e>>,
    met: program::Marks,
    /// States whose predecessors are to be marked.
    pending: Vec<Packed<N>>,
    images: Images<N>,
    /// Their predecessors that are no goal states.
    before: Vec<Packed<N>>,
    keys: Vec<u64>,
    /// Predecessors that may still be looked up.
    n_left: u64,
    /// States taken together.
    batch: usize,
    n_states: u64,
    bytes: usize,
}

impl<const N: usize> Wave<'_, N> {
    fn push(&mut self, state: &Packed<N>, budget: &Budget<'_>) -> Result<(), Incomplete> {
        grow(&self.pending, self.pending.capacity(), self.bytes, budget)?;
        self.pending.push(*state);
        Ok(())
    }

    /// Marks until nothing is pending; false where it is given up.
    fn run<S: Set<N>>(
        &mut self,
        marks: &mut Marks<'_, N, S>,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Incomplete> {
        let visited = marks.visited;
        while !self.pending.is_empty() {
            let sources = self.pending.len().saturating_sub(self.batch)..;
            self.images.truncate(0);
            for state in self.pending.drain(sources) {
                let (machine, images) = (self.machine, &mut self.images);
                // Backwards no step leaves the bound.
                let _ = self.program.images(machine, &state, images, &mut self.met);
            }
            let n_images = self.images.len() as u32;
            budget.batch(n_images, || progress(self.n_states))?;
            // What is a goal state needs no lookup.
            let others = self.images.get().iter();
            let others = others.filter(|state| !marks.goal.holds(state));
            self.before.clear();
            self.before.extend(others);
            let Some(n_left) = self.n_left.checked_sub(self.before.len() as u64) else {
                return Ok(false);
            };
            self.n_left = n_left;
            self.keys.clear();
            self.keys
                .extend(self.before.iter().map(|state| visited.key(state)));
            for &key in self.keys.iter().take(AHEAD) {
                visited.prefetch(key);
            }
            for nth in 0..self.before.len() {
                if let Some(&key) = self.keys.get(nth + AHEAD) {
                    visited.prefetch(key);
                }
                let state = self.before[nth];
                if marks.mark(self.keys[nth], &state) {
                    self.push(&state, budget)?;
                }
            }
        }
        Ok(true)
    }
}
