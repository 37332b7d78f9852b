//! A file as values: one JSON document, or JSON Lines.

use super::ImportError;
use super::notes::Notes;
use crate::domain::json::{self, Json, is_space};

/// How many bad lines, and how many mended values, get a note of their own.
const NAMED_LINES: usize = 20;

/// The values of a file: one, or one a line.
pub(super) fn read(bytes: &[u8], notes: &mut Notes) -> Result<Vec<Json>, ImportError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let whole = match json::read_bytes(bytes) {
        Ok(read) => {
            named(read.notes.iter().map(ToString::to_string), "more values were mended", notes);
            return Ok(vec![read.value]);
        }
        Err(error) => error,
    };
    let (mut values, mut mended, mut bad) = (Vec::new(), Vec::new(), Vec::new());
    for (place, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        if line.iter().all(|byte| is_space(char::from(*byte))) {
            continue;
        }
        match json::read_bytes(line) {
            Ok(read) => {
                mended.extend(read.notes.iter().map(|note| format!("line {}: {note}", place + 1)));
                values.push(read.value);
            }
            Err(error) => bad.push(format!("line {}, column {}: {}; left out", place + 1, error.column, error.what)),
        }
    }
    // One broken document leaves nothing but scraps line by line.
    if values.is_empty() || bad.len() >= values.len() || !values.iter().any(|value| super::recognise(value).is_some()) {
        let lines = whole.trailing && bad.is_empty();
        return if lines { Ok(values) } else { Err(ImportError::NotJson(whole)) };
    }
    named(mended.into_iter(), "more values were mended", notes);
    named(bad.into_iter(), "more lines are no JSON and were left out", notes);
    Ok(values)
}

/// The first sentences, and how many more there are.
fn named(sentences: impl ExactSizeIterator<Item = String>, what: &str, notes: &mut Notes) {
    let more = sentences.len().saturating_sub(NAMED_LINES);
    sentences.take(NAMED_LINES).for_each(|sentence| notes.add(sentence));
    if more > 0 {
        notes.add(format!("{more} {what}"));
    }
}

/// Under which key a file that is one object holds its episodes.
const LIST: &str = "results";

/// Whether a document is an episode, or holds one.
pub(super) fn some_element(document: &Json, is_episode: fn(&Json) -> bool) -> bool {
    is_episode(document) || list(document).is_some_and(|items| items.iter().any(is_episode))
}

fn list(document: &Json) -> Option<&[Json]> {
    document.as_array().or_else(|| document.get(LIST)?.as_array())
}

/// The elements of a document, some of which are episodes.
pub(super) fn elements(document: Json, is_episode: fn(&Json) -> bool) -> Vec<Json> {
    if is_episode(&document) || list(&document).is_none() {
        return vec![document];
    }
    match document {
        Json::Array(items) => items,
        Json::Object(mut members) => match members.remove(LIST) {
            Some(Json::Array(items)) => items,
            _ => Vec::new(),
        },
        other => vec![other],
    }
}
