//! Exact tables of whole packed states, in cache lines.

use super::words::Words;
use super::{Kept, Packed, Recent, Set, prefetch};

/// Words of a cache line.
const LINE: usize = 8;
/// Lines of a partition that is alone.
const FIRST_LINES: usize = 4;
/// Lines of a partition, once there are several: what a large page holds.
const LINES: usize = Words::PAGE / LINE;
/// More partitions than any memory holds.
const MANY: usize = 1 << 32;

/// Packed states in partitions of open-addressed lines.
///
/// A line has `LINE / N` slots, taken from the first one on. A slot of zeros is
/// free: bit 0 of a state is one. Partitions follow each other in the order of
/// hashes, so that growing reads and writes one page after the other.
pub(crate) struct Table<const N: usize> {
    partitions: Vec<Partition<N>>,
}

pub(crate) struct Partition<const N: usize> {
    /// A power of two of lines.
    words: Words,
    n_states: usize,
    /// Partitions of the table.
    n_partitions: usize,
}

/// The state's hash: all bits of it reach the first ones.
#[inline]
pub(super) fn hash<const N: usize>(state: &Packed<N>) -> u64 {
    let mut hash = 0_u64;
    for &word in state {
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    }
    hash.wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The partition of a hash, and what finds its line there.
#[inline]
fn locate(hash: u64, n_partitions: usize) -> (usize, u64) {
    let place = u128::from(hash) * n_partitions as u128;
    ((place >> 64) as usize, place as u64)
}

/// Whether so many states are no more than four for each five slots: fuller
/// lines run over too often.
fn fits<const N: usize>(n_states: u64, n_lines: usize) -> bool {
    n_states.saturating_mul(5) <= (n_lines * (LINE / N)) as u64 * 4
}

/// Lines of a partition, and partitions, for so many states: one that doubles up
/// to a page, and then a quarter more pages each time.
fn size<const N: usize>(n_states: u64) -> (usize, usize) {
    let (mut n_lines, mut n_partitions) = (FIRST_LINES, 1);
    while n_lines < LINES && !fits::<N>(n_states, n_lines) {
        n_lines *= 2;
    }
    while n_partitions < MANY && !fits::<N>(n_states, n_partitions * n_lines) {
        n_partitions += (n_partitions / 4).max(1);
    }
    (n_lines, n_partitions)
}

/// The line behind another one, of a power of two of them.
#[inline]
fn next_line(line: usize, n_lines: usize) -> usize {
    (line + 1) & (n_lines - 1)
}

#[inline]
fn is_same<const N: usize>(found: &[u64], state: &Packed<N>) -> bool {
    (0..N).fold(true, |is_same, word| is_same & (found[word] == state[word]))
}

impl<const N: usize> Table<N> {
    pub(crate) fn new() -> Self {
        Self {
            partitions: vec![Partition::new(FIRST_LINES, 1)],
        }
    }

    /// Moves all states to so many partitions of so many lines. Pages are given
    /// back as they are read, and had as they are needed.
    fn grow(&mut self, n_lines: usize, n_partitions: usize) {
        let mut grown: Vec<Partition<N>> = Vec::with_capacity(n_partitions);
        let add = || Partition::new(n_lines, n_partitions);
        for partition in self.partitions.drain(..) {
            for state in partition.states() {
                let (place, local) = locate(hash(&state), n_partitions);
                if place >= grown.len() {
                    grown.resize_with(place + 1, add);
                }
                grown[place].add(local, &state);
            }
        }
        grown.resize_with(n_partitions, add);
        self.partitions = grown;
    }
}

impl<const N: usize> Partition<N> {
    const SLOTS: usize = LINE / N;

    fn new(n_lines: usize, n_partitions: usize) -> Self {
        Self {
            words: Words::new(n_lines * LINE),
            n_states: 0,
            n_partitions,
        }
    }

    #[inline]
    fn lines(&self) -> &[[u64; LINE]] {
        self.words.get()
    }

    /// The line where a search starts.
    #[inline]
    fn first_line(local: u64, n_lines: usize) -> usize {
        // The number of lines is a power of two, and more than one.
        (local >> (u64::BITS - n_lines.trailing_zeros())) as usize
    }

    /// The line of a state, or the one with a free slot where it belongs. There
    /// is always one.
    #[inline]
    fn probe(&self, local: u64, state: &Packed<N>) -> Result<usize, usize> {
        let lines = self.lines();
        let mut line = Self::first_line(local, lines.len());
        loop {
            let slots = lines[line].as_chunks::<N>().0.iter();
            // All slots, without a branch between them.
            if slots.fold(false, |has, found| has | is_same(found, state)) {
                return Ok(line);
            }
            if lines[line][LINE - N] == 0 {
                return Err(line);
            }
            line = next_line(line, lines.len());
        }
    }

    /// Puts a state that is not there into the first free slot from a line on.
    #[inline]
    fn put(&mut self, mut line: usize, state: &Packed<N>) {
        let lines: &mut [[u64; LINE]] = self.words.get_mut();
        loop {
            let slots = lines[line].as_chunks_mut::<N>().0;
            let n_taken: usize = slots.iter().map(|slot| usize::from(slot[0] != 0)).sum();
            if let Some(slot) = slots.get_mut(n_taken) {
                *slot = *state;
                break;
            }
            line = next_line(line, lines.len());
        }
        self.n_states += 1;
    }

    /// Where hashes crowd, a partition fills up long before the others.
    fn is_full(&self) -> bool {
        (self.n_states + 1) * 8 > self.lines().len() * Self::SLOTS * 7
    }

    /// Adds a state that is not there.
    fn add(&mut self, local: u64, state: &Packed<N>) {
        if self.is_full() {
            self.double();
        }
        self.put(Self::first_line(local, self.lines().len()), state);
    }

    fn states(&self) -> impl Iterator<Item = Packed<N>> {
        self.lines().iter().flat_map(|line| {
            let slots = line.as_chunks::<N>().0.iter();
            slots.take_while(|slot| slot[0] != 0).copied()
        })
    }

    /// Twice as many lines.
    fn double(&mut self) {
        let mut grown = Self::new(2 * self.lines().len(), self.n_partitions);
        for state in self.states() {
            let (_, local) = locate(hash(&state), self.n_partitions);
            grown.add(local, &state);
        }
        *self = grown;
    }
}

impl<const N: usize> Set<N> for Table<N> {
    type Partition = Partition<N>;

    fn is_slow(&self) -> bool {
        true
    }

    #[inline]
    fn key(&self, state: &Packed<N>) -> u64 {
        hash(state)
    }

    fn sieve(&self, recent: &mut Recent<N>, states: &[Packed<N>], mut kept: Kept<'_, N>) -> usize {
        kept.take_unmet(recent, states, hash)
    }

    fn shape(&self) -> usize {
        self.partitions.len()
    }

    #[inline]
    fn locate(key: u64, n_partitions: usize) -> (usize, u64) {
        locate(key, n_partitions)
    }

    fn partitions(&self) -> &[Partition<N>] {
        &self.partitions
    }

    fn partitions_mut(&mut self) -> &mut [Partition<N>] {
        &mut self.partitions
    }

    fn reserve(&mut self, n: usize) {
        let partitions = self.partitions.iter();
        let (n_states, n_lines) = partitions.fold((n, 0), |(n_states, n_lines), partition| {
            (
                n_states + partition.n_states,
                n_lines + partition.lines().len(),
            )
        });
        if !fits::<N>(n_states as u64, n_lines) {
            let (n_lines, n_partitions) = size::<N>(n_states as u64);
            self.grow(n_lines, n_partitions);
        }
    }

    fn bytes(&self, n_states: u64) -> u64 {
        let (n_lines, n_partitions) = size::<N>(n_states);
        // While it grows, what is read and what is written are there.
        (n_partitions as u64 + 1) * (n_lines * size_of::<[u64; LINE]>()) as u64
    }

    fn clear(&mut self) {
        *self = Self::new();
    }

    fn for_each(&self, mut visit: impl FnMut(Packed<N>)) {
        for partition in &self.partitions {
            partition.states().for_each(&mut visit);
        }
    }
}

impl<const N: usize> super::Partition<N> for Partition<N> {
    #[inline]
    fn insert(&mut self, local: u64, _key: u64, state: &Packed<N>) -> bool {
        match self.probe(local, state) {
            Ok(_) => false,
            Err(_) if self.is_full() => {
                self.add(local, state);
                true
            }
            Err(line) => {
                self.put(line, state);
                true
            }
        }
    }

    #[inline]
    fn find(&self, local: u64, _key: u64, state: &Packed<N>) -> Option<usize> {
        let line = self.probe(local, state).ok()?;
        let mut slots = self.lines()[line].as_chunks::<N>().0.iter();
        let slot = slots.position(|found| found == state)?;
        Some(line * Self::SLOTS + slot)
    }

    #[inline]
    fn prefetch(&self, local: u64) {
        let lines = self.lines();
        let line = Self::first_line(local, lines.len());
        // A full line runs over to the next one.
        for line in [line, next_line(line, lines.len())] {
            prefetch(&lines[line]);
        }
    }

    fn n_slots(&self) -> usize {
        self.lines().len() * Self::SLOTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visited::Partition as _;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// By how much pages are smaller under miri, and so the tests.
    const SHRINK: usize = (1 << 18) / Words::PAGE;

    fn agrees_with_a_hash_set<const N: usize>(words: &[u16]) {
        let mut table = Table::<N>::new();
        let mut expected = HashSet::new();
        for (index, &word) in words.iter().enumerate() {
            let mut state = [0; N];
            state[index % N] = u64::from(word) << 1;
            state[0] |= 1;
            let key = table.key(&state);
            assert_eq!(table.contains(key, &state), expected.contains(&state));
            if index % 3 > 0 {
                table.reserve(index % 7);
            }
            assert_eq!(table.insert(key, &state), expected.insert(state));
        }
        let mut found = HashSet::new();
        table.for_each(|state| assert!(found.insert(state)));
        assert_eq!(found, expected);
        let places = expected.iter().map(|state| {
            let (partition, slot) = table.find(table.key(state), state).unwrap();
            assert!(slot < table.partitions()[partition].n_slots());
            (partition, slot)
        });
        assert_eq!(places.collect::<HashSet<_>>().len(), expected.len());
    }

    fn words() -> impl Strategy<Value = Vec<u16>> {
        let n: u16 = if cfg!(miri) { 60 } else { 6_000 };
        prop::collection::vec(0..n / 2, 0..usize::from(n))
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: if cfg!(miri) { 1 } else { 16 },
            // Miri lets a test see no files.
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        fn a_table_is_a_set(words in words()) {
            agrees_with_a_hash_set::<1>(&words);
            agrees_with_a_hash_set::<2>(&words);
            agrees_with_a_hash_set::<8>(&words);
        }
    }

    #[test]
    fn a_table_of_several_pages_is_a_set() {
        let mut table = Table::<2>::new();
        let n = (500_000 / SHRINK) as u64;
        for no in 0..n {
            let state = [(no << 1) | 1, no * no];
            table.reserve(1);
            assert!(table.insert(table.key(&state), &state));
            if no.is_multiple_of(1 << 10) {
                let bytes = table.partitions.iter().map(|part| part.lines().len());
                let bytes = (bytes.sum::<usize>() * size_of::<[u64; LINE]>()) as u64;
                assert!(bytes <= table.bytes(no + 1) && table.bytes(no + 1) <= 3 * bytes);
            }
        }
        assert!(table.partitions.len() > 3);
        for no in 0..2 * n {
            let state = [(no << 1) | 1, no * no];
            assert_eq!(table.contains(table.key(&state), &state), no < n);
        }
        let mut found = 0;
        table.for_each(|state| found += state[0] >> 1);
        assert_eq!(found, n * (n - 1) / 2);
    }

    #[test]
    fn states_whose_hashes_crowd_are_a_set() {
        let mut table = Table::<8>::new();
        table.reserve(60_000 / SHRINK);
        assert_eq!(table.partitions.len(), 3);
        // A quarter of all hashes: part of the first partition.
        let candidates = (0_u64..).map(|no| [(no << 1) | 1, 0, 0, 0, 0, 0, 0, no]);
        let mut crowd = candidates.filter(|state| hash(state) >> 62 == 0);
        let states: Vec<_> = crowd.by_ref().take(35_000 / SHRINK).collect();
        for state in &states {
            assert!(table.insert(hash(state), state));
        }
        assert_eq!(table.partitions[0].lines().len(), 2 * LINES);
        let others: Vec<_> = crowd.take(4_096 / SHRINK).collect();
        for n_more in [0, 100_000 / SHRINK] {
            table.reserve(n_more);
            let mut found = HashSet::new();
            table.for_each(|state| assert!(found.insert(state)));
            assert_eq!(found, states.iter().copied().collect());
            let has = |state: &Packed<8>| table.contains(hash(state), state);
            assert!(states.iter().all(has) && !others.iter().any(has));
        }
        assert!(table.partitions.len() > 3);
    }
}
