//! Mermaid's state diagrams, flat ones.
//!
//! `A --> B : condition / action; action` is a transition, `[*] --> A` marks the
//! initial state, `A --> [*]` a final one. Composite states, forks and choices are
//! not read.

use crate::label::{self, MERMAID};
use crate::machine::{Draft, DraftTransition, Machine};
use crate::{FsmError, FsmErrorKind};
use diagnostic::{SourceFile, Span, Spanned};
use std::collections::HashMap;

/// Reads a machine from a state diagram.
///
/// # Errors
/// Every line that is not understood, or every fault of names.
///
/// ```
/// use diagnostic::SourceFile;
/// let text = "stateDiagram-v2\n  [*] --> Idle\n  Idle --> Busy : call / ring\n";
/// let machine = fsm::read::mermaid(&SourceFile::new("m.mmd", text)).unwrap();
/// assert_eq!(machine.initial(), machine.state("Idle"));
/// ```
pub fn read(source: &SourceFile) -> Result<Machine, Vec<FsmError>> {
    let mut reader = Reader::default();
    reader.lines(source.text());
    if !reader.errors.is_empty() {
        return Err(reader.errors);
    }
    reader.draft().build()
}

#[derive(Default)]
struct Reader {
    /// The names in the text, in order of mention.
    ids: Vec<Spanned<String>>,
    id_of: HashMap<String, usize>,
    /// What they stand for, where that is said.
    described: HashMap<usize, String>,
    initial: Option<usize>,
    finals: Vec<usize>,
    arrows: Vec<(usize, usize, Span, String)>,
    errors: Vec<FsmError>,
}

/// Lines that say how to draw.
const DRAWING: [&str; 7] = [
    "direction",
    "classDef",
    "class",
    "style",
    "title",
    "accTitle",
    "accDescr",
];

impl Reader {
    fn lines(&mut self, text: &str) {
        let mut has_head = false;
        let mut is_in_note = false;
        let mut is_in_front = false;
        let mut at = 0;
        for whole in text.split_inclusive('\n') {
            let line = whole.split("%%").next().unwrap_or("").trim();
            let start = at + whole.find(line).unwrap_or(0);
            let span = Span::new(start as u32, (start + line.len()) as u32);
            at += whole.len();
            if line == "---" && !has_head {
                is_in_front = !is_in_front;
            } else if is_in_front || line.is_empty() {
            } else if is_in_note {
                is_in_note = line != "end note";
            } else if !has_head {
                has_head = ["stateDiagram", "stateDiagram-v2"].contains(&line);
                if !has_head {
                    return self.report(span, "a state diagram starts with `stateDiagram-v2`");
                }
            } else if line.starts_with("note ") {
                is_in_note = !line.contains(':');
            } else if !DRAWING
                .iter()
                .any(|word| line.split_whitespace().next() == Some(word))
            {
                self.line(line, span);
            }
        }
        if !has_head {
            let end = text.len() as u32;
            self.report(
                Span::new(end, end),
                "a state diagram starts with `stateDiagram-v2`",
            );
        }
    }

    fn line(&mut self, line: &str, span: Span) {
        let line = line
            .strip_suffix(';')
            .filter(|rest| !ends_in_reference(rest))
            .unwrap_or(line)
            .trim_end();
        if let Some((from, rest)) = line.split_once("-->") {
            let (to, label) = rest.split_once(':').unwrap_or((rest, ""));
            return self.arrow(from.trim(), to.trim(), label.trim(), span);
        }
        if let Some(rest) = line.strip_prefix("state ") {
            let rest = rest.trim();
            if rest.ends_with('{') || rest.contains("<<") || rest.contains("[[") {
                return self.report(span, "composite states, forks and choices are not read");
            }
            if let Some((name, id)) = quoted_alias(rest) {
                let id = self.id(id, span);
                self.described.insert(id, label::decode(name, MERMAID));
            } else {
                self.id(rest, span);
            }
            return;
        }
        if let Some((id, name)) = line.split_once(':') {
            let id = self.id(id.trim(), span);
            self.described
                .insert(id, label::decode(name.trim(), MERMAID));
            return;
        }
        if line.contains(char::is_whitespace) || line.contains(['{', '}', '-']) && !is_id(line) {
            return self.report(span, "expected `A --> B : condition`, or a state");
        }
        self.id(line, span);
    }

    fn arrow(&mut self, from: &str, to: &str, label: &str, span: Span) {
        match (from, to) {
            ("[*]", "[*]") => self.report(span, "an arrow needs a state at one end"),
            ("[*]", to) => {
                let to = self.id(to, span);
                if self.initial.is_some_and(|initial| initial != to) {
                    self.report(span, "this is a second initial state; one is read");
                }
                if !label.is_empty() {
                    self.report(span, "the mark of the initial state has no condition");
                }
                self.initial = Some(to);
            }
            (from, "[*]") => {
                let from = self.id(from, span);
                if !label.is_empty() {
                    self.report(span, "the mark of a final state has no condition");
                }
                self.finals.push(from);
            }
            (from, to) => {
                let ends = (self.id(from, span), self.id(to, span));
                self.arrows.push((ends.0, ends.1, span, label.to_owned()));
            }
        }
    }

    fn id(&mut self, name: &str, span: Span) -> usize {
        // A class may be named behind the state.
        let name = name.split(":::").next().unwrap_or(name).trim();
        if !is_id(name) {
            self.report(
                span,
                "this is no name of a state; write `state \"name\" as id`",
            );
        }
        let fresh = self.ids.len();
        let id = *self.id_of.entry(name.to_owned()).or_insert(fresh);
        if id == fresh {
            self.ids.push(Spanned::new(name.to_owned(), span));
        }
        id
    }

    fn report(&mut self, span: Span, message: &str) {
        let (format, message) = ("Mermaid", message.to_owned());
        self.errors.push(FsmError::new(
            FsmErrorKind::Syntax { format, message },
            span,
        ));
    }

    fn draft(self) -> Draft {
        let name = |id: usize| {
            let Spanned { value, span } = &self.ids[id];
            Spanned::new(self.described.get(&id).unwrap_or(value).clone(), *span)
        };
        let transitions = self.arrows.iter().map(|(from, to, span, label)| {
            let (condition, actions) = label::part(label, MERMAID);
            DraftTransition {
                from: Spanned::new(name(*from).value, *span),
                condition,
                to: Spanned::new(name(*to).value, *span),
                actions,
            }
        });
        Draft {
            states: (0..self.ids.len()).map(name).collect(),
            initial: self.initial.map(name),
            finals: self.finals.iter().map(|id| name(*id)).collect(),
            transitions: transitions.collect(),
            ..Draft::default()
        }
    }
}

fn is_id(name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    !name.is_empty() && name.chars().all(is_part)
}

/// `"name" as id`.
fn quoted_alias(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.strip_prefix('"')?.split_once('"')?;
    Some((name, rest.trim().strip_prefix("as ")?.trim()))
}

/// Whether a text whose last semicolon was taken ended in a reference: `#59`.
fn ends_in_reference(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric();
    let start = text.trim_end_matches(is_part);
    start.ends_with('#') && start.len() < text.len()
}
