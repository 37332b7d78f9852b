//! Wins and losses of the second arm: as a whole, by model, by stratum, and by both (SPEC 9).

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Row, Settings};
use crate::domain::ids::ModelName;
use crate::pair::Pair;
use crate::statistics::{
    Cluster, Interval, NORMAL_97_5, PairCounts, Rate, bootstrap, power, sign_flip, smallest_effect,
};

/// The chance with which a difference is to be found.
pub const POWER: f64 = 0.8;
/// More pairs than this nobody will run; beyond, it is only said that they are more.
pub const MOST_PAIRS: u64 = 5_000;
/// The quantile of the normal distribution for a chance of 80 %.
const NORMAL_80: f64 = 0.841_621_233_572_914;

/// What some pairs say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effect {
    /// Those of which both outcomes are known, by their places among the pairs.
    pub pairs: Vec<u32>,
    /// Those of which one is not; they are in no number here.
    pub unknown: Vec<u32>,
    /// The won ones.
    pub wins: Vec<u32>,
    /// The lost ones.
    pub losses: Vec<u32>,
    /// Those that both arms complete.
    pub both: Vec<u32>,
    /// Those that neither completes.
    pub neither: Vec<u32>,
    /// The 2×2 table.
    pub counts: PairCounts,
    /// How many tasks the pairs are of; a pair of two tasks counts as one.
    pub tasks: usize,
    /// How many pairs are of two tasks each, as the key has no task in it.
    pub alone: u64,
    /// The exact two-sided p of flipping the signs of whole tasks, as the runs of one task are not independent.
    pub sign_flip: Option<f64>,
    /// The 95 % bootstrap interval of the difference, in points, drawn by task.
    pub bootstrap: Option<Interval>,
    /// What follows from the counts.
    pub(super) found: Found,
}

/// What takes a while to find out among many pairs, once somebody asked for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    smallest: OnceLock<Option<f64>>,
    needed: OnceLock<Option<u64>>,
}

impl PartialEq for Found {
    /// It follows from the rest: whether it was asked for makes no other effect.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A line of the paired table.
#[derive(Clone, Debug, PartialEq)]
pub struct Stratum {
    /// Pairs of one model, or of all.
    pub model: Option<String>,
    /// Pairs of one stratum, or of all.
    pub stratum: Option<String>,
    /// What they say.
    pub effect: Effect,
}

/// The paired table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paired {
    /// All pairs; then by stratum, by model, and by both. Where nobody names a model or a stratum there are no such lines.
    pub lines: Vec<Stratum>,
    /// Pairs whose two runs do not agree on a model: in no line of a model.
    pub no_model: Vec<u32>,
    /// Pairs whose two runs do not agree on a stratum: in no line of a stratum.
    pub no_stratum: Vec<u32>,
}

impl Effect {
    /// What these pairs say; `members` are their places among `pairs`.
    #[must_use]
    pub fn new(rows: &[Row<'_>], pairs: &[Pair], members: &[u32], settings: Settings) -> Self {
        let mut effect = Self::default();
        // By the names of the tasks: with the seed their order fixes the bootstrap.
        let mut by_task: BTreeMap<(&str, Option<u32>), Cluster> = BTreeMap::new();
        for place in members {
            let Some(pair) = at(pairs, *place) else { continue };
            let (Some(first), Some(second)) = (rows.get(pair.first), rows.get(pair.second)) else { continue };
            let (Some(before), Some(after)) = (first.completed, second.completed) else {
                effect.unknown.push(*place);
                continue;
            };
            effect.pairs.push(*place);
            effect.counts.count(before, after);
            // Runs of two tasks are of neither: such a pair stands for itself.
            let alone = (first.task != second.task).then_some(*place);
            effect.alone += u64::from(alone.is_some());
            let cluster = by_task.entry((first.task.as_str(), alone)).or_default();
            cluster.pairs += 1;
            match (before, after) {
                (false, true) => {
                    effect.wins.push(*place);
                    cluster.sum += 1;
                }
                (true, false) => {
                    effect.losses.push(*place);
                    cluster.sum -= 1;
                }
                (true, true) => effect.both.push(*place),
                (false, false) => effect.neither.push(*place),
            }
        }
        let clusters: Vec<Cluster> = by_task.into_values().collect();
        effect.tasks = clusters.len();
        let sums: Vec<i64> = clusters.iter().map(|cluster| cluster.sum).collect();
        effect.sign_flip = sign_flip(&sums);
        effect.bootstrap = bootstrap(&clusters, settings.seed, settings.resamples);
        effect
    }

    /// The p that answers whether this is more than noise: by task where a task has several pairs, as these are not
    /// independent, else of each pair for itself.
    #[must_use]
    pub fn p(&self) -> Option<f64> {
        if self.counts.pairs() > self.tasks as u64 { self.sign_flip } else { self.counts.p() }
    }

    /// The smallest difference, in points, that so many pairs find with a chance of [`POWER`].
    #[must_use]
    pub fn smallest(&self) -> Option<f64> {
        *self.found.smallest.get_or_init(|| smallest_effect(self.counts.discordant(), POWER))
    }

    /// Finds out now what a page is going to ask for, so that drawing it does not wait.
    pub fn look_ahead(&self) {
        let (_smallest, _needed) = (self.smallest(), self.pairs_needed());
    }

    /// What the smallest difference is in completion rates: the second arm's, where the first completes as many as here.
    /// Nothing where the first arm leaves no room for it: what is won must have failed before.
    #[must_use]
    pub fn smallest_rate(&self) -> Option<f64> {
        let (first, discordant) = (self.counts.first().share()?, self.counts.discordant().share()?);
        let difference = self.smallest()? / 100.0;
        let has_room = discordant + difference <= 2.0 * (1.0 - first) && discordant - difference <= 2.0 * first;
        has_room.then_some(first + difference)
    }

    /// About how many pairs it takes to find the difference seen here with a chance of [`POWER`], to a hundredth: the
    /// exact power goes up in steps, and is looked at around what Connett, Smith and `McHugh` 1987 (Statistics in
    /// Medicine 6, 757-768) say. Nothing where no difference was seen, or beyond [`MOST_PAIRS`].
    #[must_use]
    pub fn pairs_needed(&self) -> Option<u64> {
        *self.found.needed.get_or_init(|| self.find_pairs_needed())
    }

    fn find_pairs_needed(&self) -> Option<u64> {
        let discordant = self.counts.discordant();
        let (more, less) = (self.counts.wins.max(self.counts.losses), self.counts.wins.min(self.counts.losses));
        let (chance, win) = (discordant.share()?, Rate { hits: more, of: more + less }.share()?);
        if more == less {
            return None;
        }
        let difference = chance * (2.0 * win - 1.0);
        let roots = NORMAL_97_5 * chance.sqrt() + NORMAL_80 * (chance - difference * difference).max(0.0).sqrt();
        let guess = whole((roots / difference).powi(2)).filter(|guess| *guess <= MOST_PAIRS)?;
        let is_enough = |pairs: u64| power(pairs, chance, win) >= POWER;
        let (mut too_few, mut enough) = (guess - guess / 4, guess + guess / 4 + 1);
        while is_enough(too_few) {
            (too_few, enough) = (too_few / 2, too_few);
        }
        while !is_enough(enough) {
            (too_few, enough) = (enough, enough + enough / 2);
        }
        while enough - too_few > 1.max(enough / 100) {
            let middle = u64::midpoint(too_few, enough);
            if is_enough(middle) { enough = middle } else { too_few = middle }
        }
        (enough <= MOST_PAIRS).then_some(enough)
    }
}

/// A positive number of pairs as a whole number, at least 1; nothing for what no study has.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it lies between 1 and a million")]
fn whole(pairs: f64) -> Option<u64> {
    (pairs < 1e6).then(|| pairs.ceil().max(1.0) as u64)
}

/// The pair at a place.
pub(super) fn at(pairs: &[Pair], place: u32) -> Option<&Pair> {
    pairs.get(usize::try_from(place).ok()?)
}

/// The paired table.
#[must_use]
pub fn paired(rows: &[Row<'_>], pairs: &[Pair], settings: Settings) -> Paired {
    let mut found = Paired::default();
    let mut groups: BTreeMap<(Option<&str>, Option<&str>), Vec<u32>> = BTreeMap::new();
    for (place, pair) in (0_u32..).zip(pairs) {
        let (Some(first), Some(second)) = (rows.get(pair.first), rows.get(pair.second)) else { continue };
        let model = first.model.filter(|model| second.model == Some(*model)).map(ModelName::as_str);
        let stratum = first.stratum.filter(|stratum| second.stratum == Some(*stratum));
        groups.entry((None, None)).or_default().push(place);
        match model {
            Some(_) => groups.entry((model, None)).or_default().push(place),
            None => found.no_model.push(place),
        }
        match stratum {
            Some(_) => groups.entry((None, stratum)).or_default().push(place),
            None => found.no_stratum.push(place),
        }
        if model.is_some() && stratum.is_some() {
            groups.entry((model, stratum)).or_default().push(place);
        }
    }
    groups.entry((None, None)).or_default();
    let mut lines: Vec<Stratum> = groups
        .into_iter()
        .map(|((model, stratum), members)| Stratum {
            model: model.map(str::to_owned),
            stratum: stratum.map(str::to_owned),
            effect: Effect::new(rows, pairs, &members, settings),
        })
        .collect();
    // All; the strata; the models; both.
    lines.sort_by_key(|line| (line.model.is_some(), line.model.is_some() && line.stratum.is_some()));
    found.lines = lines;
    found
}

impl Paired {
    /// All pairs together.
    #[must_use]
    pub fn whole(&self) -> Option<&Effect> {
        self.line(None, None)
    }

    /// One line.
    #[must_use]
    pub fn line(&self, model: Option<&str>, stratum: Option<&str>) -> Option<&Effect> {
        let is_it = |line: &&Stratum| line.model.as_deref() == model && line.stratum.as_deref() == stratum;
        self.lines.iter().find(is_it).map(|line| &line.effect)
    }

    /// The models there are.
    pub fn models(&self) -> impl Iterator<Item = &str> + Clone {
        self.lines.iter().filter(|line| line.stratum.is_none()).filter_map(|line| line.model.as_deref())
    }

    /// The strata there are.
    pub fn strata(&self) -> impl Iterator<Item = &str> + Clone {
        self.lines.iter().filter(|line| line.model.is_none()).filter_map(|line| line.stratum.as_deref())
    }
}
