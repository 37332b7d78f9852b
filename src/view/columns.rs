//! Which columns of a list are shown, and how wide: one way for every list.
//!
//! A column takes what stands in it as long as there is room. Where there is not, first those go in which every row says
//! the same; then the widest shrink, down to what still tells something; then the least important go. What is asked is
//! the whole list, not what a filter shows of it, so that columns stay where they are.

use std::ops::Range;

use ratatui::layout::Rect;

use super::canvas::{Canvas, Piece, drawn, lit};
use crate::app::list::List;
use crate::theme::{Glyphs, Role};

/// So many rows are looked at, from all over the list.
const LOOKED_AT: usize = 1_000;

/// A column that wants room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column<C> {
    /// Which one.
    pub(super) id: C,
    /// What it takes to show all of it.
    pub(super) full: usize,
    /// Narrower than this it says nothing.
    pub(super) least: usize,
    /// The greatest goes first.
    pub(super) rank: usize,
    /// Whether every row says the same.
    pub(super) is_same: bool,
}

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// The widest of it.
    pub(super) widest: usize,
    /// Whether all of it is the same; of one row that says nothing.
    pub(super) is_same: bool,
}

/// Rows from all over a list, the first among them.
pub(super) fn sample<T>(rows: &[T]) -> impl Iterator<Item = &T> + Clone {
    rows.iter().step_by(rows.len().div_ceil(LOOKED_AT).max(1))
}

/// Looks at what stands in a column.
pub(super) fn seen(values: impl Iterator<Item = String>, canvas: &Canvas<'_>) -> Seen {
    let (mut widest, mut first, mut count, mut is_same) = (0, None, 0, true);
    for value in values {
        widest = widest.max(canvas.width(&value));
        count += 1;
        is_same &= *first.get_or_insert_with(|| value.clone()) == value;
    }
    Seen { widest, is_same: is_same && count > 1 }
}

/// The columns that fit beside each other with a space between, with their widths, in the order given; and what is left.
pub(super) fn fit<C: Copy>(mut columns: Vec<Column<C>>, room: usize) -> (Vec<(C, usize)>, usize) {
    // Each has a space behind it, the last one beyond the edge.
    let room = room + 1;
    let taken = |columns: &[Column<C>], width: &dyn Fn(&Column<C>) -> usize| -> usize {
        columns.iter().map(|column| width(column) + 1).sum()
    };
    let last = |columns: &[Column<C>], goes: &dyn Fn(&Column<C>) -> bool| {
        let goes = columns.iter().enumerate().filter(|(_, column)| goes(column));
        goes.max_by_key(|(_, column)| column.rank).map(|(at, _)| at)
    };
    while taken(&columns, &|column| column.full) > room
        && let Some(at) = last(&columns, &|column| column.is_same)
    {
        columns.remove(at);
    }
    while taken(&columns, &|column| column.least.min(column.full)) > room
        && let Some(at) = last(&columns, &|_| true)
    {
        columns.remove(at);
    }
    // As wide as all may be, the wide ones no wider than this; a column wider than the room fits at no level above it.
    let most = columns.iter().map(|column| column.full).max().unwrap_or(0).min(room);
    let at_level = |column: &Column<C>, level: usize| column.full.min(level.max(column.least));
    let level = (0..=most).rev().find(|level| taken(&columns, &|column| at_level(column, *level)) <= room).unwrap_or(0);
    let mut left = room.saturating_sub(taken(&columns, &|column| at_level(column, level)));
    let fitted = columns.iter().map(|column| {
        let width = at_level(column, level);
        // A few columns may be left that are not enough for one more of each.
        let more = usize::from(left > 0 && width < column.full);
        left -= more;
        (column.id, width + more)
    });
    let fitted = fitted.collect();
    (fitted, left)
}

/// A row: what stands in each column, with a space between.
pub(super) fn row<C: Copy>(columns: &[(C, usize)], mut cell: impl FnMut(C, usize) -> Vec<Piece>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (at, (id, width)) in columns.iter().enumerate() {
        if at > 0 {
            pieces.push((Role::Text, " ".into()));
        }
        pieces.extend(cell(*id, *width));
    }
    pieces
}

/// What stands in a column, lit where a filter asked for it: the signs beside a value and the spaces around it are not
/// what was asked for.
pub(super) fn lit_cell(role: Role, shown: &str, found_in: impl Fn(&str) -> Vec<Range<usize>>) -> Vec<Piece> {
    let lead = shown.chars().take_while(|c| !c.is_alphanumeric()).count();
    let asked = shown.trim_start_matches(|c: char| !c.is_alphanumeric()).trim_end();
    let found: Vec<_> = found_in(asked).into_iter().map(|range| range.start + lead..range.end + lead).collect();
    lit(role, shown, &found)
}

/// The headings of a list: the text of each, made as wide as its column, and which order of the list a click on it asks
/// for.
pub(super) fn header<C: Copy, K: Clone + PartialEq>(
    canvas: &mut Canvas<'_>,
    area: Rect,
    indent: u16,
    columns: &[(C, usize)],
    list: &List<K>,
    heading: impl Fn(&Canvas<'_>, C, usize) -> (String, Option<usize>),
) {
    let mut left = indent;
    let mut pieces: Vec<Piece> = vec![(Role::Muted, " ".repeat(usize::from(indent)))];
    for (id, width) in columns {
        let (text, order) = heading(canvas, *id, *width);
        let wide = u16::try_from(*width).unwrap_or(u16::MAX);
        if let Some(order) = order.filter(|_| area.height > 0 && left + wide <= area.width) {
            list.set_head(drawn(Rect { x: area.x + left, width: wide, height: 1, ..area }), order);
        }
        left = left.saturating_add(wide + 1);
        pieces.extend([(Role::Title, text), (Role::Muted, " ".into())]);
    }
    pieces.pop();
    canvas.row(area, 0, &pieces, None);
}

/// A heading, with a mark where the list is sorted by it.
pub(super) fn titled(name: &str, is_sorted: bool, is_reversed: bool, glyphs: Glyphs) -> String {
    let mark = match (is_sorted, is_reversed) {
        (false, _) => "",
        (true, true) => glyphs.reversed(),
        (true, false) => glyphs.sorted(),
    };
    format!("{name}{mark}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(id: char, full: usize, least: usize, rank: usize) -> Column<char> {
        Column { id, full, least, rank, is_same: false }
    }

    #[test]
    fn with_room_every_column_takes_what_it_needs() {
        let columns = vec![column('a', 40, 5, 0), Column { is_same: true, ..column('b', 3, 3, 9) }];
        assert_eq!(fit(columns.clone(), 44), (vec![('a', 40), ('b', 3)], 0));
        assert_eq!(fit(columns, 60), (vec![('a', 40), ('b', 3)], 16));
    }

    #[test]
    fn what_says_the_same_everywhere_goes_before_anything_is_cut() {
        let same = Column { is_same: true, ..column('b', 10, 10, 0) };
        assert_eq!(fit(vec![column('a', 20, 5, 9), same], 25), (vec![('a', 20)], 5));
    }

    #[test]
    fn the_widest_shrink_first_and_nothing_below_what_tells() {
        let columns = vec![column('a', 30, 5, 0), column('b', 10, 4, 1), column('c', 30, 18, 2)];
        // 2 spaces; 48 for three: the narrow one keeps its 10.
        assert_eq!(fit(columns.clone(), 50), (vec![('a', 19), ('b', 10), ('c', 19)], 0));
        assert_eq!(fit(columns.clone(), 51), (vec![('a', 20), ('b', 10), ('c', 19)], 0));
        // 38: with 18 for the last one, 10 each.
        assert_eq!(fit(columns.clone(), 40), (vec![('a', 10), ('b', 10), ('c', 18)], 0));
        // 28 are one too few for 5 + 4 + 18 + 2: the least important goes.
        assert_eq!(fit(columns, 28), (vec![('a', 17), ('b', 10)], 0));
    }

    #[test]
    fn a_sample_reaches_over_the_whole_list() {
        let rows: Vec<usize> = (0..10_000).collect();
        assert_eq!(sample(&rows).count(), 1_000);
        assert_eq!(sample(&rows).last(), Some(&9_990));
        assert_eq!(sample(&rows[..3]).count(), 3);
    }
}
