//! Theories and tables that commands read.

use clap::{Args, ValueEnum};
use crost::goal::LowInformation;
use crost::{Family, Forest, NormalForm, Options};
use diagnostic::{Diagnostic, SourceFile, Span, render};
use spthy_parse::{Arena, parse_theory_with};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// How theories are read and which of their lemmas count.
#[derive(Args)]
pub(crate) struct Reading {
    /// What goals are compared by.
    #[arg(long, value_enum, default_value_t = Form::Local)]
    pub(crate) normal_form: Form,
    /// Only this lemma of the target; may be repeated.
    #[arg(long = "lemma", value_name = "NAME")]
    lemmas: Vec<String>,
    /// Not this lemma, on no side; may be repeated.
    #[arg(long, value_name = "NAME")]
    exclude: Vec<String>,
    /// Count lemmas about sources too, which are the same on both sides.
    #[arg(long)]
    keep_sources: bool,
    /// Set a flag that `#ifdef` asks for.
    #[arg(short = 'D', long = "define", value_name = "FLAG")]
    defines: Vec<String>,
    /// Go on with what could be read of a file with faults.
    #[arg(long)]
    lenient: bool,
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
    fn form(&self) -> NormalForm {
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
        let file = match SourceFile::read(path) {
            Ok(file) => file,
            Err(error) => {
                let name = path.display().to_string();
                show(&SourceFile::new(name, ""), &[error.diagnostic()]);
                return None;
            }
        };
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

    /// The proofs of several files together.
    pub(crate) fn open_all(&self, paths: &[PathBuf]) -> Option<Forest> {
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
    pub(crate) fn kind(self) -> LowInformation {
        match self {
            Self::Chain => LowInformation::Chain,
            Self::KuVariable => LowInformation::KuVariable,
            Self::Split => LowInformation::Split,
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
    let file = match SourceFile::read(path) {
        Ok(file) => file,
        Err(error) => {
            let name = path.display().to_string();
            show(&SourceFile::new(name, ""), &[error.diagnostic()]);
            return None;
        }
    };
    let mut families = BTreeMap::new();
    let mut faults = Vec::new();
    let mut table = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(file.text().as_bytes());
    for record in table.deserialize::<(String, String)>() {
        match record {
            Ok((lemma, family)) => {
                families.insert(lemma, Family::named(&family));
            }
            Err(error) => {
                let offset = error.position().map_or(0, csv::Position::byte);
                let offset = u32::try_from(offset).unwrap_or(u32::MAX);
                faults.push(
                    Diagnostic::error("a row of the table of families cannot be read")
                        .at(Span::new(offset, offset))
                        .label(error.to_string())
                        .help("write a header and two columns: lemma,family"),
                );
            }
        }
    }
    show(&file, &faults);
    faults.is_empty().then_some(families)
}
