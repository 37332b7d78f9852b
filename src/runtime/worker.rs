//! The threads that read payloads and replay calls, so that drawing never waits for a file.

use std::collections::HashMap;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Weak};

use super::{Event, Shelf, bytes_of, spawn};
use crate::app::auditing::AuditPiece;
use crate::app::data::{Fired, LedgerId, RegistryId};
use crate::app::digests::DigestPiece;
use crate::app::effect::ReplayPiece;
use crate::app::msg::Msg;
use crate::app::review::Looked;
use crate::app::scan::{self, ScanPiece};
use crate::app::study::StudyOrder;
use crate::contract::Checker;
use crate::domain::call::Call;
use crate::domain::ids::ToolName;
use crate::domain::json::Json;
use crate::domain::registry::Registry;
use crate::files::LedgerBytes;
use crate::format::record;
use crate::index::Span;
use crate::review::preview::Look;

/// The threads that read payloads, one for each purpose.
pub(super) struct Workers {
    pub(super) reader: Reader,
    pub(super) replayer: Replayer,
    pub(super) scanner: Scanner,
    pub(super) digester: Digester,
    pub(super) looker: Looker,
    pub(super) auditor: Auditor,
    pub(super) counter: Counter,
}

impl Workers {
    pub(super) fn start(events: &Sender<Event>, shelf: &Shelf) -> Self {
        Self {
            reader: Reader::start(events, shelf),
            replayer: Replayer::start(events, shelf),
            scanner: Scanner::start(events, shelf),
            digester: Digester::start(events, shelf),
            looker: Looker::start(events, shelf),
            auditor: Auditor::start(events, shelf),
            counter: Counter::start(events),
        }
    }
}

/// Calls to read: ledger, generation, and the place and the bytes of each.
type Wanted = (LedgerId, u64, Vec<(u32, Span)>);

/// Reads the payloads of calls.
pub(super) struct Reader(Sender<Wanted>);

impl Reader {
    pub(super) fn start(events: &Sender<Event>, shelf: &Shelf) -> Self {
        let (asked, wanted) = channel::<Wanted>();
        let (events, shelf) = (events.clone(), Arc::clone(shelf));
        spawn("reader of calls", move || {
            for (ledger, generation, calls) in wanted {
                let bytes = bytes_of(&shelf, ledger);
                let read =
                    calls.into_iter().map(|(place, span)| (place, read_call(bytes.as_ref(), span).map(Arc::new)));
                let calls = read.collect();
                if events.send(Event::Msg(Msg::CallsRead { ledger, generation, calls })).is_err() {
                    return;
                }
            }
        });
        Self(asked)
    }

    pub(super) fn ask(&self, ledger: LedgerId, generation: u64, calls: Vec<(u32, Span)>) {
        // If the thread is gone, its guard has said so.
        self.0.send((ledger, generation, calls)).ok();
    }
}

fn read_call(bytes: Option<&LedgerBytes>, span: Span) -> Result<Call, String> {
    let bytes = bytes.ok_or("the ledger is not open any more")?;
    let line = bytes.read_span(span).map_err(|error| error.to_string())?;
    record::parse_call(&line).map_err(|error| format!("the call cannot be read: {error}"))
}

/// Replays calls against registries.
pub(super) struct Replayer(Sender<ReplayPiece>);

impl Replayer {
    pub(super) fn start(events: &Sender<Event>, shelf: &Shelf) -> Self {
        let (asked, pieces) = channel::<ReplayPiece>();
        let (events, shelf) = (events.clone(), Arc::clone(shelf));
        spawn("replay of calls", move || {
            let mut checkers = Checkers::default();
            for piece in pieces {
                let fired = bytes_of(&shelf, piece.ledger).map(|bytes| replay(&piece, &bytes, &mut checkers));
                let fired = fired.unwrap_or_default();
                let ReplayPiece { ledger, generation, checked, .. } = piece;
                if events.send(Event::Msg(Msg::Replayed { ledger, generation, checked, fired })).is_err() {
                    return;
                }
            }
        });
        Self(asked)
    }

    pub(super) fn ask(&self, piece: ReplayPiece) {
        self.0.send(piece).ok();
    }
}

fn replay(piece: &ReplayPiece, bytes: &LedgerBytes, checkers: &mut Checkers) -> Vec<(u32, Vec<Fired>)> {
    let mut fired = Vec::new();
    for call in &piece.calls {
        let Some((id, registry)) = piece.registries.get(call.judge) else { continue };
        let Some(checker) = checkers.of(*id, registry, &call.tool) else { continue };
        // A call that cannot be read is said to be so when it is looked at; it breaks no rule.
        let Ok(Call { arguments, result: Some(result), .. }) = read_call(Some(bytes), call.span) else { continue };
        let rules = broken(&checker, *id, &arguments, &result);
        if !rules.is_empty() {
            fired.push((call.place, rules));
        }
    }
    fired
}

fn broken(checker: &Checker, registry: RegistryId, arguments: &Json, result: &Json) -> Vec<Fired> {
    let mut rules: Vec<Fired> = Vec::new();
    for violation in checker.check(arguments, result) {
        let fired = Fired { registry, invariant: violation.invariant };
        if !rules.contains(&fired) {
            rules.push(fired);
        }
    }
    rules
}

/// Says what each rule finds on calls by itself, for a review.
pub(super) struct Looker(Sender<ReplayPiece>);

impl Looker {
    pub(super) fn start(events: &Sender<Event>, shelf: &Shelf) -> Self {
        let (asked, pieces) = channel::<ReplayPiece>();
        let (events, shelf) = (events.clone(), Arc::clone(shelf));
        spawn("look at calls for the review", move || {
            let mut checkers = Checkers::default();
            for piece in pieces {
                let looks = bytes_of(&shelf, piece.ledger).map(|bytes| look(&piece, &bytes, &mut checkers));
                let looks = looks.unwrap_or_default();
                let ReplayPiece { ledger, generation, checked, .. } = piece;
                if events.send(Event::Msg(Msg::Looked { ledger, generation, checked, looks })).is_err() {
                    return;
                }
            }
        });
        Self(asked)
    }

    pub(super) fn ask(&self, piece: ReplayPiece) {
        self.0.send(piece).ok();
    }
}

fn look(piece: &ReplayPiece, bytes: &LedgerBytes, checkers: &mut Checkers) -> Vec<Looked> {
    let looks = piece.calls.iter().filter_map(|call| {
        let (id, registry) = piece.registries.get(call.judge)?;
        let checker = checkers.of(*id, registry, &call.tool)?;
        let Ok(Call { arguments, result: Some(result), .. }) = read_call(Some(bytes), call.span) else { return None };
        let own = piece.own.as_ref().and_then(|(id, registry)| checkers.of(*id, registry, &call.tool));
        Some((call.place, *id, Look::beside(&checker, own.as_deref(), &arguments, &result)))
    });
    looks.collect()
}

/// Carries out audits.
pub(super) struct Auditor(Sender<AuditPiece>);

impl Auditor {
    pub(super) fn start(events: &Sender<Event>, shelf: &Shelf) -> Self {
        let (asked, pieces) = channel::<AuditPiece>();
        let (events, shelf) = (events.clone(), Arc::clone(shelf));
        spawn("audit of contracts", move || {
            for piece in pieces {
                let generation = piece.generation;
                let run = piece.carry_out(opener(&shelf));
                if events.send(Event::Msg(Msg::Audited { generation, run })).is_err() {
                    return;
                }
            }
        });
        Self(asked)
    }

    pub(super) fn ask(&self, piece: AuditPiece) {
        self.0.send(piece).ok();
    }
}

/// Reads the bytes of records; keeps the ledger open that was read last.
fn opener(shelf: &Shelf) -> impl FnMut(LedgerId, Span) -> Option<Vec<u8>> {
    let mut open: Option<(LedgerId, LedgerBytes)> = None;
    move |ledger, span| {
        if open.as_ref().is_none_or(|(id, _)| *id != ledger) {
            open = bytes_of(shelf, ledger).map(|bytes| (ledger, bytes));
        }
        open.as_ref()?.1.read_span(span).ok()
    }
}

/// Asks records what a scan wants to know.
pub(super) struct Scanner(Sender<ScanPiece>);

impl Scanner {
    pub(super) fn start(events: &Sender<Event>, shelf: &Shelf) -> Self {
        let (asked, pieces) = channel::<ScanPiece>();
        let (events, shelf) = (events.clone(), Arc::clone(shelf));
        spawn("search in payloads", move || {
            for piece in pieces {
                let answers = scan::answers(&piece, opener(&shelf));
                let (purpose, generation, asked) = (piece.purpose, piece.generation, piece.records.len());
                if events.send(Event::Msg(Msg::Scanned { purpose, generation, asked, answers })).is_err() {
                    return;
                }
            }
        });
        Self(asked)
    }

    pub(super) fn ask(&self, piece: ScanPiece) {
        self.0.send(piece).ok();
    }
}

/// Reads what episodes left behind.
pub(super) struct Digester(Sender<DigestPiece>);

impl Digester {
    pub(super) fn start(events: &Sender<Event>, shelf: &Shelf) -> Self {
        let (asked, pieces) = channel::<DigestPiece>();
        let (events, shelf) = (events.clone(), Arc::clone(shelf));
        spawn("reader of episodes", move || {
            for piece in pieces {
                let digested = piece.carry_out(opener(&shelf));
                let (ledger, generation) = (piece.ledger, piece.generation);
                if events.send(Event::Msg(Msg::Digested { ledger, generation, digested })).is_err() {
                    return;
                }
            }
        });
        Self(asked)
    }

    pub(super) fn ask(&self, piece: DigestPiece) {
        self.0.send(piece).ok();
    }
}

/// Counts the numbers of a study.
pub(super) struct Counter(Sender<StudyOrder>);

impl Counter {
    pub(super) fn start(events: &Sender<Event>) -> Self {
        let (asked, orders) = channel::<StudyOrder>();
        let events = events.clone();
        spawn("counting of a study", move || {
            for order in orders {
                let counted = order.carry_out();
                if events.send(Event::Msg(Msg::Studied { generation: order.generation, counted })).is_err() {
                    return;
                }
            }
        });
        Self(asked)
    }

    pub(super) fn ask(&self, order: StudyOrder) {
        self.0.send(order).ok();
    }
}

/// Checkers made ready once a registry and tool.
#[derive(Default)]
struct Checkers(HashMap<(RegistryId, ToolName), Known>);

/// What a checker was made of, and the checker where that has the tool.
type Known = (Weak<Registry>, Option<Arc<Checker>>);

impl Checkers {
    fn of(&mut self, id: RegistryId, registry: &Arc<Registry>, tool: &ToolName) -> Option<Arc<Checker>> {
        let make = || {
            let checker = registry.tools.get(tool).map(|contract| Arc::new(Checker::new(tool, contract)));
            (Arc::downgrade(registry), checker)
        };
        let entry = self.0.entry((id, tool.clone())).or_insert_with(make);
        if !Weak::ptr_eq(&entry.0, &Arc::downgrade(registry)) {
            *entry = make();
        }
        entry.1.clone()
    }
}
