//! The made-up world: what is true of it on the day of a task, whichever tool is asked.
//!
//! Every fact is drawn from the seed, the task and what the fact is about; so all tools that can tell it
//! tell the same, and a fact is the same in both arms and for both models.

mod catalogue;
mod finance;
mod travel;
mod weather;

use super::calendar;
use super::tool::Tool;
use crate::domain::json::{Json, Object};
use crate::rng::{Rng, key};

/// The tools of all domains, in the order of `tools.json`.
pub(super) fn tools() -> impl Iterator<Item = &'static Tool> {
    [catalogue::TOOLS, travel::TOOLS, weather::TOOLS, finance::TOOLS].into_iter().flatten()
}

/// The tool of that name.
pub(super) fn tool(name: &str) -> Option<&'static Tool> {
    tools().find(|tool| tool.name == name)
}

/// The world on the day of one task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Day {
    /// The seed of the study.
    pub(super) seed: u64,
    /// The task's place in the study, from 0.
    pub(super) task: usize,
}

impl Day {
    /// The stream behind one fact.
    pub(super) fn fact(self, topic: &str, about: &str) -> Rng {
        Rng::of(self.seed, &[self.task as u64, key(topic), key(about)])
    }

    /// The day of the task, counted as in `calendar`.
    pub(super) fn number(self) -> i32 {
        60 + i32::try_from(self.task % 600).unwrap_or_default()
    }

    /// The day of the task as a date.
    pub(super) fn today(self) -> String {
        calendar::day(self.number())
    }

    /// Whether something rare is true of this task, and of no other in its neighbourhood: what makes a
    /// clean result look wrong to a registry that never saw the task.
    pub(super) fn is_rare(self, place: usize) -> bool {
        self.task % 240 == place
    }
}

/// Cents as a decimal number.
pub(super) fn money(cents: i32) -> Json {
    Json::from(f64::from(cents) / 100.0)
}

/// A whole number.
pub(super) fn whole(number: i32) -> Json {
    Json::from(i64::from(number))
}

/// The text at a place of a result, numbers as they are spelled; keys and places of elements joined by dots.
pub(super) fn text_at(result: &Json, path: &str) -> Option<String> {
    let value = path.split('.').try_fold(result, |value, hop| match value {
        Json::Array(items) => items.get(hop.parse::<usize>().ok()?),
        other => other.get(hop),
    })?;
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.text().to_owned()),
        _ => None,
    }
}

/// The element of a list whose number at `by` is the least, and its text at `wanted`.
pub(super) fn least(list: Option<&Json>, by: &str, wanted: &str) -> Option<String> {
    let cost = |item: &Json| item.get(by).and_then(Json::as_number).map(crate::domain::json::Number::double);
    let items = list?.as_array()?.iter();
    let best = items.filter(|item| cost(item).is_some()).min_by(|a, b| {
        let (a, b) = (cost(a).unwrap_or_default(), cost(b).unwrap_or_default());
        a.total_cmp(&b)
    });
    text_at(best?, wanted)
}

/// An object to build a result from.
pub(super) fn object() -> Object {
    Object::new()
}
