//! Windows over a screen: what a page is, where the cursor is seen, and what works inside them.

use super::mouse::drawn;
use super::{Desk, LEDGER, call, head, open, step_at};
use vidimus::app::window::View;
use vidimus::theme::Glyphs;

/// The rows on screen as text.
fn screen(desk: &Desk) -> String {
    drawn(desk, Glyphs::Unicode).join("\n")
}

/// The title of the window says which of its rows are on screen: `(1-20 of 65 lines)`.
fn rows_shown(desk: &Desk) -> (usize, usize, usize) {
    let screen = screen(desk);
    let (_, rest) = screen.split_once(" (").unwrap();
    let (shown, _) = rest.split_once(" lines)").unwrap();
    let (rows, all) = shown.split_once(" of ").unwrap();
    let (first, last) = rows.split_once('-').unwrap();
    (first.parse().unwrap(), last.parse().unwrap(), all.parse().unwrap())
}

#[test]
fn a_page_goes_by_at_once_and_by_the_height_of_the_window() {
    let mut desk = open();
    desk.press("3 n <enter> n w");
    desk.app.size = (80, 20);
    // 20 rows less title, breadcrumbs, status and the frame.
    let (first, last, all) = rows_shown(&desk);
    assert_eq!((first, last), (1, 15));
    assert!(all > 30, "{all}");
    for key in ["<pagedown>", "<space>", "<ctrl-d>"] {
        let before = rows_shown(&desk);
        desk.press(key);
        let after = rows_shown(&desk);
        let last_top = all - 14;
        assert_eq!(after.0, (before.0 + 14).min(last_top), "{key} from {before:?}");
        assert!(screen(&desk).contains(" · "), "{}", screen(&desk));
    }
    desk.press("g");
    assert_eq!(rows_shown(&desk).0, 1);
    desk.press("G <pageup>");
    assert_eq!(rows_shown(&desk).0, all - 14 - 14);
    // There and back is where it was.
    desk.press("g <space> <pageup>");
    assert_eq!(rows_shown(&desk).0, 1);
}

#[test]
fn the_line_that_enter_is_for_has_a_sign_and_what_lies_under_a_window_has_none() {
    let mut desk = open();
    desk.press("j");
    assert!(screen(&desk).contains(" › t1"), "{}", screen(&desk));
    desk.press("?");
    assert!(!screen(&desk).contains('›'), "{}", screen(&desk));
    desk.press("<esc> n <enter> n w");
    assert!(!screen(&desk).contains('›'), "no line that leads on is under the cursor:\n{}", screen(&desk));
    // The rule of the violation, the nearest sample, and no further one.
    let mut links = Vec::new();
    for _ in 0..3 {
        desk.press("<tab>");
        let line = screen(&desk).lines().find(|line| line.contains("│› ")).map(str::to_owned).unwrap();
        links.push(line.contains("learned rule:") || line.contains("The nearest:"));
        assert!(screen(&desk).contains("enter go there"));
    }
    assert_eq!(links, [true, true, true]);
    desk.press("<shift-tab> <enter>");
    assert_eq!(desk.app.registries.rule().unwrap().tool.as_str(), "set");
}

#[test]
fn enter_on_a_line_that_leads_nowhere_says_so() {
    let mut desk = open();
    desk.press("3 n <enter> n w <enter>");
    assert_eq!(desk.app.notice.as_deref(), Some("this line leads nowhere; tab goes to the next one that does"));
    assert_eq!(desk.app.overlays.len(), 1);
}

/// Whoever reads that V shows the labels presses it there and then.
#[test]
fn the_labels_are_shown_inside_the_window_that_tells_of_them() {
    let mut desk = open();
    let labelled =
        call("f", "get", -1, true).replacen("\"arguments\"", "\"fault\":{\"type\":\"minted\"},\"arguments\"", 1);
    desk.grow(LEDGER, &(head("f", "t9", "a") + &labelled));
    desk.press("3 G <enter> w");
    assert_eq!(step_at(&desk), ("f".into(), 0));
    let hidden = desk.app.window().unwrap().page.as_text();
    assert!(!hidden.contains("outside this window") && !hidden.contains("minted"), "{hidden}");
    desk.press("V");
    let window = desk.app.window().unwrap();
    assert_eq!(window.view, View::Why);
    assert!(window.page.as_text().contains("minted"), "{}", window.page.as_text());
    desk.press("V");
    assert_eq!(desk.app.window().unwrap().page.as_text(), hidden);
}

/// How many lines of a text have a word.
fn lines_with(text: &str, word: &str) -> usize {
    text.lines().filter(|line| line.contains(word)).count()
}

/// `/` looks through the text of a window: n and N walk the matches until Esc, and then the receipts again.
#[test]
fn a_text_is_looked_for_in_a_window() {
    let mut desk = open();
    desk.press("3 n <enter> n w");
    let (step, text) = (step_at(&desk), desk.app.window().unwrap().page.as_text());
    let all = lines_with(&text, "price");
    assert!(all > 2, "{text}");
    desk.press("g /");
    desk.type_text("price");
    assert!(screen(&desk).contains(&format!("match 1 of {all}")), "{}", screen(&desk));
    desk.press("<enter> n");
    assert_eq!(desk.app.found_in_lines(), Some((2, all)));
    assert!(screen(&desk).contains(&format!("match 2 of {all}")), "{}", screen(&desk));
    let here = |desk: &Desk| {
        let window = desk.app.window().unwrap();
        window.page.lines[window.lookup.line().unwrap()].plain()
    };
    let second = here(&desk);
    assert!(second.contains("price"), "{second}");
    desk.press(". N");
    assert_eq!((here(&desk), step_at(&desk)), (second, step));
    for _ in 0..all {
        desk.press("n");
    }
    assert_eq!(desk.app.found_in_lines(), Some((all, all)));
    assert!(desk.app.notice.as_deref().unwrap().contains("no further match"), "{:?}", desk.app.notice);
    // What is found nowhere stays on the line, and Esc takes back what was before.
    desk.press("/");
    desk.type_text("nowhere");
    desk.press("<enter>");
    assert!(desk.app.notice.as_deref().unwrap().contains("no match for"), "{:?}", desk.app.notice);
    desk.press("<esc>");
    assert_eq!(desk.app.looked_for(), Some("price"));
    desk.press("<esc>");
    assert_eq!((desk.app.found_in_lines(), desk.app.window().is_some()), (None, true));
    assert!(!screen(&desk).contains("match "), "{}", screen(&desk));
    desk.press("<esc>");
    assert!(desk.app.window().is_none());
}

/// The page of the study is looked through as a window is; when it changes underneath, it is looked through again.
#[test]
fn a_text_is_looked_for_in_the_study() {
    let mut desk = super::pairs::open();
    desk.press("5");
    let page = |desk: &Desk| desk.app.studying.screen.window.page.as_text();
    desk.press("/");
    desk.type_text("won");
    desk.press("<enter>");
    let all = lines_with(&page(&desk), "won");
    assert_eq!(desk.app.found_in_lines(), Some((1, all)));
    desk.press("n");
    let window = &desk.app.studying.screen.window;
    assert!(window.page.lines[window.line().unwrap()].plain().contains("won"));
    assert_eq!((window.line(), desk.app.found_in_lines()), (window.lookup.line(), Some((2, all))));
    // What one more pair would do is more text.
    desk.press("/ <ctrl-u>");
    desk.type_text("more");
    desk.press("<enter>");
    let before = desk.app.found_in_lines().unwrap().1;
    assert_eq!(before, lines_with(&page(&desk), "more"));
    desk.press("p");
    let after = lines_with(&page(&desk), "more");
    assert!(after > before, "{}", page(&desk));
    assert_eq!(desk.app.found_in_lines().unwrap().1, after);
    desk.press("<esc>");
    assert_eq!((desk.app.found_in_lines(), desk.app.tab), (None, vidimus::app::Tab::Study));
}

/// A value shown whole: its lines are looked through, and the one that has it comes to the top.
#[test]
fn a_text_is_looked_for_in_a_whole_value() {
    let mut desk = open();
    desk.press("3 n <enter> v");
    let Some(vidimus::app::Overlay::Reader(reader)) = desk.app.overlays.last() else { panic!("no value") };
    let all = lines_with(reader.text(), "price");
    assert!(all > 0, "{}", reader.text());
    desk.press("/");
    desk.type_text("price");
    desk.press("<enter>");
    assert_eq!(desk.app.found_in_lines(), Some((1, all)));
    desk.press("<esc>");
    assert_eq!(desk.app.found_in_lines(), None);
}
