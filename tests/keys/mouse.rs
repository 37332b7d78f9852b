//! Clicks: on what is drawn, found by looking at the screen.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use vidimus::app::effect::{Effect, Mouse};
use vidimus::app::keys::Scope;
use vidimus::app::msg::Msg;
use vidimus::app::screen::{registries, review, stepper};
use vidimus::app::window::View;
use vidimus::theme::{Glyphs, built_in};
use vidimus::view;

use super::{Desk, episode_at, open, rule_at, step_at};

/// Draws the screen and returns its rows.
pub(super) fn drawn(desk: &Desk, glyphs: Glyphs) -> Vec<String> {
    let (columns, rows) = desk.app.size;
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| view::draw(&desk.app, &built_in()[0], glyphs, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    (0..rows).map(|y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect()).collect()
}

/// The cell in which a text begins: the first from the top.
fn find(desk: &Desk, text: &str) -> (u16, u16) {
    let rows = drawn(desk, Glyphs::Unicode);
    let found = rows.iter().enumerate().find_map(|(y, row)| {
        let (before, _) = row.split_once(text)?;
        Some((u16::try_from(before.chars().count()).unwrap(), u16::try_from(y).unwrap()))
    });
    found.unwrap_or_else(|| panic!("no {text:?} in\n{}", rows.join("\n")))
}

pub(super) fn click(desk: &mut Desk, text: &str) {
    let (column, row) = find(desk, text);
    desk.tell(Msg::Clicked(column, row));
}

#[test]
fn a_click_goes_to_an_episode_and_another_one_opens_it() {
    let mut desk = open();
    click(&mut desk, "t5");
    assert_eq!((episode_at(&desk).as_str(), desk.app.scope()), ("e5", Scope::Episodes));
    click(&mut desk, "t5");
    assert_eq!(step_at(&desk).0, "e5");
}

#[test]
fn rows_of_a_scrolled_list_are_the_ones_on_screen() {
    let mut desk = open();
    desk.tell(Msg::Resized(100, 8));
    desk.press("G");
    click(&mut desk, "t6");
    assert_eq!(episode_at(&desk), "e6");
}

#[test]
fn headings_frames_and_empty_rows_do_nothing() {
    let mut desk = open();
    desk.press("jj");
    for y in [1, 2, 20, 29] {
        drawn(&desk, Glyphs::Unicode);
        desk.tell(Msg::Clicked(5, y));
        assert_eq!((episode_at(&desk).as_str(), desk.app.scope()), ("e2", Scope::Episodes), "row {y}");
    }
}

#[test]
fn a_click_in_another_pane_moves_the_cursor_there_and_opens_nothing() {
    let mut desk = open();
    desk.press("1");
    click(&mut desk, "set ");
    assert_eq!(rule_at(&desk).0, "set");
    assert_eq!(desk.app.registries.pane, registries::Pane::Tools);
    click(&mut desk, "positive");
    assert_eq!((rule_at(&desk).1.as_str(), desk.app.registries.pane), ("positive", registries::Pane::Rules));
    click(&mut desk, "call 1 of task t3");
    assert_eq!((desk.app.registries.pane, desk.app.registries.firings.place()), (registries::Pane::Firings, 1));
    assert!(desk.app.stepper.is_none());
    click(&mut desk, "call 1 of task t3");
    assert_eq!(step_at(&desk), ("e3".into(), 1));
}

/// The second row of a pane without the cursor is under that pane's own cursor; still, nothing unfolds.
#[test]
fn calls_and_fields_of_an_episode_are_clicked() {
    let mut desk = open();
    desk.press("3 G <enter>");
    click(&mut desk, "3   set");
    assert_eq!(step_at(&desk), ("e7".into(), 3));
    click(&mut desk, "arguments");
    let pane = |desk: &Desk| desk.app.stepper.as_ref().unwrap().pane;
    let rows = |desk: &Desk| desk.app.stepper.as_ref().unwrap().rows.len();
    let all = rows(&desk);
    assert_eq!(pane(&desk), stepper::Pane::Tree);
    click(&mut desk, "deep");
    assert_eq!(rows(&desk), all);
    click(&mut desk, "deep");
    assert_eq!(rows(&desk), all - 3, "deep held a, and a held two numbers");
}

#[test]
fn what_is_behind_a_window_is_not_clicked() {
    let mut desk = open();
    let (_, row) = find(&desk, "t5");
    for window in ["?", "L", ":"] {
        desk.press(window);
        drawn(&desk, Glyphs::Unicode);
        // Beside the window the list can still be seen.
        desk.tell(Msg::Clicked(0, row));
        assert_eq!((episode_at(&desk).as_str(), desk.app.overlays.len()), ("e0", 1), "{window}");
        desk.press("<esc>");
    }
}

#[test]
fn lines_of_a_window_that_lead_somewhere_are_clicked() {
    let mut desk = open();
    desk.press("f");
    assert_eq!(desk.app.window().unwrap().view, View::Fields);
    let at = desk.app.window().unwrap().place();
    click(&mut desk, "faults");
    assert_eq!(desk.app.window().unwrap().view, View::Fields);
    assert_ne!(desk.app.window().unwrap().place(), at);
    click(&mut desk, "faults");
    assert_eq!(desk.app.window().unwrap().view, View::Frequency);
}

#[test]
fn a_command_is_clicked() {
    let mut desk = open();
    desk.press(":");
    click(&mut desk, "turn the order round");
    assert_eq!(desk.app.overlays.len(), 1);
    click(&mut desk, "turn the order round");
    assert!(desk.app.episodes.reversed && desk.app.overlays.is_empty());
}

#[test]
fn what_was_not_drawn_last_is_not_clicked() {
    let mut desk = open();
    desk.tell(Msg::Clicked(5, 8));
    assert_eq!(episode_at(&desk), "e0", "no frame yet");
    desk.tell(Msg::Resized(60, 30));
    desk.press("1");
    let (column, row) = find(&desk, "set ");
    desk.press("<tab>");
    drawn(&desk, Glyphs::Unicode);
    desk.tell(Msg::Clicked(column, row));
    assert_eq!(desk.app.registries.pane, registries::Pane::Rules, "a narrow screen has no tools beside the rules");
    desk.press("3");
    let (column, row) = find(&desk, "t5");
    drawn(&desk, Glyphs::Words);
    desk.tell(Msg::Clicked(column, row));
    assert_eq!(episode_at(&desk), "e0", "lines in words stand elsewhere");
}

#[test]
fn a_click_ends_the_typing_of_a_filter_and_keeps_it() {
    let mut desk = open();
    desk.press("/adv");
    click(&mut desk, "t3");
    assert_eq!((episode_at(&desk).as_str(), desk.app.scope()), ("e3", Scope::Episodes));
    assert_eq!((desk.app.filter(), desk.app.episodes.list.rows().len()), ("adv", 4));
}

#[test]
fn the_mouse_is_left_to_the_terminal_and_taken_back() {
    let mut desk = open();
    for mouse in [Mouse::Terminals, Mouse::Ours] {
        desk.press(":toggle-mouse");
        let enter = crossterm::event::KeyEvent::from(crossterm::event::KeyCode::Enter);
        let effects = desk.app.update(Msg::Key(enter));
        assert!(effects.iter().any(|effect| matches!(effect, Effect::Mouse(whose) if *whose == mouse)), "{effects:?}");
        assert!(desk.app.notice.as_deref().unwrap().starts_with("the mouse is"));
    }
}

#[test]
fn a_rule_of_the_queue_is_clicked_and_the_wheel_moves_what_is_under_it() {
    let mut desk = open();
    desk.press("2");
    let place = |desk: &Desk| (desk.app.review.screen.queue.place(), desk.app.review.screen.pane);
    let rows = desk.app.review.screen.queue.rows().len();
    assert_eq!((place(&desk), rows), ((0, review::Pane::Queue), 6));
    let (column, row) = find(&desk, "set ");
    desk.tell(Msg::Clicked(column, row));
    let at = place(&desk).0;
    let rule = desk.app.review.screen.queue.selected().unwrap().clone();
    assert_eq!((rule.tool.as_str(), place(&desk).1), ("set", review::Pane::Queue));
    let (card_column, card_row) = find(&desk, "Why look at it");
    desk.tell(Msg::Clicked(card_column, card_row));
    assert_eq!(place(&desk), (at, review::Pane::Card));
    // Over the queue it moves there, though the card has the cursor; nothing else changes hands.
    drawn(&desk, Glyphs::Unicode);
    desk.tell(Msg::Wheeled(9, column, row));
    assert_eq!(place(&desk), (5, review::Pane::Card));
    let (card_column, card_row) = find(&desk, "Why look at it");
    desk.press("<tab>");
    let before = (desk.app.review.screen.card.place(), place(&desk).0);
    desk.tell(Msg::Wheeled(3, card_column, card_row));
    assert_eq!(place(&desk), (before.1, review::Pane::Queue));
    desk.press("1");
    find(&desk, "set ");
    let (column, row) = find(&desk, "get ");
    desk.press("<tab>");
    drawn(&desk, Glyphs::Unicode);
    desk.tell(Msg::Wheeled(1, column, row));
    assert_eq!((rule_at(&desk).0.as_str(), desk.app.registries.pane), ("set", registries::Pane::Rules));
}
