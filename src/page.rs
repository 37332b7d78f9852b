//! A text with meanings: one text for the window that draws it, the command that prints it and the file it is
//! written to; and rows and columns in the same way. No layout, no terminal.

mod format;
mod glyphs;
mod grid;
mod role;
mod table;

pub use format::Format;
pub use glyphs::{Glyphs, Place, Sign};
pub use grid::{Cell, Cells, Grid};
pub use role::Role;
pub use table::{Align, Column, Table};

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::safe::visible;

/// A piece of a line and its meaning.
pub type Piece = (Role, String);

/// A text as pieces, with some ranges of its characters lit as matches.
#[must_use]
pub fn lit(role: Role, text: &str, ranges: &[Range<usize>]) -> Vec<Piece> {
    if ranges.is_empty() {
        return vec![(role, text.to_owned())];
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    // A cluster is lit as a whole: torn apart, its accents would stand alone.
    for cluster in text.graphemes(true) {
        let to = at + cluster.chars().count();
        let is_lit = ranges.iter().any(|range| range.start < to && at < range.end);
        let role = if is_lit { Role::Match } else { role };
        match pieces.last_mut() {
            Some((last, piece)) if *last == role => piece.push_str(cluster),
            _ => pieces.push((role, cluster.to_owned())),
        }
        at = to;
    }
    pieces
}

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It names what follows.
    Heading,
    /// A sentence of its own.
    Text,
    /// One of several facts under a heading.
    Item,
    /// Columns that were laid out already: never broken; in Markdown a table if they are of a [`Grid`], else printed as
    /// they stand.
    Row,
    /// Nothing: a gap.
    Gap,
}

/// One line, before any is broken at the edge of a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is for.
    pub kind: Kind,
    /// Its text.
    pub pieces: Vec<Piece>,
    /// What Enter leads to, as a number that whoever made the page understands.
    pub link: Option<usize>,
    /// What Markdown has in its place, for a row of a table.
    pub cells: Option<Cells>,
}

impl Line {
    /// A line of any kind that leads nowhere.
    #[must_use]
    pub const fn new(kind: Kind, pieces: Vec<Piece>) -> Self {
        Self { kind, pieces, link: None, cells: None }
    }

    /// The text without its meanings, as it came: not made safe.
    #[must_use]
    pub fn plain(&self) -> String {
        self.pieces.iter().map(|(_, piece)| piece.as_str()).collect()
    }
}

/// A text with a title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// What it is about.
    pub title: String,
    /// Its lines.
    pub lines: Vec<Line>,
}

impl Page {
    /// A page without lines.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), lines: Vec::new() }
    }

    /// A heading, with a gap before it unless it is the first line.
    pub fn heading(&mut self, text: impl Into<String>) {
        if !self.lines.is_empty() {
            self.gap();
        }
        self.push(Kind::Heading, vec![(Role::Title, text.into())]);
    }

    /// A sentence in ordinary text.
    pub fn text(&mut self, text: impl Into<String>) {
        self.push(Kind::Text, vec![(Role::Text, text.into())]);
    }

    /// A sentence that matters less, such as what to do next.
    pub fn muted(&mut self, text: impl Into<String>) {
        self.push(Kind::Text, vec![(Role::Muted, text.into())]);
    }

    /// One fact under a heading.
    pub fn item(&mut self, text: impl Into<String>) {
        self.push(Kind::Item, vec![(Role::Text, text.into())]);
    }

    /// A line of any kind.
    pub fn push(&mut self, kind: Kind, pieces: Vec<Piece>) {
        self.lines.push(Line::new(kind, pieces));
    }

    /// A line that leads somewhere.
    pub fn link(&mut self, kind: Kind, pieces: Vec<Piece>, link: usize) {
        self.lines.push(Line { link: Some(link), ..Line::new(kind, pieces) });
    }

    /// Says what Markdown has in place of the last line: a row of a table, where the line is laid out otherwise.
    pub fn as_cells<'t>(&mut self, cells: impl IntoIterator<Item = (Align, &'t str)>, is_heading: bool) {
        if let Some(line) = self.lines.last_mut() {
            line.cells = Some(Cells::new(cells, is_heading));
        }
    }

    /// The same of a row that has no headings in the page, with those that Markdown gives it.
    pub fn as_row<'t>(&mut self, cells: impl IntoIterator<Item = (Align, &'t str)>, under: &'static [&'static str]) {
        if let Some(line) = self.lines.last_mut() {
            line.cells = Some(Cells { under, ..Cells::new(cells, false) });
        }
    }

    /// An empty line.
    pub fn gap(&mut self) {
        self.push(Kind::Gap, Vec::new());
    }

    /// Whether any line leads somewhere.
    #[must_use]
    pub fn has_links(&self) -> bool {
        self.lines.iter().any(|line| line.link.is_some())
    }

    /// The page as text for people: safe for a terminal, one line a line, without the title.
    #[must_use]
    pub fn as_text(&self) -> String {
        let mut out = String::new();
        for line in &self.lines {
            let plain = line.plain();
            let indent = if line.kind == Kind::Item { "  " } else { "" };
            out.extend([indent, visible(&plain).trim_end(), "\n"]);
        }
        out
    }

    /// The page as rows, for programs: each line with the heading above it.
    #[must_use]
    pub fn as_table(&self, name: &'static str) -> Table {
        let mut table = Table::new(name, &[Column::words("section", "section"), Column::words("text", "text")]);
        let mut section = String::new();
        for line in &self.lines {
            match line.kind {
                Kind::Heading => section = line.plain(),
                Kind::Gap => {}
                _ => table.rows.push(vec![section.as_str().into(), line.plain().into()]),
            }
        }
        table.facts.insert("title", self.title.as_str());
        table
    }

    /// The page as Markdown, with its title as the first heading; text of files cannot become markup.
    #[must_use]
    pub fn as_markdown(&self) -> String {
        let mut out = format!("# {}\n", escaped(&self.title));
        let mut before = Block::Start;
        for line in &self.lines {
            let block = Block::of(line);
            if before == Block::Fence && block != Block::Fence {
                out.push_str("```\n");
            }
            if block.is_parted_from(before) {
                out.push('\n');
            }
            if block == Block::Fence && before != Block::Fence {
                out.push_str("```text\n");
            }
            let plain = line.plain();
            match (line.kind, &line.cells) {
                (_, Some(cells)) => out.push_str(&cells.markdown(escaped, !before.is_of_table())),
                (Kind::Heading, _) => out.extend(["## ", &escaped(&plain), "\n"]),
                (Kind::Text, _) => out.extend([&*markup(&line.pieces), "\n"]),
                (Kind::Item, _) => out.extend(["- ", &markup(&line.pieces), "\n"]),
                // A fence inside would end ours.
                (Kind::Row, None) => out.extend([visible(&plain).replace("```", "'''").trim_end(), "\n"]),
                (Kind::Gap, _) => {}
            }
            // A gap ends a block of rows, and says nothing else that the blank lines here do not say.
            if block != Block::Gap || before.is_of_rows() {
                before = block;
            }
        }
        if before == Block::Fence {
            out.push_str("```\n");
        }
        out
    }
}

/// What Markdown has to tell apart, as one must not run into the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    /// Nothing stands there yet but the title.
    Start,
    Heading,
    Text,
    Item,
    /// Rows that are printed as they stand.
    Fence,
    /// The headings of a table.
    Table,
    /// A row of a table.
    TableRow,
    Gap,
}

impl Block {
    const fn of(line: &Line) -> Self {
        match (line.kind, &line.cells) {
            (_, Some(Cells { is_heading: true, .. })) => Self::Table,
            (_, Some(_)) => Self::TableRow,
            (Kind::Heading, _) => Self::Heading,
            (Kind::Text, _) => Self::Text,
            (Kind::Item, _) => Self::Item,
            (Kind::Row, None) => Self::Fence,
            (Kind::Gap, _) => Self::Gap,
        }
    }

    const fn is_of_rows(self) -> bool {
        matches!(self, Self::Fence) || self.is_of_table()
    }

    const fn is_of_table(self) -> bool {
        matches!(self, Self::Table | Self::TableRow)
    }

    /// Whether a blank line stands between.
    fn is_parted_from(self, before: Self) -> bool {
        match self {
            Self::Gap | Self::Start => false,
            Self::TableRow => !before.is_of_table(),
            Self::Item | Self::Fence => self != before,
            Self::Heading | Self::Text | Self::Table => true,
        }
    }
}

/// A line in Markdown: values as code, so that they can be copied as they are; nothing else is markup.
fn markup(pieces: &[Piece]) -> String {
    let mut out = String::new();
    let mut text = String::new();
    for (role, piece) in pieces {
        if *role == Role::Value && !piece.trim().is_empty() {
            out.push_str(&escaped_inside(&std::mem::take(&mut text)));
            out.push_str(&code(piece));
        } else {
            text.push_str(piece);
        }
    }
    out.push_str(&escaped_inside(&text));
    no_list(out.trim())
}

/// A line that begins like an item of a list, such as `+ pools`, as the text that it is.
fn no_list(line: &str) -> String {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = line.split_at(digits);
    let is_bullet = digits == 0 && rest.starts_with(['-', '+']);
    let is_number = digits > 0 && rest.starts_with(['.', ')']);
    let is_alone = rest.chars().nth(1).is_none_or(char::is_whitespace);
    if (is_bullet || is_number) && is_alone { format!("{number}\\{rest}") } else { line.to_owned() }
}

/// A code span; its fence is longer than any run of backticks inside.
fn code(text: &str) -> String {
    let text = visible(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Text in which nothing is markup: safe for a terminal, and with Markdown's signs escaped.
fn escaped(text: &str) -> String {
    escaped_inside(text.trim())
}

/// The same with the spaces at its ends, which matter beside a code span.
fn escaped_inside(text: &str) -> String {
    let safe = visible(text);
    let mut out = String::with_capacity(safe.len());
    let mut chars = safe.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let is_markup = match (c, chars.peek()) {
            // `&lt;` in a file is no sign for `<`.
            ('&', next) => next.is_some_and(|next| *next == '#' || next.is_ascii_alphabetic()),
            // Within a word it is itself.
            ('_', next) => !(before.is_alphanumeric() && next.is_some_and(|next| next.is_alphanumeric())),
            (c, _) => matches!(c, '\\' | '`' | '*' | '<' | '>' | '[' | ']' | '|' | '#' | '~'),
        };
        if is_markup {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        let mut page = Page::new("why");
        page.text("a <b> *c*\u{1b}");
        page.heading("Rules");
        page.item("one");
        page.link(Kind::Item, vec![(Role::Held, "tw".into()), (Role::Text, "o".into())], 7);
        page.push(Kind::Row, vec![(Role::Text, "a   1".into())]);
        page.push(Kind::Row, vec![(Role::Text, "b  10 ```".into())]);
        page.muted("end");
        page
    }

    #[test]
    fn text_is_a_line_a_line() {
        assert_eq!(page().as_text(), "a <b> *c*^[\n\nRules\n  one\n  two\na   1\nb  10 ```\nend\n");
        assert!(page().has_links());
    }

    #[test]
    fn values_are_code_in_markdown() {
        let mut page = Page::new("t");
        page.push(Kind::Item, vec![(Role::Muted, "a_b: ".into()), (Role::Value, "{\"x_y\":[1]}".into())]);
        page.push(Kind::Text, vec![(Role::Value, "a`b".into())]);
        assert_eq!(page.as_markdown(), "# t\n\n- a_b: `{\"x_y\":[1]}`\n\n`` a`b ``\n");
    }

    #[test]
    fn a_line_that_looks_like_an_item_or_an_entity_is_text_in_markdown() {
        let mut page = Page::new("t");
        page.item("+ pools them");
        page.text("1. &lt;b&gt; AT&T, 1.5 & more");
        page.text("+14.2 points _x_");
        assert_eq!(
            page.as_markdown(),
            "# t\n\n- \\+ pools them\n\n1\\. \\&lt;b\\&gt; AT\\&T, 1.5 & more\n\n+14.2 points \\_x\\_\n"
        );
    }

    #[test]
    fn rows_that_a_gap_parts_are_blocks_of_their_own() {
        let mut page = Page::new("t");
        page.push(Kind::Row, vec![(Role::Text, "a".into())]);
        page.gap();
        page.push(Kind::Row, vec![(Role::Text, "b".into())]);
        page.heading("next");
        assert_eq!(page.as_markdown(), "# t\n\n```text\na\n```\n\n```text\nb\n```\n\n## next\n");
    }

    #[test]
    fn markdown_takes_nothing_of_a_file_for_markup() {
        let expected =
            "# why\n\na \\<b\\> \\*c\\*^\\[\n\n## Rules\n\n- one\n- two\n\n```text\na   1\nb  10 '''\n```\n\nend\n";
        assert_eq!(page().as_markdown(), expected);
    }
}
