//! Picking chosen bits of a state together into a small number.

use super::layout::Codes;
use crate::visited::Packed;

/// Some bits of a packed state, as an index.
#[derive(Default)]
pub(super) struct Extract {
    /// Taken without a branch between them: mostly there are no others.
    first: [Segment; N_FIRST],
    rest: Vec<Segment>,
    n_bits: u32,
}

const N_FIRST: usize = 3;

/// Neighbouring bits of one word.
#[derive(Clone, Copy, Default)]
pub(super) struct Segment {
    mask: u64,
    word: u32,
    shift: u8,
    /// Where they go in the index.
    to: u8,
}

impl Segment {
    /// The bits of a field.
    pub(super) fn of(codes: Codes) -> Self {
        Self {
            mask: codes.mask() >> codes.shift,
            word: codes.word as u32,
            shift: codes.shift as u8,
            to: 0,
        }
    }

    /// Whether there are no bits.
    pub(super) fn is_empty(self) -> bool {
        self.mask == 0
    }

    #[inline]
    pub(super) fn get<const N: usize>(self, state: &Packed<N>) -> u64 {
        (state[self.word as usize % N] >> (self.shift % 64) & self.mask) << (self.to % 64)
    }
}

impl Extract {
    /// The bits that are ones in `bits`.
    pub(super) fn new<const N: usize>(bits: &Packed<N>) -> Self {
        let mut segments = Vec::new();
        let mut n_bits = 0;
        for (word, &of_word) in (0..).zip(bits) {
            let mut left = of_word;
            while left != 0 {
                let shift = left.trailing_zeros();
                let width = (left >> shift).trailing_ones();
                let mask = u64::MAX >> (64 - width);
                segments.push(Segment {
                    word,
                    shift: shift as u8,
                    mask,
                    to: n_bits as u8,
                });
                n_bits += width;
                left &= !(mask << shift);
            }
        }
        let mut segments = segments.into_iter();
        Self {
            first: std::array::from_fn(|_| segments.next().unwrap_or_default()),
            rest: segments.collect(),
            n_bits,
        }
    }

    pub(super) fn n_bits(&self) -> u32 {
        self.n_bits
    }

    /// The index of a state.
    #[inline]
    pub(super) fn get<const N: usize>(&self, state: &Packed<N>) -> usize {
        let [first, second, third] = self.first.map(|segment| segment.get(state));
        let mut index = first | second | third;
        for segment in &self.rest {
            index |= segment.get(state);
        }
        index as usize
    }

    /// The state with those bits and no others.
    pub(super) fn put<const N: usize>(&self, index: usize) -> Packed<N> {
        let mut state = [0; N];
        for segment in self.first.iter().chain(&self.rest) {
            state[segment.word as usize] |=
                (index as u64 >> segment.to & segment.mask) << segment.shift;
        }
        state
    }
}
