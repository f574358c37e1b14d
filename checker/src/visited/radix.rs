//! Numbers for the combinations of the fields' codes, without a gap.

/// Where the code of a field is, and how many there are.
#[derive(Clone, Copy)]
pub(crate) struct Digit {
    pub(crate) shift: u32,
    pub(crate) width: u32,
    pub(crate) n_codes: u64,
}

/// Numbers states of one word in mixed radix.
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

/// Bits of a section; all tables together stay in cache. Miri takes long to fill
/// them.
const SECTION_BITS: u32 = if cfg!(miri) { 4 } else { 8 };
const N_FIRST: usize = 4;

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
        let section = |first: usize| {
            let mut numbers = [0; 1 << SECTION_BITS];
            for bits in 1..numbers.len() {
                // What it is without its last bit, and that bit.
                let last = first + bits.trailing_zeros() as usize;
                let weight = weights.get(last).copied().unwrap_or_default();
                numbers[bits] = numbers[bits & (bits - 1)] + weight;
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

    /// How many combinations there are.
    pub(crate) fn n_numbers(&self) -> u64 {
        self.n_numbers
    }

    #[inline]
    pub(super) fn number(&self, state: u64) -> u64 {
        let nth = |section: &Section, nth: usize| {
            section[(state >> (nth as u32 * SECTION_BITS)) as usize % section.len()]
        };
        let [a, b, c, d] = &*self.first_sections;
        let mut number = nth(a, 0) + nth(b, 1) + nth(c, 2) + nth(d, 3);
        for (section, no) in self.sections.iter().zip(N_FIRST..) {
            number += nth(section, no);
        }
        number
    }

    pub(super) fn state(&self, mut number: u64) -> u64 {
        // Bit 0 is one in every state.
        let mut state = 1;
        for digit in &self.digits {
            state |= (number % digit.n_codes) << digit.shift;
            number /= digit.n_codes;
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_has_its_own_number() {
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
    }
}
