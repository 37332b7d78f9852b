//! Values too large for a line: what they are, how large, and how they begin.

use crate::domain::json::Json;

/// Longer texts are cut to what fits on a line.
const LONG: usize = 300;
/// Texts of data, which nobody reads, are named from this length on.
const DATA: usize = 120;
/// So much of a long text is shown.
const SHOWN: usize = 200;
/// So much of data is shown: enough to know `iVBORw0KGgo`, which begins every PNG image.
const BEGINNING: usize = 12;
/// So much is looked at to tell what a text is.
const LOOKED_AT: usize = 4096;

/// A scalar on one line, and whether something is left out: `"OK"`, `‹base64, 48 kB› iVBORw0KGgo…`.
#[must_use]
pub fn brief(value: &Json) -> (String, bool) {
    match value {
        Json::String(text) => {
            if let Some(kind) = kind(text) {
                return (format!("‹{kind}, {}› {}…", size(text.len()), beginning(text, BEGINNING)), true);
            }
            if text.len() <= LONG {
                return (value.to_string(), false);
            }
            let shown = Json::String(beginning(text, SHOWN).to_owned()).to_string();
            let shown = shown.strip_suffix('"').unwrap_or(&shown);
            (format!("‹text, {}› {shown}…", size(text.len())), true)
        }
        Json::Number(number) if number.text().len() > LONG => {
            let text = number.text();
            (format!("‹number, {} characters› {}…", text.len(), beginning(text, SHOWN)), true)
        }
        _ => (value.to_string(), false),
    }
}

/// `812 bytes`, `48 kB`, `5.2 MB`.
#[must_use]
pub fn size(bytes: usize) -> String {
    let (unit, name) = match bytes {
        0..1000 => return if bytes == 1 { "1 byte".into() } else { format!("{bytes} bytes") },
        1000..1_000_000 => (1000, "kB"),
        1_000_000..1_000_000_000 => (1_000_000, "MB"),
        _ => (1_000_000_000, "GB"),
    };
    let tenths = bytes / (unit / 10);
    if tenths < 100 && !tenths.is_multiple_of(10) {
        format!("{}.{} {name}", tenths / 10, tenths % 10)
    } else {
        format!("{} {name}", bytes / unit)
    }
}

/// What a text of data is; nothing if it is one that people read.
/// Whether a text is data that nobody reads line by line, such as base64 or a page of HTML.
#[must_use]
pub fn is_data(text: &str) -> bool {
    kind(text).is_some()
}

/// What kind of data a text is.
fn kind(text: &str) -> Option<String> {
    if text.len() < DATA {
        return None;
    }
    let head = beginning(text, LOOKED_AT);
    if let Some(rest) = head.strip_prefix("data:")
        && let Some((about, _)) = rest.split_once(',').filter(|(about, _)| about.len() < 128)
    {
        let media = about.split(';').next().filter(|media| !media.is_empty()).unwrap_or("text/plain");
        return Some(format!("data URL, {media}"));
    }
    let start = head.trim_start().get(..14).unwrap_or_default().to_ascii_lowercase();
    if start.starts_with("<!doctype html") || start.starts_with("<html") {
        return Some(title(head).map_or_else(|| "HTML".to_owned(), |title| format!("HTML {title:?}")));
    }
    let ink = head.trim_end_matches(['=', '\r', '\n']);
    let letters = || ink.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n'));
    if letters().all(|byte| byte.is_ascii_hexdigit()) {
        return Some("hexadecimal".into());
    }
    let is_base64 = letters().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_'))
        // A word of letters alone, or a row of numbers joined by dashes, is not data.
        && letters().any(|byte| byte.is_ascii_uppercase())
        && letters().any(|byte| byte.is_ascii_lowercase())
        && letters().any(|byte| byte.is_ascii_digit());
    is_base64.then(|| "base64".into())
}

/// The title of an HTML page.
fn title(head: &str) -> Option<&str> {
    let (_, rest) = head.split_once("<title>")?;
    let (title, _) = rest.split_once('<')?;
    Some(title.trim()).filter(|title| !title.is_empty() && title.len() < 80)
}

/// The first characters of a text, at most so many bytes.
#[must_use]
pub fn beginning(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        brief(&Json::from(text)).0
    }

    #[test]
    fn what_fits_on_a_line_stands_as_it_is() {
        assert_eq!(brief(&Json::from("a \"b\"")), ("\"a \\\"b\\\"\"".to_owned(), false));
        assert_eq!(brief(&Json::Null), ("null".to_owned(), false));
        let sentence = "The quick brown fox jumps over the lazy dog, ".repeat(6);
        assert_eq!(brief(&Json::from(sentence.as_str())), (format!("{sentence:?}"), false));
    }

    #[test]
    fn data_is_named_with_its_size_and_beginning() {
        let png = "iVBORw0KGgo".to_owned() + &"AAAANSUhEUg42/+".repeat(3200);
        assert_eq!(of(&png), "‹base64, 48 kB› iVBORw0KGgoA…");
        assert_eq!(of(&format!("data:image/png;base64,{png}")), "‹data URL, image/png, 48 kB› data:image/p…");
        assert_eq!(of(&"00ff".repeat(50)), "‹hexadecimal, 200 bytes› 00ff00ff00ff…");
        let page = format!("\n<!DOCTYPE html><html><head><title> Flights </title>{}", "<p>".repeat(1000));
        assert_eq!(of(&page), "‹HTML \"Flights\", 3 kB› \n<!DOCTYPE h…");
    }

    #[test]
    fn texts_that_people_read_are_not_taken_for_data() {
        for text in ["a".repeat(200) + "G", "word ".repeat(50), "HAT-2024-".repeat(20), "\u{65e5}".repeat(80)] {
            assert!(!of(&text).contains("base64"), "{text}");
        }
        let long = "Ünï ".repeat(1000);
        let (shown, is_cut) = brief(&Json::from(long.as_str()));
        assert!(is_cut && shown.starts_with("‹text, 6 kB› \"Ünï Ünï") && shown.len() < 240, "{shown}");
    }

    #[test]
    fn sizes_are_said_in_two_figures() {
        let sizes = [(1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (1500, "1.5 kB"), (48_211, "48 kB")];
        for (bytes, said) in sizes.into_iter().chain([(5_242_880, "5.2 MB"), (999_999, "999 kB")]) {
            assert_eq!(size(bytes), said);
        }
    }
}
