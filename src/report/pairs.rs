//! Pairs and braids, printed.

use std::io;

use super::page::pages;
use super::{Column, Format, Out, Table};
use crate::domain::json::{Json, Object};
use crate::lens::braid::{page, sentences};
use crate::lens::pairs::{head, rest};
use crate::page::Page;
use crate::pair::{Field, Pairing, Parting, Run};
use crate::study::Braided;

/// The columns of the rows of a braid as data.
const ROWS: [Column; 5] = [
    Column::numbers("first", "first"),
    Column::numbers("second", "second"),
    Column::words("kind", "kind"),
    Column::words("first_tool", "first tool"),
    Column::words("second_tool", "second tool"),
];

/// Prints the pairs: in text and Markdown between the 2×2 table and what does not pair; `table` has been filtered.
pub fn pairs(pairing: &Pairing, runs: &[Run], table: &mut Table, format: Format, out: &mut Out) -> io::Result<()> {
    hide_idle(table, &pairing.plan.axis);
    match format {
        Format::Json => {
            for (key, value) in facts(pairing, runs).iter() {
                table.facts.insert(key, value.clone());
            }
            out.table(table, format)
        }
        Format::Csv => out.table(table, format),
        Format::Text | Format::Md => {
            pages(&[head(pairing)], format, out)?;
            if !table.rows.is_empty() {
                out.text("\n")?;
                out.table(table, format)?;
            }
            let rest: Page = rest(pairing, runs);
            if !rest.lines.is_empty() {
                out.text("\n")?;
                pages(&[rest], format, out)?;
            }
            Ok(())
        }
    }
}

/// Columns of which nothing is known take no room on a line, nor does the field that the arms differ in.
fn hide_idle(table: &mut Table, axis: &Field) {
    table.hide_idle(&["model", "trial", "label"]);
    for column in &mut table.columns {
        column.is_shown &= column.key != axis.name();
    }
}

fn facts(pairing: &Pairing, runs: &[Run]) -> Object {
    let counts = &pairing.counts;
    let run = |place: usize| runs.get(place).map(of_run).unwrap_or_default();
    let strays = pairing.unmatched.iter().map(|it| run(it.run).with("why", it.why.name()).into());
    let duplicates = pairing.duplicates.iter().map(|it| run(it.run).with("used", run(it.used)).into());
    let mixed = pairing.mixed.iter().map(|it| run(it.run).with("beside", run(it.beside)).into());
    let arms = pairing.arms.iter().map(|arm| Object::new().with("arm", &*arm.name).with("episodes", arm.runs).into());
    let chosen = pairing.plan.arms.iter().flatten().map(|arm| Json::from(&**arm));
    Object::new()
        .with("arms", chosen.collect::<Vec<Json>>())
        .with("both", counts.both)
        .with("wins", counts.wins)
        .with("losses", counts.losses)
        .with("neither", counts.neither)
        .with("unknown", counts.unknown)
        .with("unmatched", strays.collect::<Vec<Json>>())
        .with("duplicates", duplicates.collect::<Vec<Json>>())
        .with("mixed", mixed.collect::<Vec<Json>>())
        .with("other_arms", pairing.elsewhere.len())
        .with("all_arms", arms.collect::<Vec<Json>>())
        .with("arm_field", pairing.plan.axis.name())
        .with("key", pairing.plan.key().map(|field| Json::from(field.name())).collect::<Vec<Json>>())
}

fn of_run(run: &Run) -> Object {
    Object::new()
        .with("file", &*run.file)
        .with("episode", run.episode.as_str())
        .with("task", run.task.as_str())
        .with("arm", run.arm.as_ref().map(|arm| Json::from(arm.as_str())))
        .with("model", run.model.as_ref().map(|model| Json::from(model.as_str())))
        .with("trial", run.trial)
        .with("study", run.study.as_deref().map(Json::from))
}

/// Prints two episodes side by side: in text and Markdown as a page, in JSON and CSV one row a row.
pub fn braid(braided: &Braided, is_whole: bool, format: Format, out: &mut Out) -> io::Result<()> {
    let (braid, strands) = (&braided.braid, braided.strands());
    if matches!(format, Format::Text | Format::Md) {
        return pages(&[page(braid, strands, is_whole)], format, out);
    }
    let mut table = Table::new("rows", &ROWS);
    let tool = |side: usize, step: Option<usize>| -> Json {
        let strand = strands.get(side);
        let call = step.and_then(|step| strand?.digest.calls.get(step));
        call.map(|call| Json::from(call.tool.as_str())).into()
    };
    let row = |row: &crate::pair::Row| {
        let kind = row.kind.name().into();
        vec![row.first.into(), row.second.into(), kind, tool(0, row.first), tool(1, row.second)]
    };
    table.rows = braid.rows.iter().map(row).collect();
    let parting = |parting: Option<Parting>| -> Json {
        let of =
            |it: Parting| Object::new().with("step", it.step).with("kind", it.kind.name()).with("is_end", it.is_end);
        parting.map(|it| Json::from(of(it))).into()
    };
    let meeting = braid.meeting.map(|it| {
        Json::from(
            Object::new()
                .with("first", it.first)
                .with("second", it.second)
                .with("calls", it.length)
                .with("to_the_end", it.is_to_the_end),
        )
    });
    table.facts.insert("first", strands[0].episode.as_str());
    table.facts.insert("second", strands[1].episode.as_str());
    table.facts.insert("prefix", braid.prefix);
    table.facts.insert("parting", parting(braid.parting));
    table.facts.insert("where", braid.place().map(|place| Json::from(place.name())));
    table.facts.insert("agents_part", parting(braid.choice));
    table.facts.insert("agents_where", braid.choice_place().map(|place| Json::from(place.name())));
    table.facts.insert("meeting", meeting);
    table.facts.insert("receipt_step", braid.receipt.map(|receipt| receipt.step));
    table.facts.insert("says", sentences(braid, [strands[0].name, strands[1].name]));
    out.table(&table, format)
}
