//! Violation events by their family, and how their episodes ended.

use super::Study;
use super::brief::meanings;
use super::write::{Behind, Writer, named, widest};
use crate::page::Role;

pub(super) fn write(study: &Study<'_>, out: &mut Writer) {
    let found = &study.figures.events;
    out.page.heading("Violation events by family");
    if found.is_empty() {
        out.page.text("There is none: no receipt, no explicit error, and nothing that fires.");
        return;
    }
    let arms = || found.values().flat_map(std::collections::BTreeMap::keys).map(String::as_str);
    let (names, width) = (widest(found.keys().map(|family| family.name())), widest(arms()));
    out.columns(&format!(
        "{}  {}  {:>7}  {:>9}  {:>10}  {:>10}  {:>8}  {:>24}",
        named("family", names),
        named("arm", width),
        "events",
        "explicit",
        "transient",
        "permanent",
        "unknown",
        "episodes completed"
    ));
    for (family, by_arm) in found {
        for (arm, of) in study.by_arm(by_arm) {
            let text = format!(
                "{}  {}  {:>7}  {:>9}  {:>10}  {:>10}  {:>8}  {:>24}",
                named(family.name(), names),
                named(arm, width),
                of.all.count,
                of.explicit.count,
                of.transient.count,
                of.permanent.count,
                of.unknown(),
                of.completed.rate().sentence()
            );
            let what = format!("{arm}: {}", family.name());
            out.row(vec![(Role::Text, text)], Behind::Rows(what, of.all.rows.clone()));
        }
    }
    out.page.muted("An event is a call with a receipt, an explicit error, or rules that fire when it is judged again.");
    meanings(study, out);
}
