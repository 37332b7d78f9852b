//! Every injector on values worked by hand, and on any value: what the label says differs, nothing else.

use proptest::prelude::*;

use super::*;
use crate::audit::material::{Gathered, Material};
use crate::contract::value_at;
use crate::domain::json::{Object, read};
use crate::rng::Rng;

fn json(text: &str) -> Json {
    read(text).unwrap().value
}

/// Orders of a shop: the total is the price, payment comes before delivery, 2 states.
const ORDERS: [&str; 6] = [
    r##"{"id":"#W1","state":"open","price":10.5,"total":10.5,"paid":"2024-01-01","sent":"2024-01-03","text":"a first note on it"}"##,
    r##"{"id":"#W2","state":"open","price":20.5,"total":20.5,"paid":"2024-01-02","sent":"2024-01-02","text":"a second note, longer"}"##,
    r##"{"id":"#W3","state":"done","price":30.5,"total":30.5,"paid":"2024-02-01","sent":"2024-02-05","text":"third"}"##,
    r##"{"id":"#W4","state":"open","price":40.5,"total":40.5,"paid":"2024-03-01","sent":"2024-03-09","text":"4"}"##,
    r##"{"id":"#W5","state":"done","price":50.5,"total":50.5,"paid":"2024-03-02","sent":"2024-03-04","text":"5"}"##,
    r##"{"id":"#W6","state":"done","price":60.5,"total":60.5,"paid":"2024-03-02","sent":"2024-03-05","text":"6"}"##,
];

fn gathered(results: &[&str], arguments: &str) -> Material {
    let mut gathered = Gathered::default();
    for result in results {
        gathered.add(&json(arguments), &json(result));
    }
    gathered.material(&"get".into())
}

/// What comes out for the seeds 0 to 199, distinct and sorted, as text; or the reason.
fn outcomes(fault: Fault, result: &str, arguments: &str, results: &[&str]) -> Vec<String> {
    let (result, arguments, material) = (json(result), json(arguments), gathered(results, "{}"));
    let outline = Outline::of(&arguments, &result, &material);
    let mut all: Vec<String> = (0..200)
        .map(|seed| match inject(fault, &outline, &mut Rng::of(seed, &[])) {
            Ok(faulted) => faulted.result.to_string(),
            Err(reason) => reason.reason().to_owned(),
        })
        .collect();
    all.sort();
    all.dedup();
    all
}

fn alone(fault: Fault, result: &str) -> Vec<String> {
    outcomes(fault, result, "{}", &[])
}

#[test]
fn types_flip_at_any_scalar() {
    assert_eq!(
        alone(Fault::TypeFlip, r#"{"a":1.50,"b":["x","12"],"c":null,"d":true}"#),
        [
            r#"{"a":"1.50","b":["x","12"],"c":null,"d":true}"#,
            r#"{"a":1.50,"b":["x","12"],"c":null,"d":"true"}"#,
            r#"{"a":1.50,"b":["x",12],"c":null,"d":true}"#,
            r#"{"a":1.50,"b":[["x"],"12"],"c":null,"d":true}"#,
        ]
    );
    assert_eq!(alone(Fault::TypeFlip, "null"), [Ineligible::NoScalar.reason()]);
}

#[test]
fn fields_go_and_come_in_any_object() {
    assert_eq!(
        alone(Fault::MissingField, r#"{"a":{"b":1},"c":2}"#),
        [r#"{"a":{"b":1}}"#, r#"{"a":{},"c":2}"#, r#"{"c":2}"#]
    );
    assert_eq!(alone(Fault::MissingField, "[1,[]]"), [Ineligible::NoField.reason()]);
    let outcomes = outcomes(Fault::UnexpectedField, "[{}]", "{}", &[r#"{"extra":1}"#]);
    assert!(outcomes.iter().any(|text| text.contains(r#""extra_":"#)), "{outcomes:?}");
    assert!(!outcomes.iter().any(|text| text.contains(r#""extra":"#)), "{outcomes:?}");
    assert_eq!(alone(Fault::UnexpectedField, r#""text""#), [Ineligible::NoObject.reason()]);
}

#[test]
fn values_move_one_field_on() {
    assert_eq!(
        alone(Fault::PositionalFieldShift, r#"{"a":1,"b":[{"c":true}],"d":"x","e":null}"#),
        [r#"{"a":null,"b":[{"c":true}],"d":1,"e":"x"}"#]
    );
    assert_eq!(alone(Fault::PositionalFieldShift, r#"{"a":1,"b":1.0}"#), [Ineligible::NothingToShift.reason()]);
}

#[test]
fn categories_are_words_that_come_back() {
    let found = outcomes(Fault::OutOfSetCategory, ORDERS[0], "{}", &ORDERS);
    assert!(found.len() > 1 && found.iter().all(|text| !text.contains(r#""state":"open""#)), "{found:?}");
    assert!(found.iter().all(|text| text.contains("a first note on it") && text.contains("#W1")), "{found:?}");
    assert_eq!(
        outcomes(Fault::OutOfSetCategory, r#"{"state":"open"}"#, "{}", &ORDERS[..3]),
        [Ineligible::NoCategory.reason()]
    );
}

#[test]
fn numbers_above_zero_become_zero_or_negative() {
    assert_eq!(alone(Fault::NonPositiveValue, r#"{"a":3,"b":-1}"#), [r#"{"a":-3,"b":-1}"#, r#"{"a":0,"b":-1}"#]);
    assert_eq!(alone(Fault::NonPositiveValue, "[2.5]"), ["[-2.5]", "[0.0]"]);
    assert_eq!(alone(Fault::NonPositiveValue, "[0,-2,\"3\"]"), [Ineligible::NoPositive.reason()]);
}

#[test]
fn relations_break_on_either_side() {
    let found = outcomes(Fault::BrokenRelation, r#"{"price":70.5,"total":70.5,"weight":3}"#, "{}", &ORDERS);
    assert_eq!(found, [r#"{"price":70.5,"total":77.55,"weight":3}"#, r#"{"price":77.55,"total":70.5,"weight":3}"#]);
    // A tenth is less than 1, and three decimals are more than two: still it is 1 more at least.
    let found = outcomes(Fault::BrokenRelation, r#"{"price":3.522,"total":3.522,"weight":3}"#, "{}", &ORDERS);
    assert_eq!(found, [r#"{"price":3.522,"total":4.53,"weight":3}"#, r#"{"price":4.53,"total":3.522,"weight":3}"#]);
    assert_eq!(alone(Fault::BrokenRelation, r#"{"price":1,"total":1}"#), [Ineligible::NoRelation.reason()]);
}

#[test]
fn echoes_take_the_value_of_another_result() {
    let echo = |results| outcomes(Fault::EchoMismatch, r##"{"id":"#W9","n":0}"##, r##"{"order":"#W9"}"##, results);
    assert_eq!(echo(&ORDERS[..2]), [r##"{"id":"#W1","n":0}"##, r##"{"id":"#W2","n":0}"##]);
    assert_eq!(echo(&[]), [r##"{"id":"#W9x","n":0}"##]);
    assert_eq!(outcomes(Fault::EchoMismatch, "[7]", r#"{"n":7.0}"#, &[]), ["[8]"]);
    assert_eq!(outcomes(Fault::EchoMismatch, "[true]", r#"{"a":true}"#, &[]), [Ineligible::NoEcho.reason()]);
}

#[test]
fn dates_in_order_change_places() {
    let order = |result| outcomes(Fault::DateDisorder, result, "{}", &ORDERS);
    assert_eq!(
        order(r#"{"paid":"2025-01-01","sent":"2025-01-02","seen":"2026-01-01"}"#),
        [r#"{"paid":"2025-01-02","sent":"2025-01-01","seen":"2026-01-01"}"#]
    );
    assert_eq!(order(r#"{"paid":"2025-01-01","sent":"2025-01-01"}"#), [Ineligible::NoDates.reason()]);
    assert_eq!(order(r#"[{"paid":"2025-01-01","sent":"2025-01-02"}]"#), [Ineligible::NoDates.reason()]);
}

#[test]
fn whole_results_are_replaced_by_their_kind() {
    for (result, empty) in [(r#"{"a":1}"#, "{}"), ("[1]", "[]"), ("\"x\"", "\"\"")] {
        assert_eq!(alone(Fault::VacuousExecSwallow, result), [empty]);
    }
    for result in ["{}", "[]", "\"\"", "1", "null"] {
        assert_eq!(alone(Fault::VacuousExecSwallow, result), [Ineligible::Empty.reason()]);
    }
    assert_eq!(alone(Fault::ErrorBody, "{}").len(), 4);
    let bare = alone(Fault::CauseStrippedHttpPayload, "{}");
    assert_eq!(bare.len(), 6);
    assert!(bare.iter().all(|text| text.starts_with("\"HTTP ") || text.starts_with("\"Request failed")), "{bare:?}");
}

#[test]
fn the_longest_text_or_list_is_cut_at_a_round_limit() {
    assert_eq!(
        alone(Fault::EnvThresholdTruncation, r#"{"a":"éééééééééééé","b":"short","c":[1,2,3,4,5,6],"d":[1]}"#),
        [
            r#"{"a":"éééééééééé","b":"short","c":[1,2,3,4,5,6],"d":[1]}"#,
            r#"{"a":"éééééééééééé","b":"short","c":[1,2,3,4,5],"d":[1]}"#,
        ]
    );
    assert_eq!(alone(Fault::EnvThresholdTruncation, r#"["0123456789",2,3,4,5]"#), [Ineligible::NothingLong.reason()]);
}

#[test]
fn the_longest_text_becomes_a_page_or_the_text_of_another() {
    let pages = alone(Fault::ErrorPageAsPayload, r#"["abc","ab"]"#);
    assert_eq!(pages.len(), 3);
    assert!(pages.iter().all(|page| page.contains("html") && page.ends_with(r#"","ab"]"#)), "{pages:?}");
    assert_eq!(alone(Fault::ErrorPageAsPayload, "[1]"), [Ineligible::NoText.reason()]);
    assert_eq!(
        outcomes(Fault::ContextPollutionFabrication, r#"["abc","ab"]"#, "{}", &ORDERS[..2]),
        [r#"["a first note on it","ab"]"#, r#"["a second note, longer","ab"]"#]
    );
    assert_eq!(alone(Fault::ContextPollutionFabrication, r#"["a"]"#), [Ineligible::NoOther.reason()]);
}

#[test]
fn identifiers_become_those_of_another() {
    assert_eq!(
        outcomes(Fault::RefIdSubstitution, r##"{"id":"#W1","text":"5"}"##, "{}", &ORDERS[..3]),
        [r##"{"id":"#W2","text":"5"}"##, r##"{"id":"#W3","text":"5"}"##]
    );
    assert_eq!(alone(Fault::RefIdSubstitution, r#"{"id":"a"}"#), [Ineligible::NoOther.reason()]);
    assert_eq!(alone(Fault::RefIdSubstitution, r#"{"idea":"a"}"#), [Ineligible::NoIdentifier.reason()]);
}

#[test]
fn states_become_earlier_or_undeclared() {
    let found = outcomes(Fault::StaleDeclaredState, r#"{"state":"done"}"#, "{}", &ORDERS);
    assert!(found.contains(&r#"{"state":"open"}"#.to_owned()) && found.len() == 7, "{found:?}");
    assert_eq!(alone(Fault::StaleDeclaredState, r#"{"statement":"a","state":1}"#), [Ineligible::NoState.reason()]);
}

fn any_json() -> impl Strategy<Value = Json> {
    let text = prop_oneof!["[a-c]{0,3}", "[a-z #0-9]{0,30}", Just("2024-01-01".to_owned()), Just("12".to_owned())];
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        (-5_i64..100).prop_map(Json::from),
        (-9.0..9.0_f64).prop_map(Json::from),
        text.prop_map(Json::from),
    ];
    leaf.prop_recursive(3, 24, 8, |inner| {
        let name = prop_oneof!["[a-d]", Just("id".to_owned()), Just("state".to_owned()), Just("b.c".to_owned())];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Json::Array),
            prop::collection::vec((name, inner), 0..5)
                .prop_map(|members| members.into_iter().collect::<Object>().into()),
        ]
    })
}

/// The places at which two values differ: the highest at which one side is missing, no object or array, or of
/// another kind; of lists of different lengths the list.
fn differing(before: &Json, after: &Json, place: &mut Place, out: &mut Vec<Place>) {
    let mut below = |hop: Hop, one: Option<&Json>, other: Option<&Json>, out: &mut Vec<Place>| {
        place.push(hop);
        match (one, other) {
            (Some(one), Some(other)) => differing(one, other, place, out),
            _ => out.push(place.clone()),
        }
        place.pop();
    };
    match (before, after) {
        (Json::Object(old), Json::Object(new)) => {
            for (name, value) in old.iter() {
                below(Hop::Key(name.to_owned()), Some(value), new.get(name), out);
            }
            for (name, value) in new.iter().filter(|(name, _)| old.get(name).is_none()) {
                below(Hop::Key(name.to_owned()), None, Some(value), out);
            }
        }
        (Json::Array(old), Json::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                below(Hop::Index(index), Some(old), Some(new), out);
            }
        }
        _ if before == after => {}
        _ => out.push(place.clone()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// For any results: a copy differs from its original exactly at the places of the label (or below one that was
    /// replaced whole), each label says what stood and stands there, and the original is as it was.
    #[test]
    fn exactly_the_labelled_places_differ(results in prop::collection::vec(any_json(), 1..6), arguments in any_json(), seed: u64) {
        let mut gathered = Gathered::default();
        for result in &results {
            gathered.add(&arguments, result);
        }
        let material = gathered.material(&"get".into());
        let original = &results[0];
        let outline = Outline::of(&arguments, original, &material);
        let before = original.to_string();
        for fault in Fault::all() {
            let Ok(faulted) = inject(fault, &outline, &mut Rng::of(seed, &[])) else { continue };
            prop_assert_eq!(original.to_string(), before.clone());
            prop_assert!(!faulted.changes.is_empty());
            let mut places = Vec::new();
            differing(original, &faulted.result, &mut Place::new(), &mut places);
            for place in &places {
                prop_assert!(faulted.changes.iter().any(|change| place.starts_with(&change.place)), "{fault} {place:?}");
            }
            for change in &faulted.changes {
                prop_assert!(change.before != change.after, "{fault} {change:?}");
                prop_assert!(places.iter().any(|place| place.starts_with(&change.place)), "{fault} {change:?}");
                prop_assert_eq!(value_at(original, &change.place), change.before.as_ref());
                prop_assert_eq!(value_at(&faulted.result, &change.place), change.after.as_ref());
            }
            let again = inject(fault, &outline, &mut Rng::of(seed, &[]));
            prop_assert_eq!(again.map(|again| again.result.to_string()).ok(), Some(faulted.result.to_string()));
        }
    }
}
