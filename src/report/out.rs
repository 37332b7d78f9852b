//! Standard output and standard error.

use std::io::{self, BufWriter, IsTerminal, Write};

use super::{Format, Table};
use crate::domain::json::Json;
use crate::safe::{escaped_json, visible_lines};

/// Where results go: standard output, buffered, sanitised for a terminal.
pub struct Out {
    writer: BufWriter<Box<dyn Write>>,
    is_terminal: bool,
}

impl Out {
    /// Standard output.
    #[must_use]
    pub fn stdout() -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        // Not locked: when a thread of the UI panics it must be able to give the terminal back.
        Self { writer: BufWriter::new(Box::new(stdout)), is_terminal }
    }

    /// Whether a person is looking, and not a pipe or a file.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Prints a view.
    pub fn table(&mut self, table: &Table, format: Format) -> io::Result<()> {
        let printed = table.print(format);
        match format {
            Format::Json => self.exact(&printed),
            Format::Text | Format::Md | Format::Csv => self.writer.write_all(printed.as_bytes()),
        }
    }

    /// Prints one JSON value on a line of its own.
    pub fn json(&mut self, value: &Json) -> io::Result<()> {
        self.exact(&format!("{value}\n"))
    }

    /// Prints text for people, whose own line breaks are kept.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(visible_lines(text).as_bytes())
    }

    /// Prints bytes that a program will read: to a pipe as they are, to a terminal with control characters as
    /// `\u` escapes (in JSON that is the same value).
    pub fn exact(&mut self, text: &str) -> io::Result<()> {
        if self.is_terminal {
            self.writer.write_all(escaped_json(text).as_bytes())
        } else {
            self.writer.write_all(text.as_bytes())
        }
    }
}

/// Bytes as [`Out::exact`] has them, for what streams.
impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_terminal {
            self.exact(&String::from_utf8_lossy(bytes))?;
            Ok(bytes.len())
        } else {
            self.writer.write(bytes)
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// A note for the person, on standard error.
pub fn note(text: &str) {
    say("note", text);
}

/// What went wrong, on standard error.
pub fn error(text: &str) {
    say("error", text);
}

fn say(kind: &str, text: &str) {
    // When standard error is closed there is nobody to tell.
    writeln!(io::stderr().lock(), "{kind}: {}", visible_lines(text)).ok();
}

/// Whether the reader of our output went away: no failure (`vidimus … | head`).
#[must_use]
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).any(|io| io.kind() == io::ErrorKind::BrokenPipe)
}
