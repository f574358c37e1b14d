//! How scores are spread.

use crate::score::Score;

/// How many scores lie above a threshold.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct ShareAbove {
    /// The threshold; a score equal to it is not above.
    pub threshold: f64,
    /// Scores above, of those that are defined.
    pub above: Score,
    /// How many scores are undefined.
    pub undefined: u64,
}

/// The share of target lemmas whose score is above a threshold; undefined scores
/// are counted apart.
///
/// ```
/// use crost::study::share_above;
/// let above = share_above([Some(0.9), Some(0.8), None], 0.8);
/// assert_eq!((above.above.value(), above.undefined), (Some(0.5), 1));
/// ```
pub fn share_above(scores: impl IntoIterator<Item = Option<f64>>, threshold: f64) -> ShareAbove {
    let mut share = ShareAbove {
        threshold,
        above: Score::default(),
        undefined: 0,
    };
    for score in scores {
        match score {
            Some(score) => {
                share.above.total += 1;
                share.above.covered += u64::from(score > threshold);
            }
            None => share.undefined += 1,
        }
    }
    share
}

/// Scores from 0 to 1 in bins of equal width.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Histogram {
    /// Scores a bin; a score between two bins is in the upper one, 1 in the last.
    pub bins: Vec<u64>,
    /// How many scores are undefined.
    pub undefined: u64,
}

/// Sorts scores from 0 to 1 into `n_bins` bins.
///
/// ```
/// use crost::study::histogram;
/// assert_eq!(histogram([Some(0.0), Some(0.5), Some(1.0), None], 2).bins, [1, 2]);
/// ```
pub fn histogram(scores: impl IntoIterator<Item = Option<f64>>, n_bins: u32) -> Histogram {
    let n_bins = n_bins.max(1);
    let mut bins = vec![0; n_bins as usize];
    let mut undefined = 0;
    for score in scores {
        match score {
            Some(score) => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "scores are from 0 to 1; a cast of others saturates"
                )]
                let bin = (score * f64::from(n_bins)) as usize;
                bins[bin.min(n_bins as usize - 1)] += 1;
            }
            None => undefined += 1,
        }
    }
    Histogram { bins, undefined }
}
