//! Sets of states seen. All are exact: a hash finds a place, never stands for
//! a state.

pub(crate) mod bitmap;
pub(crate) mod table;
pub(crate) mod values;

/// A packed state. Bit 0 of the first word is one in every state; other bits
/// that no field owns are zero.
pub(crate) type Packed<const N: usize> = [u64; N];

/// A set of packed states, in a fixed number of partitions that are
/// independent of each other.
pub(crate) trait Set<const N: usize>: Send + Sync {
    type Partition: Partition<N>;

    /// Whether a lookup mostly waits for memory.
    const IS_SLOW: bool;

    /// What finds the state: a hash, or a number that is the state's own.
    fn key(&self, state: &Packed<N>) -> u64;

    /// Where a key belongs.
    fn partition(key: u64) -> usize;

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
        self.partitions_mut()[Self::partition(key)].insert(key, state)
    }

    /// Whether the state is in the set.
    fn contains(&self, key: u64, state: &Packed<N>) -> bool {
        self.partitions()[Self::partition(key)]
            .find(key, state)
            .is_some()
    }
}

/// One part of a [`Set`].
pub(crate) trait Partition<const N: usize>: Send + Sync {
    /// Whether the state is new.
    fn insert(&mut self, key: u64, state: &Packed<N>) -> bool;

    /// The slot of a state; slots move when states are inserted.
    fn find(&self, key: u64, state: &Packed<N>) -> Option<usize>;

    /// Asks for the place of a key, so that what follows finds it in cache.
    fn prefetch(&self, key: u64);

    /// Slots, free ones included.
    fn n_slots(&self) -> usize;
}

/// Asks for the cache line of a value. Where the processor cannot be asked,
/// nothing happens.
#[inline]
#[cfg_attr(
    not(all(target_arch = "x86_64", not(miri))),
    expect(unused_variables, reason = "nothing can be asked for")
)]
fn prefetch<T>(value: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    #[allow(unsafe_code, reason = "the only way to ask")]
    // SAFETY: the address is a reference's, and prefetching reads no value.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
}
