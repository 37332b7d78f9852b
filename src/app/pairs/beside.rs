//! The runs that make no pair, with why; and the pair of a run.

use crate::app::App;
use crate::app::screen::episodes::EpisodeRef;
use crate::app::screen::pairs::{Cell, PairKey};
use crate::app::window::View;
use crate::lens::pairs;
use crate::page::{Kind, Page};
use crate::pair::{Alone, Run};

impl App {
    /// Opens the window of what makes no pair, at the part that a count stands for.
    pub(super) fn open_beside(&mut self, cell: Cell) {
        if self.pairs.count(cell) == 0 {
            self.notice = Some(format!("there is none: 0 {}", cell.words()));
            return;
        }
        if cell == Cell::Elsewhere {
            self.notice = Some("those are in arms that the table does not look at now: v goes on to other arms".into());
            return;
        }
        self.open_window(View::Beside);
        // A part begins with a heading; those before it that are empty have none.
        let before = [Cell::Unmatched, Cell::Duplicates, Cell::Mixed].into_iter().take_while(|other| *other != cell);
        let nth = before.filter(|other| self.pairs.count(*other) > 0).count();
        if let Some(window) = self.window_mut(&View::Beside) {
            let headings = (0..).zip(&window.page.lines).filter(|(_, line)| line.kind == Kind::Heading);
            let heading = headings.map(|(at, _)| at).nth(nth).unwrap_or(0);
            let rest = window.page.lines.iter().skip(heading);
            let first = heading + rest.take_while(|line| line.link.is_none()).count();
            window.begin_at(first);
        }
    }

    /// What makes no pair, each with why; a line leads to its episode.
    pub(in crate::app) fn beside_page(&self) -> Option<Page> {
        Some(pairs::rest(self.pairs.pairing()?, &self.pairs.runs))
    }

    /// Goes to the episode of a line.
    pub(in crate::app) fn follow_beside(&mut self, run: usize) {
        let Some(episode) = self.pairs.episodes.get(run).copied() else { return };
        self.jumps();
        self.overlays.clear();
        self.open_episode(episode);
        self.show_in_list(episode);
    }

    /// The pair of an episode, or why there is none.
    pub(super) fn pair_of(&self, episode: EpisodeRef) -> Result<PairKey, String> {
        let none = || "there are no pairs in what is loaded".to_owned();
        let pairing = self.pairs.pairing().ok_or_else(none)?;
        let run = self.pairs.seats.run_of(episode).ok_or_else(none)?;
        if let Some(at) = self.pairs.seats.pair_of(run) {
            return self.pairs.keys.get(at).cloned().ok_or_else(none);
        }
        let name = |run: usize| self.pairs.runs.get(run).map(pairs::name).unwrap_or_default();
        let why = match pairing.why_alone(run) {
            Some(Alone::Stray(why)) => pairs::stray_words(pairing, why),
            Some(Alone::Duplicate(used)) => format!("{} is used instead", name(used)),
            Some(Alone::Mixed(beside)) => format!("it would pair with {}, which is of another study", name(beside)),
            Some(Alone::Elsewhere) | None => {
                "its arm is none of the two that are held against each other; on the pairs screen v goes on to others"
                    .into()
            }
        };
        Err(format!("this episode is in no pair: {why}"))
    }
}

/// `task 42 · trial 1 · gpt-4o`.
pub(in crate::app) fn named(run: &Run) -> String {
    let mut parts = vec![format!("task {}", run.task)];
    parts.extend(run.trial.map(|trial| format!("trial {trial}")));
    parts.extend(run.model.as_ref().map(ToString::to_string));
    parts.join(" · ")
}
