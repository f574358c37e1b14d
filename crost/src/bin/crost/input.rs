//! Theories and tables that commands read.

use clap::{Args, ValueEnum};
use crost::goal::LowInformation;
use crost::{Family, Forest, NormalForm, Options};
use diagnostic::{Diagnostic, SourceFile, Span, render};
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::{Map, Value};
use spthy_parse::{Arena, parse_theory_with};
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// How theories are read and which of their lemmas count.
#[derive(Args)]
pub(crate) struct Reading {
    /// What is forgotten about goals before they are compared; each level forgets
    /// more.
    #[arg(long, value_enum, default_value_t = Form::Local)]
    pub(crate) normal_form: Form,
    /// Only this lemma of the target; may be repeated.
    #[arg(long = "lemma", value_name = "NAME")]
    pub(crate) lemmas: Vec<String>,
    /// Leave this lemma out on both sides; may be repeated.
    #[arg(long, value_name = "NAME")]
    exclude: Vec<String>,
    /// Count lemmas about sources too, which are the same on both sides.
    #[arg(long)]
    keep_sources: bool,
    /// Set a flag that `#ifdef` asks for.
    #[arg(short = 'D', long = "define", value_name = "FLAG")]
    pub(crate) defines: Vec<String>,
    /// Go on with what could be read of a file with faults.
    #[arg(long)]
    pub(crate) lenient: bool,
}

/// What is forgotten about a goal.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Form {
    /// White space.
    Raw,
    /// Also indices of variables and numbers of splits.
    Index,
    /// Also bound names and the order of operands; the paper's Norm.
    Local,
    /// Also the names of all other variables.
    Full,
}

/// Goals that say little.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Low {
    /// Chains: how a message was taken apart.
    Chain,
    /// `!KU( x )` of a lone variable.
    KuVariable,
    /// Case splits on a unifier.
    Split,
}

impl Reading {
    /// All lemmas, at the default normal form.
    pub(crate) fn plain(defines: Vec<String>, lenient: bool) -> Self {
        Self {
            normal_form: Form::Local,
            lemmas: Vec::new(),
            exclude: Vec::new(),
            keep_sources: false,
            defines,
            lenient,
        }
    }

    pub(crate) fn form(&self) -> NormalForm {
        match self.normal_form {
            Form::Raw => NormalForm::Raw,
            Form::Index => NormalForm::Index,
            Form::Local => NormalForm::Local,
            Form::Full => NormalForm::Full,
        }
    }

    pub(crate) fn options(&self, uninformative: &[Low]) -> Options {
        Options {
            lemmas: self.lemmas.clone(),
            exclude: self.exclude.clone(),
            keep_sources: self.keep_sources,
            uninformative: uninformative.iter().map(|low| low.kind()).collect(),
            rarity: None,
        }
    }

    /// The proofs of a file; none, said so, where it cannot be read or has faults.
    pub(crate) fn open(&self, path: &Path) -> Option<Forest> {
        let file = source(path)?;
        let arena = Arena::new();
        let options = spthy_parse::Options {
            defines: self.defines.clone(),
            lemmas_only: false,
        };
        let parsed = parse_theory_with(file.text(), &arena, &options);
        let faults: Vec<_> = parsed
            .errors
            .iter()
            .map(|error| error.diagnostic())
            .collect();
        show(&file, &faults);
        if !faults.is_empty() && !self.lenient {
            crate::complain(&format!(
                "{}: a theory with faults gives no score; --lenient goes on with what was read",
                file.name()
            ));
            return None;
        }
        Some(Forest::of_theory(file.name(), &parsed.theory, self.form()))
    }

    /// The proofs of a target; none, said so, also where a chosen lemma is not there.
    pub(crate) fn open_target(&self, path: &Path) -> Option<Forest> {
        let target = self.open(path)?;
        let options = self.options(&[]);
        let Some(name) = options.unknown_lemma(&target) else {
            return Some(target);
        };
        let names: Vec<String> = target.trees.iter().map(crost::ProofTree::name).collect();
        crate::complain(&format!(
            "{}: no lemma is called `{name}`; there are: {}",
            path.display(),
            names.join(", ")
        ));
        None
    }

    /// The proofs of both sides; none, said so, where one cannot be had.
    pub(crate) fn open_sides(
        &self,
        target: &Path,
        generated: &[PathBuf],
    ) -> Option<(Forest, Forest)> {
        let from_stdin = |path: &&Path| *path == Path::new("-");
        let paths = generated.iter().map(PathBuf::as_path);
        if paths.chain([target]).filter(from_stdin).count() > 1 {
            crate::complain("standard input (-) can be read only once");
            return None;
        }
        self.open_target(target).zip(self.open_all(generated))
    }

    /// The proofs of several files together.
    fn open_all(&self, paths: &[PathBuf]) -> Option<Forest> {
        // All files are looked at, so that all faults are seen.
        let forests: Vec<_> = paths.iter().map(|path| self.open(path)).collect();
        let mut forests = forests.into_iter().collect::<Option<Vec<_>>>()?.into_iter();
        let mut all = forests.next()?;
        for forest in forests {
            all.join(forest);
        }
        Some(all)
    }
}

impl Low {
    pub(crate) const ALL: [Self; 3] = [Self::Chain, Self::KuVariable, Self::Split];

    pub(crate) fn kind(self) -> LowInformation {
        match self {
            Self::Chain => LowInformation::Chain,
            Self::KuVariable => LowInformation::KuVariable,
            Self::Split => LowInformation::Split,
        }
    }
}

/// Whether a header has the required columns, none twice, and none that is unknown;
/// else what is wrong with it.
pub(crate) fn header(
    found: &csv::StringRecord,
    required: &[&str],
    optional: &[&str],
) -> Result<(), String> {
    let has = |name: &str| found.iter().any(|column| column == name);
    if let Some(missing) = required.iter().find(|name| !has(name)) {
        return Err(format!("the header has no column `{missing}`"));
    }
    let is_known = |name: &str| required.contains(&name) || optional.contains(&name);
    if let Some(unknown) = found.iter().find(|name| !is_known(name)) {
        return Err(format!("the column `{unknown}` is unknown"));
    }
    match repeated(found) {
        None => Ok(()),
        Some(name) => Err(format!("the column `{name}` is there twice")),
    }
}

/// A column that a header has twice.
pub(crate) fn repeated(found: &csv::StringRecord) -> Option<&str> {
    let mut seen = HashSet::new();
    found.iter().find(|name| !seen.insert(*name))
}

/// The fields of a JSON object. One that is there twice is an error, since either value
/// may be the one that is meant.
pub(crate) struct Fields(pub(crate) Map<String, Value>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsOnce)
    }
}

struct FieldsOnce;

impl<'de> Visitor<'de> for FieldsOnce {
    type Value = Fields;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Fields, A::Error> {
        let mut fields = Map::new();
        while let Some((name, value)) = access.next_entry::<String, Value>()? {
            if fields.contains_key(&name) {
                let message = format!("the field `{name}` is there twice");
                return Err(A::Error::custom(message));
            }
            fields.insert(name, value);
        }
        Ok(Fields(fields))
    }
}

/// The first of the written files that is also read, or written twice.
pub(crate) fn overwritten<'p>(
    read: impl IntoIterator<Item = &'p Path>,
    written: impl IntoIterator<Item = &'p Path>,
) -> Option<&'p Path> {
    let mut taken: HashSet<PathBuf> = read.into_iter().map(place).collect();
    written.into_iter().find(|path| !taken.insert(place(path)))
}

/// Where a file is, or would be if it is not there yet.
fn place(path: &Path) -> PathBuf {
    let would_be = || {
        let folder = match path.parent()? {
            folder if folder == Path::new("") => Path::new("."),
            folder => folder,
        };
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize()
        .ok()
        .or_else(would_be)
        .unwrap_or_else(|| path.to_path_buf())
}

/// A file; none, said so, where it cannot be read.
pub(crate) fn source(path: &Path) -> Option<SourceFile> {
    match SourceFile::read(path) {
        Ok(file) => Some(file),
        Err(error) => {
            let name = path.display().to_string();
            show(&SourceFile::new(name, ""), &[error.diagnostic()]);
            None
        }
    }
}

/// Draws diagnostics on standard error.
pub(crate) fn show(file: &SourceFile, diagnostics: &[Diagnostic]) {
    let stderr = io::stderr();
    let color = stderr.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let _ = stderr
        .lock()
        .write_all(render(file, diagnostics, color).as_bytes());
}

/// Reads a table of families, `lemma,family` with a header; none, said so, where
/// it has faults.
pub(crate) fn families(path: &Path) -> Option<BTreeMap<String, Family>> {
    let file = source(path)?;
    match family_rows(&file) {
        Ok(families) => Some(families),
        Err(faults) => {
            show(&file, &faults);
            None
        }
    }
}

/// The rows of a table of families, or all that is wrong with it.
pub(crate) fn family_rows(file: &SourceFile) -> Result<BTreeMap<String, Family>, Vec<Diagnostic>> {
    let mut table = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(file.text().as_bytes());
    let fault = |at: Option<&csv::Position>, message: String| {
        let offset = at.map_or(0, csv::Position::byte);
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        Diagnostic::error("the table of families cannot be read here")
            .at(Span::new(offset, offset))
            .label(message)
            .help("write a header and two columns: lemma,family")
    };
    let found = table.headers().cloned().map_err(|error| error.to_string());
    let columns = found.and_then(|found| header(&found, &["lemma", "family"], &[]).map(|()| found));
    let columns = columns.map_err(|message| vec![fault(None, message)])?;
    let mut families = BTreeMap::new();
    let mut faults = Vec::new();
    for record in table.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                faults.push(fault(error.position(), error.to_string()));
                continue;
            }
        };
        match record.deserialize::<FamilyRow<'_>>(Some(&columns)) {
            Ok(row) if row.lemma.is_empty() || row.family.is_empty() => {
                faults.push(fault(record.position(), "a cell is empty".to_owned()));
            }
            Ok(row) => {
                let family = Family::named(row.family);
                if families.insert(row.lemma.to_owned(), family).is_some() {
                    let message = format!("the lemma `{}` is there twice", row.lemma);
                    faults.push(fault(record.position(), message));
                }
            }
            Err(error) => faults.push(fault(record.position(), error.to_string())),
        }
    }
    if faults.is_empty() {
        Ok(families)
    } else {
        Err(faults)
    }
}

#[derive(serde::Deserialize)]
struct FamilyRow<'r> {
    lemma: &'r str,
    family: &'r str,
}

/// The warning about a name in a table of families.
pub(crate) fn no_such_lemma(name: &str) -> String {
    format!("families: no lemma of the target is called `{name}`")
}
