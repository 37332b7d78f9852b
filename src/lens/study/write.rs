//! A page whose numbers lead to what is behind them.

use crate::figures::{Group, Tally};
use crate::page::{Grid, Kind, Page, Piece, Role};
use crate::safe::visible;
use crate::statistics::{Interval, Rate};
use crate::words::{cell, counted};

/// The widest column of names; longer ones are cut.
pub(super) const NAME: usize = 40;

/// What a number is of, by places in the lists that were given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Behind {
    /// Episodes, and what they are.
    Rows(String, Group),
    /// Pairs, and what they are.
    Pairs(String, Vec<u32>),
    /// Nothing that can be listed: the prevalence of faults, which can be turned.
    Prevalence,
}

/// Writes a page.
pub(super) struct Writer {
    pub(super) page: Page,
    behind: Vec<Behind>,
}

impl Writer {
    pub(super) fn new(title: String) -> Self {
        Self { page: Page::new(title), behind: Vec::new() }
    }

    pub(super) fn finish(self) -> (Page, Vec<Behind>) {
        (self.page, self.behind)
    }

    /// The headings of columns.
    pub(super) fn columns(&mut self, text: &str) {
        self.page.push(Kind::Row, vec![(Role::Muted, text.trim_end().to_owned())]);
    }

    /// The number of a link to what is behind a line.
    pub(super) fn link(&mut self, behind: Behind) -> usize {
        self.behind.push(behind);
        self.behind.len() - 1
    }

    /// A table.
    pub(super) fn grid(&mut self, grid: Grid) {
        grid.write(&mut self.page);
    }

    /// A line of columns that leads to what it counts.
    pub(super) fn row(&mut self, pieces: Vec<Piece>, behind: Behind) {
        let link = self.link(behind);
        self.page.link(Kind::Row, pieces, link);
    }

    /// A fact that leads to what it counts.
    pub(super) fn item(&mut self, text: String, what: &str, group: &Group) {
        self.page.link(Kind::Item, vec![(Role::Text, text)], self.behind.len());
        self.behind.push(Behind::Rows(what.to_owned(), group.clone()));
    }

    /// A share in words that leads to those that count.
    pub(super) fn share(&mut self, what: &str, tally: &Tally) {
        let told = format!("{what}: {}{}", tally.rate().sentence(), in_episodes(&tally.hits));
        self.item(told, what, &tally.hits);
    }

    /// A fact that leads to pairs.
    pub(super) fn pairs(&mut self, text: String, what: &str, pairs: &[u32]) {
        self.page.link(Kind::Item, vec![(Role::Text, text)], self.behind.len());
        self.behind.push(Behind::Pairs(what.to_owned(), pairs.to_vec()));
    }
}

/// ` in 24 episodes`, where what is counted are not the episodes that it opens.
pub(super) fn in_episodes(group: &Group) -> String {
    let episodes = group.rows.len() as u64;
    if episodes == group.count { String::new() } else { format!(" in {}", counted(episodes, "episode")) }
}

/// How wide a column of names is to be.
pub(super) fn widest<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| unicode_width::UnicodeWidthStr::width(&*visible(name))).max().unwrap_or(0).clamp(4, NAME)
}

/// A name in its column.
pub(super) fn named(name: &str, columns: usize) -> String {
    cell(&visible(name), columns)
}

/// `10.9% (8–15)`: a rate with its Wilson interval in whole percents.
pub(super) fn with_wilson(rate: Rate) -> String {
    match rate.wilson() {
        Some(Interval { low, high }) => format!("{} ({:.0}–{:.0})", rate.percent(), low * 100.0, high * 100.0),
        None => "–".to_owned(),
    }
}

/// `10.9%, 95% interval 8.0% to 14.8%`.
pub(super) fn told(rate: Rate) -> String {
    match rate.wilson() {
        Some(Interval { low, high }) => {
            format!("{}, 95% interval {:.1}% to {:.1}%", rate.sentence(), low * 100.0, high * 100.0)
        }
        None => rate.sentence(),
    }
}
