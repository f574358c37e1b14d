//! Successors of several states at once, on one thread or many.
//!
//! Threads only look. What they saw is taken into the search in the order of
//! the states it came from, step by step and under the limits, so the search
//! takes the same way whoever was faster and however many looked together.

use super::explore::Sights;
use super::seen::{self, Seen, StateNo};
use crate::budget::Budget;
use crate::semantics::{Successor, Successors, TransitionSystem};
use crate::{BoundExceeded, Tuning};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::borrow::Cow;
use std::hash::Hash;
use std::ops::Range;
use std::time::{Duration, Instant};

/// What is known when successors are looked at.
pub(super) struct View<'a, T: TransitionSystem> {
    pub(super) system: &'a T,
    pub(super) seen: &'a Seen<T::State>,
    /// Invariants without a violation yet.
    pub(super) unviolated: &'a [usize],
}

impl<T: TransitionSystem> Clone for View<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: TransitionSystem> Copy for View<'_, T> {}

/// One step of a state, as far as it could be told when it was looked at.
pub(super) enum Step<S> {
    /// To a state seen before.
    Known,
    /// To a state that was not seen yet.
    Unknown(Unknown<S>),
    /// Out of the bound of integers.
    Beyond(Box<BoundExceeded>),
}

pub(super) struct Unknown<S> {
    pub(super) hash: u32,
    pub(super) heap_bytes: usize,
    pub(super) sights: Sights,
    pub(super) state: S,
}

/// The steps of some states that follow each other.
pub(super) struct Piece<S> {
    /// Each with the position of its action among the declared ones.
    pub(super) steps: Vec<(Option<usize>, Step<S>)>,
    /// How many of them each state has. Those left are not all of the next one's.
    pub(super) degrees: Vec<usize>,
    is_full: bool,
    /// States to be looked up, each with its step and its hash.
    block: Vec<(usize, u32, S)>,
    /// States that were known: the next ones are written over them.
    spare: Vec<S>,
}

impl<S> Default for Piece<S> {
    fn default() -> Self {
        Self {
            steps: Vec::new(),
            degrees: Vec::new(),
            is_full: false,
            block: Vec::new(),
            spare: Vec::new(),
        }
    }
}

/// Most bytes of a piece: states can be large.
const MOST_BYTES: usize = 1 << 20;
/// Steps looked up together, so that the waits for memory overlap.
const BLOCK: usize = u128::BITS as usize;

impl<S: Clone + Eq + Hash> Piece<S> {
    /// Whether steps of its sources are missing.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Looks at the steps of sources, without the first few of the first one,
    /// until it is full.
    fn fill<T: TransitionSystem<State = S>>(
        &mut self,
        view: View<'_, T>,
        sources: Range<usize>,
        mut skip: usize,
        most_steps: usize,
    ) {
        self.steps.clear();
        self.degrees.clear();
        self.is_full = false;
        let View { system, seen, .. } = view;
        let mut bytes = 0;
        for source in sources {
            let n_before = self.steps.len();
            let mut visit = |action, successor: Successor<'_, S>| {
                if skip > 0 {
                    skip -= 1;
                    return;
                }
                if self.steps.len() >= most_steps || bytes >= MOST_BYTES {
                    self.is_full = true;
                    return;
                }
                let step = match successor {
                    Successor::Beyond(beyond) => Step::Beyond(Box::new(beyond)),
                    Successor::State(next) => {
                        let hash = seen::hash(&*next);
                        let state = self.own(next);
                        self.block.push((self.steps.len(), hash, state));
                        // Until it is looked up.
                        Step::Known
                    }
                };
                bytes += size_of::<(Option<usize>, Step<S>)>();
                self.steps.push((system.declared_index(&action), step));
                if self.block.len() >= BLOCK {
                    bytes += self.look_up(view);
                }
            };
            // `room` keeps the count of states within 32 bits.
            let state = seen.state(source as StateNo);
            system.successors(state, &mut Successors::new(&mut visit));
            if self.is_full {
                break;
            }
            self.degrees.push(self.steps.len() - n_before);
        }
        self.look_up(view);
    }

    fn own(&mut self, next: Cow<'_, S>) -> S {
        match next {
            Cow::Owned(next) => next,
            Cow::Borrowed(next) => match self.spare.pop() {
                None => next.clone(),
                Some(mut spare) => {
                    spare.clone_from(next);
                    spare
                }
            },
        }
    }

    /// Looks up the states of the block. Returns the bytes that new ones own.
    fn look_up<T: TransitionSystem<State = S>>(&mut self, view: View<'_, T>) -> usize {
        let View { system, seen, .. } = view;
        for (_, hash, _) in &self.block {
            seen.prefetch(*hash);
        }
        // Nothing but comparing, so that the processor is soon at the next one.
        let found = |(_, hash, state): &(usize, u32, S)| seen.find(*hash, state).is_some();
        let bits = (0..).zip(&self.block);
        let known = bits.fold(0, |known, (bit, next)| {
            known | u128::from(found(next)) << bit
        });
        let mut bytes = 0;
        for (bit, (at, hash, state)) in (0..).zip(self.block.drain(..)) {
            if known >> bit & 1 == 1 {
                if self.spare.len() < BLOCK {
                    self.spare.push(state);
                }
                continue;
            }
            let heap_bytes = system.heap_bytes(&state);
            bytes += heap_bytes;
            self.steps[at].1 = Step::Unknown(Unknown {
                hash,
                heap_bytes,
                sights: Sights::of(view, &state),
                state,
            });
        }
        bytes
    }
}

/// How many states are looked at together: more while that is quick and what
/// they lead to leaves room.
struct Pace {
    n_sources: usize,
}

/// A round in which nobody looks at the clock or for Ctrl-C.
const ROUND: Duration = Duration::from_millis(2);

impl Pace {
    fn keep<S>(&mut self, took: Duration, pieces: &[Piece<S>], most_steps: usize) {
        let n_steps: usize = pieces.iter().map(|piece| piece.steps.len()).sum();
        let n_sources: usize = pieces.iter().map(|piece| piece.degrees.len()).sum();
        if took > ROUND || pieces.iter().any(|piece| piece.is_full) {
            self.n_sources = (self.n_sources / 2).max(1);
        } else if (n_steps + n_sources) * 4 <= most_steps {
            self.n_sources = (2 * self.n_sources).min(most_steps);
        }
    }
}

/// Who looks at successors.
pub(super) trait Expand<T: TransitionSystem> {
    /// Looks at successors of the first states of a level, without the first
    /// few of the first one.
    fn expand(
        &mut self,
        view: View<'_, T>,
        level: Range<usize>,
        skip: usize,
        budget: &Budget<'_>,
        pieces: &mut Vec<Piece<T::State>>,
    );
}

/// One thread, for whatever type.
pub(super) struct Alone {
    pace: Pace,
    /// Most steps of a piece.
    most_steps: usize,
}

impl Alone {
    pub(super) fn new(tuning: &Tuning) -> Self {
        Self {
            pace: Pace { n_sources: 1 },
            most_steps: tuning.batch.max(1),
        }
    }
}

impl<T: TransitionSystem> Expand<T> for Alone {
    fn expand(
        &mut self,
        view: View<'_, T>,
        level: Range<usize>,
        skip: usize,
        _budget: &Budget<'_>,
        pieces: &mut Vec<Piece<T::State>>,
    ) {
        let started = Instant::now();
        let end = level.end.min(level.start + self.pace.n_sources);
        pieces.resize_with(1, Piece::default);
        pieces[0].fill(view, level.start..end, skip, self.most_steps);
        self.pace.keep(started.elapsed(), pieces, self.most_steps);
    }
}

/// All threads, where a level is wide.
pub(super) struct Crew {
    alone: Alone,
    wide_level: usize,
    pace: Pace,
    pool: Option<ThreadPool>,
}

/// Pieces a thread, so that a slow one can be made up for.
const PIECES_A_THREAD: usize = 4;

impl Crew {
    pub(super) fn new(tuning: &Tuning) -> Self {
        Self {
            alone: Alone::new(tuning),
            // A step of any type costs some times what a packed one does.
            wide_level: tuning.wide_level / 4,
            pace: Pace { n_sources: 1 },
            pool: None,
        }
    }

    /// Threads, started when they are first wanted; none where they cannot be had.
    fn pool(&mut self, n_threads: usize) -> Option<&ThreadPool> {
        if self.pool.is_none() {
            let pool = ThreadPoolBuilder::new().num_threads(n_threads);
            self.pool = pool.build().ok();
        }
        self.pool.as_ref()
    }
}

impl<T> Expand<T> for Crew
where
    T: TransitionSystem<State: Send + Sync> + Sync,
{
    fn expand(
        &mut self,
        view: View<'_, T>,
        level: Range<usize>,
        skip: usize,
        budget: &Budget<'_>,
        pieces: &mut Vec<Piece<T::State>>,
    ) {
        let is_wide = level.len() >= self.wide_level;
        let n_threads = if is_wide {
            budget.limits.n_threads()
        } else {
            1
        };
        let most_pieces = n_threads.saturating_mul(PIECES_A_THREAD);
        // Twice: a list may just have doubled.
        let bytes = most_pieces.saturating_mul(2 * MOST_BYTES);
        let has_room = budget.memory(view.seen.bytes().saturating_add(bytes));
        let n_sources = level.len().min(self.pace.n_sources);
        let most_steps = self.alone.most_steps;
        if n_threads > 1
            && has_room.is_ok()
            && let Some(pool) = self.pool(n_threads)
        {
            let started = Instant::now();
            let each = n_sources.div_ceil(most_pieces);
            let starts = (0..n_sources).step_by(each);
            let shares = starts.map(|start| {
                let end = n_sources.min(start + each);
                let skip = if start == 0 { skip } else { 0 };
                (level.start + start..level.start + end, skip)
            });
            let shares: Vec<_> = shares.collect();
            pieces.resize_with(shares.len(), Piece::default);
            pool.install(|| {
                let shares = pieces.par_iter_mut().zip(shares);
                shares.for_each(|(piece, (sources, skip))| {
                    piece.fill(view, sources, skip, most_steps);
                });
            });
            self.pace
                .keep(started.elapsed(), pieces, most_pieces * most_steps);
        } else {
            self.alone.expand(view, level, skip, budget, pieces);
        }
    }
}
