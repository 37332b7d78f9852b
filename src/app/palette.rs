//! The command palette: every action by its words, with its keys.

use super::action::Action;
use super::keys::{BINDINGS, Scope};
use crate::query::fuzzy;

/// One line of the palette.
#[derive(Clone, Copy, Debug)]
pub struct PaletteRow {
    /// What it does.
    pub action: Action,
    /// In words.
    pub help: &'static str,
    /// Its keys.
    pub keys: &'static [&'static str],
}

/// The commands that can be given from a scope and match what was typed, best first.
pub fn palette_rows(scope: Scope, typed: &str) -> Vec<PaletteRow> {
    let offered = BINDINGS.iter().filter(|binding| {
        (binding.scope == scope || binding.scope == Scope::Global)
            && !matches!(binding.action, Action::Palette | Action::Back | Action::Submit)
    });
    let rows = offered.map(|binding| PaletteRow { action: binding.action, help: binding.help, keys: binding.keys });
    if typed.is_empty() {
        return rows.collect();
    }
    let mut scored: Vec<_> = rows.filter_map(|row| Some((fuzzy::score(row.help, typed)?, row))).collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().map(|(_, row)| row).collect()
}
