//! Where a value stands again, printed.

use std::io;

use super::page::pages;
use super::{Column, Format, Out, Table};
use crate::domain::json::{Json, Object};
use crate::lens::taint::{Hit, Spot, Trail, page, sum};

/// The columns of places as data.
const PLACES: [Column; 12] = [
    Column::words("value", "value"),
    Column::words("when", "when"),
    Column::words("where", "where"),
    Column::numbers("step", "step"),
    Column::words("tool", "tool"),
    Column::words("path", "path"),
    Column::numbers("message", "message"),
    Column::words("role", "role"),
    Column::words("kind", "kind"),
    Column::words("written", "written"),
    Column::numbers("times", "times"),
    Column::words("around", "around"),
];

/// Prints trails: in text and Markdown as a page, in JSON and CSV one row a place.
pub fn taint(trails: &[&Trail], format: Format, out: &mut Out) -> io::Result<()> {
    if matches!(format, Format::Text | Format::Md) {
        return pages(&[page(trails, usize::MAX)], format, out);
    }
    let mut table = Table::new("places", &PLACES);
    for trail in trails {
        let of = |when: &'static str, hits: &[Hit]| hits.iter().map(|hit| row(trail, when, hit)).collect::<Vec<_>>();
        table.rows.extend(of("later", &trail.later));
        table.rows.extend(of("before", &trail.earlier));
    }
    table.facts.insert("sentence", sum(trails));
    table.facts.insert("values", trails.iter().map(|trail| fact(trail)).collect::<Vec<Json>>());
    out.table(&table, format)
}

/// What became of one value.
fn fact(trail: &Trail) -> Json {
    let reach = trail.reach();
    Object::new()
        .with("step", trail.source.step.0)
        .with("part", trail.source.part.name())
        .with("path", crate::words::place("", &trail.source.place))
        .with("value", trail.value.clone())
        .with("in_final_answer", trail.in_answer().name())
        .with("sentence", trail.sentence())
        .with("caveats", trail.caveats())
        .with("later_calls", reach.calls)
        .with("later_results", reach.results)
        .with("later_messages", reach.said)
        .into()
}

fn row(trail: &Trail, when: &str, hit: &Hit) -> Vec<Json> {
    let kind = hit.find.kind.name();
    let (written, times, around) = (hit.written.as_str(), hit.find.count, hit.around.as_deref());
    let mut row: Vec<Json> = vec![trail.short_subject().into(), when.into()];
    match &hit.spot {
        Spot::Value { step, tool, part, place } => {
            let path = crate::words::place("", place);
            row.extend([part.name().into(), step.0.into(), tool.as_str().into(), path.into(), Json::Null, Json::Null]);
        }
        Spot::Message { number, role, .. } => {
            let place = if trail.is_answer(hit) { "final answer" } else { "message" };
            row.extend([place.into(), Json::Null, Json::Null, Json::Null, (number + 1).into(), role.as_str().into()]);
        }
    }
    row.extend([kind.into(), written.into(), times.into(), around.into()]);
    row
}
