//! Successors of several states, looked up together so that the waits for
//! memory overlap.

use super::machine::Machine;
use super::program::{Marks, Program};
use crate::visited::{Packed, Partition, Set};

/// Successors of some states in order, and which of them are new.
#[derive(Default)]
pub(super) struct Batch<const N: usize> {
    pub(super) states: Vec<Packed<N>>,
    /// Where the successors of each source end.
    pub(super) ends: Vec<u32>,
    pub(super) is_new: Vec<bool>,
    keys: Vec<u64>,
}

/// Lookups whose memory is asked for ahead.
const AHEAD: usize = 64;

impl<const N: usize> Batch<N> {
    /// Takes the successors of sources in order, until there are `most` or
    /// those of the next source leave the bound. Tells of the latter.
    pub(super) fn fill(
        &mut self,
        machine: &Machine<'_, N>,
        program: &Program<N>,
        sources: &[Packed<N>],
        most: usize,
        marks: &mut Marks,
    ) -> bool {
        self.states.clear();
        self.ends.clear();
        for source in sources {
            let n_before = self.states.len();
            if n_before >= most {
                break;
            }
            let exceeds = program.images(machine, source, &mut self.states, marks);
            if exceeds.is_err() {
                self.states.truncate(n_before);
                return true;
            }
            self.ends.push(self.states.len() as u32);
        }
        false
    }

    /// Inserts them in order.
    pub(super) fn insert<S: Set<N>>(&mut self, visited: &mut S) {
        self.keys.clear();
        self.keys
            .extend(self.states.iter().map(|state| visited.key(state)));
        self.is_new.clear();
        let blocks = self.states.chunks(AHEAD).zip(self.keys.chunks(AHEAD));
        for (states, keys) in blocks {
            let partitions = visited.partitions_mut();
            let touched = keys.iter().fold(0, |touched, &key| {
                touched ^ partitions[S::partition(key)].touch(key)
            });
            std::hint::black_box(touched);
            self.is_new.extend(
                states
                    .iter()
                    .zip(keys)
                    .map(|(state, &key)| partitions[S::partition(key)].insert(key, state)),
            );
        }
    }
}
