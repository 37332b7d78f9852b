//! Rows and columns inside a page: laid out for a screen, and a real table in Markdown.

use unicode_width::UnicodeWidthStr;

use super::{Align, Kind, Line, Page, Piece, Role};
use crate::safe::visible;
use crate::words::clip;

/// What stands between two columns.
const GAP: usize = 2;

/// A cell as Markdown has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its whole text, however little of it the screen has room for.
    pub text: String,
    /// On which side it stands.
    pub align: Align,
}

/// The cells of a line that is a row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    /// One for each column but drawings, which say nothing that a number beside them does not.
    pub cells: Vec<Cell>,
    /// Whether they name the columns; then a table begins here.
    pub is_heading: bool,
    /// The names of the columns where no line of the page has them: Markdown has no table without.
    pub under: &'static [&'static str],
}

/// One column.
#[derive(Clone, Debug)]
struct Column {
    heading: String,
    align: Align,
    /// It is so wide at least, and at most: longer texts are cut on the screen.
    wide: (usize, usize),
    is_drawing: bool,
}

impl Column {
    /// As much of a cell as it has room for.
    fn shown(&self, cell: &[Piece]) -> Vec<Piece> {
        let mut room = self.wide.1;
        let piece = |(role, text): &Piece| {
            let text = clip(&visible(text), room);
            room = room.saturating_sub(text.width());
            (*role, text)
        };
        cell.iter().map(piece).filter(|(_, text)| !text.is_empty()).collect()
    }
}

/// How much room pieces take.
fn wide(pieces: &[Piece]) -> usize {
    pieces.iter().map(|(_, text)| text.width()).sum()
}

/// Rows and columns, before they stand in a page.
#[derive(Clone, Debug)]
pub struct Grid {
    columns: Vec<Column>,
    rows: Vec<(Vec<Vec<Piece>>, Option<usize>)>,
    title: Role,
}

impl Default for Grid {
    fn default() -> Self {
        Self { columns: Vec::new(), rows: Vec::new(), title: Role::Muted }
    }
}

impl Grid {
    /// Without columns yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn column(mut self, heading: &str, align: Align, wide: (usize, usize), is_drawing: bool) -> Self {
        self.columns.push(Column { heading: heading.to_owned(), align, wide, is_drawing });
        self
    }

    /// A column of names, cut beyond so many characters on a screen.
    #[must_use]
    pub fn names(self, heading: &str, most: usize) -> Self {
        self.column(heading, Align::Left, (4.min(most), most), false)
    }

    /// A column of words.
    #[must_use]
    pub fn words(self, heading: &str) -> Self {
        self.column(heading, Align::Left, (0, usize::MAX), false)
    }

    /// A column of numbers.
    #[must_use]
    pub fn numbers(self, heading: &str) -> Self {
        self.column(heading, Align::Right, (0, usize::MAX), false)
    }

    /// A column of bars, which Markdown does without.
    #[must_use]
    pub fn drawing(self) -> Self {
        self.column("", Align::Left, (0, usize::MAX), true)
    }

    /// With headings of that meaning.
    #[must_use]
    pub const fn titled(mut self, title: Role) -> Self {
        self.title = title;
        self
    }

    /// A row, with what it leads to.
    pub fn push(&mut self, cells: Vec<Vec<Piece>>, link: impl Into<Option<usize>>) {
        self.rows.push((cells, link.into()));
    }

    /// A row of plain text that leads somewhere.
    pub fn row<const N: usize>(&mut self, cells: [String; N], link: impl Into<Option<usize>>) {
        self.push(cells.map(|cell| vec![(Role::Text, cell)]).into(), link);
    }

    /// Puts all of it into a page.
    pub fn write(self, page: &mut Page) {
        let heading: Vec<Vec<Piece>> =
            self.columns.iter().map(|column| vec![(self.title, column.heading.clone())]).collect();
        let width = |(place, column): (usize, &Column)| {
            let cells = self.rows.iter().map(|(row, _)| row).chain([&heading]).filter_map(|row| row.get(place));
            let widest = cells.map(|cell| wide(&column.shown(cell))).max().unwrap_or(0);
            widest.max(column.wide.0)
        };
        let widths: Vec<usize> = self.columns.iter().enumerate().map(width).collect();
        let laid_out = |row: &[Vec<Piece>]| -> Vec<Piece> {
            let mut pieces: Vec<Piece> = Vec::new();
            let mut before = 0;
            for ((cell, column), width) in row.iter().zip(&self.columns).zip(&widths) {
                let cell = column.shown(cell);
                let space = width.saturating_sub(wide(&cell));
                let (left, right) = if column.align == Align::Right { (space, 0) } else { (0, space) };
                if before + left > 0 {
                    pieces.push((Role::Text, " ".repeat(before + left)));
                }
                pieces.extend(cell);
                before = right + GAP;
            }
            pieces
        };
        let cells = |row: &[Vec<Piece>], is_heading: bool| {
            let told = row.iter().zip(&self.columns).filter(|(_, column)| !column.is_drawing);
            let text = |cell: &Vec<Piece>| cell.iter().map(|(_, text)| text.as_str()).collect::<String>();
            let cells = told.map(|(cell, column)| Cell { text: text(cell), align: column.align });
            Some(Cells { cells: cells.collect(), is_heading, under: &[] })
        };
        page.lines.push(Line { kind: Kind::Row, pieces: laid_out(&heading), link: None, cells: cells(&heading, true) });
        for (row, link) in &self.rows {
            page.lines.push(Line { kind: Kind::Row, pieces: laid_out(row), link: *link, cells: cells(row, false) });
        }
    }
}

impl Cells {
    /// The cells of a line that was laid out elsewhere.
    pub fn new<'t>(cells: impl IntoIterator<Item = (Align, &'t str)>, is_heading: bool) -> Self {
        let cell = |(align, text): (Align, &str)| Cell { text: text.to_owned(), align };
        Self { cells: cells.into_iter().map(cell).collect(), is_heading, under: &[] }
    }

    /// The row as Markdown has it, where each text is `escaped`; under headings the line that makes them such.
    pub(super) fn markdown(&self, escaped: impl Fn(&str) -> String, is_first: bool) -> String {
        let cells: Vec<String> = self.cells.iter().map(|cell| escaped(&cell.text)).collect();
        let line = format!("| {} |\n", cells.join(" | "));
        let rule = || rule(self.cells.iter().map(|cell| cell.align));
        match (self.is_heading, is_first) {
            (true, _) => line + &rule(),
            (false, true) => format!("| {} |\n{}{line}", self.under.join(" | "), rule()),
            (false, false) => line,
        }
    }
}

/// The line below the headings of a Markdown table.
pub(super) fn rule(columns: impl Iterator<Item = Align>) -> String {
    let cells = columns.map(|align| match align {
        Align::Left => "---",
        Align::Right => "---:",
    });
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        let mut grid = Grid::new().names("tool", 6).numbers("calls").drawing().words("note");
        let row = |tool: &str, calls: &str, bar: &str, note: &str| {
            [(Role::Field, tool), (Role::Text, calls), (Role::Receipt, bar), (Role::Text, note)]
                .map(|(role, text)| vec![(role, text.to_owned())])
        };
        grid.push(row("get_a|b", "7", "━━", "").into(), Some(3));
        grid.push(row("日", "1200", "━", "a <b> `c\u{1b}").into(), None::<usize>);
        let mut page = Page::new("t");
        grid.write(&mut page);
        page
    }

    #[test]
    fn columns_stand_below_each_other() {
        assert_eq!(page().as_text(), "tool    calls      note\nget_a…      7  ━━\n日       1200  ━   a <b> `c^[\n");
        assert_eq!(page().lines[1].link, Some(3));
    }

    #[test]
    fn markdown_has_a_table_with_whole_names_and_no_bars() {
        let expected = "# t\n\n| tool | calls | note |\n| --- | ---: | --- |\n| get_a\\|b | 7 |  |\n| 日 | 1200 | a \\<b\\> \\`c^\\[ |\n";
        assert_eq!(page().as_markdown(), expected);
    }

    #[test]
    fn rows_without_a_heading_line_are_given_one_in_markdown_alone() {
        let mut page = Page::new("t");
        page.heading("they part");
        for (step, text) in [("1", "a"), ("2", "b")] {
            page.item(text);
            page.as_row([(Align::Right, step), (Align::Left, text)], &["step", "call"]);
        }
        assert_eq!(page.as_text(), "they part\n  a\n  b\n");
        let expected = "# t\n\n## they part\n\n| step | call |\n| ---: | --- |\n| 1 | a |\n| 2 | b |\n";
        assert_eq!(page.as_markdown(), expected);
    }

    #[test]
    fn a_table_ends_where_another_begins_and_where_rows_without_cells_do() {
        let mut page = page();
        page.push(Kind::Row, vec![(Role::Text, "├─•─┤".to_owned())]);
        let mut grid = Grid::new().words("").numbers("n");
        grid.row(["all".to_owned(), "1".to_owned()], None::<usize>);
        grid.write(&mut page);
        let mut grid = Grid::new().words("x");
        grid.row(["y".to_owned()], None::<usize>);
        grid.write(&mut page);
        page.text("end");
        let text = page.as_markdown();
        let tail = text.split_once("^\\[ |\n").unwrap().1;
        assert_eq!(
            tail,
            "\n```text\n├─•─┤\n```\n\n|  | n |\n| --- | ---: |\n| all | 1 |\n\n| x |\n| --- |\n| y |\n\nend\n"
        );
    }
}
