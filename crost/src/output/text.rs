//! For people at a terminal.

use super::{least_uncovered, measures, target_name};
use crate::compare::Comparison;
use crate::path::PathId;
use diagnostic::escape_controls;
use std::io::{self, Write};

/// How many places with uncovered paths are listed.
const MAX_UNCOVERED: usize = 10;

/// Writes all measures, one line a lemma, and where the most is missing.
///
/// # Errors
/// Those of `out`.
pub fn write(comparison: &Comparison<'_>, out: &mut dyn Write) -> io::Result<()> {
    for measure in measures(comparison) {
        let value = shown(measure.value);
        let share = format!("{}/{}", rounded(measure.covered), rounded(measure.total));
        writeln!(
            out,
            "{:<18}{value:>9}  {share:>13}  {}",
            measure.name, measure.meaning
        )?;
    }
    writeln!(out, "\ncoverage of each target lemma")?;
    for lemma in &comparison.lemmas {
        let tree = &comparison.target.trees[lemma.tree];
        let share = format!("{}/{}", lemma.score.covered, lemma.score.total);
        let name = tree.name();
        writeln!(
            out,
            "  {:<16}{:>9}  {share:>13}  {}",
            tree.family.name(),
            shown(lemma.score.value()),
            escape_controls(&name)
        )?;
    }
    let mut uncovered = least_uncovered(comparison);
    uncovered.sort_by_key(|&(path, n)| (std::cmp::Reverse(n), path));
    if !uncovered.is_empty() {
        writeln!(out, "\nuncovered paths start with")?;
    }
    for &(path, n) in uncovered.iter().take(MAX_UNCOVERED) {
        let labels = comparison.target_paths.trie.labels_of(path);
        let above = labels.len() - 1;
        let place = match above {
            0 => "from the first goal on".to_owned(),
            1 => "below 1 covered goal".to_owned(),
            n => format!("below {n} covered goals"),
        };
        writeln!(
            out,
            "  {n:>6} {} in {}, {place}:\n         {}",
            if n == 1 { "path" } else { "paths" },
            escape_controls(&target_names(comparison, path)),
            escape_controls(comparison.label(labels[above]))
        )?;
    }
    if uncovered.len() > MAX_UNCOVERED {
        let n = uncovered.len() - MAX_UNCOVERED;
        writeln!(out, "  and {n} more places; --format json lists all")?;
    }
    for warning in &comparison.warnings {
        writeln!(out, "\nwarning: {}", escape_controls(warning))?;
    }
    Ok(())
}

/// The first lemma that has a path, and how many others have it.
fn target_names(comparison: &Comparison<'_>, path: PathId) -> String {
    let places = comparison.target_paths.places.iter();
    let n_others = places.filter(|paths| paths.contains(&Some(path))).count() - 1;
    let name = target_name(comparison, path);
    match n_others {
        0 => name,
        1 => format!("{name} and 1 other lemma"),
        n => format!("{name} and {n} other lemmas"),
    }
}

/// A share to four places, or that there is none.
pub(super) fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "undefined".to_owned(), |value| format!("{value:.4}"))
}

/// A weight to one place, a number as it is.
fn rounded(number: f64) -> String {
    if number.fract() == 0.0 {
        format!("{number}")
    } else {
        format!("{number:.1}")
    }
}
