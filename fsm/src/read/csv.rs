//! Transition tables as comma-separated values.
//!
//! The first row names the columns, in any order: `from`, `condition` and `to`,
//! and if there are any `actions` and `role`; other usual names are understood. A
//! row with a role declares the state in `from`: `state`, `initial`, `final` or
//! `initial final`. Every other row is a transition; states are declared by their
//! mention. Actions are parted by semicolons, or a JSON list.

use crate::machine::{Draft, DraftTransition, Machine};
use crate::{FsmError, FsmErrorKind};
use csv::{ReaderBuilder, StringRecord, Trim};
use diagnostic::{SourceFile, Span, Spanned};

/// Columns and the names that they go by.
const COLUMNS: [&[&str]; 5] = [
    &[
        "from",
        "state",
        "source",
        "src",
        "current",
        "current state",
        "current_state",
    ],
    &["condition", "event", "input", "trigger", "guard", "label"],
    &[
        "to",
        "next",
        "target",
        "dst",
        "destination",
        "next state",
        "next_state",
    ],
    &["actions", "action", "output"],
    &["role", "kind"],
];

/// Reads a machine from a transition table.
///
/// # Errors
/// Every row that is not understood, or every fault of names.
///
/// ```
/// use diagnostic::SourceFile;
/// let text = "state,event,next state\nIdle,call,Busy\nBusy,hang up,Idle\n";
/// let machine = fsm::read::csv(&SourceFile::new("m.csv", text)).unwrap();
/// assert_eq!((machine.n_states(), machine.n_transitions()), (2, 2));
/// ```
pub fn read(source: &SourceFile) -> Result<Machine, Vec<FsmError>> {
    let text = source
        .text()
        .strip_prefix('\u{feff}')
        .unwrap_or(source.text());
    let shift = (source.text().len() - text.len()) as u64;
    let mut table = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let mut errors = Vec::new();
    let mut draft = Draft::default();
    let mut columns = None;
    let mut record = StringRecord::new();
    loop {
        let start = table.position().byte();
        match table.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                let span = span(source, start + shift, start + shift);
                return Err(vec![fault(span, error.to_string())]);
            }
        }
        let span = span(source, start + shift, table.position().byte() + shift);
        let Some(columns) = &columns else {
            columns = Some(header(&record, span)?);
            continue;
        };
        if let Err(error) = row(&record, columns, span, &mut draft) {
            errors.push(error);
        }
    }
    if columns.is_none() {
        errors.push(fault(
            Span::default(),
            "the first row names the columns".to_owned(),
        ));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    draft.declare_mentioned();
    draft.build()
}

/// Where each of [`COLUMNS`] stands.
fn header(record: &StringRecord, span: Span) -> Result<[Option<usize>; 5], Vec<FsmError>> {
    let mut errors = Vec::new();
    let mut columns = [None; 5];
    for (position, name) in record.iter().enumerate() {
        let name = name.trim().to_lowercase();
        match COLUMNS
            .iter()
            .position(|names| names.contains(&name.as_str()))
        {
            Some(column) if columns[column].is_none() => columns[column] = Some(position),
            Some(column) => {
                let name = COLUMNS[column][0];
                errors.push(fault(span, format!("two columns are `{name}`")));
            }
            None => errors.push(fault(span, format!("no column is called `{name}`"))),
        }
    }
    for column in 0..3 {
        if columns[column].is_none() {
            errors.push(fault(
                span,
                format!("the column `{}` is missing", COLUMNS[column][0]),
            ));
        }
    }
    if errors.is_empty() {
        Ok(columns)
    } else {
        Err(errors)
    }
}

fn row(
    record: &StringRecord,
    columns: &[Option<usize>; 5],
    span: Span,
    draft: &mut Draft,
) -> Result<(), FsmError> {
    if record.len() > columns.iter().flatten().max().map_or(0, |last| last + 1) {
        return Err(fault(
            span,
            "this row has more cells than there are columns".to_owned(),
        ));
    }
    let cell = |column: usize| columns[column].and_then(|at| record.get(at)).unwrap_or("");
    let name = |column: usize| Spanned::new(cell(column).to_owned(), span);
    let role = cell(4).trim();
    if role.is_empty() {
        let Some(actions) = actions(cell(3)) else {
            return Err(fault(
                span,
                "the actions are no JSON list of texts".to_owned(),
            ));
        };
        draft.transitions.push(DraftTransition {
            from: name(0),
            condition: cell(1).to_owned(),
            to: name(2),
            actions,
        });
        return Ok(());
    }
    draft.states.push(name(0));
    for word in role.split_whitespace() {
        match word {
            "state" => {}
            "initial" if draft.initial.is_some() => {
                return Err(fault(
                    span,
                    "this is a second initial state; one is read".to_owned(),
                ));
            }
            "initial" => draft.initial = Some(name(0)),
            "final" => draft.finals.push(name(0)),
            _ => return Err(fault(span, format!("no role is called `{word}`"))),
        }
    }
    Ok(())
}

/// The actions of a cell; none where it is a broken JSON list.
pub(crate) fn actions(cell: &str) -> Option<Vec<String>> {
    if cell.trim_start().starts_with('[') {
        return serde_json::from_str(cell).ok();
    }
    let parts = cell
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    Some(parts.map(str::to_owned).collect())
}

/// Offsets of the table as a span of the text, without the line's end.
fn span(source: &SourceFile, start: u64, end: u64) -> Span {
    let text = source.text();
    let clamp = |at: u64| text.floor_char_boundary((at as usize).min(text.len()));
    let (start, end) = (clamp(start), clamp(end));
    let line = &text[start..end];
    let shown = line.trim_end_matches(['\r', '\n']).len();
    let skipped = line[..shown].len() - line[..shown].trim_start_matches(['\r', '\n']).len();
    Span::new((start + skipped) as u32, (start + shown) as u32)
}

fn fault(span: Span, message: String) -> FsmError {
    let format = "CSV";
    FsmError::new(FsmErrorKind::Syntax { format, message }, span)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn blanks_around_cells_are_no_part_of_names() {
        let text = "from, condition, to\na, x, b\nb , y , a\n";
        let machine = read(&SourceFile::new("m.csv", text)).unwrap();
        assert_eq!(machine.n_states(), 2);
        let conditions: Vec<_> = machine.transitions().map(|arc| arc.condition).collect();
        assert_eq!(conditions, ["x", "y"]);
    }
}
