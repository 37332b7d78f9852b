//! The audit of the contracts that judge: piece by piece in the background, over every clean call of all ledgers.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::App;
use super::data::{LedgerId, RegistryId};
use super::effect::Effect;
use super::window::View;
use crate::audit::{Applied, Audit, Auditor, Before, Gathered, Judge, Plan, Subject};
use crate::contract::{Basis, Checker};
use crate::domain::ids::{EpisodeId, Step, ToolName};
use crate::domain::json::Json;
use crate::domain::registry::Registry;
use crate::format::record;
use crate::index::Span;
use crate::lens::audit::{self, contracts};
use crate::page::{Kind, Line, Page, Role};
use crate::review::Decided;

/// So many calls are one piece: few, since each is faulted in many ways.
const PIECE: usize = 300;

/// One clean call to be gathered, then audited.
#[derive(Clone, Debug)]
pub struct AuditCall {
    ledger: LedgerId,
    span: Span,
    episode: EpisodeId,
    step: Step,
    tool: ToolName,
    /// Which of the registries judges it, and by what right.
    judge: Option<(usize, Basis)>,
}

/// How far an audit is: what was gathered, or what was audited.
#[derive(Clone, Debug)]
pub enum Run {
    /// Clean results are gathered, from which faults take their values.
    Gathering(BTreeMap<ToolName, Gathered>),
    /// Faults are put into copies.
    Auditing(Box<Auditor>),
    /// It is done.
    Done(Arc<Audit>),
}

/// A registry as the decisions leave it, and as it was mined.
#[derive(Clone, Debug)]
struct Judging {
    after: Arc<Registry>,
    before: Arc<Registry>,
}

/// A piece of an audit, to be carried out on another thread with [`AuditPiece::carry_out`].
#[derive(Clone, Debug)]
pub struct AuditPiece {
    /// Goes back with the answer.
    pub generation: u64,
    run: Run,
    registries: Vec<Judging>,
    applied: Option<Applied>,
    calls: Vec<AuditCall>,
    /// Whether these are the last calls of their stage; with how many outcomes are left out of the audit.
    last: Option<u64>,
}

impl AuditPiece {
    /// Carries it out; `read` gives the bytes of a call. A call that cannot be read any more is left out.
    pub fn carry_out(self, mut read: impl FnMut(LedgerId, Span) -> Option<Vec<u8>>) -> Run {
        let Self { mut run, registries, applied, calls, last, .. } = self;
        let mut checkers: BTreeMap<(usize, ToolName), (Checker, Option<Checker>)> = BTreeMap::new();
        for at in &calls {
            let line = read(at.ledger, at.span);
            let Some(call) = line.and_then(|line| record::parse_call(&line).ok()) else { continue };
            let result = call.result.as_ref().unwrap_or(&Json::Null);
            match &mut run {
                Run::Gathering(gathered) => {
                    let of_tool = gathered.entry(call.tool.clone()).or_default();
                    of_tool.add(&call.arguments.as_arguments(), &result.as_result());
                }
                Run::Auditing(auditor) => {
                    let judge = at.judge.and_then(|(place, basis)| {
                        let Judging { after, before } = registries.get(place)?;
                        let contract = after.tools.get(&at.tool)?;
                        let mined = before.tools.get(&at.tool).filter(|_| applied.is_some());
                        let (checker, before) = checkers.entry((place, at.tool.clone())).or_insert_with(|| {
                            let before = mined.map(|mined| Checker::new(&at.tool, mined));
                            (Checker::new(&at.tool, contract), before)
                        });
                        let before = before.as_ref().zip(mined);
                        let before = before.map(|(checker, contract)| Before { checker, contract });
                        Some(Judge { checker, contract, basis, before })
                    });
                    let (episode, step, tool) = (&at.episode, at.step, &at.tool);
                    let subject = Subject { episode, step, tool, arguments: &call.arguments, result };
                    auditor.audit(subject, judge, &mut |_| {});
                }
                Run::Done(_) => {}
            }
        }
        match (run, last) {
            (Run::Gathering(gathered), Some(_)) => {
                let materials = gathered.into_iter().map(|(tool, gathered)| {
                    let material = gathered.material(&tool);
                    (tool, material)
                });
                let judges = registries.iter().map(|judging| contracts(&judging.before)).collect();
                let auditor = Auditor::new(Plan::default(), materials.collect());
                Run::Auditing(Box::new(auditor.with(applied).by(judges)))
            }
            (Run::Auditing(mut auditor), Some(left_out)) => {
                auditor.leave_out(left_out);
                Run::Done(Arc::new(auditor.finish()))
            }
            (run, _) => run,
        }
    }
}

/// An audit that is under way.
#[derive(Clone, Debug)]
struct UnderWay {
    /// Nothing while a piece is being carried out.
    run: Option<Run>,
    /// The next call: place of its ledger, place in it.
    next: (usize, usize),
    done: usize,
    left_out: u64,
    judges: Vec<(RegistryId, Judging)>,
    applied: Option<Applied>,
}

/// The audit: the last one that was done, and the one under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Auditing {
    result: Option<Arc<Audit>>,
    /// The registries that judged in it.
    judged_by: Vec<RegistryId>,
    /// Whether files have changed since that.
    is_stale: bool,
    generation: u64,
    under_way: Option<UnderWay>,
    /// Whether the one under way was given up because a file changed.
    is_wanted_again: bool,
}

impl Auditing {
    /// Calls are other ones.
    pub(super) fn outdate(&mut self) {
        self.is_stale = true;
        if self.under_way.take().is_some() {
            self.generation += 1;
            self.is_wanted_again = true;
        }
    }

    /// A registry is another one.
    pub(super) fn outdate_judge(&mut self, registry: RegistryId) {
        if self.judged_by.contains(&registry) {
            self.outdate();
        }
    }

    fn begin(&mut self, judges: &[(RegistryId, Arc<Registry>)], decided: &Decided) {
        self.generation += 1;
        self.is_wanted_again = false;
        self.judged_by = judges.iter().map(|(id, _)| *id).collect();
        let run = Some(Run::Gathering(BTreeMap::new()));
        let Decided { rejected, waived, edited, left, .. } = *decided;
        let sha256 = decided.fingerprint();
        let applied = (!decided.changes.is_empty()).then_some(Applied { sha256, rejected, waived, edited, left });
        let judges = judges.iter().map(|(id, before)| {
            let before = Arc::clone(before);
            let after = if applied.is_some() { Arc::new(decided.apply(&before)) } else { Arc::clone(&before) };
            (*id, Judging { after, before })
        });
        let judges = judges.collect();
        self.under_way = Some(UnderWay { run, next: (0, 0), done: 0, left_out: 0, judges, applied });
    }
}

impl App {
    /// What was found, unless files have changed since, or others judge now.
    pub(super) fn fresh_audit(&self) -> Option<&Arc<Audit>> {
        self.auditing.result.as_ref().filter(|_| !self.is_audit_stale())
    }

    /// Whether there is an audit of files that have changed since, or of other judges.
    pub(super) fn is_audit_stale(&self) -> bool {
        let judges = self.review.evidence().judges().iter().map(|(id, _)| id);
        self.auditing.result.is_some()
            && (self.auditing.is_stale || self.is_audit_of_others() || !self.auditing.judged_by.iter().eq(judges))
    }

    /// Whether the decisions make other contracts now than those that were audited.
    pub(super) fn is_audit_of_others(&self) -> bool {
        let decided = self.decided();
        self.auditing.result.as_ref().is_some_and(|audit| match &audit.applied {
            None => !decided.changes.is_empty(),
            Some((applied, _)) => applied.sha256 != decided.fingerprint(),
        })
    }

    /// Opens the audit; begins it if there is none of what is loaded now.
    pub(super) fn open_audit(&mut self) {
        if self.fresh_audit().is_none() && self.auditing.under_way.is_none() {
            let judges = self.review.evidence().judges().to_vec();
            if judges.is_empty() || self.data.ledgers.is_empty() {
                self.notice = Some("an audit needs contracts and calls: open a registry and traces together".into());
                return;
            }
            self.auditing.begin(&judges, &self.decided());
        }
        self.open_window(View::Audit);
    }

    /// The next piece of the audit; an audit whose window was closed is given up.
    pub(super) fn next_audit(&mut self) -> Vec<Effect> {
        if std::mem::take(&mut self.auditing.is_wanted_again) && self.is_view_open(&View::Audit) {
            let judges = self.review.evidence().judges().to_vec();
            self.auditing.begin(&judges, &self.decided());
        }
        if self.auditing.under_way.is_none() {
            return Vec::new();
        }
        if !self.is_view_open(&View::Audit) {
            self.auditing.under_way = None;
            self.auditing.generation += 1;
            self.notice = Some("the audit was given up half way; t begins it again".into());
            return Vec::new();
        }
        let Some(under_way) = &self.auditing.under_way else { return Vec::new() };
        if under_way.run.is_none() {
            return Vec::new();
        }
        let (calls, next, done, left_out) = self.calls_to_audit(under_way);
        let is_last = next.0 >= self.data.ledgers.len();
        let generation = self.auditing.generation;
        let Some(under_way) = &mut self.auditing.under_way else { return Vec::new() };
        let Some(run) = under_way.run.take() else { return Vec::new() };
        under_way.done += done;
        under_way.left_out += left_out;
        under_way.next = if is_last { (0, 0) } else { next };
        let last = is_last.then_some(under_way.left_out);
        if is_last {
            under_way.left_out = 0;
        }
        let registries = under_way.judges.iter().map(|(_, judging)| judging.clone()).collect();
        let applied = under_way.applied.clone();
        vec![Effect::Audit(AuditPiece { generation, run, registries, applied, calls, last })]
    }

    /// The next calls, where to go on behind them, how many calls that are, and how many outcomes are left out.
    fn calls_to_audit(&self, under_way: &UnderWay) -> (Vec<AuditCall>, (usize, usize), usize, u64) {
        let chosen = under_way.judges.first().map(|(id, _)| *id);
        let (mut ledger, mut place) = under_way.next;
        let (mut calls, mut done, mut left_out) = (Vec::new(), 0, 0);
        let mut last = None;
        while let Some(slot) = self.data.ledgers.get(ledger) {
            let Some(entry) = slot.index.calls().get(place).filter(|_| calls.len() < PIECE) else {
                if calls.len() >= PIECE {
                    break;
                }
                (ledger, place) = (ledger + 1, 0);
                continue;
            };
            place += 1;
            done += 1;
            let episode = slot.index.episodes().get(entry.episode as usize).filter(|_| entry.has_result());
            let Some(episode) = episode else { continue };
            if episode.faults > 0 {
                left_out += 1;
                continue;
            }
            // The calls of an episode stand together.
            let judge = match last {
                Some((at, judge)) if at == (ledger, entry.episode) => judge,
                _ => chosen.and_then(|chosen| {
                    let (judge, basis) = self.data.judge_of(chosen, &episode.task_or_id())?;
                    Some((under_way.judges.iter().position(|(id, _)| *id == judge)?, basis))
                }),
            };
            last = Some(((ledger, entry.episode), judge));
            let (episode, tool) = (episode.id.clone(), slot.index.tool(entry).clone());
            calls.push(AuditCall { ledger: slot.id, span: entry.span(), episode, step: entry.step(), tool, judge });
        }
        (calls, (ledger, place), done, left_out)
    }

    /// A piece of the audit was carried out.
    pub(super) fn audited(&mut self, generation: u64, run: Run) {
        if generation != self.auditing.generation {
            return;
        }
        match run {
            Run::Done(audit) => {
                self.auditing.result = Some(audit);
                self.auditing.is_stale = false;
                self.auditing.under_way = None;
            }
            run => {
                if let Some(under_way) = &mut self.auditing.under_way {
                    under_way.run = Some(run);
                }
            }
        }
    }

    /// Why there are no folds that judge: the beginning of a sentence.
    pub(super) fn no_folds(&self) -> &'static str {
        let registries = self.data.registries.iter().filter_map(|slot| slot.registry.as_ref());
        if registries.map(|registry| &registry.source).any(|source| source.fold.is_some()) {
            "The folds that are loaded belong to another registry, mined from other files or other tasks"
        } else {
            "No folds are loaded"
        }
    }

    /// The window of the audit.
    pub(super) fn audit_page(&self) -> Page {
        if let Some(under_way) = &self.auditing.under_way {
            let mut page = Page::new("audit");
            let all: usize = self.data.ledgers.iter().map(|slot| slot.index.calls().len()).sum();
            let percent = (under_way.done * 100).checked_div(2 * all).unwrap_or(0).min(99);
            let doing = if under_way.done < all {
                "clean results are gathered, from which the faults take their values"
            } else {
                "faults are put into copies of clean results, and each copy is checked"
            };
            page.push(Kind::Text, vec![(Role::News, format!("{percent}%: {doing}"))]);
            page.muted(format!("Seed {}. Esc gives it up. Files are only read.", Plan::default().seed));
            return page;
        }
        let Some(found) = &self.auditing.result else {
            let mut page = Page::new("audit");
            page.text("There is no audit yet.");
            return page;
        };
        let mut page = audit::page(found);
        let mut first = Vec::new();
        if self.is_audit_stale() {
            let sentence = if self.is_audit_of_others() {
                "Other decisions were made since this audit: close it, and t audits what they leave now."
            } else {
                "Files or contracts are others since this audit: close it, and t audits what is loaded now."
            };
            first.push(vec![(Role::Banner, sentence.to_owned())]);
        }
        if !self.review.evidence().judges().iter().any(|(_, registry)| registry.source.fold.is_some()) {
            let paths: Vec<String> = self.data.ledgers.iter().map(|slot| slot.path.clone()).collect();
            let command = format!("vidimus mine {} --folds 5 -o folds", super::command_line::shell(&paths));
            first.push(vec![
                (
                    Role::News,
                    format!("{}, so the rates are not held out. These commands make folds: ", self.no_folds()),
                ),
                (Role::Value, format!("{command}; then open the folder folds, too")),
            ]);
        }
        let lines = first.into_iter().map(|pieces| Line::new(Kind::Text, pieces));
        page.lines.splice(0..0, lines);
        page
    }

    /// From a field at which faults were missed to the rules on it, or to the nearest around it.
    pub(super) fn follow_audit(&mut self, link: usize) {
        let gap = self.auditing.result.as_ref().and_then(|audit| audit.gaps.get(link));
        let Some((tool, path)) = gap.map(|gap| (gap.tool.clone(), gap.path.clone())) else { return };
        self.jumps();
        self.overlays.clear();
        self.use_registry(self.reviewed());
        self.show_field(&tool, &path);
    }
}
