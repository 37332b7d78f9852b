//! `vidimus labels`: why pairs came out differently, guessed by rule, said by people, compared.

use std::path::PathBuf;

use anyhow::bail;

use super::pairs::PlanArgs;
use super::{Exit, open, settings, view::FormatArgs, view::ViewArgs};
use crate::config::Config;
use crate::domain::json::Json;
use crate::files::{LabelFile, sample_labels_path};
use crate::label::agreement::Comparison;
use crate::label::blind::{Blind, SEED};
use crate::label::{Labels, PairLabel, What};
use crate::lens::labels::{
    Case, Given, SECRET, Sides, agreement, agreement_json, given, given_json, name, note_texts, notes, row, said_in,
    sheet, table, vocabulary,
};
use crate::query::lang::Query;
use crate::report::{self, Out, Progress};
use crate::runtime::reviewer;
use crate::study::{Labelled, Ledger, Paired, Wanted, gather, label_file, paired_runs};
use crate::words::counted;

/// Say why pairs came out differently: list guesses and labels, set labels, compare two people's
///
/// Without a command: every pair of which only one run completed, with the guess, its reason and the label. Labels are
/// appended to a file beside the ledger (LEDGER.labels.jsonl); the ledger itself is never changed.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct LabelsArgs {
    #[command(subcommand)]
    command: Option<LabelsCommand>,
    #[command(flatten)]
    list: ListArgs,
}

#[derive(Debug, clap::Subcommand)]
enum LabelsCommand {
    /// Print one pair call by call, to label it
    Show(ShowArgs),
    /// Give a pair its label, or a note, or take back what was said
    Set(SetArgs),
    /// Compare the labels of two files: agreement, Cohen's kappa, the pairs on which they differ
    Agree(AgreeArgs),
    /// Print the vocabulary: what each label means and when not to use it
    Words(WordsArgs),
}

#[derive(Debug, clap::Args)]
struct PairArgs {
    /// Ledgers, traces, or folders of them (default: the sample study inside the program)
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    plan: PlanArgs,
    /// The label file (default: LEDGER.labels.jsonl beside the ledger, of two ledgers beside the one that sorts first; for the sample inside the program in the state folder)
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Hide arms, episodes, outcomes, guesses and notes of every pair that has no label yet; its runs are called A and B
    #[arg(long)]
    blind: bool,
    /// Which run is called A is drawn from this number (default: 1, as on screen); a label given blind keeps it
    #[arg(long, value_name = "N", requires = "blind")]
    seed: Option<u64>,
}

#[derive(Debug, clap::Args)]
struct ListArgs {
    #[command(flatten)]
    pairs: PairArgs,
    /// Only what this person said
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    /// Also print how often each label was given, and how far the labels agree with the guesses
    #[arg(long)]
    agreement: bool,
    #[command(flatten)]
    view: ViewArgs,
}

#[derive(Debug, clap::Args)]
struct SetArgs {
    #[command(flatten)]
    pairs: PairArgs,
    /// The pairs: their names as `vidimus labels` lists them, or an episode or a task that tells one
    #[arg(long = "pair", value_name = "PAIR", num_args = 1.., conflicts_with = "undo", required_unless_present = "undo")]
    named: Vec<String>,
    /// The label: rescued-listed, rescued-retry, rescued-other, changed-before, false-receipt-harm, right-receipt-ignored,
    /// budget-exhausted, no-receipt or other
    #[arg(long, value_name = "LABEL", value_parser = label)]
    label: Option<PairLabel>,
    /// Confirm the guess
    #[arg(long, conflicts_with_all = ["label", "blind"])]
    as_guessed: bool,
    /// A note; without a label it is kept by itself
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    note: String,
    /// Take back a line by its id; without one, your last
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["label", "as_guessed"])]
    undo: Option<String>,
    /// Who says it (default: the name that git knows, else $USER)
    #[arg(long, value_name = "NAME")]
    author: Option<String>,
}

#[derive(Debug, clap::Args)]
struct ShowArgs {
    #[command(flatten)]
    pairs: PairArgs,
    /// The pair: its name as `vidimus labels` lists it, or an episode or a task that tells one
    #[arg(long, value_name = "PAIR")]
    pair: String,
    /// Show every call, those that are the same too
    #[arg(long)]
    whole: bool,
    /// Also print the final answers and all that was said in both; blind, without what tells arm or outcome
    #[arg(long)]
    messages: bool,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Debug, clap::Args)]
struct AgreeArgs {
    /// The first label file
    #[arg(value_name = "FILE")]
    first: PathBuf,
    /// The second one; the same again with --by to compare two people of one file
    #[arg(value_name = "FILE")]
    second: PathBuf,
    /// Only what these two said, the first in the first file and the second in the second
    #[arg(long, value_name = "NAME", num_args = 2)]
    by: Vec<String>,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Debug, clap::Args)]
struct WordsArgs {
    #[command(flatten)]
    format: FormatArgs,
}

fn label(name: &str) -> Result<PairLabel, String> {
    PairLabel::named(name).ok_or_else(|| "see `vidimus labels words` for the labels".to_owned())
}

pub(super) fn run(args: &LabelsArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    match &args.command {
        None => list(&args.list, config, out),
        Some(LabelsCommand::Show(args)) => show(args, config, out),
        Some(LabelsCommand::Set(args)) => set(args, config),
        Some(LabelsCommand::Agree(args)) => agree(args, config, out),
        Some(LabelsCommand::Words(args)) => {
            report::card(&vocabulary(), args.format.resolve(config), out)?;
            Ok(Exit::Fine)
        }
    }
}

/// The pairs of some paths, with what was read for them.
struct Opened {
    ledgers: Vec<Ledger>,
    labelled: Labelled,
    has_problems: bool,
}

impl Opened {
    fn exit(&self) -> Exit {
        if self.has_problems { Exit::CouldNotRun } else { Exit::Fine }
    }
}

impl PairArgs {
    fn open(&self, config: &Config) -> anyhow::Result<Opened> {
        let plan = self.plan.plan()?;
        let (files, mut has_problems, journal) = if self.paths.is_empty() {
            let state = config.state.then(settings::state_folder).flatten();
            let journal = self.journal.clone().or(state.map(|state| sample_labels_path(&state)));
            let Some(journal) = journal else {
                bail!(
                    "the sample study is built in, and no state is kept: labels of it have no place; name a file with \
                     --journal, or write the sample to a folder with `vidimus sample -o DIR`"
                );
            };
            report::note("no path was named: this is the sample study inside the program");
            (open::built_in().0, false, Some(journal))
        } else {
            let opened = open::look(&self.paths);
            (opened.inputs.ledgers, opened.has_problems, self.journal.clone())
        };
        let progress = Progress::new();
        let (ledgers, failed) = open::ledgers(files, &progress);
        has_problems |= failed;
        if ledgers.is_empty() {
            bail!("there are no episodes in what was named; `labels` reads ledgers, tau-bench results and chat logs");
        }
        let gathered = gather(&ledgers, &Wanted::default(), &progress)?;
        let pairing = paired_runs(&gathered.runs, &plan)?;
        let labelled = Labelled::open(&ledgers, &gathered, &pairing, journal.as_deref())?;
        drop(progress);
        for ledger in &ledgers {
            open::tell(&ledger.reading());
        }
        labelled.files().for_each(open::tell_labels);
        for pair in labelled.orphans() {
            // The names of episodes may tell arms.
            let of = if self.blind {
                name(&pair)
            } else {
                let [one, other] = pair.sides();
                format!("{} and {}", one.0, other.0)
            };
            report::note(&format!("labelled, and no pair of these that came out differently: {of}"));
        }
        Ok(Opened { ledgers, labelled, has_problems })
    }

    fn blind(&self) -> Option<Blind> {
        self.blind.then_some(Blind { seed: self.seed.unwrap_or(SEED) })
    }
}

fn show(args: &ShowArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = args.pairs.open(config)?;
    let labels = opened.labelled.labels(None);
    let place = opened.labelled.find(&args.pair)?;
    let paired = Paired::new(&opened.ledgers, &args.pairs.plan.plan()?)?;
    if let Some((case, labels)) = opened.labelled.each(&labels).nth(place) {
        let braided = paired.braid(case.pair)?;
        let mut page = sheet(case, labels, args.pairs.blind(), braided.strands(), args.whole);
        if args.messages {
            let said = said_in(case, labels, args.pairs.blind(), braided.strands(), braided.turns());
            page.lines.extend(said.lines);
        }
        report::card(&page, args.format.resolve(config), out)?;
    }
    Ok(opened.exit())
}

fn list(args: &ListArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let opened = args.pairs.open(config)?;
    let labelled = &opened.labelled;
    let labels = labelled.labels(args.by.as_deref());
    let blind = args.pairs.blind();
    let mut table = table(args.pairs.blind);
    table.rows = labelled.each(&labels).map(|(case, labels)| row(case, labels, blind)).collect();
    let reasons = labelled.reasons(args.by.as_deref());
    let comparison = &reasons.comparison;
    let [done, disputed, changed] = [&reasons.labelled, &reasons.disputed, &reasons.changed].map(Vec::len);
    table.facts.insert("of", Json::from(labelled.pairs as u64));
    table.facts.insert("labelled", Json::from(done as u64));
    table.facts.insert("disputed", Json::from(disputed as u64));
    table.facts.insert("changed", Json::from(changed as u64));
    let given_here = |(case, labels): (&Case, &Labels)| {
        let label = labels.standing(&case.id, &case.content).label()?;
        Some(Given { pair: case.name(), label, notes: note_texts(notes(labels, &case.id)) })
    };
    let labels_given: Vec<Given> = labelled.each(&labels).filter_map(given_here).collect();
    table.facts.insert("given", given_json(&labels_given));
    if args.agreement {
        table.facts.insert("agreement", agreement_json(comparison, ["guess", "label"]));
    }
    table.hide_idle(&["model", "trial"]);
    if let Some(text) = args.view.filter_text().filter(|_| args.pairs.blind) {
        Query::parse_without(text, &table.columns.iter().map(|column| column.key).collect::<Vec<_>>(), &SECRET)?;
    }
    args.view.filter(&mut table)?;
    let format = args.view.format(config);
    out.table(&table, format)?;
    if args.agreement && matches!(format, report::Format::Text | report::Format::Md) {
        out.text("\n")?;
        let mut page = agreement(comparison, Sides::GuessAndLabel);
        let compared = std::mem::take(&mut page.lines);
        given(&labels_given, &mut page);
        page.lines.extend(compared);
        report::card(&page, format, out)?;
    }
    let apart = if disputed > 0 { format!(", {disputed} disputed") } else { String::new() };
    let again = if changed > 0 { format!(", {changed} changed since labelled") } else { String::new() };
    report::note(&format!(
        "{} of {} came out differently; {done} labelled{apart}{again}",
        labelled.cases.len(),
        counted(labelled.pairs, "pair")
    ));
    Ok(opened.exit())
}

fn set(args: &SetArgs, config: &Config) -> anyhow::Result<Exit> {
    let by = reviewer::signature(args.author.as_deref());
    let mut opened = args.pairs.open(config)?;
    let labelled = &mut opened.labelled;
    if let Some(of) = &args.undo {
        let path = labelled.undo(Some(of.as_str()).filter(|of| !of.is_empty()), &args.note, &by)?;
        report::note(&format!("taken back by {} in {}", by.author, path.display()));
        return Ok(opened.exit());
    }
    let mut marks = Vec::new();
    for named in &args.named {
        let place = labelled.find(named)?;
        let Some(case) = labelled.cases.get(place) else { continue };
        let guessed = case.guess.as_ref().map(|guess| guess.label).filter(|_| args.as_guessed);
        let mark = match args.label.or(guessed) {
            Some(label) => case.label(label, args.pairs.blind()),
            None if args.note.trim().is_empty() => {
                bail!("say what it is with --label, confirm the guess with --as-guessed, or say something with --note")
            }
            None => case.mark(What::Note),
        };
        marks.push((place, mark));
    }
    let saved = labelled.save(marks, &args.note, &by)?;
    if args.label == Some(PairLabel::Other) && args.note.trim().is_empty() {
        report::note("other says little by itself: --note says what it was, and the counts of --agreement list it");
    }
    let files: Vec<String> = labelled.files().map(|file| file.path().display().to_string()).collect();
    report::note(&format!("{} by {} saved in {}", counted(saved, "line"), by.author, files.join(", ")));
    Ok(opened.exit())
}

fn agree(args: &AgreeArgs, config: &Config, out: &mut Out) -> anyhow::Result<Exit> {
    let (first, second) = (label_file(&args.first)?, label_file(&args.second)?);
    open::tell_labels(&first);
    if args.first != args.second {
        open::tell_labels(&second);
    } else if args.by.is_empty() {
        bail!("these are one file; name two people in it with --by NAME NAME");
    }
    let author = |place: usize| args.by.get(place).map(String::as_str);
    let of = |file: &LabelFile, place| Labels::of(file.journal(), author(place));
    let comparison = Comparison::of_people(&of(&first, 0), &of(&second, 1));
    let called = |path: &PathBuf, place| author(place).map_or_else(|| path.display().to_string(), str::to_owned);
    let names = [called(&args.first, 0), called(&args.second, 1)];
    let names = names.each_ref().map(String::as_str);
    match args.format.resolve(config) {
        report::Format::Json => out.json(&agreement_json(&comparison, names))?,
        format => report::card(&agreement(&comparison, Sides::People(names)), format, out)?,
    }
    Ok(Exit::Fine)
}
