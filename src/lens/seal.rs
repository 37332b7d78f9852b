//! Seals as pages: what a frozen registry says of itself, and what differs from it.

use crate::domain::json::{Json, Object};
use crate::domain::registry::{Registry, Seal};
use crate::page::{Kind, Page, Piece, Role};
use crate::seal::{Finding, Verification, Wrong};
use crate::words::counted;

/// So many findings are told one by one after the first.
const TOLD: usize = 20;

/// What the manifest of a frozen registry says.
#[must_use]
pub fn manifest(title: &str, registry: &Registry, seal: &Seal) -> Page {
    let mut page = Page::new(title);
    let text = |key: &str| seal.manifest.get(key).and_then(Json::as_str).unwrap_or("unknown");
    let list = |key: &str| seal.manifest.get(key).and_then(Json::as_array).unwrap_or_default();
    page.text(format!(
        "Frozen by {} on {} with vidimus {}: {} of {}.",
        text("by"),
        text("day"),
        text("vidimus"),
        counted(registry.invariant_count(), "rule"),
        counted(registry.tools.len(), "tool"),
    ));
    fact(&mut page, "seal", &seal.sha256);
    fact(&mut page, "registry without the seal", text("registry"));
    for (key, name) in [("source", "made from"), ("review", "decisions in")] {
        if let Some(file) = seal.manifest.get(key).and_then(Json::as_object) {
            fact(&mut page, name, &named(file));
        }
    }
    let skipped = seal.manifest.get("review").and_then(|review| review.get("skipped_lines")).and_then(Json::as_array);
    if let Some(lines) = skipped.filter(|lines| !lines.is_empty()) {
        let numbers: Vec<String> = lines.iter().map(ToString::to_string).collect();
        page.text(format!(
            "{} of the decisions could not be read and did not count: {}.",
            counted(lines.len(), "line"),
            numbers.join(", ")
        ));
    }
    for fold in list("folds").iter().filter_map(Json::as_object) {
        fact(&mut page, "fold", &named(fold));
    }
    let undecided = seal.manifest.get("undecided");
    let count = undecided.and_then(|it| it.get("rules")).map_or("0".to_owned(), ToString::to_string);
    if count != "0" {
        let default = undecided.and_then(|it| it.get("default")).and_then(Json::as_str).unwrap_or("unknown");
        page.text(format!("{count} of its rules nobody decided: the default for all of them was to {default} them."));
    }
    let has_audit = seal.manifest.get("audit").is_some_and(|audit| !audit.is_null());
    page.muted(if has_audit { "The figures of an audit are in the manifest." } else { "No audit is in the manifest." });
    decisions(&mut page, "Kept", list("invariants"));
    decisions(&mut page, "Left out", list("left_out"));
    page
}

fn fact(page: &mut Page, name: &str, value: &str) {
    page.push(Kind::Item, vec![(Role::Muted, format!("{name}: ")), (Role::Value, value.to_owned())]);
}

fn named(file: &Object) -> String {
    let text = |key: &str| file.get(key).and_then(Json::as_str).unwrap_or("unknown");
    format!("{} {}", text("name"), text("sha256"))
}

/// How the rules stood, counted, and every waiver with its reason and last day.
fn decisions(page: &mut Page, heading: &str, entries: &[Json]) {
    if entries.is_empty() {
        return;
    }
    page.heading(heading);
    let standing = |entry: &Json| entry.get("standing").and_then(Json::as_str).unwrap_or("unknown").to_owned();
    let mut names: Vec<String> = entries.iter().map(standing).collect();
    names.sort();
    for name in names.chunk_by(|a, b| a == b) {
        let word = name.first().map_or("", String::as_str);
        page.item(format!("{} {}", counted(name.len(), "rule"), word.replace('_', " ")));
    }
    for entry in entries {
        let Some(decision) = entry.get("decision").filter(|decision| decision.get("until").is_some()) else { continue };
        let text = |value: &Json, key: &str| value.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
        let place = entry.get("invariant").map(|rule| format!("{} at {}", text(rule, "class"), text(rule, "path")));
        page.item(format!(
            "waived until {}: {} · {} ({}: {})",
            text(decision, "until"),
            text(entry, "tool"),
            place.unwrap_or_default(),
            text(decision, "by"),
            text(decision, "reason"),
        ));
    }
}

/// What differs between a frozen registry and its seal: the first thing on top. The links are places in
/// [`Verification::findings`].
#[must_use]
pub fn verification(title: &str, seal: &Seal, found: &Verification) -> Page {
    let mut page = Page::new(title);
    match found.findings.as_slice() {
        [] => {
            let held = vec![
                (Role::Held, "The seal holds".to_owned()),
                (Role::Text, format!(": {} as they were frozen.", counted(found.sealed, "rule"))),
            ];
            page.push(Kind::Text, held);
            fact(&mut page, "seal", &seal.sha256);
            fact(&mut page, "registry without the seal", &found.registry);
        }
        [first, more @ ..] => {
            let verdict = if found.holds() {
                "The seal holds, but the registry is not what its origin gives now."
            } else {
                "The seal is broken."
            };
            page.push(Kind::Text, vec![(Role::Broken, verdict.to_owned())]);
            page.heading("First");
            page.link(Kind::Item, sentence(first), 0);
            // What is not about a rule has no two versions.
            let now = if first.wrong == Wrong::Origin { "comes out now" } else { "is now" };
            let sides = [("sealed", &first.old), (now, &first.new)];
            for (name, side) in sides.into_iter().filter(|_| first.old.is_some() || first.new.is_some()) {
                fact(&mut page, name, side.as_deref().unwrap_or("nothing"));
            }
            if let Some(id) = &first.id {
                fact(&mut page, "id", id.as_str());
            }
            if !more.is_empty() {
                page.heading(format!("{} more", more.len()));
                for (place, finding) in (1..).zip(more).take(TOLD) {
                    page.link(Kind::Item, sentence(finding), place);
                }
                if more.len() > TOLD {
                    page.muted(format!("And {} more; --format json has them all.", more.len() - TOLD));
                }
            }
        }
    }
    for note in &found.notes {
        page.muted(format!("Note: {note}."));
    }
    page
}

fn sentence(finding: &Finding) -> Vec<Piece> {
    let tool = finding.tool.as_ref().map(|tool| (Role::Title, format!("{tool} · ")));
    tool.into_iter().chain([(Role::Text, finding.what.clone())]).collect()
}
