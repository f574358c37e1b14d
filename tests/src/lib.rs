//! Oracles that share no code with the engines, and strategies and properties
//! that tests and fuzz targets share.

// This package is all test: a panic is how it reports.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod exported;
pub mod goals;
pub mod minicheck;
pub mod naive_label;
pub mod oracle;
pub mod proofs;
pub mod properties;
pub mod registry;
pub mod rewording;
pub mod shared;
pub mod strategies;
pub mod tool;

/// The Rust code of the README pages is compiled and run with the doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[doc = include_str!("../../spthy-parse/README.md")]
#[doc = include_str!("../../score/README.md")]
struct Readme;
