//! The review screen in words.

use super::rows::{empty, list};
use super::windows::squeezed;
use super::{Told, facts};
use crate::app::App;
use crate::app::screen::review::Pane;
use crate::theme::Role;
use crate::view::canvas::{Canvas, Piece};
use crate::view::{empty as nothing, review};

pub(super) fn told(app: &App, _canvas: &Canvas<'_>) -> Told {
    if app.review.judged().registry().is_none() {
        return empty(nothing::registries(app));
    }
    let screen = &app.review.screen;
    if screen.queue.rows().is_empty() {
        return empty(nothing::review(app));
    }
    screen.set_drawn();
    let lines = || screen.card.page.lines.iter().map(|line| squeezed(&line.pieces));
    if screen.pane == Pane::Card {
        let place = screen.card.place();
        let here = screen.card.page.lines.get(place).map(|line| squeezed(&line.pieces)).unwrap_or_default();
        return Told { here, below: lines().skip(place + 1).collect(), ..Told::default() };
    }
    let mut told = list(&screen.queue, |_, rule| {
        let judged = app.review.judged();
        let Some(it) = judged.rule(rule) else { return Vec::<Piece>::new() };
        facts([
            app.review_mark(rule).word().to_owned(),
            if screen.marked.contains(rule) { "marked".to_owned() } else { String::new() },
            if app.review.is_contested(rule) { "somebody decided otherwise".to_owned() } else { String::new() },
            format!("{} {} {}", rule.tool, it.class, it.path),
            review::reason(app, rule),
        ])
    });
    told.about = lines().collect();
    told.about.push(vec![(Role::Muted, "The rest of the queue:".into())]);
    told
}
