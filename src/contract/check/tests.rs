use super::*;
use crate::contract::{MineOptions, Observation, mine_tool};
use crate::domain::json::read;

fn json(text: &str) -> Json {
    read(text).unwrap().value
}

/// A checker mined from 24 calls of a small shop: every class of invariants is in it.
fn shop() -> (ToolContract, Checker) {
    let calls: Vec<(Json, Json)> = (0..24)
        .map(|n| {
            let status = if n % 3 == 0 { "open" } else { "paid" };
            let items: Vec<String> = (0..=n % 4).map(|place| format!("{{\"price\":{}}}", place * 2 + n + 1)).collect();
            let sum: i64 = (0..=n % 4).map(|place| place * 2 + n + 1).sum();
            // An open order has paid nothing of its sum yet, and by chance another amount.
            let paid = if status == "paid" { sum } else { n + 200 };
            let result = format!(
                r#"{{"ref":"r{n}","status":"{status}","items":[{}],"paid":{paid},"start_date":"2024-01-{:02}","end_date":"2024-02-{:02}"}}"#,
                items.join(","),
                n + 1,
                n % 7 + 1,
            );
            (json(&format!(r#"{{"order":{{"ref":"r{n}"}}}}"#)), json(&result))
        })
        .collect();
    let observed: Vec<_> = calls.iter().map(|(arguments, result)| Observation { arguments, result }).collect();
    let tool = ToolName::from("shop");
    // Sixteen of the calls are of paid orders.
    let options = MineOptions { thresholds: [("affine_guarded".into(), 16)].into(), no_evidence: false };
    let contract = mine_tool(&tool, &observed, &options);
    let checker = Checker::new(&tool, &contract);
    (contract, checker)
}

const CLEAN: &str = r#"{"ref":"r1","status":"paid","items":[{"price":2},{"price":4}],"paid":6,"start_date":"2024-01-02","end_date":"2024-02-02"}"#;

/// Code, path, expected, observed and detail of each violation.
fn checked(result: &str) -> Vec<String> {
    let (_, checker) = shop();
    let violations = checker.check(&json(r#"{"order":{"ref":"r1"}}"#), &json(result));
    let text =
        |one: &Violation| format!("{} {} {} {} | {}", one.code(), one.path, one.expected, one.observed, one.detail);
    violations.iter().map(text).collect()
}

#[test]
fn a_clean_result_breaks_nothing() {
    assert_eq!(checked(CLEAN), [""; 0]);
    assert_eq!(checked(&Json::from(CLEAN).to_string()), [""; 0], "given as text");
}

#[test]
fn each_class_says_what_belongs_there_and_what_is_there() {
    let broken = CLEAN
        .replace("\"r1\"", "\"r2\"")
        .replace("paid\",", "lost\",")
        .replace("[{\"price\":2}", "[{\"price\":0,\"tax\":null}")
        .replace("2024-02-02", "2023-02-02");
    assert_eq!(
        checked(&broken),
        [
            r#"unexpected_field items[].tax ["price"] null | field absent from nominal traces: items[].tax"#,
            "nonpositive_value items[].price null 0 | nominally positive field items[].price is not positive",
            r#"unseen_category status ["open","paid"] "lost" | field status has unseen categorical value"#,
            r#"learned_echo_mismatch ref "r1" "r2" | field ref differs from call argument"#,
            r#"date_order_broken start_date "2023-02-02" "2024-01-02" | fields start_date and end_date are out of nominal order"#,
        ]
    );
    assert_eq!(
        checked(&CLEAN.replace("\"paid\":6,", "\"paid\":7.5,")),
        ["affine_relation_broken paid 6.0 7.5 | fields paid and sum(items[].price) violate a nominal relation"]
    );
    assert_eq!(
        checked(&CLEAN.replace("\"paid\":6,", "\"paid\":\"6\",").replace("{\"price\":4}", "{}")),
        [
            "missing_learned_field items[].price null null | missing nominal field items[].price",
            r#"learned_type_mismatch paid ["integer"] "string" | field paid has unexpected type"#,
        ]
    );
}

#[test]
fn an_explicit_error_is_all_that_is_said() {
    assert_eq!(
        checked(r#"{"~error":{"code":1},"fault":"x","errors":[]}"#),
        [
            r#"explicit_error ["~error"] null {"code":1} | error-bearing field(s): ["~error"]"#,
            r#"explicit_error fault null "x" | error-bearing field(s): fault"#,
        ]
    );
    assert_eq!(checked("\"Error: no\""), [r#"explicit_error $ null "Error: no" | error-bearing field(s): $"#]);
}

#[test]
fn a_judgement_names_the_concrete_places() {
    let (contract, checker) = shop();
    let result = CLEAN.replace("{\"price\":4}", "{\"price\":-1}").replace("\"paid\":6,", "");
    let judgements = checker.judge(&json("{}"), &json(&result));
    let of = |class: Class, path: &str| {
        let place = contract.invariants.iter().position(|one| one.class == class && one.path.to_string() == path);
        judgements.get(place.unwrap()).unwrap()
    };
    let price = |index: usize| vec![Hop::Key("items".into()), Hop::Index(index), Hop::Key("price".into())];
    let positive = of(Class::Positive, "items[].price");
    assert_eq!(positive.verdict, Verdict::Broken);
    assert_eq!(positive.places, [(price(0), Verdict::Held), (price(1), Verdict::Broken)]);
    assert_eq!(of(Class::RequiredField, "paid").places, [(vec![Hop::Key("paid".into())], Verdict::Broken)]);
    assert_eq!(of(Class::Affine, "paid").verdict, Verdict::NotReached, "one side is absent");
    assert_eq!(of(Class::Echo, "ref").verdict, Verdict::NotReached, "the argument is absent");
    assert_eq!(of(Class::NoError, "$").verdict, Verdict::Held);

    let error = checker.judge(&json("{}"), &json("\"error\""));
    let broken: Vec<_> = error.iter().filter(|one| one.verdict != Verdict::NotReached).collect();
    assert_eq!(broken.len(), 1);
    assert_eq!(broken.first().unwrap().places, [(vec![], Verdict::Broken)]);
}
