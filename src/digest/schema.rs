//! Arguments against the JSON Schema that a tool gives of them: the part of it that tools use.
//!
//! Understood: `type` (also `OpenAPI`'s `nullable`), `required`, `properties`, `additionalProperties`, `items`, `enum`,
//! `const`, `minimum`, `maximum` and the exclusive two, the bounds on lengths, `anyOf`, `oneOf` (read as `anyOf`),
//! `allOf`, and `$ref` within the document. Other keywords are not checked, and [`unsupported`] names them.

use std::collections::BTreeSet;

use crate::contract::Hop;
use crate::domain::json::{Json, JsonType, Number, Object};
use crate::words;

/// Keywords that are checked.
const CHECKED: [&str; 20] = [
    "type",
    "nullable",
    "required",
    "properties",
    "additionalProperties",
    "items",
    "enum",
    "const",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "anyOf",
    "oneOf",
    "allOf",
    "$ref",
];
/// Keywords that ask for nothing.
const REMARKS: [&str; 18] = [
    "$schema",
    "$id",
    "$comment",
    "$defs",
    "definitions",
    "title",
    "description",
    "desc",
    "default",
    "example",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "strict",
    "optional",
    "x-order",
    "discriminator",
];
/// Schemas that lead deeper, or in a circle, are not followed.
const DEPTH: usize = 32;

/// The first way in which arguments break a schema, in a sentence; nothing if they hold.
pub(super) fn first_breach(schema: &Json, arguments: &Json) -> Option<String> {
    let (place, what) = Reader { root: schema }.breach(schema, arguments, &mut Vec::new(), 0)?;
    let place = words::place("", &place);
    Some(if place.is_empty() { what } else { format!("{place}: {what}") })
}

/// The keywords of a schema that are not checked, by name.
#[must_use]
pub fn unsupported(schema: &Json) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect(schema, &mut found, 0);
    found
}

fn collect(schema: &Json, found: &mut BTreeSet<String>, depth: usize) {
    let Some(members) = schema.as_object().filter(|_| depth < DEPTH) else { return };
    for (name, value) in members.iter() {
        match name {
            "properties" | "$defs" | "definitions" => {
                value.as_object().into_iter().flat_map(Object::iter).for_each(|(_, it)| collect(it, found, depth + 1));
            }
            "anyOf" | "oneOf" | "allOf" => {
                value.as_array().into_iter().flatten().for_each(|it| collect(it, found, depth + 1));
            }
            "items" | "additionalProperties" => collect(value, found, depth + 1),
            _ if CHECKED.contains(&name) || REMARKS.contains(&name) => {}
            _ => {
                found.insert(name.to_owned());
            }
        }
    }
}

type Breach = (Vec<Hop>, String);

struct Reader<'s> {
    root: &'s Json,
}

impl Reader<'_> {
    fn breach(&self, schema: &Json, value: &Json, place: &mut Vec<Hop>, depth: usize) -> Option<Breach> {
        let members = schema.as_object().filter(|_| depth < DEPTH)?;
        let here = |place: &[Hop], what: String| Some((place.to_vec(), what));
        if let Some(target) = members.get("$ref").and_then(Json::as_str).and_then(|it| self.resolve(it))
            && let Some(breach) = self.breach(target, value, place, depth + 1)
        {
            return Some(breach);
        }
        if value.is_null() && members.get("nullable").and_then(Json::as_bool) == Some(true) {
            return None;
        }
        if let Some(kinds) = members.get("type").map(names).filter(|kinds| !kinds.is_empty())
            && !kinds.iter().any(|kind| is_of(value, kind))
        {
            return here(place, format!("must be of type {}, but is {}", kinds.join(" or "), value.kind()));
        }
        if let Some(allowed) = members.get("enum").and_then(Json::as_array)
            && !allowed.contains(value)
        {
            let shown = words::list(allowed.iter().map(words::value));
            return here(place, format!("{} is none of {shown}", words::value(value)));
        }
        if let Some(only) = members.get("const").filter(|only| *only != value) {
            return here(place, format!("{} is not {}", words::value(value), words::value(only)));
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let Some(branches) = members.get(keyword).and_then(Json::as_array).filter(|it| !it.is_empty()) else {
                continue;
            };
            let mut breaches = branches.iter().map(|it| self.breach(it, value, place, depth + 1));
            if keyword == "allOf" {
                if let Some(breach) = breaches.flatten().next() {
                    return Some(breach);
                }
            } else if breaches.all(|breach| breach.is_some()) {
                return here(
                    place,
                    format!("{} fits none of the {} forms it may have", words::value(value), branches.len()),
                );
            }
        }
        match value {
            Json::Object(_) => self.object(members, value, place, depth),
            Json::Array(items) => {
                if let Some(what) = outside(members, items.len(), ["minItems", "maxItems"], "element") {
                    return here(place, what);
                }
                let of_item = members.get("items")?;
                items.iter().enumerate().find_map(|(at, item)| self.below(of_item, item, Hop::Index(at), place, depth))
            }
            Json::String(text) => outside(members, text.chars().count(), ["minLength", "maxLength"], "character")
                .and_then(|what| here(place, what)),
            Json::Number(number) => bound(members, number).and_then(|what| here(place, what)),
            Json::Null | Json::Bool(_) => None,
        }
    }

    fn below(&self, schema: &Json, value: &Json, hop: Hop, place: &mut Vec<Hop>, depth: usize) -> Option<Breach> {
        place.push(hop);
        let breach = self.breach(schema, value, place, depth + 1);
        place.pop();
        breach
    }

    fn object(&self, schema: &Object, value: &Json, place: &mut Vec<Hop>, depth: usize) -> Option<Breach> {
        let required = schema.get("required").map(names).unwrap_or_default();
        if let Some(missing) = required.iter().find(|name| value.get(name).is_none()) {
            return Some((place.clone(), format!("the required {missing} is missing")));
        }
        let known = schema.get("properties").and_then(Json::as_object);
        for (name, member) in value.as_object()?.iter() {
            let own = known.and_then(|known| known.get(name));
            let breach = match (own, schema.get("additionalProperties")) {
                (Some(own), _) => self.below(own, member, Hop::Key(name.to_owned()), place, depth),
                (None, Some(Json::Bool(false))) => Some((place.clone(), format!("{name} is not among its fields"))),
                (None, Some(other)) => self.below(other, member, Hop::Key(name.to_owned()), place, depth),
                (None, None) => None,
            };
            if breach.is_some() {
                return breach;
            }
        }
        None
    }

    /// `#/$defs/Name`, within the document.
    fn resolve(&self, reference: &str) -> Option<&Json> {
        let mut target = self.root;
        for name in reference.strip_prefix("#/")?.split('/') {
            target = target.get(&name.replace("~1", "/").replace("~0", "~"))?;
        }
        Some(target)
    }
}

/// A text, or the texts of a list.
fn names(value: &Json) -> Vec<&str> {
    match value {
        Json::String(name) => vec![name],
        Json::Array(items) => items.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Whether a value is of a type of JSON Schema, where `2.0` is an integer; a name that is no type asks for nothing.
fn is_of(value: &Json, kind: &str) -> bool {
    match (JsonType::from_name(kind), value) {
        (Some(JsonType::Number), Json::Number(_)) | (None, _) => true,
        (Some(JsonType::Integer), Json::Number(number)) => number.is_integer() || number.double().fract() == 0.0,
        (Some(kind), value) => value.kind() == kind,
    }
}

/// Whether a count is outside its bounds.
fn outside(schema: &Object, count: usize, [least, most]: [&str; 2], what: &str) -> Option<String> {
    let limit = |name: &str| schema.get(name).and_then(Json::as_number).and_then(Number::as_u64);
    let count = count as u64;
    if let Some(least) = limit(least).filter(|least| count < *least) {
        return Some(format!("has {}, fewer than {least}", words::counted(count, what)));
    }
    limit(most)
        .filter(|most| count > *most)
        .map(|most| format!("has {}, more than {most}", words::counted(count, what)))
}

/// Whether a number is outside its bounds.
fn bound(schema: &Object, number: &Number) -> Option<String> {
    let limit = |name: &str| schema.get(name).and_then(Json::as_number).map(Number::double);
    let value = number.double();
    let told = |words: &str, limit: f64| format!("{} {words} {}", number.text(), words::number(limit));
    if let Some(least) = limit("minimum").filter(|least| value < *least) {
        return Some(told("is less than", least));
    }
    if let Some(most) = limit("maximum").filter(|most| value > *most) {
        return Some(told("is more than", most));
    }
    if let Some(above) = limit("exclusiveMinimum").filter(|above| value <= *above) {
        return Some(told("is not more than", above));
    }
    limit("exclusiveMaximum").filter(|below| value >= *below).map(|below| told("is not less than", below))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::read;

    fn told(schema: &str, value: &str) -> Option<String> {
        first_breach(&read(schema).unwrap().value, &read(value).unwrap().value)
    }

    #[test]
    fn the_first_breach_is_told_with_its_place() {
        let schema = r##"{"type":"object","required":["id"],"additionalProperties":false,"properties":{
            "id":{"type":"string","minLength":2},"n":{"type":"integer","minimum":1,"exclusiveMaximum":10},
            "cabin":{"enum":["economy","business"]},"people":{"type":"array","maxItems":2,"items":{"$ref":"#/$defs/person"}},
            "note":{"anyOf":[{"type":"string"},{"type":"null"}]},"when":{"type":"string","nullable":true}},
            "$defs":{"person":{"type":"object","required":["name"]}}}"##;
        for right in [
            r#"{"id":"ab"}"#,
            r#"{"id":"ab","n":9,"cabin":"economy","people":[{"name":"x"}],"note":null,"when":null}"#,
            r#"{"id":"ab","n":2.0}"#,
        ] {
            assert_eq!(told(schema, right), None, "{right}");
        }
        for (wrong, what) in [
            ("{}", "the required id is missing"),
            (r#"{"id":1}"#, "id: must be of type string, but is integer"),
            (r#"{"id":"a"}"#, "id: has 1 character, fewer than 2"),
            (r#"{"id":"ab","n":1.5}"#, "n: must be of type integer, but is number"),
            (r#"{"id":"ab","n":0}"#, "n: 0 is less than 1"),
            (r#"{"id":"ab","n":10}"#, "n: 10 is not less than 10"),
            (r#"{"id":"ab","people":[{"name":"x"},{}]}"#, "people[1]: the required name is missing"),
            (r#"{"id":"ab","people":[{"name":"x"},{"name":"y"},{"name":"z"}]}"#, "people: has 3 elements, more than 2"),
            (r#"{"id":"ab","extra":1}"#, "extra is not among its fields"),
            (r#"{"id":"ab","note":1}"#, "note: 1 fits none of the 2 forms it may have"),
        ] {
            assert_eq!(told(schema, wrong).as_deref(), Some(what), "{wrong}");
        }
        assert!(told(schema, r#"{"id":"ab","cabin":"first"}"#).is_some_and(|what| what.starts_with("cabin: ")));
    }

    #[test]
    fn what_is_not_checked_is_named_and_circles_end() {
        let schema =
            read(r#"{"properties":{"a":{"type":"string","pattern":"x","format":"date"}},"not":{},"title":"t"}"#);
        let names = unsupported(&schema.unwrap().value).into_iter().collect::<Vec<_>>();
        assert_eq!(names, ["format", "not", "pattern"]);
        assert_eq!(told(r##"{"$ref":"#"}"##, "{}"), None);
        assert_eq!(told(r#"{"type":"str"}"#, "{}"), None);
    }
}
