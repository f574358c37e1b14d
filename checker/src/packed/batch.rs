//! Successors of several states, looked up together so that the waits for
//! memory overlap.

use super::machine::Machine;
use super::program::{Marks, Program};
use crate::visited::{Packed, Partition, Set};
use std::sync::atomic::{AtomicBool, Ordering};

/// Successors of some states in order, and which of them are new.
#[derive(Default)]
pub(super) struct Batch<const N: usize> {
    pub(super) states: Vec<Packed<N>>,
    /// Where the successors of each source end.
    pub(super) ends: Vec<u32>,
    keys: Vec<u64>,
    /// Written by the thread that inserts the state, read when all are done.
    is_new: Vec<AtomicBool>,
    /// For each thread the positions of what it inserts.
    shares: Vec<Vec<u32>>,
}

/// Lookups whose memory is asked for ahead.
const AHEAD: usize = 64;

impl<const N: usize> Batch<N> {
    /// Takes the successors of sources in order, until there are `most` or
    /// those of the next source leave the bound. Tells of the latter.
    pub(super) fn fill(
        &mut self,
        machine: &Machine<'_, N>,
        program: &Program<N>,
        sources: &[Packed<N>],
        most: usize,
        marks: &mut Marks,
    ) -> bool {
        self.states.clear();
        self.ends.clear();
        for source in sources {
            let n_before = self.states.len();
            if n_before >= most {
                break;
            }
            let exceeds = program.images(machine, source, &mut self.states, marks);
            if exceeds.is_err() {
                self.states.truncate(n_before);
                return true;
            }
            self.ends.push(self.states.len() as u32);
        }
        false
    }

    fn find_keys<S: Set<N>>(&mut self, visited: &S) {
        self.keys.clear();
        let keys = self.states.iter().map(|state| visited.key(state));
        self.keys.extend(keys);
        if self.is_new.len() < self.keys.len() {
            self.is_new
                .resize_with(self.keys.len(), AtomicBool::default);
        }
    }

    /// Whether the state at a position was new.
    #[inline]
    pub(super) fn is_new(&self, index: usize) -> bool {
        self.is_new[index].load(Ordering::Relaxed)
    }

    /// Inserts all in order.
    pub(super) fn insert<S: Set<N>>(&mut self, visited: &mut S) {
        self.find_keys(visited);
        let partitions = visited.partitions_mut();
        for start in (0..self.keys.len()).step_by(AHEAD) {
            let block = start..self.keys.len().min(start + AHEAD);
            self.insert_block::<S>(block, 0, partitions);
        }
    }

    /// Deals the states out to the threads that insert them.
    pub(super) fn share_out<S: Set<N>>(&mut self, visited: &S, n_threads: usize) {
        self.find_keys(visited);
        self.shares.resize_with(n_threads, Vec::new);
        self.shares.iter_mut().for_each(Vec::clear);
        let share = visited.partitions().len().div_ceil(n_threads);
        for (index, &key) in (0..).zip(&self.keys) {
            self.shares[S::partition(key) / share].push(index);
        }
    }

    /// Inserts the share of one thread in order: its partitions, from `first` on.
    pub(super) fn insert_share<S: Set<N>>(
        &self,
        thread: usize,
        first: usize,
        partitions: &mut [S::Partition],
    ) {
        for block in self.shares[thread].chunks(AHEAD) {
            let block = block.iter().map(|index| *index as usize);
            self.insert_block::<S>(block, first, partitions);
        }
    }

    fn insert_block<S: Set<N>>(
        &self,
        block: impl Iterator<Item = usize> + Clone,
        first: usize,
        partitions: &mut [S::Partition],
    ) {
        let touched = block.clone().fold(0, |touched, index| {
            let key = self.keys[index];
            touched ^ partitions[S::partition(key) - first].touch(key)
        });
        std::hint::black_box(touched);
        for index in block {
            let key = self.keys[index];
            let is_new = partitions[S::partition(key) - first].insert(key, &self.states[index]);
            self.is_new[index].store(is_new, Ordering::Relaxed);
        }
    }
}
