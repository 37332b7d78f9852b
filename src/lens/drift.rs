//! Tool drift as a page: what became of each tool's schemas, beside the rules of its contract that have to do with it.

use crate::diff::tools::{Drift, Effect, FieldChange, Part, Presence, Snapshot, drift};
use crate::domain::class::Class;
use crate::domain::ids::ToolName;
use crate::domain::invariant::{Expected, Invariant};
use crate::domain::path::Path;
use crate::domain::registry::{Registry, ToolContract};
use crate::page::{self, Page, Piece, Role};
use crate::words::{self, counted};

/// So many digits of a fingerprint are shown.
const SHORT: usize = 12;

/// The page; the links are places in [`Drift::changes`]. With a registry, each tool has the rules that have to do with what
/// changed.
#[must_use]
pub fn page(title: &str, drift: &Drift, registry: Option<&Registry>) -> Page {
    let mut page = Page::new(title);
    page.text(headline(drift));
    for note in &drift.notes {
        page.muted(format!("Note: {note}."));
    }
    for prints in &drift.prints {
        let changes = drift.changes.iter().enumerate().filter(|(_, change)| change.tool == prints.tool);
        let changes: Vec<(usize, &FieldChange)> = changes.collect();
        if changes.is_empty() && prints.old == prints.new {
            continue;
        }
        page.heading(prints.tool.as_str());
        let short = |print: &Option<String>| match print {
            Some(print) => print.chars().take(SHORT).collect::<String>(),
            None => "none".to_owned(),
        };
        page.push(page::Kind::Item, vec![(Role::Muted, fingerprints(&short(&prints.old), &short(&prints.new)))]);
        for (at, change) in changes {
            page.link(page::Kind::Item, change_line(change), at);
        }
        if let Some(registry) = registry {
            contract(&mut page, &drift.changes, &prints.tool, registry.tools.get(&prints.tool));
        }
    }
    page
}

/// What one tool said of itself from snapshot to snapshot, the newest first, beside its contract; the links are places
/// in the changes.
#[must_use]
pub fn of_tool(
    tool: &ToolName,
    snapshots: &[(&str, &Snapshot)],
    registry: Option<&Registry>,
) -> (Page, Vec<FieldChange>) {
    let mut page = Page::new(format!("drift of {tool}"));
    let mut all: Vec<FieldChange> = Vec::new();
    if snapshots.iter().all(|(_, snapshot)| !snapshot.tools.contains_key(tool)) {
        page.text("No loaded snapshot describes this tool.");
    }
    page.muted(format!(
        "What the tool says of itself (its schemas) in {}, in the order of their paths; the last is taken for the newest.",
        counted(snapshots.len(), "loaded snapshot")
    ));
    for ((old_name, old), (new_name, new)) in snapshots.iter().zip(snapshots.iter().skip(1)).rev() {
        let found = drift(&old.only(tool), &new.only(tool));
        page.heading(format!("{old_name} → {new_name}"));
        for note in &found.notes {
            page.muted(format!("Note: {note}."));
        }
        if found.prints.is_empty() {
            page.item("the tool is in neither");
        } else if found.changes.is_empty() {
            page.push(page::Kind::Item, vec![(Role::Held, "nothing changed".to_owned())]);
        }
        for change in found.changes {
            page.link(page::Kind::Item, change_line(&change), all.len());
            all.push(change);
        }
    }
    if let Some(registry) = registry {
        page.heading("Its contract");
        contract(&mut page, &all, tool, registry.tools.get(tool));
    }
    (page, all)
}

fn change_line(change: &FieldChange) -> Vec<Piece> {
    let place = if change.path.is_root() { String::new() } else { format!(" {}", change.path) };
    vec![
        (Role::Text, format!("{} ", sign(change.effect))),
        (role(change.effect), change.effect.word().to_owned()),
        (Role::Muted, format!(" · {}{place} · ", change.part.word())),
        (Role::Text, change.what.clone()),
    ]
}

/// Whether a rule of the tool's contract has to do with a change: it looks at a field of the result that changed, knows
/// no field that is new, or compares with an argument that changed. With the tool itself all its rules go.
#[must_use]
pub fn looks_at(rule: &Invariant, change: &FieldChange) -> bool {
    let is_below = |path: &Path| path.segments().starts_with(change.path.segments());
    match change.part {
        _ if change.effect == Effect::Wording => false,
        Part::Tool => change.presence == Presence::Gone,
        Part::Input => match &rule.expected {
            Expected::Argument(argument) => is_below(argument),
            _ => false,
        },
        Part::Output if change.path.is_root() => change.presence == Presence::Stays && rule.path.path().is_root(),
        Part::Output if change.presence == Presence::New => {
            rule.class == Class::KnownFields && change.path.parent().as_ref() == Some(rule.path.path())
        }
        Part::Output => rule.places().iter().any(is_below),
    }
}

fn headline(drift: &Drift) -> String {
    let tools = drift.prints.len();
    let same = drift.prints.iter().filter(|prints| prints.old == prints.new).count();
    if drift.changes.is_empty() && same == tools {
        return format!("No tool differs: {} in both.", counted(tools, "tool"));
    }
    let counts = [Effect::Breaking, Effect::Additive, Effect::Wording].map(|effect| {
        let count = drift.count(effect);
        format!("{count} {}", effect.word())
    });
    format!("{}; the schemas of {same} of {} are the same.", counts.join(", "), counted(tools, "tool"))
}

fn fingerprints(old: &str, new: &str) -> String {
    if old == new { format!("fingerprint {old}, the same") } else { format!("fingerprint {old} → {new}") }
}

/// What the registry holds of the tool, and the rules that have to do with what changed.
fn contract(page: &mut Page, changes: &[FieldChange], tool: &ToolName, contract: Option<&ToolContract>) {
    let Some(contract) = contract else {
        page.push(page::Kind::Item, vec![(Role::Muted, "the registry has no contract for this tool".to_owned())]);
        return;
    };
    let rules = counted(contract.invariants.len(), "rule");
    let is_gone = |change: &&FieldChange| change.part == Part::Tool && change.presence == Presence::Gone;
    // The changes are of several snapshots, the newest first: the tool may have come back.
    let itself = changes
        .iter()
        .find(|change| change.tool == *tool && change.part == Part::Tool && change.effect != Effect::Wording);
    if itself.is_some_and(|change| is_gone(&change)) {
        let text = format!("its contract has {rules}; without the tool none of them judges a call");
        page.push(page::Kind::Item, vec![(Role::Text, text)]);
        return;
    }
    let looked: Vec<String> = contract
        .invariants
        .iter()
        .filter(|rule| changes.iter().any(|it| it.tool == *tool && !is_gone(&it) && looks_at(rule, it)))
        .map(words::rule)
        .collect();
    let text = if looked.is_empty() {
        format!("its contract has {rules}; none has to do with what changed")
    } else {
        format!("its contract has {rules}; these have to do with what changed:")
    };
    page.push(page::Kind::Item, vec![(Role::Text, text)]);
    for rule in looked {
        page.push(page::Kind::Item, vec![(Role::Text, format!("  {rule}"))]);
    }
}

fn sign(effect: Effect) -> &'static str {
    match effect {
        Effect::Breaking => "!",
        Effect::Additive => "+",
        Effect::Wording => "=",
    }
}

fn role(effect: Effect) -> Role {
    match effect {
        Effect::Breaking => Role::Broken,
        Effect::Additive => Role::Added,
        Effect::Wording => Role::Muted,
    }
}

#[cfg(test)]
mod tests;
