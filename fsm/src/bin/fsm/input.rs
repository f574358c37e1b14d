//! Machines by the names of files or of shipped machines.

use crate::complain;
use diagnostic::{Diagnostic, SourceFile, render};
use fsm::question::{self, Question, QuestionError};
use fsm::read::{self, Format};
use fsm::{FsmError, Machine, StateId};
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Reads a machine and shows what is wrong with it; none where it has faults.
///
/// The name of a shipped machine is that machine. The format is that of the file's
/// name, or what the text looks like.
pub(crate) fn machine(name: &Path) -> Option<Machine> {
    let shipped = name.to_str().and_then(models::fsm::get);
    let source = match shipped {
        Some(json) => SourceFile::new(name.display().to_string(), json),
        None => match SourceFile::read(name) {
            Ok(source) => source,
            Err(error) => {
                let empty = SourceFile::new(name.display().to_string(), "");
                show(&empty, &[error.diagnostic()]);
                return None;
            }
        },
    };
    let format = match shipped {
        Some(_) => Format::Json,
        None => Format::of(&source),
    };
    match read::read(&source, format) {
        Ok(machine) => Some(machine),
        Err(errors) => {
            let diagnostics: Vec<_> = errors.iter().map(FsmError::diagnostic).collect();
            show(&source, &diagnostics);
            None
        }
    }
}

/// Reads a text and shows what keeps it from being read.
pub(crate) fn source(path: &Path) -> Option<SourceFile> {
    SourceFile::read(path)
        .map_err(|error| {
            let empty = SourceFile::new(path.display().to_string(), "");
            show(&empty, &[error.diagnostic()]);
        })
        .ok()
}

/// Reads a file of questions and shows what is wrong with it; none where it has faults.
pub(crate) fn questions(source: &SourceFile) -> Option<Vec<Question>> {
    question::read(source)
        .map_err(|errors| {
            let diagnostics: Vec<_> = errors.iter().map(QuestionError::diagnostic).collect();
            show(source, &diagnostics);
        })
        .ok()
}

/// The state of that name; says so where there is none.
pub(crate) fn state(machine: &Machine, name: &str) -> Option<StateId> {
    let found = machine.state(name);
    if found.is_none() {
        let hint = match machine.nearest_state(name) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => String::new(),
        };
        complain(&format!(
            "no state of {} is called `{name}`{hint}",
            machine.name()
        ));
    }
    found
}

/// Draws diagnostics on standard error.
pub(crate) fn show(file: &SourceFile, diagnostics: &[Diagnostic]) {
    let stderr = io::stderr();
    let color = stderr.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let _ = stderr
        .lock()
        .write_all(render(file, diagnostics, color).as_bytes());
}
