//! Configurations of one frontier, each with how many partial paths it stands for.

use super::CountError;
use hashbrown::HashTable;
use num_bigint::BigUint;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Numbers of any size as words, least first. All numbers of a layer have as many
/// words as the largest can need, so that none ever overflows.
#[derive(Debug)]
pub(super) struct Layer {
    /// Bytes of a configuration.
    key_len: usize,
    keys: Vec<u8>,
    table: HashTable<u32>,
    /// For each configuration, at each number of arcs from `least` on, how many
    /// choices of so many arcs lead to it.
    values: Vec<u64>,
    n_words: usize,
    /// Numbers of arcs that are held: `least..least + width`.
    least: usize,
    width: usize,
    max_bytes: usize,
}

impl Layer {
    pub(super) fn new(
        key_len: usize,
        n_words: usize,
        arcs: std::ops::Range<usize>,
        max_bytes: usize,
    ) -> Self {
        Self {
            key_len,
            keys: Vec::new(),
            table: HashTable::new(),
            values: Vec::new(),
            n_words,
            least: arcs.start,
            width: arcs.len(),
            max_bytes,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    pub(super) fn key(&self, index: usize) -> &[u8] {
        &self.keys[index * self.key_len..][..self.key_len]
    }

    /// The numbers of one configuration, and the number of arcs of the first.
    pub(super) fn value(&self, index: usize) -> Value<'_> {
        let stride = self.width * self.n_words;
        Value {
            least: self.least,
            n_words: self.n_words,
            words: &self.values[index * stride..][..stride],
        }
    }

    /// The numbers of arcs for which some configuration has choices.
    pub(super) fn arcs(&self) -> std::ops::Range<usize> {
        let is_used = |arcs: &usize| {
            let column = arcs * self.n_words..(arcs + 1) * self.n_words;
            let mut rows = self.values.chunks(self.width * self.n_words);
            rows.any(|row| row[column.clone()].iter().any(|word| *word != 0))
        };
        let first = (0..self.width).find(is_used).unwrap_or(0);
        let last = (first..self.width).rev().find(is_used).unwrap_or(first);
        self.least + first..self.least + last + 1
    }

    /// Adds `multiplicity` times a value, each of its choices with `n_arcs` more.
    pub(super) fn add(
        &mut self,
        key: &[u8],
        value: Value<'_>,
        multiplicity: u64,
        n_arcs: usize,
    ) -> Result<(), CountError> {
        let stride = self.width * self.n_words;
        let (keys, key_len) = (&mut self.keys, self.key_len);
        let key_of = |index: u32| index as usize * key_len;
        let found = self.table.find(hash(key), |&index| {
            let at = key_of(index);
            keys[at..at + key_len] == *key
        });
        let index = match found {
            Some(&index) => index,
            None => {
                let index = self.table.len() as u32;
                let bytes = (index as usize + 1).saturating_mul(key_len + 8 * stride + 16);
                if bytes > self.max_bytes {
                    let max_bytes = self.max_bytes;
                    return Err(CountError::TooMuchMemory { max_bytes });
                }
                keys.extend_from_slice(key);
                self.values.resize(self.values.len() + stride, 0);
                self.table.insert_unique(hash(key), index, |&index| {
                    let at = key_of(index);
                    hash(&keys[at..at + key_len])
                });
                index
            }
        };
        let sums = &mut self.values[index as usize * stride..][..stride];
        for (position, number) in value.words.chunks(value.n_words).enumerate() {
            if number.iter().all(|word| *word == 0) {
                continue;
            }
            let at = (value.least + position + n_arcs - self.least) * self.n_words;
            let (sum, high) = sums[at..at + self.n_words].split_at_mut(value.n_words);
            let mut carry = 0;
            for (sum, word) in sum.iter_mut().zip(number) {
                carry += u128::from(*word) * u128::from(multiplicity) + u128::from(*sum);
                *sum = carry as u64;
                carry >>= 64;
            }
            for sum in high {
                carry += u128::from(*sum);
                *sum = carry as u64;
                carry >>= 64;
            }
            debug_assert_eq!(carry, 0, "a number has the words that it can need");
        }
        Ok(())
    }
}

/// Numbers of choices at consecutive numbers of arcs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value<'l> {
    /// The number of arcs of the first.
    least: usize,
    n_words: usize,
    words: &'l [u64],
}

impl<'l> Value<'l> {
    /// One choice, of no arc.
    pub(super) const ONE: Value<'static> = Value {
        least: 0,
        n_words: 1,
        words: &[1],
    };

    /// The numbers of arcs and of choices that have so many.
    pub(super) fn numbers(self) -> impl Iterator<Item = (usize, BigUint)> + use<'l> {
        let numbers = self.words.chunks(self.n_words).map(|number| {
            let halves = number
                .iter()
                .flat_map(|word| [*word as u32, (*word >> 32) as u32]);
            BigUint::new(halves.collect())
        });
        (self.least..).zip(numbers)
    }
}

fn hash(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    hasher.finish()
}
