//! The review of the registry of all tasks of the built-in study, on three sizes.

use vidimus::app::msg::Msg;
use vidimus::review::Moment;

use crate::desk::Desk;
use crate::{Study, snapshot};

/// 1 January 2026, 00:00:00 UTC.
const NEW_YEAR: u64 = 1_767_225_600;

/// The study in review by ada.
fn reviewing(size: (u16, u16)) -> Study {
    let mut study = Study::open(size);
    let desk: &mut Desk = &mut study.desk;
    desk.now = Moment::of_unix(NEW_YEAR);
    desk.tell(Msg::ReviewerKnown { author: "ada".into(), now: desk.now });
    let registries: Vec<_> = desk.app.data.registries.iter().map(|slot| slot.id).collect();
    for registry in registries {
        desk.read_review(registry);
    }
    study.press("2");
    study
}

fn check(name: &str, keys: &str) {
    for size in [(120, 40), (80, 24), (40, 12)] {
        let mut study = reviewing(size);
        study.press(keys);
        insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), snapshot(&study));
    }
}

#[test]
fn the_queue_and_its_card() {
    check("review", "");
    check("review-card", "<tab> j");
    check("review-decided", "a r j <space> j");
    check("review-all", "A");
    check("review-edit", "/class:category<enter> e");
    check("review-left", "#");
    check("review-reasons", "w");
    check("review-done", "A y i A y");
}

/// The windows over a review: what decisions would change, what is missing before a freeze, another registry.
#[test]
fn its_windows() {
    check("review-preview-nothing", "p");
    check("review-preview", "/class:no_error<enter> <space><space><space><space> p");
    check("review-edit-typed", "/class:category<enter> e nowhere");
    check("review-freeze", "a r F");
    check("review-freeze-asked", "F <enter>");
    check("review-compare", "d");
    check("review-diff", "d <enter>");
}

/// The audit takes its time, so it is drawn once.
#[test]
fn the_audit() {
    let mut study = reviewing((120, 40));
    study.press("t");
    insta::assert_snapshot!("review-audit-120x40", snapshot(&study));
}
