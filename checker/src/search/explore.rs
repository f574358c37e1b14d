//! The levels of a search, one step after the other.

use super::crew::{Expand, Piece, Step, Unknown, View};
use super::seen::{Origin, Seen, StateNo};
use super::{Exploration, Frontier, Space, Witness, exhaust, witness};
use crate::budget::{Budget, Incomplete, Phase, Progress};
use crate::semantics::TransitionSystem;
use bitvec::vec::BitVec;
use std::time::Duration;

/// Searches breadth-first until the frontier is empty or a limit is met.
///
/// All invariants are tested in one sweep, each state once, when it is found.
/// A successor beyond the bound ends the search, but only after the other
/// successors of its state were scanned.
pub(super) fn explore<T: TransitionSystem>(
    system: &T,
    crew: impl Expand<T>,
    budget: &mut Budget<'_>,
) -> (Exploration, Space<T::State>) {
    let mut search = Search::new(system, crew);
    let completeness = exhaust(&mut search, budget);
    let exploration = Exploration {
        n_states: search.seen.len() as u64,
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
        seen: search.seen,
        n_expanded: search.n_expanded,
    };
    (exploration, space)
}

/// What the properties say of one state.
#[derive(Clone, Copy)]
pub(super) struct Sights {
    /// An invariant fails that had no violation when this was found.
    is_violation: bool,
    is_goal: bool,
}

impl Sights {
    pub(super) fn of<T: TransitionSystem>(view: View<'_, T>, state: &T::State) -> Self {
        let View {
            system, unviolated, ..
        } = view;
        let mut unviolated = unviolated.iter();
        Self {
            is_violation: unviolated.any(|&invariant| !system.holds(invariant, state)),
            is_goal: system.has_goal() && system.is_goal(state),
        }
    }
}

/// The state being expanded, as far as its steps were taken.
#[derive(Default)]
struct Source {
    is_paid: bool,
    n_taken: u32,
    /// Its first step beyond the bound, which ends the search once all others
    /// were taken.
    exceeded: Option<Incomplete>,
}

struct Search<'a, T: TransitionSystem, E> {
    system: &'a T,
    crew: E,
    pieces: Vec<Piece<T::State>>,
    seen: Seen<T::State>,
    n_expanded: usize,
    source: Source,
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

impl<'a, T: TransitionSystem, E: Expand<T>> Search<'a, T, E> {
    fn new(system: &'a T, crew: E) -> Self {
        let initial = system.initial();
        let n_invariants = system.invariants().len();
        let heap_bytes = system.heap_bytes(&initial);
        let mut search = Self {
            system,
            crew,
            pieces: Vec::new(),
            seen: Seen::new(initial, heap_bytes),
            n_expanded: 0,
            source: Source::default(),
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
        let sights = Sights::of(search.view(), search.seen.state(0));
        search.see_newest(sights);
        search
    }

    fn view(&self) -> View<'_, T> {
        View {
            system: self.system,
            seen: &self.seen,
            unviolated: &self.unviolated,
        }
    }

    /// Takes what was looked at in order, as if one step at a time.
    fn take_all(
        &mut self,
        piece: &mut Piece<T::State>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Incomplete> {
        let mut steps = piece.steps.drain(..);
        for degree in piece.degrees.drain(..) {
            self.begin_source(budget)?;
            for (declared, step) in steps.by_ref().take(degree) {
                self.take(declared, step, budget)?;
            }
            self.end_source()?;
        }
        if steps.len() > 0 {
            self.begin_source(budget)?;
        }
        steps.try_for_each(|(declared, step)| self.take(declared, step, budget))
    }

    fn begin_source(&mut self, budget: &mut Budget<'_>) -> Result<(), Incomplete> {
        if std::mem::replace(&mut self.source.is_paid, true) {
            return Ok(());
        }
        budget.expand(|| self.progress())
    }

    fn end_source(&mut self) -> Result<(), Incomplete> {
        match std::mem::take(&mut self.source).exceeded {
            Some(exceeded) => Err(exceeded),
            None => {
                self.n_expanded += 1;
                Ok(())
            }
        }
    }

    /// Takes one step of the state being expanded.
    fn take(
        &mut self,
        declared: Option<usize>,
        step: Step<T::State>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Incomplete> {
        let origin = Origin {
            // `room` keeps the count of states within 32 bits.
            parent: self.n_expanded as StateNo,
            ordinal: self.source.n_taken,
        };
        self.source.n_taken += 1;
        let taken = match step {
            Step::Beyond(beyond) => {
                let exceeded = Incomplete::BoundExceeded(*beyond);
                self.source.exceeded.get_or_insert(exceeded);
                return Ok(());
            }
            Step::Known => self.count(declared, budget),
            Step::Unknown(next) => self
                .count(declared, budget)
                .and_then(|()| self.reach(next, origin, budget)),
        };
        // Whatever stopped the search came after the first step beyond the bound.
        taken.map_err(|stopped| self.source.exceeded.take().unwrap_or(stopped))
    }

    fn count(
        &mut self,
        declared: Option<usize>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Incomplete> {
        budget.work(|| self.progress())?;
        self.n_edges += 1;
        if let Some(index) = declared {
            if index >= self.fired.len() {
                self.fired.resize(index + 1, false);
            }
            self.fired.set(index, true);
        }
        Ok(())
    }

    /// Takes a state that was not seen when it was looked at.
    fn reach(
        &mut self,
        next: Unknown<T::State>,
        origin: Origin,
        budget: &mut Budget<'_>,
    ) -> Result<(), Incomplete> {
        let Unknown {
            hash,
            heap_bytes,
            sights,
            state,
        } = next;
        if self.seen.find(hash, &state).is_some() {
            return Ok(());
        }
        let limit = budget.limits.max_states;
        if self.seen.len() as u64 >= limit {
            return Err(Incomplete::StateLimit { limit });
        }
        self.seen.room(budget, heap_bytes)?;
        self.seen.push(hash, state, heap_bytes, origin);
        self.depth_found = self.depth + 1;
        self.see_newest(sights);
        Ok(())
    }

    /// Notes what the properties say of the state found last.
    fn see_newest(&mut self, sights: Sights) {
        let Self {
            system,
            seen,
            violations,
            ..
        } = self;
        let newest = (seen.len() - 1) as StateNo;
        if sights.is_violation {
            let state = seen.state(newest);
            self.unviolated.retain(|&invariant| {
                let holds = system.holds(invariant, state);
                if !holds {
                    violations[invariant] = Some(witness(seen, newest));
                }
                holds
            });
        }
        if sights.is_goal {
            self.n_goal_states += 1;
            self.nearest_goal
                .get_or_insert_with(|| witness(seen, newest));
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            phase: Phase::Search,
            states: self.seen.len() as u64,
            depth: self.depth,
            frontier: (self.seen.len() - self.n_expanded) as u64,
            elapsed: Duration::ZERO,
        }
    }
}

impl<T: TransitionSystem, E: Expand<T>> Frontier for Search<'_, T, E> {
    fn is_empty(&self) -> bool {
        self.n_expanded == self.seen.len()
    }

    fn expand(&mut self, budget: &mut Budget<'_>) -> Result<(), Incomplete> {
        if self.n_expanded == self.level_end {
            self.depth += 1;
            self.level_end = self.seen.len();
        }
        let level = self.n_expanded..self.level_end;
        let skip = self.source.n_taken as usize;
        let mut pieces = std::mem::take(&mut self.pieces);
        let view = View {
            system: self.system,
            seen: &self.seen,
            unviolated: &self.unviolated,
        };
        self.crew.expand(view, level, skip, budget, &mut pieces);
        for piece in &mut pieces {
            self.take_all(piece, budget)?;
            if piece.is_full() {
                // What the others looked at comes after steps that are missing.
                break;
            }
        }
        self.pieces = pieces;
        Ok(())
    }
}
