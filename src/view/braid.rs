//! Screen 4, one level in: two strands side by side, and below them what differs in the row under the cursor.
//!
//! ```text
//!  They part at step 3, after 3 calls alike: …
//! ┌ baseline FAILED ─────────────────── advisory COMPLETED ───────────────────────────┐
//! │  = 0-2  3 calls alike                                                             │
//! │› ~  3   place_order symbol="ACME"   3 ▲ place_order symbol="ACM"   other arguments │
//! ├ call 3 of baseline, call 3 of advisory · other arguments ─────────────────────────┤
//! ```

use ratatui::layout::Rect;

use super::canvas::{Canvas, Piece};
use super::overlay::Focus;
use super::registries::list_rows;
use super::{overlay, pairs};
use crate::app::App;
use crate::app::screen::braid::{BraidScreen, Pane, Strip};
use crate::lens::braid::{self, Strand, kind_words, next_sign, receipts_among, sentences, sign};
use crate::lens::labels::{SETTLED, disputants};
use crate::pair::{Braid, Kind, Row, Side};
use crate::query::pair::common;
use crate::theme::Role;
use crate::words::counted;

/// With fewer columns the strands are one column.
const NARROW: u16 = 70;
/// With fewer rows what differs is a pane of its own.
const LOW: u16 = 15;
/// The column of what a row is.
const WORDS: usize = 24;

/// Draws the screen.
pub(super) fn draw(app: &App, open: &BraidScreen, canvas: &mut Canvas<'_>, area: Rect) {
    let known = open.braid.as_ref().zip(app.strands(open));
    let Some((braid, strands)) = known else {
        let lines = [vec![(Role::Muted, "Reading the two episodes …".to_owned())]];
        return canvas.notice(area, &lines);
    };
    let said = said(app, open, &strands, canvas, area);
    let rows = u16::try_from(said.len()).unwrap_or(0);
    for (row, line) in (0..).zip(&said) {
        canvas.row(area, row, line, None);
    }
    let body = Rect { y: area.y + rows, height: area.height.saturating_sub(rows), ..area };
    if body.height < LOW {
        match open.pane {
            Pane::Strands => self::strands(app, open, braid, &strands, canvas, body),
            Pane::Row => row(open, canvas, body),
        }
        return;
    }
    let wanted = u16::try_from(open.strips.rows().len() + 3).unwrap_or(u16::MAX);
    let above = wanted.clamp(5, (body.height * 3 / 5).max(5));
    self::strands(app, open, braid, &strands, canvas, Rect { height: above, ..body });
    row(open, canvas, Rect { y: body.y + above, height: body.height - above, ..body });
}

/// What there is to say of the two, as long as it leaves room for them.
fn said(app: &App, open: &BraidScreen, strands: &[Strand<'_>; 2], canvas: &Canvas<'_>, area: Rect) -> Vec<Vec<Piece>> {
    let names = [strands[0].name, strands[1].name];
    let all = open.braid.as_ref().map(|braid| sentences(braid, names)).unwrap_or_default();
    let most = if area.height < 18 { 2 } else { 5 };
    let columns = usize::from(area.width.saturating_sub(2));
    let text = if area.height < 18 { all.iter().take(2).cloned().collect::<Vec<_>>() } else { all };
    let wrapped = canvas.wrap(&[vec![(Role::Text, text.join(" "))]], columns);
    let mut lines: Vec<Vec<Piece>> = Vec::new();
    for line in wrapped.into_iter().take(most) {
        lines.push(std::iter::once((Role::Text, " ".to_owned())).chain(line).collect());
    }
    // Why something is guessed is what one decides by: it is told whole where there is room.
    let most = if area.height < 18 { 1 } else { usize::from(area.height / 3) };
    let label = Some(label(app, open, canvas)).filter(|label| !label.is_empty());
    let wrapped = canvas.wrap(&label.into_iter().collect::<Vec<_>>(), columns);
    for line in wrapped.into_iter().take(most) {
        lines.push(std::iter::once((Role::Text, " ".to_owned())).chain(line).collect());
    }
    lines
}

/// The label of the pair, or what it is guessed to be and why; then the last note.
pub(super) fn label(app: &App, open: &BraidScreen, canvas: &Canvas<'_>) -> Vec<Piece> {
    let Some(case) = app.case(&open.pair) else { return Vec::new() };
    let dot = format!(" {} ", canvas.glyphs.dot());
    let mut pieces: Vec<Piece> = vec![(Role::Title, "label: ".to_owned())];
    let standing = app.label_standing(&open.pair);
    let said = standing.as_ref().and_then(crate::label::Standing::said);
    let label = standing.as_ref().and_then(crate::label::Standing::label);
    if app.is_saving_label(&open.pair) {
        pieces.push((Role::News, "being saved".to_owned()));
    } else if let Some(label) = label {
        let by = said.map(|said| format!(" ({})", said.author)).unwrap_or_default();
        let guessed = match &case.guess {
            Some(guess) if guess.label == label => format!("{dot}as guessed"),
            Some(guess) => format!("{dot}guessed: {}", guess.label.words()),
            None => String::new(),
        };
        let mark = canvas.glyphs.beside_words(canvas.glyphs.accepted());
        pieces.extend([(Role::Held, format!("{mark}{}{by}", label.words())), (Role::Muted, guessed)]);
    } else if let Some(disputed) = standing.as_ref().map(disputants).filter(|said| !said.is_empty()) {
        pieces.push((Role::Changed, format!("disputed: {}", disputed.join(", "))));
        pieces.push((Role::Muted, format!("{dot}{SETTLED}")));
    } else if app.is_hidden(&open.pair) {
        pieces.push((Role::Muted, "none yet, and the guess is hidden: e chooses one".to_owned()));
    } else if let Some(guess) = &case.guess {
        let changed = if said.is_some() { "the calls changed since it was labelled; " } else { "" };
        pieces.push((Role::Changed, format!("{changed}guess: {}", guess.label.words())));
        pieces.push((Role::Muted, format!("{dot}{}{dot}a confirms, e chooses another", guess.reason)));
    } else {
        pieces.push((Role::Muted, "none yet: e chooses one".to_owned()));
    }
    if let Some((author, note)) = app.notes_of(&open.pair).last() {
        pieces.push((Role::Text, format!("{dot}{author}: {note}")));
    }
    pieces
}

fn strands(
    app: &App,
    open: &BraidScreen,
    braid: &Braid,
    strands: &[Strand<'_>; 2],
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let differ = braid.rows.iter().filter(|row| row.kind != Kind::Same).count();
    let at = if open.strips.rows().len() + 2 > usize::from(area.height) {
        format!("{}/{} · ", open.strips.place() + 1, open.strips.rows().len())
    } else {
        String::new()
    };
    let title = format!("{at}{} · {}", counted(braid.rows.len(), "row"), differing(differ));
    let is_focused = open.pane == Pane::Strands;
    let inside = canvas.frame(area, &title, is_focused);
    let widths = Widths::of(usize::from(inside.width).saturating_sub(2));
    let mut list = inside;
    // A pair of two rows has three lines: without the heading nobody knows which side is whose.
    if widths.words > 0 && inside.height > 2 {
        let mut header: Vec<Piece> = vec![(Role::Muted, "    ".to_owned())];
        for (strand, side) in strands.iter().zip([Side::First, Side::Second]) {
            let is_here = is_focused && open.side == side;
            let role = if is_here { Role::TabActive } else { Role::Title };
            let is_hidden = app.is_hidden(&open.pair);
            let (outcome_role, outcome) =
                if is_hidden { (Role::Muted, "outcome hidden") } else { outcome(strand.completed) };
            let name = canvas.fit(strand.name, widths.strand.saturating_sub(outcome.len() + 2));
            let gap = widths.strand.saturating_sub(canvas.width(&name) + 1 + outcome.len());
            header.extend([(role, name), (outcome_role, format!(" {outcome}")), (Role::Text, " ".repeat(gap))]);
        }
        canvas.row(inside, 0, &header, None);
        list = Rect { y: inside.y + 1, height: inside.height - 1, ..inside };
    }
    list_rows(canvas, list, &open.strips, is_focused, |canvas, _, strip| {
        let at = open.row_of(braid, *strip);
        match (strip, at.and_then(|at| Some((at, braid.rows.get(at)?)))) {
            (Strip::Prefix(count), _) => {
                let folded = braid.rows.get(..*count).unwrap_or_default();
                prefix(*count, receipts_among(folded, strands), canvas)
            }
            (Strip::Row(..), Some((at, row))) => line(open, braid, (at, row), strands, &widths, canvas),
            (Strip::Row(..), None) => Vec::new(),
        }
    });
}

fn differing(count: usize) -> String {
    match count {
        0 => "none differs".to_owned(),
        1 => "1 differs".to_owned(),
        count => format!("{count} differ"),
    }
}

pub(super) const fn outcome(completed: Option<bool>) -> (Role, &'static str) {
    match completed {
        Some(true) => (Role::Completed, "completed"),
        Some(false) => (Role::Failed, "failed"),
        None => (Role::Muted, "outcome unknown"),
    }
}

/// The columns of a row: one for each strand and one for what the row is; on narrow screens all in one.
struct Widths {
    strand: usize,
    words: usize,
}

impl Widths {
    fn of(room: usize) -> Self {
        if room + 4 < usize::from(NARROW) {
            return Self { strand: room.saturating_sub(2), words: 0 };
        }
        let words = WORDS.min(room / 3);
        Self { strand: (room.saturating_sub(words + 3)) / 2, words }
    }
}

/// `= 3 calls alike, ▲ receipt at call 1 in advisory: z unfolds them`.
fn prefix(count: usize, receipts: Option<String>, canvas: &Canvas<'_>) -> Vec<Piece> {
    let sign = canvas.glyphs.of(sign(Kind::Same));
    let (lead, alike) = ((Role::Match, format!("{sign} ")), format!("{} alike", counted(count, "call")));
    let Some(receipts) = receipts else {
        return vec![lead, (Role::Muted, format!("{alike}, with the same results: z unfolds them"))];
    };
    // What may have made the difference is never folded away unseen.
    let mark = canvas.glyphs.beside_words(canvas.glyphs.receipt());
    let named = (Role::Receipt, format!("{mark}{receipts}"));
    vec![lead, (Role::Muted, format!("{alike}, ")), named, (Role::Muted, ": z unfolds them".to_owned())]
}

fn line(
    open: &BraidScreen,
    braid: &Braid,
    (at, row): (usize, &Row),
    strands: &[Strand<'_>; 2],
    widths: &Widths,
    canvas: &Canvas<'_>,
) -> Vec<Piece> {
    let kind_sign = sign(row.kind);
    let mut pieces: Vec<Piece> = vec![(kind_sign.role(), canvas.pad(canvas.glyphs.of(kind_sign), 2))];
    let words = words(braid, at, row, [strands[0].name, strands[1].name]);
    if widths.words == 0 {
        // One under the other: what both call is told once.
        let calls = [(row.first, &strands[0]), (row.second, &strands[1])];
        let mut shown: Vec<Piece> = Vec::new();
        for (step, strand) in calls {
            let Some(step) = step else { continue };
            let is_again = row.first.is_some() && step == row.second.unwrap_or(step) && !shown.is_empty();
            if !shown.is_empty() {
                shown.push((Role::Muted, " → ".to_owned()));
            }
            if is_again && row.kind != Kind::OtherTool {
                shown.extend(marks(strand, step, canvas));
                shown.push((Role::Muted, step.to_string()));
            } else {
                shown.extend(call(strand, step, "", canvas));
            }
        }
        shown.push((kind_sign.role(), format!("  {words}")));
        pieces.extend(shown);
        return pieces;
    }
    for (step, strand, side) in [(row.first, &strands[0], Side::First), (row.second, &strands[1], Side::Second)] {
        let is_here = open.pane == Pane::Strands && open.side == side;
        let Some(step) = step else {
            pieces.push((Role::Muted, canvas.pad(canvas.glyphs.dot(), widths.strand)));
            continue;
        };
        let arguments = strand.calls.get(step).and_then(Option::as_ref);
        let arguments = arguments.map(|call| braid::arguments(call)).unwrap_or_default();
        let shown = call(strand, step, &arguments, canvas);
        pieces.extend(fitted(shown, widths.strand, is_here, canvas));
    }
    pieces.push((kind_sign.role(), words));
    pieces
}

/// What a row is; where the two part and where they meet again it says so.
fn words(braid: &Braid, at: usize, row: &Row, [first, second]: [&str; 2]) -> String {
    let kind = match row.kind {
        Kind::OnlyFirst => format!("only {first}"),
        Kind::OnlySecond => format!("only {second}"),
        Kind::OtherResult => "other result".to_owned(),
        kind => kind_words(kind).to_owned(),
    };
    if braid.parting.is_some_and(|parting| parting.row == at) {
        return format!("they part: {kind}");
    }
    if braid.meeting.is_some_and(|meeting| meeting.row == at) {
        return "they meet again".to_owned();
    }
    if row.kind == Kind::Same { String::new() } else { kind }
}

/// The signs before a call: how the agent came to it after a receipt, whether it got one, whether it is an error.
fn marks(strand: &Strand<'_>, step: usize, canvas: &Canvas<'_>) -> Vec<Piece> {
    let calls = &strand.digest.calls;
    let mut pieces = Vec::new();
    let before = step.checked_sub(1).and_then(|step| calls.get(step)).and_then(|call| call.receipt.as_ref());
    if let Some(receipt) = before {
        let sign = next_sign(receipt.next);
        pieces.push((sign.role(), format!("{} ", canvas.glyphs.of(sign))));
    }
    let Some(call) = calls.get(step) else { return pieces };
    if call.receipt.is_some() {
        pieces.push((Role::Receipt, format!("{} ", canvas.glyphs.receipt())));
    }
    if call.error.is_some() {
        pieces.push((Role::Broken, format!("{} ", canvas.glyphs.error())));
    }
    pieces
}

/// `3 ▲ place_order symbol="ACME"`.
fn call(strand: &Strand<'_>, step: usize, arguments: &str, canvas: &Canvas<'_>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = vec![(Role::Muted, format!("{step:>2} "))];
    pieces.extend(marks(strand, step, canvas));
    let tool = strand.digest.calls.get(step).map(|call| call.tool.to_string()).unwrap_or_default();
    pieces.push((Role::Text, tool));
    if !arguments.is_empty() {
        pieces.push((Role::Muted, format!(" {arguments}")));
    }
    pieces
}

/// Pieces in exactly so many columns; the strand that has the cursor is named by its look.
fn fitted(pieces: Vec<Piece>, columns: usize, is_here: bool, canvas: &Canvas<'_>) -> Vec<Piece> {
    let room = columns.saturating_sub(1);
    let mut left = room;
    let mut out: Vec<Piece> = Vec::new();
    for (role, piece) in pieces {
        let wide = canvas.width(&piece);
        let shown = if wide > left { canvas.fit(&piece, left) } else { canvas.safe(&piece).into_owned() };
        left -= canvas.width(&shown).min(left);
        let role = if is_here && role == Role::Text { Role::Field } else { role };
        out.push((role, shown));
        if left == 0 {
            break;
        }
    }
    out.push((Role::Text, " ".repeat(left + 1)));
    out
}

fn row(open: &BraidScreen, canvas: &mut Canvas<'_>, area: Rect) {
    let focus = if open.pane == Pane::Row { Focus::Here } else { Focus::Elsewhere };
    overlay::pane(canvas, area, &open.row.page.title, &open.row, focus);
}

/// `Pairs ▸ task 42 · trial 1 · advisory against baseline`, and who won.
pub(super) fn crumbs(app: &App, open: &BraidScreen, canvas: &Canvas<'_>) -> (Vec<Piece>, Vec<Piece>) {
    let level = format!(" {} ", canvas.glyphs.level());
    let dot = format!(" {} ", canvas.glyphs.dot());
    let mut left: Vec<Piece> = vec![(Role::Muted, " Pairs".into())];
    let Some((facts, [first, second])) = app.pair_facts(&open.pair).zip(app.pair_names(&open.pair)) else {
        return (left, Vec::new());
    };
    let [run, other] = facts.runs;
    let mut parts = vec![format!("task {}", run.task)];
    parts.extend(common(run.trial, other.trial).map(|trial| format!("trial {trial}")));
    parts.extend(common(run.model.as_ref(), other.model.as_ref()).map(ToString::to_string));
    left.push((Role::Title, format!("{level}{}", parts.join(&dot))));
    let beside = if facts.is_hidden { "A and B".to_owned() } else { format!("{second} against {first}") };
    left.push((Role::Muted, format!("{dot}{beside}")));
    let (role, outcome) = pairs::outcome(&facts, canvas.glyphs);
    let outcome = if facts.is_hidden { format!("outcome {outcome}") } else { outcome };
    let place = app.pairs.screen.list.rows().iter().position(|pair| *pair == open.pair);
    let mut right = vec![(role, outcome)];
    if let Some(place) = place {
        right.push((Role::Muted, format!("{dot}{}/{}", place + 1, app.pairs.screen.list.rows().len())));
    }
    let progress = app.label_progress();
    let disputed = if progress.disputed > 0 { format!(", {} disputed", progress.disputed) } else { String::new() };
    right.push((Role::Muted, format!("{dot}{} of {} labelled{disputed}", progress.labelled, progress.pairs)));
    (left, right)
}
