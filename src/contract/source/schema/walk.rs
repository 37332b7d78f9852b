//! From a JSON Schema to invariants.

use std::collections::BTreeSet;

use super::SchemaNote;
use super::resolve::{Unresolved, resolve};
use crate::domain::class::Class;
use crate::domain::ids::ToolName;
use crate::domain::invariant::{Expected, Invariant, invariant_id};
use crate::domain::json::{Json, JsonType, Object};
use crate::domain::path::{Path, Segment, Term};
use crate::domain::registry::ToolContract;

/// How many rules one tool may get: schemas that refer to each other can unfold without end.
const RULES: usize = 10_000;
/// How deep a result is described.
const DEPTH: usize = 48;
/// Keywords that may carry rules which no class of invariants holds.
const LEFT_OUT: [&str; 10] = [
    "patternProperties",
    "not",
    "if",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "prefixItems",
    "$dynamicRef",
    "$recursiveRef",
    "unevaluatedItems",
];

/// Collects the contract of one tool.
pub(super) struct Walker<'d> {
    tool: &'d ToolName,
    document: &'d Json,
    /// The references being followed, to cut cycles.
    following: Vec<&'d str>,
    rules: Vec<Invariant>,
    maps: BTreeSet<Path>,
    notes: Vec<SchemaNote>,
}

/// A schema, with the references that led to it.
type Described<'d> = (&'d Json, Vec<&'d str>);

/// One of the schemas that hold for a place together.
#[derive(Clone)]
struct Part<'d> {
    schema: &'d Object,
    /// Whether null is allowed beside it.
    or_null: bool,
    /// The references that led here.
    following: Vec<&'d str>,
}

impl<'d> Walker<'d> {
    pub(super) fn new(tool: &'d ToolName, document: &'d Json) -> Self {
        let (rules, maps, notes) = (Vec::new(), BTreeSet::new(), Vec::new());
        Self { tool, document, following: Vec::new(), rules, maps, notes }
    }

    /// Describes the result by all of these schemas.
    pub(super) fn walk_all(&mut self, schemas: &[&'d Json]) {
        let schemas: Vec<_> = schemas.iter().map(|schema| (*schema, Vec::new())).collect();
        self.walk(&Path::root(), &schemas);
    }

    /// The contract, rules in registry order (SPEC 4), and the notes.
    pub(super) fn finish(mut self) -> (ToolContract, Vec<SchemaNote>) {
        self.rules.sort_by_cached_key(|rule| (rule.class, rule.path.to_string()));
        let contract =
            ToolContract { maps: self.maps.into_iter().collect(), invariants: self.rules, ..ToolContract::default() };
        (contract, self.notes)
    }

    pub(super) fn note(&mut self, path: &Path, what: impl Into<String>) {
        let note = SchemaNote { tool: Some(self.tool.clone()), place: path.to_string(), what: what.into() };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    pub(super) fn rule(&mut self, class: Class, path: &Path, expected: Expected) {
        let path = Term::At(path.clone());
        self.rules.push(Invariant {
            id: invariant_id(self.tool, class, &path, &expected),
            class,
            path,
            support: 0,
            expected,
            basis: Some("schema".into()),
            evidence: None,
            extra: Object::new(),
        });
    }

    /// Describes one place by all of these schemas, each with the references that led to it.
    fn walk(&mut self, path: &Path, schemas: &[Described<'d>]) {
        if path.segments().len() > DEPTH || self.rules.len() > RULES {
            self.note(&Path::root(), "the schema unfolds too far; the rest was left out");
            return;
        }
        let mut parts = Vec::new();
        for (schema, following) in schemas {
            self.following.clone_from(following);
            self.flatten(path, schema, false, &mut parts);
        }
        self.types(path, &parts);
        self.values(path, &parts);
        self.object(path, &parts);
        let mut items = Vec::new();
        for part in &parts {
            match part.schema.get("items") {
                Some(Json::Array(_)) => self.note(path, "items by position (a tuple) were left out"),
                Some(schema) => items.push((schema, part.following.clone())),
                None => {}
            }
        }
        if !items.is_empty() {
            self.walk(&path.child(Segment::Elements), &items);
        }
    }

    /// The plain schemas that a schema stands for: references followed, `allOf` unfolded, `X or null` taken as X.
    fn flatten(&mut self, path: &Path, schema: &'d Json, or_null: bool, parts: &mut Vec<Part<'d>>) {
        // `true`, `{}` and the like say nothing; `false` allows no value, and nobody writes it for one.
        let Json::Object(object) = schema else { return };
        for keyword in LEFT_OUT {
            if object.get(keyword).is_some() {
                self.note(path, format!("\"{keyword}\" was left out"));
            }
        }
        let flag = |key: &str| object.get(key).and_then(Json::as_bool) == Some(true);
        let or_null = or_null || flag("nullable") || flag("x-nullable");
        parts.push(Part { schema: object, or_null, following: self.following.clone() });
        if let Some(reference) = object.get("$ref").and_then(Json::as_str) {
            self.follow(path, reference, or_null, parts);
        }
        for part in object.get("allOf").and_then(Json::as_array).unwrap_or_default() {
            self.flatten(path, part, or_null, parts);
        }
        for keyword in ["anyOf", "oneOf"] {
            let Some(branches) = object.get(keyword).and_then(Json::as_array) else { continue };
            let is_null = |branch: &&Json| branch.get("type").and_then(Json::as_str) == Some("null");
            let mut others = branches.iter().filter(|branch| !is_null(branch));
            match (others.next(), others.next()) {
                (Some(only), None) => self.flatten(path, only, or_null || branches.len() > 1, parts),
                (Some(_), Some(_)) => {
                    self.note(path, format!("\"{keyword}\" of {} alternatives was left out", branches.len()));
                }
                (None, _) => {}
            }
        }
    }

    fn follow(&mut self, path: &Path, reference: &'d str, or_null: bool, parts: &mut Vec<Part<'d>>) {
        if self.following.contains(&reference) {
            self.note(path, format!("the reference {reference:?} leads back to itself; it was followed once"));
            return;
        }
        match resolve(self.document, reference) {
            Ok(schema) => {
                self.following.push(reference);
                self.flatten(path, schema, or_null, parts);
                self.following.pop();
            }
            Err(Unresolved::External) => self.note(path, format!("the reference {reference:?} leads out of the file")),
            Err(Unresolved::Missing) => self.note(path, format!("the reference {reference:?} leads to nothing")),
        }
    }

    fn types(&mut self, path: &Path, parts: &[Part<'d>]) {
        let mut allowed: Option<BTreeSet<JsonType>> = None;
        for part in parts {
            let Some(mut named) = self.types_of(path, part) else { continue };
            if part.or_null {
                named.insert(JsonType::Null);
            }
            allowed = Some(match allowed {
                None => named,
                Some(before) => both(&before, &named),
            });
        }
        match allowed {
            None => {}
            Some(types) if types.is_empty() => self.note(path, "the parts of the schema ask for different types"),
            Some(types) if types.iter().all(|kind| *kind == JsonType::Null) => {}
            Some(mut types) => {
                // An integer is a number: the wider type says it all.
                if types.contains(&JsonType::Number) {
                    types.remove(&JsonType::Integer);
                }
                let mut types: Vec<_> = types.into_iter().collect();
                types.sort_by_key(|kind| kind.name());
                self.rule(Class::StableType, path, Expected::Types(types));
            }
        }
    }

    fn types_of(&mut self, path: &Path, part: &Part<'d>) -> Option<BTreeSet<JsonType>> {
        let names: Vec<&str> = match part.schema.get("type")? {
            Json::String(name) => vec![name],
            Json::Array(names) => names.iter().filter_map(Json::as_str).collect(),
            _ => Vec::new(),
        };
        let kinds: Option<BTreeSet<_>> = names.iter().map(|name| JsonType::from_name(name)).collect();
        if kinds.as_ref().is_none_or(BTreeSet::is_empty) {
            self.note(path, format!("the type {} is none of JSON", part.schema.get("type").unwrap_or(&Json::Null)));
            return None;
        }
        kinds
    }

    fn values(&mut self, path: &Path, parts: &[Part<'d>]) {
        let mut allowed: Option<BTreeSet<String>> = None;
        for part in parts {
            let single = part.schema.get("const").map(std::slice::from_ref);
            let Some(values) = part.schema.get("enum").and_then(Json::as_array).or(single) else { continue };
            // Null is judged by its type.
            let values = values.iter().filter(|value| !value.is_null());
            let Some(texts) = values.map(|value| value.as_str().map(str::to_owned)).collect::<Option<BTreeSet<_>>>()
            else {
                self.note(path, "an enumeration of other values than texts was left out");
                continue;
            };
            allowed = Some(match allowed {
                None => texts,
                Some(before) => before.intersection(&texts).cloned().collect(),
            });
        }
        match allowed {
            Some(values) if values.is_empty() => self.note(path, "the enumeration allows no text"),
            Some(values) => self.rule(Class::Category, path, Expected::Values(values.into_iter().collect())),
            None => {}
        }
    }

    fn object(&mut self, path: &Path, parts: &[Part<'d>]) {
        let mut fields: Vec<(&'d str, Vec<Described<'d>>)> = Vec::new();
        let mut required: BTreeSet<&'d str> = BTreeSet::new();
        let mut further: Vec<Described<'d>> = Vec::new();
        for part in parts {
            for (name, schema) in members(part.schema, "properties") {
                let described = (schema, part.following.clone());
                match fields.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, schemas)) => schemas.push(described),
                    None => fields.push((name, vec![described])),
                }
            }
            required.extend(
                part.schema
                    .get("required")
                    .and_then(Json::as_array)
                    .unwrap_or_default()
                    .iter()
                    .filter_map(Json::as_str),
            );
            if let Some(schema @ Json::Object(rules)) = part.schema.get("additionalProperties")
                && !rules.is_empty()
            {
                further.push((schema, part.following.clone()));
            }
        }
        if fields.is_empty() && required.is_empty() && !further.is_empty() {
            // Only values of one kind under any name: what SPEC 2 calls map-like.
            self.maps.insert(path.clone());
            self.walk(&path.child(Segment::Values), &further);
            return;
        }
        if !further.is_empty() {
            self.note(path, "the schema of further fields (\"additionalProperties\") was left out");
        }
        for name in required {
            self.rule(Class::RequiredField, &path.field(name), Expected::Nothing);
        }
        self.closed(path, parts);
        for (name, schemas) in fields {
            self.walk(&path.field(name), &schemas);
        }
    }

    /// `known_fields`: each closed part allows its own properties only, and all parts hold together.
    fn closed(&mut self, path: &Path, parts: &[Part<'d>]) {
        let is_false = |part: &Part<'_>, key: &str| part.schema.get(key).and_then(Json::as_bool) == Some(false);
        let own = |part: &Part<'d>| members(part.schema, "properties").map(|(name, _)| name).collect::<BTreeSet<_>>();
        let mut allowed: Option<BTreeSet<&str>> = None;
        for part in parts {
            if part.schema.get("patternProperties").is_some() {
                // Names by pattern are allowed too, and no list holds them.
                return;
            }
            let names = if is_false(part, "additionalProperties") {
                own(part)
            } else if is_false(part, "unevaluatedProperties") {
                parts.iter().flat_map(own).collect()
            } else {
                continue;
            };
            allowed = Some(match allowed {
                None => names,
                Some(before) => before.intersection(&names).copied().collect(),
            });
        }
        match allowed {
            Some(names) if names.is_empty() => {
                self.note(path, "the object may have no field at all; no rule holds that");
            }
            Some(names) => {
                let names = names.into_iter().map(str::to_owned).collect();
                self.rule(Class::KnownFields, path, Expected::Fields(names));
            }
            None => {}
        }
    }
}

fn members<'d>(schema: &'d Object, key: &str) -> impl Iterator<Item = (&'d str, &'d Json)> {
    schema.get(key).and_then(Json::as_object).into_iter().flat_map(Object::iter)
}

/// The types that both allow; an integer is a number.
fn both(one: &BTreeSet<JsonType>, other: &BTreeSet<JsonType>) -> BTreeSet<JsonType> {
    let allows = |types: &BTreeSet<JsonType>, kind: JsonType| {
        types.contains(&kind) || (kind == JsonType::Integer && types.contains(&JsonType::Number))
    };
    one.union(other).copied().filter(|kind| allows(one, *kind) && allows(other, *kind)).collect()
}
