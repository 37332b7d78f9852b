//! What was said so far, and what reloads changed.

use crate::app::App;
use crate::app::screen::pairs::Cell;
use crate::page::{Kind, Page, Role};
use crate::words::counted;

pub(super) fn changes(app: &App) -> Page {
    let mut page = Page::new("what changed");
    if app.changes.is_empty() {
        page.muted("Nothing was rewritten since you started.");
    }
    for sentence in &app.changes {
        page.text(sentence);
    }
    page
}

/// Everything said so far, and every line that could not be read.
pub(super) fn messages(app: &App) -> Page {
    let mut page = Page::new("messages");
    for slot in &app.data.ledgers {
        let bad = slot
            .index
            .bad_lines()
            .iter()
            .map(|line| (Role::Broken, format!("{}: {line}; the line was skipped", slot.name)));
        let notes = slot.index.notes().iter().map(|note| (Role::Text, format!("{}: {note}", slot.name)));
        for piece in bad.chain(notes) {
            page.push(Kind::Text, vec![piece]);
        }
        let told = slot.index.bad_lines().len() as u64;
        if slot.index.bad_count() > told {
            let more = format!("{}: and {} more such lines", slot.name, slot.index.bad_count() - told);
            page.push(Kind::Text, vec![(Role::Broken, more)]);
        }
        if slot.index.pending() > 0 && slot.complete {
            page.muted(format!(
                "{}: the last line has no newline yet ({} bytes): a record still being written",
                slot.name,
                slot.index.pending()
            ));
        }
    }
    for (count, what) in
        [(Cell::Unmatched, "has no partner in the other arm"), (Cell::Duplicates, "stands twice in one arm")]
    {
        let runs = app.pairs.count(count);
        if runs > 0 && app.pairs.arms().is_some() {
            let runs = counted(runs, "episode");
            page.text(format!(
                "{runs}: each {what}, so it is in no pair; 4 lists them beside the table, Enter opens the list"
            ));
        }
    }
    let unknown = app.data.unknown_outcomes();
    if unknown > 0 {
        let runs = counted(unknown, "episode");
        page.text(format!(
            "{runs}: not known whether completed; /completed: on 3 lists them, with nothing behind the colon"
        ));
    }
    for sentence in &app.log {
        page.text(sentence);
    }
    if page.lines.is_empty() {
        page.muted("Nothing to tell: every file was read without a doubt.");
    }
    page
}
