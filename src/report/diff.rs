//! The difference of registries, and the drift of tools, printed.

use std::io;

use super::page::pages;
use super::{Column, Format, Out, Table};
use crate::diff::tools::{Drift, Effect, Prints};
use crate::diff::{Change, Kind};
use crate::domain::invariant::Invariant;
use crate::domain::json::{Json, Object};
use crate::domain::registry::Registry;
use crate::format::registry::invariant_json;
use crate::lens;
use crate::study::Compared;

/// The columns of changes as data.
const CHANGES: [Column; 10] = [
    Column::words("old", "old"),
    Column::words("new", "new"),
    Column::words("tool", "tool"),
    Column::words("kind", "kind"),
    Column::words("class", "class"),
    Column::words("path", "path"),
    Column::words("change", "change"),
    Column::words("id", "id"),
    Column::words("before", "before"),
    Column::words("after", "after"),
];

/// The columns of changes of tools as data.
const FIELDS: [Column; 5] = [
    Column::words("tool", "tool"),
    Column::words("effect", "effect"),
    Column::words("part", "part"),
    Column::words("path", "path"),
    Column::words("change", "change"),
];

/// Prints what differs: in text and Markdown as pages, in JSON and CSV one row a change, with the invariants as they
/// stand in the files.
pub fn diff(compared: &[Compared], only: &[Kind], format: Format, out: &mut Out) -> io::Result<()> {
    if matches!(format, Format::Text | Format::Md) {
        let shown = compared.iter().map(|pair| lens::diff::page(&pair.title(), &pair.difference, only));
        return pages(&shown.collect::<Vec<_>>(), format, out);
    }
    let mut table = Table::new("changes", &CHANGES);
    for pair in compared {
        let shown = pair.difference.changes.iter();
        let shown = shown.filter(|change| only.is_empty() || only.contains(&change.kind));
        table.rows.extend(shown.map(|change| row(pair, change)));
    }
    let count = |kind: Kind| compared.iter().map(|pair| pair.difference.count(kind)).sum::<usize>();
    let mut counts: Object = Kind::ALL.into_iter().map(|kind| (kind.name(), count(kind))).collect();
    counts.insert("same", compared.iter().map(|pair| pair.difference.same()).sum::<usize>());
    table.facts.insert("counts", counts);
    table.facts.insert("judges_differently", compared.iter().any(|pair| pair.difference.judges_differently()));
    out.table(&table, format)
}

fn row(pair: &Compared, change: &Change) -> Vec<Json> {
    let rule = |rule: &Option<Invariant>| -> Json { rule.as_ref().map(invariant_json).into() };
    let of_rule = |part: fn(&Invariant) -> String| change.rule().map(part);
    vec![
        pair.old.as_deref().into(),
        pair.new.as_deref().into(),
        change.tool.as_str().into(),
        change.kind.name().into(),
        of_rule(|rule| rule.class.to_string()).into(),
        of_rule(|rule| rule.path.to_string()).into(),
        change.sentence().into(),
        of_rule(|rule| rule.id.to_string()).into(),
        rule(&change.before),
        rule(&change.after),
    ]
}

/// Prints what became of tools: in text and Markdown as a page, in JSON and CSV one row a change.
pub fn drift(title: &str, drift: &Drift, registry: Option<&Registry>, format: Format, out: &mut Out) -> io::Result<()> {
    if matches!(format, Format::Text | Format::Md) {
        return pages(&[lens::drift::page(title, drift, registry)], format, out);
    }
    let mut table = Table::new("changes", &FIELDS);
    table.rows = drift
        .changes
        .iter()
        .map(|change| {
            vec![
                change.tool.as_str().into(),
                change.effect.word().into(),
                change.part.word().into(),
                change.path.as_str().into(),
                change.what.as_str().into(),
            ]
        })
        .collect();
    let effects = [Effect::Breaking, Effect::Additive, Effect::Wording];
    table.facts.insert("counts", effects.map(|it| (it.word(), drift.count(it))).into_iter().collect::<Object>());
    let print = |prints: &Prints| -> Json {
        Object::new()
            .with("tool", prints.tool.as_str())
            .with("old", prints.old.as_deref())
            .with("new", prints.new.as_deref())
            .into()
    };
    table.facts.insert("fingerprints", drift.prints.iter().map(print).collect::<Vec<Json>>());
    table.facts.insert("notes", drift.notes.iter().map(String::as_str).collect::<Vec<_>>());
    out.table(&table, format)
}
