//! Sets found against sets expected.

use crate::{Confusion, Mean, ratio};
use std::collections::BTreeSet;
use std::ops::{Add, AddAssign};

/// What was found of a set: in both, only found, only expected.
///
/// Micro scores are those of the sum (`matches.sum::<Matches>().f1()`), macro
/// scores the means of each one's score ([`macro_precision`], [`macro_recall`],
/// [`macro_f1`]).
///
/// ```
/// use statistics::{Matches, macro_recall};
/// let found = [
///     Matches::of(["a", "b"], ["a", "b", "c", "d"]),
///     Matches::of(["x"], ["x"]),
/// ];
/// assert_eq!(found.into_iter().sum::<Matches>().recall(), Some(3.0 / 5.0));
/// assert_eq!(macro_recall(found).mean, Some(0.75));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Matches {
    /// Found and expected.
    pub true_positives: u64,
    /// Found, not expected.
    pub false_positives: u64,
    /// Expected, not found.
    pub false_negatives: u64,
}

impl Matches {
    /// Compares two sets; what stands twice in one of them counts once.
    pub fn of<T: Ord>(
        found: impl IntoIterator<Item = T>,
        expected: impl IntoIterator<Item = T>,
    ) -> Self {
        let (found, expected): (BTreeSet<T>, BTreeSet<T>) =
            (found.into_iter().collect(), expected.into_iter().collect());
        let shared = found.intersection(&expected).count() as u64;
        Self {
            true_positives: shared,
            false_positives: found.len() as u64 - shared,
            false_negatives: expected.len() as u64 - shared,
        }
    }

    /// Share of the found that was expected; undefined if nothing was found.
    #[must_use]
    pub fn precision(self) -> Option<f64> {
        ratio(
            self.true_positives,
            self.true_positives + self.false_positives,
        )
    }

    /// Share of the expected that was found; undefined if nothing was expected.
    #[must_use]
    pub fn recall(self) -> Option<f64> {
        ratio(
            self.true_positives,
            self.true_positives + self.false_negatives,
        )
    }

    /// 2·TP / (2·TP + FP + FN), the harmonic mean of precision and recall where
    /// both are defined and not both zero; zero if one of the sets is empty;
    /// undefined if both are.
    #[must_use]
    pub fn f1(self) -> Option<f64> {
        ratio(
            2 * self.true_positives,
            2 * self.true_positives + self.false_positives + self.false_negatives,
        )
    }
}

impl From<Confusion> for Matches {
    fn from(confusion: Confusion) -> Self {
        confusion.matches()
    }
}

impl AddAssign for Matches {
    fn add_assign(&mut self, other: Self) {
        self.true_positives += other.true_positives;
        self.false_positives += other.false_positives;
        self.false_negatives += other.false_negatives;
    }
}

impl Add for Matches {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl std::iter::Sum for Matches {
    fn sum<I: Iterator<Item = Self>>(matches: I) -> Self {
        matches.fold(Self::default(), Add::add)
    }
}

/// Mean of scores, each item of the same weight; undefined ones are left out and counted.
pub fn macro_mean(scores: impl IntoIterator<Item = Option<f64>>) -> Mean {
    Mean::of(scores)
}

/// Mean of the items' precisions.
pub fn macro_precision(matches: impl IntoIterator<Item = impl Into<Matches>>) -> Mean {
    macro_mean(matches.into_iter().map(|item| item.into().precision()))
}

/// Mean of the items' recalls.
pub fn macro_recall(matches: impl IntoIterator<Item = impl Into<Matches>>) -> Mean {
    macro_mean(matches.into_iter().map(|item| item.into().recall()))
}

/// Mean of the items' F1 scores. (Not the F1 of the mean precision and recall,
/// which goes by the same name elsewhere.)
pub fn macro_f1(matches: impl IntoIterator<Item = impl Into<Matches>>) -> Mean {
    macro_mean(matches.into_iter().map(|item| item.into().f1()))
}

#[cfg(test)]
mod tests {
    use super::{Matches, macro_f1};

    #[test]
    fn f1_is_the_harmonic_mean() {
        for true_positives in 1..5_u64 {
            for false_positives in 0..5 {
                for false_negatives in 0..5 {
                    let matches = Matches {
                        true_positives,
                        false_positives,
                        false_negatives,
                    };
                    let (precision, recall) =
                        (matches.precision().unwrap(), matches.recall().unwrap());
                    let harmonic = 2.0 / (1.0 / precision + 1.0 / recall);
                    assert!((matches.f1().unwrap() - harmonic).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn nothing_found_of_nothing_expected_is_undefined_and_counted() {
        let nothing = Matches::default();
        assert_eq!(
            (nothing.precision(), nothing.recall(), nothing.f1()),
            (None, None, None)
        );
        let mean = macro_f1([nothing, Matches::of([1], [1]), Matches::of([1], [2])]);
        assert_eq!((mean.mean, mean.n, mean.undefined), (Some(0.5), 2, 1));
    }
}
