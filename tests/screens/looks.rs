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
    everywhere((120, 40), |how, study| {
        let buffer = study.draw(&dark(), Glyphs::Ascii);
        for (y, line) in text(&buffer).lines().enumerate() {
            assert!(line.is_ascii(), "after {how}, line {y}: {line}");
            assert!(!line.contains("\\u{"), "a text of ours has no twin; after {how}, line {y}: {line}");
        }
    });
}

/// Names and values that tear a careless screen: tabs, escapes, C1, bidi overrides, wide and joined characters,
/// combining ones without a base, a megabyte, and depth.
fn hostile() -> Study {
    let nasty = [
        "tab\tand\u{1b}[31mred\u{1b}]0;title\u{7}\u{9b}2J\r\n",
        "\u{202e}drow\u{202c}\u{2066}x\u{2069}\u{200b}\u{feff}",
        "\u{65e5}\u{672c}\u{8a9e}\u{306e}\u{30c4}\u{30fc}\u{30eb}",
        "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{1f3fd}\u{1f1e9}\u{1f1ea}",
        "\u{301}\u{301}e\u{301}\u{20dd}\u{0e33}\u{200d}",
        "\u{1100}\u{1161}\u{11a8}\u{fdfd}\u{2e3b}\u{fe68}\u{11f3e}",
    ];
    let json = |text: &str| serde_json::to_string(text).unwrap();
    let deep = format!("{}1{}", "[".repeat(90), "]".repeat(90));
    let mut text = String::from("{\"format\":\"vidimus.ledger/1\"}\n");
    for (at, name) in nasty.iter().enumerate() {
        let (id, name) = (json(&format!("{name}{at}")), json(name));
        writeln!(
            text,
            "{{\"kind\":\"episode\",\"episode\":{id},\"task\":{name},\"arm\":{name},\"model\":{name},\"stratum\":{name}}}"
        )
        .unwrap();
        for other in nasty {
            let other = json(other);
            let big = json(&other.repeat(4_000));
            writeln!(
                text,
                "{{\"kind\":\"call\",\"episode\":{id},\"tool\":{other},\"arguments\":{{{name}:{other}}},\"result\":{{{other}:{name},\"deep\":{deep},\"big\":{big}}},\"receipt\":{other}}}"
            )
            .unwrap();
        }
    }
    let mut desk = Desk::default();
    desk.open_ledger(LEDGER, "l\u{202e}\t\u{65e5}.jsonl", &text);
    desk.tell(Msg::Found(Vec::new()));
    Study { desk }
}

/// Every row fills the terminal exactly, nothing that steers a terminal is in a cell, and the frames stand straight.
#[test]
fn hostile_text_moves_no_cell_and_no_border() {
    use unicode_width::UnicodeWidthStr;
    let study = hostile();
    for (columns, rows) in [(120, 40), (80, 24), (40, 12)] {
        for keys in [
            "3",
            "3j<enter>",
            "3jj<enter>j",
            "3jjj<enter>jj<tab>jj",
            "3<enter>jjj<tab><tab>",
            "3<enter>jv",
            "3<enter>jjjw",
        ] {
            let mut study = Study { desk: study.desk.copy() };
            study.desk.tell(Msg::Resized(columns, rows));
            study.press(keys);
            for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
                let buffer = study.draw(&dark(), glyphs);
                let shown = text(&buffer);
                for y in 0..rows {
                    let mut x = 0;
                    while x < columns {
                        let symbol = buffer[(x, y)].symbol();
                        let steers = |c: char| {
                            c.is_control()
                                || matches!(c, '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
                        };
                        assert!(!symbol.contains(steers), "{keys} at {x},{y}: {symbol:?}\n{shown}");
                        let wide = u16::try_from(symbol.width()).unwrap();
                        assert!((1..=2).contains(&wide), "{keys} at {x},{y}: {symbol:?} takes {wide}\n{shown}");
                        assert!(x + wide <= columns, "{keys} at {x},{y}: {symbol:?} hangs over the edge\n{shown}");
                        x += wide;
                    }
                }
                let is_framed =
                    keys.contains("<enter>") && columns > 70 && !keys.ends_with('v') && !keys.ends_with('w');
                if is_framed {
                    // The list is as wide as its rows ask for: its corner says how wide that is.
                    let corner = if glyphs == Glyphs::Unicode { "\u{2510}\u{2513}" } else { "+#" };
                    let left = (1..columns).find(|x| corner.contains(buffer[(*x, 2)].symbol())).unwrap() + 1;
                    assert!((30..=columns / 2).contains(&left), "{keys}: {left} columns for the list\n{shown}");
                    let border = if glyphs == Glyphs::Unicode {
                        "\u{2502}\u{2503}\u{250c}\u{2510}\u{2514}\u{2518}"
                    } else {
                        "|+#"
                    };
                    for (x, y) in
                        [0, left - 1, left, columns - 1].into_iter().flat_map(|x| (2..rows - 1).map(move |y| (x, y)))
                    {
                        let symbol = buffer[(x, y)].symbol();
                        assert!(border.contains(symbol), "{keys}: {symbol:?} instead of a border at {x},{y}\n{shown}");
                    }
                }
            }
        }
    }
}

/// Every screen and window says itself in words: what is under the cursor first (below the heading that it stands
/// under, where it has one), with the terminal's cursor on it, and no sign, frame or mark anywhere.
#[test]
fn in_words_every_screen_begins_with_what_is_under_the_cursor() {
    let signs: Vec<char> = "\u{25b2}\u{25b3}\u{2713}\u{2717}\u{21b3}\u{21b7}\u{21bb}\u{25b8}\u{25be}\u{25cf}\u{b7}\u{2039}\u{203a}\u{2502}\u{2500}\u{2581}\u{2588}".chars().collect();
    everywhere((80, 24), |how, study| {
        let (buffer, cursor) = study.draw_with_cursor(&dark().without_colour(), Glyphs::Words);
        let shown = text(&buffer);
        let under = shown.lines().nth(usize::from(cursor.y)).unwrap();
        assert!(under.starts_with("> ") && under.len() > 2, "after {how}\n{shown}");
        assert!(cursor.y <= 1, "after {how}\n{shown}");
        assert!(!shown.contains(signs.as_slice()), "after {how}\n{shown}");
        // Values are shown as they are, and so is their indentation in a window of their own.
        let is_value = how.ends_with(" v");
        assert!(is_value || shown.lines().all(|line| !line.contains("   ")), "columns after {how}\n{shown}");
    });
}

/// The sentences themselves, on the acceptance walk.
#[test]
fn in_words_a_receipt_and_what_followed_is_told() {
    let mut study = Study::open((100, 24));
    study.press("3n<enter>n");
    let (buffer, _) = study.draw_with_cursor(&dark(), Glyphs::Words);
    insta::assert_snapshot!("linear-stepper", text(&buffer));
    study.press("<tab>jjj");
    let (buffer, _) = study.draw_with_cursor(&dark(), Glyphs::Words);
    insta::assert_snapshot!("linear-tree", text(&buffer));
    study.press("<esc><esc>1");
    let (buffer, _) = study.draw_with_cursor(&dark(), Glyphs::Words);
    insta::assert_snapshot!("linear-registries", text(&buffer));
    study.press("3/adv");
    let (buffer, cursor) = study.draw_with_cursor(&dark(), Glyphs::Words);
    assert!(text(&buffer).starts_with("> filter: adv\n"), "{}", text(&buffer));
    assert_eq!((cursor.x, cursor.y), (13, 0), "behind what was typed");
}
