//! The user's settings: flags over file over defaults, resolved once.
//!
//! The file is `vidimus/config.toml` in the XDG config folder, or what `--config` names. A key that does not
//! exist is an error with its line and the nearest name that does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use crate::app::keymap::{Keymap, OwnKeys};
use crate::receipt::ReceiptSchema;
use crate::report::Format;
use crate::theme::Colours;
use crate::words::offered;

/// Everything that can be set, with its defaults.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The theme of the terminal UI, by name; `auto`, or not set, looks whether the terminal is dark or light.
    pub theme: Option<String>,
    /// How many colours are sent: `auto`, `truecolor`, `256`, `16` or `none`.
    #[serde(deserialize_with = "colours")]
    pub colours: Option<Colours>,
    /// Whether only ASCII characters are drawn; the locale decides if it is not set.
    pub ascii: Option<bool>,
    /// Whether everything is said in lines of words, for screen readers.
    pub linear: bool,
    /// Whether the terminal UI listens to the mouse.
    pub mouse: bool,
    /// Whether marks and positions are remembered from one visit to the next.
    pub state: bool,
    /// How views are printed.
    pub format: Format,
    /// What receipts look like.
    pub receipt: ReceiptConfig,
    /// The tables `[keys.stepper]` and so on: action = list of keys. Empty once the keys in force are known.
    keys: BTreeMap<String, BTreeMap<String, Spanned<Vec<String>>>>,
    /// The keys of the terminal UI in force.
    #[serde(skip)]
    pub keymap: Keymap,
    /// What should be known of the settings though they can be taken.
    #[serde(skip)]
    pub notes: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            theme: None,
            colours: None,
            ascii: None,
            linear: false,
            mouse: true,
            state: true,
            format: Format::Text,
            receipt: ReceiptConfig::default(),
            keys: BTreeMap::new(),
            keymap: Keymap::default(),
            notes: Vec::new(),
        }
    }
}

/// The table `[receipt]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ReceiptConfig {
    /// The schema: `v1`, `v2`, `generic`, `stripped` or `text`.
    #[serde(deserialize_with = "schema")]
    pub schema: ReceiptSchema,
    /// What the text advisory calls the source of the contracts.
    pub source: String,
}

impl Default for ReceiptConfig {
    fn default() -> Self {
        Self { schema: ReceiptSchema::V1, source: "its learned outcome contract".to_owned() }
    }
}

/// Every key of the file, as it is written; a test keeps the list equal to the structs.
const KEYS: [&str; 11] =
    ["theme", "colours", "ascii", "linear", "mouse", "state", "format", "receipt", "schema", "source", "keys"];

/// A settings file that does not say what it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}: {what}", path.display())]
pub struct ConfigError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what to do.
    pub what: String,
}

impl Config {
    /// Reads the text of a settings file; `path` is named in errors.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigError> {
        let line = |at: usize| text.get(..at).unwrap_or_default().matches('\n').count() + 1;
        let failed = |at, what| ConfigError { path: path.to_owned(), line: line(at), what };
        let mut config: Self = toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let named = text.get(span.clone()).unwrap_or_default().trim();
            let what =
                if error.message().starts_with("unknown field") { unknown_key(named) } else { plain(error.message()) };
            failed(span.start, what)
        })?;
        let mut own = Vec::new();
        for (scope, actions) in std::mem::take(&mut config.keys) {
            own.extend(actions.into_iter().map(|(action, keys)| {
                let at = keys.span().start;
                OwnKeys { scope: scope.clone(), action, keys: keys.into_inner(), at }
            }));
        }
        own.sort_by_key(|own| own.at);
        let (keymap, shadows) = Keymap::with(&own).map_err(|error| failed(error.at, error.what))?;
        config.keymap = keymap;
        config.notes = shadows.into_iter().map(|shadow| failed(shadow.at, shadow.what).to_string()).collect();
        Ok(config)
    }
}

/// The sentence for a key that does not exist.
fn unknown_key(key: &str) -> String {
    format!("there is no setting {key:?}; {}", offered(key, KEYS.iter().copied()))
}

/// What a value of the wrong kind should be, told without the words of programmers.
fn plain(message: &str) -> String {
    let Some((_, expected)) = message.split_once(", expected ").filter(|_| message.starts_with("invalid type")) else {
        return message.replace('\n', "; ");
    };
    match expected {
        "a map" => "keys stand in a table for each screen: write [keys.stepper], and below it why = [\"w\"]",
        "a sequence" => "keys stand in a list: write [\"w\"], or [\"w\", \"f3\"]",
        "a boolean" => "write true or false here, without quotes",
        "a string" => "write text in quotes here",
        "struct ReceiptConfig" => "receipt is a table: write [receipt], and below it schema = \"v1\"",
        _ => return message.replace('\n', "; "),
    }
    .to_owned()
}

fn schema<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<ReceiptSchema, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map_err(serde::de::Error::custom)
}

fn colours<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Colours>, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests;
