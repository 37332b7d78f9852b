//! Whole screens of the built-in study: their text, and which meaning each run of cells bears.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fmt::Write;
use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use vidimus::app::App;
use vidimus::app::data::{Fired, LedgerId, RegistryId};
use vidimus::app::effect::{Effect, ReplayPiece};
use vidimus::app::msg::Msg;
use vidimus::contract::Checker;
use vidimus::format::{record, registry};
use vidimus::index::{Indexer, Span};
use vidimus::recovery::Substitutes;
use vidimus::sample;
use vidimus::theme::{Glyphs, Role, Theme, built_in};
use vidimus::view;

const LEDGER: LedgerId = LedgerId(0);

/// The program without its threads: orders are carried out at once, on the bytes of the study.
struct Study {
    app: App,
    ledger: Vec<u8>,
}

impl Study {
    fn open(size: (u16, u16)) -> Self {
        let mut study = Self { app: App::default(), ledger: Vec::new() };
        study.tell(Msg::Resized(size.0, size.1));
        let mut registries = 0;
        for (name, bytes) in sample::builtin() {
            if name.ends_with("study.jsonl") {
                study.ledger = bytes.to_vec();
                study.tell(Msg::LedgerOpened { id: LEDGER, name: name.to_string() });
            } else if name.ends_with("recovery.json") {
                let value = vidimus::domain::json::read_bytes(bytes).unwrap().value;
                study.tell(Msg::RecoveryRead(Substitutes::from_json(&value).unwrap()));
            } else if name.contains("fold-") {
                let content = Ok(Arc::new(registry::parse(bytes).unwrap().0));
                study.tell(Msg::RegistryRead { id: RegistryId(registries), name: name.to_string(), content });
                registries += 1;
            }
        }
        let mut indexer = Indexer::new();
        indexer.feed(&study.ledger);
        let (batch, total) = (Box::new(indexer.take_batch()), study.ledger.len() as u64);
        study.tell(Msg::LedgerRead { id: LEDGER, batch, total, complete: true, notes: Vec::new() });
        study.tell(Msg::Found(Vec::new()));
        study
    }

    fn tell(&mut self, msg: Msg) {
        let mut effects = self.app.update(msg);
        while let Some(effect) = effects.pop() {
            let answer = match effect {
                Effect::ReadCalls { ledger, calls } => {
                    let calls = calls.into_iter().map(|(place, span)| (place, Ok(Arc::new(self.call(span)))));
                    Msg::CallsRead { ledger, calls: calls.collect() }
                }
                Effect::Replay(piece) => self.replay(&piece),
                _ => continue,
            };
            effects.extend(self.app.update(answer));
        }
    }

    fn call(&self, span: Span) -> vidimus::domain::call::Call {
        let from = usize::try_from(span.offset).unwrap();
        record::parse_call(&self.ledger[from..from + span.len as usize]).unwrap()
    }

    fn replay(&self, piece: &ReplayPiece) -> Msg {
        let mut fired = Vec::new();
        for wanted in &piece.calls {
            let (id, registry) = &piece.registries[wanted.judge];
            let Some(contract) = registry.tools.get(&wanted.tool) else { continue };
            let call = self.call(wanted.span);
            let Some(result) = &call.result else { continue };
            let broken = Checker::new(&wanted.tool, contract).check(&call.arguments, result);
            let broken: Vec<_> =
                broken.into_iter().map(|it| Fired { registry: *id, invariant: it.invariant }).collect();
            if !broken.is_empty() {
                fired.push((wanted.place, broken));
            }
        }
        Msg::Replayed { ledger: piece.ledger, generation: piece.generation, checked: piece.checked, fired }
    }

    /// Presses keys: each character is one, `<name>` are the others.
    fn press(&mut self, script: &str) {
        let mut rest = script.chars();
        while let Some(c) = rest.next() {
            let code = if c == '<' {
                match rest.by_ref().take_while(|c| *c != '>').collect::<String>().as_str() {
                    "enter" => KeyCode::Enter,
                    "tab" => KeyCode::Tab,
                    "esc" => KeyCode::Esc,
                    other => unimplemented!("{other}"),
                }
            } else {
                KeyCode::Char(c)
            };
            self.tell(Msg::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        }
    }

    fn draw(&self, theme: &Theme, glyphs: Glyphs) -> Buffer {
        let (columns, rows) = self.app.size;
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| view::draw(&self.app, theme, glyphs, frame)).unwrap();
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
}

/// The acceptance walk: what broke, what clean samples looked like, what was listed and what was taken.
#[test]
fn a_receipt_is_told_in_plain_words() {
    let mut study = Study::open((120, 40));
    study.press("3n<enter>n");
    let screen = text(&study.draw(&dark(), Glyphs::Unicode));
    for part in ["recorded", "clean samples", "recovery tools listed:", "the agent"] {
        assert!(screen.contains(part), "{part} is not in\n{screen}");
    }
}

/// No size, screen or set of signs makes the drawing fail, and a screen too small says what it needs.
#[test]
fn every_size_is_drawn() {
    let mut study = Study::open((80, 24));
    for keys in ["1", "<tab><tab>", "3", "n<enter>n", "w", "<esc>?", "<esc>:", "<esc>L", "<esc>R"] {
        study.press(keys);
        for size in [(1, 1), (2, 1), (20, 5), (24, 7), (25, 8), (69, 9), (70, 10), (300, 100)] {
            study.tell(Msg::Resized(size.0, size.1));
            study.draw(&dark().without_colour(), Glyphs::Ascii);
        }
    }
    study.tell(Msg::Resized(20, 5));
    assert!(text(&study.draw(&dark(), Glyphs::Unicode)).contains("24x7"));
}

/// A file that cannot be read leaves the last good content, the cursor where it was, and a line that says so.
#[test]
fn a_broken_rewrite_is_told_and_changes_nothing_else() {
    let mut study = Study::open((120, 40));
    study.press("1jjj");
    let before = text(&study.draw(&dark(), Glyphs::Unicode));
    let content = Err("registries/fold-0.json:3:7: unexpected end".to_owned());
    study.tell(Msg::RegistryRead { id: RegistryId(0), name: "registries/fold-0.json".into(), content });
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
    let selected = study.app.registries.tools.selected().cloned();
    let slot = study.app.data.registry(RegistryId(0)).unwrap();
    let mut registry = vidimus::domain::registry::Registry::clone(slot.registry.as_ref().unwrap());
    let first = registry.tools.values_mut().next().unwrap();
    first.invariants.pop();
    let content = Ok(Arc::new(registry));
    study.tell(Msg::RegistryRead { id: RegistryId(0), name: "registries/fold-0.json".into(), content });
    let after = text(&study.draw(&dark(), Glyphs::Unicode));
    assert!(after.contains("fold-0.json was rewritten:") && after.contains("R lists the changes"), "{after}");
    assert_eq!(study.app.registries.tools.selected().cloned(), selected);
    study.press("R");
    let listed = text(&study.draw(&dark(), Glyphs::Unicode));
    assert!(listed.contains("removed · check_inventory"), "{listed}");
}
