//! Screen 1: tools, the rules of one, and everything about the rule under the cursor.

use ratatui::layout::Rect;

use super::NARROW;
use super::canvas::{Canvas, Piece, drawn, lit};
use super::empty;
use crate::app::App;
use crate::app::data::{CallRef, RegistrySlot, RuleRef};
use crate::app::list::List;
use crate::app::screen::registries::{Pane, asked_for};
use crate::diff;
use crate::domain::ids::ToolName;
use crate::domain::invariant::Invariant;
use crate::domain::registry::ToolContract;
use crate::lens::spread::spread;
use crate::query::fuzzy;
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
    let left = (area.width * 3 / 10).clamp(30, 56);
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
    let title = format!("{shown}, by {}", screen.sort.name());
    let inside = canvas.frame(area, &title, is_focused);
    // Names first: the numbers that fit beside them stand in the order of `Number`.
    let numbers = numbers(usize::from(inside.width));
    let name_width = usize::from(inside.width).saturating_sub(2 + 6 * numbers.len());
    let mut header = format!("  {}", canvas.pad("tool", name_width));
    header.extend(numbers.iter().map(|number| canvas.pad_left(number.name(), 6)));
    canvas.row(inside, 0, &[(Role::Muted, header)], None);
    let body = Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside };
    if screen.tools.rows().is_empty() {
        canvas.lines(body, &empty::tools(app), 0);
    }
    let is_changed = |tool: &ToolName| slot.unseen.keys().any(|rule| rule.tool == *tool);
    let changed_sign = canvas.glyphs.changed();
    let named = |tool: &ToolName| format!("{}{tool}", if is_changed(tool) { changed_sign } else { "" });
    let names = canvas.apart(screen.tools.rows().iter().map(named), name_width);
    list_rows(canvas, body, &screen.tools, is_focused, |canvas, _, tool| {
        let contract = registry.tools.get(tool);
        let name_role = if is_changed(tool) { Role::Changed } else { Role::Text };
        let number = |count: u64| canvas.pad_left(&count.to_string(), 6);
        let name = canvas.pad_name(&named(tool), &names, name_width);
        let mut row = lit(name_role, &name, &fuzzy::ranges(&name, &screen.tool_filter));
        row.extend(numbers.iter().map(|which| match (which, screen.tool_count(tool)) {
            (Number::Clean, _) => (Role::Muted, number(contract.map_or(0, |contract| contract.samples))),
            (Number::Rules, _) => {
                (Role::Muted, number(contract.map_or(0, |contract| contract.invariants.len() as u64)))
            }
            (Number::Fires, 0) => (Role::Muted, canvas.pad_left(canvas.glyphs.dot(), 6)),
            (Number::Fires, count) => (Role::Replayed, number(count)),
        }));
        row
    });
}

/// `3 of 12 tools matching "x" (9 hidden)`.
fn narrowed(shown: usize, all: usize, what: &str, filter: &str) -> String {
    if filter.is_empty() {
        return counted(all, what);
    }
    format!("{shown} of {} matching {filter:?}", counted(all, what))
}

/// A number beside a tool.
#[derive(Clone, Copy)]
enum Number {
    /// Clean samples.
    Clean,
    /// Rules.
    Rules,
    /// Firings.
    Fires,
}

impl Number {
    const fn name(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Rules => "rules",
            Self::Fires => "fires",
        }
    }
}

/// The numbers that leave a name at least 20 columns; the firings always.
fn numbers(columns: usize) -> &'static [Number] {
    match columns {
        0..34 => &[Number::Fires],
        34..40 => &[Number::Rules, Number::Fires],
        _ => &[Number::Clean, Number::Rules, Number::Fires],
    }
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
    let title = format!("{tool}: {shown}");
    let inside = canvas.frame(area, &title, is_focused);
    if screen.rules.rows().is_empty() {
        canvas.lines(inside, &empty::rules(app, &tool, contract), 0);
    }
    let find = |id: &crate::domain::ids::InvariantId| contract.invariants.iter().find(|rule| rule.id == *id);
    let classes: Vec<_> = screen.rules.rows().iter().map(|id| find(id).map(|rule| rule.class)).collect();
    let height = usize::from(inside.height);
    let top = screen.rules.top(height);
    let wide = usize::from(inside.width);
    let path_width = (wide.saturating_sub(26) / 2).clamp(8, 40);
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
        let fires = if count > 0 { format!("{} {count} ", canvas.glyphs.replayed()) } else { String::new() };
        let (in_class, in_path) = asked_for(rule, &screen.rule_filter);
        let class = if in_class.is_empty() { class } else { rule.class.name() };
        let path = canvas.pad(&rule.path.to_string(), path_width);
        let mut row = vec![(mark.0, mark.1.to_owned())];
        row.extend(lit(Role::Muted, &canvas.pad(class, 15), &in_class));
        row.extend(lit(Role::Field, &path, &in_path));
        row.push((Role::Replayed, format!(" {fires}")));
        row.push((Role::Text, words::short_rule(rule)));
        row
    });
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
    if let Some((with, all)) = app.data.folds_with(slot.id, reference) {
        let role = if with < all { Role::Changed } else { Role::Muted };
        let so = if with < all { "so in" } else { "in" };
        lines.push(vec![(role, format!("{so} {with} of {}", counted(all, "loaded fold")))]);
    }
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

/// Support, and what was asked for at least.
fn support(slot: &RegistrySlot, rule: &Invariant) -> String {
    if rule.basis.is_some() {
        return "declared by a schema, not learned from samples".into();
    }
    let set = slot.registry.as_ref().map(|registry| &registry.source.thresholds);
    let least: Vec<_> = rule
        .class
        .row()
        .thresholds
        .iter()
        .map(|(name, least)| set.and_then(|set| set.get(*name)).unwrap_or(least).to_string())
        .collect();
    let needed = match least.as_slice() {
        [one] => format!("at least {one} needed"),
        many => format!("at least {} needed, depending on the kind of value", many.join(" or ")),
    };
    format!(
        "held in all {} that reached it ({needed})",
        counted(usize::try_from(rule.support).unwrap_or(usize::MAX), "clean sample")
    )
}
