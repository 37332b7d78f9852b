//! A preview as a text.

use std::collections::BTreeMap;

use crate::domain::ids::InvariantId;
use crate::domain::invariant::Invariant;
use crate::page::{Kind, Page, Piece, Role};
use crate::pair::PairOutcome;
use crate::review::preview::{Change, Changed, Changes, Preview, Spot, Standing, TouchedPair};
use crate::words::{self, counted};

/// How many calls are listed under one heading.
const LISTED: usize = 200;

/// How many rules of one receipt are told.
const TOLD: usize = 2;

/// What things are called that a preview knows by number.
pub struct Names<'a> {
    /// A call.
    pub spot: &'a dyn Fn(Spot) -> String,
    /// A rule that is broken on a call, in the words of the registry that judges there, with what is there.
    pub broken: &'a dyn Fn(Spot, &InvariantId) -> String,
    /// A rule as it stands, in a few words.
    pub rule: &'a dyn Fn(&InvariantId) -> String,
}

/// A rule that is broken, in the words of the registry that judges, with what is there.
#[must_use]
pub fn broken_words(judge: &str, rule: &Invariant, seen: &str) -> String {
    format!("{seen} ({judge}: {})", words::rule(rule))
}

/// What is asked: `Without this rule`, `With these 4 changes`.
#[must_use]
pub fn asked(changes: &Changes) -> String {
    let edited = changes.values().flatten().count();
    match (changes.len(), edited) {
        (1, 0) => "Without this rule".to_owned(),
        (1, _) => "With this rule edited".to_owned(),
        (count, 0) => format!("Without these {count} rules"),
        (count, _) if count == edited => format!("With these {count} rules edited"),
        (count, _) => format!("With these {count} changes"),
    }
}

/// Everything in one sentence, as an answer to `asked`.
#[must_use]
pub fn summary(asked: &str, preview: &Preview) -> String {
    let mut parts = Vec::new();
    for (change, direction) in [(Change::Lost, "fewer"), (Change::Gained, "more")] {
        let count = preview.with(change).count();
        if count > 0 {
            parts.push(format!("{} {direction} ({})", counted(count as u64, "receipt"), standings(preview, change)));
        }
    }
    match preview.with(Change::Other).count() as u64 {
        0 => {}
        1 => parts.push(format!("1 receipt stays and says {}", instead(preview))),
        count => parts.push(format!("{count} receipts stay and say {}", instead(preview))),
    }
    if parts.is_empty() {
        return format!("{asked}: no receipt changes.");
    }
    parts.extend(pairs(preview));
    format!("{asked}: {}.", parts.join("; "))
}

/// What the receipts say that stay: the codes that they had not said before, the most frequent first.
fn instead(preview: &Preview) -> String {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    for call in preview.with(Change::Other) {
        for class in call.says.iter().filter(|class| !call.said.contains(class)) {
            *counts.entry(class.code()).or_default() += 1;
        }
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let told = counts.iter().take(TOLD).map(|(code, count)| format!("{} ({count})", code.replace('_', " ")));
    let told: Vec<String> = told.collect();
    match counts.len() {
        0 if preview.with(Change::Other).all(|call| call.said == call.says) => {
            "something else: of the same kind, with another expectation".to_owned()
        }
        0 => "less".to_owned(),
        count if count > TOLD => {
            format!("something else: {}, and {} more", told.join(", "), counted(count - TOLD, "kind"))
        }
        _ => format!("something else: {}", told.join(", ")),
    }
}

/// On which calls receipts are lost or gained.
fn standings(preview: &Preview, change: Change) -> String {
    let mut parts = Vec::new();
    for (standing, is_last_hope) in [(Standing::Clean, false), (Standing::Faulted, true), (Standing::Beside, false)] {
        let ending = match (change, is_last_hope) {
            (Change::Lost, true) => " that nothing else catches",
            (Change::Gained, true) => " that nothing caught",
            _ => "",
        };
        let text = match (preview.of(change, standing).count(), standing) {
            (0, _) => continue,
            (1, Standing::Clean) => "1 on a clean call".to_owned(),
            (count, Standing::Clean) => format!("{count} on clean calls"),
            (1, Standing::Faulted) => format!("1 on a faulted call{ending}"),
            (count, Standing::Faulted) => format!("{count} on faulted calls{ending}"),
            (count, Standing::Beside) => format!("{count} beside a fault in the same episode"),
        };
        parts.push(text);
    }
    parts.join(", ")
}

/// Which pairs are touched; nothing where there are none at all.
fn pairs(preview: &Preview) -> Option<String> {
    if preview.pair_count == 0 {
        return None;
    }
    let count = preview.pairs.len() as u64;
    let outcomes = [PairOutcome::Win, PairOutcome::Loss, PairOutcome::Tie, PairOutcome::Unknown];
    let told = |outcome: PairOutcome| {
        let (word, several) = match outcome {
            PairOutcome::Win => ("a win", "wins"),
            PairOutcome::Loss => ("a loss", "losses"),
            PairOutcome::Tie => ("a tie", "ties"),
            PairOutcome::Unknown => ("one whose outcome is not known", "whose outcome is not known"),
        };
        match preview.pairs_of(outcome).count() {
            0 => None,
            1 => Some(word.to_owned()),
            count => Some(format!("{count} {several}")),
        }
    };
    let told: Vec<String> = outcomes.into_iter().filter_map(told).collect();
    Some(match count {
        0 => "no pair touched".to_owned(),
        _ => format!("{} touched ({})", counted(count, "pair"), told.join(", ")),
    })
}

/// The page: the sentence, what it rests on, then the calls. A line with a call links to its place in
/// [`Preview::calls`], one with a pair to its place in [`Preview::pairs`] behind all of these.
#[must_use]
pub fn page(asked: &str, preview: &Preview, names: &Names<'_>) -> Page {
    let mut page = Page::new("what would change");
    page.text(summary(asked, preview));
    page.muted(format!(
        "By replay of {}. What the agent did after a call is as recorded: its later path is not run again, so a call \
         with another receipt may have led elsewhere.",
        counted(preview.looked_at as u64, "recorded call")
    ));
    for (heading, change, standing) in [
        ("Faulted calls that nothing catches any more", Change::Lost, Some(Standing::Faulted)),
        ("False fires that go: receipts on clean calls", Change::Lost, Some(Standing::Clean)),
        ("Receipts that go, beside a fault in the same episode", Change::Lost, Some(Standing::Beside)),
        ("Faulted calls that are caught for the first time", Change::Gained, Some(Standing::Faulted)),
        ("New false fires: receipts on clean calls", Change::Gained, Some(Standing::Clean)),
        ("New receipts, beside a fault in the same episode", Change::Gained, Some(Standing::Beside)),
        ("Receipts that stay and say something else", Change::Other, None),
    ] {
        let is_here = |call: &Changed| call.change == change && standing.is_none_or(|it| it == call.standing);
        let calls: Vec<(usize, &Changed)> =
            preview.calls.iter().enumerate().filter(|(_, call)| is_here(call)).collect();
        list(&mut page, heading, &calls, |(place, call)| Some((line(call, names), *place)));
    }
    for (heading, outcome) in [
        ("Pairs touched: wins", PairOutcome::Win),
        ("Pairs touched: losses", PairOutcome::Loss),
        ("Pairs touched: ties", PairOutcome::Tie),
        ("Pairs touched: outcome not known", PairOutcome::Unknown),
    ] {
        let pairs = preview.pairs.iter().enumerate().filter(|(_, pair)| pair.outcome == outcome);
        let pairs: Vec<(usize, &TouchedPair)> = pairs.collect();
        list(&mut page, heading, &pairs, |(place, pair)| {
            let first = pair.spots.first()?;
            let place = preview.calls.len() + place;
            let more = match pair.spots.len() - 1 {
                0 => String::new(),
                more => format!(" and {} of the same pair", counted(more as u64, "more call")),
            };
            Some((vec![(Role::Text, format!("{}{more}", (names.spot)(*first)))], place))
        });
    }
    page
}

/// A heading with the number of things under it, and a line for each of the first of these; the others are only
/// counted, as there may be tens of thousands.
fn list<T>(page: &mut Page, heading: &str, things: &[T], line: impl Fn(&T) -> Option<(Vec<Piece>, usize)>) {
    let count = things.len();
    if count == 0 {
        return;
    }
    page.heading(format!("{heading} · {count}"));
    for (pieces, place) in things.iter().take(LISTED).filter_map(line) {
        page.link(Kind::Item, pieces, place);
    }
    if count > LISTED {
        page.muted(format!("and {} more", count - LISTED));
    }
}

/// One call: where it is, and what its receipt said and will say.
fn line(call: &Changed, names: &Names<'_>) -> Vec<Piece> {
    let list = |ids: &[InvariantId], name: &dyn Fn(&InvariantId) -> String| {
        let mut rules: Vec<String> = ids.iter().take(TOLD).map(name).collect();
        if ids.len() > TOLD {
            rules.push(counted(ids.len() - TOLD, "more rule"));
        }
        rules.join("; ")
    };
    let rules = |ids: &[InvariantId]| list(ids, names.rule);
    let broken = |ids: &[InvariantId]| list(ids, &|id| (names.broken)(call.spot, id));
    let told = match call.change {
        Change::Lost => format!("was: {}", broken(&call.before)),
        Change::Gained => format!("now: {}", rules(&call.after)),
        Change::Other if call.before == call.after => format!("still {}, with another expectation", rules(&call.after)),
        Change::Other => format!("was: {}; now: {}", broken(&call.before), broken(&call.after)),
    };
    vec![
        (Role::Text, (names.spot)(call.spot)),
        (Role::Text, format!(" {}", call.tool)),
        (Role::Muted, format!("  {told}")),
    ]
}
