//! Exact tables of whole packed states, in cache lines.

use super::{Packed, Set};

/// Partitions by the first bits of the hash; each grows on its own, so that
/// little is copied at a time.
const PARTITION_BITS: u32 = 6;
/// Words of a cache line.
const LINE: usize = 8;

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

    /// The place of a state, or that of the free slot where it belongs.
    fn probe(&self, hash: u64, state: &Packed<N>) -> Result<usize, usize> {
        let mut line = self.line(hash);
        loop {
            let Line(words) = &self.lines[line];
            // All slots at once, without a branch between them.
            let (mut same, mut free) = (0_u32, 0_u32);
            for slot in 0..Self::SLOTS {
                let found = &words[slot * N..][..N];
                let is_same =
                    (0..N).fold(true, |is_same, word| is_same & (found[word] == state[word]));
                same |= u32::from(is_same) << slot;
                free |= u32::from(found[0] == 0) << slot;
            }
            if same != 0 {
                return Ok(line * Self::SLOTS + same.trailing_zeros() as usize);
            }
            if free != 0 {
                return Err(line * Self::SLOTS + free.trailing_zeros() as usize);
            }
            line += 1;
            if line == self.lines.len() {
                line = 0;
            }
        }
    }

    fn put(&mut self, slot: usize, state: &Packed<N>) {
        let start = slot % Self::SLOTS * N;
        self.lines[slot / Self::SLOTS].0[start..start + N].copy_from_slice(state);
    }

    fn states(&self) -> impl Iterator<Item = Packed<N>> {
        let words = self
            .lines
            .iter()
            .flat_map(|Line(words)| words.chunks_exact(N));
        words.filter(|slot| slot[0] != 0).map(|slot| {
            let mut state = [0; N];
            state.copy_from_slice(slot);
            state
        })
    }

    /// A quarter more lines.
    fn grow(&mut self) {
        let n_lines = (self.lines.len() + self.lines.len() / 4 + 1).max(2);
        let mut grown = Self {
            lines: vec![Line([0; LINE]); n_lines],
            n_states: self.n_states,
        };
        for state in self.states() {
            if let Err(free) = grown.probe(hash(&state), &state) {
                grown.put(free, &state);
            }
        }
        *self = grown;
    }
}

impl<const N: usize> Set<N> for Table<N> {
    type Partition = Partition<N>;

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
        // Right after growing, slots are filled to 0.8 of six sevenths; while it
        // grows a partition is there twice. Partitions differ a little.
        let slots = n_states.saturating_add(n_states / 2 + n_states / 16);
        let first_lines = 3 * size_of::<Line>() as u64 * n_states.min(1 << PARTITION_BITS);
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
    fn insert(&mut self, key: u64, state: &Packed<N>) -> bool {
        // Six sevenths of the slots at most: a search ends at a free one.
        while (self.n_states + 1) * 7 > self.lines.len() * Self::SLOTS * 6 {
            self.grow();
        }
        match self.probe(key, state) {
            Ok(_) => false,
            Err(free) => {
                self.put(free, state);
                self.n_states += 1;
                true
            }
        }
    }

    fn find(&self, key: u64, state: &Packed<N>) -> Option<usize> {
        if self.lines.is_empty() {
            return None;
        }
        self.probe(key, state).ok()
    }

    fn touch(&self, key: u64) -> u64 {
        self.lines
            .get(self.line(key))
            .map_or(0, |Line(words)| words[0])
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
