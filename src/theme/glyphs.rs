//! The signs beside colours, each with an ASCII twin.

/// Which signs the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Unicode.
    #[default]
    Unicode,
    /// ASCII only.
    Ascii,
}

macro_rules! glyphs {
    ($($(#[$doc:meta])* $name:ident: $unicode:literal, $ascii:literal;)*) => {
        impl Glyphs {
            $($(#[$doc])*
            pub const fn $name(self) -> &'static str {
                match self {
                    Self::Unicode => $unicode,
                    Self::Ascii => $ascii,
                }
            })*
        }
    };
}

glyphs! {
    /// A recorded receipt.
    receipt: "▲", "!";
    /// A result that is an error by its own words.
    error: "✗", "x";
    /// The followed value, or the same word in a text.
    exact: "=", "=";
    /// The followed number, written otherwise.
    number_format: "≈", "~";
    /// The followed value inside a longer word.
    substring: "⊂", "(";
    /// A fault label of the study.
    fault: "◆", "%";
    /// A rule that fires when replayed.
    replayed: "△", "*";
    /// A rule that held.
    held: "✓", "+";
    /// A rule that broke.
    broken: "▲", "!";
    /// The agent took a listed recovery tool.
    listed: "↳", ">";
    /// The agent took another tool.
    other: "↷", "~";
    /// The agent tried again.
    retry: "↻", "@";
    /// The agent called nothing more.
    none: "∎", "#";
    /// The cursor.
    cursor: "›", ">";
    /// A folded part.
    closed: "▸", "+";
    /// An unfolded part.
    open: "▾", "-";
    /// From one level to the next.
    level: "▸", ">";
    /// Between facts.
    dot: "·", "-";
    /// Files are watched.
    live: "●", "o";
    /// Following is paused.
    paused: "‖", "=";
    /// Files are looked at from time to time.
    polling: "◌", "?";
    /// Something cannot be read.
    broken_file: "✗", "x";
    /// New.
    added: "+", "+";
    /// Changed.
    changed: "~", "~";
    /// The picked one.
    picked: "←", "<-";
    /// Cut off here.
    more: "…", "~";
}

impl Glyphs {
    /// A bar of eighths for one number of many; `of` is the largest.
    pub fn bar(self, count: u64, of: u64) -> &'static str {
        const UNICODE: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
        const ASCII: [&str; 9] = [" ", ".", ".", ":", ":", "|", "|", "#", "#"];
        let level = if of == 0 { 0 } else { (count * 8).div_ceil(of).min(8) };
        let level = usize::try_from(level).unwrap_or(8);
        match self {
            Self::Unicode => UNICODE.get(level).copied().unwrap_or(" "),
            Self::Ascii => ASCII.get(level).copied().unwrap_or(" "),
        }
    }
}
