//! Ranks, and Spearman's coefficient on them.

use super::{Correlation, Undefined, check, pearson};
use crate::mean::to_f64;

/// Ranks from 1 in ascending order; equal numbers share the mean of their ranks.
///
/// ```
/// assert_eq!(statistics::ranks(&[30.0, 10.0, 30.0, 20.0]), [3.5, 1.0, 3.5, 2.0]);
/// ```
#[must_use]
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    #[expect(clippy::float_cmp, reason = "a tie is the very same number")]
    for tied in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let last = first + tied.len();
        for &index in tied {
            ranks[index] = to_f64(first + 1 + last) / 2.0;
        }
        first = last;
    }
    ranks
}

/// Most pairs for which all orders are counted.
const MAX_EXACT: usize = 9;

/// Spearman's rank coefficient: Pearson's of the [`ranks`], ties sharing their
/// mean rank. The p-value is exact for up to nine pairs, the share of all orders
/// of one column whose coefficient is as far from zero; for more it is that of
/// Pearson's t, which is an approximation.
///
/// # Errors
/// As [`pearson`].
///
/// ```
/// let found = statistics::spearman(&[1.0, 2.0, 3.0, 4.0], &[1.0, 8.0, 27.0, 64.0]).unwrap();
/// assert_eq!(found.coefficient, 1.0);
/// assert!((found.p_value - 2.0 / 24.0).abs() < 1e-12);
/// ```
pub fn spearman(x: &[f64], y: &[f64]) -> Result<Correlation, Undefined> {
    check(x, y, 3)?;
    let (x_ranks, y_ranks) = (ranks(x), ranks(y));
    let mut found = pearson(&x_ranks, &y_ranks)?;
    if x.len() <= MAX_EXACT {
        found.p_value = exact_p_value(&doubled(&x_ranks), &doubled(&y_ranks));
    }
    Ok(found)
}

/// Twice the ranks, which are whole numbers from 2 to 2n.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most twice MAX_EXACT"
)]
fn doubled(ranks: &[f64]) -> Vec<usize> {
    ranks.iter().map(|rank| (2.0 * rank) as usize).collect()
}

/// Share of the n! ways to pair the ranks whose sum of products is as far from
/// its mean, n(n+1)², as this one's.
fn exact_p_value(x: &[usize], y: &[usize]) -> f64 {
    let n = x.len();
    let mean = n * (n + 1) * (n + 1);
    let products =
        |x: &[usize], y: &[usize]| -> usize { x.iter().zip(y).map(|(x, y)| x * y).sum() };
    let found = products(x, y).abs_diff(mean);
    // Σ x² is the largest a sum can be for one of the columns.
    let n_sums = products(x, x).max(products(y, y)) + 1;
    // ways[used][sum]: of the pairings of the first |used| of x with those of y in `used`.
    let mut ways = vec![vec![0_u64; n_sums]; 1 << n];
    ways[0][0] = 1;
    for used in 0..1_usize << n {
        let Some(&next) = x.get(used.count_ones() as usize) else {
            continue;
        };
        let row = std::mem::take(&mut ways[used]);
        for (at, other) in y.iter().enumerate().filter(|(at, _)| used & (1 << at) == 0) {
            let product = next * other;
            for (sum, &n_ways) in row.iter().enumerate().filter(|(_, n_ways)| **n_ways > 0) {
                ways[used | (1 << at)][sum + product] += n_ways;
            }
        }
    }
    let (mut as_far, mut all) = (0, 0);
    for (sum, &n_ways) in ways[(1 << n) - 1].iter().enumerate() {
        all += n_ways;
        if sum.abs_diff(mean) >= found {
            as_far += n_ways;
        }
    }
    crate::ratio(as_far, all).unwrap_or(1.0)
}
