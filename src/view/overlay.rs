//! Windows over a screen: keys, commands, why, changes, messages.

use ratatui::layout::Rect;

use super::canvas::{Canvas, Piece, wrap};
use super::registries::list_rows;
use super::{NARROW, receipt, stepper};
use crate::app::keys::{Scope, bindings};
use crate::app::{App, CallDetail, Overlay, Scroll, palette_rows};
use crate::contract::Verdict;
use crate::domain::class::Class;
use crate::theme::Role;
use crate::words;

/// Draws a window.
pub(super) fn draw(app: &App, window: &Overlay, canvas: &mut Canvas<'_>, body: Rect) {
    match window {
        Overlay::Help(scope, scroll) => text(canvas, body, "keys that work here", &help(*scope), *scroll),
        Overlay::Why(scroll) => text(canvas, body, "why", &why(app, canvas), *scroll),
        Overlay::Changes(scroll) => {
            let lines = one_each(&app.changes, "Nothing was rewritten since you started.");
            text(canvas, body, "what changed", &lines, *scroll);
        }
        Overlay::Log(scroll) => {
            text(canvas, body, "messages", &log(app), *scroll);
        }
        Overlay::Palette(prompt, rows) => {
            let area = window_area(body, 72, u16::try_from(rows.rows().len() + 3).unwrap_or(u16::MAX));
            canvas.clear(area);
            let inside = canvas.frame(area, "commands", true);
            canvas.row(
                inside,
                0,
                &[(Role::Key, ": ".into()), (Role::Text, format!("{}_", prompt.input.value()))],
                None,
            );
            let found = palette_rows(app.base_scope(), prompt.input.value());
            let list = Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside };
            if found.is_empty() {
                canvas.row(list, 0, &[(Role::Muted, "  no command has these letters in this order".into())], None);
            }
            list_rows(canvas, list, rows, true, |_, _, at| {
                let Some(row) = found.get(*at) else { return Vec::new() };
                vec![(Role::Text, super::text::pad(row.help, 50, "…")), (Role::Key, row.keys.join(" "))]
            });
        }
    }
}

/// The middle of the body, at most so large; all of it on narrow screens.
fn window_area(body: Rect, columns: u16, rows: u16) -> Rect {
    if body.width < NARROW {
        return body;
    }
    let width = columns.min(body.width);
    let height = rows.min(body.height);
    Rect { x: body.x + (body.width - width) / 2, y: body.y + (body.height - height) / 2, width, height }
}

fn text(canvas: &mut Canvas<'_>, body: Rect, title: &str, lines: &[Vec<Piece>], scroll: Scroll) {
    let columns = if body.width < NARROW { body.width } else { (body.width - 4).min(110) };
    let needed = wrap(lines, usize::from(columns.saturating_sub(2))).len();
    let area = window_area(body, columns, u16::try_from(needed + 2).unwrap_or(u16::MAX));
    canvas.clear(area);
    let below = needed.saturating_sub(usize::from(area.height.saturating_sub(2)));
    let title = if below > 0 {
        format!("{title} ({} of {needed} lines, j k scroll)", area.height.saturating_sub(2))
    } else {
        title.to_owned()
    };
    let inside = canvas.frame(area, &title, true);
    canvas.lines(inside, lines, scroll.0);
}

fn one_each(sentences: &[String], none: &str) -> Vec<Vec<Piece>> {
    if sentences.is_empty() {
        return vec![vec![(Role::Muted, none.to_owned())]];
    }
    sentences.iter().map(|sentence| vec![(Role::Text, sentence.clone())]).collect()
}

/// Everything said so far, and every line that could not be read.
fn log(app: &App) -> Vec<Vec<Piece>> {
    let mut lines: Vec<Vec<Piece>> = Vec::new();
    for slot in &app.data.ledgers {
        let bad = slot
            .index
            .bad_lines()
            .iter()
            .map(|line| (Role::Broken, format!("{}: {line}; the line was skipped", slot.name)));
        let notes = slot.index.notes().iter().map(|note| (Role::Text, format!("{}: {note}", slot.name)));
        lines.extend(bad.chain(notes).map(|piece| vec![piece]));
        let told = slot.index.bad_lines().len() as u64;
        if slot.index.bad_count() > told {
            lines.push(vec![(
                Role::Broken,
                format!("{}: and {} more such lines", slot.name, slot.index.bad_count() - told),
            )]);
        }
        if slot.index.pending() > 0 && slot.complete {
            lines.push(vec![(
                Role::Muted,
                format!(
                    "{}: the last line has no newline yet ({} bytes): a record still being written",
                    slot.name,
                    slot.index.pending()
                ),
            )]);
        }
    }
    lines.extend(app.log.iter().map(|sentence| vec![(Role::Text, sentence.clone())]));
    if lines.is_empty() {
        lines.push(vec![(Role::Muted, "Nothing to tell: every file was read without a doubt.".into())]);
    }
    lines
}

/// The keys of a scope, then those of every screen; from the table that handles them.
fn help(scope: Scope) -> Vec<Vec<Piece>> {
    let mut lines = Vec::new();
    for scope in [scope, Scope::Global] {
        lines.push(vec![(Role::Title, scope.title().to_owned())]);
        for binding in bindings(scope) {
            let keys = super::text::pad(&binding.keys.join(" "), 22, "…");
            lines.push(vec![(Role::Key, format!("  {keys}")), (Role::Text, binding.help.to_owned())]);
        }
        lines.push(Vec::new());
    }
    lines
}

/// The receipt autopsy of the call under the cursor.
fn why(app: &App, canvas: &Canvas<'_>) -> Vec<Vec<Piece>> {
    let Some(detail) = app.stepper.as_ref().and_then(|stepper| stepper.detail.as_ref()) else {
        return vec![vec![(Role::Muted, "The call is still being read.".into())]];
    };
    let mut lines = vec![vec![(Role::Title, format!("{} · call {}", detail.call.tool, step(app, detail)))]];
    // What was delivered and what is computed now stand apart, the delivered one first.
    if let Some(receipt) = &detail.call.receipt {
        lines.push(vec![(Role::Title, "Recorded: the receipt that the agent was shown".into())]);
        lines.push(vec![(Role::Value, receipt.to_string())]);
        lines.push(Vec::new());
    }
    let mut classes: Vec<Class> = Vec::new();
    if let (Some(judge), false) = (&detail.judge, detail.violations.is_empty()) {
        lines.push(vec![(Role::Title, format!("Replayed: what {} says now", judge.name))]);
        for violation in &detail.violations {
            let rule = receipt::rule_of(judge, violation);
            lines.push(vec![
                (Role::Broken, format!("{} ", canvas.glyphs.broken())),
                (Role::Text, words::violation(violation, rule)),
            ]);
            if let Some(rule) = rule {
                lines.push(vec![(Role::Muted, "  the rule: ".into()), (Role::Text, words::rule(rule))]);
                lines.extend(
                    words::equation(violation, rule)
                        .map(|text| vec![(Role::Muted, "  this call: ".into()), (Role::Text, text)]),
                );
            }
            if !classes.contains(&violation.class) {
                classes.push(violation.class);
            }
        }
    } else {
        lines.push(vec![(Role::Text, receipt::nothing_broke(app, detail))]);
    }
    for class in classes {
        let card = words::card(class);
        lines.push(Vec::new());
        lines.push(vec![(Role::Title, card.code.to_owned())]);
        lines.extend(card.lines.iter().map(|(heading, sentence)| {
            vec![(Role::Muted, format!("  {heading}: ")), (Role::Text, (*sentence).to_owned())]
        }));
    }
    others(detail, canvas, &mut lines);
    lines.push(Vec::new());
    lines.push(vec![(Role::Title, "What the tool returned".into())]);
    lines.push(vec![(Role::Value, stepper::raw(detail.call.result.as_ref()))]);
    lines
}

fn step(app: &App, detail: &CallDetail) -> String {
    let slot = app.stepper.as_ref().and_then(|stepper| app.data.ledger(stepper.episode.ledger));
    slot.and_then(|slot| slot.index.calls().get(detail.place as usize))
        .map(|entry| entry.step().to_string())
        .unwrap_or_default()
}

/// Every other rule that was asked, held ones first.
fn others(detail: &CallDetail, canvas: &Canvas<'_>, lines: &mut Vec<Vec<Piece>>) {
    for (verdict, heading) in
        [(Verdict::Held, "Rules that held"), (Verdict::NotReached, "Rules with nothing to look at here")]
    {
        let rules: Vec<_> = detail
            .judgements
            .iter()
            .filter(|judgement| judgement.verdict == verdict)
            .filter_map(|judgement| detail.rule(judgement.invariant))
            .collect();
        if rules.is_empty() {
            continue;
        }
        lines.push(Vec::new());
        lines.push(vec![(Role::Title, format!("{heading} ({})", rules.len()))]);
        let (role, sign) = if verdict == Verdict::Held {
            (Role::Held, canvas.glyphs.held())
        } else {
            (Role::Muted, canvas.glyphs.dot())
        };
        lines
            .extend(rules.into_iter().map(|rule| vec![(role, format!("  {sign} ")), (Role::Muted, words::rule(rule))]));
    }
}
