//! Similar calls as a text.

use unicode_width::UnicodeWidthStr;

use super::{Cell, Column, Mark, Row, Similar};
use crate::domain::json::Json;
use crate::lens::difference::{Change, What};
use crate::page::{Align, Kind, Page, Piece, Role, Sign};
use crate::safe::visible;
use crate::words;

/// The widest columns of the table.
const LABEL_COLUMNS: usize = 40;
const ARGUMENT_COLUMNS: usize = 28;
const CELL_COLUMNS: usize = 22;

/// The page: sentences, then the table with the odd fields first; fields that are the same in all calls are only
/// named. `names` has a name of the episode and the step for each call that was given; a row links to its place there.
#[must_use]
pub fn page(similar: &Similar, names: &[(String, usize)]) -> Page {
    let mut page = Page::new(format!("calls of {} like this one", similar.tool));
    for sentence in sentences(similar) {
        page.text(sentence);
    }
    if similar.rows.len() < 2 {
        return page;
    }
    page.gap();
    let mut shown: Vec<usize> = (0..similar.columns.len()).filter(|at| !is_same(similar, *at)).collect();
    shown.sort_by_key(|at| {
        let is_marked = |row: &&Row| row.cells.get(*at).is_some_and(|cell| cell.mark != Mark::Plain);
        let asked = similar.rows.first();
        let has_value = asked.and_then(|row| row.cells.get(*at)).is_some_and(|cell| cell.value.is_some());
        (!asked.is_some_and(|row| is_marked(&row)), !has_value, !similar.rows.iter().any(|row| is_marked(&row)), *at)
    });
    let rows: Vec<(Option<usize>, Vec<Piece>)> = similar.rows.iter().map(|row| table_row(row, &shown, names)).collect();
    let heading = ["episode", "step", "arguments"].into_iter().map(str::to_owned);
    let heading =
        heading.chain(shown.iter().filter_map(|at| similar.columns.get(*at)).map(|it| clip(&it.name, CELL_COLUMNS)));
    let heading: Vec<Piece> = heading.map(|text| (Role::Title, text)).collect();
    let width = |place: usize| {
        let cells = rows.iter().map(|(_, row)| row).chain([&heading]).filter_map(|row| row.get(place));
        cells.map(|(_, text)| text.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heading.len()).map(width).collect();
    let told = |row: &[Piece], is_heading: bool, page: &mut Page| {
        page.as_cells(row.iter().map(|(_, text)| (Align::Left, text.as_str())), is_heading);
    };
    page.push(Kind::Row, laid_out("  ", &heading, &widths));
    told(&heading, true, &mut page);
    for (place, (link, row)) in rows.into_iter().enumerate() {
        let pieces = laid_out(if place == 0 { "› " } else { "  " }, &row, &widths);
        match link {
            Some(link) => page.link(Kind::Row, pieces, link),
            None => page.push(Kind::Row, pieces),
        }
        told(&row, false, &mut page);
    }
    page
}

fn laid_out(start: &str, row: &[Piece], widths: &[usize]) -> Vec<Piece> {
    let mut pieces = vec![(Role::Text, start.to_owned())];
    for ((role, text), width) in row.iter().zip(widths) {
        let space = " ".repeat(width.saturating_sub(text.width()) + 2);
        pieces.push((*role, text.clone()));
        pieces.push((Role::Text, space));
    }
    pieces.pop();
    pieces
}

fn table_row(row: &Row, shown: &[usize], names: &[(String, usize)]) -> (Option<usize>, Vec<Piece>) {
    let (label, step) = names.get(row.at).cloned().unwrap_or_default();
    let mut pieces = vec![(Role::Text, clip(&label, LABEL_COLUMNS)), (Role::Text, format!("{step:>4}"))];
    pieces.push(match row.arguments.as_slice() {
        [] if row.at == 0 => (Role::Title, "this call".to_owned()),
        [] => (Role::Muted, "the same".to_owned()),
        changes => {
            (Role::Changed, clip(&changes.iter().map(argument).collect::<Vec<_>>().join(", "), ARGUMENT_COLUMNS))
        }
    });
    pieces.extend(shown.iter().filter_map(|at| row.cells.get(*at)).map(cell));
    // The call itself is behind the window: Enter on it would lead nowhere new.
    (Some(row.at), pieces)
}

fn argument(change: &Change) -> String {
    let place = words::place("", change.place());
    match &change.what {
        What::Removed(_) => format!("no {place}"),
        What::Moved => format!("{place} moved"),
        What::Added(new) | What::Changed(_, new) | What::TypeChanged(_, new) => format!("{place}={}", plain(new)),
    }
}

fn cell(cell: &Cell) -> Piece {
    let text = value(cell.value.as_ref());
    match &cell.mark {
        Mark::Plain => (Role::Value, text),
        Mark::Odd(_) => (Role::Broken, format!("{} {text} odd", Sign::Odd.text())),
        Mark::Differs(_) => (Role::Changed, format!("{} {text} differs", Sign::Differs.text())),
    }
}

fn value(value: Option<&Json>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| clip(&plain(value), CELL_COLUMNS))
}

/// A value without the quotes of a text.
fn plain(value: &Json) -> String {
    match value {
        Json::String(text) if !text.is_empty() => text.clone(),
        other => other.to_string(),
    }
}

fn clip(text: &str, columns: usize) -> String {
    words::clip(&visible(text), columns)
}

fn sentences(similar: &Similar) -> Vec<String> {
    let Some(asked) = similar.rows.first() else { return Vec::new() };
    let (tool, equal, near) = (&similar.tool, similar.equal, similar.near);
    let mut out = vec![match (equal, near) {
        (0, 0) => format!("No other call of {tool} has equal or near arguments (at least half of them the same)."),
        (0, near) => format!(
            "No other call of {tool} has the same arguments as this one; {near} {} near ones (at least half of them the \
             same).",
            if near == 1 { "has" } else { "have" },
        ),
        (equal, near) => format!(
            "{} of {tool} {} the same arguments as this one{}.",
            if equal == 1 { "1 other call".to_owned() } else { format!("{equal} other calls") },
            if equal == 1 { "has" } else { "have" },
            if near == 0 { String::new() } else { format!(", {near} near ones (at least half of them the same)") }
        ),
    }];
    if similar.rows.len() < 2 {
        return out;
    }
    let odd = odd(similar, asked);
    if odd.is_empty() {
        out.push("Nothing about this call's result is odd among them.".to_owned());
    } else {
        out.push(format!("{}.", odd.join("; ")));
    }
    let elsewhere = similar.rows.iter().skip(1);
    let elsewhere = elsewhere.filter(|row| row.cells.iter().any(|cell| matches!(cell.mark, Mark::Odd(_)))).count();
    if elsewhere > 0 {
        out.push(format!(
            "{elsewhere} of the others {} an odd field too.",
            if elsewhere == 1 { "has" } else { "have" }
        ));
    }
    let same: Vec<String> = (0..similar.columns.len())
        .filter(|at| is_same(similar, *at))
        .filter_map(|at| Some(similar.columns.get(at)?.name.clone()))
        .collect();
    if !same.is_empty() {
        out.push(format!("The same in all {}: {}.", similar.rows.len(), words::list(same.into_iter())));
    }
    if similar.left_out() > 0 {
        out.push(format!("{} of them have no row here; those that have one are the nearest.", similar.left_out()));
    }
    out
}

/// What is odd about a call, each as a phrase.
fn odd(similar: &Similar, row: &Row) -> Vec<String> {
    let phrase = |(column, cell): (&Column, &Cell)| {
        let (name, own) = (&column.name, value(cell.value.as_ref()));
        match &cell.mark {
            Mark::Plain => None,
            Mark::Odd(usual) => Some(format!("{name} is odd: {own} where most have {}", value(usual.as_ref()))),
            Mark::Differs(other) => {
                Some(format!("{name} differs for the same arguments: {own} here, {} there", value(other.as_ref())))
            }
        }
    };
    similar.columns.iter().zip(&row.cells).filter_map(phrase).collect()
}

fn is_same(similar: &Similar, at: usize) -> bool {
    similar.columns.get(at).is_some_and(|column| column.is_same)
}
