//! Full-text search in all loaded ledgers: asked for in a prompt, read in the background, shown as it comes.

use std::sync::Arc;

use super::App;
use super::conversation::Wanted;
use super::data::CallRef;
use super::filter::{FilterPrompt, Filtered};
use super::scan::{Purpose, RecordRef, Scan, Which};
use super::screen::stepper::{Find, Pane};
use super::tree::Fold;
use super::window::View;
use crate::domain::ids::{Step, ToolName};
use crate::lens::Answer;
use crate::lens::search::{self, FullText, Hits, Located, Spot, State};
use crate::page::Page;
use crate::query::episode;
use crate::query::lang::Query;
use crate::query::text::Sought;

/// A search ends by itself when so many calls and messages were found: nobody reads more.
const ENOUGH: usize = 2_000;

/// The last search.
#[derive(Clone, Debug, Default)]
pub struct Searching {
    /// What was typed, or the value that was taken.
    pub text: String,
    sought: Sought,
    /// How many records there were to search.
    of: usize,
    /// How many had been searched when it was stopped.
    stopped_at: Option<usize>,
    /// The line under the cursor when the window was left.
    place: usize,
}

impl Searching {
    /// What was typed; nothing where a value was taken, which is found only as a whole.
    pub(super) fn typed(&self) -> Option<&str> {
        (self.sought == Sought::new(&self.text) && !self.sought.is_empty()).then_some(self.text.as_str())
    }
}

impl App {
    /// Asks for a text.
    pub(super) fn open_search(&mut self) {
        // A filter that found nothing by its words leaves them to be searched for.
        let offered = self.text_in_filter().filter(|_| self.episodes.list.rows().is_empty()).unwrap_or_default();
        self.filter_prompt = Some(FilterPrompt::new(Filtered::Everywhere, offered));
    }

    /// The words in the filter of the list of episodes that ask for no field, as a search takes them.
    #[must_use]
    pub fn text_in_filter(&self) -> Option<String> {
        if self.base_scope() != super::keys::Scope::Episodes {
            return None;
        }
        let query = Query::parse(&self.episodes.filter, &episode::FIELDS).ok()?;
        let quoted = |text: &str| if text.contains(' ') { format!("\"{text}\"") } else { text.to_owned() };
        let texts: Vec<String> = query.texts().map(quoted).collect();
        (!texts.is_empty()).then(|| texts.join(" "))
    }

    /// Searches for a text. Where nothing was typed, or the same again, the last search is shown again.
    pub(super) fn search(&mut self, text: &str) {
        let is_last = text.trim().is_empty() || text == self.searching.text;
        if is_last && self.searching.text.is_empty() {
            self.notice = Some("nothing was typed, so nothing is searched".into());
        } else if !is_last {
            self.start_search(text.to_owned(), Sought::new(text));
        } else if self.searching.stopped_at.is_none() && self.scan(Purpose::Search).is_some() {
            self.show_search();
        } else {
            let Searching { text, sought, .. } = self.searching.clone();
            self.start_search(text, sought);
        }
    }

    /// Searches for the value under the cursor.
    pub(super) fn search_value(&mut self) {
        let row = self.stepper.as_ref().filter(|stepper| stepper.pane == Pane::Tree).and_then(|stepper| stepper.row());
        let Some(row) = row.filter(|row| row.fold == Fold::Leaf) else {
            self.notice = Some("Tab to a value of the call first: * searches all files for it".into());
            return;
        };
        // A string is searched for by what it says, not by how JSON spells it.
        let value = crate::domain::json::read(&row.value).ok().map(|read| read.value);
        let text = value.as_ref().and_then(|value| value.as_str()).unwrap_or(&row.value).to_owned();
        if text.is_empty() {
            self.notice = Some("this value is an empty text: there is nothing to search for".into());
            return;
        }
        self.start_search(text.clone(), Sought::value(&text));
    }

    fn start_search(&mut self, text: String, sought: Sought) {
        self.searching = Searching { text, sought, ..Searching::default() };
        self.search_again();
        if self.data.ledgers.iter().any(|slot| !slot.complete) {
            self.notice = Some("files are still being read: what has been read by now is searched".into());
        }
        self.show_search();
    }

    /// Searches again, after a file was written anew.
    pub(super) fn search_again(&mut self) {
        let records = self.data.all_records();
        let question = FullText(self.searching.sought.clone());
        (self.searching.of, self.searching.stopped_at) = (records.len(), None);
        self.start_scan(Purpose::Search, Arc::new(question), records);
    }

    fn show_search(&mut self) {
        self.overlays.retain(|window| !matches!(window, super::Overlay::Page(window) if window.view == View::Search));
        self.open_window(View::Search);
        let place = self.searching.place;
        if let Some(window) = self.window_mut(&View::Search)
            && place > 0
        {
            window.move_to(place);
        }
    }

    /// Stops a search whose window is on top; says whether there was one under way.
    pub(super) fn stop_search(&mut self) -> bool {
        let is_on_top = self.window().is_some_and(|window| window.view == View::Search);
        let asked = self.scan(Purpose::Search).map_or(0, |scan| scan.progress().0);
        if !is_on_top || !self.stop_scan(Purpose::Search) {
            return false;
        }
        self.searching.stopped_at = Some(asked);
        self.refresh_windows();
        self.notice = Some("the search was stopped; what was found stays. Esc closes".into());
        true
    }

    /// A search that found more than anybody reads ends.
    pub(super) fn limit_search(&mut self) {
        let Some(scan) = self.scan(Purpose::Search).filter(|scan| !scan.is_done()) else { return };
        if scan.found().len() < ENOUGH {
            return;
        }
        let asked = scan.progress().0;
        self.stop_scan(Purpose::Search);
        self.searching.stopped_at = Some(asked);
        self.notice = Some(format!("{ENOUGH} calls and messages have it: the search stopped. Type more of the text"));
    }

    /// What was found so far, each with its record.
    fn found(&self) -> impl Iterator<Item = (RecordRef, &Hits)> {
        let found = self.scan(Purpose::Search).map(Scan::found).unwrap_or_default();
        found.iter().filter_map(|(record, answer)| match answer {
            Answer::Hits(hits) => Some((*record, hits)),
            _ => None,
        })
    }

    /// The text of the window.
    pub(super) fn search_page(&self) -> Page {
        let Some(scan) = self.scan(Purpose::Search) else {
            let mut page = Page::new(format!("search for {}", self.searching.text));
            page.text("A file was written anew, and what was found in it is void. Ctrl-f and Enter search again.");
            return page;
        };
        let located: Vec<Located<'_>> = self.found().filter_map(|(record, hits)| self.located(record, hits)).collect();
        let is_stopped = self.searching.stopped_at.is_some();
        let asked = self.searching.stopped_at.unwrap_or(scan.progress().0);
        let state = State { asked, of: self.searching.of, is_stopped, unreadable: scan.unreadable() };
        search::page(&self.searching.text, &located, state)
    }

    fn located<'a>(&'a self, record: RecordRef, hits: &'a Hits) -> Option<Located<'a>> {
        let slot = self.data.ledger(record.ledger)?;
        let episode = slot.index.episodes().get(record.episode as usize)?;
        let call: Option<(Step, &ToolName)> = match record.which {
            Which::Call(place) => {
                let entry = slot.index.calls().get(place as usize)?;
                Some((entry.step(), slot.index.tool(entry)))
            }
            Which::Message(_) => None,
        };
        Some(Located { file: &slot.name, episode, call, hits })
    }

    /// Goes where a line of the window leads; the text stays to be found in the call.
    pub(super) fn open_hit(&mut self, link: usize) {
        let all = self.found().flat_map(|(record, hits)| hits.told.iter().map(move |hit| (record, hit)));
        let Some((record, spot)) = all.map(|(record, hit)| (record, hit.spot.clone())).nth(link) else { return };
        self.searching.place = self.window().map_or(0, super::window::Window::place);
        self.overlays.clear();
        self.jumps();
        match record.which {
            Which::Message(number) => {
                let episode = record.of();
                self.open_episode(episode);
                self.episodes.list.select(&episode);
                self.open_conversation(Wanted::Message(number as usize));
            }
            Which::Call(place) => {
                self.open_call(CallRef { ledger: record.ledger, place });
                let step = self.stepper.as_ref().map_or(0, |stepper| stepper.calls.place());
                match spot {
                    Spot::Value(part, place) => self.stand_on(step, Some((part, place))),
                    Spot::Receipt(_) => {
                        if let Some(stepper) = &mut self.stepper {
                            stepper.pane = Pane::Receipt;
                        }
                    }
                    Spot::Message(_) => {}
                }
            }
        }
        if let Some(stepper) = &mut self.stepper {
            stepper.find =
                Find { text: self.searching.text.clone(), sought: self.searching.sought.clone(), ..Find::default() };
        }
    }
}
