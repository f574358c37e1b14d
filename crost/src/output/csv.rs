//! One tidy table: a row a measure, then a row a target lemma.

use super::measures;
use crate::compare::Comparison;
use crate::score::Quantity;
use std::io::{self, Write};

/// Writes the table. An undefined score is an empty cell.
///
/// # Errors
/// Those of `out`.
pub fn write(comparison: &Comparison<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut table = ::csv::Writer::from_writer(out);
    table.write_record(["measure", "lemma", "family", "score", "covered", "total"])?;
    let mut row = |name: &str, lemma: &str, family: &str, value: Option<f64>, parts: [f64; 2]| {
        table.write_record([
            name,
            lemma,
            family,
            &value.map_or_else(String::new, |value| value.to_string()),
            &parts[0].to_string(),
            &parts[1].to_string(),
        ])
    };
    for measure in measures(comparison) {
        let parts = [measure.covered, measure.total];
        row(measure.name, "", "", measure.value, parts)?;
    }
    for lemma in &comparison.lemmas {
        let tree = &comparison.target.trees[lemma.tree];
        let parts = [lemma.score.covered.number(), lemma.score.total.number()];
        let value = lemma.score.value();
        row("crost", &tree.name(), tree.family.name(), value, parts)?;
    }
    table.flush()
}
