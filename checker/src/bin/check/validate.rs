//! `check validate`: every fault of a spec, without a search.
