//! Answers written without JSON: bullets, arrows, labels, short prose.

use super::{Cutter, Style, nothing, outcome, path};
use crate::answer::{Names, Role};
use crate::question::{Item, Task};
use std::collections::BTreeSet;

/// Names of all kinds, which a line with actions may hold.
pub(super) const ALL_ROLES: &[Role] = &[Role::State, Role::Condition, Role::Action];

/// A line without its bullet, and whether it had one.
pub(super) struct Line<'t> {
    pub(super) text: &'t str,
    pub(super) has_bullet: bool,
}

/// The items of a reply, and how it is written.
pub(super) fn items(task: Task, text: &str, names: &Names) -> Option<(Vec<Item>, Style)> {
    let part = with_arrows(&without_citations(answer_part(text)));
    let mut lines: Vec<Line<'_>> = Vec::new();
    for line in part.lines() {
        // The row before `|---|` names the columns.
        let is_rule = line.trim_start().starts_with('|')
            && line.contains("--")
            && !line.contains(|c: char| c.is_alphanumeric() || c == '>');
        if is_rule && lines.last().is_some_and(|line| line.text.starts_with('|')) {
            lines.pop();
        }
        let line_of = without_bullet(line);
        let has_text = line_of
            .text
            .contains(|c: char| c.is_alphanumeric() || c == '∅');
        if has_text && !line.trim_start().starts_with("```") {
            lines.push(line_of);
        }
    }
    let nothing: Vec<bool> = lines
        .iter()
        .map(|line| nothing::says_nothing(line.text, names))
        .collect();
    if nothing.contains(&true) {
        // To say that there is nothing and to give something is no answer; nor is
        // to say why nothing could be said.
        let is_clear = lines.iter().zip(&nothing).all(|(line, &says_nothing)| {
            !nothing::refuses(line.text)
                && ((says_nothing && task != Task::Paths) || !gives(task, line.text, names))
        });
        return is_clear.then_some((Vec::new(), Style::Nothing));
    }
    match task {
        Task::Paths => paths(&lines, names),
        Task::Conditions | Task::Previous => list(task, &lines, names),
        Task::Next => outcome::next(&lines, names),
        Task::NextOfState => outcome::rows(&lines, names),
    }
}

/// The text with `→` for arrows that take several signs.
fn with_arrows(text: &str) -> String {
    let spellings = [
        "$\\rightarrow$",
        "$\\to$",
        "\\rightarrow ",
        "\\to ",
        "\u{279d}",
        " >> ",
    ];
    let mut text = text.to_owned();
    for spelling in spellings {
        text = text.replace(spelling, " → ");
    }
    text
}

/// Whether a line holds something that may be of the answer.
fn gives(task: Task, line: &str, names: &Names) -> bool {
    match task {
        Task::Paths => path::names(line, names).is_some(),
        _ => Cutter::new(line, names, &[task.role(0)])
            .names()
            .next()
            .is_some(),
    }
}

/// The text without citations such as `[1]` and `[2, 3]`.
fn without_citations(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('[') {
        let behind = &rest[start + 1..];
        let n_inner = behind
            .find(|c: char| !c.is_ascii_digit() && !matches!(c, ',' | ' ' | '–' | '-'))
            .unwrap_or(behind.len());
        let is_citation = behind[n_inner..].starts_with(']')
            && behind[..n_inner].contains(|c: char| c.is_ascii_digit());
        plain.push_str(&rest[..start]);
        if is_citation {
            rest = &behind[n_inner + 1..];
        } else {
            plain.push('[');
            rest = behind;
        }
    }
    plain.push_str(rest);
    plain
}

/// What follows the last line that begins with `Answer`, or else everything.
fn answer_part(text: &str) -> &str {
    let mut answer = text;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let plain = line.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '\n');
        let lower: String = plain.chars().take(13).collect::<String>().to_lowercase();
        let label = ["final answer", "answer"]
            .iter()
            .find(|label| lower.starts_with(**label));
        if let Some(label) = label {
            let start = at + line.len() - plain.len() + label.len();
            let rest = &text[start..];
            let is_label = rest.chars().next().is_none_or(|c| !c.is_alphanumeric());
            // Prose that begins so is no label.
            if is_label
                && rest.lines().next().is_none_or(|line| {
                    let line = line.trim_start_matches(['*', '_', '#', ' ']);
                    line.is_empty() || line.starts_with(':')
                })
            {
                let rest = rest.trim_start_matches(['*', '_', '#', ' ', ':', '\n', '\r']);
                if rest.chars().any(|c| c.is_alphanumeric() || c == '∅') {
                    answer = rest;
                }
            }
        }
        at += line.len();
    }
    answer
}

fn without_bullet(line: &str) -> Line<'_> {
    let text = line.trim().trim_start_matches(['>', '#']).trim_start();
    for bullet in ["- ", "* ", "• ", "+ ", "– ", "— ", "·"] {
        if let Some(rest) = text.strip_prefix(bullet) {
            return Line {
                text: rest.trim(),
                has_bullet: true,
            };
        }
    }
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
    if (1..=5).contains(&digits)
        && let Some(rest) = text[digits..].strip_prefix(['.', ')', ':'])
        && rest.starts_with([' ', '\t'])
    {
        return Line {
            text: rest.trim(),
            has_bullet: true,
        };
    }
    Line {
        text,
        has_bullet: false,
    }
}

fn paths(lines: &[Line<'_>], names: &Names) -> Option<(Vec<Item>, Style)> {
    let found: Vec<(&Line<'_>, Vec<String>)> = lines
        .iter()
        // A path that is denied is not given.
        .filter(|line| {
            let cutter = Cutter::new(line.text, names, &[Role::State, Role::Condition]);
            cutter.words(NEGATIONS).is_empty() && cutter.words(&["invalid"]).is_empty()
        })
        .filter_map(|line| Some((line, path::names(line.text, names)?)))
        .collect();
    let has_bullets = found.iter().any(|(line, _)| line.has_bullet);
    let items: Vec<Item> = found
        .into_iter()
        .filter(|(line, _)| line.has_bullet == has_bullets)
        .map(|(_, path)| Item::of(path))
        .collect();
    let style = if has_bullets {
        Style::Bullets
    } else {
        Style::Arrows
    };
    (!items.is_empty()).then_some((items, style))
}

/// Signs that stand around names in prose.
pub(super) const AROUND: &[char] = &['"', '\'', '`', '*', '_', '“', '”', ' ', '\t'];

pub(super) fn bare(text: &str) -> &str {
    let text = text.trim_matches(AROUND);
    text.strip_suffix(['.', ',', ';'])
        .unwrap_or(text)
        .trim_matches(AROUND)
}

/// Tasks 2 and 3: names of one role.
fn list(task: Task, lines: &[Line<'_>], names: &Names) -> Option<(Vec<Item>, Style)> {
    let role = task.role(0);
    let known = |text: &str| names.of(role).resolve(text).is_some();
    let item = |text: &str| Item::of([text]);
    let bullets: Vec<&Line<'_>> = lines.iter().filter(|line| line.has_bullet).collect();
    if !bullets.is_empty() {
        let mut items = Vec::new();
        for line in bullets {
            match enumerated(line.text, role, names) {
                Some(found) => items.extend(found.into_iter().map(item)),
                None => items.push(item(headed(line.text, role, names))),
            }
        }
        return Some((items, Style::Bullets));
    }
    let is_heading = |line: &&Line<'_>| line.text.trim_end_matches(AROUND).ends_with(':');
    let body: Vec<&Line<'_>> = lines
        .iter()
        .filter(|line| known(bare(line.text)) || !is_heading(line))
        .collect();
    let has_heading = body.len() < lines.len();
    let listed: Vec<Option<Vec<&str>>> = body
        .iter()
        .map(|line| enumerated(line.text, role, names).or_else(|| labelled(line.text, role, names)))
        .collect();
    let is_listed = |(line, names): (&&Line<'_>, &Option<Vec<&str>>)| {
        // Under a heading, a few unknown words are a name of the reply's own.
        names.is_some() || (has_heading && is_short_name(line.text, 6))
    };
    let has_known = listed.iter().any(Option::is_some);
    if has_known && body.iter().zip(&listed).all(is_listed) {
        let items = body.iter().zip(&listed).flat_map(|(line, names)| {
            let names = names.clone().unwrap_or_else(|| vec![bare(line.text)]);
            names.into_iter().map(item)
        });
        return Some((items.collect(), Style::Prose));
    }
    // Lines that name different things: which of them answers is not known.
    let mut named = lines.iter().filter_map(|line| {
        let cutter = Cutter::new(line.text, names, &[role]);
        let found: BTreeSet<String> = cutter
            .names()
            .map(|range| names.of(role).canonical(&line.text[range]))
            .collect();
        (!found.is_empty()).then_some(found)
    });
    if let Some(first) = named.next()
        && named.any(|other| other != first)
    {
        return None;
    }
    let line = lines.iter().rev().find(|line| {
        Cutter::new(line.text, names, &[role])
            .names()
            .next()
            .is_some()
    });
    let Some(line) = line else {
        // One short line of unknown words is a name of the reply's own.
        return match lines {
            [line] if is_short_name(line.text, 12) => {
                Some((vec![item(bare(line.text))], Style::Prose))
            }
            _ => None,
        };
    };
    let cutter = Cutter::new(line.text, names, &[role]);
    let is_negated = cutter
        .names()
        .any(|range| line.text[..range.start].ends_with(['¬', '!', '~']));
    if is_negated || !cutter.words(NEGATIONS).is_empty() {
        return None;
    }
    // In `the state before B is A` the answer stands behind the verb.
    let verbs = cutter.words(&["is", "are", "were", "was"]);
    let marks = cutter.marks(&[':']);
    let start = verbs
        .iter()
        .chain(&marks)
        .map(|mark| mark.end)
        .max()
        .unwrap_or_default();
    let found: Vec<Item> = cutter
        .names()
        .filter(|range| range.start >= start)
        .map(|range| item(&line.text[range]))
        .collect();
    (!found.is_empty()).then_some((found, Style::Prose))
}

/// Words that turn a statement about a name around.
pub(super) const NEGATIONS: &[&str] = &[
    "not", "no", "never", "neither", "nor", "except", "without", "unless", "cannot", "isn", "aren",
    "doesn", "don", "unknown", "unclear", "unsure", "instead",
];

fn is_short_name(text: &str, most: usize) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let n_words = words.clone().count();
    n_words <= most
        && !words.any(|word| {
            NEGATIONS.contains(&word) || ["i", "sorry", "know", "unable", "error"].contains(&word)
        })
}

/// The known names that a text is an enumeration of, and nothing else.
fn enumerated<'t>(text: &'t str, role: Role, names: &Names) -> Option<Vec<&'t str>> {
    let known = |text: &str| names.of(role).resolve(text).is_some();
    for candidate in [text, bare(text)] {
        if known(candidate) {
            return Some(vec![candidate]);
        }
    }
    let cutter = Cutter::new(text, names, &[role]);
    let mut marks = cutter.marks(&[',', ';', '|']);
    marks.extend(cutter.words(&["and", "or"]));
    marks.sort_by_key(|mark| mark.start);
    let pieces = cutter.pieces(&marks);
    let found: Vec<&str> = pieces
        .iter()
        .map(|piece| bare(&text[piece.clone()]))
        .collect();
    (!found.is_empty() && found.iter().all(|piece| known(piece))).then_some(found)
}

/// The names behind a label, as in `State 1: A`.
fn labelled<'t>(text: &'t str, role: Role, names: &Names) -> Option<Vec<&'t str>> {
    let cutter = Cutter::new(text, names, &[role]);
    let colon = cutter.marks(&[':']).into_iter().next()?;
    let label = &text[..colon.start];
    let is_plain = Cutter::new(label, names, ALL_ROLES)
        .names()
        .next()
        .is_none()
        && is_short_name(label, 4);
    is_plain.then(|| enumerated(&text[colon.end..], role, names))?
}

/// The name that a bullet is about: behind a label, or before an explanation.
fn headed<'t>(text: &'t str, role: Role, names: &Names) -> &'t str {
    let lexicon = names.of(role);
    let words = lexicon.words(text);
    if let Some((_, n_words)) = lexicon.longest(text, &words) {
        let end = words[n_words - 1].end;
        let rest = text[end..].trim_start_matches(AROUND);
        if rest.starts_with(['(', ':', '-', '–', '—', '→', '=', ',']) {
            return &text[words[0].start..end];
        }
    }
    match text.split_once(':') {
        Some((_, behind)) if lexicon.resolve(bare(behind)).is_some() => bare(behind),
        _ => bare(text),
    }
}
