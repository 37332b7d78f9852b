//! Implicit faults: results that look like answers and are wrong.

use super::tool::Tool;
use super::world::{Day, money, text_at};
use crate::domain::json::{Json, Object};

/// How an answer breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A number becomes −1.
    Sentinel,
    /// A field is gone.
    Missing,
    /// A number becomes a text.
    Text,
    /// A category becomes one that is none.
    Category,
    /// A number is a hundred times too large.
    Scaled,
    /// Two dates change places.
    Swapped,
    /// The answer is about something else.
    Elsewhere,
    /// The answer is an old one, and says so in a field of its own.
    Stale,
    /// A number is a little off: only a rule between two numbers can tell.
    Plausible,
}

impl Kind {
    /// The name in fault labels.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Sentinel => "sentinel_value",
            Self::Missing => "missing_field",
            Self::Text => "wrong_type",
            Self::Category => "unknown_category",
            Self::Scaled => "scaled_value",
            Self::Swapped => "swapped_dates",
            Self::Elsewhere => "wrong_entity",
            Self::Stale => "stale_answer",
            Self::Plausible => "plausible_value",
        }
    }
}

/// One way in which a tool's answers break.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// How.
    pub(super) kind: Kind,
    /// Where: keys and places of elements, joined by dots.
    pub(super) path: &'static str,
    /// The other value: the made-up category, the other date's path, the other thing.
    pub(super) other: &'static str,
}

/// A way to break, for the tables of tools.
pub(super) const fn spot(kind: Kind, path: &'static str, other: &'static str) -> Spot {
    Spot { kind, path, other }
}

/// How long a fault lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Persistence {
    /// One call is broken.
    Transient,
    /// That call and every later one of the tool are broken.
    Persistent,
}

impl Persistence {
    /// The name in fault labels.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transient => "transient",
            Self::Persistent => "persistent",
        }
    }
}

impl Spot {
    /// The answer of a tool, broken.
    pub(super) fn broken_answer(self, tool: &Tool, day: Day, needed: &[&str]) -> Json {
        let answer = (tool.answer)(day, needed);
        match self.kind {
            Kind::Elsewhere => {
                let mut other: Vec<&str> = needed.to_vec();
                if let Some(first) = other.first_mut() {
                    *first = self.other;
                }
                (tool.answer)(day, &other)
            }
            Kind::Swapped => {
                let mut swapped = answer.clone();
                for (to, from) in [(self.path, self.other), (self.other, self.path)] {
                    if let Some(text) = text_at(&answer, from) {
                        change(&mut swapped, to, &|place| *place = Json::from(text.as_str()));
                    }
                }
                swapped
            }
            Kind::Missing => without(answer, self.path),
            Kind::Stale => {
                let mut stale = answer;
                change(&mut stale, self.path, &|place| scale(place, 93));
                if let Json::Object(members) = &mut stale {
                    members.insert("served_from", "cache-fallback");
                }
                stale
            }
            _ => {
                let mut changed = answer;
                change(&mut changed, self.path, &|place| match self.kind {
                    Kind::Sentinel => *place = Json::from(-1_i64),
                    Kind::Text => *place = Json::from("N/A"),
                    Kind::Category => *place = Json::from(self.other),
                    Kind::Scaled => scale(place, 10_000),
                    _ => scale(place, 104),
                });
                changed
            }
        }
    }

    /// The label that the ledger keeps for audits.
    pub(super) fn label(self, persistence: Persistence) -> Object {
        let is_place = |hop: &str| hop.bytes().all(|byte| byte.is_ascii_digit());
        let mut path = String::new();
        for hop in self.path.split('.') {
            if is_place(hop) {
                path.push_str("[]");
            } else {
                path.push_str(if path.is_empty() { "" } else { "." });
                path.push_str(hop);
            }
        }
        let label = Object::new().with("type", self.kind.name()).with("path", path);
        label.with("persistence", persistence.name())
    }
}

/// A number times so many hundredths, in whole cents; a whole number stays one.
fn scale(place: &mut Json, hundredths: i64) {
    let Some(number) = place.as_number() else { return };
    let text = number.text();
    let (units, cents) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{units}{:0<2}", cents.get(..cents.len().min(2)).unwrap_or_default());
    let scaled = digits.parse::<i64>().unwrap_or_default() * hundredths / 100;
    let scaled = i32::try_from(scaled).unwrap_or(i32::MAX);
    *place = if number.is_integer() { Json::from(i64::from(scaled / 100)) } else { money(scaled) };
}

fn change(value: &mut Json, path: &str, how: &dyn Fn(&mut Json)) {
    let (hop, rest) = path.split_once('.').map_or((path, None), |(hop, rest)| (hop, Some(rest)));
    let below = match value {
        Json::Object(members) => members.get_mut(hop),
        Json::Array(items) => hop.parse::<usize>().ok().and_then(|place| items.get_mut(place)),
        _ => None,
    };
    match (below, rest) {
        (Some(below), Some(rest)) => change(below, rest, how),
        (Some(below), None) => how(below),
        (None, _) => {}
    }
}

fn without(mut value: Json, path: &str) -> Json {
    let (parent, field) = path.rsplit_once('.').unwrap_or(("", path));
    let remove = |place: &mut Json| {
        if let Json::Object(members) = place {
            members.remove(field);
        }
    };
    if parent.is_empty() {
        remove(&mut value);
    } else {
        change(&mut value, parent, &remove);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::domain::json::read;

    fn scaled(text: &str, hundredths: i64) -> String {
        let mut value = read(text).unwrap().value;
        scale(&mut value, hundredths);
        value.to_string()
    }

    #[test]
    fn numbers_are_scaled_in_cents() {
        assert_eq!(
            (scaled("12.5", 10_000), scaled("12.5", 104), scaled("3", 10_000)),
            ("1250.0".into(), "13.0".into(), "300".into())
        );
        assert_eq!(scaled("19.99", 93), "18.59");
    }

    #[test]
    fn a_label_names_the_path_as_rules_do() {
        let label = spot(Kind::Sentinel, "items.0.price", "").label(Persistence::Transient);
        assert_eq!(
            Json::from(label).to_string(),
            r#"{"type":"sentinel_value","path":"items[].price","persistence":"transient"}"#
        );
    }
}
