//! Stage-point confusion is named where it is one, and only there.

#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use crost::explain::{Confusion, Explanation, explain};
use crost::{Forest, NormalForm, Options, compare};
use spthy_parse::{Arena, parse_theory};

const RULES: &str = "
rule Step1: [ Fr( ~k ) ] --[ Asked( $A, ~k ) ]-> [ St_1( $A, ~k ) ]
rule Step2: [ St_1( A, k ) ] --[ AcceptP( A, k ), Ready( A, k ), Ready2( A, k ) ]-> [ St_2( A, k ) ]
rule Step3: [ St_2( A, k ) ] --[ AcceptP2( A, k ), AcceptP3( k ), AcceptPlan( A, k ) ]-> [ ]
";

/// A forest of lemmas, each a head and a goal.
fn forest(rules: &str, lemmas: &[(&str, &str, &str)]) -> Forest {
    let mut text = format!("theory T begin\n{rules}");
    for (name, formula, goal) in lemmas {
        text += &format!("lemma {name}: {formula} solve( {goal} ) SOLVED\n");
    }
    text += "end";
    let arena = Arena::new();
    let parsed = parse_theory(&text, &arena);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    Forest::of_theory("t", &parsed.theory, NormalForm::Local)
}

/// How the one lemma of a target, of a first formula, is explained by generated
/// lemmas of the other formulas; goals differ, so that nothing is covered.
fn explained(rules: &str, target: &str, generated: &[&str]) -> Explanation {
    let target = forest(rules, &[("L", target, "A( ) @ #i")]);
    let lemmas: Vec<(String, &str)> = (0..)
        .zip(generated)
        .map(|(at, formula)| (format!("G{at}"), *formula))
        .collect();
    let lemmas: Vec<_> = lemmas
        .iter()
        .map(|(name, formula)| (&**name, *formula, "B( ) @ #i"))
        .collect();
    let generated = forest(rules, &lemmas);
    let comparison = compare(&target, &generated, &Options::default());
    explain(&comparison).remove(0)
}

fn confusions(target: &str, generated: &str) -> Vec<Confusion> {
    explained(RULES, target, &[generated]).confusions
}

fn other_stage(wanted: [&str; 2], found: [&str; 2]) -> Confusion {
    Confusion::OtherStage {
        wanted: wanted[0].to_owned(),
        wanted_rules: vec![wanted[1].to_owned()],
        found: found[0].to_owned(),
        found_rules: vec![found[1].to_owned()],
    }
}

fn order(earlier: &str, later: &str) -> (String, String) {
    (earlier.to_owned(), later.to_owned())
}

const SECRET: &str = "\"All A k #i. AcceptP( A, k ) @ i ==> not (Ex #j. K( k ) @ j)\"";
const AGREED: &str = "\"All A k #i. AcceptP( A, k ) @ i ==> (Ex #j. Asked( A, k ) @ j & j < i)\"";

#[test]
fn the_action_of_another_stage_is_one() {
    let found = confusions(SECRET, &SECRET.replace("AcceptP", "AcceptP2"));
    assert_eq!(
        found,
        [other_stage(["AcceptP", "Step2"], ["AcceptP2", "Step3"])]
    );
    // Other names of variables change nothing.
    let renamed = "\"All x y #t. AcceptP2( x, y ) @ t ==> not (Ex #s. K( y ) @ s)\"";
    assert_eq!(confusions(SECRET, renamed), found);
}

#[test]
fn an_action_of_the_same_stage_is_none() {
    let ready = SECRET.replace("AcceptP", "Ready");
    assert_eq!(confusions(&ready, &ready.replace("Ready", "Ready2")), []);
}

#[test]
fn an_action_of_another_shape_or_stem_is_none() {
    let of_one = "\"All k #i. AcceptP3( k ) @ i ==> not (Ex #j. K( k ) @ j)\"";
    assert_eq!(confusions(SECRET, of_one), []);
    assert_eq!(
        confusions(SECRET, &SECRET.replace("AcceptP", "AcceptPlan")),
        []
    );
    assert_eq!(confusions(SECRET, &SECRET.replace("AcceptP", "Asked")), []);
}

#[test]
fn a_lemma_that_has_the_wanted_action_too_is_none() {
    let both =
        "\"All A k #i #t. AcceptP( A, k ) @ i & AcceptP2( A, k ) @ t ==> not (Ex #j. K( k ) @ j)\"";
    assert_eq!(confusions(SECRET, both), []);
    assert_eq!(confusions(both, SECRET), []);
}

#[test]
fn a_set_that_has_the_right_lemma_too_is_none() {
    let wrong = SECRET.replace("AcceptP", "AcceptP2");
    let explanation = explained(RULES, SECRET, &[&wrong, SECRET]);
    assert_eq!(explanation.nearest_lemma.as_deref(), Some("G1"));
    assert_eq!(explanation.confusions, []);
}

#[test]
fn without_rules_nothing_is_said_about_stages() {
    let wrong = SECRET.replace("AcceptP", "AcceptP2");
    let explanation = explained("", SECRET, &[&wrong]);
    assert_eq!(explanation.confusions, []);
    assert_eq!(explanation.missing_actions, ["AcceptP"]);
}

#[test]
fn a_missing_order_is_one() {
    let (earlier, later) = order("Asked", "AcceptP");
    let found = confusions(AGREED, &AGREED.replace(" & j < i", ""));
    assert_eq!(found, [Confusion::MissingOrder { earlier, later }]);
    let (earlier, later) = order("Asked", "AcceptP");
    let found = confusions(AGREED, &AGREED.replace("j < i", "i < j"));
    assert_eq!(found, [Confusion::ReversedOrder { earlier, later }]);
}

#[test]
fn an_order_that_is_there_is_none() {
    let renamed = "\"All x y #t. AcceptP( x, y ) @ t ==> (Ex #s. s < t & Asked( x, y ) @ s)\"";
    assert_eq!(confusions(AGREED, renamed), []);
    // By way of a third point.
    let between =
        "\"All A k #i. AcceptP( A, k ) @ i ==> (Ex #j #m. Asked( A, k ) @ j & j < m & m < i)\"";
    assert_eq!(confusions(AGREED, between), []);
}

const POINTS: &str = "rule Run: [ ] --[ Running( $A ), Commit( $A ) ]-> [ ]";

/// What a lemma is told about another of the same actions.
fn told(target: &str, generated: &str) -> Vec<Confusion> {
    let quoted = |text: &str| format!("\"{text}\"");
    explained(POINTS, &quoted(target), &[&quoted(generated)]).confusions
}

#[test]
fn an_order_said_in_another_way_is_none() {
    let never = "All x #i #j. Commit( x ) @ i & Running( x ) @ j & i < j ==> F";
    let no_trace = "not (Ex x #i #j. Commit( x ) @ i & Running( x ) @ j & i < j)";
    assert_eq!(told(never, no_trace), []);
    assert_eq!(told(no_trace, never), []);
    // Of a total order.
    let before = "All x #i #j. Commit( x ) @ i & Running( x ) @ j ==> j < i";
    let not_after = "All x #i #j. Commit( x ) @ i & Running( x ) @ j ==> not (i < j) & not (i = j)";
    assert_eq!(told(before, not_after), []);
    assert_eq!(told(not_after, before), []);
    let agreed = "All x #i. Commit( x ) @ i ==> (Ex #j. Running( x ) @ j & j < i)";
    let not_missing = "not (Ex x #i. Commit( x ) @ i & not (Ex #j. Running( x ) @ j & j < i))";
    let by_denial =
        "All x #i. Commit( x ) @ i ==> (Ex #j. Running( x ) @ j & not (i < j) & not (i = j))";
    for same in [not_missing, by_denial] {
        assert_eq!(told(agreed, same), [], "{same}");
        assert_eq!(told(same, agreed), [], "{same}");
    }
}

#[test]
fn an_order_of_several_is_none() {
    let either = "All x #i. Commit( x ) @ i ==> (Ex #j. Running( x ) @ j & (j < i | i < j))";
    let first = "All x #i. Commit( x ) @ i ==> (Ex #j. Running( x ) @ j & j < i)";
    assert_eq!(told(either, first), []);
    assert_eq!(told(first, either), []);
}

#[test]
fn a_stronger_lemma_that_needs_no_order_is_none() {
    let never = "All x #i #j. Commit( x ) @ i & Running( x ) @ j & i < j ==> F";
    assert_eq!(told(never, &never.replace(" & i < j", "")), []);
    let before = "All x #i #j. Commit( x ) @ i & Running( x ) @ j ==> i < j";
    assert_eq!(told(before, &before.replace("i < j", "F")), []);
}

#[test]
fn an_order_of_the_action_of_another_stage_is_that_order() {
    let wrong = AGREED.replace("AcceptP", "AcceptP2");
    let stage = other_stage(["AcceptP", "Step2"], ["AcceptP2", "Step3"]);
    assert_eq!(confusions(AGREED, &wrong), std::slice::from_ref(&stage));
    let (earlier, later) = order("Asked", "AcceptP");
    let missing = Confusion::MissingOrder { earlier, later };
    let unordered = wrong.replace(" & j < i", "");
    assert_eq!(confusions(AGREED, &unordered), [stage, missing]);
}

#[test]
fn a_lemma_that_asks_for_a_trace_owes_no_order() {
    let runs = "exists-trace \"Ex A k #i #j. AcceptP( A, k ) @ i & Asked( A, k ) @ j\"";
    assert_eq!(confusions(AGREED, runs), []);
}

#[test]
fn a_lemma_of_the_same_kind_is_nearer() {
    let runs = "exists-trace \"Ex A k #i #j. AcceptP( A, k ) @ i & Asked( A, k ) @ j\"";
    let explanation = explained(RULES, AGREED, &[runs, SECRET]);
    assert_eq!(explanation.nearest_lemma.as_deref(), Some("G1"));
    assert_eq!(explanation.missing_actions, ["Asked"]);
    let explanation = explained(RULES, AGREED, &["\"All #i. Other( ) @ i ==> F\""]);
    assert_eq!(explanation.nearest_lemma, None);
    assert_eq!(explanation.missing_actions, ["AcceptP", "Asked"]);
}
