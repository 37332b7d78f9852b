//! The terminal: taken over, drawn on, and given back whatever happens.

use std::io::{self, IsTerminal, Stdout, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, KeyboardEnhancementFlags,
    PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use crossterm::execute;
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;

use super::signal;
use crate::app::App;
use crate::theme::{Glyphs, Theme};
use crate::view;

/// Whether the terminal is ours at the moment.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Refuses to start where nobody could see or answer the screen.
pub(super) fn check() -> anyhow::Result<()> {
    if !stdout().is_terminal() {
        bail!(
            "standard output is not a terminal, so the screen cannot be shown; for text use a subcommand, \
             for example: vidimus episodes PATH, vidimus registries PATH, vidimus check PATH --registry FILE"
        );
    }
    Ok(())
}

/// The terminal while it is ours; dropping it gives it back.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    mouse: bool,
}

impl Screen {
    /// Takes the terminal over.
    pub(super) fn open(mouse: bool) -> anyhow::Result<Self> {
        let terminal = Terminal::new(CrosstermBackend::new(stdout())).context("the terminal cannot be used")?;
        let mut screen = Self { terminal, mouse };
        screen.take()?;
        Ok(screen)
    }

    fn take(&mut self) -> anyhow::Result<()> {
        signal::wait_for_foreground().context("the terminal belongs to another program")?;
        // Whoever stopped and continued this program may have changed the modes to go back to.
        disable_raw_mode().ok();
        TAKEN.store(true, Ordering::SeqCst);
        enable_raw_mode().context("there is no terminal to read keys from")?;
        execute!(stdout(), EnterAlternateScreen, EnableBracketedPaste)?;
        if tells_keys_apart() {
            execute!(stdout(), PushKeyboardEnhancementFlags(KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES))?;
        }
        if self.mouse {
            execute!(stdout(), EnableMouseCapture)?;
        }
        self.clear()
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> anyhow::Result<(u16, u16)> {
        let size = self.terminal.size()?;
        Ok((size.width, size.height))
    }

    /// Draws one frame, in one update where the terminal can do that.
    pub(super) fn draw(&mut self, app: &App, theme: &Theme, glyphs: Glyphs) -> anyhow::Result<()> {
        if !TAKEN.load(Ordering::SeqCst) {
            // A thread panicked and gave the terminal back: the screen is the shell's now.
            return Ok(());
        }
        execute!(stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| view::draw(app, theme, glyphs, frame))?;
        execute!(stdout(), EndSynchronizedUpdate)?;
        Ok(())
    }

    /// Draws every cell anew at the next frame.
    ///
    /// A resize to the same size does that. `Terminal::clear` would ask the terminal where its cursor is, which
    /// fails where nobody answers and takes the answer away from the thread that reads keys.
    pub(super) fn clear(&mut self) -> anyhow::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::new(0, 0, size.width, size.height))?;
        Ok(())
    }

    /// Listens to the mouse, or leaves it to the terminal; also after the terminal was given back for a while.
    pub(super) fn listen_to_mouse(&mut self, is_on: bool) -> anyhow::Result<()> {
        self.mouse = is_on;
        if TAKEN.load(Ordering::SeqCst) {
            if is_on { execute!(stdout(), EnableMouseCapture)? } else { execute!(stdout(), DisableMouseCapture)? }
        }
        Ok(())
    }

    /// Sends a sequence that draws nothing.
    #[expect(clippy::unused_self, reason = "only whoever holds the terminal may write to it")]
    pub(super) fn send(&mut self, sequence: &str) -> anyhow::Result<()> {
        if TAKEN.load(Ordering::SeqCst) {
            let mut out = stdout();
            out.write_all(sequence.as_bytes())?;
            out.flush()?;
        }
        Ok(())
    }

    /// Gives the terminal back for a while.
    #[expect(clippy::unused_self, reason = "only whoever holds the terminal may give it back")]
    pub(super) fn suspend(&mut self) {
        give_back();
    }

    /// Takes it over again.
    pub(super) fn resume(&mut self) -> anyhow::Result<()> {
        self.take()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether to ask for keys that are told apart (Esc from the beginning of Alt, ctrl-i from Tab). A terminal that
/// cannot do it ignores the wish; asking first whether it can would wait for an answer where there may be none. The
/// console of Linux is old enough to be left in peace.
fn tells_keys_apart() -> bool {
    !matches!(std::env::var("TERM").as_deref(), Err(_) | Ok("linux" | "dumb"))
}

/// Gives the terminal back, once, as far as it still answers: there is nobody left to tell of an error.
pub(super) fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = stdout();
    if tells_keys_apart() {
        execute!(out, PopKeyboardEnhancementFlags).ok();
    }
    execute!(out, EndSynchronizedUpdate, DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen).ok();
    execute!(out, crossterm::cursor::Show).ok();
    disable_raw_mode().ok();
    io::Write::flush(&mut out).ok();
    out.flush().ok();
}
