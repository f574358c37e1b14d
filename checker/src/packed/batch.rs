//! Successors of several states, looked up together so that the waits for
//! memory overlap.

use super::images::Images;
use super::machine::Machine;
use super::program::{Marks, Program};
use crate::visited::share::Share;
use crate::visited::{Kept, Packed, Recent, Set};

/// Successors of some states in order, those that may be new.
#[derive(Default)]
pub(super) struct Batch<const N: usize> {
    /// Successors not looked at yet.
    images: Images<N>,
    /// In these three lists more than `n_kept`, which are the first ones.
    states: Vec<Packed<N>>,
    keys: Vec<u64>,
    /// Which step of the batch each is.
    steps: Vec<u32>,
    n_kept: usize,
    /// Where the steps of each source end.
    pub(super) ends: Vec<u32>,
    recent: Recent<N>,
}

/// Successors looked at together.
const KEEP: usize = 1 << 10;

impl<const N: usize> Batch<N> {
    /// Takes the successors of sources in order, until there are `most` or
    /// those of the next source leave the bound. Tells of the latter.
    ///
    /// `keep` is [`Set::admit`], or [`Set::sieve`]: then what was filled in
    /// before must have been inserted, or [`Batch::forget`] been called.
    pub(super) fn fill<'a>(
        &mut self,
        machine: &Machine<'_, N>,
        program: &Program<N>,
        sources: impl Iterator<Item = &'a Packed<N>>,
        most: usize,
        marks: &mut Marks,
        mut keep: impl FnMut(&mut Recent<N>, &[Packed<N>], Kept<'_, N>) -> usize,
    ) -> bool {
        self.n_kept = 0;
        self.ends.clear();
        let mut exceeds = false;
        // Steps that were looked at.
        let mut n_before = 0;
        for source in sources {
            if n_before + self.images.len() >= most {
                break;
            }
            if program
                .images(machine, source, &mut self.images, marks)
                .is_err()
            {
                exceeds = true;
                break;
            }
            self.ends.push((n_before + self.images.len()) as u32);
            if self.images.len() >= KEEP {
                self.keep(&mut keep, n_before);
                n_before += self.images.len();
                self.images.truncate(0);
            }
        }
        self.keep(&mut keep, n_before);
        self.images.truncate(0);
        exceeds
    }

    /// Keeps the images that may be new, and finds their keys; so many steps
    /// were looked at before.
    fn keep(
        &mut self,
        keep: &mut impl FnMut(&mut Recent<N>, &[Packed<N>], Kept<'_, N>) -> usize,
        n_before: usize,
    ) {
        let images = self.images.get();
        let first = self.n_kept;
        let most = first + images.len();
        if self.states.len() < most {
            let n = most.next_power_of_two();
            self.states.resize(n, [0; N]);
            self.keys.resize(n, 0);
            self.steps.resize(n, 0);
        }
        let positions = &mut self.steps[first..most];
        let kept = Kept {
            states: &mut self.states[first..most],
            keys: &mut self.keys[first..most],
            positions: &mut *positions,
        };
        let n = keep(&mut self.recent, images, kept);
        for position in &mut positions[..n] {
            *position += n_before as u32;
        }
        self.n_kept += n;
    }

    /// Forgets which states were met: some of them were not inserted.
    pub(super) fn forget(&mut self) {
        self.recent.clear();
    }

    /// How many sources there are.
    pub(super) fn n_sources(&self) -> usize {
        self.ends.len()
    }

    /// How many steps they have.
    pub(super) fn n_steps(&self) -> usize {
        self.ends.last().map_or(0, |end| *end as usize)
    }

    /// Successors that may be new.
    pub(super) fn n_kept(&self) -> usize {
        self.n_kept
    }

    /// Of the successors at some positions the states, and which successor of
    /// which source each is.
    pub(super) fn at(
        &self,
        positions: impl Iterator<Item = usize>,
    ) -> impl Iterator<Item = (&Packed<N>, usize, u32)> {
        let mut source = 0;
        let mut start = 0;
        positions.map(move |position| {
            let step = self.steps[position];
            while self.ends[source] <= step {
                start = self.ends[source];
                source += 1;
            }
            (&self.states[position], source, step - start)
        })
    }

    /// Inserts what belongs to a share in order, and appends the positions of
    /// what was new.
    pub(super) fn insert<S: Set<N>>(
        &self,
        share: &mut Share<'_, S::Partition>,
        new: &mut Vec<u32>,
    ) {
        let n = self.n_kept;
        share.insert::<N, S>(&self.keys[..n], &self.states[..n], new);
    }
}
