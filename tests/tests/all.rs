//! The tests of this package as one program: each file would be linked against the
//! whole workspace by itself, and that takes longer than most of them run.

mod ability;
mod action;
mod corpus_coverage;
mod corpus_goals;
mod coverage;
mod crypform;
mod differential_minicheck;
mod extraction;
mod formats;
mod judge;
mod normal_form;
mod paths;
mod properties;
mod readme;
mod registry;
mod replies;
mod score;
mod semantics;
mod spin;
mod spthy_properties;
mod statistics;
mod symmetric_goals;
mod tidy;
mod tlc;
