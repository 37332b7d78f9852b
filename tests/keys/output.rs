//! What leaves the program: copies, links, files, command lines.

use super::desk::Desk;
use super::{LEDGER, call, head, open, rule_at, step_at};
use vidimus::app::data::RegistryId;
use vidimus::app::effect::Program;
use vidimus::app::msg::Msg;
use vidimus::domain::json::read;
use vidimus::link::Link;

#[test]
fn what_stands_under_the_cursor_is_copied() {
    let mut desk = open();
    desk.press("3 y j y");
    assert_eq!(desk.copied, ["e0", "e1"]);
    assert_eq!(
        desk.app.notice.as_deref(),
        Some("sent to the terminal (2 characters); whether it took it cannot be confirmed")
    );
    // A call as JSON, its receipt, and a value of it.
    desk.press("<enter> j y");
    let call = read(desk.copied.last().unwrap()).unwrap().value;
    assert_eq!(call.get("tool").unwrap().as_str(), Some("set"));
    assert_eq!(call.get("result").unwrap().get("price").unwrap().to_string(), "-1");
    desk.press("<tab> 5G y");
    assert_eq!(desk.copied.last().unwrap(), "\"EUR\"");
    desk.press("j y");
    assert_eq!(desk.copied.last().unwrap(), r#"{"a":[1,2]}"#);
    desk.press("<tab> y");
    assert_eq!(desk.copied.last().unwrap(), "\"something is wrong\"");
    // A window as text.
    desk.press("w y");
    assert!(desk.copied.last().unwrap().contains("in 20 clean samples"), "{:?}", desk.copied.last());
    // A tool by its name, a rule in words.
    desk.press("q <alt-1> y <enter> j y");
    assert!(desk.copied.ends_with(&["get".into(), "get: price is above zero".into()]), "{:?}", desk.copied);
}

#[test]
fn what_is_not_there_is_not_copied_and_said_to_be_so() {
    let mut desk = open();
    desk.press("<enter> <tab> <tab> y");
    assert!(desk.app.notice.as_ref().unwrap().contains("no receipt was recorded"), "{:?}", desk.app.notice);
    assert!(desk.copied.is_empty());
}

#[test]
fn what_terminals_drop_is_refused_and_what_they_obey_is_escaped() {
    let mut desk = open();
    let long = format!("{{\"text\":\"{}\"}}", "x".repeat(80_000));
    let calls = head("o", "t", "a")
        + &call("o", "get", 1, false).replace("{\"price\":1", "{\"price\":\"a\u{9b}31m\\u001b]52;c;x\\u0007\u{202e}\"")
        + &call("o", "get", 1, false).replace("{\"q\":\"x\"}", &long);
    desk.grow(LEDGER, &calls);
    desk.press("G <enter> <tab> 4G y");
    let copied = desk.copied.pop().unwrap();
    assert!(!copied.contains(|c: char| c.is_control() || c == '\u{202e}'), "{copied:?}");
    assert_eq!(read(&copied).unwrap().value.as_str(), Some("a\u{9b}31m\u{1b}]52;c;x\u{7}\u{202e}"));
    desk.press("<esc> j y");
    assert!(desk.copied.is_empty());
    let notice = desk.app.notice.as_ref().unwrap();
    assert!(notice.starts_with("not copied: 80") && notice.contains("W writes"), "{notice}");
}

#[test]
fn a_link_leads_back_to_the_exact_field() {
    let mut desk = open();
    desk.press("3 Y j <enter> Y j <tab> 9G Y <alt-1> Y <enter> j Y");
    let rule = desk.app.registries.rule().unwrap().invariant;
    assert_eq!(
        desk.copied,
        [
            "vidimus:study.jsonl#e0".to_owned(),
            "vidimus:study.jsonl#e1/0".to_owned(),
            "vidimus:study.jsonl#e1/1/result/deep/a/1".to_owned(),
            "vidimus:rules.json#get".to_owned(),
            format!("vidimus:rules.json#get/{rule}"),
        ]
    );
    let copied = std::mem::take(&mut desk.copied);
    let mut other = open();
    other.app.go_to_link(&Link::parse(&copied[2]).unwrap()).unwrap();
    other.tell(Msg::Resized(100, 30));
    other.press("Y");
    assert_eq!(step_at(&other), ("e1".into(), 1));
    other.press("y");
    assert_eq!(other.copied, ["vidimus:study.jsonl#e1/1/result/deep/a/1", "2"]);
    other.app.go_to_link(&Link::parse(&copied[4]).unwrap()).unwrap();
    assert_eq!(rule_at(&other), ("get".into(), "positive".into()));
}

#[test]
fn a_link_that_leads_nowhere_says_why() {
    let mut desk = open();
    for (link, why) in [
        ("vidimus:other.jsonl#e1/0", "other.jsonl is not loaded; loaded are study.jsonl, rules.json"),
        ("vidimus:study.jsonl#e99/0", "there is no episode e99 in study.jsonl"),
        ("vidimus:study.jsonl#e1/7", "episode e1 has no step 7, only 0 to 2"),
        ("vidimus:rules.json#gone", "there is no episode and no tool gone in rules.json"),
    ] {
        assert_eq!(desk.app.go_to_link(&Link::parse(link).unwrap()), Err(why.to_owned()), "{link}");
    }
}

/// The sample study from the top of the project, with the paths that a command finds there.
fn sample() -> Desk {
    let mut desk = Desk::default();
    desk.tell(Msg::Resized(120, 40));
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-data");
    let text = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    for fold in 0..5 {
        let (id, name) = (RegistryId(10 + fold), format!("fold-{fold}.json"));
        desk.read_registry(id, &name, text(&format!("registries/{name}")).as_bytes());
        desk.tell(Msg::RegistryAt(id, format!("sample-data/registries/{name}")));
    }
    desk.open_ledger(LEDGER, "study.jsonl", &text("study.jsonl"));
    desk.tell(Msg::LedgerAt(LEDGER, "sample-data/study.jsonl".into()));
    desk.tell(Msg::RecoveryAt("sample-data/recovery.json".into()));
    desk.tell(Msg::Found(Vec::new()));
    desk
}

/// Step 1 of `e1` breaks a rule, nothing of `e0` does: only that call has a card.
#[test]
fn a_violation_is_written_as_a_card_that_stands_alone() {
    let mut desk = open();
    desk.press("3 <enter> X");
    assert!(desk.app.window().is_none(), "{:?}", desk.app.window());
    assert_eq!(desk.app.notice.as_deref(), Some("no rule breaks on this call: there is no card of it"));
    desk.press("<esc> j <enter> j X");
    let (episode, step) = step_at(&desk);
    let card = desk.app.window().unwrap().page.as_text();
    for words in [
        "price is -1; in 20 clean samples it was above zero",
        "broken field: price",
        "receipt (recorded): \"something is wrong\"",
        &format!("link: vidimus:study.jsonl#{episode}/{step}"),
        "registry: rules.json (sha256 of canonical JSON ",
    ] {
        assert!(card.contains(words), "{words} in\n{card}");
    }
    let line = desk.app.command_line().unwrap().join(" ");
    assert_eq!(line, format!("vidimus witness study.jsonl {episode} {step} --registry rules.json"));
    desk.press("W <ctrl-u>");
    desk.type_text("card.txt");
    desk.press("<enter>");
    assert_eq!(desk.files["card.txt"].trim_end(), card.trim_end());
    // By name as well; and once no rule breaks any more, the open card says so.
    desk.press("q :");
    desk.type_text("a card of this violation");
    desk.press("<enter>");
    assert_eq!(desk.app.window().unwrap().view, vidimus::app::window::View::Witness);
    let none = r#"{"format":"vidimus.registry/1","source":{"kind":"traces"},"tools":{"set":{"calls":9,"set_aside":0,"samples":9,"maps":[],"invariants":[]}}}"#;
    desk.read_registry(super::REGISTRY, "rules.json", none.as_bytes());
    let card = desk.app.window().unwrap().page.as_text();
    assert!(card.contains("No rule breaks on this call any more"), "{card}");
}

/// Every view with a command, reached by keys: the command reads as the program's own and runs.
#[test]
fn every_view_has_a_command_line_that_runs() {
    let mut desk = sample();
    let mut lines = Vec::new();
    let mut take = |desk: &Desk, name: &str| {
        let line = desk.app.command_line();
        lines.push((name.to_owned(), line.unwrap_or_else(|| panic!("no command prints {name}"))));
    };
    desk.press("3");
    take(&desk, "the list of episodes");
    desk.press("s S /");
    desk.type_text("arm:advisory \"SKU\" -receipts>7");
    desk.press("<enter>");
    desk.press("/ <ctrl-u>");
    desk.type_text("arm:advisory receipts>0");
    desk.press("<enter>");
    take(&desk, "a filtered and sorted list");
    desk.press("<enter>");
    take(&desk, "an episode");
    desk.press("n w");
    take(&desk, "why");
    desk.press("q X");
    take(&desk, "the card of a violation");
    desk.press("q c");
    take(&desk, "coverage");
    desk.press("q =");
    take(&desk, "similar calls");
    // Where the same tool was called before.
    desk.press("q <esc> <esc> <esc>");
    while desk.app.window().is_none() {
        desk.press("j <enter> G d");
        if desk.app.window().is_none() {
            desk.press("<esc>");
        }
    }
    take(&desk, "the difference of two calls");
    desk.press("q M");
    take(&desk, "the conversation");
    desk.press("q ?");
    take(&desk, "the keys");
    desk.press("q <alt-1>");
    take(&desk, "a registry");
    desk.press("<enter>");
    take(&desk, "the rules of a tool");
    for (name, line) in lines {
        let parsed = vidimus::cli::command().try_get_matches_from(&line);
        assert!(parsed.is_ok(), "{name}: {line:?}\n{}", parsed.unwrap_err());
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_vidimus"))
            .args(line.iter().skip(1))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(0), "{name}: {line:?}\n{told}");
        assert!(!run.stdout.is_empty(), "{name}");
    }
}

#[test]
fn the_command_line_is_shown_and_copied_by_name() {
    let mut desk = open();
    desk.press("3 <enter> :");
    desk.type_text("cli");
    desk.press("<enter>");
    let window = desk.app.window().unwrap().page.as_text();
    assert!(window.contains("vidimus episode study.jsonl e0 --registry rules.json"), "{window}");
    desk.press("y");
    assert_eq!(desk.copied, ["vidimus episode study.jsonl e0 --registry rules.json"]);
    // A window that no command prints says so.
    desk.press("q L :");
    desk.type_text("cli");
    desk.press("<enter> y");
    assert_eq!(desk.copied.len(), 1);
    assert_eq!(desk.app.notice.as_deref(), Some("no command prints this window"));
}

#[test]
fn what_is_on_screen_is_written_in_the_format_of_the_name() {
    let mut desk = open();
    let mut write = |keys: &str, name: &str| {
        desk.press(keys);
        desk.press("<ctrl-u>");
        desk.type_text(name);
        desk.press("<enter>");
        assert_eq!(desk.app.overlays.len(), usize::from(keys.starts_with('w')), "{name}: {:?}", desk.app.notice);
        desk.files[name].clone()
    };
    let list = write("3 W", "list.csv");
    assert_eq!(list.lines().count(), 9);
    assert!(
        list.starts_with("file,episode,task,arm,")
            && list.contains("\r\nstudy.jsonl,e1,t1,advisory,m,0,,no,failed,3,1,1,0,"),
        "{list}"
    );
    let whole = write("j <enter> j W", "e1.json");
    let whole = read(&whole).unwrap().value;
    assert_eq!(whole.get("entries").unwrap().as_array().unwrap().len(), 3);
    assert_eq!(whole.get("replayed_against").unwrap().as_str(), Some("rules.json"));
    assert!(write("W", "e1.md").contains("\n## call 1 · set\n"));
    assert!(write("w W", "why.txt").contains("price is -1; in 20 clean samples it was above zero"));
    assert_eq!(write("q <tab> 5G W", "value.json"), "\"EUR\"\n");
    assert_eq!(write("<alt-1> <enter> W", "rules.csv").lines().count(), 4, "the rules of one tool");
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_asked_twice() {
    let mut desk = open();
    desk.press("3 <enter> W");
    let name = "vidimus-episode-e0.md";
    desk.files.insert(name.into(), "old".into());
    desk.press("<enter>");
    assert_eq!(desk.app.notice.as_deref(), Some("vidimus-episode-e0.md exists; press enter again to replace it"));
    assert_eq!(desk.files[name], "old");
    // Another name in between is another question.
    desk.press("x <backspace> <enter>");
    assert!(desk.files[name].starts_with("# episode e0"), "the same name as before was confirmed");
    assert!(desk.app.notice.as_ref().unwrap().starts_with("written: vidimus-episode-e0.md ("));
    desk.press("W <ctrl-u>");
    desk.type_text("e0");
    desk.press("<enter>");
    assert!(desk.app.notice.as_ref().unwrap().contains("the ending is the format"));
    desk.press("<esc>");
    assert!(desk.app.overlays.is_empty() && desk.files.len() == 1);
}

#[test]
fn a_link_is_gone_to_by_command_and_at_the_start() {
    let link = "vidimus:study.jsonl#e3/1/result/unit";
    let mut desk = open();
    desk.press(":");
    desk.type_text("go to a link");
    desk.press("<enter>");
    desk.tell(Msg::Pasted("nonsense".into()));
    desk.press("<enter>");
    assert!(desk.app.notice.as_ref().unwrap().starts_with("a link begins with vidimus:"));
    desk.press("<ctrl-u>");
    desk.tell(Msg::Pasted(link.into()));
    desk.press("<enter> Y");
    assert_eq!((step_at(&desk), desk.copied.pop().as_deref()), (("e3".into(), 1), Some(link)));

    let mut desk = Desk::default();
    desk.tell(Msg::LinkGiven(Link::parse(link).unwrap()));
    desk.open_ledger(LEDGER, "study.jsonl", &super::study());
    desk.read_registry(super::REGISTRY, "rules.json", super::rules().as_bytes());
    desk.tell(Msg::Found(Vec::new()));
    desk.press("Y");
    assert_eq!((step_at(&desk), desk.copied.pop().as_deref()), (("e3".into(), 1), Some(link)));

    let mut desk = Desk::default();
    desk.tell(Msg::LinkGiven(Link::parse("vidimus:study.jsonl#e9/1").unwrap()));
    desk.open_ledger(LEDGER, "study.jsonl", &super::study());
    desk.tell(Msg::Found(Vec::new()));
    assert_eq!(desk.app.notice.as_deref(), Some("there is no episode e9 in study.jsonl"));
}

/// A pager shows text, whatever the screen: the value, the whole episode, the list, the window.
#[test]
fn what_is_on_screen_opens_in_the_pager_and_in_the_editor() {
    let mut desk = open();
    desk.press("3 o");
    assert!(desk.opened.last().unwrap().1.starts_with("file"), "the list as it is printed: {:?}", desk.opened);
    desk.press("j <enter> o");
    assert!(desk.opened.last().unwrap().1.contains("something is wrong"), "the whole episode, receipts and all");
    desk.press("j <tab> 5G O");
    assert_eq!(desk.opened.last().unwrap(), &(Program::Editor, "\"EUR\"\n".to_owned()));
    desk.press("w o");
    let (program, text) = desk.opened.last().unwrap();
    assert_eq!((*program, text), (Program::Pager, &desk.app.window().unwrap().page.as_text()));
}

/// X inside the card takes values out by rule, says so on the card, and what is written is the card on screen.
#[test]
fn values_are_taken_out_of_the_card_in_its_window() {
    let mut desk = open();
    desk.press("3 j <enter> j X");
    let text = |desk: &Desk| desk.app.window().unwrap().page.as_text();
    let whole = text(&desk);
    assert!(whole.contains("registry: rules.json (sha256 of canonical JSON "), "{whole}");
    assert!(!whole.contains("taken out"));
    desk.press("X X X X");
    let redacted = text(&desk);
    assert!(redacted.contains("Values are taken out by the rules all-values."), "{redacted}");
    assert!(desk.app.notice.as_ref().unwrap().contains("all-values"));
    let line = desk.app.command_line().unwrap();
    assert_eq!(line[line.len() - 2..], ["--redact", "all-values"]);
    desk.press("X");
    assert_eq!(text(&desk), whole);
}
