//! A spec of the model checker `check`, in minicheck's JSON format: the current
//! state is a field.

use crate::machine::Machine;
use serde_json::{Map, Value, json};
use std::io;

/// Writes a machine as a spec for `check`.
///
/// The field `state` has the name of the current state. A transition is labelled by
/// its condition; where one condition leads to several states, the number of the
/// transition is behind it, so that labels are distinct. The goal, for AG EF, is to
/// be in the final state; where there are several, a field `final` says whether the
/// current one is final. Without final states, the goal is the initial state: that
/// the machine can always come back. Actions are not part of a spec.
///
/// # Errors
/// Where no initial state is declared; errors of the writer.
pub fn write(machine: &Machine, out: &mut dyn io::Write) -> io::Result<()> {
    let Some(initial) = machine.initial() else {
        let message = "a spec starts in an initial state, and the machine declares none";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    };
    let is_final = |state| machine.finals().contains(&state);
    let has_field = machine.finals().len() > 1;
    let valuation = |state| {
        let mut fields = Map::new();
        fields.insert("state".into(), machine.state_name(state).into());
        if has_field {
            fields.insert("final".into(), is_final(state).into());
        }
        Value::Object(fields)
    };
    let mut n_uses = std::collections::HashMap::new();
    for transition in machine.transitions() {
        *n_uses.entry(transition.condition).or_insert(0) += 1;
    }
    let transitions = (1..)
        .zip(machine.transitions())
        .map(|(number, transition)| {
            let label = match n_uses[transition.condition] {
                1 => transition.condition.to_owned(),
                _ => format!("{} #{number}", transition.condition),
            };
            json!({
                "label": label,
                "when": { "state": machine.state_name(transition.from) },
                "set": valuation(transition.to),
            })
        });
    let goal = match machine.finals() {
        [] => json!({ "state": machine.state_name(initial) }),
        [only] => json!({ "state": machine.state_name(*only) }),
        _ => json!({ "final": true }),
    };
    let fields: &[&str] = if has_field {
        &["state", "final"]
    } else {
        &["state"]
    };
    let spec = json!({
        "name": machine.name(),
        "fields": fields,
        "initial": valuation(initial),
        "transitions": transitions.collect::<Vec<_>>(),
        "goal": { "require": goal },
    });
    writeln!(out, "{spec:#}")
}
