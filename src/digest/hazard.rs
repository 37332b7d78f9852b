//! Hazards: what kind of fault a violation event points at, and what that kind calls for.
//!
//! An event is a call whose result broke its contract: with a recorded receipt, with rules that fire when it is
//! replayed, or with an explicit error; or the later of two calls that contradict each other. Everything is told from
//! the digest: *transient* is what a later equal call did not meet again, *permanent* what it met again, and where no
//! equal call followed, it is unknown.

use std::fmt;

use super::{CallDigest, EpisodeDigest, ErrorKind};
use crate::domain::class::Class;
use crate::domain::ids::Step;

/// What kind of fault it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// The shape of the result is another: a field is missing, new, or of another type.
    SpecificationDrift,
    /// The tool refused the arguments.
    InvocationError,
    /// The tool says that it failed, otherwise.
    ExecutionFailure,
    /// The shape is right, a value is not.
    OutputDrift,
    /// Two tools that stand in for each other said different things.
    CrossSourceConflict,
    /// A receipt that names no violation of ours.
    Unnamed,
}

/// Whether it would pass by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lasting {
    /// A later call of the same tool with the same arguments came back consistent.
    Transient,
    /// It broke again.
    Permanent,
    /// No such call followed, or it never returned.
    Unknown,
}

/// A violation event, classed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// The call.
    pub step: Step,
    /// Whether the tool itself says that it failed.
    pub explicit: bool,
    /// Whether it would pass.
    pub lasting: Lasting,
    /// The later equal call that tells so.
    pub told_by: Option<Step>,
    /// Of what kind it is.
    pub family: Family,
}

impl Family {
    /// Every family, in the order in which they are told.
    pub const ALL: [Self; 6] = [
        Self::SpecificationDrift,
        Self::InvocationError,
        Self::ExecutionFailure,
        Self::OutputDrift,
        Self::CrossSourceConflict,
        Self::Unnamed,
    ];

    /// The name in tables and filters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SpecificationDrift => "specification-drift",
            Self::InvocationError => "invocation-error",
            Self::ExecutionFailure => "execution-failure",
            Self::OutputDrift => "output-drift",
            Self::CrossSourceConflict => "cross-source-conflict",
            Self::Unnamed => "unnamed",
        }
    }

    /// The name in a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::SpecificationDrift => "specification drift (another shape)",
            Self::InvocationError => "invocation error (the arguments were refused)",
            Self::ExecutionFailure => "execution failure",
            Self::OutputDrift => "output drift (a wrong value in the right shape)",
            Self::CrossSourceConflict => "cross-source conflict",
            Self::Unnamed => "a warning that names nothing",
        }
    }

    /// What it is, to explain the name.
    #[must_use]
    pub const fn says(self) -> &'static str {
        match self {
            Self::SpecificationDrift => "the result has another shape: a field is missing, new or of another type",
            Self::InvocationError => "the tool refused the arguments",
            Self::ExecutionFailure => "the tool says that it failed",
            Self::OutputDrift => "the shape is right, a value is not",
            Self::CrossSourceConflict => "two tools that stand in for each other said different things",
            Self::Unnamed => "a receipt that names no violation",
        }
    }

    /// The family of a violation; `error` is what the explicit error of the same call is about.
    #[must_use]
    pub const fn of(class: Class, error: Option<ErrorKind>) -> Self {
        match class {
            Class::RequiredField | Class::KnownFields | Class::StableType => Self::SpecificationDrift,
            Class::Positive | Class::Category | Class::Echo | Class::DateOrder | Class::Affine => Self::OutputDrift,
            Class::NoError => match error {
                Some(ErrorKind::Refused) => Self::InvocationError,
                Some(ErrorKind::Failed) | None => Self::ExecutionFailure,
            },
        }
    }
}

impl Lasting {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Transient, Self::Permanent, Self::Unknown];

    /// The name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transient => "transient",
            Self::Permanent => "permanent",
            Self::Unknown => "unknown",
        }
    }

    /// How it is known, as the end of a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Transient => "transient: the same call later came back consistent",
            Self::Permanent => "permanent: the same call broke again, and never came back consistent",
            Self::Unknown => "transient or permanent is unknown: the same call was not made again",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Hazard {
    /// What it is, in a sentence.
    #[must_use]
    pub fn says(&self) -> String {
        let openly = if self.explicit { "explicit" } else { "implicit" };
        let lasting = match (self.lasting, self.told_by) {
            (Lasting::Transient, Some(step)) => {
                format!("transient: the same call came back consistent at call {step}")
            }
            (Lasting::Permanent, Some(step)) => {
                format!("permanent: the same call broke again at call {step}, and never came back consistent")
            }
            (lasting, _) => lasting.words().to_owned(),
        };
        format!("{openly} {}; {lasting}", self.family.words())
    }

    /// What it calls for, in a sentence; never a verdict on what the agent did.
    #[must_use]
    pub const fn calls_for(&self) -> &'static str {
        match (self.family, self.lasting) {
            (Family::InvocationError, _) => {
                "calls for replanning: the same arguments will be refused again, so mend them or ask for what is missing"
            }
            (Family::CrossSourceConflict, _) => {
                "calls for a third source, or for stopping to ask: nothing here says which of the two is right"
            }
            (_, Lasting::Transient) => "calls for a retry: the same call worked later",
            (Family::SpecificationDrift, Lasting::Unknown) => {
                "calls for a re-route to a substitute: a changed interface seldom comes back by itself"
            }
            (Family::ExecutionFailure, Lasting::Unknown) => {
                "calls for one retry where it may pass by itself, such as a timeout; else for a re-route to a substitute, or \
                 for replanning"
            }
            (Family::OutputDrift | Family::Unnamed, Lasting::Unknown) => {
                "calls for one retry, then a re-route to a substitute"
            }
            (_, Lasting::Permanent) => {
                "calls for a re-route to a substitute; where there is none, for replanning or stopping"
            }
        }
    }
}

/// The violation events of an episode, by step; `replayed` gives the classes that fire on a call when it is judged
/// again, and counts together with what was recorded.
pub fn hazards(episode: &EpisodeDigest, replayed: Option<&dyn Fn(Step) -> Vec<Class>>) -> Vec<Hazard> {
    let fires = |step: usize| replayed.map(|replayed| replayed(Step(step))).unwrap_or_default();
    let family = |step: usize, call: &CallDigest| family(call, &fires(step));
    let mut found: Vec<Hazard> = (0..episode.calls.len()).filter_map(|step| event(episode, step, &family)).collect();
    let mut conflicting: Vec<Step> = episode.conflicts.iter().map(|conflict| conflict.second).collect();
    conflicting.dedup();
    found.extend(conflicting.into_iter().map(conflict));
    found.sort_by_key(|hazard| (hazard.step, hazard.family));
    found
}

/// The hazards of one call, as [`hazards`] has them; nothing of the calls before it is looked at.
pub fn hazards_at(episode: &EpisodeDigest, step: Step, replayed: Option<&dyn Fn(Step) -> Vec<Class>>) -> Vec<Hazard> {
    let fires = |step: usize| replayed.map(|replayed| replayed(Step(step))).unwrap_or_default();
    let event = event(episode, step.0, &|step, call| family(call, &fires(step)));
    let has_conflict = episode.conflicts.iter().any(|conflict| conflict.second == step);
    let mut found: Vec<Hazard> = event.into_iter().chain(has_conflict.then(|| conflict(step))).collect();
    found.sort_by_key(|hazard| hazard.family);
    found
}

/// The event of one call as the rules tell it when it is judged again, whatever was delivered.
pub fn replayed_hazard_at(
    episode: &EpisodeDigest,
    step: Step,
    replayed: &dyn Fn(Step) -> Vec<Class>,
) -> Option<Hazard> {
    event(episode, step.0, &|step, call| match call.error {
        Some(error) => Some(Family::of(Class::NoError, Some(error))),
        None => replayed(Step(step)).first().map(|class| Family::of(*class, None)),
    })
}

/// A call classed, if it has a family.
fn event(
    episode: &EpisodeDigest,
    step: usize,
    family: &dyn Fn(usize, &CallDigest) -> Option<Family>,
) -> Option<Hazard> {
    let call = episode.calls.get(step)?;
    let family_here = family(step, call)?;
    let (lasting, told_by) = lasting(episode, step, &|step, call| family(step, call).is_some());
    Some(Hazard { step: Step(step), explicit: call.error.is_some(), lasting, told_by, family: family_here })
}

/// The later of two calls that contradict each other.
const fn conflict(step: Step) -> Hazard {
    Hazard { step, explicit: false, lasting: Lasting::Unknown, told_by: None, family: Family::CrossSourceConflict }
}

/// The family of what broke on a call: an explicit error before anything else, as nothing else is checked then; else
/// of the first violation named, else of the first that fires.
fn family(call: &CallDigest, fired: &[Class]) -> Option<Family> {
    if let Some(error) = call.error {
        return Some(Family::of(Class::NoError, Some(error)));
    }
    let named = call.receipt.as_ref().map(|receipt| receipt.codes.iter().find_map(|code| Class::from_code(code)));
    match (named, fired.first()) {
        (Some(Some(class)), _) | (_, Some(&class)) => Some(Family::of(class, None)),
        (Some(None), None) => Some(Family::Unnamed),
        (None, None) => None,
    }
}

/// What the later equal calls that returned said, and the one that tells so: one that is consistent is enough.
fn lasting(
    episode: &EpisodeDigest,
    step: usize,
    breaks: &dyn Fn(usize, &CallDigest) -> bool,
) -> (Lasting, Option<Step>) {
    let Some(call) = episode.calls.get(step) else { return (Lasting::Unknown, None) };
    let is_equal = |other: &CallDigest| other.arguments == call.arguments && other.tool == call.tool;
    let later = episode.calls.iter().enumerate().skip(step + 1);
    let mut again = None;
    for (at, other) in later.filter(|(_, other)| is_equal(other) && other.result.is_some()) {
        if !breaks(at, other) {
            return (Lasting::Transient, Some(Step(at)));
        }
        again = again.or(Some(Step(at)));
    }
    (if again.is_some() { Lasting::Permanent } else { Lasting::Unknown }, again)
}

#[cfg(test)]
mod tests;
