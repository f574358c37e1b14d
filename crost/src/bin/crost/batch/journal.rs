//! Results as they come, a line each, so that a batch that was stopped goes on.

use super::manifest::Row;
use crate::input::Reading;
use crost::study::{RunName, RunRecord};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

/// All that a result depends on. A result is taken over only if all of it is the
/// same.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Key {
    run: String,
    model: String,
    protocol: String,
    target: String,
    generated: String,
    families: Option<String>,
    /// Normal form, lemmas, flags, version of the program.
    settings: String,
    /// Length and time of change of the target, the generated file and the table.
    files: [Option<(u64, u64)>; 3],
}

impl Key {
    pub(crate) fn new(row: &Row, reading: &Reading) -> Self {
        let RunName {
            run,
            model,
            protocol,
            target,
            generated,
        } = row.name.clone();
        let options = reading.options(&crate::input::Low::ALL);
        Self {
            run,
            model,
            protocol,
            target,
            generated,
            families: row.families.as_ref().map(|path| path.display().to_string()),
            settings: format!(
                "{} {:?} {:?} {:?} {}",
                env!("CARGO_PKG_VERSION"),
                reading.form(),
                reading.defines,
                options,
                reading.lenient
            ),
            files: [
                Some(&row.target),
                Some(&row.generated),
                row.families.as_ref(),
            ]
            .map(|path| path.and_then(|path| stamp(path))),
        }
    }
}

/// Length and time of change in nanoseconds; none where the file is not there.
fn stamp(path: &Path) -> Option<(u64, u64)> {
    let metadata = path.metadata().ok()?;
    let changed = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((
        metadata.len(),
        u64::try_from(changed.as_nanos()).unwrap_or(u64::MAX),
    ))
}

#[derive(Serialize, Deserialize)]
struct Line<K, R> {
    key: K,
    record: R,
}

/// Whether bytes without an end of line may be the beginning of a line that was cut
/// off. Anything else is of another file, which must not be lost.
fn is_torn_line(bytes: &[u8]) -> bool {
    let start = b"{\"key\":";
    bytes.starts_with(start) || start.starts_with(bytes)
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JournalError {
    #[error("the journal {name} cannot be opened: {error}")]
    Open { name: String, error: io::Error },
    #[error("the journal {name} is there already; go on with it by --resume, or move it away")]
    Exists { name: String },
    #[error(
        "the journal {name} ends with something that is not the beginning of one of its lines; \
         give the name of a journal"
    )]
    Foreign { name: String },
    #[error("line {line} of the journal {name} is not one of its lines: {error}")]
    Line {
        name: String,
        line: usize,
        error: serde_json::Error,
    },
}

/// Results of before, and where new ones go.
pub(crate) struct Journal {
    done: HashMap<Key, RunRecord>,
    file: Option<Mutex<File>>,
}

impl Journal {
    /// Keeps nothing.
    pub(crate) fn none() -> Self {
        Self {
            done: HashMap::new(),
            file: None,
        }
    }

    /// Opens a journal, and reads it where a batch goes on. A last line without
    /// its end is one that was being written when the batch was stopped: it is
    /// cut off, and its run done again.
    pub(crate) fn open(path: &Path, resume: bool) -> Result<Self, JournalError> {
        let name = path.display().to_string();
        let open_error = |error| JournalError::Open {
            name: name.clone(),
            error,
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(open_error)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(open_error)?;
        if !resume && !bytes.is_empty() {
            return Err(JournalError::Exists { name });
        }
        let whole = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        if !is_torn_line(&bytes[whole..]) {
            return Err(JournalError::Foreign { name });
        }
        let mut done = HashMap::new();
        for (line, text) in (1..).zip(bytes[..whole].split_inclusive(|&byte| byte == b'\n')) {
            let Line { key, record } =
                serde_json::from_slice(text).map_err(|error| JournalError::Line {
                    name: name.clone(),
                    line,
                    error,
                })?;
            done.insert(key, record);
        }
        file.set_len(whole as u64)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(open_error)?;
        Ok(Self {
            done,
            file: Some(Mutex::new(file)),
        })
    }

    pub(crate) fn find(&self, key: &Key) -> Option<&RunRecord> {
        self.done.get(key)
    }

    pub(crate) fn append(&self, key: &Key, record: &RunRecord) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let mut line = serde_json::to_vec(&Line { key, record })?;
        line.push(b'\n');
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(&line)
    }
}
