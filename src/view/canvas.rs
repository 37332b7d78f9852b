//! Where everything is written: the one door through which text reaches the screen, made safe.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Block, BorderType, Borders, Widget};
use unicode_segmentation::UnicodeSegmentation;

use super::apart::Apart;
use super::wrap::wrap;
use super::{NARROW, text};
use crate::app::drawn::Drawn;
use crate::query::text::Sought;
use crate::safe::visible;
use crate::theme::{Glyphs, Role, Theme};

pub(super) use crate::page::{Piece, lit};

/// Panes of fewer rows than this have no frame on narrow screens, only a line over them.
const LOW: u16 = 8;

/// The cells being drawn.
pub(super) struct Canvas<'a> {
    pub(super) buffer: &'a mut Buffer,
    pub(super) theme: &'a Theme,
    pub(super) glyphs: Glyphs,
    /// Whether a window lies over what is drawn: then the keys go to the window, and no cursor shows here.
    pub(super) is_under: bool,
}

impl Canvas<'_> {
    /// Writes a line into a row of an area, cut at its edge. `over` is the look of the whole row (the
    /// cursor's row keeps its look over the pieces').
    pub(super) fn row(&mut self, area: Rect, row: u16, pieces: &[Piece], over: Option<Role>) {
        if row >= area.height {
            return;
        }
        let y = area.y + row;
        let mut left = 0;
        let room = usize::from(area.width);
        let pieces: Vec<_> = pieces.iter().map(|(role, piece)| (*role, self.safe(piece))).collect();
        let whole: usize = pieces.iter().map(|(_, safe)| text::width(safe)).sum();
        for (at, (role, safe)) in pieces.iter().enumerate() {
            let is_last_that_fits = whole > room && left + text::width(safe) >= room;
            let shown = if is_last_that_fits || at + 1 == pieces.len() {
                // Whatever is left out is said to be.
                let cut = if left + text::width(safe) == room && at + 1 < pieces.len() {
                    format!("{safe}  ")
                } else {
                    safe.to_string()
                };
                text::fit(&cut, room - left, self.glyphs.more())
            } else {
                safe.to_string()
            };
            let style = self.look(*role, over);
            let x = area.x + u16::try_from(left).unwrap_or(u16::MAX);
            self.buffer.set_stringn(x, y, &shown, room - left, style);
            left += text::width(&shown);
            if is_last_that_fits {
                break;
            }
        }
        if let Some(over) = over {
            let rest = Rect { x: area.x, y, width: area.width, height: 1 };
            let style = self.theme.style(over);
            let style = Style { fg: None, ..style };
            self.buffer.set_style(rest, style);
        }
    }

    /// A text as it may be shown: every control character visible, and in the characters that the terminal has.
    /// Whoever lays out columns asks for this first, since it may be longer.
    pub(super) fn safe<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let text = visible(text);
        if text.is_ascii() {
            return text;
        }
        let spelled = self.glyphs.spell(&text);
        Cow::Owned(text::steady(&spelled).into_owned())
    }

    /// A text in exactly so many columns; the end says if something is left out.
    pub(super) fn pad(&self, text: &str, columns: usize) -> String {
        text::pad(&self.safe(text), columns, self.glyphs.more())
    }

    /// The same, at the right.
    pub(super) fn pad_left(&self, text: &str, columns: usize) -> String {
        text::pad_left(&self.safe(text), columns, self.glyphs.more())
    }

    /// Names for a column of so many columns, the last of which stays free: cut so that they are told apart.
    pub(super) fn apart<N: std::fmt::Display>(&self, names: impl Iterator<Item = N>, columns: usize) -> Apart {
        let names = names.map(|name| self.safe(&name.to_string()).into_owned()).collect();
        Apart::new(&names, columns.saturating_sub(1), self.glyphs.more())
    }

    /// One of these names, filled with spaces to exactly so many columns.
    pub(super) fn pad_name(&self, name: &str, names: &Apart, columns: usize) -> String {
        text::pad(names.of(&self.safe(name)), columns, self.glyphs.more())
    }

    /// A name in exactly so many columns; a longer one is cut in its middle.
    pub(super) fn pad_middle(&self, name: &str, columns: usize) -> String {
        let name = text::middle(&self.safe(name), columns, self.glyphs.more());
        text::pad(&name, columns, self.glyphs.more())
    }

    /// A text in at most so many columns.
    pub(super) fn fit(&self, text: &str, columns: usize) -> String {
        text::fit(&self.safe(text), columns, self.glyphs.more())
    }

    /// A row as it looks through a window: so many columns are gone by at the left, and signs stand where it goes on.
    pub(super) fn window(&self, pieces: Vec<Piece>, left: usize, columns: usize) -> Vec<Piece> {
        let whole: usize = pieces.iter().map(|(_, piece)| self.width(piece)).sum();
        if whole <= columns && left == 0 {
            return pieces;
        }
        let safe: Vec<Piece> = pieces.into_iter().map(|(role, piece)| (role, self.safe(&piece).into_owned())).collect();
        let (before, after) = (self.glyphs.cut_left(), self.glyphs.cut_right());
        let is_cut = whole > left + columns;
        let from = if left > 0 { left + text::width(before) } else { 0 };
        let to = if is_cut { left + columns - text::width(after).min(columns) } else { left + columns };
        let mut shown: Vec<Piece> = Vec::new();
        if left > 0 {
            let has_ink = whole > left;
            shown.push((Role::Muted, if has_ink { before.to_owned() } else { String::new() }));
        }
        let mut at = 0;
        for (role, piece) in safe {
            let mut part = String::new();
            for cluster in piece.graphemes(true) {
                let end = at + text::width(cluster);
                if at >= from && end <= to {
                    part.push_str(cluster);
                } else if end > from && at < to {
                    // Half of a wide character is no character.
                    part.push(' ');
                }
                at = end;
            }
            shown.push((role, part));
        }
        if is_cut {
            shown.push((Role::Muted, after.to_owned()));
        }
        shown
    }

    /// How many columns a text takes.
    pub(super) fn width(&self, text: &str) -> usize {
        text::width(&self.safe(text))
    }

    /// Breaks lines of pieces at the edge; a piece's look goes on in the next line, which is indented like its first.
    pub(super) fn wrap(&self, lines: &[Vec<Piece>], columns: usize) -> Vec<Vec<Piece>> {
        let spelled = |(role, piece): &Piece| (*role, self.safe(piece).into_owned());
        lines.iter().flat_map(|line| wrap(line.iter().map(spelled).collect(), columns)).collect()
    }

    /// The look of a piece on a row that may have one of its own.
    fn look(&self, role: Role, over: Option<Role>) -> Style {
        let style = self.theme.style(role);
        match over {
            None => style,
            // A piece with a meaning of its own keeps its modifiers; colours are the row's, which are known
            // to be readable together.
            Some(over) => style.patch(self.theme.style(over)),
        }
    }

    /// Gives an area the look of a role.
    pub(super) fn fill(&mut self, area: Rect, role: Role) {
        self.buffer.set_style(area, self.theme.style(role));
    }

    /// Wipes an area, for a window over it.
    pub(super) fn clear(&mut self, area: Rect) {
        ratatui::widgets::Clear.render(area, self.buffer);
        self.fill(area, Role::Text);
    }

    /// Draws a frame with its title and returns what is inside.
    pub(super) fn frame(&mut self, area: Rect, title: &str, is_focused: bool) -> Rect {
        let role = if is_focused { Role::BorderFocus } else { Role::Border };
        if self.is_ruled(area) {
            return self.rule(area, title, role, is_focused);
        }
        let title = self.safe(title);
        let title = text::fit(&title, usize::from(area.width.saturating_sub(4)), self.glyphs.more());
        let title_role = if is_focused { Role::TabActive } else { Role::Title };
        let mut block = Block::new().borders(Borders::ALL).border_style(self.theme.style(role));
        block = match self.glyphs {
            Glyphs::Unicode => block.border_type(BorderType::Plain),
            Glyphs::Ascii | Glyphs::Words => block.border_set(ratatui::symbols::border::Set {
                top_left: "+",
                top_right: "+",
                bottom_left: "+",
                bottom_right: "+",
                vertical_left: "|",
                vertical_right: "|",
                horizontal_top: "-",
                horizontal_bottom: "-",
            }),
        };
        if !title.is_empty() {
            block = block.title(ratatui::text::Span::styled(format!(" {title} "), self.theme.style(title_role)));
        }
        let inside = block.inner(area);
        block.render(area, self.buffer);
        inside
    }

    /// Whether a pane has no lines to spare for a frame.
    fn is_ruled(&self, area: Rect) -> bool {
        self.buffer.area.width < NARROW && area.height < LOW
    }

    /// What a frame leaves of an area.
    pub(super) fn inside(&self, area: Rect) -> Rect {
        if !self.is_ruled(area) {
            return Block::new().borders(Borders::ALL).inner(area);
        }
        let lines = area.height.min(1);
        Rect { y: area.y + lines, height: area.height - lines, ..area }
    }

    /// The title of a pane that has no lines to spare for a frame: one line over it.
    fn rule(&mut self, area: Rect, title: &str, role: Role, is_focused: bool) -> Rect {
        if area.height == 0 {
            return area;
        }
        let line = if self.glyphs == Glyphs::Unicode { "─" } else { "-" };
        let title_role = if is_focused { Role::TabActive } else { Role::Title };
        let title = self.fit(title, usize::from(area.width.saturating_sub(4)));
        let rest = usize::from(area.width).saturating_sub(text::width(&title) + 3);
        self.row(
            area,
            0,
            &[(role, format!("{line} ")), (title_role, title), (role, format!(" {}", line.repeat(rest)))],
            None,
        );
        Rect { y: area.y + 1, height: area.height - 1, ..area }
    }

    /// Shows on the frame at the right of a list which part of it is on screen.
    pub(super) fn thumb(&mut self, list: Rect, top: usize, all: usize) {
        let height = usize::from(list.height);
        let x = list.x + list.width;
        if all <= height || height == 0 || x >= self.buffer.area.right() {
            return;
        }
        let (frame, sign) = if self.glyphs == Glyphs::Unicode { ("│", "┃") } else { ("|", "#") };
        let from = (top * height / all).min(height - 1);
        let to = ((top + height) * height).div_ceil(all).clamp(from + 1, height);
        for row in from..to {
            let cell = &mut self.buffer[(x, list.y + u16::try_from(row).unwrap_or(0))];
            if cell.symbol() == frame {
                cell.set_symbol(sign);
            }
        }
    }

    /// What stands in place of a screen that has nothing to show.
    pub(super) fn notice(&mut self, area: Rect, lines: &[Vec<Piece>]) {
        let (width, height) = (area.width.saturating_sub(4), area.height.saturating_sub(1));
        self.lines(Rect { x: area.x + 2, y: area.y + 1, width, height }, lines, 0);
    }

    /// Wrapped lines from a scroll on; returns how many lines there are in all.
    pub(super) fn lines(&mut self, area: Rect, lines: &[Vec<Piece>], scroll: usize) -> usize {
        let wrapped = self.wrap(lines, usize::from(area.width));
        let last = wrapped.len().saturating_sub(usize::from(area.height));
        for (row, line) in (0..area.height).zip(wrapped.iter().skip(scroll.min(last))) {
            self.row(area, row, line, None);
        }
        wrapped.len()
    }
}

/// An area, for those who are to find a click in it.
pub(super) fn drawn(area: Rect) -> Drawn {
    let Rect { x, y, width, height } = area;
    Drawn { x, y, width, height }
}

/// Pieces with the places lit where a text stands that is looked for.
pub(super) fn light(pieces: Vec<Piece>, sought: &Sought) -> Vec<Piece> {
    pieces.into_iter().flat_map(|(role, piece)| lit(role, &piece, &sought.places(&piece))).collect()
}
