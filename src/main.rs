//! The `vidimus` binary.
fn main() {}
