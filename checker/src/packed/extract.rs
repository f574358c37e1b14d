//! Picking chosen bits of a state together into a small number.

use crate::visited::Packed;

/// Some bits of a packed state, as an index.
pub(super) struct Extract {
    first: Segment,
    rest: Vec<Segment>,
    n_bits: u32,
}

/// Neighbouring bits of one word.
#[derive(Clone, Copy, Default)]
struct Segment {
    word: usize,
    shift: u32,
    mask: u64,
    /// Where they go in the index.
    to: u32,
}

impl Segment {
    fn get<const N: usize>(self, state: &Packed<N>) -> u64 {
        (state[self.word] >> self.shift & self.mask) << self.to
    }
}

impl Extract {
    /// The bits that are ones in `bits`.
    pub(super) fn new<const N: usize>(bits: &Packed<N>) -> Self {
        let mut segments = Vec::new();
        let mut n_bits = 0;
        for (word, &of_word) in bits.iter().enumerate() {
            let mut left = of_word;
            while left != 0 {
                let shift = left.trailing_zeros();
                let width = (left >> shift).trailing_ones();
                let mask = u64::MAX >> (64 - width);
                segments.push(Segment {
                    word,
                    shift,
                    mask,
                    to: n_bits,
                });
                n_bits += width;
                left &= !(mask << shift);
            }
        }
        let mut segments = segments.into_iter();
        Self {
            first: segments.next().unwrap_or_default(),
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
        let mut index = self.first.get(state);
        for segment in &self.rest {
            index |= segment.get(state);
        }
        index as usize
    }

    /// The state with those bits and no others.
    pub(super) fn put<const N: usize>(&self, index: usize) -> Packed<N> {
        let mut state = [0; N];
        for segment in [self.first].iter().chain(&self.rest) {
            state[segment.word] |= (index as u64 >> segment.to & segment.mask) << segment.shift;
        }
        state
    }
}
