use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::contract::{Hop, Place};
use crate::domain::call::Part;
use crate::domain::episode::Record;
use crate::domain::ids::Step;
use crate::domain::json::{Json, read};
use crate::lens::{At, Seen};

/// Records as a ledger has them, without the episode, each with its place.
fn records(lines: &[&str]) -> Vec<(At, Seen)> {
    let (mut calls, mut messages) = (0, 0);
    let record = |line: &&str| {
        let text = line.replacen('{', r#"{"episode":"e","#, 1);
        match Record::from_json(read(&text).unwrap().value).unwrap() {
            Record::Call(call) => {
                calls += 1;
                (At::Call(Step(calls - 1)), Seen::Call(Arc::new(*call)))
            }
            Record::Message(message) => {
                messages += 1;
                (At::Message { number: messages - 1, before: calls }, Seen::Message(Arc::new(message)))
            }
            other => unreachable!("{other:?}"),
        }
    };
    lines.iter().map(record).collect()
}

fn place(text: &str) -> Place {
    let hop = |hop: &str| hop.parse().map_or_else(|_| Hop::Key(hop.to_owned()), Hop::Index);
    text.split('.').filter(|hop| !hop.is_empty()).map(hop).collect()
}

fn follow(records: &[(At, Seen)], step: usize, part: Part, at: &str, value: &str) -> Trail {
    let source = Source { step: Step(step), part, place: place(at), inside: 0 };
    let calls = records.iter().filter(|(at, _)| matches!(at, At::Call(_))).count();
    let mut trail = Trail::new(source, &read(value).unwrap().value, calls).unwrap();
    for (at, seen) in records {
        trail.take(*at, &told(&trail.needle().clone(), seen));
    }
    trail
}

/// `2 arguments amount exact`, `message 3 number format`.
fn hits(trail: &Trail) -> Vec<String> {
    let spot = |hit: &Hit| match &hit.spot {
        Spot::Message { number, .. } if trail.is_answer(hit) => format!("answer {number}"),
        Spot::Message { number, .. } => format!("message {number}"),
        Spot::Value { step, part, place, .. } => {
            let place: Vec<_> = place
                .iter()
                .map(|hop| match hop {
                    Hop::Key(name) => name.clone(),
                    Hop::Index(index) => index.to_string(),
                })
                .collect();
            format!("{step} {} {}", part.name(), place.join("."))
        }
    };
    trail.later.iter().map(|hit| format!("{} {} {}", spot(hit), hit.find.kind.name(), hit.written)).collect()
}

/// A price that goes wrong in call 0, is used in calls 1 and 2, comes back in the result of 2 and is told at the end.
const WRONG_PRICE: [&str; 7] = [
    r#"{"kind":"message","role":"user","text":"Buy one ACME."}"#,
    r#"{"kind":"call","tool":"quote","arguments":{"symbol":"ACME"},"result":{"price":1234.5,"symbol":"ACME"}}"#,
    r#"{"kind":"message","role":"assistant","text":"It is 1234.5, shall I?"}"#,
    r#"{"kind":"call","tool":"convert","arguments":{"amount":1234.50},"result":{"eur":1111.05}}"#,
    r#"{"kind":"call","tool":"order","arguments":{"note":"limit 1,234.50 USD"},"result":{"paid":"$1,234.50","id":"A1234.5X"}}"#,
    r#"{"kind":"message","role":"user","text":"How much?"}"#,
    r#"{"kind":"message","role":"assistant","text":"You paid $1,234.50 for ACME."}"#,
];

#[test]
fn a_wrong_price_is_followed_into_calls_messages_and_the_answer() {
    let records = records(&WRONG_PRICE);
    let trail = follow(&records, 0, Part::Result, "price", "1234.5");
    assert_eq!(
        hits(&trail),
        [
            "message 1 exact 1234.5",
            "1 arguments amount exact 1234.50",
            "2 arguments note number format 1,234.50",
            "2 result paid number format $1,234.50",
            "2 result id substring 1234.5",
            "answer 3 number format $1,234.50",
        ]
    );
    assert_eq!(trail.earlier, []);
    assert_eq!(
        trail.sentence(),
        "yes: the final answer has it, written $1,234.50; it reached 2 later calls and 1 later message; 1 later result holds it"
    );
    assert_eq!(trail.caveats(), Vec::<String>::new());
    assert_eq!((trail.at(Step(2), Part::Result), trail.at(Step(0), Part::Result)), (Some(Kind::NumberFormat), None));
    let answer = trail.later.last().unwrap();
    assert_eq!(answer.around.as_deref(), Some("You paid $1,234.50 for ACME."));
}

#[test]
fn what_the_episode_held_before_is_told() {
    let records = records(&WRONG_PRICE);
    let trail = follow(&records, 0, Part::Result, "symbol", "\"ACME\"");
    assert_eq!(trail.sentence(), "yes: the final answer has it; it reached no later call");
    assert_eq!(
        trail.caveats(),
        ["the user said it before, in message 1, and in 1 more place: what follows may come from there"]
    );
    // The echo of an argument in its own result comes after it.
    let trail = follow(&records, 0, Part::Arguments, "symbol", "\"ACME\"");
    assert_eq!(hits(&trail), ["0 result symbol exact ACME", "answer 3 exact ACME"]);
    assert_eq!(trail.sentence(), "yes: the final answer has it; it reached no later call; its own result holds it");
}

#[test]
fn nothing_reached_is_said_and_so_is_a_missing_answer() {
    let records = records(&WRONG_PRICE);
    let trail = follow(&records, 1, Part::Result, "eur", "1111.05");
    assert_eq!(trail.sentence(), "no: no later message of the agent has it; it reached no later call");
    let unanswered = &records[..6];
    let trail = follow(unanswered, 1, Part::Result, "eur", "1111.05");
    assert_eq!(trail.sentence(), "no final answer is recorded; it reached no later call");
    // An assistant message before the last call is no answer.
    let trail = follow(&records[..5], 0, Part::Result, "price", "1234.5");
    assert_eq!(trail.answer, FinalAnswer::NotRecorded);
    let said = "yes: the agent's message 2 has it; no final answer is recorded; it reached 2 later calls";
    assert!(trail.sentence().starts_with(said), "{}", trail.sentence());
}

/// The question is whether a wrong value reached the answer: no value, some of them, as a part of a word, not searched.
#[test]
fn values_that_broke_together_are_summed_up_with_the_answer_first() {
    let records = records(&[
        r#"{"kind":"call","tool":"rate","arguments":{},"result":{"base":"USDX","quote":"BTC","rate":-61.25,"left":2}}"#,
        r#"{"kind":"call","tool":"order","arguments":{"currency":"BTC"},"result":"ok"}"#,
        r#"{"kind":"message","role":"assistant","text":"Paid in BTC, code A-61.25X."}"#,
    ]);
    let base = follow(&records, 0, Part::Result, "base", "\"USDX\"");
    let quote = follow(&records, 0, Part::Result, "quote", "\"BTC\"");
    let rate = follow(&records, 0, Part::Result, "rate", "-61.25");
    let left = follow(&records, 0, Part::Result, "left", "2");
    assert_eq!(
        sum(&[&base, &quote]),
        "quote: yes, in the final answer, given to 1 later call; base: no, reached nothing"
    );
    let answers = [&quote, &rate, &left, &base].map(Trail::in_answer);
    assert_eq!(answers, [InAnswer::Yes, InAnswer::InsideAWord, InAnswer::NotSearched, InAnswer::No]);
    assert!(rate.sentence().starts_with("only inside a longer word, A-61.25X.: "), "{}", rate.sentence());
    assert_eq!(
        sum(&[&base, &rate, &left]),
        "rate: only inside a longer word of the final answer; left: too short to be looked for in a text, reached \
         nothing; base: no, reached nothing"
    );
    let page = page(&[&quote, &base], usize::MAX);
    assert!(page.lines[0].plain().starts_with("quote: yes, in the final answer"));
    // The links of the second value go on where those of the first end; both lead to a place.
    let links: Vec<_> = page.lines.iter().filter_map(|line| line.link).collect();
    assert!(links.iter().all(|link| linked(&[&quote, &base], *link).is_some()), "{links:?}");
}

/// The confirmation is an earlier message, in words of its own; the last one only says goodbye.
#[test]
fn all_later_messages_of_the_agent_count_and_other_spellings_do() {
    let records = records(&[
        r#"{"kind":"message","role":"system","text":"Never change basic economy."}"#,
        r#"{"kind":"message","role":"user","text":"Basic Economy, please."}"#,
        r#"{"kind":"call","tool":"book","arguments":{"cabin":"basic_economy"},"result":{"cabin":"basic_economy","seat":"F17X"}}"#,
        r#"{"kind":"message","role":"assistant","text":"Booked. **Cabin Class:** Basic Economy"}"#,
        r#"{"kind":"message","role":"user","text":"Thanks!"}"#,
        r#"{"kind":"message","role":"assistant","text":"You're welcome."}"#,
    ]);
    let cabin = follow(&records, 0, Part::Result, "cabin", "\"basic_economy\"");
    assert_eq!(hits(&cabin), ["message 2 other spelling Basic Economy"]);
    assert_eq!(cabin.in_answer(), InAnswer::Earlier);
    assert_eq!(
        cabin.sentence_about("cabin"),
        "yes: the agent's message 3 has cabin, written otherwise: Basic Economy; the last message does not have it; it \
         reached no later call"
    );
    assert_eq!(
        cabin.caveats(),
        [
            "the user said it before, in message 2 (written otherwise: Basic Economy), and in 2 more places: what follows \
          may come from there"
        ]
    );
    let seat = follow(&records, 0, Part::Result, "seat", "\"F17X\"");
    assert_eq!(
        sum(&[&seat, &cabin]),
        "cabin: yes, in the agent's message 3, not in the last one (the user said it before); seat: no, reached nothing"
    );
    // Nobody answered at the end: what was said on the way was said all the same.
    let cut = follow(&records[..4], 0, Part::Result, "cabin", "\"basic_economy\"");
    assert!(cut.sentence().starts_with("yes: the final answer has it, written otherwise: Basic Economy; "));
}

#[test]
fn short_values_are_followed_by_name_and_the_reason_is_told() {
    let records = records(&[
        r#"{"kind":"call","tool":"a","arguments":{},"result":{"seats":[{"left":2}]}}"#,
        r#"{"kind":"call","tool":"b","arguments":{"left":2,"right":2},"result":"2"}"#,
        r#"{"kind":"message","role":"assistant","text":"There are 2."}"#,
    ]);
    let trail = follow(&records, 0, Part::Result, "seats.0.left", "2");
    assert_eq!(hits(&trail), ["1 arguments left exact 2"]);
    assert_eq!(
        trail.caveats(),
        ["numbers of one or two digits are everywhere, so it is followed in fields named left only, and in no text"]
    );
}

fn scalar() -> impl Strategy<Value = Json> {
    prop_oneof![
        prop_oneof![Just("1234.5"), Just("-79.0"), Just("150"), Just("0.155"), Just("7"), Just("true")]
            .prop_map(|text| read(text).unwrap().value),
        "[A-C1-3 .,$%-]{0,12}".prop_map(Json::from),
        prop_oneof![Just("1,234.50"), Just("HAT139"), Just("to HAT139-2"), Just("x -79"), Just("$1,234.5 15.5%")]
            .prop_map(Json::from),
    ]
}

proptest! {
    /// Whatever is reported stands where it is reported, in the way it is reported.
    #[test]
    fn every_hit_holds_the_value(
        value in scalar(),
        fields in prop::collection::vec(("[ab]", scalar()), 1..6),
        text in "(HAT139|1234\\.5|-79|[ ,.$%A1-]){0,8}",
    ) {
        let mut members = crate::domain::json::Object::new();
        for (name, member) in fields {
            members.insert(name, Json::from(vec![member]));
        }
        let body = Json::from(members);
        let call = format!(r#"{{"kind":"call","tool":"t","arguments":{body},"result":{body}}}"#);
        let message = format!(r#"{{"kind":"message","role":"assistant","text":{}}}"#, Json::from(text.clone()));
        let records = records(&[&call, &message]);
        let Some(needle) = Needle::new(&value, Some("a")) else { return Ok(()) };
        for (_, seen) in &records {
            for hit in told(&needle, seen).found {
                let range = hit.find.range.clone();
                let held = match &hit.inside {
                    None => text.get(range).unwrap().to_owned(),
                    Some((_, place)) => match &*crate::lens::lines::value_at(&body, place).unwrap() {
                        Json::String(text) => text.get(range).unwrap().to_owned(),
                        other => other.to_string(),
                    },
                };
                prop_assert_eq!(&held, &hit.written);
                let bare = value.as_str().map_or_else(|| value.to_string(), |text| text.trim().to_owned());
                match hit.find.kind {
                    Kind::Exact => prop_assert!(held.trim() == bare || read(&held).is_ok_and(|it| it.value == value)),
                    Kind::Substring => prop_assert_eq!(&held, &bare),
                    Kind::Spelling => {
                        let plain = |text: &str| text.to_lowercase().replace([' ', '_', '-'], "");
                        prop_assert_eq!(plain(&held), plain(&bare));
                    }
                    Kind::NumberFormat => {
                        let digits = |text: &str| {
                            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
                            digits.trim_matches('0').to_owned()
                        };
                        prop_assert_eq!(digits(&held), digits(&bare));
                    }
                }
            }
        }
    }
}
