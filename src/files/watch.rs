//! Change hints: something happened to a file; whoever gets one looks again.
//!
//! Folders are watched rather than files, so that a file that is renamed over, or deleted and written anew, is still
//! noticed. An event is only ever a reason to look: after a moment of quiet every watched path is compared with what
//! was there before, and only a difference is told. Where the system has no events to give, the same comparison is
//! made every two seconds.

mod targets;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use notify::event::ModifyKind;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use targets::Targets;

/// How long it must be quiet before the paths are looked at.
const QUIET: Duration = Duration::from_millis(250);
/// How long it may be noisy at most: a ledger that is written to all the time has to be followed, too.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the paths are looked at where the system does not tell.
const POLL: Duration = Duration::from_secs(2);

/// How changes are noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchState {
    /// The system tells.
    Live,
    /// The system cannot tell, the files are looked at every so often; the sentence says why.
    Polling(String),
    /// Changes are not noticed; the sentence says why.
    Off(String),
}

/// What the watcher has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The content of this watched path changed, and has been quiet for a moment (or is written to all the time).
    /// For a folder: something directly inside it came, went or changed.
    Changed(PathBuf),
    /// This watched path is gone.
    Gone(PathBuf),
    /// How changes are noticed from now on.
    State(WatchState),
}

/// Watches until it is dropped. Start it before the files are read: what changes later is told.
#[derive(Debug)]
pub struct Watcher {
    state: Arc<Mutex<WatchState>>,
    targets: Arc<Mutex<Targets>>,
    sender: Sender<Signal>,
}

/// What the watching thread is told.
#[derive(Debug)]
enum Signal {
    /// Something happened in a watched folder; with what went away from it, be it to another name.
    Event(Vec<PathBuf>),
    /// The system tells no longer; why.
    Lost(String),
    /// The watcher was dropped.
    Stop,
}

impl Watcher {
    /// Watches files and folders, with the folders below them, now and later; `on_hint` runs on the watcher's own
    /// thread, first with the state.
    #[must_use]
    pub fn start(paths: &[PathBuf], on_hint: impl Fn(Hint) + Send + 'static) -> Self {
        Self::start_with(paths, on_hint, true)
    }

    /// `live` is off in the test of polling.
    fn start_with(paths: &[PathBuf], on_hint: impl Fn(Hint) + Send + 'static, live: bool) -> Self {
        let (sender, receiver) = channel();
        // Events first: what happens while the paths are looked at for the first time is looked at again.
        let (events, state) = if paths.is_empty() {
            (None, WatchState::Off("there is no file to watch".into()))
        } else if live {
            match listen(paths, &sender) {
                Ok(events) => (Some(events), WatchState::Live),
                Err(error) => (None, WatchState::Polling(format!("the system does not tell of changes: {error}"))),
            }
        } else {
            (None, WatchState::Polling("asked for".into()))
        };
        let targets = Arc::new(Mutex::new(Targets::new(paths)));
        let state = Arc::new(Mutex::new(state));
        let mut watching = Watching {
            events,
            state: Arc::clone(&state),
            targets: Arc::clone(&targets),
            gone: BTreeSet::new(),
            on_hint,
        };
        let problem = watching.grow().1;
        let spawned = std::thread::Builder::new().name("watch".into()).spawn(move || watching.run(problem, &receiver));
        if let Err(error) = spawned {
            *lock(&state) = WatchState::Off(format!("no thread for it: {error}"));
        }
        Self { state, targets, sender }
    }

    /// How changes are noticed.
    #[must_use]
    pub fn state(&self) -> WatchState {
        lock(&self.state).clone()
    }

    /// Tells the watcher what this program itself is about to write to a path: that content is no news.
    pub fn expect(&self, path: &Path, bytes: &[u8]) {
        lock(&self.targets).expect(path, bytes);
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        // Nobody listens if the thread is gone, and then it has stopped already.
        self.sender.send(Signal::Stop).ok();
    }
}

/// A thread that panicked while it held the lock left whole values behind.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks the system for events in the folders of the paths.
fn listen(paths: &[PathBuf], sender: &Sender<Signal>) -> notify::Result<RecommendedWatcher> {
    let folders = targets::folders(paths);
    let (sender, known) = (sender.clone(), folders.clone());
    let mut events = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let signal = match event {
            Ok(event) if matches!(event.kind, EventKind::Access(_)) => return,
            Ok(event) => {
                let lost = |path: &PathBuf| known.contains(path) && !path.is_dir();
                match event.paths.iter().find(|path| lost(path)) {
                    Some(folder) => Signal::Lost(format!("the folder {} went away", folder.display())),
                    None if matches!(event.kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))) => {
                        Signal::Event(event.paths)
                    }
                    None => Signal::Event(Vec::new()),
                }
            }
            Err(error) => Signal::Lost(error.to_string()),
        };
        // After the end there is nobody to tell.
        sender.send(signal).ok();
    })?;
    for folder in &folders {
        events.watch(folder, RecursiveMode::NonRecursive)?;
    }
    Ok(events)
}

/// What the watching thread holds.
struct Watching<F> {
    /// Kept alive for its events.
    events: Option<RecommendedWatcher>,
    state: Arc<Mutex<WatchState>>,
    targets: Arc<Mutex<Targets>>,
    /// What went away since the last look.
    gone: BTreeSet<PathBuf>,
    on_hint: F,
}

impl<F: Fn(Hint)> Watching<F> {
    fn run(mut self, problem: Option<String>, receiver: &Receiver<Signal>) {
        match problem {
            Some(why) => self.lost(why),
            None => (self.on_hint)(Hint::State(lock(&self.state).clone())),
        }
        loop {
            // The lock must not be held while waiting.
            let state = lock(&self.state).clone();
            let signal = match state {
                WatchState::Off(_) => return,
                WatchState::Live => receiver.recv().or(Err(RecvTimeoutError::Disconnected)),
                WatchState::Polling(_) => receiver.recv_timeout(POLL),
            };
            let goes_on = match signal {
                Ok(Signal::Event(gone)) => {
                    self.gone.extend(gone);
                    self.settle(receiver)
                }
                Ok(Signal::Lost(why)) => {
                    self.lost(why);
                    true
                }
                Err(RecvTimeoutError::Timeout) => true,
                Ok(Signal::Stop) | Err(RecvTimeoutError::Disconnected) => false,
            };
            if !goes_on {
                return;
            }
            let mut hints = lock(&self.targets).look();
            let (new, problem) = self.grow();
            hints.extend(new.into_iter().map(Hint::Changed));
            hints.into_iter().for_each(&self.on_hint);
            if let Some(why) = problem {
                self.lost(why);
            }
        }
    }

    /// Watches the folders below the watched ones that came since; gives them, and why the system cannot tell of one.
    fn grow(&mut self) -> (Vec<PathBuf>, Option<String>) {
        let (events, mut problem) = (&mut self.events, None);
        let mut targets = lock(&self.targets);
        targets.forget(&std::mem::take(&mut self.gone));
        let new = targets.grow(|folder| {
            let Some(events) = events.as_mut() else { return };
            // One name for each, however it is reached: the system knows a folder only once.
            let real = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
            // One that is gone again meanwhile is no problem.
            if let Err(error) = events.watch(&real, RecursiveMode::NonRecursive)
                && folder.is_dir()
            {
                problem = Some(format!("the system does not tell of changes in {}: {error}", folder.display()));
            }
        });
        (new, problem)
    }

    /// Waits for a moment of quiet; `false` if the watcher was dropped meanwhile.
    fn settle(&mut self, receiver: &Receiver<Signal>) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match receiver.recv_timeout(QUIET.min(PATIENCE.saturating_sub(begun.elapsed()))) {
                Ok(Signal::Event(gone)) => self.gone.extend(gone),
                Ok(Signal::Lost(why)) => self.lost(why),
                Err(RecvTimeoutError::Timeout) => return true,
                Ok(Signal::Stop) | Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
        true
    }

    fn lost(&mut self, why: String) {
        self.events = None;
        let polling = WatchState::Polling(why);
        *lock(&self.state) = polling.clone();
        (self.on_hint)(Hint::State(polling));
    }
}

#[cfg(test)]
mod tests;
