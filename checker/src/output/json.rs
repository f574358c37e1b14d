//! JSON: minicheck's payload, with our own keys after its keys.
//!
//! One file makes an object, several a list of objects. Traces are written as
//! they are walked, never gathered.

use super::{Checked, EXIT_BAD_INPUT, Entry, Options, OutputError, Rejected};
use crate::{
    InvariantResult, LivenessResult, Model, Outcome, Reach, Report, State, Step, Trace,
    TransitionId, Value, Verdict, Warning, WithinResult,
};
use diagnostic::Diagnostic;
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};
use std::io;

/// Writes what became of each file.
///
/// # Errors
/// [`OutputError::Io`] where the writer fails.
///
/// ```
/// use checker::output::{Checked, Entry, Options, json};
/// use checker::{Draft, Limits, check};
/// let model = Draft::new("m")
///     .field("x", 0)
///     .transition("up", [], [("x", 1.into())])
///     .forbid("never_two", [("x", 2.into())])
///     .build()?;
/// let report = check(&model, &Limits::default())?;
/// let checked = Checked { model: &model, report: &report, warnings: &[] };
/// let entry = Entry { file: "m.json", result: Ok(checked) };
/// let mut text = Vec::new();
/// json::write(&[entry], &Options::default(), &mut text)?;
/// assert!(text.starts_with(b"{\n  \"ok\": true,\n  \"verdict\": \"PROVED\","));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    entries: &[Entry<'_>],
    options: &Options,
    out: &mut dyn io::Write,
) -> Result<(), OutputError> {
    one_or_list(entries.iter().map(|entry| Payload { entry, options }), out)
}

/// Writes which files are well formed, with minicheck's keys of `validate`.
///
/// # Errors
/// [`OutputError::Io`] where the writer fails.
///
/// ```
/// use checker::output::json;
/// let mut text = Vec::new();
/// json::write_validation(&[("m.json", Ok(&[]))], &mut text)?;
/// assert!(text.starts_with(b"{\n  \"ok\": true,\n  \"valid\": true,\n  \"warnings\": []"));
/// # Ok::<(), checker::output::OutputError>(())
/// ```
pub fn write_validation(
    files: &[(&str, Result<&[Warning], Rejected<'_>>)],
    out: &mut dyn io::Write,
) -> Result<(), OutputError> {
    one_or_list(files.iter().map(Validation::new), out)
}

/// One file makes an object, several a list of objects.
fn one_or_list<T: Serialize>(
    mut payloads: impl ExactSizeIterator<Item = T>,
    out: &mut dyn io::Write,
) -> Result<(), OutputError> {
    let mut serializer = serde_json::Serializer::pretty(&mut *out);
    let written = match (payloads.len(), payloads.next()) {
        (1, Some(payload)) => payload.serialize(&mut serializer),
        (_, first) => serializer.collect_seq(first.into_iter().chain(payloads)),
    };
    written.map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

#[derive(Serialize)]
struct Validation<'a> {
    ok: bool,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<Fault<'a>>>,
    file: &'a str,
}

impl<'a> Validation<'a> {
    fn new((file, result): &'a (&'a str, Result<&'a [Warning], Rejected<'a>>)) -> Self {
        let rejected = result.as_ref().err();
        let warnings = result.as_ref().ok();
        Self {
            ok: result.is_ok(),
            valid: result.is_ok(),
            warnings: warnings.map(|warnings| warnings.iter().map(ToString::to_string).collect()),
            error: rejected.map(Rejected::summary),
            errors: rejected.map(|rejected| faults(rejected, file)),
            file,
        }
    }
}

struct Payload<'a> {
    entry: &'a Entry<'a>,
    options: &'a Options,
}

impl Serialize for Payload<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let file = self.entry.file;
        match &self.entry.result {
            Ok(checked) => Verified::new(checked, file, self.options).serialize(serializer),
            Err(rejected) => BadSpec::new(rejected, file).serialize(serializer),
        }
    }
}

#[derive(Serialize)]
struct Verified<'a> {
    ok: bool,
    verdict: String,
    exhaustive: bool,
    reachable_states: u64,
    invariants: Invariants<'a>,
    exit_code: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    incomplete_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    liveness: Option<Liveness<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<Within<'a>>,
    transitions: u64,
    depth: u32,
    name: &'a str,
    file: &'a str,
}

impl<'a> Verified<'a> {
    fn new(checked: &Checked<'a>, file: &'a str, options: &Options) -> Self {
        let Checked {
            model,
            report,
            warnings,
        } = *checked;
        let verdict = report.verdict();
        Self {
            ok: true,
            verdict: verdict.to_string(),
            exhaustive: report.completeness.is_ok(),
            reachable_states: report.n_states,
            invariants: Invariants { model, report },
            exit_code: options.exit_code(verdict),
            incomplete_reason: report.completeness.as_ref().err().map(ToString::to_string),
            liveness: report.liveness.as_ref().map(|result| Liveness {
                model,
                n_states: report.n_states,
                result,
            }),
            warnings: warnings.iter().map(ToString::to_string).collect(),
            within: report
                .within
                .as_ref()
                .map(|result| Within { model, result }),
            transitions: report.n_edges,
            depth: report.depth,
            name: model.name(),
            file,
        }
    }
}

/// `true`, `false`, or `null` where neither is known.
fn holds(verdict: Verdict) -> Option<bool> {
    match verdict {
        Verdict::Proved => Some(true),
        Verdict::Refuted => Some(false),
        Verdict::Undetermined => None,
    }
}

struct Invariants<'a> {
    model: &'a Model,
    report: &'a Report,
}

impl Serialize for Invariants<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { model, report } = *self;
        serializer.collect_map(report.invariants.iter().map(|result| {
            let InvariantResult { name, outcome } = result;
            (name, Invariant::new(model, report, outcome))
        }))
    }
}

#[derive(Serialize)]
struct Invariant<'a> {
    holds: Option<bool>,
    counterexample: Option<Steps<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl<'a> Invariant<'a> {
    fn new(
        model: &'a Model,
        report: &Report,
        outcome: &'a Outcome<Trace<State, TransitionId>>,
    ) -> Self {
        Self {
            holds: holds(outcome.verdict()),
            counterexample: outcome.counterexample().map(|trace| Steps { model, trace }),
            reason: match outcome {
                Outcome::Unknown(incomplete) => Some(format!(
                    "{incomplete} No violation is among the {} states found, which proves nothing.",
                    report.n_states
                )),
                Outcome::Holds(_) | Outcome::Violated(_) => None,
            },
        }
    }
}

struct Liveness<'a> {
    model: &'a Model,
    n_states: u64,
    result: &'a LivenessResult<State, TransitionId>,
}

impl Serialize for Liveness<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let outcome = &self.result.outcome;
        let mut object = serializer.serialize_struct("Liveness", 4)?;
        object.serialize_field("holds", &holds(outcome.verdict()))?;
        match outcome {
            Outcome::Holds(_) => {
                object.serialize_field("reachable_states", &self.n_states)?;
                object.serialize_field("goal_states", &self.result.n_goal_states)?;
            }
            Outcome::Violated(trace) => {
                let model = self.model;
                object.serialize_field("reachable_states", &self.n_states)?;
                object.serialize_field("counterexample", &Steps { model, trace })?;
                let note = "no goal state can be reached from the last state of this trace";
                object.serialize_field("note", note)?;
            }
            Outcome::Unknown(incomplete) => {
                let note = "AG EF goal is undetermined: not every reachable state was examined";
                object.serialize_field("note", note)?;
                object.serialize_field("incomplete_reason", &incomplete.to_string())?;
            }
        }
        object.end()
    }
}

struct Within<'a> {
    model: &'a Model,
    result: &'a WithinResult<State, TransitionId>,
}

impl Serialize for Within<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let WithinResult { bound, outcome } = self.result;
        let mut object = serializer.serialize_struct("Within", 4)?;
        object.serialize_field("holds", &holds(outcome.verdict()))?;
        object.serialize_field("bound", bound)?;
        match outcome {
            Reach::Reached(trace) => {
                let model = self.model;
                object.serialize_field("steps_to_goal", &trace.n_transitions())?;
                object.serialize_field("trace", &Steps { model, trace })?;
            }
            Reach::NotReached { steps_to_goal } => {
                object.serialize_field("steps_to_goal", steps_to_goal)?;
            }
            Reach::Unknown(incomplete) => {
                object.serialize_field("steps_to_goal", &None::<u32>)?;
                object.serialize_field("incomplete_reason", &incomplete.to_string())?;
            }
        }
        object.end()
    }
}

struct Steps<'a> {
    model: &'a Model,
    trace: &'a Trace<State, TransitionId>,
}

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let model = self.model;
        serializer.collect_seq(self.trace.steps().iter().map(|step| {
            let Step { action, state } = step;
            TraceStep {
                label: action.map(|id| model.transition(id).label.as_str()),
                state: Assignment { model, state },
            }
        }))
    }
}

#[derive(Serialize)]
struct TraceStep<'a> {
    label: Option<&'a str>,
    state: Assignment<'a>,
}

struct Assignment<'a> {
    model: &'a Model,
    state: &'a [Value],
}

impl Serialize for Assignment<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.state.len()))?;
        for (field, value) in self.model.fields().iter().zip(self.state) {
            object.serialize_entry(field, &Literal(value))?;
        }
        object.end()
    }
}

struct Literal<'a>(&'a Value);

impl Serialize for Literal<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(truth) => serializer.serialize_bool(*truth),
            Value::Int(int) => serializer.serialize_i64(*int),
            Value::Float(float) => serializer.serialize_f64(float.get()),
            Value::Text(text) => serializer.serialize_str(text),
        }
    }
}

#[derive(Serialize)]
struct BadSpec<'a> {
    ok: bool,
    verdict: &'static str,
    error: String,
    exit_code: u8,
    errors: Vec<Fault<'a>>,
    file: &'a str,
}

impl<'a> BadSpec<'a> {
    fn new(rejected: &Rejected<'a>, file: &'a str) -> Self {
        Self {
            ok: false,
            verdict: "BAD_SPEC",
            error: rejected.summary(),
            exit_code: EXIT_BAD_INPUT,
            errors: faults(rejected, file),
            file,
        }
    }
}

fn faults<'a>(rejected: &Rejected<'a>, file: &'a str) -> Vec<Fault<'a>> {
    let faults = rejected.diagnostics.iter();
    faults
        .map(|fault| Fault::new(rejected, fault, file))
        .collect()
}

/// One fault of the input. Lines and columns count from 1, columns in Unicode
/// scalar values; the end is exclusive.
#[derive(Serialize)]
struct Fault<'a> {
    message: &'a str,
    file: &'a str,
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
    end_column: Option<u32>,
    text: Option<&'a str>,
    expected: Option<&'a str>,
    help: Option<&'a str>,
}

impl<'a> Fault<'a> {
    fn new(rejected: &Rejected<'a>, fault: &'a Diagnostic, file: &'a str) -> Self {
        let (start, end) = rejected.locations(fault).unzip();
        Self {
            message: &fault.message,
            file,
            line: start.map(|at| at.line),
            column: start.map(|at| at.column),
            end_line: end.map(|at| at.line),
            end_column: end.map(|at| at.column),
            text: rejected.offending(fault),
            expected: fault.label.as_deref(),
            help: fault.help.as_deref(),
        }
    }
}
