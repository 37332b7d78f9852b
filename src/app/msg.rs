//! What has happened, as past facts: the only way anything gets into [`super::App`].

use std::sync::Arc;

use crossterm::event::KeyEvent;

use super::data::{Fired, LedgerId, RegistryId};
use super::digests::Digested;
use super::labelling::{self, order::LabelOrder};
use super::review::order::Order;
use super::review::{Looked, Outcome};
use super::scan::{Answers, Purpose};
use crate::domain::call::Call;
use crate::domain::registry::Registry;
use crate::index::Batch;
use crate::recovery::Substitutes;
use crate::review::{Journal, Moment};

/// One fact.
#[derive(Clone, Debug)]
pub enum Msg {
    /// A key was pressed (or repeats).
    Key(KeyEvent),
    /// Text was pasted.
    Pasted(String),
    /// The mouse wheel turned: down if positive, in lines.
    Wheeled(i16, u16, u16),
    /// The mouse was pressed at (column, row).
    Clicked(u16, u16),
    /// The terminal has this many columns and rows.
    Resized(u16, u16),
    /// A visit begins that is to be remembered.
    SessionBegun {
        /// What was opened.
        paths: Vec<String>,
        /// What was remembered of the last visit.
        text: Option<String>,
        /// Whether the theme of the last visit is taken up too.
        with_theme: bool,
    },
    /// The search for files has ended; the sentences say what was passed over and what went wrong.
    Found(Vec<String>),
    /// A registry file appeared or was read again. `Err` is a sentence with file and place: the last good
    /// content stays.
    RegistryRead {
        /// Which file.
        id: RegistryId,
        /// The file's name.
        name: String,
        /// The content.
        content: Result<Arc<Registry>, String>,
    },
    /// A file was written, with so many bytes.
    Written(String, usize),
    /// A file was not written, since it is there already.
    FileThere(String),
    /// A file could not be written; the sentence says why.
    Unwritten(String),
    /// The program that had the terminal has ended, with a sentence if something is to be said.
    Opened(Option<String>),
    /// The program was started with a link.
    LinkGiven(crate::link::Link),
    /// Where a ledger lies.
    LedgerAt(LedgerId, String),
    /// Where a registry lies.
    RegistryAt(RegistryId, String),
    /// Where the recovery file lies.
    RecoveryAt(String),
    /// The files are those of the sample study inside the program.
    BuiltIn,
    /// A registry file is gone from disk.
    RegistryGone(RegistryId),
    /// A recovery file was read.
    RecoveryRead(Substitutes),
    /// A snapshot of what tools say of themselves was read, or is gone.
    ToolsRead {
        /// The path to it, as the command line would name it.
        path: String,
        /// The file's name.
        name: String,
        /// The tools, if there are any.
        snapshot: Option<Arc<crate::diff::tools::Snapshot>>,
    },
    /// A ledger was opened, before anything of it was read.
    LedgerOpened {
        /// Which file.
        id: LedgerId,
        /// The file's name.
        name: String,
    },
    /// More of a ledger was read.
    LedgerRead {
        /// Which file.
        id: LedgerId,
        /// What is new.
        batch: Box<Batch>,
        /// The size of the file in bytes.
        total: u64,
        /// Whether everything that is there has been read.
        complete: bool,
        /// What the import had to say.
        notes: Vec<String>,
    },
    /// A ledger cannot be read any more; what was read stays.
    LedgerFailed(LedgerId, String),
    /// A ledger has been gone from disk for a while: it was deleted, or has another name now. Its episodes go, too.
    LedgerGone(LedgerId),
    /// The calls that were asked for with [`super::effect::Effect::ReadCalls`], each with its place, or why
    /// it could not be read.
    CallsRead {
        /// The ledger.
        ledger: LedgerId,
        /// The generation of the order.
        generation: u64,
        /// The calls.
        calls: Vec<(u32, Result<Arc<Call>, String>)>,
    },
    /// A piece of a replay is done.
    Replayed {
        /// The ledger.
        ledger: LedgerId,
        /// The generation of the request.
        generation: u64,
        /// So many calls from the first on are done now.
        checked: u32,
        /// The calls on which a rule fired.
        fired: Vec<(u32, Vec<Fired>)>,
    },
    /// A piece of what the rules under review do is done.
    Looked {
        /// The ledger.
        ledger: LedgerId,
        /// The generation of the request.
        generation: u64,
        /// So many calls from the first on are done now.
        checked: u32,
        /// What each rule finds on each call that a registry judges.
        looks: Vec<Looked>,
    },
    /// Who reviews, and what time it is.
    ReviewerKnown {
        /// The name.
        author: String,
        /// The time.
        now: Moment,
    },
    /// The decisions on a registry were read. `Err` is a sentence.
    JournalRead {
        /// The registry.
        registry: RegistryId,
        /// Where they lie, as a person would name it.
        place: String,
        /// The decisions.
        content: Result<Arc<Journal>, String>,
        /// The time.
        now: Moment,
    },
    /// Decisions were written down, or were not; the answer to `Effect::Decide`.
    Decided {
        /// What was ordered.
        order: Box<Order>,
        /// How that went.
        outcome: Outcome,
        /// The time.
        now: Moment,
    },
    /// The labels beside a ledger were read. `Err` is a sentence.
    LabelsRead {
        /// The ledger.
        ledger: LedgerId,
        /// Where they lie, as a person would name it.
        place: String,
        /// The labels.
        content: labelling::Outcome,
        /// The time.
        now: Moment,
    },
    /// Labels were written down, or were not; the answer to `Effect::Label`.
    Labelled {
        /// What was ordered.
        order: Box<LabelOrder>,
        /// How that went.
        outcome: labelling::Outcome,
        /// The time.
        now: Moment,
    },
    /// A registry was frozen, or was not; the answer to `Effect::Freeze`.
    Frozen {
        /// Which.
        registry: RegistryId,
        /// What came of it.
        outcome: super::freezing::Freeze,
    },
    /// A piece of an audit is done.
    Audited {
        /// The generation of the order.
        generation: u64,
        /// How far it is.
        run: super::auditing::Run,
    },
    /// A piece of a scan is done.
    Scanned {
        /// What the scan is for.
        purpose: Purpose,
        /// The generation of the order.
        generation: u64,
        /// How many records were asked.
        asked: usize,
        /// What they said.
        answers: Answers,
    },
    /// Some episodes were read for what they left behind; the answer to `Effect::Digest`.
    Digested {
        /// The ledger.
        ledger: LedgerId,
        /// The generation of the order.
        generation: u64,
        /// The episodes.
        digested: Vec<Digested>,
    },
    /// The numbers of a study are counted; the answer to `Effect::Study`.
    Studied {
        /// The generation of the order.
        generation: u64,
        /// The numbers.
        counted: super::study::Counted,
    },
    /// How files are watched.
    WatchChanged(Watch),
    /// Somebody sees the sample study for the first time.
    TourOffered,
    /// What of the paths that were named cannot be read now, a sentence each; nothing once all can.
    PathsFailed(Vec<String>),
    /// Something worth a line in the log.
    Noted(String),
    /// The names of the themes there are.
    ThemesFound(Vec<String>),
    /// The theme at this place fits the terminal better.
    ThemeTaken(usize),
}

/// How changes of files become known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watch {
    /// The files are built in: nothing can change.
    Nothing,
    /// Changes arrive as events.
    Live,
    /// Files are looked at from time to time, because of this.
    Polling(String),
    /// Changes are not noticed, because of this.
    Off(String),
}
