//! The first guess: why a pair came out differently, by rule, with the steps that speak for it.
//!
//! *Done* is the run that completed, *failed* the other one; which arm is the first plays no part. A run's *receipt* is
//! the last one delivered to it at or before the step where the two part (where they never part, its last one). What a
//! run did *of its own* after it are the calls that the other run did not make too. A call *came back consistent* if it
//! has a result, says no error of its own, and got no receipt.
//!
//! | the pair | label |
//! | --- | --- |
//! | both completed, or neither, or it is not known | no guess |
//! | no receipt in either run | `no-receipt` |
//! | the first difference is before the first receipt, or is the call itself that got it | `changed-before` |
//! | done has a receipt; the first consistent call of its own for it (below) is of a listed tool | `rescued-listed` |
//! | the same, and it is of the flagged tool again | `rescued-retry` |
//! | no call for it came back consistent, but the call right after the receipt, its own and of a third tool, did | `rescued-other` |
//! | failed has a receipt, the flagged result was right (below), and it did not go on as done did | `false-receipt-harm` |
//! | failed had no step left | `budget-exhausted` |
//! | failed has a receipt, the flagged result was wrong (below), it made no call of its own for it and did not end there while done went on | `right-receipt-ignored` |
//! | anything else | `other` |
//!
//! The first row that fits counts. A call is *for* a receipt if it comes after it and is of a listed tool, or of the
//! flagged tool with the same arguments, or of the flagged tool right after the receipt.
//!
//! Whether a flagged result was right is seen without gold in these cases, in this order:
//!
//! 1. somebody who may look at fault labels says so ([`Facts::is_false`]); by default nobody does;
//! 2. a call of a listed tool brought the very same result: right;
//! 3. asked again the same, the tool gave another result, without error or receipt, in either run: wrong;
//! 4. done got the very same result for the very same call, and of its own it asked a listed tool right after, or later
//!    the same again: it did not trust the result either, and completed: wrong;
//! 5. done got the very same result for the very same call and did none of that: it completed on it: right, or at
//!    least good enough.
//!
//! A retry that comes back the same proves nothing: a fault that lasts does that as well as a right answer.

mod run;

use self::run::{Flag, Run};
use super::word::PairLabel;
use crate::digest::EpisodeDigest;
use crate::pair::{Braid, Kind, Row};
use crate::words::counted;

/// What the guess looks at.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The calls of both runs.
    pub digests: [&'a EpisodeDigest; 2],
    /// Whether they completed.
    pub completed: [Option<bool>; 2],
    /// Where they part; nothing if they make the same calls and get the same results.
    pub parting: Option<Parting>,
    /// Whether the ledger says that a run had no step left.
    pub is_exhausted: [bool; 2],
    /// Whether a receipt of the pair is known to be false by fault labels; nothing unless these are shown.
    pub is_false: Option<bool>,
}

/// The first difference of two runs that is more than one of order: the step of each at which it stands, or the number
/// of its calls if it had ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parting {
    /// In each run.
    pub steps: [usize; 2],
}

impl Parting {
    /// Where a braid parts; nothing if the two make the same calls and get the same results, in whatever order.
    #[must_use]
    pub fn of(braid: &Braid) -> Option<Self> {
        let is_level = |row: &Row| matches!(row.kind, Kind::Same | Kind::OrderOnly);
        let at = braid.rows.iter().position(|row| !is_level(row))?;
        let (before, behind) = braid.rows.split_at_checked(at)?;
        // A side without a call here stands before its next one, or at its end.
        let step = |side: fn(&Row) -> Option<usize>| {
            let next = behind.iter().filter_map(side).min();
            next.unwrap_or_else(|| before.iter().filter_map(side).max().map_or(0, |last| last + 1))
        };
        Some(Self { steps: [step(|row| row.first), step(|row| row.second)] })
    }
}

/// A label and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The label.
    pub label: PairLabel,
    /// Why, naming steps; no word of it tells an arm by its name.
    pub reason: String,
}

impl Guess {
    fn new(label: PairLabel, reason: impl Into<String>) -> Self {
        Self { label, reason: reason.into() }
    }
}

/// A guess; nothing if the two did not come out differently.
#[must_use]
pub fn guess(facts: &Facts<'_>) -> Option<Guess> {
    let [first, second] = [0, 1].map(|side| Run::of(facts, side));
    let (done, failed) = match facts.completed {
        [Some(true), Some(false)] => (first, second),
        [Some(false), Some(true)] => (second, first),
        _ => return None,
    };
    let receipts = [done, failed].map(Run::first_receipt);
    if receipts == [None, None] {
        return Some(Guess::new(PairLabel::NoReceipt, "neither run got a receipt"));
    }
    let flags = (done.flag(failed), failed.flag(done));
    if let (None, None) = flags {
        let [of_done, of_failed] = [done, failed].map(|run| run.parts_at);
        let first = receipts.into_iter().flatten().min().unwrap_or_default();
        let where_ =
            if of_done == of_failed { format!("call {of_done}") } else { format!("calls {of_done} and {of_failed}") };
        let why = format!(
            "the first difference is at {where_}, and the first receipt comes with call {first}: it is not why they part"
        );
        return Some(Guess::new(PairLabel::ChangedBefore, why));
    }
    if let Some(flag) = &flags.0
        && let Some((label, why)) = rescue(flag)
    {
        return Some(Guess::new(label, format!("{}; {why}", flag.parting())));
    }
    Some(harm(facts, flags, failed))
}

/// What rescued the run that completed.
fn rescue(flag: &Flag<'_>) -> Option<(PairLabel, String)> {
    let found = flag.own().find(|(step, call)| flag.is_for(*step, call) && call.is_consistent());
    let next = || flag.own().find(|(step, call)| *step == flag.at + 1 && call.is_consistent());
    let (step, call) = found.or_else(next)?;
    let (label, what) = match () {
        () if call.tool == flag.call.tool => (PairLabel::RescuedRetry, "asks the same tool again"),
        () if flag.lists(&call.tool) => (PairLabel::RescuedListed, "is of a tool that the receipt lists"),
        () => (PairLabel::RescuedOther, "is of a tool that the receipt does not list"),
    };
    let which = if step == flag.at + 1 { "the next call" } else { "a later call" };
    Some((label, format!("{which} (call {step}, {}) {what}, and came back consistent", call.tool)))
}

/// What undid the run that failed.
fn harm(facts: &Facts<'_>, flags: (Option<Flag<'_>>, Option<Flag<'_>>), failed: Run<'_>) -> Guess {
    let exhausted = |parting: &str| {
        let why =
            format!("{parting}; the run that failed had no step left after {}", counted(failed.calls.len(), "call"));
        failed.is_exhausted.then(|| Guess::new(PairLabel::BudgetExhausted, why))
    };
    let Some(flag) = flags.1 else {
        let parting = flags.0.map(|flag| flag.parting()).unwrap_or_default();
        let why = format!("{parting}; no call after the receipt is of its own and came back consistent");
        return exhausted(&parting).unwrap_or_else(|| Guess::new(PairLabel::Other, why));
    };
    let (parting, did) = (flag.parting(), flag.did_next());
    let truth = facts.is_false.map(|is_false| {
        let what = if is_false { "right" } else { "wrong" };
        (is_false, format!("by the fault labels the flagged result was {what}"))
    });
    let truth = truth.or_else(|| flag.truth());
    let next = flag.run.calls.get(flag.at + 1);
    let went_on = next.is_some() && !flag.own().any(|(step, _)| step == flag.at + 1);
    let stopped = next.is_none() && flag.other_went_on();
    let acted = flag.own().any(|(step, call)| flag.is_for(step, call));
    let ground =
        truth.as_ref().map_or("whether the flagged result was right cannot be seen from the calls", |it| &it.1);
    let why = format!("{parting}; {did}; {ground}");
    match truth {
        Some((true, _)) if !went_on => Guess::new(PairLabel::FalseReceiptHarm, why),
        truth => exhausted(&parting).unwrap_or_else(|| match truth {
            Some((false, _)) if !acted && !stopped => Guess::new(PairLabel::RightReceiptIgnored, why),
            _ => Guess::new(PairLabel::Other, why),
        }),
    }
}

#[cfg(test)]
pub(in crate::label) mod tests;
