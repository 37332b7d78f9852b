//! What shall be done outside, as orders: the only way [`super::App`] reaches the world.

use std::sync::Arc;

use super::auditing::AuditPiece;
use super::data::{LedgerId, RegistryId};
use super::digests::DigestPiece;
use super::freezing::FreezeOrder;
use super::labelling::order::LabelOrder;
use super::review::order::Order;
use super::scan::ScanPiece;
use super::study::StudyOrder;
use crate::domain::ids::ToolName;
use crate::domain::registry::Registry;
use crate::index::Span;

/// One order.
#[derive(Debug)]
pub enum Effect {
    /// End the program.
    Quit,
    /// Go to the shell; come back when told to continue.
    Suspend,
    /// Draw every cell anew.
    Redraw,
    /// Give this text to the terminal's clipboard; nobody can tell whether it takes it.
    Copy(String),
    /// Write a file; answered by `Msg::Written`, `Msg::FileThere` or `Msg::Unwritten`.
    Write {
        /// Where.
        path: String,
        /// What.
        text: String,
        /// Whether a file that is there is replaced.
        may_replace: bool,
    },
    /// Show this text in another program; answered by `Msg::Opened`.
    Open {
        /// Which program.
        program: Program,
        /// What.
        text: String,
    },
    /// Take the theme of this name.
    UseTheme(String),
    /// Listen to the mouse, or leave it to the terminal.
    Mouse(Mouse),
    /// Remember this text of the visit for the next one.
    SaveSession(String),
    /// Read these calls of a ledger; answered by `Msg::CallsRead`. A newer order for the same purpose
    /// replaces one that waits.
    ReadCalls {
        /// The ledger.
        ledger: LedgerId,
        /// Goes back with the answer.
        generation: u64,
        /// Place and bytes of each call.
        calls: Vec<(u32, Span)>,
    },
    /// Check these calls; answered by `Msg::Replayed`.
    Replay(ReplayPiece),
    /// Say what each rule finds on these calls by itself; answered by `Msg::Looked`.
    Look(ReplayPiece),
    /// Write decisions down; answered by `Msg::Decided`.
    Decide(Order),
    /// Write labels down; answered by `Msg::Labelled`.
    Label(Box<LabelOrder>),
    /// Freeze a registry; answered by `Msg::Frozen`.
    Freeze(Box<FreezeOrder>),
    /// Go on with an audit; answered by `Msg::Audited`.
    Audit(AuditPiece),
    /// Ask these records; answered by `Msg::Scanned`.
    Scan(ScanPiece),
    /// Read what these episodes left behind; answered by `Msg::Digested`.
    Digest(DigestPiece),
    /// Count the numbers of a study; answered by `Msg::Studied`.
    Study(Box<StudyOrder>),
}

/// Who gets what the mouse does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// This program.
    Ours,
    /// The terminal, which selects text with it.
    Terminals,
}

/// A program of the person's own that takes a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// It shows text.
    Pager,
    /// It changes text; what is changed is a copy.
    Editor,
}

impl Program {
    /// The variable of the environment that names it.
    pub const fn variable(self) -> &'static str {
        match self {
            Self::Pager => "PAGER",
            Self::Editor => "EDITOR",
        }
    }
}

/// A piece of a ledger to be replayed.
#[derive(Clone, Debug)]
pub struct ReplayPiece {
    /// The ledger.
    pub ledger: LedgerId,
    /// Goes back with the answer.
    pub generation: u64,
    /// The registries that judge, with their ids.
    pub registries: Vec<(RegistryId, Arc<Registry>)>,
    /// The registry under review, where its folds judge: what it says of the calls on which something is broken is told
    /// as well.
    pub own: Option<(RegistryId, Arc<Registry>)>,
    /// The calls, in order.
    pub calls: Vec<ReplayCall>,
    /// Goes back with the answer: so many calls are done then.
    pub checked: u32,
}

/// One call to be replayed.
#[derive(Clone, Debug)]
pub struct ReplayCall {
    /// The place in the index.
    pub place: u32,
    /// Its bytes.
    pub span: Span,
    /// Its tool.
    pub tool: ToolName,
    /// Which of the registries judges it, as a place in the piece's list.
    pub judge: usize,
}
