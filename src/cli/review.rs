//! `vidimus review`: the queue of a registry's review, and decisions without a screen.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::bail;

use super::{Exit, open, view::ViewArgs};
use crate::config::Config;
use crate::domain::class::Class;
use crate::domain::ids::{DecisionId, ToolName};
use crate::files::{FoundFile, review_path};
use crate::lens::queue::{self, Entries, Entry, Known};
use crate::lens::verdict;
use crate::page::{Kind, Page};
use crate::query::complete::quoted;
use crate::query::rule::{LEFT, RuleFilter, Sort};
use crate::report::{self, Out, Progress};
use crate::review::{Day, Decision, Edit, Signature, Subject, Verdict};
use crate::runtime::reviewer;
use crate::study::{Against, Evidence, NamedRegistry, Reviewed, clean_firings, clean_firings_alone, known};

/// List what is left to decide of a registry, most suspicious first; or decide
///
/// Decisions are appended to a file beside the registry (REGISTRY.review.jsonl); the registry itself is never changed.
/// Exit code 1 while something is left to decide.
#[derive(Debug, clap::Args)]
pub(super) struct ReviewArgs {
    /// The registry
    #[arg(value_name = "REGISTRY")]
    registry: PathBuf,
    /// The file of decisions (default: REGISTRY.review.jsonl)
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// A folder with the folds of the same traces: what does not stand in all of them is suspicious
    #[arg(long, value_name = "FOLDER")]
    folds: Option<PathBuf>,
    /// Traces or ledgers: with folds, a rule that is broken on clean calls of tasks that its fold never saw is suspicious
    #[arg(long, value_name = "PATH", num_args = 1..)]
    calls: Vec<PathBuf>,
    /// Only the invariants of this tool
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// Only the invariants of this class
    #[arg(long, value_name = "NAME", value_parser = class)]
    class: Option<Class>,
    /// Show what is decided, too; without it or a --filter the filter is left:yes, as on screen
    #[arg(long)]
    decided: bool,
    /// The order: suspicion, tool, class, support, fires or folds
    #[arg(long, value_name = "FIELD", value_parser = sort, default_value = "suspicion")]
    sort: Sort,
    /// Print the card of one invariant
    #[arg(long, value_name = "ID")]
    show: Option<String>,
    #[command(flatten)]
    decide: DecideArgs,
    #[command(flatten)]
    view: ViewArgs,
}

#[derive(Debug, clap::Args)]
struct DecideArgs {
    /// Accept these invariants, by id or the beginning of one; with --all, all that are shown
    #[arg(long, value_name = "ID", num_args = 0.., group = "verdict")]
    accept: Option<Vec<String>>,
    /// Reject these invariants
    #[arg(long, value_name = "ID", num_args = 0.., group = "verdict")]
    reject: Option<Vec<String>>,
    /// Leave these invariants out until a day is over; needs --until and --reason
    #[arg(long, value_name = "ID", num_args = 0.., group = "verdict", requires_all = ["until", "reason"])]
    waive: Option<Vec<String>>,
    /// Accept an invariant with a change; needs --to
    #[arg(long, value_name = "ID", group = "verdict", requires = "to")]
    edit: Option<String>,
    /// Say something of these invariants, with --reason, and decide nothing
    #[arg(long, value_name = "ID", num_args = 1.., group = "verdict", requires = "reason")]
    comment: Option<Vec<String>>,
    /// Take back a decision, or a bulk, by its name; without one, your last
    #[arg(long, value_name = "DECISION", num_args = 0..=1, default_missing_value = "", group = "verdict")]
    undo: Option<String>,
    /// Decide on all that is shown; needs --yes
    #[arg(long, conflicts_with_all = ["edit", "comment", "undo"])]
    all: bool,
    /// Do decide on all that is shown; or save a condition that no clean sample fulfils
    #[arg(long, requires = "verdict")]
    yes: bool,
    /// The last day on which a waiver holds, as 2026-12-31
    #[arg(long, value_name = "DAY", value_parser = day)]
    until: Option<Day>,
    /// The change: more values, fields or types with commas between; of a relation its condition, as `field: value, value`
    #[arg(long, value_name = "CHANGE")]
    to: Option<String>,
    /// Why
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    reason: String,
    /// Who decides (default: the name that git knows, else $USER)
    #[arg(long, value_name = "NAME", value_parser = crate::review::reviewer_name)]
    author: Option<String>,
}

fn class(name: &str) -> Result<Class, String> {
    let known = || Class::all().map(Class::name).collect::<Vec<_>>().join(", ");
    Class::from_name(name).ok_or_else(|| format!("the classes are {}", known()))
}

fn sort(field: &str) -> Result<Sort, String> {
    let known = || Sort::ALL.map(Sort::field).join(", ");
    Sort::by_field(field).ok_or_else(|| format!("the orders are {}", known()))
}

fn day(text: &str) -> Result<Day, String> {
    Day::parse(text).ok_or_else(|| "write a day as 2026-12-31".to_owned())
}

pub(super) fn run(args: &ReviewArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let (own, evidence) = read(args)?;
    let by = reviewer::signature(args.decide.author.as_deref());
    let journal = args.journal.clone().unwrap_or_else(|| review_path(&args.registry));
    let mut reviewed = Reviewed::open(own, &journal, evidence, by.at.day())?;
    open::tell_notes(&args.registry, &reviewed.named.notes);
    let is_frozen = reviewed.refusal();
    if let Some(refusal) = is_frozen.as_ref().filter(|_| args.decide.is_asked()) {
        bail!("{refusal}");
    }
    if is_frozen.is_none() {
        tell_journal(&reviewed);
    }
    let entries = reviewed.entries();
    let shown = shown(args, &reviewed, &entries)?;
    let decisions = args.decide.decisions(&reviewed, &shown, &by)?;
    if !decisions.is_empty() {
        reviewed.save(&decisions)?;
        let what = crate::words::counted(decisions.len() as u64, "decision");
        report::note(&format!("{what} by {} saved in {}", by.author, reviewed.file().path().display()));
    } else if let Some(id) = &args.show {
        let row = reviewed.find(id)?;
        let on_calls = |page: &mut Page, entry: &Entry| {
            if args.calls.is_empty() {
                page.item("no calls were given to try it on; name traces or ledgers with --calls");
            } else {
                page.push(Kind::Item, vec![verdict::cleanly(entry)]);
            }
        };
        let Some(card) = reviewed.card(row, on_calls) else {
            bail!("there is no invariant {id}");
        };
        report::card(&card, args.view.format(config), out)?;
    } else {
        out.table(&queue::table(&shown, &reviewed.review), args.view.format(config))?;
    }
    let count = reviewed.review.count();
    if is_frozen.is_some() {
        report::note(&frozen_counts(&reviewed));
        return Ok(Exit::Fine);
    }
    report::note(&format!("{} of {} left to decide", count.left, crate::words::counted(count.all as u64, "invariant")));
    Ok(if count.left > 0 { Exit::Findings } else { Exit::Fine })
}

/// The registry; the folds, and how the rules do on the calls. What comes through a pipe can be read only once.
fn read(args: &ReviewArgs) -> anyhow::Result<(NamedRegistry, Evidence)> {
    let own = NamedRegistry::read(&FoundFile::look(&args.registry)?)?;
    let folds = args.folds.as_deref().map(Against::crossfit).transpose()?;
    if args.calls.is_empty() {
        return Ok((own, (folds.map(Against::into_registries).unwrap_or_default(), BTreeMap::new())));
    }
    let opened = open::look(&args.calls);
    let progress = Progress::new();
    let (ledgers, failed) = open::ledgers(opened.inputs.ledgers, &progress);
    if opened.has_problems || failed || ledgers.is_empty() {
        bail!("--calls wants ledgers or traces that can be read; mend the paths, or leave it out");
    }
    let Some(folds) = folds else {
        // It judges by itself.
        let (own, firings) = clean_firings_alone(&ledgers, own, &progress)?;
        return Ok((own, (Vec::new(), firings)));
    };
    let chosen = folds.deal(&ledgers);
    let firings = clean_firings(&ledgers, &chosen, &own, &progress)?;
    Ok((own, (chosen.against.into_registries(), firings)))
}

/// What the options show of the queue.
fn shown<'a>(args: &ReviewArgs, reviewed: &'a Reviewed, entries: &'a Entries) -> anyhow::Result<Vec<Known<'a>>> {
    // Of a frozen registry nothing is left.
    if let Some(tool) = &args.tool {
        let names = reviewed.named.registry.tools.keys().map(ToolName::as_str);
        known("tool", tool, "the registry", names)?;
    }
    let begin = if args.decided || reviewed.refusal().is_some() { "" } else { LEFT };
    let mut filter = args.view.filter_text().unwrap_or(begin).to_owned();
    // The short options say the same in words of their own.
    let classes = args.class.map(Class::name);
    for (field, value) in [("tool", args.tool.as_deref()), ("class", classes)] {
        filter.extend(value.map(|value| format!(" {field}:{}", quoted(value))));
    }
    let shown = reviewed.chosen(entries, &RuleFilter::parse(&filter)?, args.sort);
    let total = reviewed.review.rows.len();
    if shown.len() < total && filter.trim() != LEFT {
        report::note(&format!("the filter shows {} of {}", shown.len(), crate::words::counted(total, "invariant")));
    }
    Ok(shown)
}

/// How the rules of a frozen registry stood, and how many it was frozen without.
fn frozen_counts(reviewed: &Reviewed) -> String {
    let (count, gone) = (reviewed.review.count(), reviewed.review.orphans.len());
    let mut parts = vec![format!("{} as frozen", crate::words::counted(count.all, "rule"))];
    for (standing, count) in reviewed.review.by_standing() {
        let kept = if standing == "undecided" { "that nobody decided, kept by the default" } else { standing };
        parts.push(format!("{count} {kept}"));
    }
    if gone > 0 {
        parts.push(format!("{gone} left out by a decision (`vidimus verify --manifest` tells them)"));
    }
    parts.join(", ")
}

fn tell_journal(reviewed: &Reviewed) {
    let (journal, name) = (reviewed.file().journal(), reviewed.file().path().display());
    for bad in journal.bad() {
        report::note(&format!("{name}: line {}: not counted: {}", bad.line, bad.what));
    }
    if journal.is_torn() {
        report::note(&format!("{name}: the last line is not whole: its decision was not saved"));
    }
    for orphan in &reviewed.review.orphans {
        if let Some(subject) = orphan.decision.subject() {
            let rule = crate::words::rule(&subject.rule);
            report::note(&format!(
                "no longer there, though it was judged: {} of {}: {rule}",
                subject.id(),
                subject.tool
            ));
        }
    }
}

impl DecideArgs {
    /// Whether anything is to be decided.
    fn is_asked(&self) -> bool {
        let Self { accept, reject, waive, edit, comment, undo, all, .. } = self;
        let named = [accept, reject, waive, comment].into_iter().any(Option::is_some);
        named || edit.is_some() || undo.is_some() || *all
    }

    fn decisions(&self, reviewed: &Reviewed, shown: &[Known<'_>], by: &Signature) -> anyhow::Result<Vec<Decision>> {
        let journal = reviewed.file().journal();
        if let Some(of) = &self.undo {
            let last = || journal.last_of(&by.author).cloned();
            let of = Some(of).filter(|of| !of.is_empty()).map(|of| DecisionId::from(of.as_str())).or_else(last);
            let Some(of) = of else { bail!("there is no decision of {} that could be taken back", by.author) };
            return Ok(vec![journal.undo(&of, &self.reason, by)?]);
        }
        if let Some(id) = &self.edit {
            let subject = reviewed.subject(reviewed.find(id)?)?;
            let edit = Edit::typed(&subject.rule, self.to.as_deref().unwrap_or_default())?;
            let contract = reviewed.named.registry.tools.get(&subject.tool);
            if let Some(doubt) = contract.and_then(|contract| edit.doubt(contract)).filter(|_| !self.yes) {
                bail!("{doubt}; add --yes to save it all the same");
            }
            return Ok(vec![journal.judge(subject, Verdict::Edited(edit), &self.reason, by)?]);
        }
        let waived = self.until.clone().map(|until| Verdict::Waived { until });
        let named = [
            (&self.accept, Some(Verdict::Accepted)),
            (&self.reject, Some(Verdict::Rejected)),
            (&self.waive, waived),
            (&self.comment, Some(Verdict::Comment)),
        ];
        let chosen = named.into_iter().find_map(|(ids, verdict)| Some((ids.as_ref()?, verdict?)));
        let Some((ids, verdict)) = chosen else {
            if self.all {
                bail!("--all goes with --accept, --reject or --waive");
            }
            return Ok(Vec::new());
        };
        let subjects = self.subjects(ids, reviewed, shown, &verdict)?;
        if self.all {
            return Ok(journal.judge_all(subjects, &verdict, &self.reason, by)?);
        }
        // One by one, though named together: each was meant.
        let mut journal = journal.clone();
        let mut decisions = Vec::new();
        for subject in subjects {
            let decision = journal.judge(subject, verdict.clone(), &self.reason, by)?;
            journal.take([decision.clone()]);
            decisions.push(decision);
        }
        Ok(decisions)
    }

    fn subjects(
        &self,
        ids: &[String],
        reviewed: &Reviewed,
        shown: &[Known<'_>],
        verdict: &Verdict,
    ) -> anyhow::Result<Vec<Subject>> {
        if !self.all {
            if ids.is_empty() {
                bail!("name the invariants by their ids, or decide on all that is shown with --all --yes");
            }
            return Ok(ids.iter().map(|id| reviewed.subject(reviewed.find(id)?)).collect::<Result<_, _>>()?);
        }
        if !ids.is_empty() {
            bail!("name invariants, or decide on all that is shown with --all; not both");
        }
        if !self.yes {
            let what = crate::words::counted(shown.len(), "invariant");
            let decided = match shown.iter().filter(|known| !known.row.standing.is_left()).count() {
                0 => String::new(),
                count => format!(" ({count} of them decided before)"),
            };
            bail!("this would {} {what}{decided}; add --yes to do it", verdict.name());
        }
        Ok(shown.iter().map(|known| reviewed.subject(known.row)).collect::<Result<_, _>>()?)
    }
}
