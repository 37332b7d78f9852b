//! Standard output and standard error.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};

use super::{Format, Table};
use crate::domain::json::Json;
use crate::safe::{escaped_json, visible, visible_lines};
use crate::words::refused;

/// Where results go: standard output, buffered, sanitised for a terminal.
///
/// A reader that has seen enough (`vidimus … | head`) is no failure: what nobody reads is dropped, and the command goes
/// on to its end, so that its exit code is the one it would have had. Only what streams is told to stop.
pub struct Out {
    writer: BufWriter<Sink>,
    is_terminal: bool,
    has_stopped: bool,
}

/// Standard output, until nobody reads it any more.
struct Sink {
    stdout: io::Stdout,
    is_closed: bool,
}

impl Sink {
    /// What came of a write, where `dropped` stands for one that nobody reads.
    fn told<T>(&mut self, written: io::Result<T>, dropped: T) -> io::Result<T> {
        match written {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(dropped)
            }
            // For these the buffer tries again.
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                let what = format!("standard output cannot be written: {}", refused(&error));
                Err(io::Error::new(error.kind(), what))
            }
            written => written,
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        let written = self.stdout.write(bytes);
        self.told(written, bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let flushed = self.stdout.flush();
        self.told(flushed, ())
    }
}

impl Out {
    /// Standard output.
    #[must_use]
    pub fn stdout() -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        // Not locked: when a thread of the UI panics it must be able to give the terminal back.
        let sink = Sink { stdout, is_closed: false };
        Self { writer: BufWriter::new(sink), is_terminal, has_stopped: false }
    }

    /// Whether a person is looking, and not a pipe or a file.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Whether nobody reads on.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.writer.get_ref().is_closed
    }

    /// Whether something that streams was told that nobody reads on: then its error is none.
    #[must_use]
    pub fn has_stopped(&self) -> bool {
        self.has_stopped
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
        if self.is_closed() {
            self.has_stopped = true;
            return Err(ErrorKind::BrokenPipe.into());
        }
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
    // What we say is one line: a line break in it is of a name or a file, and could pass for another message of ours.
    // When standard error is closed there is nobody to tell.
    writeln!(io::stderr().lock(), "{kind}: {}", visible(text)).ok();
}
