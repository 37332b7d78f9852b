//! Violation events by their family, and how their episodes ended.

use super::Study;
use super::brief::meanings;
use super::write::{Behind, NAME, Writer};
use crate::page::Grid;

pub(super) fn write(study: &Study<'_>, out: &mut Writer) {
    let found = &study.figures.events;
    out.page.heading("Violation events by family");
    if found.is_empty() {
        out.page.text("There is none: no receipt, no explicit error, and nothing that fires.");
        return;
    }
    let mut grid = Grid::new().words("family").names("arm", NAME);
    for heading in ["events", "explicit", "transient", "permanent", "unknown", "episodes completed"] {
        grid = grid.numbers(heading);
    }
    for (family, by_arm) in found {
        for (arm, of) in study.by_named_arm(by_arm) {
            let counts = [of.all.count, of.explicit.count, of.transient.count, of.permanent.count, of.unknown()];
            let [all, explicit, transient, permanent, unknown] = counts.map(|count| count.to_string());
            let completed = of.completed.rate().sentence();
            let link = out.link(Behind::Rows(format!("{arm}: {}", family.name()), of.all.clone()));
            let family = family.name().to_owned();
            grid.row([family, arm, all, explicit, transient, permanent, unknown, completed], link);
        }
    }
    out.grid(grid);
    out.page.muted("An event is a call with a receipt, an explicit error, or rules that fire when it is judged again.");
    meanings(study, out);
}
