//! The receipt autopsy: the window that `w` opens, with the search for the nearest clean sample behind it.

use crate::desk::Desk;
use crate::{LEDGER, REGISTRY, call, head, open, registry, rule_at, step_at};
use vidimus::app::data::RegistryId;
use vidimus::app::window::View;

fn page(desk: &Desk) -> String {
    desk.app.window().unwrap().page.as_text()
}

/// Presses `j` until the cursor stands on the line that begins so.
fn stand_on(desk: &mut Desk, start: &str) {
    let lines = &desk.app.window().unwrap().page.lines;
    let down = lines.iter().position(|line| line.plain().starts_with(start)).unwrap();
    desk.press(&format!("g {}", "j".repeat(down)));
}

/// Of the 20 calls of `set` (the odd steps of eight episodes with 2 to 9 calls: 1+1+2+2+3+3+4+4) four are broken: of
/// 19 others 16 are clean. All have the same arguments and results but for the price, so the first is the nearest.
const SOUGHT: &str = "In the loaded traces, 16 of 19 other answers of set break no rule of rules.json.\n\
                      The nearest: study.jsonl · episode e0 · call 1\n\
                      It has the same arguments. In the result these differ:\n  result.price: -1 here, 1 there\n";

#[test]
fn a_receipt_of_unknown_form_and_the_violation_beside_it_are_told_apart() {
    let mut desk = open();
    desk.press("3 n <enter> n w");
    let text = page(&desk);
    for said in [
        "▲ The agent was shown a receipt (recorded, in a form that is not known). It says:\n  \"something is wrong\"\n",
        "Replayed against rules.json: △ 1 violation; 2 rules held.\n",
        "It was mined without setting a task aside: it judges also what it may have learned from.\n",
        "Violation 1 of 1 (replayed): nonpositive_value at price\n",
        "  by the numbers: price > 0, but -1 ≤ 0: 1 below zero\n  learned rule: price is above zero\n",
        "  which recovery tools the recorded receipt lists is not known\n",
        "  no recovery file is loaded, so the tools that a receipt now would list are not known\n",
        SOUGHT,
        "  the model saw, put together from the two: {\"price\":-1,\"unit\":\"EUR\",\"deep\":{\"a\":[1,2]}}",
        "Rules that held: 2\n  ✓ known_fields (1): $\n  ✓ category (1): unit\n",
        "Fields that no rule looks at: 1\n  deep.a[]\n",
        "  set · study.jsonl · episode e1 · step 1 of 0 to 2 · task t1 · arm advisory · model m · trial 0 · completed no\n",
    ] {
        assert!(text.contains(said), "{said:?} is not in\n{text}");
    }
}

#[test]
fn a_call_without_a_receipt_has_an_autopsy_too() {
    let mut desk = open();
    desk.press("3 n <enter> g w");
    let text = page(&desk);
    let said = "No receipt was recorded with this call: the agent saw the bare result.\n\
                Replayed against rules.json: ✓ No rule broke: 3 rules held; 1 field has no rule: \
                deep.a[].\n";
    assert!(text.starts_with(said), "{text}");
    assert!(!text.contains("The nearest clean sample"), "{text}");
    desk.press("<esc>");
    desk.grow(LEDGER, &(head("o", "t", "a") + &call("o", "other", 1, false)));
    desk.press("<esc> G <enter> w");
    let text = page(&desk);
    assert!(text.contains("No rule looks at this call: rules.json has no contract for other.\n"), "{text}");
    assert!(text.contains("Fields that no rule looks at: 3\n  deep.a[]\n  price\n  unit\n"), "{text}");
}

#[test]
fn lines_lead_to_the_rule_and_to_the_nearest_sample() {
    let mut desk = open();
    desk.press("3 n <enter> n w");
    assert_eq!(desk.app.window().unwrap().place(), 0, "the conclusion is on screen first");
    stand_on(&mut desk, "learned rule:");
    desk.press("<enter>");
    assert!(desk.app.window().is_none());
    assert_eq!(rule_at(&desk), ("set".into(), "positive".into()));
    desk.press("<ctrl-o>");
    assert_eq!(step_at(&desk), ("e1".into(), 1));
    desk.press("w");
    stand_on(&mut desk, "The nearest:");
    desk.press("<enter>");
    assert_eq!(step_at(&desk), ("e0".into(), 1));
}

#[test]
fn the_search_shows_how_far_it_is_and_ends_with_its_window() {
    let mut desk = open();
    desk.press("3 n <enter> n");
    desk.is_holding = true;
    desk.press("w");
    assert!(page(&desk).contains("looking through the loaded traces: 0 of 19 calls of set read\n"), "{}", page(&desk));
    desk.press("<esc>");
    desk.release();
    desk.press("w");
    assert!(page(&desk).contains(SOUGHT), "{}", page(&desk));
}

#[test]
fn another_registry_judges_what_is_clean_anew() {
    let mut desk = open();
    desk.press("3 n <enter> n w");
    assert!(page(&desk).contains(SOUGHT));
    // Every call has the unit EUR, so that none is clean any more.
    let strict = registry(&[("set", &[("category", "unit", "[\"USD\"]")])]);
    desk.read_registry(REGISTRY, "rules.json", strict.as_bytes());
    let text = page(&desk);
    assert!(text.contains("unit is EUR; in 20 clean samples it was one of USD\n"), "{text}");
    assert!(
        text.contains("In the loaded traces none of 19 other answers of set passes the rules of rules.json.\n"),
        "{text}"
    );
}

/// SPEC 3: the fold that held the task out judges, and the window says by what right.
#[test]
fn the_window_says_by_what_right_a_fold_judges() {
    let mut desk = open();
    let fold = |k: u32, held: &str| {
        format!("{{\"kind\":\"traces\",\"fold\":{{\"index\":{k},\"count\":2}},\"held_out\":[{held}]}}")
    };
    let price = ("positive", "price", "null");
    let with: &[(&str, &[_])] = &[("set", &[price])];
    let without: &[(&str, &[_])] = &[("get", &[price])];
    let (zero, one) = (fold(0, r#""t0","t2""#), fold(1, r#""t1","t4""#));
    desk.read_registry(RegistryId(10), "fold-0.json", crate::registry_of(&zero, without).as_bytes());
    desk.press("1 ]");
    desk.press("3 n <enter> n w");
    let text = page(&desk);
    let unsure = "It is a fold, and no fold at hand says that it held task t1 out: it may have been mined from this very \
                  task.\n";
    assert!(text.contains(unsure), "{text}");
    desk.read_registry(RegistryId(11), "fold-1.json", crate::registry_of(&one, with).as_bytes());
    let text = page(&desk);
    assert!(text.contains("Replayed against fold-1.json: △ 1 violation"), "{text}");
    assert!(text.contains("It is the fold that held task t1 out: it was mined without this task.\n"), "{text}");
    assert!(text.contains("· support 20 · stands so in 1 of 2 folds\n"), "{text}");
    // Task t3 is of neither fold, and both are there.
    desk.press("<esc> <esc> n n n <enter> n w");
    let text = page(&desk);
    assert!(text.contains("It is a fold; no fold was mined from task"), "{text}");
}

/// n and N in a window go to the next receipt and show the same window for it, or say why not.
#[test]
fn receipts_are_stepped_through_inside_a_window() {
    let mut desk = open();
    desk.grow(LEDGER, &(head("r", "t", "a") + &[false, true, false, true].map(|it| call("r", "get", 1, it)).concat()));
    desk.press("G <enter> n w n");
    assert_eq!(step_at(&desk), ("r".into(), 3));
    assert_eq!(desk.app.window().map(|window| &window.view), Some(&View::Why));
    assert_eq!(desk.app.overlays.len(), 1);
    desk.press("N");
    assert_eq!((step_at(&desk).1, desk.app.overlays.len()), (1, 1));
    desk.press("N");
    assert!(desk.app.notice.as_ref().unwrap().contains("no earlier receipt"), "{:?}", desk.app.notice);
    assert!(desk.app.window().is_some());
    // The whole value goes along, too.
    desk.press("<esc> v n");
    assert!(matches!(desk.app.overlays.last(), Some(vidimus::app::Overlay::Reader(_))));
    assert_eq!((step_at(&desk).1, desk.app.overlays.len()), (3, 1));
    // A window of no call says so.
    desk.press("<esc> L n");
    assert_eq!(step_at(&desk).1, 3);
    assert!(desk.app.notice.as_ref().unwrap().contains("not about one call"));
    assert_eq!(desk.app.window().map(|window| &window.view), Some(&View::Log));
}
