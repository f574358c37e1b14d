//! The set of states seen, with how each was first reached.

use crate::{Incomplete, budget::Budget};
use hashbrown::HashTable;
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
pub(crate) struct Visited<S> {
    states: Vec<S>,
    origins: Vec<Origin>,
    table: HashTable<StateNo>,
    hasher: hashbrown::DefaultHashBuilder,
    heap_bytes: usize,
}

impl<S: Clone + Eq + Hash> Visited<S> {
    pub(crate) fn new(initial: S, heap_bytes: usize) -> Self {
        let mut visited = Self {
            states: Vec::new(),
            origins: Vec::new(),
            table: HashTable::new(),
            hasher: hashbrown::DefaultHashBuilder::default(),
            heap_bytes: 0,
        };
        let hash = visited.hasher.hash_one(&initial);
        let origin = Origin {
            parent: 0,
            ordinal: 0,
        };
        visited.push(hash, initial, heap_bytes, origin);
        visited
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

    pub(crate) fn hash(&self, state: &S) -> u64 {
        self.hasher.hash_one(state)
    }

    pub(crate) fn find(&self, hash: u64, state: &S) -> Option<StateNo> {
        self.table
            .find(hash, |&no| self.states[no as usize] == *state)
            .copied()
    }

    /// Adds a state that [`Visited::find`] did not find.
    pub(crate) fn push(&mut self, hash: u64, state: S, heap_bytes: usize, origin: Origin) {
        // `room` keeps the count within 32 bits.
        let no = self.states.len() as StateNo;
        self.states.push(state);
        self.origins.push(origin);
        self.heap_bytes += heap_bytes;
        let Self {
            table,
            states,
            hasher,
            ..
        } = self;
        table.insert_unique(hash, no, |&no| hasher.hash_one(&states[no as usize]));
    }

    /// Whether one more state fits: the numbers, and the memory even while a
    /// vector or the table is copied to its next size.
    pub(crate) fn room(&self, budget: &Budget<'_>, heap_bytes: usize) -> Result<(), Incomplete> {
        let n = self.states.len();
        if n >= StateNo::MAX as usize {
            return Err(Incomplete::StateLimit {
                limit: StateNo::MAX.into(),
            });
        }
        let mut bytes = self.bytes() + heap_bytes;
        if n == self.states.capacity() {
            bytes += 2 * n * (size_of::<S>() + size_of::<Origin>());
        }
        if n == self.table.capacity() {
            bytes += 2 * self.table.allocation_size();
        }
        budget.memory(bytes)
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<S>()
            + self.origins.capacity() * size_of::<Origin>()
            + self.table.allocation_size()
            + self.heap_bytes
    }
}
