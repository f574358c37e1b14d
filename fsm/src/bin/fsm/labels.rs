//! `fsm labels`: derives every count of every machine anew and compares.

use crate::{EXIT_BAD_INPUT, EXIT_DIFFERENT, EXIT_OK, EXIT_UNDETERMINED, complain, input, stdout};
use diagnostic::escape_controls;
use fsm::Machine;
use fsm::census::{Census, Drift, drifts};
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Machines; all that are shipped, and their sums, without it.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args) -> io::Result<u8> {
    let shipped = || models::fsm::ALL.iter().map(|(name, _)| PathBuf::from(name));
    let files: Vec<PathBuf> = match args.files.as_slice() {
        [] => shipped().collect(),
        files => files.to_vec(),
    };
    let mut out = stdout();
    let mut status = EXIT_OK;
    let mut rows = Vec::new();
    for file in &files {
        let Some(machine) = input::machine(file) else {
            status = EXIT_BAD_INPUT;
            continue;
        };
        match Census::of(&machine) {
            Ok(census) => rows.push((machine, census)),
            Err(error) => {
                complain(&format!("{}: undetermined: {error}", file.display()));
                status = status.max(EXIT_UNDETERMINED);
            }
        }
    }
    table(&rows, &mut out)?;
    let mut n_counts = 0;
    let mut has_drift = false;
    for (machine, census) in &rows {
        let about = machine.about();
        let name = escape_controls(machine.name());
        let Some(wanted) = &about.wanted else {
            writeln!(out, "{name}: states no counts to meet")?;
            continue;
        };
        n_counts += wanted.counts.len();
        for published in &wanted.published {
            let (count, value) = (escape_controls(&published.count), published.value);
            let reason = escape_controls(&published.reason);
            writeln!(out, "{name}: {count} is published as {value}: {reason}")?;
        }
        for drift in drifts(machine, census) {
            has_drift = true;
            writeln!(out, "{name}: DRIFT: {}", escape_controls(&told(&drift)))?;
        }
    }
    if args.files.is_empty() {
        has_drift |= sums(&rows, &mut out)?;
    }
    if !has_drift && status == EXIT_OK {
        writeln!(out, "{n_counts} counts of {} machines hold", rows.len())?;
    }
    out.flush()?;
    Ok(if has_drift && status == EXIT_OK {
        EXIT_DIFFERENT
    } else {
        status
    })
}

fn told(drift: &Drift) -> String {
    match &drift.found {
        Some(found) => format!("{} is {found}, not {}", drift.count, drift.wanted),
        None => format!("no count is called {}", drift.count),
    }
}

fn table(rows: &[(Machine, Census)], out: &mut dyn Write) -> io::Result<()> {
    let Some((_, first)) = rows.first() else {
        return Ok(());
    };
    write!(out, "{:<10}", "machine")?;
    for (name, _) in &first.counts {
        write!(out, "  {name}")?;
    }
    writeln!(out, "  trust")?;
    for (machine, census) in rows {
        write!(out, "{:<10}", escape_controls(machine.name()))?;
        for (name, count) in &census.counts {
            write!(out, "  {count:>width$}", width = name.len())?;
        }
        let trust = machine.about().trust;
        writeln!(out, "  {}", trust.map_or("-", |trust| trust.letter()))?;
    }
    Ok(())
}

/// The sums over Table 1, each machine with what is published; whether one differs.
fn sums(rows: &[(Machine, Census)], out: &mut dyn Write) -> io::Result<bool> {
    let mut has_drift = false;
    for (count, wanted) in models::fsm::TABLE1_SUMS {
        let of_table = rows
            .iter()
            .filter(|(machine, _)| machine.about().variant.as_deref() == Some("table1"));
        let published = |machine: &Machine| {
            let wanted = machine.about().wanted.as_ref()?;
            let found = wanted.published.iter().find(|p| p.count == *count)?;
            Some(found.value.to_string())
        };
        let value = |(machine, census): &(Machine, Census)| -> u64 {
            let derived = || census.get(count).map(ToString::to_string);
            let text = published(machine).or_else(derived);
            text.and_then(|text| text.parse().ok()).unwrap_or(0)
        };
        let sum: u64 = of_table.map(value).sum();
        let verdict = if sum == *wanted {
            "as published"
        } else {
            "DRIFT"
        };
        has_drift |= sum != *wanted;
        writeln!(
            out,
            "sum of {count} over Table 1: {sum}, {verdict}: {wanted}"
        )?;
    }
    Ok(has_drift)
}
