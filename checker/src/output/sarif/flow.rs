//! A trace as a code flow, written step by step.

use super::log::{ArtifactLocation, Location, Message, Region};
use crate::output::wording;
use crate::{Model, State, Trace, TransitionId, Value};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

pub(super) struct CodeFlow<'a> {
    pub(super) model: &'a Model,
    pub(super) trace: &'a Trace<State, TransitionId>,
    pub(super) file: ArtifactLocation,
}

impl Serialize for CodeFlow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("CodeFlow", 1)?;
        object.serialize_field("threadFlows", &[ThreadFlow(self)])?;
        object.end()
    }
}

struct ThreadFlow<'a>(&'a CodeFlow<'a>);

impl Serialize for ThreadFlow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("ThreadFlow", 1)?;
        object.serialize_field("locations", &Steps(self.0))?;
        object.end()
    }
}

struct Steps<'a>(&'a CodeFlow<'a>);

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let CodeFlow { model, trace, file } = self.0;
        let lines = wording::trace(model, trace).zip(trace.steps());
        serializer.collect_seq(lines.map(|((label, details), step)| {
            let label = label.unwrap_or("(initial)".into());
            let message = Message::new(&format!("{label}: {}", details.join(", ")));
            Step {
                location: Location::new(file, Region::START, Some(message)),
                state: Variables {
                    model,
                    state: &step.state,
                },
            }
        }))
    }
}

#[derive(Serialize)]
struct Step<'a> {
    location: Location,
    state: Variables<'a>,
}

/// What a debugger would show: every field with its value.
struct Variables<'a> {
    model: &'a Model,
    state: &'a [Value],
}

impl Serialize for Variables<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.model.fields().iter().zip(self.state);
        serializer
            .collect_map(fields.map(|(field, value)| (field, Message::new(&value.to_string()))))
    }
}
