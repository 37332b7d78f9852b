//! Pairs (SPEC 1): which episodes of two arms belong together, and where the two of a pair part. Pure.

mod braid;
mod field;
mod outcome;
mod pairing;
pub mod sequence;

pub use braid::{Braid, Kind, Meeting, Parting, Receipt, Row, Side, Where};
pub use field::{Field, Run};
pub use outcome::{Cell, Counts, PairOutcome};
pub use pairing::{Alone, ArmCount, Duplicate, Mixed, Pair, Pairing, Plan, Stray, Why, against_each};

#[cfg(test)]
mod tests;
