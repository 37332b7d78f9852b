//! What may lie on the desk when the keys begin.

use std::cell::RefCell;
use std::collections::BTreeMap;

use vidimus::app::data::{LedgerId, RegistryId};
use vidimus::app::msg::Msg;
use vidimus::domain::json;
use vidimus::recovery::Substitutes;
use vidimus::review::Moment;
use vidimus::sample::{self, Files};

use super::super::review::NEW_YEAR;
use super::super::{Desk, LEDGER, REGISTRY, open, pairs, rules};

/// One of the desks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lying {
    Nothing,
    NothingToCount,
    OnlyARegistry,
    OnlyALedger,
    Tiny,
    Review,
    Frozen,
    Pairs,
    Braid,
    Blind,
    Sample,
    SampleReview,
    SamplePairs,
    SampleBraid,
    SampleStudy,
    SampleBlind,
    SampleFrozen,
    BuiltIn,
}

pub(super) const ALL: [Lying; 18] = [
    Lying::Nothing,
    Lying::NothingToCount,
    Lying::OnlyARegistry,
    Lying::OnlyALedger,
    Lying::Tiny,
    Lying::Review,
    Lying::Frozen,
    Lying::Pairs,
    Lying::Braid,
    Lying::Blind,
    Lying::Sample,
    Lying::SampleReview,
    Lying::SamplePairs,
    Lying::SampleBraid,
    Lying::SampleStudy,
    Lying::SampleBlind,
    Lying::SampleFrozen,
    Lying::BuiltIn,
];

impl Lying {
    /// Whether little lies there, so that many copies of it take no time.
    pub(super) fn is_small(self) -> bool {
        !matches!(self, Self::BuiltIn | Self::SampleReview | Self::SampleFrozen)
    }
}

/// A desk, made once in each thread: that takes longer than most of what happens on it.
pub(super) fn desk(lying: Lying) -> Desk {
    thread_local! {
        static MADE: RefCell<BTreeMap<Lying, Desk>> = const { RefCell::new(BTreeMap::new()) };
    }
    let made = MADE.with_borrow(|made| made.get(&lying).map(Desk::copy));
    let mut desk = made.unwrap_or_else(|| {
        let made = make(lying);
        let copy = made.copy();
        MADE.with_borrow_mut(|all| all.insert(lying, made));
        copy
    });
    desk.now = Moment::of_unix(NEW_YEAR);
    desk
}

fn make(lying: Lying) -> Desk {
    let mut desk = match lying {
        Lying::Nothing | Lying::NothingToCount => found(blank()),
        Lying::OnlyARegistry => {
            let mut desk = blank();
            desk.read_registry(REGISTRY, "rules.json", rules().as_bytes());
            desk.read_review(REGISTRY);
            found(desk)
        }
        Lying::OnlyALedger => {
            let mut desk = blank();
            desk.open_ledger(LEDGER, "study.jsonl", &super::study());
            found(desk)
        }
        Lying::Tiny | Lying::Review | Lying::Frozen => {
            let mut desk = open();
            desk.read_review(REGISTRY);
            desk
        }
        Lying::Pairs | Lying::Braid | Lying::Blind => {
            let mut desk = pairs::open();
            desk.read_labels(LEDGER);
            desk
        }
        Lying::Sample => return sample(&sample_ledger(6, sample::SEED)),
        Lying::BuiltIn => {
            let study = sample::builtin().iter().find(|(name, _)| *name == sample::LEDGER).unwrap().1;
            return sample(std::str::from_utf8(study).unwrap());
        }
        _ => self::desk(Lying::Sample),
    };
    // The first key of each is the one its name speaks of, whatever the others do.
    match lying {
        Lying::Review | Lying::SampleReview => desk.press("2"),
        Lying::Frozen | Lying::SampleFrozen => freeze(&mut desk),
        Lying::SamplePairs => desk.press("4"),
        Lying::Braid => desk.press("G<enter>"),
        Lying::SampleBraid => desk.press("4 n <enter>"),
        Lying::Blind => desk.press("b"),
        Lying::SampleBlind => desk.press("4 b"),
        Lying::SampleStudy | Lying::NothingToCount => desk.press("5"),
        _ => {}
    }
    desk
}

fn blank() -> Desk {
    let mut desk = Desk::default();
    desk.now = Moment::of_unix(NEW_YEAR);
    desk.tell(Msg::Resized(100, 30));
    desk.tell(Msg::ReviewerKnown { author: "ada".into(), now: desk.now });
    desk
}

fn found(mut desk: Desk) -> Desk {
    desk.tell(Msg::Found(Vec::new()));
    desk
}

/// The contracts of the built-in study, with its folds, over some episodes.
fn sample(study: &str) -> Desk {
    let mut desk = blank();
    let mut registries = 0;
    for (name, bytes) in sample::builtin() {
        if name.starts_with("registries/") {
            let id = RegistryId(10 + registries);
            desk.read_registry(id, name, bytes);
            desk.read_review(id);
            registries += 1;
        } else if name.ends_with("recovery.json") {
            let value = json::read_bytes(bytes).unwrap().value;
            desk.tell(Msg::RecoveryRead(Substitutes::from_json(&value).unwrap()));
        }
    }
    desk.open_ledger(LEDGER, "study.jsonl", study);
    desk.read_labels(LEDGER);
    found(desk)
}

/// A study made as the built-in one is.
pub(super) fn sample_ledger(tasks: usize, seed: u64) -> String {
    let mut files = Files::default();
    let Ok(_) = sample::generate(tasks, seed, &mut files);
    String::from_utf8(files.into_files().remove("study.jsonl").unwrap()).unwrap()
}

/// Accepts everything, freezes it, and opens what was written beside the rest.
fn freeze(desk: &mut Desk) {
    desk.tell(Msg::ReviewerKnown { author: "ada".into(), now: desk.now });
    desk.press("2 A y F <enter> y <esc>");
    let frozen: Vec<_> = desk.files.iter().map(|(name, text)| (name.clone(), text.clone())).collect();
    assert_eq!(frozen.len(), 1, "{:?}", desk.app.notice);
    for (name, text) in frozen {
        desk.read_registry(RegistryId(40), &name, text.as_bytes());
    }
    for _ in 0..desk.app.data.registries.len() {
        if desk.app.is_review_frozen() {
            return;
        }
        desk.press("]");
    }
    panic!("no frozen registry is among {:?}", desk.app.data.registries.len());
}

/// The ledgers that files are made for.
pub(super) const LEDGERS: [LedgerId; 2] = [LEDGER, LedgerId(7)];
