//! Finds the files, reads them, and reads them again when they change.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, PoisonError};

use sha2::{Digest, Sha256};

use super::missing::Missing;
use super::reviews::{Lies, Reviews};
use super::session::SessionFile;
use super::stdin::Spool;
use super::{Event, Shelf, spawn};
use crate::app::data::{LedgerId, RegistryId};
use crate::app::msg::{Msg, Watch};
use crate::diff::tools;
use crate::files::{
    Follower, FoundFile, Hint, Kind, WatchState, Watcher, discover, is_pipe, labels_path, read_recovery, read_registry,
    review_path,
};

/// Starts finding and reading; the files are watched from then on. Standard input, if it is to be read, goes to a file
/// in `folder`.
pub(super) fn start(
    paths: Vec<PathBuf>,
    folder: Option<PathBuf>,
    session: Option<SessionFile>,
    events: &Sender<Event>,
    shelf: &Shelf,
    reviews: Reviews,
) {
    let (events, shelf) = (events.clone(), Arc::clone(shelf));
    spawn("reader of files", move || {
        let mut loader = Loader {
            input: None,
            events,
            shelf,
            reviews,
            open: Vec::new(),
            read: BTreeMap::new(),
            missing: Missing::default(),
            next: 0,
        };
        // The only thing that goes wrong here is that the program has ended. What was remembered comes first, so that
        // it is known where to go when the files come.
        let mut facts = session.iter().flat_map(SessionFile::begin);
        facts.try_for_each(|fact| loader.send(fact)).and_then(|()| loader.run(&paths, folder.as_deref())).ok();
    });
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
    Tools(FoundFile),
    /// Looked at and passed over.
    Other,
}

/// What the loader waits for.
pub(super) enum News {
    /// Something happened to a watched path.
    Hint(Hint),
    /// More came in by standard input.
    Input,
    /// Standard input has ended, because of this if it went wrong.
    InputEnded(Option<String>),
}

struct Input {
    spool: Spool,
    is_open: bool,
}

struct Loader {
    input: Option<Input>,
    events: Sender<Event>,
    shelf: Shelf,
    reviews: Reviews,
    open: Vec<Open>,
    /// What was read last of each file that is read as a whole, as a hash of its bytes: a decision or a label written
    /// beside it is no news of it.
    read: BTreeMap<PathBuf, [u8; 32]>,
    /// Ledgers that went away.
    missing: Missing,
    next: u32,
}

impl Loader {
    fn run(&mut self, paths: &[PathBuf], folder: Option<&Path>) -> Result<(), Ended> {
        if paths.is_empty() {
            self.send(Msg::BuiltIn)?;
            let files = crate::sample::builtin().iter();
            let files = files.map(|(name, bytes)| FoundFile::in_memory(name, (*bytes).into()));
            for file in files.collect::<Vec<_>>() {
                self.open(file)?;
            }
            self.send(Msg::WatchChanged(Watch::Nothing))?;
            self.send(Msg::Found(Vec::new()))?;
            return Ok(());
        }
        let (told, news) = channel();
        let paths: Vec<_> = paths.iter().filter(|path| path.as_os_str() != "-").cloned().collect();
        let mut sentences = Vec::new();
        if let Some(folder) = folder {
            match Spool::start(folder, told.clone()) {
                Ok(spool) => self.input = Some(Input { spool, is_open: false }),
                Err(error) => sentences.push(format!("standard input cannot be kept in a temporary file: {error}")),
            }
        }
        // Beside a file that was named its review or its labels are watched, too; in a folder everything is.
        let files = paths.iter().filter(|path| !path.is_dir());
        let sides = files.flat_map(|path| [review_path(path), labels_path(path, path)]);
        let watched: Vec<_> = paths.iter().filter(|path| !is_pipe(path)).cloned().chain(sides).collect();
        let watcher = (!paths.is_empty()).then(|| {
            Watcher::start(&watched, move |hint| {
                // If the loader is gone, so is the program.
                told.send(News::Hint(hint)).ok();
            })
        });
        if watcher.is_none() {
            self.send(Msg::WatchChanged(Watch::Live))?;
        }
        let (failed, passed) = self.find(&paths)?;
        sentences.extend(passed);
        self.send(Msg::PathsFailed(failed))?;
        // Where standard input alone is read, the search has ended when it is known what that is.
        if self.input.is_none() || watcher.is_some() {
            self.send(Msg::Found(sentences))?;
        }
        self.follow(&paths, &news)
    }

    /// Opens what is there of some paths. Gives what cannot be read of them, and what was passed over.
    fn find(&mut self, paths: &[PathBuf]) -> Result<(Vec<String>, Vec<String>), Ended> {
        // Nothing is known of a pipe before its end, which may be hours away; standard input is read as it comes.
        let (pipes, paths): (Vec<PathBuf>, Vec<PathBuf>) = paths.iter().cloned().partition(|path| is_pipe(path));
        // What tools say of themselves stands beside the contracts, and is no study: a search for one passes it over.
        let is_tools = |path: &Path| path.is_file() && FoundFile::look(path).is_ok_and(|file| file.kind == Kind::Tools);
        let (tools, paths): (Vec<PathBuf>, Vec<PathBuf>) = paths.iter().cloned().partition(|path| is_tools(path));
        let mut found = discover(&paths);
        let in_folders = found.skipped.extract_if(.., |file| file.kind == Kind::Tools);
        let tools: Vec<FoundFile> =
            tools.iter().filter_map(|path| FoundFile::look(path).ok()).chain(in_folders).collect();
        for file in tools {
            // It may have been passed over while half written.
            self.open.retain(|open| open.path != file.path || !matches!(open.what, What::Other));
            if !self.open.iter().any(|open| open.path == file.path) {
                self.open(file)?;
            }
        }
        // What was read before and cannot be read now says so itself.
        let is_open = |path: &Path| self.open.iter().any(|open| open.path == path && !matches!(open.what, What::Other));
        let (known, failed): (Vec<_>, Vec<_>) = found.problems.iter().partition(|problem| is_open(problem.path()));
        let mut failed: Vec<String> = failed.into_iter().map(ToString::to_string).collect();
        let refused = "this is a pipe; the screen reads one from standard input only: COMMAND | vidimus";
        failed.extend(pipes.iter().map(|path| format!("{}: {refused}", path.display())));
        let mut sentences: Vec<String> = known.into_iter().map(ToString::to_string).collect();
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
        Ok((failed, sentences))
    }

    fn open(&mut self, file: FoundFile) -> Result<(), Ended> {
        let path = file.path.clone();
        let lies_at = match file.memory {
            // Where the sample study stands once it is written to the folder that its notes name.
            Some(_) => format!("sample-data/{}", path.display()),
            None => path.display().to_string(),
        };
        let name = file.name();
        self.next += 1;
        let what = match &file.kind {
            Kind::Registry => {
                let id = RegistryId(self.next);
                self.read_registry(id, &file)?;
                self.send(Msg::RegistryAt(id, lies_at))?;
                self.reviews.open(id, file.memory.is_none().then(|| path.clone()), &name);
                What::Registry(id, file)
            }
            Kind::Recovery => {
                self.read_recovery(&file)?;
                self.send(Msg::RecoveryAt(lies_at))?;
                What::Recovery(file)
            }
            Kind::Ledger | Kind::Trace(_) => {
                let id = LedgerId(self.next);
                self.send(Msg::LedgerOpened { id, name })?;
                self.send(Msg::LedgerAt(id, lies_at))?;
                let is_piped = self.input.as_ref().is_some_and(|input| input.spool.path() == path);
                let lies = match file.memory {
                    Some(_) => Lies::Inside,
                    None if is_piped => Lies::InPipe,
                    None => Lies::At(&path),
                };
                self.reviews.open_labels(id, &lies);
                let mut follower = Box::new(Follower::new(file));
                self.poll(id, &mut follower)?;
                What::Ledger(id, follower)
            }
            Kind::Tools => {
                self.read_tools(&file)?;
                What::Tools(file)
            }
            Kind::Review | Kind::Labels | Kind::Other(_) => What::Other,
        };
        self.open.push(Open { path, what });
        Ok(())
    }

    /// Whether a file says something else than when it was read last; one that cannot be read is news.
    fn is_news(&mut self, file: &FoundFile) -> bool {
        let Ok(bytes) = file.bytes() else {
            self.read.remove(&file.path);
            return true;
        };
        let print: [u8; 32] = Sha256::digest(&bytes).into();
        self.read.insert(file.path.clone(), print) != Some(print)
    }

    fn read_registry(&mut self, id: RegistryId, file: &FoundFile) -> Result<(), Ended> {
        if !self.is_news(file) {
            return Ok(());
        }
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

    fn read_recovery(&mut self, file: &FoundFile) -> Result<(), Ended> {
        if !self.is_news(file) {
            return Ok(());
        }
        match read_recovery(file) {
            Ok(substitutes) => self.send(Msg::RecoveryRead(substitutes)),
            Err(error) => self.send(Msg::Noted(error.to_string())),
        }
    }

    /// Reads a snapshot of tools; nothing of it stays if it describes none any more.
    fn read_tools(&mut self, file: &FoundFile) -> Result<(), Ended> {
        if !self.is_news(file) {
            return Ok(());
        }
        let snapshot = match file.bytes() {
            Ok(bytes) => tools::read(&bytes).map(Arc::new),
            Err(error) => {
                self.send(Msg::Noted(error.to_string()))?;
                None
            }
        };
        self.send(Msg::ToolsRead { path: file.path.display().to_string(), name: file.name(), snapshot })
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
    fn follow(&mut self, paths: &[PathBuf], news: &Receiver<News>) -> Result<(), Ended> {
        loop {
            // Nobody tells that the time of a missing ledger is over.
            let next = match self.missing.wait() {
                None => news.recv().map_err(|_gone| RecvTimeoutError::Disconnected),
                Some(wait) => news.recv_timeout(wait),
            };
            self.drop_missing()?;
            let next = match next {
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Ok(next) => next,
            };
            let hint = match next {
                News::Hint(hint) => hint,
                News::Input => {
                    self.input(false)?;
                    continue;
                }
                News::InputEnded(problem) => {
                    self.input(true)?;
                    if let Some(problem) = problem {
                        self.send(Msg::Noted(problem))?;
                    }
                    if paths.is_empty() {
                        self.send(Msg::WatchChanged(Watch::Off("standard input has ended".into())))?;
                    }
                    continue;
                }
            };
            match hint {
                Hint::State(state) => self.send(Msg::WatchChanged(match state {
                    WatchState::Live => Watch::Live,
                    WatchState::Polling(why) => Watch::Polling(why),
                    WatchState::Off(why) => Watch::Off(why),
                }))?,
                Hint::Changed(path) => {
                    self.changed(&path)?;
                    let (failed, passed) = self.find(paths)?;
                    self.send(Msg::PathsFailed(failed))?;
                    for sentence in passed {
                        self.send(Msg::Noted(sentence))?;
                    }
                }
                Hint::Gone(path) => self.gone(&path)?,
            }
        }
    }

    /// Ledgers that have been missing for a while are gone for good; one that comes back is read from its beginning.
    fn drop_missing(&mut self) -> Result<(), Ended> {
        let over = self.missing.over();
        for file in self.open.iter_mut().filter(|file| over.contains(&file.path)) {
            if let What::Ledger(id, follower) = &mut file.what {
                follower.forget();
                self.events.send(Event::Msg(Msg::LedgerGone(*id))).map_err(|_gone| Ended)?;
            }
        }
        Ok(())
    }

    /// More came in by standard input, or its end.
    fn input(&mut self, has_ended: bool) -> Result<(), Ended> {
        let Some(input) = &mut self.input else { return Ok(()) };
        if input.is_open {
            let path = input.spool.path().to_owned();
            return self.changed(&path);
        }
        let Some(looked) = input.spool.look(has_ended) else { return Ok(()) };
        input.is_open = true;
        match looked {
            Ok(file) => {
                self.open(file)?;
                self.send(Msg::Found(Vec::new()))
            }
            Err(sentence) => self.send(Msg::Found(vec![sentence])),
        }
    }

    fn changed(&mut self, path: &Path) -> Result<(), Ended> {
        self.reviewed(path);
        let mut open = std::mem::take(&mut self.open);
        let mut done = Ok(());
        let mut lost = Vec::new();
        for file in open.iter_mut().filter(|open| open.path == path || open.path.starts_with(path)) {
            done = match &mut file.what {
                // A folder that changed may have lost the file: that is no file that cannot be read.
                What::Registry(id, _) if !file.path.exists() => {
                    self.read.remove(&file.path);
                    self.send(Msg::RegistryGone(*id))
                }
                What::Registry(id, found) => self.read_registry(*id, found),
                What::Ledger(id, _) if !file.path.exists() => {
                    lost.push((*id, file.path.clone()));
                    Ok(())
                }
                What::Ledger(id, follower) => self.poll(*id, follower),
                What::Recovery(found) => self.read_recovery(found),
                What::Tools(found) => self.read_tools(found),
                What::Other => Ok(()),
            };
            if done.is_err() {
                break;
            }
        }
        self.open = open;
        done.and_then(|()| lost.into_iter().try_for_each(|(id, path)| self.lost(id, &path)))
    }

    /// A ledger went away: to be written anew, or for good.
    fn lost(&mut self, id: LedgerId, path: &Path) -> Result<(), Ended> {
        if !self.missing.note(path) {
            return Ok(());
        }
        let sentence = format!("{} is gone from disk; unless it comes back, its episodes go, too", path.display());
        self.send(Msg::LedgerFailed(id, sentence))
    }

    /// Something happened to a review, or to a folder with reviews in it.
    fn reviewed(&self, path: &Path) {
        for open in &self.open {
            match &open.what {
                What::Registry(id, found) if found.memory.is_none() && review_path(&open.path).starts_with(path) => {
                    self.reviews.look_again(*id);
                }
                What::Ledger(id, _) if labels_path(&open.path, &open.path).starts_with(path) => {
                    self.reviews.look_at_labels_again(*id);
                }
                _ => {}
            }
        }
    }

    fn gone(&mut self, path: &Path) -> Result<(), Ended> {
        self.reviewed(path);
        let below = |open: &&Open| open.path == path || open.path.starts_with(path);
        for file in self.open.iter().filter(below) {
            self.read.remove(&file.path);
        }
        let mut lost = Vec::new();
        for file in self.open.iter().filter(below) {
            match &file.what {
                What::Registry(id, _) => self.send(Msg::RegistryGone(*id))?,
                What::Ledger(id, _) => lost.push((*id, file.path.clone())),
                What::Tools(found) => {
                    let (path, name) = (found.path.display().to_string(), found.name());
                    self.send(Msg::ToolsRead { path, name, snapshot: None })?;
                }
                What::Recovery(_) | What::Other => {}
            }
        }
        lost.into_iter().try_for_each(|(id, path)| self.lost(id, &path))
    }

    fn send(&self, msg: Msg) -> Result<(), Ended> {
        self.events.send(Event::Msg(msg)).map_err(|_gone| Ended)
    }
}
