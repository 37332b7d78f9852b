//! Change hints: something may have happened to a file; whoever gets one looks again.

use std::path::PathBuf;

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
    /// The content of this watched path changed, and has been quiet for a moment. For a folder: something
    /// inside it came, went or changed.
    Changed(PathBuf),
    /// This watched path is gone.
    Gone(PathBuf),
    /// How changes are noticed from now on.
    State(WatchState),
}

/// Watches until it is dropped.
#[derive(Debug)]
pub struct Watcher {
    state: WatchState,
}

impl Watcher {
    /// Watches files and folders (what is directly inside them); `on_hint` runs on the watcher's own thread.
    #[must_use]
    pub fn start(paths: &[PathBuf], on_hint: impl Fn(Hint) + Send + 'static) -> Self {
        let _ = paths;
        let state = WatchState::Off("not built yet".into());
        on_hint(Hint::State(state.clone()));
        Self { state }
    }

    /// How changes are noticed.
    #[must_use]
    pub fn state(&self) -> &WatchState {
        &self.state
    }

    /// Tells the watcher what this program itself wrote to a path: that content is no news.
    pub fn expect(&self, path: &std::path::Path, bytes: &[u8]) {
        let _ = (path, bytes);
    }
}
