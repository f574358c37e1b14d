//! CrypFormBench's measures against the naive ones, and against its tables.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use plumbline_tests::oracle::crypform::{self as naive, Measures, Seen};
use proptest::collection::vec;
use proptest::prelude::*;
use score::crypform::{
    Attempt, ByTruth, Capabilities, Counts, Gamma, Goal, Interpretation, Lemmas, Level, Security,
    Timeouts, goal, scheme,
};
use spthy_parse::{Log, Status};
use statistics::{Confusion, harmonic_mean, weighted_mean};

const SWITCHES: [Timeouts; 3] = [Timeouts::NotAnalysed, Timeouts::Unjudged, Timeouts::Missed];

fn security(is_unsafe: bool) -> Security {
    if is_unsafe {
        Security::Unsafe
    } else {
        Security::Safe
    }
}

fn attempt(seen: &Seen) -> Attempt {
    let goals = match seen {
        Seen::NotLoaded => return Attempt::NotAnalysable,
        Seen::Stopped => return Attempt::TimedOut,
        Seen::Goals(goals) => goals.iter().enumerate(),
    };
    let goals = goals.map(|(place, verdict)| Goal {
        name: format!("goal {place}"),
        status: match verdict {
            'v' => Some(Status::Verified),
            'f' if place % 2 == 0 => Some(Status::FalsifiedTrace),
            'f' => Some(Status::FalsifiedNoTrace),
            // All that leaves a goal open.
            _ => [
                Some(Status::Incomplete),
                Some(Status::Undetermined),
                Some(Status::Unfinishable),
                Some(Status::Invalidated),
                None,
            ][place % 5],
        },
    });
    Attempt::Analysed(goals.collect())
}

fn seen() -> impl Strategy<Value = Seen> {
    let verdict = prop::sample::select(vec!['v', 'v', 'f', 'o']);
    prop_oneof![
        1 => Just(Seen::NotLoaded),
        1 => Just(Seen::Stopped),
        4 => vec(verdict, 0..4).prop_map(Seen::Goals),
    ]
}

fn schemes() -> impl Strategy<Value = Vec<(bool, Seen)>> {
    vec((any::<bool>(), seen()), 0..12)
}

fn count(schemes: &[(bool, Seen)]) -> Counts<scheme::Scheme> {
    let attempts: Vec<_> = schemes.iter().map(|(_, seen)| attempt(seen)).collect();
    let truths = schemes.iter().map(|(is_unsafe, _)| security(*is_unsafe));
    scheme::count(truths.zip(&attempts))
}

fn measures<L: Level>(counts: &Counts<L>, timeouts: Timeouts, gamma: f64) -> Measures {
    [
        counts.analysability(timeouts),
        counts.accuracy(),
        counts.accuracy_of_analysed(timeouts),
        counts.f1_of_analysed(timeouts),
        counts.score(timeouts, Gamma::new(gamma).unwrap()),
    ]
}

fn close(found: Option<f64>, expected: Option<f64>) -> bool {
    match (found, expected) {
        (Some(found), Some(expected)) => (found - expected).abs() < 1e-12,
        (None, None) => true,
        _ => false,
    }
}

fn all_close(found: Measures, expected: Measures) -> bool {
    found.iter().zip(expected).all(|(f, e)| close(*f, e))
}

/// Not lower, as far as both are defined.
fn not_lower(higher: Option<f64>, lower: Option<f64>) -> bool {
    higher
        .zip(lower)
        .is_none_or(|(higher, lower)| higher > lower - 1e-12)
}

proptest! {
    #[test]
    fn measures_of_schemes_equal_the_naive_ones(schemes in schemes(), gamma in 0.25..3.0) {
        let counts = count(&schemes);
        for (switch, timeouts) in (0..).zip(SWITCHES) {
            let (found, expected) =
                (measures(&counts, timeouts, gamma), naive::of_schemes(&schemes, switch, gamma));
            prop_assert!(all_close(found, expected), "{timeouts:?}: {found:?} {expected:?}");
            for measure in found.into_iter().flatten() {
                prop_assert!((0.0..=1.0).contains(&measure), "{found:?}");
            }
        }
    }

    #[test]
    fn measures_of_goals_equal_the_naive_ones(
        schemes in vec((vec(any::<bool>(), 0..4), seen()), 0..6), gamma in 0.25..3.0,
    ) {
        let attempts: Vec<_> = schemes.iter().map(|(_, seen)| attempt(seen)).collect();
        let truths: Vec<_> = schemes.iter().map(|(truths, _)| {
            let named = truths.iter().enumerate();
            named.map(|(place, one)| (format!("goal {place}"), security(*one))).collect()
        }).collect();
        let counts = goal::count(truths.iter().zip(&attempts));
        for (switch, timeouts) in (0..).zip(SWITCHES) {
            let (found, expected) =
                (measures(&counts, timeouts, gamma), naive::of_goals(&schemes, switch, gamma));
            prop_assert!(all_close(found, expected), "{timeouts:?}: {found:?} {expected:?}");
        }
        for ((truths, attempt), (known, seen)) in truths.iter().zip(&attempts).zip(&schemes) {
            let n_stated = match seen { Seen::Goals(goals) => goals.len(), _ => 0 };
            let n_unknown = n_stated.saturating_sub(known.len());
            prop_assert_eq!(goal::unknown(truths, attempt).len(), n_unknown);
        }
    }

    #[test]
    fn the_switch_matters_only_where_there_are_timeouts(schemes in schemes()) {
        let counts = count(&schemes);
        let of = |timeouts| measures(&counts, timeouts, 1.0);
        let [not_analysed, unjudged, missed] = SWITCHES.map(of);
        if counts.timed_out.total() == 0 {
            prop_assert_eq!(not_analysed, unjudged);
            prop_assert_eq!(unjudged, missed);
        } else {
            prop_assert_ne!(not_analysed[0], unjudged[0]);
        }
        // The benchmark's convention is the kindest.
        prop_assert!(not_lower(unjudged[4], not_analysed[4]));
        prop_assert!(not_lower(unjudged[4], missed[4]));
    }

    #[test]
    fn who_judges_one_more_right_does_not_lose(schemes in schemes(), pick in any::<prop::sample::Index>()) {
        prop_assume!(!schemes.is_empty());
        let mut better = schemes.clone();
        let (is_unsafe, seen) = &mut better[pick.index(schemes.len())];
        *seen = Seen::Goals(vec![if *is_unsafe { 'f' } else { 'v' }]);
        for timeouts in SWITCHES {
            let was = measures(&count(&schemes), timeouts, 1.0);
            let is = measures(&count(&better), timeouts, 1.0);
            for (is, was) in is.into_iter().zip(was) {
                prop_assert!(not_lower(is, was), "{timeouts:?}: {is:?} {was:?}");
            }
        }
    }

    #[test]
    fn counts_add_up(a in schemes(), b in schemes()) {
        let both = [a.clone(), b.clone()].concat();
        let sum: Counts<_> = [count(&a), count(&b)].into_iter().sum();
        prop_assert_eq!(sum, count(&both));
        prop_assert_eq!(sum.total(), both.len() as u64);
    }

    #[test]
    fn the_harmonic_mean_is_the_naive_one_and_symmetric(x in 0.0..1.0, y in 0.0..1.0) {
        for (x, y) in [(Some(x), Some(y)), (Some(x), None), (Some(0.0), Some(y)), (Some(0.0), None)] {
            let mean = harmonic_mean(x, y);
            prop_assert!(close(mean, naive::harmonic(x, y)));
            prop_assert_eq!(mean, harmonic_mean(y, x));
        }
        let mean = harmonic_mean(Some(x), Some(y)).unwrap();
        prop_assert!(x.min(y) - 1e-12 <= mean && mean <= f64::midpoint(x, y) + 1e-12);
    }

    #[test]
    fn a_weighted_mean_repeats_scores(scores in vec((0_u32..5, 0.0..1.0), 1..6)) {
        let repeated: Vec<f64> = scores.iter()
            .flat_map(|&(weight, score)| std::iter::repeat_n(score, weight as usize)).collect();
        let weighted = weighted_mean(scores.iter().map(|&(weight, score)| (weight.into(), Some(score))));
        prop_assert!(close(weighted, statistics::mean(&repeated)));
    }
}

#[test]
fn what_has_no_sense_is_undefined() {
    for odd in [Some(-0.5), Some(f64::NAN), Some(f64::INFINITY), None] {
        assert_eq!(harmonic_mean(odd, Some(0.5)), None);
        assert_eq!(harmonic_mean(Some(0.5), odd), None);
    }
    assert_eq!(harmonic_mean(Some(1e-300), Some(1e-300)), Some(1e-300));
    assert_eq!(weighted_mean([]), None);
    assert_eq!(weighted_mean([(0.0, Some(1.0))]), None);
    assert_eq!(weighted_mean([(1.0, Some(1.0)), (0.0, None)]), None);
    assert_eq!(weighted_mean([(-1.0, Some(1.0)), (3.0, Some(1.0))]), None);
    assert_eq!(weighted_mean([(1.0, Some(f64::NAN))]), None);
    for odd in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(Gamma::new(odd), None);
    }
}

/// Worked by hand: eight schemes, four of them UNSAFE.
#[test]
fn eight_schemes_by_hand() {
    let goals = |goals: &str| Seen::Goals(goals.chars().collect());
    let counts = count(&[
        (true, goals("vf")),      // found
        (true, goals("of")),      // found, whatever is open
        (true, goals("vv")),      // missed
        (true, Seen::Stopped),    // timeout
        (false, goals("v")),      // right
        (false, goals("vo")),     // undetermined: not SAFE
        (false, goals("")),       // no goals: not SAFE
        (false, Seen::NotLoaded), // not analysable
    ]);
    let judged = Confusion {
        true_positives: 2,
        false_positives: 0,
        true_negatives: 1,
        false_negatives: 1,
    };
    let safe = ByTruth {
        n_safe: 1,
        n_unsafe: 0,
    };
    assert_eq!(counts.judged, judged);
    assert_eq!((counts.undetermined, counts.absent), (safe, safe));
    assert_eq!(counts.accuracy(), Some(3.0 / 8.0));
    // a, ACC_A, F1_A, HM of the two, S.
    for (timeouts, a, acc, f1, s) in [
        // 6/8, 3/6, 2·2/(2·2+1); HM = 0.8/1.3, S = 2·0.75·HM/(0.75+HM).
        (Timeouts::NotAnalysed, 0.75, 0.5, 0.8, 12.0 / 17.75),
        // 7/8, as before; S = 2·0.875·HM/(0.875+HM).
        (Timeouts::Unjudged, 0.875, 0.5, 0.8, 14.0 / 19.375),
        // 7/8, 3/7, 2·2/(2·2+2); HM = 12/23, S = 2·0.875·HM/(0.875+HM).
        (Timeouts::Missed, 0.875, 3.0 / 7.0, 2.0 / 3.0, 21.0 / 32.125),
    ] {
        let found = measures(&counts, timeouts, 1.0);
        let expected = [Some(a), Some(3.0 / 8.0), Some(acc), Some(f1), Some(s)];
        assert!(all_close(found, expected), "{timeouts:?}: {found:?}");
    }
}

#[test]
fn what_is_over_nothing_is_undefined_not_zero() {
    let nothing = count(&[]);
    assert_eq!(measures(&nothing, Timeouts::Unjudged, 1.0), [None; 5]);
    // Nothing loads: a and so S are 0 by the formula, ACC_A and F1_A undefined.
    let unloaded = count(&[(true, Seen::NotLoaded)]);
    let expected = [Some(0.0), Some(0.0), None, None, Some(0.0)];
    assert_eq!(measures(&unloaded, Timeouts::Unjudged, 1.0), expected);
    // All right, and no attack anywhere: F1 of UNSAFE has nothing to go by.
    let safe = count(&[(false, Seen::Goals(vec!['v']))]);
    let expected = [Some(1.0), Some(1.0), Some(1.0), None, None];
    assert_eq!(measures(&safe, Timeouts::Unjudged, 1.0), expected);
    // Nothing but timeouts.
    let stopped = count(&[(true, Seen::Stopped)]);
    let expected = [Some(1.0), Some(0.0), None, None, None];
    assert_eq!(measures(&stopped, Timeouts::Unjudged, 1.0), expected);
    let expected = [Some(1.0), Some(0.0), Some(0.0), Some(0.0), Some(0.0)];
    assert_eq!(measures(&stopped, Timeouts::Missed, 1.0), expected);
}

#[test]
fn a_prover_summary_as_goals() {
    let log = Log::read(
        "analyzed: a.spthy\n  runs (exists-trace): falsified - no trace found (4 steps)\n  \
         auth (all-traces): verified (9 steps)\n  LHS :  auth (all-traces): verified (2 steps)\n  \
         DiffLemma:  Obs : falsified - found trace (3 steps)\n  odd (all-traces): who knows (1 steps)\n",
    );
    let of = |lemmas| match Attempt::of_summary(&log.summaries[0], lemmas) {
        Attempt::Analysed(goals) => goals,
        other => panic!("{other:?}"),
    };
    let names = |goals: Vec<Goal>| goals.into_iter().map(|goal| goal.name).collect::<Vec<_>>();
    assert_eq!(of(Lemmas::Every).len(), of(Lemmas::AllTraces).len() + 1);
    let goals = of(Lemmas::AllTraces);
    assert_eq!(goals.last().unwrap().status, None);
    assert_eq!(names(goals)[..3], ["auth", "LHS : auth", "DiffLemma: Obs"]);
    // Runnable and nothing else: no security goal, so not SAFE.
    let log = Log::read("analyzed: a.spthy\n  runs (exists-trace): verified (4 steps)\n");
    let judge = |lemmas| scheme::judge(&Attempt::of_summary(&log.summaries[0], lemmas));
    assert_eq!(judge(Lemmas::AllTraces), scheme::Outcome::NoGoals);
    assert_eq!(
        judge(Lemmas::Every),
        scheme::Outcome::Judged(Security::Safe)
    );
}

/// The benchmark's `calculated_results`, summed over its seven provers, and the
/// leaderboards of its README: TP, FP, TN, FN, timeouts, how many were asked
/// for, and S in percent, where a, ACC_A and F1_A are rounded to percents.
#[test]
fn published_scores_come_out_of_published_counts() {
    for (counted, published) in [
        // Generation.
        ([5, 0, 7, 0, 19, 700], "7.7"),
        ([33, 19, 29, 19, 5, 700], "24.2"),
        ([5, 1, 8, 0, 10, 700], "5.8"),
        ([4, 1, 7, 1, 11, 700], "5.8"),
        ([0, 1, 1, 0, 2, 700], "0.0"),
        ([5, 2, 6, 1, 6, 700], "5.8"),
        ([0, 0, 0, 2, 38, 700], "0.0"),
        ([4, 0, 15, 0, 15, 700], "9.5"),
        // Completion.
        ([45, 2, 43, 4, 8, 700], "25.9"),
        ([176, 14, 214, 14, 14, 700], "74.4"),
        ([145, 15, 166, 6, 16, 700], "65.2"),
        ([162, 31, 173, 9, 13, 700], "68.0"),
        ([27, 2, 45, 3, 11, 700], "22.8"),
        // The one that does not: published is 55.6.
        ([92, 22, 153, 12, 6, 700], "55.5"),
        ([5, 0, 11, 9, 19, 700], "10.9"),
        ([101, 14, 122, 9, 9, 700], "51.5"),
        // Correction, of both kinds of faults together.
        ([36, 23, 46, 22, 8, 280], "54.7"),
        ([77, 30, 60, 16, 5, 280], "71.2"),
        ([55, 33, 54, 21, 7, 280], "63.9"),
        // Transformation.
        ([4, 0, 3, 5, 2, 100], "22.7"),
        ([0, 0, 0, 1, 3, 100], "0.0"),
    ] {
        let [tp, fp, tn, fn_, timed_out, all] = counted;
        let judged = Confusion {
            true_positives: tp,
            false_positives: fp,
            true_negatives: tn,
            false_negatives: fn_,
        };
        // Their truths are not published, and do not matter here.
        let of_unknown_truth = |n_safe| ByTruth {
            n_safe,
            n_unsafe: 0,
        };
        let counts = Counts::<scheme::Scheme> {
            judged,
            timed_out: of_unknown_truth(timed_out),
            not_analysable: of_unknown_truth(all - timed_out - judged.total()),
            ..Counts::default()
        };
        let [a, _, acc, f1, _] = measures(&counts, Timeouts::Unjudged, 1.0);
        let percent = |share: Option<f64>| Some((100.0 * share.unwrap()).round());
        let score = harmonic_mean(percent(a), harmonic_mean(percent(acc), percent(f1)));
        assert_eq!(format!("{:.1}", score.unwrap()), published, "{counted:?}");
    }
}

/// The five leaderboards of the README and the overall one.
#[test]
fn published_overall_scores_come_out_of_the_published_ones() {
    for (scores, published) in [
        ([24.2, 74.4, 22.7, 71.2, 91.7], 51.0),
        ([5.8, 68.0, 0.0, 63.9, 93.2], 38.6),
        ([9.5, 51.5, 0.0, 54.7, 94.1], 35.0),
        ([5.8, 65.2, 0.0, 56.9, 77.4], 34.6),
        ([5.8, 55.6, 0.0, 57.2, 44.4], 27.8),
        ([0.0, 10.9, 0.0, 44.8, 93.8], 23.0),
        ([7.7, 25.9, 0.0, 35.6, 69.1], 22.8),
        ([12.8, 36.7, 0.0, 0.0, 49.6], 18.0),
        ([0.0, 22.8, 0.0, 14.5, 62.3], 16.1),
    ] {
        let [
            generation,
            completion,
            transformation,
            correction,
            interpretation,
        ] = scores.map(Some);
        let overall = Capabilities {
            generation,
            completion,
            transformation,
            correction,
            interpretation,
        };
        // Each is rounded to a tenth, so their mean is known to a tenth.
        let overall = overall.overall().unwrap();
        assert!((overall - published).abs() <= 0.1, "{scores:?}: {overall}");
    }
    let Capabilities {
        generation,
        completion,
        transformation,
        correction,
        interpretation,
    } = Capabilities::WEIGHTS;
    let sum = generation + completion + transformation + correction + interpretation;
    assert!((sum - 1.0).abs() < 1e-12);
    let parts = Interpretation::<f64>::WEIGHTS;
    assert!((parts.logic + parts.annotation + parts.verification - 1.0).abs() < 1e-12);
    assert_eq!(Capabilities::<Option<f64>>::default().overall(), None);
}
