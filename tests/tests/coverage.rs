//! Coverage of random theories against Algorithm 1 as it is defined, and its laws.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use crost::coverage::{Coverage, cover, cover_contiguous};
use crost::path::{PathId, PathTrie};
use crost::{Comparison, Forest, NormalForm, Options, Score, compare};
use plumbline_tests::oracle::coverage::{Measures, Proof, measures};
use plumbline_tests::proofs::{RandomLemma, is_low, lemmas, theory};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use spthy_parse::{Arena, SyntaxErrorKind, parse_theory};

fn forest(lemmas: &[RandomLemma], form: NormalForm) -> Forest {
    let arena = Arena::new();
    let text = theory(lemmas);
    let parsed = parse_theory(&text, &arena);
    // A lemma of a name that is taken is read all the same.
    let mut kinds = parsed.errors.iter().map(|error| &error.kind);
    assert!(
        kinds.all(|kind| matches!(kind, SyntaxErrorKind::Duplicate { .. })),
        "{text}"
    );
    Forest::of_theory("random", &parsed.theory, form)
}

fn proofs<'l>(lemmas: impl IntoIterator<Item = &'l RandomLemma>) -> Vec<Proof> {
    lemmas.into_iter().map(RandomLemma::proof).collect()
}

fn found(comparison: &Comparison<'_>) -> Measures {
    let share = |score: Score| {
        (
            usize::try_from(score.covered).unwrap(),
            usize::try_from(score.total).unwrap(),
        )
    };
    Measures {
        crost: share(comparison.crost),
        reverse: share(comparison.reverse),
        footprint: share(comparison.footprint),
        reverse_footprint: share(comparison.reverse_footprint),
        informative: share(comparison.informative),
        weighted: (comparison.weighted.covered, comparison.weighted.total),
        strict: share(comparison.strict),
        contiguous: share(comparison.contiguous),
        multiset: share(comparison.multiset),
        lemmas: comparison
            .lemmas
            .iter()
            .map(|lemma| share(lemma.score))
            .collect(),
    }
}

/// Sums in another order: equal but for the last digits.
fn assert_equal(mut found: Measures, expected: &Measures) {
    let close = |left: f64, right: f64| (left - right).abs() <= 1e-9 * right.abs().max(1.0);
    assert!(
        close(found.weighted.0, expected.weighted.0)
            && close(found.weighted.1, expected.weighted.1),
        "{:?} is not {:?}",
        found.weighted,
        expected.weighted
    );
    found.weighted = expected.weighted;
    assert_eq!(found, *expected);
}

fn is_subsequence(part: &[u32], whole: &[u32]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|label| whole.any(|other| other == label))
}

/// A covered path is a part of its witness; what continues an uncovered path is
/// uncovered.
fn assert_witnessed(
    coverage: &Coverage,
    target: &PathTrie,
    generated: &PathTrie,
    is_part: fn(&[u32], &[u32]) -> bool,
) {
    for path in target.ids() {
        if let Some(witness) = coverage.witness(path) {
            let (path, witness) = (target.labels_of(path), generated.labels_of(witness));
            assert!(is_part(&path, &witness), "{path:?} in {witness:?}");
        }
        if let Some(above) = target.parent(path) {
            assert!(coverage.is_covered(above) || !coverage.is_covered(path));
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

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn every_measure_is_as_defined(
        target in lemmas(0..4, 20), generated in lemmas(0..4, 20), form in select(&NormalForm::ALL),
        excluded in subsequence(vec!["L0", "L1"], 0..=1), only in subsequence(vec!["L0", "L2"], 0..=2),
        keep_sources: bool,
    ) {
        let (ours, theirs) = (forest(&target, form), forest(&generated, form));
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let options = Options {
            exclude: names(&excluded),
            lemmas: names(&only),
            keep_sources,
            ..Options::default()
        };
        let is_kept = |lemma: &&RandomLemma| {
            !excluded.contains(&&*lemma.name) && (keep_sources || !lemma.is_sources())
        };
        let is_asked_for = |lemma: &&RandomLemma| only.is_empty() || only.contains(&&*lemma.name);
        let expected = measures(
            &proofs(target.iter().filter(is_kept).filter(is_asked_for)),
            &proofs(generated.iter().filter(is_kept)),
            &proofs(&target),
            is_low,
        );
        assert_equal(found(&compare(&ours, &theirs, &options)), &expected);
    }
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn covered_paths_have_witnesses(target in lemmas(1..3, 60), generated in lemmas(1..4, 60)) {
        let (ours, theirs) = (
            forest(&target, NormalForm::Local),
            forest(&generated, NormalForm::Local),
        );
        let comparison = compare(&ours, &theirs, &Options::default());
        let (ours, theirs) = (&comparison.target_paths.trie, &comparison.generated_paths.trie);
        assert_witnessed(&cover(ours, theirs), ours, theirs, is_subsequence);
        assert_witnessed(&cover_contiguous(ours, theirs), ours, theirs, |part, whole| {
            whole.ends_with(part)
        });
    }

    #[test]
    fn a_set_covers_itself(lemmas in lemmas(0..5, 30)) {
        let forest = forest(&lemmas, NormalForm::Local);
        let comparison = compare(&forest, &forest, &Options::default());
        let scores = [
            comparison.crost, comparison.reverse, comparison.footprint,
            comparison.reverse_footprint, comparison.informative, comparison.strict,
            comparison.contiguous, comparison.multiset,
        ];
        for score in scores {
            prop_assert_eq!(score.covered, score.total);
            // An empty whole is undefined, not covered.
            prop_assert_eq!(score.value(), (score.total > 0).then_some(1.0));
        }
        prop_assert_eq!(comparison.uncovered().count(), 0);
    }

    #[test]
    fn more_lemmas_cover_no_less_and_repeated_ones_nothing_more(
        target in lemmas(1..4, 25), generated in lemmas(0..3, 25), more in lemmas(0..3, 25),
    ) {
        let form = NormalForm::Local;
        let options = Options::default();
        let ours = forest(&target, form);
        let few = forest(&generated, form);
        let all = forest(&[&*generated, &*more].concat(), form);
        let twice = forest(&[&*generated, &*generated].concat(), form);
        let (few, all, twice) = (
            compare(&ours, &few, &options),
            compare(&ours, &all, &options),
            compare(&ours, &twice, &options),
        );
        for path in few.target_paths.trie.ids() {
            prop_assert!(!few.coverage.is_covered(path) || all.coverage.is_covered(path));
        }
        for (few, all) in [
            (few.footprint, all.footprint), (few.informative, all.informative),
            (few.strict, all.strict), (few.contiguous, all.contiguous), (few.multiset, all.multiset),
        ] {
            prop_assert!(few.covered <= all.covered && few.total == all.total);
        }
        prop_assert_eq!(found(&few), found(&twice));
        // Nor does a repeated lemma of the target change what counts sets.
        let twice = forest(&[&*target, &*target].concat(), form);
        let twice = compare(&twice, few.generated, &options);
        prop_assert_eq!(
            [few.crost, few.reverse, few.footprint, few.informative, few.strict, few.contiguous],
            [twice.crost, twice.reverse, twice.footprint, twice.informative, twice.strict,
                twice.contiguous]
        );
    }

    #[test]
    fn a_joined_forest_compares_as_one_theory(
        target in lemmas(1..4, 20), one in lemmas(1..4, 20), other in lemmas(1..4, 20),
    ) {
        let form = NormalForm::Local;
        let target = forest(&target, form);
        let whole = forest(&[&*one, &*other].concat(), form);
        let mut joined = forest(&one, form);
        joined.join(forest(&other, form));
        let options = Options::default();
        prop_assert_eq!(
            found(&compare(&target, &whole, &options)),
            found(&compare(&target, &joined, &options))
        );
    }
}

#[test]
fn nothing_to_cover_is_undefined() {
    let nothing = forest(&[], NormalForm::Local);
    let comparison = compare(&nothing, &nothing, &Options::default());
    assert_eq!(comparison.crost.value(), None);
    assert_eq!(comparison.target_paths.trie.ids().next(), None::<PathId>);
}
