//! The rows of each screen in words.

use super::{Told, facts, of};
use crate::app::data::{LedgerSlot, RegistrySlot, RuleRef};
use crate::app::gutter::{Labels, Mark};
use crate::app::list::List;
use crate::app::screen::episodes::{EpisodeRef, fired};
use crate::app::screen::registries::Pane;
use crate::app::screen::stepper::{Pane as StepperPane, StepperScreen};
use crate::app::tree::{Fold, RowKind, TreeRow};
use crate::app::{App, CallDetail, next_tool};
use crate::contract::Verdict;
use crate::domain::call::Part;
use crate::domain::ids::{InvariantId, ToolName};
use crate::theme::Role;
use crate::view::canvas::{Canvas, Piece};
use crate::view::{empty as nothing, gutter, receipt, registries, stepper};
use crate::words::{self, counted};

/// So many rows below the cursor are more than a screen holds.
const BELOW: usize = 300;

/// The row under the cursor with its position, and those below it.
pub(super) fn list<K: Clone + PartialEq>(list: &List<K>, row: impl Fn(usize, &K) -> Vec<Piece>) -> Told {
    let mut rows = list.rows().iter().enumerate().skip(list.place());
    let here = rows.next().map(|(at, key)| {
        let mut here = row(at, key);
        here.push((Role::Muted, format!(", {}", of(at, list.rows().len()))));
        here
    });
    Told {
        here: here.unwrap_or_default(),
        below: rows.take(BELOW).map(|(at, key)| row(at, key)).collect(),
        ..Told::default()
    }
}

/// A screen with nothing on it says what to do.
pub(super) fn empty(mut lines: Vec<Vec<Piece>>) -> Told {
    let here = if lines.is_empty() { Vec::new() } else { lines.remove(0) };
    Told { here, about: lines, ..Told::default() }
}

pub(super) fn episodes(app: &App, canvas: &Canvas<'_>) -> Told {
    if app.episodes.list.rows().is_empty() {
        return empty(nothing::episodes(app));
    }
    list(&app.episodes.list, |_, row| episode(app, *row, canvas).unwrap_or_default())
}

fn episode(app: &App, row: EpisodeRef, canvas: &Canvas<'_>) -> Option<Vec<Piece>> {
    let slot = app.data.ledger(row.ledger)?;
    let episode = slot.index.episodes().get(row.place)?;
    let outcome = match episode.completed() {
        Some(true) => "completed",
        Some(false) => "failed",
        None => "outcome unknown",
    };
    let named = |name: &str, value: Option<String>| value.map(|value| format!("{name} {value}")).unwrap_or_default();
    let count = |count: usize, what: &str| if count > 0 { counted(count, what) } else { String::new() };
    let line = facts([
        format!("task {}", episode.task_or_id()),
        outcome.to_owned(),
        counted(episode.calls.len(), "call"),
        count(episode.receipts as usize, "receipt"),
        count(fired(slot, episode), "replayed firing"),
        named("arm", episode.arm.as_ref().map(ToString::to_string)),
        named("model", episode.model.as_ref().map(ToString::to_string)),
        named("trial", episode.trial.map(|trial| trial.to_string())),
        named("stratum", episode.stratum.clone()),
        format!("episode {}", canvas.safe(episode.id.as_str())),
    ]);
    Some(line)
}

pub(super) fn registries(app: &App, canvas: &Canvas<'_>) -> Told {
    let slot = app.registry.and_then(|id| app.data.registry(id));
    let Some(slot) = slot.filter(|slot| slot.registry.is_some()) else { return empty(nothing::registries(app)) };
    let screen = &app.registries;
    let about_rule = || registries::about(app, slot, canvas);
    match screen.pane {
        Pane::Tools if screen.tools.rows().is_empty() => empty(nothing::tools(app)),
        Pane::Tools => {
            let mut told = list(&screen.tools, |_, tool| self::tool(app, slot, tool));
            told.about = vec![vec![(Role::Muted, "Tab goes to its rules; the tools below:".into())]];
            told
        }
        Pane::Rules if screen.rules.rows().is_empty() => {
            let registry = slot.registry.as_ref();
            let found = screen.tools.selected().and_then(|tool| Some((tool, registry?.tools.get(tool)?)));
            empty(
                found.map_or_else(
                    || nothing::tools(app),
                    |(tool, contract)| nothing::rules(app, tool.as_str(), contract),
                ),
            )
        }
        Pane::Rules => {
            let mut told = list(&screen.rules, |_, id| rule(app, slot, id));
            told.about = about_rule();
            told
        }
        Pane::Firings => {
            let mut told = list(&screen.firings, |_, call| registries::firing(app, *call, canvas));
            told.about = about_rule();
            told
        }
    }
}

fn tool(app: &App, slot: &RegistrySlot, tool: &ToolName) -> Vec<Piece> {
    let contract = slot.registry.as_ref().and_then(|registry| registry.tools.get(tool));
    let number = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    let fires = number(app.registries.tool_count(tool));
    let changed = slot.unseen.keys().any(|rule| rule.tool == *tool);
    facts([
        format!("tool {tool}"),
        counted(contract.map_or(0, |contract| contract.invariants.len()), "rule"),
        counted(contract.map_or(0, |contract| number(contract.samples)), "clean sample"),
        if fires > 0 { counted(fires, "replayed firing") } else { "fires nowhere".into() },
        if changed { "changed since you looked".into() } else { String::new() },
    ])
}

fn rule(app: &App, slot: &RegistrySlot, id: &InvariantId) -> Vec<Piece> {
    let Some(tool) = app.registries.tools.selected() else { return Vec::new() };
    let reference = RuleRef { tool: tool.clone(), invariant: id.clone() };
    let Some(rule) = app.data.rule(slot.id, &reference) else { return Vec::new() };
    let fires = app.registries.counts.get(&reference).copied().unwrap_or(0);
    let fires = usize::try_from(fires).unwrap_or(usize::MAX);
    let change = slot.unseen.get(&reference).map(|kind| format!("{} since you looked", kind.word()));
    facts([
        format!("rule {}", rule.class.name()),
        rule.path.to_string(),
        words::short_rule(rule),
        if fires > 0 { counted(fires, "replayed firing") } else { String::new() },
        change.unwrap_or_default(),
    ])
}

pub(super) fn stepper(app: &App, stepper: &StepperScreen, canvas: &Canvas<'_>) -> Told {
    let Some(slot) = app.data.ledger(stepper.episode.ledger) else { return Told::default() };
    if stepper.calls.rows().is_empty() {
        return empty(nothing::calls(stepper));
    }
    let mut receipt = receipt::lines(app, stepper, canvas);
    match stepper.pane {
        StepperPane::Calls => {
            let mut told = list(&stepper.calls, |at, place| call(app, stepper, slot, at, *place, canvas));
            let title = receipt::title(stepper, stepper::receipts(app, stepper), canvas.glyphs.dot());
            told.about = vec![vec![(Role::Title, title)]];
            told.about.append(&mut receipt);
            if stepper.detail.is_none() {
                told.about.push(vec![(Role::Muted, stepper.why_no_call().into())]);
            }
            told.below.push(vec![gutter::end(app, canvas)]);
            told
        }
        StepperPane::Tree => match &stepper.detail {
            Some(detail) => list(&stepper.tree, |at, _| {
                stepper.rows.get(at).map(|row| field(app, stepper, detail, row, canvas)).unwrap_or_default()
            }),
            None => empty(vec![vec![(Role::Muted, stepper.why_no_call().to_owned())]]),
        },
        StepperPane::Receipt => {
            let from = stepper.receipt_scroll.min(receipt.len().saturating_sub(1));
            let mut told = empty(receipt.split_off(from));
            let title = receipt::title(stepper, stepper::receipts(app, stepper), canvas.glyphs.dot());
            told.heading.push(vec![(Role::Title, title)]);
            told
        }
    }
}

fn call(
    app: &App,
    stepper: &StepperScreen,
    slot: &LedgerSlot,
    at: usize,
    place: u32,
    canvas: &Canvas<'_>,
) -> Vec<Piece> {
    let Some(entry) = slot.index.calls().get(place as usize) else { return Vec::new() };
    let tool = slot.index.tool(entry);
    let mark = match app.event_at(stepper, slot, place) {
        Some(Mark::Receipt) => "receipt recorded",
        Some(Mark::Replayed) => "a rule fires when replayed",
        Some(Mark::Error) => "the result is an error",
        _ if entry.has_receipt() => "receipt recorded",
        _ => "",
    };
    let action = stepper::after_receipt(stepper, slot, place);
    let then = action.map(|action| format!("then {}", words::next_action(action, tool, next_tool(slot, place))));
    let before = at.checked_sub(1).and_then(|before| stepper.calls.rows().get(before));
    let after = before.and_then(|before| stepper::after_receipt(stepper, slot, *before));
    let after = after.map(|action| format!("after a receipt: {}", stepper::sign(action, canvas).2));
    let reached = app.following().and_then(|following| following.at(at));
    let reached = reached.map(|reached| format!("followed value: {}", gutter::reached(reached, canvas).1));
    let fault = app.labels == Labels::Shown && entry.has_fault();
    facts([
        format!("call {at}"),
        tool.to_string(),
        mark.to_owned(),
        then.unwrap_or_default(),
        after.unwrap_or_default(),
        reached.unwrap_or_default(),
        if fault { "fault label".into() } else { String::new() },
        entry.ms().map(|ms| format!("{:.1} seconds", ms / 1000.0)).unwrap_or_default(),
    ])
}

fn field(app: &App, stepper: &StepperScreen, detail: &CallDetail, row: &TreeRow, canvas: &Canvas<'_>) -> Vec<Piece> {
    let name = match row.key.1.as_slice() {
        _ if row.kind == RowKind::Line => format!("line {}", row.label),
        [] => row.label.clone(),
        place => words::place("", place),
    };
    let value = match row.fold {
        Fold::Leaf => row.value.clone(),
        Fold::Open if row.kind == RowKind::Text => format!("{}, unfolded", row.value),
        Fold::Closed if row.kind == RowKind::Text => format!("{}, folded", row.value),
        Fold::Open => format!("{}, unfolded", members(&row.value)),
        Fold::Closed => format!("{}, folded", members(&row.value)),
    };
    let mut parts = vec![format!("{name}: {value}")];
    if row.is_cut {
        parts.push("Enter shows the whole value".into());
    }
    for mark in &row.marks {
        let Some(rule) = detail.rule(mark.invariant) else { continue };
        let verdict = if mark.verdict == Verdict::Broken { "broken" } else { "held" };
        parts.push(format!("{verdict}: {}", detail.short_rule(rule, &row.key)));
    }
    if row.marks.is_empty() && row.broken_inside {
        parts.push("something inside broke".into());
    }
    let is_judged = detail.judge.is_some() && row.key.0 == Part::Result && row.is_scalar();
    if row.marks.is_empty() && is_judged {
        parts.push("no rule looks here".into());
    }
    parts.extend(gutter::in_row(app, stepper, row, canvas).map(|(_, piece)| piece.trim().to_owned()));
    facts(parts)
}

/// `{3}` and `[12]` in words.
fn members(value: &str) -> String {
    let count = value.trim_matches(['{', '}', '[', ']']);
    let what = if value.starts_with('[') { "list" } else { "object" };
    format!("{what} of {count}")
}
