//! Sets of states seen. All are exact: a hash finds a place, never stands for
//! a state.

pub(crate) mod bitmap;
pub(crate) mod radix;
pub(crate) mod remainder;
pub(crate) mod share;
pub(crate) mod table;
pub(crate) mod tree;
mod words;

use share::Share;

/// A packed state. Bit 0 of the first word is one in every state; other bits
/// that no field owns are zero.
pub(crate) type Packed<const N: usize> = [u64; N];

/// A set of packed states, in partitions that are independent of each other.
pub(crate) trait Set<const N: usize>: Send + Sync + Sized {
    type Partition: Partition<N>;

    /// Whether a lookup mostly waits for memory.
    fn is_slow(&self) -> bool;

    /// What finds the state: a hash, or a number that is the state's own.
    fn key(&self, state: &Packed<N>) -> u64;

    /// Writes to `kept`, which is as long, those of some states that may be new,
    /// and tells how many; `recent` are states that were met.
    fn sieve(&self, recent: &mut Recent<N>, states: &[Packed<N>], kept: Kept<'_, N>) -> usize;

    /// Writes to `kept`, which is as long, those of some states that are new, and
    /// inserts them; tells how many.
    fn admit(&mut self, recent: &mut Recent<N>, states: &[Packed<N>], kept: Kept<'_, N>) -> usize {
        let mut kept = kept;
        let n = self.sieve(recent, states, kept.reborrow());
        self.insert_kept(n, kept)
    }

    /// Inserts the first so many of `kept`, and moves those that were new to the
    /// front; tells how many.
    fn insert_kept(&mut self, n: usize, kept: Kept<'_, N>) -> usize {
        self.reserve(n);
        let mut new = Vec::new();
        Share::all(self).insert::<N, Self>(&kept.keys[..n], &kept.states[..n], &mut new);
        for (nth, &position) in new.iter().enumerate() {
            let position = position as usize;
            kept.states[nth] = kept.states[position];
            kept.positions[nth] = kept.positions[position];
        }
        new.len()
    }

    /// What [`Set::locate`] must know of the set.
    fn shape(&self) -> usize;

    /// The partition of a key, and what finds its place there.
    fn locate(key: u64, shape: usize) -> (usize, u64);

    /// Makes ready for so many more states. It is fast that needs it, and not
    /// right: a partition grows on its own where it must.
    fn reserve(&mut self, n: usize);

    fn partitions(&self) -> &[Self::Partition];
    fn partitions_mut(&mut self) -> &mut [Self::Partition];

    /// Bytes in use when it holds so many states, growing included; `u64::MAX`
    /// if it may not be able to. A function of the number, and of which states it
    /// holds: the memory budget ends a search at the same state whoever counts.
    fn bytes(&self, n_states: u64) -> u64;

    /// Forgets every state.
    fn clear(&mut self);

    /// Every state, in no particular order.
    fn for_each(&self, visit: impl FnMut(Packed<N>));

    /// Whether the state is new.
    fn insert(&mut self, key: u64, state: &Packed<N>) -> bool {
        let (partition, local) = Self::locate(key, self.shape());
        self.partitions_mut()[partition].insert(local, key, state)
    }

    /// Whether the state is in the set.
    fn contains(&self, key: u64, state: &Packed<N>) -> bool {
        self.find(key, state).is_some()
    }

    /// The partition and the slot of a state.
    fn find(&self, key: u64, state: &Packed<N>) -> Option<(usize, usize)> {
        let (partition, local) = Self::locate(key, self.shape());
        let slot = self.partitions()[partition].find(local, key, state)?;
        Some((partition, slot))
    }

    /// Asks for the place of a key, so that what follows finds it in cache.
    fn prefetch(&self, key: u64) {
        let (partition, local) = Self::locate(key, self.shape());
        self.partitions()[partition].prefetch(local);
    }
}

/// States that may be new.
pub(crate) struct Kept<'k, const N: usize> {
    pub(crate) states: &'k mut [Packed<N>],
    pub(crate) keys: &'k mut [u64],
    /// Of each its position among the states that were looked at.
    pub(crate) positions: &'k mut [u32],
}

impl<const N: usize> Kept<'_, N> {
    fn reborrow(&mut self) -> Kept<'_, N> {
        Kept {
            states: &mut *self.states,
            keys: &mut *self.keys,
            positions: &mut *self.positions,
        }
    }

    /// Takes those of some states that were not met, and tells how many; with
    /// bits that differ between most states for keys.
    #[inline]
    fn take_unmet(
        &mut self,
        recent: &mut Recent<N>,
        states: &[Packed<N>],
        digest: impl Fn(&Packed<N>) -> u64,
    ) -> usize {
        let Self {
            states: to,
            keys,
            positions,
        } = self;
        let mut n = 0;
        for (position, state) in (0..).zip(states) {
            let digest = digest(state);
            (to[n], keys[n], positions[n]) = (*state, digest, position);
            // The last bits of a product are poor.
            n += usize::from(!recent.meet(digest >> 24, state));
        }
        n
    }
}

/// States that were met before. Neighbours in a level share many successors, so
/// that most steps end here and not in slow memory.
#[derive(Default)]
pub(crate) struct Recent<const N: usize>(Vec<Packed<N>>);

/// Words of states remembered; they stay in a core's own cache. Miri takes long
/// to fill it.
const RECENT: usize = if cfg!(miri) { 1 << 7 } else { 1 << 14 };

impl<const N: usize> Recent<N> {
    /// Whether a state was met, which it is from now on; by bits that differ
    /// between most states. No state is all zeros.
    #[inline]
    fn meet(&mut self, spread: u64, state: &Packed<N>) -> bool {
        let n = RECENT / N;
        if self.0.len() != n {
            self.0.resize(n, [0; N]);
        }
        let recent = &mut self.0[spread as usize % n];
        let is_met = recent == state;
        *recent = *state;
        is_met
    }

    /// Forgets all: some were not inserted.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// Bits that differ between most words (Fibonacci hashing).
#[inline]
fn fibonacci([word]: &Packed<1>) -> u64 {
    word.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// One part of a [`Set`].
pub(crate) trait Partition<const N: usize>: Send + Sync {
    /// Whether the state is new. What finds its place is a part of its key.
    fn insert(&mut self, local: u64, key: u64, state: &Packed<N>) -> bool;

    /// The slot of a state; slots move when states are inserted.
    fn find(&self, local: u64, key: u64, state: &Packed<N>) -> Option<usize>;

    /// Asks for the place of a key, so that what follows finds it in cache.
    fn prefetch(&self, local: u64);

    /// Slots, free ones included.
    fn n_slots(&self) -> usize;
}

/// Asks for the cache line of a value. Where the processor cannot be asked,
/// nothing happens.
#[inline]
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(unused_variables, reason = "nothing can be asked for")
)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code, reason = "the only way to ask")]
    // SAFETY: the address is a reference's, and prefetching reads no value.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
}
