//! States found and not yet expanded, first in, first out.

use std::collections::VecDeque;

/// A queue in blocks, so that states behind are given back as it moves.
pub(super) struct Queue<T> {
    blocks: VecDeque<Vec<T>>,
    /// States of the first block that were taken.
    n_taken: usize,
    len: usize,
}

/// States a block.
const BLOCK: usize = 1 << 14;

impl<T: Copy> Queue<T> {
    pub(super) fn new() -> Self {
        Self {
            blocks: VecDeque::new(),
            n_taken: 0,
            len: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn push(&mut self, state: T) {
        match self.blocks.back_mut() {
            Some(block) if block.len() < BLOCK => block.push(state),
            _ => self.blocks.push_back(vec![state]),
        }
        self.len += 1;
    }

    /// The state at a position from the front.
    pub(super) fn get(&self, index: usize) -> Option<&T> {
        let index = self.n_taken + index;
        // All blocks but the last one are full.
        self.blocks.get(index / BLOCK)?.get(index % BLOCK)
    }

    /// The front, up to the end of its block.
    pub(super) fn front(&self) -> &[T] {
        self.blocks
            .front()
            .map_or(&[], |block| &block[self.n_taken..])
    }

    /// The slices that hold so many states from the front.
    pub(super) fn slices(&self, n: usize) -> impl Iterator<Item = &[T]> {
        let mut left = n.min(self.len);
        let mut skip = self.n_taken;
        self.blocks.iter().map_while(move |block| {
            let end = block.len().min(skip + left);
            let slice = &block[skip..end];
            (left, skip) = (left - slice.len(), 0);
            (!slice.is_empty()).then_some(slice)
        })
    }

    /// Takes so many states away from the front.
    pub(super) fn pop(&mut self, n: usize) {
        let n = n.min(self.len);
        self.len -= n;
        self.n_taken += n;
        while self.n_taken >= BLOCK {
            self.blocks.pop_front();
            self.n_taken -= BLOCK;
        }
    }

    /// Bytes for so many states.
    pub(super) fn bytes(len: u64) -> u64 {
        // Up to a block more at either end; a block's vector doubles.
        let n = len
            .saturating_mul(2)
            .min(len.saturating_add(2 * BLOCK as u64));
        n.saturating_mul(size_of::<T>() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_leave_in_the_order_in_which_they_came() {
        let mut queue = Queue::new();
        let mut expected: VecDeque<u32> = VecDeque::new();
        let mut next = 0;
        for step in 0..400_usize {
            for _ in 0..step * 7 % 1_000 {
                queue.push(next);
                expected.push_back(next);
                next += 1;
            }
            let n = (step * 31 % 900).min(expected.len());
            let slices: Vec<u32> = queue.slices(n).flatten().copied().collect();
            assert_eq!(slices, expected.iter().take(n).copied().collect::<Vec<_>>());
            assert_eq!(queue.get(n / 2), expected.get(n / 2));
            queue.pop(n);
            expected.drain(..n);
            assert_eq!(queue.len(), expected.len());
            assert_eq!(queue.front().first(), expected.front());
        }
        assert!(next as usize > 4 * BLOCK);
    }
}
