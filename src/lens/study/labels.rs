//! What stands out in the episodes, by arm, and how these ended.

use super::Study;
use super::write::{Behind, Writer, named, widest};
use crate::digest::EpisodeLabel;
use crate::page::Role;

pub(super) fn write(study: &Study<'_>, out: &mut Writer) {
    let found = &study.figures.labelled;
    out.page.heading("What stands out in the episodes");
    let is_there =
        |label: &EpisodeLabel| found.get(label).is_some_and(|arms| arms.values().any(|of| of.episodes.hits.count > 0));
    let (there, absent): (Vec<EpisodeLabel>, Vec<EpisodeLabel>) = EpisodeLabel::ALL.into_iter().partition(is_there);
    if !there.is_empty() {
        let arms = || there.iter().filter_map(|label| found.get(label)).flat_map(std::collections::BTreeMap::keys);
        let (names, width) = (widest(there.iter().map(|label| label.name())), widest(arms().map(String::as_str)));
        let heading = format!(
            "{}  {}  {:>20}  {:>22}  {:>22}",
            named("symptom", names),
            named("arm", width),
            "episodes",
            "completed",
            "without it completed"
        );
        out.columns(&heading);
        for label in &there {
            for (arm, of) in found.get(label).map(|arms| study.by_arm(arms)).unwrap_or_default() {
                let text = format!(
                    "{}  {}  {:>20}  {:>22}  {:>22}",
                    named(label.name(), names),
                    named(arm, width),
                    of.episodes.rate().sentence(),
                    of.completed.rate().sentence(),
                    of.others_completed.rate().sentence()
                );
                let what = format!("{arm}: {}", label.name());
                out.row(vec![(Role::Text, text)], Behind::Rows(what, of.episodes.hits.rows.clone()));
            }
        }
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
