//! The sequence that gives text to the terminal's clipboard (OSC 52), through a multiplexer if there is one.

use crossterm::Command;
use crossterm::clipboard::CopyToClipboard;

/// GNU screen lets so many bytes through in one piece, and cuts off the rest.
const SCREEN_PIECE: usize = 256;

/// What stands between the program and the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Through {
    /// Nothing.
    Terminal,
    /// tmux.
    Tmux,
    /// GNU screen.
    Screen,
}

impl Through {
    /// What this process runs in, by the variables that multiplexers set.
    pub(super) fn found() -> Self {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        if is_set("TMUX") {
            Self::Tmux
        } else if is_set("STY") {
            Self::Screen
        } else {
            Self::Terminal
        }
    }
}

/// The bytes to write.
///
/// In tmux the sequence goes out twice: wrapped, for tmux to hand it on (`allow-passthrough`), and bare, for tmux to
/// take it itself (`set-clipboard on`). Whichever is allowed works, and the text is the same.
pub(super) fn sequence(text: &str, through: Through) -> String {
    let mut bare = String::new();
    // Writing into a String cannot fail.
    CopyToClipboard::to_clipboard_from(text).write_ansi(&mut bare).ok();
    match through {
        Through::Terminal => bare,
        Through::Tmux => format!("\x1bPtmux;{}\x1b\\{bare}", bare.replace('\x1b', "\x1b\x1b")),
        Through::Screen => {
            // Screen ends its own sequence at the first ST, so that ours ends with BEL.
            let bare = bare.strip_suffix("\x1b\\").map_or_else(|| bare.clone(), |bare| format!("{bare}\x07"));
            let bytes: Vec<char> = bare.chars().collect();
            bytes
                .chunks(SCREEN_PIECE)
                .flat_map(|piece| ["\x1bP".to_owned(), piece.iter().collect(), "\x1b\\".to_owned()])
                .collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `hi` is `aGk=` in base64.
    #[test]
    fn the_text_is_wrapped_for_what_stands_between() {
        let bare = "\x1b]52;c;aGk=\x1b\\";
        assert_eq!(sequence("hi", Through::Terminal), bare);
        let wrapped = "\x1bPtmux;\x1b\x1b]52;c;aGk=\x1b\x1b\\\x1b\\";
        assert_eq!(sequence("hi", Through::Tmux), format!("{wrapped}{bare}"));
        assert_eq!(sequence("hi", Through::Screen), "\x1bP\x1b]52;c;aGk=\x07\x1b\\");
    }

    #[test]
    fn screen_gets_pieces_that_join_to_the_whole() {
        let text = "x".repeat(1000);
        let sent = sequence(&text, Through::Screen);
        let pieces: Vec<&str> = sent.split("\x1b\\").filter(|piece| !piece.is_empty()).collect();
        assert!(pieces.len() > 4 && pieces.iter().all(|piece| piece.len() <= SCREEN_PIECE + 2));
        let joined: String = pieces.iter().map(|piece| piece.strip_prefix("\x1bP").unwrap()).collect();
        assert_eq!(joined, sequence(&text, Through::Terminal).replace("\x1b\\", "\x07"));
    }
}
