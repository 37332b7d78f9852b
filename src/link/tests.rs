use proptest::prelude::*;

use super::*;

fn key(name: &str) -> Hop {
    Hop::Key(name.to_owned())
}

fn value(episode: &str, step: usize, part: Part, place: Place) -> Link {
    Link { file: "airline.jsonl".into(), target: Target::Value(episode.into(), Step(step), part, place) }
}

#[test]
fn links_are_written_as_documented() {
    let cases = [
        (value("e17", 4, Part::Result, vec![key("price")]), "vidimus:airline.jsonl#e17/4/result/price"),
        (value("gpt-4o:3", 0, Part::Arguments, vec![]), "vidimus:airline.jsonl#gpt-4o:3/0/arguments"),
        (
            value("a/b", 12, Part::Result, vec![key("items"), Hop::Index(0), key("unit price")]),
            "vidimus:airline.jsonl#a%2Fb/12/result/items/0/unit%20price",
        ),
        // Keys that look like something else.
        (
            value("e", 1, Part::Result, vec![key("0"), key(""), key(".x"), key("007"), key("é")]),
            "vidimus:airline.jsonl#e/1/result/.0/./..x/007/%C3%A9",
        ),
        (Link { file: "runs/a b.jsonl".into(), target: Target::Named("e1".into()) }, "vidimus:runs/a%20b.jsonl#e1"),
        (Link { file: "a.jsonl".into(), target: Target::File }, "vidimus:a.jsonl"),
        (
            Link { file: "fold-0.json".into(), target: Target::Rule("get".into(), "0123456789abcdef".into()) },
            "vidimus:fold-0.json#get/0123456789abcdef",
        ),
    ];
    for (link, text) in cases {
        assert_eq!(link.to_string(), text);
        assert_eq!(Link::parse(text), Ok(link), "{text}");
    }
}

#[test]
fn what_is_no_link_is_told_why() {
    let cases = [
        ("airline.jsonl#e1", LinkError::Scheme),
        ("", LinkError::Scheme),
        ("vidimus:", LinkError::File),
        ("vidimus:#e1", LinkError::File),
        ("vidimus:a#e/x", LinkError::Target),
        ("vidimus:a#e/01", LinkError::Target),
        ("vidimus:a#e/1/outcome", LinkError::Target),
        ("vidimus:a#%zz", LinkError::Encoding),
        ("vidimus:a#%", LinkError::Encoding),
        ("vidimus:a#%ff", LinkError::Encoding),
    ];
    for (text, error) in cases {
        assert_eq!(Link::parse(text), Err(error), "{text}");
    }
    // What a terminal adds when a line is copied does no harm.
    assert!(Link::parse(" vidimus:a#e/1\n").is_ok());
}

fn hops() -> impl Strategy<Value = Place> {
    let hop = prop_oneof![
        any::<usize>().prop_map(Hop::Index),
        any::<String>().prop_map(Hop::Key),
        "[.0-9]{0,3}".prop_map(Hop::Key)
    ];
    prop::collection::vec(hop, 0..5)
}

fn targets() -> impl Strategy<Value = Target> {
    let name = || prop_oneof![any::<String>(), "[a-z/#%.]{1,4}"].prop_filter("a name", |name| !name.is_empty());
    prop_oneof![
        Just(Target::File),
        name().prop_map(Target::Named),
        (name(), 0..9_999_999_usize).prop_map(|(id, step)| Target::Call(id.as_str().into(), Step(step))),
        (name(), any::<usize>(), any::<bool>(), hops()).prop_map(|(id, step, is_result, place)| {
            let part = if is_result { Part::Result } else { Part::Arguments };
            Target::Value(id.as_str().into(), Step(step), part, place)
        }),
        (name(), "[0-9a-f]{16}").prop_map(|(tool, id)| Target::Rule(tool.as_str().into(), id.as_str().into())),
    ]
}

proptest! {
    #[test]
    fn a_link_reads_back_as_it_was_written(file in "\\PC{1,12}", target in targets()) {
        let link = Link { file, target };
        let text = link.to_string();
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic()), "{text}");
        prop_assert_eq!(Link::parse(&text), Ok(link), "{}", text);
    }

    #[test]
    fn no_text_stops_the_reader(text in "(vidimus:)?\\PC{0,20}") {
        if let Ok(link) = Link::parse(&text) {
            prop_assert_eq!(Link::parse(&link.to_string()), Ok(link));
        }
    }
}
