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
    /// For each thread a bit for each state, set if it inserts the state as new,
    /// and read when all are done. Threads share no cache line.
    is_new: Vec<Vec<AtomicU64>>,
    /// The thread of each partition.
    owners: Vec<u32>,
    /// For each thread the positions of what it inserts.
    shares: Vec<Vec<u32>>,
    /// States met before, by their keys. Neighbours in a level share many
    /// successors, so that most steps end here and not in slow memory.
    recent: Vec<Packed<N>>,
}

/// Lookups whose memory is asked for ahead.
const AHEAD: usize = 32;
/// Successors looked at together.
const KEEP: usize = 1 << 10;
/// Words of states remembered; they stay in a core's own cache. Miri takes long
/// to fill it.
const RECENT: usize = if cfg!(miri) { 1 << 7 } else { 1 << 14 };

impl<const N: usize> Batch<N> {
    /// Takes the successors of sources in order, until there are `most` or
    /// those of the next source leave the bound. Tells of the latter.
    ///
    /// What was filled in before must have been inserted, or [`Batch::forget`]
    /// been called.
    pub(super) fn fill<'a, S: Set<N>>(
        &mut self,
        machine: &Machine<'_, N>,
        program: &Program<N>,
        visited: &S,
        sources: impl Iterator<Item = &'a Packed<N>>,
        most: usize,
        marks: &mut Marks,
    ) -> bool {
        self.states.clear();
        self.keys.clear();
        self.ordinals.clear();
        self.ends.clear();
        self.n_steps = 0;
        let mut exceeds = false;
        // Sources whose successors were looked at, and where those end.
        let (mut n_kept_sources, mut n_kept) = (0, 0);
        for source in sources {
            let n_before = self.states.len();
            if self.n_steps + n_before - n_kept >= most {
                break;
            }
            let images = program.images(machine, source, &mut self.states, marks);
            if images.is_err() {
                self.states.truncate(n_before);
                exceeds = true;
                break;
            }
            self.ends.push(self.states.len() as u32);
            if self.states.len() - n_kept >= KEEP {
                self.keep(visited, n_kept_sources, n_kept);
                (n_kept_sources, n_kept) = (self.ends.len(), self.states.len());
            }
        }
        self.keep(visited, n_kept_sources, n_kept);
        exceeds
    }

    /// Keeps the successors that may be new, and finds their keys; from some
    /// source on, and its first successor.
    fn keep<S: Set<N>>(&mut self, visited: &S, first_source: usize, first: usize) {
        let n = self.states.len();
        self.n_steps += n - first;
        self.keys.resize(n, 0);
        self.ordinals.resize(n, 0);
        let (states, keys) = (&mut self.states[..n], &mut self.keys[..n]);
        let ordinals = &mut self.ordinals[..n];
        let ends = &mut self.ends[first_source..];
        let mut start = first;
        if !visited.is_slow() {
            for (key, state) in keys[first..].iter_mut().zip(&states[first..]) {
                *key = visited.key(state);
            }
            for &mut end in ends {
                for (ordinal, place) in (0..).zip(&mut ordinals[start..end as usize]) {
                    *place = ordinal;
                }
                start = end as usize;
            }
            return;
        }
        self.recent.resize(RECENT / N, [0; N]);
        let recents = &mut self.recent[..RECENT / N];
        let mut kept = first;
        for end in ends {
            for (ordinal, index) in (0..).zip(start..*end as usize) {
                let state = states[index];
                let key = visited.key(&state);
                let recent = &mut recents[S::spread(key) % (RECENT / N)];
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
        let n_words = self.is_new.first().map_or(0, Vec::len);
        (0..n_words).flat_map(|word| {
            let first = 64 * word;
            let by_thread = self.is_new.iter();
            let mut left =
                by_thread.fold(0, |left, words| left | words[word].load(Ordering::Relaxed));
            std::iter::from_fn(move || {
                let position = (left != 0).then(|| first + left.trailing_zeros() as usize);
                left &= left.wrapping_sub(1);
                position
            })
        })
    }

    /// Inserts all in order.
    pub(super) fn insert<S: Set<N>>(&mut self, visited: &mut S) {
        visited.reserve(self.keys.len());
        self.clear_new(1);
        self.insert_each::<S>(0, self.keys.len(), |nth| nth, &mut Share::all(visited));
    }

    /// Nothing is new to so many threads yet.
    fn clear_new(&mut self, n_threads: usize) {
        let n_words = self.keys.len().div_ceil(64);
        self.is_new.resize_with(n_threads, Vec::new);
        for words in &mut self.is_new {
            words.clear();
            words.resize_with(n_words, AtomicU64::default);
        }
    }

    /// Deals the states out to the threads that insert them.
    pub(super) fn share_out<S: Set<N>>(&mut self, n_partitions: usize, n_threads: usize) {
        self.clear_new(n_threads);
        self.shares.resize_with(n_threads, Vec::new);
        self.shares.iter_mut().for_each(Vec::clear);
        let n_share = share_size(n_partitions, n_threads);
        let owners = (0..n_partitions).map(|partition| (partition / n_share) as u32);
        self.owners.clear();
        self.owners.extend(owners);
        for (index, &key) in (0..).zip(&self.keys) {
            let (partition, _) = S::locate(key, n_partitions);
            self.shares[self.owners[partition] as usize].push(index);
        }
    }

    /// Inserts the share of one thread in order.
    pub(super) fn insert_share<S: Set<N>>(
        &self,
        thread: usize,
        share: &mut Share<'_, S::Partition>,
    ) {
        let positions = &self.shares[thread];
        let position = |nth| positions[nth] as usize;
        self.insert_each::<S>(thread, positions.len(), position, share);
    }

    /// Inserts the states at some positions in order.
    #[inline]
    fn insert_each<S: Set<N>>(
        &self,
        thread: usize,
        n: usize,
        position: impl Fn(usize) -> usize,
        share: &mut Share<'_, S::Partition>,
    ) {
        let (first, n_partitions) = (share.first, share.n_partitions);
        let is_new = &self.is_new[thread][..];
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
                let word = &is_new[index / 64];
                let bit = 1 << (index % 64);
                word.store(word.load(Ordering::Relaxed) | bit, Ordering::Relaxed);
            }
        }
    }
}

/// Partitions of a share: the first ones are the first thread's, and so on.
fn share_size(n_partitions: usize, n_threads: usize) -> usize {
    n_partitions.div_ceil(n_threads)
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
        let n_share = share_size(self.n_partitions, n_threads);
        let firsts = (0..).step_by(n_share);
        let shares = self.partitions.chunks_mut(n_share);
        firsts.zip(shares).map(move |(first, partitions)| Self {
            partitions,
            first,
            ..self
        })
    }
}
