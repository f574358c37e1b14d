//! Judgements of yes or no against the truth.

use crate::{Matches, ratio};
use std::ops::{Add, AddAssign};

/// How often a judgement and the truth met in each of the four ways.
///
/// ```
/// use statistics::Confusion;
/// let pairs = [(true, true), (true, false), (false, false), (false, false)];
/// let confusion: Confusion = pairs.into_iter().collect();
/// assert_eq!(confusion.accuracy(), Some(0.75));
/// assert_eq!(confusion.recall(), Some(1.0));
/// assert_eq!(confusion.specificity(), Some(2.0 / 3.0));
/// assert_eq!(Confusion::default().accuracy(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Confusion {
    /// Judged yes, is yes.
    pub true_positives: u64,
    /// Judged yes, is no.
    pub false_positives: u64,
    /// Judged no, is no.
    pub true_negatives: u64,
    /// Judged no, is yes.
    pub false_negatives: u64,
}

impl Confusion {
    /// Adds one pair of a judgement and the truth.
    pub fn record(&mut self, judged: bool, truth: bool) {
        *match (judged, truth) {
            (true, true) => &mut self.true_positives,
            (true, false) => &mut self.false_positives,
            (false, false) => &mut self.true_negatives,
            (false, true) => &mut self.false_negatives,
        } += 1;
    }

    /// Number of pairs.
    #[must_use]
    pub fn total(self) -> u64 {
        self.true_positives + self.false_positives + self.true_negatives + self.false_negatives
    }

    /// Share of pairs judged right; undefined without pairs.
    #[must_use]
    pub fn accuracy(self) -> Option<f64> {
        ratio(self.true_positives + self.true_negatives, self.total())
    }

    /// Share of what is yes that was judged yes (sensitivity); undefined if nothing is yes.
    #[must_use]
    pub fn recall(self) -> Option<f64> {
        self.matches().recall()
    }

    /// Share of what is no that was judged no; undefined if nothing is no.
    #[must_use]
    pub fn specificity(self) -> Option<f64> {
        ratio(
            self.true_negatives,
            self.true_negatives + self.false_positives,
        )
    }

    /// Mean of [`recall`](Self::recall) and [`specificity`](Self::specificity).
    /// Undefined if one of them is: over one class there is nothing to balance.
    #[must_use]
    pub fn balanced_accuracy(self) -> Option<f64> {
        Some(f64::midpoint(self.recall()?, self.specificity()?))
    }

    /// Share of what was judged yes that is yes; undefined if nothing was.
    #[must_use]
    pub fn precision(self) -> Option<f64> {
        self.matches().precision()
    }

    /// F1 of the class yes, see [`Matches::f1`].
    #[must_use]
    pub fn f1(self) -> Option<f64> {
        self.matches().f1()
    }

    /// The class yes alone: everything but the true negatives.
    #[must_use]
    pub fn matches(self) -> Matches {
        Matches {
            true_positives: self.true_positives,
            false_positives: self.false_positives,
            false_negatives: self.false_negatives,
        }
    }
}

impl FromIterator<(bool, bool)> for Confusion {
    /// Counts pairs of (judged, truth).
    fn from_iter<I: IntoIterator<Item = (bool, bool)>>(pairs: I) -> Self {
        let mut confusion = Self::default();
        for (judged, truth) in pairs {
            confusion.record(judged, truth);
        }
        confusion
    }
}

impl AddAssign for Confusion {
    fn add_assign(&mut self, other: Self) {
        self.true_positives += other.true_positives;
        self.false_positives += other.false_positives;
        self.true_negatives += other.true_negatives;
        self.false_negatives += other.false_negatives;
    }
}

impl Add for Confusion {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl std::iter::Sum for Confusion {
    fn sum<I: Iterator<Item = Self>>(confusions: I) -> Self {
        confusions.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Confusion;

    #[test]
    fn one_class_alone_leaves_the_balance_undefined() {
        let confusion: Confusion = [(true, true), (false, true)].into_iter().collect();
        assert_eq!(confusion.accuracy(), Some(0.5));
        assert_eq!(confusion.recall(), Some(0.5));
        assert_eq!(confusion.specificity(), None);
        assert_eq!(confusion.balanced_accuracy(), None);
    }

    #[test]
    fn always_yes_has_the_balance_of_a_coin() {
        let confusion: Confusion = [(true, true), (true, true), (true, true), (true, false)]
            .into_iter()
            .collect();
        assert_eq!(confusion.accuracy(), Some(0.75));
        assert_eq!(confusion.balanced_accuracy(), Some(0.5));
    }
}
