//! Figures over many runs: families of lemmas, cumulative curves, distributions,
//! flips, totals.
//!
//! What is undefined or undetermined is counted apart, never as a zero, a pass
//! or a flip.

mod curve;
mod distribution;
mod family;
mod flip;
mod record;
mod run;
mod table;

pub use curve::{Curve, CurvePoint};
pub use distribution::{Histogram, ShareAbove, histogram, share_above};
pub use family::family_scores;
pub use flip::{Flip, FlipOutcome, Flips, flips, verdict};
pub use record::{Covered, LemmaRecord, RunName, RunRecord, RunStatus};
pub use run::{Incomplete, RunFigures, incomplete};
pub use table::{Group, MeanScore, Total, family_names, groups};
