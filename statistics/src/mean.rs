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
