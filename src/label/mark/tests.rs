use super::*;
use crate::domain::json::read;
use crate::journal::{BadLine, Moment};
use crate::label::{Labels, Standing};

fn by(author: &str) -> Signature {
    Signature { author: author.into(), at: Moment::of_unix(1_796_008_796) }
}

fn pair() -> PairId {
    PairId::new(("e1".into(), "baseline".into()), ("e2".into(), "advisory".into()))
}

fn mark(what: What, content: &str) -> Mark {
    Mark { pair: pair(), key: Object::new().with("task", "42"), content: content.into(), what }
}

fn what(label: PairLabel, is_blind: bool) -> What {
    let guess = Some(Guess { label: PairLabel::RescuedRetry, reason: "the \"next\" call\n\u{1b}".into() });
    What::Label { label, guess, blind: is_blind.then_some(Blind { seed: 7 }) }
}

fn text_of(journal: &Journal) -> String {
    header() + &lines(journal.decisions().iter().map(|said| &**said))
}

fn say(journal: &mut Journal, mark: Mark, note: &str, author: &str) -> Said {
    let said = journal.mark(mark, note, &by(author)).unwrap();
    journal.take([said.clone()]);
    said
}

#[test]
fn a_line_reads_as_the_readme_says() {
    let mut journal = Journal::default();
    say(&mut journal, mark(what(PairLabel::RescuedListed, true), "HASH"), " seen twice ", "Mia");
    let text = text_of(&journal);
    assert_eq!(text.lines().next(), Some(r#"{"format":"vidimus.labels/1"}"#));
    let Json::Object(mut line) = read(text.lines().nth(1).unwrap()).unwrap().value else { unreachable!() };
    assert_eq!(line.remove("id").unwrap().as_str().unwrap().len(), 16);
    let expected = r#"{"at":"2026-11-30T03:19:56Z","by":"Mia","verdict":"label","pair":{"episodes":["e1","e2"],"arms":["baseline","advisory"],"task":"42"},"content":"HASH","label":"rescued-listed","guess":"rescued-retry","why":"the \"next\" call\n\u001b","blind":true,"seed":7,"note":"seen twice"}"#;
    assert_eq!(Json::from(line).to_string(), expected);
    let again = Journal::parse(text.as_bytes()).unwrap();
    assert_eq!((again.bad(), text_of(&again)), (&[] as &[BadLine], text));
}

#[test]
fn a_pair_has_one_name_whichever_arm_comes_first() {
    let swapped = PairId::new(("e2".into(), "advisory".into()), ("e1".into(), "baseline".into()));
    assert_eq!(swapped, pair());
    // Two files may use the same ids.
    assert_ne!(PairId::new(("e".into(), "a".into()), ("e".into(), "b".into())), pair());
}

#[test]
fn a_label_holds_for_the_calls_that_were_looked_at() {
    let mut journal = Journal::default();
    let standing = |journal: &Journal, content: &str| {
        let labels = Labels::of(journal, None);
        let standing = labels.standing(&pair(), content);
        (standing.name(), standing.label(), standing.said().map(|said| said.author.clone()))
    };
    assert_eq!(standing(&journal, "one"), ("unlabelled", None, None));
    say(&mut journal, mark(What::Note, "one"), "odd", "Ben");
    assert_eq!(standing(&journal, "one").0, "unlabelled");
    say(&mut journal, mark(what(PairLabel::Other, false), "one"), "", "Mia");
    let last = say(&mut journal, mark(what(PairLabel::RescuedListed, false), "one"), "", "Ben");
    assert_eq!(standing(&journal, "one"), ("disputed", None, Some("Ben".into())), "the last one does not win");
    assert_eq!(standing(&journal, "two"), ("changed since labelled", None, Some("Ben".into())));
    let undo = journal.undo(&last.id, "", &by("Ben")).unwrap();
    journal.take([undo]);
    assert_eq!(standing(&journal, "one"), ("labelled", Some(PairLabel::Other), Some("Mia".into())));
    // One person's own.
    assert_eq!(Labels::of(&journal, Some("Ben")).standing(&pair(), "one").name(), "unlabelled");
    assert_eq!(Labels::of(&journal, None).get(&pair()).unwrap().notes.len(), 1);
    assert!(matches!(Labels::of(&journal, Some("Mia")).standing(&pair(), "one"), Standing::Labelled(_)));
    assert!(journal.mark(mark(What::Note, "one"), " \n", &by("Mia")).is_err(), "an empty note says nothing");
}

#[test]
fn a_dispute_lasts_until_all_say_the_same() {
    let mut journal = Journal::default();
    let standing = |journal: &Journal| {
        let labels = Labels::of(journal, None);
        let standing = labels.standing(&pair(), "one");
        let who: Vec<String> = standing.disputants().iter().map(|(who, label)| format!("{who} {label}")).collect();
        (standing.field(), standing.label(), who.join(", "), labels.last().count(), labels.disputed().count())
    };
    let (other, retry) = (PairLabel::Other, PairLabel::RescuedRetry);
    say(&mut journal, mark(what(other, false), "one"), "", "Mia");
    say(&mut journal, mark(what(retry, false), "one"), "", "Mia");
    assert_eq!(standing(&journal), ("labelled", Some(retry), String::new(), 1, 0), "nobody disputes with themself");
    say(&mut journal, mark(what(other, false), "one"), "", "Ben");
    assert_eq!(standing(&journal), ("disputed", None, "Mia rescued-retry, Ben other".into(), 0, 1));
    // A third voice decides nothing, whatever it says.
    say(&mut journal, mark(what(other, false), "one"), "I am the boss", "Zoe");
    assert_eq!(standing(&journal).2, "Mia rescued-retry, Ben other, Zoe other");
    let labels = [Some("Mia"), None].map(|author| Labels::of(&journal, author));
    let comparison = crate::label::agreement::Comparison::of_people(&labels[0], &labels[1]);
    assert_eq!((comparison.both.len(), comparison.alone, comparison.disputed), (0, [0, 0], 1));
    // Other calls are another question.
    say(&mut journal, mark(what(retry, false), "two"), "", "Ben");
    assert_eq!(standing(&journal).0, "disputed");
    let last = say(&mut journal, mark(what(other, false), "one"), "agreed", "Mia");
    assert_eq!(standing(&journal).1, Some(other));
    let undo = journal.undo(&last.id, "", &by("Mia")).unwrap();
    journal.take([undo]);
    assert_eq!(standing(&journal).0, "disputed");
}

#[test]
fn what_is_not_understood_is_counted_and_stays() {
    let mut journal = Journal::default();
    say(&mut journal, mark(what(PairLabel::Other, false), "one"), "", "Mia");
    let good = text_of(&journal);
    let line = good.lines().nth(1).unwrap();
    let odd = [
        good.lines().next().unwrap(),
        &line.replace("\"label\":\"other\"", "\"label\":\"magic\""),
        &line.replace("[\"e1\",\"e2\"]", "[\"e1\"]"),
        &line.replace("\"verdict\":\"label\"", "\"verdict\":\"note\""),
        &line.replace("\"why\"", "\"because\""),
        line,
        &line.replace("\"id\":\"", "\"mood\":1,\"id\":\"x"),
        "",
    ]
    .join("\n");
    let read = Journal::parse(odd.as_bytes()).unwrap();
    assert_eq!(read.bad().iter().map(|bad| bad.line).collect::<Vec<_>>(), [2, 3, 4, 5]);
    assert!(read.bad()[0].what.starts_with("\"magic\" is no label; the labels are rescued-listed, "));
    assert_eq!(read.decisions().len(), 2);
    assert!(text_of(&read).contains("\"mood\":1"));
    let error = Journal::parse(b"{\"format\":\"vidimus.review/1\"}\n").unwrap_err().to_string();
    assert_eq!(
        error,
        "the format is \"vidimus.review/1\", a label file's is \"vidimus.labels/1\"; name another file, or use the \
         version that wrote it"
    );
}

#[test]
fn content_changes_with_what_a_label_depends_on() {
    use crate::label::guess::tests::episode;
    let (one, other) = (episode("a/X=1 b/X=2^c"), episode("a/X=1"));
    let of = |one: &EpisodeDigest, other: &EpisodeDigest| content([(one, Some(true)), (other, Some(false))]);
    let base = of(&one, &other);
    assert_eq!(base.len(), 64);
    assert_eq!(content([(&other, Some(false)), (&one, Some(true))]), base, "the arms the other way round");
    assert_ne!(content([(&one, Some(false)), (&other, Some(true))]), base, "the outcomes are others");
    assert_ne!(content([(&one, Some(true)), (&other, None)]), base);
    for changed in ["a/X=1 b/X=2^d", "a/X=1 b/X=2", "a/X=1 b/X=2!^c", "a/X=1 b/X=3^c", "a/X=1 b/Y=2^c", "b/X=2^c a/X=1"]
    {
        assert_ne!(of(&episode(changed), &other), base, "{changed}");
    }
    let mut dear = one.clone();
    dear.usage.cost_usd = Some(1.0);
    dear.calls[0].fault = Some("sign".into());
    assert_eq!(of(&dear, &other), base, "neither cost nor fault labels count");
}
