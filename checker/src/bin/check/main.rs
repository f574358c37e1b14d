//! The `check` program.
fn main() {}
