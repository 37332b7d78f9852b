//! A small study worked by hand.

use std::sync::Arc;

use super::*;
use crate::digest::{CallDigest, ReceiptDigest};
use crate::receipt::ReceiptSchema;
use crate::recovery::NextAction;
use crate::statistics::Rate;

/// An episode that owns what a row borrows.
pub(super) struct Made {
    task: TaskId,
    arm: &'static str,
    model: Option<ModelName>,
    stratum: &'static str,
    completed: Option<bool>,
    advertised: Option<Vec<ToolName>>,
    digest: EpisodeDigest,
    replayed: Option<Vec<Option<Vec<Class>>>>,
}

impl Made {
    pub(super) fn new(task: &str, arm: &'static str, completed: Option<bool>, calls: Vec<CallDigest>) -> Self {
        Self {
            task: task.into(),
            arm,
            model: Some("m".into()),
            stratum: "P1",
            completed,
            advertised: Some(["a", "b", "c"].map(ToolName::from).into()),
            digest: EpisodeDigest { calls, ..EpisodeDigest::default() },
            replayed: None,
        }
    }

    pub(super) fn of(mut self, model: &str, stratum: &'static str) -> Self {
        self.model = Some(model.into());
        self.stratum = stratum;
        self
    }

    pub(super) fn row(&self) -> Row<'_> {
        Row {
            task: &self.task,
            arm: Some(self.arm),
            is_elsewhere: false,
            is_clean: None,
            model: self.model.as_ref(),
            stratum: Some(self.stratum),
            completed: self.completed,
            advertised: self.advertised.as_deref(),
            digest: Some(&self.digest),
            replayed: self.replayed.as_deref(),
        }
    }
}

pub(super) fn call(tool: &str, arguments: u64) -> CallDigest {
    CallDigest { tool: tool.into(), arguments, result: Some(1), error: None, receipt: None, fault: None }
}

fn flagged(call: CallDigest, codes: &[&str], listed: Option<&[&str]>, next: NextAction) -> CallDigest {
    let schema = Some(if codes.is_empty() { ReceiptSchema::Generic } else { ReceiptSchema::V1 });
    let codes = codes.iter().copied().map(Arc::from).collect();
    let recovery_tools = listed.map(|listed| listed.iter().copied().map(ToolName::from).collect());
    CallDigest { receipt: Some(ReceiptDigest { schema, codes, recovery_tools, next }), ..call }
}

fn broken(call: CallDigest, fault: &str) -> CallDigest {
    CallDigest { fault: Some(fault.into()), ..call }
}

/// Five episodes: two of the baseline, three of the advisory arm with five receipts.
fn study() -> Vec<Made> {
    let positive = "nonpositive_value";
    vec![
        Made::new("1", "baseline", Some(false), vec![broken(call("a", 1), "sign_flip"), call("b", 1)]),
        Made::new("2", "baseline", Some(true), vec![call("a", 2)]),
        // A receipt, a listed tool, a second receipt on that, the end.
        Made::new(
            "1",
            "advisory",
            Some(true),
            vec![
                broken(
                    flagged(call("a", 1), &[positive, positive], Some(&["b", "c"]), NextAction::Listed),
                    "sign_flip",
                ),
                flagged(call("b", 1), &["explicit_error"], Some(&["a", "b"]), NextAction::None),
            ],
        ),
        // What it lists is no tool of this episode, and the agent had called it before.
        Made::new(
            "2",
            "advisory",
            Some(false),
            vec![
                call("z", 2),
                flagged(call("a", 2), &[positive], Some(&["z"]), NextAction::Retry),
                flagged(call("a", 2), &[], None, NextAction::Other),
                call("c", 2),
            ],
        ),
        // Nobody knows how it ended.
        Made::new("3", "advisory", None, vec![flagged(call("a", 3), &[positive], Some(&["a"]), NextAction::None)]),
    ]
}

fn rate(hits: u64, of: u64) -> Rate {
    Rate { hits, of }
}

#[test]
fn a_receipt_is_the_unit_and_completion_is_its_episodes() {
    let made = study();
    let rows: Vec<_> = made.iter().map(Made::row).collect();
    let found = recovery(&rows);
    assert_eq!((found.overall.all.receipts.count, &*found.overall.all.receipts.rows), (5, &[2, 3, 4][..]));
    let shares = NextAction::ALL.map(|action| found.overall.share(action).rate());
    assert_eq!(shares, [rate(1, 5), rate(1, 5), rate(1, 5), rate(2, 5)]);
    let none = found.overall.branch(NextAction::None);
    // Of the two ends one is of unknown outcome: it is in no rate.
    assert_eq!((none.receipts.count, none.completed.rate()), (2, rate(1, 1)));
    assert_eq!(found.overall.all.completed.rate(), rate(2, 4));
    assert_eq!(found.by_tool[&ToolName::from("a")].all.receipts.count, 4);
    let codes: Vec<_> = found.by_code.iter().map(|(code, of)| (code.as_str(), of.all.receipts.count)).collect();
    assert_eq!(codes, [("explicit_error", 1), ("no code (generic)", 1), ("nonpositive_value", 3)]);
}

#[test]
fn receipts_are_counted_of_calls_and_of_clean_calls() {
    let made = study();
    let rows: Vec<_> = made.iter().map(Made::row).collect();
    let found = fired(&rows).all;
    assert_eq!(found.calls.rate(), rate(5, 10));
    // Episodes 0 and 2 carry a fault.
    assert_eq!((found.clean.rate(), &*found.clean.of.rows), (rate(3, 6), &[1, 3, 4][..]));
    assert_eq!((found.explicit.rate(), found.clean_explicit.rate()), (rate(1, 5), rate(0, 3)));
    assert_eq!(found.by_code["nonpositive_value"].rate(), rate(3, 10));
    assert_eq!(found.by_tool[&ToolName::from("b")].rate(), rate(1, 2));
    assert_eq!(refired(&rows), None);
}

#[test]
fn a_replay_counts_what_it_judged_and_nothing_of_the_receipts() {
    let mut made = study();
    made[0].replayed = Some(vec![Some(vec![Class::Positive, Class::Positive, Class::NoError]), None]);
    made[1].replayed = Some(vec![Some(Vec::new())]);
    let rows: Vec<_> = made.iter().map(Made::row).collect();
    let found = refired(&rows).unwrap().all;
    assert_eq!((found.calls.rate(), found.clean.rate(), found.explicit.rate()), (rate(1, 2), rate(0, 1), rate(1, 1)));
    assert_eq!(found.by_code["nonpositive_value"].rate(), rate(1, 2));
    assert_eq!(found.by_tool.len(), 1);
}

#[test]
fn choice_is_what_the_receipts_list() {
    let made = study();
    let rows: Vec<_> = made.iter().map(Made::row).collect();
    let found = choice(&rows);
    assert_eq!((found.at_least_two.rate(), &*found.at_least_two.hits.rows), (rate(2, 5), &[2][..]));
    assert_eq!((found.one.count, found.empty.count, found.no_list.count), (2, 0, 1));
    assert_eq!((found.not_advertised.rate(), &*found.not_advertised.hits.rows), (rate(1, 4), &[3][..]));
    assert_eq!((found.only_itself.rate(), &*found.only_itself.hits.rows), (rate(1, 4), &[4][..]));
    // The receipt on b lists a, which was called with the same arguments; the first on task 2 lists z, likewise.
    assert_eq!((found.already_tried.rate(), &*found.already_tried.hits.rows), (rate(2, 4), &[2, 3][..]));
}

#[test]
fn without_a_perturbed_episode_recovery_is_undefined() {
    let made = study();
    let rows: Vec<_> = made.iter().map(Made::row).collect();
    let found = perturbed(&rows);
    assert_eq!(found["baseline"].completed.rate(), rate(0, 1));
    assert_eq!(found["advisory"].completed.rate(), rate(1, 1));
    assert_eq!(found["advisory"].by_fault["sign_flip"].rate(), rate(1, 1));
    let found = perturbed(&rows[3..]);
    assert_eq!(found["advisory"].completed.rate().share(), None);
}
