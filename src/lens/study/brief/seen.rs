//! What stands out in the episodes, and the violation events by family.

use super::Shown;
use crate::digest::EpisodeLabel;
use crate::lens::study::Study;
use crate::lens::study::write::{Behind, Writer, named, widest};
use crate::page::Role;
use crate::words::cell;

/// The column of the arms is at most so wide.
const ARM: usize = 9;

/// The labels of episodes, each by arm.
pub(super) fn labels(study: &Study<'_>, shown: Shown, out: &mut Writer) {
    let found = &study.figures.labelled;
    out.page.heading("What stands out in the episodes");
    let is_there =
        |label: &EpisodeLabel| found.get(label).is_some_and(|arms| arms.values().any(|of| of.episodes.hits.count > 0));
    let (there, absent): (Vec<EpisodeLabel>, Vec<EpisodeLabel>) = EpisodeLabel::ALL.into_iter().partition(is_there);
    let names = widest(there.iter().map(|label| label.name()));
    if !there.is_empty() {
        out.columns(&format!(
            "{} {} {:>12} {:>9} {:>10}",
            named("", names),
            cell("", ARM),
            "episodes",
            "completed",
            "without it"
        ));
    }
    for label in &there {
        for (arm, of) in found.get(label).map(|arms| study.by_arm(arms)).unwrap_or_default() {
            let (rate, completed) = (of.episodes.rate(), of.completed.rate());
            let text = format!(
                "{} {} {:>12} {:>9} {:>10}",
                named(label.name(), names),
                cell(arm, ARM),
                format!("{} of {}", rate.hits, rate.of),
                completed.percent(),
                of.others_completed.rate().percent()
            );
            let what = format!("{arm}: {}", label.name());
            out.row(vec![(Role::Text, text)], Behind::Rows(what, of.episodes.hits.clone()));
        }
        if shown.is_open {
            out.page.muted(format!("  {}: {}", label.name(), label.says()));
        }
    }
    if !absent.is_empty() {
        let names: Vec<&str> = absent.iter().map(|label| label.name()).collect();
        out.page.muted(format!("In no episode: {}.", names.join(", ")));
    }
}

/// What the words of the table mean, of those that stand in it.
pub(in crate::lens::study) fn meanings(study: &Study<'_>, out: &mut Writer) {
    for family in study.figures.events.keys() {
        out.page.muted(format!("{}: {}.", family.name(), family.says()));
    }
    out.page.muted(
        "Transient: an equal later call came back consistent; permanent: it broke again; unknown: there was none. Events \
         are calls, completed counts each episode once.",
    );
}

/// The violation events by family, each by arm.
pub(super) fn events(study: &Study<'_>, shown: Shown, out: &mut Writer) {
    let found = &study.figures.events;
    out.page.heading("Violation events by family");
    if found.is_empty() {
        out.page.text("There is none: no receipt, no explicit error, and nothing that fires.");
        return;
    }
    let names = widest(found.keys().map(|family| family.name()));
    out.columns(&format!(
        "{} {} {:>6} {:>9} {:>9} {:>7} {:>9}",
        named("", names),
        cell("", ARM),
        "events",
        "transient",
        "permanent",
        "unknown",
        "completed"
    ));
    for (family, by_arm) in found {
        for (arm, of) in study.by_arm(by_arm) {
            let text = format!(
                "{} {} {:>6} {:>9} {:>9} {:>7} {:>9}",
                named(family.name(), names),
                cell(arm, ARM),
                of.all.count,
                of.transient.count,
                of.permanent.count,
                of.unknown(),
                format!("{} of {}", of.completed.rate().hits, of.completed.rate().of)
            );
            let what = format!("{arm}: {}", family.name());
            out.row(vec![(Role::Text, text)], Behind::Rows(what, of.all.clone()));
            if shown.is_open {
                let text = format!("  {} of them explicit errors, which the agent could read", of.explicit.count);
                let what = format!("{arm}: {}, explicit", family.name());
                out.row(vec![(Role::Muted, text)], Behind::Rows(what, of.explicit.clone()));
            }
        }
    }
    meanings(study, out);
}
