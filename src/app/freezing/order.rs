//! An order to freeze a registry, and what came of it; whoever has files carries it out.

use std::sync::Arc;

use crate::app::data::RegistryId;
use crate::domain::json::Json;
use crate::domain::registry::Registry;
use crate::seal::Undecided;

/// What is to be frozen.
#[derive(Clone, Debug)]
pub struct FreezeOrder {
    /// The registry.
    pub registry: RegistryId,
    /// Its file.
    pub path: String,
    /// The file to write.
    pub output: String,
    /// What the reviewer saw; nothing is frozen if the file says something else by now.
    pub seen: Arc<Registry>,
    /// How many decisions the reviewer saw.
    pub decisions: usize,
    /// Who freezes.
    pub by: String,
    /// What is done with what is left to decide.
    pub undecided: Undecided,
    /// Whether lines of the decisions that cannot be read are passed over: the reviewer was told of them.
    pub skips_bad_lines: bool,
    /// The figures of an audit.
    pub audit: Option<Json>,
    /// The files of the folds that were looked at.
    pub folds: Vec<String>,
    /// Whether a file that is there is written over.
    pub may_replace: bool,
}

/// What came of an order.
#[derive(Clone, Debug)]
pub enum Freeze {
    /// It is written.
    Done(Sealed),
    /// Nothing was written: the file is there already. A sentence.
    Exists(String),
    /// Nothing was written. A sentence.
    Failed(String),
}

/// A registry that was frozen.
#[derive(Clone, Debug)]
pub struct Sealed {
    /// Its file.
    pub path: String,
    /// The hash of its manifest.
    pub seal: String,
    /// How many rules it holds.
    pub kept: usize,
    /// How many were left out.
    pub left_out: usize,
    /// How many nobody decided.
    pub by_default: usize,
    /// What is worth knowing.
    pub notes: Vec<String>,
}
