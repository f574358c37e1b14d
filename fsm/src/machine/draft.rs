//! A machine as a reader found it: names with their places, not yet resolved.

use super::{About, Label, Machine, StateId};
use crate::{FsmError, FsmErrorKind};
use diagnostic::{Span, Spanned};
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A machine whose names are not resolved yet.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// Name, provenance, and the counts it must meet.
    pub about: About,
    /// The states in declared order.
    pub states: Vec<Spanned<String>>,
    /// The state that the machine starts in.
    pub initial: Option<Spanned<String>>,
    /// The states that the machine may end in.
    pub finals: Vec<Spanned<String>>,
    /// The transitions in declared order.
    pub transitions: Vec<DraftTransition>,
}

/// A transition whose states are not resolved yet.
#[derive(Debug, Clone)]
pub struct DraftTransition {
    /// The state it leaves.
    pub from: Spanned<String>,
    /// What makes the machine move.
    pub condition: String,
    /// The state it enters.
    pub to: Spanned<String>,
    /// What the machine does then.
    pub actions: Vec<String>,
}

impl Draft {
    /// Declares the states that only transitions, the initial state or final
    /// states name, in order of mention: for formats in which a mention is a
    /// declaration.
    pub fn declare_mentioned(&mut self) {
        let mut known: std::collections::HashSet<String> = self
            .states
            .iter()
            .map(|state| state.value.clone())
            .collect();
        let ends = self.transitions.iter().flat_map(|arc| [&arc.from, &arc.to]);
        for name in self.initial.iter().chain(ends).chain(&self.finals) {
            if known.insert(name.value.clone()) {
                self.states.push(name.clone());
            }
        }
    }

    /// Resolves the names.
    ///
    /// # Errors
    /// Every fault, in the order of the text's parts: states that are missing,
    /// nameless or declared twice, and names that no state has.
    pub fn build(self) -> Result<Machine, Vec<FsmError>> {
        let mut errors = Vec::new();
        let mut graph = DiGraph::with_capacity(self.states.len(), self.transitions.len());
        let mut by_name = HashMap::with_capacity(self.states.len());
        if self.states.is_empty() {
            errors.push(FsmError::new(FsmErrorKind::NoStates, Span::default()));
        }
        for state in self.states {
            let name = state.value;
            check_text(&name, state.span, &mut errors);
            if name.is_empty() {
                errors.push(FsmError::new(FsmErrorKind::EmptyName, state.span));
                continue;
            }
            match by_name.entry(name.clone()) {
                Entry::Occupied(_) => {
                    let kind = FsmErrorKind::DuplicateState { name };
                    errors.push(FsmError::new(kind, state.span));
                }
                Entry::Vacant(vacant) => {
                    vacant.insert(StateId(graph.add_node(name).index() as u32));
                }
            }
        }
        for transition in &self.transitions {
            let texts = transition.actions.iter().chain([&transition.condition]);
            for text in texts {
                check_text(text, transition.from.span, &mut errors);
            }
            if transition.actions.iter().any(String::is_empty) {
                let span = transition.from.span;
                errors.push(FsmError::new(FsmErrorKind::EmptyAction, span));
            }
        }
        let mut resolve = |name: &Spanned<String>| -> Option<StateId> {
            let found = by_name.get(&name.value).copied();
            if found.is_none() {
                let names = by_name.keys().map(String::as_str);
                let kind = FsmErrorKind::UnknownState {
                    suggestion: nearest(&name.value, names).map(str::to_owned),
                    name: name.value.clone(),
                };
                errors.push(FsmError::new(kind, name.span));
            }
            found
        };
        let initial = self.initial.as_ref().and_then(&mut resolve);
        let mut finals: Vec<StateId> = self.finals.iter().filter_map(&mut resolve).collect();
        finals.sort_unstable();
        finals.dedup();
        for transition in self.transitions {
            let ends = (resolve(&transition.from), resolve(&transition.to));
            if let (Some(from), Some(to)) = ends {
                let label = Label {
                    condition: transition.condition,
                    actions: transition.actions,
                };
                let node = |id: StateId| NodeIndex::new(id.index());
                graph.add_edge(node(from), node(to), label);
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Machine {
            about: self.about,
            graph,
            initial,
            finals,
            by_name,
        })
    }
}

/// Control characters would break lines of some format; outer white space is lost in
/// some, and would make two names of what looks like one.
fn check_text(text: &str, span: Span, errors: &mut Vec<FsmError>) {
    let is_wrong = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    if text.contains(is_wrong) {
        let text = text.to_owned();
        errors.push(FsmError::new(FsmErrorKind::ControlCharacter { text }, span));
    } else if text.trim() != text {
        let text = text.to_owned();
        errors.push(FsmError::new(FsmErrorKind::OuterWhiteSpace { text }, span));
    }
}

/// Farthest name that is suggested, as a normalised edit distance.
const NEAR: f64 = 0.6;
/// Longer names are not compared: the distance takes quadratic time.
const MAX_COMPARED: usize = 64;

/// The nearest of `names`, the least of equally near ones; none where none is near.
pub(super) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let folded = name.to_lowercase();
    names
        .filter(|other| other.len().max(name.len()) <= MAX_COMPARED)
        .map(|other| {
            let near = strsim::normalized_damerau_levenshtein(&folded, &other.to_lowercase());
            (near, other)
        })
        .filter(|(near, _)| *near >= NEAR)
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)))
        .map(|(_, other)| other)
}
