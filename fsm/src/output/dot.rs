//! Graphviz, in the dialect of automata learners: `__start0` points at the initial
//! state, final states are double circles, labels are `condition / action; action`.

use crate::label::{DOT, encode, join};
use crate::machine::Machine;
use std::io;

/// Writes a machine in the DOT language; [`crate::read::dot`] reads it back.
///
/// # Errors
/// Errors of the writer.
pub fn write(machine: &Machine, out: &mut dyn io::Write) -> io::Result<()> {
    let text = |name: &str| encode(name, DOT, "");
    writeln!(out, "digraph \"{}\" {{", text(machine.name()))?;
    writeln!(out, "  rankdir=LR;")?;
    for state in machine.states() {
        let shape = match machine.finals().contains(&state) {
            true => "doublecircle",
            false => "circle",
        };
        let name = text(machine.state_name(state));
        writeln!(out, "  s{} [label=\"{name}\" shape=\"{shape}\"];", state.0)?;
    }
    if let Some(initial) = machine.initial() {
        writeln!(out, "  __start0 [label=\"\" shape=\"none\"];")?;
        writeln!(out, "  __start0 -> s{};", initial.0)?;
    }
    for transition in machine.transitions() {
        let label = join(transition.condition, transition.actions, DOT);
        let (from, to) = (transition.from.0, transition.to.0);
        writeln!(out, "  s{from} -> s{to} [label=\"{label}\"];")?;
    }
    writeln!(out, "}}")
}
