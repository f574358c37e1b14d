//! What a transition system is, and the plain semantics of a [`Model`].
//!
//! Everything here is written to be obviously right. Engines may be faster,
//! but every witness they find is replayed through this module.

use crate::model::{TransitionId, Update};
use crate::{Model, Value};
use std::borrow::Cow;
use std::fmt;
use std::hash::Hash;

/// A finite transition system with invariants and perhaps a goal.
///
/// [`Model`] is one. Implement it for a Rust type to search a system that is
/// written in Rust: it gets the same search, verdicts and traces.
///
/// **Duty of determinism.** `initial`, `successors`, `holds` and `is_goal` must
/// be functions of their arguments: the same state yields the same successors
/// in the same order whenever it is asked. The results for a system that
/// answers otherwise mean nothing; where a trace of it does not replay, that is
/// reported as [`ReplayMismatch`](crate::ReplayMismatch).
///
/// **Threads.** [`check`](crate::check) expands wide levels on several threads
/// and so wants a system that is `Sync` and states that are `Send` and `Sync`;
/// [`check_on_one_thread`](crate::check_on_one_thread) takes any. The answers
/// are the same.
///
/// **Speed.** Derive `Hash`, keep states small, in arrays rather than lists
/// where their length is fixed, and hand successors over by
/// [`Successors::push_ref`] where they own memory.
///
/// ```
/// use checker::{Limits, Successors, TransitionSystem, Verdict, check};
///
/// /// A counter that wraps at 5.
/// struct Counter;
///
/// impl TransitionSystem for Counter {
///     type State = u8;
///     type Action = &'static str;
///
///     fn initial(&self) -> u8 {
///         0
///     }
///     fn successors(&self, state: &u8, out: &mut Successors<'_, u8, &'static str>) {
///         out.push("tick", (state + 1) % 5);
///     }
///     fn invariants(&self) -> Vec<String> {
///         vec!["below three".into()]
///     }
///     fn holds(&self, _invariant: usize, state: &u8) -> bool {
///         *state < 3
///     }
/// }
///
/// let report = check(&Counter, &Limits::default())?;
/// assert_eq!(report.verdict(), Verdict::Refuted);
/// let trace = report.invariants[0].outcome.counterexample().unwrap();
/// assert_eq!(trace.steps().len() - 1, 3);
/// # Ok::<(), checker::ReplayMismatch>(())
/// ```
pub trait TransitionSystem {
    /// One state, whole: two states are the same exactly if they are equal.
    type State: Clone + Eq + Hash;
    /// What a step of a trace is named by.
    type Action: Clone;

    /// The initial state.
    fn initial(&self) -> Self::State;

    /// Hands every successor of `state` to `out`, in the system's order.
    fn successors(&self, state: &Self::State, out: &mut Successors<'_, Self::State, Self::Action>);

    /// The names of the invariants.
    fn invariants(&self) -> Vec<String>;

    /// Whether a state satisfies the invariant at that position of [`Self::invariants`].
    fn holds(&self, invariant: usize, state: &Self::State) -> bool;

    /// Whether AG EF goal is asked.
    fn has_goal(&self) -> bool {
        false
    }

    /// Whether a state is a goal state.
    fn is_goal(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Bytes that a state owns beside its own size, for the memory budget.
    fn heap_bytes(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// The position of an action among the declared ones, if the system has
    /// declared ones; lets the search tell which never fired.
    fn declared_index(&self, action: &Self::Action) -> Option<usize> {
        let _ = action;
        None
    }

    /// The model that this is, for which there is a faster engine.
    #[doc(hidden)]
    fn as_model(&self) -> Option<&Model> {
        None
    }
}

/// A successor as a visitor sees it.
pub(crate) enum Successor<'a, S: Clone> {
    /// A state of the system.
    State(Cow<'a, S>),
    /// A step that would leave the bound of integers.
    Beyond(BoundExceeded),
}

/// Takes the successors of one state, in order.
pub struct Successors<'v, S: Clone, A> {
    visit: &'v mut dyn FnMut(A, Successor<'_, S>),
}

impl<'v, S: Clone, A> Successors<'v, S, A> {
    pub(crate) fn new(visit: &'v mut dyn FnMut(A, Successor<'_, S>)) -> Self {
        Self { visit }
    }

    /// The next successor.
    pub fn push(&mut self, action: A, state: S) {
        (self.visit)(action, Successor::State(Cow::Owned(state)));
    }

    /// The next successor, copied by [`Clone::clone_from`] into the memory of
    /// an earlier one: faster than [`Successors::push`] where states own memory
    /// and a scratch state is reused.
    pub fn push_ref(&mut self, action: A, state: &S) {
        (self.visit)(action, Successor::State(Cow::Borrowed(state)));
    }

    /// A step that leaves the bound: the search is no longer exhaustive.
    pub fn exceed(&mut self, action: A, exceeded: BoundExceeded) {
        (self.visit)(action, Successor::Beyond(exceeded));
    }
}

/// The steps from one state in the system's order, for whoever replays what
/// others claim. Steps beyond the bound of integers are left out.
///
/// ```
/// use checker::{Draft, TransitionSystem, steps_from};
/// let model = Draft::new("lamp")
///     .field("on", false)
///     .transition("press", [], [("on", true.into())])
///     .forbid("dark", [("on", false.into())])
///     .build()?;
/// let steps = steps_from(&model, &model.initial());
/// assert_eq!(steps[0].1[0], true.into());
/// # Ok::<(), checker::ModelErrors>(())
/// ```
pub fn steps_from<T: TransitionSystem>(system: &T, state: &T::State) -> Vec<(T::Action, T::State)> {
    let mut steps = Vec::new();
    let mut visit = |action, successor: Successor<'_, T::State>| {
        if let Successor::State(next) = successor {
            steps.push((action, next.into_owned()));
        }
    };
    system.successors(state, &mut Successors::new(&mut visit));
    steps
}

/// A step that would carry an integer past the bound.
///
/// `Display` starts and ends as minicheck's message does.
///
/// ```
/// use checker::{Draft, Incomplete, Limits, Update, check};
/// let model = Draft::new("counter")
///     .field("n", 0)
///     .transition("tick", [], [("n", Update::Add(1))])
///     .forbid("negative", [("n", (-1).into())])
///     .int_bound(3)
///     .build()?;
/// match check(&model, &Limits::default())?.completeness {
///     Err(Incomplete::BoundExceeded(exceeded)) => assert_eq!(exceeded.value, 4),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoundExceeded {
    /// The label of the transition.
    pub transition: String,
    /// The name of the field.
    pub field: String,
    /// The value that was not taken.
    pub value: i128,
    /// The bound.
    pub int_bound: i64,
}

impl fmt::Display for BoundExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "transition '{}' drives field '{}' to {}, outside int_bound {}. \
             States beyond it were not looked at. Re-run with int_bound >= {}.",
            self.transition,
            self.field,
            self.value,
            self.int_bound,
            self.value.unsigned_abs()
        )
    }
}

/// A state of a [`Model`]: one value a field.
pub type State = Box<[Value]>;

/// Applies the updates of a transition to `state`, reading and writing as if
/// all at once; `into` becomes the successor.
///
/// # Errors
/// [`BoundExceeded`] for the first update, in declared order, that leaves the
/// bound.
fn apply(
    model: &Model,
    id: TransitionId,
    state: &[Value],
    into: &mut State,
) -> Result<(), BoundExceeded> {
    into.clone_from_slice(state);
    let transition = model.transition(id);
    for (field, update) in &transition.updates {
        let next = &mut into[field.index()];
        match update {
            Update::Set(value) => *next = value.clone(),
            Update::Add(amount) => {
                if let Value::Int(current) = state[field.index()] {
                    let sum = i128::from(current) + i128::from(*amount);
                    *next = i64::try_from(sum)
                        .ok()
                        .map(Value::Int)
                        .filter(|sum| sum.is_within(model.int_bound()))
                        .ok_or_else(|| BoundExceeded {
                            transition: transition.label.clone(),
                            field: model.field(*field).to_owned(),
                            value: sum,
                            int_bound: model.int_bound(),
                        })?;
                }
            }
        }
    }
    Ok(())
}

impl TransitionSystem for Model {
    type State = State;
    type Action = TransitionId;

    fn initial(&self) -> State {
        self.initial_values().into()
    }

    fn successors(&self, state: &State, out: &mut Successors<'_, State, TransitionId>) {
        let mut next = state.clone();
        for id in self.transition_ids() {
            if self.transition(id).guard.matches(state) {
                match apply(self, id, state, &mut next) {
                    Ok(()) => out.push_ref(id, &next),
                    Err(exceeded) => out.exceed(id, exceeded),
                }
            }
        }
    }

    fn invariants(&self) -> Vec<String> {
        Self::invariants(self)
            .iter()
            .map(|invariant| invariant.name.clone())
            .collect()
    }

    fn holds(&self, invariant: usize, state: &State) -> bool {
        Self::invariants(self)[invariant].condition.holds(state)
    }

    fn has_goal(&self) -> bool {
        self.goal().is_some()
    }

    fn is_goal(&self, state: &State) -> bool {
        self.goal().is_some_and(|goal| goal.holds(state))
    }

    fn heap_bytes(&self, state: &State) -> usize {
        // Text values share the model's own strings.
        size_of_val::<[Value]>(state) + ALLOCATION_OVERHEAD
    }

    fn declared_index(&self, action: &TransitionId) -> Option<usize> {
        Some(action.index())
    }

    fn as_model(&self) -> Option<&Model> {
        Some(self)
    }
}

/// What an allocator adds to a block, at the common 16-byte granularity.
const ALLOCATION_OVERHEAD: usize = 16;
