//! Coverage Rate of Solve Tree (CRoST): how much of the proofs of expert lemmas the
//! proofs of generated lemmas cover.
//!
//! The measure is that of "LLM-Assisted Automatic Security Proofs for
//! Cryptographic Protocols: How Far Are We?". Each solve node of a proof yields a
//! path: the labels of the solve nodes from the root to it. A target path is
//! covered if it is a subsequence of a generated path (Algorithm 1), and CRoST is
//! the share of covered paths in the set of target paths. [`compare()`] gives it and
//! the measures beside it.

pub mod ability;
pub mod compare;
pub mod coverage;
pub mod explain;
mod family;
mod forest;
pub mod goal;
mod label;
pub mod output;
pub mod path;
mod rarity;
mod score;
pub mod study;
pub mod view;

pub use compare::{Comparison, Options, compare};
pub use family::Family;
pub use forest::{Forest, Origin, ProofTree, SolveNode};
pub use goal::NormalForm;
pub use label::{Label, LabelId, Labels};
pub use rarity::Rarity;
pub use score::{Quantity, Score};

/// The example of README.md is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
