//! The set of states seen, of any type, with how each was first reached.

use crate::visited::prefetch;
use crate::{Incomplete, budget::Budget};
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// The number of a state, in the order of discovery.
pub(crate) type StateNo = u32;

/// How a state was first reached: from which state, by which of its successors.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    pub(crate) parent: StateNo,
    pub(crate) ordinal: u32,
}

/// Whole states in order of discovery, and a hash table of their numbers.
///
/// A lookup compares states, so no two states are ever taken for one.
pub(crate) struct Seen<S> {
    states: Vec<S>,
    origins: Vec<Origin>,
    slots: Slots,
    heap_bytes: usize,
}

impl<S: Clone + Eq + Hash> Seen<S> {
    pub(crate) fn new(initial: S, heap_bytes: usize) -> Self {
        let mut seen = Self {
            states: Vec::new(),
            origins: Vec::new(),
            slots: Slots(vec![FREE; FEWEST_SLOTS]),
            heap_bytes: 0,
        };
        let hash = hash(&initial);
        let origin = Origin {
            parent: 0,
            ordinal: 0,
        };
        seen.push(hash, initial, heap_bytes, origin);
        seen
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    pub(crate) fn state(&self, no: StateNo) -> &S {
        &self.states[no as usize]
    }

    pub(crate) fn states(&self) -> &[S] {
        &self.states
    }

    pub(crate) fn origin(&self, no: StateNo) -> Origin {
        self.origins[no as usize]
    }

    /// Asks for the place of a hash, so that [`Seen::find`] finds it in cache.
    pub(crate) fn prefetch(&self, hash: u32) {
        prefetch(&self.slots.0[self.slots.home(hash)]);
    }

    pub(crate) fn find(&self, hash: u32, state: &S) -> Option<StateNo> {
        let is_state = |no: StateNo| self.states[no as usize] == *state;
        self.slots.find(hash, is_state)
    }

    /// Adds a state that [`Seen::find`] did not find.
    pub(crate) fn push(&mut self, hash: u32, state: S, heap_bytes: usize, origin: Origin) {
        if self.slots.is_full(self.states.len()) {
            self.slots.grow();
        }
        // `room` keeps the count within 32 bits.
        self.slots.insert(slot(hash, self.states.len() as StateNo));
        self.states.push(state);
        self.origins.push(origin);
        self.heap_bytes += heap_bytes;
    }

    /// Whether one more state fits: the numbers, and the memory even while a
    /// vector or the table is copied to its next size.
    pub(crate) fn room(&self, budget: &Budget<'_>, heap_bytes: usize) -> Result<(), Incomplete> {
        let n = self.states.len();
        // A slot holds the number and one more.
        let limit = StateNo::MAX - 1;
        if n >= limit as usize {
            return Err(Incomplete::StateLimit {
                limit: limit.into(),
            });
        }
        let mut bytes = self.bytes() + heap_bytes;
        if n == self.states.capacity() {
            bytes += 2 * n * (size_of::<S>() + size_of::<Origin>());
        }
        if self.slots.is_full(n) {
            bytes += 2 * self.slots.bytes();
        }
        budget.memory(bytes)
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<S>()
            + self.origins.capacity() * size_of::<Origin>()
            + self.slots.bytes()
            + self.heap_bytes
    }
}

/// Where a state belongs. The hasher is quick at many small fields; what it
/// leaves uneven is mixed once.
pub(crate) fn hash(state: &impl Hash) -> u32 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let product = u128::from(FxBuildHasher.hash_one(state)) * u128::from(ODD);
    ((product >> 64) as u64 ^ product as u64) as u32
}

/// Each slot is free, or a hash above the number of its state and one more.
/// A slot stands at the place that its hash is of all hashes, or in the first
/// free one after it: so growing goes through both tables from front to back,
/// and looks at no state.
struct Slots(Vec<u64>);

const FREE: u64 = 0;
const FEWEST_SLOTS: usize = 16;

fn slot(hash: u32, no: StateNo) -> u64 {
    u64::from(hash) << 32 | (u64::from(no) + 1)
}

impl Slots {
    fn home(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.0.len() as u64) >> 32) as usize
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }

    /// Whether one more would make probing slow.
    fn is_full(&self, n: usize) -> bool {
        n >= self.0.len() / 8 * 5
    }

    /// The first number with a hash that is the one.
    fn find(&self, hash: u32, is_it: impl Fn(StateNo) -> bool) -> Option<StateNo> {
        let mut place = self.home(hash);
        loop {
            let slot = self.0[place];
            if slot == FREE {
                return None;
            }
            let no = (slot as StateNo).wrapping_sub(1);
            if (slot >> 32) as u32 == hash && is_it(no) {
                return Some(no);
            }
            place = self.after(place);
        }
    }

    fn after(&self, place: usize) -> usize {
        let next = place + 1;
        if next == self.0.len() { 0 } else { next }
    }

    fn insert(&mut self, slot: u64) {
        let mut place = self.home((slot >> 32) as u32);
        while self.0[place] != FREE {
            place = self.after(place);
        }
        self.0[place] = slot;
    }

    fn grow(&mut self) {
        let grown = Self(vec![FREE; 2 * self.0.len()]);
        let old = std::mem::replace(self, grown);
        for slot in old.0 {
            if slot != FREE {
                self.insert(slot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::Hasher;

    /// A state with one hash for all.
    #[derive(Clone, PartialEq, Eq)]
    struct Alike(u32);

    impl Hash for Alike {
        fn hash<H: Hasher>(&self, _state: &mut H) {}
    }

    fn finds_all<S: Clone + Eq + Hash>(state: impl Fn(u32) -> S) {
        let origin = |ordinal| Origin { parent: 0, ordinal };
        let mut seen = Seen::new(state(0), 0);
        for no in 1..500 {
            let next = state(no);
            assert_eq!(seen.find(hash(&next), &next), None);
            seen.push(hash(&next), next, 0, origin(no));
            for known in 0..=no {
                let known_state = state(known);
                assert_eq!(seen.find(hash(&known_state), &known_state), Some(known));
            }
        }
        assert_eq!(seen.len(), 500);
        assert_eq!(seen.origin(77).ordinal, 77);
    }

    #[test]
    fn every_state_is_found_again_whatever_its_hash() {
        finds_all(Alike);
        finds_all(|n| n);
        finds_all(|n| vec![n; 3]);
    }

    #[test]
    fn slots_wrap_around() {
        let mut slots = Slots(vec![FREE; FEWEST_SLOTS]);
        for no in 0..10 {
            slots.insert(slot(u32::MAX - no % 2, no));
        }
        let found = |slots: &Slots, hash, no| slots.find(hash, |found| found == no).is_some();
        for grown in [false, true] {
            if grown {
                slots.grow();
            }
            for no in 0..10 {
                assert!(found(&slots, u32::MAX - no % 2, no));
                assert!(!found(&slots, u32::MAX - 1 + no % 2, no));
            }
        }
    }
}
