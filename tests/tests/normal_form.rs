//! Normal forms of goals against the rule itself.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests; a panic is how they report"
)]

use crost::NormalForm;
use crost::goal::{BoundVars, Normal, normalize};
use plumbline_tests::goals::{bound, goals};
use plumbline_tests::oracle::obligation::{Bound, Level, same_obligation};
use plumbline_tests::rewording::{Dice, Rewording};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
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

#[test]
fn goals_that_look_alike_agree_with_the_rule() {
    let texts = [
        "!KU( 1 ) @ #i",
        "!KU( 1.1 ) @ #i",
        "!KU( %1 ) @ #i",
        "!KU( x ) @ #1",
        "!KU( '1' ) @ #i",
        "!KU( ~'1' ) @ #i",
        "!KU( x.1 ) @ #i",
        "!KU( $x ) @ #i",
        "KU( x ) @ #i",
        "!KU( x )[+] @ #i",
        "!KU( x ) ▶₀ #i",
        "!KU( x ) ▶₁ #i",
        "!KU( x, x ) @ #i",
        "!KU( x, y ) @ #i",
        "!KU( <x, y, z> ) @ #i",
        "!KU( <x, <y, z>> ) @ #i",
        "!KU( <<x, y>, z> ) @ #i",
        "!KU( senc(<x, y>, z) ) @ #i",
        "!KU( senc{x, y}z ) @ #i",
        "!KU( senc{<x, y>}z ) @ #i",
        "!KU( senc{x, <y, z>}x ) @ #i",
        "!KU( senc{<x, y>, z}x ) @ #i",
        "!KU( senc{x, y, z}x ) @ #i",
        "!KU( (x^y^z) ) @ #i",
        "!KU( ((x^y)^z) ) @ #i",
        "!KU( (x^(y^z)) ) @ #i",
        "!KU( (x⊕y⊕x) ) @ #i",
        "!KU( (x⊕(x⊕y)) ) @ #i",
        "!KU( (x⊕y⊕y) ) @ #i",
        "!KU( (x++y++y) ) @ #i",
        "!KU( em(x, y) ) @ #i",
        "!KU( em(y, x) ) @ #i",
        "!KU( em(x, x) ) @ #i",
        "x ⊏ y",
        "y ⊏ x",
        "(x ⊏ y) ∥ (x ⊏ y)",
        "(x ⊏ y) ∥ (y ⊏ x)",
        "(x ⊏ y)",
        "(x ⊏ y) ∨ (y ⊏ x)",
        "(x ⊏ y) ∧ (x ⊏ y)",
        "(P( x ) @ #i)",
        "P( x ) @ #i",
        "P( x )",
        "(∃ x. P( x ) @ #i)",
        "(∃ x y. P( x ) @ #i)",
        "(∃ y x. P( x ) @ #i)",
        "(∃ x x. P( x ) @ #i)",
        "(∃ x. ∃ y. P( x ) @ #i)",
        "(∃ x. P( y ) @ #i)",
        "(∀ x. P( x ) @ #i)",
        "(∃ x. P( x ) @ #i) ∥ (∃ y. P( y ) @ #i)",
        "(∃ x. (P( x ) @ #i) ∧ (∃ x. P( x ) @ #i))",
        "(∃ x. (P( x ) @ #i) ∧ (∃ y. P( x ) @ #i))",
        "(∃ x y. P( x, y ) @ #i) ∥ (∃ x y. P( y, x ) @ #i)",
        "(∃ x y. P( x, y ) @ #i)",
        "(∃ x y. P( x, y ) @ #i) ∥ (∃ x y. P( x, x ) @ #i)",
        "(∃ x y. P( x, x ) @ #i)",
        "(x ⊏ y) ⇒ (y ⊏ z)",
        "(x ⊏ y) ⇔ (y ⊏ z)",
        "(y ⊏ z) ⇔ (x ⊏ y)",
        "(#i < #j)",
        "(#j < #i)",
        "(#i = #j)",
        "(#i = #i)",
        "(#i, 0) ~~> (#j, 1)",
        "(#i, 1) ~~> (#j, 0)",
        "(#j, 0) ~~> (#i, 1)",
        "(#i, 0) ~~> (#i, 1)",
        "splitEqs(0)",
        "splitEqs(10)",
        "⊥",
        "last(#i)",
    ];
    let arena = Arena::new();
    let goals: Vec<Goal<'_>> = texts
        .iter()
        .map(|text| parse_goal(text, &arena).unwrap_or_else(|error| panic!("{text}: {error}")))
        .collect();
    for bound in [set(&[]), set(&[(Sort::Msg, "x"), (Sort::Msg, "y")])] {
        for left in &goals {
            for right in &goals {
                agrees((left, &bound), (right, &bound));
            }
        }
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Neither equal nor different goals are rare among those with one word changed.
#[test]
fn random_pairs_are_often_equal_and_often_not() {
    let runner = &mut TestRunner::deterministic();
    let strategy = (goals(), goals(), bound(), any::<Index>());
    let (mut n_same, mut n_near) = ([0; 4], 0);
    for _ in 0..2_000 {
        let (one, other, bound, place) = strategy.new_tree(runner).unwrap().current();
        let arena = Arena::new();
        let bound = set(&bound);
        let (left, right) = (
            parse_goal(&one, &arena).unwrap(),
            parse_goal(&other, &arena).unwrap(),
        );
        let near = edited(&one, &place, "y");
        for (n, is_same) in n_same
            .iter_mut()
            .zip(agrees((&left, &bound), (&right, &bound)))
        {
            *n += u32::from(is_same);
        }
        if let Ok(near) = parse_goal(&near, &arena)
            && near != left
        {
            n_near += u32::from(agrees((&left, &bound), (&near, &bound))[3]);
        }
    }
    println!("of 2,000 pairs equal: {n_same:?}; of those with one word changed {n_near}");
    assert!(n_same.iter().all(|&n| n > 0 && n < 1_000));
    assert!((200..1_500).contains(&n_near));
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
