//! Folding the parts of a result.

use crate::app::App;
use crate::app::tree::Fold;

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
