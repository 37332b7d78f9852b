//! Finds the files, reads them, and reads them again when they change.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, PoisonError};

use super::{Event, Guard, Shelf};
use crate::app::data::{LedgerId, RegistryId};
use crate::app::msg::{Msg, Watch};
use crate::files::{Follower, FoundFile, Hint, Kind, WatchState, Watcher, discover, read_recovery, read_registry};

/// Starts finding and reading; the files are watched from then on.
pub(super) fn start(paths: Vec<PathBuf>, events: &Sender<Event>, shelf: &Shelf) -> std::thread::JoinHandle<()> {
    let (events, shelf) = (events.clone(), Arc::clone(shelf));
    std::thread::spawn(move || {
        let _guard = Guard::new("reader of files", &events);
        let mut loader = Loader { events, shelf, open: Vec::new(), next: 0 };
        // The only thing that goes wrong here is that the program has ended.
        loader.run(&paths).ok();
    })
}

/// The paths and every folder below them, since a watcher looks only at what is directly inside a folder.
fn with_folders_below(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut all = paths.to_vec();
    let mut at = 0;
    while let Some(path) = all.get(at) {
        let is_hidden = |entry: &std::fs::DirEntry| entry.file_name().to_string_lossy().starts_with('.');
        // What cannot be listed is told of where it is read.
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        let folders = entries.filter(|entry| !is_hidden(entry) && entry.file_type().is_ok_and(|kind| kind.is_dir()));
        let mut folders: Vec<_> = folders.map(|entry| entry.path()).collect();
        folders.sort();
        all.extend(folders);
        at += 1;
    }
    all
}

/// The program has ended: nobody listens any more.
struct Ended;

/// One open file.
struct Open {
    path: PathBuf,
    what: What,
}

enum What {
    Registry(RegistryId, FoundFile),
    Ledger(LedgerId, Box<Follower>),
    Recovery(FoundFile),
    /// Looked at and passed over.
    Other,
}

struct Loader {
    events: Sender<Event>,
    shelf: Shelf,
    open: Vec<Open>,
    next: u32,
}

impl Loader {
    fn run(&mut self, paths: &[PathBuf]) -> Result<(), Ended> {
        if paths.is_empty() {
            let files = crate::sample::builtin().iter();
            let files = files.map(|(name, bytes)| FoundFile::in_memory(name, (*bytes).into()));
            for file in files.collect::<Vec<_>>() {
                self.open(file)?;
            }
            self.send(Msg::WatchChanged(Watch::Nothing))?;
            self.send(Msg::Found(Vec::new()))?;
            return Ok(());
        }
        let (hinted, hints) = channel();
        let watcher = Watcher::start(&with_folders_below(paths), move |hint| {
            // If the loader is gone, so is the program.
            hinted.send(hint).ok();
        });
        let sentences = self.find(paths)?;
        self.send(Msg::Found(sentences))?;
        self.follow(paths, &hints)?;
        drop(watcher);
        Ok(())
    }

    /// Opens what is new below the paths; returns what was passed over or went wrong.
    fn find(&mut self, paths: &[PathBuf]) -> Result<Vec<String>, Ended> {
        let found = discover(paths);
        let mut sentences: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
        for file in &found.skipped {
            if self.open.iter().any(|open| open.path == file.path) {
                continue;
            }
            if let Kind::Other(what) = &file.kind {
                sentences.push(format!("{}: passed over: {what}", file.path.display()));
            }
            self.open.push(Open { path: file.path.clone(), what: What::Other });
        }
        for file in found.files {
            // A file that was passed over while half written may be whole now.
            self.open.retain(|open| open.path != file.path || !matches!(open.what, What::Other));
            if !self.open.iter().any(|open| open.path == file.path) {
                self.open(file)?;
            }
        }
        Ok(sentences)
    }

    fn open(&mut self, file: FoundFile) -> Result<(), Ended> {
        let path = file.path.clone();
        let name = file.name();
        self.next += 1;
        let what = match &file.kind {
            Kind::Registry => {
                let id = RegistryId(self.next);
                self.read_registry(id, &file)?;
                What::Registry(id, file)
            }
            Kind::Recovery => {
                self.read_recovery(&file)?;
                What::Recovery(file)
            }
            Kind::Ledger | Kind::Trace(_) => {
                let id = LedgerId(self.next);
                self.send(Msg::LedgerOpened { id, name })?;
                let mut follower = Box::new(Follower::new(file));
                self.poll(id, &mut follower)?;
                What::Ledger(id, follower)
            }
            Kind::Other(_) => What::Other,
        };
        self.open.push(Open { path, what });
        Ok(())
    }

    fn read_registry(&self, id: RegistryId, file: &FoundFile) -> Result<(), Ended> {
        let name = file.name();
        let content = match read_registry(file) {
            Ok((registry, notes)) => {
                for note in notes {
                    self.send(Msg::Noted(format!("{name}: {note}")))?;
                }
                Ok(Arc::new(registry))
            }
            Err(error) => Err(error.to_string()),
        };
        self.send(Msg::RegistryRead { id, name, content })
    }

    fn read_recovery(&self, file: &FoundFile) -> Result<(), Ended> {
        match read_recovery(file) {
            Ok(substitutes) => self.send(Msg::RecoveryRead(substitutes)),
            Err(error) => self.send(Msg::Noted(error.to_string())),
        }
    }

    /// Reads what there is of a ledger, or what it grew by.
    fn poll(&self, id: LedgerId, follower: &mut Follower) -> Result<(), Ended> {
        let mut ended = false;
        let polled = follower.poll(&mut |update| {
            if let Some(bytes) = update.bytes {
                self.shelf.lock().unwrap_or_else(PoisonError::into_inner).insert(id, bytes);
            }
            let (total, complete, notes) = (update.total, update.complete, update.notes);
            let msg = Msg::LedgerRead { id, batch: Box::new(update.batch), total, complete, notes };
            ended = self.send(msg).is_err();
            !ended
        });
        if let Err(error) = polled {
            self.send(Msg::LedgerFailed(id, error.to_string()))?;
        }
        if ended { Err(Ended) } else { Ok(()) }
    }

    /// Answers hints until the program ends.
    fn follow(&mut self, paths: &[PathBuf], hints: &Receiver<Hint>) -> Result<(), Ended> {
        for hint in hints {
            match hint {
                Hint::State(state) => self.send(Msg::WatchChanged(match state {
                    WatchState::Live => Watch::Live,
                    WatchState::Polling(why) => Watch::Polling(why),
                    WatchState::Off(why) => Watch::Off(why),
                }))?,
                Hint::Changed(path) => {
                    self.changed(&path)?;
                    for sentence in self.find(paths)? {
                        self.send(Msg::Noted(sentence))?;
                    }
                }
                Hint::Gone(path) => self.gone(&path)?,
            }
        }
        Ok(())
    }

    fn changed(&mut self, path: &Path) -> Result<(), Ended> {
        let mut open = std::mem::take(&mut self.open);
        let mut done = Ok(());
        for file in open.iter_mut().filter(|open| open.path == path || open.path.starts_with(path)) {
            done = match &mut file.what {
                // A folder that changed may have lost the file: that is no file that cannot be read.
                What::Registry(id, _) if !file.path.exists() => self.send(Msg::RegistryGone(*id)),
                What::Registry(id, found) => self.read_registry(*id, found),
                What::Ledger(id, follower) => self.poll(*id, follower),
                What::Recovery(found) => self.read_recovery(found),
                What::Other => Ok(()),
            };
            if done.is_err() {
                break;
            }
        }
        self.open = open;
        done
    }

    fn gone(&self, path: &Path) -> Result<(), Ended> {
        for file in self.open.iter().filter(|open| open.path == path || open.path.starts_with(path)) {
            match &file.what {
                What::Registry(id, _) => self.send(Msg::RegistryGone(*id))?,
                What::Ledger(id, _) => {
                    let sentence = format!("{} is gone from disk; what was read of it stays", path.display());
                    self.send(Msg::LedgerFailed(*id, sentence))?;
                }
                What::Recovery(_) | What::Other => {}
            }
        }
        Ok(())
    }

    fn send(&self, msg: Msg) -> Result<(), Ended> {
        self.events.send(Event::Msg(msg)).map_err(|_gone| Ended)
    }
}
