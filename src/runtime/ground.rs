//! The terminal is asked for the colour of its ground, and its answer is told apart from keys.
//!
//! Whoever asks (OSC 11) may get no answer, or get it late. So nobody waits for it and nothing but the one thread that
//! reads keys ever reads: the answer comes in there, as the keys it is spelled with (`alt-]`, `1`, `1`, `;` …), and is
//! taken out again. Whatever turns out to be no answer goes on as the keys it was.

use std::io::Write;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::theme::Ground;

/// So long after the question an answer is expected; later ones are keys.
const PATIENCE: Duration = Duration::from_secs(5);
/// So long the first frame waits for the answer, so that it need not be drawn twice.
const GRACE: Duration = Duration::from_millis(60);
/// So long the end of the program waits for an answer under way, so that it does not reach the shell.
const PARTING: Duration = Duration::from_millis(300);
/// The longest answer there is, with four channels of four digits.
const LONGEST: usize = 40;

/// The question, from when it is asked to its answer. Dropping it waits for an answer under way.
#[derive(Debug)]
pub(super) struct Question {
    /// When it was asked; nothing once it is answered, or if nobody asks.
    open: Option<Instant>,
    if_light: Option<String>,
}

impl Question {
    /// Asks, if there is a theme to take on a light ground. The question is invisible, and a terminal that does not
    /// know it passes over it.
    pub(super) fn ask(if_light: Option<String>) -> Self {
        let mut out = std::io::stdout();
        let asks = if_light.is_some() && out.write_all(b"\x1b]11;?\x1b\\").and_then(|()| out.flush()).is_ok();
        Self { open: asks.then(Instant::now), if_light }
    }

    /// Among the keys, whoever listens for the answer.
    pub(super) fn listener(&self) -> Listener {
        Listener::new(self.open)
    }

    /// How long the first frame should still wait.
    pub(super) fn grace(&self) -> Duration {
        self.open.map_or(Duration::ZERO, |asked| GRACE.saturating_sub(asked.elapsed()))
    }

    /// Takes the answer; says which theme to take.
    pub(super) fn answered(&mut self, ground: Option<Ground>) -> Option<String> {
        self.open = None;
        self.if_light.take().filter(|_| ground == Some(Ground::Light))
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        if let Some(asked) = self.open {
            std::thread::sleep(PARTING.saturating_sub(asked.elapsed()));
        }
    }
}

/// What a key turned out to be.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// These keys, oldest first; none while it may still become an answer.
    Keys(Vec<KeyEvent>),
    /// The answer, or nothing that can be understood of it.
    Ground(Option<Ground>),
}

/// Listens among the keys for one answer.
#[derive(Debug)]
pub(super) struct Listener {
    until: Option<Instant>,
    held: Vec<KeyEvent>,
    text: String,
    is_ending: bool,
}

impl Listener {
    /// Listens for an answer, if one was asked for.
    fn new(asked: Option<Instant>) -> Self {
        Self { until: asked.map(|asked| asked + PATIENCE), held: Vec::new(), text: String::new(), is_ending: false }
    }

    /// Whether keys are held back that may become an answer.
    pub(super) fn is_holding(&self) -> bool {
        !self.held.is_empty()
    }

    /// The keys held back: no more of the answer came, so they are what a person typed.
    pub(super) fn release(&mut self) -> Vec<KeyEvent> {
        self.text.clear();
        self.is_ending = false;
        std::mem::take(&mut self.held)
    }

    /// Takes a key.
    pub(super) fn hear(&mut self, key: KeyEvent, now: Instant) -> Heard {
        if !self.is_holding() && self.until.is_none_or(|until| now > until) {
            return Heard::Keys(vec![key]);
        }
        self.held.push(key);
        match self.step(key) {
            Step::More => Heard::Keys(Vec::new()),
            Step::No => Heard::Keys(self.release()),
            Step::End => {
                self.until = None;
                let ground = self.text.strip_prefix("]11;").and_then(Ground::of_answer);
                self.release();
                Heard::Ground(ground)
            }
        }
    }

    fn step(&mut self, key: KeyEvent) -> Step {
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let whole = self.text.len() > 4;
        match key.code {
            KeyCode::Char('\\') if whole && (alt || self.is_ending) => Step::End,
            KeyCode::Char('g') if whole && control => Step::End,
            _ if self.is_ending => Step::No,
            KeyCode::Esc if whole => {
                self.is_ending = true;
                Step::More
            }
            // The escape before the bracket may have come in as a key of its own.
            KeyCode::Char(c) if !control && (!alt || self.text.is_empty()) => {
                self.text.push(c);
                let fits = match self.text.get(4..) {
                    None | Some("") => "]11;".starts_with(&self.text),
                    Some(rest) => {
                        self.text.starts_with("]11;")
                            && rest.len() <= LONGEST
                            && (["rgba:", "rgb:", "#"].iter().any(|name| name.starts_with(rest))
                                || rest.chars().all(|c| c.is_ascii_hexdigit() || "rgba:/#".contains(c)))
                    }
                };
                if fits { Step::More } else { Step::No }
            }
            _ => Step::No,
        }
    }
}

enum Step {
    More,
    No,
    End,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(c: char, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(KeyCode::Char(c), modifiers)
    }

    /// The keys as which bytes come in, one event each.
    fn keys(bytes: &str) -> Vec<KeyEvent> {
        let mut keys = Vec::new();
        let mut rest = bytes.chars();
        while let Some(c) = rest.next() {
            keys.push(match c {
                '\u{1b}' => match rest.next() {
                    Some(c) => key(c, KeyModifiers::ALT),
                    None => KeyEvent::from(KeyCode::Esc),
                },
                '\u{7}' => key('g', KeyModifiers::CONTROL),
                c => key(c, KeyModifiers::NONE),
            });
        }
        keys
    }

    fn hear(listener: &mut Listener, keys: &[KeyEvent], now: Instant) -> (Vec<KeyEvent>, Vec<Option<Ground>>) {
        let (mut through, mut grounds) = (Vec::new(), Vec::new());
        for key in keys {
            match listener.hear(*key, now) {
                Heard::Keys(keys) => through.extend(keys),
                Heard::Ground(ground) => grounds.push(ground),
            }
        }
        (through, grounds)
    }

    #[test]
    fn an_answer_is_taken_out_of_what_is_typed() {
        let now = Instant::now();
        for (answer, ground) in [
            ("\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\", Some(Ground::Light)),
            ("\u{1b}]11;rgb:1e1e/1e1e/2e2e\u{7}", Some(Ground::Dark)),
            ("\u{1b}]11;rgba:0000/0000/0000/ffff\u{7}", Some(Ground::Dark)),
            ("\u{1b}]11;#fdf6e3\u{7}", Some(Ground::Light)),
        ] {
            let mut listener = Listener::new(Some(now));
            let typed = format!("jj{answer}k]11;rgb:0/0/0");
            let (through, grounds) = hear(&mut listener, &keys(&typed), now);
            assert_eq!(grounds, [ground], "{answer}");
            assert_eq!(through, keys("jjk]11;rgb:0/0/0"), "only one answer is expected");
        }
    }

    /// Escapes may be torn from what follows them.
    #[test]
    fn a_torn_answer_is_still_one() {
        let now = Instant::now();
        let mut listener = Listener::new(Some(now));
        let mut torn = vec![KeyEvent::from(KeyCode::Esc)];
        torn.extend(keys("]11;rgb:ffff/ffff/ffff"));
        torn.push(KeyEvent::from(KeyCode::Esc));
        torn.extend(keys("\\"));
        let (through, grounds) = hear(&mut listener, &torn, now);
        assert_eq!(grounds, [Some(Ground::Light)]);
        assert_eq!(through, [KeyEvent::from(KeyCode::Esc)]);
    }

    #[test]
    fn keys_that_only_look_like_an_answer_come_through() {
        let now = Instant::now();
        for typed in ["]]12", "]11;x", "\u{1b}]q", "]11;rgb:ffff/q", "jkl", "]11;rgb:12\u{1b}q"] {
            let mut listener = Listener::new(Some(now));
            let (mut through, grounds) = hear(&mut listener, &keys(typed), now);
            through.extend(listener.release());
            assert_eq!((through, grounds), (keys(typed), Vec::new()), "{typed:?}");
        }
        // What is held back is let go when nothing follows.
        let mut listener = Listener::new(Some(now));
        assert_eq!(hear(&mut listener, &keys("]"), now).0, []);
        assert!(listener.is_holding());
        assert_eq!(listener.release(), keys("]"));
    }

    #[test]
    fn nothing_is_held_back_when_nobody_asked_or_long_after() {
        let now = Instant::now();
        let answer = keys("\u{1b}]11;rgb:ffff/ffff/ffff\u{7}");
        assert_eq!(hear(&mut Listener::new(None), &answer, now).0, answer);
        assert_eq!(hear(&mut Listener::new(Some(now)), &answer, now + PATIENCE * 2).0, answer);
    }
}
