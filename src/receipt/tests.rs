use super::*;
use crate::domain::class::Class;
use crate::domain::ids::InvariantId;
use crate::domain::json;

fn value(text: &str) -> Json {
    json::read(text).unwrap().value
}

fn broken(class: Class, path: &str, expected: &str, observed: &str, detail: &str) -> Violation {
    Violation {
        invariant: InvariantId::from("0"),
        class,
        path: path.into(),
        expected: value(expected),
        observed: value(observed),
        detail: detail.into(),
    }
}

fn negative_price() -> Violation {
    broken(Class::Positive, "price_usd", "null", "-79.0", "nominally positive field price_usd is not positive")
}

const TOOLS: [&str; 2] = ["get_stock_yahoo", "get_stock_iex"];

fn shown(schema: ReceiptSchema, raw: &str, violations: &[Violation]) -> String {
    let tools = TOOLS.map(ToolName::from);
    deliver(schema, &"get_stock".into(), &value(raw), violations, &tools, RETAIL_INVARIANT)
}

#[test]
fn the_raw_result_keeps_its_order_and_spelling() {
    let raw = r#"{"b":1.50,"a":1e2,"ü":"\u0007"}"#;
    for schema in ReceiptSchema::ALL {
        assert_eq!(shown(schema, raw, &[]), raw, "{schema}");
        assert!(shown(schema, raw, &[negative_price()]).contains(raw), "{schema}");
    }
}

/// Written by hand from SPEC 6.
#[test]
fn the_text_advisory_follows_the_result_after_a_blank_line() {
    let expected = "{\"price_usd\":-79.0}\n\n[OUTCOME CONTRACT ADVISORY] The observed result from 'get_stock' is \
        inconsistent with a known invariant of the retail database. Violation: nonpositive_value at 'price_usd'; \
        expected null, observed -79.0. This advisory is nonbinding. Treat the result as unreliable and verify or \
        recover using the available documented tools and task context before relying on it. All actions remain \
        available.";
    assert_eq!(shown(ReceiptSchema::Text, r#"{"price_usd":-79.0}"#, &[negative_price()]), expected);
    let text = shown(ReceiptSchema::Text, r#""Error: no\nsuch order""#, &[negative_price()]);
    assert!(text.starts_with("Error: no\nsuch order\n\n[OUTCOME CONTRACT ADVISORY] "), "{text}");
    let documented = receipt(ReceiptSchema::Text, &"t".into(), &[negative_price()], &[], PUBLIC_CONTRACT).unwrap();
    let documented = documented.as_str().unwrap().to_owned();
    assert!(documented.contains("inconsistent with its public response contract. "), "{documented}");
    assert!(documented.contains("the available documented APIs and task context"), "{documented}");
}

#[test]
fn what_was_recorded_reads_back() {
    let category = broken(
        Class::Category,
        "a, observed b",
        r#"["EUR, observed 1","USD"]"#,
        r#""x, observed y. This advisory is""#,
        "field a, observed b has unseen categorical value",
    );
    let relation = broken(Class::Affine, "sub", "5.0", "50", "fields sub and count violate a nominal relation");
    let violations = [category.clone(), relation, negative_price()];
    let tools = TOOLS.map(ToolName::from);
    for schema in ReceiptSchema::ALL {
        let recorded = receipt(schema, &"get_stock".into(), &violations, &tools, "what the docs say").unwrap();
        let receipt = read(&recorded).known().unwrap().clone();
        assert_eq!(receipt.schema, schema);
        let listed = !matches!(schema, ReceiptSchema::Stripped | ReceiptSchema::Text);
        assert_eq!(receipt.recovery_tools, listed.then(|| tools.to_vec()), "{schema}");
        let paths: Vec<_> = receipt.violations.iter().map(|broken| broken.path.as_deref().unwrap()).collect();
        match schema {
            ReceiptSchema::V1 => assert_eq!(paths, ["a, observed b", "sub", "price_usd"]),
            ReceiptSchema::Generic | ReceiptSchema::Stripped => assert!(paths.is_empty()),
            ReceiptSchema::V2 | ReceiptSchema::Text => {
                let first = &receipt.violations[0];
                assert_eq!(first.path.as_deref(), Some("a, observed b"));
                assert_eq!(first.class(), Some(Class::Category));
                assert_eq!(first.tool, Some("get_stock".into()));
                assert_eq!(first.expected, Some(category.expected.clone()));
                assert_eq!(first.observed, Some(category.observed.clone()));
            }
        }
    }
}

#[test]
fn foreign_receipts_stay_whole() {
    for text in ["null", "{}", r#""looks wrong""#, r#"{"status":"inconsistent"}"#, r#"{"status":"x","violations":{}}"#]
    {
        assert_eq!(read(&value(text)), Recorded::Unknown(value(text)));
    }
    let odd = value(r#"{"status":"inconsistent","violations":[{"code":"made_up","detail":"d"}]}"#);
    let odd = read(&odd).known().unwrap().clone();
    assert_eq!((odd.violations[0].class(), odd.violations[0].path.as_deref()), (None, None));
}

#[test]
fn schemas_go_by_name() {
    for schema in ReceiptSchema::ALL {
        assert_eq!(schema.name().parse(), Ok(schema));
    }
    assert!("V3".parse::<ReceiptSchema>().unwrap_err().to_string().contains("v1, v2, generic, stripped and text"));
}

#[test]
fn a_recorded_text_may_hold_the_result_already() {
    let advisory = format!("{ADVISORY}get …");
    let raw = Json::from("12 rows");
    let alone = delivered(&raw, &Json::from(advisory.as_str()));
    let whole = delivered(&raw, &Json::from(format!("12 rows\n\n{advisory}")));
    assert_eq!(alone, whole);
    assert_eq!((whole.receipt.as_str(), whole.to_string()), (&*advisory, format!("12 rows\n\n{advisory}")));
}
