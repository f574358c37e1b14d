//! What a lemma set of a given size can be expected to do: closed forms of the
//! paper's theory (Eq. 9–27).
//!
//! # The model
//! Of `n` lemmas a model generates `k`, every choice as likely. A critical set of
//! `s` lemmas is *missed* if none of them is among the `k`; counting choices,
//!
//! ```text
//! Pr[miss] = C(n−k, s) / C(n, s) = C(n−s, k) / C(n, k)
//! ```
//!
//! ρ is the probability of Pred, the outcome that is asked for, on the condition
//! that the closed form calls a miss; without a miss Pred is certain.
//!
//! * Singleton, (17)–(19): one critical set, of `r` lemmas each of which
//!   suffices. Pr\[Pred\] = 1 − (1−ρ)·Pr\[miss\]: [`Ability::singleton`].
//! * Bound, (25): several critical sets of sizes s₁, s₂, …, all of which have to be
//!   met. By the union bound it is at least (1−ρ)·(1 − Σⱼ C(n−sⱼ, k)/C(n, k)) above
//!   the floor ρ: [`Ability::bound`]. The sum may exceed 1; the raw value is then
//!   negative, and the clamped one 0.
//! * Approximation, (26)–(27): (1−k/n)^sⱼ for each quotient, as if lemmas were drawn
//!   with replacement: [`Ability::approximation`]. Each power is at least its
//!   quotient, so that this is never above the bound.
//!
//! # How far this is the paper's
//! The forms are reconstructed from the paper's published values, all of which
//! they meet to the printed digit: n=10, k=4, ρ=.513: r=1 → .7078, r=3 → .9188; n=20,
//! k=10, s=\[3, 5\], ρ=.5 → .43924 and approximately .421875; n=20, k=2, s=\[1, 1, 1\],
//! ρ=.5 → −.85 before clamping. What the values leave open:
//!
//! * The values of the bound are all at ρ = ½, where (1−ρ)·(1−Σ), ρ·(1−Σ),
//!   ρ − (1−ρ)·Σ and (1−ρ) − ρ·Σ are the same number. Here it is (1−ρ)·(1−Σ), which
//!   alone is the singleton form's Pr\[Pred\] − ρ when there is one set. Each of the four
//!   is a lower bound of Pr\[Pred\] in the model above. At another ρ than ½ do not
//!   quote it as the paper's figure.
//! * Both quotients above are equal, so the values do not tell whether `k` of `n` are
//!   drawn or `s` are.
//! * Whether the paper's Hit is the miss above or its complement: ρ̂ is undefined
//!   without hits ([`estimate_rho`]), which says that ρ is conditioned on Hit,
//!   and (17)–(19) meet their values with ρ conditioned on the miss.

/// Most lemmas the closed forms are computed for: they take time in proportion.
pub const MAX_LEMMAS: u64 = 10_000_000;

/// What is wrong with the parameters of a closed form.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AbilityError {
    /// No lemmas, or too many.
    #[error("n is {n}; it has to be from 1 to {MAX_LEMMAS}")]
    Lemmas {
        /// Number of lemmas.
        n: u64,
    },
    /// More are generated than there are.
    #[error("k is {k}, more than the {n} lemmas there are")]
    Generated {
        /// Number of lemmas.
        n: u64,
        /// Number of generated lemmas.
        k: u64,
    },
    /// Not a probability.
    #[error("ρ is {rho}; it has to be from 0 to 1")]
    Rho {
        /// What was given.
        rho: f64,
    },
    /// A critical set without lemmas, or with more than there are.
    #[error("a critical set has {size} lemmas; it has to have 1 to {n}")]
    Size {
        /// Its size.
        size: u64,
        /// Number of lemmas.
        n: u64,
    },
    /// There is no critical set.
    #[error("no critical set is given")]
    NoSets,
}

/// The parameters all forms share; see the [module](self).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ability {
    n: u64,
    k: u64,
    rho: f64,
}

/// A lower bound on a probability above a floor.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Bound {
    /// As computed; negative where the union bound says nothing.
    pub raw: f64,
    /// Within [0, 1].
    pub clamped: f64,
}

impl Bound {
    fn new(raw: f64) -> Self {
        Self {
            raw,
            clamped: raw.clamp(0.0, 1.0),
        }
    }
}

impl Ability {
    /// `n` lemmas of which `k` are generated; `rho` from 0 to 1.
    ///
    /// # Errors
    /// [`AbilityError`] for parameters out of range.
    pub fn new(n: u64, k: u64, rho: f64) -> Result<Self, AbilityError> {
        if !(1..=MAX_LEMMAS).contains(&n) {
            return Err(AbilityError::Lemmas { n });
        }
        if k > n {
            return Err(AbilityError::Generated { n, k });
        }
        if !(0.0..=1.0).contains(&rho) {
            return Err(AbilityError::Rho { rho });
        }
        Ok(Self { n, k, rho })
    }

    /// Probability that none of a set of `size` lemmas is among the generated ones:
    /// C(n−k, s) / C(n, s).
    ///
    /// # Errors
    /// [`AbilityError::Size`] unless 1 ≤ `size` ≤ n.
    pub fn miss(&self, size: u64) -> Result<f64, AbilityError> {
        self.check(size)?;
        // C(n−k, s)/C(n, s) = C(n−s, k)/C(n, k): the shorter product of the two.
        let (few, many) = (size.min(self.k), size.max(self.k));
        let mut probability = 1.0;
        for i in 0..few {
            let Some(left) = (self.n - i).checked_sub(many).filter(|&left| left > 0) else {
                return Ok(0.0);
            };
            probability *= float(left) / float(self.n - i);
            if probability == 0.0 {
                break;
            }
        }
        Ok(probability)
    }

    /// Pr\[Pred\] for one critical set of `r` lemmas each of which suffices, (17)–(19):
    /// 1 − (1−ρ) · C(n−k, r)/C(n, r).
    ///
    /// # Errors
    /// [`AbilityError::Size`] unless 1 ≤ `r` ≤ n.
    ///
    /// ```
    /// use crost::ability::Ability;
    /// let ability = Ability::new(10, 4, 0.513).unwrap();
    /// assert_eq!(format!("{:.4}", ability.singleton(1).unwrap()), "0.7078");
    /// assert_eq!(format!("{:.4}", ability.singleton(3).unwrap()), "0.9188");
    /// ```
    pub fn singleton(&self, r: u64) -> Result<f64, AbilityError> {
        Ok(1.0 - (1.0 - self.rho) * self.miss(r)?)
    }

    /// Lower bound for critical sets of these sizes, all to be met, (25):
    /// (1−ρ) · (1 − Σⱼ C(n−sⱼ, k)/C(n, k)).
    ///
    /// # Errors
    /// [`AbilityError`] without sets and for sizes out of range.
    ///
    /// ```
    /// use crost::ability::Ability;
    /// let bound = Ability::new(20, 10, 0.5).unwrap().bound(&[3, 5]).unwrap();
    /// assert_eq!(format!("{:.5}", bound.raw), "0.43924");
    /// let bound = Ability::new(20, 2, 0.5).unwrap().bound(&[1, 1, 1]).unwrap();
    /// assert_eq!((format!("{:.2}", bound.raw), bound.clamped), ("-0.85".into(), 0.0));
    /// ```
    pub fn bound(&self, sizes: &[u64]) -> Result<Bound, AbilityError> {
        self.union_bound(sizes, |size| self.miss(size))
    }

    /// The bound with (1−k/n)^sⱼ for each probability of a miss, (26)–(27).
    ///
    /// # Errors
    /// As [`bound`](Self::bound).
    ///
    /// ```
    /// use crost::ability::Ability;
    /// let approximation = Ability::new(20, 10, 0.5).unwrap().approximation(&[3, 5]).unwrap();
    /// assert_eq!(approximation.raw, 0.421875);
    /// ```
    pub fn approximation(&self, sizes: &[u64]) -> Result<Bound, AbilityError> {
        let left = 1.0 - float(self.k) / float(self.n);
        self.union_bound(sizes, |size| {
            self.check(size)?;
            Ok(left.powf(float(size)))
        })
    }

    fn union_bound(
        &self,
        sizes: &[u64],
        miss: impl Fn(u64) -> Result<f64, AbilityError>,
    ) -> Result<Bound, AbilityError> {
        if sizes.is_empty() {
            return Err(AbilityError::NoSets);
        }
        let mut sum = 0.0;
        for &size in sizes {
            sum += miss(size)?;
        }
        Ok(Bound::new((1.0 - self.rho) * (1.0 - sum)))
    }

    fn check(&self, size: u64) -> Result<(), AbilityError> {
        if (1..=self.n).contains(&size) {
            Ok(())
        } else {
            Err(AbilityError::Size { size, n: self.n })
        }
    }
}

/// One of repeated runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
pub struct Run {
    /// Whether the condition of ρ was met.
    pub hit: bool,
    /// Whether the outcome that is asked for came about.
    pub pred: bool,
}

/// ρ̂: the share of hits with Pred. Undefined without hits.
///
/// ```
/// use crost::ability::{Run, estimate_rho};
/// let run = |hit, pred| Run { hit, pred };
/// let runs = [run(true, true), run(true, false), run(false, true)];
/// assert_eq!(estimate_rho(&runs), Some(0.5));
/// assert_eq!(estimate_rho(&runs[2..]), None);
/// ```
#[must_use]
pub fn estimate_rho(runs: &[Run]) -> Option<f64> {
    let hits = || runs.iter().filter(|run| run.hit);
    crate::Score {
        covered: hits().filter(|run| run.pred).count() as u64,
        total: hits().count() as u64,
    }
    .value()
}

#[expect(clippy::cast_precision_loss, reason = "at most MAX_LEMMAS")]
fn float(count: u64) -> f64 {
    count as f64
}
