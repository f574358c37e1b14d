//! Our JSON format.
//!
//! ```json
//! {
//!   "name": "Door", "protocol": "Door", "variant": "rfc",
//!   "rfc": "RFC 0", "section": "1", "summary": "…", "trust": "B", "provenance": "…",
//!   "states": ["open", "shut"], "initial": "shut", "final": ["shut"],
//!   "transitions": [
//!     {"from": "shut", "condition": "push", "to": "open", "actions": ["creak"]}
//!   ],
//!   "counts": {"simple_paths": 1},
//!   "published": [{"count": "simple_paths", "value": 2, "reason": "…"}]
//! }
//! ```
//!
//! Only `name`, `states` and `transitions` must be there, and of a transition
//! `from`, `condition` and `to`. Unknown keys are faults.

use crate::machine::{About, Draft, DraftTransition, Machine, Published, Trust, Wanted};
use crate::{FsmError, FsmErrorKind};
use diagnostic::{SourceFile, Span, Spanned};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    name: String,
    protocol: Option<String>,
    variant: Option<String>,
    rfc: Option<String>,
    section: Option<String>,
    summary: Option<String>,
    provenance: Option<String>,
    #[serde(borrow)]
    trust: Option<&'a RawValue>,
    #[serde(borrow)]
    states: Vec<&'a RawValue>,
    #[serde(borrow)]
    initial: Option<&'a RawValue>,
    #[serde(borrow, rename = "final", default)]
    finals: Vec<&'a RawValue>,
    #[serde(borrow)]
    transitions: Vec<&'a RawValue>,
    #[serde(borrow)]
    counts: Option<BTreeMap<String, &'a RawValue>>,
    #[serde(default)]
    published: Vec<PublishedEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TransitionEntry<'a> {
    #[serde(borrow)]
    from: &'a RawValue,
    condition: String,
    #[serde(borrow)]
    to: &'a RawValue,
    #[serde(default)]
    actions: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedEntry {
    count: String,
    value: f64,
    reason: String,
}

/// Reads a machine in our JSON format.
///
/// # Errors
/// Where the text is not JSON, the first fault of syntax or shape; otherwise
/// every fault of its values and names.
pub fn read(source: &SourceFile) -> Result<Machine, Vec<FsmError>> {
    let mut reader = Reader {
        text: source.text(),
        errors: Vec::new(),
    };
    let whole = Span::new(0, source.text().len() as u32);
    let draft = match reader.entry(source.text(), whole) {
        Some(file) => reader.draft(file),
        None => return Err(reader.errors),
    };
    if reader.errors.is_empty() {
        draft.build()
    } else {
        Err(reader.errors)
    }
}

struct Reader<'a> {
    text: &'a str,
    errors: Vec<FsmError>,
}

impl<'a> Reader<'a> {
    /// Deserialises a piece of the text; a fault is reported at its place.
    fn entry<T: Deserialize<'a>>(&mut self, piece: &'a str, span: Span) -> Option<T> {
        match serde_json::from_str(piece) {
            Ok(value) => Some(value),
            Err(error) => {
                self.report(&error, piece, span);
                None
            }
        }
    }

    fn report(&mut self, error: &serde_json::Error, piece: &str, span: Span) {
        let message = error.to_string();
        // The reader's own place is within the piece, not within the file.
        let message = match message.rfind(" at line ") {
            Some(at) => message[..at].to_owned(),
            None => message,
        };
        let place = match error.classify() {
            serde_json::error::Category::Data if piece.len() < self.text.len() => span,
            _ => {
                let at = span.start + offset(piece, error.line(), error.column());
                Span::new(at, (at + 1).min(span.end))
            }
        };
        self.errors
            .push(FsmError::new(FsmErrorKind::Json { message }, place));
    }

    /// Where a borrowed piece stands in the text.
    fn span(&self, raw: &RawValue) -> Span {
        let start = raw.get().as_ptr() as usize - self.text.as_ptr() as usize;
        Span::new(start as u32, (start + raw.get().len()) as u32)
    }

    fn value<T: Deserialize<'a>>(&mut self, raw: &'a RawValue) -> Option<Spanned<T>> {
        let span = self.span(raw);
        let value = self.entry(raw.get(), span)?;
        Some(Spanned::new(value, span))
    }

    fn draft(&mut self, file: File<'a>) -> Draft {
        let trust = file.trust.and_then(|raw| self.trust(raw));
        let states = file.states.into_iter();
        let states = states.filter_map(|raw| self.value(raw)).collect();
        let initial = file.initial.and_then(|raw| self.value(raw));
        let finals = file.finals.into_iter();
        let finals = finals.filter_map(|raw| self.value(raw)).collect();
        let transitions = file.transitions.into_iter();
        let transitions = transitions.filter_map(|raw| self.transition(raw)).collect();
        let wanted = file.counts.map(|counts| Wanted {
            counts: counts
                .into_iter()
                .filter_map(|(name, raw)| Some((name, self.value(raw)?.value)))
                .collect(),
            published: file.published.into_iter().map(published).collect(),
        });
        Draft {
            about: About {
                name: file.name,
                protocol: file.protocol,
                variant: file.variant,
                rfc: file.rfc,
                section: file.section,
                summary: file.summary,
                provenance: file.provenance,
                trust,
                wanted,
            },
            states,
            initial,
            finals,
            transitions,
        }
    }

    fn trust(&mut self, raw: &'a RawValue) -> Option<Trust> {
        let letter: Spanned<String> = self.value(raw)?;
        let found = Trust::ALL
            .into_iter()
            .find(|class| class.letter() == letter.value);
        if found.is_none() {
            let message = format!("the trust class `{}` is not A, B, C or D", letter.value);
            let kind = FsmErrorKind::Json { message };
            self.errors.push(FsmError::new(kind, letter.span));
        }
        found
    }

    fn transition(&mut self, raw: &'a RawValue) -> Option<DraftTransition> {
        let entry: Spanned<TransitionEntry<'a>> = self.value(raw)?;
        let (from, to) = (self.value(entry.value.from), self.value(entry.value.to));
        Some(DraftTransition {
            from: from?,
            condition: entry.value.condition,
            to: to?,
            actions: entry.value.actions,
        })
    }
}

fn published(entry: PublishedEntry) -> Published {
    Published {
        count: entry.count,
        value: entry.value,
        reason: entry.reason,
    }
}

/// The byte offset of a line and a column (of bytes), both from 1, as serde_json counts.
fn offset(text: &str, line: usize, column: usize) -> u32 {
    let lines = text.split_inclusive('\n');
    let before: usize = lines.take(line.saturating_sub(1)).map(str::len).sum();
    let at = (before + column.saturating_sub(1)).min(text.len());
    text.floor_char_boundary(at) as u32
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    /// Each fault with the text that it is about.
    #[track_caller]
    fn faults(text: &str) -> Vec<String> {
        let errors = read(&SourceFile::new("m.json", text)).unwrap_err();
        let show = |error: &FsmError| format!("{error} @ {}", &text[error.span.range()]);
        errors.iter().map(show).collect()
    }

    #[test]
    fn faults_have_their_places() {
        let states = r#""name": "m", "states": ["a", "b", "a"]"#;
        assert_eq!(
            faults(&format!("{{{states}, \"transitions\": []}}")),
            ["the state `a` is declared twice @ \"a\""]
        );
        let text = r#"{"name": "m", "states": ["Idle"], "initial": "idle", "transitions": [
            {"from": "Idle", "condition": "x", "to": "Gone"},
            {"from": 3, "condition": "x", "to": "Idle"}]}"#;
        assert_eq!(
            faults(text),
            ["invalid type: integer `3`, expected a string @ 3"]
        );
        let text = text.replace('3', "\"Idle\"");
        assert_eq!(
            faults(&text),
            [
                "no state is called `idle` @ \"idle\"",
                "no state is called `Gone` @ \"Gone\""
            ]
        );
        let text = r#"{"name": "m", "states": ["a"], "transitions": [], "counts": {"x": "seven"}}"#;
        assert_eq!(
            faults(text),
            ["invalid type: string \"seven\", expected f64 @ \"seven\""]
        );
        assert_eq!(
            faults(r#"{"name": "m", "states": ["a", "a "], "transitions": []}"#),
            ["`a ` starts or ends in white space @ \"a \""]
        );
        assert_eq!(faults("{\"name\": 1 2}").len(), 1);
        assert_eq!(faults("").len(), 1);
        assert_eq!(
            faults(r#"{"name": "m", "states": [], "transitions": [], "trust": "E"}"#),
            ["the trust class `E` is not A, B, C or D @ \"E\""]
        );
    }

    #[test]
    fn nesting_is_bounded() {
        assert_eq!(faults(&"[".repeat(100_000)).len(), 1);
        let deep = format!("{{\"name\": \"m\", \"states\": {}", "[".repeat(100_000));
        assert_eq!(faults(&deep).len(), 1);
    }
}
