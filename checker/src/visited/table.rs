//! Exact tables of whole packed states, in cache lines.

use super::{Packed, Set, prefetch};

/// Partitions by the first bits of the hash; each grows on its own, so that
/// little is copied at a time.
const PARTITION_BITS: u32 = 6;
/// Words of a cache line.
const LINE: usize = 8;
/// Lines of a partition from which on it grows by a quarter; below it doubles.
const LARGE: usize = 1 << 10;

/// A cache line of `LINE / N` slots. A slot of zeros is free: bit 0 of a state is one.
#[derive(Clone)]
#[repr(C, align(64))]
struct Line([u64; LINE]);

/// Packed states in partitions of open-addressed lines.
pub(crate) struct Table<const N: usize> {
    partitions: Vec<Partition<N>>,
}

#[derive(Clone)]
pub(crate) struct Partition<const N: usize> {
    lines: Vec<Line>,
    n_states: usize,
}

impl<const N: usize> Table<N> {
    pub(crate) fn new() -> Self {
        let partition = Partition {
            lines: Vec::new(),
            n_states: 0,
        };
        Self {
            partitions: vec![partition; 1 << PARTITION_BITS],
        }
    }
}

/// The state's hash: all bits of it reach the first ones.
fn hash<const N: usize>(state: &Packed<N>) -> u64 {
    let mut hash = 0_u64;
    for &word in state {
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    }
    hash.wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl<const N: usize> Partition<N> {
    const SLOTS: usize = LINE / N;

    /// The line where a search for the hash starts; order-preserving, so that
    /// growing reads and writes one after the other.
    fn line(&self, hash: u64) -> usize {
        let within = hash << PARTITION_BITS;
        ((u128::from(within) * self.lines.len() as u128) >> 64) as usize
    }

    /// The line behind another one.
    fn next(&self, line: usize) -> usize {
        if line + 1 == self.lines.len() {
            0
        } else {
            line + 1
        }
    }

    /// The place of a state in a line.
    #[inline]
    fn position(Line(words): &Line, state: &Packed<N>) -> Option<usize> {
        let slots = words.chunks_exact(N);
        // All slots, without a branch between them.
        let same = slots.enumerate().fold(0_u32, |same, (slot, found)| {
            same | u32::from(is_same(found, state)) << slot
        });
        (same != 0).then(|| same.trailing_zeros() as usize)
    }

    #[inline]
    fn has(Line(words): &Line, state: &Packed<N>) -> bool {
        let slots = words.chunks_exact(N);
        slots.fold(false, |has, found| has | is_same(found, state))
    }

    /// Slots of a line that are taken; they are the first ones.
    #[inline]
    fn n_taken(Line(words): &Line) -> usize {
        let slots = words.chunks_exact(N);
        slots.map(|slot| usize::from(slot[0] != 0)).sum()
    }

    /// Puts a state that is not there into the first free slot from a line on.
    #[inline]
    fn put(&mut self, mut line: usize, state: &Packed<N>) {
        let mut n_taken = Self::n_taken(&self.lines[line]);
        while n_taken == Self::SLOTS {
            line = self.next(line);
            n_taken = Self::n_taken(&self.lines[line]);
        }
        self.lines[line].0[n_taken * N..][..N].copy_from_slice(state);
    }

    fn states(&self) -> impl Iterator<Item = Packed<N>> {
        self.lines.iter().flat_map(|Line(words)| {
            let taken = words.chunks_exact(N).take_while(|slot| slot[0] != 0);
            taken.map(|slot| std::array::from_fn(|word| slot[word]))
        })
    }

    fn grow(&mut self) {
        let n_lines = self.lines.len();
        let more = if n_lines < LARGE { n_lines } else { n_lines / 4 };
        let mut grown = Self {
            lines: vec![Line([0; LINE]); n_lines + more.max(2)],
            n_states: self.n_states,
        };
        for state in self.states() {
            grown.put(grown.line(hash(&state)), &state);
        }
        *self = grown;
    }

    /// Four fifths of the slots at most: fuller lines run over too often, and
    /// a search ends at a free slot.
    fn is_full(&self) -> bool {
        (self.n_states + 1) * 5 > self.lines.len() * Self::SLOTS * 4
    }
}

#[inline]
fn is_same<const N: usize>(found: &[u64], state: &Packed<N>) -> bool {
    (0..N).fold(true, |is_same, word| is_same & (found[word] == state[word]))
}

impl<const N: usize> Set<N> for Table<N> {
    type Partition = Partition<N>;

    const IS_SLOW: bool = true;

    #[inline]
    fn key(&self, state: &Packed<N>) -> u64 {
        hash(state)
    }

    fn partition(key: u64) -> usize {
        (key >> (u64::BITS - PARTITION_BITS)) as usize
    }

    fn partitions(&self) -> &[Partition<N>] {
        &self.partitions
    }

    fn partitions_mut(&mut self) -> &mut [Partition<N>] {
        &mut self.partitions
    }

    fn bytes(&self, n_states: u64) -> u64 {
        // Right after growing by a quarter, 0.64 of the slots are taken; after
        // doubling, 0.4. A partition is there twice while it grows. Partitions
        // differ a little.
        let n_small = n_states.min((LARGE * (LINE / N) << PARTITION_BITS) as u64);
        let slots = n_states.saturating_add(n_states / 2 + n_states / 8);
        let slots = slots.saturating_add(n_small + n_small / 4);
        let first_lines = 4 * size_of::<Line>() as u64 * n_states.min(1 << PARTITION_BITS);
        slots
            .saturating_mul(size_of::<Packed<N>>() as u64)
            .saturating_add(first_lines)
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
    fn insert(&mut self, key: u64, state: &Packed<N>) -> bool {
        if !self.lines.is_empty() {
            let mut line = self.line(key);
            loop {
                let found = &self.lines[line];
                if Self::has(found, state) {
                    return false;
                }
                if found.0[LINE - N] == 0 {
                    break;
                }
                line = self.next(line);
            }
            if !self.is_full() {
                self.put(line, state);
                self.n_states += 1;
                return true;
            }
        }
        self.grow();
        self.put(self.line(key), state);
        self.n_states += 1;
        true
    }

    fn find(&self, key: u64, state: &Packed<N>) -> Option<usize> {
        if self.lines.is_empty() {
            return None;
        }
        let mut line = self.line(key);
        loop {
            let found = &self.lines[line];
            if let Some(slot) = Self::position(found, state) {
                return Some(line * Self::SLOTS + slot);
            }
            if found.0[LINE - N] == 0 {
                return None;
            }
            line = self.next(line);
        }
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        if let Some(line) = self.lines.get(self.line(key)) {
            prefetch(line);
        }
    }

    fn n_slots(&self) -> usize {
        self.lines.len() * Self::SLOTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visited::Partition as _;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn agrees_with_a_hash_set<const N: usize>(words: &[u16]) {
        let mut table = Table::<N>::new();
        let mut expected = HashSet::new();
        for (index, &word) in words.iter().enumerate() {
            let mut state = [0; N];
            state[index % N] = u64::from(word) << 1;
            state[0] |= 1;
            let key = table.key(&state);
            assert_eq!(table.contains(key, &state), expected.contains(&state));
            assert_eq!(table.insert(key, &state), expected.insert(state));
        }
        let mut found = HashSet::new();
        table.for_each(|state| assert!(found.insert(state)));
        assert_eq!(found, expected);
        let places = expected.iter().map(|state| {
            let key = table.key(state);
            let partition = Table::<N>::partition(key);
            let slot = table.partitions()[partition].find(key, state).unwrap();
            assert!(slot < table.partitions()[partition].n_slots());
            (partition, slot)
        });
        assert_eq!(places.collect::<HashSet<_>>().len(), expected.len());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn a_table_is_a_set(words in prop::collection::vec(0..3_000_u16, 0..6_000)) {
            agrees_with_a_hash_set::<1>(&words);
            agrees_with_a_hash_set::<2>(&words);
            agrees_with_a_hash_set::<8>(&words);
        }
    }

    #[test]
    fn the_memory_of_a_table_is_within_what_is_asked_for() {
        let mut table = Table::<1>::new();
        for n in 1..300_000_u64 {
            let state = [n << 1 | 1];
            table.insert(table.key(&state), &state);
            if n % 64 == 0 {
                let lines = table
                    .partitions
                    .iter()
                    .map(|partition| partition.lines.capacity());
                let bytes = lines.sum::<usize>() * size_of::<Line>();
                assert!(bytes as u64 <= table.bytes(n), "{n}: {bytes}");
            }
        }
    }
}
