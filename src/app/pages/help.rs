//! The keys of a scope, then those of every screen; from the table that handles them.

use crate::app::keys::{Scope, bindings};
use crate::page::{Kind, Page, Role};

pub(super) fn page(scope: Scope) -> Page {
    let mut page = Page::new("keys that work here");
    for scope in [scope, Scope::Global] {
        page.heading(scope.title());
        for binding in bindings(scope) {
            let keys = format!("{:<22}", binding.keys.join(" "));
            page.push(Kind::Item, vec![(Role::Key, keys), (Role::Text, binding.help.to_owned())]);
        }
    }
    page
}
