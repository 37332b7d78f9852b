//! The program without its threads: orders are carried out at once, on ledgers held in memory.
#![allow(dead_code, reason = "each test file is a crate of its own and uses what it needs")]

use std::collections::BTreeMap;
use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use vidimus::app::App;
use vidimus::app::data::{Fired, LedgerId, RegistryId};
use vidimus::app::effect::{Effect, Program, ReplayPiece};
use vidimus::app::freezing::{Freeze, FreezeOrder, Sealed};
use vidimus::app::msg::Msg;
use vidimus::app::review::order::Order;
use vidimus::app::scan;
use vidimus::contract::Checker;
use vidimus::domain::call::Call;
use vidimus::domain::registry::Input;
use vidimus::format::{record, registry};
use vidimus::index::{Indexer, Span};
use vidimus::review::preview::Look;
use vidimus::review::{Journal, Moment};
use vidimus::seal::{self, Freezing};

/// How often tasks are drawn again for an interval.
pub(crate) const RESAMPLES: u32 = 1000;

#[derive(Default)]
pub(crate) struct Desk {
    pub(crate) app: App,
    ledgers: BTreeMap<LedgerId, (Vec<u8>, Indexer)>,
    /// Whether answers wait until they are let go.
    pub(crate) is_holding: bool,
    held: Vec<Msg>,
    pub(crate) has_quit: bool,
    /// What was given to the clipboard, oldest first.
    pub(crate) copied: Vec<String>,
    /// What was shown in other programs.
    pub(crate) opened: Vec<(Program, String)>,
    /// The files that were written, by name.
    pub(crate) files: BTreeMap<String, String>,
    /// What was last to be remembered of the visit.
    pub(crate) saved: Option<String>,
    /// The decisions on each registry, as they are on disk.
    pub(crate) reviews: BTreeMap<RegistryId, Journal>,
    /// The labels beside each ledger, as they are on disk.
    pub(crate) labels: BTreeMap<LedgerId, vidimus::label::Journal>,
    /// Why nothing can be written there, if so.
    pub(crate) full_disk: Option<String>,
    /// The time.
    pub(crate) now: Moment,
}

impl Desk {
    /// Another desk with the same on it, as if everything had been opened and pressed again.
    pub(crate) fn copy(&self) -> Self {
        assert!(self.held.is_empty(), "answers that wait cannot be copied");
        let (app, ledgers) = (self.app.clone(), self.ledgers.clone());
        let (reviews, labels) = (self.reviews.clone(), self.labels.clone());
        Self { app, ledgers, reviews, labels, ..Self::default() }
    }

    pub(crate) fn open_ledger(&mut self, id: LedgerId, name: &str, text: &str) {
        self.tell(Msg::LedgerOpened { id, name: name.into() });
        self.ledgers.insert(id, (Vec::new(), Indexer::new()));
        self.grow(id, text);
    }

    /// More bytes at the end of a ledger.
    pub(crate) fn grow(&mut self, id: LedgerId, text: &str) {
        self.feed(id, text, true);
    }

    /// More bytes at the end, and there is more to come.
    pub(crate) fn feed(&mut self, id: LedgerId, text: &str, complete: bool) {
        let (bytes, indexer) = self.ledgers.get_mut(&id).unwrap();
        bytes.extend_from_slice(text.as_bytes());
        indexer.feed(text.as_bytes());
        let (batch, total) = (Box::new(indexer.take_batch()), bytes.len() as u64);
        self.tell(Msg::LedgerRead { id, batch, total, complete, notes: Vec::new() });
    }

    /// A file with other bytes in the place of the ledger.
    pub(crate) fn rewrite(&mut self, id: LedgerId, text: &str) {
        self.begin_rewrite(id);
        self.grow(id, text);
    }

    pub(crate) fn begin_rewrite(&mut self, id: LedgerId) {
        self.ledgers.insert(id, (Vec::new(), Indexer::restarted()));
    }

    pub(crate) fn read_registry(&mut self, id: RegistryId, name: &str, text: &[u8]) {
        let content = registry::parse(text).map(|(registry, _)| Arc::new(registry)).map_err(|error| error.to_string());
        self.tell(Msg::RegistryRead { id, name: name.into(), content });
    }

    /// Tells a fact, and carries out what is ordered until nothing is left to do.
    pub(crate) fn tell(&mut self, msg: Msg) {
        let mut effects = self.app.update(msg);
        while let Some(effect) = effects.pop() {
            let Some(answer) = self.perform(effect) else { continue };
            if self.is_holding {
                self.held.push(answer);
            } else {
                effects.extend(self.app.update(answer));
            }
        }
    }

    /// Lets the answers go that were held, oldest first.
    pub(crate) fn release(&mut self) {
        self.is_holding = false;
        for answer in std::mem::take(&mut self.held) {
            self.tell(answer);
        }
    }

    /// Lets so many of the answers go that were held, oldest first; the others wait on.
    pub(crate) fn release_some(&mut self, most: usize) {
        for answer in self.held.drain(..most.min(self.held.len())).collect::<Vec<_>>() {
            self.tell(answer);
        }
    }

    /// Lets the answer go that was held last; the others wait on.
    pub(crate) fn release_last(&mut self) {
        if let Some(answer) = self.held.pop() {
            self.tell(answer);
        }
    }

    fn perform(&mut self, effect: Effect) -> Option<Msg> {
        match effect {
            Effect::ReadCalls { ledger, generation, calls } => {
                let read = |(place, span)| (place, self.call(ledger, span).map(Arc::new));
                let calls = calls.into_iter().map(read).collect();
                Some(Msg::CallsRead { ledger, generation, calls })
            }
            Effect::Replay(piece) => Some(self.replay(&piece)),
            Effect::Look(piece) => Some(self.look(&piece)),
            Effect::Freeze(order) => Some(self.freeze(&order)),
            Effect::Audit(piece) => {
                let generation = piece.generation;
                let run = piece.carry_out(|ledger, span| self.bytes(ledger, span).map(<[u8]>::to_vec));
                Some(Msg::Audited { generation, run })
            }
            Effect::Decide(order) => Some(self.decide(order)),
            Effect::Label(order) => {
                let now = self.now;
                let journal = self.labels.entry(order.ledger).or_default();
                let outcome = match &self.full_disk {
                    Some(why) => Err(why.clone()),
                    None => order.lines(journal, now).map(|lines| {
                        journal.take(lines);
                        Arc::new(journal.clone())
                    }),
                };
                Some(Msg::Labelled { order, outcome, now })
            }
            Effect::Scan(piece) => {
                let answers = scan::answers(&piece, |ledger, span| self.bytes(ledger, span).map(<[u8]>::to_vec));
                let (purpose, generation, asked) = (piece.purpose, piece.generation, piece.records.len());
                Some(Msg::Scanned { purpose, generation, asked, answers })
            }
            Effect::Digest(piece) => {
                let digested = piece.carry_out(|ledger, span| self.bytes(ledger, span).map(<[u8]>::to_vec));
                Some(Msg::Digested { ledger: piece.ledger, generation: piece.generation, digested })
            }
            // Fewer drawings than the program makes: these tests count, and what is drawn is the same on every machine.
            Effect::Study(order) => {
                let order = order.resampled(RESAMPLES);
                Some(Msg::Studied { generation: order.generation, counted: order.carry_out() })
            }
            Effect::Quit => {
                self.has_quit = true;
                None
            }
            Effect::Write { path, may_replace: false, .. } if self.files.contains_key(&path) => {
                Some(Msg::FileThere(path))
            }
            Effect::Write { path, text, .. } => {
                let bytes = text.len();
                self.files.insert(path.clone(), text);
                Some(Msg::Written(path, bytes))
            }
            Effect::Open { program, text } => {
                self.opened.push((program, text));
                Some(Msg::Opened(None))
            }
            Effect::Copy(text) => {
                self.copied.push(text);
                None
            }
            Effect::SaveSession(text) => {
                self.saved = Some(text);
                None
            }
            Effect::Suspend | Effect::Redraw | Effect::UseTheme(_) | Effect::Mouse(_) => None,
        }
    }

    fn call(&self, ledger: LedgerId, span: Span) -> Result<Call, String> {
        let bytes = self.bytes(ledger, span);
        record::parse_call(bytes.ok_or("the file is shorter")?).map_err(|error| error.to_string())
    }

    fn bytes(&self, ledger: LedgerId, span: Span) -> Option<&[u8]> {
        let from = usize::try_from(span.offset).unwrap();
        self.ledgers[&ledger].0.get(from..from + span.len as usize)
    }

    /// Another program writes decisions to the review of a registry; this one is told.
    pub(crate) fn review_elsewhere(&mut self, order: &Order) {
        let now = self.now;
        let journal = self.reviews.entry(order.registry).or_default();
        let decisions = order.decisions(journal, now).unwrap();
        journal.take(decisions);
        self.read_review(order.registry);
    }

    /// Bytes that another program leaves in the review of a registry; this one is told.
    pub(crate) fn review_bytes(&mut self, registry: RegistryId, bytes: &[u8]) {
        self.reviews.insert(registry, Journal::parse(bytes).unwrap());
        self.read_review(registry);
    }

    /// Tells what stands in the review of a registry.
    pub(crate) fn read_review(&mut self, registry: RegistryId) {
        let content = Ok(Arc::new(self.reviews.entry(registry).or_default().clone()));
        let (place, now) = (format!("{}.review.jsonl", registry.0), self.now);
        self.tell(Msg::JournalRead { registry, place, content, now });
    }

    /// Tells what stands beside a ledger.
    pub(crate) fn read_labels(&mut self, ledger: LedgerId) {
        let content = Ok(Arc::new(self.labels.entry(ledger).or_default().clone()));
        let (place, now) = (format!("{}.labels.jsonl", ledger.0), self.now);
        self.tell(Msg::LabelsRead { ledger, place, content, now });
    }

    fn decide(&mut self, order: Order) -> Msg {
        let now = self.now;
        let journal = self.reviews.entry(order.registry).or_default();
        let outcome = match &self.full_disk {
            Some(why) => Err(why.clone()),
            None => order.decisions(journal, now).map(|decisions| {
                journal.take(decisions.clone());
                (Arc::new(journal.clone()), decisions)
            }),
        };
        Msg::Decided { order: Box::new(order), outcome, now }
    }

    /// Freezes into a file in memory.
    fn freeze(&mut self, order: &FreezeOrder) -> Msg {
        let registry = order.registry;
        if !order.may_replace && self.files.contains_key(&order.output) {
            return Msg::Frozen { registry, outcome: Freeze::Exists(format!("{} is there", order.output)) };
        }
        let source = Input::new(order.path.as_str(), "00");
        let journal = self.reviews.get(&registry).cloned().unwrap_or_default();
        let outcome = seal::freeze(&Freezing {
            registry: &order.seen,
            source: &source,
            journal: &journal,
            review: None,
            day: &self.now.day(),
            by: &order.by,
            undecided: order.undecided,
            audit: order.audit.as_ref(),
            folds: &[],
            skipped: &[],
            may_be_empty: false,
            version: "0",
        });
        let outcome = match outcome {
            Err(why) => Freeze::Failed(why.to_string()),
            Ok(frozen) => {
                self.files.insert(order.output.clone(), registry::print(&frozen.registry));
                let seal = frozen.registry.seal.unwrap().sha256;
                let (path, kept, left_out) = (order.output.clone(), frozen.kept, frozen.left_out);
                Freeze::Done(Sealed { path, seal, kept, left_out, by_default: frozen.by_default, notes: Vec::new() })
            }
        };
        Msg::Frozen { registry, outcome }
    }

    fn look(&self, piece: &ReplayPiece) -> Msg {
        let looks = piece.calls.iter().filter_map(|wanted| {
            let (id, registry) = &piece.registries[wanted.judge];
            let contract = registry.tools.get(&wanted.tool)?;
            let Ok(Call { arguments, result: Some(result), .. }) = self.call(piece.ledger, wanted.span) else {
                return None;
            };
            let checker = Checker::new(&wanted.tool, contract);
            let own = piece.own.as_ref().and_then(|(_, own)| own.tools.get(&wanted.tool));
            let own = own.map(|own| Checker::new(&wanted.tool, own));
            Some((wanted.place, *id, Look::beside(&checker, own.as_ref(), &arguments, &result)))
        });
        let looks = looks.collect();
        Msg::Looked { ledger: piece.ledger, generation: piece.generation, checked: piece.checked, looks }
    }

    fn replay(&self, piece: &ReplayPiece) -> Msg {
        let mut fired = Vec::new();
        for wanted in &piece.calls {
            let (id, registry) = &piece.registries[wanted.judge];
            let Some(contract) = registry.tools.get(&wanted.tool) else { continue };
            let Ok(Call { arguments, result: Some(result), .. }) = self.call(piece.ledger, wanted.span) else {
                continue;
            };
            let mut rules: Vec<Fired> = Vec::new();
            for violation in Checker::new(&wanted.tool, contract).check(&arguments, &result) {
                let rule = Fired { registry: *id, invariant: violation.invariant };
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
            if !rules.is_empty() {
                fired.push((wanted.place, rules));
            }
        }
        Msg::Replayed { ledger: piece.ledger, generation: piece.generation, checked: piece.checked, fired }
    }

    /// Presses keys: each character is one, `<name>` are the others; spaces are only for the eye.
    pub(crate) fn press(&mut self, script: &str) {
        let mut rest = script.chars();
        while let Some(c) = rest.next() {
            match c {
                ' ' => {}
                '<' => self.press_key(&rest.by_ref().take_while(|c| *c != '>').collect::<String>()),
                c => self.press_key(&c.to_string()),
            }
        }
    }

    /// Types a text, spaces too.
    pub(crate) fn type_text(&mut self, text: &str) {
        for c in text.chars() {
            self.press_key(&c.to_string());
        }
    }

    /// Presses one key, named as in the table of keys.
    pub(crate) fn press_key(&mut self, name: &str) {
        let (name, modifiers) = match (name.strip_prefix("ctrl-"), name.strip_prefix("alt-")) {
            (Some(rest), _) if !rest.is_empty() => (rest, KeyModifiers::CONTROL),
            (_, Some(rest)) if !rest.is_empty() => (rest, KeyModifiers::ALT),
            _ => (name, KeyModifiers::NONE),
        };
        let mut one = name.chars();
        let code = match (name, one.next(), one.next()) {
            (_, Some(c), None) => KeyCode::Char(c),
            ("enter", ..) => KeyCode::Enter,
            ("esc", ..) => KeyCode::Esc,
            ("tab", ..) => KeyCode::Tab,
            ("shift-tab", ..) => KeyCode::BackTab,
            ("space", ..) => KeyCode::Char(' '),
            ("backspace", ..) => KeyCode::Backspace,
            ("left", ..) => KeyCode::Left,
            ("right", ..) => KeyCode::Right,
            ("up", ..) => KeyCode::Up,
            ("down", ..) => KeyCode::Down,
            ("home", ..) => KeyCode::Home,
            ("end", ..) => KeyCode::End,
            ("pageup", ..) => KeyCode::PageUp,
            ("pagedown", ..) => KeyCode::PageDown,
            ("insert", ..) => KeyCode::Insert,
            ("delete", ..) => KeyCode::Delete,
            (name, ..) => match name.strip_prefix('f').and_then(|number| number.parse().ok()) {
                Some(number) => KeyCode::F(number),
                None => unimplemented!("no key {name:?}"),
            },
        };
        self.tell(Msg::Key(KeyEvent::new(code, modifiers)));
    }
}
