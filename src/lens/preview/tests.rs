use super::*;
use crate::domain::class::Class;
use crate::domain::ids::Step;
use crate::pair::{Pair, PairOutcome};
use crate::review::preview::{Change, Changed, Changes, Preview, Spot, Standing, TouchedPair};

fn call(episode: u32, change: Change, standing: Standing) -> Changed {
    let spot = Spot { ledger: 0, episode, step: Step(2) };
    Changed {
        spot,
        tool: "get".into(),
        change,
        standing,
        before: vec!["a".into()],
        after: vec!["b".into()],
        said: [Class::KnownFields].into(),
        says: [Class::RequiredField].into(),
    }
}

fn preview(calls: Vec<Changed>, pairs: &[(PairOutcome, u32)]) -> Preview {
    let pairs = pairs.iter().map(|(outcome, episode)| TouchedPair {
        outcome: *outcome,
        pair: Pair { first: 0, second: 1, outcome: *outcome },
        spots: vec![Spot { ledger: 0, episode: *episode, step: Step(2) }],
    });
    Preview { looked_at: 50, pair_count: 9, calls, pairs: pairs.collect() }
}

fn sentence(calls: Vec<Changed>, pairs: &[(PairOutcome, u32)]) -> String {
    summary("Without this rule", &preview(calls, pairs))
}

#[test]
fn one_sentence_says_what_goes_and_what_comes() {
    let lost = |episode, standing| call(episode, Change::Lost, standing);
    assert_eq!(
        sentence(
            vec![lost(0, Standing::Clean), lost(1, Standing::Clean), lost(2, Standing::Faulted)],
            &[(PairOutcome::Win, 0)]
        ),
        "Without this rule: 3 receipts fewer (2 on clean calls, 1 on a faulted call that nothing else catches); 1 pair \
         touched (a win)."
    );
    assert_eq!(
        sentence(
            vec![call(0, Change::Gained, Standing::Clean), call(1, Change::Other, Standing::Clean)],
            &[(PairOutcome::Loss, 0), (PairOutcome::Loss, 1), (PairOutcome::Tie, 1)]
        ),
        "Without this rule: 1 receipt more (1 on a clean call); 1 receipt stays and says something else: missing learned field (1); 3 pairs \
         touched (2 losses, a tie)."
    );
    assert_eq!(
        sentence(vec![lost(0, Standing::Beside)], &[]),
        "Without this rule: 1 receipt fewer (1 beside a fault in the same episode); no pair touched."
    );
    assert_eq!(sentence(Vec::new(), &[]), "Without this rule: no receipt changes.");
}

#[test]
fn the_question_counts_rules() {
    let changes = |count: usize| -> Changes { (0..count).map(|id| (id.to_string().into(), None)).collect() };
    assert_eq!((asked(&changes(1)), asked(&changes(4))), ("Without this rule".into(), "Without these 4 rules".into()));
}

/// Every call stands on the page with a link to its place, and the page says what it is not.
#[test]
fn the_page_leads_to_every_call() {
    let calls = vec![
        call(0, Change::Other, Standing::Clean),
        call(1, Change::Lost, Standing::Faulted),
        call(2, Change::Lost, Standing::Clean),
    ];
    let names = Names {
        spot: &|spot| format!("e{}/{}", spot.episode, spot.step),
        broken: &|_, id| id.to_string(),
        rule: &ToString::to_string,
    };
    let page = page("Without this rule", &preview(calls, &[(PairOutcome::Win, 2)]), &names);
    let links: Vec<_> = page.lines.iter().filter_map(|line| Some((line.link?, line.plain()))).collect();
    // The pair comes behind the three calls.
    let expected = [(1, "e1/2 get  was: a"), (2, "e2/2 get  was: a"), (0, "e0/2 get  was: a; now: b"), (3, "e2/2")];
    assert_eq!(links, expected.map(|(link, text)| (link, text.to_owned())));
    let text = page.as_text();
    assert!(text.contains("By replay of 50 recorded calls") && text.contains("is not run again"), "{text}");
    assert!(text.contains("Faulted calls that nothing catches any more · 1"), "{text}");
}

/// With tens of thousands of calls, what each of them is called is looked up for the listed ones alone.
#[test]
fn only_what_is_listed_is_told() {
    let calls: Vec<Changed> = (0..1_000).map(|episode| call(episode, Change::Lost, Standing::Clean)).collect();
    let pairs: Vec<(PairOutcome, u32)> = (0..1_000).map(|episode| (PairOutcome::Loss, episode)).collect();
    let told = std::cell::Cell::new(0);
    let names = Names {
        spot: &|spot| {
            told.set(told.get() + 1);
            format!("e{}", spot.episode)
        },
        broken: &|_, id| id.to_string(),
        rule: &ToString::to_string,
    };
    let page = page("Without this rule", &preview(calls, &pairs), &names);
    let linked: Vec<_> = page.lines.iter().filter_map(|line| line.link).collect();
    assert_eq!(linked, [(0..200).collect::<Vec<_>>(), (1_000..1_200).collect()].concat());
    assert_eq!(told.get(), 400);
}
