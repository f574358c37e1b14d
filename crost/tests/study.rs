//! Figures over runs, against comparing everything at once and against figures
//! counted by hand.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "helpers of tests; a panic is how they report"
)]

use crost::study::{
    Curve, FlipOutcome, Incomplete, RunFigures, RunName, RunRecord, RunStatus, family_scores,
    flips, groups, histogram, incomplete, share_above,
};
use crost::{Forest, NormalForm, Options, compare};
use proptest::collection::vec;
use proptest::prelude::*;
use spthy_parse::{Arena, parse_theory};
use std::collections::{BTreeSet, HashSet};

fn forest(text: &str) -> Forest {
    let arena = Arena::new();
    let parsed = parse_theory(text, &arena);
    assert!(parsed.errors.is_empty(), "{:?}\n{text}", parsed.errors);
    Forest::of_theory("t", &parsed.theory, NormalForm::Local)
}

/// A proof tree of goals A to D.
#[derive(Debug, Clone)]
struct Tree {
    goal: char,
    cases: Vec<Tree>,
}

fn tree() -> impl Strategy<Value = Tree> {
    let goal = prop_oneof![Just('A'), Just('B'), Just('C'), Just('D')];
    let leaf = goal.clone().prop_map(|goal| Tree {
        goal,
        cases: Vec::new(),
    });
    leaf.prop_recursive(5, 20, 3, move |inner| {
        (goal.clone(), vec(inner, 0..3)).prop_map(|(goal, cases)| Tree { goal, cases })
    })
}

fn proof(tree: &Tree) -> String {
    let goal = format!("solve( {}( ) @ #i )", tree.goal);
    if tree.cases.is_empty() {
        return format!("by {goal}");
    }
    let cases: Vec<String> = tree
        .cases
        .iter()
        .enumerate()
        .map(|(at, case)| format!("case c{at} {}", proof(case)))
        .collect();
    format!("{goal} {} qed", cases.join(" next "))
}

fn theory(trees: &[Tree]) -> String {
    let mut text = "theory T begin\n".to_owned();
    for (at, tree) in trees.iter().enumerate() {
        text += &format!("lemma L{at}: \"T\" {}\n", proof(tree));
    }
    text + "end"
}

/// All root-to-solve paths as text.
fn paths(trees: &[Tree]) -> BTreeSet<String> {
    fn walk(tree: &Tree, above: &str, paths: &mut BTreeSet<String>) {
        let path = format!("{above}{}", tree.goal);
        for case in &tree.cases {
            walk(case, &path, paths);
        }
        paths.insert(path);
    }
    let mut all = BTreeSet::new();
    for tree in trees {
        walk(tree, "", &mut all);
    }
    all
}

fn is_subsequence(short: &str, long: &str) -> bool {
    let mut rest = long.chars();
    short.chars().all(|goal| rest.any(|other| other == goal))
}

proptest! {
    #[test]
    fn a_curve_is_the_coverage_by_all_runs_so_far(
        target in vec(tree(), 1..4), runs in vec(vec(tree(), 0..3), 1..5)
    ) {
        let target_forest = forest(&theory(&target));
        let mut curve = Curve::new(&target_forest, Options::default());
        let mut together = forest("theory T begin end");
        let (mut all_paths, mut covered_before) = (BTreeSet::new(), 0);
        for run in &runs {
            let run_forest = forest(&theory(run));
            let n_before = all_paths.len();
            all_paths.extend(paths(run));
            let (point, _) = curve.add(&run_forest);
            together.join(run_forest);
            let comparison = compare(&target_forest, &together, &Options::default());
            prop_assert_eq!(point.crost, comparison.crost);
            prop_assert_eq!(point.lemmas, together.trees.len() as u64);
            prop_assert_eq!(point.paths, all_paths.len() as u64);
            prop_assert_eq!(point.new_paths, (all_paths.len() - n_before) as u64);
            // Algorithm 1 as it stands in the paper.
            let naive = paths(&target).iter()
                .filter(|path| all_paths.iter().any(|other| is_subsequence(path, other)))
                .count() as u64;
            prop_assert_eq!(point.crost.covered, naive);
            prop_assert_eq!(point.new_covered, naive - covered_before);
            covered_before = naive;
        }
    }

    #[test]
    fn records_keep_which_paths_are_covered(
        target in vec(tree(), 1..4), runs in vec(vec(tree(), 1..3), 1..5)
    ) {
        let target_forest = forest(&theory(&target));
        let mut curve = Curve::new(&target_forest, Options::default());
        let mut records = Vec::new();
        let mut expected = Vec::new();
        for run in &runs {
            let run_forest = forest(&theory(run));
            expected.push(curve.add(&run_forest).0.crost.value());
            let name = RunName::default();
            let figures = RunFigures::default();
            let options = Options::default();
            let record = RunRecord::score(name, &target_forest, &run_forest, figures, &options);
            prop_assert_eq!(record.status, RunStatus::Scored);
            records.push(record);
        }
        prop_assert_eq!(&groups(&records)[0].curve, &expected);
    }
}

#[test]
fn families_are_scored_on_the_paths_of_their_lemmas() {
    let target = forest(
        "theory T begin
        lemma run: exists-trace \"Ex #i. A( )@i\" by solve( A( ) @ #i )
        lemma secret: \"All x #i. S( x )@i ==> not Ex #j. K( x )@j\"
          solve( B( ) @ #i ) case c by solve( C( ) @ #i ) qed
        lemma agree: \"All x #i. S( x )@i ==> Ex #j. R( x )@j\"
          solve( B( ) @ #i ) case c by solve( D( ) @ #i ) qed
        end",
    );
    let generated = forest(
        "theory T begin lemma x: \"T\" solve( B( ) @ #i ) case c by solve( C( ) @ #i ) qed end",
    );
    let comparison = compare(&target, &generated, &Options::default());
    let found: Vec<(String, u64, u64)> = family_scores(&comparison)
        .into_iter()
        .map(|(family, score)| (family.name().to_owned(), score.covered, score.total))
        .collect();
    // The path B is one of two families.
    let expected = [
        ("authentication", 1, 2),
        ("sanity", 0, 1),
        ("secrecy", 2, 2),
    ];
    assert_eq!(found, expected.map(|(name, a, b)| (name.to_owned(), a, b)));
    assert_eq!(comparison.crost.total, 4);
}

#[test]
fn only_verdicts_flip() {
    let original = forest(
        "theory T begin
        lemma AUTO_typing [sources]: \"T\" by contradiction
        lemma flips: \"T\" by contradiction
        lemma stays: \"T\" by contradiction
        lemma is_not_finished: \"T\" by contradiction
        lemma is_gone: \"T\" by contradiction
        lemma was_false: \"T\" SOLVED
        lemma was_open: \"T\" by sorry
        lemma finds_no_more: exists-trace \"T\" SOLVED
        end",
    );
    let mutant = forest(
        "theory T begin
        lemma AUTO_typing [sources]: \"T\" SOLVED
        lemma flips: \"T\" SOLVED
        lemma stays: \"T\" by contradiction
        lemma is_not_finished: \"T\" solve( A( ) @ #i ) case a by contradiction next case b by sorry qed
        lemma was_false: \"T\" by contradiction
        lemma was_open: \"T\" SOLVED
        lemma finds_no_more: exists-trace \"T\" by contradiction
        end",
    );
    let found = flips(&original, &mutant);
    let outcomes: Vec<(&str, FlipOutcome)> = found
        .lemmas
        .iter()
        .map(|flip| (flip.lemma.as_str(), flip.outcome))
        .collect();
    assert_eq!(
        outcomes,
        [
            ("flips", FlipOutcome::Flipped),
            ("stays", FlipOutcome::Kept),
            ("is_not_finished", FlipOutcome::Undetermined),
            ("is_gone", FlipOutcome::Missing),
            ("finds_no_more", FlipOutcome::Flipped),
        ]
    );
    assert_eq!(found.not_verified, ["was_false", "was_open"]);
    assert_eq!(found.sources, ["AUTO_typing"]);
    assert_eq!((found.rate().covered, found.rate().total), (2, 3));
}

#[test]
fn a_lemma_of_the_same_name_may_be_another_one() {
    let proved =
        |lemma: &str, proof: &str| forest(&format!("theory T begin lemma L: {lemma} {proof} end"));
    let original = proved("\"All x #i. A( x ) @ i ==> F\"", "by contradiction");
    for (lemma, expected) in [
        (
            "all-traces \"All x #i. A( x ) @ i ==> F\"",
            FlipOutcome::Flipped,
        ),
        ("\"All x #i. B( x ) @ i ==> F\"", FlipOutcome::OtherLemma),
        (
            "exists-trace \"All x #i. A( x ) @ i ==> F\"",
            FlipOutcome::OtherLemma,
        ),
    ] {
        // A trace is found: all-traces is falsified, exists-trace verified.
        let found = flips(&original, &proved(lemma, "SOLVED"));
        assert_eq!(found.lemmas[0].outcome, expected, "{lemma}");
        assert_eq!(
            found.rate().total,
            u64::from(expected == FlipOutcome::Flipped)
        );
    }
}

#[test]
fn a_verdict_that_the_proof_denies_is_none() {
    let text = |steps, status| {
        format!(
            "theory T begin lemma L: \"T\" by contradiction end\n\
             summary of summaries:\nanalyzed: t\n  L (all-traces): {status} ({steps} steps)\n"
        )
    };
    let original = forest(&text(1, "verified"));
    for mutant in [
        text(1, "falsified - found trace"),
        text(2, "verified"),
        text(1, "analysis incomplete"),
    ] {
        let found = flips(&original, &forest(&mutant));
        assert_eq!(found.lemmas[0].outcome, FlipOutcome::Undetermined);
        assert_eq!(found.warnings.len(), 1, "{:?}", found.warnings);
        assert_eq!(found.rate().value(), None);
    }
}

#[test]
fn a_file_with_faults_is_whole_if_the_summary_is_met() {
    let check = |lemma: &str, summary: &str| {
        let text = format!(
            "theory T begin\nfunctions: f/1, f/2\n{lemma}\nend\n\
             summary of summaries:\nanalyzed: t\n{summary}"
        );
        let arena = Arena::new();
        let parsed = parse_theory(&text, &arena);
        assert!(!parsed.errors.is_empty());
        let forest = Forest::of_theory("t", &parsed.theory, NormalForm::Local);
        incomplete(&parsed, &forest)
    };
    let lemma = "lemma L: \"T\" by contradiction";
    assert_eq!(check(lemma, "  L (all-traces): verified (1 steps)\n"), None);
    assert!(matches!(
        check(lemma, "  L (all-traces): verified (7 steps)\n"),
        Some(Incomplete::Lost {
            printed: 7,
            found: 1,
            ..
        })
    ));
    assert!(matches!(
        check("", "  L (all-traces): verified (1 steps)\n"),
        Some(Incomplete::Lost { found: 0, .. })
    ));
    assert!(matches!(
        check(lemma, ""),
        Some(Incomplete::Faults { n_faults: 1, .. })
    ));
}

#[test]
fn undefined_scores_are_in_no_bin() {
    let scores = [Some(0.0), Some(0.799), Some(0.8), Some(1.0), None];
    let spread = histogram(scores, 10);
    assert_eq!(spread.bins, [1, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
    assert_eq!(spread.undefined, 1);
    let share = share_above(scores, 0.799);
    assert_eq!((share.above.covered, share.above.total), (2, 4));
}

#[test]
fn lemmas_without_any_proof_have_no_score() {
    let target = forest("theory T begin lemma L: \"T\" by solve( A( ) @ #i ) end");
    let score = |text: &str| {
        let run = forest(text);
        RunRecord::score(
            RunName::default(),
            &target,
            &run,
            RunFigures::default(),
            &Options::default(),
        )
    };
    let record = score("theory T begin lemma M: \"T\" lemma N: \"T\" by sorry end");
    assert_eq!((record.status, record.crost), (RunStatus::Error, None));
    let sources = "lemma S [sources]: \"T\" by contradiction";
    let record = score(&format!("theory T begin {sources} lemma M: \"T\" end"));
    assert_eq!((record.status, record.crost), (RunStatus::Error, None));
    // To generate nothing is to cover nothing.
    let record = score("theory T begin end");
    assert_eq!(
        (record.status, record.crost),
        (RunStatus::Scored, Some(0.0))
    );
    let names: HashSet<&str> = record.measures.keys().map(String::as_str).collect();
    assert!(names.contains("strict"));
}

#[test]
fn the_lemma_sets_one_after_the_other() {
    let shared = std::env::var_os("PLUMBLINE_SHARED").map_or_else(
        || std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared")),
        std::path::PathBuf::from,
    );
    let folder = shared.join("tamarin/lemma-sets");
    if !folder.is_dir() {
        let is_required = std::env::var_os("PLUMBLINE_REQUIRE_SHARED");
        assert!(
            is_required.is_none_or(|flag| flag != "1"),
            "no {}",
            folder.display()
        );
        eprintln!("SKIPPED: no {}", folder.display());
        return;
    }
    let set = |name: &str| {
        let path = folder.join(format!("{name}_analyzed.spthy"));
        forest(&std::fs::read_to_string(path).unwrap())
    };
    let target = set("S0_target");
    let mut curve = Curve::new(&target, Options::default());
    let covered = ["S8_auth", "S7_exists", "S5_anyreveal", "S2_splitA_only"]
        .map(|name| curve.add(&set(name)).0.crost.covered);
    assert_eq!(covered, [0, 2, 21, 22]);
}
