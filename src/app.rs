//! The state of the program and how it answers what happens: no files, no clock, no terminal.
//!
//! [`App::update`] takes a fact ([`Msg`]) and returns orders ([`Effect`]); the runtime carries them out and
//! brings the answers back as facts. The view reads the state and draws it.

mod act;
mod around;
pub mod auditing;
mod call_window;
pub mod command_line;
mod comparing;
pub mod conversation;
mod detail;
mod document;
mod drift;
mod finder;
mod jumps;
pub mod labelling;
mod left_window;
mod likeness;
pub mod lines;
mod links;
mod loading;
mod marks;
mod pages;
mod pause;
mod renew;
mod replay;
mod reveal;
mod rewritten;
mod searching;
mod session;
mod sought;
mod steps;
pub mod study;
mod tour;

pub mod action;
pub mod data;
pub mod digests;
pub mod drawn;
pub mod effect;
pub mod filter;
pub mod freezing;
mod frequency;
pub mod generations;
pub mod gutter;
pub mod keymap;
pub mod keys;
pub mod list;
pub mod msg;
pub mod pairs;
pub mod question;
pub mod reader;
pub mod review;
pub mod scan;
pub mod screen;
mod sealing;
pub mod sorting;
pub mod spot;
pub mod taint;
pub mod tree;
pub mod window;

pub use detail::{CallDetail, Judge, ReceiptSource, next_tool, recorded_action};
pub use finder::{Among, Candidate, Finder, Goal};
pub use jumps::Jumps;
pub use marks::{Letter, Marks};
pub use pause::Paused;
pub use session::Session;

use std::collections::BTreeMap;

use data::{Data, LedgerId, RegistryId};
use effect::Effect;
use keymap::Keymap;
use keys::Scope;
use msg::{Msg, Watch};
use screen::episodes::EpisodesScreen;
use screen::registries::RegistriesScreen;
use screen::stepper::StepperScreen;

/// The least screen that anything is shown on: columns and rows.
pub const LEAST: (u16, u16) = (24, 7);

/// Whether a screen of so many columns and rows has no room for anything; of one that is not known yet nothing is said.
#[must_use]
pub fn is_too_small(size: (u16, u16)) -> bool {
    size != (0, 0) && (size.0 < LEAST.0 || size.1 < LEAST.1)
}

/// The screens with a tab, with the digit of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tab {
    /// 1: contracts by tool.
    Registries,
    /// 2: the invariants of one registry, to be judged.
    Review,
    /// 3: episodes, and one of them call by call.
    Episodes,
    /// 4: pairs of episodes, and one of them call by call.
    Pairs,
    /// 5: the numbers of the study.
    Study,
}

impl Tab {
    /// Every tab: its digit and its name.
    pub const ALL: [(Self, char, &'static str); 5] = [
        (Self::Registries, '1', "Registries"),
        (Self::Review, '2', "Review"),
        (Self::Episodes, '3', "Episodes"),
        (Self::Pairs, '4', "Pairs"),
        (Self::Study, '5', "Study"),
    ];
}

impl App {
    /// What stands on a tab: its key, which is no bare digit in an episode, and its name.
    pub fn tab_label(&self, digit: char, name: &str) -> String {
        let is_count = matches!(self.base_scope(), Scope::Stepper | Scope::Braid) && self.size.0 >= TABS_WITH_ALT;
        if is_count { format!("alt-{digit} {name}") } else { format!("{digit} {name}") }
    }
}

/// From this width on the tabs have room for the whole keys.
const TABS_WITH_ALT: u16 = 100;

/// A window over the screen; the last one is on top.
#[derive(Clone, Debug)]
pub enum Overlay {
    /// A text.
    Page(Box<window::Window>),
    /// One value, whole.
    Reader(Box<reader::Reader>),
    /// A prompt over commands, or over everything that can be gone to.
    Find(Box<Finder>),
    /// A question.
    Ask(Ask),
}

/// A question to the person.
#[derive(Clone, Debug)]
pub struct Ask {
    /// What is asked for.
    pub what: Asked,
    /// The answer so far.
    pub input: tui_input::Input,
    /// The last answer, if there was a warning: of a file that exists, of an edit that leaves a rule dead. The same
    /// answer again is meant.
    pub is_there: Option<String>,
    /// Why nothing can be asked for now, if so.
    pub refusal: Option<String>,
}

impl Ask {
    /// A question with the beginning of an answer.
    #[must_use]
    pub fn new(what: Asked, input: tui_input::Input) -> Self {
        Self { what, input, is_there: None, refusal: None }
    }
}

/// What a person is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The name of a file to write.
    File,
    /// A link to go to.
    Link,
    /// Until when, and why, a rule is not to be enforced.
    Waiver,
    /// A comment on a rule.
    Comment,
    /// More values of a category.
    EditValues,
    /// More fields of an object.
    EditFields,
    /// More types of a value.
    EditTypes,
    /// The condition of a relation.
    EditGuard,
    /// Who decides.
    Reviewer,
    /// A note on a pair.
    Note,
    /// A note on a pair that no label of the vocabulary fits.
    OtherNote,
    /// Nothing: what was to be asked for is refused, and this takes what is typed on for it.
    Refused,
}

impl Asked {
    /// The words before the answer.
    pub fn words(self) -> &'static str {
        match self {
            Self::File => "write what is on screen to (.md .txt .json .csv)",
            Self::Link => "go to the link",
            Self::Waiver => "waive until this day, and why",
            Self::Comment => "comment on the rule",
            Self::EditValues => "allow these values, too",
            Self::EditFields => "allow these fields, too",
            Self::EditTypes => "allow these types, too",
            Self::EditGuard => "claim the relation only where",
            Self::Reviewer => "who decides",
            Self::Note => "note on the pair",
            Self::OtherNote => "none of the labels: what was it, in a few words",
            Self::Refused => "not now",
        }
    }

    /// Whether the answer says something of rules.
    fn is_of_rules(self) -> bool {
        !matches!(self, Self::File | Self::Link | Self::Reviewer | Self::Note | Self::OtherNote | Self::Refused)
    }
}

/// The state of the program.
#[derive(Clone, Debug)]
pub struct App {
    /// The keys in force.
    pub keymap: Keymap,
    /// What is loaded.
    pub data: Data,
    /// Which tab is shown.
    pub tab: Tab,
    /// The registry on screen, which also judges replayed calls.
    pub registry: Option<RegistryId>,
    /// The registries screen.
    pub registries: RegistriesScreen,
    /// The review of a registry, with its screen.
    pub review: review::Reviewing,
    /// The list of episodes.
    pub episodes: EpisodesScreen,
    /// The pairs of episodes.
    pub pairs: pairs::Pairs,
    /// The numbers of the study.
    pub studying: study::Studying,
    /// The labels of pairs.
    labelling: labelling::Labelling,
    /// The open episode; over the list while it is there.
    pub stepper: Option<StepperScreen>,
    /// Windows over the screen.
    pub overlays: Vec<Overlay>,
    /// The filter being typed for the list on screen.
    pub filter_prompt: Option<filter::FilterPrompt>,
    /// The filters given before.
    pub remembered: filter::Remembered,
    /// The last full-text search.
    pub searching: searching::Searching,
    /// The field whose values were counted last.
    pub counting: Option<frequency::Counting>,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// Messages, oldest first.
    pub log: Vec<String>,
    /// One line about the last reload, until the next key that moves.
    pub news: Option<String>,
    /// One line about the last command: why it did nothing, or what it did.
    pub notice: Option<String>,
    /// The question on screen that one key says yes to.
    pub question_shown: question::Shown,
    /// How files are watched.
    pub watch: Watch,
    /// What came from files since following was paused; nothing while it is followed.
    pub paused: Option<Paused>,
    /// The tour, while it is on.
    pub tour: Option<tour::Tour>,
    /// The number typed before a command.
    pub count: Option<usize>,
    /// Spots with a letter.
    pub marks: Marks,
    /// What the next letter is for, if one is waited for.
    pub letter: Option<Letter>,
    /// Folded parts while no episode is open.
    folds: std::collections::BTreeSet<tree::RowKey>,
    /// What is remembered of this visit, and of the last one.
    session: Session,
    /// The commands of the palette that were given, newest first.
    used: Vec<action::Action>,
    /// What goes on into the next episode if it is asked for once more.
    again: Option<action::Action>,
    /// Where somebody came from.
    pub jumps: Jumps,
    /// Names of the themes there are, and the place of the one in use.
    pub themes: (Vec<String>, usize),
    /// Who has the mouse.
    pub mouse: effect::Mouse,
    /// Whether something on the screen may have changed since the last frame.
    pub dirty: bool,
    /// Whether the person asked to see the study's labels; nothing shows them before.
    pub labels: gutter::Labels,
    /// The window that was left for what its line leads to.
    left_window: Option<Box<left_window::LeftWindow>>,
    /// The value that is followed.
    following: Option<taint::Following>,
    /// The messages of the episode that was last talked about.
    conversation: Option<conversation::Conversation>,
    /// What the last reloads changed, newest last, for the window of changes.
    pub changes: Vec<String>,
    /// Sorted episodes need to be put in order again when the reading pauses.
    unsorted: bool,
    /// Payloads of calls on their way.
    asked: BTreeMap<LedgerId, Vec<u32>>,
    /// Where somebody was in a ledger that is being read anew.
    sought: Option<sought::Sought>,
    /// What the windows show of files that are being read anew.
    renewal: renew::Renewal,
    chosen_tab: bool,
    /// Questions to many records, under way or done.
    scans: BTreeMap<scan::Purpose, scan::Scan>,
    scans_begun: u64,
    /// An episode that is being read to be written.
    writing: Option<document::Writing>,
    /// The link to go to once its file is read.
    wanted_link: Option<crate::link::Link>,
    /// A question that a reload took away: the key that was meant for it does nothing.
    dropped: Option<review::Dropped>,
    /// What the windows around a call have found.
    around: around::Around,
    /// The audit of the contracts.
    auditing: auditing::Auditing,
    /// What is to be frozen.
    freezing: freezing::Freezing,
    /// The frozen registries, each held against its seal.
    seals: Vec<sealing::Seal>,
    /// Two registries that are compared.
    comparing: Option<comparing::Comparing>,
    drifting: drift::Drifting,
    /// The search for the nearest clean sample of the call whose autopsy is open.
    seeking: Option<likeness::Seeking>,
    /// Which of the rules for a card's values are in force.
    redaction: usize,
    /// Whether episodes are read for what they left behind.
    digests: digests::Wanted,
}

impl Default for App {
    fn default() -> Self {
        Self {
            keymap: Keymap::default(),
            data: Data::default(),
            tab: Tab::Episodes,
            registry: None,
            registries: RegistriesScreen::default(),
            review: review::Reviewing::default(),
            episodes: EpisodesScreen::default(),
            pairs: pairs::Pairs::default(),
            studying: study::Studying::default(),
            labelling: labelling::Labelling::default(),
            stepper: None,
            overlays: Vec::new(),
            filter_prompt: None,
            remembered: filter::Remembered::default(),
            searching: searching::Searching::default(),
            counting: None,
            size: (80, 24),
            log: Vec::new(),
            news: None,
            notice: None,
            question_shown: question::Shown::default(),
            watch: Watch::Nothing,
            paused: None,
            tour: None,
            count: None,
            marks: Marks::new(),
            letter: None,
            folds: std::collections::BTreeSet::new(),
            session: Session::default(),
            used: Vec::new(),
            again: None,
            jumps: Jumps::default(),
            themes: (Vec::new(), 0),
            mouse: effect::Mouse::Ours,
            dirty: true,
            labels: gutter::Labels::Hidden,
            left_window: None,
            following: None,
            conversation: None,
            changes: Vec::new(),
            unsorted: false,
            asked: BTreeMap::new(),
            sought: None,
            renewal: renew::Renewal::default(),
            chosen_tab: false,
            scans: BTreeMap::new(),
            scans_begun: 0,
            writing: None,
            wanted_link: None,
            dropped: None,
            around: around::Around::default(),
            auditing: auditing::Auditing::default(),
            freezing: freezing::Freezing::default(),
            seals: Vec::new(),
            comparing: None,
            drifting: drift::Drifting::default(),
            seeking: None,
            redaction: 0,
            digests: digests::Wanted::default(),
        }
    }
}

impl App {
    /// Takes one fact and says what shall be done.
    pub fn update(&mut self, msg: Msg) -> Vec<Effect> {
        self.dirty = true;
        let before = matches!(msg, Msg::Key(_) | Msg::Clicked(..) | Msg::Wheeled(..));
        let before = before.then(|| (self.spot(), self.news.clone()));
        let mut effects = match msg {
            Msg::Key(key) => self.key(key),
            Msg::Pasted(text) => self.pasted(&text),
            Msg::Wheeled(lines, column, row) => self.wheeled(lines, column, row),
            Msg::Clicked(column, row) => self.clicked(column, row),
            Msg::Resized(columns, rows) => {
                self.size = (columns, rows);
                Vec::new()
            }
            msg => {
                let effects = self.hold(msg).map(|msg| self.loaded(msg)).unwrap_or_default();
                self.follow_given_link();
                self.limit_search();
                self.take_frequency();
                self.take_taint();
                self.take_conversation();
                self.settle_windows();
                self.refresh_windows();
                self.place_in_conversation();
                effects
            }
        };
        self.stay_blind();
        if self.seek_likeness() {
            self.refresh_windows();
        }
        if let Some((before, news)) = before {
            if before != self.spot() {
                // What the key itself let in is new.
                self.news.take_if(|now| Some(&*now) == news.as_ref());
                self.review.moved();
            }
            self.remember_jump(before);
        }
        self.renew_pairs();
        self.renew_weights();
        self.refresh_study();
        self.preview_typed();
        self.advance_tour();
        effects.extend(self.save_session());
        effects.extend(self.wanted_calls());
        effects.extend(self.next_replay());
        effects.extend(self.next_looks());
        effects.extend(self.next_document());
        effects.extend(self.next_scans());
        effects.extend(self.next_audit());
        effects.extend(self.next_digests());
        effects.extend(self.next_study());
        effects
    }

    /// Whether the window on top is the help that was asked for while typing: it goes before the prompt does.
    fn is_help_of_typing(&self) -> bool {
        self.window().is_some_and(|window| window.view == window::View::Help(Scope::Prompt))
    }

    /// Where the next key applies.
    pub fn scope(&self) -> Scope {
        if self.letter.is_some() {
            return Scope::Mark;
        }
        if self.review.bulk.is_some() || self.freeze_question().is_some() {
            return Scope::Confirm;
        }
        let is_typing = match self.overlays.last() {
            Some(Overlay::Find(_) | Overlay::Ask(_)) => true,
            _ => self.filter_prompt.is_some() && !self.is_help_of_typing(),
        };
        if is_typing {
            return Scope::Prompt;
        }
        match (self.overlays.last(), self.tab, &self.stepper) {
            (Some(_), ..) => Scope::Overlay,
            (None, Tab::Registries, _) => Scope::Registries,
            (None, Tab::Review, _) => self.review_scope(),
            (None, Tab::Episodes, Some(_)) => Scope::Stepper,
            (None, Tab::Episodes, None) => Scope::Episodes,
            (None, Tab::Pairs, _) if self.pairs.open.is_some() => Scope::Braid,
            (None, Tab::Pairs, _) => Scope::Pairs,
            (None, Tab::Study, _) => Scope::Study,
        }
    }
}
