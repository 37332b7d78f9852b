//! Theme files: TOML to styles, with every doubt told.

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

use super::{Role, Theme};

/// The themes that are compiled in: name and text. The first is the default on dark terminals.
pub const BUILT_IN: [(&str, &str); 7] = [
    ("dark", include_str!("../../themes/dark.toml")),
    ("light", include_str!("../../themes/light.toml")),
    ("high-contrast", include_str!("../../themes/high-contrast.toml")),
    ("colour-blind", include_str!("../../themes/colour-blind.toml")),
    ("colour-blind-light", include_str!("../../themes/colour-blind-light.toml")),
    ("sixteen", include_str!("../../themes/sixteen.toml")),
    ("terminal", include_str!("../../themes/terminal.toml")),
];

/// Something in a theme file that was passed over.
pub type ThemeWarning = String;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    inherits: Option<String>,
    #[serde(default)]
    palette: BTreeMap<String, String>,
    #[serde(default)]
    roles: BTreeMap<String, Entry>,
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Entry {
    Foreground(String),
    Full {
        fg: Option<String>,
        bg: Option<String>,
        #[serde(default)]
        modifiers: Vec<String>,
    },
}

/// The compiled-in themes, in order.
pub fn built_in() -> Vec<Theme> {
    // A test holds that each of them parses without a warning.
    BUILT_IN.iter().filter_map(|(_, text)| parse(text).ok()).map(|(theme, _)| theme).collect()
}

/// Reads a theme. An error says what is wrong with the file as a whole; warnings name what was passed over.
pub fn parse(text: &str) -> Result<(Theme, Vec<ThemeWarning>), String> {
    parse_among(text, &[])
}

/// Reads a theme that may inherit from one of `others` too: their names and texts.
pub fn parse_among(text: &str, others: &[(String, String)]) -> Result<(Theme, Vec<ThemeWarning>), String> {
    let mut file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut warnings = Vec::new();
    let mut chain = vec![text.to_owned()];
    while let Some(name) = file.inherits.take() {
        let built_in = BUILT_IN.iter().map(|(name, text)| (*name, *text));
        let known = others.iter().map(|(name, text)| (name.as_str(), text.as_str())).chain(built_in);
        // A theme of the person may bear the name of the built-in one that it changes.
        let mut found = known.filter(|(other, text)| *other == name && chain.iter().all(|seen| seen != text));
        let Some((_, parent)) = found.next() else {
            warnings.push(format!("inherits {name:?}, which is no theme; they are {}", names(others)));
            break;
        };
        chain.push(parent.to_owned());
        let parent: File = toml::from_str(parent).map_err(|error| format!("{name}: {error}"))?;
        file.inherit(parent);
    }
    let mut set: BTreeMap<Role, Style> = BTreeMap::new();
    for (name, entry) in &file.roles {
        let Some(role) = Role::from_name(name) else {
            warnings.push(format!("{name:?} is no role; the nearest is {:?}", nearest(name)));
            continue;
        };
        match style(entry, &file.palette) {
            Ok(style) => {
                set.insert(role, style);
            }
            Err(what) => warnings.push(format!("role {name}: {what}")),
        }
    }
    let text = set.get(&Role::Text).copied().unwrap_or_default();
    let look = |role: Role| {
        let mut name = role.name();
        loop {
            if let Some(found) = Role::from_name(name).and_then(|role| set.get(&role)) {
                return *found;
            }
            match name.rsplit_once('.') {
                Some((before, _)) => name = before,
                None => return text,
            }
        }
    };
    Ok((Theme { name: file.name, styles: Role::ALL.into_iter().map(look).collect() }, warnings))
}

impl File {
    /// Takes what the parent says and this file does not: colours by their names, roles by theirs.
    fn inherit(&mut self, parent: Self) {
        self.inherits = parent.inherits;
        for (name, colour) in parent.palette {
            self.palette.entry(name).or_insert(colour);
        }
        for (name, entry) in parent.roles {
            self.roles.entry(name).or_insert(entry);
        }
    }
}

/// The name that a theme file gives itself, if it can be read so far.
pub fn name_of(text: &str) -> Option<String> {
    toml::from_str::<File>(text).ok().map(|file| file.name)
}

fn names(others: &[(String, String)]) -> String {
    let others = others.iter().map(|(name, _)| name.as_str());
    BUILT_IN.iter().map(|(name, _)| *name).chain(others).collect::<Vec<_>>().join(", ")
}

fn nearest(name: &str) -> &'static str {
    let shared = |role: &Role| role.name().chars().zip(name.chars()).take_while(|(a, b)| a == b).count();
    Role::ALL.iter().max_by_key(|role| shared(role)).map_or("text", |role| role.name())
}

fn style(entry: &Entry, palette: &BTreeMap<String, String>) -> Result<Style, String> {
    let (fg, bg, modifiers) = match entry {
        Entry::Foreground(fg) => (Some(fg), None, &[][..]),
        Entry::Full { fg, bg, modifiers } => (fg.as_ref(), bg.as_ref(), modifiers.as_slice()),
    };
    let mut style = Style::new();
    if let Some(fg) = fg {
        style = style.fg(colour(fg, palette)?);
    }
    if let Some(bg) = bg {
        style = style.bg(colour(bg, palette)?);
    }
    for name in modifiers {
        let modifier = match name.as_str() {
            "bold" => Modifier::BOLD,
            "dim" => Modifier::DIM,
            "italic" => Modifier::ITALIC,
            "underlined" => Modifier::UNDERLINED,
            "reversed" => Modifier::REVERSED,
            _ => return Err(format!("{name:?} is no modifier; they are bold, dim, italic, underlined, reversed")),
        };
        style = style.add_modifier(modifier);
    }
    Ok(style)
}

fn colour(name: &str, palette: &BTreeMap<String, String>) -> Result<Color, String> {
    let text = palette.get(name).map_or(name, String::as_str);
    let known = match text {
        "default" => Color::Reset,
        "black" => Color::Black,
        "red" => Color::Red,
        "green" => Color::Green,
        "yellow" => Color::Yellow,
        "blue" => Color::Blue,
        "magenta" => Color::Magenta,
        "cyan" => Color::Cyan,
        "gray" => Color::Gray,
        "bright-black" => Color::DarkGray,
        "bright-red" => Color::LightRed,
        "bright-green" => Color::LightGreen,
        "bright-yellow" => Color::LightYellow,
        "bright-blue" => Color::LightBlue,
        "bright-magenta" => Color::LightMagenta,
        "bright-cyan" => Color::LightCyan,
        "white" => Color::White,
        _ => {
            return rgb(text).ok_or_else(|| {
                format!("{text:?} is no colour; write a palette name, #rrggbb or a terminal colour such as bright-red")
            });
        }
    };
    Ok(known)
}

fn rgb(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some(Color::Rgb(red, green, blue))
}
