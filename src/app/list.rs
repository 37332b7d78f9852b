//! A list with a cursor that stands on an identity, not on a row number.

use std::cell::{Cell, RefCell};

use super::drawn::Drawn;

/// A list of identities with a cursor and the first row on screen.
#[derive(Clone, Debug)]
pub struct List<K> {
    rows: Vec<K>,
    cursor: Option<K>,
    place: usize,
    /// The first row at the last draw: how tall the window is, only the view knows.
    top: Cell<usize>,
    /// Where its rows stand on screen.
    drawn: Cell<Drawn>,
    /// Where its headings stand on screen, each with the order it asks for.
    heads: RefCell<Vec<(Drawn, usize)>>,
}

impl<K> Default for List<K> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            cursor: None,
            place: 0,
            top: Cell::new(0),
            drawn: Cell::default(),
            heads: RefCell::default(),
        }
    }
}

impl<K: Clone + PartialEq> List<K> {
    /// Takes new rows. The cursor stays on its identity; if that is gone, on the row that took its place.
    pub fn set_rows(&mut self, rows: Vec<K>) {
        let shift = self.place.saturating_sub(self.top.get());
        self.rows = rows;
        // Look at the old place first: most reloads change nothing there.
        let same = self.cursor.as_ref().filter(|key| self.rows.get(self.place) == Some(key)).map(|_| self.place);
        let found = same.or_else(|| {
            let key = self.cursor.as_ref()?;
            self.rows.iter().position(|row| row == key)
        });
        self.move_to(found.unwrap_or(self.place));
        self.top.set(self.place.saturating_sub(shift));
    }

    /// Adds rows at the end; the cursor does not move.
    pub fn extend(&mut self, rows: impl IntoIterator<Item = K>) {
        self.rows.extend(rows);
        if self.cursor.is_none() {
            self.move_to(0);
        }
    }

    /// The rows in order.
    pub fn rows(&self) -> &[K] {
        &self.rows
    }

    /// The identity under the cursor.
    pub fn selected(&self) -> Option<&K> {
        self.cursor.as_ref()
    }

    /// The row the cursor is on; 0 in an empty list.
    pub fn place(&self) -> usize {
        self.place
    }

    /// Puts the cursor on a row, or on the last one.
    pub fn move_to(&mut self, place: usize) {
        self.place = place.min(self.rows.len().saturating_sub(1));
        self.cursor = self.rows.get(self.place).cloned();
    }

    /// Puts the cursor on a row and shows it with a few rows above it; from the top where it is in sight from there.
    pub fn lead_to(&mut self, place: usize) {
        self.move_to(place);
        let height = usize::from(self.drawn.get().height);
        self.top.set(if self.place < height { 0 } else { self.place.saturating_sub(3) });
    }

    /// Moves the cursor by so many rows; stops at the ends.
    pub fn move_by(&mut self, rows: isize) {
        self.move_to(self.place.saturating_add_signed(rows));
    }

    /// Puts the cursor on an identity, if it is there.
    pub fn select(&mut self, key: &K) -> bool {
        let found = self.rows.iter().position(|row| row == key);
        if let Some(place) = found {
            self.move_to(place);
        }
        found.is_some()
    }

    /// The first row on screen for a window of that height: moved only as far as the cursor asks, and
    /// never past the end. It is remembered, so that the next move starts from what is on screen.
    pub fn top(&self, height: usize) -> usize {
        let last_top = self.rows.len().saturating_sub(height);
        let least = (self.place + 1).saturating_sub(height);
        let top = self.top.get().clamp(least.min(self.place), self.place).min(last_top.max(least));
        self.top.set(top);
        top
    }

    /// Remembers where its rows stand on screen, the first of them at the top.
    pub fn set_drawn(&self, drawn: Drawn) {
        self.drawn.set(drawn);
    }

    /// Its rows are not on screen.
    pub fn forget_drawn(&self) {
        self.drawn.take();
        self.heads.take();
    }

    /// Remembers where a heading stands on screen, and which order of the list it asks for.
    pub fn set_head(&self, drawn: Drawn, order: usize) {
        self.heads.borrow_mut().push((drawn, order));
    }

    /// The order that the heading in a cell of the screen asks for.
    pub fn head_at(&self, column: u16, row: u16) -> Option<usize> {
        let heads = self.heads.borrow();
        heads.iter().find(|(drawn, _)| drawn.row(column, row).is_some()).map(|(_, order)| *order)
    }

    /// Whether a cell of the screen is in it, be there a row or none.
    pub fn is_over(&self, column: u16, row: u16) -> bool {
        self.drawn.get().row(column, row).is_some()
    }

    /// The row that stands in a cell of the screen.
    pub fn row_at(&self, column: u16, row: u16) -> Option<usize> {
        let at = self.top.get() + self.drawn.get().row(column, row)?;
        (at < self.rows.len()).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn list(rows: &[u32]) -> List<u32> {
        let mut list = List::default();
        list.set_rows(rows.to_vec());
        list
    }

    #[test]
    fn the_cursor_follows_its_identity() {
        let mut list = list(&[1, 2, 3]);
        list.move_to(1);
        list.set_rows(vec![9, 8, 2]);
        assert_eq!((list.selected(), list.place()), (Some(&2), 2));
        list.set_rows(vec![9]);
        assert_eq!(list.selected(), Some(&9));
        list.set_rows(vec![]);
        assert_eq!(list.selected(), None);
    }

    /// Rows put in above do not move the cursor's line on the screen.
    #[test]
    fn a_reload_keeps_the_line_on_the_screen() {
        let mut list = list(&(0..100).collect::<Vec<_>>());
        list.move_to(50);
        list.top(10);
        let line = list.place() - list.top(10);
        list.set_rows((1000..1020).chain(0..100).collect());
        assert_eq!(list.place(), 70);
        assert_eq!(list.place() - list.top(10), line);
    }

    /// Going back up, the cursor moves on a screen that stands still.
    #[test]
    fn the_screen_stands_still_until_the_cursor_leaves_it() {
        let mut list = list(&(0..100).collect::<Vec<_>>());
        list.move_to(50);
        assert_eq!(list.top(10), 41);
        list.move_by(-5);
        assert_eq!(list.top(10), 41);
        list.move_by(-10);
        assert_eq!(list.top(10), 35);
    }

    proptest! {
        #[test]
        fn the_cursor_always_stands_on_a_row_that_is_on_screen(
            steps in proptest::collection::vec((0usize..4, 0usize..40, 1usize..12), 1..40)
        ) {
            let mut list = List::default();
            for (kind, number, height) in steps {
                match kind {
                    0 => list.set_rows((0..number).collect()),
                    1 => list.move_by(number.cast_signed() - 20),
                    2 => list.move_to(number),
                    _ => list.set_rows((0..number).rev().collect()),
                }
                let top = list.top(height);
                prop_assert_eq!(list.selected(), list.rows().get(list.place()));
                if !list.rows().is_empty() {
                    prop_assert!(list.place() < list.rows().len());
                    prop_assert!(top <= list.place() && list.place() < top + height);
                    prop_assert!(top == 0 || top + height <= list.rows().len());
                }
            }
        }
    }
}
