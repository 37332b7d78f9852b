//! The numbers of a study (SPEC 9), one function each: the screen, the text and the JSON all ask here.
//!
//! Every count keeps the rows behind it, as places in the list that was given, so that each number can be opened; every
//! rate has its n, and of nothing it is undefined. Fault labels are read here, as this is an audit (SPEC 1).

mod choice;
mod firing;
mod hazards;
mod labelled;
mod origin;
mod paired;
mod perturbed;
mod recovery;
mod spent;
mod tally;
mod worth;

pub use choice::{Choice, choice};
pub use firing::{Fired, Firing, Unjudged, fired, refired};
pub use hazards::{Events, events};
pub use labelled::{Labelled, labelled};
pub use origin::{Origin, origins};
pub use paired::{Effect, MOST_PAIRS, POWER, Paired, Stratum, paired};
pub use perturbed::{Perturbed, Unseen, is_perturbed, perturbed};
pub use recovery::{Branch, Recoveries, Recovery, recovery};
pub use spent::{Measure, Spent, Sum, spent};
pub use tally::{Group, Tally};
pub use worth::{Net, Worth, worth};

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::digest::{EpisodeDigest, EpisodeLabel, Family};
use crate::domain::class::Class;
use crate::domain::ids::{ModelName, TaskId, ToolName};
use crate::pair::{ArmCount, Pair, Pairing, Run};
use crate::statistics::RESAMPLES;

/// An episode as these figures see it.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Its task.
    pub task: &'a TaskId,
    /// Its arm, or what of it stands for one.
    pub arm: Option<&'a str>,
    /// Whether it is of an arm that is not looked at: then it is in no number.
    pub is_elsewhere: bool,
    /// Its model.
    pub model: Option<&'a ModelName>,
    /// The study's own grouping.
    pub stratum: Option<&'a str>,
    /// Whether the task was completed, if that is known.
    pub completed: Option<bool>,
    /// Whether it is clean, if somebody says so instead of its fault labels.
    pub is_clean: Option<bool>,
    /// The tools advertised to the agent; unknown if absent.
    pub advertised: Option<&'a [ToolName]>,
    /// What it left behind; nothing while it was not read.
    pub digest: Option<&'a EpisodeDigest>,
    /// By step, the codes that fire when the call is judged again: nothing for a call that nobody judges. Nothing at
    /// all where no registry is loaded.
    pub replayed: Option<&'a [Option<Vec<Class>>]>,
}

/// A name of which nothing was said.
const UNNAMED: &str = "(not named)";

impl<'a> Row<'a> {
    /// A run as it stands in a pairing, of which no call was read.
    #[must_use]
    pub fn new(run: &'a Run, pairing: &'a Pairing) -> Self {
        let value = run.value(&pairing.plan.axis);
        let name = |arm: &'a ArmCount| value.as_deref().filter(|value| **value == *arm.name).map(|_| &*arm.name);
        let arm = pairing.arms.iter().find_map(name);
        let is_of = |arms: &[Arc<str>; 2]| arm.is_some_and(|arm| arms.iter().any(|name| **name == *arm));
        Self {
            task: &run.task,
            arm,
            is_elsewhere: !pairing.plan.arms.as_ref().is_none_or(is_of),
            model: run.model.as_ref(),
            stratum: run.stratum.as_deref(),
            completed: run.completed,
            is_clean: None,
            advertised: None,
            digest: None,
            replayed: None,
        }
    }
}

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

/// The rows that count, with their places.
fn placed<'a, 'b>(rows: &'b [Row<'a>]) -> impl Iterator<Item = (u32, &'b Row<'a>)> {
    (0_u32..).zip(rows).filter(|(_, row)| !row.is_elsewhere)
}

/// Where chance comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The seed of the bootstrap.
    pub seed: u64,
    /// How often the tasks are drawn again.
    pub resamples: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { seed: 1, resamples: RESAMPLES }
    }
}

/// Every number of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Where chance came from.
    pub settings: Settings,
    /// Wins and losses.
    pub paired: Paired,
    /// When the second arm pays.
    pub worth: Worth,
    /// What was done after receipts.
    pub recovery: Recoveries,
    /// What receipts list.
    pub choice: Choice,
    /// What was recorded as a receipt and is none: in no other number.
    pub not_receipts: Group,
    /// How often receipts were delivered.
    pub fired: Firing,
    /// How often rules fire when the calls are judged again, if anything judges.
    pub refired: Option<Firing>,
    /// Who recovered, by arm.
    pub perturbed: BTreeMap<String, Perturbed>,
    /// Violation events, by family and arm.
    pub events: BTreeMap<Family, BTreeMap<String, Events>>,
    /// What stands out in the episodes, by label and arm.
    pub labelled: BTreeMap<EpisodeLabel, BTreeMap<String, Labelled>>,
    /// What it cost.
    pub spent: Vec<Spent>,
    /// The rows that nobody has read yet: nothing of their calls is in any number.
    pub unread: Group,
}

/// Every number of a study; the pairs are of these rows.
#[must_use]
pub fn figures(rows: &[Row<'_>], pairs: &[Pair], settings: Settings) -> Figures {
    let mut unread = Group::default();
    for (place, _) in placed(rows).filter(|(_, row)| row.digest.is_none()) {
        unread.add(place);
    }
    let mut not_receipts = Group::default();
    for (place, row) in placed(rows) {
        (0..row.digest.map_or(0, |digest| digest.not_receipts)).for_each(|_| not_receipts.add(place));
    }
    Figures {
        settings,
        paired: paired(rows, pairs, settings),
        worth: worth(rows, pairs, settings),
        recovery: recovery(rows),
        choice: choice(rows),
        not_receipts,
        fired: fired(rows),
        refired: refired(rows),
        perturbed: perturbed(rows),
        events: events(rows),
        labelled: labelled(rows),
        spent: spent(rows, pairs),
        unread,
    }
}

#[cfg(test)]
mod tests;
