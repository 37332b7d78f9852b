//! Decisions: ordered, saved or not saved, taken back.

use std::sync::Arc;

use super::order::{Order, Ordered};
use super::{Kept, Saving};
use crate::app::data::{RegistryId, RuleRef};
use crate::app::effect::Effect;
use crate::app::{App, Tab};
use crate::review::{Decision, Journal, Moment, Subject, Verdict};

/// How an order ended: the journal as it is on disk now, and what was added to it; or why nothing was.
pub type Outcome = Result<(Arc<Journal>, Vec<Decision>), String>;

/// What is said of a key that came before the rule was drawn.
const UNSEEN: &str = "The rule was not shown yet when you pressed that: look at it, then press again";

impl App {
    /// Decides on the invariant under the cursor, and goes on to the next one that is left.
    pub(in crate::app) fn decide(&mut self, verdict: &Verdict) -> Vec<Effect> {
        let Some(rule) = self.review.screen.queue.selected().cloned() else {
            self.notice = Some("there is nothing to decide here".into());
            return Vec::new();
        };
        if !self.is_before_eyes(&rule) {
            return Vec::new();
        }
        self.decide_on(&[rule], verdict, "", false)
    }

    /// Accepts the invariant under the cursor and all that follow from it and are left: one bulk, which one undo takes
    /// back.
    pub(in crate::app) fn accept_with_what_follows(&mut self) -> Vec<Effect> {
        let Some(rule) = self.review.screen.queue.selected().cloned() else {
            self.notice = Some("there is nothing to decide here".into());
            return Vec::new();
        };
        if !self.is_before_eyes(&rule) {
            return Vec::new();
        }
        let is_left = |rule: &RuleRef| self.review.judged.row(rule).is_some_and(|row| row.standing.is_left());
        let rules = std::iter::once(rule.clone()).chain(self.implied_by(&rule)).filter(is_left);
        let rules: Vec<RuleRef> = rules.collect();
        match rules.len() {
            0 => {
                self.notice = Some("it is decided, and so is all that follows from it".into());
                Vec::new()
            }
            many => self.decide_on(&rules, &Verdict::Accepted, "", many > 1),
        }
    }

    /// The invariants that follow from one.
    fn implied_by(&self, rule: &RuleRef) -> impl Iterator<Item = RuleRef> {
        let follows = self.review.entry(rule).map(|entry| entry.implies.clone()).unwrap_or_default();
        let tool = rule.tool.clone();
        follows.into_iter().map(move |invariant| RuleRef { tool: tool.clone(), invariant })
    }

    /// What is left of that which follows from a rule that was decided: nobody decides it by that.
    fn said_of_what_follows(&self, saving: &Saving) -> String {
        let ([rule], Some(verdict)) = (saving.rules.as_slice(), &saving.verdict) else { return String::new() };
        let is_left = |rule: &RuleRef| self.review.judged.row(rule).is_some_and(|row| row.standing.is_left());
        let follow: Vec<RuleRef> = self.implied_by(rule).filter(is_left).collect();
        if follow.is_empty() || *verdict == Verdict::Comment {
            return String::new();
        }
        let (rules, are) = (crate::words::counted(follow.len(), "rule"), is(follow.len()));
        let (that, them) = if follow.len() == 1 { ("follows", "it") } else { ("follow", "them") };
        let rows = self.review.screen.queue.rows();
        let place = if follow.iter().any(|rule| rows.contains(rule)) {
            "in the queue".to_owned()
        } else if rows.contains(rule) {
            format!("left to decide, folded under it (i shows {them})")
        } else {
            "left to decide, hidden by the filter".to_owned()
        };
        // The cursor has gone on by now: a key that decides would decide on another rule, so the first one leads back.
        let back = match verdict {
            Verdict::Accepted => format!("; u, then + accepts {them}, too"),
            _ => String::new(),
        };
        format!("; {rules} that {that} from it now {are} {place}{back}")
    }

    /// A key that was pressed before the rule under the cursor was drawn meant another one: it does nothing.
    pub(super) fn is_before_eyes(&mut self, rule: &RuleRef) -> bool {
        let is_drawn = self.review.screen.is_drawn(rule);
        if !is_drawn {
            self.notice = Some(UNSEEN.into());
        }
        is_drawn
    }

    /// Decides on several invariants. A comment decides nothing and moves nothing.
    pub(super) fn decide_on(
        &mut self,
        rules: &[RuleRef],
        verdict: &Verdict,
        reason: &str,
        is_bulk: bool,
    ) -> Vec<Effect> {
        if rules.iter().any(|rule| self.review.is_saving(rule)) {
            self.notice = Some("a decision on it is being saved; wait for it, or take it back with u".into());
            return Vec::new();
        }
        let judged = &self.review.judged;
        let subject = |rule: &RuleRef| judged.rule(rule).map(|it| Subject::new(&rule.tool, it));
        let mut subjects: Vec<Subject> = rules.iter().filter_map(subject).collect();
        // What cannot be decided so is told at once, and not by the disk.
        if let Some(refusal) = subjects.iter().find_map(|subject| verdict.is_fit(&subject.rule, reason).err()) {
            self.notice = Some(refusal.to_string());
            return Vec::new();
        }
        let what = match (is_bulk, subjects.len()) {
            (_, 0) => return Vec::new(),
            (false, 1) => Ordered::One(Box::new(subjects.remove(0)), verdict.clone(), reason.to_owned()),
            _ => Ordered::Bulk(subjects, verdict.clone(), reason.to_owned()),
        };
        let effects = self.order(what, rules.to_vec(), Some(verdict.clone()));
        if !effects.is_empty() && *verdict != Verdict::Comment {
            for rule in rules {
                self.review.screen.marked.remove(rule);
            }
            self.next_left(false);
        }
        effects
    }

    /// Takes back the reviewer's last decision, or lets it count again.
    pub(in crate::app) fn undo(&mut self, is_again: bool) -> Vec<Effect> {
        self.order(if is_again { Ordered::Redo } else { Ordered::Undo }, Vec::new(), None)
    }

    fn order(&mut self, what: Ordered, rules: Vec<RuleRef>, verdict: Option<Verdict>) -> Vec<Effect> {
        let Some(registry) = self.review.judged.registry() else {
            self.notice = Some("no registry is loaded to be reviewed".into());
            return Vec::new();
        };
        if let Some(why) = self.review_refusal() {
            self.notice = Some(format!("NOT saved: {why}"));
            return Vec::new();
        }
        if self.review.author.is_empty() {
            self.notice = Some("say who decides first: the command set-reviewer (:) asks for a name".into());
            return Vec::new();
        }
        self.review.is_begun = true;
        self.review.orders += 1;
        let number = self.review.orders;
        self.review.saving.push(Saving { number, registry, rules, verdict });
        vec![Effect::Decide(Order { registry, number, author: self.review.author.clone(), what })]
    }

    /// The decisions on a registry were read, from a file that another program may have written to.
    pub(in crate::app) fn journal_read(
        &mut self,
        registry: RegistryId,
        place: String,
        content: Result<Arc<Journal>, String>,
        now: Moment,
    ) {
        self.review.now = now;
        let before = self.review.kept(registry).map(|kept| Arc::clone(&kept.journal));
        match content {
            Ok(journal) => {
                let name = self.data.registry(registry).map(|slot| slot.name.clone()).unwrap_or_default();
                let lines = self.tell_of_lines(&name, before.as_deref(), &journal);
                if Some(registry) == self.review.judged.registry() {
                    let said = before.and_then(|before| self.said_of_others(registry, &name, &before, &journal));
                    // What is lost comes before what was won.
                    self.news = lines.or(said).or(self.news.take());
                }
                self.review.journals.insert(registry, Kept { place, journal, problem: None });
            }
            Err(sentence) => {
                self.say(sentence.clone());
                // What was read before stays on screen.
                let journal = self.review.kept(registry).map(|kept| Arc::clone(&kept.journal)).unwrap_or_default();
                self.review.journals.insert(registry, Kept { place, journal, problem: Some(sentence) });
            }
        }
        // Elsewhere nobody sees it; whoever comes to the screen finds it made anew.
        if self.tab == Tab::Review {
            self.refresh_review();
        }
    }

    /// What others wrote: who decided otherwise on what, else how much came or went.
    fn said_of_others(&mut self, id: RegistryId, name: &str, before: &Journal, now: &Journal) -> Option<String> {
        if let Some(contest) = self.take_contests(id, before, now, &[]) {
            self.say(format!("{name}: {contest}"));
            return Some(contest);
        }
        let (old, new) = (before.decisions().len(), now.decisions().len());
        if new < old {
            let what = crate::words::counted(old - new, "decision");
            return Some(format!(
                "{what} on {name} that stood in its review before {} gone from the file",
                is(old - new)
            ));
        }
        let of = now.decisions().last().filter(|_| new > old)?;
        let what = crate::words::counted(new - old, "decision");
        Some(format!("{what} on {name} came from another program (last by {})", of.author))
    }

    /// Lines of the file that are no decisions are told once; gives the first of those that are new.
    fn tell_of_lines(&mut self, name: &str, before: Option<&Journal>, journal: &Journal) -> Option<String> {
        let known = before.map_or(0, |before| before.bad().len());
        let bad = journal.bad().iter().skip(known);
        let mut sentences: Vec<String> =
            bad.map(|bad| format!("{name}, review, line {}: {}", bad.line, bad.what)).collect();
        if journal.is_torn() && !before.is_some_and(Journal::is_torn) {
            sentences.push(format!(
                "{name}, review: the last line was not written to its end; its decision is lost, or still being written"
            ));
        }
        for sentence in &sentences {
            self.say(sentence.clone());
        }
        sentences.into_iter().next()
    }

    /// An order was carried out, or was not.
    pub(in crate::app) fn ordered(&mut self, order: &Order, outcome: Outcome, now: Moment) {
        self.review.now = now;
        let Some(at) = self.review.saving.iter().position(|saving| saving.number == order.number) else { return };
        let saving = self.review.saving.remove(at);
        match outcome {
            Ok((journal, decisions)) => {
                let told = order.told(&journal, &decisions);
                let before = self.review.kept(order.registry).map(|kept| Arc::clone(&kept.journal));
                if let Some(kept) = self.review.journals.get_mut(&order.registry) {
                    kept.journal = Arc::clone(&journal);
                }
                // Decided again, nothing of it is open.
                if let Some(contests) = self.review.contests.get_mut(&order.registry) {
                    contests.retain(|rule, _| !saving.rules.contains(rule));
                }
                // The decisions of others may come with the answer.
                let has_others =
                    |before: &Arc<Journal>| journal.decisions().len() > before.decisions().len() + decisions.len();
                if let Some(before) = before.filter(has_others) {
                    let said = self.take_contests(order.registry, &before, &journal, &decisions);
                    self.news = said.or(self.news.take());
                }
                let more = match &order.what {
                    Ordered::One(..) | Ordered::Bulk(..) if saving.verdict == Some(Verdict::Rejected) => {
                        " (u takes it back; c on the rule says why)"
                    }
                    Ordered::One(..) | Ordered::Bulk(..) if saving.verdict != Some(Verdict::Comment) => {
                        " (u takes it back)"
                    }
                    _ => "",
                };
                self.refresh_review();
                // A key that did nothing since then is not to be passed over in silence.
                let unseen = if self.notice.as_deref() == Some(UNSEEN) { format!(". {UNSEEN}") } else { String::new() };
                self.notice = Some(format!("{told}{more}{}{unseen}", self.said_of_what_follows(&saving)));
                if matches!(order.what, Ordered::Undo | Ordered::Redo) && saving.registry == order.registry {
                    self.return_to(order, &decisions);
                }
            }
            Err(sentence) => {
                let sentence = match &order.what {
                    Ordered::Undo | Ordered::Redo => sentence,
                    _ => format!("NOT saved: {sentence}"),
                };
                self.say(sentence.clone());
                self.notice = Some(sentence);
                self.refresh_review();
                // Whoever decided finds the invariant again that is still to be decided.
                if let Some(rule) = saving.rules.first() {
                    self.review.screen.queue.select(rule);
                    self.refresh_card();
                }
            }
        }
    }

    /// Whoever took something back looks at it next: of a bulk at its first that the list shows.
    fn return_to(&mut self, order: &Order, decisions: &[Decision]) {
        let judged = self.review.judged.registry();
        let Some(kept) = self.review.kept(order.registry).filter(|_| judged == Some(order.registry)) else { return };
        let behind = order.behind(&kept.journal, decisions);
        let rules = behind.iter().filter_map(|decision| {
            let subject = decision.subject()?;
            Some(RuleRef { tool: subject.tool.clone(), invariant: subject.id().clone() })
        });
        let rules: Vec<RuleRef> = rules.collect();
        if rules.iter().any(|rule| self.review.screen.queue.select(rule)) {
            self.refresh_card();
            return;
        }
        // What counts again is decided, and so rightly hidden from what is left.
        if let Some(rule) = rules.first().filter(|_| matches!(order.what, Ordered::Undo)) {
            let said = self.notice.take().unwrap_or_default();
            let how = self.uncover(rule).map(|how| format!("; {how}")).unwrap_or_default();
            self.notice = Some(format!("{said}{how}"));
        }
    }

    /// Goes to the next invariant that is left, round the end; told where there is none, if asked for.
    pub(in crate::app) fn next_left(&mut self, is_asked: bool) {
        let queue = &self.review.screen.queue;
        let (rows, here) = (queue.rows(), queue.place());
        let is_left = |rule: &RuleRef| {
            let is_left = self.review.judged.row(rule).is_some_and(|row| row.standing.is_left());
            is_left && !self.review.is_saving(rule)
        };
        let found = (1..=rows.len()).map(|step| (here + step) % rows.len()).find(|at| is_left(&rows[*at]));
        match found {
            Some(at) => {
                self.review.screen.queue.move_to(at);
                self.refresh_card();
            }
            None if is_asked => self.notice = Some("nothing in this list is left to decide".into()),
            None => {}
        }
    }
}

fn is(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}
