//! From a number to the episodes or pairs that it counts, and back to the number.

use super::Only;
use crate::app::screen::episodes::EpisodeRef;
use crate::app::screen::pairs::Pane;
use crate::app::{App, Tab};
use crate::figures::Group;
use crate::index::CallEntry;
use crate::lens::study::{self, Behind};
use crate::page::Format;
use crate::query::episode::EpisodeFilter;
use crate::safe::escaped_json;
use crate::words::counted;

impl App {
    /// What is behind the line under the cursor.
    fn behind_here(&self) -> Option<&Behind> {
        self.studying.behind.get(self.studying.screen.window.link()?)
    }

    /// The number under the cursor, as what it is of.
    pub(in crate::app) fn study_row(&self) -> Option<String> {
        self.behind_here().map(|behind| name(behind).to_owned())
    }

    /// Puts the cursor on a number, by what it is of.
    pub(super) fn stand_on_row(&mut self, row: &str) {
        if self.study_row().as_deref() == Some(row) {
            return;
        }
        let Some(at) = self.studying.behind.iter().position(|behind| name(behind) == row) else { return };
        let window = &mut self.studying.screen.window;
        if let Some(place) = window.page.lines.iter().position(|line| line.link == Some(at)) {
            window.move_to(place);
        }
    }

    /// The number to stand on once there is a page.
    pub(in crate::app) fn want_row(&mut self, row: Option<String>) {
        match row {
            Some(row) if !self.studying.behind.is_empty() => self.stand_on_row(&row),
            row => self.studying.wanted = row,
        }
    }

    /// The line under the cursor, to be copied.
    pub(in crate::app) fn number_here(&self) -> Result<String, &'static str> {
        let window = &self.studying.screen.window;
        let line = window.line().and_then(|line| window.page.lines.get(line)).ok_or("there is no number here")?;
        let text = line.plain();
        Ok(crate::safe::visible(text.trim()).into_owned())
    }

    /// The page as a text, or all numbers as data.
    pub(in crate::app) fn study_document(&self, format: Format) -> Result<String, String> {
        let page = &self.studying.screen.window.page;
        let none = "there are no numbers yet";
        match format {
            _ if page.lines.is_empty() => Err(none.to_owned()),
            // A document has no keys to press: it is that of the command.
            Format::Md => {
                Ok(self.studying.study().map_or_else(|| page.as_markdown(), |it| study::page(&it).0.as_markdown()))
            }
            Format::Text => Ok(page.as_text()),
            Format::Json => {
                let study = self.studying.study().ok_or(none)?;
                Ok(format!("{}\n", escaped_json(&study::json(&study).spread())))
            }
            Format::Csv => Ok(study::table(&self.studying.study().ok_or(none)?).print(Format::Csv)),
        }
    }

    /// Opens the episodes or the pairs behind the number under the cursor, and nothing else.
    pub(in crate::app) fn enter_study(&mut self) {
        match self.behind_here().cloned() {
            None => self.notice = Some("this line counts nothing; tab goes to the next number".into()),
            Some(Behind::Prevalence) => {
                self.notice = Some("left and right turn π by .01, < and > by .10".into());
            }
            Some(Behind::Rows(what, Group { rows, .. }) | Behind::Pairs(what, rows)) if rows.is_empty() => {
                self.notice = Some(format!("nothing to open: {what}: 0"));
            }
            Some(Behind::Rows(what, group)) => self.show_only_episodes(what, &group),
            Some(Behind::Pairs(what, pairs)) => self.show_only_pairs(what, &pairs),
        }
    }

    fn show_only_episodes(&mut self, what: String, group: &Group) {
        let Some(result) = &self.studying.result else { return };
        let rows = (0..).zip(&group.rows);
        let episodes =
            rows.filter_map(|(at, row)| Some((result.episodes.get(*row as usize).copied()?, group.first(at))));
        let only = Only::with_steps(what, episodes);
        self.notice = Some(format!("{}: {}; esc leads back", counted(only.count(), "episode"), only.what));
        self.jumps();
        self.show_tab(Tab::Episodes);
        self.close_episode();
        self.episodes.filter.clear();
        self.episodes.only = Some(only);
        self.episodes.refresh(&self.data);
        self.episodes.list.move_to(0);
    }

    fn show_only_pairs(&mut self, what: String, pairs: &[u32]) {
        let Some(result) = &self.studying.result else { return };
        let keys = pairs.iter().filter_map(|pair| result.pairs.get(*pair as usize).cloned());
        let only = Only::new(what, keys);
        self.notice = Some(format!("{}: {}; esc leads back", counted(only.count(), "pair"), only.what));
        self.jumps();
        self.show_tab(Tab::Pairs);
        self.pairs.screen.filter.clear();
        self.pairs.screen.pane = Pane::List;
        self.pairs.screen.only = Some(only);
        self.refresh_pairs();
        self.pairs.screen.list.move_to(0);
    }

    /// Opens an episode of the list, at the first of its calls that the list was made for.
    pub(in crate::app) fn open_listed(&mut self, episode: EpisodeRef) {
        self.open_episode(episode);
        let counted = self.episodes.only.as_ref().and_then(|only| Some((only.step(&episode)?, only.what.clone())));
        let Some((step, what)) = counted.or_else(|| self.first_receipt_asked_for(episode)) else { return };
        if step > 0 {
            self.stand_on(step, None);
        }
        self.notice = Some(format!("call {step} is the first here of: {what}"));
    }

    /// Where a filter asks for receipts, the first call with one.
    fn first_receipt_asked_for(&self, episode: EpisodeRef) -> Option<(usize, String)> {
        let filter = &self.episodes.filter;
        let asks = EpisodeFilter::parse(filter).is_ok_and(|it| it.asks("receipts"));
        let (entry, slot) = self.entry(episode).zip(self.data.ledger(episode.ledger)).filter(|_| asks)?;
        let has_receipt = |place: &u32| slot.index.calls().get(*place as usize).is_some_and(CallEntry::has_receipt);
        Some((entry.calls.iter().position(has_receipt)?, format!("receipts, as the filter {filter} asks")))
    }

    /// Leaves a list that shows what is behind a number; false if the list on screen shows something else.
    pub(in crate::app) fn come_back_to_study(&mut self) -> bool {
        let was_only = match self.tab {
            Tab::Episodes => self.show_all_episodes(),
            Tab::Pairs => self.show_all_pairs(),
            _ => false,
        };
        if was_only {
            self.show_tab(Tab::Study);
        }
        was_only
    }

    /// The list of episodes shows all of them again.
    pub(in crate::app) fn show_all_episodes(&mut self) -> bool {
        let was_only = self.episodes.only.take().is_some();
        if was_only {
            self.episodes.refresh(&self.data);
        }
        was_only
    }

    /// The list of pairs shows all of them again.
    pub(in crate::app) fn show_all_pairs(&mut self) -> bool {
        let was_only = self.pairs.screen.only.take().is_some();
        if was_only {
            self.refresh_pairs();
        }
        was_only
    }
}

fn name(behind: &Behind) -> &str {
    match behind {
        Behind::Rows(what, _) | Behind::Pairs(what, _) => what,
        Behind::Prevalence => "prevalence",
    }
}
