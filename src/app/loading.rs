//! Files that arrive, grow, change and vanish: what is on screen stays where it is.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::data::{LedgerId, LedgerSlot, RegistryId, RegistrySlot, Replay};
use super::digests::Digests;
use super::generations::Generations;
use super::msg::Msg;
use super::scan::Purpose;
use super::screen::episodes::Column;
use super::{App, Tab};
use crate::app::effect::Effect;
use crate::domain::registry::Registry;
use crate::index::{Batch, Index};
use crate::words::counted;

/// Behind news that the list of changes has; growing is none of them, for a live ledger grows all the time.
pub(super) const LISTED: &str = " (R lists the changes)";

/// At most so many messages are kept; the oldest go first.
const LOG_LINES: usize = 1000;

impl App {
    /// Takes a fact about files.
    pub(super) fn loaded(&mut self, msg: Msg) -> Vec<Effect> {
        match msg {
            Msg::Found(sentences) => {
                self.data.found = true;
                for sentence in sentences {
                    self.say(sentence);
                }
                self.choose_tab();
            }
            Msg::SessionBegun { paths, text, with_theme } => {
                return self.begin_session(paths, text.as_deref(), with_theme);
            }
            Msg::RegistryRead { id, name, content } => self.registry_read(id, name, content),
            Msg::RegistryGone(id) => {
                if let Some(slot) = self.data.registries.iter_mut().find(|slot| slot.id == id) {
                    slot.gone = true;
                    let sentence = format!("{} is gone from disk; its last content stays on screen", slot.name);
                    slot.problem = Some(sentence.clone());
                    self.say(sentence);
                }
            }
            Msg::Written(path, bytes) => self.written(&path, bytes),
            Msg::FileThere(path) => self.is_there(path),
            Msg::Opened(sentence) => self.notice = sentence,
            Msg::Unwritten(sentence) => self.notice = Some(sentence),
            Msg::LinkGiven(link) => self.wanted_link = Some(link),
            Msg::LedgerAt(id, path) => self.ledger_lies_at(id, path),
            Msg::RegistryAt(id, path) => self.registry_lies_at(id, path),
            Msg::RecoveryAt(path) => self.data.recovery_path = Some(path),
            Msg::ToolsRead { path, name, snapshot } => self.tools_read(path, name, snapshot),
            Msg::BuiltIn => self.data.is_built_in = true,
            Msg::RecoveryRead(substitutes) => {
                // A folder that changed has all its files read again: most say what they said before.
                let is_new = self.data.substitutes.tools != substitutes.tools;
                self.data.substitutes = Arc::new(substitutes);
                if is_new {
                    self.restart_digests();
                    self.show_call();
                }
            }
            Msg::LedgerOpened { id, name } => self.ledger_opened(id, name),
            Msg::LedgerRead { id, batch, total, complete, notes } => {
                self.ledger_read(id, *batch, total, complete, notes);
            }
            Msg::LedgerFailed(id, sentence) => {
                if let Some(slot) = self.data.ledger_mut(id) {
                    slot.problem = Some(sentence.clone());
                    slot.complete = true;
                }
                self.renew(id, true);
                self.say(sentence);
            }
            Msg::LedgerGone(id) => self.ledger_gone(id),
            Msg::CallsRead { ledger, generation, calls } => self.calls_read(ledger, generation, calls),
            Msg::Replayed { ledger, generation, checked, fired } => self.replayed(ledger, generation, checked, fired),
            Msg::Looked { ledger, generation, checked, looks } => self.looked(ledger, generation, checked, &looks),
            Msg::ReviewerKnown { author, now } => {
                self.review.author = author;
                self.review.now = now;
            }
            Msg::JournalRead { registry, place, content, now } => self.journal_read(registry, place, content, now),
            Msg::Decided { order, outcome, now } => self.ordered(&order, outcome, now),
            Msg::LabelsRead { ledger, place, content, now } => self.labels_read(ledger, place, content, now),
            Msg::Labelled { order, outcome, now } => self.labelled(&order, outcome, now),
            Msg::Frozen { registry, outcome } => self.frozen(registry, outcome),
            Msg::Audited { generation, run } => self.audited(generation, run),
            Msg::Scanned { purpose, generation, asked, answers } => {
                self.scanned(purpose, generation, asked, answers);
                if purpose == Purpose::Offers {
                    self.take_offers();
                }
                self.take_of_pair(purpose);
                self.take_previews(purpose);
                self.look_around(purpose);
            }
            Msg::Digested { ledger, generation, digested } => {
                self.digested(ledger, generation, digested);
                self.outdate_braids();
                self.refresh_windows();
            }
            Msg::Studied { generation, counted } => self.studied(generation, counted),
            Msg::WatchChanged(watch) => self.watch = watch,
            Msg::TourOffered => self.offer_tour(),
            Msg::PathsFailed(failed) => self.paths_failed(failed),
            Msg::Noted(sentence) => self.say(sentence),
            Msg::ThemesFound(names) => self.themes.0 = names,
            // Whatever the ground of the terminal, the person's own choice stays.
            Msg::ThemeTaken(_) if self.has_chosen_theme() => {}
            Msg::ThemeTaken(place) => {
                self.themes.1 = place.min(self.themes.0.len().saturating_sub(1));
                return self
                    .themes
                    .0
                    .get(self.themes.1)
                    .map(|name| Effect::UseTheme(name.clone()))
                    .into_iter()
                    .collect();
            }
            Msg::Key(_) | Msg::Pasted(_) | Msg::Wheeled(..) | Msg::Clicked(..) | Msg::Resized(..) => {}
        }
        Vec::new()
    }

    /// What cannot be read of what was named is told where it is seen at once, and stays in the status line as long as
    /// it is so: whoever mistyped a path is not to look for episodes that were never read.
    fn paths_failed(&mut self, failed: Vec<String>) {
        let news: Vec<String> = failed.iter().filter(|it| !self.data.failed.contains(it)).cloned().collect();
        self.data.failed = failed;
        if let Some(first) = news.first() {
            let more = if news.len() > 1 { format!(" (and {} more: L)", news.len() - 1) } else { String::new() };
            self.notice = Some(format!("{first}{more}"));
        }
        for sentence in news {
            self.say(sentence);
        }
    }

    /// Adds a line to the log.
    pub(super) fn say(&mut self, sentence: String) {
        self.log.push(sentence);
        let excess = self.log.len().saturating_sub(LOG_LINES);
        self.log.drain(..excess);
    }

    /// At the start: the episodes, if there are any; else the registries. Never against the person's choice.
    fn choose_tab(&mut self) {
        if !self.chosen_tab {
            self.tab = if let Some(tab) = self.wanted_tab() {
                tab
            } else if self.data.ledgers.is_empty() && !self.data.registries.is_empty() {
                Tab::Registries
            } else {
                Tab::Episodes
            };
            if self.tab == Tab::Review {
                self.refresh_review();
            }
        }
    }

    fn registry_read(&mut self, id: RegistryId, name: String, content: Result<Arc<Registry>, String>) {
        let at = self.data.registries.iter().position(|slot| slot.id == id);
        let at = at.unwrap_or_else(|| {
            let (registry, problem, unseen, gone) = (None, None, BTreeMap::new(), false);
            self.data.registries.push(RegistrySlot {
                id,
                path: name.clone(),
                name: name.clone(),
                registry,
                generations: Generations::default(),
                problem,
                unseen,
                gone,
            });
            self.data.registries.sort_by_key(|slot| slot.id);
            self.data.registries.iter().position(|slot| slot.id == id).unwrap_or_default()
        });
        let Some(slot) = self.data.registries.get_mut(at) else { return };
        slot.name = name;
        match content {
            Err(sentence) => {
                let stays = if slot.registry.is_some() { "; the last good content stays on screen" } else { "" };
                slot.problem = Some(format!("{sentence}{stays}"));
                let sentence = format!("{sentence}{stays}");
                self.say(sentence);
            }
            Ok(registry) => {
                slot.problem = None;
                slot.gone = false;
                let (difference, is_new) = slot.take(&registry);
                if let Some(difference) = difference {
                    self.registry_changed(at, &difference);
                }
                if self.registry.is_none() {
                    self.registry = Some(id);
                }
                // A folder that changed has all its files read again: most say what they said before.
                if is_new {
                    self.auditing.outdate_judge(id);
                    self.restart_replay();
                }
            }
        }
        self.registries.refresh(&self.data, self.registry);
        if self.tab == Tab::Review {
            self.refresh_review();
        }
        self.compare_again();
        self.hold_seals();
        self.take_up_registry(id);
        self.show_call();
        self.choose_tab();
    }

    fn ledger_opened(&mut self, id: LedgerId, name: String) {
        if self.data.ledger(id).is_none() {
            let (index, total, complete, generation, problem, notes) = (Index::new(), 0, false, 0, None, Vec::new());
            let replay = Replay::default();
            let (is_known, has_grown) = (false, false);
            self.data.ledgers.push(LedgerSlot {
                id,
                path: name.clone(),
                name,
                index,
                total,
                complete,
                is_known,
                has_grown,
                generation,
                problem,
                gone: false,
                notes,
                replay,
                digests: Digests::default(),
            });
            self.data.ledgers.sort_by_key(|slot| slot.id);
        }
        self.choose_tab();
    }

    fn ledger_read(&mut self, id: LedgerId, batch: Batch, total: u64, complete: bool, notes: Vec<String>) {
        let restart = batch.restart;
        if restart {
            self.seek(id);
            self.begin_renewal(id);
        }
        let follows = self.stepper.is_none() && self.is_at_end();
        let is_last = self.data.ledgers.last().is_some_and(|slot| slot.id == id);
        let Some(slot) = self.data.ledger_mut(id) else { return };
        let episodes = slot.index.episodes().len();
        let was_complete = slot.complete;
        slot.has_grown = slot.is_known && !restart;
        slot.is_known = complete || slot.has_grown;
        let follows = follows && is_last && slot.has_grown;
        slot.index.apply(batch);
        self.review.forecasts.forget_episodes();
        self.auditing.outdate();
        let Some(slot) = self.data.ledger_mut(id) else { return };
        slot.total = total;
        slot.complete = complete;
        slot.problem = None;
        slot.gone = false;
        let sentences: Vec<_> = notes.iter().map(|note| format!("{}: {note}", slot.name)).collect();
        slot.notes.extend(notes);
        let (grown, name) = (slot.index.episodes().len(), slot.name.clone());
        for sentence in sentences {
            self.say(sentence);
        }
        if restart {
            self.void(id);
            if episodes > 0 && total > 0 {
                let news = format!("{name} was rewritten and is read anew");
                self.news = Some(format!("{news}{LISTED}"));
                self.changes.push(news);
            }
        } else {
            if was_complete && grown > episodes {
                self.news = Some(format!("{name} grew by {}", counted(grown - episodes, "episode")));
            }
            self.episodes.grow(&self.data, id, episodes);
            self.unsorted = true;
        }
        if complete && self.unsorted {
            // Counts and outcomes came in after their episode: filters and orders may see it otherwise now.
            self.unsorted = false;
            if !self.episodes.filter.is_empty() || self.episodes.sort != Column::File {
                self.episodes.refresh(&self.data);
            }
        }
        if follows {
            self.episodes.list.move_to(usize::MAX);
        }
        self.look_for_grown(id);
        self.outdate_pairs();
        if restart || (complete && !was_complete) {
            self.renew_finder();
        }
        self.find_again(id, complete);
        self.take_up_ledger(id, complete);
        self.follow_episode(id);
        self.renew(id, complete);
    }

    /// Under another name it would be counted twice, and deleted it is no part of the study.
    fn ledger_gone(&mut self, id: LedgerId) {
        let Some(slot) = self.data.ledger(id) else { return };
        let episodes = counted(slot.index.episodes().len(), "episode");
        let news = format!("{} is gone from disk, and its {episodes} with it", slot.name);
        self.ledger_read(id, Batch::of_nothing(), 0, true, Vec::new());
        if let Some(slot) = self.data.ledger_mut(id) {
            slot.gone = true;
        }
        self.news = Some(format!("{news}{LISTED}"));
        self.changes.push(news);
    }

    /// What was known of the calls of a ledger that was rewritten holds no more.
    fn void(&mut self, id: LedgerId) {
        if let Some(slot) = self.data.ledger_mut(id) {
            slot.generation += 1;
            slot.replay = Replay { generation: slot.replay.generation + 1, ..Replay::default() };
        }
        self.asked.remove(&id);
        self.void_digests(id);
        self.void_scans(id);
        if self.stepper.as_ref().is_some_and(|stepper| stepper.episode.ledger == id) {
            self.close_episode();
        }
        self.registries.forget(id, &self.data);
        self.review.forget(id);
        self.episodes.refresh(&self.data);
    }

    /// The open episode may have grown: follow at its end, only count otherwise (UI.md, screen 3).
    fn follow_episode(&mut self, ledger: LedgerId) {
        let Some(stepper) = self.stepper.as_mut().filter(|stepper| stepper.episode.ledger == ledger) else { return };
        let Some(slot) = self.data.ledger(ledger) else { return };
        let Some(episode) = slot.index.episodes().get(stepper.episode.place) else { return };
        let (before, now) = (stepper.calls.rows().len(), episode.calls.len());
        if now == before {
            return;
        }
        let at_end = before > 0 && stepper.calls.place() + 1 == before;
        stepper.calls.set_rows(episode.calls.clone());
        if at_end {
            stepper.calls.move_to(usize::MAX);
        } else {
            stepper.waiting += now.saturating_sub(before);
        }
        self.show_call();
    }
}
