//! The signs beside colours, each with an ASCII twin; and every other text in ASCII.

use std::borrow::Cow;
use std::fmt::Write;

use super::{Page, Piece, Role};

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

macro_rules! signs {
    ($($variant:ident $name:ident: $unicode:literal, $ascii:literal, $word:literal, $role:ident, $places:expr, $meaning:literal;)*) => {
        /// Something that stands for a meaning on screen.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Sign {
            $(#[doc = $meaning] $variant),*
        }

        impl Sign {
            /// Every sign, in the order of the legends.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            const fn row(self) -> Row {
                match self {
                    $(Self::$variant => Row {
                        texts: [$unicode, $ascii, $word], role: Role::$role, places: $places, meaning: $meaning,
                    }),*
                }
            }
        }

        impl Glyphs {
            $(#[doc = $meaning]
            pub const fn $name(self) -> &'static str {
                self.of(Sign::$variant)
            })*
        }
    };
}

/// One row of the table of signs.
struct Row {
    /// In Unicode, in ASCII, as a word.
    texts: [&'static str; 3],
    role: Role,
    places: &'static [Place],
    meaning: &'static str,
}

/// A screen that signs stand on. A window is not among them: its text tells which signs are in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The tools and their rules.
    Registries,
    /// The rules of a registry, to be judged.
    Review,
    /// The list of episodes.
    Episodes,
    /// The pairs.
    Pairs,
    /// One pair.
    Braid,
    /// One episode.
    Stepper,
}

use Place::{Braid as B, Episodes as E, Pairs as P, Registries as R, Review as V, Stepper as S};

// One sign, one meaning: two rows that can stand in one place never look alike, in no spelling.
signs! {
    Receipt receipt: "▲", "!", "receipt:", Receipt, &[R, E, P, B, S],
        "a receipt was delivered to the agent (with a number: so many); on a field: that receipt names it";
    Won won: "↑", "^", "won:", Completed, &[P],
        "won: the second arm completed and the first did not";
    Lost lost: "↓", "v", "lost:", Failed, &[P],
        "lost: the first arm completed and the second did not";
    Replayed replayed: "△", "*", "replayed:", Replayed, &[R, E, S],
        "a rule breaks when replayed now (with a number: on so many calls); on a call or field: no delivered receipt says so";
    Held held: "✓", "ok", "held:", Held, &[S],
        "a rule looks here and holds";
    MoreRules more_rules: "+2", "+2", "more rules", Muted, &[S],
        "so many more rules look at the same field (w lists them)";
    Error error: "⊗", "x", "error:", Broken, &[B, S],
        "the result is an error by its own words";
    Listed listed: "↳", "&", "listed:", Listed, &[B, S],
        "the agent went on with a recovery tool that the receipt lists";
    Retry retry: "↻", "@", "retry:", Retry, &[B, S],
        "it called the same tool again";
    Other other: "↷", "/", "other tool:", Other, &[B, S],
        "it called a tool that the receipt does not list";
    Nothing none: "∎", "#", "nothing more:", Muted, &[B, S],
        "it called nothing more";
    Picked picked: "←", "<-", ",", Listed, &[S],
        "this one was picked";
    Calm calm: "▁", "_", "", Border, &[S],
        "in the line below the calls: a call without any of these";
    Source source: "◎", "S", "source", Match, &[S],
        "the followed value comes from here";
    Exact exact: "=", "=", "same value", Match, &[S, B],
        "it stands here, equal";
    NumberFormat number_format: "≈", "~", "same number, written otherwise", Match, &[S],
        "it stands here, a number written otherwise";
    Spelling spelling: "≃", "c", "same words, spelled otherwise", Match, &[S],
        "it stands here in other case, or with other signs between its words";
    Substring substring: "⊂", "(", "inside a longer word", Match, &[S],
        "it stands here, inside a longer text";
    Found found: "•", "^", "match", Match, &[S],
        "what was looked for is here";
    Fault fault: "◆", "%", "fault label", Changed, &[S],
        "the study put a fault in here (shown when asked for: V)";
    Guarded guarded: "■", "#", "judged:", Held, &[],
        "a rule judges the value of this field";
    ShapeOnly shape_only: "◧", "-", "type and presence only:", Muted, &[],
        "rules judge only its type and presence, never its value";
    Unguarded unguarded: "□", "o", "no rule:", Broken, &[],
        "no rule looks at this field";
    Odd odd: "◇", "&", "", Broken, &[],
        "odd: most of these calls have another value here";
    Differs differs: "≠", "!=", "!=", Changed, &[B],
        "another value for the very same arguments";
    Accepted accepted: "✓", "ok", "accepted:", Held, &[V, P, B],
        "accepted: it is a contract of the tool; on a pair: a person gave it this label";
    Edited edited: "✎", "e", "edited:", Held, &[V],
        "accepted with a change";
    Rejected rejected: "⊘", "x", "rejected:", Broken, &[V],
        "rejected: it is an accident of the sample";
    Waived waived: "⊖", "w", "waived:", Retry, &[V],
        "waived: left out until a day is over";
    Saving saving: "⇣", "v", "saving:", News, &[V],
        "a decision is on its way to the disk";
    Commented comment: "¶", "c", "commented", News, &[V],
        "somebody commented on it; the card has the words";
    Contested contested: "!", "!", "decided otherwise:", Changed, &[V],
        "somebody decided otherwise than was decided before; the card says who";
    Marked marked: "▪", "*", "marked", Key, &[V],
        "marked, for a decision on all that are";
    Implies implies: "+2", "+2", "more follow", Key, &[V],
        "so many rules follow from it and are folded under it (i shows them)";
    Follows follows: "└", "`", "follows", Muted, &[V],
        "it follows from a rule above";
    Added added: "+", "+", "added", Added, &[R, B],
        "new; in a window: added";
    Removed removed: "-", "-", "removed", Removed, &[B],
        "removed";
    TypeChanged type_changed: "⇄", "T", "", Changed, &[],
        "a value of another type";
    Moved moved: "↕", "^", "", Changed, &[B],
        "moved to another place in its list";
    Changed changed: "~", "~", "changed", Changed, &[R, V, B],
        "changed; on the list: since you looked; in a review: since it was decided";
    WholeResult whole_result: "$", "$", "$", Field, &[R, V],
        "the whole result";
    Elements elements: "[]", "[]", "[]", Field, &[R, V],
        "in a path: each element of a list";
    Values values: "{}", "{}", "{}", Field, &[R, V],
        "in a path: each value of an object whose names vary";
    Counts counts: "{3} [12]", "{3} [12]", "object list", Muted, &[S],
        "an object of 3 fields, a list of 12";
    Histogram histogram: "▂▅█", "_:#", "", Text, &[R, V],
        "how many of the clean samples lie there, from the least value to the greatest";
    Cursor cursor: "›", ">", ">", Key, &[R, V, E, P, B, S],
        "the cursor; where you are";
    Resting resting: "▹", "|", ">", Muted, &[R, V, P, B, S],
        "the place of a pane that the keys do not go to now (tab goes there)";
    Closed closed: "▸", "+", "folded", Muted, &[R, V, E, P, B, S],
        "a folded part; in the second line: one level further in";
    Open open: "▾", "-", "unfolded", Muted, &[S],
        "an unfolded part";
    Sorted sorted: "˅", "\\/", "sorted", Muted, &[R, E, P],
        "the list is sorted by this column";
    Reversed reversed: "˄", "/\\", "sorted, turned round", Muted, &[R, E, P],
        "the list is sorted by this column, turned round";
    Level level: "▸", ">", ",", Muted, &[],
        "one level further in";
    Dot dot: "·", "-", ",", Muted, &[R, V, E, P, B, S],
        "between two facts; alone: none, or not known";
    CutLeft cut_left: "‹", "<", "further left", Muted, &[],
        "more stands to the left (h)";
    CutRight cut_right: "›", ">", "further right", Muted, &[],
        "more stands to the right (l)";
    More more: "…", "..", "...", Muted, &[R, V, E, P, B, S],
        "cut off here";
    Live live: "●", "o", "watching", Held, &[R, V, E, P, B, S],
        "the files are watched: what is written to them shows by itself";
    Polling polling: "◌", "?", "polling", Retry, &[R, V, E, P, B, S],
        "files are looked at every two seconds";
    Paused paused: "‖", "||", "paused", News, &[R, V, E, P, B, S],
        "following is paused";
    BrokenFile broken_file: "✗", "X", "unreadable", Broken, &[R, V, E, P, B, S],
        "a file cannot be read; the last good one is shown";
}

impl Sign {
    /// The sign itself.
    #[must_use]
    pub const fn text(self) -> &'static str {
        Glyphs::Unicode.of(self)
    }

    /// What it means.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        self.row().meaning
    }

    /// How it looks.
    #[must_use]
    pub const fn role(self) -> Role {
        self.row().role
    }

    /// The sign at the beginning of a line of a page.
    #[must_use]
    pub fn lead(self) -> Piece {
        (self.role(), format!("{} ", self.text()))
    }

    /// Whether a piece of a page bears the sign, rather than a text that happens to hold the same character.
    fn is_in(self, piece: &str) -> bool {
        let sign = self.text();
        match self {
            Self::Elements | Self::Values | Self::More | Self::Picked | Self::Dot => piece.contains(sign),
            Self::WholeResult => piece.split([' ', ',', ':']).any(|word| word == sign),
            Self::Histogram => piece.contains(|c| BARS.iter().skip(1).any(|bar| bar.chars().eq([c]))),
            // The same character has its meaning in the row of another sign, or stands on screens alone.
            Self::Level | Self::CutLeft | Self::CutRight | Self::Counts | Self::MoreRules | Self::Calm => false,
            _ => piece.trim_start().strip_prefix(sign).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')),
        }
    }

    /// The signs that stand in a page.
    pub fn inside(page: &Page) -> impl Iterator<Item = Self> {
        let is_in = |sign: &Self| {
            let mut pieces = page.lines.iter().flat_map(|line| &line.pieces);
            pieces.any(|(role, piece)| *role != Role::Value && sign.is_in(piece))
        };
        Self::ALL.iter().copied().filter(is_in)
    }

    /// The signs that can stand on a screen.
    pub fn on(place: Place) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |sign| sign.row().places.contains(&place))
    }
}

impl Glyphs {
    /// A sign as it can be shown.
    #[must_use]
    pub const fn of(self, sign: Sign) -> &'static str {
        let [unicode, ascii, word] = sign.row().texts;
        match self {
            Self::Unicode => unicode,
            Self::Ascii => ascii,
            Self::Words => word,
        }
    }

    /// A sign beside a sentence that says the same: nothing where words stand for signs.
    #[must_use]
    pub fn beside_words(self, sign: &str) -> String {
        if self == Self::Words { String::new() } else { format!("{sign} ") }
    }
}

const BARS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const ASCII_BARS: [&str; 9] = [" ", "_", "_", ".", ":", ":", "|", "|", "#"];

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
const TWINS: [(char, &str); 43] = [
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
    ('━', "="),
    ('╌', "."),
    ('π', "pi"),
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
    let sign = Sign::ALL.iter().find(|sign| is_sign(sign.text()));
    let of_sign = sign.map(|sign| glyphs.of(*sign));
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
        for sign in Sign::ALL {
            assert!(Glyphs::Ascii.of(*sign).is_ascii() && Glyphs::Words.of(*sign).is_ascii(), "{sign:?}");
        }
        assert_eq!(Glyphs::Words.spell("▲ é ≤ 3…"), "receipt: é <= 3...");
        for level in 0..=8 {
            let (unicode, ascii) = (Glyphs::Unicode.bar(level, 8), Glyphs::Ascii.bar(level, 8));
            assert_eq!(Glyphs::Ascii.spell(unicode), ascii, "a bar looks the same whoever spells it");
        }
    }
}
