//! What the tests on real data share.
#![allow(dead_code, reason = "each test file is a crate of its own and uses what it needs")]

use std::path::{Path, PathBuf};

/// The folder with `data/` and `conformance/`, named by `VIDIMUS_CORPUS`; without it the tests on real data
/// return early, with it a missing file is a failure.
pub(crate) fn corpus() -> Option<PathBuf> {
    std::env::var_os("VIDIMUS_CORPUS").map(PathBuf::from)
}

/// The text of a file that must be there.
pub(crate) fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The program, with no settings of the person who runs the tests.
pub(crate) fn vidimus() -> snapbox::cmd::Command {
    snapbox::cmd::Command::new(snapbox::cmd::cargo_bin!("vidimus"))
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env("HOME", "/nonexistent")
        .env_remove("NO_COLOR")
}

/// What a run printed on standard output.
pub(crate) fn stdout_of(command: snapbox::cmd::Command, code: i32) -> String {
    let assert = command.assert().code(code);
    String::from_utf8(assert.get_output().stdout.clone()).unwrap_or_else(|error| panic!("{error}"))
}

/// What a run said on standard error.
pub(crate) fn stderr_of(command: snapbox::cmd::Command, code: i32) -> String {
    let assert = command.assert().code(code);
    String::from_utf8(assert.get_output().stderr.clone()).unwrap_or_else(|error| panic!("{error}"))
}
