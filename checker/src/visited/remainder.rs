//! Exact tables of half words: what a state's place says of it is not stored.
//!
//! A state's number is mixed by a bijection; the first bits of the result are
//! the line where it belongs, the rest is kept there (quotienting: D. E. Knuth,
//! The Art of Computer Programming 3, 6.4, exercise 13; J. G. Cleary, Compact
//! Hash Tables Using Bidirectional Linear Probing, 1984).

use super::radix::{Digit, Radix};
use super::words::Words;
use super::{Kept, Packed, Recent, Set, fibonacci, prefetch};

/// Slots of a cache line.
const LINE: usize = 16;
/// Lines of a large page, as a power of two.
const PAGE_BITS: u32 = (Words::PAGE / (LINE / 2)).trailing_zeros();
/// Bits of a remainder from which a table starts: four more tell how far from
/// its line a state is.
const REMAINDER_BITS: u32 = 28;
/// Lines of the smallest table, as a power of two.
const FIRST_BITS: u32 = 2;
/// Most lines of the smallest table, as a power of two: 4 MiB.
const MAX_FIRST_BITS: u32 = 16;
/// Bits up to which a state numbers itself, for a smallest table of 16 KiB.
const PLAIN_BITS: u32 = REMAINDER_BITS + 8;

type Line = [u32; LINE];

/// States of one word by their remainders.
pub(crate) struct Remainders {
    numbering: Numbering,
    /// Bits of a number.
    n_bits: u32,
    partitions: Vec<Partition>,
    /// States that there is surely room for, beside those counted last.
    n_free: u64,
}

/// What number a state has.
enum Numbering {
    /// Its bits without the first one, which is one in every state.
    Bits,
    Radix(Radix),
}

/// Lines for the numbers that begin alike. A slot is zero, or one more than a
/// remainder and, in the bits before it, how many lines too far behind it is.
pub(crate) struct Partition {
    /// A power of two of lines.
    words: Words,
    n_states: usize,
    remainder_bits: u32,
}

/// An odd factor, and the other one that takes it back.
struct Factor(u64, u64);

impl Factor {
    const fn new(factor: u64) -> Self {
        // Newton's method: each round doubles the bits that are right.
        let mut inverse = factor;
        let mut round = 0;
        while round < 5 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(factor.wrapping_mul(inverse)));
            round += 1;
        }
        Self(factor, inverse)
    }
}

const FIRST: Factor = Factor::new(0x9e37_79b9_7f4a_7c15);
const SECOND: Factor = Factor::new(0xd6e8_feb8_6659_fd93);

/// So many ones, fewer than 64.
#[inline]
fn ones(n_bits: u32) -> u64 {
    (1 << n_bits) - 1
}

/// A number of the same bits, whose first ones depend on all of them.
#[inline]
fn mix(number: u64, n_bits: u32) -> u64 {
    let mixed = number.wrapping_mul(FIRST.0) & ones(n_bits);
    let mixed = mixed ^ mixed >> n_bits.div_ceil(2);
    mixed.wrapping_mul(SECOND.0) & ones(n_bits)
}

/// The number that was mixed.
fn unmix(mixed: u64, n_bits: u32) -> u64 {
    let before = mixed.wrapping_mul(SECOND.1) & ones(n_bits);
    let before = before ^ before >> n_bits.div_ceil(2);
    before.wrapping_mul(FIRST.1) & ones(n_bits)
}

/// Whether so many states are no more than four for each five slots.
fn fits(n_states: u64, line_bits: u32) -> bool {
    n_states.saturating_mul(5) <= (LINE as u64 * 4) << line_bits
}

impl Remainders {
    /// None where the smallest table would be a large one.
    pub(crate) fn new(digits: Vec<Digit>) -> Option<Self> {
        let last = digits.last().map_or(1, |digit| digit.shift + digit.width);
        let plain_bits = last - 1;
        let (numbering, n_bits) = if plain_bits <= PLAIN_BITS {
            (Numbering::Bits, plain_bits)
        } else {
            let radix = Radix::new(digits, u64::MAX)?;
            let n_bits = u64::BITS - (radix.n_numbers() - 1).leading_zeros();
            (Numbering::Radix(radix), n_bits)
        };
        let mut remainders = Self {
            numbering,
            // A line of the smallest table for each number, and more.
            n_bits: n_bits.max(2 * FIRST_BITS),
            partitions: Vec::new(),
            n_free: 0,
        };
        if remainders.first_bits() > MAX_FIRST_BITS {
            return None;
        }
        remainders.clear();
        Some(remainders)
    }

    /// Lines of the smallest table, as a power of two.
    fn first_bits(&self) -> u32 {
        self.n_bits.saturating_sub(REMAINDER_BITS).max(FIRST_BITS)
    }

    /// Lines for so many states, as a power of two.
    fn line_bits(&self, n_states: u64) -> u32 {
        let mut bits = self.first_bits();
        // With a line for each number there is room for all.
        while bits < self.n_bits && !fits(n_states, bits) {
            bits += 1;
        }
        bits
    }

    /// Partitions of so many lines in all, as a power of two.
    fn partition_bits(line_bits: u32) -> u32 {
        line_bits.saturating_sub(PAGE_BITS)
    }

    /// Moves all states to so many lines. Pages are given back as they are read,
    /// and had as they are needed.
    fn grow(&mut self, line_bits: u32) {
        let local_bits = self.shape();
        let partition_bits = Self::partition_bits(line_bits);
        let mut grown: Vec<Partition> = Vec::with_capacity(1 << partition_bits);
        let add = || Partition::new(line_bits - partition_bits, self.n_bits - line_bits);
        for (partition, read) in self.partitions.drain(..).enumerate() {
            for (_, local) in read.locals() {
                let key = (partition as u64) << local_bits | local;
                let (place, local) = Self::locate(key, (self.n_bits - partition_bits) as usize);
                if place >= grown.len() {
                    grown.resize_with(place + 1, add);
                }
                grown[place].add(local);
            }
        }
        grown.resize_with(1 << partition_bits, add);
        self.partitions = grown;
    }

    #[inline]
    fn number(&self, state: u64) -> u64 {
        match &self.numbering {
            Numbering::Bits => state >> 1,
            Numbering::Radix(radix) => radix.number(state),
        }
    }

    fn state(&self, number: u64) -> u64 {
        match &self.numbering {
            Numbering::Bits => number << 1 | 1,
            Numbering::Radix(radix) => radix.state(number),
        }
    }
}

impl Partition {
    fn new(line_bits: u32, remainder_bits: u32) -> Self {
        Self {
            words: Words::new((LINE / 2) << line_bits),
            n_states: 0,
            remainder_bits,
        }
    }

    #[inline]
    fn lines(&self) -> &[Line] {
        self.words.get()
    }

    /// What is stored of a number so many lines behind the one where it belongs;
    /// none where it would be too far.
    #[inline]
    fn slot(&self, local: u64, n_behind: usize) -> Option<u32> {
        let remainder = local & ones(self.remainder_bits);
        let slot = ((n_behind as u64) << self.remainder_bits | remainder) + 1;
        u32::try_from(slot).ok()
    }

    /// Line and slot of a number; or the line with a free slot for it, and what
    /// to store there, if it can be.
    #[inline]
    fn probe(&self, local: u64) -> Probe {
        let lines = self.lines();
        let first = (local >> self.remainder_bits) as usize;
        let mut n_behind = 0;
        loop {
            let Some(slot) = self.slot(local, n_behind) else {
                return Probe::TooFar;
            };
            let line = (first + n_behind) & (lines.len() - 1);
            let slots = &lines[line];
            // All slots, without a branch between them.
            if slots
                .iter()
                .fold(false, |has, found| has | (*found == slot))
            {
                return Probe::Found { line, slot };
            }
            if slots[LINE - 1] == 0 {
                return Probe::Free { line, slot };
            }
            n_behind += 1;
        }
    }

    fn is_full(&self) -> bool {
        (self.n_states + 1) * 8 > self.lines().len() * LINE * 7
    }

    /// Adds a number that is not there.
    fn add(&mut self, local: u64) {
        loop {
            match self.probe(local) {
                Probe::Free { line, slot } if !self.is_full() => return self.put(line, slot),
                Probe::Found { .. } => return,
                _ => self.double(),
            }
        }
    }

    #[inline]
    fn put(&mut self, line: usize, slot: u32) {
        let slots = &mut self.words.get_mut::<Line>()[line];
        let n_taken: usize = slots.iter().map(|slot| usize::from(*slot != 0)).sum();
        slots[n_taken % LINE] = slot;
        self.n_states += 1;
    }

    /// All slots that are taken, and their numbers.
    fn locals(&self) -> impl Iterator<Item = (usize, u64)> {
        let n_lines = self.lines().len();
        let slots = self.lines().as_flattened().iter().enumerate();
        let taken = slots.filter(|(_, slot)| **slot != 0);
        taken.map(move |(position, &slot)| {
            let stored = u64::from(slot - 1);
            let n_behind = (stored >> self.remainder_bits) as usize;
            let line = (position / LINE + n_lines - n_behind) & (n_lines - 1);
            let remainder = stored & ones(self.remainder_bits);
            (position, (line as u64) << self.remainder_bits | remainder)
        })
    }

    /// Twice as many lines: where hashes crowd, a partition fills up long before
    /// the others.
    fn double(&mut self) {
        // With a line for each number none is full, and none too far.
        let line_bits = self.lines().len().trailing_zeros() + 1;
        let mut grown = Self::new(line_bits, self.remainder_bits - 1);
        for (_, local) in self.locals() {
            grown.add(local);
        }
        *self = grown;
    }
}

/// Where a number is, or would be.
enum Probe {
    Found { line: usize, slot: u32 },
    Free { line: usize, slot: u32 },
    TooFar,
}

impl Set<1> for Remainders {
    type Partition = Partition;

    fn is_slow(&self) -> bool {
        true
    }

    #[inline]
    fn key(&self, [state]: &Packed<1>) -> u64 {
        mix(self.number(*state), self.n_bits)
    }

    fn sieve(&self, recent: &mut Recent<1>, states: &[Packed<1>], mut kept: Kept<'_, 1>) -> usize {
        let n = kept.take_unmet(recent, states, fibonacci);
        for (key, state) in kept.keys[..n].iter_mut().zip(&*kept.states) {
            *key = self.key(state);
        }
        n
    }

    /// Bits of a number within its partition.
    fn shape(&self) -> usize {
        (self.n_bits - self.partitions.len().trailing_zeros()) as usize
    }

    #[inline]
    fn locate(key: u64, local_bits: usize) -> (usize, u64) {
        let local_bits = local_bits as u32;
        ((key >> local_bits) as usize, key & ones(local_bits))
    }

    fn reserve(&mut self, n: usize) {
        let n = n as u64;
        if n <= self.n_free {
            self.n_free -= n;
            return;
        }
        let partitions = self.partitions.iter();
        let n_states: usize = partitions.map(|partition| partition.n_states).sum();
        let needed = n_states as u64 + n;
        let line_bits = self.line_bits(needed);
        let partitions = self.partitions.iter();
        let n_lines: usize = partitions.map(|partition| partition.lines().len()).sum();
        if n_lines < 1 << line_bits {
            self.grow(line_bits);
        }
        let room = ((LINE as u64 * 4) << line_bits) / 5;
        self.n_free = room.saturating_sub(needed);
    }

    fn partitions(&self) -> &[Partition] {
        &self.partitions
    }

    fn partitions_mut(&mut self) -> &mut [Partition] {
        &mut self.partitions
    }

    fn bytes(&self, n_states: u64) -> u64 {
        let line_bits = self.line_bits(n_states);
        let n_bytes = (size_of::<Line>() as u64) << line_bits;
        // While it grows, what is read and what is written are there.
        n_bytes + (n_bytes >> Self::partition_bits(line_bits))
    }

    fn clear(&mut self) {
        let line_bits = self.first_bits();
        let partition_bits = Self::partition_bits(line_bits);
        let add = || Partition::new(line_bits - partition_bits, self.n_bits - line_bits);
        self.partitions = (0..1 << partition_bits).map(|_| add()).collect();
        self.n_free = 0;
    }

    fn for_each(&self, mut visit: impl FnMut(Packed<1>)) {
        let local_bits = self.shape();
        for (partition, lines) in self.partitions.iter().enumerate() {
            for (_, local) in lines.locals() {
                let key = (partition as u64) << local_bits | local;
                visit([self.state(unmix(key, self.n_bits))]);
            }
        }
    }
}

impl super::Partition<1> for Partition {
    #[inline]
    fn insert(&mut self, local: u64, _key: u64, _state: &Packed<1>) -> bool {
        match self.probe(local) {
            Probe::Found { .. } => return false,
            Probe::Free { line, slot } if !self.is_full() => self.put(line, slot),
            _ => self.add(local),
        }
        true
    }

    #[inline]
    fn find(&self, local: u64, _key: u64, _state: &Packed<1>) -> Option<usize> {
        let Probe::Found { line, slot } = self.probe(local) else {
            return None;
        };
        let at = self.lines()[line].iter().position(|found| *found == slot)?;
        Some(line * LINE + at)
    }

    #[inline]
    fn prefetch(&self, local: u64) {
        let lines = self.lines();
        let line = (local >> self.remainder_bits) as usize;
        // A full line runs over to the next one.
        for line in [line, (line + 1) & (lines.len() - 1)] {
            prefetch(&lines[line]);
        }
    }

    fn n_slots(&self) -> usize {
        self.lines().len() * LINE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visited::Partition as _;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// By how much pages are smaller under miri, and so the tests.
    const SHRINK: u64 = (1 << 18) / Words::PAGE as u64;

    /// Fields of three values each, in so many bits.
    fn digits(n_bits: u32) -> Vec<Digit> {
        let shifts = (1..=n_bits).step_by(2);
        let digit = |shift| Digit {
            shift,
            width: 2,
            n_codes: 3,
        };
        shifts.map(digit).collect()
    }

    /// The state whose fields are the digits of a number to base three.
    fn state(mut number: u64, digits: &[Digit]) -> Packed<1> {
        let mut state = 1;
        for digit in digits {
            state |= (number % 3) << digit.shift;
            number /= 3;
        }
        [state]
    }

    fn agrees_with_a_hash_set(digits: &[Digit], numbers: &[u32]) {
        let n_numbers = 3_u64.saturating_pow(digits.len() as u32);
        let mut table = Remainders::new(digits.to_vec()).unwrap();
        let mut expected = HashSet::new();
        for (index, &number) in numbers.iter().enumerate() {
            // Near each other, and far apart.
            let stretch = if index % 2 == 0 { 1 } else { 0x9_e377_9b97 };
            let state = state(u64::from(number).wrapping_mul(stretch) % n_numbers, digits);
            let key = table.key(&state);
            assert_eq!(table.contains(key, &state), expected.contains(&state));
            if index % 3 > 0 {
                table.reserve(index % 7);
            }
            assert_eq!(table.insert(key, &state), expected.insert(state));
        }
        let mut found = HashSet::new();
        table.for_each(|state| assert!(found.insert(state)));
        assert_eq!(found, expected);
        let places = expected.iter().map(|state| {
            let (partition, slot) = table.find(table.key(state), state).unwrap();
            assert!(slot < table.partitions()[partition].n_slots());
            (partition, slot)
        });
        assert_eq!(places.collect::<HashSet<_>>().len(), expected.len());
        table.clear();
        table.for_each(|_| panic!("cleared"));
    }

    fn numbers() -> impl Strategy<Value = Vec<u32>> {
        let n: u32 = if cfg!(miri) { 60 } else { 6_000 };
        prop::collection::vec(0..n / 2, 0..n as usize)
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: if cfg!(miri) { 1 } else { 16 },
            // Miri lets a test see no files.
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        fn remainders_are_a_set(numbers in numbers()) {
            // Miri takes long to clear the smallest table of wide ones.
            let n_wide = if cfg!(miri) { 28 } else { 54 };
            for n_bits in [0, 2, 6, 28, 36, 44, n_wide] {
                agrees_with_a_hash_set(&digits(n_bits.min(n_wide)), &numbers);
            }
        }

        #[test]
        fn mixing_is_taken_back(number: u64, n_bits in 4..64_u32) {
            let number = number & ones(n_bits);
            prop_assert_eq!(unmix(mix(number, n_bits), n_bits), number);
        }
    }

    #[test]
    fn remainders_of_several_pages_are_a_set() {
        let digits = digits(40);
        let mut table = Remainders::new(digits.clone()).unwrap();
        let n = 1_500_000 / SHRINK;
        let nth = |no| state(no * 5 + 2, &digits);
        for no in 0..n {
            table.reserve(1);
            assert!(table.insert(table.key(&nth(no)), &nth(no)));
            if no.is_multiple_of(1 << 12) {
                let bytes = table.partitions.iter().map(|part| part.lines().len());
                let bytes = (bytes.sum::<usize>() * size_of::<Line>()) as u64;
                assert!(bytes <= table.bytes(no + 1) && table.bytes(no + 1) <= 2 * bytes);
            }
        }
        assert!(table.partitions.len() > 3);
        for no in 0..2 * n {
            assert_eq!(table.contains(table.key(&nth(no)), &nth(no)), no < n);
        }
        let mut n_found = 0;
        table.for_each(|_| n_found += 1);
        assert_eq!(n_found, n);
    }

    #[test]
    fn numbers_that_crowd_are_a_set() {
        let n_bits = if cfg!(miri) { 30 } else { 34 };
        let mut table = Remainders::new(digits(n_bits)).unwrap();
        table.reserve(800_000 / SHRINK as usize);
        assert_eq!(table.partitions.len(), 2);
        let n_bits = table.n_bits;
        // All in the first half, which is one partition's.
        let keys: Vec<u64> = (0..600_000 / SHRINK)
            .map(|no| mix(no, n_bits - 1))
            .collect();
        let states: Vec<_> = keys
            .iter()
            .map(|key| [table.state(unmix(*key, n_bits))])
            .collect();
        for state in &states {
            let key = table.key(state);
            let is_new = !table.contains(key, state);
            assert_eq!(table.insert(key, state), is_new);
            assert!(table.contains(key, state) && !table.insert(key, state));
        }
        assert!(table.partitions[0].lines().len() > table.partitions[1].lines().len());
        let expected: HashSet<_> = states.iter().copied().collect();
        for n_more in [0, 3_000_000 / SHRINK as usize] {
            table.reserve(n_more);
            let mut found = HashSet::new();
            table.for_each(|state| assert!(found.insert(state)));
            assert_eq!(found, expected);
        }
        assert!(table.partitions.len() > 2);
    }
}
