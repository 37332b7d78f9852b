//! Two JSON Schemas compared, field by field.
//!
//! Arguments may be written more freely without harm, and results may not: what widens an argument narrows nothing,
//! what widens a result lets through what nobody expects. Keywords that say what a value may be and are not known here
//! are taken for breaking when they change.

use std::collections::BTreeSet;

use super::{Effect, Part, Presence};
use crate::contract::source::schema::resolve;
use crate::domain::json::{Json, Number, Object};
use crate::domain::path::{Path, Segment};
use crate::words;

/// Keywords that are words to a person or a model.
const WORDS: [&str; 8] = ["title", "description", "desc", "examples", "example", "$comment", "$schema", "$id"];
/// Keywords whose inside is looked at by itself, or that say nothing of values.
const INSIDE: [&str; 12] = [
    "type",
    "nullable",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "$ref",
    "$defs",
    "definitions",
    "deprecated",
];
/// Bounds from above: a larger one, or none, allows more.
const UPPER: [&str; 5] = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
/// Bounds from below: a smaller one, or none, allows more.
const LOWER: [&str; 5] = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
/// So deep nested schemas are followed.
const DEPTH: usize = 24;

/// Which way the set of allowed values went.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    More,
    Fewer,
    Other,
}

/// The comparison of two documents.
pub(super) struct Comparison<'d> {
    part: Part,
    old: &'d Json,
    new: &'d Json,
    /// The pairs of schemas that are being compared, from the outermost: one that holds itself ends there.
    open: Vec<(&'d Json, &'d Json)>,
    /// Each change, in the order met.
    pub(super) found: Vec<Found>,
}

/// One change: where, of what is there before and after, what it does and in which words.
pub(super) struct Found {
    pub(super) path: Path,
    pub(super) presence: Presence,
    pub(super) effect: Effect,
    pub(super) what: String,
}

impl<'d> Comparison<'d> {
    pub(super) fn new(part: Part, old: &'d Json, new: &'d Json) -> Self {
        Self { part, old, new, open: Vec::new(), found: Vec::new() }
    }

    fn say(&mut self, path: &Path, effect: Effect, what: String) {
        self.of(path, Presence::Stays, effect, what);
    }

    fn of(&mut self, path: &Path, presence: Presence, effect: Effect, what: String) {
        self.found.push(Found { path: path.clone(), presence, effect, what });
    }

    /// What allows more breaks nobody who calls, and everybody who reads.
    fn effect(&self, way: Way) -> Effect {
        match (way, self.part) {
            (Way::More, Part::Output) | (Way::Fewer, Part::Tool | Part::Input) | (Way::Other, _) => Effect::Breaking,
            _ => Effect::Additive,
        }
    }

    /// Compares two schemas at one place.
    pub(super) fn compare(&mut self, path: &Path, old: &'d Json, new: &'d Json) {
        // Equal references may lead to different places, so equal texts are not enough to stop here.
        let (old, new) = (followed(self.old, old), followed(self.new, new));
        if self.open.len() >= DEPTH || self.open.iter().any(|(a, b)| std::ptr::eq(*a, old) && std::ptr::eq(*b, new)) {
            return;
        }
        self.open.push((old, new));
        let ((old, old_null), (new, new_null)) = (without_null(self.old, old), without_null(self.new, new));
        self.types(path, (old, old_null), (new, new_null));
        self.values(path, old, new);
        self.bounds(path, old, new);
        self.others(path, old, new);
        self.members(path, old, new);
        let elements = path.child(Segment::Elements);
        match (old.get("items"), new.get("items")) {
            (Some(before), Some(after)) => self.compare(&elements, before, after),
            (None, Some(_)) => self.say(&elements, self.effect(Way::Fewer), "it has a schema now".to_owned()),
            (Some(_), None) => self.say(&elements, self.effect(Way::More), "its schema is gone".to_owned()),
            (None, None) => {}
        }
        self.open.pop();
    }

    fn types(&mut self, path: &Path, (old, old_null): (&Json, bool), (new, new_null): (&Json, bool)) {
        let (before, after) = (types(old, old_null), types(new, new_null));
        if before == after {
            return;
        }
        // An integer is a number (SPEC 5).
        let covers = |set: &Option<BTreeSet<String>>, name: &str| {
            set.as_ref().is_none_or(|set| set.contains(name) || (name == "integer" && set.contains("number")))
        };
        let all_in = |small: &Option<BTreeSet<String>>, large: &Option<BTreeSet<String>>| match small {
            None => large.is_none(),
            Some(small) => small.iter().all(|name| covers(large, name)),
        };
        let way = way(all_in(&before, &after), all_in(&after, &before));
        let named = |types: Option<BTreeSet<String>>| {
            types.map_or("any type".to_owned(), |types| types.into_iter().collect::<Vec<_>>().join(" or "))
        };
        if let Some(way) = way {
            self.say(path, self.effect(way), format!("its type is {}, before {}", named(after), named(before)));
        }
    }

    fn values(&mut self, path: &Path, old: &Json, new: &Json) {
        let (before, after) = (values(old), values(new));
        let missing = |these: &[&Json], those: &[&Json]| -> Vec<String> {
            these.iter().filter(|value| !those.contains(value)).map(|value| words::value(value)).collect()
        };
        let (way, what) = match (before, after) {
            (None, None) => return,
            (None, Some(after)) => {
                let names = words::list(after.iter().map(|value| words::value(value)));
                (Way::Fewer, format!("only these values are allowed now: {names}"))
            }
            (Some(_), None) => (Way::More, "any value is allowed now, before only some".to_owned()),
            (Some(before), Some(after)) => {
                let (gained, lost) = (missing(&after, &before), missing(&before, &after));
                let Some(way) = way(lost.is_empty(), gained.is_empty()) else { return };
                let parts = [("values that are new", gained), ("values that are gone", lost)];
                let parts = parts.into_iter().filter(|(_, names)| !names.is_empty());
                let parts: Vec<String> =
                    parts.map(|(what, names)| format!("{what}: {}", words::list(names.into_iter()))).collect();
                (way, parts.join("; "))
            }
        };
        self.say(path, self.effect(way), what);
    }

    fn bounds(&mut self, path: &Path, old: &Json, new: &Json) {
        for (keywords, larger) in [(UPPER, Way::More), (LOWER, Way::Fewer)] {
            for keyword in keywords {
                let bound = |schema: &Json| schema.get(keyword).and_then(Json::as_number).map(Number::double);
                let smaller = if larger == Way::More { Way::Fewer } else { Way::More };
                let (way, what) = match (bound(old), bound(new)) {
                    (None, Some(now)) => (Way::Fewer, format!("it has the bound {keyword} {now} now")),
                    (Some(was), None) => (Way::More, format!("the bound {keyword} {was} is gone")),
                    (Some(was), Some(now)) if was.to_bits() != now.to_bits() => {
                        (if now > was { larger } else { smaller }, format!("{keyword} is {now}, before {was}"))
                    }
                    _ => continue,
                };
                self.say(path, self.effect(way), what);
            }
        }
    }

    /// Keywords that no other part looks at.
    fn others(&mut self, path: &Path, old: &Json, new: &Json) {
        let keys = |schema: &'_ Json| -> BTreeSet<String> {
            schema.as_object().into_iter().flat_map(Object::iter).map(|(key, _)| key.to_owned()).collect()
        };
        let known = |key: &str| INSIDE.contains(&key) || UPPER.contains(&key) || LOWER.contains(&key);
        for key in keys(old).union(&keys(new)).filter(|key| !known(key)) {
            if old.get(key) == new.get(key) {
                continue;
            }
            if WORDS.contains(&key.as_str()) {
                self.say(path, Effect::Wording, format!("its {key} has other words"));
            } else {
                self.say(path, Effect::Breaking, format!("the rule \"{key}\" of its schema changed"));
            }
        }
    }

    fn members(&mut self, path: &Path, old: &'d Json, new: &'d Json) {
        let properties = |schema: &'d Json| schema.get("properties").and_then(Json::as_object);
        let (before, after) = (properties(old), properties(new));
        let required = |schema: &'d Json| -> BTreeSet<&'d str> {
            let names = schema.get("required").and_then(Json::as_array).unwrap_or_default();
            names.iter().filter_map(Json::as_str).collect()
        };
        let (needed_before, needed_after) = (required(old), required(new));
        let mut names: Vec<&str> =
            before.into_iter().chain(after).flat_map(Object::iter).map(|(name, _)| name).collect();
        // A name may be required and not described.
        names.extend(needed_before.union(&needed_after).copied());
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(*name));
        for name in names {
            let at = path.field(name);
            let described = |properties: Option<&'d Object>| properties.and_then(|properties| properties.get(name));
            let needed = (needed_before.contains(name), needed_after.contains(name));
            match (described(before), described(after)) {
                (Some(_), None) => self.of(&at, Presence::Gone, Effect::Breaking, "it is gone".to_owned()),
                (None, Some(_)) if needed == (false, true) && self.part == Part::Input => {
                    self.of(&at, Presence::New, Effect::Breaking, "it is new and required".to_owned());
                }
                (None, Some(_)) => self.of(&at, Presence::New, Effect::Additive, "it is new".to_owned()),
                (both, after) => {
                    match needed {
                        (false, true) => self.say(&at, self.effect(Way::Fewer), "it is required now".to_owned()),
                        (true, false) => self.say(&at, self.effect(Way::More), "it is optional now".to_owned()),
                        _ => {}
                    }
                    if let (Some(before), Some(after)) = (both, after) {
                        self.compare(&at, before, after);
                    }
                }
            }
        }
        self.further(path, old, new);
    }

    /// Fields that the schema does not name.
    fn further(&mut self, path: &Path, old: &'d Json, new: &'d Json) {
        let further = |schema: &'d Json| schema.get("additionalProperties");
        let closed = |schema: &'d Json| further(schema).and_then(Json::as_bool) == Some(false);
        match (closed(old), closed(new)) {
            (false, true) => {
                let effect = if self.part == Part::Output { Effect::Additive } else { Effect::Breaking };
                self.say(path, effect, "no field but those named is allowed now".to_owned());
            }
            // Like a new field in a result, it takes nothing away.
            (true, false) => {
                self.say(path, Effect::Additive, "other fields than those named are allowed now".to_owned());
            }
            _ => {
                if let (Some(old @ Json::Object(_)), Some(new @ Json::Object(_))) = (further(old), further(new)) {
                    self.compare(&path.child(Segment::Values), old, new);
                }
            }
        }
    }
}

/// Which way a set went whose older values are all in the newer one, or the reverse; nothing if it is the same.
fn way(old_in_new: bool, new_in_old: bool) -> Option<Way> {
    match (old_in_new, new_in_old) {
        (true, true) => None,
        (true, false) => Some(Way::More),
        (false, true) => Some(Way::Fewer),
        (false, false) => Some(Way::Other),
    }
}

/// Where a local reference leads, if the schema is one.
fn followed<'d>(document: &'d Json, schema: &'d Json) -> &'d Json {
    let mut schema = schema;
    for _ in 0..DEPTH {
        let Some(reference) = schema.get("$ref").and_then(Json::as_str) else { break };
        let Ok(found) = resolve(document, reference) else { break };
        schema = found;
    }
    schema
}

/// `X or null` as X, and that it may be null.
fn without_null<'d>(document: &'d Json, schema: &'d Json) -> (&'d Json, bool) {
    let branches = ["anyOf", "oneOf"].into_iter().find_map(|key| schema.get(key).and_then(Json::as_array));
    let Some(branches) = branches else { return (schema, false) };
    let is_null = |branch: &&Json| branch.get("type").and_then(Json::as_str) == Some("null");
    let mut others = branches.iter().filter(|branch| !is_null(branch));
    match (others.next(), others.next()) {
        (Some(only), None) if branches.len() > 1 => (followed(document, only), true),
        _ => (schema, false),
    }
}

/// The types a schema allows; nothing for any.
fn types(schema: &Json, or_null: bool) -> Option<BTreeSet<String>> {
    let mut names: BTreeSet<String> = match schema.get("type")? {
        Json::String(name) => [name.clone()].into(),
        Json::Array(names) => names.iter().filter_map(Json::as_str).map(str::to_owned).collect(),
        _ => return None,
    };
    if or_null || schema.get("nullable").and_then(Json::as_bool) == Some(true) {
        names.insert("null".to_owned());
    }
    Some(names)
}

/// The values a schema names; nothing for any.
fn values(schema: &Json) -> Option<Vec<&Json>> {
    let single = schema.get("const").map(std::slice::from_ref);
    let values = schema.get("enum").and_then(Json::as_array).or(single)?;
    Some(values.iter().collect())
}
