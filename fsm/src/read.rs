//! Machines from texts, one file a format.
//!
//! All text is untrusted: a fault is an [`FsmError`] with its place.

mod json;

pub use json::read as json;
