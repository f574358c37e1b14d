//! Whether two columns of numbers move together.

mod kendall;
mod rank;

pub use kendall::kendall;
pub use rank::{ranks, spearman};

use crate::mean::{mean, to_f64};
use statrs::function::beta::checked_beta_reg;

/// A coefficient of correlation with the probability of one as far from zero
/// when the columns are independent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Correlation {
    /// Between −1 and 1.
    pub coefficient: f64,
    /// Two-sided.
    pub p_value: f64,
    /// Number of pairs.
    pub n: usize,
}

/// Why there is no correlation to speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Undefined {
    /// The columns do not pair up.
    #[error("the columns have {x} and {y} numbers")]
    Unpaired {
        /// Length of the first column.
        x: usize,
        /// Length of the second column.
        y: usize,
    },
    /// Fewer pairs than the coefficient and its test need.
    #[error("{found} pairs are too few, {needed} are needed")]
    TooFew {
        /// Number of pairs.
        found: usize,
        /// The least number.
        needed: usize,
    },
    /// A number is infinite or none, or so large that their sum is.
    #[error("a number is not finite, or too large to sum")]
    NotFinite,
    /// A column without variation.
    #[error("a column is constant")]
    Constant,
}

/// Pearson's product-moment coefficient, with the two-sided p-value of
/// t = r·√((n−2)/(1−r²)) under Student's distribution of n−2 degrees of freedom
/// (exact when the columns are normal and independent).
///
/// # Errors
/// [`Undefined`] for columns of unequal length, fewer than three pairs, a
/// constant column and numbers that are not finite.
///
/// ```
/// use statistics::{Undefined, pearson};
/// let found = pearson(&[1.0, 2.0, 3.0, 4.0], &[1.0, 3.0, 2.0, 4.0]).unwrap();
/// assert!((found.coefficient - 0.8).abs() < 1e-12 && (found.p_value - 0.2).abs() < 1e-12);
/// assert_eq!(pearson(&[1.0, 2.0, 3.0], &[5.0, 5.0, 5.0]), Err(Undefined::Constant));
/// ```
pub fn pearson(x: &[f64], y: &[f64]) -> Result<Correlation, Undefined> {
    check(x, y, 3)?;
    let (x_deviations, y_deviations) = (deviations(x)?, deviations(y)?);
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (x, y) in x_deviations.iter().zip(&y_deviations) {
        xx += x * x;
        yy += y * y;
        xy += x * y;
    }
    let coefficient = (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0);
    Ok(Correlation {
        coefficient,
        p_value: pearson_p_value(coefficient, x.len()).ok_or(Undefined::NotFinite)?,
        n: x.len(),
    })
}

/// Two-sided p-value of Pearson's coefficient `r` over `n` pairs, see [`pearson`];
/// undefined for |r| > 1 and fewer than three pairs.
///
/// ```
/// let p = statistics::pearson_p_value(0.75, 12).unwrap();
/// assert_eq!(format!("{p:.5}"), "0.00496");
/// ```
#[must_use]
pub fn pearson_p_value(r: f64, n: usize) -> Option<f64> {
    if n < 3 || !(-1.0..=1.0).contains(&r) {
        return None;
    }
    // P(|T| > t) = I(ν/2, 1/2) at ν/(ν+t²), which is 1−r² here.
    let tail = (1.0 - r) * (1.0 + r);
    checked_beta_reg(to_f64(n - 2) / 2.0, 0.5, tail).ok()
}

/// Deviations from the mean in units of the largest one, so that no square of
/// them overflows and not all of them vanish.
fn deviations(values: &[f64]) -> Result<Vec<f64>, Undefined> {
    let mean = mean(values).ok_or(Undefined::NotFinite)?;
    let deviations: Vec<f64> = values.iter().map(|value| value - mean).collect();
    let largest = deviations.iter().fold(0.0, |max, d| f64::max(max, d.abs()));
    if !mean.is_finite() || !largest.is_finite() {
        return Err(Undefined::NotFinite);
    }
    if largest == 0.0 {
        return Err(Undefined::Constant);
    }
    Ok(deviations.iter().map(|d| d / largest).collect())
}

/// Whether the columns pair up, are long enough, finite, and vary.
fn check(x: &[f64], y: &[f64], needed: usize) -> Result<(), Undefined> {
    if x.len() != y.len() {
        return Err(Undefined::Unpaired {
            x: x.len(),
            y: y.len(),
        });
    }
    if x.len() < needed {
        return Err(Undefined::TooFew {
            found: x.len(),
            needed,
        });
    }
    if !x.iter().chain(y).all(|value| value.is_finite()) {
        return Err(Undefined::NotFinite);
    }
    // Compared as they are: a mean is rounded, and would leave a constant some variance.
    #[expect(clippy::float_cmp, reason = "a constant repeats the very same number")]
    let is_constant = |column: &[f64]| column.iter().all(|value| *value == column[0]);
    if is_constant(x) || is_constant(y) {
        return Err(Undefined::Constant);
    }
    Ok(())
}
