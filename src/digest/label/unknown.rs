//! Tools that were called though they were not advertised.

use super::{EpisodeLabel, Finding};
use crate::digest::CallDigest;
use crate::digest::build::Told;
use crate::domain::ids::ToolName;

pub(super) fn find(told: &Told<'_>, calls: &[CallDigest]) -> Vec<Finding> {
    let Some(advertised) = told.advertised else { return Vec::new() };
    let mut found: Vec<(&ToolName, Vec<usize>)> = Vec::new();
    for (step, call) in calls.iter().enumerate().filter(|(_, call)| !advertised.contains(&call.tool)) {
        match found.iter_mut().find(|(tool, _)| *tool == &call.tool) {
            Some((_, steps)) => steps.push(step),
            None => found.push((&call.tool, vec![step])),
        }
    }
    let finding = |(tool, steps): (&ToolName, Vec<usize>)| {
        let what = format!("{tool} was called, but is none of the tools advertised in the episode");
        Finding::new(EpisodeLabel::UnknownTool, steps, what)
    };
    found.into_iter().map(finding).collect()
}
