//! The review of a registry: what was decided of each invariant, by whom and when, and what follows from it.
//!
//! How the parts go together, for a screen or a command:
//!
//! 1. [`Journal::parse`] reads the bytes of `<registry>.review.jsonl` (an empty file, or none, is an empty journal).
//! 2. [`Review::of`] holds a registry against it: one [`Row`] an invariant, in registry order, each with a
//!    [`Standing`]; the orphans; the counts of what is left. It is cheap enough to be made anew after each decision.
//! 3. [`suspicions`](suspicion::suspicions) says of every invariant why it may be an accident; the queue is
//!    [`suspicion::Suspicions::order`] less the rows that are no longer left.
//! 4. A decision is made with [`Journal::judge`] (one invariant), [`Journal::judge_all`] (a bulk) or
//!    [`Journal::undo`]: each gives the new [`Decision`]s without changing the journal. Whoever has files appends their
//!    lines ([`journal::lines`]) to the side file, and only when that has succeeded they are taken in with
//!    [`Journal::take`]. So the journal in memory never says more than the one on disk.
//! 5. [`outcome`](outcome::outcome) is the registry that the decisions leave.
//!
//! Nothing here knows the time or who sits at the keyboard: both are passed in with [`Signature`].

mod content;
mod decided;
mod decision;
mod edit;
pub mod journal;
pub mod outcome;
pub mod preview;
mod standing;
pub mod suspicion;

pub use crate::journal::{Act, Day, Moment, Refusal, Signature, reviewer_name};
pub use content::ContentHash;
pub use decided::Decided;
pub use decision::{Decision, Judged, Subject, Verdict};
pub use edit::{Edit, Editable, editable, types};
pub use journal::{Journal, JournalError};
pub use standing::{Count, Orphan, Review, Row, Standing};
