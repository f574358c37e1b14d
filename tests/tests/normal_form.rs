//! Normal forms of goals against the rule itself.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use crost::NormalForm;
use crost::goal::{BoundVars, Normal, normalize};
use plumbline_tests::goals::{bound, goals};
use plumbline_tests::oracle::obligation::{Bound, Level, same_obligation};
use plumbline_tests::rewording::{Dice, Rewording};
use proptest::prelude::*;
use proptest::sample::Index;
use spthy_parse::{Arena, Goal, Sort, parse_goal};

fn form(level: Level) -> NormalForm {
    match level {
        Level::Raw => NormalForm::Raw,
        Level::Index => NormalForm::Index,
        Level::Local => NormalForm::Local,
        Level::Full => NormalForm::Full,
    }
}

fn normal(goal: &Goal<'_>, bound: &Bound<'_>, level: Level) -> Normal {
    let bound: BoundVars<'_> = bound.iter().copied().collect();
    normalize(goal, &bound, form(level))
}

/// Texts are equal exactly where the rule says that the goals are one obligation.
fn agrees(left: (&Goal<'_>, &Bound<'_>), right: (&Goal<'_>, &Bound<'_>)) -> [bool; 4] {
    Level::ALL.map(|level| {
        let is_same = same_obligation(left, right, level);
        let (one, other) = (
            normal(left.0, left.1, level),
            normal(right.0, right.1, level),
        );
        assert!(one.is_canonical && other.is_canonical);
        assert_eq!(
            one.text == other.text,
            is_same,
            "{level:?}: {} and {} are\n{}\n{}",
            left.0,
            right.0,
            one.text,
            other.text
        );
        is_same
    })
}

fn set<'a>(bound: &[(Sort, &'a str)]) -> Bound<'a> {
    bound.iter().copied().collect()
}

/// Changes one word of a text, if that gives a goal.
fn edited(text: &str, place: &Index, word: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let places: Vec<usize> = (0..chars.len())
        .filter(|&at| "xyzij∧∨∀∃⇒⇔⊕*^=<PfhA".contains(chars[at]))
        .collect();
    if places.is_empty() {
        return text.to_owned();
    }
    let at = places[place.index(places.len())];
    let mut edited: String = chars[..at].iter().collect();
    edited.push_str(word);
    edited.extend(&chars[at + 1..]);
    edited
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(4_000))]

    #[test]
    fn random_goals_agree_with_the_rule(
        left in goals(), right in goals(), left_bound in bound(), right_bound in bound(),
    ) {
        let arena = Arena::new();
        let (left, right) = (parse_goal(&left, &arena).unwrap(), parse_goal(&right, &arena).unwrap());
        agrees((&left, &set(&left_bound)), (&right, &set(&right_bound)));
    }

    #[test]
    fn reworded_goals_are_the_same(text in goals(), bound in bound(), seed: u64) {
        let arena = Arena::new();
        let goal = parse_goal(&text, &arena).unwrap();
        let bound = set(&bound);
        for (at, level) in Level::ALL.into_iter().enumerate() {
            let mut dice = Dice(seed);
            let mut rewording = Rewording::new(&arena, &mut dice, level, &bound);
            let other = rewording.goal(&goal);
            let is_same = agrees((&goal, &bound), (&other, &rewording.new_bound));
            // The rule itself says that it is only reworded.
            prop_assert!(is_same[at], "{goal} and {other} at {level:?}");
            prop_assert!(is_same[at..].iter().all(|&same| same), "coarser levels");
        }
    }

    #[test]
    fn nearly_equal_goals_agree_with_the_rule(
        text in goals(), bound in bound(), seed: u64, place: Index,
        word in prop::sample::select(vec!["x", "y", "z", "i", "j", "∧", "∨", "∀", "∃", "⇔", "x.1", "*"]),
    ) {
        let arena = Arena::new();
        let goal = parse_goal(&text, &arena).unwrap();
        let bound = set(&bound);
        let other = edited(&text, &place, word);
        if let Ok(other) = parse_goal(&other, &arena) {
            let mut dice = Dice(seed);
            let mut rewording = Rewording::new(&arena, &mut dice, Level::Local, &bound);
            let other = rewording.goal(&other);
            agrees((&goal, &bound), (&other, &rewording.new_bound));
        }
    }
}
