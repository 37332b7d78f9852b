//! Whole screens of the built-in study: their text, and which meaning each run of cells bears.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "common/desk.rs"]
mod desk;

#[path = "screens/looks.rs"]
mod looks;
#[path = "screens/review.rs"]
mod review;
#[path = "screens/signs.rs"]
mod signs;
#[path = "screens/study.rs"]
mod study;
#[path = "screens/taint.rs"]
mod taint;
#[path = "screens/windows.rs"]
mod windows;

use std::fmt::Write;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use vidimus::app::data::{LedgerId, RegistryId};
use vidimus::app::msg::Msg;
use vidimus::recovery::Substitutes;
use vidimus::sample;
use vidimus::theme::{Glyphs, Role, Theme, built_in};
use vidimus::view;

use desk::Desk;

const LEDGER: LedgerId = LedgerId(0);

/// The built-in study, open.
struct Study {
    desk: Desk,
}

impl Study {
    /// Read once for all tests: that takes longer than all they do.
    fn open(size: (u16, u16)) -> Self {
        static OPENED: LazyLock<Mutex<Desk>> = LazyLock::new(|| Mutex::new(Study::read().desk));
        let mut desk = OPENED.lock().unwrap_or_else(PoisonError::into_inner).copy();
        desk.tell(Msg::Resized(size.0, size.1));
        Self { desk }
    }

    fn read() -> Self {
        let mut desk = Desk::default();
        let mut registries = 0;
        for (name, bytes) in sample::builtin() {
            if name.ends_with("study.jsonl") {
                desk.open_ledger(LEDGER, name, std::str::from_utf8(bytes).unwrap());
            } else if name.ends_with("recovery.json") {
                let value = vidimus::domain::json::read_bytes(bytes).unwrap().value;
                desk.tell(Msg::RecoveryRead(Substitutes::from_json(&value).unwrap()));
            } else if name.starts_with("registries/") {
                desk.read_registry(RegistryId(registries), name, bytes);
                registries += 1;
            }
        }
        desk.tell(Msg::Found(Vec::new()));
        Self { desk }
    }

    fn press(&mut self, script: &str) {
        self.desk.press(script);
    }

    /// The cells, and where the terminal's cursor was put.
    fn draw_with_cursor(&self, theme: &Theme, glyphs: Glyphs) -> (Buffer, ratatui::layout::Position) {
        use ratatui::backend::Backend;
        let (columns, rows) = self.desk.app.size;
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| view::draw(&self.desk.app, theme, glyphs, frame)).unwrap();
        let cursor = terminal.backend_mut().get_cursor_position().unwrap();
        (terminal.backend().buffer().clone(), cursor)
    }

    fn draw(&self, theme: &Theme, glyphs: Glyphs) -> Buffer {
        let (columns, rows) = self.desk.app.size;
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| view::draw(&self.desk.app, theme, glyphs, frame)).unwrap();
        terminal.backend().buffer().clone()
    }
}

fn text(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let row: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
        writeln!(out, "{}", row.trim_end()).unwrap();
    }
    out
}

fn dark() -> Theme {
    built_in().remove(0)
}

/// The text, then for each row the runs of cells that bear one of the marking roles.
fn snapshot(study: &Study) -> String {
    let theme = dark();
    let buffer = study.draw(&theme, Glyphs::Unicode);
    let mut out = text(&buffer);
    let role_of = |x, y| {
        let cell = &buffer[(x, y)];
        let same = |role: &Role| {
            let style = theme.style(*role);
            style.fg == Some(cell.fg) && style.bg.is_none_or(|bg| bg == cell.bg) && style.add_modifier == cell.modifier
        };
        let marks = [Role::Receipt, Role::Replayed, Role::Broken, Role::Listed, Role::Selected, Role::Banner];
        marks.into_iter().find(same).filter(|_| cell.symbol() != " ")
    };
    for y in 0..buffer.area.height {
        let mut runs: Vec<(Role, u16, u16)> = Vec::new();
        for x in 0..buffer.area.width {
            let Some(role) = role_of(x, y) else { continue };
            match runs.last_mut().filter(|(last, _, to)| *last == role && *to + 2 >= x) {
                Some((_, _, to)) => *to = x,
                None => runs.push((role, x, x)),
            }
        }
        if !runs.is_empty() {
            let runs: Vec<_> = runs.iter().map(|(role, from, to)| format!("{from}-{to} {}", role.name())).collect();
            writeln!(out, "row {y}: {}", runs.join(", ")).unwrap();
        }
    }
    out
}

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (40, 12)];

fn check(name: &str, keys: &str) {
    for (columns, rows) in SIZES {
        let mut study = Study::open((columns, rows));
        study.press(keys);
        insta::assert_snapshot!(format!("{name}-{columns}x{rows}"), snapshot(&study));
    }
}

#[test]
fn registries() {
    check("registries", "1<tab>");
}

#[test]
fn episodes() {
    check("episodes", "3");
}

#[test]
fn the_stepper_on_a_receipt() {
    check("stepper", "3n<enter>n");
}

#[test]
fn why() {
    check("why", "3n<enter>nw");
}

#[test]
fn help_and_palette() {
    check("help", "3?");
    check("palette", "3:sor");
    check("anything", "3<ctrl-p>price");
}

/// The acceptance walk: what broke, what clean samples looked like, what was listed and what was taken.
#[test]
fn a_receipt_is_told_in_plain_words() {
    let mut study = Study::open((120, 40));
    study.press("3n<enter>n");
    let screen = text(&study.draw(&dark(), Glyphs::Unicode));
    for part in [
        "recorded",
        "▲ currency is credits; in 14 clean samples it was EUR (14)",
        "the receipt itself says: unseen_category at currency",
        "△ replayed against registries/fold-0.json, the same breaks",
        "recovery tools listed:",
        "the agent",
    ] {
        assert!(screen.contains(part), "{part} is not in\n{screen}");
    }
}

/// No size, screen or set of signs makes the drawing fail, and a screen too small says what it needs.
#[test]
fn every_size_is_drawn() {
    let mut study = Study::open((80, 24));
    for keys in ["1", "<tab><tab>", "3", "n<enter>n", "w", "<esc>?", "<esc>:", "<esc>L", "<esc>R"] {
        study.press(keys);
        for size in [(0, 0), (0, 5), (1, 1), (2, 1), (20, 5), (24, 7), (25, 8), (69, 9), (70, 10), (300, 100)] {
            study.desk.tell(Msg::Resized(size.0, size.1));
            study.draw(&dark().without_colour(), Glyphs::Ascii);
        }
    }
    study.desk.tell(Msg::Resized(20, 5));
    assert!(text(&study.draw(&dark(), Glyphs::Unicode)).contains("24x7"));
}

/// A file that cannot be read leaves the last good content, the cursor where it was, and a line that says so.
#[test]
fn a_broken_rewrite_is_told_and_changes_nothing_else() {
    let mut study = Study::open((120, 40));
    study.press("1jjj");
    let before = text(&study.draw(&dark(), Glyphs::Unicode));
    let content = Err("registries/fold-0.json:3:7: unexpected end".to_owned());
    study.desk.tell(Msg::RegistryRead { id: RegistryId(0), name: "registries/fold-0.json".into(), content });
    let after = text(&study.draw(&dark(), Glyphs::Unicode));
    assert!(after.contains("fold-0.json:3:7: unexpected end; the last good content stays on screen"), "{after}");
    assert!(after.contains("last good shown"), "{after}");
    let cursor = |screen: &str| screen.lines().find(|line| line.contains('\u{203a}')).unwrap().to_owned();
    assert_eq!(cursor(&before), cursor(&after));
}

/// Changed rules are news on every screen until the person moves on, and R lists them.
#[test]
fn a_rewrite_is_news_and_the_cursor_stays() {
    let mut study = Study::open((120, 40));
    study.press("1jjj");
    let selected = study.desk.app.registries.tools.selected().cloned();
    let slot = study.desk.app.data.registry(RegistryId(0)).unwrap();
    let mut registry = vidimus::domain::registry::Registry::clone(slot.registry.as_ref().unwrap());
    let first = registry.tools.values_mut().next().unwrap();
    first.invariants.pop();
    let content = Ok(Arc::new(registry));
    study.desk.tell(Msg::RegistryRead { id: RegistryId(0), name: "registries/fold-0.json".into(), content });
    let after = text(&study.draw(&dark(), Glyphs::Unicode));
    assert!(after.contains("fold-0.json was rewritten:") && after.contains("R lists the changes"), "{after}");
    assert_eq!(study.desk.app.registries.tools.selected().cloned(), selected);
    study.press("R");
    let listed = text(&study.draw(&dark(), Glyphs::Unicode));
    assert!(listed.contains("removed · check_inventory"), "{listed}");
}

#[test]
fn windows_around_a_call() {
    check("coverage", "1c");
    check("similar", "3n<enter>n=");
    check("raw", "3n<enter>nx");
}
