//! The keys of a scope, then those of every screen; from the table that handles them.

use crate::app::keymap::Keymap;
use crate::app::keys::Scope;
use crate::page::{Kind, Page, Role};

pub(super) fn page(keymap: &Keymap, scope: Scope) -> Page {
    let mut page = Page::new("keys that work here");
    for scope in [scope, Scope::Global] {
        page.heading(scope.title());
        for bound in keymap.of(scope) {
            let keys = format!("{:<22}", bound.keys.join(" "));
            page.push(Kind::Item, vec![(Role::Key, keys), (Role::Text, bound.row.help.to_owned())]);
        }
    }
    page
}
