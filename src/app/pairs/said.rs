//! What both episodes of an open pair said, read when somebody wants to see it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::app::App;
use crate::app::scan::{Purpose, Which};
use crate::app::screen::braid::BraidScreen;
use crate::app::screen::episodes::EpisodeRef;
use crate::app::screen::pairs::PairKey;
use crate::app::window::View;
use crate::domain::episode::Message;
use crate::domain::ids::Step;
use crate::lens::conversation::{Messages, Show, Turn};
use crate::lens::said::{self, Secrets, Voice};
use crate::lens::{Answer, Seen};
use crate::page::{Kind, Page};
use crate::pair::Side;

/// The messages of both, as far as they are read; those of the first arm first.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pair: PairKey,
    read: [BTreeMap<usize, Arc<Message>>; 2],
    /// Those that are shown however long they are.
    full: [BTreeSet<usize>; 2],
}

impl App {
    /// Opens what both said: at the final answers, or at the beginning of the side that the cursor is on.
    pub(in crate::app) fn open_said(&mut self, is_answer: bool) {
        let Some(open) = &self.pairs.open else { return };
        let (pair, side) = (open.pair.clone(), open.side);
        if self.pairs.said.as_ref().is_none_or(|said| said.pair != pair) {
            self.pairs.said = Some(Said { pair, read: Default::default(), full: Default::default() });
            self.read_said();
        }
        self.open_window(View::Said);
        if !is_answer {
            self.place_in_said(side);
        }
    }

    fn read_said(&mut self) {
        let Some(said) = &self.pairs.said else { return };
        let Some(episodes) = self.standing_episodes(&said.pair) else { return };
        let all = episodes.into_iter().flat_map(|it| self.data.records_of(it.ledger, it.place));
        let records = all.filter(|record| matches!(record.which, Which::Message(_))).collect();
        self.start_scan(Purpose::Said, Arc::new(Messages), records);
    }

    /// Reads anew what both said: their files are other ones.
    pub(in crate::app) fn read_said_again(&mut self) {
        if let Some(said) = &mut self.pairs.said {
            said.read = Default::default();
            self.read_said();
        }
    }

    /// Takes what was read of the open pair.
    pub(in crate::app) fn take_of_pair(&mut self, purpose: Purpose) {
        match purpose {
            Purpose::Braid => self.take_braid_calls(),
            Purpose::Said => self.take_said(),
            _ => {}
        }
    }

    /// Takes the messages that were read since.
    fn take_said(&mut self) {
        let found = self.take_found(Purpose::Said);
        let Some(episodes) = self.pairs.said.as_ref().and_then(|said| self.standing_episodes(&said.pair)) else {
            return;
        };
        let Some(said) = &mut self.pairs.said else { return };
        for (record, answer) in found {
            let (Which::Message(number), Answer::Record(Seen::Message(message))) = (record.which, answer) else {
                continue;
            };
            let side = episodes.iter().position(|it| *it == record.of());
            if let Some(read) = side.and_then(|side| said.read.get_mut(side)) {
                read.insert(number as usize, message);
            }
        }
    }

    /// The turns of one of the two, 0 the first arm.
    fn turns_said(&self, said: &Said, side: usize, episode: EpisodeRef) -> Vec<Turn> {
        let Some(slot) = self.data.ledger(episode.ledger) else { return Vec::new() };
        let turn = |which| match which {
            Which::Message(number) => {
                let number = number as usize;
                let message = said.read.get(side).and_then(|read| read.get(&number)).cloned();
                Some(Turn::Said { number, message })
            }
            Which::Call(place) => {
                let entry = slot.index.calls().get(place as usize)?;
                Some(Turn::Called { step: entry.step(), tool: slot.index.tool(entry).clone(), note: None })
            }
        };
        let records = self.data.records_of(episode.ledger, episode.place).into_iter();
        records.filter_map(|record| turn(record.which)).collect()
    }

    /// The two as they stand on screen; nothing while a file is read anew in which others may stand in their places.
    fn voices<'a>(&'a self, said: &Said, open: &BraidScreen) -> Option<[Voice<'a>; 2]> {
        let names = self.pair_names(&said.pair)?;
        let [first, second] = self.standing_episodes(&said.pair)?;
        let mut turns = [self.turns_said(said, 0, first), self.turns_said(said, 1, second)];
        if self.is_hidden(&said.pair) {
            let [one, other] = self.pairs.digests(&said.pair)?;
            let arms = self.pairs.named_arms()?;
            let episodes = self.pair_entries(&said.pair)?.map(|entry| entry.id.as_str());
            let names = arms.iter().map(String::as_str).chain(episodes);
            turns = Secrets::of(names, [one, other]).veil([&turns[0], &turns[1]]);
        }
        let here = open.braid.as_ref().and_then(|braid| braid.rows.get(open.at(braid)?));
        let here = here.map_or([None, None], |row| [row.first, row.second]);
        // The braid has its sides as they stand, and what was read has those of the arms.
        let here = if open.is_turned { [here[1], here[0]] } else { here };
        let [first, second] = turns;
        let voice = |side: usize, turns| {
            let full = said.full.get(side).cloned().unwrap_or_default();
            let here = here.get(side).copied().flatten().map(Step);
            let whose = names[side].to_owned();
            Voice { name: names[side], turns, show: Show { full, here, whose, ..Show::default() } }
        };
        let (one, other) = (voice(0, first), voice(1, second));
        Some(if open.is_turned { [other, one] } else { [one, other] })
    }

    /// The text of the window.
    pub(in crate::app) fn said_page(&self) -> Option<Page> {
        let open = self.pairs.open.as_ref()?;
        let said = self.pairs.said.as_ref().filter(|said| said.pair == open.pair)?;
        Some(said::page(&self.voices(said, open)?, self.is_hidden(&said.pair)))
    }

    /// Puts the cursor on the call of a side that is looked at, else on the beginning of that side.
    fn place_in_said(&mut self, side: Side) {
        let shown = usize::from(side == Side::Second);
        let link = self.pairs.open.as_ref().zip(self.pairs.said.as_ref()).and_then(|(open, said)| {
            let voices = self.voices(said, open)?;
            let voice = voices.get(shown)?;
            let is_here = |turn: &Turn| matches!(turn, Turn::Called { step, .. } if Some(*step) == voice.show.here);
            let from = if shown == 0 { 0 } else { voices[0].turns.len() };
            Some(from + voice.turns.iter().position(is_here).unwrap_or(0))
        });
        let Some(window) = self.window_mut(&View::Said) else { return };
        // Above stand the final answers, and they lead to the same turns.
        let headings = (0..).zip(&window.page.lines).filter(|(_, line)| line.kind == Kind::Heading);
        let Some(heading) = headings.map(|(at, _)| at).nth(shown + 1) else { return };
        let found = window.page.lines.iter().skip(heading).position(|line| line.link.is_some() && line.link == link);
        if let Some(at) = found {
            window.begin_at(heading + at);
        }
    }

    /// Enter: a message is shown in full, or in short again; a call leads to its row.
    pub(in crate::app) fn follow_said(&mut self, link: usize) {
        let Some((open, said)) = self.pairs.open.as_ref().zip(self.pairs.said.as_ref()) else { return };
        let Some(voices) = self.voices(said, open) else { return };
        let of_first = voices[0].turns.len();
        let (shown, at) = if link < of_first { (0, link) } else { (1, link - of_first) };
        let side = if open.is_turned { 1 - shown } else { shown };
        match voices[shown].turns.get(at) {
            Some(Turn::Said { number, .. }) => {
                let number = *number;
                let full = self.pairs.said.as_mut().and_then(|said| said.full.get_mut(side));
                if let Some(full) = full
                    && !full.remove(&number)
                {
                    full.insert(number);
                }
                self.refresh_windows();
            }
            Some(Turn::Called { step, .. }) => {
                let step = step.0;
                self.overlays.clear();
                self.stand_on_call_of_pair(shown, step);
            }
            None => {}
        }
    }
}
