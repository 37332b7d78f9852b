//! A small study worked by hand.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::digest::{CallDigest, ReceiptDigest};
use crate::pair::Plan;
use crate::receipt::ReceiptSchema;
use crate::recovery::NextAction;
use crate::statistics::{PairCounts, Rate};

/// An episode that owns what a row borrows.
pub(super) struct Made {
    task: TaskId,
    arm: &'static str,
    model: Option<ModelName>,
    stratum: &'static str,
    completed: Option<bool>,
    advertised: Option<Vec<ToolName>>,
    digest: EpisodeDigest,
    replayed: Option<Vec<Option<Vec<Class>>>>,
}

impl Made {
    pub(super) fn new(task: &str, arm: &'static str, completed: Option<bool>, calls: Vec<CallDigest>) -> Self {
        Self {
            task: task.into(),
            arm,
            model: Some("m".into()),
            stratum: "P1",
            completed,
            advertised: Some(["a", "b", "c"].map(ToolName::from).into()),
            digest: EpisodeDigest { calls, ..EpisodeDigest::default() },
            replayed: None,
        }
    }

    pub(super) fn row(&self) -> Row<'_> {
        Row {
            task: &self.task,
            arm: Some(self.arm),
            is_elsewhere: false,
            is_clean: None,
            model: self.model.as_ref(),
            stratum: Some(self.stratum),
            completed: self.completed,
            advertised: self.advertised.as_deref(),
            digest: Some(&self.digest),
            replayed: self.replayed.as_deref(),
        }
    }
}

pub(super) fn call(tool: &str, arguments: u64) -> CallDigest {
    CallDigest { tool: tool.into(), arguments, result: Some(1), error: None, receipt: None, fault: None }
}

fn flagged(call: CallDigest, codes: &[&str], listed: Option<&[&str]>, next: NextAction) -> CallDigest {
    let schema = Some(if codes.is_empty() { ReceiptSchema::Generic } else { ReceiptSchema::V1 });
    let codes = codes.iter().copied().map(Arc::from).collect();
    let recovery_tools = listed.map(|listed| listed.iter().copied().map(ToolName::from).collect());
    CallDigest { receipt: Some(ReceiptDigest { schema, codes, recovery_tools, next }), ..call }
}

fn broken(call: CallDigest, fault: &str) -> CallDigest {
    CallDigest { fault: Some(fault.into()), ..call }
}

/// Five episodes: two of the baseline, three of the advisory arm with five receipts.
fn study() -> Vec<Made> {
    let positive = "nonpositive_value";
    vec![
        Made::new("1", "baseline", Some(false), vec![broken(call("a", 1), "sign_flip"), call("b", 1)]),
        Made::new("2", "baseline", Some(true), vec![call("a", 2)]),
        // A receipt, a listed tool, a second receipt on that, the end.
        Made::new(
            "1",
            "advisory",
            Some(true),
            vec![
                broken(
                    flagged(call("a", 1), &[positive, positive], Some(&["b", "c"]), NextAction::Listed),
                    "sign_flip",
                ),
                flagged(call("b", 1), &["explicit_error"], Some(&["a", "b"]), NextAction::None),
            ],
        ),
        // What it lists is no tool of this episode, and the agent had called it before.
        Made::new(
            "2",
            "advisory",
            Some(false),
            vec![
                call("z", 2),
                flagged(call("a", 2), &[positive], Some(&["z"]), NextAction::Retry),
                flagged(call("a", 2), &[], None, NextAction::Other),
                call("c", 2),
            ],
        ),
        // Nobody knows how it ended.
        Made::new("3", "advisory", None, vec![flagged(call("a", 3), &[positive], Some(&["a"]), NextAction::None)]),
    ]
}

fn rate(hits: u64, of: u64) -> Rate {
    Rate { hits, of }
}

#[test]
fn a_receipt_is_the_unit_and_completion_is_its_episodes() {
    let made = study();
    let rows: Vec<_> = made.iter().map(Made::row).collect();
    let found = recovery(&rows);
    assert_eq!((found.overall.all.receipts.count, &*found.overall.all.receipts.rows), (5, &[2, 3, 4][..]));
    let shares = NextAction::ALL.map(|action| found.overall.share(action).rate());
    assert_eq!(shares, [rate(1, 5), rate(1, 5), rate(1, 5), rate(2, 5)]);
    let none = found.overall.branch(NextAction::None);
    // Of the two ends one is of unknown outcome: it is in no rate.
    assert_eq!((none.receipts.count, none.completed.rate()), (2, rate(1, 1)));
    assert_eq!(found.overall.all.completed.rate(), rate(2, 4));
    assert_eq!(found.by_tool[&ToolName::from("a")].all.receipts.count, 4);
    let codes: Vec<_> = found.by_code.iter().map(|(code, of)| (code.as_str(), of.all.receipts.count)).collect();
    assert_eq!(codes, [("explicit_error", 1), ("no code (generic)", 1), ("nonpositive_value", 3)]);
}

#[test]
fn receipts_are_counted_of_calls_and_of_clean_calls() {
    let made = study();
    let rows: Vec<_> = made.iter().map(Made::row).collect();
    let found = fired(&rows).all;
    assert_eq!(found.calls.rate(), rate(5, 10));
    // Episodes 0 and 2 carry a fault.
    assert_eq!((found.clean.rate(), &*found.clean.of.rows), (rate(3, 6), &[1, 3, 4][..]));
    assert_eq!((found.explicit.rate(), found.clean_explicit.rate()), (rate(1, 5), rate(0, 3)));
    assert_eq!(found.by_code["nonpositive_value"].rate(), rate(3, 10));
    assert_eq!(found.by_tool[&ToolName::from("b")].rate(), rate(1, 2));
    assert_eq!(refired(&rows), None);
}

#[test]
fn a_replay_counts_what_it_judged_and_nothing_of_the_receipts() {
    let mut made = study();
    made[0].replayed = Some(vec![Some(vec![Class::Positive, Class::Positive, Class::NoError]), None]);
    made[1].replayed = Some(vec![Some(Vec::new())]);
    let rows: Vec<_> = made.iter().map(Made::row).collect();
    let found = refired(&rows).unwrap().all;
    assert_eq!((found.calls.rate(), found.clean.rate(), found.explicit.rate()), (rate(1, 2), rate(0, 1), rate(1, 1)));
    assert_eq!(found.by_code["nonpositive_value"].rate(), rate(1, 2));
    assert_eq!(found.by_tool.len(), 1);
}

#[test]
fn choice_is_what_the_receipts_list() {
    let made = study();
    let rows: Vec<_> = made.iter().map(Made::row).collect();
    let found = choice(&rows);
    assert_eq!((found.at_least_two.rate(), &*found.at_least_two.hits.rows), (rate(2, 5), &[2][..]));
    assert_eq!((found.one.count, found.empty.count, found.no_list.count), (2, 0, 1));
    assert_eq!((found.not_advertised.rate(), &*found.not_advertised.hits.rows), (rate(1, 4), &[3][..]));
    assert_eq!((found.only_itself.rate(), &*found.only_itself.hits.rows), (rate(1, 4), &[4][..]));
    // The receipt on b lists a, which was called with the same arguments; the first on task 2 lists z, likewise.
    assert_eq!((found.already_tried.rate(), &*found.already_tried.hits.rows), (rate(2, 4), &[2, 3][..]));
}

#[test]
fn without_a_perturbed_episode_recovery_is_undefined() {
    let made = study();
    let rows: Vec<_> = made.iter().map(Made::row).collect();
    let found = perturbed(&rows);
    assert_eq!(found["baseline"].completed.rate(), rate(0, 1));
    assert_eq!(found["advisory"].completed.rate(), rate(1, 1));
    assert_eq!(found["advisory"].by_fault["sign_flip"].rate(), rate(1, 1));
    let found = perturbed(&rows[3..]);
    assert_eq!(found["advisory"].completed.rate().share(), None);
}

/// Task 1 is won by m and lost by n, task 2 is won by both, of task 3 one outcome is not known.
#[test]
fn pairs_are_counted_by_model_and_stratum_and_clustered_by_task() {
    let runs: Vec<Run> = [
        ("1", "m", "P1", "baseline", Some(false)),
        ("1", "m", "P1", "advisory", Some(true)),
        ("1", "n", "P2", "baseline", Some(true)),
        ("1", "n", "P2", "advisory", Some(false)),
        ("2", "m", "P1", "baseline", Some(false)),
        ("2", "m", "P1", "advisory", Some(true)),
        ("2", "n", "P1", "baseline", Some(false)),
        ("2", "n", "P0", "advisory", Some(true)),
        ("3", "m", "P1", "baseline", None),
        ("3", "m", "P1", "advisory", Some(true)),
    ]
    .into_iter()
    .map(run)
    .collect();
    let pairing = Pairing::new(&runs, &Plan::default());
    let rows: Vec<_> = runs.iter().map(|run| Row::new(run, &pairing)).collect();
    let found = paired(&rows, &pairing.pairs, FEW);
    let whole = found.whole().unwrap();
    assert_eq!((&*whole.wins, &*whole.losses, &*whole.unknown), (&[0, 2, 3][..], &[1][..], &[4][..]));
    assert_eq!((whole.tasks, whole.counts.points(), whole.counts.p()), (2, Some(50.0), Some(0.625)));
    // The tasks differ by 0 and by 2: of four ways to set signs, all have a sum of 2 or −2.
    assert_eq!(whole.sign_flip, Some(1.0));
    let names: Vec<_> = found.lines.iter().map(|line| (line.model.as_deref(), line.stratum.as_deref())).collect();
    let (m, n, one, two) = (Some("m"), Some("n"), Some("P1"), Some("P2"));
    assert_eq!(names, [(None, None), (None, one), (None, two), (m, None), (n, None), (m, one), (n, two)]);
    assert_eq!((&*found.no_stratum, found.line(n, None).unwrap().counts.pairs()), (&[3][..], 2));
}

/// Six pairs that are all won: every one discordant and won, so six are found for sure, and five never.
#[test]
fn pairs_needed_are_those_of_the_exact_test() {
    let of = |wins, losses, neither| {
        let counts = PairCounts { wins, losses, neither, both: 0 };
        Effect { counts, ..Effect::default() }.pairs_needed()
    };
    assert_eq!(of(6, 0, 0), Some(6));
    assert_eq!((of(0, 6, 0), of(3, 3, 4), of(0, 0, 9), of(0, 0, 0)), (Some(6), None, None, None));
    // A difference of a thousandth takes more pairs than anybody runs.
    assert_eq!(of(501, 500, 0), None);
    // 20 of 80 won, 5 lost: with as many pairs the power is near 80 %, see statistics::power.
    let found = of(20, 5, 55).unwrap();
    let at = |pairs| crate::statistics::power(pairs, 25.0 / 80.0, 0.8);
    assert!(at(found) >= 0.8 && at(found - found / 100 - 2) < 0.8, "{found}");
}

/// What an arm has cost is a mean over those that say so; a difference takes both.
#[test]
fn what_is_spent_is_counted_where_it_is_told() {
    let mut made = vec![Made::new("1", "baseline", None, vec![call("a", 1)]), Made::new("1", "advisory", None, vec![])];
    made.push(Made::new("2", "advisory", None, vec![call("a", 1), call("a", 1), call("b", 1)]));
    made[0].digest.usage.cost_usd = Some(0.5);
    made[2].digest.usage.cost_usd = Some(0.25);
    let rows: Vec<_> = made.iter().map(Made::row).collect();
    let pairs = [crate::pair::Pair { first: 0, second: 1, outcome: crate::pair::PairOutcome::Unknown }];
    let found = spent(&rows, &pairs);
    let names: Vec<_> = found.iter().map(|spent| spent.measure).collect();
    assert_eq!(names, [Measure::Calls, Measure::CostUsd]);
    assert_eq!((found[0].by_arm["advisory"].mean(), found[0].difference.mean()), (Some(1.5), Some(-1.0)));
    assert_eq!((found[1].by_arm["advisory"].mean(), found[1].difference.mean()), (Some(0.25), None));
}

#[test]
fn an_arm_that_is_not_looked_at_is_in_no_number() {
    let made = study();
    let mut rows: Vec<_> = made.iter().map(Made::row).collect();
    for row in rows.iter_mut().filter(|row| row.arm == Some("advisory")) {
        row.is_elsewhere = true;
    }
    let found = figures(&rows, &[], FEW);
    assert_eq!((found.recovery.overall.all.receipts.count, found.fired.all.calls.rate()), (0, rate(0, 3)));
    assert_eq!(found.perturbed.keys().collect::<Vec<_>>(), ["baseline"]);
    assert!(found.spent.iter().all(|spent| spent.by_arm.len() == 1));
}

#[test]
fn studies_and_registries_of_one_arm_are_told_apart() {
    let with = |arm: &str, study: Option<&str>, others: &[(&str, &str)]| {
        let others: Vec<_> = others.iter().map(|(name, value)| (Arc::from(*name), Arc::from(*value))).collect();
        let study = study.map(Arc::from);
        Run { arm: Some(arm.into()), study, others: Some(others.into()), ..Run::bare("t".into()) }
    };
    let count = |runs: &[Run]| {
        let pairing = Pairing::new(runs, &Plan::default());
        let rows: Vec<_> = runs.iter().map(|run| Row::new(run, &pairing)).collect();
        origins(runs, &rows).len()
    };
    let registry = |name| ("registry_sha256", name);
    assert_eq!(count(&[with("a", Some("s"), &[]), with("b", Some("s"), &[])]), 1);
    assert_eq!(count(&[with("a", Some("s"), &[]), with("b", Some("t"), &[])]), 2);
    // Two arms with a registry each are a study; one arm with two is not, but for folds.
    assert_eq!(count(&[with("a", None, &[registry("1")]), with("b", None, &[registry("2")])]), 1);
    assert_eq!(count(&[with("a", None, &[registry("1")]), with("a", None, &[registry("2")])]), 2);
    let folds = [with("a", None, &[registry("1"), ("fold", "0")]), with("a", None, &[registry("2"), ("fold", "1")])];
    assert_eq!(count(&folds), 1);
}

const FEW: Settings = Settings { seed: 3, resamples: 200 };

fn run((task, model, stratum, arm, completed): (&str, &str, &str, &str, Option<bool>)) -> Run {
    Run {
        arm: Some(arm.into()),
        model: Some(model.into()),
        stratum: Some(stratum.into()),
        completed,
        ..Run::bare(task.into())
    }
}

fn any_run() -> impl Strategy<Value = Run> {
    let of = |names: &'static [&'static str]| proptest::sample::select(names);
    let fields = (of(&["1", "2", "3"]), of(&["m", "n"]), of(&["P0", "P1"]), of(&["baseline", "advisory"]));
    (fields, proptest::option::of(any::<bool>()))
        .prop_map(|((task, model, stratum, arm), completed)| run((task, model, stratum, arm, completed)))
}

proptest! {
    #[test]
    fn swapping_the_arms_swaps_wins_and_losses_and_every_sign(runs in proptest::collection::vec(any_run(), 0..40)) {
        let arms: [Arc<str>; 2] = ["baseline".into(), "advisory".into()];
        let plan = Plan::default().with_arms(arms.clone());
        let (one, [a, b]) = (Pairing::new(&runs, &plan), arms);
        let other = Pairing::new(&runs, &plan.with_arms([b, a]));
        let rows: Vec<_> = runs.iter().map(|run| Row::new(run, &one)).collect();
        let (here, there) = (paired(&rows, &one.pairs, FEW), paired(&rows, &other.pairs, FEW));
        prop_assert_eq!(here.lines.len(), there.lines.len());
        for (here, there) in here.lines.iter().zip(&there.lines) {
            prop_assert_eq!((&here.model, &here.stratum), (&there.model, &there.stratum));
            let (here, there) = (&here.effect, &there.effect);
            prop_assert_eq!(here.counts.swapped(), there.counts);
            prop_assert_eq!((here.wins.len(), here.losses.len()), (there.losses.len(), there.wins.len()));
            prop_assert_eq!(here.counts.points().map(|it| 0.0 - it), there.counts.points().map(|it| it + 0.0));
            prop_assert_eq!(here.sign_flip, there.sign_flip);
            prop_assert_eq!(here.bootstrap.map(|it| (0.0 - it.high, 0.0 - it.low)), there.bootstrap.map(|it| (it.low + 0.0, it.high + 0.0)));
        }
    }

    #[test]
    fn no_pair_is_counted_twice_and_none_is_lost(runs in proptest::collection::vec(any_run(), 0..40)) {
        let pairing = Pairing::new(&runs, &Plan::default());
        let rows: Vec<_> = runs.iter().map(|run| Row::new(run, &pairing)).collect();
        let found = paired(&rows, &pairing.pairs, FEW);
        let all: Vec<u32> = (0..).zip(&pairing.pairs).map(|(place, _)| place).collect();
        let once = |parts: Vec<&Vec<u32>>| {
            let mut places: Vec<u32> = parts.into_iter().flatten().copied().collect();
            places.sort_unstable();
            places
        };
        let members = |line: &'_ Stratum| [line.effect.pairs.clone(), line.effect.unknown.clone()].concat();
        let lines = |is_it: fn(&Stratum) -> bool| -> Vec<Vec<u32>> { found.lines.iter().filter(|line| is_it(line)).map(members).collect() };
        let whole = lines(|line| line.model.is_none() && line.stratum.is_none());
        prop_assert_eq!(once(whole.iter().collect()), all.clone());
        let models = lines(|line| line.model.is_some() && line.stratum.is_none());
        prop_assert_eq!(once(models.iter().chain([&found.no_model]).collect()), all.clone());
        let strata = lines(|line| line.model.is_none() && line.stratum.is_some());
        prop_assert_eq!(once(strata.iter().chain([&found.no_stratum]).collect()), all);
        for line in &found.lines {
            let counts = line.effect.counts;
            prop_assert_eq!(counts.pairs(), line.effect.pairs.len() as u64);
            prop_assert_eq!((counts.first().of, counts.second().of), (counts.pairs(), counts.pairs()));
            prop_assert_eq!(counts.points().is_none(), counts.pairs() == 0);
        }
    }
}

/// 21 and 22 of 50: the smallest difference on top of 42 %. Where the first arm completes 49 of 50, 1 pair can be won.
#[test]
fn the_smallest_difference_is_a_rate_where_there_is_room() {
    let of = |both, wins, losses, neither| Effect {
        counts: PairCounts { both, wins, losses, neither },
        ..Effect::default()
    };
    let airline = of(12, 10, 9, 19);
    let (points, rate) = (airline.smallest().unwrap(), airline.smallest_rate().unwrap());
    assert!((rate - (0.42 + points / 100.0)).abs() < 1e-12, "{points} {rate}");
    let full = of(40, 1, 9, 0);
    assert!(full.smallest().is_some());
    assert_eq!((full.smallest_rate(), of(0, 0, 0, 0).smallest_rate()), (None, None));
}

/// Without the task in the key two runs of two tasks pair: such a pair is of neither task.
#[test]
fn a_pair_of_two_tasks_is_drawn_alone() {
    let made: Vec<Made> = [("a", "x", false), ("b", "y", true), ("a", "x", true), ("b", "y", false)]
        .map(|(task, arm, completed)| Made::new(task, arm, Some(completed), Vec::new()))
        .into();
    let rows: Vec<Row<'_>> = made.iter().map(Made::row).collect();
    let pair = |first, second, outcome| Pair { first, second, outcome };
    let pairs = [pair(0, 1, crate::pair::PairOutcome::Win), pair(2, 3, crate::pair::PairOutcome::Loss)];
    let effect = Effect::new(&rows, &pairs, &[0, 1], Settings { seed: 1, resamples: 100 });
    assert_eq!((effect.alone, effect.tasks), (2, 2));
    // Each sign can be flipped for itself; as one task they would cancel out.
    assert_eq!(effect.sign_flip, Some(1.0));
    let same = [pair(0, 2, crate::pair::PairOutcome::Win)];
    assert_eq!(Effect::new(&rows, &same, &[0], Settings { seed: 1, resamples: 100 }).alone, 0);
}

/// Four broken episodes: in one a rule breaks, in one none does, one has a tool that nothing judges, one no result.
#[test]
fn what_is_not_seen_and_not_judged_has_its_reason() {
    let silent = CallDigest { result: None, ..call("b", 1) };
    let mut all = [
        Made::new("t1", "x", Some(true), vec![broken(call("a", 1), "f")]),
        Made::new("t2", "x", Some(false), vec![broken(call("a", 1), "f")]),
        Made::new("t3", "x", Some(true), vec![call("a", 1), broken(call("b", 1), "f"), call("c", 2)]),
        Made::new("t4", "x", Some(true), vec![broken(silent, "f")]),
    ];
    let rows: Vec<_> = all.iter().map(Made::row).collect();
    let unseen = &perturbed(&rows)["x"].unseen;
    assert_eq!(unseen.keys().collect::<Vec<_>>(), [&Unseen::NoJudge]);
    assert_eq!(unseen[&Unseen::NoJudge].rate(), Rate { hits: 3, of: 4 });
    let judged =
        [vec![Some(vec![Class::Positive])], vec![Some(Vec::new())], vec![Some(Vec::new()), None, None], vec![None]];
    for (made, judged) in all.iter_mut().zip(judged) {
        made.replayed = Some(judged);
    }
    let rows: Vec<_> = all.iter().map(Made::row).collect();
    let found = &perturbed(&rows)["x"];
    assert_eq!(found.by_family.values().map(Tally::rate).collect::<Vec<_>>(), [Rate { hits: 1, of: 1 }]);
    let unseen: Vec<_> = found.unseen.iter().map(|(why, tally)| (*why, tally.of.rows.clone())).collect();
    assert_eq!(unseen, [(Unseen::Passed, vec![1]), (Unseen::NoContract, vec![2]), (Unseen::NoResult, vec![3])]);
    let refired = refired(&rows).unwrap();
    assert_eq!(refired.all.calls.rate(), Rate { hits: 1, of: 3 });
    let counts = |why: Unjudged| refired.unjudged[&why].iter().map(|(tool, it)| (tool.as_str(), it.count)).collect();
    let (contract, result): (Vec<_>, Vec<_>) = (counts(Unjudged::NoContract), counts(Unjudged::NoResult));
    assert_eq!((contract, result), (vec![("b", 1), ("c", 1)], vec![("b", 1)]));
}
