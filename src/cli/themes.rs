//! `vidimus themes`, and the themes that the UI can be drawn in: those built in, and the user's own.

use std::ffi::OsStr;

use anyhow::Context;

use super::{Exit, settings, view::FormatArgs};
use crate::config::Config;
use crate::domain::json::Json;
use crate::files::discover;
use crate::report::{self, Column, Out, Table};
use crate::theme::{Theme, built_in, name_of, parse_among};

/// List the themes of the terminal UI, those built in and your own
#[derive(Debug, clap::Args)]
pub(super) struct ThemesArgs {
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &ThemesArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let found = Themes::find();
    found.notes.iter().for_each(|note| report::note(note));
    let columns = [Column::words("theme", "theme"), Column::words("origin", "comes from")];
    let mut table = Table::new("themes", &columns);
    table.rows =
        found.themes.iter().map(|(theme, origin)| vec![theme.name().into(), Json::from(origin.as_str())]).collect();
    out.table(&table, args.format.resolve(config))?;
    Ok(Exit::Fine)
}

/// The themes there are.
pub(super) struct Themes {
    /// Each with where it comes from.
    themes: Vec<(Theme, String)>,
    /// What was passed over.
    pub(super) notes: Vec<String>,
}

impl Themes {
    /// Those that are compiled in.
    pub(super) fn built_in() -> Self {
        let themes = built_in().into_iter().map(|theme| (theme, "built in".to_owned())).collect();
        Self { themes, notes: Vec::new() }
    }

    /// Whether there is a theme of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.themes.iter().any(|(theme, _)| theme.name() == name)
    }

    /// The built-in themes, then those of `vidimus/themes/*.toml` in the XDG config folder; one of the same name takes
    /// the place of the built-in one.
    pub(super) fn find() -> Self {
        let mut found = Self::built_in();
        // Without a home folder, or without a folder of themes in it, there are no own themes.
        let Ok(folder) = settings::folder() else { return found };
        let files = discover(&[folder.join("themes")]);
        let files = files.files.into_iter().chain(files.skipped);
        let mut texts = Vec::new();
        for file in files.filter(|file| file.path.extension() == Some(OsStr::new("toml"))) {
            let path = file.path.display().to_string();
            match file.bytes() {
                Ok(bytes) => texts.push((path, String::from_utf8_lossy(&bytes).into_owned())),
                Err(problem) => found.notes.push(problem.to_string()),
            }
        }
        let named = |(_, text): &(String, String)| Some((name_of(text)?, text.clone()));
        let others: Vec<_> = texts.iter().filter_map(named).collect();
        for (path, text) in texts {
            match parse_among(&text, &others) {
                Ok((theme, warnings)) => {
                    found.notes.extend(warnings.into_iter().map(|warning| format!("{path}: {warning}")));
                    found.themes.retain(|(other, _)| other.name() != theme.name());
                    found.themes.push((theme, path));
                }
                Err(what) => found.notes.push(format!("{path}: {what}")),
            }
        }
        found
    }

    /// All themes, the one of that name first.
    pub(super) fn beginning_with(self, name: &str) -> anyhow::Result<Vec<Theme>> {
        let mut themes: Vec<Theme> = self.themes.into_iter().map(|(theme, _)| theme).collect();
        let names: Vec<&str> = themes.iter().map(Theme::name).collect();
        let place = names.iter().position(|known| *known == name);
        let place =
            place.with_context(|| format!("there is no theme {name:?}; the themes are {}", names.join(", ")))?;
        themes.rotate_left(place);
        Ok(themes)
    }
}
