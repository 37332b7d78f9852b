use proptest::prelude::*;

use super::*;

const FIELDS: [&str; 4] = ["tool", "receipts", "completed", "tags"];

fn shows(filter: &str) -> bool {
    let (tool, receipts) = (Json::from("get_Order"), Json::from(2_u64));
    let (completed, tags) = (Json::from(false), Json::from(vec!["Refund asked", "b"]));
    let row =
        [("tool", &tool), ("receipts", &receipts), ("completed", &completed), ("tags", &tags), ("note", &Json::Null)];
    Query::parse(filter, &FIELDS).unwrap().matches(&row)
}

#[test]
fn all_terms_must_hold() {
    for filter in [
        "",
        "  ",
        "order",
        "\"refund asked\"",
        "tool:get_*",
        "tool:*order",
        "tool:g*_*r",
        "tool:get_order receipts>1 completed:no refund",
        "receipts>=2 receipts<=2 receipts<3",
        "tags:b",
        "weather,order",
        "tool:set_*,get_*",
        "tool:set_*,\"get_order\",",
        "tags:\"refund asked\",c",
        "-tool:set_*,put_*",
        "tags:\"refund asked\"",
        "-tool:set_* -receipts>2 -weather",
        "-",
    ] {
        // A lone dash is text, and no field holds one.
        assert_eq!(shows(filter), filter != "-", "{filter}");
    }
    for filter in [
        "tool:order",
        "tool:a,b",
        "weather,rain",
        "\"weather,order\"",
        "tool:\"set_*,get_*\"",
        "-weather,order",
        "tool:get",
        "tool:*x*",
        "receipts>2",
        "completed:yes",
        "tags:refund",
        "order weather",
        "-order",
        "tool:",
    ] {
        assert!(!shows(filter), "{filter}");
    }
}

#[test]
fn mistakes_are_told() {
    let told = |filter: &str| Query::parse(filter, &FIELDS).unwrap_err().to_string();
    assert!(told("tol:x").starts_with("there is no field \"tol\" to filter by; the fields are tool, receipts"));
    assert!(told("receipts>many").starts_with("\"receipts>many\" compares with something that is no number"));
    assert!(told("\"open").starts_with("a quote is not closed"));
    assert!(!shows("\"tol:x\""), "in quotes it is text");
}

/// The mistake's own characters, so that a screen can point at them.
#[test]
fn mistakes_have_a_place() {
    let place = |filter: &str| Query::parse(filter, &FIELDS).unwrap_err().place;
    assert_eq!(place("tool:x tol:y"), 7..10);
    assert_eq!(place("ä -tol:y"), 3..6);
    assert_eq!(place("a receipts>many b"), 2..15);
    assert_eq!(place("a \"open"), 2..7);
    assert_eq!(place("receipts<nan"), 0..12);
    let told = Query::parse("tool:x tol:y", &FIELDS).unwrap_err().to_string();
    assert!(told.ends_with("(at character 8)"), "{told}");
}

#[test]
fn what_was_asked_for_is_lit() {
    let lit = |filter: &str, field: &str, shown: &str| {
        let found = Query::parse(filter, &FIELDS).unwrap().found_in(field, shown);
        found.into_iter().map(|range| (range.start, range.end)).collect::<Vec<_>>()
    };
    assert_eq!(lit("order", "tool", "get_Order_order"), [(4, 9), (10, 15)]);
    assert_eq!(lit("aa", "tool", "aaab"), [(0, 3)], "places that touch are one");
    assert_eq!(lit("tool:get_*", "tool", "get_order"), [(0, 9)]);
    assert_eq!(lit("tool:get_*", "tags", "get_order"), []);
    assert_eq!(lit("receipts>1", "receipts", "2"), [(0, 1)]);
    assert_eq!(lit("-order tool:", "tool", "order"), [], "what must not be there is not lit");
    assert_eq!(lit("é", "tags", "日é"), [(1, 2)], "characters, not bytes");
    assert_eq!(lit("", "tags", "x"), []);
}

/// One term in any of its forms, as it may be typed.
fn any_term() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        "[a-zé0-9_*.,]{1,6}",
        "[a-z]{1,3}(,[a-z]{0,2}|,\"[a-z, ]{0,3}\"){1,3}",
        "\"[a-z A-Z:<>*é-]{0,8}\"",
        "[a-z]{1,3}\"[ -]{1,3}[a-z]\""
    ];
    let number = prop_oneof![
        any::<i32>().prop_map(|number| number.to_string()),
        any::<f32>().prop_filter("finite", |number| number.is_finite()).prop_map(|number| number.to_string()),
        Just("1e3".to_owned()),
        Just("-0".to_owned()),
    ];
    let field = || proptest::sample::select(FIELDS.to_vec());
    let term = prop_oneof![
        value.clone().prop_filter("no field", |text| !text.contains(':')),
        (field(), value).prop_map(|(field, value)| format!("{field}:{value}")),
        field().prop_map(|field| format!("{field}:")),
        (field(), proptest::sample::select(vec!["<", "<=", ">", ">="]), number)
            .prop_map(|(field, sign, number)| format!("{field}{sign}{number}")),
    ];
    (any::<bool>(), term).prop_map(|(is_turned, term)| if is_turned { format!("-{term}") } else { term })
}

proptest! {
    #[test]
    fn any_text_is_read_or_told_and_reads_back(text in "[a-z:<>*\"\\-, 0-9é]{0,24}") {
        match Query::parse(&text, &FIELDS) {
            Ok(query) => prop_assert_eq!(Query::parse(&query.to_string(), &FIELDS), Ok(query)),
            Err(error) => {
                prop_assert!(error.place.start < error.place.end && error.place.end <= text.chars().count());
            }
        }
    }

    /// Every form of term reads, and what is printed reads back as the same.
    #[test]
    fn every_form_prints_back_what_was_read(terms in proptest::collection::vec(any_term(), 0..6)) {
        let read = Query::parse(&terms.join("  "), &FIELDS).unwrap();
        prop_assert_eq!(read.terms.len(), terms.len());
        prop_assert_eq!(Query::parse(&read.to_string(), &FIELDS), Ok(read));
    }
}
