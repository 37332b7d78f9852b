//! Folding the parts of a result.

use crate::app::App;
use crate::app::screen::stepper::Pane;
use crate::app::tree::{Fold, RowKey};

impl App {
    pub(in crate::app) fn toggle_fold(&mut self) {
        let Some(stepper) = &mut self.stepper else { return };
        let Some(row) = stepper.row() else { return };
        let key = row.key.clone();
        if row.fold == Fold::Leaf {
            return;
        }
        if !stepper.closed.remove(&key) {
            stepper.closed.insert(key);
        }
        self.lay_out();
    }

    /// Puts the cursor on a place of the call, with everything above it unfolded; a place that is not there gives way
    /// to the nearest one above it.
    pub(in crate::app) fn show_place(&mut self, (part, mut place): RowKey) {
        let Some(stepper) = &mut self.stepper else { return };
        stepper.pane = Pane::Tree;
        for depth in 0..place.len() {
            stepper.closed.remove(&(part, place.iter().take(depth).cloned().collect()));
        }
        self.lay_out();
        let Some(stepper) = &mut self.stepper else { return };
        while !stepper.tree.rows().contains(&(part, place.clone())) && place.pop().is_some() {}
        stepper.tree.select(&(part, place));
    }

    pub(in crate::app) fn toggle_all_folds(&mut self) {
        let Some(stepper) = &mut self.stepper else { return };
        if stepper.closed.is_empty() {
            let inner = stepper.rows.iter().filter(|row| row.depth == 1 && row.fold != Fold::Leaf);
            let keys: Vec<_> = inner.map(|row| row.key.clone()).collect();
            stepper.closed.extend(keys);
        } else {
            stepper.closed.clear();
        }
        self.lay_out();
    }
}
