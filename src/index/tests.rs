use proptest::prelude::*;

use super::*;
use crate::format::record::parse_call;

fn index(text: &[u8]) -> Index {
    let mut indexer = Indexer::new();
    indexer.feed(text);
    let mut index = Index::new();
    index.apply(indexer.take_batch());
    index
}

/// Two interleaved episodes, one of them without a header, and lines of every kind.
const LEDGER: &str = concat!(
    r#"{"format":"vidimus.ledger/1","study":"s"}"#,
    "\n",
    r#"{"kind":"episode","episode":"e1","task":"42","arm":"advisory","model":"m","trial":1,"tools":["a","b"]}"#,
    "\n",
    r#"{"kind":"message","episode":"e1","role":"user","text":"hi"}"#,
    "\n",
    r#"{"kind":"call","episode":"e1","tool":"a","arguments":{},"result":null,"ms":12.5}"#,
    "\n",
    r#"{"kind":"call","episode":"e2","tool":"b","arguments":{}}"#,
    "\r\n",
    "\n",
    r#"{"kind":"call","episode":"e1","tool":"b","result":{"outcome_contract":{"status":"inconsistent"},"tool_result":1}}"#,
    "\n",
    r#"{"kind":"call","episode":"e1","tool":"\u0061","result":NaN,"receipt":"told","fault":{"type":"t"}}"#,
    "\n",
    r#"{"kind":"call","episode":"e1","tool":"a","#,
    "\n",
    r#"{"kind":"outcome","episode":"e1","completed":true,"score":0.5}"#,
    "\n",
    "{\"kind\":\"message\",\"episode\":\"e2\",\"text\":\"\u{e9}\"}\n",
);

#[test]
fn episodes_calls_and_outcomes_are_found() {
    let index = index(LEDGER.as_bytes());
    assert_eq!(index.study(), Some("s"));
    assert_eq!(index.lines(), 11);
    assert_eq!(index.indexed(), LEDGER.len() as u64);
    let names: Vec<&str> = index.tools().iter().map(ToolName::as_str).collect();
    assert_eq!(names, ["a", "b"]);

    let [first, second] = index.episodes() else { unreachable!("two episodes") };
    assert_eq!((first.id.as_str(), first.task_or_id().as_str(), first.trial), ("e1", "42", Some(1)));
    assert_eq!((first.receipts, first.faults, first.completed()), (2, 1, Some(true)));
    assert_eq!(first.tools.as_ref().map(|tools| tools.len()), Some(2));
    assert_eq!(first.messages.iter().map(|(_, before)| *before).collect::<Vec<_>>(), [0]);
    assert_eq!((second.id.as_str(), second.task_or_id().as_str(), second.header), ("e2", "e2", None));
    assert_eq!(second.messages.iter().map(|(_, before)| *before).collect::<Vec<_>>(), [1]);

    let rows: Vec<_> = index
        .calls_of(0)
        .map(|(place, call)| {
            let marks = (call.has_result(), call.has_receipt(), call.has_fault());
            (place, call.step().0, index.tool(call).as_str(), marks, call.ms())
        })
        .collect();
    assert_eq!(
        rows,
        [
            (0, 0, "a", (true, false, false), Some(12.5)),
            (2, 1, "b", (true, true, false), None),
            (3, 2, "a", (true, true, true), None),
        ]
    );
    assert!(!index.calls()[1].has_result(), "that call never returned");
    assert_eq!(index.find(&EpisodeId::from("e2")), Some(1));

    let told: Vec<String> = index.bad_lines().iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["line 9, column 42: the record is cut off, its writer was interrupted; write it again or delete the line"]
    );
    let told: Vec<String> = index.notes().iter().map(ToString::to_string).collect();
    assert_eq!(told, ["line 8: NaN or Infinity is not JSON; it was read as null"]);
}

#[test]
fn a_span_leads_to_the_payload() {
    let index = index(LEDGER.as_bytes());
    for call in index.calls() {
        let span = call.span();
        let start = usize::try_from(span.offset).unwrap();
        let line = &LEDGER.as_bytes()[start..start + span.len as usize];
        let parsed = parse_call(line).unwrap();
        assert_eq!(&parsed.tool, index.tool(call));
        assert_eq!(parsed.has_receipt(), call.has_receipt());
        assert_eq!(parsed.result.is_some(), call.has_result());
    }
}

/// The quick reader of heads and the full one are both asked.
#[test]
fn a_receipt_is_a_text_or_inconsistent() {
    for (receipt, wanted) in [
        (r#""the price is negative""#, true),
        (r#""(!) odd""#, true),
        (r#""\u0020 \t""#, false),
        (r#""""#, false),
        ("{}", false),
        ("[]", false),
        ("5", false),
        ("null", false),
        (r#"{"status":"inconsistent"}"#, true),
        (r#"{ "violations": [], "status": "inconsistent" }"#, true),
        (r#"{"status":"inconsist\u0065nt"}"#, true),
        (r#"{"status":"consistent"}"#, false),
        (r#"{"status":["inconsistent"]}"#, false),
        (r#"{"inner":{"status":"inconsistent"}}"#, false),
    ] {
        let line = format!(r#"{{"kind":"call","episode":"e","tool":"t","result":1,"receipt":{receipt}}}"#);
        let index = index(format!("{line}\n").as_bytes());
        assert_eq!(index.calls()[0].has_receipt(), wanted, "{receipt}");
        assert_eq!(parse_call(line.as_bytes()).unwrap().has_receipt(), wanted, "{receipt}");
        assert_eq!(index.episodes()[0].receipts, u32::from(wanted), "{receipt}");
    }
}

#[test]
fn a_last_line_without_newline_is_waited_for() {
    let whole = "{\"format\":\"vidimus.ledger/1\"}\n{\"kind\":\"call\",\"episode\":\"e\",\"tool\":\"t\",\"result\":1}";
    let mut indexer = Indexer::new();
    let mut index = Index::new();
    indexer.feed(whole.as_bytes());
    index.apply(indexer.take_batch());
    assert_eq!((index.calls().len(), index.bad_count()), (0, 0));
    assert_eq!(index.pending(), 51);
    indexer.feed(b"\n");
    index.apply(indexer.take_batch());
    assert_eq!((index.calls().len(), index.pending()), (1, 0));
}

#[test]
fn a_ledger_without_format_line_is_read_with_a_note() {
    let index = index(b"\xef\xbb\xbf{\"kind\":\"call\",\"episode\":\"e\",\"tool\":\"t\",\"result\":1}\n");
    assert_eq!(index.calls().len(), 1);
    assert_eq!(index.calls()[0].span().offset, 3);
    assert!(index.notes()[0].to_string().starts_with("line 1: no format line before the first record"));
}

#[test]
fn second_headers_and_outcomes_are_told_and_stand() {
    let line = |rest: &str| format!("{{\"episode\":\"e\",{rest}}}\n");
    let text = [
        "\"kind\":\"episode\",\"arm\":\"x\"",
        "\"kind\":\"outcome\",\"completed\":false",
        "\"kind\":\"episode\",\"arm\":\"y\"",
        "\"kind\":\"outcome\",\"completed\":true",
    ]
    .map(line)
    .concat();
    let index = index(text.as_bytes());
    let episode = &index.episodes()[0];
    assert_eq!((episode.arm.as_ref().unwrap().as_str(), episode.completed()), ("y", Some(true)));
    assert_eq!(index.note_count(), 3, "the missing format line and the two seconds");
}

#[test]
fn an_unknown_format_is_a_bad_line_and_the_rest_loads() {
    let text = LEDGER.replace("ledger/1", "ledger/7");
    let index = index(text.as_bytes());
    assert_eq!(index.calls().len(), 4);
    assert!(index.bad_lines()[0].to_string().starts_with("line 1: the format is \"vidimus.ledger/7\"; this version"));
}

#[test]
fn bad_lines_are_all_counted_but_not_all_kept() {
    let index = index("oops\n".repeat(1500).as_bytes());
    assert_eq!((index.bad_count(), index.bad_lines().len()), (1500, 1000));
}

#[test]
fn a_restart_voids_what_was_known() {
    let mut index = index(LEDGER.as_bytes());
    let mut indexer = Indexer::restarted();
    indexer.feed(b"{\"format\":\"vidimus.ledger/1\"}\n");
    index.apply(indexer.take_batch());
    assert_eq!((index.episodes().len(), index.calls().len(), index.study()), (0, 0, None));
    assert_eq!(index.find(&EpisodeId::from("e1")), None);
}

proptest! {
    /// Wherever the bytes are cut, into however many batches: the same index.
    #[test]
    fn growth_is_the_same_at_any_cut(cuts in prop::collection::vec(0..LEDGER.len(), 0..6), tail in "[ -~]{0,12}\n?") {
        let text = [LEDGER.as_bytes(), tail.as_bytes()].concat();
        let mut cuts = cuts;
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        let (mut indexer, mut grown) = (Indexer::new(), Index::new());
        for pair in cuts.windows(2) {
            indexer.feed(&text[pair[0]..pair[1]]);
            grown.apply(indexer.take_batch());
        }
        prop_assert_eq!(grown, index(&text));
    }

    /// Whatever the bytes, every one of them is accounted for.
    #[test]
    fn any_bytes_give_an_index(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..8)) {
        let text = lines.join(&b'\n');
        let index = index(&text);
        prop_assert_eq!(index.indexed() + index.pending(), text.len() as u64);
    }
}

#[test]
fn short_fields_that_no_version_knows_are_kept_to_group_by() {
    let header = format!(
        r#"{{"kind":"episode","episode":"e","prompt":"short","seed":7,"dry":true,"none":null,"list":[1],"long":"{}"}}"#,
        "x".repeat(200)
    );
    let index = index(format!("{header}\n{{\"kind\":\"episode\",\"episode\":\"f\"}}\n").as_bytes());
    let others = |place: usize| {
        let others = index.episodes()[place].others.as_deref().unwrap_or_default();
        others.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>()
    };
    assert_eq!(others(0), ["prompt=short", "seed=7", "dry=true"]);
    assert_eq!(index.episodes()[1].others, None);
}
