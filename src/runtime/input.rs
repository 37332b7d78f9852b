//! Keys, mouse and size of the terminal, as facts.

use std::sync::mpsc::Sender;

use crossterm::event::{self, Event as Terminal, KeyEventKind, MouseButton, MouseEventKind};

use super::{Event, Guard};
use crate::app::msg::Msg;

/// Lines that one notch of the wheel moves.
const NOTCH: i16 = 3;

/// Starts reading.
pub(super) fn start(events: &Sender<Event>) {
    let events = events.clone();
    std::thread::spawn(move || {
        let _guard = Guard::new("reader of keys", &events);
        loop {
            let Ok(event) = event::read() else {
                // The terminal is gone: leave as if asked to.
                events.send(Event::Terminate).ok();
                return;
            };
            let msg = match event {
                Terminal::Key(key) if key.kind != KeyEventKind::Release => Msg::Key(key),
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
