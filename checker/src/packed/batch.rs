//! Successors of several states, looked up together so that the waits for
//! memory overlap.

use super::machine::Machine;
use super::program::{Marks, Program};
use crate::visited::{Packed, Partition, Set};
use std::sync::atomic::{AtomicU64, Ordering};

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
    /// A bit for each state, set by the thread that inserts it, read when all
    /// are done.
    is_new: Vec<AtomicU64>,
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
        self.ends.clear();
        let mut exceeds = false;
        for source in sources {
            let n_before = self.states.len();
            if n_before >= most {
                break;
            }
            let images = program.images(machine, source, &mut self.states, marks);
            if images.is_err() {
                self.states.truncate(n_before);
                exceeds = true;
                break;
            }
            self.ends.push(self.states.len() as u32);
        }
        self.n_steps = self.states.len();
        self.keep(visited);
        self.is_new.clear();
        self.is_new
            .resize_with(self.keys.len().div_ceil(64), AtomicU64::default);
        exceeds
    }

    /// Keeps the successors that may be new, and finds their keys.
    fn keep<S: Set<N>>(&mut self, visited: &S) {
        let n = self.states.len();
        self.keys.resize(n, 0);
        self.ordinals.resize(n, 0);
        if !visited.is_slow() {
            let keys = self.states.iter().map(|state| visited.key(state));
            self.keys.clear();
            self.keys.extend(keys);
            let mut start = 0;
            for &end in &self.ends {
                let ordinals = &mut self.ordinals[start..end as usize];
                (0..)
                    .zip(ordinals)
                    .for_each(|(ordinal, place)| *place = ordinal);
                start = end as usize;
            }
            return;
        }
        self.recent.resize(RECENT, [0; N]);
        let (states, keys) = (&mut self.states[..n], &mut self.keys[..n]);
        let (ordinals, recents) = (&mut self.ordinals[..n], &mut self.recent[..RECENT]);
        let (mut kept, mut start) = (0, 0);
        for end in &mut self.ends {
            for (ordinal, index) in (0..).zip(start..*end as usize) {
                let state = states[index];
                let key = visited.key(&state);
                let recent = &mut recents[S::spread(key) % RECENT];
                let may_be_new = *recent != state;
                *recent = state;
                states[kept] = state;
                keys[kept] = key;
                ordinals[kept] = ordinal;
                kept += usize::from(may_be_new);
            }
            start = *end as usize;
            *end = kept as u32;
        }
        self.states.truncate(kept);
        self.keys.truncate(kept);
        self.ordinals.truncate(kept);
    }

    /// Forgets which states were met: some of them were not inserted.
    pub(super) fn forget(&mut self) {
        self.recent.clear();
    }

    /// Positions of the states that were new, in order.
    pub(super) fn new_positions(&self) -> impl Iterator<Item = usize> {
        let words = (0..).step_by(64).zip(&self.is_new);
        words.flat_map(|(first, word)| {
            let mut left = word.load(Ordering::Relaxed);
            std::iter::from_fn(move || {
                let position = (left != 0).then(|| first + left.trailing_zeros() as usize);
                left &= left.wrapping_sub(1);
                position
            })
        })
    }

    /// Inserts all in order.
    pub(super) fn insert<S: Set<N>>(&self, visited: &mut S) {
        visited.reserve(self.keys.len());
        self.insert_each::<S>(self.keys.len(), |nth| nth, &mut Share::all(visited));
    }

    /// Deals the states out to the threads that insert them.
    pub(super) fn share_out<S: Set<N>>(&mut self, n_partitions: usize, n_threads: usize) {
        self.shares.resize_with(n_threads, Vec::new);
        self.shares.iter_mut().for_each(Vec::clear);
        let share = n_partitions.div_ceil(n_threads);
        for (index, &key) in (0..).zip(&self.keys) {
            let (partition, _) = S::locate(key, n_partitions);
            self.shares[partition / share].push(index);
        }
    }

    /// Inserts the share of one thread in order.
    pub(super) fn insert_share<S: Set<N>>(
        &self,
        thread: usize,
        share: &mut Share<'_, S::Partition>,
    ) {
        let positions = &self.shares[thread];
        self.insert_each::<S>(positions.len(), |nth| positions[nth] as usize, share);
    }

    /// Inserts the states at some positions in order.
    #[inline]
    fn insert_each<S: Set<N>>(
        &self,
        n: usize,
        position: impl Fn(usize) -> usize,
        share: &mut Share<'_, S::Partition>,
    ) {
        let (first, n_partitions) = (share.first, share.n_partitions);
        let locate = |index: usize| {
            let (partition, local) = S::locate(self.keys[index], n_partitions);
            (partition - first, local)
        };
        let prefetch = |partitions: &[S::Partition], nth| {
            let (partition, local) = locate(position(nth));
            partitions[partition].prefetch(local);
        };
        if share.is_slow {
            (0..n.min(AHEAD)).for_each(|nth| prefetch(share.partitions, nth));
        }
        for nth in 0..n {
            if share.is_slow && nth + AHEAD < n {
                prefetch(share.partitions, nth + AHEAD);
            }
            let index = position(nth);
            let (partition, local) = locate(index);
            if share.partitions[partition].insert(local, &self.states[index]) {
                self.is_new[index / 64].fetch_or(1 << (index % 64), Ordering::Relaxed);
            }
        }
    }
}

/// Some partitions of a set.
pub(super) struct Share<'s, P> {
    partitions: &'s mut [P],
    /// Which one the first is.
    first: usize,
    /// Partitions of the set.
    n_partitions: usize,
    is_slow: bool,
}

impl<'s, P> Share<'s, P> {
    pub(super) fn all<const N: usize, S: Set<N, Partition = P>>(visited: &'s mut S) -> Self {
        Self {
            is_slow: visited.is_slow(),
            n_partitions: visited.partitions().len(),
            first: 0,
            partitions: visited.partitions_mut(),
        }
    }

    /// Shares for so many threads, or fewer.
    pub(super) fn split(self, n_threads: usize) -> impl Iterator<Item = Self> {
        let n_share = self.n_partitions.div_ceil(n_threads);
        let firsts = (0..).step_by(n_share);
        let shares = self.partitions.chunks_mut(n_share);
        firsts.zip(shares).map(move |(first, partitions)| Self {
            partitions,
            first,
            ..self
        })
    }
}
