//! Coverage of a target's proofs by generated ones, in the paper's measure and
//! those beside it.

mod strict;
mod warning;

use crate::coverage::{Coverage, cover, cover_contiguous};
use crate::forest::{Forest, ProofTree};
use crate::goal::LowInformation;
use crate::label::LabelId;
use crate::path::PathId;
use crate::rarity::Rarity;
use crate::score::Score;
use crate::view::View;
use rustc_hash::FxHashSet;

/// Which trees and labels are compared.
#[derive(Debug, Clone)]
pub struct Options {
    /// Only these lemmas of the target; all where empty.
    pub lemmas: Vec<String>,
    /// Not these lemmas, on both sides.
    pub exclude: Vec<String>,
    /// Also lemmas that name typings: `[sources]` and `AUTO_typing`. They are the
    /// same on both sides, so they are free coverage.
    pub keep_sources: bool,
    /// What the measure `informative` leaves out.
    pub uninformative: Vec<LowInformation>,
    /// Frequencies for the measure `weighted`; those of the target's forest where
    /// none are given.
    pub rarity: Option<Rarity>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            lemmas: Vec::new(),
            exclude: Vec::new(),
            keep_sources: false,
            uninformative: LowInformation::ALL.to_vec(),
            rarity: None,
        }
    }
}

impl Options {
    /// Whether a tree counts on the generated side.
    #[must_use]
    pub fn keeps(&self, tree: &ProofTree) -> bool {
        !is_named(tree, &self.exclude) && (self.keep_sources || !tree.is_sources())
    }

    /// Whether a tree counts on the target's side.
    #[must_use]
    pub fn keeps_target(&self, tree: &ProofTree) -> bool {
        self.keeps(tree) && (self.lemmas.is_empty() || is_named(tree, &self.lemmas))
    }

    /// The first of the chosen lemmas that a target does not have.
    #[must_use]
    pub fn unknown_lemma(&self, target: &Forest) -> Option<&str> {
        let mut names = self.lemmas.iter().map(String::as_str);
        names.find(|name| !target.has(name))
    }
}

/// Names are given with or without the side.
fn is_named(tree: &ProofTree, names: &[String]) -> bool {
    names.iter().any(|name| tree.is_called(name))
}

/// The score of one target lemma: over the distinct paths of its own tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LemmaScore {
    /// Which of the target's trees.
    pub tree: usize,
    /// Paths of the tree.
    pub score: Score,
}

/// What of a target is covered. Every measure has the same inputs: the trees of
/// both sides that [`Options`] keeps.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// The target.
    pub target: &'a Forest,
    /// The generated side.
    pub generated: &'a Forest,
    /// The target's trees that are compared.
    pub target_trees: Vec<usize>,
    /// The generated trees that are compared.
    pub generated_trees: Vec<usize>,
    /// The target's paths over all labels; trees are numbered as in
    /// `target_trees`, labels as in the target's table.
    pub target_paths: View,
    /// The generated paths likewise; a label that the target has not is numbered
    /// behind the target's labels.
    pub generated_paths: View,
    /// Which target path is covered by which generated path.
    pub coverage: Coverage,
    /// CRoST: covered target paths, of the set P* (Algorithm 1).
    pub crost: Score,
    /// CRoST with sides exchanged: how much of what was generated the target has.
    pub reverse: Score,
    /// Cover (Eq. 6): labels of the target's solve nodes that generated ones have.
    pub footprint: Score,
    /// Cover with sides exchanged.
    pub reverse_footprint: Score,
    /// CRoST over paths without labels of low information.
    pub informative: Score,
    /// CRoST where a path weighs the mean rarity of its labels, in bits.
    pub weighted: Score<f64>,
    /// CRoST where only the lemma of the same name may cover.
    pub strict: Score,
    /// CRoST where a covering path has the labels without others in between.
    pub contiguous: Score,
    /// CRoST over solve nodes: a path counts as often as the target has it.
    pub multiset: Score,
    /// Each target lemma by itself, in order.
    pub lemmas: Vec<LemmaScore>,
    /// What a reader of the scores should know.
    pub warnings: Vec<String>,
}

impl Comparison<'_> {
    /// Text of a label by its number in both views.
    #[must_use]
    pub fn label(&self, number: u32) -> &str {
        let n_target = self.target.labels.all().len();
        let number = number as usize;
        let label = match number.checked_sub(n_target) {
            None => &self.target.labels.all()[number],
            Some(number) => &self.generated.labels.all()[number],
        };
        &label.text
    }

    /// The tree that has a generated path first.
    #[must_use]
    pub fn generated_tree(&self, path: PathId) -> &ProofTree {
        let (tree, _) = self.generated_paths.first[path.0 as usize];
        &self.generated.trees[self.generated_trees[tree as usize]]
    }

    /// The target's paths that no generated path covers, in preorder.
    pub fn uncovered(&self) -> impl Iterator<Item = PathId> + '_ {
        let is_uncovered = |path: &PathId| !self.coverage.is_covered(*path);
        self.target_paths.trie.ids().filter(is_uncovered)
    }
}

/// Compares the proofs of a generated lemma set with those of a target. Both
/// forests are of the same normal form.
///
/// ```
/// use crost::{Forest, NormalForm, Options, compare};
/// use spthy_parse::{Arena, parse_theory};
/// let arena = Arena::new();
/// let forest = |text| Forest::of_theory("t", &parse_theory(text, &arena).theory, NormalForm::Local);
/// let target = forest("theory T begin lemma L: \"T\" solve( A( ) @ #i ) solve( B( ) @ #j ) SOLVED end");
/// let generated = forest("theory T begin lemma M: \"T\" solve( A( ) @ #k ) SOLVED end");
/// let comparison = compare(&target, &generated, &Options::default());
/// assert_eq!(comparison.crost.value(), Some(0.5));
/// assert_eq!(comparison.reverse.value(), Some(1.0));
/// ```
#[must_use]
pub fn compare<'a>(target: &'a Forest, generated: &'a Forest, options: &Options) -> Comparison<'a> {
    let target_trees = chosen(target, |tree| options.keeps_target(tree));
    let generated_trees = chosen(generated, |tree| options.keeps(tree));
    let numbers = numbers(target, generated);
    let of_target = |keeps: &dyn Fn(LabelId) -> bool| {
        let trees = target_trees.iter().map(|&at| &target.trees[at]);
        View::new(trees, |label| keeps(label).then_some(label.0))
    };
    let of_generated = |keeps: &dyn Fn(LabelId) -> bool| {
        let trees = generated_trees.iter().map(|&at| &generated.trees[at]);
        View::new(trees, |label| {
            keeps(label).then(|| numbers[label.0 as usize])
        })
    };
    let target_paths = of_target(&|_| true);
    let generated_paths = of_generated(&|_| true);
    let coverage = cover(&target_paths.trie, &generated_paths.trie);
    let informs = |forest: &Forest, label: LabelId| {
        !forest.labels[label]
            .low_information
            .is_some_and(|kind| options.uninformative.contains(&kind))
    };
    let informative = cover(
        &of_target(&|label| informs(target, label)).trie,
        &of_generated(&|label| informs(generated, label)).trie,
    );
    let reverse = cover(&generated_paths.trie, &target_paths.trie);
    let contiguous = cover_contiguous(&target_paths.trie, &generated_paths.trie);
    let lemmas = (0..target_trees.len())
        .map(|at| LemmaScore {
            tree: target_trees[at],
            score: share(target_paths.paths_of(at).into_iter(), |&path| {
                coverage.is_covered(path)
            }),
        })
        .collect();
    let target_labels = footprint(&target_paths);
    let generated_labels = footprint(&generated_paths);
    let mut comparison = Comparison {
        crost: all(&coverage),
        reverse: all(&reverse),
        footprint: share(target_labels.iter(), |label| {
            generated_labels.contains(*label)
        }),
        reverse_footprint: share(generated_labels.iter(), |label| {
            target_labels.contains(*label)
        }),
        informative: all(&informative),
        weighted: weighted(target, &target_paths, &coverage, options),
        strict: strict::strict(
            (&target_paths, &|at| target.trees[target_trees[at]].name()),
            (&generated_paths, &|at| {
                generated.trees[generated_trees[at]].name()
            }),
        ),
        contiguous: all(&contiguous),
        multiset: multiset(&target_paths, &coverage),
        lemmas,
        warnings: Vec::new(),
        target,
        generated,
        target_trees,
        generated_trees,
        target_paths,
        generated_paths,
        coverage,
    };
    comparison.warnings = warning::warnings(&comparison, options);
    comparison
}

fn chosen(forest: &Forest, keeps: impl Fn(&ProofTree) -> bool) -> Vec<usize> {
    (0..forest.trees.len())
        .filter(|&at| keeps(&forest.trees[at]))
        .collect()
}

/// For each generated label the target's label of the same text, or a number
/// behind the target's.
fn numbers(target: &Forest, generated: &Forest) -> Vec<u32> {
    let n_target = crate::path::number(target.labels.all().len());
    (0..)
        .zip(generated.labels.all())
        .map(
            |(at, label): (u32, _)| match target.labels.find(&label.text) {
                Some(id) => id.0,
                None => n_target + at,
            },
        )
        .collect()
}

fn share<T>(parts: impl Iterator<Item = T>, is_covered: impl Fn(&T) -> bool) -> Score {
    let mut score = Score::default();
    for part in parts {
        score.total += 1;
        score.covered += u64::from(is_covered(&part));
    }
    score
}

fn all(coverage: &Coverage) -> Score {
    Score {
        covered: coverage.n_covered() as u64,
        total: coverage.len() as u64,
    }
}

/// The labels of a side's solve nodes.
fn footprint(view: &View) -> FxHashSet<u32> {
    view.trie.ids().map(|path| view.trie.label(path)).collect()
}

fn multiset(target: &View, coverage: &Coverage) -> Score {
    let mut score = Score::default();
    for path in target.trie.ids() {
        let n_nodes = target.n_nodes[path.0 as usize];
        score.total += n_nodes;
        score.covered += if coverage.is_covered(path) {
            n_nodes
        } else {
            0
        };
    }
    score
}

fn weighted(target: &Forest, view: &View, coverage: &Coverage, options: &Options) -> Score<f64> {
    let own;
    let rarity = match &options.rarity {
        Some(rarity) => rarity,
        None => {
            let mut counted = Rarity::default();
            counted.count(target);
            own = counted;
            &own
        }
    };
    let bits: Vec<f64> = target
        .labels
        .all()
        .iter()
        .map(|label| rarity.bits(label))
        .collect();
    // For each path the sum of bits and the number of labels.
    let mut sums: Vec<(f64, f64)> = Vec::with_capacity(view.trie.len());
    let mut score = Score::default();
    for path in view.trie.ids() {
        let (sum, n) = match view.trie.parent(path) {
            Some(above) => sums[above.0 as usize],
            None => (0.0, 0.0),
        };
        let sum = (sum + bits[view.trie.label(path) as usize], n + 1.0);
        sums.push(sum);
        let weight = sum.0 / sum.1;
        score.total += weight;
        if coverage.is_covered(path) {
            score.covered += weight;
        }
    }
    score
}
