//! What the episodes cost, as far as the ledger says so.

use std::collections::BTreeMap;

use super::{Row, placed};
use crate::digest::EpisodeDigest;
use crate::pair::Pair;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// Calls of tools.
    Calls,
    /// Tokens read by the model.
    InputTokens,
    /// Tokens written by it.
    OutputTokens,
    /// US dollars.
    CostUsd,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Calls, Self::InputTokens, Self::OutputTokens, Self::CostUsd];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Calls => "calls",
            Self::InputTokens => "input_tokens",
            Self::OutputTokens => "output_tokens",
            Self::CostUsd => "cost_usd",
        }
    }

    /// The words on screen.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Calls => "calls",
            Self::InputTokens => "input tokens",
            Self::OutputTokens => "output tokens",
            Self::CostUsd => "US dollars",
        }
    }

    /// What an episode says of it.
    #[expect(clippy::cast_precision_loss, reason = "counts of calls and tokens are far below 2^53")]
    fn of(self, digest: &EpisodeDigest) -> Option<f64> {
        match self {
            Self::Calls => Some(digest.calls.len() as f64),
            Self::InputTokens => digest.usage.input_tokens.map(|tokens| tokens as f64),
            Self::OutputTokens => digest.usage.output_tokens.map(|tokens| tokens as f64),
            Self::CostUsd => digest.usage.cost_usd,
        }
    }
}

/// A sum over the episodes that say something.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sum {
    /// The sum.
    pub total: f64,
    /// The rows (or pairs) it is of.
    pub of: Vec<u32>,
}

impl Sum {
    /// The mean; undefined of nothing.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let count = u32::try_from(self.of.len()).ok().filter(|count| *count > 0)?;
        Some(self.total / f64::from(count))
    }

    fn add(&mut self, place: u32, value: Option<f64>) {
        if let Some(value) = value {
            self.total += value;
            self.of.push(place);
        }
    }
}

/// One measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Spent {
    /// Which.
    pub measure: Measure,
    /// By arm.
    pub by_arm: BTreeMap<String, Sum>,
    /// Second minus first, over the pairs of which both say something (places among the pairs).
    pub difference: Sum,
}

/// What was spent; measures of which no episode says anything are left out.
#[must_use]
pub fn spent(rows: &[Row<'_>], pairs: &[Pair]) -> Vec<Spent> {
    let of = |measure: Measure, row: usize| rows.get(row)?.digest.and_then(|digest| measure.of(digest));
    let measured = Measure::ALL.map(|measure| {
        let mut spent = Spent { measure, by_arm: BTreeMap::new(), difference: Sum::default() };
        for (place, row) in placed(rows) {
            let value = row.digest.and_then(|digest| measure.of(digest));
            spent.by_arm.entry(row.arm_name().to_owned()).or_default().add(place, value);
        }
        for (place, pair) in (0_u32..).zip(pairs) {
            let difference =
                of(measure, pair.first).zip(of(measure, pair.second)).map(|(first, second)| second - first);
            spent.difference.add(place, difference);
        }
        spent
    });
    measured.into_iter().filter(|spent| spent.by_arm.values().any(|sum| !sum.of.is_empty())).collect()
}
