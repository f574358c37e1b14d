//! Cutting lines at signs that are not part of a name.

use crate::answer::{Names, Role};
use std::ops::Range;

/// A line, and which of its bytes belong to names of the machine.
pub(super) struct Cutter<'t> {
    line: &'t str,
    /// Ranges of names, in order, apart from each other.
    protected: Vec<Range<usize>>,
}

impl<'t> Cutter<'t> {
    /// Finds the longest names of these roles from left to right.
    pub(super) fn new(line: &'t str, names: &Names, roles: &[Role]) -> Self {
        let mut protected = Vec::new();
        let words = names.states.words(line);
        let mut at = 0;
        while at < words.len() {
            let longest = roles.iter().filter_map(|&role| {
                names
                    .of(role)
                    .longest(line, &words[at..])
                    .map(|(_, n_words)| n_words)
            });
            match longest.max() {
                Some(n_words) => {
                    protected.push(words[at].start..words[at + n_words - 1].end);
                    at += n_words;
                }
                None => at += 1,
            }
        }
        Self { line, protected }
    }

    /// Arrows outside of names: `→`, `->`, `-->`, `=>`, `]->` and the like.
    pub(super) fn arrows(&self) -> Vec<Range<usize>> {
        let mut arrows: Vec<Range<usize>> = Vec::new();
        // A run of dashes is one shaft.
        let mut dashes: Option<Range<usize>> = None;
        for (at, character) in self.outside() {
            let end = at + character.len_utf8();
            match character {
                '→' | '⟶' | '⇒' | '➔' | '➜' | '↦' | '⟹' | '⇨' => {
                    let shaft = dashes.take().filter(|shaft| shaft.end == at);
                    arrows.push(shaft.map_or(at, |shaft| shaft.start)..end);
                }
                '>' => {
                    let shaft = dashes.take().filter(|shaft| shaft.end == at);
                    arrows.extend(shaft.map(|shaft| shaft.start..end));
                }
                '-' | '–' | '—' | '=' => {
                    let start = match &dashes {
                        Some(shaft) if shaft.end == at => shaft.start,
                        _ => at,
                    };
                    dashes = Some(start..end);
                }
                _ => {}
            }
        }
        arrows
    }

    /// Places of signs outside of names.
    pub(super) fn marks(&self, signs: &[char]) -> Vec<Range<usize>> {
        self.outside()
            .filter(|(_, character)| signs.contains(character))
            .map(|(at, character)| at..at + character.len_utf8())
            .collect()
    }

    /// Places of words such as `and`, outside of names.
    pub(super) fn words(&self, wanted: &[&str]) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        let mut word: Option<Range<usize>> = None;
        for (at, character) in self.outside().chain([(self.line.len(), ' ')]) {
            let end = at + character.len_utf8();
            match &mut word {
                Some(range) if character.is_alphanumeric() && range.end == at => range.end = end,
                _ => {
                    if let Some(range) = word.take() {
                        let text = &self.line[range.clone()];
                        if wanted
                            .iter()
                            .any(|wanted| text.eq_ignore_ascii_case(wanted))
                        {
                            found.push(range);
                        }
                    }
                    word = character.is_alphanumeric().then_some(at..end);
                }
            }
        }
        found
    }

    /// Names that were found, as they stand in the line.
    pub(super) fn names(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.protected.iter().cloned()
    }

    /// What stands between marks.
    pub(super) fn pieces(&self, marks: &[Range<usize>]) -> Vec<Range<usize>> {
        let mut pieces = Vec::with_capacity(marks.len() + 1);
        let mut start = 0;
        for mark in marks {
            pieces.push(start..mark.start);
            start = mark.end;
        }
        pieces.push(start..self.line.len());
        pieces.retain(|piece| self.line[piece.clone()].chars().any(char::is_alphanumeric));
        pieces
    }

    /// Characters that are not part of a name, in order.
    fn outside(&self) -> impl Iterator<Item = (usize, char)> + '_ {
        let mut protected = self.protected.iter().peekable();
        self.line.char_indices().filter(move |(at, _)| {
            while protected.peek().is_some_and(|range| range.end <= *at) {
                protected.next();
            }
            protected.peek().is_none_or(|range| *at < range.start)
        })
    }
}
