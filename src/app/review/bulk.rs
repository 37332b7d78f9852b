//! One decision on all that are marked, or on all that are shown: after another key has said yes.

use std::collections::{BTreeMap, BTreeSet};

use crate::app::App;
use crate::app::data::RuleRef;
use crate::app::effect::Effect;
use crate::app::keys::Scope;
use crate::domain::class::Class;
use crate::review::Verdict;
use crate::words::counted;

/// A question that a reload took away while somebody was about to answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Dropped {
    /// One key would have said yes or no.
    Yes,
    /// A text was being typed, up to Enter or Esc.
    Text,
}

/// A decision on many that waits for its yes.
#[derive(Clone, Debug)]
pub struct Bulk {
    /// What is to be decided.
    pub verdict: Verdict,
    /// Why.
    pub reason: String,
    /// On which.
    pub rules: Vec<RuleRef>,
    /// Whether these are the marked ones.
    is_of_marked: bool,
    /// How many of which class, and of how many tools.
    breakdown: String,
}

impl Bulk {
    /// How many of which class, of how many tools: `4 positive, 2 category, of 2 tools`.
    #[must_use]
    pub fn breakdown(&self) -> &str {
        &self.breakdown
    }

    /// What is asked.
    #[must_use]
    pub fn question(&self) -> String {
        let verb = match &self.verdict {
            Verdict::Accepted => "accept",
            Verdict::Rejected => "reject",
            Verdict::Edited(_) => "edit",
            Verdict::Waived { .. } => "waive",
            Verdict::Comment => "comment on",
        };
        let which = if self.is_of_marked { "marked" } else { "shown" };
        let (rules, until) = (
            counted(self.rules.len(), "rule"),
            match &self.verdict {
                Verdict::Waived { until } => format!(" until {until}"),
                _ => String::new(),
            },
        );
        format!("{verb} all {rules} {which}{until}? y says yes, any other key no")
    }
}

impl App {
    /// The marked ones, or else all that are shown; in the order of the queue.
    pub(super) fn bulk_rules(&self) -> (Vec<RuleRef>, bool) {
        let screen = &self.review.screen;
        if screen.marked.is_empty() {
            return (screen.queue.rows().to_vec(), false);
        }
        (screen.marked.iter().cloned().collect(), true)
    }

    fn breakdown_of(&self, rules: &[RuleRef]) -> String {
        let mut classes: BTreeMap<Class, usize> = BTreeMap::new();
        let mut tools = BTreeSet::new();
        for rule in rules {
            if let Some(row) = self.review.judged.row(rule) {
                *classes.entry(row.class).or_default() += 1;
                tools.insert(&rule.tool);
            }
        }
        let mut classes: Vec<_> = classes.into_iter().collect();
        classes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let classes: Vec<String> = classes.iter().map(|(class, count)| format!("{count} {class}")).collect();
        let of = match tools.iter().next() {
            Some(only) if tools.len() == 1 => format!("of {only}"),
            _ => format!("of {}", counted(tools.len(), "tool")),
        };
        format!("{}, {of}", classes.join(", "))
    }

    /// Asks whether all are to be decided so.
    pub(in crate::app) fn ask_bulk(&mut self, verdict: Verdict, reason: String) {
        let (rules, is_of_marked) = self.bulk_rules();
        if rules.is_empty() {
            self.notice = Some("nothing is shown that could be decided".into());
        } else if let Some(why) = self.review_refusal() {
            self.notice = Some(format!("NOT saved: {why}"));
        } else {
            let rows = self.review.screen.queue.rows();
            let beside = rules.iter().filter(|rule| !rows.contains(rule)).count();
            let mut breakdown = self.breakdown_of(&rules);
            if beside > 0 {
                breakdown = format!("{beside} of them not in the list: hidden by the filter, or folded; {breakdown}");
            }
            self.review.bulk = Some(Bulk { verdict, reason, rules, is_of_marked, breakdown });
        }
    }

    /// Yes.
    pub(in crate::app) fn confirm(&mut self) -> Vec<Effect> {
        if !self.is_answer() {
            return Vec::new();
        }
        if let Some(effects) = self.confirm_freeze() {
            return effects;
        }
        let Some(bulk) = self.review.bulk.take() else { return Vec::new() };
        let effects = self.decide_on(&bulk.rules, &bulk.verdict, &bulk.reason, true);
        if !effects.is_empty() {
            self.review.screen.marked.clear();
        }
        effects
    }

    /// Any other key.
    pub(in crate::app) fn leave_bulk(&mut self) -> bool {
        if self.leave_freeze() {
            return true;
        }
        let had = self.review.bulk.take().is_some();
        if had {
            self.notice = Some("nothing was decided".into());
        }
        had
    }

    /// What the question was about is another thing now: it goes, and the key that was meant for it does nothing.
    pub(super) fn drop_confirm(&mut self) {
        let what = match (&self.review.bulk, self.freeze_question()) {
            (_, Some(_)) => "the question whether to freeze",
            (Some(_), _) => "the question about all of them",
            (None, None) => return,
        };
        self.leave_bulk();
        self.dropped = Some(Dropped::Yes);
        let sentence = format!(
            "the registry was rewritten meanwhile: {what} was dropped and nothing was done; the next key only takes note \
             of that"
        );
        self.say(sentence.clone());
        self.notice = Some(sentence);
    }

    /// Whether a key was meant for a question that a reload took away: it does nothing. `ends_text` is true of the keys
    /// that end what is being typed.
    pub(in crate::app) fn swallows(&mut self, ends_text: bool) -> bool {
        let Some(dropped) = self.dropped else { return false };
        if self.scope() == Scope::Confirm || self.scope() == Scope::Prompt {
            // Another question stands there by now.
            self.dropped = None;
            return false;
        }
        let is_end = match dropped {
            Dropped::Yes => true,
            Dropped::Text => ends_text,
        };
        if is_end {
            self.dropped = None;
            self.notice = Some("that key did nothing: the question was dropped when the registry was rewritten".into());
        }
        true
    }

    /// Marks the invariant under the cursor, or takes its mark away; goes on to the next row.
    pub(in crate::app) fn toggle_mark(&mut self) {
        let screen = &mut self.review.screen;
        let Some(rule) = screen.queue.selected().cloned() else { return };
        self.review.is_begun = true;
        let screen = &mut self.review.screen;
        if !screen.marked.remove(&rule) {
            screen.marked.insert(rule);
        }
        screen.queue.move_by(1);
        let marked = screen.marked.len();
        self.refresh_card();
        self.notice = Some(match marked {
            0 => "nothing is marked".to_owned(),
            marked => {
                format!("{} marked; A X Z decide on all of them, esc takes the marks away", counted(marked, "rule"))
            }
        });
    }
}
