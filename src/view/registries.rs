//! Screen 1: tools, the rules of one, and everything about the rule under the cursor.

use ratatui::layout::Rect;

use super::NARROW;
use super::canvas::{Canvas, Piece, drawn, lit};
use super::{columns, empty};
use crate::app::App;
use crate::app::data::{CallRef, RegistrySlot, RuleRef};
use crate::app::list::List;
use crate::app::screen::registries::{Pane, RuleSort, ToolSort, asked_for, asked_for_tool};
use crate::contract::{InFold, least_support};
use crate::diff;
use crate::domain::ids::ToolName;
use crate::domain::invariant::Invariant;
use crate::domain::registry::{Registry, ToolContract};
use crate::lens::spread::spread;
use crate::theme::{Glyphs, Role};
use crate::words;
use crate::words::counted;

/// Draws the screen.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    let slot = app.registry.and_then(|id| app.data.registry(id));
    let Some(slot) = slot.filter(|slot| slot.registry.is_some()) else {
        return canvas.notice(area, &empty::registries(app));
    };
    if area.width < NARROW {
        let (rules, detail) = (
            Rect { height: area.height / 2, ..area },
            Rect { y: area.y + area.height / 2, height: area.height - area.height / 2, ..area },
        );
        if app.registries.pane == Pane::Tools {
            tools(app, slot, canvas, area);
        } else {
            self::rules(app, slot, canvas, rules);
            self::detail(app, slot, canvas, detail);
        }
        return;
    }
    // As wide as names and numbers need, as far as the rules beside them have room.
    let needed = slot.registry.as_ref().map_or(0, |registry| {
        let columns = tool_columns(registry, canvas);
        columns.iter().map(|column| column.full + 1).sum::<usize>() + 3
    });
    let most = if area.width < 100 { area.width * 2 / 5 } else { area.width / 2 };
    let left = u16::try_from(needed).unwrap_or(u16::MAX).clamp(30, most.clamp(30, 64));
    tools(app, slot, canvas, Rect { width: left, ..area });
    let right = Rect { x: area.x + left, width: area.width - left, ..area };
    if right.width >= 110 {
        let half = right.width * 11 / 20;
        rules(app, slot, canvas, Rect { width: half, ..right });
        detail(app, slot, canvas, Rect { x: right.x + half, width: right.width - half, ..right });
    } else {
        let half = right.height / 2;
        rules(app, slot, canvas, Rect { height: half, ..right });
        detail(app, slot, canvas, Rect { y: right.y + half, height: right.height - half, ..right });
    }
}

/// The rows of a list inside its frame, with the cursor's row marked.
pub(super) fn list_rows<K: Clone + PartialEq>(
    canvas: &mut Canvas<'_>,
    area: Rect,
    list: &List<K>,
    is_focused: bool,
    mut pieces: impl FnMut(&mut Canvas<'_>, usize, &K) -> Vec<Piece>,
) {
    let height = usize::from(area.height);
    let top = list.top(height);
    list.set_drawn(drawn(area));
    for (line, (at, key)) in list.rows().iter().enumerate().skip(top).take(height).enumerate() {
        let is_cursor = at == list.place() && !canvas.is_under;
        // Both places are seen at once: the one that the keys go to, and the one that rests.
        let cursor = match (is_cursor, is_focused) {
            (true, true) => (Role::Key, format!("{} ", canvas.glyphs.cursor())),
            (true, false) => (Role::Muted, format!("{} ", canvas.glyphs.resting())),
            (false, _) => (Role::Text, "  ".into()),
        };
        let mut row = vec![cursor];
        row.extend(pieces(canvas, at, key));
        let over = is_cursor.then_some(if is_focused { Role::Selected } else { Role::SelectedInactive });
        canvas.row(area, u16::try_from(line).unwrap_or(u16::MAX), &row, over);
    }
    canvas.thumb(area, top, list.rows().len());
}

fn tools(app: &App, slot: &RegistrySlot, canvas: &mut Canvas<'_>, area: Rect) {
    let screen = &app.registries;
    let is_focused = screen.pane == Pane::Tools;
    let Some(registry) = &slot.registry else { return };
    let shown = narrowed(screen.tools.rows().len(), registry.tools.len(), "tool", &screen.tool_filter);
    let turned = if screen.reversed { ", turned round" } else { "" };
    let title = format!("{shown}, by {}{turned}", screen.sort.name());
    let inside = canvas.frame(area, &title, is_focused);
    let (columns, _) = columns::fit(tool_columns(registry, canvas), usize::from(inside.width).saturating_sub(2));
    columns::header(canvas, inside, 2, &columns, &screen.tools, |canvas, column, width| {
        let text = columns::titled(column.heading(), column.sort() == screen.sort, screen.reversed, canvas.glyphs);
        let text = if column == Column::Name { canvas.pad(&text, width) } else { canvas.pad_left(&text, width) };
        (text, ToolSort::ALL.iter().position(|sort| *sort == column.sort()))
    });
    let body = Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside };
    if screen.tools.rows().is_empty() {
        canvas.lines(body, &empty::tools(app), 0);
    }
    let is_changed = |tool: &ToolName| slot.unseen.keys().any(|rule| rule.tool == *tool);
    let changed_sign = canvas.glyphs.changed();
    let named = |tool: &ToolName| format!("{}{tool}", if is_changed(tool) { changed_sign } else { "" });
    let name_width = columns.iter().find(|(column, _)| *column == Column::Name).map_or(0, |(_, width)| *width);
    let names = canvas.apart(screen.tools.rows().iter().map(named), name_width + 1);
    list_rows(canvas, body, &screen.tools, is_focused, |canvas, _, tool| {
        let contract = registry.tools.get(tool);
        let fires = screen.tool_count(tool);
        columns::row(&columns, |column, width| {
            let number = |count: u64| canvas.pad_left(&count.to_string(), width);
            match column {
                Column::Name => {
                    let role = if is_changed(tool) { Role::Changed } else { Role::Text };
                    let name = canvas.pad_name(&named(tool), &names, width);
                    lit(role, &name, &asked_for_tool(&name, &screen.tool_filter))
                }
                Column::Samples => vec![(Role::Muted, number(contract.map_or(0, |contract| contract.samples)))],
                Column::Rules => {
                    vec![(Role::Muted, number(contract.map_or(0, |contract| contract.invariants.len() as u64)))]
                }
                Column::Firings if fires == 0 => vec![(Role::Muted, canvas.pad_left(canvas.glyphs.dot(), width))],
                Column::Firings => vec![(Role::Replayed, number(fires))],
            }
        })
    });
}

/// `3 of 12 tools matching "x" (9 hidden)`.
fn narrowed(shown: usize, all: usize, what: &str, filter: &str) -> String {
    if filter.is_empty() {
        return counted(all, what);
    }
    format!("{shown} of {} matching {filter:?}", counted(all, what))
}

/// A column of the tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Name,
    Samples,
    Rules,
    Firings,
}

impl Column {
    /// Its heading.
    const fn heading(self) -> &'static str {
        match self {
            Self::Name => "tool",
            other => other.sort().name(),
        }
    }

    const fn sort(self) -> ToolSort {
        match self {
            Self::Name => ToolSort::Name,
            Self::Samples => ToolSort::Samples,
            Self::Rules => ToolSort::Rules,
            Self::Firings => ToolSort::Firings,
        }
    }
}

/// What the columns of the tools need; where there is no room for all the firings stay longest beside the name.
fn tool_columns(registry: &Registry, canvas: &Canvas<'_>) -> Vec<columns::Column<Column>> {
    let widest = registry.tools.keys().map(|tool| canvas.width(tool.as_str())).max().unwrap_or(0);
    let samples = registry.tools.values().map(|contract| contract.samples.to_string().len()).max().unwrap_or(0);
    let of = |id: Column, rank, seen: usize, least: usize| {
        // One more than the heading, for the mark of the order.
        let heading = id.heading().len() + 1;
        let full = seen.max(heading);
        columns::Column { id, full, least: least.clamp(heading, full), rank, is_same: false }
    };
    vec![
        // One more than the name, for the mark of a change.
        of(Column::Name, 0, widest + 1, 14),
        of(Column::Samples, 3, samples, usize::MAX),
        of(Column::Rules, 2, 0, usize::MAX),
        of(Column::Firings, 1, 0, usize::MAX),
    ]
}

fn contract<'a>(app: &App, slot: &'a RegistrySlot) -> Option<&'a ToolContract> {
    slot.registry.as_ref()?.tools.get(app.registries.tools.selected()?)
}

fn rules(app: &App, slot: &RegistrySlot, canvas: &mut Canvas<'_>, area: Rect) {
    let screen = &app.registries;
    let is_focused = screen.pane == Pane::Rules;
    let Some(contract) = contract(app, slot) else {
        let inside = canvas.frame(area, "no tool", is_focused);
        canvas.lines(inside, &[empty::no_tool()], 0);
        return;
    };
    let tool = screen.tools.selected().map(ToString::to_string).unwrap_or_default();
    let shown = narrowed(screen.rules.rows().len(), contract.invariants.len(), "rule", &screen.rule_filter);
    let order = match (screen.rule_sort, screen.rules_reversed) {
        (RuleSort::Class, false) => String::new(),
        (sort, false) => format!(", by {}", sort.name()),
        (sort, true) => format!(", by {}, turned round", sort.name()),
    };
    let samples = counted(usize::try_from(contract.samples).unwrap_or(usize::MAX), "sample");
    let title = format!("{tool}: {shown} from {samples}{order}");
    let inside = canvas.frame(area, &title, is_focused);
    if screen.rules.rows().is_empty() {
        canvas.lines(inside, &empty::rules(app, &tool, contract), 0);
    }
    let find = |id: &crate::domain::ids::InvariantId| contract.invariants.iter().find(|rule| rule.id == *id);
    let classes: Vec<_> = screen.rules.rows().iter().map(|id| find(id).map(|rule| rule.class)).collect();
    let height = usize::from(inside.height);
    let top = screen.rules.top(height);
    let wide = usize::from(inside.width);
    let columns = rule_columns(app, slot, &tool, contract, wide.saturating_sub(3), canvas);
    let path_width = columns.iter().find(|(column, _)| matches!(column, Told::Path)).map_or(0, |(_, width)| *width);
    let paths = canvas.apart(contract.invariants.iter().map(|rule| &rule.path), path_width + 1);
    list_rows(canvas, inside, &screen.rules, is_focused, |canvas, at, id| {
        let Some(rule) = find(id) else { return Vec::new() };
        // A class is named once, on its first row and on the first row of the screen.
        let is_first = at == top || at == 0 || classes.get(at - 1) != classes.get(at);
        let class = if is_first { rule.class.name() } else { "" };
        let reference = RuleRef { tool: tool.as_str().into(), invariant: id.clone() };
        let mark = match slot.unseen.get(&reference) {
            Some(diff::Kind::Added) => (Role::Added, canvas.glyphs.added()),
            Some(_) => (Role::Changed, canvas.glyphs.changed()),
            None => (Role::Text, " "),
        };
        let count = screen.counts.get(&reference).copied().unwrap_or(0);
        let (in_class, in_path) = asked_for(rule, &screen.rule_filter);
        let class = if in_class.is_empty() { class } else { rule.class.name() };
        let mut row = vec![(mark.0, mark.1.to_owned())];
        row.extend(columns::row(&columns, |column, width| match column {
            Told::Class => lit(Role::Muted, &canvas.pad(class, width), &in_class),
            Told::Path => {
                // What is cut out of the middle must not be lit somewhere else.
                let path = canvas.pad_name(&rule.path.to_string(), &paths, width);
                let is_cut = canvas.width(&rule.path.to_string()) > width;
                lit(Role::Field, &path, if is_cut { &[] } else { &in_path })
            }
            Told::Fires if count == 0 => vec![(Role::Muted, " ".repeat(width))],
            Told::Fires => {
                vec![(Role::Replayed, canvas.pad(&format!("{} {count}", canvas.glyphs.replayed()), width))]
            }
            Told::Rule => vec![(Role::Text, words::short_rule(rule))],
        }));
        row
    });
}

/// The words of a rule leave the rest of a row to its path, down to so many columns.
const WORDS: usize = 16;

/// What is told of a rule in its row.
#[derive(Clone, Copy, Debug)]
enum Told {
    Class,
    Path,
    Fires,
    Rule,
}

/// What the rows of rules need: the class and the path tell rules apart, the words of the rule take what is left.
fn rule_columns(
    app: &App,
    slot: &RegistrySlot,
    tool: &str,
    contract: &ToolContract,
    room: usize,
    canvas: &Canvas<'_>,
) -> Vec<(Told, usize)> {
    let widest = |of: &dyn Fn(&Invariant) -> usize| contract.invariants.iter().map(of).max().unwrap_or(0);
    let class = widest(&|rule| rule.class.name().len());
    let path = widest(&|rule| canvas.width(&rule.path.to_string()));
    let words = widest(&|rule| canvas.width(&words::short_rule(rule)));
    let count = widest(&|rule| {
        let reference = RuleRef { tool: tool.into(), invariant: rule.id.clone() };
        app.registries.counts.get(&reference).map_or(0, |count| count.to_string().len())
    });
    // Firings are counted while one reads: their column is there as soon as there is something to replay.
    let fires = if app.data.ledgers.is_empty() || slot.registry.is_none() { 0 } else { count.max(2) + 2 };
    let of = |id, full: usize, least: usize, rank| columns::Column {
        id,
        full,
        least: least.min(full),
        rank,
        is_same: false,
    };
    // The path before the words: these stand in whole beside or below, and tell no two rules apart.
    let others = class + fires + words.min(WORDS) + 4;
    let mut wanted =
        vec![of(Told::Class, class, class.min(10), 2), of(Told::Path, path, room.saturating_sub(others).max(12), 0)];
    if fires > 0 {
        wanted.push(of(Told::Fires, fires, fires, 1));
    }
    wanted.push(of(Told::Rule, words, 12, 3));
    columns::fit(wanted, room).0
}

fn detail(app: &App, slot: &RegistrySlot, canvas: &mut Canvas<'_>, area: Rect) {
    let screen = &app.registries;
    let is_focused = screen.pane == Pane::Firings;
    let reference = screen.rule();
    let rule = reference.as_ref().and_then(|rule| app.data.rule(slot.id, rule));
    let (Some(reference), Some(rule)) = (reference, rule) else {
        let inside = canvas.frame(area, "no rule", is_focused);
        canvas.lines(inside, &[empty::no_rule()], 0);
        return;
    };
    let inside = canvas.frame(area, &format!("rule {}", rule.id), is_focused);
    let lines = describe(app, slot, &reference, rule, canvas);
    // The firings take what the description leaves, and at least three rows while they have the cursor.
    let described = canvas.wrap(&lines, usize::from(inside.width)).len();
    let least = if is_focused { 4 } else { 1 };
    let shown = u16::try_from(described).unwrap_or(u16::MAX).min(inside.height.saturating_sub(least));
    canvas.lines(Rect { height: shown, ..inside }, &lines, 0);
    let below = Rect { y: inside.y + shown, height: inside.height - shown, ..inside };
    list_rows(canvas, below, &screen.firings, is_focused, |canvas, _, call| firing(app, *call, canvas));
}

pub(super) fn firing(app: &App, call: CallRef, canvas: &Canvas<'_>) -> Vec<Piece> {
    let Some(slot) = app.data.ledger(call.ledger) else { return Vec::new() };
    let Some(entry) = slot.index.calls().get(call.place as usize) else { return Vec::new() };
    let Some(episode) = slot.index.episodes().get(entry.episode as usize) else { return Vec::new() };
    let arm = episode.arm.as_ref().map(|arm| format!(" {} {arm}", canvas.glyphs.dot())).unwrap_or_default();
    let mark = if entry.has_receipt() {
        (Role::Receipt, format!("{} ", canvas.glyphs.receipt()))
    } else {
        (Role::Replayed, format!("{} ", canvas.glyphs.replayed()))
    };
    vec![
        mark,
        (Role::Text, format!("call {} of task {}{arm}", entry.step(), episode.task_or_id())),
        (Role::Muted, format!("  {}", episode.id)),
        (Role::Muted, if app.data.ledgers.len() > 1 { format!("  {}", slot.name) } else { String::new() }),
    ]
}

/// Everything about the rule under the cursor.
pub(super) fn about(app: &App, slot: &RegistrySlot, canvas: &Canvas<'_>) -> Vec<Vec<Piece>> {
    let reference = app.registries.rule();
    let rule = reference.as_ref().and_then(|rule| app.data.rule(slot.id, rule));
    reference
        .as_ref()
        .zip(rule)
        .map(|(reference, rule)| describe(app, slot, reference, rule, canvas))
        .unwrap_or_default()
}

fn describe(
    app: &App,
    slot: &RegistrySlot,
    reference: &RuleRef,
    rule: &Invariant,
    canvas: &Canvas<'_>,
) -> Vec<Vec<Piece>> {
    let mut lines = vec![vec![(Role::Title, words::rule(rule))]];
    if let Some(kind) = slot.unseen.get(reference) {
        lines.push(vec![(Role::Changed, format!("{} since you looked (R lists the changes)", kind.word()))]);
    }
    // That a rule only held is said with its support, below.
    if let Some(evidence) = words::evidence(rule).filter(|evidence| !evidence.starts_with("it held")) {
        lines.push(vec![(Role::Text, evidence)]);
    }
    // A picture; in words the evidence above has said it.
    if canvas.glyphs != Glyphs::Words {
        lines.extend(spread(rule, None));
    }
    lines.push(vec![(Role::Muted, support(slot, rule))]);
    lines.extend(folds(app, slot, reference));
    if let Some(drift) = app.drift_of(&reference.tool) {
        let role = if drift.contains("breaking") { Role::Changed } else { Role::Muted };
        lines.push(vec![(role, format!("the tool's own schemas: {drift} (D shows it)"))]);
    }
    if let Some(state) = app.review_state(slot.id, reference) {
        lines.push(vec![(Role::Muted, format!("review (2): {state}"))]);
    }
    let count = app.registries.firings.rows().len();
    let replaying = app.data.ledgers.iter().any(|slot| (slot.replay.checked as usize) < slot.index.calls().len());
    let so_far = if replaying { " so far" } else { "" };
    let of_tool: usize = app.data.ledgers.iter().map(|slot| slot.index.call_count_of(&reference.tool)).sum();
    let calls = format!("{} of this tool{so_far}", counted(of_tool, "call"));
    // What has seen every task does not judge them: then its rules fire as they stand in its folds.
    let is_judge = app.data.judges_with(slot.id).contains(&slot.id);
    let by = if is_judge { "" } else { " by its folds" };
    let (role, text) = match count {
        _ if app.data.ledgers.is_empty() => {
            (Role::Muted, "no ledger is loaded to replay it on; open both: vidimus TRACES registry.json".to_owned())
        }
        0 => (Role::Muted, format!("fires on none of {calls} when replayed{by}")),
        _ => (
            Role::Replayed,
            format!("fires on {count} of {calls} when replayed{by}; Enter lists them, Enter again opens one"),
        ),
    };
    lines.push(vec![(role, text)]);
    if app.data.ledgers.len() > 1 {
        lines.push(vec![(Role::Muted, by_ledger(app, reference, canvas))]);
    }
    lines
}

/// `a.jsonl: 3 of 12 · b.jsonl: none of 4`, for ledgers in which the tool is called.
fn by_ledger(app: &App, reference: &RuleRef, canvas: &Canvas<'_>) -> String {
    let firings = app.registries.firings.rows();
    let parts = app.data.ledgers.iter().filter_map(|slot| {
        let calls = Some(slot.index.call_count_of(&reference.tool)).filter(|calls| *calls > 0)?;
        // The firings stand in the order of the ledgers.
        let from = firings.partition_point(|call| call.ledger < slot.id);
        let fired = firings.get(from..).unwrap_or_default().partition_point(|call| call.ledger == slot.id);
        let fired = if fired == 0 { "none".to_owned() } else { fired.to_string() };
        Some(format!("{}: {fired} of {calls}", slot.name))
    });
    parts.collect::<Vec<_>>().join(&format!(" {} ", canvas.glyphs.dot()))
}

/// In which of the loaded folds the rule stands.
fn folds(app: &App, slot: &RegistrySlot, reference: &RuleRef) -> Option<Vec<Piece>> {
    let folds = app.data.in_folds(slot.id, reference);
    let named = |what: InFold| -> Vec<&str> {
        folds.iter().filter(|(_, became)| *became == what).map(|(name, _)| *name).collect()
    };
    let (missing, other) = (named(InFold::Missing), named(InFold::Other));
    let role = if missing.is_empty() && other.is_empty() { Role::Muted } else { Role::Changed };
    (!folds.is_empty()).then(|| vec![(role, words::folds(folds.len(), &missing, &other))])
}

/// Support, and by how much it is beyond what was asked for.
fn support(slot: &RegistrySlot, rule: &Invariant) -> String {
    if rule.basis.is_some() {
        return "declared by a schema, not learned from samples".into();
    }
    let Some(registry) = &slot.registry else { return String::new() };
    let margin = words::margin(rule.support, least_support(&registry.source, rule));
    format!("held wherever it was reached: {margin}")
}
