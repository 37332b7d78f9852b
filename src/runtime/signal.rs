//! Signals: asked to end, sent to the background and back.

use std::sync::mpsc::Sender;

use super::Event;

/// Listens on a thread of its own.
#[cfg(unix)]
pub(super) fn listen(events: &Sender<Event>) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT])?;
    let events = events.clone();
    super::spawn("listener to signals", move || {
        for signal in signals.forever() {
            let event = match signal {
                SIGTSTP => Event::StopAsked,
                SIGCONT => Event::Resumed,
                SIGINT => Event::Interrupted,
                _ => Event::Terminate,
            };
            if events.send(event).is_err() {
                return;
            }
        }
    });
    Ok(())
}

/// Asks the whole job to stop, as the terminal does at ctrl-z: in `tail -f x | vidimus` the shell waits for both. This
/// program is asked, too, by the signal that it listens to.
#[cfg(unix)]
pub(super) fn stop_job() {
    // If the system refuses, the program simply goes on.
    rustix::process::kill_current_process_group(rustix::process::Signal::TSTP).ok();
}

/// Stops this program until the shell continues it.
///
/// Not by SIGSTOP: where no shell could ever continue it (a terminal of its own, a container), this signal does
/// nothing, and that is right.
#[cfg(unix)]
pub(super) fn stop_self() {
    signal_hook::low_level::raise(signal_hook::consts::SIGTTIN).ok();
}

/// Asks another program to end.
#[cfg(unix)]
pub(super) fn terminate(id: u32) {
    let id = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(id) = id {
        // It may have ended by itself.
        rustix::process::kill_process(id, rustix::process::Signal::TERM).ok();
    }
}

/// Returns when the terminal is this job's: whoever is started in the background stops here until `fg`.
///
/// What the system checks is whether a process may change the terminal; waiting for its output to be written changes
/// nothing. To look at its modes earlier would be to take those of the shell's line editor for the usual ones.
#[cfg(unix)]
pub(super) fn wait_for_foreground() -> std::io::Result<()> {
    loop {
        match rustix::termios::tcdrain(std::io::stdout()) {
            Err(rustix::io::Errno::INTR) => {}
            other => return Ok(other?),
        }
    }
}

/// There are no such signals here.
#[cfg(not(unix))]
pub(super) fn listen(_events: &Sender<Event>) -> anyhow::Result<()> {
    Ok(())
}

/// There is no background to go to here.
#[cfg(not(unix))]
pub(super) fn stop_job() {}

/// There is no way to ask here.
#[cfg(not(unix))]
pub(super) fn terminate(_id: u32) {}

/// There is no background to go to here.
#[cfg(not(unix))]
pub(super) fn stop_self() {}

/// There is no background to come from here.
#[cfg(not(unix))]
pub(super) fn wait_for_foreground() -> std::io::Result<()> {
    Ok(())
}
