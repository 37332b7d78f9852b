//! How the screen looks: flags over settings over what the environment says.

use super::themes::Themes;
use crate::config::Config;
use crate::theme::{Colours, Depth, Glyphs, Ground, Theme};

#[derive(Debug, clap::Args)]
pub(super) struct LooksArgs {
    /// The theme to begin with (see `vidimus themes`); auto looks whether the terminal is dark or light
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// How many colours are sent: auto, truecolor, 256, 16 or none
    #[arg(long, value_name = "COUNT")]
    colours: Option<Colours>,
    /// Draw with ASCII characters alone
    #[arg(long)]
    ascii: bool,
    /// Say everything in lines of words, without frames, columns and signs, for screen readers
    #[arg(long)]
    linear: bool,
}

/// Everything about looks, resolved.
#[derive(Debug)]
pub(super) struct Looks {
    /// The themes there are, the one to begin with first.
    pub(super) themes: Vec<Theme>,
    /// The theme to take if the terminal says that its ground is light: only where nobody chose one and the
    /// environment does not tell.
    pub(super) if_light: Option<String>,
    /// The signs beside colours.
    pub(super) glyphs: Glyphs,
}

impl LooksArgs {
    /// Whether a theme was named on the command line: that one counts, whatever else is remembered.
    pub(super) fn names_theme(&self) -> bool {
        self.theme.is_some()
    }

    /// Resolves them; `get` answers for a variable of the environment, with nothing where it is not set or empty.
    pub(super) fn resolve(
        &self,
        config: &Config,
        themes: Themes,
        get: impl Fn(&str) -> Option<String>,
    ) -> anyhow::Result<Looks> {
        let named = self.theme.as_deref().or(config.theme.as_deref()).filter(|name| *name != "auto");
        let told = Ground::of_environment(&get);
        let chosen = named.unwrap_or(match told {
            Some(Ground::Light) => "light",
            Some(Ground::Dark) | None => "dark",
        });
        let is_light_known = themes.has("light");
        let depth = self.colours.or(config.colours).unwrap_or_default().depth(|| Depth::of_environment(&get));
        let themes = themes.beginning_with(chosen)?.into_iter().map(|theme| theme.in_depth(depth)).collect();
        // The Linux console prints questions that it does not know.
        let answers = !get("TERM").is_some_and(|term| term.starts_with("linux"));
        let asks = named.is_none() && told.is_none() && is_light_known && depth != Depth::None && answers;
        Ok(Looks { themes, if_light: asks.then(|| "light".to_owned()), glyphs: self.glyphs(config, get) })
    }

    fn glyphs(&self, config: &Config, get: impl Fn(&str) -> Option<String>) -> Glyphs {
        if self.linear || config.linear {
            return Glyphs::Words;
        }
        if self.ascii {
            return Glyphs::Ascii;
        }
        if let Some(is_ascii) = config.ascii {
            return if is_ascii { Glyphs::Ascii } else { Glyphs::Unicode };
        }
        // The first of these that is set decides the character set (POSIX).
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(get).unwrap_or_default().to_uppercase();
        if locale.contains("UTF-8") || locale.contains("UTF8") { Glyphs::Unicode } else { Glyphs::Ascii }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        looks: LooksArgs,
    }

    fn looks(flags: &[&str], settings: &str, environment: &[(&str, &str)]) -> Looks {
        let line = Line::parse_from(["vidimus"].iter().chain(flags));
        let config = Config::parse(settings, std::path::Path::new("config.toml")).unwrap();
        let get =
            |name: &str| environment.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        line.looks.resolve(&config, Themes::built_in(), get).unwrap()
    }

    fn theme(looks: &Looks) -> &str {
        looks.themes[0].name()
    }

    #[test]
    fn a_flag_goes_over_the_settings_and_these_over_the_environment() {
        let light = [("COLORFGBG", "0;15")];
        assert_eq!(theme(&looks(&["--theme", "sixteen"], "theme = \"terminal\"\n", &light)), "sixteen");
        assert_eq!(theme(&looks(&[], "theme = \"terminal\"\n", &light)), "terminal");
        assert_eq!(theme(&looks(&[], "", &light)), "light");
        assert_eq!(theme(&looks(&["--theme", "auto"], "theme = \"terminal\"\n", &light)), "light");
        assert_eq!(theme(&looks(&[], "", &[("COLORFGBG", "15;default;0")])), "dark");
    }

    #[test]
    fn the_terminal_is_asked_only_where_nothing_else_tells() {
        assert_eq!(looks(&[], "", &[("TERM", "xterm-256color")]).if_light.as_deref(), Some("light"));
        assert_eq!(looks(&["--theme", "dark"], "", &[]).if_light, None);
        assert_eq!(looks(&[], "", &[("COLORFGBG", "15;0")]).if_light, None);
        assert_eq!(looks(&[], "", &[("NO_COLOR", "1")]).if_light, None);
    }

    #[test]
    fn signs_follow_the_locale_unless_somebody_says_otherwise() {
        let utf = [("LANG", "C"), ("LC_ALL", "de_DE.UTF-8")];
        assert_eq!(looks(&[], "", &utf).glyphs, Glyphs::Unicode);
        assert_eq!(looks(&[], "", &[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]).glyphs, Glyphs::Ascii);
        assert_eq!(looks(&["--ascii"], "", &utf).glyphs, Glyphs::Ascii);
        assert_eq!(looks(&["--linear"], "", &utf).glyphs, Glyphs::Words);
        assert_eq!(looks(&[], "linear = true\n", &utf).glyphs, Glyphs::Words);
        assert_eq!(looks(&[], "ascii = true\n", &utf).glyphs, Glyphs::Ascii);
        assert_eq!(looks(&[], "ascii = false\n", &[]).glyphs, Glyphs::Unicode);
    }

    #[test]
    fn colours_can_be_set_by_hand() {
        use crate::theme::Role;
        use ratatui::style::Color;
        let ground = |looks: &Looks| looks.themes[0].style(Role::Text).bg;
        let rgb = Some(Color::Rgb(0x16, 0x18, 0x1d));
        assert_eq!(ground(&looks(&["--colours", "truecolor"], "", &[])), rgb);
        assert_eq!(ground(&looks(&[], "colours = \"256\"\n", &[])), Some(Color::Indexed(234)));
        assert_eq!(ground(&looks(&["--colours", "16"], "colours = \"256\"\n", &[])), Some(Color::Black));
        assert_eq!(ground(&looks(&[], "", &[("COLORTERM", "truecolor")])), rgb);
        assert_eq!(ground(&looks(&[], "", &[("COLORTERM", "truecolor"), ("NO_COLOR", "1")])), None);
        assert_eq!(ground(&looks(&["--colours", "16"], "", &[("NO_COLOR", "1")])), Some(Color::Black));
    }
}
