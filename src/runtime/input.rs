//! Keys, mouse and size of the terminal, as facts.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crossterm::event::{self, Event as Terminal, KeyEventKind, MouseButton, MouseEventKind};

use super::ground::{Heard, Listener};
use super::{Event, spawn};
use crate::app::msg::Msg;

/// Lines that one notch of the wheel moves.
const NOTCH: i16 = 3;

/// So long after a piece of what may be the terminal's answer the next piece must come.
const PIECE: Duration = Duration::from_millis(50);

/// Gives the word that what was read is done with.
pub(super) struct Done(Sender<()>);

impl Done {
    pub(super) fn tell(&self) {
        // If the thread is gone, it has said so.
        self.0.send(()).ok();
    }
}

/// Where what is read goes. Nothing more is read before it is done with, so that no key is taken from a program that
/// the terminal was lent to.
struct Reported {
    events: Sender<Event>,
    done: Receiver<()>,
}

impl Reported {
    /// Whether the loop still listens.
    fn typed(&self, msg: Msg) -> bool {
        self.events.send(Event::Typed(msg)).is_ok() && self.done.recv().is_ok()
    }
}

/// Starts reading; `listener` picks the terminal's answer out of the keys.
pub(super) fn start(events: &Sender<Event>, mut listener: Listener) -> Done {
    let (tell, done) = channel();
    let reported = Reported { events: events.clone(), done };
    spawn("reader of keys", move || {
        loop {
            if listener.is_holding() && !event::poll(PIECE).unwrap_or(true) {
                let keys = listener.release();
                if !keys.into_iter().all(|key| reported.typed(Msg::Key(key))) {
                    return;
                }
            }
            let Ok(event) = event::read() else {
                // The terminal is gone: leave as if asked to.
                reported.events.send(Event::Terminate).ok();
                return;
            };
            if let Terminal::Key(key) = event
                && key.kind != KeyEventKind::Release
            {
                let is_heard = match listener.hear(key, Instant::now()) {
                    Heard::Keys(keys) => keys.into_iter().all(|key| reported.typed(Msg::Key(key))),
                    Heard::Ground(ground) => reported.events.send(Event::Ground(ground)).is_ok(),
                };
                if !is_heard {
                    return;
                }
                continue;
            }
            let msg = match event {
                Terminal::Paste(text) => Msg::Pasted(text),
                Terminal::Resize(columns, rows) => Msg::Resized(columns, rows),
                Terminal::Mouse(mouse) => match mouse.kind {
                    MouseEventKind::ScrollDown => Msg::Wheeled(NOTCH, mouse.column, mouse.row),
                    MouseEventKind::ScrollUp => Msg::Wheeled(-NOTCH, mouse.column, mouse.row),
                    MouseEventKind::Down(MouseButton::Left) => Msg::Clicked(mouse.column, mouse.row),
                    _ => continue,
                },
                _ => continue,
            };
            if !reported.typed(msg) {
                return;
            }
        }
    });
    Done(tell)
}
