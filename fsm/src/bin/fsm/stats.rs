//! `fsm stats`: the counts of machines, and what deserves a look.

use crate::{EXIT_BAD_INPUT, EXIT_OK, EXIT_UNDETERMINED, complain, input, stdout};
use diagnostic::escape_controls;
use fsm::census::Census;
use fsm::machine::Trust;
use fsm::{Machine, StateId, TransitionId, reach};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Machines; all that are shipped without it.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write a JSON object a machine and line.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let shipped = || models::fsm::ALL.iter().map(|(name, _)| PathBuf::from(name));
    let files = match args.files.as_slice() {
        [] => shipped().collect(),
        files => files.to_vec(),
    };
    let mut out = stdout();
    let mut status = EXIT_OK;
    for file in &files {
        let Some(machine) = input::machine(file) else {
            status = EXIT_BAD_INPUT;
            continue;
        };
        let census = match Census::of(&machine) {
            Ok(census) => census,
            Err(error) => {
                complain(&format!("{}: undetermined: {error}", file.display()));
                status = status.max(EXIT_UNDETERMINED);
                continue;
            }
        };
        if args.json {
            writeln!(out, "{}", document(&machine, &census))?;
        } else {
            text(&machine, &census, &mut out)?;
        }
    }
    out.flush()?;
    Ok(status)
}

fn text(machine: &Machine, census: &Census, out: &mut dyn Write) -> io::Result<()> {
    let about = machine.about();
    write!(out, "{}", escape_controls(machine.name()))?;
    for (part, before) in [(&about.rfc, ", "), (&about.section, ", section ")] {
        if let Some(part) = part {
            write!(out, "{before}{}", escape_controls(part))?;
        }
    }
    writeln!(out)?;
    if let Some(trust) = about.trust {
        writeln!(
            out,
            "  trust                {}: {}",
            trust.letter(),
            trust.meaning()
        )?;
    }
    for (name, count) in &census.counts {
        writeln!(out, "  {name:<20} {count}")?;
    }
    let names = |states: &[StateId]| {
        let names = states.iter().map(|state| machine.state_name(*state));
        escape_controls(&names.collect::<Vec<_>>().join(", ")).into_owned()
    };
    for (what, states) in [
        ("unreachable", reach::unreachable_states(machine)),
        ("dead ends", reach::dead_ends(machine)),
    ] {
        if !states.is_empty() {
            writeln!(out, "  {what:<20} {}", names(&states))?;
        }
    }
    for group in reach::nondeterministic(machine) {
        writeln!(
            out,
            "  {:<20} {}",
            "nondeterministic",
            choice(machine, &group)
        )?;
    }
    for id in reach::repeated(machine) {
        writeln!(out, "  {:<20} {}", "repeated", choice(machine, &[id]))?;
    }
    Ok(())
}

/// `state, condition → outcome | outcome`.
fn choice(machine: &Machine, group: &[TransitionId]) -> String {
    let outcomes = group.iter().map(|id| {
        let transition = machine.transition(*id);
        let to = machine.state_name(transition.to);
        match transition.actions {
            [] => to.to_owned(),
            actions => format!("{to} ({})", actions.join(", ")),
        }
    });
    let outcomes = outcomes.collect::<Vec<_>>().join(" | ");
    let first = group.first().map(|id| machine.transition(*id));
    let start = first.map_or(String::new(), |t| {
        format!("{}, {}", machine.state_name(t.from), t.condition)
    });
    escape_controls(&format!("{start} → {outcomes}")).into_owned()
}

fn document(machine: &Machine, census: &Census) -> Value {
    let counts: Map<String, Value> = census
        .counts
        .iter()
        .map(|(name, count)| ((*name).to_owned(), number(&count.to_string())))
        .collect();
    let names = |states: Vec<StateId>| {
        let names = states.into_iter().map(|state| machine.state_name(state));
        names.collect::<Vec<_>>()
    };
    let group = |group: &Vec<TransitionId>| -> Vec<u32> { group.iter().map(|id| id.0).collect() };
    let nondeterministic = reach::nondeterministic(machine);
    json!({
        "machine": machine.name(),
        "trust": machine.about().trust.map(Trust::letter),
        "counts": counts,
        "unreachable": names(reach::unreachable_states(machine)),
        "dead_ends": names(reach::dead_ends(machine)),
        "nondeterministic": nondeterministic.iter().map(group).collect::<Vec<_>>(),
        "repeated": group(&reach::repeated(machine)),
    })
}

/// A number of JSON; a string where programs could round it.
pub(crate) fn number(text: &str) -> Value {
    match text.parse::<u64>() {
        Ok(number) if number < 1 << 53 => number.into(),
        Err(_) if text.contains('.') => text.parse::<f64>().map_or(text.into(), Value::from),
        _ => text.into(),
    }
}
