//! The numbers of a study (SPEC 9), one function each: the screen, the text and the JSON all ask here.
//!
//! Every count keeps the rows behind it, as places in the list that was given, so that each number can be opened; every
//! rate has its n, and of nothing it is undefined. Fault labels are read here, as this is an audit (SPEC 1).

mod choice;
mod firing;
mod perturbed;
mod recovery;
mod tally;

pub use choice::{Choice, choice};
pub use firing::{Fired, fired, refired};
pub use perturbed::{Perturbed, is_perturbed, perturbed};
pub use recovery::{Branch, Recoveries, Recovery, recovery};
pub use tally::{Group, Tally};

use crate::digest::EpisodeDigest;
use crate::domain::class::Class;
use crate::domain::ids::{ModelName, TaskId, ToolName};

/// An episode as these figures see it.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Its task.
    pub task: &'a TaskId,
    /// Its arm, or what of it stands for one.
    pub arm: Option<&'a str>,
    /// Its model.
    pub model: Option<&'a ModelName>,
    /// The study's own grouping.
    pub stratum: Option<&'a str>,
    /// Whether the task was completed, if that is known.
    pub completed: Option<bool>,
    /// The tools advertised to the agent; unknown if absent.
    pub advertised: Option<&'a [ToolName]>,
    /// What it left behind; nothing while it was not read.
    pub digest: Option<&'a EpisodeDigest>,
    /// By step, the codes that fire when the call is judged again: nothing for a call that nobody judges. Nothing at
    /// all where no registry is loaded.
    pub replayed: Option<&'a [Option<Vec<Class>>]>,
}

/// A name of which nothing was said.
const UNNAMED: &str = "(none)";

impl Row<'_> {
    /// Its model in tables.
    fn model_name(&self) -> &str {
        self.model.map_or(UNNAMED, ModelName::as_str)
    }

    /// Its arm in tables.
    fn arm_name(&self) -> &str {
        self.arm.unwrap_or(UNNAMED)
    }
}

/// The rows with their places.
fn placed<'a, 'b>(rows: &'b [Row<'a>]) -> impl Iterator<Item = (u32, &'b Row<'a>)> {
    rows.iter().enumerate().map(|(place, row)| (u32::try_from(place).unwrap_or(u32::MAX), row))
}

#[cfg(test)]
mod tests;
