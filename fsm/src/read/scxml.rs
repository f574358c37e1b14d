//! SCXML (W3C, 2015), flat machines: no nested, parallel or history states.

use crate::machine::{About, Draft, DraftTransition, Machine};
use crate::{FsmError, FsmErrorKind};
use diagnostic::{SourceFile, Span, Spanned};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::HashMap;

/// Reads a machine from SCXML.
///
/// A condition is the `event` and the `cond` of a transition; an action is the
/// label, expression, event or text of an element in it.
///
/// # Errors
/// The first fault of XML, every element that is not read, or every fault of names.
///
/// ```
/// use diagnostic::SourceFile;
/// let text = r#"<scxml initial="a"><state id="a"><transition event="go" target="b"/></state><final id="b"/></scxml>"#;
/// let machine = fsm::read::scxml(&SourceFile::new("m.scxml", text)).unwrap();
/// assert_eq!(machine.finals(), [machine.state("b").unwrap()]);
/// ```
pub fn read(source: &SourceFile) -> Result<Machine, Vec<FsmError>> {
    let mut document = Document::default();
    if let Err(error) = document.events(source.text()) {
        return Err(vec![error]);
    }
    if !document.errors.is_empty() {
        return Err(document.errors);
    }
    document.into_draft().build()
}

#[derive(Default)]
struct Document {
    draft: Draft,
    /// Names of states by their identifiers.
    name_of: HashMap<String, String>,
    last_id: String,
    /// Elements that are open.
    open: Vec<String>,
    has_root: bool,
    has_initial: bool,
    errors: Vec<FsmError>,
}

type Attributes = HashMap<String, String>;

impl Document {
    fn events(&mut self, text: &str) -> Result<(), FsmError> {
        let mut reader = Reader::from_str(text);
        loop {
            let start = reader.buffer_position();
            let event = reader.read_event();
            let span = Span::new(start as u32, reader.buffer_position() as u32);
            match event {
                Ok(Event::Start(element)) => {
                    self.element(&element, span)?;
                    self.open.push(name(&element));
                }
                Ok(Event::Empty(element)) => self.element(&element, span)?,
                Ok(Event::End(_)) => {
                    self.open.pop();
                }
                Ok(Event::Text(text)) => self.text(&text, span),
                Ok(Event::CData(text)) => self.text(&text, span),
                Ok(Event::GeneralRef(_)) => {
                    let message = "a reference in a text is not read".to_owned();
                    self.errors.push(fault(span, message));
                }
                Ok(Event::Eof) => break,
                Ok(_) => {}
                Err(error) => return Err(fault(span, error.to_string())),
            }
        }
        let end = text.len() as u32;
        if !self.has_root || !self.open.is_empty() {
            let message = match self.open.last() {
                Some(element) => format!("`<{element}>` is not closed"),
                None => "there is no element `scxml`".to_owned(),
            };
            return Err(fault(Span::new(end, end), message));
        }
        Ok(())
    }

    fn element(&mut self, element: &BytesStart<'_>, span: Span) -> Result<(), FsmError> {
        let attributes = attributes(element, span)?;
        let get = |key: &str| attributes.get(key).cloned();
        let name = name(element);
        let depth = self.open.len();
        match (name.as_str(), depth) {
            ("scxml", 0) if !self.has_root => {
                self.has_root = true;
                self.draft.about = About {
                    name: get("fsm:name").or_else(|| get("name")).unwrap_or_default(),
                    ..About::default()
                };
                self.draft.initial = get("initial").map(|id| Spanned::new(id, span));
                self.has_initial = get("fsm:initial").as_deref() != Some("none");
            }
            ("state" | "final", 1) => {
                let id = get("id").unwrap_or_else(|| format!("state {}", self.draft.states.len()));
                let state = Spanned::new(get("fsm:name").unwrap_or_else(|| id.clone()), span);
                self.name_of.insert(id.clone(), state.value.clone());
                self.last_id = id;
                if name == "final" || get("fsm:final").as_deref() == Some("true") {
                    self.draft.finals.push(state.clone());
                }
                self.draft.states.push(state);
            }
            ("transition", 2) => self.transition(&attributes, span),
            ("state" | "parallel" | "history" | "initial" | "final", _) => {
                let message = format!("`<{name}>` is not read here: machines are flat");
                self.errors.push(fault(span, message));
            }
            (_, 3..) if self.open[2] == "transition" => {
                let keys = ["label", "event", "expr", "location", "eventexpr", "id"];
                let action = keys.iter().find_map(|key| get(key)).unwrap_or(name);
                if let (Some(transition), 3) = (self.draft.transitions.last_mut(), depth) {
                    transition.actions.push(action);
                }
            }
            ("datamodel" | "data" | "script" | "onentry" | "onexit" | "invoke" | "donedata", _) => {
                let message = format!("`<{name}>` is not read: it would be lost");
                self.errors.push(fault(span, message));
            }
            _ if self
                .open
                .iter()
                .any(|open| open == "onentry" || open == "onexit") => {}
            _ => self
                .errors
                .push(fault(span, format!("`<{name}>` is not read here"))),
        }
        Ok(())
    }

    fn transition(&mut self, attributes: &Attributes, span: Span) {
        let get = |key: &str| attributes.get(key).map(|value| value.trim().to_owned());
        let Some(from) = self.draft.states.last().cloned() else {
            return;
        };
        let own = attributes.get("fsm:condition").cloned();
        let condition = own.unwrap_or_else(|| match (get("event"), get("cond")) {
            (Some(event), Some(cond)) => format!("{event} [{cond}]"),
            (Some(event), None) => event,
            (None, Some(cond)) => format!("[{cond}]"),
            (None, None) => String::new(),
        });
        let target = get("target").unwrap_or_default();
        if target.contains(char::is_whitespace) {
            let message = "a transition to several states is not read".to_owned();
            return self.errors.push(fault(span, message));
        }
        self.draft.transitions.push(DraftTransition {
            // Of states by identifiers; an absent target is the state itself.
            to: match target.is_empty() {
                true => Spanned::new(self.last_id.clone(), span),
                false => Spanned::new(target, span),
            },
            from: Spanned::new(from.value, span),
            condition,
            actions: Vec::new(),
        });
    }

    /// The text of a script in a transition is its action.
    fn text(&mut self, text: &str, span: Span) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let is_action = self.open.len() == 4 && self.open[2] == "transition";
        match self
            .draft
            .transitions
            .last_mut()
            .and_then(|t| t.actions.last_mut())
        {
            Some(action) if is_action => {
                *action = text.split_whitespace().collect::<Vec<_>>().join(" ")
            }
            _ => self
                .errors
                .push(fault(span, "a text is not read here".to_owned())),
        }
    }

    /// Names for identifiers, now that all are known.
    fn into_draft(mut self) -> Draft {
        let name = |id: &str| {
            self.name_of
                .get(id)
                .cloned()
                .unwrap_or_else(|| id.to_owned())
        };
        for transition in &mut self.draft.transitions {
            transition.to.value = name(&transition.to.value);
        }
        if let Some(initial) = &mut self.draft.initial {
            initial.value = name(&initial.value);
        } else if self.has_initial {
            self.draft.initial = self.draft.states.first().cloned();
        }
        self.draft
    }
}

fn name(element: &BytesStart<'_>) -> String {
    // Without the prefix of a name space.
    let name = element.name();
    let name: &str = name.as_ref();
    name.rsplit(':').next().unwrap_or(name).to_owned()
}

fn attributes(element: &BytesStart<'_>, span: Span) -> Result<Attributes, FsmError> {
    let mut attributes = Attributes::new();
    for attribute in element.attributes() {
        let attribute = attribute.map_err(|error| fault(span, error.to_string()))?;
        let key: &str = attribute.key.as_ref();
        let value = quick_xml::escape::unescape(&attribute.value)
            .map_err(|error| fault(span, error.to_string()))?;
        attributes.insert(key.to_owned(), value.into_owned());
    }
    Ok(attributes)
}

fn fault(span: Span, message: String) -> FsmError {
    let format = "SCXML";
    FsmError::new(FsmErrorKind::Syntax { format, message }, span)
}
