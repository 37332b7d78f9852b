//! The program in a real pseudo-terminal: what a person sees, and that the shell comes back clean.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

use std::io::Write;
use std::time::{Duration, Instant};

#[path = "pty/files.rs"]
mod files;
#[path = "pty/manners.rs"]
mod manners;
#[path = "pty/programs.rs"]
mod programs;
#[path = "pty/review.rs"]
mod review;
#[path = "pty/session.rs"]
mod session;

use files::{LEDGER, folder, registry};
use session::{PATIENCE, Session, cells, size};

/// The walk of a newcomer on the sample study that is built in.
#[test]
fn the_sample_study_explains_a_receipt_and_quits_clean() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(&[], folder.path());
    session.wait_for("480 episodes");
    session.press("n\r");
    session.wait_for("recovery tools listed:");
    for words in ["replayed against", "picked next", "then the agent took get_product_feed", "recorded"] {
        session.wait_for(words);
    }
    session.press("w");
    session.wait_for("┌ why · ");
    session.press("q");
    session.wait("the window closed", |screen| !screen.contains("┌ why · "));
    session.press("q");
    assert_eq!(session.end(), 0);
    assert!(session.is_given_back());
}

#[test]
fn a_rewritten_registry_changes_the_screen_and_moves_nothing() {
    let folder = folder();
    let mut session = Session::start(&["registry.json", "ledger.jsonl"], folder.path());
    session.wait_for("1 episode");
    session.wait_for("● live");
    session.press("1\rj");
    session.wait("the cursor is on the category", |screen| {
        screen.contains("› category") || screen.contains("›  category")
    });
    let new = folder.path().join("new.tmp");
    std::fs::write(&new, registry(r#""EUR","JPY","USD""#)).unwrap();
    std::fs::rename(&new, folder.path().join("registry.json")).unwrap();
    session.wait_for("+0 −0 ~1 (1 widened)");
    session.wait_for("JPY");
    assert!(session.text().lines().any(|line| line.contains('›') && line.contains("currency")), "{}", session.text());
    // A writer that dies half-way loses nothing.
    let whole = registry(r#""EUR""#);
    std::fs::write(folder.path().join("registry.json"), whole.as_bytes().split_at(whole.len() / 2).0).unwrap();
    session.wait_for("last good shown");
    assert!(session.text().contains("JPY"), "{}", session.text());
    std::fs::write(folder.path().join("registry.json"), &whole).unwrap();
    session.wait_for("(1 narrowed)");
    session.wait("the banner is gone", |screen| !screen.contains("last good"));
    session.press("\x03");
    assert_eq!(session.end(), 0);
    assert!(session.is_given_back());
}

#[test]
fn a_growing_ledger_is_read_on() {
    let folder = folder();
    let mut session = Session::start(&["registry.json", "ledger.jsonl"], folder.path());
    session.wait_for("1 episode");
    session.wait_for("● live");
    let path = folder.path().join("ledger.jsonl");
    let mut file = std::fs::OpenOptions::new().append(true).open(path).unwrap();
    file.write_all(
        b"{\"kind\":\"call\",\"episode\":\"e2\",\"tool\":\"get_price\",\"result\":{\"price\":5}}\n{\"kind\":\"ca",
    )
    .unwrap();
    session.wait_for("2 episodes");
    assert!(session.text().contains("0 bad lines"), "a record being written is no bad line\n{}", session.text());
    session.press("q");
    assert_eq!(session.end(), 0);
}

/// A folder is watched with the folders below it, as `vidimus sample -o` and `mine --folds` lay them out.
#[test]
fn a_registry_in_a_folder_below_is_watched_too() {
    let folder = folder();
    let below = folder.path().join("registries");
    std::fs::create_dir(&below).unwrap();
    std::fs::rename(folder.path().join("registry.json"), below.join("registry.json")).unwrap();
    let mut session = Session::start(&["."], folder.path());
    session.wait_for("1 episode");
    session.wait_for("● live");
    std::fs::write(below.join("registry.json"), registry(r#""EUR""#)).unwrap();
    session.wait_for("(1 narrowed)");
    std::fs::remove_file(below.join("registry.json")).unwrap();
    session.wait_for("is gone from disk");
    session.press("q");
    assert_eq!(session.end(), 0);
}

/// As where a study is run while the program is open.
#[test]
fn a_folder_made_later_is_read_and_watched() {
    let folder = folder();
    let mut session = Session::start(&["."], folder.path());
    session.wait_for("1 episode");
    session.wait_for("● live");
    let below = folder.path().join("out/deep");
    for (id, count) in [("e2", "2 episodes"), ("e3", "3 episodes")] {
        std::fs::create_dir_all(&below).unwrap();
        let call =
            format!("{{\"kind\":\"call\",\"episode\":\"{id}\",\"tool\":\"get_price\",\"result\":{{\"price\":5}}}}\n");
        std::fs::write(below.join(format!("{id}.jsonl")), call).unwrap();
        session.wait_for(count);
    }
    session.press("q");
    assert_eq!(session.end(), 0);
}

#[test]
fn any_size_is_survived() {
    let folder = folder();
    let mut session = Session::start(&["registry.json", "ledger.jsonl"], folder.path());
    session.wait_for("1 episode");
    for (rows, columns) in [(1, 1), (5, 20), (60, 200), (2, 300), (24, 80), (1, 80), (30, 100)] {
        session.master.resize(size(rows, columns)).unwrap();
        session.screen.screen_mut().set_size(cells(rows), cells(columns));
        session.press("j");
    }
    // Bytes drawn for one size arrive when the emulator has the next one already: ask for a whole screen. A key that
    // comes while the screen is too small does nothing: first the last size has to be there.
    session.press("\x0c");
    session.wait_for("1 episode");
    session.press("?\x0c");
    session.wait_for("keys that work here");
    session.press("q");
    session.press("q");
    assert_eq!(session.end(), 0);
}

#[test]
fn a_request_to_end_gives_the_terminal_back() {
    let folder = folder();
    let mut session = Session::start(&["registry.json", "ledger.jsonl"], folder.path());
    session.wait_for("1 episode");
    let id = session.child.process_id().unwrap();
    assert!(std::process::Command::new("kill").arg(id.to_string()).status().unwrap().success());
    assert_eq!(session.end(), 0);
    assert!(session.is_given_back());
}

#[test]
fn a_bad_file_is_named_and_the_rest_loads() {
    let folder = folder();
    let ledger = format!(
        "{LEDGER}\0\0\0\n{{\"kind\":\"call\",\"episode\":\"e1\",\"tool\":\"get_price\",\"result\":\"\\u001b]0;owned\\u0007\"}}\n"
    );
    std::fs::write(folder.path().join("ledger.jsonl"), ledger).unwrap();
    std::fs::write(folder.path().join("other.json"), r#"{"format":"vidimus.registry/9","tools":{}}"#).unwrap();
    let mut session = Session::start(&["."], folder.path());
    session.wait_for("1 bad line");
    session.wait_for("vidimus.registry/9");
    session.press("\rG");
    session.wait_for("u001b]0;owned");
    assert!(!session.raw.windows(9).any(|bytes| bytes == b"\x1b]0;owned"), "an escape sequence reached the terminal");
    session.press("q");
    assert_eq!(session.end(), 0);
}

/// The terminal is asked for its ground; a late answer, torn in two among keys, changes the theme and is no key.
#[test]
fn a_terminal_with_a_light_ground_gets_the_light_theme() {
    let folder = folder();
    let mut session = Session::start(&["registry.json", "ledger.jsonl"], folder.path());
    session.wait_for("1 episode");
    let ground = |screen: &vt100::Screen| screen.cell(10, 40).unwrap().bgcolor();
    // #16181d lies nearest to 234 of the 256 colours, and #fbfbf8 to 231.
    session.wait_until("the dark theme", |screen| ground(screen) == vt100::Color::Idx(234));
    assert!(session.raw.windows(6).any(|bytes| bytes == b"\x1b]11;?"));
    session.press("?\x1b]11;rgb:ffff/ff");
    session.press("ff/ffff\x1b\\");
    session.wait_for("keys that work here");
    session.wait_until("the light theme", |screen| ground(screen) == vt100::Color::Idx(231));
    assert!(session.text().contains("keys that work here"), "no part of the answer was a key\n{}", session.text());
    session.press("qq");
    assert_eq!(session.end(), 0);
}

/// Marks are written when they are set, so that not even a kill loses them; the end of a visit writes where it was.
#[test]
fn a_mark_survives_a_kill_and_the_place_an_end() {
    let folder = folder();
    let mut session = Session::start(&["."], folder.path());
    session.wait_for("1 episode");
    session.press("\rjma");
    session.wait_for("mark a is set");
    // Not the file beside it that is being written, which takes its place when it is whole.
    let is_session = |path: &std::path::PathBuf| path.extension().is_some_and(|ending| ending == "json");
    let file = || {
        let mut paths = std::fs::read_dir(folder.path().join(".state/vidimus")).ok()?.flatten().map(|it| it.path());
        paths.find(is_session)
    };
    let end = Instant::now() + PATIENCE;
    let is_written = || file().is_some_and(|path| std::fs::read_to_string(path).unwrap().contains("\"a\":{"));
    while !is_written() {
        assert!(Instant::now() < end, "the mark is never written");
        std::thread::sleep(Duration::from_millis(5));
    }
    let id = session.child.process_id().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-KILL", &id]).status().unwrap().success());
    session.child.wait().unwrap();

    let mut session = Session::start(&["."], folder.path());
    // The call that was open is open again: the jump into the episode was written.
    session.wait_for("get_quote");
    session.press("g'a");
    session.wait("the marked call", |screen| {
        screen.lines().any(|line| line.contains('\u{203a}') && line.contains("get_quote"))
    });
    session.press("\u{1b}");
    session.wait_for("enter open");
    session.press("1");
    session.wait_for("Registries ▸");
    session.press("q");
    assert_eq!(session.end(), 0);

    let mut session = Session::start(&["."], folder.path());
    session.wait_for("Registries ▸");
    session.press("q");
    assert_eq!(session.end(), 0);

    // Who does not want it gets the screen of a first visit, and what was remembered stays as it is.
    let before = std::fs::read_to_string(file().unwrap()).unwrap();
    let mut session = Session::start(&["--no-state", "."], folder.path());
    session.wait_for("Episodes ▸ 1 episode");
    session.press("'a");
    session.wait_for("there is no mark a");
    session.press("q");
    assert_eq!(session.end(), 0);
    assert_eq!(std::fs::read_to_string(file().unwrap()).unwrap(), before);
}
