//! Scores and tests of evaluations, once for all tools: confusion, precision and
//! recall, bootstrap intervals, correlation. Knows numbers only.
//!
//! What is undefined says so: a score whose denominator is zero is `None`, a
//! correlation of a constant is an [`Undefined`] with its reason. Neither is a
//! zero, and none is left out of a mean unseen: [`Mean`] counts them.
//!
//! | question | answer |
//! |---|---|
//! | how often was a yes/no judgement right? | [`Confusion`] |
//! | how much of a set was found, how much of the found was right? | [`Matches`], [`macro_mean`] |
//! | how far would the score move with another sample? | [`percentile_interval`] |
//! | what do two scores, or several of unequal weight, come to? | [`harmonic_mean`], [`weighted_mean`] |
//! | do two columns of numbers move together? | [`pearson`], [`spearman`], [`kendall`] |

mod bootstrap;
mod confusion;
mod correlation;
mod matches;
mod mean;

pub use bootstrap::{Bootstrap, Interval, percentile_interval};
pub use confusion::Confusion;
pub use correlation::{Correlation, Undefined, kendall, pearson, pearson_p_value, ranks, spearman};
pub use matches::{Matches, macro_f1, macro_mean, macro_precision, macro_recall};
pub use mean::{Mean, harmonic_mean, mean, quantile, weighted_mean};

/// `numerator / denominator`, undefined when the denominator is zero.
///
/// ```
/// use statistics::ratio;
/// assert_eq!((ratio(1, 4), ratio(0, 4), ratio(0, 0)), (Some(0.25), Some(0.0), None));
/// ```
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    reason = "counts beyond 2^53 are not reached, and a ratio is rounded anyway"
)]
pub fn ratio(numerator: u64, denominator: u64) -> Option<f64> {
    (denominator > 0).then(|| numerator as f64 / denominator as f64)
}
