use super::*;
use crate::app::msg::Msg;
use crate::index::Indexer;

const LEDGER: LedgerId = LedgerId(0);
const TEXT: &str = r#"{"format":"vidimus-ledger/1"}
{"kind":"episode","episode":"e","task":"t"}
{"kind":"message","episode":"e","role":"user","text":"hi"}
{"kind":"call","episode":"e","tool":"a","arguments":{},"result":1}
{"kind":"message","episode":"e","role":"assistant","text":"so"}
{"kind":"call","episode":"e","tool":"b","arguments":{},"result":2}
{"kind":"message","episode":"e","role":"assistant","text":"bye"}
"#;

/// Wants everything.
#[derive(Debug)]
struct All;

impl Question for All {
    fn ask(&self, seen: &Seen) -> Option<Answer> {
        Some(Answer::Record(seen.clone()))
    }
}

fn app() -> App {
    let mut app = App::default();
    app.update(Msg::LedgerOpened { id: LEDGER, name: "l".into() });
    let mut indexer = Indexer::new();
    indexer.feed(TEXT.as_bytes());
    let batch = Box::new(indexer.take_batch());
    app.update(Msg::LedgerRead { id: LEDGER, batch, total: TEXT.len() as u64, complete: true, notes: Vec::new() });
    app
}

fn answer(piece: &ScanPiece) -> Msg {
    let bytes = |_, span: Span| {
        let from = usize::try_from(span.offset).unwrap();
        TEXT.as_bytes().get(from..from + span.len as usize).map(<[u8]>::to_vec)
    };
    let (purpose, generation, asked) = (piece.purpose, piece.generation, piece.records.len());
    Msg::Scanned { purpose, generation, asked, answers: answers(piece, bytes) }
}

fn piece(effects: Vec<Effect>) -> ScanPiece {
    effects.into_iter().find_map(|effect| if let Effect::Scan(piece) = effect { Some(piece) } else { None }).unwrap()
}

#[test]
fn records_come_in_the_order_in_which_they_happened() {
    let app = app();
    let which: Vec<_> = app.data.records_of(LEDGER, 0).into_iter().map(|record| record.which).collect();
    let (call, message) = (Which::Call, Which::Message);
    assert_eq!(which, [message(0), call(0), message(1), call(1), message(2)]);
    assert_eq!(app.data.calls_of_tool(&"b".into()).len(), 1);
    assert_eq!(app.data.all_records().len(), 5);
}

#[test]
fn every_record_is_asked_once_and_older_answers_are_dropped() {
    let mut app = app();
    app.start_scan(Purpose::Probe, Arc::new(All), app.data.all_records());
    let first = piece(app.next_scans());
    assert!(app.next_scans().is_empty(), "one piece at a time");
    app.start_scan(Purpose::Probe, Arc::new(All), app.data.calls_of_tool(&"a".into()));
    let second = piece(app.next_scans());
    app.update(answer(&first));
    assert_eq!(app.scan(Purpose::Probe).unwrap().progress(), (0, 1));
    app.update(answer(&second));
    let scan = app.scan(Purpose::Probe).unwrap();
    assert!(scan.is_done());
    assert!(matches!(&scan.found()[0].1, Answer::Record(Seen::Call(call)) if call.tool.as_str() == "a"));
}

#[test]
fn a_scan_that_is_stopped_keeps_what_it_found() {
    let mut app = app();
    app.start_scan(Purpose::Probe, Arc::new(All), app.data.all_records());
    let first = piece(app.next_scans());
    assert!(app.stop_scan(Purpose::Probe));
    app.update(answer(&first));
    let scan = app.scan(Purpose::Probe).unwrap();
    assert_eq!((scan.is_done(), scan.found().len()), (true, 0));
    assert!(!app.stop_scan(Purpose::Probe), "it is over");
}
