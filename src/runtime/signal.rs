//! Signals: asked to end, sent to the background and back.

use std::sync::mpsc::Sender;

use super::Event;

/// Listens on a thread of its own.
#[cfg(unix)]
pub(super) fn listen(events: &Sender<Event>) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGCONT])?;
    let events = events.clone();
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            let event = if signal == SIGCONT { Event::Resumed } else { Event::Terminate };
            if events.send(event).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

/// Stops this program until the shell continues it.
#[cfg(unix)]
pub(super) fn stop_self() {
    // If the system refuses, the program simply goes on.
    signal_hook::low_level::raise(signal_hook::consts::SIGSTOP).ok();
}

/// There are no such signals here.
#[cfg(not(unix))]
pub(super) fn listen(_events: &Sender<Event>) -> anyhow::Result<()> {
    Ok(())
}

/// There is no background to go to here.
#[cfg(not(unix))]
pub(super) fn stop_self() {}
