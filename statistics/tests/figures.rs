//! Known figures. Those of SciPy 1.17.1 are `stats.pearsonr(x, y)`,
//! `stats.spearmanr(x, y)` and `stats.kendalltau(x, y)` with their defaults.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use statistics::{Correlation, Undefined, kendall, pearson, pearson_p_value, spearman};

fn assert_close(found: Correlation, coefficient: f64, p_value: f64) {
    assert!((found.coefficient - coefficient).abs() < 1e-12, "{found:?}");
    assert!((found.p_value - p_value).abs() < 1e-10, "{found:?}");
}

#[test]
fn of_the_paper() {
    let p = |r, n| format!("{:.5}", pearson_p_value(r, n).unwrap());
    assert_eq!(p(0.75, 12), "0.00496");
    // Table I "Generated" against Table III "Overall": r = .5796, p = .04824. The
    // columns are not at hand; a coefficient that prints so has that p-value.
    assert_eq!(p(0.579_61, 12), "0.04824");
    assert_eq!(p(0.579_55, 12), "0.04827");
    assert_eq!(p(0.579_65, 12), "0.04822");
}

#[test]
fn of_scipy_with_ties() {
    let x = [12.0, 2.0, 1.0, 12.0, 2.0, 7.5, 3.0, 9.0, 4.0];
    let y = [1.0, 4.0, 7.0, 1.0, 0.0, 3.0, 3.0, 8.0, 5.0];
    let found = pearson(&x, &y).unwrap();
    assert_close(found, -0.251_763_430_673_957_84, 0.513_436_003_557_245_4);
    // SciPy approximates this p-value (.5387); exactly it is the share of all pairings of
    // the ranks (`itertools.permutations(stats.rankdata(y))`) that are as far from zero.
    let found = spearman(&x, &y).unwrap();
    assert_close(found, -0.237_288_135_593_220_35, 0.5325617283950618);
    let found = kendall(&x, &y).unwrap();
    assert_close(found, -0.205_882_352_941_176_47, 0.455_829_405_846_276_5);
}

#[test]
fn of_scipy_without_ties_and_exact() {
    let x: Vec<f64> = (1..=10).map(f64::from).collect();
    let y = [2.0, 1.0, 4.0, 3.0, 7.0, 8.0, 5.0, 10.0, 6.0, 9.0];
    let found = pearson(&x, &y).unwrap();
    assert_close(found, 0.818_181_818_181_817_8, 0.003_814_920_082_550_742_6);
    assert_eq!(spearman(&x, &y).unwrap(), pearson(&x, &y).unwrap());
    let found = kendall(&x, &y).unwrap();
    assert_close(found, 0.644_444_444_444_444_4, 0.009_148_478_835_978_836);
}

#[test]
fn of_scipy_without_ties_and_beyond_the_exact_distribution() {
    let x: Vec<f64> = (0..40).map(f64::from).collect();
    let y: Vec<f64> = (0..40).map(|i| f64::from((i * 17 + 5) % 41)).collect();
    let found = pearson(&x, &y).unwrap();
    assert_close(found, 0.033_600_105_131_160_095, 0.836_927_484_157_204_2);
    let found = spearman(&x, &y).unwrap();
    assert_close(found, 0.033_208_255_159_474_676, 0.838_804_063_757_525_9);
    let found = kendall(&x, &y).unwrap();
    assert_close(found, 0.015_384_615_384_615_385, 0.888_808_204_109_612_4);
}

#[test]
fn what_cannot_be_correlated_says_why() {
    for correlate in [pearson, spearman, kendall] {
        assert_eq!(
            correlate(&[1.0, 2.0, 3.0], &[1.0, 2.0]),
            Err(Undefined::Unpaired { x: 3, y: 2 })
        );
        assert!(matches!(
            correlate(&[1.0], &[2.0]),
            Err(Undefined::TooFew { found: 1, .. })
        ));
        assert_eq!(
            correlate(&[1.0, 2.0, f64::NAN], &[1.0, 2.0, 3.0]),
            Err(Undefined::NotFinite)
        );
        // The mean of three 0.1 is not 0.1.
        assert_eq!(
            correlate(&[0.1, 0.1, 0.1], &[1.0, 2.0, 3.0]),
            Err(Undefined::Constant)
        );
    }
    assert_eq!(
        pearson(&[1.0, 2.0], &[1.0, 2.0]),
        Err(Undefined::TooFew {
            found: 2,
            needed: 3
        })
    );
}

#[test]
fn numbers_of_any_size_correlate_or_say_that_they_cannot() {
    for x in [[1e-170, 2e-170, 3e-170], [1e200, 2e200, 3e200]] {
        let found = pearson(&x, &[1.0, 2.0, 3.0]).unwrap();
        assert!((found.coefficient - 1.0).abs() < 1e-12, "{found:?}");
    }
    let x = [1e308, 1.1e308, 1.2e308];
    assert_eq!(pearson(&x, &[1.0, 2.0, 3.0]), Err(Undefined::NotFinite));
    assert_eq!(spearman(&x, &[1.0, 2.0, 3.0]).unwrap().coefficient, 1.0);
    assert_eq!(
        pearson(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]).unwrap().p_value,
        0.0
    );
}
