//! `check labels`: every label of a registry held against its machine.

mod files;
mod json;
mod table;

use crate::args::LabelsArgs;
use crate::{EXIT_BAD_INPUT, print, wants_color};
use checker::label::{self, Facts, Label, Standing};
use checker::{DEFAULT_INT_BOUND, Limits, Model, spec};
use diagnostic::{Diagnostic, SourceFile};
use std::collections::HashMap;
use std::io::{self, Write};

/// A spec with its label, as texts.
struct Pair {
    /// The name that other labels call it by.
    id: String,
    spec: SourceFile,
    label: SourceFile,
}

/// A label with what was found again of it.
struct Derived {
    label: Label,
    facts: Facts,
    standing: Standing,
}

/// A file that cannot be used, with every fault of it.
struct BadFile {
    source: SourceFile,
    faults: Vec<Diagnostic>,
}

/// One spec and what became of its label.
struct Row {
    id: String,
    label_source: SourceFile,
    result: Result<Derived, Vec<BadFile>>,
}

/// Tells of each label whether it agrees: 0 if all do, 4 if a file is bad, 2 if
/// a label drifts, else 3.
pub(crate) fn run(args: &LabelsArgs) -> Result<u8, String> {
    let (pairs, mut bad) = match &args.dir {
        Some(dir) => files::read(dir),
        None => (files::embedded(), Vec::new()),
    };
    let mut rows = derive(pairs)?;
    check_twins(&mut rows);
    let status = status(&rows, &bad);
    let mut out = Vec::new();
    if args.json {
        json::write(&rows, &bad, status, &mut out).map_err(|error| error.to_string())?;
        print(|to| to.write_all(&out))?;
        return Ok(status);
    }
    table::write(&rows, wants_color(&io::stdout()), &mut out).map_err(|error| error.to_string())?;
    print(|to| to.write_all(&out))?;
    bad.extend(
        rows.into_iter()
            .filter_map(|row| row.result.err())
            .flatten(),
    );
    for file in &bad {
        let faults = diagnostic::render(&file.source, &file.faults, wants_color(&io::stderr()));
        let _ = io::stderr().write_all(faults.as_bytes());
    }
    Ok(status)
}

fn derive(pairs: Vec<Pair>) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for pair in pairs {
        let result = match read(&pair) {
            Err(bad) => Err(bad),
            Ok((model, label)) => {
                let property = &label.property.value;
                let facts = label::derive(&model, property, &Limits::default());
                match facts.map_err(|mismatch| mismatch.to_string())? {
                    Some(facts) => Ok(Derived {
                        standing: label::compare(&label, &facts),
                        label,
                        facts,
                    }),
                    None => return Err(format!("{}: no property {property}", pair.id)),
                }
            }
        };
        rows.push(Row {
            id: pair.id,
            label_source: pair.label,
            result,
        });
    }
    Ok(rows)
}

/// Both files of a pair, or each fault of both.
fn read(pair: &Pair) -> Result<(Model, Label), Vec<BadFile>> {
    let model = spec::read_checkable(&pair.spec, DEFAULT_INT_BOUND).map_err(|errors| BadFile {
        source: pair.spec.clone(),
        faults: errors.iter().map(spec::SpecError::diagnostic).collect(),
    });
    let label = label::read(&pair.label).map_err(|errors| bad_label(&pair.label, &errors));
    match (model, label) {
        (Ok(model), Ok(label)) => match label.check(&model) {
            Ok(()) => Ok((model, label)),
            Err(error) => Err(vec![bad_label(&pair.label, &[error])]),
        },
        (model, label) => Err([model.err(), label.err()].into_iter().flatten().collect()),
    }
}

fn bad_label(source: &SourceFile, errors: &[label::LabelError]) -> BadFile {
    BadFile {
        source: source.clone(),
        faults: errors.iter().map(label::LabelError::diagnostic).collect(),
    }
}

/// Twins are other files: they are looked for once all are read.
fn check_twins(rows: &mut [Row]) {
    let labels: HashMap<&str, &Label> = rows
        .iter()
        .filter_map(|row| Some((row.id.as_str(), &row.result.as_ref().ok()?.label)))
        .collect();
    let errors: Vec<_> = rows
        .iter()
        .map(|row| {
            let label = &row.result.as_ref().ok()?.label;
            let error = label.check_twin(|id| labels.get(id).copied()).err()?;
            Some(bad_label(&row.label_source, &[error]))
        })
        .collect();
    for (row, error) in rows.iter_mut().zip(errors) {
        if let Some(error) = error {
            row.result = Err(vec![error]);
        }
    }
}

fn status(rows: &[Row], bad: &[BadFile]) -> u8 {
    let any = |is: fn(&Standing) -> bool| {
        let derived = rows.iter().filter_map(|row| row.result.as_ref().ok());
        derived.map(|derived| &derived.standing).any(is)
    };
    if !bad.is_empty() || rows.iter().any(|row| row.result.is_err()) {
        EXIT_BAD_INPUT
    } else if any(|standing| matches!(standing, Standing::Drifts(_))) {
        2
    } else if any(|standing| matches!(standing, Standing::Undetermined(_))) {
        3
    } else {
        0
    }
}
