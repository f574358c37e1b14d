//! Words that say that the answer is the empty set.

use super::Cutter;
use crate::answer::{Names, Role};

/// Words of those who could not answer.
const REFUSALS: &[&str] = &[
    "i",
    "me",
    "sorry",
    "context",
    "determine",
    "determined",
    "provide",
    "provided",
    "find",
    "could",
    "can",
    "cannot",
    "text",
    "excerpt",
    "missing",
    "paste",
    "please",
    "unable",
    "know",
    "known",
    "unclear",
    "document",
    "information",
    "given",
    "may",
    "might",
];

/// Whether a line says why nothing can be said.
pub(super) fn refuses(line: &str) -> bool {
    const WORDS: &[&str] = &[
        "cannot",
        "unclear",
        "sorry",
        "unable",
        "provide",
        "paste",
        "determine",
        "determined",
        "missing",
    ];
    words(&line.to_lowercase())
        .iter()
        .any(|word| WORDS.contains(word))
}

fn words(lower: &str) -> Vec<&str> {
    lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect()
}

/// Whether a line says that the answer is the empty set, and nothing else.
pub(super) fn says_nothing(line: &str, names: &Names) -> bool {
    if line.trim().trim_end_matches('.') == "∅" {
        return true;
    }
    let cutter = Cutter::new(line, names, &[Role::State, Role::Condition]);
    if !cutter.words(REFUSALS).is_empty() {
        return false;
    }
    // What leads to it: `A has no outgoing transitions, so there are no paths`.
    let start = cutter.words(&["so", "hence", "therefore", "thus"]);
    let start = start.last().map_or(0, |word| word.end);
    let lower = line[start..].to_lowercase();
    let words = words(&lower);
    let rest = match &words[..] {
        ["none" | "empty" | "nothing"]
        | ["empty", "set" | "list"]
        | ["the", "empty", "set"]
        | ["the", "set" | "list" | "answer", "is", "empty"] => return true,
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
    // Which part of the machine it is about has to be said, and no more.
    const ENDS: [&str; 3] = ["from", "between", "to"];
    let is_about_states = || cutter.names().any(|name| name.start >= start);
    let n_kinds = rest.iter().take_while(|word| KINDS.contains(word)).count();
    match &rest[n_kinds..] {
        [noun] => NOUNS.contains(noun),
        // `No state exists twice` and `no states are repeated` say something else.
        [noun, "exist" | "exists"] => NOUNS.contains(noun),
        [noun, "exist" | "exists", behind, ..] | [noun, behind, ..] if ENDS.contains(behind) => {
            NOUNS.contains(noun) && is_about_states()
        }
        [noun, "is" | "are", "possible" | "available" | "found"] => NOUNS.contains(noun),
        _ => false,
    }
}
