//! Expanding a wide level on several threads.
//!
//! A round goes through three steps. Pieces of the level are expanded side by
//! side; then every thread inserts what belongs to its own partitions of the
//! visited set, in the order of the sources; then the pieces are looked at in
//! order. So a state is first reached by the same step as on one thread, and
//! nothing depends on who was faster.

use super::batch::Batch;
use super::machine::Machine;
use super::program::{Marks, Program};
use crate::visited::{Packed, Set};
use rayon::prelude::*;

/// Threads, and what each works on.
pub(super) struct Crew<const N: usize> {
    pool: rayon::ThreadPool,
    n_threads: usize,
    pieces: Vec<(Batch<N>, Marks)>,
    /// Pieces in use in this round.
    n_pieces: usize,
}

/// Pieces a thread, so that a slow one can be made up for.
pub(super) const PIECES_A_THREAD: usize = 4;

impl<const N: usize> Crew<N> {
    /// None where threads cannot be had.
    pub(super) fn new(n_threads: usize, program: &Program<N>) -> Option<Self> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads);
        let piece = || (Batch::default(), program.marks());
        Some(Self {
            pool: pool.build().ok()?,
            n_threads,
            pieces: (0..n_threads * PIECES_A_THREAD).map(|_| piece()).collect(),
            n_pieces: 0,
        })
    }

    /// Takes the successors of sources that stand in order in some slices.
    ///
    /// False where a step leaves the bound: nothing is kept then.
    pub(super) fn fill<'a, S: Set<N>>(
        &mut self,
        machine: &Machine<'_, N>,
        program: &Program<N>,
        visited: &S,
        slices: impl Iterator<Item = &'a [Packed<N>]>,
        piece: usize,
    ) -> bool {
        let sources: Vec<&[Packed<N>]> = slices.flat_map(|slice| slice.chunks(piece)).collect();
        self.n_pieces = sources.len();
        while self.pieces.len() < self.n_pieces {
            self.pieces.push((Batch::default(), program.marks()));
        }
        let n_threads = self.n_threads;
        let pieces = &mut self.pieces[..self.n_pieces];
        let exceeds = self.pool.install(|| {
            let each = pieces.par_iter_mut().zip(sources);
            each.map(|((batch, marks), sources)| {
                let exceeds = batch.fill(machine, program, visited, sources, usize::MAX, marks);
                batch.share_out(visited, n_threads);
                exceeds
            })
            .reduce(|| false, |a, b| a || b)
        });
        if exceeds {
            for (batch, marks) in pieces {
                batch.forget();
                marks.clear();
            }
        }
        !exceeds
    }

    /// Inserts them in order, each partition by one thread.
    pub(super) fn insert<S: Set<N>>(&mut self, visited: &mut S) {
        let pieces = &self.pieces[..self.n_pieces];
        let n_partitions = visited.partitions().len();
        let share = n_partitions.div_ceil(self.n_threads);
        self.pool.install(|| {
            let shares = visited.partitions_mut().par_chunks_mut(share).enumerate();
            shares.for_each(|(thread, partitions)| {
                for (batch, _) in pieces {
                    batch.insert_share::<S>(thread, thread * share, partitions);
                }
            });
        });
    }

    /// The pieces of this round in order.
    pub(super) fn batches(&self) -> impl Iterator<Item = &Batch<N>> {
        self.pieces[..self.n_pieces].iter().map(|(batch, _)| batch)
    }

    /// Moves what was marked in this round to `all`.
    pub(super) fn collect_marks(&mut self, all: &mut Marks) {
        for (_, marks) in &mut self.pieces {
            all.merge(marks);
            marks.clear();
        }
    }
}
