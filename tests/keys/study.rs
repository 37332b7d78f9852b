//! The study screen: its numbers, what is behind them, and that they are those of the command.

use std::collections::BTreeSet;
use std::process::Command;

use super::desk::{Desk, RESAMPLES};
use super::pairs::run;
use super::{LEDGER, call, outcome, step_at};
use vidimus::app::Tab;
use vidimus::app::data::LedgerId;
use vidimus::app::msg::Msg;
use vidimus::domain::json::read;
use vidimus::sample::{self, Files, Truth};

/// Ten tasks in two arms. Won: 0 to 3. Lost: 4. Both complete 5 to 7, neither 8 and 9. Something is broken in 0 to 3
/// and in 5, so that the second arm gains 4 of 5 there, and loses 1 of 5 elsewhere. One task more is in one arm only.
fn hand_made(study: &str) -> String {
    let mut text = format!("{{\"format\":\"vidimus.ledger/1\",\"study\":\"{study}\"}}\n");
    for n in 0..11 {
        for (arm, completes) in [("baseline", (4..8).contains(&n)), ("advisory", n < 4 || (5..8).contains(&n))] {
            if n == 10 && arm == "advisory" {
                continue;
            }
            let id = format!("{arm}-{n}");
            let head = format!(
                "{{\"kind\":\"episode\",\"episode\":\"{id}\",\"task\":\"t{n}\",\"arm\":\"{arm}\",\"model\":\"m\",\"trial\":0}}\n"
            );
            text += &head;
            let fault = if n < 4 || n == 5 { ",\"fault\":{\"type\":\"wrong_type\"}}" } else { "}" };
            text += &call(&id, "get", 1, arm == "advisory" && n < 4).replace("}\n", &format!("{fault}\n"));
            text += &outcome(&id, completes);
        }
    }
    text
}

fn open_hand_made() -> Desk {
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(100, 40));
    desk.open_ledger(LEDGER, "study.jsonl", &hand_made("one"));
    desk.tell(Msg::Found(Vec::new()));
    desk
}

fn open_sample() -> (Desk, Truth) {
    let mut files = Files::default();
    let Ok(truth) = sample::generate(sample::TASKS, sample::SEED, &mut files);
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(100, 40));
    let text = String::from_utf8(files.into_files().remove("study.jsonl").unwrap()).unwrap();
    desk.open_ledger(LEDGER, "study.jsonl", &text);
    desk.tell(Msg::Found(Vec::new()));
    (desk, truth)
}

fn page(desk: &Desk) -> String {
    desk.app.studying.screen.window.page.as_text()
}

/// Puts the cursor on the first line that has this text.
fn stand_on(desk: &mut Desk, text: &str) {
    desk.press("g");
    for _ in 0..page(desk).lines().count() {
        if here(desk).contains(text) {
            return;
        }
        desk.press("j");
    }
    panic!("{text} is on no line of\n{}", page(desk));
}

fn here(desk: &Desk) -> String {
    let window = &desk.app.studying.screen.window;
    window.page.lines[window.line().unwrap()].plain()
}

#[track_caller]
fn assert_says(desk: &Desk, text: &str) {
    let squeezed: String = page(desk).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(squeezed.contains(text), "{text}\n{}", page(desk));
}

/// 4 wins and 1 loss: p = 2 · (1 + 5) / 2^5; with one more loss 2 · (1 + 6 + 15) / 2^6; with one more win
/// 2 · (1 + 6) / 2^6.
#[test]
fn who_won_and_whether_it_is_more_than_noise() {
    let mut desk = open_hand_made();
    desk.press("5");
    assert_eq!(desk.app.tab, Tab::Study);
    assert_says(&desk, "advisory against baseline: no difference beyond noise (+30.0 points, p = .375)");
    assert_says(&desk, "baseline 4 of 10 (40.0%)");
    assert_says(&desk, "advisory 7 of 10 (70.0%)");
    assert_says(&desk, "won 4 only advisory completes");
    assert_says(&desk, "lost 1 only baseline completes");
    assert_says(&desk, "1 episode without a partner");
    assert!(!page(&desk).contains("one more"));
    desk.press("p");
    assert_says(&desk, "one more loss would move p from .375 to .688");
    assert_says(&desk, "one more win would move p from .375 to .219");
    desk.press("p");
    assert!(!page(&desk).contains("one more"));
    assert!(!page(&desk).contains("in other arms"));
    // The arms the other way round: wins are losses.
    desk.press("x");
    assert_says(&desk, "baseline against advisory: no difference beyond noise (-30.0 points, p = .375)");
    assert_says(&desk, "won 1 only baseline completes");
}

/// Nothing is counted before a ledger is open, and nothing is drawn here: the end of the page is no place to search
/// back from.
#[test]
fn keys_on_a_page_without_numbers_come_back_at_once() {
    let mut desk = Desk::default();
    for key in ["5", "G", "{"] {
        desk.press(key);
    }
    assert_eq!(here(&desk), "What stands out in the episodes", "the section before the last one");
    // As soon as there are numbers, the first key stands on one of them.
    let mut desk = open_hand_made();
    desk.press("5");
    desk.press("G");
    desk.press("{");
    assert!(here(&desk).trim() != "");
}

/// The second arm has a call in each of 10 episodes, 4 with a receipt and all of these broken, 5 clean; nobody watched the
/// 11 calls of the first.
#[test]
fn receipts_are_counted_in_arms_that_have_any() {
    let mut desk = open_hand_made();
    desk.press("5");
    assert_says(&desk, "all calls with a receipt 4 of 10 (40.0%)");
    assert_says(&desk, "of clean calls, in episodes without a fault 0 of 5 (0.0%)");
    assert_says(&desk, "baseline: no receipt is recorded in 11 calls");
    assert!(!page(&desk).contains("of 21"), "{}", page(&desk));
    // Four receipts are four signs, and no more.
    desk.press("s");
    assert!(page(&desk).contains("∎∎∎∎") && !page(&desk).contains("∎∎∎∎∎"), "{}", page(&desk));
}

/// +80 points where something is broken, −20 elsewhere: they balance at .20; at π the net effect is 100 π − 20.
#[test]
fn the_dial_turns_the_prevalence_of_faults() {
    let mut desk = open_hand_made();
    desk.press("5");
    assert_says(&desk, "advisory helps from π = 0.20 on");
    assert_says(&desk, "π 0.50");
    desk.press("<right>");
    assert!(here(&desk).contains("π 0.51") && here(&desk).contains("+31.0 points"), "{}", here(&desk));
    desk.press(">");
    assert!(here(&desk).contains("π 0.61") && here(&desk).contains("+41.0 points"), "{}", here(&desk));
    for _ in 0..5 {
        desk.press_key("<");
    }
    desk.press("<left>");
    assert!(here(&desk).contains("π 0.10") && here(&desk).contains("-10.0 points"), "{}", here(&desk));
    desk.press("90 <left>");
    assert!(here(&desk).contains("π 0.00"), "it stops at the end: {}", here(&desk));
    desk.press("<enter>");
    assert_eq!(desk.app.tab, Tab::Study, "nothing is behind it: {:?}", desk.app.notice);
}

/// Of 9 pairs 4 are broken: .4444, which is neither .44 nor .45. Turned, it is of whole hundredths.
#[test]
fn the_dial_starts_where_the_study_stands() {
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(100, 40));
    let text = hand_made("one");
    let kept = text.lines().filter(|line| !line.contains("-5\""));
    desk.open_ledger(LEDGER, "study.jsonl", &kept.fold(String::new(), |text, line| text + line + "\n"));
    desk.tell(Msg::Found(Vec::new()));
    desk.press("5");
    assert_says(&desk, "π 0.4444");
    desk.press("<right>");
    assert!(here(&desk).contains("π 0.45 "), "{}", here(&desk));
    desk.press("<left>");
    assert!(here(&desk).contains("π 0.44 "), "{}", here(&desk));
}

#[test]
fn the_numbers_are_those_of_the_generator() {
    let (mut desk, truth) = open_sample();
    desk.press("5");
    let count = |of: fn(&&sample::PairTruth) -> bool| truth.pairs.iter().filter(of).count();
    let (wins, losses) = (count(|pair| pair.is_win()), count(|pair| pair.is_loss()));
    assert_says(&desk, &format!("won {wins} only advisory completes"));
    assert_says(&desk, &format!("lost {losses} only baseline completes"));
    assert_says(&desk, &format!("both {} both complete", count(|pair| pair.completed == [true, true])));
    assert_says(&desk, &format!("neither {} neither completes", count(|pair| pair.completed == [false, false])));
    assert_says(&desk, &format!("{} receipts in", truth.receipts));
    for (words, count) in
        ["took a listed tool", "went on with another tool", "called the same tool again", "called nothing more"]
            .iter()
            .zip(truth.next_actions)
    {
        assert_says(&desk, &format!("{words} {count} "));
    }
    assert_says(
        &desk,
        &format!("receipts that list two tools or more: {} of {}", truth.receipts_with_choice, truth.receipts),
    );
    // Each stratum with its own wins.
    desk.press("s s");
    let strata: BTreeSet<&str> = truth.pairs.iter().map(|pair| pair.stratum.as_str()).collect();
    for stratum in strata {
        let of = || truth.pairs.iter().filter(|pair| pair.stratum == stratum);
        let wins = of().filter(|pair| pair.is_win()).count();
        let line = page(&desk).lines().find(|line| line.starts_with(stratum)).map(str::to_owned).unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[1], of().count().to_string(), "{line}");
        assert_eq!(words[words.len() - 3], wins.to_string(), "{line}");
    }
}

/// What the screen writes as data is what the command prints, to the last digit.
#[test]
fn the_screen_and_the_command_say_the_same() {
    let (mut desk, _) = open_sample();
    desk.press("5 W <ctrl-u>");
    desk.type_text("study.json");
    desk.press("<enter>");
    let folder = tempfile::tempdir().unwrap();
    let mut files = Files::default();
    let Ok(_) = sample::generate(sample::TASKS, sample::SEED, &mut files);
    std::fs::write(folder.path().join("study.jsonl"), &files.into_files()["study.jsonl"]).unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_vidimus"))
        .args(["study", "study.jsonl", "--format", "json", "--resamples", &RESAMPLES.to_string()])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let printed = read(&String::from_utf8(run.stdout).unwrap()).unwrap().value;
    let written = read(&desk.files["study.json"]).unwrap().value;
    assert!(printed.get("paired").and_then(|it| it.as_array()).is_some_and(|lines| !lines.is_empty()));
    assert_eq!(written.to_string(), printed.to_string());
}

#[test]
fn a_number_opens_exactly_what_it_counts_and_esc_comes_back_to_it() {
    let (mut desk, truth) = open_sample();
    desk.press("5");
    stand_on(&mut desk, "only advisory completes");
    desk.press("<enter>");
    assert_eq!(desk.app.tab, Tab::Pairs);
    let shown: BTreeSet<String> =
        desk.app.pairs.screen.list.rows().iter().map(|pair| pair.second.1.to_string()).collect();
    let won = truth.pairs.iter().filter(|pair| pair.is_win()).map(|pair| pair.episodes[1].to_string());
    assert_eq!(shown, won.collect());
    // A filter goes first, then the way leads back.
    desk.press("/");
    desk.type_text("receipts>0");
    desk.press("<enter> <esc>");
    assert_eq!(desk.app.tab, Tab::Pairs);
    desk.press("<esc>");
    assert_eq!(desk.app.tab, Tab::Study);
    assert!(here(&desk).contains("only advisory completes"), "{}", here(&desk));
    // Episodes, and one of them, and back.
    stand_on(&mut desk, "receipts in");
    desk.press("<enter>");
    assert_eq!((desk.app.tab, desk.app.stepper.is_some()), (Tab::Episodes, false));
    let with_receipts = truth.pairs.iter().filter(|pair| !pair.turns.is_empty()).count();
    assert_eq!(desk.app.episodes.list.rows().len(), with_receipts);
    desk.press("<enter> <esc> <esc>");
    assert_eq!(desk.app.tab, Tab::Study);
    assert!(here(&desk).contains("receipts in"), "{}", here(&desk));
    // By its tab the list is whole again.
    desk.press("<enter> <alt-5> 3");
    assert_eq!(desk.app.episodes.list.rows().len() as u64, truth.episodes);
}

#[test]
fn numbers_are_counted_again_only_when_something_else_is_known() {
    let mut desk = open_hand_made();
    desk.press("5");
    desk.is_holding = true;
    desk.press("s i j k 4 5 3 5");
    assert!(!desk.app.studying.is_counting(), "nothing has changed");
    desk.press("s s s s i");
    desk.is_holding = false;
    assert_says(&desk, "+30.0 points");
    // One more episode: the eleventh task has a partner now, and is won.
    let head = "{\"kind\":\"episode\",\"episode\":\"late\",\"task\":\"t10\",\"arm\":\"advisory\",\"model\":\"m\",\"trial\":0}\n";
    desk.grow(LEDGER, &format!("{head}{}{}", call("late", "get", 1, false), outcome("late", true)));
    assert_says(&desk, "won 5 only advisory completes");
    assert!(!page(&desk).contains("without a partner"));
}

/// Numbers that come too late are of what was there before: they are shown as such only until the others come.
#[test]
fn what_changes_while_it_is_counted_is_counted_again() {
    let mut desk = open_hand_made();
    desk.is_holding = true;
    desk.press("5");
    assert!(desk.app.studying.is_counting() && page(&desk).is_empty());
    let head = "{\"kind\":\"episode\",\"episode\":\"late\",\"task\":\"t10\",\"arm\":\"advisory\",\"model\":\"m\",\"trial\":0}\n";
    desk.grow(LEDGER, &format!("{head}{}{}", call("late", "get", 1, false), outcome("late", true)));
    desk.release();
    assert_says(&desk, "won 5 only advisory completes");
    assert!(!desk.app.studying.is_counting() && !desk.app.studying.is_without_intervals());
}

/// A page is made of the numbers that have come, whatever was pressed while the next ones were on their way.
#[test]
fn keys_pressed_while_intervals_are_drawn_do_not_keep_them_away() {
    let mut desk = open_hand_made();
    desk.press("5");
    let whole = page(&desk);
    assert!(!whole.contains("is being drawn"));
    for key in ["j", "g", "s", "i", "4 5"] {
        let mut desk = open_hand_made();
        desk.is_holding = true;
        desk.press("5");
        desk.release_some(1);
        assert!(page(&desk).contains("is being drawn"), "{}", page(&desk));
        desk.press(key);
        desk.release();
        assert!(!page(&desk).contains("is being drawn"), "{key}\n{}", page(&desk));
        assert!(["s", "i"].contains(&key) || page(&desk) == whole, "{key}");
    }
}

/// An outcome is known as soon as its line was seen, what lies in calls only when these were read.
#[test]
fn numbers_of_calls_that_are_not_read_say_so() {
    let mut desk = Desk::default();
    desk.is_holding = true;
    desk.tell(Msg::Resized(100, 40));
    desk.open_ledger(LEDGER, "study.jsonl", &hand_made("one"));
    desk.tell(Msg::Found(Vec::new()));
    desk.press("5");
    let note = "Counted when 0 of 21 episodes had been read: receipts, faults, what stands out and costs are those of";
    // Numbers come before what was asked for first.
    desk.release_last();
    assert_says(&desk, "won 4 only advisory completes");
    assert_says(&desk, note);
    desk.release();
    assert_says(&desk, "4 receipts in 4 episodes");
    assert!(!page(&desk).contains("had been read"));
}

#[test]
fn different_studies_are_not_pooled_unless_asked() {
    let mut desk = open_hand_made();
    let other =
        hand_made("two").replace("baseline-", "b-").replace("advisory-", "a-").replace("\"task\":\"t", "\"task\":\"u");
    desk.open_ledger(LedgerId(7), "other.jsonl", &other);
    desk.press("5");
    assert_says(&desk, "These episodes are of different origins");
    assert_says(&desk, "study one: 21 episodes");
    stand_on(&mut desk, "study two");
    desk.press("<enter>");
    assert_eq!(desk.app.episodes.list.rows().len(), 21);
    desk.press("<esc> +");
    assert_says(&desk, "won 8 only advisory completes");
    desk.press("+");
    assert_says(&desk, "These episodes are of different origins");
}

/// Of three arms two are looked at, and the third is not forgotten.
#[test]
fn episodes_of_other_arms_are_told() {
    let mut desk = open_hand_made();
    let third = hand_made("one")
        .lines()
        .skip(1)
        .filter(|line| line.contains("advisory"))
        .fold(String::new(), |text, line| text + &line.replace("advisory", "third") + "\n");
    desk.grow(LEDGER, &third);
    desk.press("5");
    assert_says(&desk, "10 episodes are in other arms (third)");
    stand_on(&mut desk, "in other arms");
    desk.press("<enter>");
    assert_eq!(desk.app.episodes.list.rows().len(), 10);
}

#[test]
fn numbers_are_copied_linked_and_walked() {
    let mut desk = open_hand_made();
    desk.press("5 <tab>");
    stand_on(&mut desk, "only baseline completes");
    desk.press("y Y");
    assert_eq!(desk.copied[0].split_whitespace().collect::<Vec<_>>().join(" "), "lost 1 only baseline completes");
    let link = vidimus::link::Link::parse(&desk.copied[1]).unwrap();
    assert_eq!(vidimus::link::Link::parse(&link.to_string()), Ok(link.clone()));
    desk.press("3");
    desk.app.go_to_link(&link).unwrap();
    assert!(here(&desk).contains("only baseline completes"), "{}", here(&desk));
    desk.press("<right> p");
    let line = desk.app.command_line().unwrap().join(" ");
    assert_eq!(
        line, "vidimus study study.jsonl --arms baseline,advisory --sensitivity --prevalence 0.51",
        "the command that prints it"
    );
    desk.press("p");
    // From section to section, and on a screen that is too small nothing breaks.
    desk.press("g }");
    let first = here(&desk);
    desk.press("}");
    assert_ne!(here(&desk), first);
    desk.press("{");
    assert_eq!(here(&desk), first);
    desk.tell(Msg::Resized(30, 8));
    desk.press("j j G g / q");
}

/// Whoever comes back finds the tables and π as they were left.
#[test]
fn grouping_and_prevalence_outlive_the_visit() {
    let visit = |text: Option<String>| {
        let mut desk = Desk::default();
        desk.tell(Msg::Resized(100, 40));
        desk.tell(Msg::SessionBegun { paths: vec!["x".into()], text, with_theme: false });
        desk.open_ledger(LEDGER, "study.jsonl", &hand_made("one"));
        desk.tell(Msg::Found(Vec::new()));
        desk
    };
    let mut desk = visit(None);
    desk.press("5 s > <right> i p");
    let set = |desk: &Desk| {
        let screen = &desk.app.studying.screen;
        (screen.by, screen.prevalence, screen.is_open, screen.is_sensitive)
    };
    let before = set(&desk);
    assert_eq!((before.1, before.2, before.3), (Some(0.61), true, true));
    assert_eq!(set(&visit(desk.app.session_text())), before);
}

/// The command of a list behind a number prints that list and no other.
#[test]
fn the_command_of_a_list_behind_a_number_names_its_rows() {
    let mut desk = open_hand_made();
    desk.press("5");
    stand_on(&mut desk, "only baseline completes");
    desk.press("<enter>");
    let line = desk.app.command_line().unwrap();
    assert_eq!(line.last().unwrap(), "first:\"baseline-4\"");
    let filter = vidimus::query::pair::PairFilter::parse(line.last().unwrap()).unwrap();
    let rows =
        desk.app.pairs.keys().iter().filter(|key| filter.passes_with(|| desk.app.pair_facts(key).unwrap().values()));
    assert_eq!(rows.collect::<Vec<_>>(), desk.app.pairs.screen.list.rows().iter().collect::<Vec<_>>());
    desk.press("/");
    desk.type_text("outcome:loss");
    desk.press("<enter>");
    assert_eq!(desk.app.command_line().unwrap().last().unwrap(), "outcome:loss first:\"baseline-4\"");
    desk.press("<esc> <esc>");
    stand_on(&mut desk, "advisory  ");
    desk.press("<enter>");
    assert_eq!(desk.app.tab, Tab::Episodes);
    let line = desk.app.command_line().unwrap();
    let at = line.iter().position(|word| word == "--filter").unwrap();
    // Those of the arm that completed.
    let ids: Vec<String> = [0, 1, 2, 3, 5, 6, 7].map(|n| format!("\"advisory-{n}\"")).to_vec();
    assert_eq!(line[at + 1], format!("episode:{}", ids.join(",")));
}

/// A number of receipts opens its episodes at the first of them.
#[test]
fn a_number_of_calls_opens_episodes_at_the_first_of_them() {
    let mut desk = super::pairs::open();
    let late = run("b8", "late", "baseline", &[("get", 1)], true)
        + &run("a8", "late", "advisory", &[("get", 1), ("get", 1), ("get", -1), ("set", 1), ("get", -1)], true);
    desk.grow(LEDGER, &late);
    desk.press("5");
    stand_on(&mut desk, "receipts in ");
    desk.press("<enter>");
    assert_eq!(desk.app.tab, Tab::Episodes);
    let rows = desk.app.episodes.list.rows().to_vec();
    let episodes = desk.app.data.ledger(LEDGER).unwrap().index.episodes();
    let at = rows.iter().position(|row| episodes[row.place].id.as_str() == "a8").unwrap();
    desk.press(&"j ".repeat(at));
    desk.press("<enter>");
    assert_eq!(step_at(&desk), ("a8".into(), 2));
    assert_eq!(desk.app.notice.as_deref(), Some("call 2 is the first here of: with a receipt"));
    // Asked for by hand it is the same; without that an episode begins at its beginning.
    desk.press("<esc> <esc> 3 /");
    desk.type_text("receipts>1 task:late");
    desk.press("<enter> <enter>");
    assert_eq!(step_at(&desk), ("a8".into(), 2));
    desk.press("<esc> / <ctrl-u>");
    desk.type_text("arm:advisory task:late");
    desk.press("<enter> <enter>");
    assert_eq!(step_at(&desk), ("a8".into(), 0));
}
