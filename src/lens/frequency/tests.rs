use super::*;
use crate::format::record::parse_call;

fn call(text: &str) -> crate::domain::call::Call {
    let line = format!(r#"{{"kind":"call","episode":"e","tool":"get",{text}}}"#);
    parse_call(line.as_bytes()).unwrap()
}

#[test]
fn a_field_is_written_as_it_is_read() {
    for (text, written) in [
        ("get:result.items[].price", "get:result.items[].price"),
        ("get:items[].price", "get:result.items[].price"),
        ("get:arguments.q", "get:arguments.q"),
        ("get:result", "get:result"),
        ("get:$", "get:result"),
        ("get:result[].x", "get:result[].x"),
        ("get:results.x", "get:result.results.x"),
        ("get:result[\"a b\"]", "get:result[\"a b\"]"),
    ] {
        let field = CallField::parse(text).unwrap();
        assert_eq!(field.to_string(), written, "{text}");
        assert_eq!(CallField::parse(written).unwrap(), field, "{text}");
    }
    assert!(CallField::parse("arm2").unwrap_err().to_string().contains("names neither"));
    assert!(CallField::parse("get:a..b").unwrap_err().to_string().contains("is no path"));
}

#[test]
fn a_call_has_each_value_once() {
    let values = |field: &str, text: &str| CallField::parse(field).unwrap().values(&call(text)).join(" ");
    let items = r#""result":{"items":[{"p":2},{"p":1},{"p":2},{"q":1}],"m":{"a":{"p":"x"},"b":{"p":null}}}"#;
    assert_eq!(values("get:items[].p", items), "1 2");
    assert_eq!(values("get:m{}.p", items), "\"x\" null");
    assert_eq!(values("get:items", items), "a list of 4 elements");
    assert_eq!(values("get:nothing", items), "");
    assert_eq!(values("get:arguments.q", r#""arguments":{"q":"x"}"#), "\"x\"");
    assert_eq!(values("get:a", r#""result":"{\"a\":1}""#), "1", "a result that is JSON in a text");
    assert_eq!(values("get:a", r#""arguments":{}"#), "", "a call that never returned");
}

/// Three episodes: 0 completed with values x and y, 1 failed with x twice over two calls, 2 unknown without a value.
fn frequency() -> Frequency {
    let mut counter = Counter::new("get:result.v", Unit::Calls);
    counter.add(&["x".into(), "y".into()], 0, Some(true));
    counter.add(&["x".into()], 1, Some(false));
    counter.add(&["x".into()], 1, Some(false));
    counter.add(&[], 2, None);
    counter.finish()
}

#[test]
fn values_are_counted_by_call_and_outcomes_by_episode() {
    let row = |value: Option<&str>, count, completed| Row { value: value.map(str::to_owned), count, completed };
    let counted = frequency();
    assert_eq!(counted.total, 4);
    assert_eq!(counted.rows, [row(Some("x"), 3, (1, 2)), row(None, 1, (0, 0)), row(Some("y"), 1, (1, 1))]);
}

#[test]
fn equally_frequent_numbers_stand_in_their_order() {
    let mut counter = Counter::new("calls", Unit::Episodes);
    for (episode, value) in ["10", "9", "-1", "2.5"].into_iter().enumerate() {
        counter.add(&[value.to_owned()], episode, None);
    }
    let values: Vec<_> = counter.finish().rows.into_iter().filter_map(|row| row.value).collect();
    assert_eq!(values, ["-1", "2.5", "9", "10"]);
}

#[test]
fn the_page_and_the_table_say_the_same() {
    let shown = page(&frequency(), Some("searched 50% …"));
    let text = shown.as_text();
    let lines: Vec<_> = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        lines,
        [
            "2 values in 4 calls · searched 50% …",
            "value calls share completed episodes",
            "x 3 75.0% 50.0% (1 of 2) ██████████",
            "(not known) 1 25.0% undefined (0 of 0) ███",
            "y 1 25.0% 100.0% (1 of 1) ███",
        ]
    );
    assert_eq!(shown.lines.iter().filter_map(|line| line.link).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(
        table(&frequency()).print(crate::page::Format::Csv),
        "value,count,share,completed,known,rate\r\nx,3,0.7500,1,2,0.5000\r\n,1,0.2500,0,0,\r\ny,1,0.2500,1,1,1.0000\r\n"
    );
}
