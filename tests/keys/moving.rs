//! Getting from place to place: counts, marks, the list of jumps, going to anything, and where one was last time.

use super::{LEDGER, call, head, open, step_at};
use vidimus::app::Tab;
use vidimus::app::keys::Scope;

/// In an open episode and in windows every digit is a count; on the lists those of the tabs show them.
#[test]
fn digits_are_counts_where_there_is_no_list_of_files() {
    let mut desk = open();
    desk.grow(LEDGER, &(head("long", "t", "a") + &call("long", "get", 1, false).repeat(40)));
    desk.press("G <enter> 12j");
    assert_eq!(step_at(&desk), ("long".into(), 12));
    desk.press("3j 13k 31G");
    assert_eq!(step_at(&desk).1, 30);
    desk.press("<esc> 1");
    assert_eq!(desk.app.tab, Tab::Registries);
    desk.press("3 2 1 k");
    assert_eq!((desk.app.scope(), desk.app.episodes.list.place()), (Scope::Episodes, 0));
}

#[test]
fn alt_digits_show_tabs_from_everywhere() {
    for place in ["<enter>", "<enter> w", "?", "<enter> <tab> 5"] {
        let mut desk = open();
        desk.press(place);
        desk.press("<alt-1>");
        assert_eq!((desk.app.tab, desk.app.scope(), desk.app.count), (Tab::Registries, Scope::Registries, None));
        desk.press("<alt-3>");
        assert_eq!(desk.app.tab, Tab::Episodes, "after {place:?}");
    }
}
