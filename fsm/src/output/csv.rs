//! Transition tables as comma-separated values.

use crate::machine::Machine;
use crate::read::csv_actions;
use std::io;

/// Writes a machine as a table `from,condition,to,actions,role`;
/// [`crate::read::csv`] reads it back, apart from the machine's name.
///
/// A row a state comes first, with the state in `from` and its `role`: `state`,
/// `initial`, `final` or `initial final`. Then a row a transition, without a role.
/// Actions are joined by `; `, or a JSON list where they have semicolons.
///
/// # Errors
/// Errors of the writer.
pub fn write(machine: &Machine, out: &mut dyn io::Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["from", "condition", "to", "actions", "role"])?;
    for state in machine.states() {
        let is_final = machine.finals().contains(&state);
        let role = match (machine.initial() == Some(state), is_final) {
            (true, true) => "initial final",
            (true, false) => "initial",
            (false, true) => "final",
            (false, false) => "state",
        };
        table.write_record([machine.state_name(state), "", "", "", role])?;
    }
    for transition in machine.transitions() {
        let plain = transition.actions.join("; ");
        let is_plain = csv_actions(&plain).is_some_and(|read| read == transition.actions);
        let actions = match is_plain {
            true => plain,
            false => serde_json::to_string(transition.actions)?,
        };
        table.write_record([
            machine.state_name(transition.from),
            transition.condition,
            machine.state_name(transition.to),
            &actions,
            "",
        ])?;
    }
    table.flush()
}
