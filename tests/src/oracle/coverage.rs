//! Algorithm 1 and the measures beside it, straight from the definitions: sets of
//! paths, each compared with each. Shares no code with `crost`.

use std::collections::{BTreeMap, BTreeSet};

/// The labels of the solve nodes from the root to one of them.
pub type Path = Vec<String>;

/// A lemma and the path of each solve node of its proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Name of the lemma.
    pub lemma: String,
    /// One path a solve node.
    pub paths: Vec<Path>,
}

/// Covered part and whole.
pub type Share = (usize, usize);

/// All measures.
#[derive(Debug, Clone, PartialEq)]
pub struct Measures {
    /// Algorithm 1.
    pub crost: Share,
    /// Sides exchanged.
    pub reverse: Share,
    /// Equation 6.
    pub footprint: Share,
    /// Sides exchanged.
    pub reverse_footprint: Share,
    /// Without labels of low information.
    pub informative: Share,
    /// Paths weighted by the mean rarity of their labels.
    pub weighted: (f64, f64),
    /// Only the lemma of the same name covers.
    pub strict: Share,
    /// Without gaps.
    pub contiguous: Share,
    /// Each solve node counts.
    pub multiset: Share,
    /// Lemma by lemma.
    pub lemmas: Vec<Share>,
}

/// Whether `part` is what is left of `whole` after deleting some labels.
#[must_use]
pub fn is_subsequence(part: &[String], whole: &[String]) -> bool {
    match (part, whole) {
        ([], _) => true,
        (_, []) => false,
        ([first, rest @ ..], [other, others @ ..]) => {
            (first == other && is_subsequence(rest, others)) || is_subsequence(part, others)
        }
    }
}

fn is_contiguous(part: &[String], whole: &[String]) -> bool {
    whole.windows(part.len()).any(|window| window == part)
}

fn set<'p>(proofs: impl IntoIterator<Item = &'p Proof>) -> BTreeSet<Path> {
    let paths = proofs.into_iter().flat_map(|proof| &proof.paths);
    paths.cloned().collect()
}

fn share<'p>(paths: impl IntoIterator<Item = &'p Path>, covers: impl Fn(&Path) -> bool) -> Share {
    let covered: Vec<bool> = paths.into_iter().map(covers).collect();
    (
        covered.iter().filter(|&&covered| covered).count(),
        covered.len(),
    )
}

/// Whether some path of a set has this one as a subsequence.
#[must_use]
pub fn is_covered(path: &Path, by: &BTreeSet<Path>) -> bool {
    by.iter().any(|other| is_subsequence(path, other))
}

/// All measures of a generated side against a target. Frequencies of labels are
/// those of the proofs in `theory`.
#[must_use]
pub fn measures(
    target: &[Proof],
    generated: &[Proof],
    theory: &[Proof],
    is_low: impl Fn(&str) -> bool,
) -> Measures {
    let (ours, theirs) = (set(target), set(generated));
    let labels = |paths: &BTreeSet<Path>| -> BTreeSet<Path> {
        paths
            .iter()
            .flatten()
            .map(|label| vec![label.clone()])
            .collect()
    };
    let (our_labels, their_labels) = (labels(&ours), labels(&theirs));
    let informative = |paths: &BTreeSet<Path>| -> BTreeSet<Path> {
        let rest = paths.iter().map(|path| {
            let labels = path.iter().filter(|label| !is_low(label));
            labels.cloned().collect::<Path>()
        });
        rest.filter(|path| !path.is_empty()).collect()
    };
    let (our_informative, their_informative) = (informative(&ours), informative(&theirs));
    let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
    let mut total = 0.0;
    for path in theory.iter().flat_map(|proof| &proof.paths) {
        *counts.entry(path.last().unwrap()).or_insert(0.0) += 1.0;
        total += 1.0;
    }
    let weight = |path: &Path| {
        let bits = path
            .iter()
            .map(|label| -(counts[label.as_str()] / total).log2());
        bits.sum::<f64>() / path.len() as f64
    };
    let covered: Vec<&Path> = ours
        .iter()
        .filter(|path| is_covered(path, &theirs))
        .collect();
    let covers_strictly = |path: &Path| {
        target.iter().any(|proof| {
            let same_name = generated.iter().filter(|other| other.lemma == proof.lemma);
            proof.paths.contains(path) && is_covered(path, &set(same_name))
        })
    };
    Measures {
        crost: (covered.len(), ours.len()),
        reverse: share(&theirs, |path| is_covered(path, &ours)),
        footprint: share(&our_labels, |label| their_labels.contains(label)),
        reverse_footprint: share(&their_labels, |label| our_labels.contains(label)),
        informative: share(&our_informative, |path| {
            is_covered(path, &their_informative)
        }),
        weighted: (
            covered.iter().map(|path| weight(path)).sum(),
            ours.iter().map(weight).sum(),
        ),
        strict: share(&ours, covers_strictly),
        contiguous: share(&ours, |path| {
            theirs.iter().any(|other| is_contiguous(path, other))
        }),
        multiset: share(target.iter().flat_map(|proof| &proof.paths), |path| {
            is_covered(path, &theirs)
        }),
        lemmas: target
            .iter()
            .map(|proof| share(&set([proof]), |path| is_covered(path, &theirs)))
            .collect(),
    }
}
