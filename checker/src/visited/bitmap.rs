//! One bit for every state that the fields' values can make.

use super::{Packed, Set, prefetch};

/// Partitions take turns, a cache line each.
const PARTITION_BITS: u32 = 6;
/// Bits of a cache line, as a power of two.
const LINE_BITS: u32 = 9;

/// Marks of states by their number in mixed radix.
pub(crate) struct Bitmap {
    radix: Radix,
    partitions: Vec<Marks>,
    is_slow: bool,
}

/// The marks of one partition.
pub(crate) struct Marks(Vec<u64>);

/// Numbers the combinations of the fields' codes without a gap.
pub(crate) struct Radix {
    /// What each section of a state's bits adds to its number: a code is the
    /// sum of its bits, so bits may be taken in any groups.
    ///
    /// The first ones stand apart: mostly there are no others.
    first_sections: Box<[Section; N_FIRST]>,
    sections: Vec<Section>,
    digits: Vec<Digit>,
    n_numbers: u64,
}

/// Where the code of a field is, and how many there are.
#[derive(Clone, Copy)]
pub(crate) struct Digit {
    pub(crate) shift: u32,
    pub(crate) width: u32,
    pub(crate) n_codes: u64,
}

/// Bits of a section; its table stays in cache. Miri takes long to fill it.
const SECTION_BITS: u32 = if cfg!(miri) { 4 } else { 10 };
/// Sections in which the numbers of up to 10⁹ combinations mostly fit.
const N_FIRST: usize = 3;

type Section = [u64; 1 << SECTION_BITS];

impl Radix {
    /// None where there are more than `limit` combinations.
    pub(crate) fn new(digits: Vec<Digit>, limit: u64) -> Option<Self> {
        let mut n_numbers = 1_u64;
        for digit in &digits {
            n_numbers = n_numbers.checked_mul(digit.n_codes)?;
            if n_numbers > limit {
                return None;
            }
        }
        let mut weights = [0_u64; u64::BITS as usize];
        let (mut stride, mut n_bits) = (1_u64, 0);
        for digit in &digits {
            for bit in 0..digit.width {
                // A bit that no code has may weigh anything.
                weights[(digit.shift + bit) as usize] = stride.wrapping_shl(bit);
            }
            stride *= digit.n_codes;
            n_bits = digit.shift + digit.width;
        }
        let section = |first| {
            let mut numbers = [0; 1 << SECTION_BITS];
            for (bits, number) in numbers.iter_mut().enumerate() {
                let weights = weights.iter().skip(first).take(SECTION_BITS as usize);
                let of_ones = weights.enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
                *number = of_ones.map(|(_, weight)| weight).sum();
            }
            numbers
        };
        let nth = |nth| section(nth * SECTION_BITS as usize);
        let n_sections = n_bits.div_ceil(SECTION_BITS) as usize;
        Some(Self {
            first_sections: Box::new(std::array::from_fn(nth)),
            sections: (N_FIRST..n_sections).map(nth).collect(),
            digits,
            n_numbers,
        })
    }

    #[inline]
    fn number(&self, state: u64) -> u64 {
        let mut rest = state;
        let mut weigh = |section: &Section| {
            let weight = section[rest as usize % section.len()];
            rest >>= SECTION_BITS;
            weight
        };
        let [first, second, third] = self.first_sections.each_ref().map(&mut weigh);
        let others: u64 = self.sections.iter().map(weigh).sum();
        first + second + third + others
    }

    fn state(&self, mut number: u64) -> u64 {
        // Bit 0 is one in every state.
        let mut state = 1;
        for digit in &self.digits {
            state |= (number % digit.n_codes) << digit.shift;
            number /= digit.n_codes;
        }
        state
    }
}

impl Bitmap {
    /// Of which a core's own cache holds so many bytes.
    pub(crate) fn new(radix: Radix, cache: u64) -> Self {
        // Lines are dealt out in turn, so all partitions are as long.
        let n_lines = radix.n_numbers.div_ceil(1 << (LINE_BITS + PARTITION_BITS));
        let n_words = (n_lines << LINE_BITS).div_ceil(64) as usize;
        let partitions = (0..1 << PARTITION_BITS).map(|_| Marks(vec![0; n_words]));
        Self {
            partitions: partitions.collect(),
            is_slow: Self::bytes_for(radix.n_numbers) > cache,
            radix,
        }
    }

    /// Bytes for so many combinations.
    pub(crate) fn bytes_for(n_numbers: u64) -> u64 {
        (n_numbers.div_ceil(1 << (LINE_BITS + PARTITION_BITS)) << (LINE_BITS + PARTITION_BITS)) / 8
    }
}

impl Radix {
    /// How many combinations there are.
    pub(crate) fn n_numbers(&self) -> u64 {
        self.n_numbers
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

    fn spread(key: u64) -> usize {
        // Fibonacci hashing: neighbours share all but a few digits.
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
    }

    #[inline]
    fn locate(key: u64, _n_partitions: usize) -> (usize, u64) {
        let partition = (key >> LINE_BITS) as usize & ((1 << PARTITION_BITS) - 1);
        let line = key >> (LINE_BITS + PARTITION_BITS);
        (partition, line << LINE_BITS | key & ((1 << LINE_BITS) - 1))
    }

    fn reserve(&mut self, _n: usize) {}

    fn partitions(&self) -> &[Marks] {
        &self.partitions
    }

    fn partitions_mut(&mut self) -> &mut [Marks] {
        &mut self.partitions
    }

    fn bytes(&self, _n_states: u64) -> u64 {
        Self::bytes_for(self.radix.n_numbers)
    }

    fn clear(&mut self) {
        for Marks(words) in &mut self.partitions {
            words.fill(0);
        }
    }

    fn for_each(&self, mut visit: impl FnMut(Packed<1>)) {
        for (partition, Marks(words)) in self.partitions.iter().enumerate() {
            for (index, &word) in words.iter().enumerate() {
                let mut left = word;
                while left != 0 {
                    let bit = (index as u64) << 6 | u64::from(left.trailing_zeros());
                    left &= left - 1;
                    let line = (bit >> LINE_BITS << PARTITION_BITS) | partition as u64;
                    let number = line << LINE_BITS | bit & ((1 << LINE_BITS) - 1);
                    visit([self.radix.state(number)]);
                }
            }
        }
    }
}

impl super::Partition<1> for Marks {
    #[inline]
    fn insert(&mut self, bit: u64, _state: &Packed<1>) -> bool {
        let word = &mut self.0[bit as usize / 64];
        let before = *word;
        *word |= 1 << (bit % 64);
        *word != before
    }

    fn find(&self, bit: u64, _state: &Packed<1>) -> Option<usize> {
        (self.0[bit as usize / 64] >> (bit % 64) & 1 == 1).then_some(bit as usize)
    }

    #[inline]
    fn prefetch(&self, bit: u64) {
        prefetch(&self.0[bit as usize / 64]);
    }

    fn n_slots(&self) -> usize {
        self.0.len() * 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visited::Partition as _;

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
        let n_numbers: u64 = sizes.iter().map(|(_, _, n_codes)| n_codes).product();
        assert_eq!(radix.n_numbers(), n_numbers);
        assert!(Radix::new(digits.to_vec(), n_numbers - 1).is_none());
        for number in 0..n_numbers {
            assert_eq!(radix.number(radix.state(number)), number);
        }
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
