//! `spthy check`: which theories parse, and what is wrong with the others.

use crate::args::Check;
use crate::{EXIT_BAD_INPUT, EXIT_OK, counted, options, show, show_unread, stdout};
use diagnostic::{Diagnostic, SourceFile, Span};
use rayon::prelude::*;
use serde::Serialize;
use spthy_parse::{Arena, Item, SyntaxErrorKind, Theory, parse_theory_with, warnings};
use std::io::{self, Write};
use std::path::Path;

/// What is known of one file.
struct Checked {
    name: String,
    /// None where it could not be read; then the one error says why.
    source: Option<SourceFile>,
    errors: Vec<Finding>,
    /// Parts of the theory that stand elsewhere or are not chosen.
    unread: Vec<Finding>,
    warnings: Vec<Finding>,
}

/// A diagnostic, and what only JSON tells apart.
struct Finding {
    topic: Option<&'static str>,
    expected: Option<&'static str>,
    diagnostic: Diagnostic,
}

impl From<Diagnostic> for Finding {
    fn from(diagnostic: Diagnostic) -> Self {
        Self {
            topic: None,
            expected: None,
            diagnostic,
        }
    }
}

#[derive(Serialize)]
struct FileRecord<'c> {
    file: &'c str,
    ok: bool,
    errors: Vec<Record<'c>>,
    unread: Vec<Record<'c>>,
    warnings: Vec<Record<'c>>,
}

#[derive(Serialize)]
struct Record<'c> {
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<&'static str>,
    message: &'c str,
    line: Option<u32>,
    column: Option<u32>,
    /// Byte offsets of the place.
    start: Option<u32>,
    end: Option<u32>,
    expected: Option<&'static str>,
    label: Option<&'c str>,
    help: Option<&'c str>,
    /// The line the place is in.
    snippet: Option<String>,
}

pub(crate) fn run(args: &Check) -> io::Result<u8> {
    let checked: Vec<Checked> = args
        .input
        .files
        .par_iter()
        .map(|path| check(path, args))
        .collect();
    let all_ok = checked.iter().all(|one| one.errors.is_empty());
    let mut out = stdout();
    if args.json {
        let records: Vec<_> = checked.iter().map(record).collect();
        serde_json::to_writer_pretty(&mut out, &records)?;
        writeln!(out)?;
    } else {
        for one in &checked {
            match &one.source {
                None => show_unread(Path::new(&one.name), &one.errors[0].diagnostic),
                Some(source) => {
                    let all = one.errors.iter().chain(&one.unread).chain(&one.warnings);
                    let all: Vec<_> = all.map(|finding| finding.diagnostic.clone()).collect();
                    show(source, &all);
                }
            }
            let counts = [
                (one.errors.len(), "error"),
                (one.unread.len(), "unread part"),
                (one.warnings.len(), "warning"),
            ];
            let mut words: Vec<String> = counts
                .iter()
                .filter(|(n, _)| *n > 0)
                .map(|&(n, noun)| counted(n as u64, noun))
                .collect();
            if one.errors.is_empty() {
                words.insert(0, "ok".to_owned());
            }
            let name = diagnostic::escape_controls(&one.name);
            writeln!(out, "{name}: {}", words.join(", "))?;
        }
    }
    out.flush()?;
    Ok(if all_ok { EXIT_OK } else { EXIT_BAD_INPUT })
}

fn check(path: &Path, args: &Check) -> Checked {
    let name = path.display().to_string();
    let source = match SourceFile::read(path) {
        Ok(source) => source,
        Err(error) => {
            return Checked {
                name,
                source: None,
                errors: vec![error.diagnostic().into()],
                unread: Vec::new(),
                warnings: Vec::new(),
            };
        }
    };
    let arena = Arena::new();
    let parsed = parse_theory_with(source.text(), &arena, &options(&args.input.flags, false));
    let errors = parsed.errors.iter().map(|error| Finding {
        topic: None,
        expected: match error.kind {
            SyntaxErrorKind::Expected { expected, .. } => Some(expected),
            _ => None,
        },
        diagnostic: error.diagnostic(),
    });
    let warnings = if args.no_warnings {
        Vec::new()
    } else {
        warnings(source.text(), &parsed.theory)
    };
    let warnings = warnings.iter().map(|warning| Finding {
        topic: Some(warning.topic.title()),
        ..warning.diagnostic().into()
    });
    Checked {
        name,
        errors: errors.collect(),
        unread: unread(&parsed.theory),
        warnings: warnings.collect(),
        source: Some(source),
    }
}

/// What the file speaks of and nobody looked at.
fn unread(theory: &Theory<'_>) -> Vec<Finding> {
    let items = theory.items.iter().map(|item| (&item.value, item.span));
    items
        .filter_map(|(item, span)| {
            let diagnostic = match item {
                Item::Include(file) => {
                    Diagnostic::warning(format!("the included file `{file}` is not read"))
                        .label("functions, rules and lemmas may stand there")
                        .help("what only it could declare is not reported as missing")
                }
                Item::IfDef {
                    condition,
                    is_taken: false,
                } => Diagnostic::warning(format!("the branch of `#ifdef {condition}` is not read"))
                    .label("does not hold")
                    .help("set flags with `-D FLAG`"),
                Item::Else if is_skipped(theory, span) => {
                    Diagnostic::warning("this branch of an `#ifdef` that holds is not read")
                        .label("not chosen")
                }
                _ => return None,
            };
            Some(diagnostic.at(span).into())
        })
        .collect()
}

/// Whether the item behind the one at `span` is a branch not chosen.
fn is_skipped(theory: &Theory<'_>, span: Span) -> bool {
    let mut items = theory.items.iter();
    items.any(|item| item.span == span)
        && matches!(items.next(), Some(next) if matches!(next.value, Item::Skipped(_)))
}

fn record(one: &Checked) -> FileRecord<'_> {
    FileRecord {
        file: &one.name,
        ok: one.errors.is_empty(),
        errors: one
            .errors
            .iter()
            .map(|finding| record_of(one, finding))
            .collect(),
        unread: one
            .unread
            .iter()
            .map(|finding| record_of(one, finding))
            .collect(),
        warnings: one
            .warnings
            .iter()
            .map(|finding| record_of(one, finding))
            .collect(),
    }
}

fn record_of<'c>(one: &'c Checked, finding: &'c Finding) -> Record<'c> {
    /// Longest snippet, in characters.
    const MAX_SNIPPET: usize = 200;
    let diagnostic = &finding.diagnostic;
    let place = diagnostic.span.zip(one.source.as_ref());
    let location = place.map(|(span, source)| source.location(span.start));
    Record {
        topic: finding.topic,
        message: &diagnostic.message,
        line: location.map(|location| location.line),
        column: location.map(|location| location.column),
        start: diagnostic.span.map(|Span { start, .. }| start),
        end: diagnostic.span.map(|Span { end, .. }| end),
        expected: finding.expected,
        label: diagnostic
            .label
            .as_deref()
            .filter(|_| finding.expected.is_none() && finding.topic.is_none()),
        help: diagnostic.help.as_deref(),
        snippet: place.map(|(span, source)| {
            source
                .slice(source.line_span(span.start))
                .chars()
                .take(MAX_SNIPPET)
                .collect()
        }),
    }
}
