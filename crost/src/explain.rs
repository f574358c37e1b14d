//! Why a target lemma is not covered.

use crate::compare::Comparison;
use crate::forest::ProofTree;
use crate::path::PathId;
use crate::score::Score;
use rustc_hash::FxHashMap;
use spthy_parse::{Arena, Formula, parse_formula};
use std::collections::BTreeSet;

/// Why a target lemma is not wholly covered.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// Name of the target lemma.
    pub lemma: String,
    /// Its coverage.
    pub score: Score,
    /// The generated lemma that speaks of most of the same actions.
    pub nearest_lemma: Option<String>,
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
    /// A generated label that asks for the same of another fact.
    pub similar: Option<u32>,
}

/// Stage-point confusion: a generated lemma speaks of another point of the
/// protocol than the target lemma does.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Confusion {
    /// The same shape of action on the fact of another stage: `AcceptP2` for
    /// `AcceptP`.
    OtherStage {
        /// The fact of the target.
        wanted: String,
        /// The generated fact.
        found: String,
    },
    /// The target orders two actions that the generated lemma leaves unordered.
    MissingOrder {
        /// The earlier action.
        earlier: String,
        /// The later action.
        later: String,
    },
}

/// Explains every target lemma with an uncovered path, in order.
#[must_use]
pub fn explain(comparison: &Comparison<'_>) -> Vec<Explanation> {
    let similar = SimilarLabels::new(comparison);
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
        let nearest = nearest(&claim, &generated);
        let partings = partings(comparison, at, &similar);
        let mut confusions = Vec::new();
        for parting in &partings {
            let wanted = comparison.target_paths.trie.label(parting.path);
            if let Some(found) = parting.similar
                && let Some(wanted) = head(comparison.label(wanted))
                && let Some(found) = head(comparison.label(found))
                && is_same_stem(wanted, found)
            {
                let confusion = Confusion::OtherStage {
                    wanted: wanted.to_owned(),
                    found: found.to_owned(),
                };
                if !confusions.contains(&confusion) {
                    confusions.push(confusion);
                }
            }
        }
        if let Some((_, other)) = nearest {
            confusions.extend(claim.lost_orders(other));
        }
        explanations.push(Explanation {
            lemma: tree.name(),
            score: lemma.score,
            nearest_lemma: nearest.map(|(tree, _)| tree.name()),
            confusions,
            partings,
        });
    }
    explanations
}

fn partings(comparison: &Comparison<'_>, at: usize, similar: &SimilarLabels) -> Vec<Parting> {
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
            similar: similar.find(comparison.label(trie.label(path))),
        });
    }
    partings.sort_by_key(|parting| (std::cmp::Reverse(parting.n_uncovered), parting.path));
    partings
}

/// Labels of the generated side by what they ask for, whatever the fact.
struct SimilarLabels {
    by_shape: FxHashMap<String, Vec<u32>>,
    texts: FxHashMap<u32, String>,
}

impl SimilarLabels {
    fn new(comparison: &Comparison<'_>) -> Self {
        let trie = &comparison.generated_paths.trie;
        let numbers: BTreeSet<u32> = trie.ids().map(|id| trie.label(id)).collect();
        let mut similar = Self {
            by_shape: FxHashMap::default(),
            texts: FxHashMap::default(),
        };
        for number in numbers {
            let text = comparison.label(number);
            if let Some(shape) = shape(text) {
                similar.by_shape.entry(shape).or_default().push(number);
                similar.texts.insert(number, text.to_owned());
            }
        }
        similar
    }

    /// The label of the same shape whose fact has most of the name in common.
    fn find(&self, wanted: &str) -> Option<u32> {
        let name = head(wanted)?;
        let candidates = self.by_shape.get(&shape(wanted)?)?;
        candidates
            .iter()
            .filter_map(|number| Some((*number, head(self.texts.get(number)?)?)))
            .filter(|(_, other)| *other != name)
            .max_by_key(|(number, other)| (common_prefix(name, other), std::cmp::Reverse(*number)))
            .map(|(number, _)| number)
    }
}

/// The fact that a label asks for; none for other goals and for what the prover
/// itself knows: what the adversary knows, fresh names, messages in and out.
fn head(label: &str) -> Option<&str> {
    let rest = label.strip_prefix('!').unwrap_or(label);
    let (name, _) = rest.split_once("( ").or_else(|| rest.split_once("()"))?;
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_built_in = matches!(name, "KU" | "KD" | "K" | "Fr" | "In" | "Out");
    (is_name && !is_built_in).then_some(name)
}

/// A label without the name of its fact.
fn shape(label: &str) -> Option<String> {
    Some(label.replacen(head(label)?, "", 1))
}

fn common_prefix(left: &str, right: &str) -> usize {
    let pairs = left.chars().zip(right.chars());
    pairs.take_while(|(left, right)| left == right).count()
}

/// Whether two names are one word with another number or ending.
fn is_same_stem(left: &str, right: &str) -> bool {
    let common = common_prefix(left, right);
    let longest = left.chars().count().max(right.chars().count());
    left != right && common >= 3 && 2 * common >= longest
}

/// What a lemma's formula speaks of.
struct Claim {
    actions: BTreeSet<String>,
    /// Pairs of actions, the first before the second.
    orders: BTreeSet<(String, String)>,
}

impl Claim {
    fn of(tree: &ProofTree) -> Self {
        let mut claim = Self {
            actions: BTreeSet::new(),
            orders: BTreeSet::new(),
        };
        let arena = Arena::new();
        let text = tree.row.formula.as_deref().unwrap_or_default();
        // A formula was printed by the parser that reads it here.
        let Ok(formula) = parse_formula(text, &arena) else {
            return claim;
        };
        let mut at = FxHashMap::default();
        let mut pairs = Vec::new();
        formula.walk(&mut |part| match part {
            Formula::Action(fact, point) => {
                claim.actions.insert(fact.name.to_owned());
                at.insert(*point, fact.name);
            }
            Formula::Less(left, right) => pairs.push((*left, *right)),
            _ => {}
        });
        for (left, right) in pairs {
            if let (Some(left), Some(right)) = (at.get(&left), at.get(&right)) {
                claim
                    .orders
                    .insert(((*left).to_owned(), (*right).to_owned()));
            }
        }
        claim
    }

    /// Orders that another lemma leaves out, though it speaks of both actions.
    fn lost_orders<'c>(&'c self, other: &'c Self) -> impl Iterator<Item = Confusion> + 'c {
        let lost = self.orders.difference(&other.orders);
        lost.filter(|(left, right)| other.actions.contains(left) && other.actions.contains(right))
            .map(|(earlier, later)| Confusion::MissingOrder {
                earlier: earlier.clone(),
                later: later.clone(),
            })
    }
}

/// The generated lemma that shares most actions, the first of several.
fn nearest<'g>(
    claim: &Claim,
    generated: &'g [(&'g ProofTree, Claim)],
) -> Option<(&'g ProofTree, &'g Claim)> {
    let shared = |other: &Claim| claim.actions.intersection(&other.actions).count();
    generated
        .iter()
        .rev()
        .filter(|(_, other)| shared(other) > 0)
        .max_by_key(|(_, other)| shared(other))
        .map(|(tree, claim)| (*tree, claim))
}
