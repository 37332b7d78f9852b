use super::*;

fn line(text: &str) -> String {
    match read_line(text.as_bytes()) {
        Ok((Line::Header(header), notes)) => format!("{} {notes:?}", header.to_json()),
        Ok((Line::Record(record), notes)) => format!("{} {notes:?}", record.to_json()),
        Err(error) => match error.column() {
            Some(column) => format!("column {column}: {error}"),
            None => error.to_string(),
        },
    }
}

/// The example of SPEC 8, line by line, and with keys that this version does not know.
#[test]
fn the_specifications_example_comes_back_as_it_was() {
    for text in [
        r#"{"format":"vidimus.ledger/1","study":"airline"}"#,
        r#"{"kind":"episode","episode":"e1","task":"42","arm":"advisory","model":"gpt-4o","trial":0,"stratum":"C3/P3","tools":["a","b"]}"#,
        r#"{"kind":"message","episode":"e1","role":"user","text":"…"}"#,
        r#"{"kind":"call","episode":"e1","tool":"a","arguments":{},"result":{},"receipt":{"status":"inconsistent"},"at":"2026-11-30T03:19:56Z","ms":12.5}"#,
        r#"{"kind":"outcome","episode":"e1","completed":true,"score":1.0,"usage":{"input_tokens":1,"output_tokens":1,"cost_usd":0.01}}"#,
        r#"{"kind":"call","episode":"e1","tool":"a","arguments":{},"result":null,"receipt":"text","fault":{"type":"x","path":"$"},"note":[1.50]}"#,
        r#"{"kind":"outcome","episode":"e1","judge":{"k":1}}"#,
    ] {
        assert_eq!(line(text), format!("{text} []"));
    }
}

#[test]
fn only_what_is_required_must_be_there() {
    let call = parse_call(br#"{"kind":"call","episode":"e","tool":"t"}"#).unwrap();
    assert!(call.result.is_none(), "a call without a result never returned");
    let call = parse_call(br#"{"kind":"call","episode":"e","tool":"t","result":null}"#).unwrap();
    assert!(call.result.is_some_and(|result| result.is_null()), "null is a result");
    assert!(line(r#"{"kind":"call","episode":"e"}"#).contains("has no \"tool\""));
    assert!(line(r#"{"kind":"call","tool":"t"}"#).contains("has no \"episode\""));
    assert!(line(r#"{"episode":"e"}"#).contains("has no \"kind\""));
}

#[test]
fn an_envelope_is_taken_off_and_a_recorded_receipt_goes_first() {
    let envelope = r#"{"tool_result":{"a":1},"outcome_contract":{"status":"inconsistent"}}"#;
    let text = format!(r#"{{"kind":"call","episode":"e","tool":"t","result":{envelope}}}"#);
    let call = parse_call(text.as_bytes()).unwrap();
    assert_eq!(call.result.unwrap().to_string(), r#"{"a":1}"#);
    assert_eq!(call.receipt.unwrap().to_string(), r#"{"status":"inconsistent"}"#);
    let text = format!(r#"{{"kind":"call","episode":"e","tool":"t","result":{envelope},"receipt":"told"}}"#);
    assert_eq!(parse_call(text.as_bytes()).unwrap().receipt.unwrap().as_str(), Some("told"));
}

#[test]
fn every_wrong_line_gets_its_sentence() {
    let record = r#"{"kind":"call","episode":"e","tool":"t","result":1}"#;
    for (text, sentence) in [
        (
            format!("{record}{record}"),
            "two records on one line (the second begins in column 52); put each on its own line",
        ),
        (record.trim_end_matches("1}").to_owned(), "the record is cut off, its writer was interrupted"),
        ("\0\0\0\0".to_owned(), "nothing but 4 NUL bytes"),
        (format!("\0\0{record}"), "2 NUL bytes inside the line"),
        (format!("{record} oops"), "column 53: a whole JSON value ends here"),
        (r#"{"kind":"call",}"#.to_owned(), "column 16: expected a key in double quotes"),
        (r#"{"kind":"tool"}"#.to_owned(), "the kind is \"tool\"; understood are episode, message, call and outcome"),
        (
            r#"{"format":"vidimus.ledger/9"}"#.to_owned(),
            "the format is \"vidimus.ledger/9\"; this version understands \"vidimus.ledger/1\"",
        ),
        (r#"{"kind":"episode","episode":7}"#.to_owned(), "\"episode\" is to be a string, it is 7"),
        (
            r#"{"kind":"episode","episode":"e","trial":1.5}"#.to_owned(),
            "\"trial\" is to be an integer of at most 64 bits, it is 1.5",
        ),
        (r#"{"kind":"episode","episode":"e","tools":["a",1]}"#.to_owned(), "\"tools\" is to be a list of names"),
        (r#"{"kind":"call","episode":"e","tool":"t","fault":"x"}"#.to_owned(), "\"fault\" is to be an object"),
        ("[1]".to_owned(), "a record is an object, this is a value of type array"),
    ] {
        assert!(line(&text).contains(sentence), "{text}: {}", line(&text));
    }
}

#[test]
fn what_is_mended_is_noted() {
    let text = r#"{"kind":"call","episode":"e","tool":"t","tool":"u","result":{"a":NaN,"b":1234567890123456789}}"#;
    let told = line(text);
    assert!(told.contains(r#""tool":"u""#) && told.contains(r#"{"a":null,"b":1234567890123456789}"#), "{told}");
    assert!(
        told.ends_with(r#"[DuplicateKey("tool"), NotFinite]"#)
            || told.ends_with(r#"[NotFinite, DuplicateKey("tool")]"#)
    );
    let (_, notes) = read_line(b"{\"kind\":\"message\",\"episode\":\"e\",\"text\":\"\xff\"}").unwrap();
    assert_eq!(notes, [Note::NotUtf8]);
}

/// Benchmarks number their tasks; and what is wrong with a header is told, with whose it is.
#[test]
fn a_header_names_its_task_by_a_number_too_or_is_told_by_its_episode() {
    let head = |field: &str| parse_record(format!(r#"{{"kind":"episode","episode":"e",{field}}}"#).as_bytes());
    let read = |field: &str| match head(field) {
        Ok(Record::Episode(episode)) => (episode.task.map(|task| task.as_str().to_owned()), episode.trial),
        other => unreachable!("{field}: {other:?}"),
    };
    let task = |name: &str| (Some(name.to_owned()), None);
    assert_eq!(read(r#""task":42"#), task("42"));
    assert_eq!(read(r#""task":18446744073709551616"#), task("18446744073709551616"), "2^64, as it is spelled");
    assert_eq!(read(r#""task":"042""#), task("042"));
    for (trial, value) in [("1", 1), ("1.0", 1), ("1e3", 1000), ("-2.0", -2), ("9223372036854775807", i64::MAX)] {
        assert_eq!(read(&format!("\"trial\":{trial}")), (None, Some(value)), "{trial}");
    }
    for (field, what) in [
        ("\"trial\":\"1\"", "\"trial\" is to be an integer of at most 64 bits, it is a value of type string"),
        ("\"trial\":1.5", "\"trial\" is to be an integer of at most 64 bits, it is 1.5"),
        (
            "\"trial\":18446744073709551616",
            "\"trial\" is to be an integer of at most 64 bits, it is 18446744073709551616",
        ),
        ("\"trial\":1e300", "\"trial\" is to be an integer of at most 64 bits, it is 1e300"),
        ("\"task\":4.5", "\"task\" is to be a string or an integer, it is 4.5"),
        ("\"task\":[4]", "\"task\" is to be a string or an integer, it is a value of type array"),
    ] {
        let error = head(field).unwrap_err();
        assert_eq!(error.to_string(), format!("the header of episode \"e\" cannot be read: {what}"));
        assert_eq!(error.header_of().map(EpisodeId::as_str), Some("e"));
    }
    let call = parse_record(br#"{"kind":"call","episode":"e","tool":1}"#).unwrap_err();
    assert_eq!(call.header_of(), None);
}
