//! The command palette: every action by its words, with its keys.

use super::action::Action;
use super::keymap::Keymap;
use super::keys::Scope;
use crate::query::fuzzy;

/// One line of the palette.
#[derive(Clone, Copy, Debug)]
pub struct PaletteRow<'a> {
    /// What it does.
    pub action: Action,
    /// In words.
    pub help: &'static str,
    /// Its keys.
    pub keys: &'a [String],
}

/// The commands that can be given from a scope and match what was typed, best first.
pub fn palette_rows<'a>(keymap: &'a Keymap, scope: Scope, typed: &str) -> Vec<PaletteRow<'a>> {
    let offered = keymap.rows().iter().filter(|bound| {
        let binding = bound.row;
        (binding.scope == scope || binding.scope == Scope::Global)
            && !matches!(binding.action, Action::Palette | Action::Back | Action::Submit)
    });
    let rows = offered.map(|bound| PaletteRow { action: bound.row.action, help: bound.row.help, keys: &bound.keys });
    if typed.is_empty() {
        return rows.collect();
    }
    let mut scored: Vec<_> = rows.filter_map(|row| Some((fuzzy::score(row.help, typed)?, row))).collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().map(|(_, row)| row).collect()
}
