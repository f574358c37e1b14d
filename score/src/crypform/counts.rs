//! Outcomes, counted, and the measures over them.

use super::Security;
use statistics::{Confusion, Matches, harmonic_mean, ratio};
use std::fmt::Debug;
use std::ops::{Add, AddAssign};

/// How attempts count that the prover was stopped at.
///
/// With [`Timeouts::Unjudged`] the benchmark's published scores come out of its
/// published counts, if a, ACC_A and F1_A are rounded to whole percents first as
/// they were there (20 of 21 scores; the last one is 55.5 instead of 55.6). With
/// the other two they do not.
///
/// Mind what that convention rewards: of a hundred models of which 99 run into
/// the timeout and the last one is judged right, a, ACC_A and F1_A are all 1.
/// [`Timeouts::Missed`] gives 0.01 for ACC_A. Without timeouts all three agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timeouts {
    /// Not analysed, as if the prover had not loaded the model.
    NotAnalysed,
    /// Analysed for a, left out of ACC_A and F1_A: the benchmark's convention.
    Unjudged,
    /// Analysed throughout, with a verdict that is not right: nothing is not SAFE
    /// and finds no attack.
    Missed,
}

/// The exponent of a in S: the larger, the more it costs not to be analysable.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Gamma(f64);

impl Gamma {
    /// The benchmark's default.
    pub const ONE: Self = Self(1.0);

    /// A positive, finite exponent; none for other numbers.
    ///
    /// ```
    /// use score::crypform::Gamma;
    /// assert_eq!(Gamma::new(1.0), Some(Gamma::ONE));
    /// assert_eq!(Gamma::new(0.0), None);
    /// ```
    #[must_use]
    pub fn new(gamma: f64) -> Option<Self> {
        (gamma.is_finite() && gamma > 0.0).then_some(Self(gamma))
    }

    /// The exponent.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }
}

/// A number for each truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ByTruth {
    /// How many are SAFE.
    pub n_safe: u64,
    /// How many are UNSAFE.
    pub n_unsafe: u64,
}

impl ByTruth {
    fn record(&mut self, truth: Security) {
        *match truth {
            Security::Safe => &mut self.n_safe,
            Security::Unsafe => &mut self.n_unsafe,
        } += 1;
    }

    /// Both together.
    #[must_use]
    pub fn total(self) -> u64 {
        self.n_safe + self.n_unsafe
    }
}

impl AddAssign for ByTruth {
    fn add_assign(&mut self, other: Self) {
        self.n_safe += other.n_safe;
        self.n_unsafe += other.n_unsafe;
    }
}

/// What is counted, schemes or goals: [`Scheme`](super::scheme::Scheme),
/// [`PerGoal`](super::goal::PerGoal).
pub trait Level: Copy + Debug + PartialEq + Default {
    /// The outcomes of this level.
    type Outcome;

    /// Where an outcome is counted. Its type cannot be named elsewhere: there are
    /// these two levels.
    #[doc(hidden)]
    fn column(outcome: Self::Outcome) -> Column;
}

/// The columns of [`Counts`], in the words of no level.
#[derive(Debug, Clone, Copy)]
pub enum Column {
    /// See [`Counts::judged`]; and so on.
    Judged(Security),
    /// Open.
    Undetermined,
    /// No goal.
    Absent,
    /// Stopped.
    TimedOut,
    /// Not loaded.
    NotAnalysable,
}

/// Outcomes by truth, and the measures over them.
///
/// *Analysed* is what the prover loaded: what it judged, what it left open
/// and what states no goal, and timeouts by the switch [`Timeouts`]. An analysed
/// model without a verdict is not judged right, and misses the attack if there
/// is one.
///
/// Measures lie between 0 and 1, or are undefined where nothing is there to
/// take a share of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts<L> {
    /// SAFE or UNSAFE, against the truth; positive is UNSAFE.
    pub judged: Confusion,
    /// Left open by the prover.
    pub undetermined: ByTruth,
    /// Analysed, and no goal there: none at all, or not the one that is asked for.
    pub absent: ByTruth,
    /// Timeouts.
    pub timed_out: ByTruth,
    /// Not loaded by the prover.
    pub not_analysable: ByTruth,
    /// Schemes or goals.
    pub level: L,
}

impl<L: Level> Counts<L> {
    /// Counts one outcome.
    pub fn record(&mut self, truth: Security, outcome: L::Outcome) {
        match L::column(outcome) {
            Column::Judged(judged) => self
                .judged
                .record(judged == Security::Unsafe, truth == Security::Unsafe),
            Column::Undetermined => self.undetermined.record(truth),
            Column::Absent => self.absent.record(truth),
            Column::TimedOut => self.timed_out.record(truth),
            Column::NotAnalysable => self.not_analysable.record(truth),
        }
    }

    /// How many were counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.loaded() + self.timed_out.total() + self.not_analysable.total()
    }

    /// How many were analysed.
    #[must_use]
    pub fn analysed(&self, timeouts: Timeouts) -> u64 {
        match timeouts {
            Timeouts::NotAnalysed => self.loaded(),
            Timeouts::Unjudged | Timeouts::Missed => self.loaded() + self.timed_out.total(),
        }
    }

    /// Analysed, timeouts apart.
    fn loaded(&self) -> u64 {
        self.judged.total() + self.undetermined.total() + self.absent.total()
    }

    fn right(&self) -> u64 {
        self.judged.true_positives + self.judged.true_negatives
    }

    /// a, analysability: the share that was analysed; undefined if nothing was counted.
    #[must_use]
    pub fn analysability(&self, timeouts: Timeouts) -> Option<f64> {
        ratio(self.analysed(timeouts), self.total())
    }

    /// ACC: the share of all that was judged right, whatever was analysed;
    /// undefined if nothing was counted.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        ratio(self.right(), self.total())
    }

    /// ACC_A: the share of the analysed that was judged right; undefined if none
    /// was analysed (or, for [`Timeouts::Unjudged`], nothing but timeouts).
    #[must_use]
    pub fn accuracy_of_analysed(&self, timeouts: Timeouts) -> Option<f64> {
        let timed_out = match timeouts {
            Timeouts::Missed => self.timed_out.total(),
            Timeouts::NotAnalysed | Timeouts::Unjudged => 0,
        };
        ratio(self.right(), self.loaded() + timed_out)
    }

    /// F1_A: F1 of the class UNSAFE over the analysed. Undefined if none of them
    /// is UNSAFE and none is judged so.
    #[must_use]
    pub fn f1_of_analysed(&self, timeouts: Timeouts) -> Option<f64> {
        let missed = match timeouts {
            Timeouts::Missed => self.timed_out.n_unsafe,
            Timeouts::NotAnalysed | Timeouts::Unjudged => 0,
        };
        let judged = self.judged.matches();
        let without_verdict = self.undetermined.n_unsafe + self.absent.n_unsafe + missed;
        let analysed = Matches {
            false_negatives: judged.false_negatives + without_verdict,
            ..judged
        };
        analysed.f1()
    }

    /// S = HM(a^γ, HM(ACC_A, F1_A)), where HM is the harmonic mean, 0 if either
    /// is 0.
    ///
    /// So a model that never writes what a prover loads scores 0, though its
    /// ACC_A is undefined. S is undefined where ACC_A or F1_A is and nothing
    /// else is 0; the published tables have 0.0 there, as for models whose
    /// every analysis ran into the timeout.
    #[must_use]
    pub fn score(&self, timeouts: Timeouts, gamma: Gamma) -> Option<f64> {
        let analysability = self.analysability(timeouts)?.powf(gamma.get());
        let quality = harmonic_mean(
            self.accuracy_of_analysed(timeouts),
            self.f1_of_analysed(timeouts),
        );
        harmonic_mean(Some(analysability), quality)
    }
}

impl<L> AddAssign for Counts<L> {
    fn add_assign(&mut self, other: Self) {
        self.judged += other.judged;
        self.undetermined += other.undetermined;
        self.absent += other.absent;
        self.timed_out += other.timed_out;
        self.not_analysable += other.not_analysable;
    }
}

impl<L> Add for Counts<L> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<L: Level> std::iter::Sum for Counts<L> {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}
