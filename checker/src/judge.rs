//! From a system to its report: an engine searches, its claims are replayed, and
//! what stands is judged.

use crate::budget::{Budget, Limits, Progress};
use crate::packed::{self, Tuning};
use crate::replay::{self, ReplayMismatch};
use crate::search::{self, Exploration, Found};
use crate::semantics::TransitionSystem;
use crate::verdict::{InvariantResult, LivenessResult, Outcome, Reach, Report, WithinResult};
use std::ops::ControlFlow;

/// Checks all properties of a system: invariants, AG EF goal, bounded reach.
///
/// # Errors
/// [`ReplayMismatch`] where a witness does not replay; nothing is known then.
///
/// ```
/// use checker::{Draft, Limits, Update, Verdict, check};
/// let model = Draft::new("counter")
///     .field("n", 0)
///     .transition("tick", [], [("n", Update::Add(1))])
///     .forbid("never_nine", [("n", 9.into())])
///     .build()?;
/// let report = check(&model, &Limits::default())?;
/// assert_eq!(report.verdict(), Verdict::Refuted);
/// let trace = report.invariants[0].outcome.counterexample().unwrap();
/// assert_eq!(trace.n_transitions(), 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check<T>(system: &T, limits: &Limits) -> Result<Report<T::State, T::Action>, ReplayMismatch>
where
    T: TransitionSystem<State: Send + Sync> + Sync,
{
    check_with_progress(system, limits, |_| ControlFlow::Continue(()))
}

/// [`check`], telling a callback how far it is some thousand times a second.
///
/// Where the callback breaks, the check ends with what is known so far, as
/// [`Incomplete::Interrupted`](crate::Incomplete::Interrupted).
///
/// # Errors
/// As [`check`].
///
/// ```
/// use checker::{Draft, Incomplete, Limits, Update, Verdict, check_with_progress};
/// use std::ops::ControlFlow;
/// let model = Draft::new("long")
///     .field("n", 0)
///     .transition("tick", [], [("n", Update::Add(1))])
///     .forbid("negative", [("n", (-1).into())])
///     .int_bound(1_000_000)
///     .build()?;
/// let limits = Limits { max_states: 10_000_000, ..Limits::default() };
/// let report = check_with_progress(&model, &limits, |_| ControlFlow::Break(()))?;
/// assert_eq!(report.verdict(), Verdict::Undetermined);
/// assert_eq!(report.completeness, Err(Incomplete::Interrupted));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_with_progress<T>(
    system: &T,
    limits: &Limits,
    on_progress: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report<T::State, T::Action>, ReplayMismatch>
where
    T: TransitionSystem<State: Send + Sync> + Sync,
{
    check_tuned(system, limits, &Tuning::default(), on_progress)
}

/// [`check_with_progress`] by an engine that is tuned, for tests and benches
/// of the engine: no tuning changes an answer.
///
/// # Errors
/// As [`check`].
#[doc(hidden)]
pub fn check_tuned<T>(
    system: &T,
    limits: &Limits,
    tuning: &Tuning,
    mut on_progress: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report<T::State, T::Action>, ReplayMismatch>
where
    T: TransitionSystem<State: Send + Sync> + Sync,
{
    let mut budget = Budget::new(*limits, &mut on_progress);
    let found = match system.as_model() {
        Some(model) => packed::find(model, tuning, &mut budget)?,
        None => search::find(system, tuning, &mut budget)?,
    };
    report(system, found, &mut budget)
}

/// [`check_with_progress`] for a system or states that threads cannot share,
/// such as states that hold an `Rc`: one thread does it all.
///
/// # Errors
/// As [`check`].
///
/// ```
/// use checker::{Limits, Successors, TransitionSystem, Verdict, check_on_one_thread};
/// use std::{ops::ControlFlow, rc::Rc};
///
/// /// A list that grows to three and is cut to nothing.
/// struct List;
///
/// impl TransitionSystem for List {
///     type State = Rc<[u8]>;
///     type Action = &'static str;
///
///     fn initial(&self) -> Rc<[u8]> {
///         [].into()
///     }
///     fn successors(&self, state: &Rc<[u8]>, out: &mut Successors<'_, Rc<[u8]>, &'static str>) {
///         if state.len() < 3 {
///             out.push("grow", [state, &[0][..]].concat().into());
///         }
///         out.push("cut", [].into());
///     }
///     fn invariants(&self) -> Vec<String> {
///         vec!["short".into()]
///     }
///     fn holds(&self, _invariant: usize, state: &Rc<[u8]>) -> bool {
///         state.len() < 4
///     }
/// }
///
/// let limits = Limits::default();
/// let report = check_on_one_thread(&List, &limits, |_| ControlFlow::Continue(()))?;
/// assert_eq!((report.verdict(), report.n_states), (Verdict::Proved, 4));
/// # Ok::<(), checker::ReplayMismatch>(())
/// ```
pub fn check_on_one_thread<T: TransitionSystem>(
    system: &T,
    limits: &Limits,
    mut on_progress: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Report<T::State, T::Action>, ReplayMismatch> {
    let mut budget = Budget::new(*limits, &mut on_progress);
    let found = search::find_alone(system, &mut budget)?;
    report(system, found, &mut budget)
}

/// Replays what an engine claims and judges by it.
fn report<T: TransitionSystem>(
    system: &T,
    found: Found,
    budget: &mut Budget<'_>,
) -> Result<Report<T::State, T::Action>, ReplayMismatch> {
    let Found { exploration, trap } = found;
    let mut invariants = Vec::new();
    for (index, name) in system.invariants().into_iter().enumerate() {
        let outcome = match &exploration.violations[index] {
            Some(witness) => {
                let fails = |state: &T::State| !system.holds(index, state);
                Outcome::replayed(replay::replay(system, witness, &name, budget, fails)?)
            }
            None => Outcome::of_exhaustion(&exploration.completeness),
        };
        invariants.push(InvariantResult { name, outcome });
    }
    let liveness = match trap {
        None => None,
        Some(outcome) => Some(LivenessResult {
            outcome: match outcome {
                Outcome::Violated(trap) => {
                    let is_no_goal = |state: &T::State| !system.is_goal(state);
                    Outcome::replayed(replay::replay(
                        system, &trap, "liveness", budget, is_no_goal,
                    )?)
                }
                Outcome::Holds(exhaustive) => Outcome::Holds(exhaustive),
                Outcome::Unknown(incomplete) => Outcome::Unknown(incomplete),
            },
            n_goal_states: exploration.n_goal_states,
        }),
    };
    let within = match budget.limits.within {
        Some(bound) if system.has_goal() => Some(WithinResult {
            bound,
            outcome: reach(system, &exploration, bound, budget)?,
        }),
        _ => None,
    };
    Ok(Report {
        n_states: exploration.n_states,
        n_edges: exploration.n_edges,
        depth: exploration.depth,
        completeness: exploration.completeness,
        invariants,
        liveness,
        within,
        fired: exploration.fired,
    })
}

fn reach<T: TransitionSystem>(
    system: &T,
    exploration: &Exploration,
    bound: u32,
    budget: &mut Budget<'_>,
) -> Result<Reach<T::State, T::Action>, ReplayMismatch> {
    let nearest = exploration.nearest_goal.as_ref();
    let steps = nearest.map(|witness| witness.ordinals.len() as u32);
    if let (Some(witness), Some(steps)) = (nearest, steps)
        && steps <= bound
    {
        let is_goal = |state: &T::State| system.is_goal(state);
        let trace = replay::replay(system, witness, "within", budget, is_goal)?;
        return Ok(trace.map_or_else(Reach::Unknown, Reach::Reached));
    }
    Ok(match &exploration.completeness {
        Err(incomplete) if exploration.covered_depth < bound => Reach::Unknown(incomplete.clone()),
        _ => Reach::NotReached {
            steps_to_goal: steps,
        },
    })
}
