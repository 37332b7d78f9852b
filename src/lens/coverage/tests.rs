use super::*;
use crate::domain::invariant::Relation;
use crate::domain::json::{Object, read};
use crate::domain::path::Term;

fn rule(class: Class, path: &str, expected: Expected) -> Invariant {
    Invariant {
        id: format!("{class}{path}").into(),
        class,
        path: Term::parse(path).unwrap(),
        support: 9,
        expected,
        basis: None,
        evidence: None,
        extra: Object::new(),
    }
}

fn path(text: &str) -> Path {
    Path::parse(text).unwrap()
}

/// An order: `total = sum(items[].price)`, `status` one of two, `id` only there, and in the known fields a `note`
/// that no rule looks at.
fn contract() -> ToolContract {
    let names = ["id", "items", "note", "status", "total"].map(str::to_owned).to_vec();
    let relation = Relation { y: Term::parse("total").unwrap(), a: 1.0, b: 0.0, when: None };
    ToolContract {
        samples: 9,
        invariants: vec![
            rule(Class::NoError, "$", Expected::Nothing),
            rule(Class::RequiredField, "id", Expected::Nothing),
            rule(Class::RequiredField, "status", Expected::Nothing),
            rule(Class::KnownFields, "$", Expected::Fields(names)),
            rule(Class::StableType, "id", Expected::Types(vec![JsonType::Integer])),
            rule(Class::Category, "status", Expected::Values(vec!["open".into(), "sent".into()])),
            rule(Class::Affine, "sum(items[].price)", Expected::Relation(relation)),
        ],
        ..ToolContract::default()
    }
}

fn summary(coverage: &Coverage) -> Vec<String> {
    let word = |place: &Covered| if place.is_field { place.guard.word() } else { "-" };
    coverage.places.iter().map(|place| format!("{} {} {}", place.depth, place.path, word(place))).collect()
}

#[test]
fn the_shape_comes_from_the_rules_where_no_result_was_read() {
    let coverage = Coverage::new(&"order".into(), Some(&contract()), Shape::new(&[]));
    let expected = ["0 $ -", "0 id shape", "0 status value", "0 items -", "1 items[] -", "2 items[].price value"];
    let mut found = summary(&coverage);
    found.sort_by_key(|line| expected.iter().position(|other| other == line).unwrap_or(usize::MAX));
    assert_eq!(found.get(..6).unwrap(), expected);
    assert_eq!(found.get(6..).unwrap(), ["0 note nobody", "0 total value"]);
    let text = page(&coverage).as_text();
    assert!(
        text.starts_with("No rule looks at 1 of 5 fields: note.\nBy type and presence only, never by value: id.\n"),
        "{text}"
    );
}

#[test]
fn results_add_fields_that_no_rule_knows_in_their_order() {
    let mut shape = Shape::new(&[]);
    for text in [
        r#"{"id":1,"status":"open","items":[{"price":2.5,"sku":"a"},{"price":1,"sku":"b"}],"total":3.5}"#,
        r#"{"id":2,"status":"open","items":[],"total":0,"ship":{"to":null}}"#,
        r#"{"error":"no such order"}"#,
        r#""{\"id\":3,\"status\":\"sent\"}""#,
    ] {
        shape.add(&read(text).unwrap().value);
    }
    let coverage = Coverage::new(&"order".into(), Some(&contract()), shape);
    let expected = [
        "0 $ -",
        "0 id shape",
        "0 status value",
        "0 items -",
        "1 items[] -",
        "2 items[].price value",
        "2 items[].sku nobody",
        "0 total value",
        "0 ship -",
        "1 ship.to nobody",
        "0 note nobody",
    ];
    assert_eq!(summary(&coverage), expected);
    assert_eq!((coverage.results, coverage.errors), (3, 1));
    let results: Vec<usize> = coverage.places.iter().map(|place| place.results).collect();
    assert_eq!(results, [3, 3, 3, 2, 1, 1, 1, 2, 1, 1, 0]);
    let text = page(&coverage).as_text();
    assert!(text.starts_with("No rule looks at 3 of 7 fields: items[].sku, ship.to, note.\n"), "{text}");
    assert!(
        text.contains(
            "7 rules, mined from 9 clean samples; fields and types from 3 results in the loaded files (1 more is an \
             explicit error)."
        ),
        "{text}"
    );
}

#[test]
fn the_values_of_a_map_are_one_place() {
    let mut shape = Shape::new(&[path("by_day")]);
    shape.add(&read(r#"{"by_day":{"mon":{"open":1},"tue":{"open":2}}}"#).unwrap().value);
    let coverage = Coverage::new(&"hours".into(), None, shape);
    assert_eq!(summary(&coverage), ["0 by_day -", "1 by_day{} -", "2 by_day{}.open nobody"]);
    assert!(page(&coverage).as_text().starts_with("No rule looks at the results of hours"));
}

#[test]
fn a_line_leads_to_its_rule() {
    let coverage = Coverage::new(&"order".into(), Some(&contract()), Shape::new(&[]));
    let page = page(&coverage);
    let line = page.lines.iter().find(|line| line.plain().contains("one of open sent")).unwrap();
    assert!(line.plain().starts_with("■ status"), "{}", line.plain());
    assert_eq!(line.link, Some(5));
    let unguarded = page.lines.iter().find(|line| line.plain().starts_with("□ note")).unwrap();
    assert_eq!((unguarded.plain().ends_with("no rule looks here"), unguarded.link), (true, None));
}

/// Which fields are looked at depends on the fold: the others are named where they differ, and together where they
/// differ in the same way.
#[test]
fn what_other_folds_look_at_otherwise_is_said() {
    let of = |contract: &ToolContract| Coverage::new(&"order".into(), Some(contract), Shape::new(&[]));
    let here = contract();
    let without = |left_out: &[&str]| {
        let mut other = contract();
        other.invariants.retain(|rule| !left_out.contains(&&*rule.id.to_string()));
        of(&other)
    };
    let text = |others: &[(&str, Coverage)]| {
        let others: Vec<_> = others.iter().map(|(name, it)| ((*name).to_owned(), it.clone())).collect();
        page_among(&of(&here), &others).as_text()
    };
    let (same, less, least) =
        (of(&here), without(&["categorystatus"]), without(&["categorystatus", "required_fieldid", "stable_typeid"]));
    assert!(!text(&[]).contains("fold"));
    let calm = text(&[("fold-1", same.clone()), ("fold-2", same.clone())]);
    assert!(calm.contains("\nThe other 2 folds guard every field in the same way.\n"), "{calm}");
    let found = text(&[("fold-1", less.clone()), ("fold-2", same), ("fold-3", less), ("fold-4", least)]);
    assert!(
        found.contains(
            "\nOtherwise in fold-1, fold-3: by type and presence only: status.\n\
             Otherwise in fold-4: by type and presence only: status; by no rule: id.\n"
        ),
        "{found}"
    );
    assert!(
        found.contains("\n■ a rule judges the value   ◧ type and presence only   □ no rule looks here\n"),
        "{found}"
    );
}

/// Why there are fewer samples than calls is said where they are counted.
#[test]
fn samples_are_the_distinct_clean_ones_of_the_calls() {
    let contract = ToolContract { calls: 40, set_aside: 6, ..contract() };
    let text = page(&Coverage::new(&"order".into(), Some(&contract), Shape::new(&[]))).as_text();
    assert!(
        text.contains(
            "7 rules, mined from 9 clean samples (of 40 calls: 6 explicit errors and repeats are set aside);"
        ),
        "{text}"
    );
}
