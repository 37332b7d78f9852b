//! What stands out in the episodes, by arm, and how these ended.

use super::Study;
use super::write::{Behind, NAME, Writer};
use crate::digest::EpisodeLabel;
use crate::page::Grid;

pub(super) fn write(study: &Study<'_>, out: &mut Writer) {
    let found = &study.figures.labelled;
    out.page.heading("What stands out in the episodes");
    let is_there =
        |label: &EpisodeLabel| found.get(label).is_some_and(|arms| arms.values().any(|of| of.episodes.hits.count > 0));
    let (there, absent): (Vec<EpisodeLabel>, Vec<EpisodeLabel>) = EpisodeLabel::ALL.into_iter().partition(is_there);
    if !there.is_empty() {
        let mut grid = Grid::new().words("symptom").names("arm", NAME);
        for heading in ["episodes", "completed", "without it completed"] {
            grid = grid.numbers(heading);
        }
        for label in &there {
            for (arm, of) in found.get(label).map(|arms| study.by_named_arm(arms)).unwrap_or_default() {
                let rates = [&of.episodes, &of.completed, &of.others_completed].map(|tally| tally.rate().sentence());
                let [episodes, completed, others] = rates;
                let link = out.link(Behind::Rows(format!("{arm}: {}", label.name()), of.episodes.hits.clone()));
                grid.row([label.name().to_owned(), arm, episodes, completed, others], link);
            }
        }
        out.grid(grid);
        out.page.gap();
        for label in &there {
            out.page.item(format!("{}: {}", label.name(), label.says()));
        }
    }
    if !absent.is_empty() {
        let names: Vec<&str> = absent.iter().map(|label| label.name()).collect();
        out.page.muted(format!("In no episode: {}.", names.join(", ")));
    }
}
