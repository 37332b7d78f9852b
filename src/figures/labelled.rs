//! How many episodes stand out, and how, by arm and outcome.

use std::collections::BTreeMap;

use super::{Row, Tally, placed};
use crate::digest::EpisodeLabel;

/// The episodes of one arm as a label parts them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labelled {
    /// Of all that were read: those with the label, however often they have it.
    pub episodes: Tally,
    /// Of those with it whose outcome is known: the completed ones.
    pub completed: Tally,
    /// The same of those without it.
    pub others_completed: Tally,
}

/// Every label, by arm; one that no episode has is there too.
#[must_use]
pub fn labelled(rows: &[Row<'_>]) -> BTreeMap<EpisodeLabel, BTreeMap<String, Labelled>> {
    let mut found: BTreeMap<EpisodeLabel, BTreeMap<String, Labelled>> = BTreeMap::new();
    for (place, row) in placed(rows) {
        let Some(digest) = row.digest else { continue };
        for label in EpisodeLabel::ALL {
            let found_here = || digest.labels.iter().filter(|finding| finding.label == label);
            let has = found_here().next().is_some();
            // What is about the whole episode begins with it.
            let first = found_here().flat_map(|finding| &finding.steps).min().map_or(0, |step| step.0);
            let arm = found.entry(label).or_default().entry(row.arm_name().to_owned()).or_default();
            arm.episodes.count_call((place, first), has);
            if let Some(completed) = row.completed {
                let side = if has { &mut arm.completed } else { &mut arm.others_completed };
                side.count(place, completed);
            }
        }
    }
    found
}
