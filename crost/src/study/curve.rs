//! What each further run adds.

use crate::compare::{Comparison, Options, compare};
use crate::forest::Forest;
use crate::score::Score;
use rustc_hash::FxHashMap;

/// The generated side after some runs, all of them together.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct CurvePoint {
    /// Lemmas of all runs so far; a lemma that runs share counts once a run.
    pub lemmas: u64,
    /// Distinct generated paths so far.
    pub paths: u64,
    /// Of these, those that no run before had.
    pub new_paths: u64,
    /// CRoST of all runs so far.
    pub crost: Score,
    /// Target paths that this run covers and no run before.
    pub new_covered: u64,
}

/// Cumulative coverage of one target over runs in order.
///
/// A target path is covered by several runs together iff one of them covers it, so
/// each run is compared once and by itself.
#[derive(Debug)]
pub struct Curve<'a> {
    target: &'a Forest,
    options: Options,
    is_covered: Vec<bool>,
    /// Numbers of labels by their text, and paths as (path above, label).
    labels: FxHashMap<String, u32>,
    paths: FxHashMap<(u32, u32), u32>,
    lemmas: u64,
}

impl<'a> Curve<'a> {
    /// A curve before the first run.
    #[must_use]
    pub fn new(target: &'a Forest, options: Options) -> Self {
        Self {
            target,
            options,
            is_covered: Vec::new(),
            labels: FxHashMap::default(),
            paths: FxHashMap::default(),
            lemmas: 0,
        }
    }

    /// Adds a run of the target's normal form, and gives the point after it
    /// with what a reader of the run's comparison should know.
    ///
    /// ```
    /// use crost::study::Curve;
    /// use crost::{Forest, NormalForm, Options};
    /// use spthy_parse::{Arena, parse_theory};
    /// let arena = Arena::new();
    /// let forest = |proof| {
    ///     let text = arena.alloc_str(&format!("theory T begin lemma L: \"T\" {proof} end"));
    ///     Forest::of_theory("t", &parse_theory(text, &arena).theory, NormalForm::Local)
    /// };
    /// let target = forest("solve( A( ) @ #i ) solve( B( ) @ #j ) SOLVED");
    /// let mut curve = Curve::new(&target, Options::default());
    /// let (first, _) = curve.add(&forest("solve( A( ) @ #i ) SOLVED"));
    /// let (second, _) = curve.add(&forest("solve( A( ) @ #i ) solve( B( ) @ #i ) SOLVED"));
    /// assert_eq!((first.crost.covered, second.crost.covered), (1, 2));
    /// assert_eq!((second.lemmas, second.paths, second.new_paths), (2, 2, 1));
    /// ```
    pub fn add(&mut self, run: &Forest) -> (CurvePoint, Vec<String>) {
        let comparison = compare(self.target, run, &self.options);
        self.is_covered
            .resize(comparison.target_paths.trie.len(), false);
        let mut new_covered = 0;
        for path in comparison.target_paths.trie.ids() {
            let covered = &mut self.is_covered[path.0 as usize];
            if comparison.coverage.is_covered(path) && !*covered {
                *covered = true;
                new_covered += 1;
            }
        }
        let before = self.paths.len();
        self.add_paths(&comparison);
        self.lemmas += comparison.generated_trees.len() as u64;
        let point = CurvePoint {
            lemmas: self.lemmas,
            paths: self.paths.len() as u64,
            new_paths: (self.paths.len() - before) as u64,
            crost: Score {
                covered: self.is_covered.iter().filter(|&&covered| covered).count() as u64,
                total: self.is_covered.len() as u64,
            },
            new_covered,
        };
        (point, comparison.warnings)
    }

    fn add_paths(&mut self, comparison: &Comparison<'_>) {
        const ROOT: u32 = u32::MAX;
        let trie = &comparison.generated_paths.trie;
        let mut numbers: Vec<u32> = Vec::with_capacity(trie.len());
        for path in trie.ids() {
            let text = comparison.label(trie.label(path));
            let next = crate::path::number(self.labels.len());
            let label = match self.labels.get(text) {
                Some(&label) => label,
                None => *self.labels.entry(text.to_owned()).or_insert(next),
            };
            let above = trie
                .parent(path)
                .map_or(ROOT, |above| numbers[above.0 as usize]);
            let next = crate::path::number(self.paths.len());
            numbers.push(*self.paths.entry((above, label)).or_insert(next));
        }
    }
}
