//! One row a run: what a batch writes.

use crate::compare::{Comparison, Options, compare};
use crate::forest::Forest;
use crate::score::Score;
use crate::study::{RunFigures, family_scores};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Whether a run has a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunStatus {
    /// It has.
    Scored,
    /// The target has no path, so there is nothing to cover.
    Undefined,
    /// A file is not there, has faults or no proofs.
    Error,
}

impl RunStatus {
    /// The word in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Scored => "scored",
            Self::Undefined => "undefined",
            Self::Error => "error",
        }
    }
}

/// Covered paths, of all. Unlike [`Score`] it is read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Covered {
    /// Covered paths.
    pub covered: u64,
    /// All paths.
    pub total: u64,
}

impl From<Score> for Covered {
    fn from(score: Score) -> Self {
        Self {
            covered: score.covered,
            total: score.total,
        }
    }
}

impl Covered {
    /// The share; none of nothing.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        Score {
            covered: self.covered,
            total: self.total,
        }
        .value()
    }
}

/// The coverage of one target lemma.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LemmaRecord {
    /// Its name, with the side where it has one.
    pub lemma: String,
    /// Its family.
    pub family: String,
    /// Its paths.
    #[serde(flatten)]
    pub paths: Covered,
}

/// What a run is called.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RunName {
    /// Which run; runs of a model and protocol are in the order of the manifest.
    pub run: String,
    /// Who generated.
    pub model: String,
    /// About what.
    pub protocol: String,
    /// File of the target's proofs, as given.
    pub target: String,
    /// File of the generated proofs, as given.
    pub generated: String,
}

/// All figures of one run. None is undefined or unknown, never zero.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Its name.
    #[serde(flatten)]
    pub name: RunName,
    /// Whether it has a score.
    pub status: RunStatus,
    /// Why it has none.
    pub reason: Option<String>,
    /// Whether the generated theory parses, warnings of wellformedness aside; none
    /// where it could not be read.
    pub syntax: Option<bool>,
    /// Generated lemmas, those about sources left out.
    pub lemmas: Option<u64>,
    /// Of these, those that hold.
    pub verified: Option<u64>,
    /// Of these, those that do not.
    pub falsified: Option<u64>,
    /// Of these, those that are neither.
    pub undetermined: Option<u64>,
    /// Steps of the generated proofs.
    pub steps: Option<u64>,
    /// The prover's time on the generated theory, in seconds.
    pub seconds: Option<f64>,
    /// CRoST.
    pub crost: Option<f64>,
    /// Target paths.
    pub paths: Option<Covered>,
    /// The other measures; see [`Comparison`].
    pub measures: BTreeMap<String, Option<f64>>,
    /// CRoST by family.
    pub families: BTreeMap<String, Covered>,
    /// CRoST of each target lemma.
    pub target_lemmas: Vec<LemmaRecord>,
    /// What a reader of the scores should know.
    pub warnings: Vec<String>,
    /// Which target paths are covered, a bit each in preorder, as hexadecimal bytes
    /// with the first path in the lowest bit: what a cumulative curve needs.
    pub covered_paths: String,
}

impl RunRecord {
    /// A run without a score.
    #[must_use]
    pub fn error(name: RunName, syntax: Option<bool>, reason: String) -> Self {
        Self {
            name,
            status: RunStatus::Error,
            reason: Some(reason),
            syntax,
            lemmas: None,
            verified: None,
            falsified: None,
            undetermined: None,
            steps: None,
            seconds: None,
            crost: None,
            paths: None,
            measures: BTreeMap::new(),
            families: BTreeMap::new(),
            target_lemmas: Vec::new(),
            warnings: Vec::new(),
            covered_paths: String::new(),
        }
    }

    /// Scores a run. Generated lemmas none of which has a proof give no score: the
    /// prover did not look at them, which is not the same as covering nothing. A
    /// theory without lemmas does cover nothing. Only lemmas that the options keep
    /// count: that the prover proved one about sources says nothing of the others. A
    /// chosen lemma that the target has not gives no score either.
    ///
    /// ```
    /// use crost::study::{RunFigures, RunName, RunRecord, RunStatus, groups};
    /// use crost::{Forest, NormalForm, Options};
    /// use spthy_parse::{Arena, parse_theory};
    /// let arena = Arena::new();
    /// let target = parse_theory("theory T begin lemma L: \"T\" by solve( A( ) @ #i ) end", &arena);
    /// let generated = parse_theory("theory T begin lemma M: \"T\" end", &arena);
    /// let target = Forest::of_theory("target", &target.theory, NormalForm::Local);
    /// let forest = Forest::of_theory("generated", &generated.theory, NormalForm::Local);
    /// let figures = RunFigures::new(&generated, &forest);
    /// let name = RunName { model: "some".into(), ..RunName::default() };
    /// let record = RunRecord::score(name, &target, &forest, figures, &Options::default());
    /// assert_eq!((record.status, record.crost), (RunStatus::Error, None));
    /// assert_eq!(groups(&[record])[0].crost.undefined, 1);
    /// ```
    #[must_use]
    pub fn score(
        name: RunName,
        target: &Forest,
        generated: &Forest,
        figures: RunFigures,
        options: &Options,
    ) -> Self {
        let mut record = Self::error(name, Some(true), String::new());
        record.lemmas = Some(figures.lemmas);
        record.verified = Some(figures.verified);
        record.falsified = Some(figures.falsified);
        record.undetermined = Some(figures.undetermined());
        record.steps = Some(figures.steps);
        record.seconds = figures.seconds;
        if let Some(lemma) = options.unknown_lemma(target) {
            record.reason = Some(format!("no lemma of the target is called `{lemma}`"));
            return record;
        }
        let kept = || generated.trees.iter().filter(|tree| options.keeps(tree));
        if kept().next().is_some() && !kept().any(crate::ProofTree::has_proof) {
            record.reason = Some("no generated lemma has a proof; run the prover on it".to_owned());
            return record;
        }
        let comparison = compare(target, generated, options);
        record.compared(&comparison);
        record
    }

    fn compared(&mut self, comparison: &Comparison<'_>) {
        self.crost = comparison.crost.value();
        self.paths = Some(comparison.crost.into());
        (self.status, self.reason) = match self.crost {
            Some(_) => (RunStatus::Scored, None),
            None => (
                RunStatus::Undefined,
                Some("the target has no path".to_owned()),
            ),
        };
        self.measures = [
            ("reverse", comparison.reverse.value()),
            ("footprint", comparison.footprint.value()),
            ("reverse_footprint", comparison.reverse_footprint.value()),
            ("informative", comparison.informative.value()),
            ("weighted", comparison.weighted.value()),
            ("strict", comparison.strict.value()),
            ("contiguous", comparison.contiguous.value()),
            ("multiset", comparison.multiset.value()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        self.families = family_scores(comparison)
            .into_iter()
            .map(|(family, score)| (family.name().to_owned(), score.into()))
            .collect();
        self.target_lemmas = comparison
            .lemmas
            .iter()
            .map(|lemma| {
                let tree = &comparison.target.trees[lemma.tree];
                LemmaRecord {
                    lemma: tree.name(),
                    family: tree.family.name().to_owned(),
                    paths: lemma.score.into(),
                }
            })
            .collect();
        self.warnings.clone_from(&comparison.warnings);
        let paths = comparison.target_paths.trie.ids();
        self.covered_paths = hexadecimal(paths.map(|path| comparison.coverage.is_covered(path)));
    }

    /// The bits of [`covered_paths`](Self::covered_paths); none where it is malformed.
    #[must_use]
    pub fn covered_bits(&self) -> Option<Vec<u8>> {
        let digits = self.covered_paths.as_bytes();
        if !digits.len().is_multiple_of(2) {
            return None;
        }
        digits
            .chunks(2)
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
            .collect()
    }
}

fn hexadecimal(bits: impl Iterator<Item = bool>) -> String {
    let mut bytes: Vec<u8> = Vec::new();
    for (at, bit) in bits.enumerate() {
        if at % 8 == 0 {
            bytes.push(0);
        }
        if let Some(last) = bytes.last_mut() {
            *last |= u8::from(bit) << (at % 8);
        }
    }
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
