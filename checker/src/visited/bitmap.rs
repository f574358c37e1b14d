//! One bit for every state that the fields' values can make.

use super::radix::Radix;
use super::words::Words;
use super::{Kept, Packed, Recent, Set, fibonacci, prefetch};

/// Numbers of a large page of marks, as a power of two.
const PAGE_BITS: u32 = (64 * Words::PAGE).trailing_zeros();
/// Fewest numbers of a partition.
const LEAST_BITS: u32 = 9;

/// Marks of states by their number in mixed radix.
pub(crate) struct Bitmap {
    radix: Radix,
    partitions: Vec<Marks>,
    /// Numbers of a partition, as a power of two.
    partition_bits: u32,
    is_slow: bool,
}

/// The marks of one partition.
pub(crate) struct Marks(Words);

/// Numbers of a partition, as a power of two: those of a large page, or a
/// quarter of all.
fn partition_bits(n_numbers: u64) -> u32 {
    if n_numbers > 1 << PAGE_BITS {
        return PAGE_BITS;
    }
    let quarter = n_numbers.div_ceil(4).next_power_of_two();
    quarter.trailing_zeros().max(LEAST_BITS)
}

impl Bitmap {
    /// Of which a core's own cache holds so many bytes.
    pub(crate) fn new(radix: Radix, cache: u64) -> Self {
        let is_slow = Self::bytes_for(radix.n_numbers()) > cache;
        let bits = partition_bits(radix.n_numbers());
        let partitions = 0..radix.n_numbers().div_ceil(1 << bits);
        Self {
            partitions: partitions
                .map(|_| Marks(Words::new(1 << bits >> 6)))
                .collect(),
            partition_bits: bits,
            is_slow,
            radix,
        }
    }

    /// Bytes for so many combinations.
    pub(crate) fn bytes_for(n_numbers: u64) -> u64 {
        let bits = partition_bits(n_numbers);
        n_numbers.div_ceil(1 << bits) << bits >> 3
    }
}

impl Set<1> for Bitmap {
    type Partition = Marks;

    fn is_slow(&self) -> bool {
        self.is_slow
    }

    #[inline]
    fn key(&self, [state]: &Packed<1>) -> u64 {
        self.radix.number(*state)
    }

    fn sieve(&self, recent: &mut Recent<1>, states: &[Packed<1>], mut kept: Kept<'_, 1>) -> usize {
        let n = kept.take_unmet(recent, states, fibonacci);
        let Kept {
            states: to,
            keys,
            positions,
        } = kept;
        for (key, state) in keys[..n].iter_mut().zip(&*to) {
            *key = self.key(state);
            self.prefetch(*key);
        }
        let mut n_kept = 0;
        for index in 0..n {
            let key = keys[index];
            (to[n_kept], keys[n_kept], positions[n_kept]) = (to[index], key, positions[index]);
            n_kept += usize::from(!self.contains(key, &to[index]));
        }
        n_kept
    }

    fn admit(&mut self, _recent: &mut Recent<1>, states: &[Packed<1>], kept: Kept<'_, 1>) -> usize {
        let n = states.len();
        let (to, positions) = (&mut kept.states[..n], &mut kept.positions[..n]);
        let keys = &mut kept.keys[..n];
        for (key, state) in keys.iter_mut().zip(states) {
            *key = self.radix.number(state[0]);
        }
        if self.is_slow {
            keys.iter().for_each(|key| self.prefetch(*key));
        }
        let bits = self.partition_bits as usize;
        let mut marks: Vec<&mut [u64]> = self
            .partitions
            .iter_mut()
            .map(|Marks(words)| words.get_mut())
            .collect();
        let mut n_new = 0;
        for (index, (state, &key)) in states.iter().zip(&*keys).enumerate() {
            let (partition, bit) = Self::locate(key, bits);
            let word = &mut marks[partition][bit as usize / 64];
            let (before, after) = (*word, *word | 1 << (bit % 64));
            *word = after;
            (to[n_new], positions[n_new]) = (*state, index as u32);
            n_new += usize::from(before != after);
        }
        n_new
    }

    fn shape(&self) -> usize {
        self.partition_bits as usize
    }

    #[inline]
    fn locate(key: u64, partition_bits: usize) -> (usize, u64) {
        let partition = (key >> partition_bits) as usize;
        (partition, key & ((1 << partition_bits) - 1))
    }

    fn reserve(&mut self, _n: usize) {}

    fn partitions(&self) -> &[Marks] {
        &self.partitions
    }

    fn partitions_mut(&mut self) -> &mut [Marks] {
        &mut self.partitions
    }

    fn bytes(&self, _n_states: u64) -> u64 {
        Self::bytes_for(self.radix.n_numbers())
    }

    fn clear(&mut self) {
        for Marks(words) in &mut self.partitions {
            words.get_mut::<u64>().fill(0);
        }
    }

    fn for_each(&self, mut visit: impl FnMut(Packed<1>)) {
        for (partition, Marks(words)) in self.partitions.iter().enumerate() {
            for (index, &word) in words.get::<u64>().iter().enumerate() {
                let mut left = word;
                while left != 0 {
                    let bit = (index as u64) << 6 | u64::from(left.trailing_zeros());
                    left &= left - 1;
                    let number = (partition as u64) << self.partition_bits | bit;
                    visit([self.radix.state(number)]);
                }
            }
        }
    }
}

impl super::Partition<1> for Marks {
    #[inline]
    fn insert(&mut self, bit: u64, _key: u64, _state: &Packed<1>) -> bool {
        let word = &mut self.0.get_mut::<u64>()[bit as usize / 64];
        let before = *word;
        *word |= 1 << (bit % 64);
        *word != before
    }

    fn find(&self, bit: u64, _key: u64, _state: &Packed<1>) -> Option<usize> {
        (self.0.get::<u64>()[bit as usize / 64] >> (bit % 64) & 1 == 1).then_some(bit as usize)
    }

    #[inline]
    fn prefetch(&self, bit: u64) {
        prefetch(&self.0.get::<u64>()[bit as usize / 64]);
    }

    fn n_slots(&self) -> usize {
        self.0.get::<u64>().len() * 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visited::Partition as _;
    use crate::visited::radix::Digit;

    #[test]
    fn every_combination_has_its_own_bit() {
        // Miri is slow.
        let n_large = if cfg!(miri) { 1 } else { 300 };
        let sizes = [
            (1, 2, 3),
            (3, 4, 10),
            (7, 1, 2),
            (20, 9, n_large),
            (40, 5, 17),
        ];
        let digits = sizes.map(|(shift, width, n_codes)| Digit {
            shift,
            width,
            n_codes,
        });
        let radix = Radix::new(digits.to_vec(), 1 << 20).unwrap();
        let n_numbers = radix.n_numbers();
        let mut bitmap = Bitmap::new(radix, 0);
        let states: Vec<_> = (0..n_numbers)
            .map(|number| [bitmap.radix.state(number)])
            .collect();
        for state in states.iter().step_by(3) {
            let key = bitmap.key(state);
            assert!(!bitmap.contains(key, state));
            assert!(bitmap.insert(key, state) && !bitmap.insert(key, state));
            let (partition, slot) = bitmap.find(key, state).unwrap();
            assert!(slot < bitmap.partitions()[partition].n_slots());
        }
        let mut found = Vec::new();
        bitmap.for_each(|state| found.push(state));
        found.sort_unstable();
        let mut expected: Vec<_> = states.into_iter().step_by(3).collect();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}
