//! Looking around a call: coverage, similar calls, differences.

use std::fs;

use super::common::{stderr_of, stdout_of, vidimus};
use super::{Study, get, json};
use vidimus::domain::json::Json;

/// A wrong price that an order is given and the answer tells, written otherwise.
const WRONG_PRICE: &str = r#"{"format":"vidimus.ledger/1"}
{"kind":"message","episode":"w","role":"user","text":"Buy one ACME."}
{"kind":"call","episode":"w","tool":"get","arguments":{"symbol":"ACME"},"result":{"quotes":[{"price":1234.5,"lots":7}]}}
{"kind":"call","episode":"w","tool":"order","arguments":{"limit":1234.50},"result":"filled"}
{"kind":"message","episode":"w","role":"assistant","text":"Bought at $1,234.50."}
"#;

#[test]
fn a_value_is_followed_to_the_answer() {
    let study = Study::new();
    fs::write(study.at("wrong.jsonl"), WRONG_PRICE).unwrap();
    let taint = |step: &str, path: &str| vidimus().arg("taint").arg(study.at("wrong.jsonl")).args(["w", step, path]);
    let text = stdout_of(taint("0", "quotes[0].price"), 0);
    let expected = [
        "Yes: the final answer has it, written $1,234.50; it reached 1 later call.",
        "",
        "The final answer",
        "  number format  message 2 (assistant)  Bought at $1,234.50.",
        "",
        "Later calls that were given it",
        "  exact          call 1 order  limit  1234.50",
        "",
    ];
    assert_eq!(text.lines().chain([""]).collect::<Vec<_>>(), expected);
    assert_eq!(stdout_of(taint("0", "result/quotes/0/price"), 0), text, "as a link writes it");
    let all = json(&stdout_of(taint("0", "quotes[0].price").args(["--format", "json"]), 0));
    let values = get(&all, &["values"]).as_array().unwrap();
    assert_eq!(values.len(), 1);
    assert_eq!(get(&values[0], &["in_final_answer"]), &Json::from("yes"));
    assert_eq!(get(&values[0], &["later_calls"]), &Json::from(1_u64));
    let places = get(&all, &["places"]).as_array().unwrap();
    let kinds: Vec<_> = places.iter().map(|place| get(place, &["kind"]).as_str().unwrap()).collect();
    assert_eq!(kinds, ["exact", "number format"]);
    let csv = stdout_of(taint("0", "arguments.symbol").args(["--format", "csv"]), 0);
    assert!(csv.contains("before,message,,,,1,user,exact,ACME,1,Buy one ACME."), "{csv}");
    let short = stdout_of(taint("0", "quotes[0].lots"), 0);
    assert!(short.contains("followed in fields named lots only"), "{short}");
    let unknown = stderr_of(taint("0", "price"), 2);
    assert_eq!(
        unknown,
        "error: this call of get has no \"price\"; it has result.quotes[0].price, result.quotes[0].lots, \
         arguments.symbol\n"
    );
    let several = stderr_of(taint("0", "quotes"), 2);
    assert!(several.contains("holds several values; name one of them, such as result.quotes[0].price"), "{several}");
    assert!(stderr_of(taint("5", "price"), 2).contains("its steps are 0 to 1"));
}

fn texts(value: &Json) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect()
}

#[test]
fn coverage_names_the_fields_that_only_results_show() {
    let study = Study::new();
    let coverage = || vidimus().arg("coverage").arg(study.at("registry.json"));
    let rules_only = stdout_of(coverage(), 0);
    assert!(rules_only.starts_with("Every field has a rule (2 fields).\n"), "{rules_only}");
    assert!(rules_only.contains("■ price       number  must be positive · always there, one type\n"), "{rules_only}");

    let with_results = || coverage().arg("--ledger").arg(study.at("broken.jsonl"));
    let both = stdout_of(with_results().args(["--tool", "quote"]), 0);
    // The venue stands in one of the two results, and six clean ones never had it.
    assert!(both.starts_with("No rule looks at 1 of 3 fields: venue.\n"), "{both}");
    assert!(both.contains("□ venue       string  no rule looks here\n"), "{both}");

    let all = json(&stdout_of(with_results().args(["--format", "json"]), 0));
    let tools = get(&all, &["tools"]).as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| get(tool, &["tool"]).as_str().unwrap()).collect();
    assert_eq!(names, ["quote", "quote_b"], "a tool that only the ledger knows is there too");
    assert_eq!(texts(get(&tools[0], &["unguarded"])), ["venue"]);
    assert_eq!(get(&tools[0], &["guarded"]), &Json::from(2_u64));
    assert_eq!(get(&tools[1], &["has_contract"]), &Json::from(false));
    assert_eq!(texts(get(&tools[1], &["unguarded"])), ["price"]);

    let csv = stdout_of(with_results().args(["--format", "csv"]), 0);
    assert!(csv.contains("registry.json,quote,venue,yes,nobody,string,1,,"), "{csv}");
    let markdown = stdout_of(with_results().args(["--format", "md", "--tool", "quote"]), 0);
    assert!(markdown.starts_with("# coverage of quote\n\nNo rule looks at 1 of 3 fields: venue."), "{markdown}");
    assert!(stderr_of(coverage().args(["--tool", "quot"]), 2).contains("did you mean \"quote\"?"));
    fs::remove_file(study.at("registry.json")).unwrap();
    assert!(stderr_of(coverage(), 2).contains("registry.json"));
}

#[test]
fn difference_compares_with_the_previous_call_of_the_tool_or_any_other() {
    let study = Study::new();
    let difference = |step: &str| {
        let mut command = vidimus();
        command = command.arg("difference").arg(study.at("broken.jsonl")).args(["run", step]);
        command
    };
    let text = stdout_of(difference("1"), 0);
    let expected = "Call 1 against call 0 of the same episode: 1 difference in the arguments, 3 differences in the result.\n\
        \n\
        arguments\n  ~ changed symbol: \"AA\" → \"BB\"\n\
        \n\
        result\n  ~ changed symbol: \"AA\" → \"BB\"\n  ~ changed price: 2.5 → -79.0 (-81.5)\n  \
        + added venue: \"\\u001b[31mX\\u{202e}\"\n";
    assert_eq!(text, expected, "nothing of the file steers the terminal");
    let first = stderr_of(difference("0"), 2);
    assert!(
        first.contains("no earlier call of quote in this episode; name another call with --with EPISODE STEP"),
        "{first}"
    );

    let all = json(&stdout_of(difference("2").args(["--with", "run-1", "0", "--format", "json"]), 0));
    let changes = get(&all, &["changes"]).as_array().unwrap();
    let rows: Vec<String> = changes
        .iter()
        .map(|it| format!("{} {} {}", get(it, &["part"]), get(it, &["what"]), get(it, &["place"])).replace('"', ""))
        .collect();
    assert_eq!(rows, ["arguments changed symbol", "result removed symbol", "result changed price"]);
    let last = stdout_of(difference("3"), 0);
    assert!(last.contains("One of the two calls has no result, so there is nothing to compare."), "{last}");
    assert!(stderr_of(difference("1").args(["--with", "run-1", "x"]), 2).contains("is no step"));
}

/// Three calls for the same day and one for another; the second call says another price than the others.
const SIMILAR: &str = r#"{"format":"vidimus.ledger/1"}
{"kind":"call","episode":"a","tool":"quote","arguments":{"symbol":"AA","day":1},"result":{"price":2.5,"unit":"EUR"}}
{"kind":"call","episode":"b","tool":"quote","arguments":{"symbol":"AA","day":1},"result":{"price":-79.0,"unit":"EUR"}}
{"kind":"call","episode":"b","tool":"other","arguments":{"symbol":"AA","day":1},"result":{"price":7}}
{"kind":"call","episode":"c","tool":"quote","arguments":{"day":1,"symbol":"AA"},"result":{"price":2.50,"unit":"EUR"}}
{"kind":"call","episode":"d","tool":"quote","arguments":{"symbol":"AA","day":2},"result":{"price":3,"unit":"EUR"}}
{"kind":"call","episode":"d","tool":"quote","arguments":{"symbol":"BB","day":2},"result":{"price":9,"unit":"EUR"}}
"#;

#[test]
fn similar_marks_the_value_that_most_calls_do_not_have() {
    let study = Study::new();
    fs::write(study.at("similar.jsonl"), SIMILAR).unwrap();
    let similar = || vidimus().arg("similar").arg(study.at("similar.jsonl")).args(["b", "0"]);
    let expected = "2 other calls of quote have the same arguments as this one, 1 near ones (at least half of them the same).\n\
        price is odd: -79.0 where most have 2.5.\n\
        The same in all 4: unit.\n\
        \n  episode  step  arguments  price\n\
        › b           0  this call  ◇ -79.0 odd\n  a           0  the same   2.5\n  c           0  the same   2.50\n  \
        d           0  day=2      3\n";
    assert_eq!(stdout_of(similar(), 0), expected);
    let csv = stdout_of(similar().args(["--format", "csv"]), 0);
    assert!(csv.contains("similar.jsonl,b,0,yes,0,price,-79.0,odd,2.5\r\n"), "{csv}");
    assert!(csv.contains("similar.jsonl,d,0,no,1,unit,EUR,,\r\n"), "{csv}");
    let all = json(&stdout_of(similar().args(["--format", "json"]), 0));
    assert_eq!(get(&all, &["calls"]), &Json::from(4_u64));
}
