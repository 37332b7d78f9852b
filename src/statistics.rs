//! Counts with what they leave open (SPEC 9): pure functions over whole numbers, the same on every machine.
//!
//! Shares lie in 0 to 1; differences are in percentage points, the second arm minus the first.

mod binomial;
mod bootstrap;
mod break_even;
mod kappa;
mod mcnemar;
mod paired;
mod power;
mod rate;
mod sign_flip;
mod text;

pub use bootstrap::{Cluster, RESAMPLES, bootstrap, mean_points};
pub use break_even::{BreakEven, break_even, net, pi_text};
pub use kappa::{Agreement, agreement};
pub use mcnemar::{OneMore, mcnemar, one_more};
pub use paired::{PairCounts, points_between};
pub use power::{power, smallest_effect, wins_needed};
pub use rate::Rate;
pub use sign_flip::sign_flip;
pub use text::{p_text, percent, points_text};

/// The 97.5 % quantile of the normal distribution, for two-sided 95 % intervals and 5 % tests.
pub const NORMAL_97_5: f64 = 1.959_963_984_540_054;
/// The level at which a difference counts as found.
pub const ALPHA: f64 = 0.05;

/// The ends of an interval, in the unit of what it surrounds: shares of 1 around a rate, points around a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

#[expect(clippy::cast_precision_loss, reason = "counts of calls are far below 2^53")]
fn as_double(count: u64) -> f64 {
    count as f64
}

/// A whole number with its sign.
fn signed(number: i64) -> f64 {
    as_double(number.unsigned_abs()) * if number < 0 { -1.0 } else { 1.0 }
}
