//! Successors of several states, looked up together so that the waits for
//! memory overlap.

use super::machine::Machine;
use super::program::{Marks, Program};
use crate::visited::{Packed, Partition, Set};
use std::sync::atomic::{AtomicBool, Ordering};

/// Successors of some states in order, and which of them are new.
///
/// Successors that are known to have been met before are left out.
#[derive(Default)]
pub(super) struct Batch<const N: usize> {
    pub(super) states: Vec<Packed<N>>,
    /// Which successor of its source each is.
    pub(super) ordinals: Vec<u32>,
    /// Where the successors of each source end.
    pub(super) ends: Vec<u32>,
    /// How many there are with those that were left out.
    pub(super) n_steps: usize,
    keys: Vec<u64>,
    /// Written by the thread that inserts the state, read when all are done.
    is_new: Vec<AtomicBool>,
    /// For each thread the positions of what it inserts.
    shares: Vec<Vec<u32>>,
    /// States met before, by their keys. Neighbours in a level share many
    /// successors, so that most steps end here and not in slow memory.
    recent: Vec<Packed<N>>,
}

/// Lookups whose memory is asked for ahead.
const AHEAD: usize = 32;
/// States remembered; they stay in a core's own cache.
const RECENT: usize = 1 << 14;

impl<const N: usize> Batch<N> {
    /// Takes the successors of sources in order, until there are `most` or
    /// those of the next source leave the bound. Tells of the latter.
    ///
    /// What was filled in before must have been inserted, or [`Batch::forget`]
    /// been called.
    pub(super) fn fill<S: Set<N>>(
        &mut self,
        machine: &Machine<'_, N>,
        program: &Program<N>,
        visited: &S,
        sources: &[Packed<N>],
        most: usize,
        marks: &mut Marks,
    ) -> bool {
        self.states.clear();
        self.ordinals.clear();
        self.ends.clear();
        self.keys.clear();
        self.n_steps = 0;
        if S::IS_SLOW {
            self.recent.resize(RECENT, [0; N]);
        }
        let mut exceeds = false;
        for source in sources {
            if self.n_steps >= most {
                break;
            }
            let n_before = self.states.len();
            let images = program.images(machine, source, &mut self.states, marks);
            if images.is_err() {
                self.states.truncate(n_before);
                exceeds = true;
                break;
            }
            self.n_steps += self.states.len() - n_before;
            self.keep(visited, n_before);
            self.ends.push(self.states.len() as u32);
        }
        if self.is_new.len() < self.keys.len() {
            self.is_new
                .resize_with(self.keys.len(), AtomicBool::default);
        }
        exceeds
    }

    /// Keeps those of one source's successors that may be new.
    #[inline]
    fn keep<S: Set<N>>(&mut self, visited: &S, first: usize) {
        let n = self.states.len() - first;
        self.ordinals.extend(0..n as u32);
        if !S::IS_SLOW {
            let keys = self.states[first..].iter();
            self.keys.extend(keys.map(|state| visited.key(state)));
            return;
        }
        self.keys.resize(first + n, 0);
        let mut kept = first;
        for index in first..first + n {
            let state = self.states[index];
            let key = visited.key(&state);
            // The last bits of a hash are poor, the first ones find the line.
            let recent = &mut self.recent[(key >> 24) as usize % RECENT];
            let may_be_new = *recent != state;
            *recent = state;
            self.states[kept] = state;
            self.keys[kept] = key;
            self.ordinals[kept] = (index - first) as u32;
            kept += usize::from(may_be_new);
        }
        self.states.truncate(kept);
        self.keys.truncate(kept);
        self.ordinals.truncate(kept);
    }

    /// Forgets which states were met: some of them were not inserted.
    pub(super) fn forget(&mut self) {
        self.recent.clear();
    }

    /// Whether the state at a position was new.
    #[inline]
    pub(super) fn is_new(&self, index: usize) -> bool {
        self.is_new[index].load(Ordering::Relaxed)
    }

    /// Inserts all in order.
    pub(super) fn insert<S: Set<N>>(&self, visited: &mut S) {
        let partitions = visited.partitions_mut();
        self.insert_each::<S>(self.keys.len(), |nth| nth, 0, partitions);
    }

    /// Deals the states out to the threads that insert them.
    pub(super) fn share_out<S: Set<N>>(&mut self, visited: &S, n_threads: usize) {
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
        let share = &self.shares[thread];
        self.insert_each::<S>(share.len(), |nth| share[nth] as usize, first, partitions);
    }

    /// Inserts the states at some positions in order.
    #[inline]
    fn insert_each<S: Set<N>>(
        &self,
        n: usize,
        position: impl Fn(usize) -> usize,
        first: usize,
        partitions: &mut [S::Partition],
    ) {
        for nth in 0..n + AHEAD {
            if nth < n {
                let key = self.keys[position(nth)];
                partitions[S::partition(key) - first].prefetch(key);
            }
            if nth >= AHEAD {
                let index = position(nth - AHEAD);
                let key = self.keys[index];
                let is_new = partitions[S::partition(key) - first].insert(key, &self.states[index]);
                self.is_new[index].store(is_new, Ordering::Relaxed);
            }
        }
    }
}
