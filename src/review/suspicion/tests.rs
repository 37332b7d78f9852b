use super::*;
use crate::domain::json::read;
use crate::format::registry::from_json;

fn registry(rules: &[&str]) -> Registry {
    let text = format!(
        r#"{{"format":"vidimus.registry/1","tools":{{"get":{{"invariants":[{}]}}}}}}"#,
        rules.iter().map(|rule| format!("{{{rule}}}")).collect::<Vec<_>>().join(",")
    );
    from_json(&read(&text).unwrap().value).unwrap()
}

/// The reasons of a rule, beyond the bound: kind, weight and sentence.
fn reasons(rule: &str) -> Vec<String> {
    of(&registry(&[rule]), &[], &BTreeMap::new())
}

fn of(registry: &Registry, folds: &[&Registry], firings: &BTreeMap<InvariantId, Firings>) -> Vec<String> {
    let all = suspicions(registry, folds, firings);
    let (tool, id) = &all.order()[0];
    let reasons = all.of(tool, id).unwrap().reasons.iter().filter(|reason| reason.kind != Kind::RuleOfThree);
    reasons.map(|reason| format!("{} {} {}", reason.kind.name(), reason.weight, reason.sentence)).collect()
}

#[test]
fn support_is_held_against_the_threshold_and_the_bound() {
    let positive = |support: u64| format!(r#""class":"positive","path":"price","support":{support}"#);
    assert_eq!(reasons(&positive(5)), ["threshold 20 5 samples, just as many as such a rule needs"]);
    assert_eq!(reasons(&positive(8)), ["threshold 10 8 samples, 3 more than the 5 that such a rule needs"]);
    assert_eq!(reasons(&positive(10)), [""; 0]);
    let registry = registry(&[&positive(12)]);
    let all = suspicions(&registry, &[], &BTreeMap::new());
    let (tool, id) = &all.order()[0];
    let suspicion = all.of(tool, id).unwrap();
    assert_eq!(suspicion.reasons[0].sentence, "0 of 12 broken: the true rate may be up to 22 %");
    assert_eq!(suspicion.weight, 11, "half of the bound in percent");
}

/// Errors are set aside before rules are sought, so the samples of `no_error` never speak against it.
#[test]
fn no_error_is_held_against_the_errors_that_were_set_aside() {
    let mut registry = registry(&[r#""class":"no_error","path":"$","support":21"#]);
    let first = |registry: &Registry| {
        let all = suspicions(registry, &[], &BTreeMap::new());
        all.of(&all.order()[0].0, &all.order()[0].1).unwrap().reasons[0].clone()
    };
    let contract = registry.tools.values_mut().next().unwrap();
    (contract.calls, contract.set_aside) = (50, 0);
    assert_eq!(first(&registry).sentence, "0 of 50 broken: the true rate may be up to 5.8 %");
    let contract = registry.tools.values_mut().next().unwrap();
    (contract.set_aside, contract.samples) = (20, 21);
    let reason = first(&registry);
    assert_eq!((reason.kind, reason.weight), (Kind::SetAside, 50));
    assert_eq!(
        reason.sentence,
        "of 50 calls in clean episodes 20 were explicit errors, set aside: it fires on such results (40 %); the other 30 are \
         21 samples (calls alike in arguments and result count once)"
    );
}

#[test]
fn categories_are_looked_at_value_by_value() {
    let category = |expected: &str, evidence: &str| {
        reasons(&format!(
            r#""class":"category","path":"status","support":400,"expected":{expected},"evidence":{evidence}"#
        ))
    };
    assert_eq!(category(r#"["a","b"]"#, r#"{"values":{"a":300,"b":100}}"#), [""; 0]);
    assert_eq!(
        category(r#"["a","b"]"#, r#"{"values":{"a":398,"b":2}}"#),
        ["few_witnesses 25 1 of its 2 values stands on two samples: b"]
    );
    assert_eq!(category(r#"["a b"]"#, "{}"), [r#"constant 20 it was always "a b" in 400 clean samples"#]);
    assert_eq!(
        category(r#"["mia_li_3668","open","yes"]"#, "{}"),
        ["shape 40 1 of its 3 values look like identifiers: mia_li_3668"]
    );
}

#[test]
fn relations_of_small_or_idle_numbers_are_doubted() {
    let relation = r#""class":"affine","path":"x","expected":"y","a":1,"b":0,"support":400,"evidence":{"pairs":[[1,1],[2,2],[3,3]]}"#;
    assert_eq!(
        reasons(relation),
        [
            "small_integers 25 both sides are small whole numbers in the samples shown (x was 1 to 3, y was 1 to 3): such \
          numbers agree by coincidence"
        ]
    );
    let known = |path: &str, evidence: &str| {
        format!(r#""class":"positive","path":"{path}","support":400,"evidence":{{{evidence}}}"#)
    };
    let doubted = |x: &str, y: &str| {
        let all = suspicions(&registry(&[relation, &known("x", x), &known("y", y)]), &[], &BTreeMap::new());
        let (tool, id) = all.order().iter().find(|(tool, id)| {
            all.of(tool, id)
                .unwrap()
                .reasons
                .iter()
                .any(|reason| matches!(reason.kind, Kind::SmallIntegers | Kind::LittleVariance))
        })?;
        let reason = all.of(tool, id)?.reasons[0].clone();
        Some(format!("{} {} {}", reason.kind.name(), reason.weight, reason.sentence))
    };
    let wide = r#""min":1,"median":50,"max":900,"histogram":[5,5,5,5,5,5,5,5,5,5]"#;
    assert_eq!(doubted(wide, wide), None);
    assert_eq!(
        doubted(r#""min":990,"median":995,"max":1000,"histogram":[1,1]"#, wide).unwrap(),
        "little_variance 25 x hardly varied: it was 990 to 1000"
    );
    assert_eq!(
        doubted(wide, r#""min":1,"median":1,"max":900,"histogram":[97,0,0,0,0,0,0,0,0,3]"#).unwrap(),
        "little_variance 25 y hardly varied: 97 of its 100 values lie in one tenth of its range"
    );
}

#[test]
fn folds_and_firings_weigh_most() {
    let category = r#""class":"category","path":"status","support":400,"expected":["a","b"]"#;
    let (one, other, none) = (registry(&[category]), registry(&[&category.replace("\"b\"", "\"c\"")]), registry(&[]));
    let nothing = BTreeMap::new();
    assert_eq!(of(&one, &[&one, &one], &nothing), [""; 0]);
    assert_eq!(of(&one, &[&one, &other], &nothing), ["folds 20 in 1 of 2 folds it expects something else"]);
    assert_eq!(of(&one, &[&one, &none, &one], &nothing), ["folds 38 it stands in 2 of 3 folds"]);
    let id = one.tools["get"].invariants[0].id.clone();
    let firings = BTreeMap::from([(id.clone(), Firings { fired: 3, of: 120, allowed: 0 })]);
    assert_eq!(
        of(&one, &[], &firings),
        ["fired 63 it fired on 3 of 120 clean calls that it was not mined from (2.5 %)"]
    );
    let folds = BTreeMap::from([(id.clone(), Firings { fired: 3, of: 120, allowed: 3 })]);
    assert!(of(&one, &[], &folds)[0].ends_with("as it stands it would not have fired"), "{:?}", of(&one, &[], &folds));
    assert_eq!(of(&one, &[], &BTreeMap::from([(id, Firings { fired: 0, of: 120, allowed: 0 })])), [""; 0]);
}

#[test]
fn the_most_suspicious_comes_first_with_what_is_folded_under_it() {
    let registry = registry(&[
        r#""class":"required_field","path":"a","support":1000"#,
        r#""class":"required_field","path":"b","support":3"#,
        r#""class":"stable_type","path":"c","support":900,"expected":["string"]"#,
        r#""class":"category","path":"c","support":20,"expected":["x","y"]"#,
        r#""class":"required_field","path":"d","support":1000"#,
    ]);
    let all = suspicions(&registry, &[], &BTreeMap::new());
    let rules = &registry.tools["get"].invariants;
    let order: Vec<String> = all
        .order()
        .iter()
        .map(|(_, id)| {
            rules.iter().find(|rule| rule.id == *id).map(|rule| format!("{} {}", rule.class, rule.path)).unwrap()
        })
        .collect();
    assert_eq!(order, ["required_field b", "category c", "stable_type c", "required_field a", "required_field d"]);
    let under = all.of(&all.order()[2].0, &all.order()[2].1).unwrap();
    assert_eq!(under.under.as_ref(), Some(&all.order()[1].1));
    assert!(
        under
            .reasons
            .iter()
            .any(|reason| reason.sentence == "who believes that c is one of x, y believes that c is text"),
        "{under:?}"
    );
}

/// From the airline: bags of a reservation from 1 to 3, money on a gift card from 6 to 500, fares from 200 to 500. Of
/// none a zero was seen; of the first two there are some in the world.
#[test]
fn a_bound_above_zero_is_held_against_whole_numbers_that_come_near_zero() {
    let positive = |least: &str, median: &str, most: &str| {
        let evidence = format!(r#"{{"min":{least},"median":{median},"max":{most},"examples":[{least},{most}]}}"#);
        reasons(&format!(r#""class":"positive","path":"n","support":400,"evidence":{evidence}"#))
    };
    assert_eq!(
        positive("1", "2", "3"),
        ["near_zero 40 zero would be a natural value here: it looks like a count, of whole numbers from 1 to 3"]
    );
    assert_eq!(
        positive("1", "150", "500"),
        ["near_zero 35 zero would be a natural value here: the smallest whole number seen is 1, the greatest 500"]
    );
    assert_eq!(
        positive("6", "150", "500"),
        [
            "near_zero 25 zero would be a natural value here: the smallest whole number seen is 6, which is little against \
          the greatest, 500"
        ]
    );
    assert_eq!(positive("200", "358", "500"), [""; 0]);
    // What is measured, and not counted, hardly is nothing.
    assert_eq!(positive("1.5", "2.5", "3.5"), [""; 0]);
    assert_eq!(positive("0.01", "150.5", "500.25"), [""; 0]);
}
