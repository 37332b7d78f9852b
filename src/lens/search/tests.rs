use proptest::prelude::*;

use super::*;
use crate::domain::episode::Record;
use crate::format::record::{parse_call, parse_record};
use crate::index::{Index, Indexer};

const CALL: &str = r#"{"kind":"call","episode":"e","tool":"refund_order","arguments":{"order_id":"A-7","why":"late"},
"result":{"note":"Refund for A-7 was asked; it is LATE","items":[{"price":79.0},{"price":179.0,"late":false}]},
"receipt":{"status":"inconsistent"}}"#;

fn found(typed: &str) -> Vec<String> {
    found_by(&Sought::new(typed))
}

fn found_by(sought: &Sought) -> Vec<String> {
    let call = parse_call(CALL.replace('\n', " ").as_bytes()).unwrap();
    let hits = in_call(sought, &call).unwrap_or_default();
    hits.told.iter().map(|hit| format!("{} {}", hit.spot.in_words(), hit.excerpt)).collect()
}

#[test]
fn every_place_of_a_call_is_told() {
    assert_eq!(
        found("late"),
        [
            "arguments.why late",
            "result.note Refund for A-7 was asked; it is LATE",
            // The name of a field, whose value does not have it.
            "result.items[1].late late",
        ]
    );
    assert_eq!(found("LATE"), ["result.note Refund for A-7 was asked; it is LATE"]);
    assert_eq!(found("inconsistent"), ["receipt.status inconsistent"]);
    assert_eq!(found("refund_order"), [""; 0], "the tool's name is no text of the call; filters ask for it");
    assert_eq!(found("79"), ["result.items[0].price 79.0", "result.items[1].price 179.0"]);
    assert_eq!(found_by(&Sought::value("79.0")), ["result.items[0].price 79.0"]);
}

#[test]
fn all_words_must_stand_in_the_call_but_not_in_one_place() {
    assert_eq!(
        found("order_id inconsistent"),
        ["arguments.order_id order_id", "receipt.status inconsistent"],
        "one word in a name, the other in the receipt"
    );
    assert_eq!(found("why inconsistent late").len(), 4);
    assert_eq!(found("late weather"), [""; 0]);
    assert_eq!(found("\"for a-7\""), ["result.note Refund for A-7 was asked; it is LATE"]);
    assert_eq!(found(""), [""; 0]);
}

/// A field's name counts although its value, which has another of the words, is what is told.
#[test]
fn a_name_counts_beside_its_value() {
    assert_eq!(found("why late").first().unwrap(), "arguments.why late");
    assert_eq!(found("note asked"), ["result.note Refund for A-7 was asked; it is LATE"]);
}

#[test]
fn messages_are_found() {
    let line = r#"{"kind":"message","episode":"e","role":"user","text":"Please\nrefund it"}"#;
    let record = parse_record(line.as_bytes()).unwrap();
    let message = match &record {
        Record::Message(message) => Some(message),
        _ => None,
    };
    let message = message.unwrap();
    let hits = in_message(&Sought::new("refund please"), message).unwrap();
    assert_eq!(hits.told.len(), 1);
    let hit = &hits.told[0];
    assert_eq!((hit.spot.in_words(), hit.excerpt.as_str()), ("user".into(), "Please refund it"));
    assert_eq!(hit.found, [0..6, 7..13]);
    assert!(in_message(&Sought::new("refund order"), message).is_none());
}

#[test]
fn a_long_text_is_cut_around_what_was_found() {
    let text = format!("{} needle {}", "a".repeat(100), "b".repeat(200));
    let (excerpt, found) = excerpt(&text, &Sought::new("needle").places(&text));
    assert!(excerpt.starts_with("…aaa") && excerpt.ends_with("b…"), "{excerpt}");
    assert_eq!(excerpt.chars().count(), EXCERPT + 2);
    let needle: String = excerpt.chars().skip(found[0].start).take(found[0].len()).collect();
    assert_eq!(needle, "needle");
}

#[test]
fn many_places_of_one_record_are_counted() {
    let items = vec!["\"x\""; 50].join(",");
    let line = format!(r#"{{"kind":"call","episode":"e","tool":"t","result":[{items}]}}"#);
    let hits = in_call(&Sought::new("x"), &parse_call(line.as_bytes()).unwrap()).unwrap();
    assert_eq!((hits.told.len(), hits.more, hits.count()), (20, 30, 50));
}

fn index() -> Index {
    let mut indexer = Indexer::new();
    indexer.feed(b"{\"kind\":\"episode\",\"episode\":\"e\",\"task\":\"t1\",\"arm\":\"clean\"}\n");
    indexer.feed(b"{\"kind\":\"outcome\",\"episode\":\"e\",\"completed\":false}\n");
    let mut index = Index::new();
    index.apply(indexer.take_batch());
    index
}

#[test]
fn the_page_says_what_was_found_and_how_far_the_search_is() {
    let call = parse_call(CALL.replace('\n', " ").as_bytes()).unwrap();
    let hits = in_call(&Sought::new("a-7"), &call).unwrap();
    let index = index();
    let tool = "refund_order".into();
    let located = [Located {
        file: "f",
        episode: &index.episodes()[0],
        call: Some((crate::domain::ids::Step(3), &tool)),
        hits: &hits,
    }];
    let state = State { asked: 34, of: 100, is_stopped: false, unreadable: 1 };
    let shown = page("a-7", &located, state);
    assert_eq!(
        shown.as_text().lines().collect::<Vec<_>>(),
        [
            "2 places in 1 record of 1 episode · searched 34% …; 1 record could not be read",
            "",
            "task t1 · clean · failed · 2 places",
            "   3 refund_order             arguments.order_id: A-7",
            "   3 refund_order             result.note: Refund for A-7 was asked; it is LATE",
        ]
    );
    assert_eq!(shown.lines.iter().filter_map(|line| line.link).collect::<Vec<_>>(), [0, 1]);
    let lit: Vec<_> = shown
        .lines
        .iter()
        .flat_map(|line| &line.pieces)
        .filter(|(role, _)| *role == crate::page::Role::Match)
        .collect();
    assert_eq!(lit.len(), 2);
    let none = page("x", &[], State { asked: 100, of: 100, is_stopped: false, unreadable: 0 }).as_text();
    assert!(none.starts_with("nothing found · searched all 100 calls and messages"), "{none}");
    let stopped = page("x", &[], State { asked: 34, of: 100, is_stopped: true, unreadable: 0 }).as_text();
    assert!(stopped.starts_with("nothing found · stopped at 34%: the rest was not searched"), "{stopped}");
}

proptest! {
    /// What is lit in an excerpt is what was looked for, wherever the text is cut.
    #[test]
    fn what_is_lit_was_looked_for(text in "[ab É\n]{0,300}", typed in "[ab]{1,3}") {
        let sought = Sought::new(&typed);
        let places = sought.places(&text);
        prop_assert_eq!(!places.is_empty(), sought.is_in(&text));
        let (excerpt, found) = excerpt(&text, &places);
        prop_assert!(excerpt.chars().count() <= EXCERPT + 2);
        prop_assert!(!excerpt.contains('\n'));
        for place in found {
            let lit: String = excerpt.chars().skip(place.start).take(place.len()).collect();
            prop_assert!(lit.chars().all(|c| typed.contains(c)), "{:?} {:?}", excerpt, lit);
        }
    }
}
