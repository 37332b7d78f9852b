//! Each label on episodes by hand: one that has it, one that has not, and one that nearly has.

use super::*;
use crate::diff::tools;
use crate::digest::{Happened, digest};
use crate::domain::episode::Record;
use crate::domain::ids::ToolName;
use crate::format::record::parse_record;
use crate::recovery::Substitutes;

/// An episode from short lines: `> tool {arguments} -> result`, `role: text`, `= outcome keys`, `# tools`.
fn records(lines: &[&str]) -> Vec<Record> {
    let line = |line: &&str| {
        let json = if let Some(call) = line.strip_prefix("> ") {
            let (tool, rest) = call.split_once(' ').unwrap();
            let (arguments, result) = rest.split_once(" -> ").unwrap();
            format!(r#"{{"kind":"call","episode":"e","tool":"{tool}","arguments":{arguments},"result":{result}}}"#)
        } else if let Some(keys) = line.strip_prefix("= ") {
            format!(r#"{{"kind":"outcome","episode":"e",{keys}}}"#)
        } else if let Some(keys) = line.strip_prefix("# ") {
            format!(r#"{{"kind":"episode","episode":"e",{keys}}}"#)
        } else {
            let (role, text) = line.split_once(": ").unwrap();
            format!(
                r#"{{"kind":"message","episode":"e","role":"{role}","text":{}}}"#,
                crate::domain::json::Json::from(text)
            )
        };
        parse_record(json.as_bytes()).unwrap()
    };
    lines.iter().map(line).collect()
}

fn told(lines: &[&str], context: &Context<'_>) -> Vec<Finding> {
    let records = records(lines);
    let context = Context { ..*context };
    digest(records.iter().map(Happened::from), &context).labels
}

/// The labels of an episode, with their steps.
fn labels(lines: &[&str]) -> Vec<(&'static str, Vec<usize>)> {
    short(&told(lines, &Context::default()))
}

fn short(found: &[Finding]) -> Vec<(&'static str, Vec<usize>)> {
    found.iter().map(|it| (it.label.name(), it.steps.iter().map(|step| step.0).collect())).collect()
}

const NONE: [(&str, Vec<usize>); 0] = [];

#[test]
fn names_are_unique_and_lead_back() {
    for label in EpisodeLabel::ALL {
        assert_eq!(EpisodeLabel::from_name(label.name()), Some(label));
        assert!(label.says().ends_with('.'));
    }
}

#[test]
fn repeated_call() {
    let call = r#"> search {"q":"x","n":1} -> []"#;
    let otherwise = r#"> search {"n":1.0,"q":"x"} -> [1]"#;
    assert_eq!(labels(&[call, otherwise, "> look {} -> 1", call]), [("repeated-call", vec![0, 1, 3])]);
    assert_eq!(labels(&[call, call]), NONE);
    assert_eq!(labels(&[call, call, r#"> search {"q":"y","n":1} -> []"#, r#"> find {"q":"x","n":1} -> []"#]), NONE);
}

#[test]
fn unknown_tool() {
    let call = "> b {} -> 1";
    assert_eq!(labels(&[r#"# "tools":["a"]"#, call, "> a {} -> 1", call]), [("unknown-tool", vec![0, 2])]);
    assert_eq!(labels(&[r#"# "tools":["a","b"]"#, call]), NONE);
    assert_eq!(labels(&[call]), NONE, "nothing says what was advertised");
}

#[test]
fn schema_break() {
    let schemas = tools::read(
        br#"{"tools":[{"name":"a","inputSchema":{"type":"object","required":["x"],"properties":{"x":{"type":"integer"}}}}]}"#,
    )
    .unwrap();
    let context = Context { schemas: Some(&schemas), ..Context::default() };
    let broken = told(&[r#"> a {"x":"1"} -> 1"#, r#"> a {"x":1} -> 1"#, "> a {} -> 1", "> b {} -> 1"], &context);
    assert_eq!(short(&broken), [("schema-break", vec![0]), ("schema-break", vec![2])]);
    assert_eq!(broken[0].what, "a: x: must be of type integer, but is string");
    assert_eq!(labels(&["> a {} -> 1"]), NONE, "no schema is known");
}

#[test]
fn ungrounded_id() {
    let call = r##"> get {"order_id":"#W2378156"} -> {"item_id":"9314"}"##;
    assert_eq!(labels(&["user: hello", call, call]), [("ungrounded-id", vec![0])], "told once");
    // In another spelling, by its digits alone, from a result, and from the system's message.
    for heard in ["user: my order is #W2378156", "user: order w-2378156.", "user: it is 2378156", "system: #W2378156"] {
        assert_eq!(labels(&[heard, call, r#"> buy {"items":[{"item_id":9314}]} -> 1"#]), NONE, "{heard}");
    }
    assert_eq!(labels(&["assistant: I look up #W2378156", call]).len(), 1, "its own words are no ground");
    assert_eq!(labels(&[call, "user: #W2378156"]).len(), 1, "too late");
    // Words, small numbers and names that name no id.
    assert_eq!(labels(&[r#"> get {"calendar_id":"primary","page_id":2,"count":98765,"q":"abc123"} -> 1"#]), NONE);
    assert_eq!(labels(&[r#"> fly {"flight_number":"HAT139"} -> 1"#]).len(), 1);
    assert_eq!(labels(&[r#"> fly {"x":"550e8400-e29b-41d4-a716-446655440000"} -> 1"#]).len(), 1);
}

#[test]
fn error_ignored() {
    let failed = r#"> get_user {"user":"mia_li"} -> "Error: user not found""#;
    assert_eq!(labels(&[failed, "> get_weather {} -> 1", "assistant: It is sunny."]), [("error-ignored", vec![0])]);
    for taken_up in [
        r#"> get_user {"user":"other"} -> 1"#,
        r#"> find_orders {"of":"mia_li"} -> 1"#,
        "assistant: I could not find that user.",
        r#"> think {"thought":"The user does not exist, I ask again."} -> 1"#,
        r#"> transfer_to_human_agents {"summary":"about orders"} -> 1"#,
        "assistant: Which user do you mean? The one you named was found nowhere.",
    ] {
        assert_eq!(labels(&[failed, taken_up]), NONE, "{taken_up}");
    }
    assert_eq!(labels(&[failed]), NONE, "nothing follows: the run ended there");
    assert_eq!(labels(&[failed, "user: there was an error?", "> x {} -> 1"]).len(), 1, "only the agent takes it up");
    let mut substitutes = Substitutes::default();
    substitutes.tools.insert("get_user".into(), vec![ToolName::from("crm")]);
    let context = Context { substitutes: Some(&substitutes), ..Context::default() };
    assert_eq!(told(&[failed, "> crm {} -> 1"], &context), []);
    assert_eq!(told(&[failed, "> other {} -> 1"], &context).len(), 1);
}

#[test]
fn claimed_without_success() {
    let failed = r#"> cancel_order {"order":7} -> "Error: non-pending order cannot be cancelled""#;
    let done = r#"> cancel_order {"order":7} -> {"status":"cancelled"}"#;
    let claim = "assistant: Sorry for the wait. Your order has been cancelled.";
    assert_eq!(labels(&[failed, claim]), [("claimed-without-success", vec![0])]);
    assert_eq!(labels(&[failed, done, claim]), NONE);
    let advertised = r#"# "tools":["cancel_order","get_order"]"#;
    assert_eq!(labels(&[advertised, "> get_order {} -> 1", claim]), [("claimed-without-success", vec![])]);
    assert_eq!(labels(&["> get_order {} -> 1", claim]), NONE, "no tool is known that does it");
    for no_claim in [
        "assistant: Sorry, the order could not be cancelled.",
        "assistant: Once it has been cancelled, you get a refund. I am sorry.",
        "assistant: I am sorry, has it been cancelled?",
        "assistant: Sorry, that flight has been cancelled by the airline.",
        "assistant: Sorry, I will have it cancelled.",
        "user: Sorry, it has been cancelled.",
    ] {
        assert!(
            !labels(&[failed, no_claim]).iter().any(|(label, _)| *label == "claimed-without-success"),
            "{no_claim}"
        );
    }
    assert_eq!(labels(&[claim, failed, "assistant: I am sorry, that failed."]), NONE, "said before the call");
}

#[test]
fn answered_from_memory() {
    let (tools, asked) = (r#"# "tools":["weather"]"#, "user: how warm is it?");
    let answer = "assistant: It is 20 degrees.";
    assert_eq!(labels(&[tools, asked, answer]), [("answered-from-memory", vec![])]);
    assert_eq!(labels(&[tools, asked, "> weather {} -> 20", answer]), NONE);
    assert_eq!(labels(&[asked, answer]), NONE, "no tools are known of");
    assert_eq!(labels(&[tools, asked, "assistant: Where are you?"]), NONE, "asks back");
    assert_eq!(labels(&[tools, asked, "assistant: Where are you?", "user: never mind", answer]), NONE, "asked back");
    assert_eq!(labels(&[tools, asked, "assistant: I'm sorry, I cannot see that."]), NONE, "declines");
    assert_eq!(labels(&[tools, asked]), NONE, "no answer");
    let context = Context { others_called: true, ..Context::default() };
    assert_eq!(told(&[asked, answer], &context).len(), 1);
}

#[test]
fn budget_exhausted() {
    for said in [
        r#"= "completed":false,"termination_reason":"max_steps""#,
        r#"= "stop_reason":"Step limit reached""#,
        r#"= "truncated":true"#,
        r#"= "exit_status":"submitted (exit_cost)""#,
        r#"= "finishReason":"length""#,
        r#"= "max_steps":30,"steps":30"#,
    ] {
        assert_eq!(labels(&[said]), [("budget-exhausted", vec![])], "{said}");
    }
    for silent in [
        r#"= "termination_reason":"user_stop""#,
        r#"= "truncated":false"#,
        r#"= "stop_reason":"end_turn""#,
        r#"= "max_steps":30,"steps":29"#,
        r#"= "error":"max_steps""#,
    ] {
        assert_eq!(labels(&[silent]), NONE, "{silent}");
    }
    let header = r#"# "max_calls":2"#;
    assert_eq!(
        labels(&[header, "> a {} -> 1", "> b {} -> 1", r#"= "completed":false"#]),
        [("budget-exhausted", vec![])]
    );
    assert_eq!(labels(&[header, "> a {} -> 1", r#"= "completed":false"#]), NONE);
}
