//! CrypFormBench's measures: how good a language model is at formal models of
//! cryptographic schemes.
//!
//! The benchmark (Li et al., *CrypFormBench: Benchmarking Formal Analysis
//! Capability of Large Language Models for Cryptographic Schemes*, FSE 2026)
//! asks for formal models of schemes whose security is known, hands each to its
//! prover, and compares what the prover says with the truth.
//!
//! | step | here |
//! |---|---|
//! | a reply of the language model → the model's text | [`extract`] |
//! | what the prover said about it | [`Attempt`] |
//! | attempt and truth, one verdict a scheme | [`scheme`] |
//! | attempt and truths, one verdict a goal | [`goal`] |
//! | a, ACC, ACC_A, F1_A, S | [`Counts`] |
//! | scores of the five tasks into one | [`Interpretation`], [`Capabilities`] |
//!
//! Counts of schemes and counts of goals are distinct types, so that the two
//! cannot be added or taken for each other.
//!
//! ```
//! use score::crypform::{Attempt, Gamma, Lemmas, Security, Timeouts, scheme};
//! use spthy_parse::Log;
//!
//! let log = Log::read("analyzed: a.spthy\n  secret (all-traces): falsified - found trace (7 steps)\n");
//! let broken = Attempt::of_summary(&log.summaries[0], Lemmas::AllTraces);
//! let counts = scheme::count([
//!     (Security::Unsafe, &broken),
//!     (Security::Safe, &Attempt::NotAnalysable),
//! ]);
//! let timeouts = Timeouts::Unjudged;
//! assert_eq!(counts.analysability(timeouts), Some(0.5));
//! assert_eq!(counts.accuracy(), Some(0.5));
//! assert_eq!(counts.accuracy_of_analysed(timeouts), Some(1.0));
//! assert_eq!(counts.score(timeouts, Gamma::ONE), Some(2.0 / 3.0));
//! ```
//!
//! # Sources
//!
//! The formulas, the weights and their components' names are those of the
//! benchmark's repository (its README and the README of its code, which refer to
//! §4.5 of the paper). How timeouts, missing and open goals are counted is told
//! nowhere; what is said of it here was found by computing the published tables
//! again, see [`Timeouts`].

mod attempt;
mod capability;
mod counts;
mod extraction;
pub mod goal;
pub mod scheme;

pub use attempt::{Attempt, Goal, Lemmas, Security};
pub use capability::{Capabilities, Interpretation};
pub use counts::{ByTruth, Counts, Gamma, Level, Timeouts};
pub use extraction::{Code, Fence, NoCode, Origin, extract, fences};
