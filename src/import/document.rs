//! A file as values: one JSON document, or JSON Lines.

use super::ImportError;
use super::notes::Notes;
use crate::domain::json::{self, Json, JsonError, is_space, without_mark};
use crate::words::ranges;

/// How many mended values get a note of their own.
const NAMED_VALUES: usize = 20;
/// How many bad lines get a note of their own; of the others only the numbers are told.
const NAMED_LINES: usize = 4;

/// The values of a file: one, or one a line.
pub(super) fn read(bytes: &[u8], notes: &mut Notes) -> Result<Vec<Json>, ImportError> {
    let bytes = without_mark(bytes);
    let whole = match json::read_bytes(bytes) {
        Ok(read) => {
            named(read.notes.iter().map(ToString::to_string), "more values were mended", notes);
            return Ok(vec![read.value]);
        }
        Err(error) => error,
    };
    let (mut values, mut mended, mut bad, mut is_document) = (Vec::new(), Vec::new(), Vec::new(), false);
    for (place, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        if line.iter().all(|byte| is_space(char::from(*byte))) {
            continue;
        }
        match json::read_bytes(line) {
            Ok(read) => {
                mended.extend(read.notes.iter().map(|note| format!("line {}: {note}", place + 1)));
                values.push(read.value);
            }
            Err(error) => {
                is_document |= is_scrap(line, &error);
                bad.push(JsonError { line: place + 1, ..error });
            }
        }
    }
    // One broken document leaves nothing but scraps line by line.
    if values.is_empty() || (is_document && bad.len() >= values.len()) {
        return Err(ImportError::NotJson(whole));
    }
    if !values.iter().any(|value| super::recognise(value).is_some()) {
        // That there are several lines is no mistake; that one of them is broken may be why nothing is understood.
        return match bad.into_iter().next() {
            Some(first) => Err(ImportError::NotJson(if whole.trailing { first } else { whole })),
            None if whole.trailing => Ok(values),
            None => Err(ImportError::NotJson(whole)),
        };
    }
    for error in bad.iter().take(NAMED_LINES) {
        notes.add(format!("{error}; the line was left out, mend it or delete it"));
    }
    let others: Vec<u64> = bad.iter().skip(NAMED_LINES).map(|error| error.line as u64).collect();
    match others.as_slice() {
        [] => {}
        [one] => notes.add(format!("another line is no JSON and was left out: {one}")),
        more => notes.add(format!("{} more lines are no JSON and were left out: {}", more.len(), ranges(more))),
    }
    named(mended.into_iter(), "more values were mended", notes);
    Ok(values)
}

/// Whether a line that is no JSON is part of a document laid out over several lines, rather than a record that is torn:
/// a bracket alone, or a value with a comma or a colon behind it.
fn is_scrap(line: &[u8], error: &JsonError) -> bool {
    let line = without_mark(line).trim_ascii();
    let text = String::from_utf8_lossy(line);
    let is_bracket = !line.is_empty() && line.iter().all(|byte| b"[]{},".contains(byte));
    let is_part = text.ends_with([',', '{', '[', ':']) && !text.starts_with(['{', '[']);
    is_bracket || is_part || error.trailing && text.ends_with(',')
}

/// The first sentences, and how many more there are.
fn named(sentences: impl ExactSizeIterator<Item = String>, what: &str, notes: &mut Notes) {
    let more = sentences.len().saturating_sub(NAMED_VALUES);
    sentences.take(NAMED_VALUES).for_each(|sentence| notes.add(sentence));
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
