//! Expanding a wide level on several threads.
//!
//! A round goes through three steps. Pieces of the level are expanded side by
//! side; then every thread inserts what belongs to its own partitions of the
//! visited set, in the order of the sources; then what was new in each piece is
//! collected, and added to the search in order. So a state is first reached by
//! the same step as on one thread, and nothing depends on who was faster.

use super::batch::Batch;
use super::machine::Machine;
use super::news::{News, Watched};
use super::program::{Marks, Program};
use super::queue::Queue;
use crate::visited::share::Share;
use crate::visited::{Kept, Packed, Set};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Looks at the others before this thread sleeps until they are done.
const SPINS: u32 = 1 << 16;

/// Threads, and what each works on.
pub(super) struct Crew<const N: usize> {
    pool: rayon::ThreadPool,
    /// One for each thread, which finds it in its own cache; the first one is
    /// the caller's.
    pieces: Vec<Piece<N>>,
}

#[derive(Default)]
struct Piece<const N: usize> {
    /// Successors of the thread's part of the sources.
    filled: RwLock<(Batch<N>, Option<Marks>)>,
    /// Of each piece the positions of what was new in this thread's share.
    inserted: RwLock<Vec<Vec<u32>>>,
    /// What was new in this piece.
    news: RwLock<News<N>>,
}

fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

impl<const N: usize> Crew<N> {
    /// None where threads cannot be had.
    pub(super) fn new(n_threads: usize) -> Option<Self> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads - 1);
        Some(Self {
            pool: pool.build().ok()?,
            pieces: (0..n_threads).map(|_| Piece::default()).collect(),
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
        let exceeds = AtomicBool::new(false);
        self.on_all(|thread| {
            let first = (thread * n_piece).min(n_sources);
            let sources = queue.range(first..(first + n_piece).min(n_sources));
            let (batch, marks) = &mut *write(&self.pieces[thread].filled);
            let marks = marks.get_or_insert_with(|| program.marks());
            let sieve =
                |recent: &mut _, states: &_, kept: Kept<'_, N>| visited.sieve(recent, states, kept);
            if batch.fill(machine, program, sources, usize::MAX, marks, sieve) {
                exceeds.store(true, Ordering::Relaxed);
            }
        });
        let exceeds = exceeds.into_inner();
        if exceeds {
            for piece in &self.pieces {
                let (batch, marks) = &mut *write(&piece.filled);
                batch.forget();
                marks.iter_mut().for_each(Marks::clear);
            }
        }
        !exceeds
    }

    /// Successors that may be new.
    pub(super) fn n_kept(&self) -> usize {
        let pieces = self.pieces.iter();
        pieces.map(|piece| read(&piece.filled).0.n_kept()).sum()
    }

    /// Inserts them in order, each partition by one thread, and collects what
    /// was new.
    pub(super) fn insert<S: Set<N>>(&mut self, visited: &mut S, watched: &Watched<'_, N>) {
        let shares = Share::all(visited).split(self.pieces.len());
        let shares: Vec<_> = shares.map(Mutex::new).collect();
        self.on_all(|thread| {
            let mut inserted = write(&self.pieces[thread].inserted);
            inserted.resize_with(self.pieces.len(), Vec::new);
            inserted.iter_mut().for_each(Vec::clear);
            let Some(share) = shares.get(thread) else {
                return;
            };
            let mut share = share.lock().unwrap_or_else(PoisonError::into_inner);
            for (piece, new) in self.pieces.iter().zip(&mut *inserted) {
                let (batch, _) = &*read(&piece.filled);
                batch.insert::<S>(&mut share, new);
            }
        });
        self.on_all(|thread| {
            let mut new = Vec::new();
            for piece in &self.pieces {
                new.extend_from_slice(&read(&piece.inserted)[thread]);
            }
            // Runs in order: that is what this sort is made for.
            new.sort();
            let piece = &self.pieces[thread];
            let new = new.iter().map(|position| *position as usize);
            write(&piece.news).collect(&read(&piece.filled).0, new, watched);
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

    /// What was new in this round, in order.
    pub(super) fn news(&mut self) -> impl Iterator<Item = &News<N>> {
        let pieces = self.pieces.iter_mut();
        pieces.map(|piece| &*piece.news.get_mut().unwrap_or_else(PoisonError::into_inner))
    }

    /// Moves what was marked in this round to `all`.
    pub(super) fn collect_marks(&mut self, all: &mut Marks) {
        for piece in &self.pieces {
            if let Some(marks) = &mut write(&piece.filled).1 {
                all.merge(marks);
                marks.clear();
            }
        }
    }
}
