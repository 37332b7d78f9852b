//! At which prevalence of faults the second arm pays: what it gains where something broke against what it costs where
//! nothing did (SPEC 9).

use super::{Effect, Row, Settings, is_perturbed};
use crate::pair::Pair;
use crate::statistics::{BreakEven, Rate, break_even, net};

/// The two effects, and where they balance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Worth {
    /// Pairs of which either run was perturbed.
    pub perturbed: Effect,
    /// The others.
    pub clean: Effect,
}

/// A net effect, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Net {
    /// Of the two effects as they were seen.
    pub seen: f64,
    /// Of the lower ends of their intervals.
    pub unfavourable: Option<f64>,
    /// Of the upper ends.
    pub favourable: Option<f64>,
}

impl Worth {
    /// Where the two effects, as they were seen, balance; undefined if there are no pairs of one kind.
    #[must_use]
    pub fn seen(&self) -> Option<BreakEven> {
        Some(break_even(self.perturbed.counts.points()?, self.clean.counts.points()?))
    }

    /// The same with the lower ends of both bootstrap intervals.
    #[must_use]
    pub fn unfavourable(&self) -> Option<BreakEven> {
        Some(break_even(self.perturbed.bootstrap?.low, self.clean.bootstrap?.low))
    }

    /// The share of the pairs here of which a run was perturbed; undefined of none.
    #[must_use]
    pub fn prevalence(&self) -> Option<f64> {
        let (perturbed, clean) = (self.perturbed.counts.pairs(), self.clean.counts.pairs());
        Rate { hits: perturbed, of: perturbed + clean }.share()
    }

    /// The net effect where a share `pi` of the episodes is perturbed.
    #[must_use]
    pub fn net(&self, pi: f64) -> Option<Net> {
        let ends = self.perturbed.bootstrap.zip(self.clean.bootstrap);
        Some(Net {
            seen: net(pi, self.perturbed.counts.points()?, self.clean.counts.points()?),
            unfavourable: ends.map(|(fault, clean)| net(pi, fault.low, clean.low)),
            favourable: ends.map(|(fault, clean)| net(pi, fault.high, clean.high)),
        })
    }
}

/// Sorts the pairs into perturbed and clean ones.
#[must_use]
pub fn worth(rows: &[Row<'_>], pairs: &[Pair], settings: Settings) -> Worth {
    let (mut perturbed, mut clean) = (Vec::new(), Vec::new());
    for (place, pair) in (0_u32..).zip(pairs) {
        let either = [pair.first, pair.second].iter().filter_map(|run| rows.get(*run)).any(is_perturbed);
        if either { perturbed.push(place) } else { clean.push(place) }
    }
    let effect = |members: &[u32]| Effect::new(rows, pairs, members, settings);
    Worth { perturbed: effect(&perturbed), clean: effect(&clean) }
}
