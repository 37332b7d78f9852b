//! The study in words.

use super::Told;
use super::rows::empty;
use super::windows::page;
use crate::app::App;
use crate::app::window::Window;
use crate::view::canvas::Canvas;
use crate::view::empty as nothing;

pub(super) fn told(app: &App, canvas: &Canvas<'_>) -> Told {
    let window = &app.studying.screen.window;
    if window.page.lines.is_empty() {
        return empty(nothing::study(app));
    }
    // What is drawn for the eye has its numbers beside it.
    let mut told: Window = window.clone();
    for line in &mut told.page.lines {
        line.pieces.retain(|(_, text)| !is_drawing(text));
    }
    page(&told, "study", canvas)
}

/// Whether a text is a bar, a scale or a slider.
fn is_drawing(text: &str) -> bool {
    let is_stroke = |c: char| matches!(c, '━' | '╌' | '├' | '┤' | '─' | '│' | '•' | '↳' | '↷' | '↻' | '∎' | ' ');
    text.chars().all(is_stroke) && !text.trim().is_empty()
}
