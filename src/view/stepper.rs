//! One episode call by call: the calls, the call under the cursor as a tree, its receipt.
//!
//! ```text
//! ┌ 7 calls ─────────────┬ 1 get_stock_alpha ─────────────────────────────┐
//! │› 1 ▲ get_stock_alpha │ result                                         │
//! │  2 ↳ get_stock_yahoo │   price_usd: -79.0     ▲ must be positive      │
//! │ ▁▁▲▁▁▁               ├ Receipt · recorded · v1 ───────────────────────┤
//! └──────────────────────┴────────────────────────────────────────────────┘
//! ```

use ratatui::layout::Rect;

use super::canvas::{Canvas, Piece, light};
use super::empty;
use super::registries::list_rows;
use super::status::position;
use super::{NARROW, gutter, receipt, text};
use crate::app::data::LedgerSlot;
use crate::app::gutter::Labels;
use crate::app::screen::stepper::{Pane, StepperScreen};
use crate::app::tree::{Fold, Mark, Part, TreeRow};
use crate::app::{App, recorded_action};
use crate::contract::Verdict;
use crate::page::Sign;
use crate::query::text::Sought;
use crate::recovery::NextAction;
use crate::theme::Role;
use crate::words::counted;

/// Draws the screen.
pub(super) fn draw(app: &App, stepper: &StepperScreen, canvas: &mut Canvas<'_>, area: Rect) {
    let Some(slot) = app.data.ledger(stepper.episode.ledger) else { return };
    if area.width < NARROW {
        return match stepper.pane {
            Pane::Calls => {
                // The receipt is what people come for.
                let above = if area.height < 14 { (area.height / 3).max(3) } else { area.height / 2 };
                calls(app, stepper, slot, canvas, Rect { height: above, ..area });
                let below = Rect { y: area.y + above, height: area.height.saturating_sub(above), ..area };
                receipt_pane(app, stepper, &receipt::lines(app, stepper, canvas), canvas, below);
            }
            Pane::Tree => tree(app, stepper, slot, canvas, area),
            Pane::Receipt => receipt_pane(app, stepper, &receipt::lines(app, stepper, canvas), canvas, area),
        };
    }
    // As wide as the names of the tools and what stands behind them, as far as the call beside them has room.
    let needed = u16::try_from(needed(stepper, slot, canvas) + 2).unwrap_or(u16::MAX);
    let left = needed.clamp(30, (area.width * 2 / 5).clamp(30, 60));
    calls(app, stepper, slot, canvas, Rect { width: left, ..area });
    let right = Rect { x: area.x + left, width: area.width - left, ..area };
    // The receipt is what people come for: it gets the lines it needs, up to half of the screen.
    let lines = receipt::lines(app, stepper, canvas);
    let needed =
        u16::try_from(canvas.wrap(&lines, usize::from(right.width.saturating_sub(2))).len()).unwrap_or(u16::MAX);
    let most = if stepper.pane == Pane::Receipt { right.height * 2 / 3 } else { right.height / 2 };
    let height = needed.saturating_add(2).clamp(4, most.max(4));
    tree(app, stepper, slot, canvas, Rect { height: right.height.saturating_sub(height), ..right });
    let y = right.y + right.height.saturating_sub(height);
    receipt_pane(app, stepper, &lines, canvas, Rect { y, height: height.min(right.height), ..right });
}

/// The columns that the longest row of calls takes: number and sign, the name, what the agent did after a receipt, the
/// time. What comes to be known while one reads takes no more.
fn needed(stepper: &StepperScreen, slot: &LedgerSlot, canvas: &Canvas<'_>) -> usize {
    let rows = stepper.calls.rows();
    let entries = || rows.iter().filter_map(|place| slot.index.calls().get(*place as usize));
    let after_receipts = std::iter::once(false).chain(entries().map(crate::index::CallEntry::has_receipt));
    let widest = entries().zip(after_receipts).map(|(entry, is_after)| {
        let action = if is_after { "↳ ".chars().count() + "  listed".len() } else { 0 };
        let time = entry.ms().map_or(0, |ms| format!("  {:.1} s", ms / 1000.0).len());
        canvas.width(slot.index.tool(entry).as_str()) + action + time
    });
    let digits = rows.len().saturating_sub(1).to_string().len();
    // The cursor, the number and the sign stand before the name.
    2 + digits + 1 + 2 + widest.max().unwrap_or(0)
}

fn calls(app: &App, stepper: &StepperScreen, slot: &LedgerSlot, canvas: &mut Canvas<'_>, area: Rect) {
    let rows = stepper.calls.rows();
    let more = if stepper.waiting > 0 { format!(", {} new below", stepper.waiting) } else { String::new() };
    let is_focused = stepper.pane == Pane::Calls;
    let position = position(stepper.calls.place(), rows.len(), area);
    let inside = canvas.frame(area, &format!("{}{position}{more}", counted(rows.len(), "call")), is_focused);
    if rows.is_empty() {
        canvas.lines(inside, &empty::calls(stepper), 0);
        return;
    }
    let cells = app.gutter(usize::from(inside.width).saturating_sub(2));
    let mut lanes = gutter::lanes(&cells);
    // On a low screen the calls come first.
    lanes.truncate(usize::from(inside.height).saturating_sub(4).min(3));
    let map_rows = u16::try_from(lanes.len()).unwrap_or(0);
    let body = Rect { height: inside.height - map_rows, ..inside };
    let digits = rows.len().saturating_sub(1).to_string().len();
    list_rows(canvas, body, &stepper.calls, is_focused, |canvas, at, place| {
        let Some(entry) = slot.index.calls().get(*place as usize) else { return Vec::new() };
        let tool = slot.index.tool(entry);
        let event = app.event_at(stepper, slot, *place);
        let mark = event.map_or((Role::Muted, " "), |event| gutter::sign(event, canvas));
        let is_found = stepper.find.sought.is_in(tool.as_str());
        let sought = if is_found { stepper.find.sought.clone() } else { Sought::default() };
        let time = entry.ms().map(|ms| format!("{:.1} s", ms / 1000.0));
        let mut row = vec![(Role::Muted, format!("{at:>digits$} ")), (mark.0, format!("{} ", mark.1))];
        let action = at.checked_sub(1).and_then(|before| after_receipt(stepper, slot, *rows.get(before)?));
        if let Some((role, sign, word)) = action.map(|action| sign(action, canvas)) {
            // What the agent did stays readable, whatever the name of the tool.
            let room = usize::from(body.width).saturating_sub(digits + 9 + word.len());
            row.push((role, format!("{sign} ")));
            let name = text::middle(&canvas.safe(tool.as_str()), room, canvas.glyphs.more());
            row.extend(light(vec![(Role::Text, name)], &sought));
            row.push((role, format!("  {word}")));
        } else {
            row.extend(light(vec![(Role::Text, tool.to_string())], &sought));
        }
        if let Some(reached) = app.following().and_then(|following| following.at(at)) {
            let (sign, word) = gutter::reached(reached, canvas);
            // What became of the value stays readable, whatever the name of the tool.
            let room = usize::from(body.width).saturating_sub(digits + 10 + word.len());
            if let Some((_, name)) = row.iter_mut().find(|(role, _)| *role == Role::Text) {
                *name = text::middle(&crate::safe::visible(name), room, canvas.glyphs.more());
            }
            row.push((Role::Match, format!("  {sign} {word}")));
        }
        if app.labels == Labels::Shown && entry.has_fault() {
            row.push((Role::Changed, format!("  {} fault", canvas.glyphs.fault())));
        }
        // At the edge, where there is room; names and what was done come first.
        let used: usize = row.iter().map(|(_, piece)| canvas.width(piece)).sum();
        let room = usize::from(body.width).saturating_sub(used + 2);
        if let Some(time) = time.filter(|time| room >= time.len() + 2) {
            row.push((Role::Muted, format!("{time:>room$}")));
        }
        row
    });
    if rows.len() < usize::from(body.height) {
        let end = gutter::end(app, canvas);
        let pieces = [(Role::Muted, format!("  {:digits$} ", "")), end];
        canvas.row(body, u16::try_from(rows.len()).unwrap_or(u16::MAX), &pieces, None);
    }
    if map_rows > 0 {
        let y = inside.y + inside.height - map_rows;
        gutter::draw(&cells, &lanes, stepper.calls.place(), canvas, Rect { y, height: map_rows, ..inside });
        gutter::legend(&cells, &lanes, canvas, area);
    }
}

/// What the agent did after the recorded receipt of a call, if it has one and has been read.
pub(super) fn after_receipt(stepper: &StepperScreen, slot: &LedgerSlot, place: u32) -> Option<NextAction> {
    let call = stepper.read.get(&place)?.as_ref().ok()?;
    recorded_action(slot, place, call)
}

/// How a next action is shown.
pub(super) fn sign(action: NextAction, canvas: &Canvas<'_>) -> (Role, &'static str, &'static str) {
    match action {
        NextAction::Listed => (Role::Listed, canvas.glyphs.listed(), "listed"),
        NextAction::Other => (Role::Other, canvas.glyphs.other(), "other"),
        NextAction::Retry => (Role::Retry, canvas.glyphs.retry(), "retry"),
        NextAction::None => (Role::Muted, canvas.glyphs.none(), "none"),
    }
}

fn tree(app: &App, stepper: &StepperScreen, slot: &LedgerSlot, canvas: &mut Canvas<'_>, area: Rect) {
    let is_focused = stepper.pane == Pane::Tree;
    let selected = stepper.calls.selected().copied();
    let entry = selected.and_then(|place| slot.index.calls().get(place as usize));
    let title = entry.map(|entry| format!("{} {}", entry.step(), slot.index.tool(entry))).unwrap_or_default();
    let title = format!("{title}{}", gutter::label(app, stepper, canvas).unwrap_or_default());
    let inside = canvas.frame(area, &title, is_focused);
    let Some(detail) = &stepper.detail else {
        let line = match selected.map(|place| stepper.read.get(&place)) {
            Some(Some(Err(sentence))) => vec![(Role::Broken, sentence.clone())],
            Some(_) => vec![(Role::Muted, "reading …".to_owned())],
            None => empty::no_call(),
        };
        canvas.lines(inside, &[line], 0);
        return;
    };
    let wide = usize::from(inside.width);
    // The rules begin behind the widest value on screen, so that they can be read down.
    let height = usize::from(inside.height);
    let seen = stepper.rows.iter().skip(stepper.tree.top(height)).take(height);
    let widest = seen.map(|row| 2 * row.depth.min(12) + 4 + canvas.width(&row.label) + canvas.width(&row.value)).max();
    let value_width = (widest.unwrap_or(0) + 1).clamp(wide / 3, (wide * 3 / 5).max(wide / 3));
    let is_judged = detail.judge.is_some() && detail.result.is_some();
    list_rows(canvas, inside, &stepper.tree, is_focused, |canvas, at, _| {
        let Some(row) = stepper.rows.get(at) else { return Vec::new() };
        let followed = gutter::in_row(app, stepper, row, canvas);
        let is_last = followed.is_none()
            && row.marks.is_empty()
            && !row.broken_inside
            && !(is_judged && row.key.0 == Part::Result && row.is_scalar());
        // Where nothing stands behind the value it takes the whole line, less the cursor's two columns.
        let mut pieces = value(row, if is_last { wide.saturating_sub(3) } else { value_width }, canvas);
        if stepper.find.sought.is_in(&row.text()) {
            pieces = light(pieces, &stepper.find.sought);
        }
        pieces.extend(followed);
        let rule = telling(&row.marks).and_then(|mark| Some((mark, detail.rule(mark.invariant)?)));
        match rule {
            Some((mark, rule)) => {
                let sign = if mark.verdict == Verdict::Broken { detail.sign_of(mark.invariant) } else { Sign::Held };
                let others = match row.marks.len() {
                    1 => String::new(),
                    count => format!(" +{}", count - 1),
                };
                let words_role = if mark.verdict == Verdict::Broken { Role::Broken } else { Role::Muted };
                pieces.push((sign.role(), format!("{} ", canvas.glyphs.of(sign))));
                pieces.push((words_role, format!("{}{others}", detail.short_rule(rule, &row.key))));
            }
            None if row.broken_inside => {
                let sign = detail.sign_inside(&row.key.1);
                pieces.push((sign.role(), format!("{} ", canvas.glyphs.of(sign))));
                pieces.push((Role::Broken, "something inside broke".into()));
            }
            None if row.key.0 == Part::Result && row.is_scalar() && is_judged => {
                pieces.push((Role::Muted, "no rule looks here".into()));
            }
            None => {}
        }
        pieces
    });
    if detail.result.is_none() {
        let line = u16::try_from(stepper.rows.len()).unwrap_or(u16::MAX);
        canvas.row(inside, line, &[(Role::Muted, "  this call never returned".into())], None);
    }
}

/// The rule to name: the first that broke, else the most special one, which stands last in a registry.
fn telling(marks: &[Mark]) -> Option<&Mark> {
    marks.iter().find(|mark| mark.verdict == Verdict::Broken).or_else(|| marks.last())
}

/// `▾ items: [3]`, `price_usd: -79.0`, in exactly so many columns.
fn value(row: &TreeRow, width: usize, canvas: &Canvas<'_>) -> Vec<Piece> {
    let fold = match row.fold {
        Fold::Leaf => " ",
        Fold::Open => canvas.glyphs.open(),
        Fold::Closed => canvas.glyphs.closed(),
    };
    let label = format!("{}{fold} {}", "  ".repeat(row.depth.min(12)), row.label);
    if row.depth == 0 {
        let shown = canvas.pad(&format!("{label} {}", row.value), width);
        return vec![(Role::Title, format!("{shown} "))];
    }
    // A name that is cut cannot be told from its neighbour; of a value its beginning tells.
    let label = canvas.fit(&format!("{label}: "), width.saturating_sub(8).max(width * 2 / 3));
    let room = width.saturating_sub(text::width(&label));
    let value = canvas.pad(&row.value, room);
    let role = if row.fold == Fold::Leaf { Role::Value } else { Role::Muted };
    vec![(Role::Field, label), (role, format!("{value} "))]
}

fn receipt_pane(app: &App, stepper: &StepperScreen, lines: &[Vec<Piece>], canvas: &mut Canvas<'_>, area: Rect) {
    let is_focused = stepper.pane == Pane::Receipt;
    let inside = canvas.frame(area, &receipt::title(stepper, receipts(app, stepper), canvas.glyphs.dot()), is_focused);
    canvas.lines(inside, lines, stepper.receipt_scroll);
}

/// Which receipt of the episode this is, and how many there are.
pub(super) fn receipts(app: &App, stepper: &StepperScreen) -> (usize, usize) {
    let Some(slot) = app.data.ledger(stepper.episode.ledger) else { return (0, 0) };
    let has = |place: &u32| slot.index.calls().get(*place as usize).is_some_and(crate::index::CallEntry::has_receipt);
    let rows = stepper.calls.rows();
    let before = rows.iter().take(stepper.calls.place() + 1).filter(|place| has(place)).count();
    (before, rows.iter().filter(|place| has(place)).count())
}
