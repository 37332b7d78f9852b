//! `vidimus themes`, and the themes that the UI can be drawn in: those built in, and the user's own.

use std::ffi::OsStr;

use anyhow::{Context, bail};

use super::{Exit, settings, view::FormatArgs};
use crate::config::Config;
use crate::domain::json::Json;
use crate::files::discover;
use crate::report::{self, Column, Out, Table};
use crate::theme::{Theme, built_in, parse};

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
    /// The built-in themes, then those of `vidimus/themes/*.toml` in the XDG config folder; one of the same name takes
    /// the place of the built-in one.
    pub(super) fn find() -> Self {
        let themes = built_in().into_iter().map(|theme| (theme, "built in".to_owned())).collect();
        let mut found = Self { themes, notes: Vec::new() };
        // Without a home folder, or without a folder of themes in it, there are no own themes.
        let Ok(folder) = settings::folder() else { return found };
        let files = discover(&[folder.join("themes")]);
        let files = files.files.into_iter().chain(files.skipped);
        for file in files.filter(|file| file.path.extension() == Some(OsStr::new("toml"))) {
            let path = file.path.display().to_string();
            let read = file.bytes().map_err(|error| error.to_string());
            let parsed = read
                .and_then(|bytes| parse(&String::from_utf8_lossy(&bytes)).map_err(|what| format!("{path}: {what}")));
            match parsed {
                Ok((theme, warnings)) => {
                    found.notes.extend(warnings.into_iter().map(|warning| format!("{path}: {warning}")));
                    found.themes.retain(|(other, _)| other.name() != theme.name());
                    found.themes.push((theme, path));
                }
                Err(problem) => found.notes.push(problem),
            }
        }
        found
    }

    /// All themes, the one of that name first.
    pub(super) fn beginning_with(self, name: Option<&str>) -> anyhow::Result<Vec<Theme>> {
        let mut themes: Vec<Theme> = self.themes.into_iter().map(|(theme, _)| theme).collect();
        if let Some(name) = name {
            let names: Vec<&str> = themes.iter().map(Theme::name).collect();
            let place = names.iter().position(|known| *known == name);
            let place =
                place.with_context(|| format!("there is no theme {name:?}; the themes are {}", names.join(", ")))?;
            themes.rotate_left(place);
        }
        if themes.is_empty() {
            bail!("no theme could be read");
        }
        Ok(themes)
    }
}
