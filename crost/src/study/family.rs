//! Coverage of each family of lemmas.

use crate::compare::Comparison;
use crate::family::Family;
use crate::score::Score;
use std::collections::BTreeMap;

/// CRoST of each family that the target has lemmas of: over the set of paths of
/// these lemmas, which any generated lemma may cover. Families share paths, so the
/// totals may add up to more than the whole.
///
/// ```
/// use crost::study::family_scores;
/// use crost::{Family, Forest, NormalForm, Options, compare};
/// use spthy_parse::{Arena, parse_theory};
/// let arena = Arena::new();
/// let text = "theory T begin lemma L: exists-trace \"Ex #i. A( )@i\" solve( A( ) @ #i ) SOLVED end";
/// let forest = Forest::of_theory("t", &parse_theory(text, &arena).theory, NormalForm::Local);
/// let comparison = compare(&forest, &forest, &Options::default());
/// let scores = family_scores(&comparison);
/// assert_eq!(scores[&Family::SANITY].value(), Some(1.0));
/// assert_eq!(scores.get(&Family::SECRECY), None);
/// ```
#[must_use]
pub fn family_scores(comparison: &Comparison<'_>) -> BTreeMap<Family, Score> {
    let trie = &comparison.target_paths.trie;
    let mut trees: BTreeMap<&Family, Vec<usize>> = BTreeMap::new();
    for (at, &tree) in comparison.target_trees.iter().enumerate() {
        let family = &comparison.target.trees[tree].family;
        trees.entry(family).or_default().push(at);
    }
    let mut scores = BTreeMap::new();
    for (family, trees) in trees {
        let mut is_in_family = vec![false; trie.len()];
        for at in trees {
            for path in comparison.target_paths.places[at].iter().flatten() {
                is_in_family[path.0 as usize] = true;
            }
        }
        let mut score = Score::default();
        for path in trie.ids().filter(|path| is_in_family[path.0 as usize]) {
            score.total += 1;
            score.covered += u64::from(comparison.coverage.is_covered(path));
        }
        scores.insert(family.clone(), score);
    }
    scores
}
