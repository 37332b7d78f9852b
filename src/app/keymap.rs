//! The keys in force: the table of [`super::keys`] with the person's own keys in it.
//!
//! Whoever dispatches a key, or tells of one, asks here; so what is told is always what works.

mod own;

pub use own::{KeyError, OwnKeys};

use crossterm::event::KeyEvent;

use super::action::Action;
use super::keys::{BINDINGS, Binding, Scope, name_of};

/// A row of the table with the keys in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The row.
    pub row: &'static Binding,
    /// Its keys; none for what the palette alone can do.
    pub keys: Vec<String>,
}

/// All rows with their keys, in the order of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap(Vec<Bound>);

impl Default for Keymap {
    fn default() -> Self {
        let keys = |row: &Binding| row.keys.iter().map(|key| (*key).to_owned()).collect();
        Self(BINDINGS.iter().map(|row| Bound { row, keys: keys(row) }).collect())
    }
}

impl Keymap {
    /// Every row.
    pub fn rows(&self) -> &[Bound] {
        &self.0
    }

    /// The rows of a scope.
    pub fn of(&self, scope: Scope) -> impl Iterator<Item = &Bound> {
        self.0.iter().filter(move |bound| bound.row.is_of(scope))
    }

    /// What a key does in a scope. A prompt takes every key that is not its own as text.
    pub fn lookup(&self, scope: Scope, key: KeyEvent) -> Option<Action> {
        let name = name_of(key)?;
        let find = |scope| self.of(scope).find(|bound| bound.keys.contains(&name));
        let found = match scope {
            Scope::Prompt | Scope::Mark | Scope::Confirm => find(scope),
            _ => find(scope).or_else(|| find(Scope::Global)),
        };
        found.map(|bound| bound.row.action)
    }

    /// The first key of an action in a scope or everywhere, for a sentence that names it.
    pub fn key(&self, scope: Scope, action: Action) -> Option<&str> {
        let find = |scope| self.of(scope).find(|bound| bound.row.action == action);
        find(scope).or_else(|| find(Scope::Global))?.keys.first().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyModifiers};

    use super::*;

    #[test]
    fn keys_are_found_by_the_names_of_the_table() {
        let keymap = Keymap::default();
        let lookup = |scope, code, modifiers| keymap.lookup(scope, KeyEvent::new(code, modifiers));
        let (none, control, shift) = (KeyModifiers::NONE, KeyModifiers::CONTROL, KeyModifiers::SHIFT);
        assert_eq!(lookup(Scope::Stepper, KeyCode::Char('n'), none), Some(Action::NextReceipt));
        assert_eq!(lookup(Scope::Stepper, KeyCode::Char('G'), shift), Some(Action::Last));
        assert_eq!(lookup(Scope::Prompt, KeyCode::Char('q'), none), None);
        assert_eq!(lookup(Scope::Registries, KeyCode::Char('c'), control), Some(Action::Quit));
        assert_eq!(lookup(Scope::Registries, KeyCode::BackTab, shift), Some(Action::PreviousPane));
        assert_eq!(lookup(Scope::Stepper, KeyCode::Char('1'), KeyModifiers::ALT), Some(Action::ShowRegistries));
        assert_eq!(lookup(Scope::Stepper, KeyCode::Char('1'), none), None);
        assert_eq!(lookup(Scope::Episodes, KeyCode::Char('j'), KeyModifiers::ALT), None);
        assert_eq!(keymap.key(Scope::Stepper, Action::Why), Some("w"));
        assert_eq!(keymap.key(Scope::Stepper, Action::Quit), Some("ctrl-c"));
        assert_eq!(keymap.key(Scope::Episodes, Action::Why), None);
    }
}
