//! Judging the rules of a registry before it is used.

pub mod preview;
