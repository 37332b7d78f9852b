//! How many colours a terminal has, and a theme in fewer of them.

use std::str::FromStr;

use ratatui::style::{Color, Style};

use super::colour::{SIXTEEN, contrast, distance, rgb_of};
use super::{Role, Theme};

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// None: `NO_COLOR`, or a terminal that cannot.
    None,
    /// The sixteen that the person chose for the terminal.
    Sixteen,
    /// The 256 of xterm.
    Indexed,
    /// Any.
    True,
}

/// Terminals that show any colour and say so by their name alone, when `COLORTERM` did not come through (ssh).
const TRUE: [&str; 7] = ["alacritty", "xterm-kitty", "foot", "wezterm", "ghostty", "xterm-ghostty", "contour"];
/// What WCAG asks of text.
const READABLE: f64 = 4.5;

/// What a person says about colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// As the environment says.
    #[default]
    Auto,
    /// As many as this.
    Set(Depth),
}

impl Colours {
    /// How many there are; `found` says what the environment says.
    pub fn depth(self, found: impl Fn() -> Depth) -> Depth {
        match self {
            Self::Auto => found(),
            Self::Set(depth) => depth,
        }
    }
}

impl FromStr for Colours {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "auto" => Self::Auto,
            "truecolor" => Self::Set(Depth::True),
            "256" => Self::Set(Depth::Indexed),
            "16" => Self::Set(Depth::Sixteen),
            "none" => Self::Set(Depth::None),
            _ => return Err(format!("{text:?} is no number of colours; write auto, truecolor, 256, 16 or none")),
        })
    }
}

impl Depth {
    /// What the environment says; `get` answers for a variable, with nothing where it is not set or empty.
    pub fn of_environment(get: impl Fn(&str) -> Option<String>) -> Self {
        let term = get("TERM").unwrap_or_default();
        if get("NO_COLOR").is_some() || term == "dumb" {
            return Self::None;
        }
        let is_true = get("COLORTERM").is_some_and(|value| matches!(value.as_str(), "truecolor" | "24bit"));
        if is_true || term.contains("-direct") || TRUE.iter().any(|name| term == *name) {
            Self::True
        } else if term.contains("256") {
            Self::Indexed
        } else {
            Self::Sixteen
        }
    }
}

impl Theme {
    /// The same theme in the colours that the terminal has.
    ///
    /// Each colour becomes the one that looks nearest; among those the text is taken from, only such that are as
    /// readable on the background as before (or readable, where the theme is more than that).
    #[must_use]
    pub fn in_depth(mut self, depth: Depth) -> Self {
        let candidates: Vec<Color> = match depth {
            Depth::None => return self.without_colour(),
            Depth::True => return self,
            Depth::Indexed => (16..=255).map(Color::Indexed).collect(),
            Depth::Sixteen => SIXTEEN.iter().map(|(colour, _)| *colour).collect(),
        };
        let ground = self.style(Role::Text).bg.unwrap_or(Color::Reset);
        let ink = self.style(Role::Text).fg;
        for style in &mut self.styles {
            *style = fewer(*style, ground, ink, &candidates);
        }
        self
    }
}

fn fewer(style: Style, ground: Color, ink: Option<Color>, candidates: &[Color]) -> Style {
    let mut fewer = style;
    fewer.bg = style.bg.map(|bg| nearest(bg, candidates, |_| true));
    let before = rgb_of(style.bg.unwrap_or(ground));
    let after = rgb_of(fewer.bg.unwrap_or_else(|| nearest(ground, candidates, |_| true)));
    let fg = style.fg.or(ink.filter(|_| style.bg.is_some()));
    if let Some(fg) = fg {
        let is_readable = |candidate: Color| match (rgb_of(fg), before, after, rgb_of(candidate)) {
            (Some(fg), Some(before), Some(after), Some(candidate)) => {
                contrast(candidate, after) >= contrast(fg, before).min(READABLE)
            }
            _ => true,
        };
        fewer.fg = Some(nearest(fg, candidates, is_readable));
    }
    fewer
}

/// The nearest of the colours that may be taken; the colour itself if it is not one of red, green and blue.
fn nearest(colour: Color, candidates: &[Color], may: impl Fn(Color) -> bool) -> Color {
    let Color::Rgb(red, green, blue) = colour else { return colour };
    let away = |candidate: &Color| rgb_of(*candidate).map_or(f64::MAX, |rgb| distance([red, green, blue], rgb));
    let closest = |a: &Color, b: &Color| away(a).total_cmp(&away(b));
    candidates.iter().copied().filter(|candidate| may(*candidate)).min_by(closest).unwrap_or(colour)
}
