//! The thread that keeps reviews: it reads the decisions on registries and writes new ones down, one order after the
//! other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::reviewer::{author, now};
use super::{Event, spawn};
use crate::app::data::RegistryId;
use crate::app::msg::Msg;
use crate::app::review::Outcome;
use crate::app::review::order::Order;
use crate::files::{ReviewFile, make_folder, review_path};
use crate::review::{Journal, Moment};

/// What the thread is asked for.
enum Asked {
    /// Read the review of a registry for the first time.
    Open(RegistryId, Result<PathBuf, String>),
    /// Somebody else may have written to it.
    Again(RegistryId),
    /// Write decisions down.
    Decide(Order),
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

    pub(super) fn decide(&self, order: Order) {
        self.asked.send(Asked::Decide(order)).ok();
    }
}

fn file_name(name: &str) -> String {
    Path::new(name).file_name().map_or_else(|| name.to_owned(), |name| name.to_string_lossy().into_owned())
}

fn keep(orders: &Receiver<Asked>, events: &Sender<Event>) {
    let mut files: BTreeMap<RegistryId, ReviewFile> = BTreeMap::new();
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
                    Some(file) => decide(&order, file, now),
                    None => Err("the decisions on this registry cannot be read".to_owned()),
                };
                Some(Msg::Decided { order: Box::new(order), outcome, now })
            }
        };
        if let Some(msg) = msg
            && events.send(Event::Msg(msg)).is_err()
        {
            return;
        }
    }
}

/// What others have written, if there is anything new.
fn again(registry: RegistryId, file: &mut ReviewFile) -> Option<Msg> {
    let content = match file.refresh() {
        Ok(false) => return None,
        Ok(true) => Ok(Arc::new(file.journal().clone())),
        Err(error) => Err(error.to_string()),
    };
    Some(Msg::JournalRead { registry, place: file.path().display().to_string(), content, now: now() })
}

fn decide(order: &Order, file: &mut ReviewFile, now: Moment) -> Outcome {
    // The journal names decisions by their number, so it has to know all that are there.
    file.refresh().map_err(|error| error.to_string())?;
    let decisions = order.decisions(file.journal(), now)?;
    if let Some(folder) = file.path().parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists()) {
        make_folder(folder).map_err(|error| error.to_string())?;
    }
    file.append(&decisions).map_err(|error| error.to_string())?;
    Ok((Arc::new(Journal::clone(file.journal())), decisions))
}
