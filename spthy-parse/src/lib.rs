//! Tamarin theories, proof skeletons and prover summaries.
//!
//! This room is laid out and empty: nothing of it is built yet. What it will
//! own is in `ARCHITECTURE.md`.
