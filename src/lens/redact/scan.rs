//! What stands in a text: values that are known, mail addresses, numbers.

use std::collections::BTreeMap;

use crate::contract::micros_between;

/// A value of so many characters is no part of another word by chance.
const UNMISTAKABLE: usize = 6;

/// A part of a text.
pub(super) enum Piece<'t> {
    /// What stands for a value that is known.
    Known(String),
    /// A mail address.
    Email(&'t str),
    /// A number.
    Number(&'t str),
    /// Anything else.
    Other(&'t str),
}

/// Cuts a text into its parts. A short value that is known counts where it does not go on as a word on either side; kept
/// values are left in one piece. The longest value at a place counts.
pub(super) fn pieces<'t>(text: &'t str, known: &BTreeMap<String, String>, kept: &[String]) -> Vec<Piece<'t>> {
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let found = find(before, rest, known, kept);
        let length = match &found {
            Some((_, length)) => *length,
            None => rest.chars().next().map_or(1, char::len_utf8),
        };
        if let Some((piece, _)) = found {
            if let Some(other) = text.get(start..at).filter(|other| !other.is_empty()) {
                pieces.push(Piece::Other(other));
            }
            pieces.push(piece);
            start = at + length;
        }
        at += length;
    }
    if let Some(other) = text.get(start..).filter(|other| !other.is_empty()) {
        pieces.push(Piece::Other(other));
    }
    pieces
}

/// What begins right here, and its length in bytes.
fn find<'t>(
    before: Option<char>,
    rest: &'t str,
    known: &BTreeMap<String, String>,
    kept: &[String],
) -> Option<(Piece<'t>, usize)> {
    let first = rest.chars().next()?;
    let joins = |one: Option<char>, other: Option<char>| {
        one.zip(other).is_some_and(|(one, other)| one.is_alphanumeric() && other.is_alphanumeric())
    };
    let is_whole = |value: &str| {
        if value.chars().count() >= UNMISTAKABLE {
            return true;
        }
        let after = rest.get(value.len()..).and_then(|after| after.chars().next());
        !joins(before, value.chars().next()) && !joins(value.chars().next_back(), after)
    };
    let starts = |value: &&str| !value.is_empty() && rest.starts_with(*value) && is_whole(value);
    let kept = kept.iter().map(String::as_str).filter(starts).max_by_key(|value| value.len());
    let of_known = known.iter().filter(|(value, _)| starts(&value.as_str())).max_by_key(|(value, _)| value.len());
    match (kept, of_known) {
        (Some(kept), known) if known.is_none_or(|(known, _)| known.len() <= kept.len()) => {
            return Some((Piece::Other(rest.get(..kept.len())?), kept.len()));
        }
        (_, Some((value, stands))) => return Some((Piece::Known(stands.clone()), value.len())),
        _ => {}
    }
    if joins(before, Some(first)) {
        return None;
    }
    let end = rest.find(|c: char| !is_mail(c)).unwrap_or(rest.len());
    let mail = rest.get(..end)?.trim_end_matches('.');
    if is_email(mail) && !before.is_some_and(is_mail) {
        return Some((Piece::Email(mail), mail.len()));
    }
    let end = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).unwrap_or(rest.len());
    let number = rest.get(..end)?.trim_end_matches(['.', ',']);
    let after = rest.get(number.len()..).and_then(|after| after.chars().next());
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let is_number = first.is_ascii_digit() && !is_word(before) && !is_word(after);
    is_number.then_some((Piece::Number(number), number.len()))
}

fn is_mail(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+' | '%' | '@')
}

/// Whether a text is a mail address and nothing else.
pub(super) fn is_email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && host.split('.').count() > 1 && host.split('.').all(|label| !label.is_empty())
    }) && text.chars().filter(|c| *c == '@').count() == 1
        && text.chars().all(is_mail)
}

/// Whether a text is a number and nothing else.
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    digits.contains(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
}

/// Whether a text looks like an id whatever its field is called: one word with at least three digits, and no date.
pub(super) fn looks_like_id(text: &str) -> bool {
    let is_word = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '#' | '/'));
    let digits = text.chars().filter(char::is_ascii_digit).count();
    is_word && digits >= 3 && micros_between(text, text).is_none()
}
