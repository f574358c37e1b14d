//! Exhaustive breadth-first search.
//!
//! States are numbered in the order of discovery. Expanding them in that order
//! makes the first violating state of each invariant the nearest one, and the
//! path to it the least in the order of successors among the shortest.

use crate::budget::{Budget, Incomplete, Phase, Progress};
use crate::liveness;
use crate::replay::ReplayMismatch;
use crate::semantics::{Successor, Successors, TransitionSystem};
use crate::verdict::Outcome;
use crate::visited::values::{Origin, StateNo, Visited};
use bitvec::vec::BitVec;
use std::borrow::Cow;
use std::hash::Hash;
use std::time::Duration;

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

/// Searches a system and decides its liveness.
///
/// # Errors
/// [`ReplayMismatch`] where a trap is not confirmed by a second search.
pub(crate) fn find<T: TransitionSystem>(
    system: &T,
    budget: &mut Budget<'_>,
) -> Result<Found, ReplayMismatch> {
    let (exploration, space) = explore(system, budget);
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
    pub(crate) visited: Visited<S>,
    /// The first so many states have all their successors in the space.
    pub(crate) n_expanded: usize,
}

impl<S: Clone + Eq + Hash> Space<S> {
    /// The path by which a state was first reached.
    pub(crate) fn witness(&self, no: StateNo) -> Witness {
        witness(&self.visited, no)
    }
}

fn witness<S: Clone + Eq + Hash>(visited: &Visited<S>, mut no: StateNo) -> Witness {
    let mut ordinals = Vec::new();
    while no != 0 {
        let origin = visited.origin(no);
        ordinals.push(origin.ordinal);
        no = origin.parent;
    }
    ordinals.reverse();
    Witness { ordinals }
}

/// Searches breadth-first until the frontier is empty or a limit is met.
///
/// All invariants are tested in one sweep, each state once, when it is found.
/// A successor beyond the bound ends the search, but only after the other
/// successors of its state were scanned.
pub(crate) fn explore<T: TransitionSystem>(
    system: &T,
    budget: &mut Budget<'_>,
) -> (Exploration, Space<T::State>) {
    let mut search = Search::new(system);
    let completeness = exhaust(&mut search, budget);
    let exploration = Exploration {
        n_states: search.visited.len() as u64,
        n_edges: search.n_edges,
        depth: search.depth_found,
        covered_depth: completeness.as_ref().map_or(search.depth, |_| u32::MAX),
        completeness,
        violations: search.violations,
        nearest_goal: search.nearest_goal,
        n_goal_states: search.n_goal_states,
        fired: search.fired,
    };
    let space = Space {
        visited: search.visited,
        n_expanded: search.n_expanded,
    };
    (exploration, space)
}

struct Search<'a, T: TransitionSystem> {
    system: &'a T,
    visited: Visited<T::State>,
    n_expanded: usize,
    /// Depth of the state being expanded.
    depth: u32,
    /// Number of the first state deeper than that.
    level_end: usize,
    /// Greatest depth of a state found.
    depth_found: u32,
    n_edges: u64,
    violations: Vec<Option<Witness>>,
    /// Invariants without a violation yet.
    unviolated: Vec<usize>,
    nearest_goal: Option<Witness>,
    n_goal_states: u64,
    fired: BitVec,
}

impl<'a, T: TransitionSystem> Search<'a, T> {
    fn new(system: &'a T) -> Self {
        let initial = system.initial();
        let n_invariants = system.invariants().len();
        let heap_bytes = system.heap_bytes(&initial);
        let mut search = Self {
            system,
            visited: Visited::new(initial, heap_bytes),
            n_expanded: 0,
            depth: 0,
            level_end: 1,
            depth_found: 0,
            n_edges: 0,
            violations: vec![None; n_invariants],
            unviolated: (0..n_invariants).collect(),
            nearest_goal: None,
            n_goal_states: 0,
            fired: BitVec::new(),
        };
        search.scan_newest();
        search
    }

    /// Scans all successors of the next state of the frontier.
    fn scan_next(&mut self, budget: &mut Budget<'_>) -> Result<(), Incomplete> {
        budget.expand(|| self.progress())?;
        // `room` keeps the count of states within 32 bits.
        let parent = self.n_expanded as StateNo;
        let state = self.visited.state(parent).clone();
        let system = self.system;
        let mut next_ordinal = 0;
        let mut exceeded = None;
        let mut stopped = None;
        let mut visit = |action, successor: Successor<'_, T::State>| {
            let ordinal = next_ordinal;
            next_ordinal += 1;
            if stopped.is_some() {
                return;
            }
            match successor {
                Successor::State(next) => {
                    let origin = Origin { parent, ordinal };
                    stopped = self.step(&action, next, origin, budget).err();
                }
                Successor::Beyond(beyond) => {
                    exceeded.get_or_insert(Incomplete::BoundExceeded(beyond));
                }
            }
        };
        system.successors(&state, &mut Successors::new(&mut visit));
        // Whatever stopped the scan came after the first step beyond the bound.
        exceeded.or(stopped).map_or(Ok(()), Err)
    }

    fn step(
        &mut self,
        action: &T::Action,
        next: Cow<'_, T::State>,
        origin: Origin,
        budget: &mut Budget<'_>,
    ) -> Result<(), Incomplete> {
        budget.work(|| self.progress())?;
        self.n_edges += 1;
        if let Some(index) = self.system.declared_index(action) {
            if index >= self.fired.len() {
                self.fired.resize(index + 1, false);
            }
            self.fired.set(index, true);
        }
        let hash = self.visited.hash(&next);
        if self.visited.find(hash, &next).is_some() {
            return Ok(());
        }
        let limit = budget.limits.max_states;
        if self.visited.len() as u64 >= limit {
            return Err(Incomplete::StateLimit { limit });
        }
        let heap_bytes = self.system.heap_bytes(&next);
        self.visited.room(budget, heap_bytes)?;
        self.visited
            .push(hash, next.into_owned(), heap_bytes, origin);
        self.depth_found = self.depth + 1;
        self.scan_newest();
        Ok(())
    }

    /// Tests the properties on the state found last.
    fn scan_newest(&mut self) {
        let Self {
            system,
            visited,
            violations,
            ..
        } = self;
        let newest = (visited.len() - 1) as StateNo;
        let state = visited.state(newest);
        self.unviolated.retain(|&invariant| {
            let holds = system.holds(invariant, state);
            if !holds {
                violations[invariant] = Some(witness(visited, newest));
            }
            holds
        });
        if system.has_goal() && system.is_goal(state) {
            self.n_goal_states += 1;
            self.nearest_goal
                .get_or_insert_with(|| witness(visited, newest));
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            phase: Phase::Search,
            states: self.visited.len() as u64,
            depth: self.depth,
            frontier: (self.visited.len() - self.n_expanded) as u64,
            elapsed: Duration::ZERO,
        }
    }
}

impl<T: TransitionSystem> Frontier for Search<'_, T> {
    fn is_empty(&self) -> bool {
        self.n_expanded == self.visited.len()
    }

    fn expand(&mut self, budget: &mut Budget<'_>) -> Result<(), Incomplete> {
        if self.n_expanded == self.level_end {
            self.depth += 1;
            self.level_end = self.visited.len();
        }
        self.scan_next(budget)?;
        self.n_expanded += 1;
        Ok(())
    }
}
