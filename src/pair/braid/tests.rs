use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::digest::ReceiptDigest;
use crate::domain::ids::ToolName;
use crate::recovery::NextAction;

/// Calls written as `tool arguments [result][!]`: `a1` is the tool a with the arguments 1 and the result 0, `a1=2` has
/// the result 2, `a1!` a receipt, `a1=` never returned.
fn episode(text: &str) -> EpisodeDigest {
    let call = |word: &str| {
        let (word, has_receipt) = word.strip_suffix('!').map_or((word, false), |word| (word, true));
        let (call, result) = word.split_once('=').unwrap_or((word, "0"));
        let (tool, arguments) = call.split_at(1);
        let receipt = ReceiptDigest { schema: None, codes: Vec::new(), recovery_tools: None, next: NextAction::None };
        CallDigest {
            tool: ToolName::from(tool),
            arguments: arguments.parse().unwrap_or(0),
            result: result.parse().ok(),
            error: None,
            receipt: has_receipt.then_some(receipt),
            fault: None,
        }
    };
    EpisodeDigest { calls: text.split_whitespace().map(call).collect(), ..EpisodeDigest::default() }
}

fn braid(first: &str, second: &str) -> Braid {
    Braid::new(&episode(first), &episode(second))
}

/// The rows as `0/1 kind`.
fn rows(braid: &Braid) -> Vec<String> {
    let step = |step: Option<usize>| step.map_or_else(|| "-".to_owned(), |step| step.to_string());
    braid.rows.iter().map(|row| format!("{}/{} {}", step(row.first), step(row.second), row.kind.name())).collect()
}

/// The parting as `step kind`, with where it lies; the meeting as `first/second length`.
fn told(first: &str, second: &str) -> (String, &'static str, String) {
    let braid = braid(first, second);
    let parting = braid.parting.map_or_else(String::new, |it| format!("{} {}", it.step, it.kind.name()));
    let meeting = braid.meeting.map_or_else(String::new, |it| format!("{}/{} {}", it.first, it.second, it.length));
    (parting, braid.place().map_or("", Where::name), meeting)
}

#[test]
fn every_kind_of_row_is_told_apart() {
    let braid = braid("a1 b1 c1 d1 e1 f1 g1 h1", "a1 b1=7 d1 c2 e1 x1 g1 h1 i1");
    let expected = [
        "0/0 same",
        "1/1 result",
        // d comes first in the second episode and stays in order; c has other arguments there, after it.
        "2/- only_first",
        "3/2 same",
        "-/3 only_second",
        "4/4 same",
        "5/5 tool",
        "6/6 same",
        "7/7 same",
        "-/8 only_second",
    ];
    assert_eq!(rows(&braid), expected);
    assert_eq!((braid.prefix, braid.parting.unwrap().step, braid.choice.unwrap().step), (1, 1, 2));
}

#[test]
fn calls_that_changed_places_differ_in_order_only() {
    let braid = braid("a1 b1 c1 d1", "b1 a1 c1 d1");
    assert_eq!(braid.count(Kind::OrderOnly), 1);
    assert_eq!(braid.rows.len(), 4);
    assert_eq!(told("a1 b1 c1 d1", "b1 a1 c1 d1"), ("0 order".into(), "none", "2/2 2".into()));
    assert!(braid.meeting.unwrap().is_to_the_end);
}

#[test]
fn the_first_difference_is_the_first_step_that_is_not_the_same_in_both() {
    // One call more at the front: the rest meets again at once.
    assert_eq!(told("a1 b1 c1", "x1 a1 b1 c1"), ("0 only_second".into(), "none", "0/1 3".into()));
    assert_eq!(told("a1 b1 c1", "a1 b1"), ("2 only_first".into(), "none", String::new()));
    assert_eq!(told("a1 b1 c1", "a1 b2 c1"), ("1 arguments".into(), "none", "2/2 1".into()));
    assert_eq!(told("a1 b1", "a1 c1"), ("1 tool".into(), "none", String::new()));
    assert_eq!(told("a1 b1 c1", "a1 b1=2 c1"), ("1 result".into(), "none", "2/2 1".into()));
    // A call that never returned is another result.
    assert_eq!(told("a1 b1", "a1= b1").0, "0 result");
    assert_eq!(told("a1", "a1"), (String::new(), "", String::new()));
    assert!(braid("a1 b1 c1", "a1 b1").parting.unwrap().is_end);
    assert_eq!(told("", "a1").0, "0 only_second");
    assert_eq!(braid("a1", "a1=1").choice, None);
}

#[test]
fn a_receipt_comes_with_a_result_and_can_move_the_agent_from_the_next_call_on() {
    let place = |first, second| told(first, second).1;
    // The receipt is on step 1 of the second episode.
    assert_eq!(place("a1 b1 c1 d1", "x1 b1! c1 d1"), "before");
    assert_eq!(place("a1 b1 c1 d1", "a1 b2! c1 d1"), "before", "the call that it comes with was made without it");
    assert_eq!(place("a1 b1 c1 d1", "a1 x1! c1 d1"), "before");
    assert_eq!(place("a1", "a1 b1!"), "before");
    assert_eq!(place("a1 b1 c1 d1", "a1 b1=9! c1 d1"), "at", "another result at the receipt");
    assert_eq!(place("a1 b1 c1 d1", "a1 b1! x1 d1"), "at", "the first call after it");
    assert_eq!(place("a1 b1", "a1 b1! x1"), "at");
    assert_eq!(place("a1 b1 c1", "a1 b1!"), "at");
    assert_eq!(place("a1 b1 c1 d1", "a1 b1! c1=9 d1"), "after", "the world again, one call later");
    assert_eq!(place("a1 b1 c1 d1", "a1 b1! c1 x1"), "after");
    assert_eq!(place("a1 b1 c1", "a1 b1 x1"), "none");
    // A receipt of the first arm is one in the pair too, and the earlier one counts.
    assert_eq!(place("a1! b1 c1", "a1 b2 c1!"), "at");
    let both = braid("a1! b1", "a1! b2").receipt.unwrap();
    assert_eq!((both.side, both.step, both.is_in_both), (Side::Second, 0, true));
    assert_eq!(braid("a1 b1!", "a1! b2").receipt.unwrap().side, Side::Second);
    // Where the results part at the receipt and the agents two calls later, both are told.
    let late = braid("a1=1 b1 c1 d1", "a1=2! b1 c1 x1");
    assert_eq!((late.place(), late.choice_place()), (Some(Where::At), Some(Where::After)));
}

#[test]
fn long_episodes_are_aligned_without_a_table_of_all_pairs() {
    let calls = |count: usize, skip: usize| {
        let call = |at: usize| if at.is_multiple_of(skip) { format!("x{at}") } else { format!("a{at}") };
        episode(&(1..=count).map(call).collect::<Vec<_>>().join(" "))
    };
    let braid = Braid::new(&calls(100_000, 1001), &calls(100_000, 1003));
    assert_eq!(braid.rows.len(), 100_000);
    // 99 places of each, of which none is a multiple of both below 100 000.
    assert_eq!(braid.count(Kind::OtherTool), 99 + 99);
    assert_eq!(braid.parting.unwrap().step, 1000);
    // Nothing in common, and nothing but one call again and again.
    let (same, other) = (episode(&"a1 ".repeat(100_000)), episode(&"b1 ".repeat(60_000)));
    assert_eq!(Braid::new(&same, &other).count(Kind::OnlyFirst), 40_000);
}

fn any_episode() -> impl Strategy<Value = EpisodeDigest> {
    let word = (prop::sample::select(&['a', 'b', 'c']), 1..3_u8, 0..2_u8, prop::bool::weighted(0.1));
    let word = word.prop_map(|(tool, arguments, result, has_receipt)| {
        format!("{tool}{arguments}={result}{}", if has_receipt { "!" } else { "" })
    });
    prop::collection::vec(word, 0..12).prop_map(|words| episode(&words.join(" ")))
}

fn swapped(braid: &Braid) -> BTreeSet<(Option<usize>, Option<usize>, Kind)> {
    braid.rows.iter().map(|row| (row.second, row.first, row.kind.swapped())).collect()
}

proptest! {
    #[test]
    fn an_episode_does_not_differ_from_itself(one in any_episode()) {
        let braid = Braid::new(&one, &one);
        prop_assert_eq!(braid.prefix, one.calls.len());
        prop_assert_eq!(braid.count(Kind::Same), one.calls.len());
        prop_assert_eq!((braid.parting, braid.choice, braid.meeting), (None, None, None));
    }

    #[test]
    fn every_call_stands_in_one_row_and_swapped_episodes_swap_sides(a in any_episode(), b in any_episode()) {
        let braid = Braid::new(&a, &b);
        let steps = |side: fn(&Row) -> Option<usize>| {
            let mut steps: Vec<usize> = braid.rows.iter().filter_map(side).collect();
            steps.sort_unstable();
            steps
        };
        prop_assert_eq!(steps(|row| row.first), (0..a.calls.len()).collect::<Vec<_>>());
        prop_assert_eq!(steps(|row| row.second), (0..b.calls.len()).collect::<Vec<_>>());

        for row in &braid.rows {
            let (x, y) = (row.first.map(|step| &a.calls[step]), row.second.map(|step| &b.calls[step]));
            let kind = match (x, y) {
                (Some(_), None) => Kind::OnlyFirst,
                (None, Some(_)) => Kind::OnlySecond,
                (Some(x), Some(y)) if x.tool != y.tool => Kind::OtherTool,
                (Some(x), Some(y)) if x.arguments != y.arguments => Kind::OtherArguments,
                (Some(_), Some(_)) if row.kind == Kind::OrderOnly => Kind::OrderOnly,
                (Some(x), Some(y)) if x.result != y.result => Kind::OtherResult,
                _ => Kind::Same,
            };
            prop_assert_eq!(row.kind, kind);
        }

        let alike = |x: &CallDigest, y: &CallDigest| (&x.tool, x.arguments, x.result) == (&y.tool, y.arguments, y.result);
        let prefix = a.calls.iter().zip(&b.calls).take_while(|(x, y)| alike(x, y)).count();
        prop_assert_eq!(braid.prefix, prefix);
        prop_assert_eq!(braid.parting.map(|it| it.step), (prefix < a.calls.len().max(b.calls.len())).then_some(prefix));

        let other = Braid::new(&b, &a);
        let own: BTreeSet<_> = other.rows.iter().map(|row| (row.first, row.second, row.kind)).collect();
        prop_assert_eq!(own, swapped(&braid));
        let told = |it: Option<Parting>| it.map(|it| (it.step, it.kind, it.is_end));
        let turned = |it: Option<Parting>| it.map(|it| (it.step, it.kind.swapped(), it.is_end));
        prop_assert_eq!(told(other.parting), turned(braid.parting));
        prop_assert_eq!(told(other.choice), turned(braid.choice));
        prop_assert_eq!(other.place(), braid.place());
        let met = |it: Option<Meeting>| it.map(|it| (it.first, it.second));
        prop_assert_eq!(met(other.meeting), met(braid.meeting).map(|(first, second)| (second, first)));
    }
}
