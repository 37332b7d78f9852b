use super::*;
use crate::domain::ids::Step;
use crate::domain::json::Object;

fn said(number: usize, role: &str, text: &str) -> Turn {
    let message = Message { episode: "e".into(), role: role.into(), text: text.into(), extra: Object::new() };
    Turn::Said { number, message: Some(Arc::new(message)) }
}

fn called(step: usize) -> Turn {
    Turn::Called { step: Step(step), tool: "get".into(), note: Some((Role::Receipt, "got a receipt".to_owned())) }
}

fn texts(turns: &[Turn]) -> Vec<String> {
    let text = |turn: &Turn| match turn {
        Turn::Said { message: Some(message), .. } => Some(message.text.clone()),
        _ => None,
    };
    turns.iter().filter_map(text).collect()
}

fn secrets() -> Secrets {
    let names = ["baseline", "advisory", "t1/baseline", "t1/advisory"];
    Secrets { codes: vec!["nonpositive_value".to_owned()], ..Secrets::of(names, [&EpisodeDigest::default(); 2]) }
}

#[test]
fn what_tells_arm_or_outcome_is_left_out_and_what_tells_nothing_stays() {
    let system = "You are helped by the Advisory monitor.";
    let first = [
        said(0, "system", "Same for both."),
        said(1, "user", "What does it cost?"),
        called(0),
        said(2, "tool", "{\"price\":1}"),
        said(3, "assistant", "It costs 1."),
    ];
    let second = [
        said(0, "system", system),
        said(1, "user", "What does it cost?"),
        said(2, "assistant", "The check says nonpositive_value."),
        said(3, "assistant", "{\"admissible_recovery_tools\":[]}"),
        said(4, "judge", "failed"),
        said(5, "assistant", "Unadvisory words are none."),
    ];
    let [one, other] = secrets().veil([&first, &second]);
    let hidden = |text: &String| text.starts_with("(hidden until the pair is labelled: ");
    let is_hidden = |turns: &[Turn]| texts(turns).iter().map(hidden).collect::<Vec<_>>();
    // The system prompt of the first is not that of the second, so that it may tell.
    assert_eq!(is_hidden(&one), [true, false, true, false]);
    assert_eq!(is_hidden(&other), [true, false, true, true, true, false]);
    assert!(matches!(&one[2], Turn::Called { note: None, .. }), "a receipt is told by no call");
    let alike = [said(0, "system", system)];
    let [one, _] = secrets().veil([&alike, &alike]);
    assert_eq!(texts(&one), [system], "what both have word for word tells nothing");
}

#[test]
fn the_final_answers_stand_first_and_every_link_is_a_turn() {
    let voice = |name, turns| Voice { name, turns, show: Show::default() };
    let first = voice("A", vec![said(0, "user", "Hi"), called(0), said(1, "assistant", "It is 5.")]);
    let second = voice("B", vec![said(0, "user", "Hi"), called(0)]);
    let page = page(&[first, second], true);
    let text = page.as_text();
    let at = |what: &str| text.find(what).unwrap();
    assert!(at("Blind: ") < at("A:") && at("A:") < at("It is 5.") && at("It is 5.") < at("B: no final answer"));
    assert!(at("B: no final answer") < at("A, from its beginning: 2 messages"));
    let mut links: Vec<usize> = page.lines.iter().filter_map(|line| line.link).collect();
    links.sort_unstable();
    links.dedup();
    assert_eq!(links, [0, 1, 2, 3, 4]);
}
