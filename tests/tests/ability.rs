//! The closed forms of ability against counting, drawing, and the paper's values.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests; a panic is how they report"
)]

use crost::ability::{Ability, AbilityError};
use plumbline_tests::oracle::ability as naive;
use proptest::collection::vec;
use proptest::prelude::*;

/// n, k and a size, all in range and small enough to count.
fn small() -> impl Strategy<Value = (u32, u32, u32)> {
    (1_u32..=12).prop_flat_map(|n| (Just(n), 0..=n, 1..=n))
}

fn ability(n: u32, k: u32, rho: f64) -> Ability {
    Ability::new(n.into(), k.into(), rho).unwrap()
}

#[test]
fn the_papers_values_are_met_to_the_printed_digit() {
    let single = |r| ability(10, 4, 0.513).singleton(r).unwrap();
    assert_eq!(
        format!("{:.4} {:.4}", single(1), single(3)),
        "0.7078 0.9188"
    );
    let bound = ability(20, 10, 0.5).bound(&[3, 5]).unwrap();
    assert_eq!(format!("{:.5}", bound.raw), "0.43924");
    let approximation = ability(20, 10, 0.5).approximation(&[3, 5]).unwrap();
    assert_eq!(format!("{:.6}", approximation.raw), "0.421875");
    let bound = ability(20, 2, 0.5).bound(&[1, 1, 1]).unwrap();
    assert_eq!(format!("{:.2}", bound.raw), "-0.85");
    assert_eq!(bound.clamped, 0.0);
}

#[test]
fn parameters_out_of_range_are_named() {
    assert_eq!(Ability::new(0, 0, 0.5), Err(AbilityError::Lemmas { n: 0 }));
    assert_eq!(
        Ability::new(3, 4, 0.5),
        Err(AbilityError::Generated { n: 3, k: 4 })
    );
    assert!(matches!(
        Ability::new(3, 2, f64::NAN),
        Err(AbilityError::Rho { .. })
    ));
    let ability = ability(3, 2, 0.5);
    assert_eq!(
        ability.singleton(0),
        Err(AbilityError::Size { size: 0, n: 3 })
    );
    assert_eq!(
        ability.approximation(&[1, 4]),
        Err(AbilityError::Size { size: 4, n: 3 })
    );
    assert_eq!(ability.bound(&[]), Err(AbilityError::NoSets));
}

proptest! {
    #[test]
    fn a_miss_is_as_likely_as_counting_says((n, k, size) in small()) {
        let found = ability(n, k, 0.0).miss(size.into()).unwrap();
        prop_assert!((found - naive::miss(n, k, size)).abs() < 1e-12);
    }

    #[test]
    fn the_bound_is_below_what_counting_says(
        (n, k, _) in small(), sizes in vec(1_u32..4, 1..4), rho in 0.0..=1.0_f64
    ) {
        prop_assume!(sizes.iter().sum::<u32>() <= n);
        let wide: Vec<u64> = sizes.iter().copied().map(u64::from).collect();
        let bound = ability(n, k, rho).bound(&wide).unwrap();
        let met = naive::all_met(n, k, &sizes);
        prop_assert!(bound.raw <= (1.0 - rho) * met + 1e-12, "{bound:?} {met}");
        prop_assert!((0.0..=1.0).contains(&bound.clamped));
        // With one set it is no bound but the value.
        if let [size] = sizes[..] {
            let single = ability(n, k, rho).singleton(size.into()).unwrap();
            prop_assert!((rho + bound.raw - single).abs() < 1e-12);
        }
        let approximation = ability(n, k, rho).approximation(&wide).unwrap();
        prop_assert!(approximation.raw <= bound.raw + 1e-12);
    }

    #[test]
    fn more_lemmas_more_sets_more_luck(
        (n, k, r) in small(), rho in 0.0..0.9_f64
    ) {
        let at = |k, r, rho| ability(n, k, rho).singleton(u64::from(r)).unwrap();
        let here = at(k, r, rho);
        prop_assert!((0.0..=1.0).contains(&here));
        prop_assert!(at(k, r, rho + 0.1) >= here - 1e-12);
        if k < n {
            prop_assert!(at(k + 1, r, rho) >= here - 1e-12);
        }
        if r < n {
            prop_assert!(at(k, r + 1, rho) >= here - 1e-12);
        }
        let sizes = [u64::from(r), 1];
        let bound = |sizes: &[u64]| ability(n, k, rho).bound(sizes).unwrap().raw;
        prop_assert!(bound(&sizes) <= bound(&sizes[..1]) + 1e-12);
    }
}

#[test]
fn drawing_comes_near_the_singleton_form() {
    // Four standard deviations of 200,000 draws are below .0045; the seeds are fixed.
    for (n, k, r, rho, seed) in [
        (10, 4, 1, 0.513, 11),
        (10, 4, 3, 0.513, 12),
        (30, 5, 4, 0.2, 13),
        (8, 8, 1, 0.0, 14),
        (25, 0, 3, 0.7, 15),
    ] {
        let found = ability(n, k, rho).singleton(u64::from(r)).unwrap();
        let drawn = naive::simulate(n, k, r, rho, 200_000, seed);
        assert!(
            (found - drawn).abs() < 0.0045,
            "{n} {k} {r}: {found} {drawn}"
        );
    }
}

#[test]
fn large_numbers_neither_overflow_nor_take_long() {
    let ability = Ability::new(10_000_000, 5_000_000, 0.0).unwrap();
    assert_eq!(ability.singleton(5_000_000).unwrap(), 1.0);
    assert_eq!(ability.miss(5_000_001).unwrap(), 0.0);
    assert!((ability.miss(1).unwrap() - 0.5).abs() < 1e-12);
}
