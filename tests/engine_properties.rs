//! What must hold of the engine whatever the calls are.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use proptest::prelude::*;
use vidimus::contract::{Checker, MineOptions, Observation, Verdict, mine_tool};
use vidimus::domain::class::Class;
use vidimus::domain::ids::ToolName;
use vidimus::domain::json::{Json, Object, read};
use vidimus::domain::path::Term;
use vidimus::domain::registry::ToolContract;

/// Numbers as they stand in files, the awkward ones among them.
fn number() -> impl Strategy<Value = Json> {
    let spelled = prop_oneof![
        (-3_i64..9).prop_map(|n| n.to_string()),
        (-3_i64..9).prop_map(|n| format!("{n}.5")),
        Just("1.0".to_owned()),
        Just("-0".to_owned()),
        Just("1e400".to_owned()),
        Just("-1e308".to_owned()),
        Just("1e308".to_owned()),
        Just("9007199254740993".to_owned()),
        Just("5e-324".to_owned()),
    ];
    spelled.prop_map(|text| read(&text).unwrap().value)
}

/// Texts of every sort that a rule cares about.
static TEXTS: &[&str] =
    &["a", "b", "open", "", "Error: x", "2024-01-05", "2024-02-01T10:00Z", "2024-02-01 10:00", "[1]", "{\"k\":1}"];
static NAMES: &[&str] =
    &["status", "total", "items", "start_date", "end_date", "id", "n", "a.b", "error", "é", "len(n)", ""];

fn leaf() -> impl Strategy<Value = Json> {
    prop_oneof![
        4 => number(),
        4 => prop::sample::select(TEXTS).prop_map(Json::from),
        1 => Just(Json::Null),
        1 => any::<bool>().prop_map(Json::from),
    ]
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![8 => prop::sample::select(NAMES).prop_map(str::to_owned), 1 => "[a-z]{1,2}"]
}

fn value() -> impl Strategy<Value = Json> {
    leaf().prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            3 => prop::collection::vec((name(), inner.clone()), 0..7).prop_map(|members| Json::from(members.into_iter().collect::<Object>())),
            1 => prop::collection::vec(inner, 0..4).prop_map(Json::Array),
        ]
    })
}

/// Calls that look like those of one tool: objects with mostly the same fields of mostly the same kind.
fn regular_call() -> impl Strategy<Value = (Json, Json)> {
    let day = (1_u32..28).prop_map(|day| Json::from(format!("2024-03-{day:02}")));
    let items =
        prop::collection::vec((0_i64..5).prop_map(|price| Json::from(Object::new().with("price", price))), 0..4);
    let fields = (
        0_i64..5,
        prop::sample::select(&["open", "shut"][..]),
        day.clone(),
        day,
        items,
        prop::option::weighted(0.2, leaf()),
    );
    fields.prop_map(|(n, status, start, end, items, odd)| {
        let mut result = Object::new()
            .with("n", n)
            .with("total", n * 2 + 1)
            .with("status", status)
            .with("start_date", start)
            .with("end_date", end)
            .with("items", items);
        if let Some(odd) = odd {
            result.insert("note", odd);
        }
        (Object::new().with("n", n).into(), result.into())
    })
}

fn calls() -> impl Strategy<Value = Vec<(Json, Json)>> {
    prop_oneof![
        prop::collection::vec(regular_call(), 0..40),
        prop::collection::vec((value(), value()), 0..30),
        prop::collection::vec(prop_oneof![9 => regular_call(), 1 => (value(), value())], 0..40),
    ]
}

fn mined(calls: &[(Json, Json)]) -> ToolContract {
    let observed: Vec<_> = calls.iter().map(|(arguments, result)| Observation { arguments, result }).collect();
    mine_tool(&ToolName::from("t"), &observed, &MineOptions::default())
}

fn checker(contract: &ToolContract) -> Checker {
    Checker::new(&ToolName::from("t"), contract)
}

proptest! {
    /// What was learned from a sample cannot be broken by it: training is stricter than checking. Explicit
    /// errors aside, which are no samples while there are others.
    #[test]
    fn no_sample_breaks_the_contract_that_was_mined_from_it(calls in calls()) {
        let contract = mined(&calls);
        let checker = checker(&contract);
        for (arguments, result) in &calls {
            let violations = checker.check(arguments, result);
            let is_set_aside = contract.set_aside > 0 && violations.iter().all(|one| one.class == Class::NoError);
            prop_assert!(violations.is_empty() || is_set_aside, "{result}: {violations:?}");
        }
    }

    /// A violation is a judgement that broke, and the other way round, for results of any shape.
    #[test]
    fn checks_and_judgements_agree(calls in calls(), arguments in value(), result in value()) {
        let contract = mined(&calls);
        let checker = checker(&contract);
        for (arguments, result) in calls.iter().take(5).chain([&(arguments, result)]) {
            let violations = checker.check(arguments, result);
            let judgements = checker.judge(arguments, result);
            prop_assert_eq!(judgements.len(), contract.invariants.len());
            let broken: Vec<_> = judgements.iter().filter(|one| one.verdict == Verdict::Broken).collect();
            for violation in &violations {
                let of_it = |place: usize| contract.invariants.get(place).is_some_and(|one| one.id == violation.invariant);
                prop_assert!(broken.iter().any(|one| of_it(one.invariant)), "{violation:?}");
            }
            for one in broken {
                let invariant = contract.invariants.get(one.invariant).unwrap();
                // Of several rules of one class at one path, the first that broke is reported.
                let is_reported = violations.iter().any(|violation| {
                    let below = matches!(invariant.class, Class::NoError | Class::KnownFields);
                    violation.class == invariant.class && (below || violation.path == invariant.path.to_string())
                });
                prop_assert!(is_reported, "{invariant:?}");
                prop_assert!(one.places.iter().any(|(_, verdict)| *verdict == Verdict::Broken));
            }
            let order = |a: &_, b: &_| a <= b;
            prop_assert!(violations.windows(2).all(|pair| order(&(pair[0].class, &pair[0].path), &(pair[1].class, &pair[1].path))));
        }
    }

    /// The order of calls decides which sample an affine relation is drawn through, and the examples of the
    /// evidence, and nothing else.
    #[test]
    fn the_order_of_calls_does_not_matter(calls in calls(), turn in any::<prop::sample::Index>()) {
        let mut turned = calls.clone();
        turned.rotate_left(if calls.is_empty() { 0 } else { turn.index(calls.len()) });
        turned.reverse();
        let rules = |contract: &ToolContract| -> Vec<String> {
            let rules = contract.invariants.iter().filter(|one| one.class != Class::Affine);
            rules.map(|one| format!("{} {} {} {:?}", one.id, one.path, one.support, one.expected)).collect()
        };
        let (one, other) = (mined(&calls), mined(&turned));
        prop_assert_eq!(rules(&one), rules(&other));
        prop_assert_eq!((one.calls, one.set_aside, one.samples, one.maps), (other.calls, other.set_aside, other.samples, other.maps));
    }

    /// A call seen again adds to the count of calls and to nothing else.
    #[test]
    fn repeats_add_no_support(calls in calls()) {
        let twice: Vec<_> = calls.iter().chain(&calls).cloned().collect();
        let (one, other) = (mined(&calls), mined(&twice));
        prop_assert_eq!(one.samples, other.samples);
        prop_assert_eq!(format!("{:?}", one.invariants), format!("{:?}", other.invariants));
        prop_assert_eq!(one.calls * 2, other.calls);
    }

    /// Evidence takes about a kibibyte at most, whatever the values are, and leaving it out changes no rule.
    #[test]
    fn evidence_is_bounded(calls in calls(), long in "[a-zé\u{1}\"]{0,200}") {
        let calls: Vec<_> = calls.into_iter().map(|(arguments, result)| match result {
            Json::Object(object) => {
                let (n, long) = (object.len(), format!("{long}{}", object.len()));
                (arguments, object.with("status", long.clone()).with(format!("{long}{n}"), long).into())
            }
            result => (arguments, result),
        }).collect();
        let contract = mined(&calls);
        for invariant in &contract.invariants {
            let length = invariant.evidence.as_ref().map_or(0, |evidence| Json::from(evidence.clone()).to_string().len());
            prop_assert!(length < 2048, "{length}: {invariant:?}");
            prop_assert!(matches!(invariant.path, Term::At(_)) || invariant.class == Class::Affine);
        }
    }
}
