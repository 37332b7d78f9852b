//! Registry to JSON, and to the text of the file.

use std::fmt::Write;

use super::{FORMAT, sort};
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::json::{Json, Object, escaped};
use crate::domain::registry::{Registry, Source, ToolContract};

/// The registry as JSON: keys in the order of SPEC 4, tools and invariants sorted, unknown keys last.
#[must_use]
pub fn to_json(registry: &Registry) -> Json {
    let tools: Object = registry.tools.iter().map(|(name, contract)| (name.as_str(), tool_json(contract))).collect();
    let mut file = Object::new().with("format", FORMAT);
    if let Some(source) = source_json(&registry.source) {
        file.insert("source", source);
    }
    file.insert("tools", tools);
    if let Some(seal) = &registry.seal {
        let whole = Object::new().with("sha256", seal.sha256.as_str()).with("manifest", seal.manifest.clone());
        file.insert("seal", with_extra(whole, &seal.extra));
    }
    with_extra(file, &registry.extra)
}

/// The bytes of the file: [`to_json`] with one tool a paragraph and one invariant a line, so that a line-wise
/// difference of two registries speaks of invariants; with a newline at the end.
#[must_use]
pub fn print(registry: &Registry) -> String {
    let Json::Object(file) = to_json(registry) else { return String::new() };
    let mut out = String::new();
    members(&mut out, 0, &file, |out, key, value| match (key, value) {
        ("tools", Json::Object(tools)) => members(out, 1, tools, |out, _, tool| match tool {
            Json::Object(tool) => members(out, 2, tool, |out, key, value| match (key, value) {
                ("invariants", Json::Array(rules)) => lines(out, 3, rules),
                _ => plain(out, value),
            }),
            _ => plain(out, tool),
        }),
        ("seal", Json::Object(seal)) => members(out, 1, seal, |out, key, value| match (key, value) {
            ("manifest", Json::Object(manifest)) => members(out, 2, manifest, |out, key, value| match (key, value) {
                ("invariants" | "left_out", Json::Array(entries)) => lines(out, 3, entries),
                _ => plain(out, value),
            }),
            _ => plain(out, value),
        }),
        ("source", Json::Object(source)) => members(out, 1, source, |out, key, value| match (key, value) {
            ("inputs", Json::Array(inputs)) => lines(out, 2, inputs),
            _ => plain(out, value),
        }),
        _ => plain(out, value),
    });
    out.push('\n');
    out
}

fn plain(out: &mut String, value: &Json) {
    // Writing into a String cannot fail.
    write!(out, "{value}").ok();
}

/// An object with one member a line.
fn members(out: &mut String, depth: usize, object: &Object, inside: impl Fn(&mut String, &str, &Json)) {
    block(out, depth, ('{', '}'), object.iter(), |out, (key, value)| {
        write!(out, "{}: ", escaped(key)).ok();
        inside(out, key, value);
    });
}

/// An array with one element a line.
fn lines(out: &mut String, depth: usize, items: &[Json]) {
    block(out, depth, ('[', ']'), items.iter(), plain);
}

fn block<T>(
    out: &mut String,
    depth: usize,
    (open, close): (char, char),
    items: impl ExactSizeIterator<Item = T>,
    inside: impl Fn(&mut String, T),
) {
    out.push(open);
    let count = items.len();
    for (place, item) in items.enumerate() {
        indent(out, depth + 1);
        inside(out, item);
        if place + 1 < count {
            out.push(',');
        }
    }
    if count > 0 {
        indent(out, depth);
    }
    out.push(close);
}

fn indent(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', depth));
}

fn with_extra(mut object: Object, extra: &Object) -> Json {
    for (key, value) in extra.iter() {
        object.insert(key, value.clone());
    }
    object.into()
}

/// Nothing for a registry whose file has no source.
fn source_json(source: &Source) -> Option<Json> {
    let mut object = Object::new();
    if !source.kind.is_empty() {
        object.insert("kind", source.kind.as_str());
    }
    let inputs = source.inputs.iter().map(|input| {
        let file = Object::new().with("name", input.name.as_str()).with("sha256", input.sha256.as_str());
        with_extra(file, &input.extra)
    });
    if !source.kind.is_empty() || !source.inputs.is_empty() {
        object.insert("inputs", inputs.collect::<Vec<_>>());
    }
    if let Some(vocabulary) = &source.vocabulary {
        object.insert("vocabulary", vocabulary.as_str());
    }
    if let Some(fold) = &source.fold {
        let place = Object::new().with("index", fold.index).with("count", fold.count);
        object.insert("fold", with_extra(place, &fold.extra));
    }
    if !source.held_out.is_empty() {
        object.insert("held_out", source.held_out.iter().map(crate::domain::ids::TaskId::as_str).collect::<Vec<_>>());
    }
    if !source.thresholds.is_empty() {
        object.insert(
            "thresholds",
            source.thresholds.iter().map(|(name, least)| (name.as_str(), *least)).collect::<Object>(),
        );
    }
    let object = with_extra(object, &source.extra);
    object.as_object().is_some_and(|object| !object.is_empty()).then_some(object)
}

fn tool_json(contract: &ToolContract) -> Json {
    let mut rules = contract.invariants.clone();
    sort(&mut rules);
    let mut maps: Vec<&str> = contract.maps.iter().map(crate::domain::path::Path::as_str).collect();
    maps.sort_unstable();
    let object = Object::new()
        .with("calls", contract.calls)
        .with("set_aside", contract.set_aside)
        .with("samples", contract.samples)
        .with("maps", maps)
        .with("invariants", rules.iter().map(invariant_json).collect::<Vec<_>>());
    with_extra(object, &contract.extra)
}

/// One invariant as it stands in the file.
#[must_use]
pub fn invariant_json(rule: &Invariant) -> Json {
    let mut object = Object::new()
        .with("id", rule.id.as_str())
        .with("class", rule.class.name())
        .with("path", rule.path.to_string())
        .with("support", rule.support)
        .with("expected", expected_json(&rule.expected));
    if let Expected::Relation(relation) = &rule.expected {
        object.insert("a", relation.a);
        object.insert("b", relation.b);
        if let Some(when) = &relation.when {
            let guard = Object::new().with("path", when.path.as_str()).with("in", sorted(&when.values));
            object.insert("when", with_extra(guard, &when.extra));
        }
    }
    if let Some(basis) = &rule.basis {
        object.insert("basis", basis.as_str());
    }
    if let Some(evidence) = &rule.evidence {
        object.insert("evidence", evidence.clone());
    }
    with_extra(object, &rule.extra)
}

/// The member `expected` of SPEC 4, by class.
pub(super) fn expected_json(expected: &Expected) -> Json {
    match expected {
        Expected::Nothing => Json::Null,
        Expected::Fields(texts) | Expected::Values(texts) => sorted(texts).into(),
        Expected::Types(types) => {
            let mut names: Vec<&str> = types.iter().map(|kind| kind.name()).collect();
            names.sort_unstable();
            names.into()
        }
        Expected::Argument(path) | Expected::Later(path) => path.as_str().into(),
        Expected::Relation(relation) => relation.y.to_string().into(),
    }
}

fn sorted(texts: &[String]) -> Vec<&str> {
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    texts.sort_unstable();
    texts
}
