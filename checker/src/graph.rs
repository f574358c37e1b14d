//! The reachable graph, for drawings.
