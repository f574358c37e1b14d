//! Tables that commands read: CSV with a header, or JSON lines.

use crate::complain;
use crate::input::{Fields, repeated, show, source};
use diagnostic::{Diagnostic, SourceFile, Span};
use serde_json::Value;
use std::path::Path;

/// The cells of a table as text; an empty cell, null and a missing field are none.
pub(crate) struct Table {
    file: SourceFile,
    columns: Vec<String>,
    rows: Vec<Cells>,
}

struct Cells {
    /// Where the row stands in the file.
    start: u32,
    cells: Vec<Option<String>>,
}

impl Table {
    /// Reads a table; none, said so, where it has faults.
    pub(crate) fn read(path: &Path) -> Option<Self> {
        let mut table = Self {
            file: source(path)?,
            columns: Vec::new(),
            rows: Vec::new(),
        };
        let text = table.file.text().to_owned();
        let bare = text.trim_start_matches('\u{feff}').trim_start();
        let read = if bare.starts_with('{') {
            table.json(&text)
        } else {
            table.csv(&text)
        };
        match read {
            Ok(()) => Some(table),
            Err(fault) => {
                show(&table.file, &[fault]);
                None
            }
        }
    }

    fn csv(&mut self, text: &str) -> Result<(), Diagnostic> {
        let fault = |error: csv::Error| {
            let at = error.position().map_or(0, csv::Position::byte);
            unreadable(u32::try_from(at).unwrap_or(u32::MAX), &error.to_string())
        };
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let header = reader.headers().map_err(fault)?;
        if let Some(name) = repeated(header) {
            return Err(unreadable(
                0,
                &format!("the column `{name}` is there twice"),
            ));
        }
        self.columns = header.iter().map(str::to_owned).collect();
        for record in reader.records() {
            let record = record.map_err(fault)?;
            let start = record.position().map_or(0, csv::Position::byte);
            self.rows.push(Cells {
                start: u32::try_from(start).unwrap_or(u32::MAX),
                cells: record
                    .iter()
                    .map(|cell| Some(cell.to_owned()).filter(|cell| !cell.is_empty()))
                    .collect(),
            });
        }
        Ok(())
    }

    fn json(&mut self, text: &str) -> Result<(), Diagnostic> {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let at = u32::try_from(start).unwrap_or(u32::MAX);
            start += line.len();
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() {
                continue;
            }
            let Fields(fields) =
                serde_json::from_str(line).map_err(|error| unreadable(at, &error.to_string()))?;
            let mut cells = vec![None; self.columns.len()];
            for (name, value) in fields {
                let column = match self.columns.iter().position(|column| *column == name) {
                    Some(column) => column,
                    None => {
                        self.columns.push(name);
                        cells.push(None);
                        self.columns.len() - 1
                    }
                };
                cells[column] = match value {
                    Value::Null => None,
                    Value::String(text) => Some(text),
                    value => Some(value.to_string()),
                };
            }
            self.rows.push(Cells { start: at, cells });
        }
        Ok(())
    }

    /// The numbers of a column; none, said so, where there is no such column or a
    /// cell is no number.
    pub(crate) fn numbers(&self, column: &str) -> Option<Vec<Option<f64>>> {
        let number = |cell: &str| cell.parse().ok().filter(|number: &f64| number.is_finite());
        self.cells(column, "a number", number)
    }

    /// The flags of a column, each of them true, false, 1 or 0.
    pub(crate) fn flags(&self, column: &str) -> Option<Vec<bool>> {
        let flag = |cell: &str| match cell {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        };
        let cells = self.cells(column, "true, false, 1 or 0", flag)?;
        let flags: Option<Vec<bool>> = cells.iter().copied().collect();
        if flags.is_none() {
            let row = cells.iter().position(Option::is_none).unwrap_or(0);
            let message = format!("this row has nothing in the column `{column}`");
            show(&self.file, &[unreadable(self.rows[row].start, &message)]);
        }
        flags
    }

    fn cells<T>(
        &self,
        column: &str,
        expected: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<Vec<Option<T>>> {
        let Some(at) = self.columns.iter().position(|name| name == column) else {
            complain(&format!(
                "{} has no column `{column}`; there are: {}",
                self.file.name(),
                self.columns.join(", ")
            ));
            return None;
        };
        let mut cells = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let cell = row.cells.get(at).and_then(Option::as_deref);
            let value = cell.map(|cell| (cell, read(cell)));
            match value {
                None => cells.push(None),
                Some((_, Some(value))) => cells.push(Some(value)),
                Some((cell, None)) => {
                    let message = format!("`{cell}` in the column `{column}` is not {expected}");
                    show(&self.file, &[unreadable(row.start, &message)]);
                    return None;
                }
            }
        }
        Some(cells)
    }
}

fn unreadable(at: u32, message: &str) -> Diagnostic {
    Diagnostic::error("a row of the table cannot be read")
        .at(Span::new(at, at))
        .label(message)
}
