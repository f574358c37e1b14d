//! What a search may use up, and what happens when it has.

use crate::BoundExceeded;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// What a search may use. Running out of any makes the result undetermined.
///
/// ```
/// use checker::Limits;
/// assert_eq!(Limits::default().max_states, 200_000);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most states kept. The initial state is always scanned, even with 0.
    pub max_states: u64,
    /// Most bytes for states, tables, edges and traces; none for no limit.
    pub max_memory: Option<u64>,
    /// Most time from the start of the search; none for no limit. What was
    /// found in time is still replayed.
    pub timeout: Option<Duration>,
    /// Threads for wide levels; none for all cores. Their number changes no
    /// answer.
    pub threads: Option<NonZeroUsize>,
    /// Also ask whether a goal state lies within this many steps.
    pub within: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_states: 200_000,
            max_memory: None,
            timeout: None,
            threads: None,
            within: None,
        }
    }
}

impl Limits {
    /// How many threads that is on this machine.
    pub(crate) fn n_threads(&self) -> usize {
        // Some twenty system calls, a third of what a small spec takes.
        static ALL: OnceLock<usize> = OnceLock::new();
        match self.threads {
            Some(threads) => threads.get(),
            None => *ALL.get_or_init(|| available_parallelism().map_or(1, NonZeroUsize::get)),
        }
    }
}

/// Why a search was not exhaustive. This is data, never an error.
///
/// `Display` is the `incomplete_reason` of the JSON format.
///
/// ```
/// use checker::Incomplete;
/// let reason = Incomplete::StateLimit { limit: 10 };
/// assert_eq!(reason.to_string(), "StateSpaceExceeded: state space > 10");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Incomplete {
    /// More states than [`Limits::max_states`].
    StateLimit {
        /// The limit.
        limit: u64,
    },
    /// A transition left the bound of integers.
    BoundExceeded(BoundExceeded),
    /// The next allocation would pass [`Limits::max_memory`].
    MemoryLimit {
        /// The limit in bytes.
        limit: u64,
    },
    /// [`Limits::timeout`] passed.
    TimeLimit {
        /// The limit.
        limit: Duration,
    },
    /// The progress callback asked to stop, for example on Ctrl-C.
    Interrupted,
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StateLimit { limit } => write!(f, "StateSpaceExceeded: state space > {limit}"),
            Self::BoundExceeded(exceeded) => write!(f, "IntBoundExceeded: {exceeded}"),
            Self::MemoryLimit { limit } => {
                write!(
                    f,
                    "MemoryExceeded: the search needs more than {limit} bytes"
                )
            }
            Self::TimeLimit { limit } => {
                write!(f, "TimeExceeded: the search takes longer than {limit:?}")
            }
            Self::Interrupted => f.write_str("Interrupted: the search was stopped from outside"),
        }
    }
}

/// How far a search has come, for a progress line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// States found so far.
    pub states: u64,
    /// Depth of the state being expanded, in steps from the initial state.
    pub depth: u32,
    /// States found but not expanded yet.
    pub frontier: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

/// The parts of a check that take time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Breadth-first search of the reachable states.
    Search,
    /// AG EF goal over the reachable states.
    Liveness,
}

/// Limits with what has been used, shared by all phases of one check.
pub(crate) struct Budget<'a> {
    pub(crate) limits: Limits,
    started: Instant,
    on_progress: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
    work: u32,
    /// Bytes that stay in use beside what is asked for.
    held: usize,
}

/// Steps between two looks at the clock: some 10⁻³ s of work.
const WORK_A_LOOK: u32 = 1 << 13;
/// What expanding a state counts, however few successors it has: it may be wide,
/// or have many transitions that are not enabled.
const WORK_A_STATE: u32 = 1 << 9;

impl<'a> Budget<'a> {
    pub(crate) fn new(
        limits: Limits,
        on_progress: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Self {
        Self {
            limits,
            started: Instant::now(),
            on_progress,
            work: 0,
            held: 0,
        }
    }

    /// Counts one step of work; now and then looks at the clock and reports
    /// progress. `progress` fills in all but the elapsed time.
    pub(crate) fn work(&mut self, progress: impl FnOnce() -> Progress) -> Result<(), Incomplete> {
        self.spend(1, progress)
    }

    /// [`Budget::work`] for the expansion of a state.
    pub(crate) fn expand(&mut self, progress: impl FnOnce() -> Progress) -> Result<(), Incomplete> {
        self.spend(WORK_A_STATE, progress)
    }

    /// [`Budget::work`] for some expansions that took so many steps.
    pub(crate) fn batch(
        &mut self,
        n_steps: u32,
        progress: impl FnOnce() -> Progress,
    ) -> Result<(), Incomplete> {
        self.spend(WORK_A_STATE + n_steps, progress)
    }

    fn spend(&mut self, work: u32, progress: impl FnOnce() -> Progress) -> Result<(), Incomplete> {
        self.work = self.work.saturating_add(work);
        if self.work < WORK_A_LOOK {
            return Ok(());
        }
        self.work = 0;
        let elapsed = self.started.elapsed();
        if let Some(limit) = self.limits.timeout
            && elapsed >= limit
        {
            return Err(Incomplete::TimeLimit { limit });
        }
        match (self.on_progress)(&Progress {
            elapsed,
            ..progress()
        }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Incomplete::Interrupted),
        }
    }

    /// Takes bytes that stay in use until the end.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Incomplete> {
        self.memory(bytes)?;
        self.held += bytes;
        Ok(())
    }

    /// Whether that many bytes in all fit the budget, limited or not: `usize::MAX`
    /// are more than any machine has.
    pub(crate) fn memory(&self, bytes: usize) -> Result<(), Incomplete> {
        let limit = self.limits.max_memory.unwrap_or(u64::MAX);
        let limit = limit.min(usize::MAX as u64 - 1);
        if self.held.saturating_add(bytes) as u64 > limit {
            return Err(Incomplete::MemoryLimit { limit });
        }
        Ok(())
    }
}
