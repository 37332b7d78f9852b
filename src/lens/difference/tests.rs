use proptest::prelude::*;

use super::{Change, applied, difference};
use crate::contract::Hop;
use crate::domain::json::{Json, Object, read};

fn json(text: &str) -> Json {
    read(text).unwrap().value
}

/// Changes as lines: `word place-before > place-after`, the place of an owner where there is no value.
fn lines(before: &str, after: &str) -> Vec<String> {
    difference(&json(before), &json(after)).iter().map(line).collect()
}

fn line(change: &Change) -> String {
    let hop = |hop: &Hop| match hop {
        Hop::Key(key) => key.clone(),
        Hop::Index(index) => index.to_string(),
    };
    let place = |place: &[Hop]| place.iter().map(hop).collect::<Vec<_>>().join(".");
    format!("{} {} > {}", change.what.word(), place(&change.before), place(&change.after))
}

#[test]
fn neither_the_spelling_of_numbers_nor_the_order_of_keys_counts() {
    assert_eq!(lines(r#"{"a":1,"b":[1.50]}"#, r#"{"b":[1.5e0],"a":1.0}"#), [""; 0]);
}

#[test]
fn members_are_added_removed_changed_and_change_their_type() {
    let (before, after) = (r#"{"a":1,"b":"x","c":null,"e":1}"#, r#"{"a":2,"c":"y","d":true,"e":1.5}"#);
    let expected = ["changed a > a", "removed b > ", "type changed c > c", "changed e > e", "added  > d"];
    assert_eq!(lines(before, after), expected);
    assert_eq!(lines("1", r#""1""#), ["type changed  > "]);
    assert_eq!(lines(r#"{"a":{}}"#, r#"{"a":[]}"#), ["type changed a > a"]);
}

#[test]
fn one_element_more_or_less_is_one_change() {
    assert_eq!(lines("[1,2,3]", "[0,1,2,3]"), ["added  > 0"]);
    assert_eq!(lines("[1,2,3,4]", "[1,3,4]"), ["removed 1 > "]);
    assert_eq!(lines(r#"["a","x","a"]"#, r#"["x","a"]"#), ["removed 0 > "]);
    assert_eq!(lines("[1,1,2]", "[1,2]"), ["removed 1 > "]);
}

#[test]
fn an_element_that_changed_in_place_is_changed_there() {
    assert_eq!(lines("[1,2,3]", "[1,5,3]"), ["changed 1 > 1"]);
    assert_eq!(lines(r#"[{"id":"a","p":5}]"#, r#"[{"id":"a","p":6}]"#), ["changed 0.p > 0.p"]);
    let (before, after) =
        (r#"[{"id":"b","p":5},{"id":"c","p":7}]"#, r#"[{"id":"a","p":1},{"id":"b","p":6},{"id":"c","p":7}]"#);
    assert_eq!(lines(before, after), ["changed 0.p > 1.p", "added  > 0"]);
}

#[test]
fn an_element_out_of_order_has_moved_and_what_changed_in_it_is_said_too() {
    assert_eq!(lines("[1,2,3]", "[3,1,2]"), ["moved 2 > 0"]);
    assert_eq!(lines("[1,2,3]", "[3,2,1]"), ["moved 0 > 2", "moved 2 > 0"]);
    let before = r#"[{"id":"a","p":1,"q":1},{"id":"b","p":2,"q":2},{"id":"c","p":3,"q":3}]"#;
    let after = r#"[{"id":"b","p":2,"q":2},{"id":"c","p":3,"q":3},{"id":"a","p":9,"q":1}]"#;
    assert_eq!(lines(before, after), ["moved 0 > 2", "changed 0.p > 2.p"]);
}

#[test]
fn applying_takes_a_moved_and_changed_element_along() {
    let before = json(r#"{"x":[{"id":"a","p":1,"q":1},{"id":"b","p":2,"q":2},{"id":"c","p":3,"q":3}]}"#);
    let after = json(r#"{"x":[7,{"id":"b","p":2,"q":2},{"id":"a","p":9,"q":1}],"y":0}"#);
    assert_eq!(applied(&before, &difference(&before, &after)), after);
}

/// Small values over few letters, so that parts are often equal.
fn value() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        (-2_i64..4).prop_map(Json::from),
        prop_oneof![Just("1.0"), Just("1e0"), Just("-0"), Just("0.5"), Just("9007199254740993"), Just("1e999")]
            .prop_map(json),
        "[ab]{0,2}".prop_map(Json::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let key = prop_oneof![Just("id"), Just("a"), Just("b"), Just("c"), Just("")];
        let members = proptest::collection::vec((key, inner.clone()), 0..5);
        prop_oneof![
            proptest::collection::vec(inner, 0..6).prop_map(Json::from),
            members.prop_map(|members| Json::Object(members.into_iter().collect::<Object>())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn nothing_differs_from_itself(a in value()) {
        prop_assert_eq!(difference(&a, &a), vec![]);
    }

    #[test]
    fn the_changes_lead_from_one_to_the_other(a in value(), b in value()) {
        let changes = difference(&a, &b);
        prop_assert_eq!(applied(&a, &changes), b.clone());
        prop_assert_eq!(changes.is_empty(), a == b);
    }

    #[test]
    fn a_shuffled_array_has_moves_only(a in proptest::collection::vec(value(), 0..7).prop_shuffle(), seed in any::<u64>()) {
        let mut b = a.clone();
        let mut seed = seed;
        for place in (1..b.len()).rev() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            b.swap(place, usize::try_from(seed >> 33).unwrap() % (place + 1));
        }
        let changes = difference(&Json::Array(a.clone()), &Json::Array(b.clone()));
        prop_assert!(changes.iter().all(|change| change.what == super::What::Moved));
        prop_assert_eq!(applied(&Json::Array(a), &changes), Json::Array(b));
    }

    #[test]
    fn long_arrays_are_aligned_too(a in proptest::collection::vec(0_u64..30, 0..40), b in proptest::collection::vec(0_u64..30, 0..40)) {
        let (a, b) = (Json::from(a), Json::from(b));
        prop_assert_eq!(applied(&a, &difference(&a, &b)), b);
    }
}
