//! What the prover printed about a run: versions, warnings, verdicts.

use crate::lemma::{Side, TraceQuantifier};
use crate::proof::Status;

/// The prover's report, from behind a theory or from a log without one.
///
/// ```
/// let log = spthy_parse::Log::read(
///     "Tamarin version 1.10.0\nsummary of summaries:\n\nanalyzed: a.spthy\n\n  \
///      processing time: 0.93s\n  secret (all-traces): verified (12 steps)\n");
/// assert_eq!(log.tamarin_version, Some("1.10.0"));
/// assert_eq!(log.summaries[0].rows[0].steps, 12);
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Log<'a> {
    /// Version of the prover.
    pub tamarin_version: Option<&'a str>,
    /// Version of its rewriting engine.
    pub maude_version: Option<&'a str>,
    /// Revision it was built from.
    pub git_revision: Option<&'a str>,
    /// When it was built.
    pub compiled_at: Option<&'a str>,
    /// Warnings of wellformedness, each under its topic.
    pub topics: Vec<Topic<'a>>,
    /// One summary an analysed file.
    pub summaries: Vec<Summary<'a>>,
}

/// One topic of wellformedness warnings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Topic<'a> {
    /// The underlined title.
    pub title: &'a str,
    /// The text below it.
    pub text: &'a str,
}

/// The summary of one analysed file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Summary<'a> {
    /// The file behind `analyzed:`.
    pub file: &'a str,
    /// The file behind `output:`.
    pub output: Option<&'a str>,
    /// Seconds behind `processing time:`.
    pub seconds: Option<f64>,
    /// How many checks of wellformedness failed.
    pub n_failed_checks: u64,
    /// One row a lemma.
    pub rows: Vec<SummaryRow<'a>>,
    /// Lines that end as rows do and cannot be read as one.
    pub unread_rows: Vec<&'a str>,
}

/// Which proof obligation of a theory about observational equivalence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SummarySide {
    /// A trace lemma of one side: `LHS`, `RHS`.
    Trace(Side),
    /// `DiffLemma`.
    Diff,
}

/// The printed verdict on one lemma.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SummaryRow<'a> {
    /// Side, in a theory about observational equivalence.
    pub side: Option<SummarySide>,
    /// Name of the lemma.
    pub lemma: &'a str,
    /// Over which traces; none for a diff lemma.
    pub quantifier: Option<TraceQuantifier>,
    /// The verdict.
    pub status: Status,
    /// Number of proof steps.
    pub steps: u64,
}

impl<'a> Log<'a> {
    /// Reads a report line by line; lines it does not know are passed over.
    #[must_use]
    pub fn read(text: &'a str) -> Self {
        let mut log = Self::default();
        // The title and the start of the text of the topic that is open.
        let mut topic: Option<(&'a str, usize)> = None;
        let mut previous = "";
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            let start = offset;
            offset += line.len();
            let line = line.trim_end();
            let bare = line.trim_start();
            let is_rule = bare.len() > 2 && bare.bytes().all(|byte| byte == b'=');
            let is_underline = is_rule
                && line == bare
                && previous.len().abs_diff(bare.len()) <= 2
                && !previous.is_empty()
                && !previous.starts_with(char::is_whitespace);
            let ends_topic = bare == "*/" || is_rule || bare.starts_with("summary of summaries");
            if ends_topic && let Some((title, from)) = topic.take() {
                let end = if is_underline {
                    start - previous_length(text, start)
                } else {
                    start
                };
                log.topics.push(Topic {
                    title,
                    text: text.get(from..end).unwrap_or_default().trim(),
                });
            }
            if is_underline {
                topic = Some((previous.trim_end(), offset));
            }
            log.line(bare);
            previous = line;
        }
        if let Some((title, from)) = topic {
            log.topics.push(Topic {
                title,
                text: text[from..].trim(),
            });
        }
        log
    }

    fn line(&mut self, line: &'a str) {
        if let Some(version) = line.strip_prefix("Tamarin version ") {
            self.tamarin_version = Some(version);
        } else if let Some(version) = line.strip_prefix("Maude version ") {
            self.maude_version = Some(version);
        } else if let Some(revision) = line.strip_prefix("Git revision: ") {
            self.git_revision = Some(revision.trim_end_matches(','));
        } else if let Some(at) = line.strip_prefix("Compiled at: ") {
            self.compiled_at = Some(at);
        } else if let Some(file) = line.strip_prefix("analyzed: ") {
            self.summaries.push(Summary {
                file: file.trim(),
                ..Summary::default()
            });
        } else if let Some(summary) = self.summaries.last_mut() {
            summary.line(line);
        }
    }
}

/// Length of the line before `start`, its line feed included.
fn previous_length(text: &str, start: usize) -> usize {
    let before = &text.as_bytes()[..start.saturating_sub(1)];
    start - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1)
}

impl<'a> Summary<'a> {
    fn line(&mut self, line: &'a str) {
        if let Some(output) = line.strip_prefix("output:") {
            self.output = Some(output.trim());
        } else if let Some(time) = line.strip_prefix("processing time:") {
            let seconds = time.trim().trim_end_matches('s').parse().ok();
            self.seconds = seconds.filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0);
        } else if let Some(warning) = line.strip_prefix("WARNING: ") {
            let n = warning.split(' ').next().and_then(|n| n.parse().ok());
            self.n_failed_checks = n.unwrap_or(self.n_failed_checks);
        } else if let Some(row) = SummaryRow::read(line) {
            self.rows.push(row);
        } else if line.trim().ends_with(" steps)") {
            self.unread_rows.push(line.trim());
        }
    }
}

impl<'a> SummaryRow<'a> {
    /// Reads one row such as `LHS :  exec (exists-trace): verified (5 steps)`;
    /// none where the line is another.
    #[must_use]
    pub fn read(line: &'a str) -> Option<Self> {
        let (rest_of_line, steps) = line.trim().strip_suffix(" steps)")?.rsplit_once(" (")?;
        let steps = steps.parse().ok()?;
        let (side, rest) = match rest_of_line.split_once(':') {
            Some((side, rest)) => match side.trim() {
                "LHS" => (Some(SummarySide::Trace(Side::Left)), rest.trim_start()),
                "RHS" => (Some(SummarySide::Trace(Side::Right)), rest.trim_start()),
                "DiffLemma" => (Some(SummarySide::Diff), rest.trim_start()),
                _ => (None, rest_of_line),
            },
            None => return None,
        };
        let (head, status) = rest.split_once(": ")?;
        let status = Status::from_text(status.trim())?;
        let (lemma, quantifier) = match head.trim().split_once(" (") {
            Some((lemma, "all-traces)")) => (lemma, Some(TraceQuantifier::AllTraces)),
            Some((lemma, "exists-trace)")) => (lemma, Some(TraceQuantifier::ExistsTrace)),
            Some(_) => return None,
            None => (head.trim(), None),
        };
        Some(Self {
            side,
            lemma,
            quantifier,
            status,
            steps,
        })
    }
}
