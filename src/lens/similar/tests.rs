use super::*;
use crate::domain::json::read;
use crate::format::record::parse_call;

fn call(arguments: &str, result: &str) -> Call {
    let line = format!(r#"{{"kind":"call","episode":"e","tool":"quote","arguments":{arguments},"result":{result}}}"#);
    parse_call(line.as_bytes()).unwrap()
}

fn similar(calls: &[Call]) -> Similar {
    Similar::new(&calls.iter().collect::<Vec<_>>())
}

/// Rows as `at: value mark, …`.
fn rows(similar: &Similar) -> Vec<String> {
    let cell = |cell: &Cell| {
        let value = cell.value.as_ref().map_or("–".to_owned(), ToString::to_string);
        format!("{value}{}", cell.mark.word().map(|word| format!(" {word}")).unwrap_or_default())
    };
    let row = |row: &Row| format!("{}: {}", row.at, row.cells.iter().map(cell).collect::<Vec<_>>().join(", "));
    similar.rows.iter().map(row).collect()
}

#[test]
fn near_is_half_of_the_arguments_or_more() {
    let near = |a: &str, b: &str| nearness(&read(a).unwrap().value, &read(b).unwrap().value);
    assert_eq!(near("{}", "{}"), Some(0));
    assert_eq!(near(r#"{"a":1,"b":2}"#, r#"{"b":2.0,"a":1}"#), Some(0));
    assert_eq!(near(r#"{"a":1,"b":2}"#, r#"{"a":1,"b":3}"#), Some(1));
    assert_eq!(near(r#"{"a":1}"#, r#"{"a":2}"#), None);
    assert_eq!(near(r#"{"a":1,"b":2,"c":3}"#, r#"{"a":2,"b":3,"c":3}"#), None);
    assert_eq!(near(r#"{"a":[1,2,3]}"#, r#"{"a":[1,2]}"#), Some(1));
    assert_eq!(near("{}", r#"{"a":1}"#), None);
}

#[test]
fn the_value_that_most_do_not_have_is_odd() {
    let calls = [
        call(r#"{"s":"A","d":1}"#, r#"{"price":-79.0,"cur":"EUR"}"#),
        call(r#"{"s":"A","d":1}"#, r#"{"price":12.5,"cur":"EUR"}"#),
        call(r#"{"s":"B","d":7}"#, r#"{"price":12.5,"cur":"EUR"}"#),
        call(r#"{"d":1.0,"s":"A"}"#, r#"{"price":1.25e1,"cur":"EUR"}"#),
    ];
    let similar = similar(&calls);
    assert_eq!(rows(&similar), [r#"0: -79.0 odd, "EUR""#, r#"1: 12.5, "EUR""#, r#"3: 1.25e1, "EUR""#]);
    assert_eq!(similar.columns.iter().map(|column| column.is_same).collect::<Vec<_>>(), [false, true]);
    let names: Vec<_> = (0..4).map(|at| (format!("e{at}"), at)).collect();
    let page = page(&similar, &names);
    let expected = "2 other calls of quote have the same arguments as this one.\n\
        price is odd: -79.0 where most have 12.5.\n\
        The same in all 3: cur.\n\
        \n  episode  step  arguments  price\n\
        › e0          0  this call  ◇ -79.0 odd\n  e1          1  the same   12.5\n  e3          3  the same   1.25e1\n";
    assert_eq!(page.as_text(), expected);
    assert_eq!(page.lines.iter().filter_map(|line| line.link).collect::<Vec<_>>(), [0, 1, 3]);
}

#[test]
fn two_calls_with_the_same_arguments_differ_and_neither_is_odd() {
    let calls =
        [call(r#"{"s":"A"}"#, r#"{"price":1,"n":{"x":[1]}}"#), call(r#"{"s":"A"}"#, r#"{"price":2,"n":{"x":[1]}}"#)];
    let similar = similar(&calls);
    assert_eq!(rows(&similar), ["0: 1 differs, [1]", "1: 2 differs, [1]"]);
    assert!(page(&similar, &[]).as_text().contains("price differs for the same arguments: 1 here, 2 there."));
    assert_eq!(similar.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>(), ["price", "n.x"]);
}

#[test]
fn calls_that_are_split_in_halves_differ_and_those_that_all_differ_are_plain() {
    let four = |values: [u8; 4]| values.map(|value| call("{}", &format!("{{\"v\":{value}}}")));
    assert_eq!(rows(&similar(&four([1, 2, 2, 1]))), ["0: 1 differs", "1: 2 differs", "2: 2 differs", "3: 1 differs"]);
    assert_eq!(rows(&similar(&four([1, 2, 3, 1]))), ["0: 1", "1: 2", "2: 3", "3: 1"]);
}

#[test]
fn among_near_calls_an_echo_of_the_own_argument_is_not_odd() {
    let calls = [
        call(r#"{"s":"A","d":1}"#, r#"{"s":"A","unit":"EUR"}"#),
        call(r#"{"s":"A","d":2}"#, r#"{"s":"A","unit":"EUR"}"#),
        call(r#"{"s":"B","d":1}"#, r#"{"s":"B","unit":"BTC","more":true}"#),
        call(r#"{"s":"A","d":3}"#, r#""no text result""#),
    ];
    let similar = similar(&calls);
    let expected = [
        r#"0: "A", "EUR", –, –"#,
        r#"1: "A", "EUR", –, –"#,
        r#"2: "B", "BTC", true odd, –"#,
        r#"3: –, –, –, "no text result" odd"#,
    ];
    // Two of four have A and EUR: that is not more than half.
    assert_eq!(rows(&similar), expected);
}

#[test]
fn a_call_without_its_like_says_so() {
    let calls = [call(r#"{"s":"A"}"#, "1"), call(r#"{"s":"B"}"#, "1")];
    let similar = similar(&calls);
    assert_eq!(similar.rows.len(), 1);
    let text = page(&similar, &[]).as_text();
    assert_eq!(text, "No other call of quote has equal or near arguments (at least half of them the same).\n");
}

/// Were each field sought among all the others, this would not end while somebody waits for it.
#[test]
fn results_with_very_many_fields_are_laid_side_by_side() {
    let fields = |first: usize| {
        let fields = (first..first + 20_000).map(|n| format!("\"f{n}\":{n}"));
        format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
    };
    let similar = similar(&[call("{}", &fields(0)), call("{}", &fields(1))]);
    assert_eq!((similar.columns.len(), similar.rows.len()), (20_001, 2));
    let has_value = |row: usize, column: usize| similar.rows[row].cells[column].value.is_some();
    assert_eq!(
        [has_value(0, 0), has_value(1, 0), has_value(0, 20_000), has_value(1, 20_000)],
        [true, false, false, true]
    );
    assert_eq!(similar.columns[20_000].name, "f20000");
}
