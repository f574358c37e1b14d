//! Inserting many states, so that the waits for memory overlap.

use super::{Packed, Partition, Set};

/// Lookups whose memory is asked for ahead.
const AHEAD: usize = 32;
/// States whose places are found together.
const PLACES: usize = 1 << 9;

/// Some partitions of a set.
pub(crate) struct Share<'s, P> {
    partitions: &'s mut [P],
    /// Which one the first is.
    first: usize,
    /// Of the set.
    shape: usize,
}

/// Where a state is looked up.
#[derive(Clone, Copy, Default)]
struct Place {
    local: u64,
    /// Of the share.
    partition: u32,
    position: u32,
}

impl<'s, P> Share<'s, P> {
    pub(crate) fn all<const N: usize, S: Set<N, Partition = P>>(visited: &'s mut S) -> Self {
        Self {
            shape: visited.shape(),
            first: 0,
            partitions: visited.partitions_mut(),
        }
    }

    /// Shares for so many threads, or fewer.
    pub(crate) fn split(self, n_threads: usize) -> impl Iterator<Item = Self> {
        let n_share = self.partitions.len().div_ceil(n_threads);
        let firsts = (0..).step_by(n_share);
        let shares = self.partitions.chunks_mut(n_share);
        firsts.zip(shares).map(move |(first, partitions)| Self {
            partitions,
            first,
            ..self
        })
    }

    /// Inserts those of some states that belong here, in order, and appends the
    /// positions of those that were new.
    pub(crate) fn insert<const N: usize, S: Set<N, Partition = P>>(
        &mut self,
        keys: &[u64],
        states: &[Packed<N>],
        new: &mut Vec<u32>,
    ) where
        P: Partition<N>,
    {
        let mut places = [Place::default(); PLACES];
        for (first, keys) in (0..).step_by(PLACES).zip(keys.chunks(PLACES)) {
            let mut n = 0;
            for (position, &key) in (first..).zip(keys) {
                let (partition, local) = S::locate(key, self.shape);
                let partition = partition.wrapping_sub(self.first);
                places[n] = Place {
                    local,
                    partition: partition as u32,
                    position,
                };
                n += usize::from(partition < self.partitions.len());
            }
            let places = &places[..n];
            let mut n_new = new.len();
            new.resize(n_new + n, 0);
            let mut ahead = places.iter();
            ahead
                .by_ref()
                .take(AHEAD)
                .for_each(|place| self.prefetch(place));
            for place in places {
                if let Some(place) = ahead.next() {
                    self.prefetch(place);
                }
                let state = &states[place.position as usize];
                let key = keys[(place.position - first) as usize];
                let partition = &mut self.partitions[place.partition as usize];
                new[n_new] = place.position;
                n_new += usize::from(partition.insert(place.local, key, state));
            }
            new.truncate(n_new);
        }
    }

    #[inline]
    fn prefetch<const N: usize>(&self, place: &Place)
    where
        P: Partition<N>,
    {
        self.partitions[place.partition as usize].prefetch(place.local);
    }
}
