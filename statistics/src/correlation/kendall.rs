//! Kendall's coefficient by merge sort (Knight 1966).

use super::{Correlation, Undefined, check};
use statrs::function::erf::erfc;
use std::cmp::Ordering;

/// Most pairs for which the exact distribution is used; beyond, the normal one
/// differs by less than the third digit.
const MAX_EXACT: usize = 33;

/// Kendall's τ-b, with a two-sided p-value: from the exact distribution of the
/// number of discordant pairs if there are no ties and at most 33 pairs, else
/// from the normal approximation, its variance corrected for ties (Kendall,
/// Rank Correlation Methods, ch. 3–5), without correction for continuity.
///
/// # Errors
/// [`Undefined`] for columns of unequal length, fewer than two pairs, a constant
/// column and numbers that are not finite.
///
/// ```
/// let found = statistics::kendall(&[1.0, 2.0, 3.0, 4.0], &[1.0, 2.0, 4.0, 3.0]).unwrap();
/// assert!((found.coefficient - 2.0 / 3.0).abs() < 1e-12);
/// assert!((found.p_value - 1.0 / 3.0).abs() < 1e-12);
/// ```
pub fn kendall(x: &[f64], y: &[f64]) -> Result<Correlation, Undefined> {
    check(x, y, 2)?;
    let n = x.len();
    let mut pairs: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
    pairs.sort_by(|a, b| compare(a.0, b.0).then(compare(a.1, b.1)));
    let x_ties = Ties::of(&pairs, |a, b| a.0 == b.0);
    let both_ties = Ties::of(&pairs, |a, b| a == b);
    let mut by_y: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
    let discordant = sort_counting_inversions(&mut by_y);
    let y_ties = Ties::of(&by_y, |a, b| a == b);

    let total = choose_two(n as u64);
    // Concordant less discordant; pairs tied in either column are neither.
    let difference = float(total + both_ties.pairs)
        - float(x_ties.pairs + y_ties.pairs)
        - 2.0 * float(discordant);
    let coefficient =
        difference / float(total - x_ties.pairs).sqrt() / float(total - y_ties.pairs).sqrt();
    let p_value = if x_ties.pairs == 0 && y_ties.pairs == 0 && n <= MAX_EXACT {
        exact_p_value(n, discordant.min(total - discordant))
    } else {
        normal_p_value(n, difference, &x_ties, &y_ties)
    };
    Ok(Correlation {
        coefficient: coefficient.clamp(-1.0, 1.0),
        p_value,
        n,
    })
}

/// Numbers that are finite, so that they compare; −0 equals 0.
fn compare(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}

fn choose_two(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

#[expect(
    clippy::cast_precision_loss,
    reason = "pairs beyond 2^53 are not reached"
)]
fn float(count: u64) -> f64 {
    count as f64
}

/// Sums over groups of t equal numbers.
#[derive(Default)]
struct Ties {
    /// Σ t(t−1)/2: tied pairs.
    pairs: u64,
    /// Σ t(t−1)(t−2), as a float: cubes overflow.
    triples: f64,
    /// Σ t(t−1)(2t+5)
    weighted: f64,
}

impl Ties {
    fn of<T>(sorted: &[T], same: impl Fn(&T, &T) -> bool) -> Self {
        let mut ties = Self::default();
        for group in sorted.chunk_by(same) {
            let t = group.len() as u64;
            let size = float(t);
            ties.pairs += choose_two(t);
            ties.triples += size * (size - 1.0) * (size - 2.0);
            ties.weighted += size * (size - 1.0) * (2.0 * size + 5.0);
        }
        ties
    }
}

/// Sorts by merging, from short runs to long ones, and counts the inversions.
fn sort_counting_inversions(values: &mut [f64]) -> u64 {
    let mut merged = values.to_vec();
    let (mut inversions, mut run) = (0, 1);
    while run < values.len() {
        for (from, to) in values.chunks(2 * run).zip(merged.chunks_mut(2 * run)) {
            let (left, right) = from.split_at(run.min(from.len()));
            let (mut l, mut r) = (0, 0);
            for slot in to {
                let take_right = l == left.len() || (r < right.len() && right[r] < left[l]);
                *slot = if take_right {
                    inversions += (left.len() - l) as u64;
                    r += 1;
                    right[r - 1]
                } else {
                    l += 1;
                    left[l - 1]
                };
            }
        }
        values.copy_from_slice(&merged);
        run *= 2;
    }
    inversions
}

/// Twice the share of the n! orders with at most `few` inversions.
fn exact_p_value(n: usize, few: u64) -> f64 {
    // shares[k]: of the orders of i numbers, those with k inversions. The i-th number
    // adds 0..i inversions, each as likely.
    let mut shares = vec![0.0; usize::try_from(few).unwrap_or(usize::MAX - 1) + 1];
    shares[0] = 1.0;
    for i in 2..=n {
        let mut window = 0.0;
        let previous = shares.clone();
        for k in 0..shares.len() {
            window += previous[k];
            if k >= i {
                window -= previous[k - i];
            }
            shares[k] = window / float(i as u64);
        }
    }
    (2.0 * shares.iter().sum::<f64>()).clamp(0.0, 1.0)
}

fn normal_p_value(n: usize, difference: f64, x: &Ties, y: &Ties) -> f64 {
    let n = float(n as u64);
    let pairs = n * (n - 1.0);
    let mut variance = (pairs * (2.0 * n + 5.0) - x.weighted - y.weighted) / 18.0
        + 2.0 * float(x.pairs) * float(y.pairs) / pairs;
    // Two pairs have no triples, and the divisor is zero.
    if n > 2.0 {
        variance += x.triples * y.triples / (9.0 * pairs * (n - 2.0));
    }
    erfc(difference.abs() / variance.sqrt() / std::f64::consts::SQRT_2)
}
