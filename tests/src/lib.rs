//! Oracles that share no code with the engines, and strategies and properties
//! that tests and fuzz targets share.

// This package is all test: a panic is how it reports.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod exported;
pub mod minicheck;
pub mod oracle;
pub mod properties;
pub mod registry;
pub mod strategies;
pub mod tool;

/// The Rust code of the workspace's README is compiled and run with the doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
