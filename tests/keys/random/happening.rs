//! What may happen: keys, texts, the mouse, sizes, files, and answers that come late.

use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use vidimus::app::action::Action;
use vidimus::app::data::RegistryId;
use vidimus::app::keys::{BINDINGS, Binding};
use vidimus::app::msg::{Msg, Watch};
use vidimus::link::Link;
use vidimus::recovery::Substitutes;
use vidimus::review::Moment;
use vidimus::sample;
use vidimus::theme::{Glyphs, built_in};
use vidimus::view;

use super::super::review::NEW_YEAR;
use super::super::{
    Desk, POSITIVE, REGISTRY, REQUIRED, UNIT, UNIT_NARROW, call, episode, head, outcome, pairs, registry, registry_of,
    rules, study,
};
use super::desks::{LEDGERS, sample_ledger};

/// One thing that happens.
#[derive(Clone, Debug)]
pub(super) enum Happening {
    Key(&'static str),
    /// A key of the place that somebody is in, by its number among them.
    Own(usize),
    /// A number, and a key.
    Counted(u32, &'static str),
    /// Something is asked for with a key, a text is typed, and it is taken or left.
    Asked(&'static str, String, &'static str),
    Typed(String),
    Pasted(String),
    Size(u16, u16),
    /// A frame, at the size the program knows or at another one that it has not heard of yet.
    Drawn(Glyphs, Option<(u16, u16)>),
    Click(u16, u16),
    Wheel(i16, u16, u16),
    Ledger(usize, Change),
    Registry(u8, u8),
    Beside(u8),
    Hold(bool),
    /// So many of the answers that wait come in.
    Late(usize),
}

/// What becomes of a ledger.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Rewritten(Bytes),
    Grown(Bytes),
    /// More is to come.
    Begun(Bytes),
    /// It is shorter than it was, and nobody has heard of it yet.
    Emptied,
    Gone,
    Failed,
}

/// What is written into a ledger.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bytes {
    Nothing,
    Study,
    Pairs,
    Episode(u8),
    Call(i8),
    Outcome(bool),
    Noise,
    HalfALine,
    Sample(u8),
}

impl Bytes {
    fn text(self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Study => study(),
            Self::Pairs => pairs::study(),
            Self::Episode(n) => episode(&format!("e{n}"), n.into()),
            Self::Call(price) => head("e3", "t", "a") + &call("e3", "get", price.into(), price < 0),
            Self::Outcome(completed) => outcome("e3", completed),
            Self::Noise => "nonsense\n{\"kind\":\"call\"}\n[]\n\u{1b}[2J\n".into(),
            Self::HalfALine => "{\"kind\":\"epis".into(),
            Self::Sample(tasks) => sample_ledger(tasks.into(), 5),
        }
    }
}

fn bytes() -> impl Strategy<Value = Bytes> {
    prop_oneof![
        Just(Bytes::Nothing),
        Just(Bytes::Study),
        Just(Bytes::Pairs),
        (0u8..12).prop_map(Bytes::Episode),
        (-1i8..3).prop_map(Bytes::Call),
        any::<bool>().prop_map(Bytes::Outcome),
        Just(Bytes::Noise),
        Just(Bytes::HalfALine),
        (0u8..4).prop_map(Bytes::Sample),
    ]
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => bytes().prop_map(Change::Rewritten),
        4 => bytes().prop_map(Change::Grown),
        2 => bytes().prop_map(Change::Begun),
        1 => Just(Change::Emptied),
        1 => Just(Change::Gone),
        1 => Just(Change::Failed),
    ]
}

/// Texts for prompts: filters of every screen, names of commands, values, days and links, and what is none of these.
const TEXTS: &[&str] = &[
    "tool:get",
    "receipts>0 completed:no",
    "fired:yes -arm:advisory",
    "outcome:win,loss",
    "label:other",
    "where:before kind:tool",
    "left:yes class:category",
    "suspicion>1 fires<3",
    "symptom:repeated",
    "price",
    "\"unit\"",
    "\"",
    "-",
    "tool:",
    "nobody has this",
    "EUR",
    "USD, GBP",
    "2027-01-01 until the tool is mended",
    "0000-00-00",
    "other",
    "false-harm",
    "grace",
    "x",
    "é\u{1f600}\u{200d}\u{202e}",
    "vidimus:study.jsonl#e3/1/result/price",
    "vidimus:study.jsonl#b2/pair/a2",
    "vidimus:rules.json#get/x",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => proptest::sample::select(TEXTS).prop_map(str::to_owned),
        // The palette, and the names of files.
        4 => proptest::sample::select(commands()).prop_map(Action::name),
        1 => "[ -~é\u{1f600}]{0,12}",
        1 => "[0-9]{1,9}",
        1 => "[a-z]{1,3}\\.(md|txt|json|csv)",
    ]
}

fn count() -> impl Strategy<Value = u32> {
    prop_oneof![1u32..12, Just(9_999_999), Just(10), 0u32..10_000_000]
}

fn size() -> impl Strategy<Value = (u16, u16)> {
    prop_oneof![
        4 => (24u16..200, 7u16..60),
        2 => (0u16..60, 0u16..20),
        1 => Just((0, 0)),
        1 => Just((1, 1)),
        1 => Just((vidimus::app::LEAST.0, vidimus::app::LEAST.1)),
    ]
}

/// The names of commands, without those that leave.
fn commands() -> Vec<Action> {
    Action::ALL.into_iter().filter(|action| !matches!(action, Action::Quit | Action::CloseOrQuit)).collect()
}

/// The keys of some rows. Those that leave are left out: a test that quits sees little.
pub(super) fn keys_of(is_meant: impl Fn(&Binding) -> bool) -> Vec<&'static str> {
    let keys = BINDINGS.iter().filter(|it| is_meant(it)).flat_map(|it| it.keys).copied();
    keys.filter(|key| !["q", "ctrl-c"].contains(key)).collect()
}

fn keys() -> Vec<&'static str> {
    keys_of(|_| true)
}

/// Keys that ask for something, or type into what is asked for.
const ASKING: &[&str] = &["/", "/", ":", ":", "ctrl-f", "ctrl-p", "alt-s", "e", "c", "z", "i", "f", "W", "m", "'"];

const ENDS: &[&str] = &["g", "G", "home", "end", "pagedown", "pageup"];
const TABS: &[&str] = &["alt-1", "alt-2", "alt-3", "alt-4", "alt-5"];

pub(super) fn happening() -> impl Strategy<Value = Happening> {
    let glyphs = proptest::sample::select(vec![Glyphs::Unicode, Glyphs::Ascii, Glyphs::Words]);
    prop_oneof![
        16 => proptest::sample::select(keys()).prop_map(Happening::Key),
        16 => (0usize..1000).prop_map(Happening::Own),
        // From one end to the other, and from tab to tab: how far is known only once it is drawn.
        4 => proptest::sample::select(ENDS).prop_map(Happening::Key),
        4 => proptest::sample::select(TABS).prop_map(Happening::Key),
        4 => (count(), proptest::sample::select(keys())).prop_map(|(count, key)| Happening::Counted(count, key)),
        4 => (proptest::sample::select(ASKING), text(), proptest::sample::select(&["enter", "esc", "tab", "f1"][..]))
            .prop_map(|(key, text, end)| Happening::Asked(key, text, end)),
        1 => text().prop_map(Happening::Typed),
        1 => "[ -~é\\n\\t\u{1b}]{0,20}".prop_map(Happening::Pasted),
        1 => size().prop_map(|(columns, rows)| Happening::Size(columns, rows)),
        8 => (glyphs, proptest::option::weighted(0.1, size())).prop_map(|(glyphs, other)| Happening::Drawn(glyphs, other)),
        4 => (0u16..110, 0u16..34).prop_map(|(column, row)| Happening::Click(column, row)),
        1 => (any::<u16>(), any::<u16>()).prop_map(|(column, row)| Happening::Click(column, row)),
        2 => (-9i16..9, 0u16..110, 0u16..34).prop_map(|(lines, column, row)| Happening::Wheel(lines, column, row)),
        1 => any::<(i16, u16, u16)>().prop_map(|(lines, column, row)| Happening::Wheel(lines, column, row)),
        3 => (0..LEDGERS.len(), change()).prop_map(|(ledger, change)| Happening::Ledger(ledger, change)),
        2 => (0u8..4, 0u8..7).prop_map(|(which, what)| Happening::Registry(which, what)),
        2 => (0u8..16).prop_map(Happening::Beside),
        2 => any::<bool>().prop_map(Happening::Hold),
        1 => (0usize..5).prop_map(Happening::Late),
    ]
}

pub(super) fn happen(desk: &mut Desk, happening: &Happening) {
    match happening {
        Happening::Key(name) => desk.press_key(name),
        Happening::Own(nth) => {
            let scope = desk.app.scope();
            let own: Vec<_> = keys_of(|it| it.is_of(scope));
            if let Some(key) = own.get(nth % own.len().max(1)) {
                desk.press_key(key);
            }
        }
        Happening::Counted(count, key) => {
            desk.type_text(&count.to_string());
            desk.press_key(key);
        }
        Happening::Asked(key, text, end) => {
            desk.press_key(key);
            desk.type_text(text);
            desk.press_key(end);
        }
        Happening::Typed(text) => desk.type_text(text),
        Happening::Pasted(text) => desk.tell(Msg::Pasted(text.clone())),
        Happening::Size(columns, rows) => desk.tell(Msg::Resized(*columns, *rows)),
        Happening::Drawn(glyphs, other) => draw(desk, *glyphs, other.unwrap_or(desk.app.size)),
        Happening::Click(column, row) => desk.tell(Msg::Clicked(*column, *row)),
        Happening::Wheel(lines, column, row) => desk.tell(Msg::Wheeled(*lines, *column, *row)),
        Happening::Ledger(at, change) => ledger(desk, *at, change),
        Happening::Registry(which, what) => registry_file(desk, *which, *what),
        Happening::Beside(which) => beside(desk, *which),
        Happening::Hold(true) => desk.is_holding = true,
        Happening::Hold(false) => desk.release(),
        Happening::Late(answers) => desk.release_some(*answers),
    }
}

pub(super) fn draw(desk: &Desk, glyphs: Glyphs, (columns, rows): (u16, u16)) {
    let theme = built_in().remove(0);
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| view::draw(&desk.app, &theme, glyphs, frame)).unwrap();
}

fn ledger(desk: &mut Desk, at: usize, change: &Change) {
    let id = LEDGERS[at];
    if desk.app.data.ledger(id).is_none() {
        desk.open_ledger(id, if at == 0 { "study.jsonl" } else { "other.jsonl" }, "");
        desk.read_labels(id);
    }
    match change {
        Change::Rewritten(bytes) => desk.rewrite(id, &bytes.text()),
        Change::Grown(bytes) => desk.grow(id, &bytes.text()),
        Change::Begun(bytes) => {
            desk.begin_rewrite(id);
            desk.feed(id, &bytes.text(), false);
        }
        Change::Emptied => desk.begin_rewrite(id),
        Change::Gone => {
            desk.begin_rewrite(id);
            desk.tell(Msg::LedgerGone(id));
        }
        Change::Failed => desk.tell(Msg::LedgerFailed(id, "study.jsonl: no permission".into())),
    }
}

fn registry_file(desk: &mut Desk, which: u8, what: u8) {
    let (id, name) = match which {
        0 => (REGISTRY, "rules.json"),
        1 => (RegistryId(15), "registries/whole.json"),
        2 => (RegistryId(10), "registries/fold-0.json"),
        _ => (RegistryId(3), "other.json"),
    };
    let built_in = |end: &str| sample::builtin().iter().find(|(name, _)| name.ends_with(end)).unwrap().1.to_vec();
    let content = match what {
        0 => rules().into_bytes(),
        1 => b"{".to_vec(),
        2 => registry(&[("get", &[UNIT_NARROW, POSITIVE])]).into_bytes(),
        3 => registry(&[]).into_bytes(),
        4 => built_in("whole.json"),
        5 => registry_of("{\"kind\":\"schema\"}", &[("set", &[REQUIRED, UNIT])]).into_bytes(),
        _ => return desk.tell(Msg::RegistryGone(id)),
    };
    desk.read_registry(id, name, &content);
}

/// What lies beside the ledgers and the registries, or comes from elsewhere.
fn beside(desk: &mut Desk, which: u8) {
    let author =
        |name: &str, later: u64| Msg::ReviewerKnown { author: name.to_owned(), now: Moment::of_unix(NEW_YEAR + later) };
    let tools = |text: Option<&[u8]>| {
        let snapshot = text.and_then(vidimus::diff::tools::read).map(std::sync::Arc::new);
        Msg::ToolsRead { path: "snap/tools-1.json".into(), name: "tools-1.json".into(), snapshot }
    };
    match which {
        0 => desk.read_review(REGISTRY),
        1 => desk.read_review(RegistryId(15)),
        2 => desk.review_bytes(REGISTRY, b""),
        3 | 4 => {
            if which == 4 {
                desk.labels.clear();
            }
            for ledger in LEDGERS {
                desk.read_labels(ledger);
            }
        }
        5 => desk.full_disk = desk.full_disk.is_none().then(|| "the disk is full".into()),
        6 => desk.tell(author("ada", 0)),
        7 => desk.tell(author("grace", 400 * 24 * 3600)),
        8 => {
            let mut substitutes = Substitutes::default();
            substitutes.tools.insert("get".into(), vec!["set".into(), "get".into()]);
            desk.tell(Msg::RecoveryRead(substitutes));
        }
        9 => desk.tell(tools(Some(br#"[{"name":"get","inputSchema":{"type":"object"}}]"#))),
        10 => desk.tell(tools(None)),
        11 => desk.tell(Msg::PathsFailed(vec!["nothing.jsonl: not found".into()])),
        12 => desk.tell(Msg::WatchChanged(Watch::Polling("the folder is on a network".into()))),
        13 => {
            if let Some(link) = desk.copied.last().and_then(|text| Link::parse(text).ok()) {
                desk.tell(Msg::LinkGiven(link));
            }
        }
        14 => {
            let (text, paths) = (desk.saved.clone(), vec!["study.jsonl".to_owned()]);
            desk.tell(Msg::SessionBegun { paths, text, with_theme: true });
        }
        _ => desk.tell(Msg::TourOffered),
    }
}
