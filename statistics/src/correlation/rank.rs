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

/// Spearman's rank coefficient: Pearson's of the [`ranks`], ties sharing their
/// mean rank, with the p-value of the same t. That is an approximation, poor
/// below ten pairs.
///
/// # Errors
/// As [`pearson`].
///
/// ```
/// let found = statistics::spearman(&[1.0, 2.0, 3.0, 4.0], &[1.0, 8.0, 27.0, 64.0]).unwrap();
/// assert_eq!(found.coefficient, 1.0);
/// ```
pub fn spearman(x: &[f64], y: &[f64]) -> Result<Correlation, Undefined> {
    check(x, y, 3)?;
    pearson(&ranks(x), &ranks(y))
}
