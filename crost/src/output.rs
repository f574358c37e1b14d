//! Comparisons for people and for programs, one file a format.
//!
//! Names and goals come from theories, which are untrusted text: each format
//! escapes them its way.

mod csv;
mod explanation;
mod html;
mod json;
mod plot;
mod plot_page;
mod plot_table;
mod text;

pub use csv::write as write_csv;
pub use explanation::{write_json as write_explanations_json, write_text as write_explanations};
pub use html::write as write_html;
pub use json::write as write_json;
pub use plot::{Lines, Series, histogram, lines, scatter};
pub use plot_page::{StudyPage, write as write_study_page};
pub use plot_table::write as write_study_table;
pub use text::write as write_text;

use crate::compare::Comparison;
use crate::path::PathId;
use crate::score::{Quantity, Score};

/// A measure over a whole comparison.
struct Measure {
    name: &'static str,
    /// What it says, in a few words.
    meaning: &'static str,
    /// Covered, whole, share.
    covered: f64,
    total: f64,
    value: Option<f64>,
}

fn measure<T: Quantity>(name: &'static str, score: Score<T>, meaning: &'static str) -> Measure {
    Measure {
        name,
        meaning,
        covered: score.covered.number(),
        total: score.total.number(),
        value: score.value(),
    }
}

/// All measures, the headline first.
fn measures(comparison: &Comparison<'_>) -> Vec<Measure> {
    vec![
        measure(
            "crost",
            comparison.crost,
            "target paths that a generated path covers",
        ),
        measure(
            "reverse",
            comparison.reverse,
            "generated paths that a target path covers",
        ),
        measure(
            "footprint",
            comparison.footprint,
            "target goals that are solved on both sides",
        ),
        measure(
            "reverse footprint",
            comparison.reverse_footprint,
            "generated goals that are solved on both sides",
        ),
        measure(
            "informative",
            comparison.informative,
            "paths, goals that say little left out",
        ),
        measure(
            "weighted",
            comparison.weighted,
            "paths weighted by the rarity of their goals, in bits",
        ),
        measure(
            "strict",
            comparison.strict,
            "target paths that the lemma of the same name covers",
        ),
        measure(
            "contiguous",
            comparison.contiguous,
            "target paths that are covered without goals in between",
        ),
        measure(
            "multiset",
            comparison.multiset,
            "each solve node counts, also of the same path",
        ),
    ]
}

/// Uncovered paths whose path without the last label is covered, with the number
/// of uncovered paths that start with each; these are all uncovered.
fn least_uncovered(comparison: &Comparison<'_>) -> Vec<(PathId, u32)> {
    let trie = &comparison.target_paths.trie;
    let is_covered = |path| comparison.coverage.is_covered(path);
    comparison
        .uncovered()
        .filter(|&path| trie.parent(path).is_none_or(is_covered))
        .map(|path| (path, trie.end(path) - path.0))
        .collect()
}

/// The name of the tree that has a target path first.
fn target_name(comparison: &Comparison<'_>, path: PathId) -> String {
    let (tree, _) = comparison.target_paths.first[path.0 as usize];
    comparison.target.trees[comparison.target_trees[tree as usize]].name()
}

fn labels<'c>(comparison: &'c Comparison<'_>, numbers: &[u32]) -> Vec<&'c str> {
    numbers
        .iter()
        .map(|&number| comparison.label(number))
        .collect()
}
