//! Theories that stand bare in a text.

use diagnostic::Span;
use spthy_parse::{Arena, SyntaxError, parse_theory};
use std::ops::Range;

/// A stretch of a text, read as a theory.
pub(super) struct Reading {
    /// Where it is, up to its `end`.
    pub(super) range: Range<usize>,
    /// What is wrong with it, with places in the whole text.
    pub(super) errors: Vec<SyntaxError>,
}

/// Reads the theory that starts where the stretch does. It ends behind its
/// `end`, or with the stretch if it has none.
pub(super) fn read(text: &str, stretch: Range<usize>) -> Reading {
    let source = &text[stretch.clone()];
    let arena = Arena::new();
    let parsed = parse_theory(source, &arena);
    let behind = skip_space(parsed.theory.trailer);
    let end = match behind.strip_prefix("end") {
        Some(rest) => stretch.end - rest.len(),
        None => stretch.end,
    };
    // Texts of more than 4 GiB are refused before.
    let offset = u32::try_from(stretch.start).unwrap_or(u32::MAX);
    let shifted = parsed.errors.into_iter().map(|mut error| {
        error.span = Span::new(
            error.span.start.saturating_add(offset),
            error.span.end.saturating_add(offset),
        );
        error
    });
    Reading {
        range: stretch.start..end,
        errors: shifted.collect(),
    }
}

/// Behind white space and comments, which nest.
fn skip_space(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        if text.starts_with("//") {
            text = &text[text.find('\n').unwrap_or(text.len())..];
        } else if text.starts_with("/*") {
            match behind_comment(text) {
                Some(rest) => text = rest,
                None => return text,
            }
        } else {
            return text;
        }
    }
}

fn behind_comment(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    loop {
        match bytes.get(at..at + 2)? {
            b"/*" => depth += 1,
            b"*/" => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return text.get(at..);
        }
    }
}

/// The theories of a stretch that is no code block.
///
/// One starts at each header that no theory before it reaches over. It reaches
/// up to its `end`. If it has faults on the way and there are headers on the way,
/// too, it was broken off, and each header starts one of its own: so each byte is
/// read twice at most.
pub(super) fn bare(text: &str, stretch: Range<usize>) -> Vec<Reading> {
    let headers: Vec<usize> = headers(text, stretch.clone()).collect();
    let mut readings = Vec::new();
    let mut rest = headers.as_slice();
    while let [header, behind @ ..] = rest {
        let reading = read(text, *header..stretch.end);
        let n_inside = behind.partition_point(|&at| at < reading.range.end);
        let (inside, after) = behind.split_at(n_inside);
        if reading.errors.is_empty() || inside.is_empty() {
            readings.push(reading);
        } else {
            let starts = std::iter::once(header).chain(inside);
            let ends = inside.iter().copied().chain([reading.range.end]);
            readings.extend(starts.zip(ends).map(|(start, end)| read(text, *start..end)));
        }
        rest = after;
    }
    readings
}

/// Whether a header stands at the start of a line.
pub(super) fn has_header(text: &str) -> bool {
    headers(text, 0..text.len()).next().is_some()
}

/// Where lines start, behind blanks, with `theory NAME begin`, `theory NAME
/// configuration` or `theory NAME` and a comment. Prose such as "theory of
/// protocols" is none.
fn headers(text: &str, stretch: Range<usize>) -> impl Iterator<Item = usize> {
    let mut at = stretch.start;
    let end = stretch.end;
    let lines = text[stretch].split_inclusive(['\n', '\r']);
    lines.filter_map(move |line| {
        let bare = line.trim_start();
        let start = at + line.len() - bare.len();
        at += line.len();
        is_header(&text[start..end]).then_some(start)
    })
}

fn is_header(text: &str) -> bool {
    let word_end = |text: &str| {
        text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(text.len())
    };
    let behind_theory = text
        .strip_prefix("theory")
        .map(|rest| (rest, rest.trim_start()));
    let Some((rest, name)) = behind_theory else {
        return false;
    };
    let behind_name = &name[word_end(name)..];
    let next = behind_name.trim_start();
    rest.len() > name.len()
        && name.len() > behind_name.len()
        && (matches!(&next[..word_end(next)], "begin" | "configuration")
            || next.starts_with("/*")
            || next.starts_with("//"))
}
