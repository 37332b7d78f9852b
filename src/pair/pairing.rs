//! Which runs of two arms make a pair, and what becomes of all the others: nothing is dropped, nothing counted twice.

mod alone;
mod arms;
mod study;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

pub use alone::Alone;

use super::{Counts, Field, PairOutcome, Run};
use study::Study;

/// How runs are to be paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The field whose values are the arms.
    pub axis: Field,
    /// The fields in which the two of a pair agree; the axis among them does not count.
    pub key: Vec<Field>,
    /// The two arms, first and second; without them they are chosen, see [`Pairing::new`].
    pub arms: Option<[Arc<str>; 2]>,
    /// Whether runs of different studies may pair, where neither has a partner in its own.
    pub mixes_studies: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Self::along(Field::Arm)
    }
}

impl Plan {
    /// The usual key for an axis: task, model and trial; where the arms are no deliveries the two have one delivery
    /// too, unless whole files or studies are held against each other.
    #[must_use]
    pub fn along(axis: Field) -> Self {
        let mut key = vec![Field::Task, Field::Model, Field::Trial];
        if !matches!(axis, Field::Arm | Field::File | Field::Study) {
            key.push(Field::Arm);
        }
        key.retain(|field| *field != axis);
        Self { axis, key, arms: None, mixes_studies: false }
    }

    /// Whether tasks are held against each other: then no two runs are of one task, and a study has no numbers, as it
    /// takes the runs of one task together.
    #[must_use]
    pub fn is_of_tasks(&self) -> bool {
        self.axis == Field::Task
    }

    /// The fields in which the two of a pair agree.
    pub fn key(&self) -> impl Iterator<Item = &Field> + Clone {
        self.key.iter().filter(|field| **field != self.axis)
    }

    /// The same with the arms the other way round, or with these.
    #[must_use]
    pub fn with_arms(&self, arms: [Arc<str>; 2]) -> Self {
        Self { arms: Some(arms), ..self.clone() }
    }
}

/// Two runs that differ in their arm alone, by their places in the list that was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The one in the first arm.
    pub first: usize,
    /// The one in the second arm.
    pub second: usize,
    /// How the second did.
    pub outcome: PairOutcome,
}

/// A run without a partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stray {
    /// The run.
    pub run: usize,
    /// Why it has none.
    pub why: Why,
}

/// Why a run has no partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// It has no arm.
    NoArm,
    /// The other arm has no run with its key.
    NoPartner,
}

impl Why {
    /// The word in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoArm => "no_arm",
            Self::NoPartner => "no_partner",
        }
    }
}

/// A run that stands beside another of its key in its own arm: the first that was met is used, this one is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The run that is not used.
    pub run: usize,
    /// The one that is.
    pub used: usize,
}

/// A run whose key only another study has in the other arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mixed {
    /// The run.
    pub run: usize,
    /// The first run that it would pair with if studies did not count.
    pub beside: usize,
}

/// An arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmCount {
    /// Its name.
    pub name: Arc<str>,
    /// How many runs it has.
    pub runs: usize,
}

/// Runs of two arms, paired. Every run is in exactly one of the lists, the two of a pair counting as two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// How it was made; the arms are those that were chosen.
    pub plan: Plan,
    /// All arms: `baseline` first, then by number where all are numbers, else as met.
    pub arms: Vec<ArmCount>,
    /// The pairs, in the order of their first runs.
    pub pairs: Vec<Pair>,
    /// The 2×2 table.
    pub counts: Counts,
    /// The runs without a partner.
    pub unmatched: Vec<Stray>,
    /// The runs that another of the same key and arm stands for.
    pub duplicates: Vec<Duplicate>,
    /// The runs that only another study has a partner for.
    pub mixed: Vec<Mixed>,
    /// The runs of arms that are not looked at.
    pub elsewhere: Vec<usize>,
}

/// What the two of a pair agree in.
type Key<'a> = Vec<Option<Cow<'a, str>>>;

/// The runs of one key and study, by arm.
type Sides = [Vec<usize>; 2];

impl Pairing {
    /// The two arms in sentences: `advisory`; `trial 1` where another field has the arms.
    #[must_use]
    pub fn named_arms(&self) -> Option<[String; 2]> {
        let Plan { axis, arms, .. } = &self.plan;
        let named = |name: &Arc<str>| if *axis == Field::Arm { name.to_string() } else { format!("{axis} {name}") };
        arms.as_ref().map(|arms| arms.each_ref().map(named))
    }

    /// The arms that are not looked at.
    pub fn other_arms(&self) -> impl Iterator<Item = &ArmCount> {
        let chosen = self.plan.arms.as_ref();
        self.arms.iter().filter(move |arm| chosen.is_some_and(|two| !two.contains(&arm.name)))
    }

    /// Pairs runs. Arms that are not given are `baseline` and the arm that makes most pairs with it; without a
    /// `baseline` the two that make most pairs, the earlier ones of equals.
    #[must_use]
    pub fn new(runs: &[Run], plan: &Plan) -> Self {
        let arms = arms::all(runs, &plan.axis);
        let chosen = plan.arms.clone().or_else(|| arms::choose(runs, plan, &arms));
        // One arm alone still has runs without a partner.
        let looked_at: Vec<Arc<str>> =
            chosen.as_ref().map_or_else(|| arms.iter().map(|arm| arm.name.clone()).collect(), |two| two.to_vec());
        let plan = Plan { arms: chosen, ..plan.clone() };
        let mut pairing = Self {
            plan,
            arms,
            pairs: Vec::new(),
            counts: Counts::default(),
            unmatched: Vec::new(),
            duplicates: Vec::new(),
            mixed: Vec::new(),
            elsewhere: Vec::new(),
        };
        let mut sides: Vec<(usize, usize)> = Vec::new();
        for (place, run) in runs.iter().enumerate() {
            let arm = run.value(&pairing.plan.axis);
            match arm.map(|arm| looked_at.iter().position(|name| **name == *arm)) {
                None => pairing.unmatched.push(Stray { run: place, why: Why::NoArm }),
                Some(None) => pairing.elsewhere.push(place),
                Some(Some(side)) => sides.push((place, side)),
            }
        }
        // Which of several counts must not hang on the order in which the files were named.
        sides.sort_by_key(|(place, _)| by_file(runs, *place));
        let studies = study::of(runs, &sides, &pairing.plan);
        // What is put in order are numbers: keys are texts of hundreds of thousands of runs, often of one beginning.
        let mut numbers: HashMap<Key<'_>, usize> = HashMap::new();
        let mut groups: BTreeMap<(usize, Study<'_>), Sides> = BTreeMap::new();
        for ((place, side), study) in sides.iter().zip(studies) {
            let Some(run) = runs.get(*place) else { continue };
            let next = numbers.len();
            let key = pairing.plan.key().map(|field| run.value(field)).collect();
            let group = groups.entry((*numbers.entry(key).or_insert(next), study)).or_default();
            if let Some(group) = group.get_mut(*side) {
                group.push(*place);
            }
        }
        let groups: Vec<_> = groups.into_iter().collect();
        for studies in groups.chunk_by(|((one, _), _), ((other, _), _)| one == other) {
            pairing.pair_up(runs, studies);
        }
        pairing.pairs.sort_unstable();
        pairing.unmatched.sort_unstable_by_key(|stray| stray.run);
        pairing.duplicates.sort_unstable_by_key(|it| it.run);
        pairing.mixed.sort_unstable_by_key(|it| it.run);
        pairing
    }

    /// The runs of one key, study by study.
    fn pair_up<T>(&mut self, runs: &[Run], studies: &[(T, Sides)]) {
        let leader = |side: usize| studies.iter().filter_map(move |(_, of)| of.get(side)?.first().copied()).min();
        let mut alone: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
        for (_, [firsts, seconds]) in studies {
            for of_arm in [firsts, seconds] {
                if let Some((used, rest)) = of_arm.split_first() {
                    self.duplicates.extend(rest.iter().map(|run| Duplicate { run: *run, used: *used }));
                }
            }
            match (firsts.first().copied(), seconds.first().copied()) {
                (Some(first), Some(second)) => self.add(runs, first, second),
                (first, second) => {
                    let [firsts, seconds] = &mut alone;
                    firsts.extend(first);
                    seconds.extend(second);
                }
            }
        }
        let [mut firsts, mut seconds] = alone;
        if self.plan.mixes_studies {
            // Each study pairs within itself first: pooling two whole studies must not cost a pair.
            firsts.sort_by_key(|place| by_file(runs, *place));
            seconds.sort_by_key(|place| by_file(runs, *place));
            let count = firsts.len().min(seconds.len());
            let across: Vec<(usize, usize)> = firsts.drain(..count).zip(seconds.drain(..count)).collect();
            for (first, second) in across {
                self.add(runs, first, second);
            }
        }
        let other_study = |side: usize| leader(side).filter(|_| !self.plan.mixes_studies);
        let (of_first, of_second) = (other_study(0), other_study(1));
        for run in firsts {
            self.alone(run, of_second);
        }
        for run in seconds {
            self.alone(run, of_first);
        }
    }

    fn add(&mut self, runs: &[Run], first: usize, second: usize) {
        let completed = |place: usize| runs.get(place).and_then(|run| run.completed);
        let outcome = PairOutcome::of(completed(first), completed(second));
        self.counts.add(completed(first), completed(second));
        self.pairs.push(Pair { first, second, outcome });
    }

    fn alone(&mut self, run: usize, of_other_study: Option<usize>) {
        match of_other_study {
            Some(beside) => self.mixed.push(Mixed { run, beside }),
            None => self.unmatched.push(Stray { run, why: Why::NoPartner }),
        }
    }
}

/// The order in which runs count: by the name of their file, and in it as they stand there.
fn by_file(runs: &[Run], place: usize) -> (Option<&str>, usize) {
    (runs.get(place).map(|run| &*run.file), place)
}

/// The pairs of the first arm with each other arm, by the usual key; a run may be in several.
#[must_use]
pub fn against_each(runs: &[Run]) -> Vec<Pair> {
    let pairing = Pairing::new(runs, &Plan::default());
    let Some((first, others)) = pairing.arms.split_first() else { return Vec::new() };
    let with = |other: &ArmCount| {
        Pairing::new(runs, &Plan::default().with_arms([first.name.clone(), other.name.clone()])).pairs
    };
    let mut pairs: Vec<Pair> = others.iter().flat_map(with).collect();
    pairs.sort_unstable();
    pairs
}
