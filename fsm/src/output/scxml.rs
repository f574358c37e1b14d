//! SCXML (W3C, 2015), flat machines.

use crate::machine::Machine;
use quick_xml::escape::escape;
use std::io;

/// The name space of what SCXML has no place for.
pub(crate) const NAMESPACE: &str = "urn:plumbline:fsm";

/// Writes a machine as SCXML; [`crate::read::scxml`] reads it back.
///
/// Identifiers of SCXML have no spaces: `fsm:name` has a state's name where it is
/// no identifier. An event has none either: its spaces are underscores, and
/// `fsm:condition` has the condition. Actions are `log` elements. A final state
/// that transitions leave is a `state` with `fsm:final`, since SCXML's `final` has
/// no transitions. Without an initial state, `fsm:initial="none"` says so: SCXML
/// starts in the first state then.
///
/// # Errors
/// Errors of the writer.
pub fn write(machine: &Machine, out: &mut dyn io::Write) -> io::Result<()> {
    let id = |state: crate::StateId| -> String {
        let name = machine.state_name(state);
        if is_identifier(name) {
            name.to_owned()
        } else {
            format!("fsm.s{}", state.0)
        }
    };
    write!(
        out,
        "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" xmlns:fsm=\"{NAMESPACE}\" version=\"1.0\" name=\"{}\"",
        escape(name_token(machine.name()))
    )?;
    if name_token(machine.name()) != machine.name() {
        write!(out, " fsm:name=\"{}\"", escape(machine.name()))?;
    }
    match machine.initial() {
        Some(initial) => writeln!(out, " initial=\"{}\">", escape(id(initial)))?,
        None => writeln!(out, " fsm:initial=\"none\">")?,
    }
    for state in machine.states() {
        let leaving: Vec<_> = machine.transitions().filter(|t| t.from == state).collect();
        let is_final = machine.finals().contains(&state);
        let element = if is_final && leaving.is_empty() {
            "final"
        } else {
            "state"
        };
        write!(out, "  <{element} id=\"{}\"", escape(id(state)))?;
        if !is_identifier(machine.state_name(state)) {
            write!(out, " fsm:name=\"{}\"", escape(machine.state_name(state)))?;
        }
        if is_final && element == "state" {
            write!(out, " fsm:final=\"true\"")?;
        }
        if leaving.is_empty() {
            writeln!(out, "/>")?;
            continue;
        }
        writeln!(out, ">")?;
        for transition in leaving {
            let event = name_token(transition.condition);
            let target = id(transition.to);
            write!(out, "    <transition")?;
            if !event.is_empty() {
                write!(out, " event=\"{}\"", escape(&event))?;
            }
            if event != transition.condition {
                write!(out, " fsm:condition=\"{}\"", escape(transition.condition))?;
            }
            write!(out, " target=\"{}\"", escape(&target))?;
            if transition.actions.is_empty() {
                writeln!(out, "/>")?;
                continue;
            }
            writeln!(out, ">")?;
            for action in transition.actions {
                writeln!(out, "      <log label=\"{}\"/>", escape(action))?;
            }
            writeln!(out, "    </transition>")?;
        }
        writeln!(out, "  </{element}>")?;
    }
    writeln!(out, "</scxml>")
}

/// A text without white space.
fn name_token(text: &str) -> String {
    text.replace(char::is_whitespace, "_")
}

/// Whether a name is one of XML, without a colon, and none that we make up.
fn is_identifier(name: &str) -> bool {
    let is_start = |c: char| c.is_alphabetic() || c == '_';
    let is_part = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    let is_made_up = name.starts_with("fsm.s");
    name.starts_with(is_start) && name.chars().all(is_part) && name.is_ascii() && !is_made_up
}
