//! States cut to parts that are stored once.

use crate::visited::Packed;
use hashbrown::HashTable;

/// Most parts of one node: a number of 29 bits.
const MAX_PARTS: u64 = 1 << Pair::BITS;
/// Nodes of the widest tree.
const NODES: usize = 16;
/// No part has this number.
const NONE: u32 = u32::MAX;

/// The parts of packed states.
///
/// A state is cut to N leaves of as many bits, and pairs of them are joined up
/// to the root, node 1; nodes `2 i` and `2 i + 1` are joined in node `i`. What is
/// equal at one node is one part with one number, and a pair of numbers is what
/// is stored at the node above. Numbers follow the order of arrival.
pub(super) struct Parts<const N: usize> {
    /// Of each node; none of the first two.
    dictionaries: Vec<Dictionary>,
    cuts: Cuts,
}

/// The numbers of the two parts of a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) left: u32,
    pub(super) right: u32,
}

impl Pair {
    /// Bits of a number.
    pub(super) const BITS: u32 = 29;
}

impl<const N: usize> Parts<N> {
    /// Of states of so many bits.
    pub(super) fn new(n_bits: u32) -> Self {
        Self {
            dictionaries: (0..2 * N).map(|_| Dictionary::default()).collect(),
            cuts: Cuts {
                leaf_bits: n_bits.div_ceil(N as u32).clamp(1, u64::BITS),
            },
        }
    }

    /// Tells of each of at most B states the pair that stands for it; none
    /// where a part of it is new.
    #[inline]
    pub(super) fn find<const B: usize>(
        &self,
        states: &[Packed<N>],
        mut found: impl FnMut(usize, Option<Pair>),
    ) {
        let find = |node: usize, part| self.dictionaries[node].find(part).unwrap_or(NONE);
        let [lefts, rights] = self.cuts.join::<N, B>(states, find);
        for (nth, (left, right)) in lefts.into_iter().zip(rights).take(states.len()).enumerate() {
            let is_known = left != NONE && right != NONE;
            found(nth, is_known.then_some(Pair { left, right }));
        }
    }

    /// Tells of each of at most B states the pair that stands for it; parts that
    /// are new are added.
    #[inline]
    pub(super) fn intern<const B: usize>(
        &mut self,
        states: &[Packed<N>],
        mut found: impl FnMut(usize, Pair),
    ) {
        let intern = |node: usize, part| self.dictionaries[node].intern(part);
        let [lefts, rights] = self.cuts.join::<N, B>(states, intern);
        for (nth, (left, right)) in lefts.into_iter().zip(rights).take(states.len()).enumerate() {
            found(nth, Pair { left, right });
        }
    }

    /// The state that a pair stands for.
    pub(super) fn state(&self, pair: Pair) -> Packed<N> {
        let mut numbers = [0; NODES];
        (numbers[2], numbers[3]) = (pair.left, pair.right);
        for node in 2..N {
            let part = self.dictionaries[node].part(numbers[node]);
            (numbers[2 * node], numbers[2 * node + 1]) = ((part >> 32) as u32, part as u32);
        }
        let mut state = [0; N];
        for leaf in 0..N {
            let part = self.dictionaries[N + leaf].part(numbers[N + leaf]);
            let (word, shift) = self.cuts.place(leaf);
            state[word] |= part << shift;
            if shift > 0 && word + 1 < N {
                state[word + 1] |= part >> (u64::BITS - shift);
            }
        }
        state
    }

    /// Bytes in use after so many more states, growing included; `u64::MAX` if
    /// they may have more parts than there are numbers.
    pub(super) fn bytes(&self, n_more: u64) -> u64 {
        let nodes = self.dictionaries.iter().zip(0..).skip(2);
        nodes.fold(0, |bytes: u64, (dictionary, node)| {
            let mut n_parts = (dictionary.parts.len() as u64).saturating_add(n_more);
            if node >= N && self.cuts.leaf_bits < u64::BITS {
                n_parts = n_parts.min(1 << self.cuts.leaf_bits);
            }
            bytes.saturating_add(Dictionary::bytes(n_parts))
        })
    }
}

/// Where states are cut.
#[derive(Clone, Copy)]
struct Cuts {
    leaf_bits: u32,
}

impl Cuts {
    /// The numbers of the parts of at most B states that are joined at the root.
    ///
    /// Node by node, so that waits for memory overlap; a state mostly shares a
    /// part with the one before. No part has a part without a number.
    #[inline]
    fn join<const N: usize, const B: usize>(
        self,
        states: &[Packed<N>],
        mut number: impl FnMut(usize, u64) -> u32,
    ) -> [[u32; B]; 2] {
        let mut numbers = [[NONE; B]; NODES];
        for node in (2..2 * N).rev() {
            let mut before = None;
            for (nth, state) in states.iter().take(B).enumerate() {
                let part = match node.checked_sub(N) {
                    Some(leaf) => self.cut(state, leaf),
                    None => pair(numbers[2 * node][nth], numbers[2 * node + 1][nth]),
                };
                numbers[node][nth] = match before {
                    Some((same, number)) if same == part => number,
                    _ => number(node, part),
                };
                before = Some((part, numbers[node][nth]));
            }
        }
        [numbers[2], numbers[3]]
    }

    /// Where a leaf starts: which word, and which bit of it.
    #[inline]
    fn place(self, leaf: usize) -> (usize, u32) {
        let first = leaf as u32 * self.leaf_bits;
        ((first / u64::BITS) as usize, first % u64::BITS)
    }

    #[inline]
    fn cut<const N: usize>(self, state: &Packed<N>, leaf: usize) -> u64 {
        let (word, shift) = self.place(leaf);
        let mut part = state[word] >> shift;
        if shift > 0 && word + 1 < N {
            part |= state[word + 1] << (u64::BITS - shift);
        }
        part & (u64::MAX >> (u64::BITS - self.leaf_bits))
    }
}

#[inline]
fn pair(left: u32, right: u32) -> u64 {
    u64::from(left) << 32 | u64::from(right)
}

/// The parts of one node, numbered.
#[derive(Default)]
struct Dictionary {
    parts: Vec<u64>,
    numbers: HashTable<u32>,
}

/// Of a part: hash tables look at the first and the last bits.
#[inline]
fn hash(part: u64) -> u64 {
    let product = u128::from(part ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    (product >> 64) as u64 ^ product as u64
}

impl Dictionary {
    #[inline]
    fn find(&self, part: u64) -> Option<u32> {
        let is_part = |number: &u32| self.parts[*number as usize] == part;
        self.numbers.find(hash(part), is_part).copied()
    }

    #[inline]
    fn intern(&mut self, part: u64) -> u32 {
        self.find(part).unwrap_or_else(|| self.add(part))
    }

    /// Adds a part that is not there.
    #[cold]
    fn add(&mut self, part: u64) -> u32 {
        let n_parts = self.parts.len();
        assert!(
            (n_parts as u64) < MAX_PARTS,
            "`Parts::bytes` tells before that numbers do not suffice"
        );
        if n_parts == self.parts.capacity() {
            self.parts.reserve_exact(n_parts / 4 + 4);
        }
        self.parts.push(part);
        let number = n_parts as u32;
        let parts = &self.parts;
        let hash_of = |number: &u32| hash(parts[*number as usize]);
        self.numbers.insert_unique(hash(part), number, hash_of);
        number
    }

    fn part(&self, number: u32) -> u64 {
        self.parts[number as usize]
    }

    /// Bytes of so many parts. While it grows, what is read and what is written
    /// are there.
    fn bytes(n_parts: u64) -> u64 {
        if n_parts > MAX_PARTS {
            return u64::MAX;
        }
        let n_words = 2 * n_parts + n_parts / 4 + 4;
        // Seven of eight buckets are taken before there are twice as many.
        let n_buckets = (n_parts * 8 / 7 + 1).next_power_of_two().max(16);
        n_words * 8 + (n_buckets + n_buckets / 2) * 5 + 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dictionary_is_no_larger_than_it_tells() {
        let mut dictionary = Dictionary::default();
        for part in 0..100_000_u64 {
            assert_eq!(u64::from(dictionary.intern(part * part)), part);
            if part % 100 < 2 {
                let bytes = dictionary.numbers.allocation_size() + 8 * dictionary.parts.capacity();
                let told = Dictionary::bytes(part + 1);
                assert!(bytes as u64 <= told, "{bytes} {told}");
                assert!(part < 1_000 || told <= 3 * bytes as u64, "{bytes} {told}");
            }
        }
    }

    #[test]
    fn more_parts_than_numbers_are_more_than_any_memory() {
        let mut parts = Parts::<2>::new(128);
        let more = MAX_PARTS - 1;
        parts.intern::<1>(&[[1, 2]], |_, _| {});
        assert!(parts.bytes(more) < u64::MAX);
        assert_eq!(parts.bytes(more + 1), u64::MAX);
        assert_eq!(parts.bytes(u64::MAX), u64::MAX);
        // There are no more combinations of so few bits.
        assert!(Parts::<2>::new(40).bytes(u64::MAX) < u64::MAX);
    }

    #[test]
    fn a_state_of_any_width_is_put_together_again() {
        fn check<const N: usize>() {
            for n_bits in 1..=64 * N as u32 {
                let mut parts = Parts::<N>::new(n_bits);
                let ones = std::array::from_fn(|word| {
                    let n_left = n_bits.saturating_sub(64 * word as u32).min(64);
                    u64::MAX.checked_shr(64 - n_left).unwrap_or(0)
                });
                let mut word = 0x0123_4567_89ab_cdef_u64;
                let mixed = ones.map(|ones| {
                    word = word.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(17);
                    word & ones
                });
                let mut first = [0; N];
                first[0] = 1;
                let states = [first, mixed, ones, first];
                let mut pairs = Vec::new();
                parts.find::<4>(&states[..1], |_, pair| assert_eq!(pair, None));
                parts.intern::<4>(&states, |_, pair| pairs.push(pair));
                for (state, pair) in states.iter().zip(&pairs) {
                    assert_eq!(parts.state(*pair), *state, "{n_bits} bits");
                }
                parts.find::<4>(&states, |nth, pair| assert_eq!(pair, Some(pairs[nth])));
                assert_eq!(pairs[0], pairs[3]);
            }
        }
        check::<2>();
        check::<4>();
        check::<8>();
    }
}
