//! The tasks: machines with a property and a label.

use checker::label::{self, Label};
use checker::{DEFAULT_INT_BOUND, Model, TransitionSystem, spec};
use diagnostic::SourceFile;
use models::specs::{ALL, N_PROTOCOL_BENCH_TASKS, Spec};

/// A machine, a property, and what is known of it.
#[derive(Debug, Clone)]
pub struct Task {
    /// Its name.
    pub id: String,
    /// What is known.
    pub label: Label,
    /// The machine. All of its invariants together are the property.
    pub model: Model,
}

/// A task whose embedded files do not read: a fault of this program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file} is no task: {why}")]
pub struct TaskError {
    /// The file.
    pub file: String,
    /// The first fault of it.
    pub why: String,
}

impl Task {
    /// The fifteen tasks of protocol-bench 1.1.0, in its order.
    ///
    /// # Errors
    /// [`TaskError`] where an embedded file is faulty.
    ///
    /// ```
    /// let tasks = score::Task::all()?;
    /// assert_eq!(tasks.len(), 15);
    /// assert_eq!(tasks.iter().filter(|task| task.is_violated()).count(), 2);
    /// # Ok::<(), score::TaskError>(())
    /// ```
    pub fn all() -> Result<Vec<Self>, TaskError> {
        let specs = ALL.iter().take(N_PROTOCOL_BENCH_TASKS);
        specs.map(Self::of).collect()
    }

    /// Of the tasks and their twins only: elsewhere a label is about one of several
    /// properties.
    fn of(spec: &Spec) -> Result<Self, TaskError> {
        let fault = |file: &str, why: Option<String>| TaskError {
            file: file.to_owned(),
            why: why.unwrap_or_default(),
        };
        let source = SourceFile::new(spec.file, spec.spec);
        let model = spec::read_checkable(&source, DEFAULT_INT_BOUND)
            .map_err(|errors| fault(spec.file, errors.first().map(ToString::to_string)))?;
        let source = SourceFile::new(spec.label_file, spec.label);
        let label = label::read(&source)
            .map_err(|errors| fault(spec.label_file, errors.first().map(ToString::to_string)))?;
        Ok(Self {
            id: spec.id.to_owned(),
            label,
            model,
        })
    }

    /// The machine in which the same property holds, where the label names one.
    ///
    /// # Errors
    /// [`TaskError`] where its embedded files are faulty.
    ///
    /// ```
    /// let tasks = score::Task::all()?;
    /// let twin = tasks[0].twin()?;
    /// assert!(twin.is_some_and(|twin| twin.id == "ieee_4way_handshake_fixed"));
    /// # Ok::<(), score::TaskError>(())
    /// ```
    pub fn twin(&self) -> Result<Option<Self>, TaskError> {
        let twin = self.label.fixed_twin.as_ref();
        let spec = twin.and_then(|twin| ALL.iter().find(|spec| spec.id == twin.value));
        spec.map(Self::of).transpose()
    }

    /// The ground truth: whether the property fails.
    #[must_use]
    pub fn is_violated(&self) -> bool {
        self.label.kind.value.is_violated()
    }

    /// Whether a state of the machine violates the property.
    pub(crate) fn fails_in(&self, state: &checker::State) -> bool {
        let n_invariants = self.model.invariants().len();
        (0..n_invariants).any(|invariant| !self.model.holds(invariant, state))
    }
}
