//! Where a value stands in an episode, before and after the place it is followed from.

use super::needle::{Find, Kind, Needle, Needles};
use crate::contract::{Hop, Place};
use crate::domain::call::Part;
pub use crate::domain::episode::is_agent as is_assistant;
use crate::domain::ids::{Step, ToolName};
use crate::domain::json::Json;
use crate::lens::lines::{self, line_at};
use crate::lens::{Answer, At, Question, Seen};

/// A value of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The call.
    pub step: Step,
    /// In its arguments or its result.
    pub part: Part,
    /// Where in it.
    pub place: Place,
    /// So many steps of the place, the last ones, go on into a text: its line, and the value on the line.
    pub inside: usize,
}

impl Source {
    /// The place without what goes on into a text, and the line of that text.
    #[must_use]
    pub fn split(&self) -> (&[Hop], Option<usize>) {
        let (field, text) = self.place.split_at(self.place.len().saturating_sub(self.inside));
        match text.first() {
            Some(Hop::Index(line)) => (field, Some(*line)),
            _ => (field, None),
        }
    }
}

/// Where the value stands again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// In a call.
    Value {
        /// Which call.
        step: Step,
        /// Its tool.
        tool: ToolName,
        /// In its arguments or its result.
        part: Part,
        /// Where in it.
        place: Place,
    },
    /// In a message.
    Message {
        /// Which of the messages, from 0.
        number: usize,
        /// How many calls stand before it.
        before: usize,
        /// Who spoke.
        role: String,
    },
}

impl Spot {
    /// When it came about: by calls before it, then messages, arguments, result.
    fn time(&self) -> (usize, u8) {
        match self {
            Self::Message { before, .. } => (*before, 0),
            Self::Value { step, part: Part::Arguments, .. } => (step.0, 1),
            Self::Value { step, part: Part::Result, .. } => (step.0, 2),
        }
    }
}

/// One place where the value stands again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Where.
    pub spot: Spot,
    /// How alike.
    pub find: Find,
    /// How it is written there.
    pub written: String,
    /// The words around it, where it stands inside a text.
    pub around: Option<String>,
    /// The line, where it stands in a text of several.
    pub line: Option<usize>,
}

/// What became of the final answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalAnswer {
    /// No assistant message stands behind the last call.
    NotRecorded,
    /// The number of the last assistant message behind the last call.
    Message(usize),
}

/// Where a value stands in an episode.
#[derive(Clone, Debug)]
pub struct Trail {
    /// Where it is followed from.
    pub source: Source,
    /// The value as JSON.
    pub value: Json,
    /// Why it is followed in fields of the same name only, if so.
    pub short: Option<&'static str>,
    /// Where it stood before.
    pub earlier: Vec<Hit>,
    /// Where it stands again, in order.
    pub later: Vec<Hit>,
    /// The final answer.
    pub answer: FinalAnswer,
    needle: Needle,
    calls: usize,
}

impl Trail {
    /// Begins to follow a value of a call in an episode of so many calls; arrays and objects are not followed.
    #[must_use]
    pub fn new(source: Source, value: &Json, calls: usize) -> Option<Self> {
        let needle = Needle::new(value, field(&source.place).filter(|_| source.inside == 0))?;
        Some(Self {
            value: value.clone(),
            short: needle.short(),
            earlier: Vec::new(),
            later: Vec::new(),
            answer: FinalAnswer::NotRecorded,
            needle,
            calls,
            source,
        })
    }

    /// What is looked for.
    #[must_use]
    pub fn needle(&self) -> &Needle {
        &self.needle
    }

    /// Takes what the next record of the episode told.
    pub fn take(&mut self, at: At, told: &Told) {
        if let (At::Message { number, before }, By::Message(role)) = (at, &told.by)
            && before >= self.calls
            && is_assistant(role)
        {
            self.answer = FinalAnswer::Message(number);
        }
        let here = (self.source.step.0, if self.source.part == Part::Arguments { 1 } else { 2 });
        for found in &told.found {
            let spot = match (at, &told.by, &found.inside) {
                (At::Call(step), By::Call(tool), Some((part, place))) => {
                    Spot::Value { step, tool: tool.clone(), part: *part, place: place.clone() }
                }
                (At::Message { number, before }, By::Message(role), None) => {
                    Spot::Message { number, before, role: role.clone() }
                }
                _ => continue,
            };
            let Found { find, written, around, line, .. } = found.clone();
            let hit = Hit { spot, find, written, around, line };
            match hit.spot.time().cmp(&here) {
                std::cmp::Ordering::Less => self.earlier.push(hit),
                std::cmp::Ordering::Equal => {}
                std::cmp::Ordering::Greater => self.later.push(hit),
            }
        }
    }

    /// Whether a hit is in the final answer.
    #[must_use]
    pub fn is_answer(&self, hit: &Hit) -> bool {
        matches!((&hit.spot, self.answer), (Spot::Message { number, .. }, FinalAnswer::Message(answer)) if *number == answer)
    }

    /// The surest hit in a part of a call.
    #[must_use]
    pub fn at(&self, step: Step, part: Part) -> Option<Kind> {
        let here =
            |hit: &&Hit| matches!(&hit.spot, Spot::Value { step: it, part: of, .. } if (*it, *of) == (step, part));
        self.later.iter().filter(here).map(|hit| hit.find.kind).min()
    }
}

/// Whether the person spoke for whom the agent works.
pub(super) fn is_user(role: &str) -> bool {
    ["user", "human"].iter().any(|name| name.eq_ignore_ascii_case(role))
}

/// The field a place lies in, past the places in arrays.
fn field(place: &[Hop]) -> Option<&str> {
    place.iter().rev().find_map(|hop| if let Hop::Key(name) = hop { Some(name.as_str()) } else { None })
}

/// What one record told of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Whose record it is.
    pub by: By,
    /// Where it has the value; one at most for each value of a call, and for a message.
    pub found: Vec<Found>,
}

/// Whose record it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// A call of this tool.
    Call(ToolName),
    /// A message of this role.
    Message(String),
}

/// The value in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Which value of the call; nothing for the text of a message.
    pub inside: Option<(Part, Place)>,
    /// How alike.
    pub find: Find,
    /// How it is written there.
    pub written: String,
    /// The words around it, where it stands inside a text.
    pub around: Option<String>,
    /// The line, where it stands in a value that is a text of several.
    pub line: Option<usize>,
}

impl Question for Needles {
    /// A message tells who spoke even if it does not have the value: the last one is the final answer.
    fn ask(&self, seen: &Seen) -> Option<Answer> {
        let told: Vec<Told> = self.0.iter().map(|needle| told(needle, seen)).collect();
        let matters = told.iter().any(|told| !told.found.is_empty() || matches!(told.by, By::Message(_)));
        matters.then_some(Answer::Taint(told))
    }
}

/// Every place of a record where the value stands.
#[must_use]
pub fn told(needle: &Needle, seen: &Seen) -> Told {
    let mut found = Vec::new();
    let by = match seen {
        Seen::Message(message) => {
            if let Some(find) = needle.in_text(&message.text) {
                found.push(in_text(None, find, &message.text));
            }
            By::Message(message.role.clone())
        }
        Seen::Call(call) => {
            let result = call.result.as_ref().map(Json::as_result);
            let parts = [(Part::Arguments, Some(call.arguments.as_arguments())), (Part::Result, result)];
            for (part, value) in parts {
                let Some(value) = value else { continue };
                leaves(&value, &mut Vec::new(), &mut |place, leaf| {
                    if let Some(find) = needle.in_value(leaf, field(place)) {
                        let inside = Some((part, place.to_vec()));
                        found.push(match leaf {
                            Json::String(text) => in_text(inside, find, text),
                            other => Found { inside, find, written: other.to_string(), around: None, line: None },
                        });
                    }
                });
            }
            By::Call(call.tool.clone())
        }
    };
    Told { by, found }
}

/// So many characters before and behind a value are shown where it stands in a text.
const AROUND: usize = 32;

fn in_text(inside: Option<(Part, Place)>, find: Find, text: &str) -> Found {
    let written = text.get(find.range.clone()).unwrap_or_default().to_owned();
    let around = (written.len() < text.len()).then(|| {
        let (before, after) = (text.get(..find.range.start), text.get(find.range.end..));
        let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
        let start = before.char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
        let end = after.char_indices().nth(AROUND).map_or(after.len(), |(at, _)| at);
        let (left, right) = (if start > 0 { "…" } else { "" }, if end < after.len() { "…" } else { "" });
        let (before, after) = (before.get(start..).unwrap_or_default(), after.get(..end).unwrap_or_default());
        format!("{left}{before}{written}{after}{right}")
    });
    let line = inside.as_ref().and_then(|_| line_at(text, find.range.start));
    Found { inside, find, written, around, line }
}

/// What to follow from a place of a call: the value there, and behind it those in its text if that has one line; from
/// a line of a text the values on it, and behind them the line itself. Nothing from an array or object.
#[must_use]
pub fn sources(root: &Json, step: Step, part: Part, place: &[Hop]) -> Vec<(Source, Json)> {
    let Some(value) = lines::value_at(root, place) else { return Vec::new() };
    if matches!(*value, Json::Array(_) | Json::Object(_)) {
        return Vec::new();
    }
    let source = |below: &[usize], inside| {
        let place = place.iter().cloned().chain(below.iter().copied().map(Hop::Index)).collect();
        Source { step, part, place, inside }
    };
    let inside = lines::inside(root, place);
    let whole = (source(&[], inside), value.clone().into_owned());
    let text = value.as_str().filter(|text| inside == 1 || (inside == 0 && lines::lines(text).is_empty()));
    let values = text.map(lines::values).unwrap_or_default().into_iter().enumerate().map(|(nth, value)| {
        let source = if inside == 1 { source(&[nth], 2) } else { source(&[0, nth], 2) };
        (source, Json::from(value))
    });
    let can_be_told = |(_, value): &(Source, Json)| Needle::new(value, None).is_some_and(|it| it.short().is_none());
    let values = values.filter(can_be_told);
    if inside == 1 { values.chain([whole]).collect() } else { std::iter::once(whole).chain(values).collect() }
}

/// Visits every value that is no array and no object.
fn leaves(value: &Json, place: &mut Place, visit: &mut dyn FnMut(&[Hop], &Json)) {
    match value {
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                place.push(Hop::Index(index));
                leaves(item, place, visit);
                place.pop();
            }
        }
        Json::Object(members) => {
            for (name, member) in members.iter() {
                place.push(Hop::Key(name.to_owned()));
                leaves(member, place, visit);
                place.pop();
            }
        }
        leaf => visit(place, leaf),
    }
}
