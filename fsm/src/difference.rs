//! What parts two machines: states, arcs, and the paths that this adds or loses.

use crate::digraph::Digraph;
use crate::machine::{Machine, TransitionId};
use crate::simple_path::{Query, SimplePaths};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// An arc by names: from, condition, to. Actions are no part of it.
pub type NamedArc<'m> = (&'m str, &'m str, &'m str);

/// What one machine has and the other has not, in declared order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference<'m> {
    /// States of the first machine alone.
    pub lost_states: Vec<&'m str>,
    /// States of the second machine alone.
    pub added_states: Vec<&'m str>,
    /// Arcs of the first machine alone.
    pub lost_arcs: Vec<NamedArc<'m>>,
    /// Arcs of the second machine alone.
    pub added_arcs: Vec<NamedArc<'m>>,
    /// Arcs of both whose actions differ.
    pub other_actions: Vec<NamedArc<'m>>,
    /// The initial states of the first and the second machine, if they differ.
    pub initial: Option<[Option<&'m str>; 2]>,
    /// Final states of the first machine alone.
    pub lost_finals: Vec<&'m str>,
    /// Final states of the second machine alone.
    pub added_finals: Vec<&'m str>,
}

impl<'m> Difference<'m> {
    /// Compares by names; the order of states and arcs says nothing.
    #[must_use]
    pub fn between(first: &'m Machine, second: &'m Machine) -> Self {
        let (lost_states, added_states) =
            (states_apart(first, second), states_apart(second, first));
        let (ours, theirs) = (actions(first), actions(second));
        let apart = |machine: &'m Machine, other: &BTreeMap<NamedArc<'m>, _>| {
            let arcs = machine.arcs().into_iter().map(|id| named(machine, id));
            arcs.filter(|arc| !other.contains_key(arc))
                .collect::<Vec<_>>()
        };
        let both = first.arcs().into_iter().map(|id| named(first, id));
        let differ =
            |arc: &NamedArc<'m>| theirs.get(arc).is_some_and(|actions| *actions != ours[arc]);
        let initial = [first, second].map(|machine| {
            let state = machine.initial();
            state.map(|state| machine.state_name(state))
        });
        Self {
            initial: (initial[0] != initial[1]).then_some(initial),
            lost_finals: finals_apart(first, second),
            added_finals: finals_apart(second, first),
            lost_states,
            added_states,
            lost_arcs: apart(first, &theirs),
            added_arcs: apart(second, &ours),
            other_actions: both.filter(differ).collect(),
        }
    }

    /// Whether the machines say the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lost_states.is_empty()
            && self.added_states.is_empty()
            && self.lost_arcs.is_empty()
            && self.added_arcs.is_empty()
            && self.other_actions.is_empty()
            && self.initial.is_none()
            && self.lost_finals.is_empty()
            && self.added_finals.is_empty()
    }
}

/// The simple paths of `machine` that `other` does not have: those with an arc that
/// it does not have. Pairs in declared order.
///
/// ```
/// use fsm::{difference, read};
/// use diagnostic::SourceFile;
/// let machine = |name| {
///     read::json(&SourceFile::new(name, models::fsm::get(name).unwrap())).unwrap()
/// };
/// let (table, rfc) = (machine("SIP"), machine("SIP_full"));
/// assert_eq!(difference::paths_apart(&rfc, &table).count(), 2);
/// ```
pub fn paths_apart<'m>(
    machine: &'m Machine,
    other: &'m Machine,
) -> impl Iterator<Item = Vec<TransitionId>> + 'm {
    let graph = Arc::new(Digraph::of(machine));
    let known: HashSet<NamedArc<'m>> = other
        .arcs()
        .into_iter()
        .map(|id| named(other, id))
        .collect();
    let is_apart =
        move |path: &Vec<TransitionId>| path.iter().any(|id| !known.contains(&named(machine, *id)));
    Query::all_pairs(machine.n_states())
        .flat_map(move |query| SimplePaths::new(&graph, &query).map(|path| path.0))
        .filter(is_apart)
}

fn states_apart<'m>(machine: &'m Machine, other: &Machine) -> Vec<&'m str> {
    let names = machine.states().map(|state| machine.state_name(state));
    names.filter(|name| other.state(name).is_none()).collect()
}

fn finals_apart<'m>(machine: &'m Machine, other: &Machine) -> Vec<&'m str> {
    let is_final = |name: &&str| {
        let state = other.state(name);
        state.is_some_and(|state| other.finals().contains(&state))
    };
    let names = machine.finals().iter().copied();
    let names = names.map(|state| machine.state_name(state));
    names.filter(|name| !is_final(name)).collect()
}

fn named(machine: &Machine, id: TransitionId) -> NamedArc<'_> {
    let transition = machine.transition(id);
    (
        machine.state_name(transition.from),
        transition.condition,
        machine.state_name(transition.to),
    )
}

/// The lists of actions that each arc goes with, as a set.
fn actions(machine: &Machine) -> BTreeMap<NamedArc<'_>, std::collections::BTreeSet<&[String]>> {
    let mut actions = BTreeMap::<_, std::collections::BTreeSet<_>>::new();
    for (id, transition) in (0..).map(TransitionId).zip(machine.transitions()) {
        actions
            .entry(named(machine, id))
            .or_default()
            .insert(transition.actions);
    }
    actions
}
