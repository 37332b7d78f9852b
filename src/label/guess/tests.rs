use std::sync::Arc;

use super::*;
use crate::digest::{CallDigest, ErrorKind, ReceiptDigest};
use crate::recovery::NextAction;

mod sample;

/// A call written as `tool/arguments=result`, with `!` behind it for an error of its own, or `^b,c` for a receipt that
/// lists b and c; no `=` for one that never returned.
fn call(text: &str) -> CallDigest {
    let (text, receipt) = text.split_once('^').map_or((text, None), |(text, tools)| (text, Some(tools)));
    let (text, is_error) = text.strip_suffix('!').map_or((text, false), |text| (text, true));
    let (asked, result) = text.split_once('=').map_or((text, None), |(asked, result)| (asked, Some(result)));
    let (tool, arguments) = asked.split_once('/').unwrap_or((asked, ""));
    let receipt = receipt.map(|tools| ReceiptDigest {
        schema: None,
        codes: vec![Arc::from("nonpositive_value")],
        recovery_tools: Some(tools.split(',').filter(|name| !name.is_empty()).map(Into::into).collect()),
        next: NextAction::None,
    });
    CallDigest {
        tool: tool.into(),
        arguments: crate::rng::key(arguments),
        result: result.map(crate::rng::key),
        error: is_error.then_some(ErrorKind::Failed),
        receipt,
        fault: None,
    }
}

pub(in crate::label) fn episode(text: &str) -> EpisodeDigest {
    EpisodeDigest { calls: text.split_whitespace().map(call).collect(), ..EpisodeDigest::default() }
}

/// Where two runs part, read off call by call.
fn parting(first: &EpisodeDigest, second: &EpisodeDigest) -> Option<Parting> {
    let key = |call: &CallDigest| (call.tool.clone(), call.arguments, call.result);
    let same = first.calls.iter().zip(&second.calls).take_while(|(one, other)| key(one) == key(other)).count();
    (same < first.calls.len().max(second.calls.len())).then_some(Parting { steps: [same, same] })
}

/// The guess where the first run failed and the second completed (`win`), or the reverse (`loss`).
fn guessed(outcome: &str, first: &str, second: &str, change: impl FnOnce(&mut Facts<'_>)) -> (PairLabel, String) {
    let digests = [episode(first), episode(second)];
    let mut facts = Facts {
        digests: [&digests[0], &digests[1]],
        completed: if outcome == "win" { [Some(false), Some(true)] } else { [Some(true), Some(false)] },
        parting: parting(&digests[0], &digests[1]),
        is_exhausted: [false, false],
        is_false: None,
    };
    change(&mut facts);
    let guess = guess(&facts).unwrap();
    // Which arm is called the first does not matter.
    let swapped = Facts {
        digests: [facts.digests[1], facts.digests[0]],
        completed: [facts.completed[1], facts.completed[0]],
        parting: facts.parting.map(|parting| Parting { steps: [parting.steps[1], parting.steps[0]] }),
        is_exhausted: [facts.is_exhausted[1], facts.is_exhausted[0]],
        is_false: facts.is_false,
    };
    assert_eq!(super::guess(&swapped), Some(guess.clone()));
    (guess.label, guess.reason)
}

fn label(outcome: &str, first: &str, second: &str) -> PairLabel {
    guessed(outcome, first, second, |_| ()).0
}

#[test]
fn a_reason_names_the_steps() {
    let (label, why) = guessed("win", "s=1 a/X=-7 z=1", "s=1 a/X=-7^b,c b/X=7 z=1", |_| ());
    assert_eq!(label, PairLabel::RescuedListed);
    assert_eq!(
        why,
        "the first difference is at call 2, 1 step after the receipt at call 1 (a); the next call (call 2, b) is of a \
         tool that the receipt lists, and came back consistent"
    );
    let (label, why) = guessed("loss", "s=1 a/X=-7 z=1", "s=1 a/X=-7^b b/X=7 y=1", |_| ());
    assert_eq!(label, PairLabel::FalseReceiptHarm);
    assert_eq!(
        why,
        "the first difference is at call 2, 1 step after the receipt at call 1 (a); the next call (call 2, b) is of a \
         tool that the receipt lists, and came back consistent; the run that completed got the very same result (call \
         1) and went on with it"
    );
}

#[test]
fn only_pairs_that_came_out_differently_are_guessed() {
    let digest = episode("a=1^b");
    for completed in [[Some(true); 2], [Some(false); 2], [None, Some(true)], [Some(false), None]] {
        let facts =
            Facts { digests: [&digest, &digest], completed, parting: None, is_exhausted: [false; 2], is_false: None };
        assert_eq!(guess(&facts), None);
    }
}

#[test]
fn without_a_receipt_nothing_is_said_of_one() {
    assert_eq!(label("win", "a=1 b=2", "a=1 c=3"), PairLabel::NoReceipt);
    assert_eq!(label("loss", "", ""), PairLabel::NoReceipt);
}

#[test]
fn what_parts_before_the_receipt_is_not_its_work() {
    assert_eq!(label("win", "s=1 a=-7 z=1", "t=1 a=-7^b b=7 z=1"), PairLabel::ChangedBefore);
    // The flagged call itself: other arguments, or another result.
    assert_eq!(label("win", "a/X=1 z=1", "a/Y=-7^b b=7 z=1"), PairLabel::ChangedBefore);
    assert_eq!(label("loss", "a/X=1 z=1", "a/X=-7^b b=7 y=1"), PairLabel::ChangedBefore);
    // One side had ended before.
    assert_eq!(label("win", "s=1", "s=1 a=-7^b b=7"), PairLabel::ChangedBefore);
    let (_, why) = guessed("win", "s=1 a=-7 z=1", "t=1 a=-7^b b=7 z=1", |_| ());
    assert_eq!(
        why,
        "the first difference is at call 0, and the first receipt comes with call 1: it is not why they part"
    );
    // The caller may see the difference in the receipt itself.
    let at = |facts: &mut Facts<'_>| facts.parting = Some(Parting { steps: [1, 1] });
    let (label, why) = guessed("win", "s=1 a=-7 z=1", "s=1 a=-7^b b=7 z=1", at);
    assert_eq!(label, PairLabel::RescuedListed);
    assert!(why.starts_with("the first difference is the receipt at call 1 (a) itself; "), "{why}");
}

#[test]
fn the_first_consistent_call_for_the_receipt_rescues() {
    assert_eq!(label("win", "a=-7 z=1", "a=-7^b a=7 z=1"), PairLabel::RescuedRetry);
    // With other arguments only right after the receipt.
    assert_eq!(label("win", "a/X=-7 z=1", "a/X=-7^b a/Y=7 z=1"), PairLabel::RescuedRetry);
    assert_eq!(label("win", "a/X=-7 z=1", "a/X=-7^b d=0 a/Y=7 z=1"), PairLabel::RescuedOther);
    // Broken again, then a listed tool; a listed tool that fails, then a retry.
    assert_eq!(label("win", "a=-7 z=1", "a=-7^b a=-7^b b=7 z=1"), PairLabel::RescuedListed);
    assert_eq!(label("win", "a=-7 z=1", "a=-7^b b=no! a=7 z=1"), PairLabel::RescuedRetry);
    assert_eq!(label("win", "a=-7 z=1", "a=-7^b b a=7 z=1"), PairLabel::RescuedRetry);
    // Somewhere else first.
    assert_eq!(label("win", "a=-7 z=1", "a=-7^b d=0 b=7 z=1"), PairLabel::RescuedListed);
    assert_eq!(label("win", "a=-7 z=1", "a=-7^b d=7 z=1"), PairLabel::RescuedOther);
    // A tool that lists itself, and a retry of it.
    assert_eq!(label("win", "a=-7 z=1", "a=-7^a,b a=7 z=1"), PairLabel::RescuedRetry);
    // The listed tool is called by both: not because of the receipt.
    assert_eq!(label("win", "a=-7 b=7 z=1", "a=-7^b b=7 y=1"), PairLabel::Other);
    // Nothing came back consistent; nothing was called.
    assert_eq!(label("win", "a=-7 z=1", "a=-7^b b=no! z=1"), PairLabel::Other);
    assert_eq!(label("win", "a=-7 z=1", "a=-7^b"), PairLabel::Other);
    assert_eq!(label("win", "a=-7", "a=-7^b"), PairLabel::Other);
}

#[test]
fn the_last_receipt_before_they_part_is_the_one() {
    // The first receipt is passed over as in the other run; the second is acted on.
    assert_eq!(label("win", "a=-7 c=-1 z=1", "a=-7^b c=-1^d d=1 z=1"), PairLabel::RescuedListed);
    assert_eq!(label("win", "a=-7 c=-1 z=1", "a=-7^d c=-1^e d=1 z=1"), PairLabel::RescuedOther);
}

#[test]
fn a_receipt_on_what_was_right_does_harm() {
    // The other run completed on the very same result.
    assert_eq!(label("loss", "a=7 z=1", "a=7^b b=8 z=2"), PairLabel::FalseReceiptHarm);
    assert_eq!(label("loss", "a=7 z=1", "a=7^b"), PairLabel::FalseReceiptHarm);
    assert_eq!(label("loss", "a=7", "a=7^b"), PairLabel::FalseReceiptHarm);
    // It went on as the other run did: the receipt is not why.
    assert_eq!(label("loss", "a=7 y=1 z=1", "a=7^b y=1 x=1"), PairLabel::Other);
    // A listed tool says the same.
    assert_eq!(label("loss", "a=7 b/X=9 z=1", "a=7^b b=7 y=2"), PairLabel::FalseReceiptHarm);
    // What both ask after it is for something else, though the receipt lists the tool.
    assert_eq!(label("loss", "a=7 b/Y=5 z=1", "a=7^b a=7^b b/Y=5 y=1"), PairLabel::FalseReceiptHarm);
    // Fault labels, if they are shown, say more than any of that.
    let told = |is_false| guessed("loss", "a=7 z=1", "a=7^b b=8 z=2", |facts| facts.is_false = Some(is_false)).0;
    assert_eq!((told(true), told(false)), (PairLabel::FalseReceiptHarm, PairLabel::Other));
}

#[test]
fn a_right_receipt_can_be_passed_over() {
    // The run that completed asked again, or elsewhere.
    assert_eq!(label("loss", "a=-7 a=7 z=1", "a=-7^b z=1"), PairLabel::RightReceiptIgnored);
    assert_eq!(label("loss", "a=-7 b=7 z=1", "a=-7^b z=1"), PairLabel::RightReceiptIgnored);
    assert_eq!(label("loss", "a=-7 b=7", "a=-7^b"), PairLabel::RightReceiptIgnored);
    // Somewhere else, and then on with the flagged value all the same.
    assert_eq!(label("loss", "a=-7 b=7 z=1", "a=-7^b d=0 z=1"), PairLabel::RightReceiptIgnored);
    // It acted on it, or ended at once.
    assert_eq!(label("loss", "a=-7 a=7 z=1", "a=-7^b b=no! z=1"), PairLabel::Other);
    assert_eq!(label("loss", "a=-7 a=7 z=1", "a=-7^b"), PairLabel::Other);
}

#[test]
fn steps_run_out() {
    let first = |facts: &mut Facts<'_>| facts.is_exhausted = [true, false];
    let second = |facts: &mut Facts<'_>| facts.is_exhausted = [false, true];
    let acted = ("a=-7 a=7 z=1", "a=-7^b b=no! b=no! b=no!");
    assert_eq!(guessed("loss", acted.0, acted.1, second).0, PairLabel::BudgetExhausted);
    // A receipt on a right result comes before that; so does a rescue.
    assert_eq!(guessed("loss", "a=7 z=1", "a=7^b b=1 b=1 b=1", second).0, PairLabel::FalseReceiptHarm);
    assert_eq!(guessed("win", "a=-7 z=1", "a=-7^b b=7 z=1", first).0, PairLabel::RescuedListed);
    assert_eq!(guessed("win", "a=-7 z=1", "a=-7^b b=no! z=1", first).0, PairLabel::BudgetExhausted);
    assert_eq!(guessed("win", "a=1", "a=1 b=1", first).0, PairLabel::NoReceipt);
}

#[test]
fn an_order_is_no_difference() {
    let of = |first: &str, second: &str| {
        let braid = crate::pair::Braid::new(&episode(first), &episode(second));
        Parting::of(&braid).map(|parting| parting.steps)
    };
    assert_eq!(of("a=1 b=2", "a=1 b=2"), None);
    assert_eq!(of("a=1 b=2 z=1", "b=2 a=1 z=1"), None);
    assert_eq!(of("a=1 b=2 c=3", "b=2 a=1 d=3"), Some([2, 2]));
    assert_eq!(of("a=1 b=2", "a=1 b=3"), Some([1, 1]));
    assert_eq!(of("a=1", "a=1 b=2"), Some([1, 1]));
    assert_eq!(of("a=1 b=2 c=3", "a=1 c=3"), Some([1, 1]));
    assert_eq!(of("", ""), None);
    let (first, second) = ("s=1 t=2 a=-7 z=1", "t=2 s=1 a=-7^b b=7 z=1");
    let by_braid = |facts: &mut Facts<'_>| {
        facts.parting = Parting::of(&crate::pair::Braid::new(facts.digests[0], facts.digests[1]));
    };
    assert_eq!(guessed("win", first, second, |_| ()).0, PairLabel::ChangedBefore);
    assert_eq!(guessed("win", first, second, by_braid).0, PairLabel::RescuedListed);
}

/// Two delivering arms: who completed was rescued, if anything shows it; else who failed was harmed.
#[test]
fn both_runs_may_have_receipts() {
    assert_eq!(label("win", "a=-7^b a=-7^b", "a=-7^b b=7"), PairLabel::RescuedListed);
    assert_eq!(label("win", "a=7^b b=8 y=1", "a=7^b"), PairLabel::FalseReceiptHarm);
}
