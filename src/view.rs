//! The state as cells: no state of its own, no files, no clock.
//!
//! ```text
//! title      tabs                                    what is loaded
//! where      breadcrumbs                             its verdict
//! body       panes of the screen, windows over them
//! news       only when there is something to say
//! status     watch state, honesty counts, keys
//! ```

mod apart;
mod braid;
mod canvas;
mod columns;
mod empty;
mod episodes;
mod finder;
mod gutter;
mod linear;
mod overlay;
mod pairs;
mod prompt;
mod receipt;
mod registries;
mod review;
mod status;
mod stepper;
mod study;
mod text;
mod tour;
mod wrap;

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::app::{App, LEAST, Tab, is_too_small};
use crate::theme::{Glyphs, Role, Theme};
use canvas::Canvas;

/// Fewer columns than this, and only the pane that has the cursor is shown.
const NARROW: u16 = 70;

/// Draws one frame.
pub fn draw(app: &App, theme: &Theme, glyphs: Glyphs, frame: &mut Frame) {
    app.forget_drawn();
    let area = frame.area();
    let buffer = frame.buffer_mut();
    buffer.set_style(area, theme.style(Role::Text));
    let is_under = !app.overlays.is_empty();
    let mut canvas = Canvas { buffer, theme, glyphs, is_under };
    // What the terminal says of itself counts: a size of 0x0 is not unknown here.
    if area.is_empty() || is_too_small((area.width, area.height)) {
        let needs = format!("vidimus needs {}x{}", LEAST.0, LEAST.1);
        canvas.row(area, 0, &[(Role::Text, needs)], None);
        return;
    }
    if glyphs == Glyphs::Words {
        let cursor = linear::draw(app, &mut canvas, area);
        frame.set_cursor_position(cursor);
        return;
    }
    let news = status::news_rows(app, &canvas, area);
    let news_rows = u16::try_from(news.len()).unwrap_or(0);
    status::title(app, &mut canvas, Rect { height: 1, ..area });
    status::breadcrumbs(app, &mut canvas, Rect { y: area.y + 1, height: 1, ..area });
    let mut typed = prompt::lines(app, area.width, &canvas);
    if typed.is_empty() {
        typed = tour::lines(app, area.width, &canvas);
    }
    let typed_rows = u16::try_from(typed.len()).unwrap_or(0).min((area.height - 4).saturating_sub(news_rows));
    let body = Rect { y: area.y + 2, height: area.height - 3 - news_rows - typed_rows, ..area };
    match (app.tab, &app.stepper) {
        (Tab::Registries, _) => registries::draw(app, &mut canvas, body),
        (Tab::Review, _) => review::draw(app, &mut canvas, body),
        (Tab::Pairs, _) => match &app.pairs.open {
            Some(open) => braid::draw(app, open, &mut canvas, body),
            None => pairs::draw(app, &mut canvas, body),
        },
        (Tab::Study, _) => study::draw(app, &mut canvas, body),
        (Tab::Episodes, Some(stepper)) => stepper::draw(app, stepper, &mut canvas, body),
        (Tab::Episodes, None) => episodes::draw(app, &mut canvas, body),
    }
    for (at, window) in app.overlays.iter().enumerate() {
        canvas.is_under = at + 1 < app.overlays.len();
        overlay::draw(app, window, &mut canvas, body);
    }
    prompt::draw(&mut canvas, &typed, Rect { y: body.y + body.height, height: typed_rows, ..area });
    for (line, (role, pieces)) in news.into_iter().enumerate() {
        let y = area.height - 1 - news_rows + u16::try_from(line).unwrap_or(0);
        canvas.fill(Rect { y: area.y + y, height: 1, ..area }, role);
        let pieces: Vec<_> = std::iter::once((role, " ".to_owned())).chain(pieces).collect();
        canvas.row(area, y, &pieces, Some(role));
    }
    status::status(app, &mut canvas, Rect { y: area.y + area.height - 1, height: 1, ..area });
}
