//! The signs beside colours, each with an ASCII twin; and every other text in ASCII.

use std::borrow::Cow;
use std::fmt::Write;

/// Which signs the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Unicode.
    #[default]
    Unicode,
    /// ASCII only.
    Ascii,
    /// Words instead of signs, for people who listen to the screen.
    Words,
}

macro_rules! glyphs {
    ($($(#[$doc:meta])* $name:ident: $unicode:literal, $ascii:literal, $word:literal;)*) => {
        impl Glyphs {
            $($(#[$doc])*
            pub const fn $name(self) -> &'static str {
                match self {
                    Self::Unicode => $unicode,
                    Self::Ascii => $ascii,
                    Self::Words => $word,
                }
            })*
        }
        /// Every sign with its twin in ASCII and its word.
        const SIGNS: &[(&str, &str, &str)] = &[$(($unicode, $ascii, $word)),*];
    };
}

glyphs! {
    /// A recorded receipt.
    receipt: "▲", "!", "receipt:";
    /// A result that is an error by its own words.
    error: "✗", "x", "error:";
    /// The followed value, or the same word in a text.
    exact: "=", "=", "same value";
    /// The followed number, written otherwise.
    number_format: "≈", "~", "same number, written otherwise";
    /// Where the followed value comes from.
    source: "◎", "o", "source";
    /// The followed value inside a longer word.
    substring: "⊂", "(", "inside a longer word";
    /// A tool that was looked for.
    found: "•", "^", "match";
    /// A fault label of the study.
    fault: "◆", "%", "fault label";
    /// A rule that fires when replayed.
    replayed: "△", "*", "replayed:";
    /// A rule that held.
    held: "✓", "+", "held:";
    /// A rule that broke.
    broken: "▲", "!", "broken:";
    /// The agent took a listed recovery tool.
    listed: "↳", ">", "listed:";
    /// The agent took another tool.
    other: "↷", "~", "other tool:";
    /// The agent tried again.
    retry: "↻", "@", "retry:";
    /// The agent called nothing more.
    none: "∎", "#", "nothing more:";
    /// The cursor.
    cursor: "›", ">", ">";
    /// A folded part.
    closed: "▸", "+", "folded";
    /// An unfolded part.
    open: "▾", "-", "unfolded";
    /// From one level to the next.
    level: "▸", ">", ",";
    /// Between facts.
    dot: "·", "-", ",";
    /// Files are watched.
    live: "●", "o", "watching";
    /// Following is paused.
    paused: "‖", "=", "paused";
    /// Files are looked at from time to time.
    polling: "◌", "?", "polling";
    /// Something cannot be read.
    broken_file: "✗", "x", "unreadable";
    /// New.
    added: "+", "+", "added";
    /// Changed.
    changed: "~", "~", "changed";
    /// The picked one.
    picked: "←", "<-", ",";
    /// Cut off here.
    more: "…", "~", "...";
}

const BARS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const ASCII_BARS: [&str; 9] = [" ", ".", ".", ":", ":", "|", "|", "#", "#"];

impl Glyphs {
    /// A bar of eighths for one number of many; `of` is the largest.
    pub fn bar(self, count: u64, of: u64) -> &'static str {
        let level = if of == 0 { 0 } else { (count * 8).div_ceil(of).min(8) };
        let level = usize::try_from(level).unwrap_or(8);
        match self {
            Self::Unicode => BARS.get(level).copied().unwrap_or(" "),
            Self::Ascii => ASCII_BARS.get(level).copied().unwrap_or(" "),
            Self::Words => "",
        }
    }
}

/// What stands for a character of our own texts, beside the signs, where only ASCII can be shown.
const TWINS: [(char, &str); 40] = [
    ('…', "..."),
    ('•', "*"),
    ('≤', "<="),
    ('≥', ">="),
    ('≠', "!="),
    ('≈', "~"),
    ('×', "x"),
    ('±', "+/-"),
    ('∩', "and"),
    ('∈', "in"),
    ('→', "->"),
    ('↑', "^"),
    ('↓', "v"),
    ('−', "-"),
    ('–', "-"),
    ('—', "-"),
    ('“', "\""),
    ('”', "\""),
    ('„', "\""),
    ('‘', "'"),
    ('’', "'"),
    ('‹', "<"),
    ('«', "<<"),
    ('»', ">>"),
    ('─', "-"),
    ('│', "|"),
    ('┌', "+"),
    ('┐', "+"),
    ('└', "+"),
    ('┘', "+"),
    ('├', "+"),
    ('┤', "+"),
    ('┬', "+"),
    ('┴', "+"),
    ('┼', "+"),
    ('τ', "tool"),
    ('␣', "_"),
    ('\u{a0}', " "),
    ('\u{202f}', " "),
    ('\u{fffd}', "?"),
];

impl Glyphs {
    /// A text in the characters that can be shown: our own have twins, all others of a file are written `\u{e9}`.
    /// Where words stand for signs, those in a text become words too, and letters stay.
    pub fn spell(self, text: &str) -> Cow<'_, str> {
        if self == Self::Unicode || text.is_ascii() {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            match twin(c, self) {
                _ if c.is_ascii() => out.push(c),
                Some(twin) => out.push_str(twin),
                None if self == Self::Words => out.push(c),
                None => {
                    // Writing into a String cannot fail.
                    write!(out, "\\u{{{:x}}}", u32::from(c)).ok();
                }
            }
        }
        Cow::Owned(out)
    }
}

fn twin(c: char, glyphs: Glyphs) -> Option<&'static str> {
    let is_sign = |sign: &str| sign.chars().eq([c]);
    let of_text = TWINS.iter().find(|(known, _)| *known == c).map(|(_, twin)| *twin);
    let sign = SIGNS.iter().find(|(sign, ..)| is_sign(sign));
    let of_sign = sign.map(|(_, ascii, word)| if glyphs == Glyphs::Words { *word } else { *ascii });
    let of_bar = || BARS.iter().zip(ASCII_BARS).find(|(bar, _)| is_sign(bar)).map(|(_, twin)| twin);
    match glyphs {
        Glyphs::Unicode => None,
        Glyphs::Ascii => of_text.or(of_sign).or_else(of_bar),
        // A bar says nothing that its number does not.
        Glyphs::Words => of_sign.or(of_text).or_else(|| of_bar().map(|_| "")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_can_be_spelled_in_ascii() {
        assert_eq!(Glyphs::Ascii.spell("3 ≤ x … “no” 日é"), "3 <= x ... \"no\" \\u{65e5}\\u{e9}");
        assert_eq!(Glyphs::Unicode.spell("3 ≤ x"), "3 ≤ x");
        for (_, twin) in TWINS {
            assert!(twin.is_ascii() && !twin.is_empty());
        }
        for (sign, ascii, word) in SIGNS {
            assert!(ascii.is_ascii() && word.is_ascii(), "{sign}");
        }
        assert_eq!(Glyphs::Words.spell("▲ é ≤ 3…"), "receipt: é <= 3...");
        for level in 0..=8 {
            let (unicode, ascii) = (Glyphs::Unicode.bar(level, 8), Glyphs::Ascii.bar(level, 8));
            assert_eq!(Glyphs::Ascii.spell(unicode), ascii, "a bar looks the same whoever spells it");
        }
    }
}
