//! Why a target lemma is not covered.

mod claim;
mod fact;
mod nearest;
mod similar;

pub use nearest::{Nearest, Side, align, align_earliest};

use crate::compare::Comparison;
use crate::forest::ProofTree;
use crate::path::PathId;
use crate::score::Score;
use claim::Claim;
use fact::stages;
use nearest::Search;
use similar::SimilarLabels;
use std::collections::BTreeMap;

/// Why a target lemma is not wholly covered.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// Name of the target lemma.
    pub lemma: String,
    /// Its coverage.
    pub score: Score,
    /// The generated lemma whose actions are most alike, of the same quantifier
    /// where there is one; none where none shares an action.
    pub nearest_lemma: Option<String>,
    /// The actions of its formula that the nearest lemma lacks; all where there is
    /// no nearest lemma.
    pub missing_actions: Vec<String>,
    /// The paper's failure mode, where it is one.
    pub confusions: Vec<Confusion>,
    /// Where its paths leave the generated ones: the most uncovered paths first.
    pub partings: Vec<Parting>,
}

/// A target path that is uncovered while the path without its last label is
/// covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parting {
    /// The target path.
    pub path: PathId,
    /// How many uncovered paths of the lemma start with it, itself included.
    pub n_uncovered: u64,
    /// The first generated path that covers it without its last label; none where
    /// it has one label only.
    pub generated: Option<PathId>,
    /// What follows that generated path; without one, nothing.
    pub instead: Vec<u32>,
    /// The uncovered path that starts with this one and the generated path that
    /// have most labels in common, in order. None where none is shared, or where
    /// it was not searched for.
    pub nearest: Option<Nearest>,
    /// False where the trees are so large that the search was given up.
    pub is_searched: bool,
    /// A generated label that asks for the same of another fact, which the target
    /// never asks for.
    pub similar: Option<u32>,
}

/// Stage-point confusion: a generated lemma speaks of another point of the
/// protocol than the target lemma does.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Confusion {
    /// The same shape of action on the fact of another stage, `AcceptP2` for
    /// `AcceptP`: names that differ by a number, as many arguments, and no rule
    /// that has both.
    OtherStage {
        /// The fact of the target.
        wanted: String,
        /// The rules that have it.
        wanted_rules: Vec<String>,
        /// The generated fact, of which the target lemma does not speak.
        found: String,
        /// The rules that have it.
        found_rules: Vec<String>,
    },
    /// The target orders two actions that the generated lemma leaves unordered.
    MissingOrder {
        /// The earlier action.
        earlier: String,
        /// The later action.
        later: String,
    },
    /// The generated lemma orders two actions the other way round.
    ReversedOrder {
        /// The action that is earlier in the target lemma.
        earlier: String,
        /// The later action.
        later: String,
    },
}

/// Explains every target lemma with an uncovered path, in order.
#[must_use]
pub fn explain(comparison: &Comparison<'_>) -> Vec<Explanation> {
    let mut similar = SimilarLabels::new(comparison);
    let (target, generated) = (&comparison.target_paths, &comparison.generated_paths);
    let mut search = Search::new(&target.trie, &generated.trie);
    let generated: Vec<(&ProofTree, Claim)> = comparison
        .generated_trees
        .iter()
        .map(|&at| &comparison.generated.trees[at])
        .map(|tree| (tree, Claim::of(tree)))
        .collect();
    let mut explanations = Vec::new();
    for (at, lemma) in comparison.lemmas.iter().enumerate() {
        if lemma.score.covered == lemma.score.total {
            continue;
        }
        let tree = &comparison.target.trees[lemma.tree];
        let claim = Claim::of(tree);
        let nearest = nearest_lemma(comparison, (tree, &claim), &generated);
        let nothing = Claim::default();
        let missing = claim.without(nearest.map_or(&nothing, |(_, other)| other));
        explanations.push(Explanation {
            lemma: tree.name(),
            score: lemma.score,
            nearest_lemma: nearest.map(|(tree, _)| tree.name()),
            missing_actions: missing.map(|(name, _)| name.to_owned()).collect(),
            confusions: nearest.map_or_else(Vec::new, |(other, other_claim)| {
                let is_same_kind = tree.row.quantifier == other.row.quantifier;
                confusions(comparison, &claim, other_claim, is_same_kind)
            }),
            partings: partings(comparison, at, &mut similar, &mut search),
        });
    }
    explanations
}

/// Actions of a target lemma for which a generated one has that of another stage.
fn other_stages(comparison: &Comparison<'_>, claim: &Claim, other: &Claim) -> Vec<Confusion> {
    let mut confusions = Vec::new();
    for (wanted, arity) in claim.without(other) {
        for (found, _) in other.without(claim).filter(|(_, n)| *n == arity) {
            let (target, generated) = (comparison.target, comparison.generated);
            if let Some([wanted_rules, found_rules]) = stages(target, wanted, generated, found) {
                confusions.push(Confusion::OtherStage {
                    wanted: wanted.to_owned(),
                    wanted_rules,
                    found: found.to_owned(),
                    found_rules,
                });
            }
        }
    }
    confusions
}

/// How a generated lemma mistakes the points of a target lemma. Orders are only
/// compared between lemmas of one kind: one that asks for a trace promises none.
fn confusions(
    comparison: &Comparison<'_>,
    claim: &Claim,
    other: &Claim,
    is_same_kind: bool,
) -> Vec<Confusion> {
    let mut confusions = other_stages(comparison, claim, other);
    let lost = {
        let renamed: BTreeMap<&str, &str> = confusions
            .iter()
            .filter_map(|confusion| match confusion {
                Confusion::OtherStage { wanted, found, .. } => Some((&**found, &**wanted)),
                _ => None,
            })
            .collect();
        claim.lost_orders(other, &renamed)
    };
    if is_same_kind {
        confusions.extend(lost.into_iter().map(|(earlier, later, is_reversed)| {
            if is_reversed {
                Confusion::ReversedOrder { earlier, later }
            } else {
                Confusion::MissingOrder { earlier, later }
            }
        }));
    }
    confusions
}

/// The generated lemma that is most like a target lemma, the first of several.
fn nearest_lemma<'g>(
    comparison: &Comparison<'_>,
    (tree, claim): (&ProofTree, &Claim),
    generated: &'g [(&'g ProofTree, Claim)],
) -> Option<(&'g ProofTree, &'g Claim)> {
    let mut best = None;
    for (other_tree, other) in generated {
        let n_other_stage = other_stages(comparison, claim, other).len();
        let is_same_kind = tree.row.quantifier == other_tree.row.quantifier;
        let key = (is_same_kind, claim.likeness(other, n_other_stage));
        if key.1 > 0.0 && best.is_none_or(|(least, _)| key > least) {
            best = Some((key, (*other_tree, other)));
        }
    }
    best.map(|(_, nearest)| nearest)
}

fn partings(
    comparison: &Comparison<'_>,
    at: usize,
    similar: &mut SimilarLabels,
    search: &mut Search<'_>,
) -> Vec<Parting> {
    let trie = &comparison.target_paths.trie;
    let generated = &comparison.generated_paths.trie;
    let mut partings: Vec<Parting> = Vec::new();
    // Sorted paths: one that starts with a parting stands behind it.
    for path in comparison.target_paths.paths_of(at) {
        if comparison.coverage.is_covered(path) {
            continue;
        }
        if let Some(last) = partings.last_mut()
            && path.0 < trie.end(last.path)
        {
            last.n_uncovered += 1;
            continue;
        }
        let above = trie.parent(path);
        let witness = above.and_then(|above| comparison.coverage.witness(above));
        let instead = witness.map_or_else(Vec::new, |witness| {
            generated
                .children(witness)
                .map(|id| generated.label(id))
                .collect()
        });
        partings.push(Parting {
            path,
            n_uncovered: 1,
            generated: witness,
            instead,
            nearest: None,
            is_searched: false,
            similar: similar.find(comparison.label(trie.label(path))),
        });
    }
    partings.sort_by_key(|parting| (std::cmp::Reverse(parting.n_uncovered), parting.path));
    // The budget goes to the places where most is missing.
    for parting in &mut partings {
        parting.is_searched = search.can_find(parting.path);
        parting.nearest = search.find(parting.path);
    }
    partings
}
