//! Shares of a whole, undefined where the whole is nothing.

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

/// How much of a whole is covered: numbers of paths, of labels, or weights.
///
/// ```
/// use crost::Score;
/// assert_eq!(Score { covered: 1_u64, total: 4 }.value(), Some(0.25));
/// assert_eq!(Score { covered: 0_u64, total: 0 }.value(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score<T = u64> {
    /// The covered part.
    pub covered: T,
    /// The whole.
    pub total: T,
}

/// A number of things, or a weight.
pub trait Quantity: Copy + Serialize {
    /// As a number.
    fn number(self) -> f64;
}

impl Quantity for u64 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "numbers of paths are below 2^32"
    )]
    fn number(self) -> f64 {
        self as f64
    }
}

impl Quantity for f64 {
    fn number(self) -> f64 {
        self
    }
}

impl<T: Quantity> Score<T> {
    /// The share, from 0 to 1; none where there is nothing to cover.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        let total = self.total.number();
        (total > 0.0).then(|| self.covered.number() / total)
    }
}

/// Written as `{"score", "covered", "total", "defined"}`. An undefined score is 0,
/// as in the paper, and marked.
impl<T: Quantity> Serialize for Score<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Score", 4)?;
        out.serialize_field("score", &self.value().unwrap_or(0.0))?;
        out.serialize_field("covered", &self.covered)?;
        out.serialize_field("total", &self.total)?;
        out.serialize_field("defined", &self.value().is_some())?;
        out.end()
    }
}
