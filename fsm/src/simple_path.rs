//! Simple paths: sequences ⟨s; γ₁; s₁; …; s′⟩ in which no state repeats.
//!
//! Two paths are equal where their (s, γ, s′) sequences are: parallel transitions
//! with different conditions make different paths, and transitions that differ
//! only in their actions make one (see [`Machine::arcs`]).

use crate::machine::{Machine, StateId, TransitionId};

/// A simple path of a machine: its transitions from the first state to the last.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(pub Vec<TransitionId>);

/// The simple paths between two states, in declared order: a path comes before
/// another where, at the first place that parts them, its transition is declared
/// earlier.
///
/// It holds O(n) memory for n states, however many paths there are.
///
/// ```
/// use fsm::{read, simple_path::SimplePaths};
/// use diagnostic::SourceFile;
/// let tcp = read::json(&SourceFile::new("TCP", models::fsm::get("TCP").unwrap())).unwrap();
/// let (listen, closed) = (tcp.state("LISTEN").unwrap(), tcp.state("CLOSED").unwrap());
/// let mut paths = SimplePaths::between(&tcp, listen, closed);
/// assert_eq!(paths.next().unwrap().0.len(), 5);
/// ```
pub struct SimplePaths {
    /// The arcs that leave each state.
    leaving: Vec<Vec<(TransitionId, StateId)>>,
    target: StateId,
    on_path: Vec<bool>,
    /// A state of the path and how many of its arcs were tried.
    stack: Vec<(StateId, usize)>,
    arcs: Vec<TransitionId>,
}

impl SimplePaths {
    /// The simple paths from `source` to `target`; none where they are equal.
    #[must_use]
    pub fn between(machine: &Machine, source: StateId, target: StateId) -> Self {
        let mut leaving = vec![Vec::new(); machine.n_states()];
        for id in machine.arcs() {
            let arc = machine.transition(id);
            leaving[arc.from.index()].push((id, arc.to));
        }
        let mut on_path = vec![false; machine.n_states()];
        on_path[source.index()] = true;
        let is_empty = source == target;
        Self {
            leaving,
            target,
            on_path,
            stack: if is_empty { vec![] } else { vec![(source, 0)] },
            arcs: Vec::new(),
        }
    }

    /// The next path, without a copy.
    pub fn next_path(&mut self) -> Option<&[TransitionId]> {
        while let Some((state, n_tried)) = self.stack.last_mut() {
            let Some(&(id, to)) = self.leaving[state.index()].get(*n_tried) else {
                self.on_path[state.index()] = false;
                self.stack.pop();
                self.arcs.truncate(self.stack.len().saturating_sub(1));
                continue;
            };
            *n_tried += 1;
            if self.on_path[to.index()] {
                continue;
            }
            self.arcs.truncate(self.stack.len() - 1);
            self.arcs.push(id);
            if to == self.target {
                return Some(&self.arcs);
            }
            self.on_path[to.index()] = true;
            self.stack.push((to, 0));
        }
        None
    }
}

impl Iterator for SimplePaths {
    type Item = Path;

    fn next(&mut self) -> Option<Path> {
        self.next_path().map(|arcs| Path(arcs.to_vec()))
    }
}
