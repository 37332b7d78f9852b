//! Contracts, tool by tool and rule by rule.

use super::desk::Desk;
use super::{LEDGER, POSITIVE, REGISTRY, REQUIRED, UNIT, call, head, open, registry, registry_of, rule_at, step_at};
use vidimus::app::data::RegistryId;
use vidimus::app::msg::Msg;
use vidimus::app::screen::registries::Pane;
use vidimus::app::{Overlay, Tab};
use vidimus::domain::ids::TaskId;

#[test]
fn enter_leads_from_tool_to_rule_to_firing_to_call_and_esc_back() {
    let mut desk = open();
    desk.press("1 j <enter>");
    assert_eq!((desk.app.registries.pane, rule_at(&desk).0.as_str()), (Pane::Rules, "set"));
    desk.press("j");
    assert_eq!(rule_at(&desk).1, "positive");
    // Step 1 of e1, e3, e5 and e7 is a call of `set` with −1.
    assert_eq!(desk.app.registries.firings.rows().len(), 4);
    desk.press("<enter> jj <enter>");
    assert_eq!((desk.app.tab, step_at(&desk)), (Tab::Episodes, ("e5".into(), 1)));
    desk.press("<alt-1>");
    assert_eq!((desk.app.registries.pane, desk.app.registries.firings.place()), (Pane::Firings, 2));
    desk.press("<esc>");
    assert_eq!(desk.app.registries.pane, Pane::Rules);
    desk.press("<esc>");
    assert_eq!((desk.app.registries.pane, desk.app.tab), (Pane::Tools, Tab::Registries));
}

#[test]
fn a_rule_that_fires_nowhere_says_so() {
    let mut desk = open();
    desk.press("1 <enter> g <enter>");
    assert_eq!(desk.app.registries.pane, Pane::Rules);
    assert!(desk.app.notice.as_ref().unwrap().contains("fires on no loaded call"));
    // An empty pane is passed over.
    desk.press("<tab>");
    assert_eq!(desk.app.registries.pane, Pane::Tools);
}

#[test]
fn tools_and_rules_have_filters_of_their_own() {
    let mut desk = open();
    desk.press("1 /set<enter>");
    assert_eq!(desk.app.registries.tools.rows().len(), 1);
    desk.press("<enter> /positive<enter>");
    assert_eq!((desk.app.registries.rules.rows().len(), rule_at(&desk).1.as_str()), (1, "positive"));
    // Esc takes them away one after the other, before it goes back.
    desk.press("<esc>");
    assert_eq!((desk.app.registries.rules.rows().len(), desk.app.registries.pane), (3, Pane::Rules));
    desk.press("<esc><esc>");
    assert_eq!((desk.app.registries.tools.rows().len(), desk.app.registries.pane), (2, Pane::Tools));
}

#[test]
fn tools_sort_by_firings_first_most() {
    let mut desk = open();
    desk.press("1 s");
    let tools: Vec<_> = desk.app.registries.tools.rows().iter().map(ToString::to_string).collect();
    assert_eq!(tools, ["set", "get"]);
    // The order follows firings that come in later: five of `get` against four of `set`.
    desk.grow(LEDGER, &(head("x", "t", "a") + &call("x", "get", -1, false).repeat(5)));
    let tools: Vec<_> = desk.app.registries.tools.rows().iter().map(ToString::to_string).collect();
    assert_eq!(tools, ["get", "set"]);
}

#[test]
fn brackets_walk_the_registries() {
    let mut desk = open();
    desk.press("1 ]");
    assert!(desk.app.notice.as_ref().unwrap().contains("only one registry"));
    desk.read_registry(RegistryId(5), "b.json", registry(&[("get", &[POSITIVE])]).as_bytes());
    desk.read_registry(RegistryId(6), "bad.json", b"{");
    desk.press("]");
    assert_eq!(desk.app.registry, Some(RegistryId(5)));
    desk.press("]");
    assert_eq!(desk.app.registry, Some(REGISTRY));
    desk.press("[");
    assert_eq!(desk.app.registry, Some(RegistryId(5)));
    assert_eq!(desk.app.registries.tools.rows().len(), 1);
}

/// The file that folds and what is whole were mined from.
const INPUT: &str = r#""kind":"traces","inputs":[{"name":"t.jsonl","sha256":"00"}]"#;

/// SPEC 3: each task is judged by the fold that never saw it, whichever fold is on screen.
#[test]
fn the_fold_that_holds_a_task_out_judges_it() {
    let mut desk = open();
    let fold = |k: u32, held: &str| format!("{{{INPUT},\"fold\":{{\"index\":{k},\"count\":2}},\"held_out\":[{held}]}}");
    let tools: &[(&str, &[_])] = &[("get", &[REQUIRED, UNIT, POSITIVE]), ("set", &[UNIT])];
    let (even, odd) = (r#""t0","t2","t4","t6""#, r#""t1","t3","t5","t7""#);
    desk.read_registry(RegistryId(10), "fold-0.json", registry_of(&fold(0, even), tools).as_bytes());
    desk.read_registry(RegistryId(11), "fold-1.json", registry_of(&fold(1, odd), tools).as_bytes());
    let judge =
        |selected, task| desk.app.data.judge_of(RegistryId(selected), &TaskId::from(task)).map(|(judge, _)| judge);
    for selected in [10, 11] {
        assert_eq!(judge(selected, "t2"), Some(RegistryId(10)));
        assert_eq!(judge(selected, "t3"), Some(RegistryId(11)));
        // A task that no fold saw may be judged by the one on screen.
        assert_eq!(judge(selected, "new"), Some(RegistryId(selected)));
    }
    // A registry that is no fold judges everything.
    assert_eq!(judge(REGISTRY.0, "t3"), Some(REGISTRY));
    // Neither fold has a rule that `set` with −1 breaks.
    assert_eq!(desk.app.data.ledger(LEDGER).unwrap().replay.fired.len(), 4);
    desk.press("1 ]");
    assert_eq!(desk.app.data.ledger(LEDGER).unwrap().replay.fired.len(), 0);
    desk.press("3 jjj <enter>");
    let judge = desk.app.stepper.as_ref().unwrap().detail.as_ref().unwrap().judge.as_ref().unwrap();
    assert_eq!(judge.name, "fold-1.json");
}

/// Looking at a registry that has seen every task does not make it the judge while its folds are there; what is of
/// other files judges when it is on screen, and how to go back is said.
#[test]
fn a_whole_registry_is_looked_at_while_its_folds_judge() {
    let mut desk = open();
    let fold = |k: u32, held: &str| format!("{{{INPUT},\"fold\":{{\"index\":{k},\"count\":2}},\"held_out\":[{held}]}}");
    let calm: &[(&str, &[_])] = &[("get", &[UNIT]), ("set", &[UNIT])];
    let strict: &[(&str, &[_])] = &[("get", &[UNIT, POSITIVE]), ("set", &[UNIT, POSITIVE])];
    let (even, odd) = (r#""t0","t2","t4","t6""#, r#""t1","t3","t5","t7""#);
    desk.read_registry(RegistryId(10), "fold-0.json", registry_of(&fold(0, even), calm).as_bytes());
    desk.read_registry(RegistryId(11), "fold-1.json", registry_of(&fold(1, odd), calm).as_bytes());
    desk.read_registry(RegistryId(12), "whole.json", registry_of(&format!("{{{INPUT}}}"), strict).as_bytes());
    let fired = |desk: &super::Desk| desk.app.data.ledger(LEDGER).unwrap().replay.fired.len();
    assert_eq!((desk.app.registry, fired(&desk)), (Some(REGISTRY), 4));
    for (name, notice) in [
        ("fold-0.json", "and its folds judge from now on; [ goes back to rules.json"),
        ("fold-1.json", "each task is judged by the fold that never saw it, as before"),
        ("whole.json", "only to look at: each task is judged by the fold that never saw it"),
    ] {
        desk.press("1 ]");
        let said = desk.app.notice.clone().unwrap();
        assert!(said.starts_with(name) && said.ends_with(notice), "{said}");
        assert_eq!(fired(&desk), 0, "{name}");
    }
    desk.press("3 j <enter>");
    let judge = desk.app.stepper.as_ref().unwrap().detail.as_ref().unwrap().judge.clone().unwrap();
    assert_eq!(judge.name, "fold-1.json", "of task t1, though whole.json is on screen");
    desk.press("<esc> 1 ]");
    assert_eq!(desk.app.notice.as_deref(), Some("rules.json judges every call from now on; [ goes back to whole.json"));
    assert_eq!(fired(&desk), 4);
}

/// Two snapshots of what the tools say of themselves, read by their paths.
fn snapshots(desk: &mut Desk) {
    let v1 = r#"[{"name":"get","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{
        "price":{"type":"number"},"unit":{"type":"string"}},"required":["price","unit"]}}]"#;
    let v2 = r#"[{"name":"get","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{
        "price":{"type":"string"},"unit":{"type":"string"}},"required":["price"]}},{"name":"new","inputSchema":{}}]"#;
    for (path, text) in [("snap/tools-2.json", v2), ("snap/tools-1.json", v1)] {
        let snapshot = vidimus::diff::tools::read(text.as_bytes()).map(std::sync::Arc::new);
        let name = path.trim_start_matches("snap/").to_owned();
        desk.tell(Msg::ToolsRead { path: path.to_owned(), name, snapshot });
    }
}

#[test]
fn what_a_tool_says_of_itself_stands_beside_its_contract() {
    let mut desk = open();
    desk.press("1 g");
    desk.press("D");
    assert!(desk.app.notice.as_deref().unwrap_or_default().contains("needs two snapshots"), "{:?}", desk.app.notice);
    snapshots(&mut desk);
    let tool = desk.app.registries.tools.selected().unwrap().clone();
    assert_eq!(tool.as_str(), "get");
    assert_eq!(desk.app.drift_of(&tool), Some("2 breaking changes since tools-1.json"));
    desk.press("D");
    let Some(Overlay::Page(window)) = desk.app.overlays.last() else { unreachable!("no window") };
    let text = window.page.as_text();
    assert!(text.contains("tools-1.json → tools-2.json") && text.contains("breaking · result price"), "{text}");
    assert!(text.contains("these have to do with what changed:"), "{text}");
    let line = desk.app.command_line().unwrap().join(" ");
    assert_eq!(line, "vidimus diff snap/tools-1.json snap/tools-2.json --tool get --registry rules.json");
    desk.press("<tab><enter>");
    assert!(desk.app.overlays.is_empty(), "{:?}", desk.app.notice);
    let rule = desk.app.registries.rule().unwrap();
    let path = &desk.app.data.rule(REGISTRY, &rule).unwrap().path;
    assert_eq!((rule.tool.as_str(), path.to_string().as_str()), ("get", "price"));
    // Gone from disk, it says nothing any more.
    desk.tell(Msg::ToolsRead { path: "snap/tools-1.json".into(), name: "tools-1.json".into(), snapshot: None });
    assert_eq!(desk.app.drift_of(&tool), None);
}
