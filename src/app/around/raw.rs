//! A record as it stands in its file.

use crate::app::App;
use crate::app::scan::Purpose;
use crate::domain::json::{Json, escaped, read_bytes};
use crate::lens::{Answer, Question, Seen};
use crate::page::{Kind, Page, Piece, Role};
use crate::words;

/// More of a record is not laid out.
const LAID_OUT: usize = 2_000;
/// More bytes of a record are not shown as they stand.
const SHOWN: usize = 16_000;

/// Asks for the bytes of a record.
#[derive(Debug)]
pub(super) struct Line;

impl Question for Line {
    fn ask(&self, _seen: &Seen) -> Option<Answer> {
        None
    }

    fn ask_line(&self, line: &[u8]) -> Option<Answer> {
        Some(Answer::Line(line.into()))
    }
}

impl App {
    pub(super) fn raw_page(&self) -> Option<Page> {
        let (at, Answer::Line(line)) = self.scan(Purpose::Raw)?.found().first()? else { return None };
        let call = *self.around.calls.first()?;
        let (slot, name) = (self.data.ledger(at.ledger)?, self.name_of(call)?);
        let span = slot.index.calls().get(call.place as usize)?.span();
        let mut page = Page::new(format!("raw record of call {} of {}", name.step, name.episode));
        page.text(format!("{} bytes from byte {} of {}.", line.len(), span.offset, slot.name));
        let is_jsonl = slot.name.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("jsonl"));
        if !slot.notes.is_empty() || !is_jsonl {
            page.muted("Of a trace in a foreign format this is the record that was made of it on import.");
        }
        page.heading("laid out");
        match read_bytes(line) {
            Ok(read) => {
                let mut lines = Vec::new();
                lay_out(&read.value, 0, "", "", &mut lines);
                let more = lines.len().saturating_sub(LAID_OUT);
                for (field, value) in lines.into_iter().take(LAID_OUT) {
                    let mut pieces = vec![(Role::Field, field)];
                    pieces.extend(clipped(value));
                    page.push(Kind::Text, pieces);
                }
                if more > 0 {
                    page.muted(format!("… and {more} more lines"));
                }
            }
            Err(error) => page.text(format!("It is no JSON any more: {error}.")),
        }
        page.heading("as it stands");
        let text = String::from_utf8_lossy(line.get(..SHOWN).unwrap_or(line)).into_owned();
        page.push(Kind::Text, vec![(Role::Value, text)]);
        if line.len() > SHOWN {
            page.muted(format!("… and {} more bytes", line.len() - SHOWN));
        }
        Some(page)
    }
}

/// A value as far as it is shown: every frame breaks the text of a window into rows, which takes seconds for megabytes.
fn clipped(mut value: String) -> Vec<Piece> {
    if value.len() <= SHOWN {
        return vec![(Role::Value, value)];
    }
    let end = words::beginning(&value, SHOWN).len();
    let more = value.len() - end;
    value.truncate(end);
    vec![(Role::Value, value), (Role::Muted, format!(" … and {more} more bytes (v on the value shows all of it)"))]
}

/// A value with each member on a line of its own: what stands before the value, and the value.
fn lay_out(value: &Json, depth: usize, before: &str, after: &str, out: &mut Vec<(String, String)>) {
    let start = format!("{}{before}", "  ".repeat(depth));
    let end = |close: &str| (format!("{}{close}{after}", "  ".repeat(depth)), String::new());
    let comma = |at: usize, of: usize| if at + 1 < of { "," } else { "" };
    match value {
        Json::Object(members) if !members.is_empty() => {
            out.push((format!("{start}{{"), String::new()));
            for (at, (key, member)) in members.iter().enumerate() {
                lay_out(member, depth + 1, &format!("{}: ", escaped(key)), comma(at, members.len()), out);
            }
            out.push(end("}"));
        }
        Json::Array(items) if !items.is_empty() => {
            out.push((format!("{start}["), String::new()));
            for (at, item) in items.iter().enumerate() {
                lay_out(item, depth + 1, "", comma(at, items.len()), out);
            }
            out.push(end("]"));
        }
        other => out.push((start, format!("{other}{after}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::read;

    #[test]
    fn a_value_of_megabytes_is_cut_at_a_character_and_says_so() {
        let text = |value: &str| clipped(value.to_owned()).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        let whole = "x".repeat(SHOWN);
        assert_eq!(text(&whole).concat(), whole);
        let long = "x".repeat(SHOWN - 1) + &"é".repeat(1_000_000);
        let shown = text(&long);
        assert_eq!(shown[0].len(), SHOWN - 1);
        assert_eq!(shown[1], " … and 2000000 more bytes (v on the value shows all of it)");
    }

    /// What is laid out is the same JSON, whatever white space stands between.
    #[test]
    fn a_record_is_laid_out_line_by_line() {
        let text = r#"{"a":[1.50,{"b":"x\u001b"}],"c":{},"d":[]}"#;
        let mut lines = Vec::new();
        lay_out(&read(text).unwrap().value, 0, "", "", &mut lines);
        let lines: Vec<String> = lines.into_iter().map(|(field, value)| field + &value).collect();
        let expected = [
            "{",
            "  \"a\": [",
            "    1.50,",
            "    {",
            "      \"b\": \"x\\u001b\"",
            "    }",
            "  ],",
            "  \"c\": {},",
            "  \"d\": []",
            "}",
        ];
        assert_eq!(lines, expected);
    }
}
