//! Whether a receipt can be the cause of a parting.
//!
//! A receipt is attached to the *result* of the call at its step k, so the agent can react to it from step k + 1 on.
//! Another call at step k or before is therefore *before* the receipt, another result at step k is *at* it (the world,
//! which the receipt may be about), and so is another call at step k + 1, the first that follows the receipt.
//! Everything later is *after* it.

use super::{Kind, Parting};
use crate::digest::CallDigest;

/// One of the two episodes of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// That of the first arm.
    First,
    /// That of the second.
    Second,
}

/// The first receipt that was delivered in either episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// In which one.
    pub side: Side,
    /// With the result of which call.
    pub step: usize,
    /// Whether the other one got a receipt at the same step.
    pub is_in_both: bool,
}

impl Receipt {
    /// Until the episodes part their steps are the same, so that the lesser one is the earlier one.
    pub(super) fn first_of(first: &[CallDigest], second: &[CallDigest]) -> Option<Self> {
        let step = |calls: &[CallDigest]| calls.iter().position(|call| call.receipt.is_some());
        let (a, b) = (step(first), step(second));
        let is_in_both = a == b;
        match (a, b) {
            (_, Some(step)) if a.is_none_or(|other| step <= other) => {
                Some(Self { side: Side::Second, step, is_in_both })
            }
            (Some(step), _) => Some(Self { side: Side::First, step, is_in_both }),
            (None, _) => None,
        }
    }
}

/// Where a parting lies as seen from the first receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Where {
    /// Before it: the receipt cannot be the cause.
    Before,
    /// At it: the result that carries it differs, or the first call after it.
    At,
    /// Later than that.
    After,
    /// There is none in the two episodes.
    NoReceipt,
}

impl Where {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Before, Self::At, Self::After, Self::NoReceipt];

    /// The word in files and filters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::At => "at",
            Self::After => "after",
            Self::NoReceipt => "none",
        }
    }

    pub(super) fn of(parting: Parting, receipt: Option<Receipt>) -> Self {
        let Some(receipt) = receipt else { return Self::NoReceipt };
        let is_result = parting.kind == Kind::OtherResult;
        match parting.step.checked_sub(receipt.step) {
            None => Self::Before,
            Some(0) if !is_result => Self::Before,
            Some(0) => Self::At,
            Some(1) if !is_result => Self::At,
            Some(_) => Self::After,
        }
    }
}
