//! Whether a firing was right: what the study's label says of it, and what speaks for it and against it.

use super::{Autopsy, Likeness, Likest};
use crate::audit::FAULTS;
use crate::contract::{Hop, Place};
use crate::domain::call::{Call, Part};
use crate::domain::class::Class;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::{Json, Object};
use crate::domain::path::{Path, Segment};
use crate::domain::violation::Violation;
use crate::lens::difference::{Change, What};
use crate::words;

/// From so many other calls on it means something that most of them break the rules as well.
const MANY: u64 = 5;

/// A fault label in words: `scaled value at total (transient)`.
#[must_use]
pub fn fault(label: &Object) -> String {
    let text = |value: &Json| value.as_str().map_or_else(|| words::value(value), str::to_owned);
    let kind = label.get("type").map(text);
    let does = FAULTS.iter().find(|row| Some(row.name) == kind.as_deref()).map(|row| row.change);
    let kind = kind.map_or_else(|| "a fault".to_owned(), |kind| kind.replace('_', " "));
    let at = label.get("path").map(|path| format!(" at {}", text(path))).unwrap_or_default();
    let rest = label.iter().filter(|(key, _)| !matches!(*key, "type" | "path"));
    // How long a fault lasts says its own name.
    let rest =
        rest.map(|(key, value)| if key == "persistence" { text(value) } else { format!("{key} {}", text(value)) });
    let rest = does.map(str::to_owned).into_iter().chain(rest);
    let rest = rest.collect::<Vec<_>>().join("; ");
    if rest.is_empty() { format!("{kind}{at}") } else { format!("{kind}{at} ({rest})") }
}

/// What the labels say of a firing on a call; `in_episode` tells whether any call of its episode carries one.
#[must_use]
pub fn by_label(call: &Call, in_episode: bool) -> String {
    match &call.fault {
        Some(label) => format!("Yes: the study put a fault into this very result: {}.", fault(label)),
        None if in_episode => {
            "By the fault labels a false alarm: the study put its fault into another call of this episode.".to_owned()
        }
        None => "By the fault labels a false alarm: the study put no fault into this episode.".to_owned(),
    }
}

/// What can be known without a label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// What speaks for the firing.
    pub right: Vec<String>,
    /// What speaks for a false alarm.
    pub wrong: Vec<String>,
}

/// Weighs what is at hand.
#[must_use]
pub fn signs(autopsy: &Autopsy) -> Signs {
    let mut signs = Signs::default();
    for broken in &autopsy.broken {
        if broken.violation.class == Class::NoError {
            signs.right.push("the tool says itself that it failed".to_owned());
            signs.wrong.push("an ordinary refusal is an answer too, which the agent can read without a receipt".into());
        }
        signs.wrong.extend(asked_for(&autopsy.call, &broken.violation));
        if let Some((with, all)) = broken.folds.filter(|(with, all)| with * 2 <= *all) {
            signs.wrong.push(format!(
                "only {with} of {} say so: mined without other tasks, the rule is another one or was not learned",
                words::counted(all, "fold")
            ));
        }
    }
    if let (true, Some((registry, _)), true) = (autopsy.broken.is_empty(), &autopsy.judge, autopsy.has_contract) {
        signs.wrong.push(format!("no rule of {registry} breaks on this result"));
    }
    let Likeness::Sought { weighed, clean, nearest } = &autopsy.likeness else { return signs };
    if !autopsy.is_error() && *weighed >= MANY && clean * 2 < *weighed {
        signs.wrong.push(format!(
            "only {clean} of {weighed} other answers of the tool pass its rules: to break them is nothing rare here"
        ));
    }
    if let Some(likest) = nearest.as_deref().filter(|likest| likest.arguments.is_empty()) {
        let at_fault = likest.result.iter().find(|change| is_at_fault(autopsy, change));
        signs.right.extend(at_fault.map(|change| {
            let place = words::place("", change.place());
            format!("asked the same, the nearest clean sample has another {place}: {}", beside(&change.what))
        }));
    }
    signs
}

/// That the call itself asked for a value that no clean sample had.
#[must_use]
pub fn asked_for(call: &Call, violation: &Violation) -> Option<String> {
    let value = &violation.observed;
    let mut place = Place::new();
    let is_asked = violation.class == Class::Category && find(&call.arguments.as_arguments(), value, &mut place);
    is_asked.then(|| {
        let place = words::place(Part::Arguments.name(), &place);
        format!("the call itself asked for it: {place} is {}", words::value(value))
    })
}

/// Finds the first place of a value.
fn find(arguments: &Json, value: &Json, place: &mut Place) -> bool {
    if arguments == value {
        return true;
    }
    let below: Vec<(Hop, &Json)> = match arguments {
        Json::Object(members) => members.iter().map(|(key, it)| (Hop::Key(key.to_owned()), it)).collect(),
        Json::Array(items) => items.iter().enumerate().map(|(at, it)| (Hop::Index(at), it)).collect(),
        _ => Vec::new(),
    };
    below.into_iter().any(|(hop, inside)| {
        place.push(hop);
        let is_here = find(inside, value, place);
        if !is_here {
            place.pop();
        }
        is_here
    })
}

/// Which of the two sides of a broken rule differs from the nearest clean sample, if only one does:
/// `total, it seems: the nearest clean sample, asked the same, has the same base; total: 49418.0 here, 494.18 there`.
#[must_use]
pub fn which_side(rule: &Invariant, likest: &Likest) -> Option<String> {
    let other = match &rule.expected {
        Expected::Relation(relation) => relation.y.path(),
        Expected::Later(later) => later,
        _ => return None,
    };
    let own = rule.path.path();
    let changed = |path: &Path| likest.result.iter().find(|change| path_of(change) == *path);
    let (off, same, change) = match (changed(own), changed(other)) {
        (Some(change), None) => (own, other, change),
        (None, Some(change)) => (other, own, change),
        _ => return None,
    };
    let asked = if likest.arguments.is_empty() { ", asked the same," } else { "" };
    let beside = beside(&change.what);
    Some(format!("{off}, it seems: the nearest clean sample{asked} has the same {same}; {off}: {beside}"))
}

/// Whether a change is where a rule broke, on either side of it.
pub(super) fn is_at_fault(autopsy: &Autopsy, change: &Change) -> bool {
    let path = path_of(change);
    autopsy.broken.iter().any(|broken| {
        let other = broken.invariant.as_ref().and_then(|rule| match &rule.expected {
            Expected::Relation(relation) => Some(relation.y.path()),
            Expected::Later(later) => Some(later),
            _ => None,
        });
        let own = broken.invariant.as_ref().map(|rule| rule.path.path());
        broken.violation.path == path.as_str() || own == Some(&path) || other == Some(&path)
    })
}

fn path_of(change: &Change) -> Path {
    change.place().iter().fold(Path::root(), |path, hop| match hop {
        Hop::Key(name) => path.field(name),
        Hop::Index(_) => path.child(Segment::Elements),
    })
}

/// `-79.00 here, 79.00 there`.
pub(super) fn beside(what: &What) -> String {
    match what {
        What::Added(there) => format!("not here, {} there", words::value(there)),
        What::Removed(here) => format!("{} here, not there", words::value(here)),
        What::Changed(here, there) | What::TypeChanged(here, there) => {
            format!("{} here, {} there", words::value(here), words::value(there))
        }
        What::Moved => "at another place".to_owned(),
    }
}
