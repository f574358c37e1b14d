//! Exhaustive breadth-first search.
//!
//! States are numbered in the order of discovery. Expanding them in that order
//! makes the first violating state of each invariant the nearest one, and the
//! path to it the least in the order of successors among the shortest.

mod crew;
mod explore;
pub(crate) mod seen;

use crate::Tuning;
use crate::budget::{Budget, Incomplete};
use crate::liveness;
use crate::replay::ReplayMismatch;
use crate::semantics::TransitionSystem;
use crate::verdict::Outcome;
use bitvec::vec::BitVec;
use crew::{Alone, Crew, Expand};
use explore::explore;
use seen::{Seen, StateNo};
use std::hash::Hash;

/// Evidence that every reachable state was found and scanned.
///
/// It has no public constructor: [`explore`](crate::check) makes it, in one
/// place, when the frontier is empty and no successor was left out. Where a
/// result holds one, it rests on an exhausted search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhaustive(());

/// States found and not expanded yet.
pub(crate) trait Frontier {
    /// Whether every state found was expanded.
    fn is_empty(&self) -> bool;

    /// Expands the next state, or several; whatever was left out is an error.
    fn expand(&mut self, budget: &mut Budget<'_>) -> Result<(), Incomplete>;
}

/// Expands states until none is left.
pub(crate) fn exhaust(
    frontier: &mut impl Frontier,
    budget: &mut Budget<'_>,
) -> Result<Exhaustive, Incomplete> {
    while !frontier.is_empty() {
        frontier.expand(budget)?;
    }
    Ok(Exhaustive(()))
}

/// A path from the initial state: the position of the successor taken, step by
/// step. It is a claim until [`replay`](crate::replay) has re-executed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Witness {
    pub(crate) ordinals: Vec<u32>,
}

/// What a search found. Counts, completeness and witnesses, no states: an
/// engine of another kind can return the same value.
#[derive(Debug)]
pub(crate) struct Exploration {
    /// Reachable states found.
    pub(crate) n_states: u64,
    /// Steps between them found, self-loops and repetitions included.
    pub(crate) n_edges: u64,
    /// Steps to the state farthest from the initial one.
    pub(crate) depth: u32,
    /// The evidence of exhaustion, or what prevented it.
    pub(crate) completeness: Result<Exhaustive, Incomplete>,
    /// All states within so many steps were found and scanned.
    pub(crate) covered_depth: u32,
    /// For each invariant the path to its nearest violation.
    pub(crate) violations: Vec<Option<Witness>>,
    /// The path to the nearest goal state.
    pub(crate) nearest_goal: Option<Witness>,
    /// Goal states found.
    pub(crate) n_goal_states: u64,
    /// For each declared action whether it fired; shorter if the last did not.
    pub(crate) fired: BitVec,
}

/// What an engine hands back: all of it claims until replayed.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) exploration: Exploration,
    /// The answer to AG EF goal, if the system has a goal.
    pub(crate) trap: Option<Outcome<Witness>>,
}

/// Searches a system and decides its liveness; wide levels on all threads.
///
/// # Errors
/// [`ReplayMismatch`] where a trap is not confirmed by a second search.
pub(crate) fn find<T>(
    system: &T,
    tuning: &Tuning,
    budget: &mut Budget<'_>,
) -> Result<Found, ReplayMismatch>
where
    T: TransitionSystem<State: Send + Sync> + Sync,
{
    find_by(system, Crew::new(tuning), budget)
}

/// [`find`] for a system or states that threads cannot share.
///
/// # Errors
/// As [`find`].
pub(crate) fn find_alone<T: TransitionSystem>(
    system: &T,
    budget: &mut Budget<'_>,
) -> Result<Found, ReplayMismatch> {
    find_by(system, Alone::new(&Tuning::default()), budget)
}

fn find_by<T: TransitionSystem>(
    system: &T,
    crew: impl Expand<T>,
    budget: &mut Budget<'_>,
) -> Result<Found, ReplayMismatch> {
    let (exploration, space) = explore(system, crew, budget);
    let trap = if system.has_goal() {
        Some(liveness::check(
            system,
            &exploration.completeness,
            space,
            budget,
        )?)
    } else {
        None
    };
    Ok(Found { exploration, trap })
}

/// The reachable states as this engine keeps them, for what needs more than
/// an [`Exploration`].
pub(crate) struct Space<S> {
    pub(crate) seen: Seen<S>,
    /// The first so many states have all their successors in the space.
    pub(crate) n_expanded: usize,
}

impl<S: Clone + Eq + Hash> Space<S> {
    /// The path by which a state was first reached.
    pub(crate) fn witness(&self, no: StateNo) -> Witness {
        witness(&self.seen, no)
    }
}

fn witness<S: Clone + Eq + Hash>(seen: &Seen<S>, mut no: StateNo) -> Witness {
    let mut ordinals = Vec::new();
    while no != 0 {
        let origin = seen.origin(no);
        ordinals.push(origin.ordinal);
        no = origin.parent;
    }
    ordinals.reverse();
    Witness { ordinals }
}
