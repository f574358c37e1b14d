//! Counting: a detection is credited only where its trace replays.

use crate::{Mode, Replay, Submission, Task, replay};
use serde::Serialize;
use statistics::Confusion;

/// How one task went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Violated, and shown to be.
    TruePositive,
    /// Violated, claimed, and not shown.
    FalseNegativeUnreplayed,
    /// Violated, and not claimed.
    FalseNegative,
    /// Safe, and claimed to be violated.
    FalsePositive,
    /// Safe, and not claimed to be violated.
    TrueNegative,
}

impl Outcome {
    /// Whether it counts as a detection, right or wrong: a claim about a violated
    /// task that does not replay counts as none.
    fn is_detection(self) -> bool {
        match self {
            Self::TruePositive | Self::FalsePositive => true,
            Self::FalseNegativeUnreplayed | Self::FalseNegative | Self::TrueNegative => false,
        }
    }
}

/// One task of a [`Report`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TaskReport {
    /// The task.
    pub id: String,
    /// The ground truth.
    pub label: String,
    /// A violation was claimed.
    pub predicted_violated: bool,
    /// And its trace replays.
    pub credited_detection: bool,
    /// How it went.
    pub outcome: Outcome,
    /// What became of the trace.
    pub trace: Replay,
}

/// The scores, in protocol-bench's keys and order.
///
/// Rates are fractions from 0 to 1. Balanced accuracy is the mean of the two
/// recalls; a recall over no tasks is 0.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Tasks scored.
    pub n_tasks: usize,
    /// Correct ones, where a detection has to replay.
    pub accuracy: f64,
    /// The headline.
    pub balanced_accuracy: f64,
    /// Over violated tasks.
    pub recall_violated: f64,
    /// Over safe tasks.
    pub recall_safe: f64,
    /// Violated and shown.
    pub true_positives: usize,
    /// Safe and claimed.
    pub false_positives: usize,
    /// Violated and not shown.
    pub false_negatives: usize,
    /// Safe and not claimed.
    pub true_negatives: usize,
    /// Traces that replay.
    pub valid_counterexamples: usize,
    /// Claims of a violation.
    pub detections_claimed: usize,
    /// Claims whose trace does not replay.
    pub unreplayed_claims: usize,
    /// The accuracy of the claims alone.
    pub accuracy_ignoring_replay: f64,
    /// The accuracy of claiming nothing.
    pub trivial_always_safe_accuracy: f64,
    /// Task by task.
    pub per_task: Vec<TaskReport>,
}

/// Scores a submission.
///
/// ```
/// use score::{Mode, Task, baseline, score};
/// let tasks = Task::all()?;
/// let report = score(&baseline::bfs(&tasks)?, &tasks, Mode::Strict);
/// assert_eq!((report.accuracy, report.balanced_accuracy), (1.0, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn score(submission: &Submission, tasks: &[Task], mode: Mode) -> Report {
    let per_task: Vec<_> = tasks
        .iter()
        .map(|task| judge(task, submission, mode))
        .collect();
    let count = |is: &dyn Fn(&TaskReport) -> bool| per_task.iter().filter(|one| is(one)).count();
    let outcome = |outcome| count(&|one| one.outcome == outcome);
    let truths = tasks.iter().map(Task::is_violated);
    let judged = per_task.iter().map(|one| one.outcome.is_detection());
    let confusion: Confusion = judged.zip(truths.clone()).collect();
    let claimed = per_task.iter().map(|one| one.predicted_violated);
    let claims: Confusion = claimed.zip(truths.clone()).collect();
    let silence: Confusion = truths.map(|truth| (false, truth)).collect();
    // protocol-bench has a share of nothing as 0.
    let share = |share: Option<f64>| share.unwrap_or(0.0);
    let recall_violated = share(confusion.recall());
    let recall_safe = share(confusion.specificity());
    Report {
        n_tasks: tasks.len(),
        accuracy: share(confusion.accuracy()),
        balanced_accuracy: f64::midpoint(recall_violated, recall_safe),
        recall_violated,
        recall_safe,
        true_positives: outcome(Outcome::TruePositive),
        false_positives: outcome(Outcome::FalsePositive),
        false_negatives: outcome(Outcome::FalseNegativeUnreplayed)
            + outcome(Outcome::FalseNegative),
        true_negatives: outcome(Outcome::TrueNegative),
        valid_counterexamples: count(&|one| one.credited_detection),
        detections_claimed: count(&|one| one.predicted_violated),
        unreplayed_claims: count(&|one| one.predicted_violated && !one.credited_detection),
        accuracy_ignoring_replay: share(claims.accuracy()),
        trivial_always_safe_accuracy: share(silence.accuracy()),
        per_task,
    }
}

fn judge(task: &Task, submission: &Submission, mode: Mode) -> TaskReport {
    let claim = submission.claim(&task.id, mode);
    let trace = if claim.violated {
        replay(task, claim.trace, mode)
    } else {
        Replay::NotAsked
    };
    let credited = trace.is_valid();
    TaskReport {
        id: task.id.clone(),
        label: task.label.kind.value.to_string(),
        predicted_violated: claim.violated,
        credited_detection: credited,
        outcome: match (task.is_violated(), claim.violated, credited) {
            (true, true, true) => Outcome::TruePositive,
            (true, true, false) => Outcome::FalseNegativeUnreplayed,
            (true, false, _) => Outcome::FalseNegative,
            (false, true, _) => Outcome::FalsePositive,
            (false, false, _) => Outcome::TrueNegative,
        },
        trace,
    }
}
