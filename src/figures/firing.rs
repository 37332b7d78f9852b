//! How often receipts were delivered, and how often rules fire when the calls are judged again. The two are never one.

use std::collections::BTreeMap;

use super::recovery::code_names;
use super::{Group, Row, Tally, is_perturbed, placed};
use crate::digest::CallDigest;
use crate::domain::class::Class;
use crate::domain::ids::ToolName;

/// Calls, and those with a receipt (or a firing).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fired {
    /// Of all calls (of a replay: of those that were judged).
    pub calls: Tally,
    /// The same in clean episodes, those in which no call carries a fault label.
    pub clean: Tally,
    /// Of the calls with a receipt: those where the tool itself says that it failed, which the agent can read anyway.
    pub explicit: Tally,
    /// The same on clean calls.
    pub clean_explicit: Tally,
    /// By code: of all calls those whose receipt names it, once each.
    pub by_code: BTreeMap<String, Tally>,
    /// By tool.
    pub by_tool: BTreeMap<ToolName, Tally>,
}

/// The same for all arms together and for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Firing {
    /// All arms together.
    pub all: Fired,
    /// By arm.
    pub by_arm: BTreeMap<String, Fired>,
    /// Of a replay: the calls that are in no number of it, by the reason why, and by tool.
    pub unjudged: BTreeMap<Unjudged, BTreeMap<ToolName, Group>>,
}

/// Why a call is not judged again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unjudged {
    /// Its tool has no contract in the registry that judges the episode.
    NoContract,
    /// It has no result.
    NoResult,
}

impl Unjudged {
    /// Of a call that nothing judged.
    pub(super) const fn of(call: &CallDigest) -> Self {
        if call.result.is_none() { Self::NoResult } else { Self::NoContract }
    }

    /// The reason in a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::NoContract => "the registry that judges the episode has no contract for the tool",
            Self::NoResult => "the call has no result",
        }
    }

    /// The name in data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoContract => "no_contract",
            Self::NoResult => "no_result",
        }
    }
}

impl Firing {
    /// The arms in which nothing fired. Where nobody was to be told, that there is no receipt says nothing, so that such
    /// arms are in no rate of receipts.
    pub fn silent(&self) -> impl Iterator<Item = &str> {
        self.by_arm.iter().filter(|(_, fired)| fired.is_silent()).map(|(arm, _)| arm.as_str())
    }

    fn add(&mut self, row: &Row<'_>, at: (u32, usize), tool: &ToolName, codes: Option<&[String]>) {
        let at = (at, !is_perturbed(row));
        self.all.add(at, tool, codes);
        self.by_arm.entry(row.arm_name().to_owned()).or_default().add(at, tool, codes);
    }

    /// The denominator of a code is every call.
    fn finished(mut self) -> Self {
        for fired in self.by_arm.values_mut().chain([&mut self.all]) {
            for tally in fired.by_code.values_mut() {
                tally.of = fired.calls.of.clone();
            }
        }
        self
    }
}

impl Fired {
    /// Whether nothing fired.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.calls.hits.count == 0
    }

    /// `codes` are those of one call, each once; nothing if nothing fired.
    fn add(&mut self, (at, is_clean): ((u32, usize), bool), tool: &ToolName, codes: Option<&[String]>) {
        let has_fired = codes.is_some();
        self.calls.count_call(at, has_fired);
        self.by_tool.entry(tool.clone()).or_default().count_call(at, has_fired);
        if is_clean {
            self.clean.count_call(at, has_fired);
        }
        if let Some(codes) = codes {
            let is_explicit = codes.iter().any(|code| code == Class::NoError.code());
            self.explicit.count_call(at, is_explicit);
            if is_clean {
                self.clean_explicit.count_call(at, is_explicit);
            }
            for code in codes {
                self.by_code.entry(code.clone()).or_default().hits.add_call(at);
            }
        }
    }
}

/// The delivered receipts.
#[must_use]
pub fn fired(rows: &[Row<'_>]) -> Firing {
    let mut found = Firing::default();
    for (place, row) in placed(rows) {
        for (step, call) in row.digest.iter().flat_map(|digest| digest.calls.iter().enumerate()) {
            let codes = call.receipt.as_ref().map(code_names);
            found.add(row, (place, step), &call.tool, codes.as_deref());
        }
    }
    found.finished()
}

/// What fires when the calls are judged again; nothing where no registry judges.
#[must_use]
pub fn refired(rows: &[Row<'_>]) -> Option<Firing> {
    let mut found: Option<Firing> = None;
    for (place, row) in placed(rows) {
        let (Some(digest), Some(replayed)) = (row.digest, row.replayed) else { continue };
        let found = found.get_or_insert_default();
        for ((step, call), classes) in digest.calls.iter().enumerate().zip(replayed) {
            let Some(classes) = classes else {
                let of_reason = found.unjudged.entry(Unjudged::of(call)).or_default();
                of_reason.entry(call.tool.clone()).or_default().add_call((place, step));
                continue;
            };
            let mut codes: Vec<String> = classes.iter().map(|class| class.code().to_owned()).collect();
            codes.sort_unstable();
            codes.dedup();
            found.add(row, (place, step), &call.tool, (!codes.is_empty()).then_some(&codes));
        }
    }
    found.map(Firing::finished)
}
