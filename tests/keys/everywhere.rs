//! What works the same on every screen.

use vidimus::app::keymap::{Keymap, OwnKeys};
use vidimus::app::keys::Scope;
use vidimus::app::msg::Msg;
use vidimus::app::window::View;
use vidimus::app::{Overlay, Tab};

use super::{open, step_at};

#[test]
fn q_closes_windows_first_and_ctrl_c_quits_from_everywhere() {
    let mut desk = open();
    desk.press("? q");
    assert_eq!((desk.app.overlays.len(), desk.has_quit), (0, false));
    desk.press("q");
    assert!(desk.has_quit);
    for place in ["", "1", "<enter>", "?", "L", "R", ":", ":sor", "/", "/x", "<enter> w", "?:"] {
        let mut desk = open();
        desk.press(place);
        assert!(!desk.has_quit);
        desk.press("<ctrl-c>");
        assert!(desk.has_quit, "after {place:?}");
    }
}

#[test]
fn esc_never_quits_and_always_ends_at_a_list() {
    for place in ["1", "1<tab>", "<enter><tab>", "?L R", ":x", "/x", "<enter>nw?", "1<tab>/x<enter>"] {
        let mut desk = open();
        desk.press(place);
        for _ in 0..8 {
            desk.press("<esc>");
        }
        assert!(!desk.has_quit, "after {place:?}");
        assert!(matches!(desk.app.scope(), Scope::Registries | Scope::Episodes), "after {place:?}");
    }
}

#[test]
fn digits_show_tabs_and_an_open_episode_stays_open_behind() {
    let mut desk = open();
    desk.press("j <enter> j <alt-1>");
    assert_eq!((desk.app.tab, desk.app.scope()), (Tab::Registries, Scope::Registries));
    desk.press("3");
    assert_eq!((desk.app.scope(), step_at(&desk)), (Scope::Stepper, ("e1".into(), 1)));
}

#[test]
fn the_palette_finds_and_runs_commands() {
    let mut desk = open();
    desk.press(":");
    let Some(Overlay::Find(finder)) = desk.app.overlays.last() else { panic!("no palette") };
    let all = finder.list.rows().len();
    desk.type_text("sort by the");
    let Some(Overlay::Find(finder)) = desk.app.overlays.last() else { panic!("no palette") };
    assert!((1..all).contains(&finder.list.rows().len()));
    desk.press("<enter>");
    assert_eq!((desk.app.overlays.len(), desk.app.episodes.sort.name()), (0, "task"));
    // Lines below the first are reached with the arrows; no match does nothing.
    desk.press(":<down><up><esc>:zzzzzz<enter>");
    assert_eq!((desk.app.overlays.len(), desk.app.episodes.sort.name()), (0, "task"));
    desk.press(":registriesscreen<enter>");
    assert_eq!(desk.app.tab, Tab::Registries);
}

/// The palette over a window offers what applies below the window, line by line.
#[test]
fn the_palette_over_a_window_offers_the_commands_of_the_screen() {
    let mut desk = open();
    desk.press(":");
    let Some(Overlay::Find(finder)) = desk.app.overlays.last() else { panic!("no palette") };
    let offered = finder.list.rows().len();
    desk.press("<esc> ? :");
    let Some(Overlay::Find(finder)) = desk.app.overlays.last() else { panic!("no palette") };
    assert_eq!(finder.list.rows().len(), offered);
}

#[test]
fn a_tab_clicked_while_a_filter_is_typed_ends_the_typing() {
    let mut desk = open();
    desk.press("1 /ge 3 <esc>");
    desk.press("/set");
    let at = " vidimus  1 Registries  2 Review  ".len();
    desk.tell(Msg::Clicked(u16::try_from(at).unwrap(), 0));
    assert_eq!((desk.app.tab, desk.app.scope()), (Tab::Episodes, Scope::Episodes));
    desk.press("<esc>");
    assert_eq!((desk.app.filter(), desk.app.episodes.list.rows().len()), ("", 8));
}

#[test]
fn pasted_text_is_typed_and_never_taken_for_keys() {
    let mut desk = open();
    desk.tell(Msg::Pasted("qqq".into()));
    assert!(!desk.has_quit);
    desk.press("/");
    desk.tell(Msg::Pasted("e\u{1b}[2J\r\n3".into()));
    assert_eq!((desk.app.filter(), desk.app.scope()), ("e[2J3", Scope::Prompt));
}

#[test]
fn themes_go_round() {
    let mut desk = open();
    desk.press("T");
    desk.tell(Msg::ThemesFound(vec!["dark".into(), "light".into()]));
    desk.press("T");
    assert_eq!(desk.app.notice.as_deref(), Some("theme: light"));
    desk.press("T");
    assert_eq!(desk.app.notice.as_deref(), Some("theme: dark"));
}

/// Help says what works where it is asked for: in a window, while typing; asked again it goes, and nothing else with it.
#[test]
fn help_is_of_the_very_place_and_goes_alone() {
    let mut desk = open();
    let scope_of_help = |desk: &super::Desk| match desk.app.window().map(|window| &window.view) {
        Some(View::Help(scope)) => Some(*scope),
        _ => None,
    };
    desk.press("<enter> w ?");
    assert_eq!(scope_of_help(&desk), Some(Scope::Overlay));
    desk.press("?");
    assert_eq!(desk.app.window().map(|window| &window.view), Some(&View::Why));
    desk.press("<esc> <esc> / x <f1>");
    assert_eq!(scope_of_help(&desk), Some(Scope::Prompt));
    desk.press("j <esc>");
    assert_eq!((desk.app.scope(), desk.app.filter()), (Scope::Prompt, "x"));
    desk.press("? <enter>");
    assert_eq!(desk.app.filter(), "x?");
}

/// Keys of a person's own do what they say, and those they replace do not any more.
#[test]
fn own_keys_work_and_replaced_ones_do_not() {
    let mut desk = open();
    let own = OwnKeys { scope: "episodes".into(), action: "next-receipt".into(), keys: vec!["f2".into()], at: 0 };
    desk.app.keymap = Keymap::with(&[own]).unwrap().0;
    desk.press("n");
    assert_eq!(super::episode_at(&desk), "e0");
    desk.press("<f2>");
    assert_eq!(super::episode_at(&desk), "e1");
}
