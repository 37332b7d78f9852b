//! Every screen and every window that a key opens on it, in looks other than the usual ones.

use vidimus::app::action::Action;
use vidimus::app::keys::{BINDINGS, Scope};

use super::*;

/// Ways to the screens and their panes.
const SCREENS: [&str; 9] = [
    "<alt-1>",
    "<alt-1><tab>",
    "<alt-1><tab><enter>",
    "<alt-3>",
    "<alt-3>n<enter>n",
    "<alt-3>n<enter>n<tab>",
    "<alt-3>n<enter>n<tab><tab>",
    "<alt-3>/zzzz<enter>",
    "<alt-3>/adv",
];

/// Each screen, then each screen with every key pressed on it once; with how it was reached.
fn everywhere(size: (u16, u16), mut look: impl FnMut(&str, &Study)) {
    for screen in SCREENS {
        let mut study = Study::open(size);
        study.press(screen);
        look(screen, &study);
        let scope = study.desk.app.scope();
        if scope == Scope::Prompt {
            continue;
        }
        for binding in BINDINGS.iter().filter(|binding| [scope, Scope::Global].contains(&binding.scope)) {
            if matches!(binding.action, Action::Quit | Action::CloseOrQuit | Action::Suspend) {
                continue;
            }
            let mut desk = study.desk.copy();
            let how = if let Some(key) = binding.keys.first() {
                desk.press_key(key);
                format!("{screen} {key}")
            } else {
                desk.press_key(":");
                desk.type_text(binding.help);
                desk.press_key("enter");
                format!("{screen} :{}", binding.help)
            };
            look(&how, &Study { desk });
        }
    }
}

/// The built-in study is ASCII; so is everything that is said of it where only ASCII can be shown.
#[test]
fn in_ascii_no_cell_holds_anything_else() {
    for size in [(120, 40), (40, 12)] {
        everywhere(size, |how, study| {
            let buffer = study.draw(&dark(), Glyphs::Ascii);
            for (y, line) in text(&buffer).lines().enumerate() {
                assert!(line.is_ascii(), "after {how}, line {y}: {line}");
                assert!(!line.contains("\\u{"), "a text of ours has no twin; after {how}, line {y}: {line}");
            }
        });
    }
}
