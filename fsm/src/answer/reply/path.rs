//! Paths written in a line: `A → x → B`, `A --x--> B`, `A -[x]-> B`,
//! `A → B (x)`, `A (x) → B`, `⟨A; x; B⟩`.
//!
//! Names may hold arrows, commas and parentheses themselves. So the machine's
//! names are found first, and nothing inside of one parts anything.

use super::Cutter;
use crate::answer::{Names, Role};

/// A piece of a line between two separators.
struct Segment<'t> {
    /// The piece without brackets, quotes and dashes around it.
    whole: &'t str,
    is_state: bool,
    /// As a state with something behind it: the state and the rest.
    parts: Option<(&'t str, &'t str)>,
}

/// The names of the path that a line is, if it is one.
pub(super) fn names(line: &str, names: &Names) -> Option<Vec<String>> {
    let cutter = Cutter::new(line, names, &[Role::State, Role::Condition]);
    let arrows = cutter.arrows();
    let has_arrow = !arrows.is_empty();
    let mut pieces = if has_arrow {
        cutter.pieces(&arrows)
    } else {
        // Rows of a table are parted before what is in them.
        let marks = [['|'], [';'], [',']].map(|sign| cutter.marks(&sign));
        let marks = marks.into_iter().find(|marks| !marks.is_empty());
        cutter.pieces(&marks.unwrap_or_default())
    };
    if pieces.len() < 2 {
        return None;
    }
    // `Path 1: A` is the state A.
    if let Some(colon) = cutter
        .marks(&[':'])
        .iter()
        .rfind(|mark| mark.end <= pieces[0].end)
        && !line[colon.end..pieces[0].end].trim().is_empty()
    {
        pieces[0].start = colon.end;
    }
    let last = pieces.len() - 1;
    let segments: Vec<Segment<'_>> = pieces
        .iter()
        .enumerate()
        .map(|(index, piece)| segment(&line[piece.clone()], index == 0, names))
        .collect();
    let is_state = |segment: &Segment<'_>| segment.is_state;
    if !has_arrow {
        // Without an arrow only what alternates as a path does is taken for one.
        let alternates = segments.len() % 2 == 1
            && segments.iter().step_by(2).all(is_state)
            && !segments.iter().skip(1).step_by(2).any(is_state);
        return alternates.then(|| owned(segments.iter().map(|segment| segment.whole)));
    }
    let is_parted = |segment: &Segment<'_>| segment.parts.is_some();
    if is_state(&segments[0]) && segments[1..].iter().all(is_parted) {
        // A → B (x) → C (y)
        let rest = segments[1..].iter().filter_map(|segment| segment.parts);
        let first = std::iter::once(segments[0].whole);
        return Some(owned(
            first.chain(rest.flat_map(|(state, label)| [label, state])),
        ));
    }
    let end = match &segments[last] {
        segment if segment.is_state => Some(segment.whole),
        // Words behind the last state are not the path's.
        segment => segment.parts.map(|(state, _)| state),
    };
    if let (Some(end), true) = (end, segments[..last].iter().all(is_parted)) {
        // A (x) → B (y) → C, A --x--> B
        let rest = segments[..last].iter().filter_map(|segment| segment.parts);
        let names = rest.flat_map(|(state, label)| [state, label]);
        return Some(owned(names.chain(std::iter::once(end))));
    }
    // A → x → B; words behind the last state are not the path's.
    Some(owned(segments.iter().enumerate().map(
        |(index, segment)| match segment.parts {
            Some((state, _)) if index == last && index % 2 == 0 => state,
            _ => segment.whole,
        },
    )))
}

fn owned<'t>(names: impl Iterator<Item = &'t str>) -> Vec<String> {
    names.map(str::to_owned).collect()
}

/// Signs that stand around names.
const AROUND: &[char] = &[
    '(', ')', '[', ']', '{', '}', '⟨', '⟩', '<', '>', '"', '\'', '`', '*', '_', '“', '”', '‘', '’',
    '.', ',', ';', ':', '-', '–', '—', '=', '/', ' ', '\t', '\r', '\u{a0}',
];

fn segment<'t>(piece: &'t str, is_first: bool, names: &Names) -> Segment<'t> {
    let states = &names.states;
    let known =
        |text: &str| states.resolve(text).is_some() || names.conditions.resolve(text).is_some();
    let plain = piece.trim();
    let mut whole = plain;
    if !known(plain) {
        // Off with one sign at a time from both ends: `RCR-` keeps its own.
        let inner = plain.trim_matches(AROUND);
        whole = if inner.is_empty() { plain } else { inner };
        let behind = plain.trim_start_matches(AROUND);
        let before = plain.trim_end_matches(AROUND);
        let quotes: &[char] = &[
            '"', '\'', '`', '*', '_', '[', ']', '(', ')', '⟨', '⟩', '{', '}', ' ',
        ];
        let unquoted = plain.trim_matches(quotes);
        for candidate in [unquoted, behind, before, inner] {
            if known(candidate) {
                whole = candidate;
                break;
            }
        }
    }
    let mut is_state = states.resolve(whole).is_some();
    let mut parts = None;
    if !known(whole) {
        // Signs at the end may be the label's own: `A --TO-` ends with `TO-`.
        let open = plain.trim_start_matches(AROUND);
        let behind = states.words(open);
        if let Some((_, n_words)) = states.longest(open, &behind) {
            let end = behind[n_words - 1].end;
            let state = &open[behind[0].start..end];
            let label = open[end..].trim();
            parts = Some((state, label_of(label, names)));
        } else if is_first {
            // Prose may come before the first state, its label behind it.
            for index in 0..behind.len() {
                let Some((_, n_words)) = states.longest(open, &behind[index..]) else {
                    continue;
                };
                let (start, end) = (behind[index].start, behind[index + n_words - 1].end);
                let rest = open[end..].trim();
                if rest.trim_start_matches(AROUND).is_empty() {
                    whole = &open[start..end];
                    is_state = true;
                    break;
                }
                if rest.starts_with(['-', '–', '—', '=', '(', '[']) {
                    parts = Some((&open[start..end], label_of(rest, names)));
                    break;
                }
            }
        }
    }
    Segment {
        whole,
        is_state,
        parts,
    }
}

/// What stands behind a state, without the signs and words that lead to it.
fn label_of<'t>(label: &'t str, names: &Names) -> &'t str {
    let known = |text: &str| names.conditions.resolve(text).is_some();
    let quotes: &[char] = &['"', '`', '*', '\'', ' '];
    let dashes: &[char] = &['-', '–', '—', '='];
    let lead: &[char] = &['-', '–', '—', '=', ':', ',', '/', '"', '`', '*', '\'', ' '];
    let inner = label.trim_start_matches(lead).trim_end_matches(quotes);
    let led = ["on ", "via ", "by ", "with ", "when ", "if ", "upon "];
    let plain = led
        .iter()
        .find_map(|word| inner.strip_prefix(word))
        .unwrap_or(inner);
    let shaftless = plain.trim_end_matches(dashes).trim_matches(quotes);
    let pairs = [('(', ')'), ('[', ']'), ('{', '}')];
    let unwrapped = pairs
        .iter()
        .find_map(|&(open, close)| shaftless.strip_prefix(open)?.strip_suffix(close))
        .unwrap_or(shaftless)
        .trim_matches(quotes);
    let candidates = [inner, plain, shaftless, unwrapped];
    candidates
        .into_iter()
        .find(|text| known(text))
        .unwrap_or(unwrapped)
}
