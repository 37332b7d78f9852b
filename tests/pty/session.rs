//! A program in a pseudo-terminal, and what it shows.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Waiting is for a condition; this only bounds it on a machine that is very busy.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A running program and its screen.
pub(crate) struct Session {
    pub(crate) child: Box<dyn Child + Send + Sync>,
    pub(crate) master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    bytes: Receiver<Vec<u8>>,
    pub(crate) screen: vt100::Parser,
    pub(crate) raw: Vec<u8>,
}

impl Session {
    /// The program with these arguments.
    pub(crate) fn start(arguments: &[&str], folder: &Path) -> Self {
        Self::run(&command(env!("CARGO_BIN_EXE_vidimus"), arguments, folder))
    }

    /// A shell with job control, for what a person does from one.
    pub(crate) fn shell(folder: &Path) -> Self {
        let mut shell = command("sh", &["-im"], folder);
        shell.env("PS1", "ready> ");
        shell.env("V", env!("CARGO_BIN_EXE_vidimus"));
        let mut session = Self::run(&shell);
        session.wait_for("ready>");
        session
    }

    /// Any command.
    pub(crate) fn run(command: &CommandBuilder) -> Self {
        let pty = native_pty_system().openpty(size(30, 100)).unwrap();
        let child = pty.slave.spawn_command(command.clone()).unwrap();
        drop(pty.slave);
        let mut reader = pty.master.try_clone_reader().unwrap();
        let keys = pty.master.take_writer().unwrap();
        let (sent, bytes) = channel();
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            // Reading ends with an error on Linux when the program has gone.
            while let Ok(count @ 1..) = reader.read(&mut chunk) {
                if sent.send(chunk[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            master: pty.master,
            keys,
            bytes,
            screen: vt100::Parser::new(cells(30), cells(100), 0),
            raw: Vec::new(),
        }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    pub(crate) fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until the text on the screen is as wanted.
    pub(crate) fn wait(&mut self, what: &str, wanted: impl Fn(&str) -> bool) {
        self.wait_until(what, |screen| wanted(&screen.contents()));
    }

    /// Waits until the screen is as wanted.
    pub(crate) fn wait_until(&mut self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !wanted(self.screen.screen()) {
            match self.bytes.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => {
                    self.screen.process(&bytes);
                    self.raw.extend(bytes);
                }
                Err(gone) => panic!("{what} never came ({gone}); the screen is\n{}", self.text()),
            }
        }
    }

    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait(text, |screen| screen.contains(text));
    }

    /// Waits for the end; gives the exit code, with everything that was written taken in.
    pub(crate) fn end(&mut self) -> u32 {
        let status = self.child.wait().unwrap();
        while let Ok(bytes) = self.bytes.recv_timeout(PATIENCE) {
            self.screen.process(&bytes);
            self.raw.extend(bytes);
        }
        status.exit_code()
    }

    pub(crate) fn is_given_back(&self) -> bool {
        let left = self.raw.windows(8).rposition(|bytes| bytes == b"\x1b[?1049l");
        let entered = self.raw.windows(8).rposition(|bytes| bytes == b"\x1b[?1049h");
        left > entered && !self.screen.screen().hide_cursor()
    }
}

/// A command in the surroundings of every test.
pub(crate) fn command(program: &str, arguments: &[&str], folder: &Path) -> CommandBuilder {
    let mut command = CommandBuilder::new(program);
    command.args(arguments);
    command.cwd(folder);
    for (name, value) in [("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8"), ("ENV", "")] {
        command.env(name, value);
    }
    command.env("XDG_CONFIG_HOME", folder);
    // Hidden, since the folder is often what is opened.
    command.env("XDG_STATE_HOME", folder.join(".state"));
    // What the terminal of whoever runs the test says of itself is not true of this one.
    for name in ["NO_COLOR", "COLORTERM", "COLORFGBG", "TMUX", "STY"] {
        command.env_remove(name);
    }
    command
}

pub(crate) fn cells(count: u16) -> NonZero<u16> {
    NonZero::new(count).unwrap()
}

pub(crate) fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}
