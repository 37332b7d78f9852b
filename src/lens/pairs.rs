//! The pairs of two arms as a text: the 2×2 table, and everything that does not pair with the reason.

use crate::page::{Column, Grid, Kind, Page, Role, Table};
use crate::pair::{Counts, Field, Pairing, Run, Why};
use crate::query::pair::FIELDS;
use crate::words::{counted, listed};

/// The list of pairs without rows; a row has the values of [`crate::query::pair::values`].
#[must_use]
pub fn table() -> Table {
    Table::new("pairs", &FIELDS.map(column)).with_whole_markdown()
}

fn column(field: &'static str) -> Column {
    let shown = |heading| Column::words(field, heading);
    match field {
        "trial" | "step" | "receipts" => Column::numbers(field, field),
        "task" | "model" | "label" => shown(field),
        // Of a tie it says which one.
        "cell" => shown("outcome"),
        "kind" => shown("first difference"),
        "where" => shown("receipt"),
        "meets" => shown("meet again"),
        "first" => shown("first episode"),
        "second" => shown("second episode"),
        // Programs have these; a line for people has no room.
        "agent_step" | "first_receipts" => Column { is_shown: false, ..Column::numbers(field, field) },
        _ => Column { is_shown: false, ..shown(field) },
    }
}

/// The arms in a sentence: `advisory against baseline, paired by task, model and trial: 50 pairs`.
#[must_use]
pub fn heading(pairing: &Pairing) -> String {
    let plan = &pairing.plan;
    let key = listed(&plan.key().map(ToString::to_string).collect::<Vec<_>>());
    let Some([first, second]) = &plan.arms else {
        let arms = match pairing.arms.first() {
            Some(arm) => format!("{} is the only {} there is", arm.name, plan.axis),
            None => format!("no episode says its {}", plan.axis),
        };
        return format!("There are no pairs: {arms}");
    };
    let axis = if plan.axis == Field::Arm { String::new() } else { format!("{} ", plan.axis) };
    let key = if key.is_empty() { String::new() } else { format!(", paired by {key}") };
    format!("{axis}{second} against {axis}{first}{key}: {}", counted(pairing.pairs.len(), "pair"))
}

/// The table of two arms, with its sums.
pub fn square(counts: &Counts, [first, second]: [&str; 2], page: &mut Page) {
    let (text, title) = (Role::Text, Role::Title);
    let columns = Grid::new().titled(title).words("");
    let mut grid = columns.words(&format!("{second} completed")).words(&format!("{second} failed"));
    for row in [
        [
            (title, format!("{first} completed")),
            (text, format!("{} both", counts.both)),
            (Role::Failed, counted_loss(counts.losses)),
        ],
        [
            (title, format!("{first} failed")),
            (Role::Completed, counted(counts.wins, "win")),
            (text, format!("{} neither", counts.neither)),
        ],
    ] {
        grid.push(row.map(|cell| vec![cell]).into(), None::<usize>);
    }
    grid.write(page);
    if counts.unknown > 0 {
        page.text(format!(
            "{} in no cell: of one of the two it is not known whether it completed.",
            counted(counts.unknown, "pair")
        ));
    }
}

fn counted_loss(count: usize) -> String {
    if count == 1 { "1 loss".to_owned() } else { format!("{count} losses") }
}

/// The head of the list: the arms, the table, and the other arms.
#[must_use]
pub fn head(pairing: &Pairing) -> Page {
    let mut page = Page::new("pairs");
    page.text(format!("{}.", heading(pairing)));
    if let Some([first, second]) = &pairing.plan.arms {
        page.gap();
        square(&pairing.counts, [&**first, &**second], &mut page);
        let others = pairing.arms.iter().filter(|arm| arm.name != *first && arm.name != *second);
        let others: Vec<String> = others.map(|arm| format!("{} ({})", arm.name, arm.runs)).collect();
        if !others.is_empty() {
            page.gap();
            page.muted(format!(
                "Not looked at: {} in other arms, {}.",
                counted(pairing.elsewhere.len(), "episode"),
                listed(&others)
            ));
        }
    }
    page
}

/// Everything that does not pair, with the reason; a line links to its run.
#[must_use]
pub fn rest(pairing: &Pairing, runs: &[Run]) -> Page {
    let mut page = Page::new("what does not pair");
    let name = |run: usize| runs.get(run).map(name).unwrap_or_default();
    let key = |run: usize| runs.get(run).map(|run| key(run, pairing)).unwrap_or_default();
    let item = |run: usize, more: String, page: &mut Page| {
        page.link(Kind::Item, vec![(Role::Text, name(run)), (Role::Muted, format!("  {}{more}", key(run)))], run);
    };
    if !pairing.unmatched.is_empty() {
        page.heading(format!("{} without a partner", counted(pairing.unmatched.len(), "episode")));
        for stray in &pairing.unmatched {
            item(stray.run, format!(": {}", stray_words(pairing, stray.why)), &mut page);
        }
    }
    if !pairing.duplicates.is_empty() {
        page.heading(format!("{} more than once", counted(pairing.duplicates.len(), "episode")));
        page.muted("Of several with one key in one arm the first that was read counts; the others stand here, and never make another pair.");
        for duplicate in &pairing.duplicates {
            item(duplicate.run, format!(": {} is used instead", name(duplicate.used)), &mut page);
        }
    }
    if !pairing.mixed.is_empty() {
        page.heading(format!("{} of another study", counted(pairing.mixed.len(), "episode")));
        page.muted("Only another study has their key in the other arm; they are not paired unless that is asked for.");
        for mixed in &pairing.mixed {
            item(mixed.run, format!(": would pair with {}", name(mixed.beside)), &mut page);
        }
    }
    page
}

/// Why a run has no partner, in words.
#[must_use]
pub fn stray_words(pairing: &Pairing, why: Why) -> String {
    match why {
        Why::NoArm => format!("it has no {}", pairing.plan.axis),
        Why::NoPartner => "nothing like it in the other arm".to_owned(),
    }
}

/// What a run is called: its file and its episode.
#[must_use]
pub fn name(run: &Run) -> String {
    if run.file.is_empty() { run.episode.to_string() } else { format!("{} · {}", run.file, run.episode) }
}

/// What of a run keys, and its arm: `task 4, trial 1, advisory`.
fn key(run: &Run, pairing: &Pairing) -> String {
    let field = |field: &Field| Some(format!("{field} {}", run.value(field)?));
    let parts: Vec<String> = pairing.plan.key().chain([&pairing.plan.axis]).filter_map(field).collect();
    parts.join(", ")
}
