//! Where specs and labels come from.

use super::{BadFile, Pair};
use diagnostic::{Diagnostic, ReadError, SourceFile};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

const LABEL: &str = ".label.toml";
const SPEC: &str = ".json";

/// The registry that the program carries.
pub(super) fn embedded() -> Vec<Pair> {
    let specs = models::specs::ALL.iter();
    specs
        .map(|spec| Pair {
            id: spec.id.to_owned(),
            spec: SourceFile::new(spec.file, spec.spec),
            label: SourceFile::new(spec.label_file, spec.label),
        })
        .collect()
}

/// Every spec in a folder and below, by path, each with its label, and what is
/// wrong with the folder: a spec or a label alone, an id twice, what cannot be read.
pub(super) fn read(dir: &Path) -> (Vec<Pair>, Vec<BadFile>) {
    let mut pairs = Vec::new();
    let mut bad = Vec::new();
    let mut taken: HashMap<String, String> = HashMap::new();
    for entry in WalkDir::new(dir).sort_by_file_name() {
        let path = match entry {
            Ok(entry) if !entry.file_type().is_dir() => entry.into_path(),
            Ok(_) => continue,
            Err(error) => {
                let message = format!("could not read the folder: {error}");
                let help = "name a folder of specs, each NAME.json with its NAME.label.toml";
                bad.push(without_text(dir, Diagnostic::error(message).help(help)));
                continue;
            }
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(id) = name.strip_suffix(LABEL) {
            let spec = path.with_file_name(format!("{id}{SPEC}"));
            if !spec.exists() {
                let message = format!("the label has no spec: {} is missing", spec.display());
                bad.push(without_text(&path, Diagnostic::error(message)));
            }
        } else if let Some(id) = name.strip_suffix(SPEC) {
            let file = path.display().to_string();
            if let Some(other) = taken.insert(id.to_owned(), file) {
                let message = format!("the name `{id}` is taken by {other}");
                let help = "rename one: labels call specs by their names";
                bad.push(without_text(&path, Diagnostic::error(message).help(help)));
                continue;
            }
            match pair(id, &path) {
                Ok(pair) => pairs.push(pair),
                Err(file) => bad.push(file),
            }
        }
    }
    if pairs.is_empty() && bad.is_empty() {
        let help = "a spec is NAME.json, its label NAME.label.toml beside it";
        let fault = Diagnostic::error("there is no spec in the folder").help(help);
        bad.push(without_text(dir, fault));
    }
    (pairs, bad)
}

fn pair(id: &str, path: &Path) -> Result<Pair, BadFile> {
    let label: PathBuf = path.with_file_name(format!("{id}{LABEL}"));
    let unread = |path: &Path, error: &ReadError| without_text(path, error.diagnostic());
    Ok(Pair {
        id: id.to_owned(),
        spec: SourceFile::read(path).map_err(|error| unread(path, &error))?,
        label: SourceFile::read(&label).map_err(|error| match error {
            ReadError::NotFound { name } => {
                let fault = Diagnostic::error(format!("the spec has no label: {name} is missing"));
                without_text(path, fault.help("write one: models/README.md says how"))
            }
            error => unread(&label, &error),
        })?,
    })
}

fn without_text(path: &Path, fault: Diagnostic) -> BadFile {
    BadFile {
        source: SourceFile::new(path.display().to_string(), ""),
        faults: vec![fault],
    }
}
