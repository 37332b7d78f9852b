//! The messages of the open episode, read when somebody wants to see them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::App;
use super::gutter::Mark;
use super::scan::{Purpose, Which};
use super::screen::episodes::EpisodeRef;
use super::taint::{Following, Reached};
use super::window::View;
use crate::domain::episode::Message;
use crate::domain::ids::Step;
use crate::lens::conversation::{self, Messages, Show, Turn, final_answer};
use crate::lens::taint::Spot;
use crate::lens::{Answer, Seen};
use crate::page::{Page, Role};

/// The messages of an episode, as far as they have been read.
#[derive(Clone, Debug)]
pub struct Conversation {
    episode: EpisodeRef,
    read: BTreeMap<usize, Arc<Message>>,
    taken: usize,
    /// How many messages the episode had.
    messages: usize,
    /// Those that are shown however long they are.
    full: BTreeSet<usize>,
    /// Where the cursor is to stand once it is read.
    wanted: Option<Wanted>,
}

/// A place in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// This message.
    Message(usize),
    /// The call that the person looks at.
    Here,
    /// The final answer.
    Answer,
}

impl App {
    /// Opens the conversation of the open episode at a place.
    pub(super) fn open_conversation(&mut self, wanted: Wanted) {
        let Some(stepper) = &self.stepper else { return };
        let episode = stepper.episode;
        match &mut self.conversation {
            Some(talk) if talk.episode == episode => talk.wanted = Some(wanted),
            _ => self.read_conversation(episode, wanted),
        }
        self.open_window(View::Conversation);
        self.place_in_conversation();
    }

    fn read_conversation(&mut self, episode: EpisodeRef, wanted: Wanted) {
        let mut records = self.data.records_of(episode.ledger, episode.place);
        records.retain(|record| matches!(record.which, Which::Message(_)));
        self.conversation = Some(Conversation {
            episode,
            read: BTreeMap::new(),
            taken: 0,
            messages: records.len(),
            full: BTreeSet::new(),
            wanted: Some(wanted),
        });
        self.start_scan(Purpose::Conversation, Arc::new(Messages), records);
    }

    /// Reads the messages of an episode whose file was written anew.
    pub(super) fn read_conversation_again(&mut self, episode: EpisodeRef) {
        self.read_conversation(episode, Wanted::Here);
        if let Some(talk) = &mut self.conversation {
            talk.wanted = None;
        }
    }

    /// Takes the messages that arrived.
    pub(super) fn take_conversation(&mut self) {
        let Some(talk) = &mut self.conversation else { return };
        let Some(scan) = self.scans.get(&Purpose::Conversation) else {
            // Its ledger is read anew.
            self.conversation = None;
            return;
        };
        for (record, answer) in scan.found().get(talk.taken..).unwrap_or_default() {
            if let (Which::Message(number), Answer::Record(Seen::Message(message))) = (record.which, answer) {
                talk.read.insert(number as usize, Arc::clone(message));
            }
        }
        talk.taken = scan.found().len();
        let episode = talk.episode;
        let slot = self.data.ledger(episode.ledger);
        let entry = slot.and_then(|slot| slot.index.episodes().get(episode.place));
        let has_grown = entry.is_some_and(|entry| entry.messages.len() != talk.messages);
        if scan.is_done() && has_grown {
            // The episode goes on: what is new is read with the rest, and the place stays.
            let (full, read) = (std::mem::take(&mut talk.full), std::mem::take(&mut talk.read));
            self.read_conversation(episode, Wanted::Here);
            if let Some(talk) = &mut self.conversation {
                (talk.full, talk.read, talk.wanted) = (full, read, None);
            }
        }
    }

    /// The conversation as a list: what the window shows.
    fn turns(&self) -> Vec<Turn> {
        let Some(stepper) = &self.stepper else { return Vec::new() };
        let Some(slot) = self.data.ledger(stepper.episode.ledger) else { return Vec::new() };
        let read = self.conversation.as_ref().filter(|talk| talk.episode == stepper.episode).map(|talk| &talk.read);
        let records = self.data.records_of(stepper.episode.ledger, stepper.episode.place);
        let turn = |which| match which {
            Which::Message(number) => {
                let number = number as usize;
                Some(Turn::Said { number, message: read.and_then(|read| read.get(&number)).cloned() })
            }
            Which::Call(place) => {
                let entry = slot.index.calls().get(place as usize)?;
                let mut note = match self.event_at(stepper, slot, place) {
                    Some(Mark::Receipt) => Some((Role::Receipt, "got a receipt".to_owned())),
                    Some(Mark::Error) => Some((Role::Broken, "is an error".to_owned())),
                    Some(Mark::Replayed) => Some((Role::Replayed, "breaks a rule when replayed".to_owned())),
                    _ => None,
                };
                if let Some(reached) = self.following().and_then(|following| following.at(entry.step().0)) {
                    let words = match reached {
                        Reached::From => "the value comes from here",
                        Reached::Used(_) => "was given the value",
                        Reached::Back(_) => "holds the value again",
                    };
                    let before = note.map(|(_, before)| format!("{before}, ")).unwrap_or_default();
                    note = Some((Role::Match, format!("{before}{words}")));
                }
                Some(Turn::Called { step: entry.step(), tool: slot.index.tool(entry).clone(), note })
            }
        };
        records.into_iter().filter_map(|record| turn(record.which)).collect()
    }

    /// The text of the window.
    pub(super) fn conversation_page(&self) -> Option<Page> {
        let stepper = self.stepper.as_ref()?;
        let talk = self.conversation.as_ref().filter(|talk| talk.episode == stepper.episode)?;
        let trails = self.following().map(Following::trails).unwrap_or_default();
        let hits = trails.iter().flat_map(|trail| trail.later.iter().chain(&trail.earlier));
        let found = hits.filter_map(|hit| match &hit.spot {
            Spot::Message { number, .. } => Some((*number, hit.find.clone())),
            Spot::Value { .. } => None,
        });
        let here = Some(Step(stepper.calls.place())).filter(|_| !stepper.calls.rows().is_empty());
        let show = Show { full: talk.full.clone(), found: found.collect(), here, ..Show::default() };
        Some(conversation::page(&self.turns(), &show))
    }

    /// Puts the cursor where it is wanted, as soon as that is there.
    pub(super) fn place_in_conversation(&mut self) {
        let Some(wanted) = self.conversation.as_ref().and_then(|talk| talk.wanted) else { return };
        let turns = self.turns();
        let is_read = self.scan(Purpose::Conversation).is_none_or(super::scan::Scan::is_done);
        let here = self.stepper.as_ref().map(|stepper| Step(stepper.calls.place()));
        let message = |wanted: usize| {
            turns.iter().position(|turn| matches!(turn, Turn::Said { number, .. } if *number == wanted))
        };
        let turn = match wanted {
            Wanted::Message(number) => message(number),
            Wanted::Here => {
                turns.iter().position(|turn| matches!(turn, Turn::Called { step, .. } if Some(*step) == here))
            }
            Wanted::Answer => final_answer(&turns).and_then(message),
        };
        let Some(window) = self.window_mut(&View::Conversation) else { return };
        let line = turn.and_then(|turn| window.page.lines.iter().position(|line| line.link == Some(turn)));
        // Without an answer its place is the end.
        let line = line.or_else(|| (wanted == Wanted::Answer).then_some(usize::MAX));
        if let Some(line) = line {
            window.begin_at(line);
        }
        if is_read {
            if wanted == Wanted::Answer && turn.is_none() {
                self.notice = Some("no final answer is recorded: the agent says nothing behind its last call".into());
            }
            if let Some(talk) = &mut self.conversation {
                talk.wanted = None;
            }
        }
    }

    /// Goes where a line of the conversation leads: to a call; a message is shown in full, or in short again.
    pub(super) fn follow_turn(&mut self, link: usize) {
        match self.turns().get(link) {
            Some(Turn::Called { step, .. }) => {
                let step = step.0;
                self.overlays.clear();
                self.jumps();
                self.stand_on(step, None);
            }
            Some(Turn::Said { number, .. }) => {
                let number = *number;
                if let Some(talk) = &mut self.conversation {
                    if !talk.full.remove(&number) {
                        talk.full.insert(number);
                    }
                    talk.wanted = Some(Wanted::Message(number));
                }
                self.refresh_windows();
                self.place_in_conversation();
            }
            None => {}
        }
    }
}
