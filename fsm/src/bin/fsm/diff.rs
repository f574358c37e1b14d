//! `fsm diff`: what parts two machines.

use crate::{EXIT_BAD_INPUT, EXIT_DIFFERENT, EXIT_OK, input, stdout};
use diagnostic::escape_controls;
use fsm::Machine;
use fsm::difference::{Difference, NamedArc, paths_apart};
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// First machine.
    #[arg(value_name = "A")]
    first: PathBuf,
    /// Second machine.
    #[arg(value_name = "B")]
    second: PathBuf,
    /// List the simple paths that A alone (-) and B alone (+) has.
    #[arg(long)]
    paths: bool,
    /// Most paths that are looked at for each machine.
    #[arg(long, value_name = "N", default_value = "1000000")]
    limit: usize,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let machines = (input::machine(&args.first), input::machine(&args.second));
    let (Some(first), Some(second)) = machines else {
        return Ok(EXIT_BAD_INPUT);
    };
    let difference = Difference::between(&first, &second);
    let mut out = stdout();
    let arc = |(from, condition, to): &NamedArc<'_>| {
        escape_controls(&format!("{from} —{condition}→ {to}")).into_owned()
    };
    for (sign, states) in [
        ('-', &difference.lost_states),
        ('+', &difference.added_states),
    ] {
        for state in states {
            writeln!(out, "{sign} state {}", escape_controls(state))?;
        }
    }
    if let Some(initial) = difference.initial {
        let [first, second] = initial.map(|name| escape_controls(name.unwrap_or("(none)")));
        writeln!(out, "~ initial {first} → {second}")?;
    }
    for (sign, states) in [
        ('-', &difference.lost_finals),
        ('+', &difference.added_finals),
    ] {
        for state in states {
            writeln!(out, "{sign} final {}", escape_controls(state))?;
        }
    }
    let arcs = [
        ('-', &difference.lost_arcs),
        ('+', &difference.added_arcs),
        ('~', &difference.other_actions),
    ];
    for (sign, arcs) in arcs {
        for found in arcs {
            writeln!(out, "{sign} {}", arc(found))?;
        }
    }
    let sides = [
        ('-', "lost", &first, &second),
        ('+', "added", &second, &first),
    ];
    for (sign, word, machine, other) in sides {
        let mut n_paths = 0usize;
        for path in paths_apart(machine, other).take(args.limit) {
            n_paths += 1;
            if args.paths {
                writeln!(out, "{sign} path {}", text(machine, &path))?;
            }
        }
        let at_least = if n_paths == args.limit {
            "at least "
        } else {
            ""
        };
        writeln!(out, "{at_least}{n_paths} simple paths {word}")?;
    }
    out.flush()?;
    Ok(if difference.is_empty() {
        EXIT_OK
    } else {
        EXIT_DIFFERENT
    })
}

fn text(machine: &Machine, path: &[fsm::TransitionId]) -> String {
    let mut text = String::new();
    for (position, id) in path.iter().enumerate() {
        let transition = machine.transition(*id);
        if position == 0 {
            text.push_str(machine.state_name(transition.from));
        }
        let to = machine.state_name(transition.to);
        text.push_str(&format!("; {}; {to}", transition.condition));
    }
    escape_controls(&text).into_owned()
}
