//! `spthy check`: which theories parse, and what is wrong with the others.

use crate::args::Check;
use crate::{EXIT_BAD_INPUT, EXIT_OK, options, show, show_unread, stdout};
use diagnostic::{Diagnostic, SourceFile, Span};
use rayon::prelude::*;
use serde::Serialize;
use spthy_parse::{Arena, parse_theory_with, warnings};
use std::io::{self, Write};
use std::path::Path;

/// What is known of one file.
struct Checked {
    name: String,
    /// None where it could not be read; then the one error says why.
    source: Option<SourceFile>,
    errors: Vec<Diagnostic>,
    warnings: Vec<(&'static str, Diagnostic)>,
}

#[derive(Serialize)]
struct FileRecord<'c> {
    file: &'c str,
    ok: bool,
    errors: Vec<Finding<'c>>,
    warnings: Vec<Finding<'c>>,
}

#[derive(Serialize)]
struct Finding<'c> {
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<&'static str>,
    message: &'c str,
    line: Option<u32>,
    column: Option<u32>,
    /// Byte offsets of the place.
    start: Option<u32>,
    end: Option<u32>,
    expected: Option<&'c str>,
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
                None => show_unread(Path::new(&one.name), &one.errors[0]),
                Some(source) => {
                    let mut all = one.errors.clone();
                    all.extend(one.warnings.iter().map(|(_, warning)| warning.clone()));
                    show(source, &all);
                }
            }
            let name = diagnostic::escape_controls(&one.name);
            match (one.errors.len(), one.warnings.len()) {
                (0, 0) => writeln!(out, "{name}: ok")?,
                (0, n) => writeln!(out, "{name}: ok, {}", counted(n, "warning"))?,
                (n, 0) => writeln!(out, "{name}: {}", counted(n, "error"))?,
                (n, m) => {
                    writeln!(
                        out,
                        "{name}: {}, {}",
                        counted(n, "error"),
                        counted(m, "warning")
                    )?;
                }
            }
        }
    }
    out.flush()?;
    Ok(if all_ok { EXIT_OK } else { EXIT_BAD_INPUT })
}

fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

fn check(path: &Path, args: &Check) -> Checked {
    let name = path.display().to_string();
    let source = match SourceFile::read(path) {
        Ok(source) => source,
        Err(error) => {
            let errors = vec![error.diagnostic()];
            return Checked {
                name,
                source: None,
                errors,
                warnings: Vec::new(),
            };
        }
    };
    let arena = Arena::new();
    let parsed = parse_theory_with(source.text(), &arena, &options(&args.input.flags, false));
    let errors = parsed
        .errors
        .iter()
        .map(|error| error.diagnostic())
        .collect();
    let warnings = if args.no_warnings {
        Vec::new()
    } else {
        warnings(source.text(), &parsed.theory)
            .iter()
            .map(|warning| (warning.topic.title(), warning.diagnostic()))
            .collect()
    };
    Checked {
        name,
        source: Some(source),
        errors,
        warnings,
    }
}

fn record(one: &Checked) -> FileRecord<'_> {
    FileRecord {
        file: &one.name,
        ok: one.errors.is_empty(),
        errors: one
            .errors
            .iter()
            .map(|error| finding(one, error, None))
            .collect(),
        warnings: one
            .warnings
            .iter()
            .map(|(topic, warning)| finding(one, warning, Some(topic)))
            .collect(),
    }
}

fn finding<'c>(
    one: &'c Checked,
    diagnostic: &'c Diagnostic,
    topic: Option<&'static str>,
) -> Finding<'c> {
    /// Longest snippet, in characters.
    const MAX_SNIPPET: usize = 200;
    let place = diagnostic.span.zip(one.source.as_ref());
    let location = place.map(|(span, source)| source.location(span.start));
    Finding {
        topic,
        message: &diagnostic.message,
        line: location.map(|location| location.line),
        column: location.map(|location| location.column),
        start: diagnostic.span.map(|Span { start, .. }| start),
        end: diagnostic.span.map(|Span { end, .. }| end),
        expected: diagnostic.label.as_deref().filter(|_| topic.is_none()),
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
