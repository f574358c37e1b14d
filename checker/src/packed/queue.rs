//! States found and not yet expanded, first in, first out.

use std::collections::VecDeque;
use std::ops::Range;

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

    pub(super) fn extend(&mut self, mut states: &[T]) {
        self.len += states.len();
        while !states.is_empty() {
            if self.blocks.back().is_none_or(|block| block.len() == BLOCK) {
                self.blocks.push_back(Vec::new());
            }
            let Some(block) = self.blocks.back_mut() else {
                return;
            };
            let (now, later) = states.split_at(states.len().min(BLOCK - block.len()));
            // Doubled up to a block, and not beyond.
            let capacity = (block.len() + now.len()).next_power_of_two().min(BLOCK);
            block.reserve_exact(capacity - block.len());
            block.extend_from_slice(now);
            states = later;
        }
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

    /// The states at some positions from the front.
    pub(super) fn range(&self, range: Range<usize>) -> impl Iterator<Item = &T> {
        let (start, end) = (self.n_taken + range.start, self.n_taken + range.end);
        let blocks = start / BLOCK..end.div_ceil(BLOCK).max(start / BLOCK);
        let blocks = (blocks.start * BLOCK..)
            .step_by(BLOCK)
            .zip(self.blocks.range(blocks));
        blocks.flat_map(move |(first, block)| {
            &block[start.saturating_sub(first)..(end - first).min(block.len())]
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
                queue.extend(&[next]);
                expected.push_back(next);
                next += 1;
            }
            let n = (step * 31 % 900).min(expected.len());
            for start in [0, n / 3, n] {
                let range: Vec<u32> = queue.range(start..n).copied().collect();
                let expected = expected.iter().take(n).skip(start);
                assert_eq!(range, expected.copied().collect::<Vec<_>>());
            }
            assert_eq!(queue.get(n / 2), expected.get(n / 2));
            queue.pop(n);
            expected.drain(..n);
            assert_eq!(queue.len(), expected.len());
            assert_eq!(queue.front().first(), expected.front());
        }
        assert!(next as usize > 4 * BLOCK);
    }
}
