use super::*;

fn value(text: &str) -> Json {
    read(text).unwrap().value
}

#[test]
fn what_is_read_is_written_back_as_it_was_spelled() {
    for text in [
        r#"{"b":1,"a":[1.0,1e400,-0,12345678901234567890,"¥\n\"\\\u0001"],"c":{},"d":[true,false,null]}"#,
        "1.50",
        r#""""#,
    ] {
        assert_eq!(value(text).to_string(), text);
    }
}

#[test]
fn numbers_are_equal_as_the_spec_says() {
    assert_eq!(value("1"), value("1.0"), "an integer and a number by their doubles");
    assert_eq!(value("0"), value("-0"));
    assert_ne!(value("9007199254740993"), value("9007199254740992"), "two integers by value");
    assert_eq!(value("9007199254740993"), value("9007199254740992.0"), "the doubles are the same");
    assert_ne!(value("1"), value("\"1\""));
    assert_eq!(value("1e400"), value("1e999"), "both are infinite");
}

#[test]
fn the_four_mendable_things_are_read_with_a_note() {
    let read = read_bytes(b"{\"a\":NaN,\"a\":-Infinity,\"b\":\"\\ud800x\",\"c\":\"\xff\"}").unwrap();
    assert_eq!(read.value.to_string(), "{\"a\":null,\"b\":\"\u{fffd}x\",\"c\":\"\u{fffd}\"}");
    assert_eq!(
        read.notes,
        [Note::NotUtf8, Note::NotFinite, Note::NotFinite, Note::DuplicateKey("a".into()), Note::LoneSurrogate]
    );
}

#[test]
fn duplicates_are_found_in_large_objects_too() {
    let members: Vec<String> = (0..40).map(|n| format!("\"k{n}\":{n}")).collect();
    let text = members.join(",");
    let read = read(&format!("{{{text},\"k30\":\"last\",\"k2\":\"last\"}}")).unwrap();
    assert_eq!(read.value.get("k30"), Some(&Json::from("last")));
    assert_eq!(read.value.as_object().unwrap().len(), 40);
    assert_eq!(read.notes, [Note::DuplicateKey("k30".into()), Note::DuplicateKey("k2".into())]);
}

#[test]
fn errors_name_the_place() {
    let error = read("{\"a\":1}\n{\"b\":2}").unwrap_err();
    assert!(error.trailing);
    assert_eq!((error.line, error.column), (2, 1));
    for text in ["", "{", "[1,]", "01", "+1", "1.", "\"\u{1}\"", "{a:1}", "nul", "\"\\x\"", "\u{feff}{}", "[1e]"] {
        assert!(read(text).is_err(), "{text:?}");
    }
    assert!(read(&"[".repeat(100_000)).unwrap_err().what.contains("deep"));
}

/// Some editors put it there; a text inside JSON has none.
#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    assert_eq!(read_bytes(b"\xef\xbb\xbf{\"a\":1}").unwrap().value, value("{\"a\":1}"));
    let error = read_bytes(b"\xef\xbb\xbf{,").unwrap_err();
    assert_eq!((error.column, error.offset), (2, 4));
    assert!(read_bytes(b"\xef\xbb\xbf\xef\xbb\xbf1").is_err());
}

#[test]
fn results_and_arguments_given_as_text_are_parsed() {
    assert_eq!(*Json::from(" {\"a\": 1}").as_result(), value("{\"a\":1}"));
    assert_eq!(*Json::from("255.0").as_result(), Json::from("255.0"));
    assert_eq!(*Json::from("[broken").as_result(), Json::from("[broken"));
    assert_eq!(*Json::from("{\"a\":1}").as_arguments(), value("{\"a\":1}"));
    assert_eq!(*Json::from("[1]").as_arguments(), value("{}"));
    assert_eq!(*value("3").as_arguments(), value("{}"));
}
