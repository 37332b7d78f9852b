//! What kind of fault a call points at, and what that kind calls for. What was recorded and what a replay finds are
//! told apart, and nothing is a verdict on the agent.

use crate::digest::{Conflict, EpisodeDigest, Hazard, hazards_at, replayed_hazard_at};
use crate::domain::class::Class;
use crate::domain::ids::{Step, ToolName};
use crate::domain::json::{Json, Object};

/// Who says that something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The receipt that was delivered.
    Recorded,
    /// The result itself.
    Itself,
    /// Another tool that answered the same otherwise.
    Other,
    /// The rules, when the call is judged again.
    Replayed,
    /// The delivered receipt; the replay finds the same.
    Both,
}

impl Source {
    /// The name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recorded => "recorded",
            Self::Itself => "explicit-error",
            Self::Other => "conflict",
            Self::Replayed => "replayed",
            Self::Both => "recorded-and-replayed",
        }
    }

    /// The name before a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Recorded => "hazard (recorded)",
            Self::Itself => "hazard (the result says so)",
            Self::Other => "hazard (two sources)",
            Self::Replayed => "hazard (replayed)",
            Self::Both => "hazard (recorded; replayed the same)",
        }
    }
}

/// A hazard as it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Who says so.
    pub source: Source,
    /// The hazard.
    pub hazard: Hazard,
    /// Where two sources contradict each other: the earlier call, its tool, and each place with the two values.
    pub conflicts: Vec<(Step, ToolName, String, (String, String))>,
}

/// The classes that fire on the call of a step when it is judged again.
pub type Fires<'a> = dyn Fn(Step) -> Vec<Class> + 'a;

/// The hazards of one call; `fires` where its episode was judged again.
#[must_use]
pub fn at(digest: &EpisodeDigest, step: Step, fires: Option<&Fires<'_>>) -> Vec<Told> {
    let has_receipt = digest.calls.get(step.0).is_some_and(|call| call.receipt.is_some());
    let mut told: Vec<Told> = Vec::new();
    for hazard in hazards_at(digest, step, None) {
        let conflicts = conflicts(digest, &hazard);
        let source = match (conflicts.is_empty(), has_receipt) {
            (false, _) => Source::Other,
            (true, true) => Source::Recorded,
            (true, false) => Source::Itself,
        };
        told.push(Told { source, hazard, conflicts });
    }
    if let Some(hazard) = fires.and_then(|fires| replayed_hazard_at(digest, step, fires)) {
        match told.iter_mut().find(|told| told.hazard == hazard) {
            Some(same) if same.source == Source::Recorded => same.source = Source::Both,
            Some(_) => {}
            None => told.push(Told { source: Source::Replayed, hazard, conflicts: Vec::new() }),
        }
    }
    told
}

fn conflicts(digest: &EpisodeDigest, hazard: &Hazard) -> Vec<(Step, ToolName, String, (String, String))> {
    if hazard.family != crate::digest::Family::CrossSourceConflict {
        return Vec::new();
    }
    let here = digest.conflicts.iter().filter(|conflict| conflict.second == hazard.step);
    let one = |conflict: &Conflict| {
        let tool = digest.calls.get(conflict.first.0)?.tool.clone();
        Some((conflict.first, tool, conflict.path.clone(), conflict.values.clone()))
    };
    here.filter_map(one).collect()
}

impl Told {
    /// What it is, in a sentence for each thing that is to be said.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut all = vec![self.hazard.says()];
        all.extend(self.conflicts.iter().map(|(step, tool, path, (first, second))| {
            format!("at {path}, {tool} said {first} at call {step}, and this call says {second}")
        }));
        all.push(self.hazard.calls_for().to_owned());
        all
    }

    /// The hazard for programs.
    #[must_use]
    pub fn json(&self) -> Json {
        let conflict = |(step, tool, path, (first, second)): &(Step, ToolName, String, (String, String))| -> Json {
            Object::new()
                .with("step", step.0)
                .with("tool", tool.as_str())
                .with("path", path.as_str())
                .with("there", first.as_str())
                .with("here", second.as_str())
                .into()
        };
        let hazard = &self.hazard;
        Object::new()
            .with("source", self.source.name())
            .with("family", hazard.family.name())
            .with("explicit", hazard.explicit)
            .with("lasting", hazard.lasting.name())
            .with("told_by", hazard.told_by.map(|step| step.0 as u64))
            .with("sentence", hazard.says())
            .with("calls_for", hazard.calls_for())
            .with("conflicts", self.conflicts.iter().map(conflict).collect::<Vec<_>>())
            .into()
    }
}
