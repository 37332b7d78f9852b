//! Traces of other programs as records of a ledger: one format a file, one table with how each is recognised.
//!
//! Rules of SPEC 8: an episode is called `<file stem>:<index from 0>`; a tool message whose call id matches no
//! call keeps its own tool name and has no arguments; `completed` is the format's own success. Results and texts
//! are kept as recorded. Nothing is dropped silently: what is no call becomes a message, with a note.

mod chat;
mod document;
mod looks;
mod notes;
mod openai_chat;
mod react;
mod share_gpt;
mod tau_bench;

pub use looks::{describes_tools, looks_like};

use crate::domain::episode::Record;
use crate::domain::ids::EpisodeId;
use crate::domain::json::{Json, JsonError};
use notes::Notes;

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
    /// Whether a value is one episode of it.
    is_episode: fn(&Json) -> bool,
    /// Turns one episode into records.
    read: fn(&EpisodeId, Json, &mut Out),
}

/// The formats, in the order in which they are tried.
pub static FORMATS: [FormatRow; 3] = [
    FormatRow {
        format: Format::TauBench,
        name: "tau-bench results",
        shape: "episodes with task_id, reward and traj, in a list or under \"results\"",
        is_episode: tau_bench::is_episode,
        read: tau_bench::read,
    },
    FormatRow {
        format: Format::OpenAiChat,
        name: "OpenAI chat logs",
        shape: "lists of messages with role and content, bare or under \"messages\", as JSON or JSON Lines",
        is_episode: openai_chat::is_episode,
        read: openai_chat::read,
    },
    FormatRow {
        format: Format::ShareGpt,
        name: "ShareGPT conversations",
        shape: "lists of from and value under \"conversations\"",
        is_episode: share_gpt::is_episode,
        read: share_gpt::read,
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
    NotJson(JsonError),
    /// JSON, but of no format in the table; the sentence says what it looks like and what is understood.
    #[error("{0}")]
    NotUnderstood(String),
}

/// Where records and notes go.
struct Out {
    records: Vec<Record>,
    notes: Notes,
}

/// The format of a value: a whole document, or one line of JSON Lines.
#[must_use]
pub fn recognise(value: &Json) -> Option<Format> {
    FORMATS.iter().find(|row| document::some_element(value, row.is_episode)).map(|row| row.format)
}

/// What can be imported, for a sentence.
#[must_use]
pub fn understood() -> String {
    FORMATS.iter().map(|row| format!("{} ({})", row.name, row.shape)).collect::<Vec<_>>().join("; ")
}

/// Imports the bytes of a file; `stem` is the file's name without folder and extension, for episode ids.
pub fn import(stem: &str, bytes: &[u8]) -> Result<Imported, ImportError> {
    let mut out = Out { records: Vec::new(), notes: Notes::default() };
    let documents = document::read(bytes, &mut out.notes)?;
    let Some(format) = documents.iter().find_map(recognise) else {
        let first = documents.first().unwrap_or(&Json::Null);
        let (looks, known) = (looks_like(first), understood());
        return Err(ImportError::NotUnderstood(format!(
            "this looks like {looks}; traces that are understood: {known}"
        )));
    };
    let row = format.row();
    let mut index = 0_usize;
    for element in documents.into_iter().flat_map(|document| document::elements(document, row.is_episode)) {
        if (row.is_episode)(&element) {
            let id = EpisodeId::from(format!("{stem}:{index}"));
            (row.read)(&id, element, &mut out);
            index += 1;
        } else if !is_metadata(&element) {
            out.notes.count(
                "element is no episode and was left out",
                "elements are no episodes and were left out",
                || format!("after {index} episodes"),
            );
        }
    }
    if !out.records.iter().any(|record| matches!(record, Record::Call(_))) {
        out.notes
            .add("no tool call was found; if there are some, they are written in a way that is not understood".into());
    }
    Ok(Imported { format, records: out.records, notes: out.notes.into_sentences() })
}

/// The line before the episodes that some logs begin with.
fn is_metadata(element: &Json) -> bool {
    element.as_object().is_some_and(|members| members.len() == 1 && members.get("metadata").is_some())
}

#[cfg(test)]
mod tests;
