use super::*;
use crate::app::msg::Msg;
use crate::index::Indexer;

const LEDGER: LedgerId = LedgerId(0);
const FIRST: &str = "{\"format\":\"vidimus.ledger/1\"}\n\
    {\"kind\":\"episode\",\"episode\":\"e\",\"task\":\"t\"}\n\
    {\"kind\":\"call\",\"episode\":\"e\",\"tool\":\"a\",\"result\":1}\n\
    {\"kind\":\"message\",\"episode\":\"e\",\"role\":\"user\",\"text\":\"hi\"}\n\
    {\"kind\":\"call\",\"episode\":\"f\",\"tool\":\"b\",\"result\":2}\n";
const MORE: &str = "{\"kind\":\"call\",\"episode\":\"f\",\"tool\":\"a\",\"result\":3}\n\
    {\"kind\":\"outcome\",\"episode\":\"g\",\"completed\":true}\n";

struct Study {
    app: App,
    indexer: Indexer,
    text: String,
}

impl Study {
    fn open() -> Self {
        let mut app = App::default();
        app.update(Msg::LedgerOpened { id: LEDGER, name: "l".into() });
        Self { app, indexer: Indexer::new(), text: String::new() }
    }

    /// More of the ledger; gives what is to be read.
    fn grow(&mut self, text: &str, complete: bool) -> Vec<DigestPiece> {
        self.text.push_str(text);
        self.indexer.feed(text.as_bytes());
        let batch = Box::new(self.indexer.take_batch());
        let total = self.text.len() as u64;
        pieces(self.app.update(Msg::LedgerRead { id: LEDGER, batch, total, complete, notes: Vec::new() }))
    }

    fn answer(&mut self, piece: &DigestPiece) -> Vec<DigestPiece> {
        let text = self.text.clone();
        let digested = piece.carry_out(|_, span| {
            let from = usize::try_from(span.offset).unwrap();
            text.as_bytes().get(from..from + span.len as usize).map(<[u8]>::to_vec)
        });
        pieces(self.app.update(Msg::Digested { ledger: LEDGER, generation: piece.generation, digested }))
    }
}

fn pieces(effects: Vec<Effect>) -> Vec<DigestPiece> {
    let piece = |effect| if let Effect::Digest(piece) = effect { Some(piece) } else { None };
    effects.into_iter().filter_map(piece).collect()
}

fn places(piece: &DigestPiece) -> Vec<usize> {
    piece.episodes.iter().map(|order| order.place).collect()
}

#[test]
fn nothing_is_read_before_the_files_are_there_as_a_whole() {
    let mut study = Study::open();
    study.app.update(Msg::Found(Vec::new()));
    assert!(study.grow(FIRST, false).is_empty());
    let pieces = study.grow("", true);
    assert_eq!(pieces.iter().map(places).collect::<Vec<_>>(), [vec![0, 1]]);
    assert_eq!(pieces[0].episodes[0].records.len(), 3);
    assert!(!study.app.data.is_digested());
    assert!(study.answer(&pieces[0]).is_empty());
    assert!(study.app.data.is_digested());
    assert_eq!(study.app.data.digest_progress(), (2, 2));
    assert!(study.app.data.digest_of(LEDGER, 1).is_some());
}

#[test]
fn only_what_grew_is_read_again_and_what_came_meanwhile_as_well() {
    let mut study = Study::open();
    study.app.update(Msg::Found(Vec::new()));
    let first = study.grow(FIRST, true);
    assert!(study.grow(MORE, true).is_empty(), "one piece at a time");
    let second = study.answer(&first[0]);
    assert_eq!(second.iter().map(places).collect::<Vec<_>>(), [vec![1, 2]]);
    assert!(study.answer(&second[0]).is_empty());
    assert_eq!(study.app.data.digest_progress(), (3, 3));
}

#[test]
fn another_recovery_file_begins_anew_and_older_answers_are_dropped() {
    let mut study = Study::open();
    study.app.update(Msg::Found(Vec::new()));
    let first = study.grow(FIRST, true);
    assert!(pieces(study.app.update(Msg::RecoveryRead(Substitutes::default()))).is_empty(), "it says what was known");
    let other = Substitutes { tools: [("a".into(), vec!["b".into()])].into(), ..Substitutes::default() };
    let again = pieces(study.app.update(Msg::RecoveryRead(other)));
    assert_eq!(again.len(), 1);
    study.answer(&first[0]);
    assert_eq!(study.app.data.digest_progress(), (0, 2));
    study.answer(&again[0]);
    assert_eq!(study.app.data.digest_progress(), (2, 2));
}

/// Large data waits until something needs it.
#[test]
fn nothing_is_read_until_it_is_needed_where_there_is_much() {
    let mut study = Study::open();
    study.app.update(Msg::Found(Vec::new()));
    let call = "{\"kind\":\"call\",\"episode\":\"e\",\"tool\":\"a\",\"result\":1}\n";
    assert!(study.grow(&call.repeat(AT_ONCE + 1), true).is_empty());
    study.app.need_digests();
    assert_eq!(pieces(study.app.update(Msg::Found(Vec::new()))).len(), 1);
}
