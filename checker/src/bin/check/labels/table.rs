//! The table for people: a line a label, differences under it.

use super::{Derived, Row};
use anstyle::{AnsiColor, Style};
use checker::label::Standing;
use diagnostic::{escape_controls, render};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const OPEN: Style = AnsiColor::Yellow.on_default().bold();

pub(super) fn write(rows: &[Row], color: bool, out: &mut dyn Write) -> io::Result<()> {
    let width = |text: &str| escape_controls(text).width();
    let id_width = rows.iter().map(|row| width(&row.id)).max().unwrap_or(0);
    let words = rows.iter().map(|row| standing(row).0.len());
    let word_width = words.max().unwrap_or(0);
    writeln!(
        out,
        "{:word_width$}  {:24}  {:id_width$}  {:>6}  {:>11}  {:>5}  vacuity",
        "", "label", "machine", "states", "transitions", "steps"
    )?;
    for row in rows {
        let (word, style) = standing(row);
        let (on, off) = if color {
            (style.render().to_string(), style.render_reset().to_string())
        } else {
            (String::new(), String::new())
        };
        let id = escape_controls(&row.id);
        let pad = " ".repeat(id_width - id.width());
        match &row.result {
            Ok(derived) => {
                writeln!(
                    out,
                    "{on}{word:word_width$}{off}  {}",
                    facts(derived, &format!("{id}{pad}"))
                )?;
                remarks(row, derived, color, out)?;
            }
            Err(_) => writeln!(out, "{on}{word:word_width$}{off}  {:24}  {id}", "")?,
        }
    }
    writeln!(out, "\n{}", summary(rows))
}

fn standing(row: &Row) -> (&'static str, Style) {
    match row.result.as_ref().map(|derived| &derived.standing) {
        Ok(Standing::Agrees) => ("AGREES", GOOD),
        Ok(Standing::Drifts(_)) => ("DRIFTS", BAD),
        Ok(Standing::Undetermined(_)) => ("UNDETERMINED", OPEN),
        Err(_) => ("BAD", BAD),
    }
}

/// The label's claim, and the facts as they were found.
fn facts(derived: &Derived, id: &str) -> String {
    let Derived { label, facts, .. } = derived;
    let kind = label.kind.value;
    match &facts.whole {
        Ok(whole) => {
            let steps = whole.counterexample_steps;
            let steps = steps.map_or_else(|| "-".to_owned(), |steps| steps.to_string());
            format!(
                "{kind:24}  {id}  {:>6}  {:>11}  {steps:>5}  {}",
                whole.reachable_states, whole.transitions, whole.vacuity
            )
        }
        Err(_) => format!("{kind:24}  {id}  {:>6}  {:>11}  {:>5}  ?", "?", "?", "?"),
    }
}

/// What differs, under its line, with the place in the label.
fn remarks(row: &Row, derived: &Derived, color: bool, out: &mut dyn Write) -> io::Result<()> {
    match &derived.standing {
        Standing::Agrees => Ok(()),
        Standing::Undetermined(incomplete) => {
            let reason = incomplete.to_string();
            writeln!(out, "  {}", escape_controls(&reason))
        }
        Standing::Drifts(differences) => {
            for difference in differences {
                let drawn = render(&row.label_source, &[difference.diagnostic()], color);
                for line in drawn.lines() {
                    writeln!(out, "  {line}")?;
                }
            }
            Ok(())
        }
    }
}

fn summary(rows: &[Row]) -> String {
    let words = ["AGREES", "DRIFTS", "UNDETERMINED", "BAD"];
    let counts = words.map(|word| rows.iter().filter(|row| standing(row).0 == word).count());
    let parts: Vec<_> = ["agree", "drift", "undetermined", "bad"]
        .into_iter()
        .zip(counts)
        .filter(|(_, count)| *count > 0)
        .map(|(word, count)| format!("{count} {word}"))
        .collect();
    format!("{} labels: {}", rows.len(), parts.join(", "))
}
