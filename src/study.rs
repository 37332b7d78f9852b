//! A study as the command line works on it: paths become registries and ledgers, ledgers become
//! registries, registries judge ledgers. Reads through `files`, and prints nothing.

mod against;
mod audit;
mod check;
mod coverage;
mod diff;
mod difference;
mod digests;
mod episode;
mod explain;
mod frequency;
mod gather;
mod import;
mod inputs;
mod known;
mod labels;
mod ledger;
mod mine;
mod pairs;
mod preview;
mod review;
mod seal;
mod search;
mod share;
mod similar;
mod sources;
mod taint;
mod witness;

pub use against::{Against, Chosen, NamedRegistry};
pub use audit::{COPIER, Copies, applied, audit};
pub use check::{Checked, Firing, FiringCounts, check, firing_counts};
pub use coverage::coverage;
pub use diff::{Compare, Compared, diff};
pub use difference::difference;
pub use digests::{Around, digests};
pub use episode::episode;
pub use explain::explain;
pub use frequency::frequency;
pub use gather::{Gathered, Wanted, gather};
pub use import::{IMPORTER, ImportCounts, import};
pub use inputs::{Inputs, inputs, read_json};
pub use known::known;
pub use labels::{LabelFiles, Labelled, label_file};
pub use ledger::{Ledger, Meter, Reading, Unwatched};
pub use mine::{LeftOut, MineRequest, Mined, mine};
pub use pairs::{Braided, Paired, braid, paired_runs};
pub use preview::{Replayed, decided, rejecting};
pub use review::{Evidence, Reviewed, clean_firings, clean_firings_alone};
pub use seal::{Figures, FreezeRequest, freeze, verify};
pub use search::{FoundRecord, search};
pub use similar::{Named, similar};
pub use sources::{mine_records, mine_schema};
pub use taint::taint;
pub use witness::witness;

use crate::files::FileError;

/// Why a study could not be worked on; every sentence says what to do next.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// A file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The files are fine, but what was asked for cannot be done with them.
    #[error("{0}")]
    Request(String),
    /// A review is not at its end, or its registry is frozen already.
    #[error(transparent)]
    NotFrozen(#[from] crate::seal::NotFrozen),
}
