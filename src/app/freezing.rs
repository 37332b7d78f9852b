//! Freezing the registry under review: what is missing, what is done with what is left to decide, and what came of it.

mod order;

pub use order::{Freeze, FreezeOrder, Sealed};

use std::sync::Arc;

use super::App;
use super::data::{RegistryId, RuleRef};
use super::effect::Effect;
use super::review::Kept;
use super::window::View;
use crate::lens::audit;
use crate::page::{Kind, Page, Role};
use crate::review::{Journal, Row, Standing};
use crate::seal::Undecided;
use crate::words::{self, counted};

/// So many rules that are left to decide have a line.
const LISTED: usize = 100;

/// So many lines that cannot be read are told.
const LISTED_LINES: usize = 5;

/// A freeze that waits for its yes.
#[derive(Clone, Debug)]
struct Waiting {
    undecided: Undecided,
    skips_bad_lines: bool,
    question: String,
    may_replace: bool,
}

/// The state of freezing.
#[derive(Clone, Debug, Default)]
pub(super) struct Freezing {
    waiting: Option<Waiting>,
    /// What is being written.
    writing: Option<(Undecided, bool)>,
    outcome: Option<(RegistryId, Freeze)>,
}

/// Where a line of the window leads.
enum Lead {
    Rule(RuleRef),
    Freeze(Undecided),
    Audit,
}

impl App {
    /// Opens the window.
    pub(super) fn open_freeze(&mut self) {
        if self.review.judged().registry().is_none() {
            self.notice = Some("no registry is loaded to be frozen".into());
            return;
        }
        self.freezing.outcome = None;
        self.open_window(View::Freeze);
    }

    /// The window.
    pub(super) fn freeze_page(&self) -> Option<Page> {
        Some(self.freeze_parts()?.0)
    }

    /// Why the registry cannot be frozen from here, if so.
    fn freeze_refusal(&self) -> Option<String> {
        let slot = self.data.registry(self.review.judged().registry()?)?;
        if self.data.is_built_in {
            return Some(
                "The sample study is built in and has no file to freeze. Write it to a folder, and review it there: \
                 vidimus sample -o sample-data"
                    .to_owned(),
            );
        }
        if let Some(seal) = slot.registry.as_ref().and_then(|registry| registry.seal.as_ref()) {
            let short = seal.short();
            return Some(format!(
                "{} is frozen already (seal {short}). The command verify holds it against its seal.",
                slot.name
            ));
        }
        self.review_refusal().map(|why| format!("Nothing can be frozen: {why}."))
    }

    fn freeze_parts(&self) -> Option<(Page, Vec<Lead>)> {
        let judged = self.review.judged();
        let slot = self.data.registry(judged.registry()?)?;
        let mut page = Page::new(format!("freeze {}", slot.name));
        let mut leads = Vec::new();
        match self.freezing.outcome.as_ref().filter(|(id, _)| *id == slot.id) {
            Some((_, Freeze::Done(sealed))) => {
                done(&mut page, sealed);
                return Some((page, leads));
            }
            Some((_, Freeze::Exists(sentence) | Freeze::Failed(sentence))) => {
                page.push(Kind::Text, vec![(Role::Banner, format!("Nothing was written: {sentence}"))]);
                page.gap();
            }
            None => {}
        }
        if let Some(why) = self.freeze_refusal() {
            page.text(why);
            return Some((page, leads));
        }
        if self.freezing.writing.is_some() {
            page.push(Kind::Text, vec![(Role::News, "being written …".to_owned())]);
            return Some((page, leads));
        }
        let counts = judged.review.by_standing();
        let told = counts.iter().map(|(name, count)| format!("{count} {}", name.replace('_', " ")));
        page.text(format!(
            "Of its {}: {}.",
            counted(judged.review.rows.len(), "rule"),
            words::list(told.collect::<Vec<_>>().into_iter())
        ));
        page.text(
            "Only what was accepted and edited goes into the frozen registry; what is rejected or waived is left out, \
             and its manifest says so, with reviewer and reason.",
        );
        let left: Vec<_> = judged.review.rows.iter().filter(|row| row.standing.is_left()).collect();
        page.heading("What to do");
        let bad = self.review.kept(slot.id).map(|kept| lines_that_cannot_be_read(&kept.journal)).unwrap_or_default();
        for line in bad.iter().take(LISTED_LINES) {
            page.push(Kind::Item, vec![(Role::Broken, line.clone())]);
        }
        if bad.len() > LISTED_LINES {
            page.muted(format!("and {} more; L lists them", bad.len() - LISTED_LINES));
        }
        if !bad.is_empty() {
            page.text(
                "A decision may be missing. Mend the file, and it can be frozen; or choose below to freeze without these \
                 lines, as vidimus freeze --skip-bad-lines does.",
            );
        }
        let without = if bad.is_empty() { "" } else { ", without the lines that cannot be read" };
        let mut act = |page: &mut Page, text: String, undecided: Undecided| {
            page.link(Kind::Item, vec![(Role::Key, "enter ".into()), (Role::Text, text)], leads.len());
            leads.push(Lead::Freeze(undecided));
        };
        if left.is_empty() {
            act(&mut page, format!("freeze{without}"), Undecided::Refuse);
        } else {
            let rules = counted(left.len(), "rule");
            page.push(
                Kind::Item,
                vec![(
                    Role::Changed,
                    format!(
                        "{rules} left to decide: nothing is frozen until they are, or one of these is chosen for all"
                    ),
                )],
            );
            act(&mut page, format!("leave all {} of them out, and freeze{without}", left.len()), Undecided::Reject);
            act(&mut page, format!("keep all {} of them as mined, and freeze{without}", left.len()), Undecided::Accept);
        }
        page.push(
            Kind::Item,
            vec![(Role::Muted, "the file that is written: ".into()), (Role::Value, frozen_name(&slot.path))],
        );
        self.beside_lines(&mut page, &mut leads);
        let is_bare = |row: &&Row| matches!(row.standing, Standing::Rejected(_)) && row.reason().is_none();
        let bare: Vec<&Row> = judged.review.rows.iter().filter(is_bare).collect();
        if !bare.is_empty() {
            page.heading(format!("{} rejected without a reason (enter goes there, c says why)", bare.len()));
            self.rule_lines(&mut page, &mut leads, &bare);
        }
        for (heading, is_here) in
            [("Changed since they were decided", true), ("Undecided, or waived until a day that is over", false)]
        {
            let of = left.iter().filter(|row| matches!(row.standing, Standing::Changed(_)) == is_here);
            let of: Vec<&Row> = of.copied().collect();
            if !of.is_empty() {
                page.heading(format!("{heading} · {} (enter goes there)", of.len()));
                self.rule_lines(&mut page, &mut leads, &of);
            }
        }
        Some((page, leads))
    }

    /// Rules to go to.
    fn rule_lines(&self, page: &mut Page, leads: &mut Vec<Lead>, rows: &[&Row]) {
        for row in rows.iter().take(LISTED) {
            let rule = RuleRef { tool: row.tool.clone(), invariant: row.id.clone() };
            let sentence = self.review.judged().rule(&rule).map(words::rule).unwrap_or_default();
            page.link(Kind::Item, vec![(Role::Text, format!("{}: {sentence}", row.tool))], leads.len());
            leads.push(Lead::Rule(rule));
        }
        if rows.len() > LISTED {
            page.muted(format!("and {} more", rows.len() - LISTED));
        }
    }

    /// What goes into the manifest beside the decisions.
    fn beside_lines(&self, page: &mut Page, leads: &mut Vec<Lead>) {
        page.heading("In the manifest");
        let author =
            if self.review.author.is_empty() { "nobody: say who with set-reviewer" } else { &self.review.author };
        page.item(format!("who freezes: {author}"));
        let is_of_others = self.is_audit_of_others();
        let without = match (self.fresh_audit(), self.is_audit_stale()) {
            (Some(_), _) => None,
            (None, true) if is_of_others => {
                Some("no audit: the last one is of other contracts, before these decisions (enter makes a new one)")
            }
            (None, true) => Some("no audit: files have changed since the last one (enter makes a new one)"),
            (None, false) => Some("no audit (enter makes one)"),
        };
        match without {
            None if self.review.judged().review.count().left > 0 => {
                page.item("the audit of these contracts, unless what is left is left out: the audit kept it");
            }
            None => page.item("the audit of these contracts, with these decisions"),
            Some(words) => {
                page.link(Kind::Item, vec![(Role::Text, words.to_owned())], leads.len());
                leads.push(Lead::Audit);
            }
        }
        page.item(match self.fold_paths().len() {
            0 => self.no_folds().to_lowercase(),
            count => format!("the hashes of {}", counted(count, "loaded fold")),
        });
    }

    fn fold_paths(&self) -> Vec<String> {
        let judges = self.review.evidence().judges().iter();
        let folds = judges.filter(|(_, registry)| registry.source.fold.is_some());
        folds.filter_map(|(id, _)| Some(self.data.registry(*id)?.path.clone())).collect()
    }

    /// Goes to a rule that is left, or asks whether to freeze.
    pub(super) fn follow_freeze(&mut self, link: usize) {
        let lead = self.freeze_parts().and_then(|(_, leads)| leads.into_iter().nth(link));
        match lead {
            Some(Lead::Rule(rule)) => {
                self.overlays.clear();
                self.show_in_queue(&rule);
            }
            Some(Lead::Freeze(undecided)) => {
                if self.review.author.is_empty() {
                    self.notice = Some("say who freezes first: the command set-reviewer (:) asks for a name".into());
                    return;
                }
                let left = self.review.judged().review.count().left;
                let rules = counted(left, "rule");
                let bad = self.kept_under_review().map_or(0, |kept| lines_that_cannot_be_read(&kept.journal).len());
                let without = match bad {
                    0 => String::new(),
                    bad => format!(", passing over {} that cannot be read", counted(bad, "line")),
                };
                let question = match undecided {
                    Undecided::Refuse => format!("freeze{without}?"),
                    Undecided::Accept => format!("freeze with {rules} nobody decided{without}?"),
                    Undecided::Reject => format!("freeze without {rules} nobody decided{without}?"),
                };
                let skips_bad_lines = bad > 0;
                self.freezing.waiting = Some(Waiting { undecided, skips_bad_lines, question, may_replace: false });
            }
            Some(Lead::Audit) => self.open_audit(),
            None => self.notice = Some("this line leads nowhere".into()),
        }
    }

    fn kept_under_review(&self) -> Option<&Kept> {
        self.review.kept(self.review.judged().registry()?)
    }

    /// What waits for a key that says yes.
    pub fn freeze_question(&self) -> Option<String> {
        let waiting = self.freezing.waiting.as_ref()?;
        Some(format!("{} y does it, any other key does not", waiting.question))
    }

    /// Any other key than yes.
    pub(super) fn leave_freeze(&mut self) -> bool {
        let had = self.freezing.waiting.take().is_some();
        if had {
            self.notice = Some("nothing was frozen".into());
        }
        had
    }

    /// Yes; nothing if no freeze waits for it.
    pub(super) fn confirm_freeze(&mut self) -> Option<Vec<Effect>> {
        let Waiting { undecided, skips_bad_lines, may_replace, .. } = self.freezing.waiting.take()?;
        let id = self.review.judged().registry()?;
        let slot = self.data.registry(id)?;
        let seen = Arc::clone(slot.registry.as_ref()?);
        // The audit kept what is left to decide: without it the contracts are others.
        let leaves_out = undecided == Undecided::Reject && self.review.judged().review.count().left > 0;
        let order = FreezeOrder {
            registry: id,
            path: slot.path.clone(),
            output: frozen_name(&slot.path),
            seen,
            decisions: self.review.kept(id).map_or(0, |kept| kept.journal.decisions().len()),
            by: self.review.author.clone(),
            undecided,
            skips_bad_lines,
            audit: self.fresh_audit().filter(|_| !leaves_out).map(|found| audit::json(found)),
            folds: self.fold_paths(),
            may_replace,
        };
        self.freezing.writing = Some((undecided, skips_bad_lines));
        self.freezing.outcome = None;
        Some(vec![Effect::Freeze(Box::new(order))])
    }

    /// An order was carried out, or was not.
    pub(super) fn frozen(&mut self, registry: RegistryId, outcome: Freeze) {
        let writing = self.freezing.writing.take();
        match &outcome {
            Freeze::Done(sealed) => {
                let short: String = sealed.seal.chars().take(12).collect();
                let sentence = format!("frozen: {} (seal {short})", sealed.path);
                self.notice = Some(sentence.clone());
                self.say(sentence);
            }
            Freeze::Exists(sentence) => {
                let question = format!("{sentence}; write over it?");
                let again =
                    |(undecided, skips_bad_lines)| Waiting { undecided, skips_bad_lines, question, may_replace: true };
                self.freezing.waiting = writing.map(again);
            }
            Freeze::Failed(sentence) => self.say(format!("not frozen: {sentence}")),
        }
        self.freezing.outcome = Some((registry, outcome));
    }
}

/// What of the file of decisions is none, line by line.
fn lines_that_cannot_be_read(journal: &Journal) -> Vec<String> {
    let bad = journal.bad().iter();
    let mut lines: Vec<String> =
        bad.map(|bad| format!("line {} of the decisions cannot be read: {}", bad.line, bad.what)).collect();
    if journal.is_torn() {
        lines.push("the last line of the decisions was not written to its end".to_owned());
    }
    lines
}

fn done(page: &mut Page, sealed: &Sealed) {
    page.push(Kind::Text, vec![(Role::Held, "Frozen: ".to_owned()), (Role::Value, sealed.path.clone())]);
    page.item(format!("{} kept, {} left out", counted(sealed.kept, "rule"), sealed.left_out));
    if sealed.by_default > 0 {
        page.item(format!("{} nobody decided; the manifest says so", counted(sealed.by_default, "rule")));
    }
    page.push(Kind::Item, vec![(Role::Muted, "seal ".to_owned()), (Role::Value, sealed.seal.clone())]);
    page.gap();
    page.text("Keep the seal elsewhere, too: whoever has it can tell whether the file is still this one. To verify:");
    let command = ["vidimus", "verify", &sealed.path].map(str::to_owned);
    page.push(Kind::Item, vec![(Role::Value, super::command_line::shell(&command))]);
    for note in &sealed.notes {
        page.muted(format!("Note: {note}."));
    }
}

/// `airline.frozen.json` beside `airline.json`.
pub(super) fn frozen_name(path: &str) -> String {
    format!("{}.frozen.json", path.strip_suffix(".json").unwrap_or(path))
}
