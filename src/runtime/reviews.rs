//! The thread that keeps reviews: it reads the decisions on registries and writes new ones down, one order after the
//! other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::reviewer::{author, now};
use super::{Event, spawn};
use crate::app::data::{LedgerId, RegistryId};
use crate::app::labelling::order::LabelOrder;
use crate::app::msg::Msg;
use crate::app::review::order::Order;
use crate::files::{JournalFile, LabelFile, ReviewFile, labels_path, make_folder, review_path, sample_labels_path};
use crate::journal::{Journal, Judgement, Signed};

/// What the thread is asked for.
enum Asked {
    /// Read the review of a registry for the first time.
    Open(RegistryId, Result<PathBuf, String>),
    /// Somebody else may have written to it.
    Again(RegistryId),
    /// Write decisions down.
    Decide(Order),
    /// Read the labels beside a ledger for the first time.
    OpenLabels(LedgerId, Result<PathBuf, String>),
    /// Somebody else may have written to them.
    LabelsAgain(LedgerId),
    /// Write labels down.
    Label(Box<LabelOrder>),
}

/// Where a ledger lies.
pub(super) enum Lies<'a> {
    /// In a file.
    At(&'a Path),
    /// Inside the program.
    Inside,
    /// Nowhere: it comes in by standard input.
    InPipe,
}

/// Asks the thread.
#[derive(Clone)]
pub(super) struct Reviews {
    asked: Sender<Asked>,
    /// Where decisions on what has no file of its own are kept.
    state: Option<PathBuf>,
}

impl Reviews {
    /// Starts the thread; `name` is who decides, if that was said.
    pub(super) fn start(name: Option<String>, state: Option<PathBuf>, events: &Sender<Event>) -> Self {
        let (asked, orders) = channel();
        let events = events.clone();
        spawn("keeper of reviews", move || {
            let author = name.unwrap_or_else(author);
            let known = Event::Msg(Msg::ReviewerKnown { author, now: now() });
            if events.send(known).is_ok() {
                keep(&orders, &events);
            }
        });
        Self { asked, state }
    }

    /// Reads the review of a registry; one that is built in has no file of its own.
    pub(super) fn open(&self, registry: RegistryId, path: Option<PathBuf>, name: &str) {
        let path = match (path, &self.state) {
            (Some(path), _) => Ok(review_path(&path)),
            (None, Some(state)) => Ok(review_path(&state.join("review").join(format!("sample-{}", file_name(name))))),
            (None, None) => {
                Err("the sample study is built in, and this visit keeps no state: decisions on it cannot be \
                                 saved; vidimus sample DIR writes it to a folder"
                    .to_owned())
            }
        };
        // If the thread is gone, its guard has said so; the same holds below.
        self.asked.send(Asked::Open(registry, path)).ok();
    }

    pub(super) fn look_again(&self, registry: RegistryId) {
        self.asked.send(Asked::Again(registry)).ok();
    }

    /// Reads the labels beside a ledger; one that is built in has no file of its own.
    pub(super) fn open_labels(&self, ledger: LedgerId, lies: &Lies<'_>) {
        let path = match (lies, &self.state) {
            (Lies::At(path), _) => Ok(labels_path(path, path)),
            (Lies::InPipe, _) => {
                Err("what is read from standard input has no file for labels beside it: save it to a file first"
                    .to_owned())
            }
            (Lies::Inside, Some(state)) => Ok(sample_labels_path(state)),
            (Lies::Inside, None) => Err(
                "the sample study is built in, and this visit keeps no state: labels of its pairs cannot be saved; \
                     vidimus sample DIR writes it to a folder"
                    .to_owned(),
            ),
        };
        self.asked.send(Asked::OpenLabels(ledger, path)).ok();
    }

    pub(super) fn look_at_labels_again(&self, ledger: LedgerId) {
        self.asked.send(Asked::LabelsAgain(ledger)).ok();
    }

    pub(super) fn label(&self, order: Box<LabelOrder>) {
        self.asked.send(Asked::Label(order)).ok();
    }

    pub(super) fn decide(&self, order: Order) {
        self.asked.send(Asked::Decide(order)).ok();
    }
}

fn file_name(name: &str) -> String {
    Path::new(name).file_name().map_or_else(|| name.to_owned(), |name| name.to_string_lossy().into_owned())
}

fn keep(orders: &Receiver<Asked>, events: &Sender<Event>) {
    let mut files: BTreeMap<RegistryId, ReviewFile> = BTreeMap::new();
    let mut labels: BTreeMap<LedgerId, LabelFile> = BTreeMap::new();
    for asked in orders {
        let msg = match asked {
            Asked::Open(registry, Err(why)) => {
                Some(Msg::JournalRead { registry, place: String::new(), content: Err(why), now: now() })
            }
            Asked::Open(registry, Ok(path)) => {
                let place = path.display().to_string();
                let content = ReviewFile::open(&path).map_err(|error| error.to_string()).map(|file| {
                    let journal = Arc::new(file.journal().clone());
                    files.insert(registry, file);
                    journal
                });
                Some(Msg::JournalRead { registry, place, content, now: now() })
            }
            Asked::Again(registry) => files.get_mut(&registry).and_then(|file| again(registry, file)),
            Asked::Decide(order) => {
                let now = now();
                let outcome = match files.get_mut(&order.registry) {
                    Some(file) => append(file, |journal| order.decisions(journal, now)),
                    None => Err("the decisions on this registry cannot be read".to_owned()),
                };
                Some(Msg::Decided { order: Box::new(order), outcome, now })
            }
            Asked::OpenLabels(ledger, path) => {
                let place = path.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
                let file = path.and_then(|path| LabelFile::open(&path).map_err(|error| error.to_string()));
                let content = file.map(|file| {
                    let journal = Arc::new(file.journal().clone());
                    labels.insert(ledger, file);
                    journal
                });
                Some(Msg::LabelsRead { ledger, place, content, now: now() })
            }
            Asked::LabelsAgain(ledger) => labels.get_mut(&ledger).and_then(|file| {
                let content = news(file)?;
                Some(Msg::LabelsRead { ledger, place: file.path().display().to_string(), content, now: now() })
            }),
            Asked::Label(order) => {
                let now = now();
                let outcome = match labels.get_mut(&order.ledger) {
                    Some(file) => append(file, |journal| order.lines(journal, now)).map(|(journal, _)| journal),
                    None => Err("the labels beside this ledger cannot be read".to_owned()),
                };
                Some(Msg::Labelled { order, outcome, now })
            }
        };
        if let Some(msg) = msg
            && events.send(Event::Msg(msg)).is_err()
        {
            return;
        }
    }
}

/// What others have written to a review, if there is anything new.
fn again(registry: RegistryId, file: &mut ReviewFile) -> Option<Msg> {
    let content = news(file)?;
    Some(Msg::JournalRead { registry, place: file.path().display().to_string(), content, now: now() })
}

/// What others have written, if there is anything new.
fn news<J: Judgement>(file: &mut JournalFile<J>) -> Option<Result<Arc<Journal<J>>, String>> {
    match file.refresh() {
        Ok(false) => None,
        Ok(true) => Some(Ok(Arc::new(file.journal().clone()))),
        Err(error) => Some(Err(error.to_string())),
    }
}

/// What is on disk after something was appended, and what that was; or why nothing was.
type Appended<J> = Result<(Arc<Journal<J>>, Vec<Signed<J>>), String>;

fn append<J: Judgement>(
    file: &mut JournalFile<J>,
    lines: impl FnOnce(&Journal<J>) -> Result<Vec<Signed<J>>, String>,
) -> Appended<J> {
    // The journal names decisions by their number, so it has to know all that are there.
    file.refresh().map_err(|error| error.to_string())?;
    let decisions = lines(file.journal())?;
    if let Some(folder) = file.path().parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists()) {
        make_folder(folder).map_err(|error| error.to_string())?;
    }
    file.append(&decisions).map_err(|error| error.to_string())?;
    Ok((Arc::new(Journal::clone(file.journal())), decisions))
}
