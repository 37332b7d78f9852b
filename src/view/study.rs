//! Screen 5: the numbers of the study, one page with a cursor.

use ratatui::layout::Rect;

use super::canvas::{Canvas, Piece};
use super::{empty, overlay};
use crate::app::App;
use crate::theme::Role;
use crate::words::counted;

/// Draws the screen.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    let window = &app.studying.screen.window;
    if window.page.lines.is_empty() {
        return canvas.notice(area, &empty::study(app));
    }
    overlay::whole(canvas, area, window);
}

/// `Study ▸ advisory against baseline · 240 pairs · tables by model`, and what is not in the numbers yet.
pub(super) fn crumbs(app: &App, canvas: &Canvas<'_>) -> (Vec<Piece>, Vec<Piece>) {
    let level = format!(" {} ", canvas.glyphs.level());
    let dot = format!(" {} ", canvas.glyphs.dot());
    let mut left: Vec<Piece> = vec![(Role::Muted, " Study".into())];
    if let Some([first, second]) = app.pairs.named_arms() {
        left.push((Role::Title, format!("{level}{second} against {first}")));
        let pairs = app.pairs.pairing().map_or(0, |pairing| pairing.pairs.len());
        left.push((Role::Text, format!("{dot}{}", counted(pairs, "pair"))));
    }
    left.push((Role::Muted, format!("{dot}tables {} (s)", app.studying.screen.by.words())));
    let mut right = Vec::new();
    let (done, all) = app.data.digest_progress();
    if !app.data.is_digested() {
        right.push((Role::News, format!("so far: {done} of {}", counted(all, "episode"))));
    } else if app.studying.is_without_intervals() {
        right.push((Role::News, "drawing the intervals …".to_owned()));
    } else if app.studying.is_counting() {
        right.push((Role::News, "counting …".to_owned()));
    }
    (left, right)
}
