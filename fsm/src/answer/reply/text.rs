//! Answers written without JSON: bullets, arrows, labels, short prose.

use super::{Cutter, Style, path};
use crate::answer::{Names, Role};
use crate::question::{Item, Task};

/// Names of all kinds, which a line with actions may hold.
const ALL_ROLES: &[Role] = &[Role::State, Role::Condition, Role::Action];

/// A line without its bullet, and whether it had one.
struct Line<'t> {
    text: &'t str,
    has_bullet: bool,
}

/// The items of a reply, and how it is written.
pub(super) fn items(task: Task, text: &str, names: &Names) -> Option<(Vec<Item>, Style)> {
    let lines: Vec<Line<'_>> = answer_part(text)
        .lines()
        .filter(|line| !line.trim_start().starts_with("```"))
        .map(without_bullet)
        .filter(|line| line.text.chars().any(|c| c.is_alphanumeric() || c == '∅'))
        .collect();
    let found = match task {
        Task::Paths => paths(&lines, names),
        Task::Conditions | Task::Previous => list(task, &lines, names),
        Task::Next => next(&lines, names),
        Task::NextOfState => rows(&lines, names),
    };
    found.or_else(|| {
        lines
            .iter()
            .any(|line| says_nothing(line.text))
            .then(|| (Vec::new(), Style::Nothing))
    })
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
    let mut items = Vec::new();
    let mut style = Style::Arrows;
    for line in lines {
        if let Some(path) = path::names(line.text, names) {
            items.push(Item::of(path));
            if line.has_bullet {
                style = Style::Bullets;
            }
        }
    }
    (!items.is_empty()).then_some((items, style))
}

/// Whether a line says that the answer is the empty set, and nothing else.
fn says_nothing(line: &str) -> bool {
    if line.trim().trim_end_matches('.') == "∅" {
        return true;
    }
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let rest = match &words[..] {
        ["none" | "empty" | "nothing"] | ["empty", "set" | "list"] | ["the", "empty", "set"] => {
            return true;
        }
        ["there", "is" | "are", "no", rest @ ..] | ["no", rest @ ..] => rest,
        _ => return false,
    };
    const KINDS: [&str; 6] = ["such", "simple", "valid", "possible", "previous", "direct"];
    const NOUNS: [&str; 8] = [
        "path",
        "paths",
        "condition",
        "conditions",
        "state",
        "states",
        "transition",
        "transitions",
    ];
    const ENDS: [&str; 4] = ["from", "between", "to", "that"];
    let n_kinds = rest.iter().take_while(|word| KINDS.contains(word)).count();
    match &rest[n_kinds..] {
        [noun] => NOUNS.contains(noun),
        // `No state exists twice` and `no states are repeated` say something else.
        [noun, "exist" | "exists"] => NOUNS.contains(noun),
        [noun, "exist" | "exists", behind, ..] | [noun, behind, ..] if ENDS.contains(behind) => {
            NOUNS.contains(noun)
        }
        [noun, "is" | "are", "possible" | "available" | "found"] => NOUNS.contains(noun),
        _ => false,
    }
}

/// Signs that stand around names in prose.
const AROUND: &[char] = &['"', '\'', '`', '*', '_', '“', '”', ' ', '\t'];

fn bare(text: &str) -> &str {
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
                None if says_nothing(line.text) => {}
                None => items.push(item(headed(line.text, role, names))),
            }
        }
        return Some((items, Style::Bullets));
    }
    if lines.iter().any(|line| says_nothing(line.text)) {
        return None;
    }
    if lines.iter().all(|line| known(bare(line.text))) && !lines.is_empty() {
        let items = lines.iter().map(|line| item(bare(line.text)));
        return Some((items.collect(), Style::Prose));
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
            [line] if is_short_name(line.text) => Some((vec![item(bare(line.text))], Style::Prose)),
            _ => None,
        };
    };
    if let Some(found) = enumerated(line.text, role, names) {
        return Some((found.into_iter().map(item).collect(), Style::Prose));
    }
    let cutter = Cutter::new(line.text, names, &[role]);
    if !cutter.words(NEGATIONS).is_empty() {
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
const NEGATIONS: &[&str] = &[
    "not", "no", "never", "neither", "nor", "except", "without", "unless", "cannot", "isn", "aren",
    "doesn", "don", "unknown", "unclear", "unsure", "instead",
];

fn is_short_name(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let n_words = words.clone().count();
    n_words <= 12
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

/// Actions as a list in a text.
fn actions(text: &str, names: &Names) -> Vec<String> {
    let none = bare(text).to_lowercase();
    if matches!(
        none.as_str(),
        "" | "none" | "no actions" | "no action" | "-" | "[]" | "∅"
    ) {
        return Vec::new();
    }
    let text = text
        .trim()
        .trim_start_matches(['[', '(', '{'])
        .trim_end_matches([']', ')', '}']);
    let cutter = Cutter::new(text, names, &[Role::Action]);
    let mut marks = cutter.marks(&[',', ';']);
    marks.extend(cutter.words(&["and"]));
    marks.sort_by_key(|mark| mark.start);
    cutter
        .pieces(&marks)
        .into_iter()
        .map(|piece| bare(&text[piece]).to_owned())
        .collect()
}

/// Task 1 by (s, γ): labelled lines, or a line with a state and its actions.
fn next(lines: &[Line<'_>], names: &Names) -> Option<(Vec<Item>, Style)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let has_bullets = lines.iter().any(|line| line.has_bullet);
    for line in lines {
        // `Next state: A; actions: x, y` holds two labels.
        let lower = line.text.to_ascii_lowercase();
        let action_label = ["actions", "action"].iter().find_map(|label| {
            let at = lower.find(label)?;
            let behind = line.text[at + label.len()..].trim_start_matches(AROUND);
            behind.strip_prefix(':').map(|behind| (at, behind))
        });
        let (head, tail) = match action_label {
            Some((at, behind)) => (&line.text[..at], Some(behind)),
            None => match line.text.split_once(" / ") {
                Some((head, tail)) => (head, Some(tail)),
                None => (line.text, None),
            },
        };
        let cutter = Cutter::new(head, names, ALL_ROLES);
        let negated = !cutter.words(NEGATIONS).is_empty();
        // The last state of `from A the machine goes to B` is the next one.
        let state = cutter
            .names()
            .map(|range| &head[range])
            .filter(|name| names.states.resolve(name).is_some())
            .last();
        let label = head.split_once(':').filter(|(label, _)| {
            let label = label.to_ascii_lowercase();
            label.contains("state") || label.contains("next")
        });
        let unknown = label.map(|(_, value)| bare(value.trim_end_matches([';', ',', ' ', '.'])));
        match (state.or(unknown), tail) {
            (Some(state), _) if !state.is_empty() && !negated => {
                found.push((
                    state.to_owned(),
                    tail.map_or(Vec::new(), |t| actions(t, names)),
                ));
            }
            (_, Some(tail)) if action_label.is_some() => {
                if let Some((_, list)) = found.last_mut() {
                    list.extend(actions(tail, names));
                }
            }
            _ => {}
        }
    }
    let style = if has_bullets {
        Style::Bullets
    } else {
        Style::Prose
    };
    let items = found
        .into_iter()
        .map(|(state, actions)| Item::of([state]).with_actions(actions));
    let items: Vec<Item> = items.collect();
    (!items.is_empty()).then_some((items, style))
}

/// Task 1 by s: `x → B / actions`, or rows `| x | B | actions |`.
fn rows(lines: &[Line<'_>], names: &Names) -> Option<(Vec<Item>, Style)> {
    let mut items = Vec::new();
    for line in lines {
        let cutter = Cutter::new(line.text, names, ALL_ROLES);
        let mut marks = cutter.arrows();
        marks.extend(cutter.marks(&['|']));
        marks.sort_by_key(|mark| mark.start);
        if marks.is_empty() {
            continue;
        }
        let cells = cutter
            .pieces(&marks)
            .into_iter()
            .map(|piece| bare(&line.text[piece]));
        let cells: Vec<&str> = cells.collect();
        let (condition, rest) = match &cells[..] {
            [from, condition, rest @ ..]
                if names.states.resolve(from).is_some() && !rest.is_empty() =>
            {
                (condition, rest)
            }
            [condition, rest @ ..] if !rest.is_empty() => (condition, rest),
            _ => continue,
        };
        let slashes = Cutter::new(rest[0], names, ALL_ROLES).marks(&['/']);
        let (state, in_state) = match slashes.first() {
            Some(slash) => (&rest[0][..slash.start], Some(&rest[0][slash.end..])),
            None => (rest[0], None),
        };
        let listed = in_state.or(rest.get(1).copied()).unwrap_or_default();
        if names.states.resolve(bare(state)).is_some() {
            let item = Item::of([bare(condition), bare(state)]);
            items.push(item.with_actions(actions(listed, names)));
        }
    }
    (!items.is_empty()).then_some((items, Style::Arrows))
}
