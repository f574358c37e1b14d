//! Verdicts and the report of a check.

use crate::TransitionId;
use crate::budget::Incomplete;
use crate::replay::Trace;
use crate::search::Exhaustive;
use crate::semantics::State;
use bitvec::vec::BitVec;
use std::fmt;

/// What is known of a property, or of all of them together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Every reachable state was found, and the property holds.
    Proved,
    /// It fails, and the evidence replays.
    Refuted,
    /// Neither. Never a pass.
    Undetermined,
}

impl Verdict {
    /// The verdict of several together, never rounded up: refuted if any is,
    /// else undetermined if any is or there is none, else proved.
    ///
    /// ```
    /// use checker::Verdict::{self, Proved, Refuted, Undetermined};
    /// assert_eq!(Verdict::combine([Proved, Undetermined]), Undetermined);
    /// assert_eq!(Verdict::combine([Undetermined, Refuted]), Refuted);
    /// assert_eq!(Verdict::combine([]), Undetermined);
    /// ```
    pub fn combine(verdicts: impl IntoIterator<Item = Self>) -> Self {
        verdicts
            .into_iter()
            .reduce(|a, b| match (a, b) {
                (Self::Refuted, _) | (_, Self::Refuted) => Self::Refuted,
                (Self::Undetermined, _) | (_, Self::Undetermined) => Self::Undetermined,
                (Self::Proved, Self::Proved) => Self::Proved,
            })
            .unwrap_or(Self::Undetermined)
    }

    /// The exit status: 0 proved, 2 refuted, 3 undetermined.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Proved => 0,
            Self::Refuted => 2,
            Self::Undetermined => 3,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Proved => "PROVED",
            Self::Refuted => "REFUTED",
            Self::Undetermined => "UNDETERMINED",
        })
    }
}

/// The result of one property, with its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<W> {
    /// It holds in every reachable state, all of which were found.
    Holds(Exhaustive),
    /// It fails, and this shows it.
    Violated(W),
    /// The search ended before either was known.
    Unknown(Incomplete),
}

impl<W> Outcome<W> {
    /// The outcome of a property that no state found violates.
    pub(crate) fn of_exhaustion(completeness: &Result<Exhaustive, Incomplete>) -> Self {
        match completeness {
            Ok(exhaustive) => Self::Holds(*exhaustive),
            Err(incomplete) => Self::Unknown(incomplete.clone()),
        }
    }

    /// The outcome of a property with a witness, once that was replayed.
    pub(crate) fn replayed(evidence: Result<W, Incomplete>) -> Self {
        evidence.map_or_else(Self::Unknown, Self::Violated)
    }

    /// The verdict.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Holds(_) => Verdict::Proved,
            Self::Violated(_) => Verdict::Refuted,
            Self::Unknown(_) => Verdict::Undetermined,
        }
    }

    /// The evidence against the property, if it fails.
    #[must_use]
    pub fn counterexample(&self) -> Option<&W> {
        match self {
            Self::Violated(witness) => Some(witness),
            Self::Holds(_) | Self::Unknown(_) => None,
        }
    }
}

/// The result of one invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvariantResult<S, A> {
    /// Its name.
    pub name: String,
    /// Violated by the shortest trace to a violation, the least in the order
    /// of successors among the shortest.
    pub outcome: Outcome<Trace<S, A>>,
}

/// The result of AG EF goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LivenessResult<S, A> {
    /// Violated by a trace to a trap: a state from which no goal state can be
    /// reached. After an exhaustive search it is the first in breadth-first order.
    pub outcome: Outcome<Trace<S, A>>,
    /// Goal states among the states found.
    pub n_goal_states: u64,
}

/// The result of asking for a goal state within a number of steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithinResult<S, A> {
    /// The number of steps asked for.
    pub bound: u32,
    /// The answer.
    pub outcome: Reach<S, A>,
}

/// Whether a goal state lies within a number of steps.
///
/// Here it is the positive answer that has a trace, and the negative one that
/// rests on all states within the bound having been scanned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach<S, A> {
    /// The shortest trace to a goal state; it has at most `bound` transitions.
    Reached(Trace<S, A>),
    /// All states within the bound were scanned; the nearest goal state, if
    /// one was found, is farther away.
    NotReached {
        /// Steps to the nearest goal state found.
        steps_to_goal: Option<u32>,
    },
    /// The search ended before all states within the bound were found.
    Unknown(Incomplete),
}

impl<S, A> Reach<S, A> {
    /// The verdict.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Reached(_) => Verdict::Proved,
            Self::NotReached { .. } => Verdict::Refuted,
            Self::Unknown(_) => Verdict::Undetermined,
        }
    }
}

/// Everything that one check found out.
///
/// ```
/// use checker::{Draft, Limits, Verdict, check};
/// let model = Draft::new("switch")
///     .field("on", false)
///     .transition("press", [], [("on", true.into())])
///     .forbid("dark", [("on", true.into())])
///     .build()?;
/// let report = check(&model, &Limits::default())?;
/// assert_eq!((report.n_states, report.n_edges, report.depth), (2, 2, 1));
/// for finding in report.findings() {
///     assert_eq!((finding.name, finding.verdict), ("dark", Verdict::Refuted));
///     assert_eq!(finding.trace.unwrap().n_transitions(), 1);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report<S = State, A = TransitionId> {
    /// Reachable states found, the initial one included.
    pub n_states: u64,
    /// Steps found between them, self-loops and parallel steps included.
    pub n_edges: u64,
    /// Steps from the initial state to the farthest state found.
    pub depth: u32,
    /// Whether all reachable states were found, or why not.
    pub completeness: Result<Exhaustive, Incomplete>,
    /// One result an invariant, in declared order.
    pub invariants: Vec<InvariantResult<S, A>>,
    /// AG EF goal, where the system has a goal.
    pub liveness: Option<LivenessResult<S, A>>,
    /// Bounded reach, where [`Limits::within`](crate::Limits::within) asks for it and the system has a goal.
    pub within: Option<WithinResult<S, A>>,
    /// Bit `i` tells whether declared action `i` fired; see
    /// [`TransitionSystem::declared_index`].
    pub(crate) fired: BitVec,
}

/// Which kind of property a [`Finding`] is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Property {
    /// A condition on every reachable state.
    Invariant,
    /// AG EF goal.
    Liveness,
    /// A goal state within so many steps.
    Within(u32),
}

/// One property of a [`Report`], the same for every kind, as formats want it.
#[derive(Debug, PartialEq)]
pub struct Finding<'r, S = State, A = TransitionId> {
    /// The kind.
    pub property: Property,
    /// The invariant's name; `liveness` or `within` for the others.
    pub name: &'r str,
    /// The verdict.
    pub verdict: Verdict,
    /// The evidence as a trace, where it is one.
    pub trace: Option<&'r Trace<S, A>>,
    /// Why it is undetermined.
    pub incomplete: Option<&'r Incomplete>,
}

// A derive would ask the same of states and actions, which are only borrowed.
impl<S, A> Clone for Finding<'_, S, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, A> Copy for Finding<'_, S, A> {}

impl<S, A> Report<S, A> {
    /// The verdict of all properties together.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        Verdict::combine(self.findings().map(|finding| finding.verdict))
    }

    /// Whether declared action `index` fired in the part searched.
    #[must_use]
    pub fn has_fired(&self, index: usize) -> bool {
        self.fired.get(index).is_some_and(|fired| *fired)
    }

    /// Every property: invariants in order, then liveness, then bounded reach.
    pub fn findings(&self) -> impl Iterator<Item = Finding<'_, S, A>> {
        let invariants = self
            .invariants
            .iter()
            .map(|result| finding(Property::Invariant, &result.name, &result.outcome));
        let liveness = self
            .liveness
            .iter()
            .map(|result| finding(Property::Liveness, "liveness", &result.outcome));
        let within = self.within.iter().map(|result| Finding {
            property: Property::Within(result.bound),
            name: "within",
            verdict: result.outcome.verdict(),
            trace: match &result.outcome {
                Reach::Reached(trace) => Some(trace),
                _ => None,
            },
            incomplete: match &result.outcome {
                Reach::Unknown(incomplete) => Some(incomplete),
                _ => None,
            },
        });
        invariants.chain(liveness).chain(within)
    }

    /// The counterexample that a drawing shows: that of the first refuted property.
    #[must_use]
    pub fn counterexample(&self) -> Option<Finding<'_, S, A>> {
        self.findings()
            .find(|finding| finding.verdict == Verdict::Refuted && finding.trace.is_some())
    }
}

fn finding<'r, S, A>(
    property: Property,
    name: &'r str,
    outcome: &'r Outcome<Trace<S, A>>,
) -> Finding<'r, S, A> {
    Finding {
        property,
        name,
        verdict: outcome.verdict(),
        trace: outcome.counterexample(),
        incomplete: match outcome {
            Outcome::Unknown(incomplete) => Some(incomplete),
            Outcome::Holds(_) | Outcome::Violated(_) => None,
        },
    }
}
