//! The receipts of `conformance/receipts.jsonl`, byte for byte; two of them are printed in the paper.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod common;

use std::collections::BTreeMap;

use vidimus::contract::Checker;
use vidimus::domain::class::Class;
use vidimus::domain::ids::ToolName;
use vidimus::domain::invariant::{Expected, Invariant, Relation};
use vidimus::domain::json::{self, Json, JsonType, Object};
use vidimus::domain::path::{Path, Term};
use vidimus::domain::registry::ToolContract;
use vidimus::domain::violation::Violation;
use vidimus::receipt::{ReceiptSchema, deliver, read, receipt};
use vidimus::recovery::Substitutes;

struct Corpus {
    contracts: BTreeMap<ToolName, ToolContract>,
    cases: Vec<Json>,
    recovery: Substitutes,
    advertised: Vec<ToolName>,
}

fn corpus() -> Option<Corpus> {
    let folder = common::corpus()?.join("conformance");
    let text = |name: &str| common::text_of(&folder.join(name));
    let value = |text: &str| json::read(text).unwrap().value;
    let advertised = value(&text("receipts-tools.json"));
    Some(Corpus {
        contracts: contracts(&value(&text("receipts-registry.json"))),
        cases: text("receipts.jsonl").lines().map(value).collect(),
        recovery: Substitutes::from_json(&value(&text("receipts-recovery.json"))).unwrap(),
        advertised: advertised.as_array().unwrap().iter().map(|name| name.as_str().unwrap().into()).collect(),
    })
}

/// The contracts of the file, as far as they need reading here.
fn contracts(registry: &Json) -> BTreeMap<ToolName, ToolContract> {
    let texts = |value: &Json| value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect();
    let path = |value: &Json| Path::parse(value.as_str().unwrap()).unwrap();
    let invariant = |value: &Json| {
        let text = |key: &str| value.get(key).unwrap().as_str().unwrap();
        let expected = value.get("expected").unwrap();
        let number = |key: &str| value.get(key).unwrap().as_number().unwrap().double();
        let class = Class::from_name(text("class")).unwrap();
        Invariant {
            id: text("id").into(),
            class,
            path: Term::parse(text("path")).unwrap(),
            support: 20,
            expected: match class {
                Class::NoError | Class::RequiredField | Class::Positive => Expected::Nothing,
                Class::KnownFields => Expected::Fields(texts(expected)),
                Class::StableType => {
                    let names: Vec<String> = texts(expected);
                    Expected::Types(names.iter().map(|name| JsonType::from_name(name).unwrap()).collect())
                }
                Class::Category => Expected::Values(texts(expected)),
                Class::Echo => Expected::Argument(path(expected)),
                Class::DateOrder => Expected::Later(path(expected)),
                Class::Affine => Expected::Relation(Relation {
                    y: Term::At(path(expected)),
                    a: number("a"),
                    b: number("b"),
                    when: None,
                }),
            },
            basis: None,
            evidence: None,
            extra: Object::new(),
        }
    };
    let contract = |value: &Json| ToolContract {
        invariants: value.get("invariants").unwrap().as_array().unwrap().iter().map(invariant).collect(),
        ..ToolContract::default()
    };
    let tools = registry.get("tools").unwrap().as_object().unwrap();
    tools.iter().map(|(tool, value)| (tool.into(), contract(value))).collect()
}

impl Corpus {
    /// The violations the checker finds, which are to be those that the case names.
    fn violations(&self, tool: &ToolName, case: &Json) -> Vec<Violation> {
        let (arguments, result) = (case.get("arguments").unwrap(), case.get("result").unwrap());
        let contract = self.contracts.get(tool);
        let found = contract.map(|contract| Checker::new(tool, contract).check(arguments, result)).unwrap_or_default();
        let named: Vec<_> = found.iter().map(|v| Json::from(vec![v.code(), v.path.as_str()])).collect();
        assert_eq!(&Json::Array(named), case.get("violations").unwrap(), "{}", case.get("name").unwrap());
        found
    }
}

#[test]
fn receipts_are_bit_exact() {
    let Some(corpus) = corpus() else { return };
    let mut compared = 0;
    for case in &corpus.cases {
        let name = case.get("name").unwrap();
        let tool = ToolName::from(case.get("tool").unwrap().as_str().unwrap());
        let raw = case.get("result").unwrap();
        let violations = corpus.violations(&tool, case);
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
            let told = corpus.violations(&tool, case);
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
