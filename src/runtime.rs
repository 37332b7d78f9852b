//! The program at work: threads, terminal, files. It alone carries out the orders of [`crate::app`].
//!
//! One channel brings every fact; the loop takes what is there, then draws at most once in `FRAME`. There
//! is no tick: while nothing happens, every thread waits.

mod clipboard;
mod freezer;
mod ground;
mod input;
mod loader;
mod missing;
mod program;
pub mod reviewer;
mod reviews;
mod session;
mod signal;
mod stdin;
mod terminal;
mod threads;
mod worker;
mod writer;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::bail;

use crate::app::App;
use crate::app::data::LedgerId;
use crate::app::effect::{Effect, Mouse};
use crate::app::keymap::Keymap;
use crate::app::msg::Msg;
use crate::files::LedgerBytes;
use crate::link::Link;
use crate::theme::{Glyphs, Ground, Theme};
use threads::spawn;

/// The least time between two frames.
const FRAME: Duration = Duration::from_millis(10);

/// So long after another program had the terminal a ctrl-c is still taken for its own.
const LATE: Duration = Duration::from_secs(1);

/// What to open and how to draw it.
#[derive(Debug)]
pub struct RunOptions {
    /// Files and folders; none for the sample study that is built in.
    pub paths: Vec<PathBuf>,
    /// The keys in force.
    pub keymap: Keymap,
    /// The themes there are, the one to begin with first.
    pub themes: Vec<Theme>,
    /// The theme to take if the terminal says that its ground is light; nothing if it need not be asked.
    pub if_light: Option<String>,
    /// The signs that stand beside colours.
    pub glyphs: Glyphs,
    /// Sentences for the log, such as doubts about a theme file.
    pub notes: Vec<String>,
    /// Where to go once the files are read.
    pub at: Option<Link>,
    /// Whether the mouse is listened to.
    pub mouse: bool,
    /// The folder in which visits are remembered; none if they are not to be.
    pub state: Option<PathBuf>,
    /// Whether the theme of the last visit is taken up too.
    pub with_theme: bool,
    /// Who reviews; asked of git and the environment if that is not said.
    pub reviewer: Option<String>,
}

/// What reaches the loop.
#[derive(Debug)]
pub(crate) enum Event {
    /// A fact for the state.
    Msg(Msg),
    /// A thread ended that never should.
    Died(String),
    /// What somebody did at the terminal. Whoever read it reads on when the word has been given that it is done with:
    /// meanwhile the terminal may have been another program's.
    Typed(Msg),
    /// The system asks the program to end.
    Terminate,
    /// The terminal asks all programs that it belongs to to end.
    Interrupted,
    /// The program that had the terminal has ended; with how, if it failed.
    ProgramEnded(Option<String>),
    /// What the terminal said of its ground, if that can be understood.
    Ground(Option<Ground>),
    /// The system asks the program to stop for a while.
    StopAsked,
    /// The program is back from the background.
    Resumed,
}

/// The bytes behind each open ledger, for the threads that read payloads.
pub(crate) type Shelf = Arc<Mutex<BTreeMap<LedgerId, LedgerBytes>>>;

/// The bytes of a ledger, if it is open.
pub(crate) fn bytes_of(shelf: &Shelf, id: LedgerId) -> Option<LedgerBytes> {
    // A thread that died holding the lock cannot have left a map half changed.
    shelf.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
}

/// Whether standard input is a pipe or a file, and so somebody wants it read.
#[must_use]
pub fn is_input_given() -> bool {
    stdin::is_given()
}

/// Runs until the person quits. The error is a sentence to print once the terminal is itself again.
pub fn run(options: RunOptions) -> anyhow::Result<()> {
    terminal::check()?;
    let (events, received) = channel();
    let session = options.state.as_deref();
    let session = session.and_then(|folder| session::SessionFile::of(folder, &options.paths, options.with_theme));
    let keeper = session::Keeper::start(session.clone(), &events);
    let mut app = App::default();
    app.keymap = options.keymap.clone();
    app.mouse = if options.mouse { Mouse::Ours } else { Mouse::Terminals };
    let ended = play(options, session, &keeper, &mut app, &events, &received);
    // However it ended, the next visit goes on from here.
    keeper.end(app.session_text());
    ended
}

fn play(
    options: RunOptions,
    session: Option<session::SessionFile>,
    keeper: &session::Keeper,
    app: &mut App,
    events: &Sender<Event>,
    received: &Receiver<Event>,
) -> anyhow::Result<()> {
    let input = options.paths.iter().any(|path| path.as_os_str() == "-").then(stdin::folder).transpose()?;
    begin(app, &options);
    threads::watch(events);
    let mut screen = terminal::Screen::open(options.mouse)?;
    signal::listen(events)?;
    let shelf = Shelf::default();
    let workers = worker::Workers::start(events, &shelf);
    let reviewer = reviews::Reviews::start(options.reviewer, options.state, events);
    let folder = input.as_ref().map(|folder| folder.path().to_owned());
    loader::start(options.paths, folder, session, events, &shelf, reviewer.clone());
    let mut question = ground::Question::ask(options.if_light);
    let done = input::start(events, question.listener());
    let mut lent: Option<Instant> = None;
    let mut is_held = false;
    let mut waiting = std::collections::VecDeque::new();
    let (columns, rows) = screen.size()?;
    app.update(Msg::Resized(columns, rows));
    let mut theme = 0;
    let mut last: Option<Instant> = None;
    loop {
        // The first frame waits a moment, so that it need not be drawn again in another theme.
        let pause = last.map_or_else(|| question.grace(), |last| FRAME.saturating_sub(last.elapsed()));
        let due = pause.is_zero();
        if app.dirty && due {
            if let Some(theme) = options.themes.get(theme) {
                screen.draw(app, theme, options.glyphs)?;
            }
            app.dirty = false;
            last = Some(Instant::now());
        }
        let wait = app.dirty.then_some(pause);
        if waiting.is_empty() {
            let Some(first) = next(received, wait)? else { continue };
            waiting.push_back(first);
        }
        waiting.extend(received.try_iter().take(256));
        while let Some(event) = waiting.pop_front() {
            let is_typed = matches!(event, Event::Typed(_));
            let effects = match event {
                Event::Msg(msg) | Event::Typed(msg) => app.update(msg),
                // The ctrl-c that ended another program is told here too, sometimes after its end.
                Event::Interrupted if lent.is_some_and(|lent| lent.elapsed() < LATE) => Vec::new(),
                Event::Terminate | Event::Interrupted => return Ok(()),
                // Told to whoever waits for it.
                Event::ProgramEnded(_) => Vec::new(),
                Event::Ground(answer) => {
                    let name = question.answered(answer).filter(|_| theme == 0);
                    let place = name.and_then(|name| options.themes.iter().position(|theme| theme.name() == name));
                    place.map(|place| app.update(Msg::ThemeTaken(place))).unwrap_or_default()
                }
                Event::StopAsked => {
                    screen.suspend();
                    signal::stop_self();
                    screen.resume()?;
                    app.dirty = true;
                    Vec::new()
                }
                Event::Resumed => {
                    screen.resume()?;
                    app.dirty = true;
                    Vec::new()
                }
                Event::Died(thread) => {
                    bail!("{thread} stopped unexpectedly; start vidimus again, and please report what is printed above")
                }
            };
            for effect in effects {
                match effect {
                    Effect::Quit => return Ok(()),
                    Effect::Suspend => signal::stop_job(),
                    Effect::Redraw => screen.clear()?,
                    Effect::Mouse(mouse) => screen.listen_to_mouse(mouse == Mouse::Ours)?,
                    Effect::Write { path, text, may_replace } => writer::write(path, text, may_replace, events),
                    Effect::Open { program, text } => {
                        waiting.extend(program::lend(&mut screen, program, &text, events, received)?);
                        lent = Some(Instant::now());
                    }
                    Effect::Copy(text) => screen.send(&clipboard::sequence(&text, clipboard::Through::found()))?,
                    Effect::SaveSession(text) => keeper.ask(text),
                    Effect::UseTheme(name) => {
                        theme = options.themes.iter().position(|theme| theme.name() == name).unwrap_or(theme);
                    }
                    Effect::ReadCalls { ledger, generation, calls } => workers.reader.ask(ledger, generation, calls),
                    Effect::Replay(piece) => workers.replayer.ask(piece),
                    Effect::Scan(piece) => workers.scanner.ask(piece),
                    Effect::Digest(piece) => workers.digester.ask(piece),
                    Effect::Study(order) => workers.counter.ask(*order),
                    Effect::Look(piece) => workers.looker.ask(piece),
                    Effect::Audit(piece) => workers.auditor.ask(piece),
                    Effect::Freeze(order) => freezer::order(*order, events),
                    Effect::Decide(order) => reviewer.decide(order),
                    Effect::Label(order) => reviewer.label(order),
                }
            }
            // Whoever reads keys must not read on while an episode is read that another program is to show.
            is_held |= is_typed;
            if is_held && !app.is_opening() {
                is_held = false;
                done.tell();
            }
        }
    }
}

/// Tells the state what is known before any file is read.
fn begin(app: &mut App, options: &RunOptions) {
    app.update(Msg::ThemesFound(options.themes.iter().map(|theme| theme.name().to_owned()).collect()));
    for note in &options.notes {
        app.update(Msg::Noted(note.clone()));
    }
    if let Some(link) = &options.at {
        app.update(Msg::LinkGiven(link.clone()));
    }
}

/// Waits for the next event: for good, or as long as said.
fn next(received: &Receiver<Event>, wait: Option<Duration>) -> anyhow::Result<Option<Event>> {
    use std::sync::mpsc::RecvTimeoutError;
    let event = match wait {
        None => received.recv().map_err(|_gone| RecvTimeoutError::Disconnected),
        Some(wait) => received.recv_timeout(wait),
    };
    match event {
        Ok(event) => Ok(Some(event)),
        Err(RecvTimeoutError::Timeout) => Ok(None),
        Err(RecvTimeoutError::Disconnected) => bail!("every thread of the program has ended"),
    }
}
