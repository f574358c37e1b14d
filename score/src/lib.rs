//! Scores of claims about known machines, where a claimed detection counts only
//! if its counterexample replays: protocol-bench's tasks, keys and arithmetic.
//!
//! A [`Submission`] says of each [`Task`] whether its property is violated, with
//! a trace as evidence. [`replay`] holds the trace against the machine, [`score`]
//! counts.
//!
//! ```
//! use score::{Mode, Submission, Task, baseline, score};
//!
//! let tasks = Task::all()?;
//! let report = score(&baseline::always_safe(&tasks), &tasks, Mode::Strict);
//! assert_eq!(report.balanced_accuracy, 0.5);
//! // A claim without evidence earns nothing.
//! let report = score(&baseline::always_violated(&tasks), &tasks, Mode::Strict);
//! assert_eq!((report.accuracy, report.unreplayed_claims), (0.0, 15));
//! # let _ = Submission::default();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod baseline;
pub mod crypform;
mod export;
mod prompt;
mod replay;
mod reply;
mod report;
mod submission;
mod task;

pub use export::{ExportError, Exported, ExportedStep, export};
pub use prompt::{PromptMode, machine, prompt};
pub use replay::{Fault, Mode, Replay, replay};
pub use reply::{Reply, parse_reply};
pub use report::{Outcome, Report, TaskReport, score};
pub use submission::{Claim, Submission, SubmissionError};
pub use task::{Task, TaskError};
