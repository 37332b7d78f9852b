//! What the clean samples of a rule looked like: bounded, deterministic, no part of the contract (SPEC 4).
//!
//! The keys of an evidence object, each left out where it has nothing to say:
//!
//! | key | of | holds |
//! | --- | --- | --- |
//! | `values` | `category` | in how many samples each value stood |
//! | `types` | `stable_type` | in how many samples each JSON type stood |
//! | `fields` | `known_fields` | in how many samples each field stood |
//! | `min`, `median`, `max` | `positive`, numeric `stable_type` | of all values; the median is the lower of two |
//! | `histogram` | the same | up to 10 counts of values, in equal steps from `min` to `max` |
//! | `examples` | the same, and `stable_type` of strings or booleans | the first 3 distinct values |
//! | `pairs` | `echo`, `date_order`, `affine` | the first 3 distinct pairs: value and argument, earlier and later, x and y |
//! | `more` | any | how many entries were left out for want of room |
//!
//! Texts longer than 48 bytes are cut, with `…` at the cut.

use std::collections::HashSet;

use super::tree::{Node, samples_of};
use crate::domain::json::{Json, JsonType, Number, Object};

/// The most examples and pairs.
const EXAMPLES: usize = 3;
/// The most steps of a histogram.
const STEPS: usize = 10;
/// Where texts are cut, in bytes.
const TEXT_BYTES: usize = 48;
/// How much room the names of one object may take, in bytes.
const NAMES_BYTES: usize = 700;

/// Evidence as a reader finds it in a registry; what is not there, or not as documented, is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// Samples per category value.
    pub values: Vec<(String, u64)>,
    /// Samples per JSON type.
    pub types: Vec<(String, u64)>,
    /// Samples per field name.
    pub fields: Vec<(String, u64)>,
    /// How many values, types or fields were left out.
    pub more: u64,
    /// The range of the numbers.
    pub range: Option<Range>,
    /// Counts of values in equal steps from the least to the greatest.
    pub histogram: Vec<u64>,
    /// Some values.
    pub examples: Vec<Json>,
    /// Some pairs of the two sides of a relation.
    pub pairs: Vec<[Json; 2]>,
}

/// The range of numbers, each as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// The least.
    pub min: Json,
    /// The middle one, the lower of two.
    pub median: Json,
    /// The greatest.
    pub max: Json,
}

impl Evidence {
    /// Reads the evidence of an invariant.
    #[must_use]
    pub fn read(object: &Object) -> Self {
        let counts = |key: &str| {
            let members = object.get(key).and_then(Json::as_object).into_iter().flat_map(Object::iter);
            members.filter_map(|(name, count)| Some((name.to_owned(), as_count(count)?))).collect()
        };
        let items = |key: &str| object.get(key).and_then(Json::as_array).unwrap_or_default();
        let number = |key: &str| object.get(key).filter(|value| value.as_number().is_some()).cloned();
        let range = match (number("min"), number("median"), number("max")) {
            (Some(min), Some(median), Some(max)) => Some(Range { min, median, max }),
            _ => None,
        };
        Self {
            values: counts("values"),
            types: counts("types"),
            fields: counts("fields"),
            more: object.get("more").and_then(as_count).unwrap_or(0),
            range,
            histogram: items("histogram").iter().filter_map(as_count).collect(),
            examples: items("examples").to_vec(),
            pairs: items("pairs").iter().filter_map(as_pair).collect(),
        }
    }
}

fn as_count(value: &Json) -> Option<u64> {
    value.as_number().and_then(Number::as_u64)
}

fn as_pair(value: &Json) -> Option<[Json; 2]> {
    match value.as_array()? {
        [one, other] => Some([one.clone(), other.clone()]),
        _ => None,
    }
}

/// Of a category: its values, each with the number of its samples.
pub(super) fn of_values<'v>(values: impl Iterator<Item = (&'v str, u64)>) -> Object {
    counted("values", values)
}

/// Of the fields of an object, each with the number of its samples.
pub(super) fn of_fields(fields: &[(String, u64)]) -> Object {
    counted("fields", fields.iter().map(|(name, samples)| (name.as_str(), *samples)))
}

fn counted<'v>(key: &str, entries: impl Iterator<Item = (&'v str, u64)>) -> Object {
    let mut shown = Object::new();
    let (mut room, mut more) = (NAMES_BYTES, 0_u64);
    for (name, samples) in entries {
        let name = cut(name);
        // Two long names that are cut to the same text: the first one stands for both.
        if name.len() > room || shown.get(&name).is_some() {
            more += 1;
        } else {
            room -= name.len();
            shown.insert(name, samples);
        }
    }
    let object = Object::new().with(key, shown);
    if more > 0 { object.with("more", more) } else { object }
}

/// Of the values at a path that has one type.
pub(super) fn of_types(node: &Node<'_>) -> Object {
    let mut types = Object::new();
    for kind in JsonType::ALL {
        let samples = samples_of(node.instances.iter().filter(|instance| instance.value.kind() == kind));
        if samples > 0 {
            types.insert(kind.name(), samples);
        }
    }
    let mut object = Object::new().with("types", types);
    let numbers = node.instances.iter().filter_map(|instance| instance.value.as_number());
    for (key, value) in of_numbers(numbers) {
        object.insert(key, value);
    }
    if object.get("examples").is_none() {
        let plain = |value: &&Json| matches!(value, Json::String(_) | Json::Bool(_));
        let examples = first_distinct(node.instances.iter().map(|instance| instance.value).filter(plain).cloned());
        if !examples.is_empty() {
            object.insert("examples", examples);
        }
    }
    object
}

/// Of numbers: their range, how they are spread, and some of them.
pub(super) fn of_numbers<'n>(numbers: impl Iterator<Item = &'n Number>) -> Object {
    let mut sorted: Vec<&Number> = numbers.collect();
    let examples = first_distinct(sorted.iter().map(|number| Json::Number((*number).clone())));
    sorted.sort_by(|a, b| a.double().total_cmp(&b.double()));
    let middle = sorted.len().saturating_sub(1) / 2;
    let (Some(min), Some(median), Some(max)) = (sorted.first(), sorted.get(middle), sorted.last()) else {
        return Object::new();
    };
    Object::new()
        .with("min", short(&Json::Number((*min).clone())))
        .with("median", short(&Json::Number((*median).clone())))
        .with("max", short(&Json::Number((*max).clone())))
        .with("histogram", histogram(&sorted, min.double(), max.double()))
        .with("examples", examples)
}

/// Counts of values in equal steps; one step if all values are one, none if the range is not finite.
fn histogram(sorted: &[&Number], min: f64, max: f64) -> Vec<u64> {
    let width = max - min;
    if !width.is_finite() {
        return Vec::new();
    }
    let steps = if width > 0.0 { STEPS } else { 1 };
    let mut counts = vec![0; steps];
    for number in sorted {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 10")]
        let step = if width > 0.0 { ((number.double() - min) / width * 10.0) as usize } else { 0 };
        if let Some(count) = counts.get_mut(step.min(steps - 1)) {
            *count += 1;
        }
    }
    counts
}

/// Of the two sides of a relation.
pub(super) fn of_pairs(pairs: impl Iterator<Item = [Json; 2]>) -> Object {
    let pairs = first_distinct(pairs.map(|[one, other]| Json::Array(vec![short(&one), short(&other)])));
    Object::new().with("pairs", pairs)
}

fn first_distinct(values: impl Iterator<Item = Json>) -> Vec<Json> {
    let mut found: Vec<Json> = Vec::new();
    let mut seen = HashSet::new();
    for value in values {
        let value = short(&value);
        if seen.insert(value.to_string()) {
            found.push(value);
        }
        if found.len() == EXAMPLES {
            break;
        }
    }
    found
}

/// A value that takes no more room than a cut text.
fn short(value: &Json) -> Json {
    match value {
        Json::String(text) => Json::String(cut(text)),
        Json::Number(number) if number.text().len() > TEXT_BYTES => Json::from(number.double()),
        Json::Array(items) => Json::Array(items.iter().take(2).map(short).collect()),
        Json::Object(_) => Json::Null,
        Json::Null | Json::Bool(_) | Json::Number(_) => value.clone(),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().map(|(place, c)| place + c.len_utf8()).take_while(|end| *end <= TEXT_BYTES).last() {
        Some(end) if end < text.len() => format!("{}…", text.get(..end).unwrap_or_default()),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::read;

    fn numbers(texts: &[&str]) -> Object {
        let values: Vec<Json> = texts.iter().map(|text| read(text).unwrap().value).collect();
        of_numbers(values.iter().filter_map(Json::as_number))
    }

    #[test]
    fn numbers_are_told_by_range_spread_and_examples() {
        let evidence = Evidence::read(&numbers(&["10", "1.20", "0", "4", "4.0"]));
        let range = evidence.range.unwrap();
        assert_eq!([range.min, range.median, range.max].map(|value| value.to_string()), ["0", "4", "10"]);
        assert_eq!(evidence.histogram, [1, 1, 0, 0, 2, 0, 0, 0, 0, 1]);
        assert_eq!(Json::Array(evidence.examples).to_string(), "[10,1.20,0]");
        assert_eq!(Evidence::read(&numbers(&["3", "3"])).histogram, [2]);
        assert_eq!(Evidence::read(&numbers(&[])), Evidence::default());
        let beyond = Evidence::read(&numbers(&["-1e308", "1e308", "1e400"]));
        assert_eq!(beyond.histogram, [0; 0], "no steps in a range without end");
        assert_eq!(beyond.range.unwrap().max.to_string(), "1e400");
    }

    #[test]
    fn counts_and_pairs_are_read_back() {
        let evidence = Evidence::read(&of_values([("economy", 51), ("business", 2)].into_iter()));
        assert_eq!(evidence.values, [("economy".into(), 51), ("business".into(), 2)]);
        let pair = || [Json::from("a"), Json::from(1_u64)];
        let evidence = Evidence::read(&of_pairs([pair(), pair()].into_iter()));
        assert_eq!(evidence.pairs, [pair()], "a pair is shown once");
    }

    #[test]
    fn long_texts_and_long_lists_are_cut() {
        let long = "é".repeat(60);
        let evidence = Evidence::read(&of_pairs([[Json::from(long), Json::Null]].into_iter()));
        let shown = evidence.pairs.first().and_then(|[one, _]| one.as_str()).unwrap();
        assert_eq!(shown, format!("{}…", "é".repeat(24)));
        let names: Vec<(String, u64)> = (0..100).map(|n| (format!("a_rather_long_name_{n:03}"), 1)).collect();
        let evidence = Evidence::read(&of_fields(&names));
        assert_eq!(evidence.fields.len() as u64 + evidence.more, 100);
        assert!(evidence.more > 0);
    }

    #[test]
    fn what_is_not_evidence_is_read_as_none() {
        let odd =
            read(r#"{"values":[1],"min":"x","median":1,"max":2,"pairs":[[1],2],"more":-1,"types":{"a":"b"}}"#).unwrap();
        assert_eq!(Evidence::read(odd.value.as_object().unwrap()), Evidence::default());
    }
}
