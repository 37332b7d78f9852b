use super::*;
use crate::domain::ids::DecisionId;
use crate::domain::ids::ToolName;
use crate::domain::invariant::Guard;
use crate::domain::json::{Json, read};
use crate::domain::path::Path;
use crate::format::registry::invariant_from_json;
use crate::journal::BadLine;
use crate::review::edit::Edit;
use crate::review::{Day, Moment};

fn subject(text: &str) -> Subject {
    let tool = ToolName::from("get");
    Subject::new(&tool, &invariant_from_json(&tool, &read(text).unwrap().value).unwrap())
}

fn positive(path: &str) -> Subject {
    subject(&format!(r#"{{"class":"positive","path":"{path}","support":9,"evidence":{{"min":1,"median":1,"max":1}}}}"#))
}

fn by(author: &str) -> Signature {
    Signature { author: author.into(), at: Moment::of_unix(1_796_008_796) }
}

fn accept(journal: &mut Journal, path: &str) -> DecisionId {
    let decision = journal.judge(positive(path), Verdict::Accepted, "", &by("Mia")).unwrap();
    let id = decision.id.clone();
    journal.take([decision]);
    id
}

fn undo(journal: &mut Journal, of: &DecisionId) -> DecisionId {
    let decision = journal.undo(of, "", &by("Mia")).unwrap();
    let id = decision.id.clone();
    journal.take([decision]);
    id
}

/// The paths that were accepted and still count.
fn counts(journal: &Journal) -> Vec<String> {
    journal.in_force().filter_map(|decision| Some(decision.subject()?.rule.path.to_string())).collect()
}

fn text(journal: &Journal) -> String {
    header() + &lines(journal.decisions().iter().map(|decision| &**decision))
}

#[test]
fn a_line_reads_as_the_readme_says() {
    let mut journal = Journal::default();
    accept(&mut journal, "price");
    let line = lines(journal.decisions().iter().map(|decision| &**decision));
    let Json::Object(mut line) = read(&line).unwrap().value else { unreachable!() };
    assert_eq!(line.remove("id").unwrap().as_str().unwrap().len(), 16);
    let expected = r#"{"at":"2026-11-30T03:19:56Z","by":"Mia","verdict":"accept","tool":"get","invariant":{"id":"ID","class":"positive","path":"price","support":9,"expected":null},"content":"HASH"}"#;
    let subject = positive("price");
    let expected = expected.replace("ID", subject.id().as_str()).replace("HASH", subject.content.as_str());
    assert_eq!(Json::from(line).to_string(), expected);
}

#[test]
fn every_verdict_survives_the_file() {
    let category = || subject(r#"{"class":"category","path":"status","expected":["a"],"support":9}"#);
    let relation = || subject(r#"{"class":"affine","path":"x","expected":"y","a":1.5,"b":-2,"support":9}"#);
    let guard = Guard::new(Path::parse("k").unwrap(), vec!["v".into()]);
    let verdicts = [
        (category(), Verdict::Accepted, ""),
        (category(), Verdict::Rejected, "an accident \u{1b}\n"),
        (category(), Verdict::Edited(Edit::AddValues(vec!["\"b\",\n".into(), "é".into()])), ""),
        (relation(), Verdict::Edited(Edit::SetGuard(Some(guard))), "only then"),
        (category(), Verdict::Waived { until: Day::parse("2027-01-31").unwrap() }, "the vendor mends it"),
        (category(), Verdict::Comment, "who knows?"),
    ];
    let mut journal = Journal::default();
    for (subject, verdict, reason) in &verdicts {
        let decision = journal.judge(subject.clone(), verdict.clone(), reason, &by("Mia")).unwrap();
        journal.take([decision]);
    }
    let first = journal.decisions()[0].id.clone();
    undo(&mut journal, &first);
    let again = Journal::parse(text(&journal).as_bytes()).unwrap();
    assert_eq!((again.bad(), again.is_torn()), (&[] as &[BadLine], false));
    assert_eq!(text(&again), text(&journal));
    for (decision, (subject, verdict, reason)) in again.decisions().iter().zip(&verdicts) {
        assert_eq!(decision.verdict(), Some(verdict));
        assert_eq!(decision.subject().unwrap().content, subject.content);
        assert_eq!(decision.reason, reason.trim());
    }
}

#[test]
fn an_undo_can_be_undone_without_limit() {
    let mut journal = Journal::default();
    let (a, b) = (accept(&mut journal, "a"), accept(&mut journal, "b"));
    assert_eq!(journal.last_of("Mia"), Some(&b));
    let first = undo(&mut journal, &b);
    assert_eq!(counts(&journal), ["a"]);
    assert_eq!((journal.last_of("Mia"), journal.last_undo_of("Mia")), (Some(&a), Some(&first)));
    let second = undo(&mut journal, &first);
    assert_eq!(counts(&journal), ["a", "b"]);
    let third = undo(&mut journal, &second);
    assert_eq!(counts(&journal), ["a"]);
    assert!(journal.undo(&b, "", &by("Mia")).is_err(), "taken back already");
    undo(&mut journal, &third);
    undo(&mut journal, &a);
    undo(&mut journal, &b);
    assert_eq!(counts(&journal), [""; 0]);
    assert_eq!(journal.last_of("Mia"), None);
    // The same again, within the same second.
    let again = accept(&mut journal, "a");
    assert_ne!(again, a);
    assert_eq!(counts(&journal), ["a"]);
    assert_eq!(counts(&Journal::parse(text(&journal).as_bytes()).unwrap()), ["a"]);
}

#[test]
fn u_takes_back_what_the_same_reviewer_did() {
    let mut journal = Journal::default();
    let a = accept(&mut journal, "a");
    let other = journal.judge(positive("b"), Verdict::Rejected, "", &by("Ben")).unwrap();
    journal.take([other]);
    assert_eq!(journal.last_of("Mia"), Some(&a));
    assert_eq!(journal.last_of("nobody"), None);
}

#[test]
fn a_bulk_is_taken_back_at_once_or_one_by_one() {
    let mut journal = Journal::default();
    let subjects = ["a", "b", "c"].map(positive).to_vec();
    let bulk = journal.judge_all(subjects, &Verdict::Accepted, "", &by("Mia")).unwrap();
    assert_eq!(bulk.len(), 3);
    journal.take(bulk);
    let b = journal.decisions()[1].id.clone();
    undo(&mut journal, &b);
    assert_eq!(counts(&journal), ["a", "c"]);
    let of = journal.last_of("Mia").unwrap().clone();
    let all = undo(&mut journal, &of);
    assert_eq!(counts(&journal), [""; 0]);
    undo(&mut journal, &all);
    assert_eq!(counts(&journal), ["a", "c"]);
    let unfit = vec![positive("a"), subject(r#"{"class":"no_error","path":"$"}"#)];
    let waive = Verdict::Waived { until: Day::parse("2027-01-31").unwrap() };
    assert!(journal.judge_all(unfit, &waive, " ", &by("Mia")).is_err(), "a waiver needs a reason");
}

#[test]
fn forty_decisions_cut_anywhere_are_thirty_nine_or_forty() {
    let mut journal = Journal::default();
    for number in 0..40 {
        accept(&mut journal, &format!("f{number}"));
    }
    let text = text(&journal);
    let last = text.trim_end().rfind('\n').unwrap() + 1;
    for end in last..=text.len() {
        let cut = Journal::parse(&text.as_bytes()[..end]).unwrap();
        let is_whole = end + 1 >= text.len();
        assert_eq!(cut.decisions().len(), if is_whole { 40 } else { 39 }, "{end}");
        assert_eq!(cut.is_torn(), !is_whole && end > last, "{end}");
        assert_eq!(cut.bad(), &[] as &[BadLine]);
        // Whoever appends puts a newline before its own line.
        let mended = format!(
            "{}\n{}",
            text.get(..end).unwrap(),
            "{\"id\":\"x\",\"at\":\"t\",\"by\":\"b\",\"verdict\":\"undo\",\"undoes\":\"y\"}\n"
        );
        let mended = Journal::parse(mended.as_bytes()).unwrap();
        assert_eq!(mended.decisions().len(), if is_whole { 41 } else { 40 }, "{end}");
        assert_eq!(mended.bad().len(), usize::from(!is_whole && end > last), "{end}");
    }
    // Anywhere at all: never an error beyond the header, never a decision that was not made.
    for end in 0..text.len() {
        let cut = Journal::parse(&text.as_bytes()[..end]).unwrap();
        assert!(cut.decisions().len() <= 40 && cut.bad().is_empty());
    }
}

#[test]
fn reading_piece_by_piece_is_reading_at_once() {
    let mut journal = Journal::default();
    let a = accept(&mut journal, "a");
    undo(&mut journal, &a);
    accept(&mut journal, "b");
    let text = text(&journal);
    for step in [1, 7, 100] {
        let (mut piecewise, mut done) = (Journal::default(), 0);
        for end in (0..text.len()).step_by(step).chain([text.len()]) {
            done += piecewise.read(&text.as_bytes()[done..end]).unwrap();
        }
        assert_eq!((done, piecewise.decisions().len(), piecewise.bad().len()), (text.len(), 3, 0));
        assert_eq!(counts(&piecewise), ["b"]);
    }
}

#[test]
fn what_is_not_understood_is_counted_and_unknown_keys_are_kept() {
    let mut journal = Journal::default();
    accept(&mut journal, "a");
    let good = text(&journal);
    let line = good.lines().nth(1).unwrap();
    let odd = [
        "{\"format\":\"vidimus.review/1\"}",
        line,
        "no JSON",
        "",
        &line.replace("accept", "bless"),
        &line.replace("\"price\"", "\"other\"").replace("\"path\":\"a\"", "\"path\":\"b\""),
        &line.replace("\"id\":\"", "\"note\":[1],\"id\":\"x"),
        line,
        "{\"format\":\"vidimus.review/2\"}",
    ]
    .join("\n");
    let read = Journal::parse(odd.as_bytes()).unwrap();
    let bad: Vec<usize> = read.bad().iter().map(|bad| bad.line).collect();
    assert_eq!(bad, [3, 5, 6]);
    assert!(read.is_torn(), "the last line has no newline and is nothing that is known");
    assert!(read.bad()[1].what.contains("knows no verdict \"bless\""), "{:?}", read.bad());
    assert!(read.bad()[2].what.contains("hash"), "{:?}", read.bad());
    assert_eq!(read.decisions().len(), 2, "the repeated line counts once");
    assert!(text(&read).contains("\"note\":[1]"), "{}", text(&read));
}

#[test]
fn a_file_of_another_kind_is_told() {
    let error = |text: &str| Journal::parse(text.as_bytes()).unwrap_err().to_string();
    assert!(
        error("{\"format\":\"vidimus.registry/1\",\"tools\":{}}\n").contains("the format is \"vidimus.registry/1\"")
    );
    assert!(error("{\"format\":\"vidimus.review/2\"}\n").contains("use the version that wrote it"));
    assert!(error("hello\n").contains("this is no review file"));
    assert!(error("x").contains("this is no review file"));
    assert!(Journal::parse(b"").unwrap().decisions().is_empty());
    assert!(!Journal::parse(b"{\"form").unwrap().has_header());
}

/// `by` signs on 2026-11-30.
#[test]
fn nothing_is_signed_by_nobody_or_waived_until_a_day_that_is_over() {
    let journal = Journal::default();
    let waived = |until: &str| Verdict::Waived { until: Day::parse(until).unwrap() };
    let one = |verdict: Verdict, author: &str| {
        let decided = journal.judge(positive("p"), verdict, "soon", &by(author));
        decided.map(|it| it.author).map_err(|why| why.to_string())
    };
    assert_eq!(one(waived("2026-11-30"), " Mia "), Ok("Mia".to_owned()));
    let over = one(waived("2026-11-29"), "Mia").unwrap_err();
    assert_eq!(over, "a waiver until 2026-11-29 is over already, as today is 2026-11-30; name today or a later day");
    assert!(journal.judge_all(vec![positive("p")], &waived("2025-01-01"), "soon", &by("Mia")).is_err());
    for author in ["", "  ", "A\u{7}da", "Ada\u{202e}", "A\nB"] {
        assert!(one(Verdict::Accepted, author).is_err(), "{author:?}");
        assert!(journal.judge_all(vec![positive("p")], &Verdict::Rejected, "", &by(author)).is_err());
    }
    assert_eq!(one(Verdict::Accepted, "Ada Łoś"), Ok("Ada Łoś".to_owned()));
}
