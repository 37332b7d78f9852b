//! Labels given blind: what is hidden until then, and that no key leads past it.

use super::LEDGER;
use super::desk::Desk;
use super::judging::drawn;
use super::labelling::{labelling, written};
use super::pairs::{filter, notice, run, shown, study};
use vidimus::app::action::Action;
use vidimus::app::msg::Msg;
use vidimus::app::window::View;
use vidimus::app::{Overlay, Tab};

#[test]
fn blind_nothing_tells_the_arms_before_the_label() {
    let mut desk = labelling();
    desk.press("b");
    let pairs: Vec<_> = desk.app.pairs.screen.list.rows().to_vec();
    assert_eq!(pairs.len(), 2, "ties are not labelled");
    for pair in &pairs {
        assert!(desk.app.is_hidden(pair));
        let mut names = desk.app.pair_names(pair).unwrap();
        names.sort_unstable();
        assert_eq!(names, ["A", "B"]);
        let facts = desk.app.pair_facts(pair).unwrap();
        assert_eq!(facts.label, None);
        let told = vidimus::domain::json::Json::from(facts.values().to_vec()).to_string();
        for secret in ["baseline", "advisory", "win", "loss", "a2", "b2"] {
            assert!(!told.contains(&format!("\"{secret}\"")), "{secret} in {told}");
        }
    }
    desk.press("g <enter>");
    let open = desk.app.pairs.open.clone().unwrap();
    let strands = desk.app.strands(&open).unwrap();
    assert_eq!([strands[0].name, strands[1].name], ["A", "B"]);
    desk.press("a");
    assert!(notice(&desk).contains("hidden"), "{}", notice(&desk));
    desk.press("e");
    desk.type_text("other");
    desk.press("<enter> <esc>");
    assert_eq!(written(&desk), ["other blind"]);
    assert!(!desk.app.is_hidden(&open.pair), "now it is told");
    assert_eq!(desk.app.pair_names(&open.pair), Some(["baseline", "advisory"]));
    // With everything in sight it is another judgement, and that is not passed over.
    desk.press("e");
    desk.type_text("no-receipt");
    desk.press("<enter>");
    assert_eq!(written(&desk), ["other blind", "no-receipt"]);
    assert!(notice(&desk).ends_with("; no longer other, which was given blind"), "{}", notice(&desk));
}

#[test]
fn blind_the_episodes_of_a_pair_are_not_to_be_had() {
    let mut desk = labelling();
    desk.press("b g y");
    assert!(desk.copied.is_empty(), "{:?}", desk.copied);
    desk.press("Y");
    assert!(desk.copied.is_empty(), "{:?}", desk.copied);
    filter(&mut desk, "kind:only_first,only_second");
    assert!(shown(&desk).is_empty());
    desk.press("<esc> g <enter> <enter>");
    assert!(desk.app.stepper.is_none());
    assert!(notice(&desk).contains("b ends blind labelling"), "{}", notice(&desk));
    desk.press("<esc> <enter> W");
    assert!(notice(&desk).starts_with("blind: its episodes would tell"), "no name is asked for: {}", notice(&desk));
    desk.press("<esc>");
    let open = desk.app.pairs.open.clone().unwrap();
    assert!(desk.app.strands(&open).unwrap().iter().all(|strand| strand.completed.is_none()));
    assert!(!desk.app.has_guess_here());
    desk.press("b");
    assert!(desk.app.has_guess_here());
}

/// Every way out of the pairs, tried from a hidden pair, in the list and inside it.
#[test]
fn blind_no_key_leads_past_the_pairs() {
    for place in ["b g", "b g <enter>"] {
        for action in Action::ALL {
            let is_end = matches!(
                action,
                Action::Quit | Action::CloseOrQuit | Action::Suspend | Action::ToggleBlind | Action::ConfirmLabel
            );
            if is_end {
                continue;
            }
            let mut desk = labelling();
            // An episode was open before.
            desk.press("3 <enter> <alt-4>");
            desk.press(place);
            let before = desk.copied.len();
            desk.press(":");
            desk.type_text(&action.name());
            desk.press("<enter>");
            assert_eq!(desk.app.tab, Tab::Pairs, "{action:?}");
            assert_eq!(desk.copied.len(), before, "{action:?}");
            let said = desk.app.notice.clone().unwrap_or_default();
            for secret in ["a2", "b2", "a3", "b3"] {
                let mut words = said.split(|c: char| !c.is_alphanumeric());
                assert!(words.all(|word| word != secret), "{action:?} says {said}");
            }
            for overlay in &desk.app.overlays {
                let text = match overlay {
                    Overlay::Page(window) if matches!(window.view, View::Help(_)) => String::new(),
                    Overlay::Page(window) => window.page.as_text(),
                    Overlay::Reader(reader) => reader.text().to_owned(),
                    _ => String::new(),
                };
                for secret in ["a2", "b2", "a3", "b3", "won", "lost:"] {
                    let is_told = text.split(|c: char| !c.is_alphanumeric() && c != ':').any(|word| word == secret);
                    assert!(!is_told, "{action:?} tells {secret}: {text}");
                }
            }
        }
    }
    // A list of those that won would tell of each that it did.
    let mut desk = labelling();
    desk.press("5");
    let lines = desk.app.studying.screen.window.page.lines.len();
    for _ in 0..lines {
        if desk.app.studying.screen.window.page.as_text().is_empty() || desk.app.tab != Tab::Study {
            break;
        }
        desk.press("j <enter>");
        if desk.app.tab == Tab::Episodes {
            desk.press("5");
        }
    }
    assert!(desk.app.pairs.screen.only.is_some(), "{:?}", desk.app.tab);
    desk.press("b");
    assert!(desk.app.pairs.screen.only.is_none());
    let mut desk = labelling();
    desk.press("b");
    let line = desk.app.command_line().unwrap().join(" ");
    assert!(line.starts_with("vidimus labels ") && line.ends_with(" --blind --seed 1"), "{line}");
    desk.press("5");
    assert!(notice(&desk).contains("b ends blind labelling"), "{}", notice(&desk));
    desk.press("<enter> <enter>");
    desk.press("<ctrl-f>");
    desk.type_text("bq");
    assert!(desk.app.is_blind() && desk.app.tab == Tab::Pairs, "what was typed for the search is no command");
}

/// Whoever quits blind comes back blind, with the same A and B.
#[test]
fn blind_outlives_the_visit() {
    let visit = |text: Option<String>| {
        let mut desk = Desk::default();
        desk.tell(Msg::Resized(100, 40));
        desk.tell(Msg::SessionBegun { paths: vec!["x".into()], text, with_theme: false });
        desk.open_ledger(LEDGER, "study.jsonl", &study());
        desk.tell(Msg::Found(Vec::new()));
        desk.tell(Msg::ReviewerKnown { author: "ada".into(), now: desk.now });
        desk.read_labels(LEDGER);
        desk
    };
    let mut first = visit(None);
    first.press("4 b");
    let desk = visit(first.app.session_text());
    assert!(desk.app.is_blind() && desk.app.tab == Tab::Pairs);
    for pair in first.app.pairs.screen.list.rows() {
        assert!(desk.app.is_hidden(pair));
        assert_eq!(desk.app.pair_names(pair), first.app.pair_names(pair));
    }
}

/// Blind, what another person said of a pair is as hidden as the guess.
#[test]
fn blind_another_persons_label_opens_nothing() {
    let mut desk = labelling();
    desk.press("j a");
    let pair = desk.app.pairs.screen.list.selected().unwrap().clone();
    desk.tell(Msg::ReviewerKnown { author: "ben".into(), now: desk.now });
    desk.press("b");
    assert!(desk.app.is_hidden(&pair));
    let facts = desk.app.pair_facts(&pair).unwrap();
    assert_eq!((facts.label, facts.state), (None, Some("unlabelled")));
    assert_eq!(desk.app.label_sentence().unwrap(), "0 of 2 discordant pairs labelled");
}

/// A message of an episode.
fn message(id: &str, role: &str, text: &str) -> String {
    format!("{{\"kind\":\"message\",\"episode\":\"{id}\",\"role\":\"{role}\",\"text\":\"{text}\"}}\n")
}

/// Blind, one reads what both answered, and nothing that tells whose answer it is.
#[test]
fn blind_the_final_answers_are_read_and_what_tells_is_left_out() {
    let mut desk = labelling();
    let spoken = |id: &str, arm: &str, answer: &str, completed: bool| {
        let whole = run(id, "spoken", arm, &[("get", 1)], completed);
        // The outcome comes last.
        let (before, outcome) = whole.trim_end().rsplit_once('\n').unwrap();
        let said = message(id, "assistant", &format!("In the {arm} arm I am careful."))
            + &message(id, "judge", &format!("verdict: {completed}"))
            + &message(id, "assistant", answer);
        format!("{before}\n{}{said}{outcome}\n", message(id, "user", "What does it cost?"))
    };
    let one = spoken("b7", "baseline", "It costs 5.", false);
    desk.grow(LEDGER, &(one + &spoken("a7", "advisory", "I cannot say what it costs.", true)));
    filter(&mut desk, "task:spoken");
    desk.press("b <enter> A");
    let page = |desk: &Desk| {
        let window = desk.app.window().unwrap();
        assert_eq!(window.view, View::Said);
        window.page.as_text()
    };
    let text = page(&desk);
    for (said, times) in [("It costs 5.", 2), ("I cannot say what it costs.", 2), ("What does it cost?", 2)] {
        assert_eq!(text.matches(said).count(), times, "{said} in {text}");
    }
    for secret in ["baseline", "advisory", "a7", "b7", "careful", "verdict"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    assert_eq!(text.matches("it names an arm or an episode)").count(), 2, "{text}");
    assert_eq!(text.matches("neither user nor agent said it").count(), 2, "{text}");
    let line = desk.app.command_line().unwrap().join(" ");
    assert!(line.contains("labels show") && line.ends_with("--blind --seed 1 --messages"), "{line}");
    // The messages of the side under the cursor; its call leads to its row.
    desk.press("<esc> h M");
    let under = |desk: &Desk| {
        let window = desk.app.window().unwrap();
        window.page.lines[window.line().unwrap()].pieces.iter().map(|(_, text)| text.as_str()).collect::<String>()
    };
    assert!(under(&desk).starts_with("A · call 0 get"), "{}", under(&desk));
    desk.press("<enter>");
    assert!(desk.app.window().is_none() && desk.app.pairs.open.is_some());
    desk.press("e");
    desk.type_text("other");
    desk.press("<enter> <esc> A");
    let text = page(&desk);
    assert!(text.contains("careful") && text.contains("verdict: false") && text.contains("advisory"), "{text}");
}

/// Blind, a filter by what is hidden would leave only the labelled pairs: it is refused, and one in force goes.
#[test]
fn blind_nothing_is_filtered_by_what_is_hidden() {
    let mut desk = labelling();
    filter(&mut desk, "outcome:loss");
    assert_eq!(shown(&desk).len(), 1);
    desk.press("b");
    assert!(notice(&desk).starts_with("the filter outcome:loss asked for what is hidden"), "{}", notice(&desk));
    assert_eq!(shown(&desk).len(), 2);
    desk.press("g e");
    desk.type_text("other");
    desk.press("<enter> <esc>");
    for text in ["outcome:loss", "-outcome:win", "first:b2", "guess:no-receipt", "first_receipts>0", "cell:win"] {
        filter(&mut desk, text);
        let prompt = desk.app.filter_prompt.as_ref().unwrap_or_else(|| panic!("{text} was taken"));
        let error = prompt.error.as_ref().unwrap().to_string();
        assert!(error.contains("is hidden while labelling is blind"), "{error}");
        assert_eq!(shown(&desk).len(), 2, "{text}");
        let screen = drawn(&mut desk, 120, 30);
        assert!(screen.contains(text) && !screen.contains("matching"), "{screen}");
        desk.press("<esc>");
    }
    filter(&mut desk, "label:other");
    assert_eq!(shown(&desk).len(), 1, "what one said oneself is no secret");
}
