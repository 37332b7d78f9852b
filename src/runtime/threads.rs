//! The threads of the program, and what happens when one panics: the terminal is given back first, then the message is
//! printed, then the loop ends the program.

use std::sync::mpsc::Sender;
use std::sync::{Mutex, Once, PoisonError};

use super::{Event, terminal};

/// Where the loop listens. A panic may come from any thread, also from one that a library started.
static LOOP: Mutex<Option<Sender<Event>>> = Mutex::new(None);

/// From now on a panic on any thread gives the terminal back and is told to the loop.
pub(super) fn watch(events: &Sender<Event>) {
    static HOOK: Once = Once::new();
    *LOOP.lock().unwrap_or_else(PoisonError::into_inner) = Some(events.clone());
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            terminal::give_back();
            before(panic);
            died(std::thread::current().name().unwrap_or("a thread without a name"));
        }));
    });
}

/// Starts a thread. What it is called is said when it dies.
pub(super) fn spawn(name: &'static str, work: impl FnOnce() + Send + 'static) {
    if std::thread::Builder::new().name(name.into()).spawn(work).is_err() {
        died(name);
    }
}

fn died(name: &str) {
    if let Some(events) = LOOP.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
        // The loop may be gone already; then nobody needs to know.
        events.send(Event::Died(name.to_owned())).ok();
    }
}
