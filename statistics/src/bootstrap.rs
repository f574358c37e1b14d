//! Confidence intervals by resampling.

use crate::mean::quantile;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// How to resample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bootstrap {
    /// How many resamples.
    pub resamples: usize,
    /// Share of resamples inside the interval, between 0 and 1.
    pub level: f64,
    /// Where the generator starts; the same seed gives the same interval.
    pub seed: u64,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Self {
            resamples: 2000,
            level: 0.95,
            seed: 0,
        }
    }
}

/// A confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Resamples where the statistic was undefined: the interval is over the others.
    pub undefined: usize,
}

/// Percentile bootstrap interval of a statistic (Efron 1979): resamples of the
/// sample's size are drawn with replacement, and the interval lies between the
/// (1−level)/2 and (1+level)/2 quantiles of the statistic over them.
///
/// The generator is PCG XSL RR 128/64 with the seed spread as `rand_core` does
/// it, both of which are fixed: the same sample, settings and seed give the same
/// interval on every machine. Undefined for an empty sample, without
/// resamples, at a level outside (0, 1), and when the statistic is undefined
/// (or not a number) on every resample.
///
/// ```
/// use statistics::{Bootstrap, Matches, percentile_interval};
/// let items = [Matches::of([1, 2], [1, 2, 3]), Matches::of([1], [2]), Matches::of([7], [7])];
/// let micro_f1 = |items: &[&Matches]| items.iter().copied().copied().sum::<Matches>().f1();
/// let interval = percentile_interval(&items, micro_f1, Bootstrap::default()).unwrap();
/// assert!(interval.low <= interval.high);
/// ```
pub fn percentile_interval<T>(
    sample: &[T],
    statistic: impl Fn(&[&T]) -> Option<f64>,
    bootstrap: Bootstrap,
) -> Option<Interval> {
    let level = bootstrap.level;
    if sample.is_empty() || !(level > 0.0 && level < 1.0) {
        return None;
    }
    let mut generator = Pcg64::seed_from_u64(bootstrap.seed);
    let mut resample: Vec<&T> = Vec::with_capacity(sample.len());
    let mut values = Vec::with_capacity(bootstrap.resamples);
    for _ in 0..bootstrap.resamples {
        resample.clear();
        resample.extend((0..sample.len()).map(|_| &sample[below(&mut generator, sample.len())]));
        values.extend(statistic(&resample).filter(|value| !value.is_nan()));
    }
    values.sort_by(f64::total_cmp);
    Some(Interval {
        low: quantile(&values, (1.0 - level) / 2.0)?,
        high: quantile(&values, f64::midpoint(1.0, level))?,
        undefined: bootstrap.resamples - values.len(),
    })
}

/// A number below `n`, by the high half of a product; the bias is below n/2⁶⁴.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the high half of the product is below n"
)]
fn below(generator: &mut Pcg64, n: usize) -> usize {
    ((u128::from(generator.next_u64()) * n as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::{Bootstrap, percentile_interval};
    use crate::mean::to_f64;

    fn mean(sample: &[&f64]) -> Option<f64> {
        Some(sample.iter().copied().sum::<f64>() / to_f64(sample.len()))
    }

    #[test]
    fn a_mean_of_a_large_sample_has_the_normal_interval() {
        // 0..1 in 400 steps: standard deviation √(1/12), so ±1.96·√(1/12)/20.
        let sample: Vec<f64> = (0..400).map(|i| (f64::from(i) + 0.5) / 400.0).collect();
        let interval = percentile_interval(&sample, mean, Bootstrap::default()).unwrap();
        let half_width = 1.959_964 * (1.0_f64 / 12.0).sqrt() / 20.0;
        assert!(
            (interval.low - (0.5 - half_width)).abs() < 0.003,
            "{interval:?}"
        );
        assert!(
            (interval.high - (0.5 + half_width)).abs() < 0.003,
            "{interval:?}"
        );
    }

    #[test]
    fn a_seed_fixes_the_interval_and_another_moves_it() {
        let sample = [0.1, 0.5, 0.7, 0.95, 0.3];
        let at = |seed| {
            let bootstrap = Bootstrap {
                seed,
                ..Bootstrap::default()
            };
            percentile_interval(&sample, mean, bootstrap).unwrap()
        };
        assert_eq!(at(7), at(7));
        assert_ne!(at(7), at(8));
    }

    #[test]
    fn resamples_without_a_value_are_counted() {
        let sample = [1.0, 2.0];
        let only_mixed = |drawn: &[&f64]| (drawn[0] != drawn[1]).then_some(1.5);
        let interval = percentile_interval(&sample, only_mixed, Bootstrap::default()).unwrap();
        assert_eq!((interval.low, interval.high), (1.5, 1.5));
        assert!((800..1200).contains(&interval.undefined), "{interval:?}");
    }

    #[test]
    fn nothing_to_resample_is_undefined() {
        let settings = Bootstrap::default();
        assert_eq!(percentile_interval(&[], mean, settings), None);
        assert_eq!(percentile_interval(&[1.0], |_| None, settings), None);
        for bad in [
            Bootstrap {
                level: 1.0,
                ..settings
            },
            Bootstrap {
                level: f64::NAN,
                ..settings
            },
            Bootstrap {
                resamples: 0,
                ..settings
            },
        ] {
            assert_eq!(percentile_interval(&[1.0], mean, bad), None);
        }
    }
}
