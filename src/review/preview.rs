//! What changes in the receipts when rules of a registry are rejected or edited, seen by replay over recorded calls.
//!
//! A [`Table`] is built once: which rules are broken on which call, each rule taken by itself. It alone answers what
//! becomes of the receipts without some rules. What an edited rule finds is not in it: [`Edits`] looks again at the
//! calls of its tool. Neither knows what the agent would have done otherwise.

mod edits;
mod episodes;
mod look;
mod outcome;
mod table;

use std::collections::BTreeMap;

pub use edits::Edits;
pub use episodes::{Episode, Episodes};
pub use look::{Found, Look};
pub use outcome::{Again, Change, Changed, Preview, Standing, TouchedPair};
pub use table::{At, Cleanly, Fire, Firing, Spot, Table};

use crate::domain::ids::InvariantId;
use crate::domain::invariant::Invariant;

/// What is done to rules: rejected (nothing stands in its place) or edited (this stands in its place). In folds it is
/// done to the rule in every fold that has it.
pub type Changes = BTreeMap<InvariantId, Option<Invariant>>;
