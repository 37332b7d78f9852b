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
        "tags:\"refund asked\"",
        "-tool:set_* -receipts>2 -weather",
        "-",
    ] {
        // A lone dash is text, and no field holds one.
        assert_eq!(shows(filter), filter != "-", "{filter}");
    }
    for filter in [
        "tool:order",
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

proptest! {
    #[test]
    fn any_text_is_read_or_told_and_reads_back(text in "[a-z:<>*\"\\- 0-9é]{0,24}") {
        if let Ok(query) = Query::parse(&text, &FIELDS) {
            prop_assert_eq!(Query::parse(&query.to_string(), &FIELDS), Ok(query));
        }
    }
}
