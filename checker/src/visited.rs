//! Sets of states seen. All are exact: a hash finds a place, never stands for
//! a state.

pub(crate) mod bitmap;
pub(crate) mod table;
mod words;

/// A packed state. Bit 0 of the first word is one in every state; other bits
/// that no field owns are zero.
pub(crate) type Packed<const N: usize> = [u64; N];

/// A set of packed states, in partitions that are independent of each other.
pub(crate) trait Set<const N: usize>: Send + Sync {
    type Partition: Partition<N>;

    /// Whether a lookup mostly waits for memory.
    fn is_slow(&self) -> bool;

    /// What finds the state: a hash, or a number that is the state's own.
    fn key(&self, state: &Packed<N>) -> u64;

    /// Some bits of a key that differ between most keys.
    fn spread(key: u64) -> usize;

    /// The partition of a key, of so many, and what finds its place there.
    fn locate(key: u64, n_partitions: usize) -> (usize, u64);

    /// Makes ready for so many more states. It is fast that needs it, and not
    /// right: a partition grows on its own where it must.
    fn reserve(&mut self, n: usize);

    fn partitions(&self) -> &[Self::Partition];
    fn partitions_mut(&mut self) -> &mut [Self::Partition];

    /// Bytes in use when it holds so many states, growing included. A function
    /// of the number alone: the memory budget ends a search at the same state
    /// whoever counts.
    fn bytes(&self, n_states: u64) -> u64;

    /// Forgets every state.
    fn clear(&mut self);

    /// Every state, in no particular order.
    fn for_each(&self, visit: impl FnMut(Packed<N>));

    /// Whether the state is new.
    fn insert(&mut self, key: u64, state: &Packed<N>) -> bool {
        let partitions = self.partitions_mut();
        let (partition, local) = Self::locate(key, partitions.len());
        partitions[partition].insert(local, state)
    }

    /// Whether the state is in the set.
    fn contains(&self, key: u64, state: &Packed<N>) -> bool {
        self.find(key, state).is_some()
    }

    /// The partition and the slot of a state.
    fn find(&self, key: u64, state: &Packed<N>) -> Option<(usize, usize)> {
        let partitions = self.partitions();
        let (partition, local) = Self::locate(key, partitions.len());
        let slot = partitions[partition].find(local, state)?;
        Some((partition, slot))
    }

    /// Asks for the place of a key, so that what follows finds it in cache.
    fn prefetch(&self, key: u64) {
        let partitions = self.partitions();
        let (partition, local) = Self::locate(key, partitions.len());
        partitions[partition].prefetch(local);
    }
}

/// One part of a [`Set`].
pub(crate) trait Partition<const N: usize>: Send + Sync {
    /// Whether the state is new.
    fn insert(&mut self, local: u64, state: &Packed<N>) -> bool;

    /// The slot of a state; slots move when states are inserted.
    fn find(&self, local: u64, state: &Packed<N>) -> Option<usize>;

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
