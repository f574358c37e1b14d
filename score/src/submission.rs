//! What is submitted: a claim a task.

use crate::Mode;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::{Map, Value as Json};
use std::fmt;

/// A claim for each task, by task id. Tasks without one are taken as safe, as
/// in protocol-bench: who claims nothing is credited with nothing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Submission {
    /// What was submitted, id by id.
    pub entries: Map<String, Json>,
}

/// What one entry claims.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Claim<'s> {
    /// The property fails.
    pub violated: bool,
    /// The evidence.
    pub trace: Option<&'s Json>,
}

/// Why a submission cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SubmissionError {
    /// Not JSON.
    #[error("the submission is not JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// Not an object from task id to claim.
    #[error("the submission is no object from task id to claim")]
    NoObject,
}

impl Submission {
    /// Reads a submission.
    ///
    /// # Errors
    /// Where the text is no JSON object; entries are judged one by one later.
    ///
    /// ```
    /// let submission = score::Submission::parse(r#"{"a_task": {"violated": false}}"#)?;
    /// assert_eq!(submission.entries.len(), 1);
    /// # Ok::<(), score::SubmissionError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, SubmissionError> {
        match serde_json::from_str(text) {
            Ok(Entries(entries)) => Ok(Self { entries }),
            // JSON of another shape: nothing to say of its place.
            Err(_) if serde_json::from_str::<Json>(text).is_ok_and(|json| !json.is_object()) => {
                Err(SubmissionError::NoObject)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// What the entry of a task claims; an entry that is no object claims nothing.
    #[must_use]
    pub fn claim(&self, id: &str, mode: Mode) -> Claim<'_> {
        let entry = self.entries.get(id).and_then(Json::as_object);
        let violated = entry.and_then(|entry| entry.get("violated"));
        Claim {
            violated: violated.is_some_and(|violated| is_true(violated, mode)),
            trace: entry.and_then(|entry| entry.get("trace")),
        }
    }
}

/// Entries by id, each once: serde_json alone would keep the last of two claims.
struct Entries(Map<String, Json>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Entries;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object from task id to claim")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
        let mut entries = Map::new();
        while let Some((id, claim)) = map.next_entry::<String, Json>()? {
            if entries.contains_key(&id) {
                return Err(A::Error::custom(format!("the task `{id}` has two claims")));
            }
            entries.insert(id, claim);
        }
        Ok(Entries(entries))
    }
}

/// Strictly a boolean, or its name as a string; leniently what Python takes as true.
pub(crate) fn is_true(value: &Json, mode: Mode) -> bool {
    match (mode, value) {
        (_, Json::Bool(truth)) => *truth,
        (Mode::Strict, Json::String(text)) => text.trim().eq_ignore_ascii_case("true"),
        (Mode::Strict, _) | (_, Json::Null) => false,
        (Mode::Lenient, Json::Number(number)) => number.as_f64() != Some(0.0),
        (Mode::Lenient, Json::String(text)) => !text.is_empty(),
        (Mode::Lenient, Json::Array(list)) => !list.is_empty(),
        (Mode::Lenient, Json::Object(object)) => !object.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_claims_of_one_task_are_bad_input() {
        let told = |text| Submission::parse(text).map_err(|error| error.to_string());
        let error = told(r#"{"a": {"violated": true}, "a": {"violated": false}}"#);
        assert!(error.is_err_and(|error| error.contains("`a` has two claims")));
        let error = told("[1]");
        assert!(error.is_err_and(|error| error.contains("no object")));
    }
}
