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
}

/// The marks of one partition.
pub(crate) struct Marks(Vec<u64>);

/// Numbers the combinations of the fields' codes without a gap.
pub(crate) struct Radix {
    /// What the bits of each section of a state add to its number.
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

struct Section {
    shift: u32,
    mask: u64,
    numbers: Box<[u64]>,
}

/// Widest section; its table stays in cache.
const SECTION_BITS: u32 = 11;

impl Radix {
    /// None where there are more than `limit` combinations, or a field has
    /// too many codes for a table.
    pub(crate) fn new(digits: Vec<Digit>, limit: u64) -> Option<Self> {
        let mut n_numbers = 1_u64;
        for digit in &digits {
            n_numbers = n_numbers.checked_mul(digit.n_codes)?;
            if n_numbers > limit || digit.width > SECTION_BITS {
                return None;
            }
        }
        let mut sections = Vec::new();
        let (mut first, mut stride) = (0, 1);
        while first < digits.len() {
            let shift = digits[first].shift;
            let fits = |digit: &&Digit| digit.shift + digit.width - shift <= SECTION_BITS;
            let n = digits[first..].iter().take_while(fits).count();
            let (section, next) = Section::new(&digits[first..first + n], stride);
            sections.push(section);
            (first, stride) = (first + n, next);
        }
        Some(Self {
            sections,
            digits,
            n_numbers,
        })
    }

    fn number(&self, state: u64) -> u64 {
        let parts = self.sections.iter();
        parts
            .map(|section| section.numbers[(state >> section.shift & section.mask) as usize])
            .sum()
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

impl Section {
    /// The section of some adjacent fields, and the stride of the next one.
    fn new(digits: &[Digit], first_stride: u64) -> (Self, u64) {
        let shift = digits[0].shift;
        let last = digits[digits.len() - 1];
        let width = last.shift + last.width - shift;
        let mut numbers = vec![0; 1 << width];
        let mut stride = first_stride;
        for digit in digits {
            let mask = (1 << digit.width) - 1;
            for (bits, number) in numbers.iter_mut().enumerate() {
                *number += (bits as u64 >> (digit.shift - shift) & mask) * stride;
            }
            stride *= digit.n_codes;
        }
        let section = Self {
            shift,
            mask: (1 << width) - 1,
            numbers: numbers.into(),
        };
        (section, stride)
    }
}

impl Bitmap {
    pub(crate) fn new(radix: Radix) -> Self {
        // Lines are dealt out in turn, so all partitions are as long.
        let n_lines = radix.n_numbers.div_ceil(1 << (LINE_BITS + PARTITION_BITS));
        let n_words = (n_lines << LINE_BITS).div_ceil(64) as usize;
        let partitions = (0..1 << PARTITION_BITS).map(|_| Marks(vec![0; n_words]));
        Self {
            partitions: partitions.collect(),
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

/// The bit of a number in its partition.
fn local(number: u64) -> usize {
    let line = number >> (LINE_BITS + PARTITION_BITS);
    (line << LINE_BITS | number & ((1 << LINE_BITS) - 1)) as usize
}

impl Set<1> for Bitmap {
    type Partition = Marks;

    /// Marks are small: most of them are in cache.
    const IS_SLOW: bool = false;

    #[inline]
    fn key(&self, [state]: &Packed<1>) -> u64 {
        self.radix.number(*state)
    }

    fn partition(key: u64) -> usize {
        (key >> LINE_BITS) as usize & ((1 << PARTITION_BITS) - 1)
    }

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
    fn insert(&mut self, key: u64, _state: &Packed<1>) -> bool {
        let bit = local(key);
        let word = &mut self.0[bit / 64];
        let before = *word;
        *word |= 1 << (bit % 64);
        *word != before
    }

    fn find(&self, key: u64, _state: &Packed<1>) -> Option<usize> {
        let bit = local(key);
        (self.0[bit / 64] >> (bit % 64) & 1 == 1).then_some(bit)
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        prefetch(&self.0[local(key) / 64]);
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
        let sizes = [(1, 2, 3), (3, 4, 10), (7, 1, 2), (20, 9, 300), (40, 5, 17)];
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
        let mut bitmap = Bitmap::new(radix);
        let states: Vec<_> = (0..n_numbers)
            .map(|number| [bitmap.radix.state(number)])
            .collect();
        for state in states.iter().step_by(3) {
            let key = bitmap.key(state);
            assert!(!bitmap.contains(key, state));
            assert!(bitmap.insert(key, state) && !bitmap.insert(key, state));
            let partition = &bitmap.partitions()[Bitmap::partition(key)];
            assert!(partition.find(key, state).unwrap() < partition.n_slots());
        }
        let mut found = Vec::new();
        bitmap.for_each(|state| found.push(state));
        found.sort_unstable();
        let mut expected: Vec<_> = states.into_iter().step_by(3).collect();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}
