use proptest::prelude::*;

use super::*;
use crate::domain::json::read;

fn json(text: &str) -> Json {
    read(text).unwrap().value
}

fn rules(names: &[&str]) -> Vec<Rule> {
    names.iter().map(|name| Rule::parse(name).unwrap()).collect()
}

fn redacted(names: &[&str], kept: &[Json], text: &str) -> String {
    let mut redactor = Redactor::new(&rules(names), kept);
    redactor.look(&[], &json(text));
    redactor.value(&[], &json(text)).to_string()
}

#[test]
fn each_rule_takes_out_its_own() {
    let text = r#"{"user_id":"mia_li_3668","age":41,"mail":"mia@example.com","note":"ask mia@example.com or 41","ok":true,"city":"Oslo"}"#;
    assert_eq!(redacted(&[], &[], text), text);
    let cases = [
        (
            "ids",
            r#"{"user_id":"‹id-1 string(11)›","age":41,"mail":"mia@example.com","note":"ask mia@example.com or 41","ok":true,"city":"Oslo"}"#,
        ),
        (
            "numbers",
            r#"{"user_id":"mia_li_3668","age":"‹number-1 integer(2)›","mail":"mia@example.com","note":"ask mia@example.com or ‹number-1 integer(2)›","ok":true,"city":"Oslo"}"#,
        ),
        (
            "emails",
            r#"{"user_id":"mia_li_3668","age":41,"mail":"‹email-1 string(15)›","note":"ask ‹email-1 string(15)› or 41","ok":true,"city":"Oslo"}"#,
        ),
        (
            "field:c*y",
            r#"{"user_id":"mia_li_3668","age":41,"mail":"mia@example.com","note":"ask mia@example.com or 41","ok":true,"city":"‹value-1 string(4)›"}"#,
        ),
        (
            "all-values",
            r#"{"user_id":"‹id-1 string(11)›","age":"‹number-1 integer(2)›","mail":"‹email-1 string(15)›","note":"‹value-1 string(25)›","ok":"‹value-2 boolean(4)›","city":"‹value-3 string(4)›"}"#,
        ),
    ];
    for (rule, expected) in cases {
        assert_eq!(redacted(&[rule], &[], text), expected, "{rule}");
    }
    let long = format!(r#"{{"a":"{}","b":"short","c":"two\nlines"}}"#, "word ".repeat(8));
    let expected = r#"{"a":"‹text-1 string(40)›","b":"short","c":"‹text-2 string(9)›"}"#;
    assert_eq!(redacted(&["long-text"], &[], &long), expected);
}

#[test]
fn equal_values_stay_equal_and_a_kept_one_stays() {
    let text =
        r#"{"id":"AB123","of":{"order_id":"AB123"},"text":"AB123 and XAB123X","price":-79.0,"paid":-79.0,"fee":3}"#;
    let expected = r#"{"id":"‹id-1 string(5)›","of":{"order_id":"‹id-1 string(5)›"},"text":"‹id-1 string(5)› and XAB123X","price":-79.0,"paid":-79.0,"fee":"‹number-1 integer(1)›"}"#;
    assert_eq!(redacted(&["ids", "numbers"], &[json("-79.0")], text), expected);
    assert!(!redacted(&["all-values"], &[json("-79.0")], text).contains("79"));
}

#[test]
fn a_field_is_named_by_itself_or_by_its_way_and_takes_what_is_below() {
    let text = r#"{"user":{"name":{"first":"Mia"}},"name":"Li"}"#;
    assert_eq!(
        redacted(&["field:user.name"], &[], text),
        r#"{"user":{"name":{"first":"‹value-1 string(3)›"}},"name":"Li"}"#
    );
    assert_eq!(
        redacted(&["field:NAME"], &[], text),
        r#"{"user":{"name":{"first":"‹value-1 string(3)›"}},"name":"‹value-2 string(2)›"}"#
    );
}

#[test]
fn keys_that_are_ids_go_and_dates_are_no_ids() {
    assert_eq!(
        redacted(&["ids"], &[], r#"{"cert_7504069":{"at":"2024-05-15"}}"#),
        r#"{"‹id-1 string(12)›":{"at":"2024-05-15"}}"#
    );
}

#[test]
fn rules_are_read_as_they_are_written() {
    for text in ["ids", "numbers", "emails", "long-text", "field:a.*", "all-values"] {
        assert_eq!(Rule::parse(text).unwrap().to_string(), text);
    }
    for text in ["", "id", "field:", "field"] {
        assert_eq!(Rule::parse(text), None, "{text}");
    }
}

/// Values that cannot stand in a placeholder or a key by chance.
fn scalars() -> impl Strategy<Value = Json> {
    prop_oneof![
        "[q-w]{5,9}".prop_map(Json::from),
        "[q-w]{2}[0-9]{4,7}".prop_map(Json::from),
        "[q-w]{3,6}@[q-w]{3}\\.[q-w]{2}".prop_map(Json::from),
        "[q-w ]{41,60}".prop_map(Json::from),
        (10_000_u64..99_999_999).prop_map(Json::from),
    ]
}

fn documents() -> impl Strategy<Value = Json> {
    let field = prop::sample::select(vec!["id", "name", "price", "note", "user_id", "mail"]);
    scalars().prop_recursive(3, 24, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::vec((field.clone(), inner), 0..6)
                .prop_map(|members| members.into_iter().collect::<Object>().into()),
        ]
    })
}

fn some_rules() -> impl Strategy<Value = Vec<Rule>> {
    let names = ["ids", "numbers", "emails", "long-text", "field:name", "field:*i*", "all-values"];
    prop::collection::vec(prop::sample::select(names.to_vec()), 1..4).prop_map(|names| rules(&names))
}

proptest! {
    #[test]
    fn no_value_that_was_taken_out_is_in_the_output(document in documents(), other in documents(), rules in some_rules(), kept in scalars()) {
        let mut redactor = Redactor::new(&rules, std::slice::from_ref(&kept));
        redactor.look(&[], &document);
        redactor.look(&[], &other);
        // A text that speaks of every value, as a message of the agent may.
        let mut all = Vec::new();
        for value in [&document, &other, &kept] {
            each_scalar(value, &mut |text| all.push(text));
        }
        let text = all.join(" and ");
        redactor.look(&[], &Json::from(text.as_str()));
        let output = [redactor.value(&[], &document).to_string(), redactor.value(&[], &other).to_string(), redactor.text(&text)].concat();
        for original in redactor.known.keys() {
            prop_assert!(!output.contains(original.as_str()), "{original} in {output}");
        }
        if redactor.takes_all() {
            for original in all {
                prop_assert!(!output.contains(&original), "{original} in {output}");
            }
        } else {
            prop_assert_eq!(redactor.value(&["name"], &kept), kept);
        }
    }

    #[test]
    fn equal_values_are_equal_afterwards_and_others_differ(a in scalars(), b in scalars()) {
        let mut redactor = Redactor::new(&[Rule::AllValues], &[]);
        let (x, y, z) = (redactor.value(&["a"], &a), redactor.value(&["b"], &b), redactor.value(&["c"], &a));
        prop_assert_eq!(&x, &z);
        prop_assert_eq!(plain(&a) == plain(&b), x == y);
    }
}
