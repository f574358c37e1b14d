//! Outcomes, next states with their actions, in text.

use super::text::{ALL_ROLES, AROUND, Line, NEGATIONS, bare};
use super::{Cutter, Style, UNSTATED};
use crate::answer::{Names, Role};
use crate::question::Item;

/// Whether a text says that there are no actions.
pub(super) fn is_no_action(text: &str) -> bool {
    matches!(
        bare(text).to_lowercase().as_str(),
        "" | "none"
            | "no actions"
            | "no action"
            | "no output actions"
            | "no output"
            | "nothing"
            | "n/a"
            | "na"
            | "-"
            | "–"
            | "—"
            | "[]"
            | "∅"
    )
}

/// Actions as a list in a text.
fn actions(text: &str, names: &Names) -> Vec<String> {
    if is_no_action(text) {
        return Vec::new();
    }
    let text = text
        .trim()
        .trim_start_matches(['[', '(', '{'])
        .trim_end_matches([']', ')', '}']);
    let cutter = Cutter::new(text, names, &[Role::Action]);
    let mut marks = cutter.marks(&[',', ';', '|']);
    marks.extend(cutter.words(&["and"]));
    marks.sort_by_key(|mark| mark.start);
    cutter
        .pieces(&marks)
        .into_iter()
        .map(|piece| bare(&text[piece]).to_owned())
        .collect()
}

/// Words between a state and its actions that add nothing.
const FILLERS: &[&str] = &[
    "and",
    "the",
    "action",
    "actions",
    "output",
    "outputs",
    "is",
    "are",
    "with",
    "then",
    "it",
    "perform",
    "performs",
    "performing",
    "performed",
    "execute",
    "executes",
    "executing",
    "take",
    "takes",
    "taking",
    "taken",
];

/// The known actions behind a state; what else is said there leaves them unstated.
fn actions_behind(text: &str, names: &Names) -> Option<Vec<String>> {
    let cutter = Cutter::new(text, names, ALL_ROLES);
    let (actions, others): (Vec<&str>, Vec<&str>) = cutter
        .names()
        .map(|range| &text[range])
        .partition(|name| names.actions.resolve(name).is_some());
    let spaces: Vec<_> = cutter.names().collect();
    let is_only_filler = cutter.pieces(&spaces).into_iter().all(|piece| {
        let mut words = text[piece]
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty());
        words.all(|word| FILLERS.contains(&word.to_lowercase().as_str()))
    });
    let is_clear = others.is_empty() && is_only_filler && !actions.is_empty();
    is_clear.then(|| actions.into_iter().map(str::to_owned).collect())
}

/// Where a line says its actions: what stands before, and the actions.
fn parted(line: &str) -> (&str, Option<&str>, bool) {
    let lower = line.to_ascii_lowercase();
    for label in ["actions", "action", "outputs", "output"] {
        let Some(at) = lower.find(label) else {
            continue;
        };
        let behind = &line[at + label.len()..];
        let behind = ["(s)", " taken", " performed", " to take", " executed"]
            .iter()
            .find_map(|word| behind.strip_prefix(word))
            .unwrap_or(behind);
        if let Some(behind) = behind.trim_start_matches(AROUND).strip_prefix(':') {
            // `Output actions: …` is one label.
            let before = line[..at].trim_end();
            return (before, Some(behind), true);
        }
    }
    if let Some((head, tail)) = line.split_once(" / ") {
        return (head, Some(tail), false);
    }
    for phrase in [
        "no output actions",
        "no actions",
        "no action",
        "without actions",
    ] {
        if let Some(at) = lower.find(phrase) {
            let behind = &line[at + phrase.len()..];
            // What else is said is not known to be nothing.
            let tail = if behind.contains(char::is_alphanumeric) {
                &line[at..]
            } else {
                "none"
            };
            let head = line[..at].trim_end();
            let head = head
                .strip_suffix("with")
                .or_else(|| head.strip_suffix("and"))
                .unwrap_or(head);
            return (head, Some(tail), false);
        }
    }
    (line, None, false)
}

/// Task 1 by (s, γ): labelled lines, or a line with a state and its actions.
pub(super) fn next(lines: &[Line<'_>], names: &Names) -> Option<(Vec<Item>, Style)> {
    // Without actions: they are not stated so far.
    let mut found: Vec<(String, Option<Vec<String>>)> = Vec::new();
    let mut is_in_actions = false;
    let has_bullets = lines.iter().any(|line| line.has_bullet);
    for line in lines {
        let (head, tail, is_labelled) = parted(line.text);
        let label = head.split_once(':').map(|(label, value)| {
            let label = label.to_ascii_lowercase();
            (label, value)
        });
        // A line about where the machine is says nothing about where it goes.
        let is_given = label.as_ref().is_some_and(|(label, _)| {
            let words = ["current", "from", "source", "start", "condition", "event"];
            words.iter().any(|word| label.contains(word))
        });
        if is_given && !head.to_ascii_lowercase().contains("next") {
            is_in_actions = false;
            continue;
        }
        let cutter = Cutter::new(head, names, ALL_ROLES);
        let is_negated = !cutter.words(NEGATIONS).is_empty() || !cutter.marks(&['¬']).is_empty();
        // The last state of `from A the machine goes to B` is the next one.
        let state = cutter
            .names()
            .filter(|range| names.states.resolve(&head[range.clone()]).is_some())
            .last();
        let behind = state.clone().map_or("", |range| &head[range.end..]);
        let unknown = label
            .filter(|(label, _)| label.contains("state") || label.contains("next"))
            .map(|(_, value)| bare(value.trim_end_matches([';', ',', ' ', '.'])));
        let state = state.map(|range| &head[range]).or(unknown);
        match (state, tail) {
            (Some(state), _) if !state.is_empty() && !is_negated => {
                let stated = match tail {
                    Some(tail) => Some(actions(tail, names)),
                    None => actions_behind(behind, names),
                };
                // `Next state: A. Actions:` may have its actions below.
                is_in_actions =
                    is_labelled && tail.is_some_and(|tail| tail.trim_matches(AROUND).is_empty());
                match found.iter_mut().find(|(known, _)| known == state) {
                    Some((_, actions)) if actions.is_none() => *actions = stated,
                    Some(_) if stated.is_none() => {}
                    _ => found.push((state.to_owned(), stated)),
                }
            }
            (_, Some(tail)) if is_labelled => {
                is_in_actions = tail.trim_matches(AROUND).is_empty();
                if let Some((_, list)) = found.last_mut()
                    && !is_in_actions
                {
                    list.get_or_insert_default().extend(actions(tail, names));
                }
            }
            // The actions that a label announced, one a line.
            _ if is_in_actions => {
                if let Some((_, list)) = found.last_mut() {
                    list.get_or_insert_default()
                        .extend(actions(line.text, names));
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
    let items: Vec<Item> = found
        .into_iter()
        .map(|(state, actions)| Item::of([state]).with_actions(stated(actions)))
        .collect();
    (!items.is_empty()).then_some((items, style))
}

/// The actions, or what stands for those that were not stated.
pub(super) fn stated(actions: Option<Vec<String>>) -> Vec<String> {
    actions.unwrap_or_else(|| vec![UNSTATED.to_owned()])
}

/// Task 1 by s: `x → B / actions`, or rows `| x | B | actions |`.
pub(super) fn rows(lines: &[Line<'_>], names: &Names) -> Option<(Vec<Item>, Style)> {
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
        let listed = in_state.or(rest.get(1).copied());
        if names.states.resolve(bare(state)).is_some() {
            let item = Item::of([bare(condition), bare(state)]);
            let listed = listed.map(|listed| actions(listed, names));
            items.push(item.with_actions(stated(listed)));
        }
    }
    (!items.is_empty()).then_some((items, Style::Arrows))
}
