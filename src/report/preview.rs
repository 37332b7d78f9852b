//! What changes of rules do to the receipts, printed.

use std::io;

use super::page::pages;
use super::{Column, Format, Out, Table};
use crate::domain::ids::{InvariantId, ToolName};
use crate::domain::invariant::Invariant;
use crate::domain::json::{Json, Object};
use crate::lens::preview::{Names, asked, broken_words, page, summary};
use crate::pair::PairOutcome;
use crate::review::preview::{Change, Changed, Changes, Preview, Spot, Standing};
use crate::study::{Chosen, Ledger, Replayed};
use crate::words;

/// The columns of calls whose receipts change.
const CALLS: [Column; 8] = [
    Column::words("ledger", "ledger"),
    Column::words("episode", "episode"),
    Column::numbers("step", "step"),
    Column::words("tool", "tool"),
    Column::words("change", "its receipt"),
    Column::words("standing", "call"),
    Column::words("before", "before"),
    Column::words("after", "after"),
];

/// The columns of rules, each rejected by itself.
const RULES: [Column; 12] = [
    Column::words("tool", "tool"),
    Column::numbers("lost", "fewer"),
    Column::numbers("lost_clean", "clean"),
    Column::numbers("lost_faulted", "faulted"),
    Column::numbers("gained", "more"),
    Column::numbers("other", "others"),
    Column::numbers("wins", "wins"),
    Column::numbers("losses", "losses"),
    Column::numbers("fires_held_out", "fires, held out"),
    Column::numbers("reached_held_out", "of"),
    Column::words("rule", "rule"),
    Column::words("id", "id"),
];

/// Prints one preview: in text and Markdown as a page, in JSON and CSV one row a call.
pub fn preview(
    changes: &Changes,
    preview: &Preview,
    ledgers: &[Ledger],
    (chosen, replayed): (&Chosen, &Replayed),
    format: Format,
    out: &mut Out,
) -> io::Result<()> {
    let rules = chosen.rules();
    let spot = |spot: Spot| {
        let (ledger, episode) = names_of(spot, ledgers);
        format!("{ledger} · {episode} step {}", spot.step)
    };
    let rule = |id: &InvariantId| {
        let rule = rules.iter().find(|(_, rule)| rule.id == *id);
        rule.map_or_else(|| id.to_string(), |(_, rule)| words::rule(rule))
    };
    if matches!(format, Format::Text | Format::Md) {
        let broken = |at: Spot, id: &InvariantId| {
            let fire = replayed.table.fire_of(id, at);
            let judge = fire.as_ref().and_then(|fire| chosen.against.registries().nth(fire.judge));
            let found = judge.and_then(|judge| Some((judge, judge.registry.rule(id)?))).zip(fire.as_ref());
            found.map_or_else(|| rule(id), |((judge, it), fire)| broken_words(&judge.name, it, &fire.seen))
        };
        let names = Names { spot: &spot, broken: &broken, rule: &rule };
        return pages(&[page(&asked(changes), preview, &names)], format, out);
    }
    let mut table = Table::new("calls", &CALLS);
    table.rows = preview.calls.iter().map(|call| row(call, ledgers)).collect();
    table.facts = facts(preview);
    table.facts.insert("changed", changes.keys().map(InvariantId::as_str).collect::<Vec<_>>());
    table.facts.insert("summary", summary(&asked(changes), preview));
    out.table(&table, format)
}

/// Prints what becomes of the receipts without each rule by itself, one row a rule.
pub fn previews(
    rules: &[(&ToolName, &Invariant)],
    previews: &[Preview],
    replayed: &Replayed,
    format: Format,
    out: &mut Out,
) -> io::Result<()> {
    let mut table = Table::new("rules", &RULES);
    for ((tool, rule), preview) in rules.iter().zip(previews) {
        let held_out = replayed.table.firing(&rule.id).held_out;
        table.rows.push(vec![
            tool.as_str().into(),
            preview.with(Change::Lost).count().into(),
            preview.of(Change::Lost, Standing::Clean).count().into(),
            preview.of(Change::Lost, Standing::Faulted).count().into(),
            preview.with(Change::Gained).count().into(),
            preview.with(Change::Other).count().into(),
            preview.pairs_of(PairOutcome::Win).count().into(),
            preview.pairs_of(PairOutcome::Loss).count().into(),
            held_out.fires.into(),
            held_out.reached.into(),
            words::rule(rule).into(),
            rule.id.as_str().into(),
        ]);
    }
    table.facts.insert("looked_at", replayed.table.looked_at());
    out.table(&table, format)
}

fn names_of(spot: Spot, ledgers: &[Ledger]) -> (String, String) {
    let ledger = ledgers.get(spot.ledger as usize);
    let episode = ledger.and_then(|ledger| ledger.index.episodes().get(spot.episode as usize));
    let name = ledger.map(|ledger| ledger.file.name()).unwrap_or_default();
    (name, episode.map(|episode| episode.id.to_string()).unwrap_or_default())
}

fn row(call: &Changed, ledgers: &[Ledger]) -> Vec<Json> {
    let (ledger, episode) = names_of(call.spot, ledgers);
    let ids = |ids: &[InvariantId]| -> Json { ids.iter().map(InvariantId::as_str).collect::<Vec<_>>().into() };
    vec![
        ledger.into(),
        episode.into(),
        call.spot.step.0.into(),
        call.tool.as_str().into(),
        call.change.name().into(),
        call.standing.name().into(),
        ids(&call.before),
        ids(&call.after),
    ]
}

fn facts(preview: &Preview) -> Object {
    let count = |change, standing| preview.of(change, standing).count();
    let pairs = |outcome| preview.pairs_of(outcome).count();
    let pairs = Object::new()
        .with("all", preview.pair_count)
        .with("wins", pairs(PairOutcome::Win))
        .with("losses", pairs(PairOutcome::Loss))
        .with("ties", pairs(PairOutcome::Tie))
        .with("unknown", pairs(PairOutcome::Unknown));
    Object::new()
        .with("looked_at", preview.looked_at)
        .with("lost", preview.with(Change::Lost).count())
        .with("gained", preview.with(Change::Gained).count())
        .with("other", preview.with(Change::Other).count())
        .with("clean_false_fires_removed", count(Change::Lost, Standing::Clean))
        .with("faulted_calls_no_longer_caught", count(Change::Lost, Standing::Faulted))
        .with("pairs_touched", pairs)
}
