use super::*;
use crate::domain::invariant::{Expected, Guard, Invariant, Relation};
use crate::domain::json::{self, Json, JsonType};
use crate::domain::path::{Path, Term};
use crate::domain::violation::Violation;

fn value(text: &str) -> Json {
    json::read(text).unwrap().value
}

fn invariant(class: Class, path: &str, expected: Expected) -> Invariant {
    Invariant {
        id: "0".into(),
        class,
        path: Term::parse(path).unwrap(),
        support: 57,
        expected,
        basis: None,
        evidence: None,
        extra: json::Object::new(),
    }
}

fn shown(mut invariant: Invariant, evidence: &str) -> Invariant {
    invariant.evidence = value(evidence).as_object().cloned();
    invariant
}

fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn path(text: &str) -> Path {
    Path::parse(text).unwrap()
}

fn relation(y: &str, a: f64, b: f64, when: Option<Guard>) -> Expected {
    Expected::Relation(Relation { y: Term::parse(y).unwrap(), a, b, when })
}

fn price() -> Invariant {
    let evidence = r#"{"min":1.20,"median":80,"max":3120.00,"examples":[80,1.20]}"#;
    shown(invariant(Class::Positive, "price_usd", Expected::Nothing), evidence)
}

fn currency() -> Invariant {
    let values = Expected::Values(texts(&["EUR", "USD"]));
    shown(invariant(Class::Category, "currency", values), r#"{"values":{"EUR":17,"USD":40}}"#)
}

fn paid() -> Invariant {
    let when = Guard::new(path("status"), texts(&["delivered", "pending", "processed"]));
    let expected = relation("sum(payment_history[].amount)", 1.0, 0.0, Some(when));
    invariant(Class::Affine, "sum(items[].price)", expected)
}

fn broken(of: &Invariant, expected: &str, observed: &str) -> Violation {
    Violation {
        invariant: of.id.clone(),
        class: of.class,
        path: of.path.to_string(),
        expected: value(expected),
        observed: value(observed),
        detail: String::new(),
    }
}

#[test]
fn rules_in_words() {
    let said = |class, path: &str, expected| {
        let invariant = invariant(class, path, expected);
        (rule(&invariant), short_rule(&invariant))
    };
    let pair = |long: &str, short: &str| (long.to_owned(), short.to_owned());
    let nothing = Expected::Nothing;
    assert_eq!(
        said(Class::NoError, "$", nothing.clone()),
        pair("the result is not an explicit error", "no explicit error")
    );
    assert_eq!(said(Class::RequiredField, "x", nothing.clone()), pair("every result has the field x", "always there"));
    assert_eq!(
        said(Class::RequiredField, r#"items[]["odd name"]"#, nothing.clone()),
        pair("every object at items[] has the field \"odd name\"", "always there")
    );
    assert_eq!(said(Class::Positive, "price_usd", nothing), pair("price_usd is above zero", "must be positive"));
    let fields = Expected::Fields(texts(&["a", "b"]));
    assert_eq!(
        said(Class::KnownFields, "$", fields),
        pair("the result has no fields but a, b", "no fields but the 2 known ones")
    );
    let types = Expected::Types(vec![JsonType::Null, JsonType::Number]);
    assert_eq!(said(Class::StableType, "rate", types), pair("rate is a number or null", "a number or null"));
    let values = Expected::Values(texts(&["EUR", "US dollar"]));
    assert_eq!(
        said(Class::Category, "currency", values),
        pair("currency is one of EUR, \"US dollar\"", "one of EUR \"US dollar\"")
    );
    assert_eq!(
        said(Class::Echo, "symbol", Expected::Argument(path("symbol"))),
        pair("symbol repeats the argument symbol", "echoes argument symbol")
    );
    assert_eq!(
        said(Class::DateOrder, "start_date", Expected::Later(path("end_date"))),
        pair("start_date is not after end_date", "not after end_date")
    );
    assert_eq!(
        said(Class::Affine, "net", relation("gross", 1.19, -2.0, None)),
        pair("gross is 1.19 times net, minus 2", "gross is 1.19 times this, minus 2")
    );
    assert_eq!(
        rule(&paid()),
        "the sum of items[].price equals the sum of payment_history[].amount when status is one of delivered, pending, processed"
    );
    assert_eq!(short_rule(&paid()), "their sum equals the sum of payment_his…");
}

#[test]
fn a_short_rule_keeps_to_its_gutter() {
    let values = Expected::Values((0..12).map(|place| format!("値段{place}")).collect());
    let short = short_rule(&invariant(Class::Category, "a", values));
    assert!(unicode_width::UnicodeWidthStr::width(&*short) <= 40 && short.ends_with('…'), "{short}");
}

#[test]
fn evidence_in_words() {
    let said = |invariant: Invariant, seen: &str| evidence(&shown(invariant, seen)).unwrap();
    assert_eq!(evidence(&price()).unwrap(), "in 57 clean samples it was between 1.20 and 3120.00 (median 80)");
    assert_eq!(evidence(&currency()).unwrap(), "in 57 clean samples it was USD (40), EUR (17)");
    assert_eq!(said(price(), r#"{"min":5,"median":5,"max":5}"#), "in 57 clean samples it was always 5");
    assert_eq!(
        said(currency(), r#"{"values":{"USD":9},"more":3}"#),
        "in 57 clean samples it was USD (9), and 3 not listed"
    );
    let types = invariant(Class::StableType, "name", Expected::Types(vec![JsonType::String]));
    let seen = r#"{"types":{"null":2,"string":55},"examples":["Ann","Bo B"]}"#;
    assert_eq!(said(types, seen), "in 57 clean samples it was null (2), text (55), such as Ann, \"Bo B\"");
    let echo = invariant(Class::Echo, "symbol", Expected::Argument(path("symbol")));
    assert_eq!(
        said(echo.clone(), r#"{"pairs":[["A","A"]]}"#),
        "in 57 clean samples it held, such as A for the argument A"
    );
    assert_eq!(evidence(&echo).unwrap(), "it held in 57 clean samples");
    let declared = Invariant { support: 0, basis: Some("schema".into()), ..echo.clone() };
    assert_eq!(evidence(&declared).unwrap(), "declared by the schema; no sample was looked at");
    assert_eq!(evidence(&Invariant { support: 0, ..echo }), None);
}

#[test]
fn violations_answer_first() {
    let price = price();
    let negative = broken(&price, "null", "-79.0");
    assert_eq!(
        violation(&negative, Some(&price)),
        "price_usd is -79.0; in 57 clean samples it was between 1.20 and 3120.00 (median 80)"
    );
    assert_eq!(violation(&negative, None), "price_usd is -79.0; it is to be above zero");
    let currency = currency();
    let bitcoin = broken(&currency, r#"["EUR","USD"]"#, r#""BTC""#);
    assert_eq!(violation(&bitcoin, Some(&currency)), "currency is BTC; in 57 clean samples it was USD (40), EUR (17)");
    assert_eq!(violation(&bitcoin, None), "currency is BTC; it is to be one of EUR, USD");
    let no_error = invariant(Class::NoError, "$", Expected::Nothing);
    let mut error = broken(&no_error, "null", r#""Error: no such order""#);
    assert_eq!(violation(&error, Some(&no_error)), "the tool answered with an error: \"Error: no such order\"");
    error.path = "error".into();
    assert_eq!(violation(&error, None), "the tool says that it failed: error is \"Error: no such order\"");
    let field = invariant(Class::RequiredField, "display_currency", Expected::Nothing);
    let missing = broken(&field, "null", "null");
    assert_eq!(violation(&missing, Some(&field)), "display_currency is missing; all 57 clean samples had it");
    let fields = invariant(Class::KnownFields, "$", Expected::Fields(texts(&["a"])));
    let mut extra = broken(&fields, r#"["a"]"#, r#"{"x":1}"#);
    extra.path = "surprise".into();
    assert_eq!(
        violation(&extra, Some(&fields)),
        "surprise is there (an object with 1 field); none of 57 clean samples had such a field"
    );
    let types = invariant(Class::StableType, "rate", Expected::Types(vec![JsonType::Number]));
    let text = broken(&types, r#"["number"]"#, r#""string""#);
    assert_eq!(violation(&text, Some(&types)), "rate is text; in 57 clean samples it was a number");
    assert_eq!(violation(&text, None), "rate is text; it is to be a number");
    let declared = Invariant { support: 0, basis: Some("schema".into()), ..types };
    assert_eq!(violation(&text, Some(&declared)), "rate is text; the schema says: rate is a number");
    let echo = invariant(Class::Echo, "flight", Expected::Argument(path("flight_number")));
    let other = broken(&echo, r#""AB1""#, r#""AB2""#);
    assert_eq!(violation(&other, Some(&echo)), "flight is AB2; the call's argument flight_number was AB1");
    let dates = invariant(Class::DateOrder, "start_date", Expected::Later(path("end_date")));
    let late = broken(&dates, r#""2025-12-31""#, r#""2026-01-01""#);
    assert_eq!(violation(&late, Some(&dates)), "start_date is 2026-01-01, after end_date, which is 2025-12-31");
    let sums = broken(&paid(), "45.0", "50.00");
    assert_eq!(
        violation(&sums, Some(&paid())),
        "payment_history[].amount add up to 45, but items[].price add up to 50.00; in 57 clean samples where status was one of \
         delivered, pending, processed the two were equal"
    );
    assert_eq!(
        violation(&sums, None),
        "items[].price add up to 50.00, and another value does not fit it: one of the two is off (by the other one, \
         items[].price add up to 45)"
    );
    // 49399.5 plus 18.5.
    let total = invariant(Class::Affine, "base", relation("total", 1.0, 18.5, None));
    assert_eq!(
        violation(&broken(&total, "49399.5", "475.68"), Some(&total)),
        "total is 49418, but base is 475.68; in 57 clean samples total was base plus 18.5"
    );
    let count = invariant(Class::Affine, "len(items)", relation("count", 1.0, 0.0, None));
    let declared = Invariant { support: 0, ..count };
    assert_eq!(
        violation(&broken(&declared, "3", "2"), Some(&declared)),
        "count is 3, but the length of items is 2; the rule says: the length of items equals count"
    );
}

#[test]
fn equations_show_the_distance_to_passing() {
    let price = price();
    let said = |observed: &str| equation(&broken(&price, "null", observed), &price).unwrap();
    assert_eq!(said("-79.0"), "price_usd > 0, but -79.0 ≤ 0: 79 below zero");
    assert_eq!(said("0"), "price_usd > 0, but 0 ≤ 0: zero is just not enough");
    let dates = invariant(Class::DateOrder, "start", Expected::Later(path("end")));
    let late = broken(&dates, r#""2025-12-31T22:30:00""#, r#""2026-01-02T00:00:00""#);
    assert_eq!(
        equation(&late, &dates).unwrap(),
        "start ≤ end, but 2026-01-02T00:00:00 > 2025-12-31T22:30:00: 1 day 1 hour 30 minutes too late"
    );
    assert_eq!(
        equation(&broken(&paid(), "45.0", "50.00"), &paid()).unwrap(),
        "sum(items[].price) = sum(payment_history[].amount), but 50.00 ≠ 45: 5 apart"
    );
    // The conformance case "affine": item_count = 0.1 × cart_subtotal, with 9 and 50.
    let affine = invariant(Class::Affine, "cart_subtotal", relation("item_count", 0.1, 0.0, None));
    assert_eq!(
        equation(&broken(&affine, "90.0", "50"), &affine).unwrap(),
        "item_count = 0.1 × cart_subtotal, but 9 ≠ 0.1 × 50 = 5: 4 apart"
    );
    let currency = currency();
    assert_eq!(equation(&broken(&currency, "[]", "1"), &currency), None);
}

#[test]
fn what_would_pass_is_told_with_what_is_alike() {
    let currency = currency();
    let said = |observed: &str| to_pass(&broken(&currency, r#"["EUR","USD"]"#, observed), &currency).unwrap();
    assert_eq!(said(r#""BTC""#), "EUR, USD");
    assert_eq!(said(r#""UST""#), "EUR, USD; the nearest is USD, 1 letter away");
    assert_eq!(said(r#""usd""#), "EUR, USD; the nearest is USD, different only in upper and lower case");
    assert_eq!(said(r#""EUR ""#), "EUR, USD; the nearest is EUR, different only in the spaces around it");
    let state = invariant(Class::Category, "state", Expected::Values(texts(&["cancelled", "shipped"])));
    let said = |observed: &str| to_pass(&broken(&state, "[]", observed), &state).unwrap();
    // One l less; two letters changed places, which are two changes.
    assert_eq!(said(r#""canceled""#), "cancelled, shipped; the nearest is cancelled, 1 letter away");
    assert_eq!(said(r#""shippde""#), "cancelled, shipped; the nearest is shipped, 2 letters away");
    let echo = invariant(Class::Echo, "flight", Expected::Argument(path("flight_number")));
    let said = |wanted: &str, there: &str| to_pass(&broken(&echo, wanted, there), &echo).unwrap();
    assert_eq!(said(r#""AB100""#, r#""AB200""#), "AB100, the argument flight_number; it is 1 letter away");
    assert_eq!(said(r#""AB100""#, r#""XY""#), "AB100, the argument flight_number");
    assert_eq!(said("3", "10"), "3, the argument flight_number; it is 7 too much");
    assert_eq!(
        said("3", r#""3""#),
        "3, the argument flight_number; it is the same, but once as a number and once as text"
    );
    let types = invariant(Class::StableType, "rate", Expected::Types(vec![JsonType::Number]));
    assert_eq!(to_pass(&broken(&types, r#"["number"]"#, r#""string""#), &types).unwrap(), "a number, not text");
    let fields = invariant(Class::KnownFields, "$", Expected::Fields(texts(&["currency", "price"])));
    let mut extra = broken(&fields, r#"["currency","price"]"#, "1");
    extra.path = "prize".into();
    assert_eq!(to_pass(&extra, &fields).unwrap(), "a result without prize; price is a known field, 1 letter away");
    assert_eq!(to_pass(&broken(&price(), "null", "-79.0"), &price()), None, "an equation says it");
}

#[test]
fn what_the_agent_did_next_in_words() {
    let [quote, other] = ["get_stock", "get_stock_iex"].map(ToolName::from);
    let said = |action, next| next_action(action, &quote, next);
    assert_eq!(said(NextAction::Listed, Some(&other)), "the agent took get_stock_iex, a listed recovery tool");
    assert_eq!(said(NextAction::Other, Some(&other)), "the agent took get_stock_iex, which the receipt does not list");
    assert_eq!(said(NextAction::Retry, Some(&quote)), "the agent called get_stock again");
    assert_eq!(said(NextAction::None, None), "the agent called no further tool");
}

#[test]
fn every_class_has_a_card() {
    for class in Class::all() {
        let card = card(class);
        assert_eq!(Class::from_code(card.code), Some(class));
        assert!(card.lines.iter().all(|(heading, text)| !heading.is_empty() && text.ends_with('.')), "{class}");
    }
}

/// The reason of an error often stands at its end; a value that is not the tool's own words stays short.
#[test]
fn what_a_tool_says_of_its_failure_is_told_at_length() {
    let error = "Error: payment amount does not add up, total price is 305, but paid 255 (card 255)";
    let no_error = invariant(Class::NoError, "$", Expected::Nothing);
    let failed = broken(&no_error, "null", &Json::from(error).to_string());
    assert_eq!(violation(&failed, None), format!("the tool answered with an error: \"{error}\""));
    let endless = broken(&no_error, "null", &Json::from("x y".repeat(1000)).to_string());
    assert!(violation(&endless, None).chars().count() < 300);
}

/// A field is told what it has to be, from either side; of a list its sum or length is meant, never an element.
#[test]
fn a_rule_of_two_fields_reads_from_both_sides() {
    let dates = invariant(Class::DateOrder, "start_date", Expected::Later(path("end_date")));
    let sum = |x: &str, y: &str, b| invariant(Class::Affine, x, relation(y, 1.0, b, None));
    let echo = invariant(Class::Echo, "flight", Expected::Argument(path("flight_number")));
    let fields = invariant(Class::KnownFields, "$", Expected::Fields(texts(&["a", "b"])));
    for (rule, here, there) in [
        (dates, "not after end_date", "not before start_date"),
        (sum("base", "total", 18.5), "total is this plus 18.5", "is base plus 18.5"),
        (sum("low", "high", 0.0), "equals high", "equals low"),
        (sum("sum(rain[])", "total", 0.0), "their sum equals total", "equals the sum of rain[]"),
        (sum("count", "len(items)", 0.0), "equals the length of items", "its length equals count"),
        (sum("sum(rain[])", "total", -1.0), "total is their sum minus 1", "is the sum of rain[] minus 1"),
        (echo, "echoes argument flight_number", "must come back as flight"),
        (fields, "no fields but the 2 known ones", "not a known field"),
    ] {
        assert_eq!((short_rule(&rule), short_rule_there(&rule)), (here.to_owned(), there.to_owned()));
    }
}

#[test]
fn rules_that_found_nothing_are_told_only_where_there_are_any() {
    assert_eq!(held(1, 0), "1 rule held");
    assert_eq!(held(57, 3), "57 rules held, and 3 found nothing to check (what they are about is not in this result)");
}
