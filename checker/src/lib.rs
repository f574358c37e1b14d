//! State machines, exhaustive search, and verdicts that can be checked.

mod budget;
pub mod export;
mod graph;
mod liveness;
mod model;
pub mod output;
mod packed;
mod replay;
mod search;
mod semantics;
pub mod spec;
mod value;
mod verdict;
mod visited;
mod warning;

pub use budget::{Incomplete, Limits, Phase, Progress};
pub use model::{
    Condition, DEFAULT_INT_BOUND, Draft, DraftCondition, DraftTransition, FieldId, Guard,
    Invariant, Model, ModelError, ModelErrorKind, ModelErrors, Place, Transition, TransitionId,
    Update,
};
pub use replay::{ReplayMismatch, Step, Trace};
pub use search::Exhaustive;
pub use semantics::{BoundExceeded, State, Successors, TransitionSystem};
pub use value::{Float, Value, ValueType};
pub use verdict::{
    Finding, InvariantResult, LivenessResult, Outcome, Property, Reach, Report, Verdict,
    WithinResult, check, check_with_progress,
};
pub use warning::{Warning, warnings};
