//! Moving on the pairs screen: in the table, between the table and the list, in and back.

use crate::app::App;
use crate::app::keys::Scope;
use crate::app::screen::pairs::{Cell, PairKey, Pane};

impl App {
    /// Moves by rows.
    pub(in crate::app) fn move_in_pairs(&mut self, rows: isize) {
        let screen = &mut self.pairs.screen;
        match screen.pane {
            Pane::List => screen.list.move_by(rows),
            Pane::Table => match screen.cell.moved(rows.signum(), 0) {
                Some(cell) => screen.cell = cell,
                // Below the table stands the list.
                None => screen.pane = Pane::List,
            },
        }
    }

    /// The place that moving starts from.
    pub(in crate::app) fn place_in_pairs(&self) -> usize {
        match self.pairs.screen.pane {
            Pane::List => self.pairs.screen.list.place(),
            Pane::Table => 0,
        }
    }

    /// Whether the keys go to the table.
    pub(in crate::app) fn is_in_table(&self) -> bool {
        self.base_scope() == Scope::Pairs && self.pairs.screen.pane == Pane::Table
    }

    /// In the table a column to the right or to the left.
    pub(in crate::app) fn move_across_table(&mut self, columns: isize) {
        let cell = &mut self.pairs.screen.cell;
        *cell = cell.moved(0, columns).unwrap_or(*cell);
    }

    /// The other pane.
    pub(in crate::app) fn turn_pane_of_pairs(&mut self) {
        let screen = &mut self.pairs.screen;
        screen.pane = if screen.pane == Pane::List { Pane::Table } else { Pane::List };
    }

    /// Opens what is under the cursor: the pair, or what a cell of the table counts.
    pub(in crate::app) fn enter_pairs(&mut self) {
        match self.pairs.screen.pane {
            Pane::List => match self.pairs.screen.list.selected().cloned() {
                Some(pair) => self.open_pair(&pair),
                None => self.notice = Some("there is no pair here".into()),
            },
            Pane::Table => self.open_cell(self.pairs.screen.cell),
        }
    }

    /// Shows what a cell counts: its pairs alone in the list, or a window of the runs that make no pair.
    pub(in crate::app) fn open_cell(&mut self, cell: Cell) {
        let Some(word) = cell.word() else {
            return self.open_beside(cell);
        };
        if self.is_blind() {
            self.notice = Some("blind: the list tells no outcomes, so it cannot show those of one; b ends it".into());
            return;
        }
        if self.pairs.count(cell) == 0 {
            self.notice = Some(format!("no pair here: 0 {}", cell.words()));
            return;
        }
        // Whatever else is asked for still holds.
        let filter = &self.pairs.screen.filter;
        let others = filter.split_whitespace().filter(|term| !term.starts_with("cell:"));
        let terms: Vec<String> = others.map(str::to_owned).chain([format!("cell:{word}")]).collect();
        self.pairs.screen.filter = terms.join(" ");
        self.refresh_pairs();
        self.pairs.screen.list.move_to(0);
        self.pairs.screen.pane = Pane::List;
    }

    /// Esc: the filter goes, then the way leads to the list.
    pub(in crate::app) fn back_in_pairs(&mut self) -> bool {
        if self.clear_filter() || self.come_back_to_study() {
            return true;
        }
        self.pairs.screen.pane = Pane::List;
        true
    }

    /// From an open episode to its pair.
    pub(in crate::app) fn go_to_pair(&mut self) {
        let Some(episode) = self.stepper.as_ref().map(|stepper| stepper.episode) else { return };
        if self.data.ledgers.iter().any(|slot| !slot.complete) {
            self.notice = Some("the files are still being read: pairs are made once they are there".into());
            return;
        }
        self.make_pairs();
        match self.pair_of(episode) {
            Ok(pair) => {
                self.jumps();
                self.show_pair_in_list(&pair);
                self.open_pair(&pair);
            }
            Err(why) => self.notice = Some(why),
        }
    }

    /// Puts the cursor of the list on a pair, without its filter if that hides it.
    pub(in crate::app) fn show_pair_in_list(&mut self, pair: &PairKey) {
        if !self.pairs.screen.list.select(pair) && self.show_all_pairs() {
            self.pairs.screen.list.select(pair);
        }
        if !self.pairs.screen.list.select(pair) && !self.pairs.screen.filter.is_empty() {
            self.pairs.screen.filter.clear();
            self.refresh_pairs();
            self.pairs.screen.list.select(pair);
        }
    }
}
