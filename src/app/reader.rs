//! A window on one value, whole, however large: only what is on screen is ever laid out.

use std::cell::Cell;
use std::ops::Range;

use super::lines::{Lookup, recount};
use super::tree::{Fold, RowKey, RowKind, TreeRow};
use super::window::Note;
use super::{App, Overlay};
use crate::app::screen::stepper::Pane;
use crate::domain::json::Json;
use crate::words;

/// A line of text longer than this is laid out in pieces of this length, in bytes.
const PIECE: usize = 2048;
/// In the last part of a piece a space is looked for, so that words stay whole.
const SPACE: usize = 200;

/// Between why a text is an old one and what it is.
const HELD: &str = ", as read before · ";

/// A text and the place in it that is on screen.
#[derive(Clone, Debug)]
pub struct Reader {
    /// What it is.
    pub title: String,
    text: String,
    pieces: Vec<Range<usize>>,
    /// The piece at the top and the row in it; only the view knows how pieces break into rows.
    top: Cell<(usize, isize)>,
    /// What part of its call it is.
    of: Shown,
    /// Why it shows what was read before, if so; the title says it.
    note: Option<Note>,
    /// What is looked for in it.
    pub lookup: Lookup,
}

/// What part of a call a reader shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Shown {
    /// The result.
    #[default]
    Result,
    /// The receipt.
    Receipt,
    /// A line of the tree.
    Row(RowKey),
}

impl Reader {
    /// A text from its beginning.
    pub fn new(title: String, text: String) -> Self {
        let pieces = pieces(&text);
        Self {
            title,
            text,
            pieces,
            top: Cell::new((0, 0)),
            of: Shown::default(),
            note: None,
            lookup: Lookup::default(),
        }
    }

    /// Why it shows what was read before, if so.
    pub fn note(&self) -> Option<&Note> {
        self.note.as_ref()
    }

    /// Says in its title why it shows what was read before.
    pub(super) fn hold(&mut self, note: Note) {
        let title = self.title.split_once(HELD).map_or(self.title.as_str(), |(_, title)| title);
        let why = match note {
            Note::Reading(_) => "file is read anew",
            Note::Gone(_) => "gone from the file",
        };
        self.title = format!("{why}{HELD}{title}");
        self.note = Some(note);
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many pieces there are; at least one.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// A piece of the text, on one line.
    pub fn piece(&self, place: usize) -> &str {
        self.pieces.get(place).and_then(|range| self.text.get(range.clone())).unwrap_or_default()
    }

    /// The piece at the top.
    pub(super) fn first(&self) -> usize {
        self.top.get().0
    }

    /// Scrolls so that a piece stands at the top.
    pub(super) fn show_piece(&self, piece: usize) {
        self.top.set((piece.min(self.len() - 1), 0));
    }

    /// Scrolls by rows.
    pub fn move_by(&self, rows: isize) {
        let (piece, row) = self.top.get();
        self.top.set((piece, row.saturating_add(rows)));
    }

    /// To a line of the text; the last one if there are not so many.
    pub fn move_to(&self, line: usize) {
        let begins = |at: &usize| {
            let start = self.pieces.get(*at).map_or(0, |range| range.start);
            start == 0 || self.text.as_bytes().get(start - 1) == Some(&b'\n')
        };
        let found = if line == usize::MAX { None } else { (0..self.len()).filter(begins).nth(line) };
        self.top.set((found.unwrap_or(self.len() - 1), if found.is_some() { 0 } else { isize::MAX }));
    }

    /// The piece and the row in it that stand at the top of a window of that height; `rows` says into how many rows
    /// a piece breaks. It is remembered, so that the next move starts from what is on screen.
    pub fn top(&self, height: usize, rows: impl Fn(usize) -> usize) -> (usize, usize) {
        let (piece, row) = self.top.get();
        let mut piece = piece.min(self.len() - 1);
        let mut row = row;
        let signed = |rows: usize| isize::try_from(rows).unwrap_or(isize::MAX);
        while row < 0 && piece > 0 {
            piece -= 1;
            row = row.saturating_add(signed(rows(piece)));
        }
        while row > 0 && piece + 1 < self.len() && row >= signed(rows(piece)) {
            row -= signed(rows(piece));
            piece += 1;
        }
        let mut top = (piece, usize::try_from(row).unwrap_or(0));
        // The last screen is full.
        let (mut last, mut below) = (self.len() - 1, rows(self.len() - 1));
        while last > 0 && below < height {
            last -= 1;
            below += rows(last);
        }
        top = top.min((last, below.saturating_sub(height)));
        self.top.set((top.0, signed(top.1)));
        top
    }

    /// How much of the text stands above the top, in percent.
    pub fn percent(&self) -> usize {
        let start = self.pieces.get(self.top.get().0).map_or(0, |range| range.start);
        (start * 100).checked_div(self.text.len()).unwrap_or(0)
    }
}

/// The lines of a text, long ones in pieces; at least one.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut from = 0;
    for line in text.split('\n') {
        let (mut start, end) = (from, from + line.len());
        while end - start > PIECE {
            let most = (start..=start + PIECE).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(end);
            let near = text.as_bytes().get(most - SPACE..most).unwrap_or_default();
            let space = near.iter().rposition(|byte| *byte == b' ').map(|at| most - SPACE + at + 1);
            let cut = space.unwrap_or(most);
            pieces.push(start..cut);
            start = cut;
        }
        pieces.push(start..end);
        from = end + 1;
    }
    pieces
}

impl App {
    /// Enter on a row of the tree: a value that did not fit is shown whole, all else is folded or unfolded.
    pub(super) fn enter_value(&mut self) {
        match self.stepper.as_ref().and_then(|stepper| stepper.row()) {
            Some(row) if row.fold == Fold::Leaf && row.is_cut => self.show_value(),
            _ => self.toggle_fold(),
        }
    }

    /// The value under the cursor, whole; the receipt, or the whole result where the cursor is on none.
    pub(super) fn show_value(&mut self) {
        let Some(stepper) = &self.stepper else { return };
        if stepper.detail.is_none() {
            self.notice = Some(stepper.why_no_call().into());
            return;
        }
        let of = match stepper.pane {
            Pane::Tree => stepper.row().map(|row| Shown::Row(row.key.clone())),
            Pane::Receipt => Some(Shown::Receipt),
            Pane::Calls => Some(Shown::Result),
        };
        match of.and_then(|of| self.whole(of)) {
            Some(reader) => self.overlays.push(Overlay::Reader(Box::new(reader))),
            None => self.notice = Some("there is no value here to show".into()),
        }
    }

    /// A part of the call in the stepper, whole.
    fn whole(&self, of: Shown) -> Option<Reader> {
        let stepper = self.stepper.as_ref()?;
        let detail = stepper.detail.as_ref()?;
        let (title, value) = match &of {
            Shown::Row(key) => {
                let row = stepper.rows.iter().find(|row| row.key == *key);
                (row.map_or_else(|| words::place("", &key.1), title), detail.value(key)?.into_owned())
            }
            Shown::Receipt => ("receipt".to_owned(), detail.call.receipt.clone()?),
            Shown::Result => ("result".to_owned(), detail.result.clone()?),
        };
        let text = match value {
            Json::String(text) => text,
            value => value.spread(),
        };
        let title = format!("{title}, {}", words::size(text.len()));
        Some(Reader { of, ..Reader::new(title, text) })
    }

    /// What a reader shows, as the call in the stepper has it now; nothing if it is gone.
    pub(super) fn read_again(&self, reader: &Reader) -> Option<Reader> {
        let mut whole = Reader { lookup: reader.lookup.clone(), ..self.whole(reader.of.clone())? };
        recount(&mut whole);
        whole.top.set(reader.top.get());
        Some(whole)
    }
}

fn title(row: &TreeRow) -> String {
    match row.key.1.as_slice() {
        _ if row.kind == RowKind::Line => format!("line {}", row.label),
        [] => row.label.clone(),
        place => words::place("", place),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// As if a screen had ten columns.
    fn rows(reader: &Reader, at: usize) -> usize {
        reader.piece(at).len().div_ceil(10).max(1)
    }

    #[test]
    fn a_text_scrolls_by_rows_and_stops_at_its_ends() {
        let reader = Reader::new("x".into(), "0123456789abcde\nshort\n\nlast line of the text".into());
        assert_eq!(reader.len(), 4);
        let top = |reader: &Reader| reader.top(3, |at| rows(reader, at));
        reader.move_by(1);
        assert_eq!(top(&reader), (0, 1));
        reader.move_by(1);
        assert_eq!(top(&reader), (1, 0));
        reader.move_by(-5);
        assert_eq!(top(&reader), (0, 0));
        reader.move_to(usize::MAX);
        assert_eq!(top(&reader), (3, 0), "three rows of the last line fill the screen");
        reader.move_by(9);
        assert_eq!(top(&reader), (3, 0));
        reader.move_by(-1);
        assert_eq!(top(&reader), (2, 0));
        reader.move_to(1);
        assert_eq!(top(&reader), (1, 0));
    }

    proptest! {
        #[test]
        fn nothing_is_left_out_and_no_piece_is_long(text in "([a-z é日]{0,700}\n?){0,6}") {
            let reader = Reader::new(String::new(), text.clone());
            let mut whole = String::new();
            for (at, range) in reader.pieces.iter().enumerate() {
                prop_assert!(range.len() <= PIECE);
                if range.start > whole.len() {
                    whole.push('\n');
                }
                whole.push_str(reader.piece(at));
            }
            if text.ends_with('\n') && whole.len() < text.len() {
                whole.push('\n');
            }
            prop_assert_eq!(whole, text);
        }
    }
}
