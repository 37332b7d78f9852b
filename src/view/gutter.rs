//! The whole episode on a few short lines: events, matches, labels; a line is there if it has something to show.
//!
//! ```text
//!  ▁▁▲↳▁▁▁△▁     what happened
//!      = ≈       where the followed value stands
//!    ◆           fault labels, once asked for
//! └ ▲ receipt  ↳ listed ┘
//! ```

use ratatui::layout::Rect;

use super::canvas::{Canvas, Piece};
use super::stepper::sign as action_sign;
use super::text;
use crate::app::App;
use crate::app::gutter::{Cell, Labels, Lane, Mark};
use crate::app::screen::stepper::StepperScreen;
use crate::app::taint::Reached;
use crate::app::tree::TreeRow;
use crate::domain::json::Json;
use crate::lens::taint::{InAnswer, Kind};
use crate::theme::Role;

/// The look of a mark.
pub(super) fn sign(mark: Mark, canvas: &Canvas<'_>) -> (Role, &'static str) {
    match mark {
        Mark::Receipt => (Role::Receipt, canvas.glyphs.receipt()),
        Mark::Error => (Role::Broken, canvas.glyphs.error()),
        Mark::Replayed => (Role::Replayed, canvas.glyphs.replayed()),
        Mark::Action(action) => {
            let (role, sign, _) = action_sign(action, canvas);
            (role, sign)
        }
        Mark::Taint(Kind::Exact) => (Role::Match, canvas.glyphs.exact()),
        Mark::Taint(Kind::NumberFormat) => (Role::Match, canvas.glyphs.number_format()),
        Mark::Taint(Kind::Spelling) => (Role::Match, canvas.glyphs.spelling()),
        Mark::Taint(Kind::Substring) => (Role::Match, canvas.glyphs.substring()),
        Mark::Found => (Role::Match, canvas.glyphs.found()),
        Mark::Fault => (Role::Changed, canvas.glyphs.fault()),
    }
}

/// The sign of how surely a followed value stands somewhere.
fn alike(kind: Kind, canvas: &Canvas<'_>) -> &'static str {
    sign(Mark::Taint(kind), canvas).1
}

/// What became of the followed value in a call: its sign and a word.
pub(super) fn reached(reached: Reached, canvas: &Canvas<'_>) -> (&'static str, &'static str) {
    match reached {
        Reached::From => (canvas.glyphs.source(), "from here"),
        Reached::Used(kind) => (alike(kind, canvas), "given it"),
        Reached::Back(kind) => (alike(kind, canvas), "holds it"),
    }
}

/// The row behind the last call: whether the followed value is in the final answer.
pub(super) fn end(app: &App, canvas: &Canvas<'_>) -> Piece {
    let Some(following) = app.following() else { return (Role::Muted, format!("{} end", canvas.glyphs.dot())) };
    let dot = canvas.glyphs.dot();
    match (following.in_answer(), following.answer()) {
        (InAnswer::Yes, Some(kind)) => (Role::Match, format!("{} in the answer (A)", alike(kind, canvas))),
        (InAnswer::Yes, None) => (Role::Match, "in the answer (A)".to_owned()),
        (InAnswer::Earlier, _) => (Role::Match, "in an earlier message (M)".to_owned()),
        (InAnswer::InsideAWord, _) => (Role::Match, format!("{} in a longer word (A)", canvas.glyphs.substring())),
        (InAnswer::NotSearched, _) => (Role::Muted, format!("{dot} answer not searched (A)")),
        (InAnswer::No, _) => (Role::Muted, format!("{dot} not in the answer (A)")),
        (InAnswer::NotRecorded, _) => (Role::Muted, format!("{dot} no answer recorded")),
    }
}

/// What the tree says of the followed value behind a row.
pub(super) fn in_row(app: &App, stepper: &StepperScreen, row: &TreeRow, canvas: &Canvas<'_>) -> Option<Piece> {
    let following = app.following()?;
    let step = stepper.calls.place();
    if following.is_source(step, &row.key) {
        return Some((Role::Match, format!("{} followed  ", canvas.glyphs.source())));
    }
    let kind = following.in_row(step, &row.key)?;
    Some((Role::Match, format!("{} {}  ", alike(kind, canvas), kind.name())))
}

/// What the study's label says of the call under the cursor, once labels are asked for: ` ◆ scaled_value at total`.
pub(super) fn label(app: &App, stepper: &StepperScreen, canvas: &Canvas<'_>) -> Option<String> {
    let fault = stepper.detail.as_ref()?.call.fault.as_ref().filter(|_| app.labels == Labels::Shown)?;
    let said = |key| fault.get(key).and_then(Json::as_str);
    let place = said("path").map(|path| format!(" at {path}")).unwrap_or_default();
    Some(format!(" {} fault label: {}{place}", canvas.glyphs.fault(), said("type").unwrap_or("of no type")))
}

/// The lines that are needed: events always, others if there is something on them.
pub(super) fn lanes(cells: &[Cell]) -> Vec<Lane> {
    let is_needed = |lane: &Lane| *lane == Lane::Events || cells.iter().any(|cell| cell.on(*lane).is_some());
    [Lane::Events, Lane::Matches, Lane::Labels].into_iter().filter(is_needed).collect()
}

/// Draws the lines; the stretch of the call under the cursor is lit.
pub(super) fn draw(cells: &[Cell], lanes: &[Lane], cursor: usize, canvas: &mut Canvas<'_>, area: Rect) {
    for (row, lane) in (0..area.height).zip(lanes) {
        let mut pieces: Vec<Piece> = vec![(Role::Muted, " ".to_owned())];
        for cell in cells {
            let blank = if *lane == Lane::Events { canvas.glyphs.bar(1, 8) } else { " " };
            let (role, sign) = cell.on(*lane).map_or((Role::Border, blank), |mark| sign(mark, canvas));
            let is_here = (cell.from..cell.to).contains(&cursor) && *lane == Lane::Events;
            pieces.push((if is_here { Role::Selected } else { role }, sign.to_owned()));
        }
        canvas.row(area, row, &pieces, None);
    }
}

/// What the signs mean, on the lower edge of the frame, as far as there is room.
pub(super) fn legend(cells: &[Cell], lanes: &[Lane], canvas: &mut Canvas<'_>, frame: Rect) {
    let shown = lanes.iter().flat_map(|lane| cells.iter().filter_map(|cell| cell.on(*lane)));
    let mut marks: Vec<Mark> = shown.collect();
    marks.sort_unstable();
    marks.dedup();
    let mut room = usize::from(frame.width).saturating_sub(4);
    let mut pieces: Vec<Piece> = Vec::new();
    for mark in marks {
        let (role, sign) = sign(mark, canvas);
        let word = if let Mark::Taint(kind) = mark { kind.name() } else { mark.name() };
        let wide = text::width(sign) + text::width(word) + 3;
        if wide > room {
            continue;
        }
        room -= wide;
        pieces.push((role, format!(" {sign}")));
        pieces.push((Role::Muted, format!(" {word} ")));
    }
    if !pieces.is_empty() && frame.height > 1 {
        let line =
            Rect { x: frame.x + 2, y: frame.y + frame.height - 1, width: frame.width.saturating_sub(4), height: 1 };
        canvas.row(line, 0, &pieces, None);
    }
}
