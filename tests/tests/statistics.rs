//! `statistics` against its naive versions.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use plumbline_tests::oracle::correlation as naive;
use proptest::collection::vec;
use proptest::prelude::*;
use statistics::{kendall, pearson, pearson_p_value, ranks, spearman};

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-9
}

/// Two columns of small numbers, so with ties.
fn columns() -> impl Strategy<Value = (Vec<i32>, Vec<i32>)> {
    (3_usize..40).prop_flat_map(|n| (vec(-6..6, n), vec(-6..6, n)))
}

fn floats(values: &[i32]) -> Vec<f64> {
    values.iter().copied().map(f64::from).collect()
}

fn varies(values: &[i32]) -> bool {
    values.iter().any(|value| *value != values[0])
}

proptest! {
    #[test]
    fn coefficients_equal_the_naive_ones((x, y) in columns()) {
        let (fx, fy) = (floats(&x), floats(&y));
        prop_assert_eq!(ranks(&fx), naive::ranks(&x));
        if varies(&x) && varies(&y) {
            prop_assert!(close(pearson(&fx, &fy).unwrap().coefficient, naive::pearson(&fx, &fy)));
            let (rx, ry) = (naive::ranks(&x), naive::ranks(&y));
            prop_assert!(close(spearman(&fx, &fy).unwrap().coefficient, naive::pearson(&rx, &ry)));
            prop_assert!(close(kendall(&fx, &fy).unwrap().coefficient, naive::kendall(&x, &y)));
        } else {
            prop_assert!(pearson(&fx, &fy).is_err());
            prop_assert!(spearman(&fx, &fy).is_err());
            prop_assert!(kendall(&fx, &fy).is_err());
        }
    }

    #[test]
    fn p_values_lie_in_the_unit_interval_and_do_not_depend_on_the_sign((x, y) in columns()) {
        let (fx, fy) = (floats(&x), floats(&y));
        let negated: Vec<f64> = fy.iter().map(|y| -y).collect();
        for correlate in [pearson, spearman, kendall] {
            if let Ok(found) = correlate(&fx, &fy) {
                prop_assert!((0.0..=1.0).contains(&found.p_value), "{found:?}");
                let mirrored = correlate(&fx, &negated).unwrap();
                prop_assert!(close(mirrored.coefficient, -found.coefficient));
                prop_assert!(close(mirrored.p_value, found.p_value));
            }
        }
    }

    #[test]
    fn kendalls_exact_p_value_is_that_of_all_orders(
        y in (2_usize..7).prop_flat_map(|n| Just((0..n as i32).collect::<Vec<_>>()).prop_shuffle())
    ) {
        let x: Vec<i32> = (0..y.len() as i32).collect();
        let found = kendall(&floats(&x), &floats(&y)).unwrap();
        prop_assert!(close(found.p_value, naive::kendall_exact_p(&x, &y)), "{found:?}");
    }

    #[test]
    fn spearmans_exact_p_value_is_that_of_all_orders(
        (x, y) in (3_usize..6).prop_flat_map(|n| (vec(0..5, n), vec(0..5, n)))
    ) {
        prop_assume!(varies(&x) && varies(&y));
        let found = spearman(&floats(&x), &floats(&y)).unwrap();
        prop_assert!(close(found.p_value, naive::spearman_exact_p(&x, &y)), "{found:?}");
    }
}

proptest! {
    // Naive integrals take their time.
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn pearsons_p_value_is_the_area_of_the_tails(r in -0.99..0.99_f64, n in 4_usize..60) {
        let found = pearson_p_value(r, n).unwrap();
        prop_assert!((found - naive::pearson_p(r, n)).abs() < 1e-6, "{found}");
    }
}
