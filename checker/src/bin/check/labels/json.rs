//! The same for programs.

use super::{BadFile, Derived, Row};
use checker::label::{Difference, Standing};
use diagnostic::{Diagnostic, SourceFile};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Payload<'a> {
    ok: bool,
    exit_code: u8,
    n_labels: usize,
    labels: Vec<Entry<'a>>,
    /// Faults of files that belong to no pair of spec and label.
    errors: Vec<Fault<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "standing", rename_all = "lowercase")]
enum Entry<'a> {
    Agrees(Facts<'a>),
    Drifts {
        #[serde(flatten)]
        facts: Facts<'a>,
        differences: Vec<Drift<'a>>,
    },
    Undetermined {
        #[serde(flatten)]
        facts: Facts<'a>,
        incomplete_reason: String,
    },
    Bad {
        id: &'a str,
        file: &'a str,
        errors: Vec<Fault<'a>>,
    },
}

/// What was found; counts are null where the search did not finish.
#[derive(Serialize)]
struct Facts<'a> {
    id: &'a str,
    file: &'a str,
    title: &'a str,
    body: &'a str,
    clause: &'a str,
    property: &'a str,
    label: String,
    citation: Option<&'a str>,
    finding: Option<&'a str>,
    fixed_twin: Option<&'a str>,
    verdict: String,
    reachable_states: Option<u64>,
    transitions: Option<u64>,
    counterexample_steps: Option<u64>,
    vacuity: Option<String>,
}

#[derive(Serialize)]
struct Drift<'a> {
    key: &'a str,
    label_says: &'a str,
    found: &'a str,
    line: u32,
    column: u32,
}

/// Lines and columns count from 1, as in the JSON of a check; none for a fault of the whole file.
#[derive(Serialize)]
struct Fault<'a> {
    message: &'a str,
    file: &'a str,
    line: Option<u32>,
    column: Option<u32>,
    help: Option<&'a str>,
}

pub(super) fn write(
    rows: &[Row],
    bad: &[BadFile],
    exit_code: u8,
    out: &mut dyn Write,
) -> io::Result<()> {
    let payload = Payload {
        ok: exit_code == 0,
        exit_code,
        n_labels: rows.len(),
        labels: rows.iter().map(entry).collect(),
        errors: bad.iter().flat_map(faults).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &payload)?;
    writeln!(out)
}

fn entry(row: &Row) -> Entry<'_> {
    let derived = match &row.result {
        Ok(derived) => derived,
        Err(bad) => {
            return Entry::Bad {
                id: &row.id,
                file: row.label_source.name(),
                errors: bad.iter().flat_map(faults).collect(),
            };
        }
    };
    let facts = facts(row, derived);
    match &derived.standing {
        Standing::Agrees => Entry::Agrees(facts),
        Standing::Drifts(differences) => Entry::Drifts {
            facts,
            differences: differences
                .iter()
                .map(|difference| drift(&row.label_source, difference))
                .collect(),
        },
        Standing::Undetermined(incomplete) => Entry::Undetermined {
            facts,
            incomplete_reason: incomplete.to_string(),
        },
    }
}

fn facts<'a>(row: &'a Row, derived: &'a Derived) -> Facts<'a> {
    let Derived { label, facts, .. } = derived;
    let whole = facts.whole.as_ref().ok();
    Facts {
        id: &row.id,
        file: row.label_source.name(),
        title: &label.title,
        body: &label.body,
        clause: &label.clause,
        property: &label.property.value,
        label: label.kind.value.to_string(),
        citation: label.citation.as_deref(),
        finding: label.finding.as_deref(),
        fixed_twin: label.fixed_twin.as_ref().map(|twin| twin.value.as_str()),
        verdict: facts.verdict.to_string(),
        reachable_states: whole.map(|whole| whole.reachable_states),
        transitions: whole.map(|whole| whole.transitions),
        counterexample_steps: whole.and_then(|whole| whole.counterexample_steps),
        vacuity: whole.map(|whole| whole.vacuity.to_string()),
    }
}

fn drift<'a>(source: &SourceFile, difference: &'a Difference) -> Drift<'a> {
    let at = source.location(difference.span.start);
    Drift {
        key: difference.key,
        label_says: &difference.claimed,
        found: &difference.found,
        line: at.line,
        column: at.column,
    }
}

fn faults(file: &BadFile) -> impl Iterator<Item = Fault<'_>> {
    let fault = |fault| self::fault(&file.source, fault);
    file.faults.iter().map(fault)
}

fn fault<'a>(source: &'a SourceFile, fault: &'a Diagnostic) -> Fault<'a> {
    let at = fault.span.map(|span| source.location(span.start));
    Fault {
        message: &fault.message,
        file: source.name(),
        line: at.map(|at| at.line),
        column: at.map(|at| at.column),
        help: fault.help.as_deref(),
    }
}
