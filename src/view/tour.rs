//! What the tour says, at the foot of the body: it never covers what it speaks of.
//!
//! ```text
//!  Tour, step 2 of 5 · esc leaves it
//!  At the left are the calls of the episode, at the right what went in …
//! ```

use super::canvas::{Canvas, Piece};
use crate::app::App;
use crate::theme::Role;

/// The lines of the step; none without a tour.
pub(super) fn lines(app: &App, width: u16, canvas: &Canvas<'_>) -> Vec<Vec<Piece>> {
    let Some((heading, text)) = app.tour_text() else { return Vec::new() };
    let mut lines = vec![vec![(Role::Title, format!(" {heading}"))]];
    lines.extend(canvas.wrap(&[vec![(Role::Text, format!(" {text}"))]], usize::from(width.saturating_sub(1))));
    lines
}
