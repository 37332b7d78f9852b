//! Every sign that is drawn is explained by the `?` of the very screen or window it stands on.

use vidimus::page::{Kind, Page};

use super::*;

/// Marks of a text, which everybody reads.
const TEXT: &str = "×−–≤≥→“”‹é";

/// What looks like a sign in a text: what is neither a letter nor a frame, and what is written like a notation.
fn signs(text: &str) -> std::collections::BTreeSet<String> {
    let is_frame = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
    let mut found: std::collections::BTreeSet<String> = text
        .chars()
        .filter(|c| !c.is_ascii() && !is_frame(*c) && !TEXT.contains(*c))
        .map(|c| if "▁▂▃▄▅▆▇█".contains(c) && c != '▁' { "▂▅█".to_owned() } else { c.to_string() })
        .collect();
    let begins_with_digit = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    for word in text.split_whitespace() {
        for (start, notation) in [("+", "+2"), ("{", "{3} [12]"), ("[", "{3} [12]")] {
            // `[1]` in a path has its field before it.
            if word.strip_prefix(start).is_some_and(begins_with_digit) && text.contains(&format!(" {word}")) {
                found.insert(notation.to_owned());
            }
        }
        if word == "$" {
            found.insert("$".to_owned());
        }
        for notation in ["[]", "{}"] {
            if word.contains(notation) && word.len() > 2 {
                found.insert(notation.to_owned());
            }
        }
    }
    found
}

fn help(study: &mut Study) -> Page {
    study.press("?");
    let drawn = text(&study.draw(&dark(), Glyphs::Unicode));
    assert!(study.desk.app.window().is_some(), "? opens no window here\n{drawn}");
    study.desk.app.window().unwrap().page.clone()
}

/// The signs that a page of keys explains, as they stand at the beginning of its last part.
fn explained(page: &Page) -> Vec<String> {
    let from = page
        .lines
        .iter()
        .position(|line| line.kind == Kind::Heading && line.plain().starts_with("What the signs"))
        .unwrap_or(usize::MAX);
    let lines = page.lines.iter().skip(from.saturating_add(1)).take_while(|line| line.pieces.len() == 2);
    let signs = lines.filter_map(|line| line.pieces.first());
    signs.map(|(_, sign)| sign.trim_end().to_owned()).collect()
}

#[test]
fn what_stands_on_a_screen_is_explained_there() {
    for keys in [
        "1",
        "1/get_stock_alpha<enter><tab>/echo<enter><tab>",
        "1/find_customer<enter><tab>/category<enter>",
        "3",
        "3s",
        "3n<enter>",
        "3n<enter>n",
        "3n<enter>n<tab>jjjjjjt",
        "3n<enter>nz<tab>",
        "3n<enter>e",
        "3n<enter>V",
        "3n<enter>/stock<enter>",
        "3P",
    ] {
        let mut study = Study::open((120, 40));
        study.press(keys);
        let drawn = text(&study.draw(&dark(), Glyphs::Unicode));
        let explained = explained(&help(&mut study));
        for sign in signs(&drawn) {
            assert!(explained.contains(&sign), "{sign} after {keys} is not among {explained:?}\n{drawn}");
        }
    }
}

#[test]
fn what_stands_in_a_window_is_explained_there() {
    for keys in [
        "3n<enter>nw",
        "3n<enter>n=",
        "3n<enter>nc",
        "3n<enter>nX",
        "3n<enter>nM",
        "3n<enter>n<tab>jjjjjjtH",
        "3/travel-002<enter>jjjj<enter>Gkd",
        "3f<enter>",
        "3<ctrl-f>SKU-157<enter>",
        "3R",
        "3L",
        "1/get_stock_alpha<enter>c",
    ] {
        let mut study = Study::open((120, 40));
        study.press(keys);
        assert!(study.desk.app.window().is_some(), "{keys} opens a window");
        let window = study.desk.app.window().unwrap().page.clone();
        let pieces = window.lines.iter().flat_map(|line| &line.pieces).filter(|(role, _)| *role != Role::Value);
        let said = pieces.map(|(_, piece)| piece.as_str()).collect::<Vec<_>>().join("\n");
        let explained = explained(&help(&mut study));
        // Lists and objects of a window are no places of a tree.
        for sign in signs(&said).into_iter().filter(|sign| !sign.contains('{') && sign != "+2") {
            assert!(explained.contains(&sign), "{sign} after {keys} is not among {explained:?}\n{said}");
        }
    }
}
