//! States that were made from others, a few at a time.

use crate::visited::Packed;

/// A list of states that grows by more than it gets: what is flipped in a state
/// comes in lists of any length, which are read and written in chunks. So no
/// step is waited for by a branch of its own.
#[derive(Default)]
pub(super) struct Images<const N: usize> {
    /// More states than there are.
    states: Vec<Packed<N>>,
    n: usize,
}

impl<const N: usize> Images<N> {
    /// States written at once.
    pub(super) const CHUNK: usize = if N > 2 { 1 } else { 4 };

    pub(super) fn len(&self) -> usize {
        self.n
    }

    pub(super) fn get(&self) -> &[Packed<N>] {
        &self.states[..self.n]
    }

    /// Forgets the states from the `n`th one on.
    pub(super) fn truncate(&mut self, n: usize) {
        self.n = self.n.min(n);
    }

    /// Makes room for so many more states, and a chunk.
    #[inline(always)]
    fn reserve(&mut self, n: usize) {
        let needed = self.n + n + Self::CHUNK;
        if self.states.len() < needed {
            self.grow(needed);
        }
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        self.states.resize(needed.next_power_of_two(), [0; N]);
    }

    /// Appends a state for each of the first `n` lists of bits to flip, behind
    /// which there is a chunk more of them.
    #[inline(always)]
    pub(super) fn flip(&mut self, state: &Packed<N>, flips: &[Packed<N>], n: usize) {
        self.reserve(n);
        let flips = &flips[..n + Self::CHUNK];
        let images = &mut self.states[self.n..][..n + Self::CHUNK];
        if Self::CHUNK == 4 {
            flip_chunks::<N, 4>(state, flips, images);
        } else {
            flip_chunks::<N, 1>(state, flips, images);
        }
        self.n += n;
    }

    pub(super) fn extend(&mut self, states: &[Packed<N>]) {
        self.reserve(states.len());
        self.states[self.n..][..states.len()].copy_from_slice(states);
        self.n += states.len();
    }
}

#[inline(always)]
fn flip_chunks<const N: usize, const CHUNK: usize>(
    state: &Packed<N>,
    flips: &[Packed<N>],
    images: &mut [Packed<N>],
) {
    let images = images.as_chunks_mut::<CHUNK>().0;
    for (images, flips) in images.iter_mut().zip(flips.as_chunks::<CHUNK>().0) {
        for (image, flips) in images.iter_mut().zip(flips) {
            for word in 0..N {
                image[word] = state[word] ^ flips[word];
            }
        }
    }
}
