use super::*;

fn view() -> Table {
    let mut table = Table::new("things", &[Column::words("name", "name"), Column::numbers("n", "count")]);
    table.rows = vec![
        vec![Json::from("é|\"x\", y"), Json::from(7_u64)],
        vec![Json::Null, Json::from(1200_u64)],
        vec![Json::from(vec!["a", "b"]), Json::from(true)],
    ];
    table.facts = Object::new().with("total", 3_u64);
    table
}

#[test]
fn each_format_says_the_same() {
    let table = view();
    assert_eq!(table.print(Format::Text), "name      count\né|\"x\", y      7\n–          1200\na, b        yes\n");
    assert_eq!(
        table.print(Format::Json),
        "{\"things\":[{\"name\":\"é|\\\"x\\\", y\",\"n\":7},{\"name\":null,\"n\":1200},{\"name\":[\"a\",\"b\"],\"n\":true}],\"total\":3}\n"
    );
    assert_eq!(table.print(Format::Csv), "name,n\r\n\"é|\"\"x\"\", y\",7\r\n,1200\r\n\"a, b\",yes\r\n");
    assert_eq!(
        table.print(Format::Md),
        "| name | count |\n| --- | ---: |\n| é\\|\"x\", y | 7 |\n| – | 1200 |\n| a, b | yes |\n"
    );
}

#[test]
fn a_whole_markdown_has_every_column_that_says_something() {
    let hidden = |key| Column { is_shown: false, ..Column::words(key, "as people read it") };
    let mut table = Table::new("things", &[Column::words("name", "name"), hidden("by"), hidden("idle")]);
    table.rows = vec![vec![Json::from("x"), Json::from("Mia"), Json::Null]];
    assert_eq!(table.print(Format::Md), "| name |\n| --- |\n| x |\n");
    let whole = table.with_whole_markdown();
    assert_eq!(whole.print(Format::Md), "| name | by |\n| --- | --- |\n| x | Mia |\n");
    assert_eq!(whole.print(Format::Text), "name\nx\n");
}

#[test]
fn what_came_from_a_file_cannot_steer_the_terminal() {
    let mut table = Table::new("things", &[Column::words("name", "name")]);
    table.rows = vec![vec![Json::from("a\u{1b}[31mb\nc\u{9b}d\u{202e}e")]];
    for format in [Format::Text, Format::Md] {
        let printed = table.print(format);
        let lines = if format == Format::Text { 2 } else { 3 };
        assert_eq!(printed.lines().count(), lines, "{printed:?}");
        assert!(!printed.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{printed:?}");
    }
    // In CSV a line break within quotes is one; all else is visible there, too, be it for a pipe or a file.
    assert_eq!(table.print(Format::Csv), "name\r\n\"a^[[31mb\nc\\u{9b}d\\u{202e}e\"\r\n");
}

#[test]
fn one_long_name_does_not_push_the_rows_of_a_text_apart() {
    let mut table = Table::new("things", &[Column::words("task", "task"), Column::words("note", "note")]);
    let long = "x".repeat(3_000);
    table.rows = vec![vec![Json::from(long.as_str()), Json::from("a")], vec![Json::from("t"), Json::from(&*long)]];
    let text = table.print(Format::Text);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], format!("{}…  a", "x".repeat(79)));
    // The last column pushes nothing apart.
    assert_eq!(lines[2], format!("{:<80}  {long}", "t"));
    for format in [Format::Json, Format::Csv, Format::Md] {
        assert_eq!(table.print(format).matches(&long).count(), 2, "{format:?}");
    }
}

#[test]
fn a_cell_that_a_spreadsheet_would_compute_is_a_text_to_it() {
    let mut table = Table::new("things", &[Column::words("name", "name")]);
    let cells = ["=1+1", "+1|x", "-a", "@SUM(A1)", "-1.5", "+2e3", "a=b", "-inf", "\t=1"];
    table.rows = cells.iter().map(|cell| vec![Json::from(*cell)]).collect();
    let csv = table.print(Format::Csv);
    let lines: Vec<&str> = csv.lines().skip(1).collect();
    assert_eq!(lines[..8], ["'=1+1", "'+1|x", "'-a", "'@SUM(A1)", "-1.5", "+2e3", "a=b", "'-inf"]);
    assert!(lines[8].starts_with('\''), "{:?}", lines[8]);
    // Whoever wants the text as it is has JSON.
    assert!(table.print(Format::Json).contains("{\"name\":\"=1+1\"}"));
}

#[test]
fn long_sentences_stand_below_their_row_and_in_markdown_beside_it() {
    let mut table = Table::new("things", &[Column::words("name", "name"), Column::below("why", "why not")]);
    table.rows = vec![vec![Json::from("a"), Json::from("it is long")], vec![Json::from("b"), Json::Null]];
    assert_eq!(table.print(Format::Text), "name\na\n    why not: it is long\nb\n");
    assert_eq!(table.print(Format::Md), "| name | why not |\n| --- | --- |\n| a | it is long |\n| b | – |\n");
}
