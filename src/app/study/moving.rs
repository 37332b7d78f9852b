//! What keys do on the study screen: other groupings, parts, another prevalence, from section to section.

use crate::app::App;
use crate::domain::json::{Json, Object};
use crate::lens::study::By;
use crate::page::Kind;
use crate::pair::Plan;
use crate::words::counted;

impl App {
    /// The next grouping that tells something apart.
    pub(in crate::app) fn turn_grouping(&mut self, forward: bool) {
        let by = self.studying.screen.by;
        let Some(next) = self.studying.study().map(|study| by.next(&study, forward)) else { return };
        self.studying.screen.by = next;
        self.notice = Some(format!("tables {}", next.words()));
    }

    /// What is remembered of the screen from visit to visit.
    pub(in crate::app) fn study_memory(&self) -> Object {
        let screen = &self.studying.screen;
        // It is turned by whole hundredths.
        let prevalence = screen.prevalence.map(|pi| Json::from(format!("{pi:.2}")));
        Object::new()
            .with("tables", screen.by.words())
            .with("parts", screen.is_open)
            .with("sensitivity", screen.is_sensitive)
            .with("prevalence", prevalence)
    }

    /// Takes up what was remembered of the last visit.
    pub(in crate::app) fn take_up_study(&mut self, json: &Json) {
        let text = |key: &str| json.get(key).and_then(Json::as_str);
        let is = |key: &str| json.get(key).and_then(Json::as_bool).unwrap_or(false);
        let by = text("tables").and_then(|words| By::ALL.into_iter().find(|by| by.words() == words));
        let prevalence = text("prevalence").and_then(|pi| pi.parse().ok()).filter(|pi| (0.0..=1.0).contains(pi));
        let screen = &mut self.studying.screen;
        (screen.by, screen.is_open, screen.is_sensitive) = (by.unwrap_or_default(), is("parts"), is("sensitivity"));
        screen.prevalence = prevalence;
    }

    /// Shows the parts of each line, or hides them.
    pub(in crate::app) fn toggle_branches(&mut self) {
        let is_open = &mut self.studying.screen.is_open;
        *is_open = !*is_open;
        self.notice = Some(if *is_open { "each line with its parts" } else { "each line without its parts" }.into());
    }

    /// Says what one more pair would do to p, or does not any more.
    pub(in crate::app) fn toggle_sensitivity(&mut self) {
        let is_sensitive = &mut self.studying.screen.is_sensitive;
        *is_sensitive = !*is_sensitive;
        if *is_sensitive {
            self.refresh_study();
            self.stand_on_row("pairs won or lost");
        }
    }

    /// Turns the prevalence by so many hundredths.
    pub(in crate::app) fn turn_prevalence(&mut self, hundredths: i32) {
        let Some(figures) = self.studying.figures() else { return };
        let worth = &figures.worth;
        let Some(now) = worth.seen().and(self.studying.screen.prevalence.or_else(|| worth.prevalence())) else {
            self.notice = Some("there is nothing to turn: it takes pairs with a fault and pairs without one".into());
            return;
        };
        // Whole hundredths, so that there and back is the same; what is between two goes to the next one on its way.
        let (scaled, nearest) = (now * 100.0, (now * 100.0).round());
        let from = match hundredths {
            _ if (scaled - nearest).abs() < 1e-9 => nearest,
            1.. => scaled.floor(),
            _ => scaled.ceil(),
        };
        let next = (from + f64::from(hundredths)).clamp(0.0, 100.0) / 100.0;
        self.studying.screen.prevalence = Some(next);
        self.refresh_study();
        self.stand_on_row("prevalence");
    }

    /// Goes to the first line of the next section, or of the one before.
    pub(in crate::app) fn turn_section(&mut self, forward: bool) {
        let window = &mut self.studying.screen.window;
        let lines = &window.page.lines;
        let is_heading = |at: &usize| lines.get(*at).is_some_and(|line| line.kind == Kind::Heading);
        let Some(here) = window.line() else {
            self.notice = Some("there are no numbers yet".into());
            return;
        };
        // The heading above the cursor belongs to it.
        let own = (0..=here).rev().find(is_heading).unwrap_or(0);
        let found = if forward {
            (here + 1..lines.len()).find(is_heading)
        } else if here > own + 1 {
            Some(own)
        } else {
            (0..own).rev().find(is_heading).or(Some(0))
        };
        let Some(heading) = found else {
            self.notice = Some("this is the last section".into());
            return;
        };
        let first = (heading..lines.len()).find(|at| lines.get(*at).is_some_and(|line| line.link.is_some()));
        window.begin_at(heading);
        window.move_to(first.filter(|_| heading > 0).unwrap_or(heading));
    }

    /// Throws different studies together, or keeps them apart again.
    pub(in crate::app) fn toggle_pooling(&mut self) {
        self.make_pairs();
        let plan = self.pairs.plan().clone();
        let mixes_studies = !plan.mixes_studies;
        self.use_plan(Plan { mixes_studies, ..plan });
        let pairs = self.pairs.pairing().map_or(0, |pairing| pairing.pairs.len());
        let pairs = counted(pairs, "pair");
        self.notice = Some(if mixes_studies {
            format!("episodes of different studies are one now: {pairs}")
        } else {
            format!("different studies are kept apart: {pairs}")
        });
    }
}
