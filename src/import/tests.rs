use super::*;
use crate::format::record::Header;

/// The records as a ledger, a line each, without those of the given kinds.
fn imported(text: &str) -> (Vec<String>, Vec<String>) {
    let imported = import("f", text.as_bytes()).unwrap();
    (imported.records.iter().map(|record| record.to_json().to_string()).collect(), imported.notes)
}

fn of_kind(lines: &[String], kind: &str) -> Vec<String> {
    lines.iter().filter(|line| line.contains(&format!(r#""kind":"{kind}""#))).cloned().collect()
}

#[test]
fn a_tau_bench_episode_becomes_records_in_order() {
    let text = r#"[{"task_id":7,"reward":0.9999999,"info":{},"trial":2,"traj":[
        {"role":"system","content":"s"},{"role":"user","content":"u"},
        {"role":"assistant","content":"thinking","tool_calls":[{"id":"c","type":"function","function":{"name":"t","arguments":"{\"a\":1}"}}]},
        {"role":"tool","tool_call_id":"c","name":"t","content":"{\"b\":2.50}"}]},
        {"task_id":"8","reward":0.5,"info":{"error":"boom"},"traj":[]}]"#;
    let (lines, notes) = imported(text);
    assert_eq!(
        lines,
        [
            r#"{"kind":"episode","episode":"f:0","task":"7","trial":2}"#,
            r#"{"kind":"message","episode":"f:0","role":"system","text":"s"}"#,
            r#"{"kind":"message","episode":"f:0","role":"user","text":"u"}"#,
            r#"{"kind":"message","episode":"f:0","role":"assistant","text":"thinking"}"#,
            r#"{"kind":"call","episode":"f:0","tool":"t","arguments":{"a":1},"result":"{\"b\":2.50}"}"#,
            r#"{"kind":"outcome","episode":"f:0","completed":true,"score":0.9999999}"#,
            r#"{"kind":"episode","episode":"f:1","task":"8"}"#,
            r#"{"kind":"outcome","episode":"f:1","completed":false,"score":0.5,"error":"boom"}"#,
        ]
    );
    assert_eq!(notes, ["1 episode crashed and was kept (f:1)"]);
}

/// Forks of the format say how a run ended, beside the reward or in `info`; that is kept, word for word.
#[test]
fn how_a_run_ended_goes_into_its_outcome() {
    let text = r#"[{"task_id":1,"reward":0,"termination_reason":"max_steps","info":{"max_steps":30},"traj":[]},
        {"task_id":2,"reward":1,"info":{"stop_reason":"user"},"traj":[]},
        {"task_id":3,"reward":0,"info":{"stop_reason":null},"traj":[]}]"#;
    assert_eq!(
        of_kind(&imported(text).0, "outcome"),
        [
            r#"{"kind":"outcome","episode":"f:0","completed":false,"score":0.0,"termination_reason":"max_steps","max_steps":30}"#,
            r#"{"kind":"outcome","episode":"f:1","completed":true,"score":1.0,"stop_reason":"user"}"#,
            r#"{"kind":"outcome","episode":"f:2","completed":false,"score":0.0}"#,
        ]
    );
}

#[test]
fn wrapped_single_and_line_wise_episodes_are_read() {
    let episode = r#"{"task_id":1,"reward":1,"traj":[{"role":"assistant","content":null,"tool_calls":[{"id":"c","function":{"name":"t","arguments":{"a":1}}}]},{"role":"tool","tool_call_id":"c","content":"r"}]}"#;
    let forms = [
        episode.to_owned(),
        format!("[{episode}]"),
        format!("{{\"metrics\":{{}},\"results\":[{episode}]}}"),
        format!("{episode}\n"),
    ];
    for text in forms {
        let (lines, _) = imported(&text);
        assert_eq!(
            lines[1], r#"{"kind":"call","episode":"f:0","tool":"t","arguments":{"a":1},"result":"r"}"#,
            "{text}"
        );
    }
}

#[test]
fn text_agents_call_after_action_and_only_what_was_answered_is_a_call() {
    let text = r#"[{"task_id":1,"reward":0,"traj":[
        {"role":"user","content":"hello"},
        {"role":"assistant","content":"Thought:\nlook\nAction:\n{\"name\": \"get\", \"arguments\": {\"id\": 1}} done"},
        {"role":"user","content":"API output: {\"id\": 1}"},
        {"role":"assistant","content":"Action:\n{\"name\": \"respond\", \"arguments\": {\"content\": \"hi\"}}"},
        {"role":"user","content":"thanks"},
        {"role":"assistant","content":"Action:\n{\"name\": \"get\", \"argu"},
        {"role":"user","content":"what?"}]}]"#;
    let (lines, _) = imported(text);
    assert_eq!(
        of_kind(&lines, "call"),
        [r#"{"kind":"call","episode":"f:0","tool":"get","arguments":{"id":1},"result":"{\"id\": 1}"}"#]
    );
    assert_eq!(of_kind(&lines, "message").len(), 6);
}

#[test]
fn results_find_their_calls_by_id_then_by_order() {
    let chat = |messages: &str| of_kind(&imported(&format!(r#"{{"messages":[{messages}]}}"#)).0, "call");
    let ask = |calls: &str| format!(r#"{{"role":"assistant","content":"","tool_calls":[{calls}]}}"#);
    let call = |id: &str, name: &str| match id {
        "" => format!(r#"{{"function":{{"name":"{name}"}}}}"#),
        id => format!(r#"{{"id":"{id}","function":{{"name":"{name}"}}}}"#),
    };
    let answer = |id: &str, text: &str| match id {
        "" => format!(r#"{{"role":"tool","content":"{text}"}}"#),
        id => format!(r#"{{"role":"tool","tool_call_id":"{id}","content":"{text}"}}"#),
    };
    let line = |tool: &str, result: &str| match result {
        "" => format!(r#"{{"kind":"call","episode":"f:0","tool":"{tool}","arguments":{{}}}}"#),
        result => format!(r#"{{"kind":"call","episode":"f:0","tool":"{tool}","arguments":{{}},"result":"{result}"}}"#),
    };
    // Out of order, by id.
    let two = ask(&format!("{},{}", call("1", "a"), call("2", "b")));
    assert_eq!(chat(&format!("{two},{},{}", answer("2", "y"), answer("1", "x"))), [line("a", "x"), line("b", "y")]);
    // An id that comes again in a later turn.
    let (first, second) = (ask(&call("1", "a")), ask(&call("1", "b")));
    let texts = format!("{first},{},{second},{}", answer("1", "x"), answer("1", "y"));
    assert_eq!(chat(&texts), [line("a", "x"), line("b", "y")]);
    // Without ids: in order within the turn; a turn that was left without an answer keeps none.
    let (left, two) = (ask(&call("", "z")), ask(&format!("{},{}", call("", "a"), call("", "b"))));
    let texts = format!("{left},{two},{},{}", answer("", "x"), answer("", "y"));
    assert_eq!(chat(&texts), [line("z", ""), line("a", "x"), line("b", "y")]);
    // The older form.
    let texts = r#"{"role":"assistant","content":null,"function_call":{"name":"a","arguments":"{}"}},{"role":"function","name":"a","content":"x"}"#;
    assert_eq!(chat(texts), [line("a", "x")]);
}

/// SPEC 8: a tool message whose call id matches no call keeps its own tool name and has no arguments.
#[test]
fn what_matches_nothing_is_kept_and_told() {
    let text = r#"{"messages":[{"role":"user","content":"u"},
        {"role":"tool","tool_call_id":"x","name":"t","content":"r"},{"role":"tool","tool_call_id":"y","content":"lost"},
        {"role":"assistant","tool_calls":[{"id":"z","function":{"arguments":"{}"}}]}]}"#;
    let (lines, notes) = imported(text);
    assert_eq!(of_kind(&lines, "call"), [r#"{"kind":"call","episode":"f:0","tool":"t","arguments":{},"result":"r"}"#]);
    assert!(lines.contains(&r#"{"kind":"message","episode":"f:0","role":"tool","text":"lost"}"#.to_owned()));
    assert_eq!(notes.len(), 3, "{notes:?}");
    assert!(notes.contains(&"1 call names no tool and was kept as a message (f:0)".to_owned()));
}

#[test]
fn parts_tools_and_envelopes_are_understood() {
    let envelope = r#"{\"tool_result\":{\"a\":1},\"outcome_contract\":{\"status\":\"inconsistent\"}}"#;
    let text = format!(
        r#"{{"messages":[{{"role":"user","content":[{{"type":"text","text":"a"}},{{"type":"image_url","image_url":1}}]}},
        {{"role":"assistant","tool_calls":[{{"id":"c","function":{{"name":"t","arguments":"not json"}}}}]}},
        {{"role":"tool","tool_call_id":"c","content":[{{"type":"text","text":"{envelope}"}}]}}],
        "tools":[{{"type":"function","function":{{"name":"t"}}}},{{"name":"u"}}],"metadata":{{"k":1}}}}"#
    );
    let (lines, _) = imported(&text);
    assert_eq!(
        lines,
        [
            r#"{"kind":"episode","episode":"f:0","tools":["t","u"],"metadata":{"k":1}}"#,
            r#"{"kind":"message","episode":"f:0","role":"user","text":"a\n{\"type\":\"image_url\",\"image_url\":1}"}"#,
            r#"{"kind":"call","episode":"f:0","tool":"t","arguments":"not json","result":{"a":1},"receipt":{"status":"inconsistent"}}"#,
        ]
    );
}

#[test]
fn lines_may_be_bare_lists_bad_or_metadata() {
    let bare = r#"[{"role":"user","content":"u"}]"#;
    let (lines, notes) = imported(&format!("{{\"metadata\":{{}}}}\n{bare}\n\n{bare}\n[{{\"role\":\n{bare}"));
    assert_eq!(of_kind(&lines, "episode").len(), 3);
    assert_eq!(
        notes[0],
        "line 5, column 10: the text ends in the middle of a value; the line was left out, mend it or delete it"
    );
    assert!(notes[1].starts_with("no tool call was found"), "{notes:?}");
    assert_eq!(of_kind(&imported(bare).0, "episode").len(), 1, "one list of messages is one episode");
}

/// However few lines are left: a torn line is no sign of a broken document, but parts of one are.
#[test]
fn a_torn_line_is_told_and_the_rest_is_read() {
    let bare = r#"{"messages":[{"role":"user","content":"u"}]}"#;
    let torn = r#"{"messages":[{"role":"assistant","content":"o"#;
    let left_out = "the line was left out, mend it or delete it";
    for (text, place) in [(format!("{bare}\n{torn}\n"), "line 2, "), (format!("{torn}\n{bare}\n"), "line 1, ")] {
        let (lines, notes) = imported(&text);
        assert_eq!(of_kind(&lines, "episode").len(), 1, "{text}");
        assert!(notes[0].starts_with(place) && notes[0].ends_with(left_out), "{notes:?}");
    }
    let (lines, notes) = imported(&format!("{bare}\n{}", format!("{torn}\n").repeat(7)));
    assert_eq!((of_kind(&lines, "episode").len(), notes.len()), (1, 6), "{notes:?}");
    assert_eq!(notes[4], "3 more lines are no JSON and were left out: 6 to 8");
    let document = format!("[\n{bare},\n{bare},\n{bare}\n");
    let told = import("f", document.as_bytes()).unwrap_err().to_string();
    assert_eq!(told, "neither JSON nor JSON Lines: line 5, column 1: the text ends in the middle of a value");
    // Where nothing is understood, it is the broken line that is told, and not that there are several.
    let told = import("f", format!("{{\"metadata\":{{}}}}\n{torn}\n").as_bytes()).unwrap_err().to_string();
    assert!(told.contains("line 2, column ") && !told.contains("a whole JSON value ends"), "{told}");
}

#[test]
fn what_is_not_understood_says_what_it_looks_like() {
    for (text, sentence) in [
        (r#"{"openapi":"3.0.0"}"#, "this looks like an OpenAPI description; mine contracts from it with"),
        (
            r#"{"simulations":[]}"#,
            "this looks like tau2-bench simulations; traces that are understood: tau-bench results",
        ),
        (r#"[{"a":1},{"a":2}]"#, "this looks like a list of records"),
        (r#"{"messages":[{"role":"user","content":[{"type":"tool_use"}]}]}"#, "calls are written in another way"),
        ("{\"a\": 1,,}", "neither JSON nor JSON Lines: line 1, column 9"),
        ("7", "a value of type integer"),
        ("", "neither JSON nor JSON Lines"),
    ] {
        let told = import("f", text.as_bytes()).unwrap_err().to_string();
        assert!(told.contains(sentence), "{text}: {told}");
    }
    assert_eq!(Header::default().to_json().to_string(), r#"{"format":"vidimus.ledger/1"}"#);
}

proptest::proptest! {
    /// Whatever the bytes, there is an answer.
    #[test]
    fn nothing_panics(text in r#"[\[\]{}":, a-z0-9]{0,60}"#) {
        let told = import("f", text.as_bytes());
        proptest::prop_assert!(told.is_ok() || !told.unwrap_err().to_string().is_empty());
    }
}
