//! Manners of a terminal program: stopped and continued, in the background, fed by a pipe, without a terminal, asked to
//! end, struck by a panic. Each ends in a clean shell.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use vidimus::app::keymap::Keymap;
use vidimus::runtime::{self, RunOptions};
use vidimus::theme::Glyphs;

use super::files::{LEDGER, folder, registry};
use super::session::{Session, command};

/// In the shell's own words: lines are edited, and what is typed is echoed.
fn is_sane(session: &mut Session) {
    session.press("stty -a | grep -c -w -e '-icanon' -e '-echo' | sed s/^/raw:/\r");
    session.wait_for("raw:0");
}

/// The shell has the terminal again: before that, keys would still reach the program.
fn stopped(session: &mut Session) {
    session.wait("the shell is back", |screen| screen.to_lowercase().contains("stopped"));
}

fn signal(session: &Session, name: &str) {
    let id = session.child.process_id().unwrap();
    assert!(Command::new("kill").args(["-s", name, &id.to_string()]).status().unwrap().success());
}

#[test]
fn ctrl_z_stops_and_fg_goes_on_where_it_was() {
    let folder = folder();
    let mut session = Session::shell(folder.path());
    session.press("$V registry.json ledger.jsonl\r");
    session.wait_for("1 episode");
    session.press("\r");
    session.wait_for("get_quote");
    session.press("j");
    session.wait("the cursor is on the second call", |screen| {
        screen.lines().any(|line| line.contains('›') && line.contains("get_quote"))
    });
    session.press("\x1a");
    stopped(&mut session);
    assert!(session.is_given_back());
    is_sane(&mut session);
    session.press("fg; echo done-$?\r");
    session.wait("the cursor is where it was", |screen| {
        screen.lines().any(|line| line.contains('›') && line.contains("get_quote"))
    });
    session.press("q");
    session.wait_for("done-0");
    is_sane(&mut session);
    session.press("exit\r");
    session.end();
}

#[test]
fn a_stop_from_outside_gives_the_terminal_back_too() {
    let folder = folder();
    let mut session = Session::shell(folder.path());
    session.press("$V registry.json ledger.jsonl\r");
    session.wait_for("1 episode");
    // The job is the only child of the shell.
    let shell = session.child.process_id().unwrap().to_string();
    assert!(Command::new("pkill").args(["-TSTP", "-P", &shell]).status().unwrap().success());
    stopped(&mut session);
    is_sane(&mut session);
    session.press("clear; fg; echo done-$?\r");
    session.wait_for("1 episode");
    session.press("q");
    session.wait_for("done-0");
    is_sane(&mut session);
    session.press("exit\r");
    session.end();
}

/// In the background nothing is drawn and nothing garbled; `fg` brings the program up.
#[test]
fn started_in_the_background_it_waits_for_fg() {
    let folder = folder();
    let mut session = Session::shell(folder.path());
    session.press("$V registry.json ledger.jsonl &\r");
    session.press("until jobs > list; grep -q -i stopped list; do :; done; echo it-has-$((40 + 2))\r");
    session.wait_for("it-has-42");
    assert!(!session.raw.windows(8).any(|bytes| bytes == b"\x1b[?1049h"), "drawn from the background");
    is_sane(&mut session);
    session.press("fg; echo done-$?\r");
    session.wait_for("1 episode");
    session.press("q");
    session.wait_for("done-0");
    is_sane(&mut session);
    session.press("exit\r");
    session.end();
}

/// The ledger comes by the pipe, the keys from the terminal; what comes later is read on.
#[test]
fn a_pipe_is_read_and_keys_come_from_the_terminal() {
    let folder = folder();
    let mut session = Session::shell(folder.path());
    let more = "{\"kind\":\"call\",\"episode\":\"e2\",\"tool\":\"get_price\",\"result\":{\"price\":5}}\n";
    std::fs::write(folder.path().join("more.jsonl"), more).unwrap();
    session.press("mkfifo go; { cat ledger.jsonl; cat go; cat more.jsonl; } | $V; echo ended-$?\r");
    session.wait_for("stdin");
    session.wait_for("1 episode");
    std::fs::write(folder.path().join("go"), "").unwrap();
    session.wait_for("2 episodes");
    // The cursor was on the last episode, so it went along with the list.
    session.press("\r");
    session.wait_for("get_price");
    session.press("q");
    session.wait_for("ended-0");
    is_sane(&mut session);
    session.press("exit\r");
    session.end();
}

#[test]
fn a_pipe_beside_a_file_and_one_that_holds_nothing() {
    let folder = folder();
    let mut session = Session::shell(folder.path());
    session.press("cat ledger.jsonl | $V registry.json - ; echo ended-$?\r");
    session.wait_for("1 episode");
    session.wait_for("2 invariants");
    session.press("q");
    session.wait_for("ended-0");
    session.press("clear; true | $V; echo now-$?\r");
    session.wait_for("No ledger is loaded");
    session.press("L");
    session.wait_for("an empty file");
    session.press("\x03");
    session.wait_for("now-0");
    session.press("exit\r");
    session.end();
}

#[test]
fn a_hangup_ends_it() {
    let folder = folder();
    let mut session = Session::start(&["registry.json", "ledger.jsonl"], folder.path());
    session.wait_for("1 episode");
    signal(&session, "HUP");
    assert_eq!(session.end(), 0);
    assert!(session.is_given_back());
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let folder = folder();
    let mut session = Session::shell(folder.path());
    session.press("$V > out.txt 2> err.txt; echo ended-$?\r");
    session.wait_for("ended-2");
    let told = std::fs::read_to_string(folder.path().join("err.txt")).unwrap();
    assert!(told.starts_with("error: standard output is no terminal") && told.contains("--help"), "{told}");
    // With files to tell of, they are told.
    session.press("clear; $V ledger.jsonl | cat > out.txt; echo now-$?\r");
    session.wait_for("now-0");
    let told = std::fs::read_to_string(folder.path().join("out.txt")).unwrap();
    assert!(told.contains("advisory"), "{told}");
    session.press("exit\r");
    session.end();
}

/// The other end is closed before anything is written.
#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = folder();
    for arguments in [&["episodes", "ledger.jsonl"][..], &["registries", "registry.json"], &["keys"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut run = Command::new(env!("CARGO_BIN_EXE_vidimus"));
        run.args(arguments).current_dir(folder.path()).env("XDG_CONFIG_HOME", folder.path());
        let run = run.stdin(Stdio::null()).stdout(writer).output().unwrap();
        assert_eq!(
            (run.status.code(), String::from_utf8(run.stderr).unwrap()),
            (Some(0), String::new()),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_paste_into_a_filter_is_text_and_never_commands() {
    let folder = folder();
    let mut session = Session::start(&["registry.json", "ledger.jsonl"], folder.path());
    session.wait_for("1 episode");
    session.press("/\x1b[200~qq\r\nq\x1b[201~");
    session.wait_for("filter: qqq");
    session.press("\x1b");
    session.wait("the filter is left", |screen| !screen.contains("filter: "));
    session.press("q");
    assert_eq!(session.end(), 0);
}

#[test]
fn without_colour_the_cursor_still_shows() {
    let folder = folder();
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let mut run = command(env!("CARGO_BIN_EXE_vidimus"), &["registry.json", "ledger.jsonl"], folder.path());
        run.env(name, value);
        let mut session = Session::run(&run);
        session.wait_for("1 episode");
        session.wait_for("› t1");
        let (rows, columns) = session.screen.screen().size();
        for (row, column) in (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column))) {
            let Some(cell) = session.screen.screen().cell(row, column) else { continue };
            let is_plain = cell.fgcolor() == vt100::Color::Default && cell.bgcolor() == vt100::Color::Default;
            assert!(is_plain, "{name}: {row} {column} is coloured");
        }
        session.press("q");
        assert_eq!(session.end(), 0);
    }
}

/// This very test program, started anew in a terminal, runs the UI beside a thread that panics when a file appears.
#[test]
fn a_panic_on_any_thread_gives_the_terminal_back_and_is_told() {
    let folder = folder();
    let me = std::env::current_exe().unwrap();
    let arguments = ["--ignored", "--exact", "--nocapture", "manners::run_beside_a_thread_that_panics"];
    let mut run = command("sh", &["-c", "\"$@\"; echo ended-$?; stty -a", "sh", me.to_str().unwrap()], folder.path());
    run.args(arguments);
    let mut session = Session::run(&run);
    session.wait_for("1 episode");
    std::fs::write(folder.path().join("panic now"), "").unwrap();
    session.wait_for("ended-101");
    session.end();
    assert!(session.is_given_back());
    let told = String::from_utf8_lossy(&session.raw).into_owned();
    assert!(told.contains("not in the plan"), "the panic itself is told\n{told}");
    assert!(told.contains("poor thread stopped unexpectedly"), "and what it means\n{told}");
    assert!(!told.contains("-icanon") && told.contains("icanon"), "{told}");
}

#[test]
#[ignore = "a part of another test, which starts it in a terminal"]
fn run_beside_a_thread_that_panics() {
    let poor = std::thread::Builder::new().name("poor thread".into());
    poor.spawn(|| {
        while !PathBuf::from("panic now").exists() {
            std::thread::yield_now();
        }
        panic!("not in the plan");
    })
    .unwrap();
    let paths = vec!["registry.json".into(), "ledger.jsonl".into()];
    let (themes, glyphs) = (vidimus::theme::built_in(), Glyphs::Unicode);
    let (notes, state) = (Vec::new(), None);
    let keymap = Keymap::default();
    let options = RunOptions {
        paths,
        keymap,
        themes,
        if_light: None,
        glyphs,
        notes,
        at: None,
        mouse: true,
        state,
        with_theme: false,
        reviewer: None,
    };
    runtime::run(options).unwrap();
}

/// A ledger that is deleted and written anew is the same place again.
#[test]
fn a_ledger_deleted_and_written_anew_is_read_anew() {
    let folder = folder();
    let path = folder.path().join("ledger.jsonl");
    let mut session = Session::start(&["registry.json", "ledger.jsonl"], folder.path());
    session.wait_for("1 episode");
    session.wait_for("● live");
    session.press("\r");
    session.wait_for("get_quote");
    std::fs::remove_file(&path).unwrap();
    session.wait_for("is gone from disk");
    let more = "{\"kind\":\"call\",\"episode\":\"e2\",\"tool\":\"get_price\",\"result\":{\"price\":5}}\n";
    std::fs::write(&path, format!("{LEDGER}{more}")).unwrap();
    session.press("\x1b");
    session.wait_for("2 episodes");
    session.press("\r");
    session.wait_for("get_quote");
    std::fs::write(folder.path().join("registry.json"), registry(r#""EUR""#)).unwrap();
    session.wait_for("(1 narrowed)");
    session.press("q");
    assert_eq!(session.end(), 0);
    assert!(session.is_given_back());
}

/// Under its new name the ledger is counted once, and deleted not at all.
#[test]
fn a_ledger_with_another_name_is_no_second_one() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("in")).unwrap();
    let (one, other) = (folder.path().join("in/one.jsonl"), folder.path().join("in/other.jsonl"));
    std::fs::write(&one, LEDGER).unwrap();
    let mut session = Session::start(&["registry.json", "in"], folder.path());
    session.wait_for("1 episode");
    session.wait_for("● live");
    std::fs::rename(&one, &other).unwrap();
    session.wait_for("is gone from disk, and its 1 episode with it");
    session.wait_for(" 1 episode · 2 invariants");
    std::fs::remove_file(&other).unwrap();
    session.wait_for("other.jsonl is gone from disk, and its 1 episode with it");
    session.wait_for(" 0 episodes · 2 invariants");
    std::fs::write(&one, LEDGER).unwrap();
    session.wait_for(" 1 episode · 2 invariants");
    session.press("q");
    assert_eq!(session.end(), 0);
}

/// The id `e1` is `ZTE=` in base64. Inside tmux the sequence comes twice: wrapped, with each of its escapes doubled, and
/// bare.
#[test]
fn a_copy_goes_to_the_terminal_and_through_tmux() {
    let folder = folder();
    let bare = "\x1b]52;c;ZTE=\x1b\\";
    let wrapped = "\x1bPtmux;\x1b\x1b]52;c;ZTE=\x1b\x1b\\\x1b\\";
    for tmux in [None, Some("/tmp/tmux-1000/default,1,0")] {
        let mut program = command(env!("CARGO_BIN_EXE_vidimus"), &["registry.json", "ledger.jsonl"], folder.path());
        if let Some(tmux) = tmux {
            program.env("TMUX", tmux);
        }
        let mut session = Session::run(&program);
        session.wait_for("1 episode");
        session.press("y");
        session.wait_for("sent to the terminal (2 characters)");
        session.press("\x03");
        assert_eq!(session.end(), 0);
        let raw = String::from_utf8_lossy(&session.raw).into_owned();
        assert_eq!(raw.matches("\x1b]52;").count(), 1 + usize::from(tmux.is_some()), "{tmux:?}: {raw:?}");
        assert!(raw.contains(bare), "{tmux:?}: {raw:?}");
        assert_eq!(raw.contains(wrapped), tmux.is_some(), "{tmux:?}: {raw:?}");
    }
}
