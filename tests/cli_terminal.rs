//! What a terminal gets to see: no byte out of a file may steer it.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

use std::io::Read;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// An escape sequence, a C1 control and a bidi override, in a result and in names.
const LEDGER: &str = "{\"format\":\"vidimus.ledger/1\"}
{\"kind\":\"episode\",\"episode\":\"e\u{9b}31m\u{202e}\",\"task\":\"\\u001b[2J\",\"arm\":\"a\"}
{\"kind\":\"call\",\"episode\":\"e\u{9b}31m\u{202e}\",\"tool\":\"t\",\"result\":{\"n\":-1,\"x\":\"\\u001b]0;title\\u0007\u{9b}2J\u{202e}\"}}
";
const REGISTRY: &str = r#"{"format":"vidimus.registry/1","source":{"kind":"traces"},"tools":{"t":{"calls":20,"set_aside":0,"samples":20,"maps":[],"invariants":[{"id":"0000000000000000","class":"known_fields","path":"$","support":20,"expected":["n"]},{"id":"0000000000000001","class":"positive","path":"n","support":20,"expected":null}]}}}"#;

/// What a command prints on a terminal; its standard error (bars, notes) goes elsewhere.
fn on_terminal(arguments: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ledger.jsonl"), LEDGER).unwrap();
    std::fs::write(folder.path().join("registry.json"), REGISTRY).unwrap();
    let call = "{\"tool\":\"t\",\"result\":\"\\u001b[2J\u{9b}2J\"}";
    std::fs::write(folder.path().join("calls.jsonl"), call).unwrap();
    let pty = native_pty_system().openpty(PtySize { rows: 40, cols: 200, pixel_width: 0, pixel_height: 0 }).unwrap();
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", &format!("\"$0\" {arguments} 2>errors.txt"), env!("CARGO_BIN_EXE_vidimus")]);
    command.cwd(folder.path());
    command.env("XDG_CONFIG_HOME", "/nonexistent");
    let mut child = pty.slave.spawn_command(command).unwrap();
    drop(pty.slave);
    let mut reader = pty.master.try_clone_reader().unwrap();
    let (mut shown, mut chunk) = (Vec::new(), [0; 4096]);
    // A terminal whose other side is gone reads as an error on Linux, as an end elsewhere.
    while let Ok(count @ 1..) = reader.read(&mut chunk) {
        shown.extend_from_slice(&chunk[..count]);
    }
    child.wait().unwrap();
    String::from_utf8(shown).unwrap()
}

#[test]
fn nothing_out_of_a_file_steers_the_terminal() {
    let registry = "--registry registry.json";
    for arguments in [
        "episodes ledger.jsonl".to_owned(),
        "episodes ledger.jsonl --format json".to_owned(),
        "episodes ledger.jsonl --format csv".to_owned(),
        "episodes ledger.jsonl --format md".to_owned(),
        format!("check ledger.jsonl {registry}"),
        format!("check ledger.jsonl {registry} --format json"),
        format!("check ledger.jsonl {registry} --format csv"),
        format!("explain ledger.jsonl e 0 {registry}"),
        format!("explain ledger.jsonl e 0 {registry} --format json"),
        format!("receipt {registry} < calls.jsonl"),
        "import ledger.jsonl".to_owned(),
        "mine ledger.jsonl --min-support category=1".to_owned(),
    ] {
        let shown = on_terminal(&arguments);
        assert!(shown.len() > 10, "{arguments}: {shown:?}");
        let steers = |c: &char| (c.is_control() && !matches!(c, '\r' | '\n')) || ('\u{202a}'..='\u{202e}').contains(c);
        assert_eq!(shown.chars().find(steers), None, "{arguments}: {shown:?}");
    }
}
