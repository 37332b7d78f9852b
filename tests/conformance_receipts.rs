//! The receipts of `conformance/receipts.jsonl`, byte for byte; two of them are printed in the paper.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use vidimus::domain::class::Class;
use vidimus::domain::ids::{InvariantId, ToolName};
use vidimus::domain::json::{self, Json};
use vidimus::domain::violation::Violation;
use vidimus::receipt::{ReceiptSchema, deliver, read, receipt};
use vidimus::recovery::Substitutes;

struct Corpus {
    cases: Vec<Json>,
    recovery: Substitutes,
    advertised: Vec<ToolName>,
}

fn corpus() -> Option<Corpus> {
    let folder = common::corpus()?.join("conformance");
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let value = |text: &str| json::read(text).unwrap().value;
    let advertised = value(&text("receipts-tools.json"));
    Some(Corpus {
        cases: text("receipts.jsonl").lines().map(value).collect(),
        recovery: Substitutes::from_json(&value(&text("receipts-recovery.json"))).unwrap(),
        advertised: advertised.as_array().unwrap().iter().map(|name| name.as_str().unwrap().into()).collect(),
    })
}

/// The violations a case names, filled in by hand from SPEC 5 and 6.
fn violations(case: &Json) -> Vec<Violation> {
    let result = case.get("result").unwrap();
    let told = |pair: &Json| {
        let pair: Vec<_> = pair.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
        let (class, path) = (Class::from_code(pair[0]).unwrap(), pair[1]);
        let there = || result.get(path).cloned().unwrap_or_default();
        let (expected, observed, detail) = match class {
            Class::NoError => (Json::Null, there(), format!("error-bearing field(s): {path}")),
            Class::RequiredField => (Json::Null, Json::Null, format!("missing nominal field {path}")),
            Class::KnownFields => (Json::Null, there(), format!("field absent from nominal traces: {path}")),
            Class::StableType => {
                let seen = if path == "rate" { "number" } else { "integer" };
                (vec![seen].into(), there().kind().name().into(), format!("field {path} has unexpected type"))
            }
            Class::Positive => (Json::Null, there(), format!("nominally positive field {path} is not positive")),
            Class::Category => {
                (vec!["EUR", "USD"].into(), there(), format!("field {path} has unseen categorical value"))
            }
            Class::Echo => ("AB1".into(), there(), format!("field {path} differs from call argument")),
            Class::DateOrder => {
                ("2025-12-31".into(), there(), "fields start_date and end_date are out of nominal order".into())
            }
            Class::Affine => {
                (90.0.into(), there(), "fields cart_subtotal and item_count violate a nominal relation".into())
            }
        };
        Violation { invariant: InvariantId::from("0"), class, path: path.into(), expected, observed, detail }
    };
    case.get("violations").unwrap().as_array().unwrap().iter().map(told).collect()
}

#[test]
fn receipts_are_bit_exact() {
    let Some(corpus) = corpus() else { return };
    let mut compared = 0;
    for case in &corpus.cases {
        let name = case.get("name").unwrap();
        let tool = ToolName::from(case.get("tool").unwrap().as_str().unwrap());
        let raw = case.get("result").unwrap();
        let violations = violations(case);
        let tools = corpus.recovery.recovery_tools(&tool, Some(&corpus.advertised));
        let expect = case.get("expect").unwrap().as_object().unwrap();
        assert_eq!(expect.is_empty(), violations.is_empty(), "{name}");
        if violations.is_empty() {
            assert_eq!(deliver(ReceiptSchema::V1, &tool, raw, &violations, &tools, ""), raw.to_string(), "{name}");
        }
        for (schema, bytes) in expect.iter() {
            let schema: ReceiptSchema = schema.parse().unwrap();
            let seen = deliver(schema, &tool, raw, &violations, &tools, "");
            assert_eq!(seen, bytes.as_str().unwrap(), "{name}, {schema}");
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn receipts_read_back_as_what_they_say() {
    let Some(corpus) = corpus() else { return };
    for case in &corpus.cases {
        let tool = ToolName::from(case.get("tool").unwrap().as_str().unwrap());
        for (schema, bytes) in case.get("expect").unwrap().as_object().unwrap().iter() {
            let envelope = json::read(bytes.as_str().unwrap()).unwrap().value;
            let recorded = read(envelope.get("outcome_contract").unwrap());
            let recorded = recorded.known().unwrap();
            assert_eq!(recorded.schema.name(), schema);
            let listed = corpus.recovery.recovery_tools(&tool, Some(&corpus.advertised));
            assert_eq!(recorded.recovery_tools, (schema != "stripped").then_some(listed));
            let named: Vec<_> = recorded.violations.iter().map(|v| (v.code.as_str(), v.path.as_deref())).collect();
            let told = violations(case);
            let told = told.iter().map(|v| (v.code(), Some(v.path.as_str())));
            match recorded.schema {
                ReceiptSchema::V1 => assert_eq!(named, told.collect::<Vec<_>>()),
                ReceiptSchema::V2 | ReceiptSchema::Text => assert_eq!(named, told.take(1).collect::<Vec<_>>()),
                ReceiptSchema::Generic | ReceiptSchema::Stripped => assert!(named.is_empty()),
            }
        }
    }
    assert!(receipt(ReceiptSchema::V1, &"t".into(), &[], &[], "").is_none());
}
