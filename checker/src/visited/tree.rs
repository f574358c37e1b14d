//! Exact sets of wide packed states whose parts are shared.
//!
//! Tree compression (Laarman, van de Pol, Weber: Parallel recursive state
//! compression for free, SPIN 2011): states of one system are made of few
//! different parts, so that each part is stored once, and a state is a pair of
//! numbers. The pair stands for the state exactly.

mod parts;
#[cfg(test)]
mod tests;

use super::table::{Table, hash};
use super::{Kept, Packed, Partition, Recent, Set};
use parts::{Pair, Parts};
use std::sync::{Mutex, PoisonError};

/// Bits of a key that tell the shard.
const SHARD_BITS: u32 = 4;
const N_SHARDS: usize = 1 << SHARD_BITS;
/// States whose parts are looked up together.
const BLOCK: usize = 64;

/// States as pairs of parts.
///
/// Many threads may look for parts, but none adds any meanwhile, so that numbers
/// depend on the states alone: a state with a new part is asked for, and gets its
/// pair before states are inserted.
pub(crate) struct Tree<const N: usize> {
    n_bits: u32,
    parts: Parts<N>,
    /// A state belongs to one by its own bits.
    shards: Vec<Shard<N>>,
}

/// Roots of trees: keys of states.
pub(crate) struct Shard<const N: usize> {
    roots: Table<1>,
    n_states: u64,
    /// States with new parts that threads met.
    asked: Mutex<Vec<Packed<N>>>,
    /// Their keys, once they were settled.
    granted: Vec<u64>,
}

/// What stands for a state, or for its place in a list of those asked for: in
/// the first bits the shard, in the last one whether it is a state.
#[derive(Clone, Copy)]
struct Key(u64);

impl Key {
    /// Of a state that nobody asked for.
    const NEVER: u32 = u32::MAX >> 1;

    fn root(shard: usize, pair: Pair) -> Self {
        let pair = u64::from(pair.left) << Pair::BITS | u64::from(pair.right);
        Self((shard as u64) << (u64::BITS - SHARD_BITS) | pair << 1 | 1)
    }

    fn asked(shard: usize, nth: u32) -> Self {
        Self((shard as u64) << (u64::BITS - SHARD_BITS) | u64::from(nth) << 1)
    }

    fn shard(self) -> usize {
        (self.0 >> (u64::BITS - SHARD_BITS)) as usize
    }

    fn is_root(self) -> bool {
        self.0 & 1 == 1
    }

    fn nth_asked(self) -> usize {
        (self.0 as u32 >> 1) as usize
    }

    fn pair(self) -> Pair {
        let number = |shift: u32| (self.0 >> shift) as u32 & ((1 << Pair::BITS) - 1);
        Pair {
            left: number(1 + Pair::BITS),
            right: number(1),
        }
    }
}

/// The shard of a hash.
#[inline]
fn shard_of(hash: u64) -> usize {
    (hash >> (u64::BITS - SHARD_BITS)) as usize
}

/// States that a shard is made ready for, of so many: by chance some more than
/// its part of them.
fn n_of_shard(n_states: u64) -> u64 {
    let part = n_states.div_ceil(N_SHARDS as u64);
    part + part / 32 + 8
}

impl<const N: usize> Tree<N> {
    /// Of states of so many bits.
    pub(crate) fn new(n_bits: u32) -> Self {
        Self {
            n_bits,
            parts: Parts::new(n_bits),
            shards: (0..N_SHARDS).map(|_| Shard::new()).collect(),
        }
    }

    fn n_states(&self) -> u64 {
        self.shards.iter().map(|shard| shard.n_states).sum()
    }

    /// Grants what was asked for; in the order of states, not of those who asked.
    fn settle(&mut self) {
        for (no, shard) in self.shards.iter_mut().enumerate() {
            let asked = shard
                .asked
                .get_mut()
                .unwrap_or_else(PoisonError::into_inner);
            let mut asked: Vec<_> = std::mem::take(asked).into_iter().zip(0..).collect();
            asked.sort_unstable();
            shard.granted.clear();
            shard.granted.resize(asked.len(), 0);
            for (state, nth) in asked {
                let nth: usize = nth;
                let granted = &mut shard.granted[nth];
                let grant = |_, pair| *granted = Key::root(no, pair).0;
                self.parts.intern::<1>(&[state], grant);
            }
        }
    }

    /// Forgets what was asked for and not inserted.
    fn forget_asked(&mut self) {
        for shard in &mut self.shards {
            let asked = shard.asked.get_mut();
            asked.unwrap_or_else(PoisonError::into_inner).clear();
        }
    }
}

impl<const N: usize> Set<N> for Tree<N> {
    type Partition = Shard<N>;

    fn is_slow(&self) -> bool {
        true
    }

    fn key(&self, state: &Packed<N>) -> u64 {
        let shard = shard_of(hash(state));
        let mut key = Key::asked(shard, Key::NEVER);
        self.parts.find::<1>(&[*state], |_, pair| {
            key = pair.map_or(key, |pair| Key::root(shard, pair));
        });
        key.0
    }

    fn sieve(&self, recent: &mut Recent<N>, states: &[Packed<N>], mut kept: Kept<'_, N>) -> usize {
        let n = kept.take_unmet(recent, states, hash);
        let keys = kept.keys[..n].chunks_mut(BLOCK);
        for (states, keys) in kept.states[..n].chunks(BLOCK).zip(keys) {
            self.parts.find::<BLOCK>(states, |nth, pair| {
                let shard = shard_of(keys[nth]);
                let key = match pair {
                    Some(pair) => Key::root(shard, pair),
                    None => self.shards[shard].ask(shard, &states[nth]),
                };
                keys[nth] = key.0;
            });
        }
        n
    }

    fn admit(
        &mut self,
        recent: &mut Recent<N>,
        states: &[Packed<N>],
        mut kept: Kept<'_, N>,
    ) -> usize {
        self.forget_asked();
        let n = kept.take_unmet(recent, states, hash);
        let keys = kept.keys[..n].chunks_mut(BLOCK);
        for (states, keys) in kept.states[..n].chunks(BLOCK).zip(keys) {
            self.parts.intern::<BLOCK>(states, |nth, pair| {
                keys[nth] = Key::root(shard_of(keys[nth]), pair).0;
            });
        }
        self.insert_kept(n, kept)
    }

    fn shape(&self) -> usize {
        N_SHARDS
    }

    #[inline]
    fn locate(key: u64, _shape: usize) -> (usize, u64) {
        (Key(key).shard(), key)
    }

    fn reserve(&mut self, n: usize) {
        let n_shard = n_of_shard(n as u64) as usize;
        for shard in &mut self.shards {
            Set::<1>::reserve(&mut shard.roots, n_shard);
        }
    }

    fn partitions(&self) -> &[Shard<N>] {
        &self.shards
    }

    /// Before states are inserted in parts, what was asked for them is granted.
    fn partitions_mut(&mut self) -> &mut [Shard<N>] {
        self.settle();
        &mut self.shards
    }

    fn bytes(&self, n_states: u64) -> u64 {
        let roots = Set::<1>::bytes(&self.shards[0].roots, n_of_shard(n_states));
        let n_more = n_states.saturating_sub(self.n_states());
        (roots.saturating_mul(N_SHARDS as u64)).saturating_add(self.parts.bytes(n_more))
    }

    fn clear(&mut self) {
        *self = Self::new(self.n_bits);
    }

    fn for_each(&self, mut visit: impl FnMut(Packed<N>)) {
        for shard in &self.shards {
            shard
                .roots
                .for_each(|[key]| visit(self.parts.state(Key(key).pair())));
        }
    }

    fn insert(&mut self, key: u64, state: &Packed<N>) -> bool {
        self.forget_asked();
        let mut key = Key(key);
        if !key.is_root() {
            let shard = key.shard();
            self.parts
                .intern::<1>(&[*state], |_, pair| key = Key::root(shard, pair));
        }
        self.shards[key.shard()].add(key)
    }
}

impl<const N: usize> Shard<N> {
    fn new() -> Self {
        Self {
            roots: Table::new(),
            n_states: 0,
            asked: Mutex::default(),
            granted: Vec::new(),
        }
    }

    /// Asks for the key of a state with a new part.
    fn ask(&self, shard: usize, state: &Packed<N>) -> Key {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.push(*state);
        Key::asked(shard, asked.len() as u32 - 1)
    }

    /// Whether a root is new.
    #[inline]
    fn add(&mut self, root: Key) -> bool {
        let root = [root.0];
        let is_new = self.roots.insert(self.roots.key(&root), &root);
        self.n_states += u64::from(is_new);
        is_new
    }
}

impl<const N: usize> Partition<N> for Shard<N> {
    #[inline]
    fn insert(&mut self, _local: u64, key: u64, _state: &Packed<N>) -> bool {
        let key = Key(key);
        self.add(match key.is_root() {
            true => key,
            false => Key(self.granted[key.nth_asked()]),
        })
    }

    fn find(&self, _local: u64, key: u64, _state: &Packed<N>) -> Option<usize> {
        // A state with a new part is new.
        if !Key(key).is_root() {
            return None;
        }
        let root = [key];
        let (partition, slot) = self.roots.find(self.roots.key(&root), &root)?;
        let partitions = &Set::<1>::partitions(&self.roots)[..partition];
        let n_before: usize = partitions.iter().map(Partition::n_slots).sum();
        Some(n_before + slot)
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        self.roots.prefetch(self.roots.key(&[key]));
    }

    fn n_slots(&self) -> usize {
        let partitions = Set::<1>::partitions(&self.roots).iter();
        partitions.map(Partition::n_slots).sum()
    }
}
