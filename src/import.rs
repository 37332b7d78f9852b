//! Traces of other programs as records of a ledger: one format a file, one table with how each is recognised.

use crate::domain::episode::Record;
use crate::domain::json::Json;

/// A format that can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// tau-bench result files.
    TauBench,
    /// Logs of `OpenAI` chat messages.
    OpenAiChat,
    /// `ShareGPT` conversations with function calls.
    ShareGpt,
}

/// One row of the table of formats.
#[derive(Debug)]
pub struct FormatRow {
    /// The format.
    pub format: Format,
    /// Its name on screen: `tau-bench results`.
    pub name: &'static str,
    /// How it is recognised, for a person.
    pub shape: &'static str,
}

/// The formats, in the order in which they are tried.
pub static FORMATS: [FormatRow; 3] = [
    FormatRow {
        format: Format::TauBench,
        name: "tau-bench results",
        shape: "a list of episodes, each with task_id, reward and traj",
    },
    FormatRow {
        format: Format::OpenAiChat,
        name: "OpenAI chat log",
        shape: "messages with role and content, in lists or as {\"messages\": […]}, one a line or in one list",
    },
    FormatRow {
        format: Format::ShareGpt,
        name: "ShareGPT conversations",
        shape: "{\"conversations\": [{\"from\", \"value\"}]}",
    },
];

impl Format {
    /// Its row of the table.
    #[must_use]
    pub fn row(self) -> &'static FormatRow {
        let [tau_bench, openai_chat, share_gpt] = &FORMATS;
        match self {
            Self::TauBench => tau_bench,
            Self::OpenAiChat => openai_chat,
            Self::ShareGpt => share_gpt,
        }
    }
}

/// What was imported from one file.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The format that was recognised.
    pub format: Format,
    /// The records, episode after episode.
    pub records: Vec<Record>,
    /// What a person should know: mended values, crashed episodes, calls without a name.
    pub notes: Vec<String>,
}

/// Why a file cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// Neither JSON nor JSON Lines.
    #[error("neither JSON nor JSON Lines: {0}")]
    NotJson(crate::domain::json::JsonError),
    /// JSON, but of no format in the table; the sentence says what it looks like and what is understood.
    #[error("{0}")]
    NotUnderstood(String),
}

/// The format of a value: a whole document, or the first line of JSON Lines.
#[must_use]
pub fn recognise(value: &Json) -> Option<Format> {
    let _ = value;
    None
}

/// Imports the bytes of a file; `stem` is the file's name without folder and extension, for episode ids.
pub fn import(stem: &str, bytes: &[u8]) -> Result<Imported, ImportError> {
    let read = crate::domain::json::read_bytes(bytes).map_err(ImportError::NotJson)?;
    Err(ImportError::NotUnderstood(format!("{stem} holds a value of type {}", read.value.kind())))
}
