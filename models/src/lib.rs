//! Ground truth as data, embedded so that it works from anywhere. No algorithm
//! lives here, and this crate depends on nothing.

pub mod fsm;
pub mod specs;

/// A lock whose test and set are two steps: two processes can both be in the
/// critical section. In minicheck's JSON format; `check` refutes it in four steps.
///
/// ```
/// assert!(models::MUTEX.contains("not_both"));
/// ```
pub const MUTEX: &str = include_str!("../specs/mutex.json");
