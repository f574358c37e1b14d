//! Means and quantiles that keep count of what they leave out.

/// A mean over the defined scores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean; undefined if no score is defined.
    pub mean: Option<f64>,
    /// How many scores it is over.
    pub n: usize,
    /// How many more were undefined.
    pub undefined: usize,
}

impl Mean {
    /// Mean of the scores that are defined.
    pub fn of(scores: impl IntoIterator<Item = Option<f64>>) -> Self {
        let (mut sum, mut n, mut undefined) = (0.0, 0_usize, 0);
        for score in scores {
            match score {
                Some(score) => {
                    sum += score;
                    n += 1;
                }
                None => undefined += 1,
            }
        }
        Self {
            mean: (n > 0).then(|| sum / to_f64(n)),
            n,
            undefined,
        }
    }
}

/// Arithmetic mean; undefined over nothing.
#[must_use]
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / to_f64(values.len()))
}

/// Harmonic mean of two scores, 2xy / (x + y): zero if one of them is zero,
/// whatever the other one is, and else undefined if one is undefined, negative
/// or not finite.
///
/// ```
/// use statistics::harmonic_mean;
/// assert_eq!(harmonic_mean(Some(0.5), Some(1.0)), Some(2.0 / 3.0));
/// assert_eq!(harmonic_mean(Some(0.0), None), Some(0.0));
/// assert_eq!(harmonic_mean(Some(0.5), None), None);
/// ```
#[must_use]
pub fn harmonic_mean(x: Option<f64>, y: Option<f64>) -> Option<f64> {
    let is_score = |score: &f64| score.is_finite() && *score >= 0.0;
    match (x.filter(is_score), y.filter(is_score)) {
        (Some(0.0), _) | (_, Some(0.0)) => Some(0.0),
        // Divided before multiplied: a product of small scores would vanish.
        (Some(x), Some(y)) => Some(2.0 * (x.min(y) / (1.0 + x.min(y) / x.max(y)))),
        _ => None,
    }
}

/// Mean of scores of unequal weight, given as (weight, score).
///
/// Weights need not sum to one. Undefined if a score is, however small its
/// weight: nothing is left out. Undefined, too, for a weight that is negative
/// or not finite, if the weights sum to zero, and if the mean is not finite.
///
/// ```
/// use statistics::weighted_mean;
/// assert_eq!(weighted_mean([(3.0, Some(1.0)), (1.0, Some(0.5))]), Some(0.875));
/// assert_eq!(weighted_mean([(3.0, Some(1.0)), (1.0, None)]), None);
/// ```
pub fn weighted_mean(scores: impl IntoIterator<Item = (f64, Option<f64>)>) -> Option<f64> {
    let (mut sum, mut weights) = (0.0, 0.0);
    for (weight, score) in scores {
        if !(weight.is_finite() && weight >= 0.0) {
            return None;
        }
        sum += weight * score?;
        weights += weight;
    }
    Some(sum / weights).filter(|mean: &f64| mean.is_finite())
}

/// The `q`-quantile (0 ≤ q ≤ 1) of values in ascending order, linear between
/// neighbours (type 7 of Hyndman and Fan 1996, the default of R and of NumPy).
/// Undefined over nothing and outside of that range.
///
/// ```
/// use statistics::quantile;
/// assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0], 0.5), Some(2.5));
/// assert_eq!(quantile(&[], 0.5), None);
/// ```
#[must_use]
pub fn quantile(ascending: &[f64], q: f64) -> Option<f64> {
    if !(0.0..=1.0).contains(&q) {
        return None;
    }
    let position = q * to_f64(ascending.len().checked_sub(1)?);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a position between 0 and the last index"
    )]
    let below = position.floor() as usize;
    let low = *ascending.get(below)?;
    let high = *ascending.get(below + 1).unwrap_or(&low);
    // Not low + (high − low)·f: that leaves [low, high] by a rounding, and is NaN at infinities.
    let fraction = position - position.floor();
    Some(if fraction == 0.0 {
        low
    } else {
        low * (1.0 - fraction) + high * fraction
    })
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts beyond 2^53 are not reached"
)]
pub(crate) fn to_f64(count: usize) -> f64 {
    count as f64
}
