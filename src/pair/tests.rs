use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;

fn run(task: &str, trial: i64, arm: &str, completed: Option<bool>) -> Run {
    Run { trial: Some(trial), arm: Some(arm.into()), completed, ..Run::bare(task.into()) }
}

fn of_study(study: &str, run: Run) -> Run {
    Run { study: Some(study.into()), ..run }
}

fn of_file(file: &str, run: Run) -> Run {
    Run { file: file.into(), ..run }
}

fn arms(first: &str, second: &str) -> [Arc<str>; 2] {
    [first.into(), second.into()]
}

fn places(pairing: &Pairing) -> Vec<(usize, usize)> {
    pairing.pairs.iter().map(|pair| (pair.first, pair.second)).collect()
}

/// In `a` the baseline fails, in `b` it completes: whichever file is named first, that of `a` counts.
#[test]
fn which_of_several_counts_does_not_hang_on_the_order_of_files() {
    let of = |file: &str, completed| {
        let runs = [run("t", 0, "baseline", Some(completed)), run("t", 0, "advisory", Some(true))];
        runs.map(|it| of_study("s", of_file(file, it)))
    };
    let plan = Plan::default().with_arms(arms("baseline", "advisory"));
    for files in [[of("a", false), of("b", true)], [of("b", true), of("a", false)]] {
        let pairing = Pairing::new(&files.concat(), &plan);
        assert_eq!(pairing.pairs.iter().map(|pair| pair.outcome).collect::<Vec<_>>(), [PairOutcome::Win]);
        assert_eq!(pairing.duplicates.len(), 2);
    }
}

#[test]
fn baseline_comes_first_and_pairs_with_every_other_arm() {
    let runs = [
        run("a", 0, "advisory", Some(true)),
        run("a", 0, "baseline", Some(false)),
        run("a", 0, "generic", None),
        run("a", 1, "advisory", Some(true)),
        run("b", 0, "baseline", Some(true)),
        run("b", 0, "advisory", Some(false)),
        run("b", 0, "advisory", Some(true)),
        Run { arm: None, ..run("b", 0, "", Some(true)) },
        run("c", 0, "baseline", Some(false)),
        run("c", 0, "generic", Some(false)),
    ];
    let found: Vec<_> = against_each(&runs).iter().map(|pair| (pair.first, pair.second, pair.outcome)).collect();
    let expected =
        [(1, 0, PairOutcome::Win), (1, 2, PairOutcome::Unknown), (4, 5, PairOutcome::Loss), (8, 9, PairOutcome::Tie)];
    assert_eq!(found, expected);

    // Advisory and generic make two pairs each with baseline: the one met first is looked at.
    let pairing = Pairing::new(&runs, &Plan::default());
    assert_eq!(pairing.plan.arms, Some(arms("baseline", "advisory")));
    assert_eq!(places(&pairing), [(1, 0), (4, 5)]);
    assert_eq!(pairing.counts, Counts { wins: 1, losses: 1, ..Counts::default() });
    let no_partner = |run| Stray { run, why: Why::NoPartner };
    assert_eq!(pairing.unmatched, [no_partner(3), Stray { run: 7, why: Why::NoArm }, no_partner(8)]);
    assert_eq!(pairing.duplicates, [Duplicate { run: 6, used: 5 }]);
    assert_eq!((pairing.mixed, pairing.elsewhere), (vec![], vec![2, 9]));
    let counts: Vec<_> = pairing.arms.iter().map(|arm| (&*arm.name, arm.runs)).collect();
    assert_eq!(counts, [("baseline", 3), ("advisory", 4), ("generic", 2)]);
}

#[test]
fn without_a_baseline_the_arm_met_first_is_the_first() {
    let runs = [run("a", 0, "z", Some(false)), run("a", 0, "b", Some(true))];
    assert_eq!(against_each(&runs), [Pair { first: 0, second: 1, outcome: PairOutcome::Win }]);
}

#[test]
fn without_a_baseline_the_two_arms_with_most_pairs_are_looked_at() {
    let runs: Vec<Run> = [("a", "x"), ("a", "y"), ("b", "y"), ("b", "z"), ("c", "y"), ("c", "z")]
        .map(|(task, arm)| run(task, 0, arm, None))
        .into();
    let pairing = Pairing::new(&runs, &Plan::default());
    assert_eq!(pairing.plan.arms, Some(arms("y", "z")));
    assert_eq!(pairing.counts, Counts { unknown: 2, ..Counts::default() });
}

#[test]
fn trials_can_be_the_arms_and_then_do_not_key() {
    let tried = |task: &str, trial, completed| Run { arm: None, ..run(task, trial, "", Some(completed)) };
    let runs =
        [tried("a", 10, true), tried("a", 2, false), tried("a", 3, false), tried("b", 2, true), tried("b", 3, true)];
    let pairing = Pairing::new(&runs, &Plan::along(Field::Trial));
    assert_eq!(pairing.arms.iter().map(|arm| &*arm.name).collect::<Vec<_>>(), ["2", "3", "10"]);
    assert_eq!(pairing.plan.arms, Some(arms("2", "3")));
    assert_eq!((places(&pairing), pairing.elsewhere), (vec![(1, 2), (3, 4)], vec![0]));
    assert_eq!(pairing.counts, Counts { both: 1, neither: 1, ..Counts::default() });
    // Two deliveries are two things to compare, unless the key says otherwise.
    let runs = [run("a", 0, "x", Some(true)), run("a", 1, "y", Some(true))];
    assert_eq!(Pairing::new(&runs, &Plan::along(Field::Trial)).pairs, []);
    let plan = Plan { key: vec![Field::Task, Field::Trial], ..Plan::along(Field::Trial) };
    assert_eq!(places(&Pairing::new(&runs, &plan)), [(0, 1)]);
}

#[test]
fn any_field_of_the_header_can_be_the_axis() {
    let with = |value: &str| Run {
        others: Some(vec![(Arc::from("prompt"), Arc::from(value))].into()),
        ..run("a", 0, "advisory", Some(value == "long"))
    };
    let runs = [with("short"), with("long")];
    let field = Field::named("prompt");
    assert_eq!(Field::all_of(&runs).last(), Some(&field));
    let pairing = Pairing::new(&runs, &Plan::along(field));
    assert_eq!(pairing.counts, Counts { wins: 1, ..Counts::default() });
}

#[test]
fn runs_of_different_studies_pair_only_if_asked() {
    let runs = [
        of_study("s", run("a", 0, "baseline", Some(true))),
        of_study("t", run("a", 0, "advisory", Some(true))),
        of_study("s", run("b", 0, "baseline", Some(true))),
        of_study("s", run("b", 0, "advisory", Some(true))),
        of_study("t", run("b", 0, "baseline", Some(true))),
        run("c", 0, "baseline", Some(true)),
    ];
    let pairing = Pairing::new(&runs, &Plan::default());
    assert_eq!(places(&pairing), [(2, 3)]);
    let mixed = [(0, 1), (1, 0), (4, 3)].map(|(run, beside)| Mixed { run, beside });
    assert_eq!(pairing.mixed, mixed);
    assert_eq!(pairing.unmatched, [Stray { run: 5, why: Why::NoPartner }]);

    let asked = Pairing::new(&runs, &Plan { mixes_studies: true, ..Plan::default() });
    assert_eq!((places(&asked), asked.mixed), (vec![(0, 1), (2, 3)], vec![]));
    // Pooling costs no pair: what has its partner in its own study keeps it.
    assert_eq!(asked.duplicates, []);
    assert_eq!(asked.unmatched, [4, 5].map(|run| Stray { run, why: Why::NoPartner }));
}

/// Two studies of the same tasks pool into all their pairs: two wins of one and two losses of the other are four pairs.
#[test]
fn pooled_studies_keep_every_pair() {
    let both = |study: &str, task: &str, first, second| {
        [("baseline", first), ("advisory", second)].map(|(arm, done)| of_study(study, run(task, 0, arm, Some(done))))
    };
    let runs = [
        both("s", "a", false, true),
        both("s", "b", false, true),
        both("t", "a", true, false),
        both("t", "b", true, false),
    ]
    .concat();
    let pooled = Pairing::new(&runs, &Plan { mixes_studies: true, ..Plan::default() });
    assert_eq!(pooled.counts, Counts { wins: 2, losses: 2, ..Counts::default() });
    assert_eq!((pooled.duplicates, pooled.unmatched), (vec![], vec![]));
}

#[test]
fn files_without_a_study_that_have_both_arms_number_their_tasks_for_themselves() {
    let file = |file: &str, trial| of_file(file, Run { arm: None, ..run("0", trial, "", Some(true)) });
    let runs = [file("airline", 0), file("retail", 0), file("retail", 1), file("airline", 1)];
    let pairing = Pairing::new(&runs, &Plan::along(Field::Trial));
    assert_eq!((places(&pairing), pairing.duplicates), (vec![(0, 3), (1, 2)], vec![]));
    // Two files of one arm each are the two arms of one study.
    let runs = [of_file("x", run("a", 0, "baseline", None)), of_file("y", run("a", 0, "advisory", None))];
    assert_eq!(places(&Pairing::new(&runs, &Plan::default())), [(0, 1)]);
}

fn any_run() -> impl Strategy<Value = Run> {
    let name = |names: &'static [&'static str]| prop::sample::select(names);
    let arm = prop::option::weighted(0.9, name(&["baseline", "x", "y"]));
    let study = prop::option::of(name(&["s", "t"]));
    let head = (name(&["a", "b", "c"]), 0..2_i64, arm, study, name(&["f", "g"]), any::<Option<bool>>());
    head.prop_map(|(task, trial, arm, study, file, completed)| Run {
        file: file.into(),
        study: study.map(Into::into),
        arm: arm.map(Into::into),
        ..run(task, trial, "", completed)
    })
}

proptest! {
    #[test]
    fn every_run_stands_in_one_place_and_swapped_arms_swap_wins_and_losses(
        runs in prop::collection::vec(any_run(), 0..40),
        axis in prop::sample::select(&[Field::Arm, Field::Trial, Field::File, Field::Study]),
        mixes_studies: bool,
    ) {
        let pairing = Pairing::new(&runs, &Plan { mixes_studies, ..Plan::along(axis) });
        let mut all: Vec<usize> = pairing.pairs.iter().flat_map(|pair| [pair.first, pair.second]).collect();
        all.extend(pairing.unmatched.iter().map(|it| it.run));
        all.extend(pairing.duplicates.iter().map(|it| it.run));
        all.extend(pairing.mixed.iter().map(|it| it.run));
        all.extend(&pairing.elsewhere);
        prop_assert_eq!(all.len(), runs.len());
        prop_assert_eq!(all.into_iter().collect::<BTreeSet<_>>().len(), runs.len());
        prop_assert_eq!(pairing.counts.all(), pairing.pairs.len());
        for pair in &pairing.pairs {
            let (first, second) = (&runs[pair.first], &runs[pair.second]);
            prop_assert!(pairing.plan.key().all(|field| first.value(field) == second.value(field)));
            prop_assert_ne!(first.value(&pairing.plan.axis), second.value(&pairing.plan.axis));
        }
        if let Some([first, second]) = pairing.plan.arms.clone() {
            let swapped = Pairing::new(&runs, &pairing.plan.with_arms([second, first]));
            let (a, b) = (pairing.counts, swapped.counts);
            prop_assert_eq!((a.wins, a.losses, a.both, a.neither), (b.losses, b.wins, b.both, b.neither));
            prop_assert_eq!(pairing.pairs.len(), swapped.pairs.len());
            prop_assert_eq!(pairing.unmatched, swapped.unmatched);
            prop_assert_eq!(pairing.mixed, swapped.mixed);
        }
    }
}
