//! One JSON document.

use super::{labels, least_uncovered, target_name};
use crate::compare::Comparison;
use crate::score::Score;
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Document<'c> {
    normal_form: &'static str,
    target: Vec<&'c str>,
    generated: Vec<&'c str>,
    crost: Score,
    footprint: Score,
    reverse: Score,
    reverse_footprint: Score,
    informative: Score,
    weighted: Score<f64>,
    strict: Score,
    contiguous: Score,
    multiset: Score,
    lemmas: Vec<Lemma<'c>>,
    /// All uncovered paths: each starts with one of these.
    uncovered: Vec<Uncovered<'c>>,
    warnings: &'c [String],
}

#[derive(Serialize)]
struct Lemma<'c> {
    name: String,
    family: &'c str,
    #[serde(flatten)]
    score: Score,
}

#[derive(Serialize)]
struct Uncovered<'c> {
    /// The first target lemma that has the path.
    lemma: String,
    path: Vec<&'c str>,
    /// Uncovered paths that start with this one, itself included.
    n_paths: u32,
}

/// Writes the document, indented.
///
/// # Errors
/// Those of `out`.
pub fn write(comparison: &Comparison<'_>, out: &mut dyn Write) -> io::Result<()> {
    let trie = &comparison.target_paths.trie;
    let document = Document {
        normal_form: comparison.target.normal_form.name(),
        target: comparison.target.files(),
        generated: comparison.generated.files(),
        crost: comparison.crost,
        footprint: comparison.footprint,
        reverse: comparison.reverse,
        reverse_footprint: comparison.reverse_footprint,
        informative: comparison.informative,
        weighted: comparison.weighted,
        strict: comparison.strict,
        contiguous: comparison.contiguous,
        multiset: comparison.multiset,
        lemmas: comparison
            .lemmas
            .iter()
            .map(|lemma| {
                let tree = &comparison.target.trees[lemma.tree];
                Lemma {
                    name: tree.name(),
                    family: tree.family.name(),
                    score: lemma.score,
                }
            })
            .collect(),
        uncovered: least_uncovered(comparison)
            .into_iter()
            .map(|(path, n_paths)| Uncovered {
                lemma: target_name(comparison, path),
                path: labels(comparison, &trie.labels_of(path)),
                n_paths,
            })
            .collect(),
        warnings: &comparison.warnings,
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    out.write_all(b"\n")
}
