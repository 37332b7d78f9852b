//! The same tool with the same arguments, three times or more.

use std::collections::BTreeMap;

use super::{EpisodeLabel, Finding};
use crate::digest::CallDigest;

/// So many equal calls stand out.
const LEAST: usize = 3;

pub(super) fn find(calls: &[CallDigest]) -> Vec<Finding> {
    let mut places: BTreeMap<(&str, u64), Vec<usize>> = BTreeMap::new();
    for (step, call) in calls.iter().enumerate() {
        places.entry((call.tool.as_str(), call.arguments)).or_default().push(step);
    }
    let mut found: Vec<Finding> = places
        .into_iter()
        .filter(|(_, steps)| steps.len() >= LEAST)
        .map(|((tool, _), steps)| {
            let what = format!("{tool} was called {} times with the same arguments", steps.len());
            Finding::new(EpisodeLabel::RepeatedCall, steps, what)
        })
        .collect();
    found.sort_by(|a, b| a.steps.cmp(&b.steps));
    found
}
