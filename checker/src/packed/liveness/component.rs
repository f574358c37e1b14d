//! Marking forwards: from a state on, depth first, until a marked one is met.
//!
//! All that the search has on its stack can reach the state where it is, so
//! that one step to a marked state marks all of it at once. What is never
//! marked leaves the stack by strongly connected components (R. Tarjan,
//! Depth-first search and linear graph algorithms, SIAM J. Comput. 1(2), 1972,
//! section 4): no step leads from there to anything but such components.

use super::{Marks, Place, Slots, progress};
use crate::budget::{Budget, Incomplete};
use crate::packed::direction::Exceeds;
use crate::packed::explore::Explore;
use crate::packed::images::Images;
use crate::visited::{Packed, Set};
use hashbrown::HashMap;

/// A depth-first search, state after state, that keeps what it has found.
pub(super) struct Components<F, const N: usize> {
    successors: F,
    next: Images<N>,
    /// States of components that are known to have no way to a marked state.
    trapped: Slots,
    /// Tarjan's stack.
    stack: Vec<Place>,
    /// Where each place is on it.
    positions: HashMap<Place, usize>,
    path: Vec<Frame>,
    /// Successors of the states on the path that are to be looked at.
    pending: Vec<Packed<N>>,
    n_states: u64,
    /// Bytes in use beside the lists.
    bytes: usize,
}

/// A state on the path.
struct Frame {
    /// Where it is on Tarjan's stack.
    position: usize,
    /// The lowest place there that it is known to reach.
    lowest: usize,
    /// Where its successors start.
    first_pending: usize,
}

impl<F, const N: usize> Components<F, N>
where
    F: FnMut(&Packed<N>, &mut Images<N>) -> Result<(), Exceeds>,
{
    pub(super) fn new<S: Set<N>>(
        explore: &Explore<'_, N, S>,
        successors: F,
        bytes: usize,
        budget: &Budget<'_>,
    ) -> Result<Self, Incomplete> {
        let bytes = bytes + Slots::bytes(&explore.visited);
        budget.memory(bytes)?;
        Ok(Self {
            successors,
            next: Images::default(),
            trapped: Slots::new(&explore.visited),
            stack: Vec::new(),
            positions: HashMap::new(),
            path: Vec::new(),
            pending: Vec::new(),
            n_states: explore.n_states,
            bytes,
        })
    }

    /// Whether neither a goal state nor a marked one can be reached from a
    /// state without a mark. If one can, the state is marked.
    pub(super) fn is_trap<S: Set<N>>(
        &mut self,
        state: &Packed<N>,
        marks: &mut Marks<'_, N, S>,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Incomplete> {
        let visited = marks.visited;
        let Some(place) = visited.find(visited.key(state), state) else {
            return Ok(true);
        };
        if self.trapped.has(place) {
            return Ok(true);
        }
        let mut escapes = self.enter(state, place, marks, budget)?;
        while let (Some(frame), false) = (self.path.last_mut(), escapes) {
            if self.pending.len() == frame.first_pending {
                self.leave();
                continue;
            }
            // Whatever a search found has all its successors found.
            let next = self.pending.pop();
            let found =
                next.and_then(|next| Some((next, visited.find(visited.key(&next), &next)?)));
            let Some((next, place)) = found else {
                continue;
            };
            if marks.slots.has(place) {
                escapes = true;
            } else if self.trapped.has(place) {
                continue;
            } else if let Some(&position) = self.positions.get(&place) {
                frame.lowest = frame.lowest.min(position);
            } else {
                escapes = self.enter(&next, place, marks, budget)?;
            }
        }
        if escapes {
            for place in self.stack.drain(..) {
                marks.mark_place(place);
                self.positions.remove(&place);
            }
            self.path.clear();
            self.pending.clear();
        }
        Ok(!escapes)
    }

    /// Goes on from a state; whether a goal state is among its successors.
    fn enter<S: Set<N>>(
        &mut self,
        state: &Packed<N>,
        place: Place,
        marks: &Marks<'_, N, S>,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Incomplete> {
        let (position, first_pending) = (self.stack.len(), self.pending.len());
        self.has_room(budget)?;
        self.stack.push(place);
        self.positions.insert(place, position);
        self.path.push(Frame {
            position,
            lowest: position,
            first_pending,
        });
        // A state whose steps leave the bound is marked, and never entered.
        self.next.truncate(0);
        let _ = (self.successors)(state, &mut self.next);
        let next = self.next.get();
        budget.batch(next.len() as u32, || progress(self.n_states))?;
        if next.iter().any(|next| marks.goal.holds(next)) {
            return Ok(true);
        }
        for next in next {
            marks.visited.prefetch(marks.visited.key(next));
        }
        self.pending.extend(next);
        Ok(false)
    }

    /// Goes back from the last state of the path.
    fn leave(&mut self) {
        let Some(frame) = self.path.pop() else {
            return;
        };
        if frame.lowest == frame.position {
            for place in self.stack.drain(frame.position..) {
                self.positions.remove(&place);
                self.trapped.set(place);
            }
        } else if let Some(before) = self.path.last_mut() {
            before.lowest = before.lowest.min(frame.lowest);
        }
    }

    /// Asks for the memory of one more state on the stack.
    fn has_room(&self, budget: &Budget<'_>) -> Result<(), Incomplete> {
        let is_full = self.stack.len() == self.stack.capacity();
        if !is_full && self.pending.len() < self.pending.capacity() {
            return Ok(());
        }
        const A_STATE: usize = size_of::<(Place, usize)>() + size_of::<(Place, Frame)>();
        let bytes = self.stack.len() * A_STATE + self.pending.len() * size_of::<Packed<N>>();
        budget.memory(self.bytes + 3 * bytes)
    }
}
