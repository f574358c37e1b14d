//! Expanding a wide level on several threads.
//!
//! A round goes through three steps. Pieces of the level are expanded side by
//! side; then every thread inserts what belongs to its own partitions of the
//! visited set, in the order of the sources; then the pieces are looked at in
//! order. So a state is first reached by the same step as on one thread, and
//! nothing depends on who was faster.

use super::batch::{Batch, Share};
use super::machine::Machine;
use super::program::{Marks, Program};
use super::queue::Queue;
use crate::visited::{Packed, Set};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

/// Looks at the others before this thread sleeps until they are done.
const SPINS: u32 = 1 << 16;

/// Threads, and what each works on.
pub(super) struct Crew<const N: usize> {
    pool: rayon::ThreadPool,
    /// One for each thread, which finds it in its own cache; the first one is
    /// the caller's.
    pieces: Vec<RwLock<(Batch<N>, Marks)>>,
}

impl<const N: usize> Crew<N> {
    /// None where threads cannot be had.
    pub(super) fn new(n_threads: usize, program: &Program<N>) -> Option<Self> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads - 1);
        let piece = || RwLock::new((Batch::default(), program.marks()));
        Some(Self {
            pool: pool.build().ok()?,
            pieces: (0..n_threads).map(|_| piece()).collect(),
        })
    }

    /// Takes the successors of so many sources from the front of a queue, for
    /// a set to which nothing is added until they are inserted.
    ///
    /// False where a step leaves the bound: nothing is kept then.
    pub(super) fn fill<S: Set<N>>(
        &mut self,
        machine: &Machine<'_, N>,
        program: &Program<N>,
        visited: &S,
        queue: &Queue<Packed<N>>,
        n_sources: usize,
    ) -> bool {
        let n_threads = self.pieces.len();
        let n_piece = n_sources.div_ceil(n_threads);
        let n_partitions = visited.partitions().len();
        let exceeds = AtomicBool::new(false);
        self.on_all(|thread| {
            let first = (thread * n_piece).min(n_sources);
            let sources = queue.range(first..(first + n_piece).min(n_sources));
            let piece = self.pieces[thread].write();
            let (batch, marks) = &mut *piece.unwrap_or_else(PoisonError::into_inner);
            if batch.fill(machine, program, visited, sources, usize::MAX, marks) {
                exceeds.store(true, Ordering::Relaxed);
            }
            batch.share_out::<S>(n_partitions, n_threads);
        });
        let exceeds = exceeds.into_inner();
        if exceeds {
            for (batch, marks) in self.pieces_mut() {
                batch.forget();
                marks.clear();
            }
        }
        !exceeds
    }

    /// Inserts them in order, each partition by one thread.
    pub(super) fn insert<S: Set<N>>(&mut self, visited: &mut S) {
        let shares = Share::all(visited).split(self.pieces.len());
        let shares: Vec<_> = shares.map(Mutex::new).collect();
        self.on_all(|thread| {
            let Some(share) = shares.get(thread) else {
                return;
            };
            let mut share = share.lock().unwrap_or_else(PoisonError::into_inner);
            for piece in &self.pieces {
                let piece = piece.read().unwrap_or_else(PoisonError::into_inner);
                piece.0.insert_share::<S>(thread, &mut share);
            }
        });
    }

    /// Has every thread do its part, this one included.
    fn on_all(&self, work: impl Fn(usize) + Sync) {
        let n_others = self.pieces.len() - 1;
        let n_done = AtomicUsize::new(0);
        let (work, done) = (&work, &n_done);
        self.pool.in_place_scope(|scope| {
            for thread in 1..=n_others {
                scope.spawn(move |_| {
                    work(thread);
                    done.fetch_add(1, Ordering::Release);
                });
            }
            work(0);
            // To fall asleep and be woken takes longer than most waits.
            for _ in 0..SPINS {
                if n_done.load(Ordering::Acquire) == n_others {
                    break;
                }
                std::hint::spin_loop();
            }
        });
    }

    fn pieces_mut(&mut self) -> impl Iterator<Item = &mut (Batch<N>, Marks)> {
        let pieces = self.pieces.iter_mut();
        pieces.map(|piece| piece.get_mut().unwrap_or_else(PoisonError::into_inner))
    }

    /// The pieces of this round in order.
    pub(super) fn batches(&mut self) -> impl Iterator<Item = &Batch<N>> {
        self.pieces_mut().map(|(batch, _)| &*batch)
    }

    /// Moves what was marked in this round to `all`.
    pub(super) fn collect_marks(&mut self, all: &mut Marks) {
        for (_, marks) in self.pieces_mut() {
            all.merge(marks);
            marks.clear();
        }
    }
}
