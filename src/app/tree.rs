//! A call's arguments and result as rows, each with what the rules say of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::contract::{Hop, Judgement, Place, Verdict};
pub use crate::domain::call::Part;
use crate::domain::json::Json;
use crate::lens::lines;
use crate::words;

/// A row's identity: which tree, and the place in it.
pub type RowKey = (Part, Place);

/// One row.
#[derive(Clone, Debug)]
pub struct TreeRow {
    /// Which value it is.
    pub key: RowKey,
    /// How deep below its root, which is 0.
    pub depth: usize,
    /// The field or `[index]`; the part's name for a root.
    pub label: String,
    /// The value as JSON, for a scalar; `{3}` or `[12]` with the number of members otherwise.
    pub value: String,
    /// Whether the value is too large for a line, so that only its beginning stands here.
    pub is_cut: bool,
    /// Whether it has members to show or hide, and which it does now.
    pub fold: Fold,
    /// Whether it is a value, a text of several lines, or one of them.
    pub kind: RowKind,
    /// The rules that looked here.
    pub marks: Vec<Mark>,
    /// Whether broken rules are hidden inside, because it is folded.
    pub broken_inside: bool,
}

impl TreeRow {
    /// What a search looks at: the field and its value.
    pub fn text(&self) -> String {
        format!("{}: {}", self.label, self.value)
    }

    /// Whether it is a value of its own that rules may look at: no array, no object, no part of a text.
    pub fn is_scalar(&self) -> bool {
        match self.kind {
            RowKind::Value => self.fold == Fold::Leaf,
            RowKind::Text => true,
            RowKind::Line => false,
        }
    }
}

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A value, or the place of one that is missing.
    Value,
    /// A text whose lines are rows below it.
    Text,
    /// A line of a text.
    Line,
}

/// Whether a row can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// It has no members.
    Leaf,
    /// Its members are shown.
    Open,
    /// Its members are hidden.
    Closed,
}

/// What one rule says of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The place of the invariant in its contract.
    pub invariant: usize,
    /// Held or broken.
    pub verdict: Verdict,
}

/// So many lines of a text are rows; the whole text has a window of its own.
const MOST_LINES: usize = 2_000;

/// The rows of a call, roots first; `closed` places are not entered.
pub fn rows(
    arguments: &Json,
    result: Option<&Json>,
    judgements: &[Judgement],
    closed: &BTreeSet<RowKey>,
) -> Vec<TreeRow> {
    let mut marks: BTreeMap<&Place, Vec<Mark>> = BTreeMap::new();
    for judgement in judgements {
        for (place, verdict) in &judgement.places {
            if *verdict != Verdict::NotReached {
                marks.entry(place).or_default().push(Mark { invariant: judgement.invariant, verdict: *verdict });
            }
        }
    }
    for marks in marks.values_mut() {
        // Broken rules are said first.
        marks.sort_by_key(|mark| (mark.verdict != Verdict::Broken, mark.invariant));
    }
    let mut walk = Walk { marks, closed, rows: Vec::new() };
    walk.value(&(Part::Arguments, Vec::new()), Part::Arguments.name().into(), arguments);
    if let Some(result) = result {
        walk.value(&(Part::Result, Vec::new()), Part::Result.name().into(), result);
    }
    walk.rows
}

struct Walk<'a> {
    marks: BTreeMap<&'a Place, Vec<Mark>>,
    closed: &'a BTreeSet<RowKey>,
    rows: Vec<TreeRow>,
}

impl Walk<'_> {
    fn value(&mut self, key: &RowKey, label: String, value: &Json) {
        let lines = value.as_str().map(lines::lines).unwrap_or_default();
        let size = match value {
            Json::Array(items) => items.len(),
            Json::Object(object) => object.len(),
            _ => lines.len(),
        };
        let kind = if lines.is_empty() { RowKind::Value } else { RowKind::Text };
        let is_closed = self.closed.contains(key);
        let (text, is_cut) = match value {
            Json::Array(_) => (format!("[{size}]"), false),
            Json::Object(_) => (format!("{{{size}}}"), false),
            Json::String(text) if kind == RowKind::Text && !is_closed => {
                (format!("‹text, {}, {}›", words::counted(size, "line"), words::size(text.len())), false)
            }
            _ => words::brief(value),
        };
        // A place where a field is missing has marks, but no value: it is shown as a row of its own.
        let missing = if key.0 == Part::Result { self.missing_below(&key.1, value) } else { Vec::new() };
        let fold = match (size + missing.len(), is_closed) {
            (0, _) => Fold::Leaf,
            (_, true) => Fold::Closed,
            (_, false) => Fold::Open,
        };
        let marks =
            if key.0 == Part::Result { self.marks.get(&key.1).cloned().unwrap_or_default() } else { Vec::new() };
        let broken_inside = fold == Fold::Closed && key.0 == Part::Result && self.is_broken_below(&key.1);
        let depth = key.1.len();
        let key_here = key.clone();
        self.rows.push(TreeRow { key: key_here, depth, label, value: text, is_cut, fold, kind, marks, broken_inside });
        if fold != Fold::Open {
            return;
        }
        let below = |hop: Hop| {
            let mut place = key.1.clone();
            place.push(hop);
            (key.0, place)
        };
        match value {
            Json::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.value(&below(Hop::Index(index)), format!("[{index}]"), item);
                }
            }
            Json::Object(object) => {
                for (name, member) in object.iter() {
                    self.value(&below(Hop::Key(name.to_owned())), name.to_owned(), member);
                }
            }
            Json::String(text) => {
                for (line, range) in lines.into_iter().take(MOST_LINES) {
                    let text = text.get(range).unwrap_or_default().trim_end_matches(['\r', ' ']);
                    self.rows.push(TreeRow {
                        key: below(Hop::Index(line)),
                        depth: depth + 1,
                        label: (line + 1).to_string(),
                        value: text.to_owned(),
                        is_cut: false,
                        fold: Fold::Leaf,
                        kind: RowKind::Line,
                        marks: Vec::new(),
                        broken_inside: false,
                    });
                }
            }
            _ => {}
        }
        for name in missing {
            let key = below(Hop::Key(name.clone()));
            let marks = self.marks.get(&key.1).cloned().unwrap_or_default();
            let depth = key.1.len();
            let value = "(missing)".into();
            self.rows.push(TreeRow {
                key,
                depth,
                label: name,
                value,
                is_cut: false,
                fold: Fold::Leaf,
                kind: RowKind::Value,
                marks,
                broken_inside: false,
            });
        }
    }

    /// The fields right below an object that a broken rule asks for and that are not there.
    fn missing_below(&self, place: &Place, value: &Json) -> Vec<String> {
        let Some(object) = value.as_object() else { return Vec::new() };
        let below = self.marks.range::<Place, _>(place..).take_while(|(other, _)| other.starts_with(place));
        let names = below.filter_map(|(other, _)| match other.get(place.len()..) {
            Some([Hop::Key(name)]) if object.get(name).is_none() => Some(name.clone()),
            _ => None,
        });
        names.collect()
    }

    fn is_broken_below(&self, place: &Place) -> bool {
        let below = self.marks.range::<Place, _>(place..).take_while(|(other, _)| other.starts_with(place));
        below
            .skip_while(|(other, _)| *other == &place)
            .any(|(_, marks)| marks.iter().any(|mark| mark.verdict == Verdict::Broken))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::read;

    fn place(names: &[&str]) -> Place {
        names.iter().map(|name| name.parse().map_or_else(|_| Hop::Key((*name).into()), Hop::Index)).collect()
    }

    fn lines(closed: &[&[&str]]) -> Vec<String> {
        let result = read(r#"{"items":[{"price":-1}],"note":"x"}"#).unwrap().value;
        let judgement =
            |invariant, at: &[&str], verdict| Judgement { invariant, verdict, places: vec![(place(at), verdict)] };
        let judgements = [
            judgement(0, &["items", "0", "price"], Verdict::Held),
            judgement(1, &["items", "0", "price"], Verdict::Broken),
            judgement(2, &["total"], Verdict::Broken),
        ];
        let closed = closed.iter().map(|at| (Part::Result, place(at))).collect();
        let rows = rows(&read(r#"{"q":1}"#).unwrap().value, Some(&result), &judgements, &closed);
        let line = |row: &TreeRow| {
            let marks: Vec<_> = row.marks.iter().map(|mark| mark.invariant.to_string()).collect();
            let inside = if row.broken_inside { " !" } else { "" };
            format!("{}{}: {} <{}>{inside}", "  ".repeat(row.depth), row.label, row.value, marks.join(","))
        };
        rows.iter().map(line).collect()
    }

    #[test]
    fn every_value_is_a_row_and_broken_rules_are_said_first() {
        assert_eq!(
            lines(&[]),
            [
                "arguments: {1} <>",
                "  q: 1 <>",
                "result: {2} <>",
                "  items: [1] <>",
                "    [0]: {1} <>",
                "      price: -1 <1,0>",
                "  note: \"x\" <>",
                "  total: (missing) <2>",
            ]
        );
    }

    #[test]
    fn a_folded_row_says_that_something_inside_is_broken() {
        let lines = lines(&[&["items"]]);
        assert_eq!(lines[3], "  items: [1] <> !");
        assert_eq!(lines.len(), 6);
    }
}
