use super::*;
use crate::label::agreement::{Both, Comparison};
use crate::page::Page;
use crate::pair::Plan;

fn run(episode: &str, arm: &str, completed: bool) -> Run {
    Run { episode: episode.into(), arm: Some(arm.into()), completed: Some(completed), ..Run::bare("t".into()) }
}

fn case(first_done: bool, second_done: bool) -> Option<Case> {
    let runs = [run("e1", "baseline", first_done), run("e2", "advisory", second_done)];
    let pairing = Pairing::new(&runs, &Plan::default());
    let digest = EpisodeDigest::default();
    Case::new(&pairing, &runs, &pairing.pairs[0], [&digest, &digest], &Braid::new(&digest, &digest))
}

#[test]
fn only_pairs_that_came_out_differently_are_cases() {
    assert!(case(true, true).is_none() && case(false, false).is_none());
    let (win, loss) = (case(false, true).unwrap(), case(true, false).unwrap());
    assert_eq!(win.name(), loss.name(), "a name tells nothing of the outcome");
    assert_eq!((win.name().len(), win.outcome, loss.outcome), (12, PairOutcome::Win, PairOutcome::Loss));
    assert_eq!(win.guess.unwrap().label, PairLabel::NoReceipt);
}

#[test]
fn a_blind_row_tells_no_arm_no_outcome_and_no_guess() {
    let case = case(false, true).unwrap();
    let labels = Labels::default();
    let columns = table(true).columns;
    let hidden = |row: &[Json]| -> Vec<&str> {
        let is_hidden = |cell: &Json| cell.as_str() == Some(HIDDEN);
        columns.iter().zip(row).filter(|(_, cell)| is_hidden(cell)).map(|(column, _)| column.key).collect()
    };
    let open = row(&case, &labels, None);
    assert_eq!((open.len(), hidden(&open)), (columns.len(), Vec::new()));
    let blind = row(&case, &labels, Some(Blind { seed: 1 }));
    assert_eq!(hidden(&blind), ["outcome", "first_arm", "first", "second_arm", "second", "guess"]);
}

#[test]
fn a_disputed_row_has_no_label_and_says_who_says_what() {
    use crate::journal::{Moment, Signature};
    let case = case(false, true).unwrap();
    let mut journal = crate::label::Journal::default();
    for (author, label) in [("Mia", PairLabel::Other), ("Ben", PairLabel::NoReceipt)] {
        let by = Signature { author: author.into(), at: Moment::of_unix(0) };
        let said = journal.mark(case.label(label, None), "", &by).unwrap();
        journal.take([said]);
    }
    let labels = Labels::of(&journal, None);
    let cell = |blind| {
        let row = row(&case, &labels, blind);
        let columns = table(false).columns;
        move |key: &str| {
            let at = columns.iter().position(|column| column.key == key).unwrap();
            row[at].as_str().map(str::to_owned)
        }
    };
    for blind in [None, Some(Blind { seed: 1 })] {
        let cell = cell(blind);
        assert_eq!((cell("label"), cell("state").as_deref()), (None, Some("disputed")));
        assert_eq!(cell("disputed").as_deref(), Some("Mia: other / Ben: no-receipt"));
    }
}

/// Of a hundred pairs about half have their first arm as A; a pair always has the same one, whichever arm comes first.
#[test]
fn a_and_b_are_drawn_for_each_pair() {
    let blind = Blind { seed: 7 };
    let mut firsts = 0;
    for number in 0..100 {
        let first = (EpisodeId::from(format!("a{number}")), "baseline".to_owned());
        let second = (EpisodeId::from(format!("b{number}")), "advisory".to_owned());
        let pair = PairId::new(first.clone(), second.clone());
        let is_a = blind.is_first_a(&pair, &first);
        assert_eq!(is_a, !blind.is_first_a(&PairId::new(second.clone(), first.clone()), &second));
        assert_eq!(is_a, blind.is_first_a(&pair, &first));
        firsts += usize::from(is_a);
    }
    assert!((30..70).contains(&firsts), "{firsts}");
}

/// That a run had no step left is read off its episode labels.
#[test]
fn a_run_that_a_limit_ended_is_seen() {
    use crate::digest::{CallDigest, ErrorKind, Finding, ReceiptDigest};
    let call = |tool: &str, result: u64| CallDigest {
        tool: tool.into(),
        arguments: 1,
        result: Some(result),
        error: None,
        receipt: None,
        fault: None,
    };
    let receipt = ReceiptDigest {
        schema: None,
        codes: Vec::new(),
        recovery_tools: Some(vec!["b".into()]),
        next: crate::recovery::NextAction::None,
    };
    let failed = EpisodeDigest { calls: vec![call("a", 7), call("z", 1)], ..EpisodeDigest::default() };
    let flagged = CallDigest { receipt: Some(receipt), ..call("a", 7) };
    let tried = CallDigest { error: Some(ErrorKind::Failed), ..call("b", 2) };
    let done = EpisodeDigest { calls: vec![flagged, tried, call("z", 1)], ..EpisodeDigest::default() };
    let runs = [run("e1", "baseline", false), run("e2", "advisory", true)];
    let pairing = Pairing::new(&runs, &Plan::default());
    let guessed = |failed: &EpisodeDigest| {
        let braid = Braid::new(failed, &done);
        Case::new(&pairing, &runs, &pairing.pairs[0], [failed, &done], &braid).unwrap().guess.unwrap().label
    };
    assert_eq!(guessed(&failed), PairLabel::Other);
    let label = EpisodeLabel::BudgetExhausted;
    let labels = vec![Finding { label, steps: Vec::new(), what: "it says so".into() }];
    assert_eq!(guessed(&EpisodeDigest { labels, ..failed.clone() }), PairLabel::BudgetExhausted);
}

#[test]
fn a_value_outside_the_key_is_not_that_of_the_pair() {
    let mut runs = [run("e1", "x", true), run("e2", "x", false)];
    for (run, trial) in runs.iter_mut().zip(0..) {
        run.trial = Some(trial);
    }
    let pairing = Pairing::new(&runs, &Plan::along(Field::Trial));
    let digest = EpisodeDigest::default();
    let braid = Braid::new(&digest, &digest);
    let case = Case::new(&pairing, &runs, &pairing.pairs[0], [&digest, &digest], &braid).unwrap();
    assert_eq!((case.key.get("trial"), case.sides.map(|side| side.1)), (None, ["0".to_owned(), "1".to_owned()]));
}

#[test]
fn the_notes_of_other_are_counted_and_its_pairs_told_apart() {
    let it = |pair: &str, label, notes: &[&str]| Given {
        pair: pair.to_owned(),
        label,
        notes: notes.iter().map(|note| (*note).to_owned()).collect(),
    };
    let all = [
        it("a", PairLabel::Other, &["gave up"]),
        it("b", PairLabel::RescuedRetry, &["nice"]),
        it("c", PairLabel::Other, &[]),
        it("d", PairLabel::Other, &["gave up"]),
    ];
    let mut page = Page::new("x");
    given(&all, &mut page);
    assert_eq!(
        page.as_text(),
        "How often each label was given\n  other: 3 pairs\n      without a note: c\n      noted \"gave up\": a, d\n  \
         rescued-retry: 1 pair\n"
    );
    assert_eq!(
        given_json(&all).to_string(),
        r#"[{"label":"other","pairs":3,"notes":[{"note":null,"pairs":["c"]},{"note":"gave up","pairs":["a","d"]}]},{"label":"rescued-retry","pairs":1}]"#
    );
}

#[test]
fn who_says_what_is_told_in_whole_sentences() {
    let pair = case(true, false).unwrap().id;
    let both = |labels| Both { pair: pair.clone(), labels };
    let comparison = Comparison {
        both: vec![both([PairLabel::Other, PairLabel::NoReceipt]), both([PairLabel::Other, PairLabel::Other])],
        alone: [0, 1],
        ..Comparison::default()
    };
    let text = agreement(&comparison, Sides::GuessAndLabel).as_text();
    for said in [
        "Guess and label of 2 pairs are compared.",
        "the label is the one that was guessed: 1 of 2",
        "nothing was guessed of 1 pair with a label: not compared",
        "guessed other, labelled no-receipt",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
    let text = agreement(&comparison, Sides::People(["Mia", "Ben"])).as_text();
    for said in
        ["Mia and Ben both labelled 2 pairs.", "only Ben labelled 1 pair", "Mia says other, Ben says no-receipt"]
    {
        assert!(text.contains(said), "{said} in {text}");
    }
}
