//! Theories of a batch: read quietly, what is wrong goes into the row.

use super::manifest::Row;
use crate::input::{Reading, no_such_lemma};
use crost::study::{RunFigures, incomplete};
use crost::{Family, Forest};
use diagnostic::SourceFile;
use spthy_parse::{Arena, parse_theory_with};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A theory that could be read.
pub(crate) struct Loaded {
    pub(crate) forest: Forest,
    pub(crate) figures: RunFigures,
    /// Whether it has no fault that the prover would mind.
    pub(crate) loads: bool,
}

/// Why a theory gives no score.
pub(crate) struct Fault {
    pub(crate) reason: String,
    /// Whether it loads; none where it could not be read at all.
    pub(crate) syntax: Option<bool>,
}

pub(crate) fn load(path: &Path, reading: &Reading) -> Result<Loaded, Fault> {
    let file = SourceFile::read(path).map_err(|error| Fault {
        reason: error.diagnostic().message,
        syntax: None,
    })?;
    let arena = Arena::new();
    let options = spthy_parse::Options {
        defines: reading.defines.clone(),
        lemmas_only: false,
    };
    let parsed = parse_theory_with(file.text(), &arena, &options);
    let forest = Forest::of_theory(file.name(), &parsed.theory, reading.form());
    let lost = incomplete(&parsed, &forest);
    match lost {
        Some(lost) if !reading.lenient => Err(Fault {
            reason: lost.to_string(),
            syntax: Some(false),
        }),
        _ => Ok(Loaded {
            figures: RunFigures::new(&parsed, &forest),
            loads: lost.is_none(),
            forest,
        }),
    }
}

type Shared<T> = OnceLock<Result<T, String>>;

/// The targets of all rows, each parsed once, by whoever needs it first.
pub(crate) struct Targets {
    by_path: HashMap<PathBuf, Shared<Arc<Forest>>>,
    /// With the families of a table.
    with_families: HashMap<(PathBuf, PathBuf), Shared<Target>>,
}

/// The target of a row.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) forest: Arc<Forest>,
    /// What is odd about its table of families.
    pub(crate) warnings: Vec<String>,
}

impl Targets {
    pub(crate) fn new(rows: &[Row]) -> Self {
        let with_families = rows.iter().filter_map(|row| {
            let families = row.families.clone()?;
            Some(((row.target.clone(), families), OnceLock::new()))
        });
        Self {
            by_path: rows
                .iter()
                .map(|row| (row.target.clone(), OnceLock::new()))
                .collect(),
            with_families: with_families.collect(),
        }
    }

    /// The target of a row, with the families of its table.
    pub(crate) fn get(&self, row: &Row, reading: &Reading) -> Result<Target, String> {
        let Some(families) = &row.families else {
            return Ok(Target {
                forest: self.plain(&row.target, reading)?,
                warnings: Vec::new(),
            });
        };
        self.with_families[&(row.target.clone(), families.clone())]
            .get_or_init(|| {
                let table = family_table(families)?;
                let mut forest = Forest::clone(&*self.plain(&row.target, reading)?);
                let unknown = forest.set_families(&table);
                Ok(Target {
                    forest: Arc::new(forest),
                    warnings: unknown.iter().map(|name| no_such_lemma(name)).collect(),
                })
            })
            .clone()
    }

    /// A chosen lemma that no target has; none where no target can be read, whose rows
    /// say so.
    pub(crate) fn unknown_lemma<'r>(&self, reading: &'r Reading) -> Option<&'r str> {
        if reading.lemmas.is_empty() {
            return None;
        }
        let paths = self.by_path.keys();
        let targets: Vec<_> = paths
            .filter_map(|path| self.plain(path, reading).ok())
            .collect();
        let is_unknown = |name: &&String| !targets.iter().any(|target| target.has(name));
        let unknown = reading.lemmas.iter().find(is_unknown);
        unknown.filter(|_| !targets.is_empty()).map(String::as_str)
    }

    fn plain(&self, path: &Path, reading: &Reading) -> Result<Arc<Forest>, String> {
        self.by_path[path]
            .get_or_init(|| match load(path, reading) {
                Ok(loaded) => Ok(Arc::new(loaded.forest)),
                Err(fault) => Err(format!("target: {}", fault.reason)),
            })
            .clone()
    }
}

fn family_table(path: &Path) -> Result<BTreeMap<String, Family>, String> {
    let file = SourceFile::read(path)
        .map_err(|error| format!("families: {}", error.diagnostic().message))?;
    crate::input::family_rows(&file)
        .map_err(|faults| format!("families: {}", faults[0].label.clone().unwrap_or_default()))
}
