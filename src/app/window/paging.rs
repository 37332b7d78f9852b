//! How a window moves by more than a line: by pages, and from one line that leads somewhere to the next.

use super::{View, Window};

/// Some texts are read from their tops; elsewhere the links are what one came for.
pub(super) const fn is_read_from_its_top(view: &View) -> bool {
    matches!(
        view,
        View::Why | View::Audit | View::Diff | View::Drift | View::Preview | View::Verify | View::Study | View::Said
    )
}

impl Window {
    /// Moves by pages: what is on screen goes by, but for a row, and the cursor stays at its height.
    ///
    /// `rows` is what a page is as long as nothing was drawn.
    pub fn page_by(&mut self, pages: isize, rows: isize) {
        match self.paged(pages) {
            Some((place, top)) => {
                self.move_to(place);
                self.drawn.set((top, self.drawn.get().1));
            }
            None => self.move_by(pages.saturating_mul(rows)),
        }
    }

    /// The place, and the first row on screen, so many pages on; nothing before the first draw.
    fn paged(&self, pages: isize) -> Option<(usize, usize)> {
        let (drawn, line_of) = &*self.clickable.borrow();
        let height = usize::from(drawn.height);
        if height == 0 || line_of.is_empty() {
            return None;
        }
        let last = line_of.len().saturating_sub(height);
        // Moves since the last draw are not on screen yet: this is where they will lead.
        let (row, margin) = (line_of.partition_point(|line| *line < self.place), self.margin(height));
        let top = if self.page.has_links() {
            let least = (row + 1 + margin).saturating_sub(height);
            self.drawn.get().0.max(least).min(row.saturating_sub(margin)).min(last)
        } else {
            self.place.min(last)
        };
        let by = pages.saturating_mul(isize::try_from(height).unwrap_or(isize::MAX).saturating_sub(1).max(1));
        let next = top.saturating_add_signed(by).min(last);
        if !self.page.has_links() {
            return Some((next, next));
        }
        // At an end the text cannot go on, and the cursor does.
        let row = if next == top { row.saturating_add_signed(by) } else { next + row.saturating_sub(top) };
        let first = if next == 0 { 0 } else { next + margin };
        let end = if next == last { next + height } else { (next + height).saturating_sub(margin) };
        let row = row.clamp(first, end.saturating_sub(1).max(first)).min(line_of.len().saturating_sub(1));
        // A line that begins further up would pull its beginning back on screen.
        let line = line_of.get(row).copied()?;
        let begins_above = line_of.partition_point(|other| *other < line) < first;
        let after = line_of.get(row..)?.iter().copied().find(|other| *other > line);
        Some((after.filter(|_| begins_above).unwrap_or(line), next))
    }

    /// So many rows of a text to be read stay in sight above and below its cursor: it scrolls before one runs into
    /// its edge.
    pub(super) fn margin(&self, height: usize) -> usize {
        if is_read_from_its_top(&self.view) { height / 4 } else { 0 }
    }

    /// Moves to the next line that leads somewhere; stays where there is none.
    pub fn next_link(&mut self, forward: bool) {
        if !self.page.has_links() {
            return;
        }
        let leads = |at: &usize| self.page.lines.get(*at).is_some_and(|line| line.link.is_some());
        let found = if forward {
            (self.place.saturating_add(1)..self.page.lines.len()).find(leads)
        } else {
            (0..self.place.min(self.page.lines.len())).rev().find(leads)
        };
        self.place = found.unwrap_or(self.place);
    }
}
