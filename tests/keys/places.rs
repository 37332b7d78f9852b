//! What a place says of itself: what broke is in sight, where Esc leads, how what is typed is taken.

use super::mouse::drawn;
use super::{Desk, LEDGER, call, head, open, step_at};
use vidimus::app::Overlay;
use vidimus::app::msg::Msg;
use vidimus::app::screen::stepper::Pane;
use vidimus::app::window::View;
use vidimus::theme::Glyphs;

fn notice(desk: &Desk) -> &str {
    desk.app.notice.as_deref().unwrap_or_default()
}

fn row(desk: &Desk) -> String {
    desk.app.stepper.as_ref().unwrap().row().unwrap().label.clone()
}

fn screen(desk: &Desk) -> String {
    drawn(desk, Glyphs::Unicode).join("\n")
}

#[test]
fn the_field_that_broke_is_in_sight_below_long_arguments() {
    let mut desk = open();
    let long: Vec<String> = (0..40).map(|at| format!("\"a{at}\":{at}")).collect();
    let long = call("long", "set", -1, true).replacen("\"q\":\"x\"", &long.join(","), 1);
    desk.grow(LEDGER, &(head("long", "t", "a") + &call("long", "get", 1, false) + &long));
    desk.press("G <enter>");
    assert!(!screen(&desk).contains("price: -1"));
    desk.press("n");
    assert!(screen(&desk).contains("price: -1"), "{}", screen(&desk));
    assert_eq!((desk.app.stepper.as_ref().unwrap().pane, row(&desk).as_str()), (Pane::Calls, "price"));
    // Where nothing broke one reads from the top again; and a line that somebody chose stays.
    desk.press("k");
    assert_eq!(row(&desk), "arguments");
    desk.press("<tab> j <esc> n");
    assert_eq!(row(&desk), "price");
}

#[test]
fn what_is_typed_takes_the_place_of_the_old_filter_and_a_motion_goes_on_with_it() {
    let mut desk = open();
    desk.press("/ e 3 <enter>");
    assert_eq!(desk.app.episodes.filter, "e3");
    desk.press("/ e 5 <enter>");
    assert_eq!(desk.app.episodes.filter, "e5");
    desk.press("/ <end> x <enter>");
    assert_eq!(desk.app.episodes.filter, "e5x");
    desk.press("/ <backspace> <enter>");
    assert_eq!(desk.app.episodes.filter, "e5");
    desk.press("/ x <esc>");
    assert_eq!(desk.app.episodes.filter, "e5");
}

#[test]
fn what_is_nowhere_in_an_episode_stays_on_the_line_and_says_so() {
    let mut desk = open();
    desk.press("<enter> /");
    assert!(screen(&desk).contains("find (nothing is hidden):"), "{}", screen(&desk));
    desk.press("z z <enter>");
    assert!(notice(&desk).starts_with("no match for \"zz\" among the tools of this episode"), "{}", notice(&desk));
    assert!(desk.app.filter_prompt.is_some());
    desk.press("<esc> <tab> / z z <enter>");
    assert!(notice(&desk).starts_with("no match for \"zz\" in this call"), "{}", notice(&desk));
}

/// Calls are numbered from 0.
#[test]
fn a_number_before_g_is_that_of_the_call() {
    let mut desk = open();
    desk.press("G <enter> 5G");
    assert_eq!(step_at(&desk), ("e7".into(), 5));
    desk.press("99G");
    assert_eq!((step_at(&desk).1, notice(&desk)), (8, "there is no call 99: the last one is 8"));
}

#[test]
fn esc_says_where_it_led_and_what_the_next_one_does() {
    let mut desk = open();
    desk.press("j <enter> n t <tab> <esc>");
    assert_eq!(notice(&desk), "in the list of calls; esc again ends the following");
    desk.press("<esc>");
    assert_eq!(notice(&desk), "nothing is followed any more; esc again goes back");
    desk.press("<tab> <esc>");
    assert_eq!(notice(&desk), "in the list of calls; esc again leads to the list of episodes");
}

#[test]
fn a_second_start_says_that_it_goes_on() {
    let begin = |text: Option<&str>| {
        let mut desk = Desk::default();
        let text = text.map(str::to_owned);
        desk.tell(Msg::SessionBegun { paths: vec!["study.jsonl".into()], text, with_theme: false });
        desk.open_ledger(LEDGER, "study.jsonl", &super::study());
        desk.tell(Msg::Found(Vec::new()));
        desk
    };
    let mut desk = begin(None);
    assert_eq!(notice(&desk), "");
    desk.press("3 jj <enter> jj");
    let next = begin(desk.app.session_text().as_deref());
    assert_eq!(step_at(&next), ("e2".into(), 2));
    assert_eq!(notice(&next), "back where you left off: task t2, trial 0, call 2; esc leads to the list");
}

#[test]
fn tabs_show_the_keys_that_work_in_an_episode_and_are_clicked_there() {
    let mut desk = open();
    assert!(screen(&desk).starts_with(" vidimus  1 Registries"));
    desk.press("<enter>");
    assert!(screen(&desk).starts_with(" vidimus  alt-1 Registries  alt-2 Review  alt-3 Episodes"));
    // ` vidimus  alt-1 Registries  alt-2 Review`: the R of Review.
    desk.tell(Msg::Clicked(34, 0));
    assert_eq!(desk.app.tab, vidimus::app::Tab::Review);
}

#[test]
fn an_episode_is_found_by_the_words_of_its_task_and_trial() {
    let mut desk = open();
    let more: String = ["1", "10", "2"]
        .iter()
        .flat_map(|task| {
            (0..11).map(move |trial| {
                let head = head(&format!("x{task}x{trial}"), task, "a");
                head.replacen("\"trial\":0", &format!("\"trial\":{trial}"), 1)
            })
        })
        .collect();
    desk.grow(LEDGER, &more);
    for typed in ["task 10 trial 2", "10 2"] {
        desk.press("<ctrl-p>");
        desk.type_text(typed);
        let Some(Overlay::Find(finder)) = desk.app.overlays.last() else { panic!("no prompt") };
        let first = finder.row(*finder.list.selected().unwrap()).unwrap();
        assert_eq!(first.name, "task 10 trial 2", "after {typed}");
        desk.press("<esc>");
    }
}

#[test]
fn the_best_match_of_a_filter_on_tools_has_the_cursor() {
    let mut desk = open();
    let tools = ["a_set", "set", "set_all"].map(|tool| (tool, &[super::POSITIVE][..]));
    desk.read_registry(super::REGISTRY, "rules.json", super::registry(&tools).as_bytes());
    desk.press("1 / s e t");
    assert_eq!(desk.app.registries.tools.selected().unwrap().as_str(), "set");
}

#[test]
fn a_tool_may_stand_behind_the_name_of_the_coverage() {
    let mut desk = open();
    desk.press(":");
    desk.type_text("coverage set");
    desk.press("<enter>");
    assert_eq!(desk.app.window().unwrap().view, View::Coverage);
    assert!(desk.app.window().unwrap().page.title.contains("set"), "{}", desk.app.window().unwrap().page.title);
    desk.press("<esc> :");
    desk.type_text("coverage nothing");
    desk.press("<enter>");
    assert_eq!(notice(&desk), "no loaded tool is called nothing");
}

#[test]
fn a_number_as_a_filter_says_where_else_it_is_looked_for() {
    let mut desk = open();
    desk.press("/ 1");
    assert!(screen(&desk).contains("task:1 looks at the task alone"), "{}", screen(&desk));
}
