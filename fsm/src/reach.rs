//! What can be reached, and what deserves a look.

use crate::digraph::Digraph;
use crate::machine::{Machine, StateId, TransitionId};
use std::collections::HashMap;

/// How many ordered pairs of different vertices have a path from the first to the
/// second.
#[must_use]
pub fn n_reachable_pairs(graph: &Digraph) -> usize {
    let n = graph.n_vertices() as u32;
    let reaching = |target| {
        let distances = graph.distances(target, |_| false);
        let is_reached = |distance: &&u32| **distance != u32::MAX;
        distances.iter().filter(is_reached).count() - 1
    };
    (0..n).map(reaching).sum()
}

/// The states that cannot be reached from the initial one, in declared order; none
/// where no initial state is declared.
#[must_use]
pub fn unreachable_states(machine: &Machine) -> Vec<StateId> {
    let Some(initial) = machine.initial() else {
        return Vec::new();
    };
    let mut is_reached = vec![false; machine.n_states()];
    is_reached[initial.index()] = true;
    let mut queue = vec![initial];
    while let Some(state) = queue.pop() {
        let node = petgraph::graph::NodeIndex::new(state.index());
        for next in machine.graph().neighbors(node) {
            if !std::mem::replace(&mut is_reached[next.index()], true) {
                queue.push(StateId(next.index() as u32));
            }
        }
    }
    machine
        .states()
        .filter(|state| !is_reached[state.index()])
        .collect()
}

/// The states that no transition leads out of, final ones included.
///
/// ```
/// use diagnostic::SourceFile;
/// let imap = models::fsm::get("IMAP").unwrap();
/// let imap = fsm::read::json(&SourceFile::new("IMAP", imap)).unwrap();
/// assert_eq!(fsm::reach::dead_ends(&imap), [imap.state("Logout").unwrap()]);
/// ```
#[must_use]
pub fn dead_ends(machine: &Machine) -> Vec<StateId> {
    let mut has_exit = vec![false; machine.n_states()];
    for transition in machine.transitions() {
        has_exit[transition.from.index()] |= transition.from != transition.to;
    }
    machine
        .states()
        .filter(|state| !has_exit[state.index()])
        .collect()
}

/// Transitions of one state and one condition that do different things: they lead
/// to different states or have different actions. In declared order of the first.
#[must_use]
pub fn nondeterministic(machine: &Machine) -> Vec<Vec<TransitionId>> {
    let mut groups: Vec<Vec<TransitionId>> = Vec::new();
    let mut group_of: HashMap<(StateId, &str), usize> = HashMap::new();
    for (id, transition) in (0..).map(TransitionId).zip(machine.transitions()) {
        let group = *group_of
            .entry((transition.from, transition.condition))
            .or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
        groups[group].push(id);
    }
    let outcome = |id: &TransitionId| {
        let transition = machine.transition(*id);
        (transition.to, transition.actions)
    };
    groups.retain(|group| group.iter().any(|id| outcome(id) != outcome(&group[0])));
    groups
}

/// Transitions that say the same as an earlier one, actions included.
#[must_use]
pub fn repeated(machine: &Machine) -> Vec<TransitionId> {
    let mut seen = std::collections::HashSet::new();
    let numbered = (0..).map(TransitionId).zip(machine.transitions());
    let repeats = numbered
        .filter(|(_, t)| !seen.insert((t.from, t.condition, t.to, t.actions)))
        .map(|(id, _)| id);
    repeats.collect()
}
