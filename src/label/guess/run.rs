//! A run of a pair, and the receipt that it may have parted over.

use super::Facts;
use crate::digest::{CallDigest, ReceiptDigest};
use crate::domain::ids::ToolName;
use crate::words::counted;

/// One run.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    pub(super) calls: &'a [CallDigest],
    /// The step at which it parts from the other; the number of its calls if it never does.
    pub(super) parts_at: usize,
    is_parted: bool,
    pub(super) is_exhausted: bool,
}

/// A receipt, and the call that got it.
pub(super) struct Flag<'a> {
    pub(super) run: Run<'a>,
    other: Run<'a>,
    /// The step.
    pub(super) at: usize,
    pub(super) call: &'a CallDigest,
    receipt: &'a ReceiptDigest,
}

impl<'a> Run<'a> {
    pub(super) fn of(facts: &Facts<'a>, side: usize) -> Self {
        let calls = facts.digests.get(side).map_or(&[][..], |digest| digest.calls.as_slice());
        let parting = facts.parting.and_then(|parting| parting.steps.get(side).copied());
        let is_exhausted = facts.is_exhausted.get(side).copied().unwrap_or_default();
        Self { calls, parts_at: parting.unwrap_or(calls.len()), is_parted: parting.is_some(), is_exhausted }
    }

    /// The step of its first receipt.
    pub(super) fn first_receipt(self) -> Option<usize> {
        self.calls.iter().position(|call| call.receipt.is_some())
    }

    /// The receipt that it may have parted over.
    pub(super) fn flag(self, other: Self) -> Option<Flag<'a>> {
        let is_shared = |step: usize| {
            // Where the difference is the receipt itself, the call and its result are the same.
            let beside = (self.calls.get(step), other.calls.get(other.parts_at));
            step < self.parts_at || matches!(beside, (Some(own), Some(other)) if own.is_same(other))
        };
        let shared = self.calls.iter().enumerate().take(self.parts_at + 1).filter(|(step, _)| is_shared(*step));
        let (at, call, receipt) =
            shared.filter_map(|(step, call)| Some((step, call, call.receipt.as_ref()?))).next_back()?;
        Some(Flag { run: self, other, at, call, receipt })
    }

    /// The calls that the other run did not make too, by step: each call of the other makes up for one of the same.
    fn own(self, other: Self) -> impl Iterator<Item = (usize, &'a CallDigest)> {
        let mut left: Vec<&CallDigest> = other.calls.iter().collect();
        self.calls.iter().enumerate().filter(move |(_, call)| {
            let same = left.iter().position(|other| other.asks_same(call));
            same.map(|place| left.remove(place)).is_none()
        })
    }
}

impl<'a> Flag<'a> {
    /// The calls of its own after the receipt.
    pub(super) fn own(&self) -> impl Iterator<Item = (usize, &'a CallDigest)> {
        let at = self.at;
        self.run.own(self.other).filter(move |(step, _)| *step > at)
    }

    /// Whether the receipt lists a tool.
    pub(super) fn lists(&self, tool: &ToolName) -> bool {
        self.receipt.recovery_tools.iter().flatten().any(|listed| listed == tool)
    }

    /// Whether a later call is for the receipt.
    pub(super) fn is_for(&self, step: usize, call: &CallDigest) -> bool {
        let is_other = self.lists(&call.tool) && call.tool != self.call.tool;
        is_other || call.asks_same(self.call) || step == self.at + 1 && call.tool == self.call.tool
    }

    /// Whether the flagged result was right, and why that can be said.
    pub(super) fn truth(&self) -> Option<(bool, String)> {
        let (run, other) = (self.run.calls, self.other.calls);
        let later = run.iter().enumerate().skip(self.at + 1);
        let beside = other.iter().position(|call| call.is_same(self.call));
        let of_other = other.iter().enumerate().skip(beside.map_or(other.len(), |step| step + 1));
        let mut all = later.chain(of_other.clone());
        let is_listed = |call: &CallDigest| self.lists(&call.tool) && call.tool != self.call.tool;
        if let Some((step, call)) = all.clone().find(|(_, call)| is_listed(call) && call.result == self.call.result) {
            let why = format!("{} brought the very same result (call {step}), so the flagged one was right", call.tool);
            return Some((true, why));
        }
        let is_other = |call: &CallDigest| call.asks_same(self.call) && call.result != self.call.result;
        if let Some((step, _)) = all.find(|(_, call)| is_other(call) && call.is_consistent()) {
            let why = format!(
                "asked the same again (call {step}), the tool gave another result, so the flagged one was wrong"
            );
            return Some((false, why));
        }
        let beside = beside?;
        // What both runs asked is for something else.
        let own = self.other.own(self.run).filter(|(step, _)| *step > beside);
        let again = { own }.find(|(step, call)| call.asks_same(self.call) || *step == beside + 1 && is_listed(call));
        Some(match again {
            Some((step, call)) => {
                let got = "the run that completed got the same result and";
                let tool = &call.tool;
                // Substitutes may call their arguments otherwise: nobody can tell that it asked for the same.
                let why = if call.arguments == self.call.arguments {
                    format!("{got} did not trust it either: it asked {tool} for the same (call {step})")
                } else {
                    let perhaps = "perhaps it did not trust it either";
                    format!("{got} asked {tool} next, with other arguments (call {step}): {perhaps}")
                };
                (false, why)
            }
            None => {
                (true, format!("the run that completed got the very same result (call {beside}) and went on with it"))
            }
        })
    }

    /// Whether the other run made more calls after this one, beyond asking once more.
    pub(super) fn other_went_on(&self) -> bool {
        let of_other = self.other.own(self.run);
        of_other.filter(|(_, call)| !self.lists(&call.tool) && !call.asks_same(self.call)).count() > 0
    }

    /// Where the runs part.
    pub(super) fn parting(&self) -> String {
        let receipt = format!("the receipt at call {} ({})", self.at, self.call.tool);
        let at = self.run.parts_at;
        match at.saturating_sub(self.at) {
            _ if !self.run.is_parted => format!("both runs make the same calls; {receipt} is the last one"),
            0 => format!("the first difference is {receipt} itself"),
            steps => {
                let ended = if at >= self.run.calls.len() { ", where this run ends" } else { "" };
                format!("the first difference is at call {at}{ended}, {} after {receipt}", counted(steps, "step"))
            }
        }
    }

    /// What this run did next.
    pub(super) fn did_next(&self) -> String {
        let step = self.at + 1;
        let Some(call) = self.run.calls.get(step) else { return "it made no further call".to_owned() };
        let what = match () {
            () if call.tool == self.call.tool => "asks the same tool again",
            () if self.lists(&call.tool) => "is of a tool that the receipt lists",
            () if !self.own().any(|(own, _)| own == step) => "is what the other run called too",
            () => "is of a tool that the receipt does not list",
        };
        let came = match () {
            () if call.receipt.is_some() => "came back with a receipt again",
            () if call.error.is_some() => "came back as an error",
            () if call.result.is_none() => "never came back",
            () => "came back consistent",
        };
        format!("the next call (call {step}, {}) {what}, and {came}", call.tool)
    }
}

impl CallDigest {
    /// It has a result, says no error of its own, and got no receipt.
    pub(super) fn is_consistent(&self) -> bool {
        self.result.is_some() && self.error.is_none() && self.receipt.is_none()
    }

    /// The same tool with the same arguments.
    fn asks_same(&self, other: &Self) -> bool {
        self.tool == other.tool && self.arguments == other.arguments
    }

    /// The same, with the same result.
    fn is_same(&self, other: &Self) -> bool {
        self.asks_same(other) && self.result == other.result
    }
}
