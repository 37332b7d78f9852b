//! `AppWorld`-style API docs: each API with `response_schemas`, whose `success` shows the result, its leaves being
//! type names or examples (`{"song_id": 1, "title": "string"}`), or is a JSON Schema.

use super::SchemaContracts;
use super::walk::Walker;
use crate::domain::class::Class;
use crate::domain::ids::ToolName;
use crate::domain::invariant::Expected;
use crate::domain::json::{Json, JsonType};
use crate::domain::path::{Path, Segment};

/// One API of a file: its tool and its `response_schemas`.
pub(super) type Doc<'d> = (ToolName, &'d Json);

/// The APIs of a file: one, a list, a map by name, or a map of such maps by app.
pub(super) fn docs(document: &Json) -> Vec<Doc<'_>> {
    let mut found = Vec::new();
    find(document, &[], &mut found);
    found
}

fn find<'d>(value: &'d Json, keys: &[&'d str], found: &mut Vec<Doc<'d>>) {
    match value {
        Json::Array(items) => items.iter().for_each(|item| find(item, keys, found)),
        Json::Object(members) => {
            if let Some(schemas) = members.get("response_schemas") {
                let text = |key: &str| members.get(key).and_then(Json::as_str);
                let mut above = keys.iter().rev().copied();
                let api = text("api_name").or_else(|| text("name")).or_else(|| above.next());
                let app = text("app_name").or_else(|| above.next());
                let name = match (app, api) {
                    (Some(app), Some(api)) => format!("{app}__{api}"),
                    (_, api) => api.unwrap_or("tool").to_owned(),
                };
                found.push((name.into(), schemas));
            } else if keys.len() < 3 {
                for (key, member) in members.iter() {
                    find(member, &[keys, &[key]].concat(), found);
                }
            }
        }
        _ => {}
    }
}

pub(super) fn contracts(docs: &[Doc<'_>]) -> SchemaContracts {
    let mut all = SchemaContracts::default();
    let mut by_example = false;
    for (tool, schemas) in docs {
        match schemas.get("success") {
            None | Some(Json::Null) => all.note(Some(tool), "the docs show no \"success\" response"),
            Some(schema) if is_json_schema(schema) => all.add(tool, schema, &[schema]),
            Some(example) => {
                by_example = true;
                let mut walker = Walker::new(tool, example);
                shown(&mut walker, &Path::root(), example);
                all.finish(tool, walker);
            }
        }
    }
    if by_example {
        all.note(
            None,
            "the docs show results by example: types were taken, but which fields are required, or may be null, they do \
             not say",
        );
    }
    all
}

fn is_json_schema(value: &Json) -> bool {
    let inner = match value.get("type").and_then(Json::as_str) {
        Some("object") => "properties",
        Some("array") => "items",
        _ => return false,
    };
    value.get(inner).is_some_and(|inner| inner.as_object().is_some())
}

/// The types of a result shown by example.
fn shown(walker: &mut Walker<'_>, path: &Path, example: &Json) {
    let kind = match example {
        Json::Null => return walker.note(path, "shown as null, which is no type"),
        Json::String(text) => JsonType::from_name(text).unwrap_or(JsonType::String),
        other => other.kind(),
    };
    if kind != JsonType::Null {
        walker.rule(Class::StableType, path, Expected::Types(vec![kind]));
    }
    match example {
        Json::Object(members) => {
            for (name, member) in members.iter() {
                shown(walker, &path.field(name), member);
            }
        }
        Json::Array(items) => match items.as_slice() {
            [] => {}
            [only] => shown(walker, &path.child(Segment::Elements), only),
            [first, others @ ..]
                if others.iter().all(|other| other.kind() == first.kind() && first.as_object().is_none()) =>
            {
                shown(walker, &path.child(Segment::Elements), first);
            }
            _ => walker.note(path, "several different elements are shown; they were left out"),
        },
        _ => {}
    }
}
