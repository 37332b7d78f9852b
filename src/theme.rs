//! How meanings look: styles by role, read from TOML; signs that stand beside every colour.
//!
//! A theme file holds `name`, an optional `inherits` (the name of another theme, whose colours and roles hold where
//! this file does not set them), a `[palette]` of named colours and `[roles]`. A role is a colour, or
//! `{ fg = …, bg = …, modifiers = ["bold", …] }`; a colour is a palette name, `#rrggbb`, or one of the terminal's
//! sixteen (`red`, `bright-red` …). A role that is not set looks like the role before its last dot, then like `text`.

mod colour;
mod depth;
mod file;
mod ground;

pub use crate::page::{Glyphs, Role};
pub use depth::{Colours, Depth};
pub use file::{BUILT_IN, ThemeWarning, built_in, name_of, parse, parse_among};
pub use ground::Ground;

use ratatui::style::{Color, Modifier, Style};

/// A style for every role.
#[derive(Clone, Debug)]
pub struct Theme {
    name: String,
    styles: Vec<Style>,
}

impl Theme {
    /// The theme's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How a role looks.
    pub fn style(&self, role: Role) -> Style {
        self.styles.get(role as usize).copied().unwrap_or_default()
    }

    /// The same theme without any colour (`NO_COLOR`, `TERM=dumb`): modifiers and signs carry the meaning.
    #[must_use]
    pub fn without_colour(mut self) -> Self {
        for style in &mut self.styles {
            let was_filled = style.bg.is_some_and(|bg| bg != Color::Reset);
            style.fg = None;
            style.bg = None;
            style.underline_color = None;
            if was_filled {
                *style = style.add_modifier(Modifier::REVERSED);
            }
        }
        // The place that the keys do not go to is told from the cursor, which is turned round.
        if let Some(resting) = self.styles.get_mut(Role::SelectedInactive as usize) {
            *resting = resting.remove_modifier(Modifier::REVERSED).add_modifier(Modifier::UNDERLINED);
        }
        // The background of the whole screen is no mark.
        if let Some(text) = self.styles.get_mut(Role::Text as usize) {
            *text = Style::new();
        }
        self
    }
}

#[cfg(test)]
mod tests;
