//! One page that needs no network: what of the target's proof trees is covered.
//!
//! Everything that comes from a theory is data in a script element, and the page
//! writes it as text only; so nothing here has to be escaped as markup. The page
//! makes elements only for rows near the window, so proofs of many thousand steps
//! stay usable.

use super::measures;
use crate::compare::Comparison;
use crate::goal::LowInformation;
use crate::path::{PathId, PathTrie};
use diagnostic::escape_controls;
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, Write};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Where there is no number.
const NONE: i64 = -1;

#[derive(Serialize)]
struct Page<'c> {
    normal_form: &'static str,
    target: Vec<Cow<'c, str>>,
    generated: Vec<Cow<'c, str>>,
    measures: Vec<Measure>,
    warnings: Vec<Cow<'c, str>>,
    /// Labels of both sides, by their numbers.
    labels: Vec<Cow<'c, str>>,
    /// Which labels say little, and how.
    low_information: Vec<(usize, LowInformation)>,
    lemmas: Vec<Lemma<'c>>,
    /// The target's paths: the path without its last label, that label, and the
    /// generated path that covers it.
    paths: Vec<(i64, u32, i64)>,
    /// Names of the generated lemmas.
    generated_lemmas: Vec<String>,
    /// The generated paths: the path without its last label, that label, and the
    /// lemma that has it first.
    generated_paths: Vec<(i64, u32, u32)>,
}

#[derive(Serialize)]
struct Measure {
    name: &'static str,
    meaning: &'static str,
    covered: f64,
    total: f64,
    score: Option<f64>,
}

#[derive(Serialize)]
struct Lemma<'c> {
    name: String,
    family: Cow<'c, str>,
    covered: u64,
    total: u64,
    /// Its solve nodes in the order of the text: the nearest one above, by its
    /// place in this list, and the path that ends there.
    solves: Vec<(i64, u32)>,
}

/// Writes the page.
///
/// # Errors
/// Those of `out`.
pub fn write(comparison: &Comparison<'_>, out: &mut dyn Write) -> io::Result<()> {
    // No `<` reaches the page, so no text can close the script element.
    let json = serde_json::to_string(&page(comparison))?.replace('<', "\\u003c");
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
         base-uri 'none'; form-action 'none'\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <title>crost</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <noscript><p>This page draws proof trees with a script.</p></noscript>\n\
         <script type=\"application/json\" id=\"comparison\">{json}</script>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

fn page<'c>(comparison: &'c Comparison<'_>) -> Page<'c> {
    let low = comparison.target.labels.all().iter().enumerate();
    Page {
        normal_form: comparison.target.normal_form.name(),
        target: plain(comparison.target.files()),
        generated: plain(comparison.generated.files()),
        measures: measures(comparison)
            .into_iter()
            .map(|measure| Measure {
                name: measure.name,
                meaning: measure.meaning,
                covered: measure.covered,
                total: measure.total,
                score: measure.value,
            })
            .collect(),
        warnings: plain(comparison.warnings.iter().map(String::as_str)),
        labels: all_labels(comparison),
        low_information: low
            .filter_map(|(at, label)| Some((at, label.low_information?)))
            .collect(),
        lemmas: lemmas(comparison),
        paths: rows(&comparison.target_paths.trie, |path| {
            comparison
                .coverage
                .witness(path)
                .map_or(NONE, |path| i64::from(path.0))
        }),
        generated_lemmas: comparison
            .generated_trees
            .iter()
            .map(|&at| escape_controls(&comparison.generated.trees[at].name()).into_owned())
            .collect(),
        generated_paths: rows(&comparison.generated_paths.trie, |path| {
            comparison.generated_paths.first[path.0 as usize].0
        }),
    }
}

fn plain<'c>(texts: impl IntoIterator<Item = &'c str>) -> Vec<Cow<'c, str>> {
    texts.into_iter().map(escape_controls).collect()
}

/// A generated label that the target has too stands once, among the target's.
fn all_labels<'c>(comparison: &'c Comparison<'_>) -> Vec<Cow<'c, str>> {
    let target = &comparison.target.labels;
    let own = target.all().iter().map(|label| label.text.as_str());
    let generated = comparison.generated.labels.all().iter();
    let other = generated.map(|label| match target.find(&label.text) {
        Some(_) => "",
        None => label.text.as_str(),
    });
    plain(own.chain(other))
}

fn lemmas<'c>(comparison: &'c Comparison<'_>) -> Vec<Lemma<'c>> {
    let places = &comparison.target_paths.places;
    let lemmas = comparison.lemmas.iter().zip(places);
    lemmas
        .map(|(lemma, places)| {
            let tree = &comparison.target.trees[lemma.tree];
            let solves = tree.solves.iter().zip(places);
            Lemma {
                name: escape_controls(&tree.name()).into_owned(),
                family: escape_controls(tree.family.name()),
                covered: lemma.score.covered,
                total: lemma.score.total,
                // All labels count in this view, so each solve node ends a path.
                solves: solves
                    .filter_map(|(solve, path)| {
                        Some((solve.parent.map_or(NONE, i64::from), (*path)?.0))
                    })
                    .collect(),
            }
        })
        .collect()
}

fn rows<T>(trie: &PathTrie, last: impl Fn(PathId) -> T) -> Vec<(i64, u32, T)> {
    trie.ids()
        .map(|path| {
            let above = trie.parent(path).map_or(NONE, |above| i64::from(above.0));
            (above, trie.label(path), last(path))
        })
        .collect()
}
