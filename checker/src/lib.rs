//! State machines, exhaustive search, and verdicts that can be checked.
//!
//! A machine is a [`Model`]: built in Rust by [`Draft`], read from JSON by
//! [`spec`], or any type of yours that implements [`TransitionSystem`].
//! [`check`] searches it and returns a [`Report`]; [`output`] writes that in
//! every format, [`export`] hands the machine to other checkers.
//!
//! ```
//! use checker::{Limits, Verdict, check, spec};
//! use diagnostic::SourceFile;
//!
//! let source = SourceFile::new("lamp.json", r#"{
//!     "fields": ["on"], "initial": {"on": false},
//!     "transitions": [{"label": "press", "set": {"on": true}}],
//!     "invariants": {"dark": {"forbid": {"on": true}}}
//! }"#);
//! let model = spec::read_checkable(&source, checker::DEFAULT_INT_BOUND).unwrap();
//! let report = check(&model, &Limits::default())?;
//! assert_eq!(report.verdict(), Verdict::Refuted);
//! # Ok::<(), checker::ReplayMismatch>(())
//! ```

mod budget;
pub mod export;
mod graph;
mod judge;
#[cfg(feature = "label")]
pub mod label;
mod liveness;
mod model;
pub mod output;
mod packed;
mod replay;
mod search;
mod semantics;
pub mod spec;
mod vacuity;
mod value;
mod verdict;
mod visited;
mod warning;

pub use budget::{Incomplete, Limits, Phase, Progress};
#[doc(hidden)]
pub use judge::check_tuned;
pub use judge::{check, check_on_one_thread, check_with_progress};
pub use model::{
    Condition, DEFAULT_INT_BOUND, Draft, DraftCondition, DraftTransition, FieldId, Guard,
    Invariant, Model, ModelError, ModelErrorKind, ModelErrors, Place, Transition, TransitionId,
    Update,
};
#[doc(hidden)]
pub use packed::{Tuning, parts};
pub use replay::{ReplayMismatch, Step, Trace};
pub use search::Exhaustive;
pub use semantics::{BoundExceeded, State, Successors, TransitionSystem, steps_from};
pub use vacuity::{Vacuity, vacuity};
pub use value::{Float, Value, ValueType};
pub use verdict::{
    Finding, InvariantResult, LivenessResult, Outcome, Property, Reach, Report, Verdict,
    WithinResult,
};
pub use warning::{Warning, warnings};
