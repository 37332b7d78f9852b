//! The person's own programs on a text: the pager and the editor. They get the terminal while they run.

use std::io::Write;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, Sender};

use super::terminal::Screen;
use super::{Event, signal, spawn};
use crate::app::effect::Program;
use crate::app::msg::Msg;

/// How a program ended.
struct Ended {
    /// What there is to say, if anything.
    sentence: Option<String>,
    /// What else happened meanwhile, oldest first.
    meanwhile: Vec<Event>,
}

/// Lends the screen to the program, with the text, until it has ended; the reader of keys must be waiting. Returns what
/// happened meanwhile and how it ended, oldest first.
pub(super) fn lend(
    screen: &mut Screen,
    program: Program,
    text: &str,
    events: &Sender<Event>,
    received: &Receiver<Event>,
) -> anyhow::Result<Vec<Event>> {
    screen.suspend();
    let Ended { sentence, mut meanwhile } = run(program, text, events, received);
    screen.resume()?;
    meanwhile.push(Event::Msg(Msg::Opened(sentence)));
    Ok(meanwhile)
}

fn run(program: Program, text: &str, events: &Sender<Event>, received: &Receiver<Event>) -> Ended {
    let ended = |sentence| Ended { sentence: Some(sentence), meanwhile: Vec::new() };
    let command = command(program, |name| std::env::var(name).ok());
    let mut words = command.split_whitespace();
    let Some(name) = words.next() else { return ended(format!("{} is empty", program.variable())) };
    let file = tempfile::Builder::new().prefix("vidimus-").suffix(".txt").tempfile();
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.flush()).map(|()| file));
    let file = match written {
        Ok(file) => file,
        Err(error) => return ended(format!("the text cannot be written for {name}: {error}")),
    };
    let child = match Command::new(name).args(words).arg(file.path()).spawn() {
        Ok(child) => child,
        Err(error) => return ended(format!("{name} cannot be started: {error}; set {}", program.variable())),
    };
    let id = child.id();
    wait(child, events);
    let mut meanwhile = Vec::new();
    for event in received {
        match event {
            Event::ProgramEnded(failed) => {
                return Ended { sentence: failed.map(|how| format!("{name} ended with {how}")), meanwhile };
            }
            // The terminal tells all programs of the job of ctrl-c and ctrl-z. The first is the other program's; at
            // the second both stop, and the shell goes on.
            Event::Interrupted | Event::Resumed => {}
            Event::StopAsked => signal::stop_self(),
            Event::Terminate => {
                signal::terminate(id);
                meanwhile.push(Event::Terminate);
            }
            event => meanwhile.push(event),
        }
    }
    Ended { sentence: None, meanwhile }
}

/// Waits for the end on a thread of its own.
fn wait(mut child: Child, events: &Sender<Event>) {
    let events = events.clone();
    spawn("wait for a program", move || {
        let failed = match child.wait() {
            Ok(status) if status.success() => None,
            Ok(status) => Some(status.to_string()),
            Err(error) => Some(error.to_string()),
        };
        // The loop may have ended meanwhile.
        events.send(Event::ProgramEnded(failed)).ok();
    });
}

/// What is to be run, in words separated by spaces.
fn command(program: Program, get: impl Fn(&str) -> Option<String>) -> String {
    let set = |name: &str| get(name).filter(|value| !value.trim().is_empty());
    match program {
        Program::Pager => set("PAGER").unwrap_or_else(|| "less".into()),
        Program::Editor => set("VISUAL").or_else(|| set("EDITOR")).unwrap_or_else(|| "vi".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_person_chooses_the_program() {
        let none = |_: &str| None;
        assert_eq!((command(Program::Pager, none), command(Program::Editor, none)), ("less".into(), "vi".into()));
        let set = |name: &str| (name != "VISUAL").then(|| format!("my-{name} -x"));
        assert_eq!(command(Program::Editor, set), "my-EDITOR -x");
        assert_eq!(command(Program::Editor, |name| Some(if name == "VISUAL" { " ".into() } else { "e".into() })), "e");
    }
}
