//! The other results of a tool for equal or near arguments, side by side, with what is odd among them marked.

mod page;

pub use page::page;

use std::collections::{BTreeMap, BTreeSet};

use crate::contract::{Hop, Place};
use crate::domain::call::Call;
use crate::domain::ids::ToolName;
use crate::domain::json::Json;
use crate::lens::difference::{Change, difference};
use crate::words;

/// At most so many calls stand in a table, the nearest first.
const ROWS: usize = 200;
/// From so many calls on the value that more than half of them share is the usual one.
const MAJORITY_OF: usize = 3;

/// Calls of one tool side by side, the one asked about first.
#[derive(Clone, Debug)]
pub struct Similar {
    /// The tool.
    pub tool: ToolName,
    /// The fields of the results, in the order in which they first stand there; lists count as one field.
    pub columns: Vec<Column>,
    /// The calls.
    pub rows: Vec<Row>,
    /// How many other calls have the very arguments of the one asked about.
    pub equal: usize,
    /// How many more have near ones.
    pub near: usize,
}

/// One field of the results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Where it is, in words.
    pub name: String,
    /// Whether every row has the same value there.
    pub is_same: bool,
}

/// One call.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its place among the calls that were given.
    pub at: usize,
    /// What its arguments have otherwise than those of the first row.
    pub arguments: Vec<Change>,
    /// Its value in every column.
    pub cells: Vec<Cell>,
}

/// A value in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The value; nothing where the result has no such field.
    pub value: Option<Json>,
    /// What is to be said of it.
    pub mark: Mark,
}

/// What is to be said of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// Nothing.
    Plain,
    /// More than half of the calls it is compared with have this value instead.
    Odd(Option<Json>),
    /// Of the calls with the same arguments one half has this value instead.
    Differs(Option<Json>),
}

impl Mark {
    /// The word for it in every format; nothing for an ordinary value.
    #[must_use]
    pub const fn word(&self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Odd(_) => Some("odd"),
            Self::Differs(_) => Some("differs"),
        }
    }
}

/// How many leaves of two sets of arguments differ, if at least half are the same; 0 if all are.
#[must_use]
pub fn nearness(asked: &Json, other: &Json) -> Option<usize> {
    let differing = difference(asked, other).len();
    (2 * differing <= leaves(asked).max(leaves(other))).then_some(differing)
}

fn leaves(value: &Json) -> usize {
    match value {
        Json::Array(items) if !items.is_empty() => items.iter().map(leaves).sum(),
        Json::Object(members) if !members.is_empty() => members.iter().map(|(_, member)| leaves(member)).sum(),
        Json::Object(_) => 0,
        _ => 1,
    }
}

impl Similar {
    /// Lays calls of one tool side by side; the first is the one asked about, and of the others those with near
    /// arguments count.
    #[must_use]
    pub fn new(calls: &[&Call]) -> Self {
        let arguments: Vec<Json> = calls.iter().map(|call| call.arguments.as_arguments().into_owned()).collect();
        let asked = arguments.first().cloned().unwrap_or_default();
        let near = arguments.iter().enumerate().filter_map(|(at, other)| Some((at, nearness(&asked, other)?)));
        let mut near: Vec<(usize, usize)> = near.collect();
        near.sort_by_key(|(at, differing)| (*at != 0, *differing, *at));
        let all = near.len().saturating_sub(1);
        let equal = near.iter().skip(1).take_while(|(_, differing)| *differing == 0).count();
        near.truncate(ROWS);
        let arguments = |at: usize| arguments.get(at).unwrap_or(&asked);

        // In the order in which they are met; a result may have thousands of fields.
        let mut places: Vec<Place> = Vec::new();
        let mut met: BTreeSet<Place> = BTreeSet::new();
        let mut results: Vec<BTreeMap<Place, Json>> = Vec::new();
        for (at, _) in &near {
            let mut fields = Vec::new();
            if let Some(result) = calls.get(*at).and_then(|call| call.result.as_ref()) {
                flatten(&result.as_result(), &mut Place::new(), &mut fields);
            }
            places.extend(fields.iter().map(|(place, _)| place).filter(|place| met.insert((*place).clone())).cloned());
            results.push(fields.into_iter().collect());
        }
        let value = |row: usize, place: &Place| results.get(row)?.get(place);
        let same_arguments: Vec<Vec<usize>> = near
            .iter()
            .map(|(at, _)| {
                (0..near.len()).filter(|row| near.get(*row).is_some_and(|it| arguments(it.0) == arguments(*at)))
            })
            .map(Iterator::collect)
            .collect();
        let mut rows: Vec<Row> = near
            .iter()
            .map(|(at, _)| Row { at: *at, arguments: difference(&asked, arguments(*at)), cells: Vec::new() })
            .collect();
        let mut columns = Vec::new();
        for place in &places {
            let values: Vec<Option<&Json>> = (0..rows.len()).map(|row| value(row, place)).collect();
            for ((row, group), own) in rows.iter_mut().zip(&same_arguments).zip(&values) {
                let mark = mark(*own, group, &values, arguments(row.at));
                row.cells.push(Cell { value: own.cloned(), mark });
            }
            let name = if place.is_empty() { "the result".to_owned() } else { words::place("", place) };
            columns.push(Column { name, is_same: values.iter().all(|it| Some(it) == values.first()) });
        }
        let tool = calls.first().map_or_else(|| ToolName::from(""), |call| call.tool.clone());
        Self { tool, columns, rows, equal, near: all - equal }
    }

    /// How many near calls have no row; those that have one are the nearest.
    #[must_use]
    pub fn left_out(&self) -> usize {
        (1 + self.equal + self.near).saturating_sub(self.rows.len())
    }
}

/// The values of a result that are no objects, in document order.
fn flatten(value: &Json, place: &mut Place, out: &mut Vec<(Place, Json)>) {
    match value {
        Json::Object(members) if !members.is_empty() => {
            for (key, member) in members.iter() {
                place.push(Hop::Key(key.to_owned()));
                flatten(member, place, out);
                place.pop();
            }
        }
        other => out.push((place.clone(), other.clone())),
    }
}

/// What is to be said of a value: held against the calls with the same arguments if there are enough of them, else
/// against all. A value that repeats one of the call's own arguments is never odd among calls with other ones.
fn mark(own: Option<&Json>, group: &[usize], values: &[Option<&Json>], arguments: &Json) -> Mark {
    let of_group: Vec<Option<&Json>> = group.iter().filter_map(|row| values.get(*row).copied()).collect();
    let mut others = of_group.iter().copied().filter(|other| *other != own);
    if let Some(other) = others.next()
        && others.all(|it| it == other)
        && majority(&of_group).is_none()
    {
        return Mark::Differs(other.cloned());
    }
    let has_group = of_group.len() >= MAJORITY_OF;
    let all = if has_group { of_group } else { values.to_vec() };
    let repeats = || own.is_some_and(|own| stands_in(own, arguments));
    match majority(&all) {
        Some(usual) if all.len() >= MAJORITY_OF && usual != own && (has_group || !repeats()) => {
            Mark::Odd(usual.cloned())
        }
        _ => Mark::Plain,
    }
}

fn stands_in(wanted: &Json, value: &Json) -> bool {
    match value {
        Json::Array(items) => items.iter().any(|item| stands_in(wanted, item)),
        Json::Object(members) => members.iter().any(|(_, member)| stands_in(wanted, member)),
        other => other == wanted,
    }
}

/// The value that more than half of them have.
fn majority<T: PartialEq + Copy>(values: &[T]) -> Option<T> {
    // The only one that can be is the one left when unequal pairs are struck out.
    let mut left: Option<T> = None;
    let mut count = 0_usize;
    for value in values {
        match left {
            Some(candidate) if count > 0 && candidate == *value => count += 1,
            Some(_) if count > 0 => count -= 1,
            _ => (left, count) = (Some(*value), 1),
        }
    }
    let candidate = left?;
    // Spelled as it stands first.
    let mut all = values.iter().filter(|value| **value == candidate);
    let first = all.next()?;
    (2 * (1 + all.count()) > values.len()).then_some(*first)
}

#[cfg(test)]
mod tests;
