//! Keys, mouse and size of the terminal, as facts.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event as Terminal, KeyEventKind, MouseButton, MouseEventKind};

use super::ground::{Heard, Listener};
use super::{Event, spawn};
use crate::app::msg::Msg;

/// Lines that one notch of the wheel moves.
const NOTCH: i16 = 3;

/// So long after a piece of what may be the terminal's answer the next piece must come.
const PIECE: Duration = Duration::from_millis(50);

/// Starts reading; `listener` picks the terminal's answer out of the keys.
pub(super) fn start(events: &Sender<Event>, mut listener: Listener) {
    let events = events.clone();
    spawn("reader of keys", move || {
        loop {
            if listener.is_holding() && !event::poll(PIECE).unwrap_or(true) {
                let keys = listener.release();
                if keys.into_iter().any(|key| events.send(Event::Msg(Msg::Key(key))).is_err()) {
                    return;
                }
            }
            let Ok(event) = event::read() else {
                // The terminal is gone: leave as if asked to.
                events.send(Event::Terminate).ok();
                return;
            };
            if let Terminal::Key(key) = event
                && key.kind != KeyEventKind::Release
            {
                let told = match listener.hear(key, Instant::now()) {
                    Heard::Keys(keys) => keys.into_iter().try_for_each(|key| events.send(Event::Msg(Msg::Key(key)))),
                    Heard::Ground(ground) => events.send(Event::Ground(ground)),
                };
                if told.is_err() {
                    return;
                }
                continue;
            }
            let msg = match event {
                Terminal::Paste(text) => Msg::Pasted(text),
                Terminal::Resize(columns, rows) => Msg::Resized(columns, rows),
                Terminal::Mouse(mouse) => match mouse.kind {
                    MouseEventKind::ScrollDown => Msg::Wheeled(NOTCH),
                    MouseEventKind::ScrollUp => Msg::Wheeled(-NOTCH),
                    MouseEventKind::Down(MouseButton::Left) => Msg::Clicked(mouse.column, mouse.row),
                    _ => continue,
                },
                _ => continue,
            };
            if events.send(Event::Msg(msg)).is_err() {
                return;
            }
        }
    });
}
