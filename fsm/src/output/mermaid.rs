//! Mermaid's state diagrams.

use crate::label::{MERMAID, encode, join};
use crate::machine::Machine;
use std::io;

/// Writes a machine as a Mermaid `stateDiagram-v2`; [`crate::read::mermaid`] reads
/// it back, apart from the machine's name.
///
/// # Errors
/// Errors of the writer.
pub fn write(machine: &Machine, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "stateDiagram-v2")?;
    writeln!(out, "  direction LR")?;
    for state in machine.states() {
        let name = encode(machine.state_name(state), MERMAID, "");
        writeln!(out, "  state \"{name}\" as s{}", state.0)?;
    }
    if let Some(initial) = machine.initial() {
        writeln!(out, "  [*] --> s{}", initial.0)?;
    }
    for transition in machine.transitions() {
        let label = join(transition.condition, transition.actions, MERMAID);
        let (from, to) = (transition.from.0, transition.to.0);
        match label.as_str() {
            "" => writeln!(out, "  s{from} --> s{to}")?,
            label => writeln!(out, "  s{from} --> s{to} : {label}")?,
        }
    }
    for state in machine.finals() {
        writeln!(out, "  s{} --> [*]", state.0)?;
    }
    Ok(())
}
